// What has to wait for what: a row for each word, a column for each step of time, played.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/recurrence/recurrence_panel.h"
#include "app/panels/labs/compared.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// The picture goes on by itself.
struct StepsPlayed {
  bool runs = false;
  double due = 0;  // the next step
  void let_go() { runs = false; }
};
constexpr double seconds_a_step = 0.5;

class WaitingPage {
 public:
  WaitingPage(const RecurrenceView& view, const Area& area)
      : view_(view),
        ui_(view.ui),
        c_(view.c),
        area_(area),
        most_(std::max(1, view.study.most_steps(view.lab.learning))),
        now_(std::min(view.lab.step, most_)) {}

  void draw() {
    play_on();
    keys();
    controls();
    const std::vector<Area> columns = columns_of(ui_, area_, view_.study.models.size(), ui_.px(32));
    for (std::size_t i = 0; i < columns.size(); ++i) draw_model(columns[i], view_.study.models[i]);
  }

 private:
  StepsPlayed& played() { return ui_.state<StepsPlayed>(); }

  void go_to(int step) {
    const int fitted = std::clamp(step, 0, most_);
    if (fitted != now_) change_recurrence(view_, [&](RecurrenceLab& lab) { lab.step = fitted; });
  }

  void play_on() {
    StepsPlayed& playing = played();
    if (!playing.runs || ui_.exporting()) return;
    if (now_ >= most_) {
      playing.runs = false;
      return;
    }
    if (ui_.state().now >= playing.due) {
      playing.due = ui_.state().now + seconds_a_step;
      go_to(now_ + 1);
    }
    ui_.state().move_at(playing.due);
  }

  void play_or_stop() {
    StepsPlayed& playing = played();
    playing.runs = !playing.runs;
    if (!playing.runs) return;
    if (now_ >= most_) go_to(0);
    playing.due = ui_.state().now + seconds_a_step;
    ui_.state().again = true;
  }

  // A control that has the keyboard takes its keys itself.
  void keys() {
    if (ui_.exporting() || ui_.state().focus_visible) return;
    if (ui_.take(Key::space) % 2 != 0) play_or_stop();
    const int by = ui_.take(Key::right) - ui_.take(Key::left);
    const bool first = ui_.take(Key::home) > 0, last = ui_.take(Key::end) > 0;
    if (by == 0 && !first && !last) return;
    played().runs = false;
    go_to(first ? 0 : last ? most_ : now_ + by);
  }

  void controls() {
    ControlRows row(ui_, area_, number_slide_height(ui_), ui_.px(14));
    const std::array kinds{Choice{"Writing"}, Choice{"Learning"}};
    const Area place = row.next(choices_width(ui_, kinds), 0);
    const int pressed =
        choices(ui_, "recurrence/given", button_place(ui_, place), kinds, view_.lab.learning ? 1 : 0);
    if (pressed >= 0)
      change_recurrence(view_, [&](RecurrenceLab& lab) {
        lab.learning = pressed == 1;
        lab.step = RecurrenceLab::last_step;
      });
    if (!ui_.exporting()) {
      const std::string label = played().runs ? "Pause" : "Play";
      const Area press = button_place(ui_, row.next(button_width(ui_, "Pause"), ui_.px(24)));
      if (button(ui_, "recurrence/play", press, label, ButtonKind::primary)) play_or_stop();
    }
    NumberSlide slide{.label = "steps taken"};
    slide.value = now_;
    slide.lowest = 0;
    slide.highest = most_;
    slide.usual = most_;
    slide.text = count_text(now_) + " of " + count_text(most_);
    const float wide = std::clamp(row.room() - ui_.px(20), ui_.px(150), ui_.px(280));
    if (const auto moved = number_slide(ui_, "slide/recurrence/step", row.next(wide, ui_.px(20)), slide)) {
      played().runs = false;
      go_to(static_cast<int>(*moved));
    }
    const std::string says = view_.lab.learning ? "All words of the translation are given (teacher forcing)."
                                                : "A word is read once it is written.";
    const float said = ui_.width(type::caption, says);
    if (said + ui_.px(24) <= row.room())
      ui_.text(row.next(said, ui_.px(24)), Align::left, type::caption, c_.text_2, says);
  }

  struct Lying {
    Area cells;
    float wide = 0, tall = 0, gap = 0;  // gap: between the words read and those written
    int read = 0;

    Area cell(int row, int step) const {
      const float y = cells.top + static_cast<float>(row) * tall + (row >= read ? gap : 0);
      return Area::at(cells.left + static_cast<float>(step - 1) * wide, y, wide, tall);
    }
  };

  void draw_model(Area area, const ComparedTranslator& model) {
    if (!draw_model_name(ui_, area, model, ui_.px(6))) return;
    const DependentSteps& steps = view_.lab.learning ? model.learning : model.writing;
    const std::string says = counted(steps.reading, "step") + " to read, " + count_text(steps.all) +
                             (view_.lab.learning ? " for all words at once" : " until all is written");
    ui_.text(area.cut_top(ui_.height(type::label_hot) + ui_.px(10)), Align::left, type::label_hot, c_.ink,
             ui_.fitted(type::label_hot, says_of(model, steps, says), area.width()));
    const std::vector<std::string>& read = model.trace()->typed();
    const std::vector<std::string>& written = model.trace()->words().next;
    const Lying lying = lie(area, static_cast<int>(read.size()), static_cast<int>(written.size()));
    draw_time(lying, area);
    draw_words(lying, area, read, 0);
    draw_words(lying, area, written, static_cast<int>(read.size()));
    for (const StepLane& lane : steps.lanes) draw_lane(lying, model, lane);
  }

  // A recurrent decoder takes as many steps when all words are given: its states wait for one another.
  std::string says_of(const ComparedTranslator& model, const DependentSteps& steps,
                      const std::string& says) const {
    if (!view_.lab.learning || !model.trace()->anatomy().stacks.back().recurrence) return says;
    return counted(steps.reading, "step") + " to read, " + count_text(steps.all) + " for all words";
  }

  Lying lie(const Area& area, int read, int written) const {
    Lying lying;
    lying.read = read;
    lying.gap = ui_.px(10);
    const float labels = std::round(std::min(area.width() * 0.3F, ui_.px(110)));
    const float under = ui_.height(type::caption) + ui_.px(10);
    lying.wide = std::max(1.0F, std::floor((area.width() - labels) / static_cast<float>(most_)));
    lying.wide = std::min(lying.wide, ui_.px(26));
    lying.tall =
        std::clamp(std::floor((area.height() - under - lying.gap) / static_cast<float>(read + written)), 1.0F,
                   ui_.px(22));
    lying.cells =
        Area::at(std::round(area.left + labels), std::round(area.top), lying.wide * static_cast<float>(most_),
                 lying.tall * static_cast<float>(read + written) + lying.gap);
    return lying;
  }

  // The moment, and the number of every fifth step.
  void draw_time(const Lying& lying, const Area& area) {
    const Area& cells = lying.cells;
    for (int step = 1; step <= most_; ++step) {
      const float left = cells.left + static_cast<float>(step - 1) * lying.wide;
      const Area column{left, cells.top, left + lying.wide, cells.bottom};
      if (step == now_) {
        ui_.fill(column, c_.focus_band, ui_.px(3));
      } else if (step % 5 == 0) {
        ui_.line(column.right, cells.top, column.right, cells.bottom, c_.hairline, ui_.hairline());
      }
    }
    const float y = cells.bottom + ui_.px(4) + ui_.height(type::caption) / 2;
    int every = 5;
    for (const int next : {10, 20, 50, 100, 200}) {
      if (lying.wide * static_cast<float>(every) >= ui_.width(type::caption, "000")) break;
      every = next;
    }
    for (int step = every; step <= most_; step += every) {
      const std::string number = std::to_string(step);
      const float wide = ui_.width(type::caption, number);
      const float middle = cells.left + (static_cast<float>(step) - 0.5F) * lying.wide;
      if (middle + wide / 2 <= area.right) ui_.text(middle - wide / 2, y, type::caption, c_.text_2, number);
    }
    ui_.text(cells.left - ui_.px(8) - ui_.width(type::caption, "step"), y, type::caption, c_.text_2, "step");
  }

  void draw_words(const Lying& lying, const Area& area, const std::vector<std::string>& words, int first) {
    const float room = lying.cells.left - area.left - ui_.px(8);
    const std::size_t every = rows_to_a_name(ui_, type::caption, lying.tall);
    for (std::size_t i = 0; i < words.size(); i += every) {
      const float y = lying.cell(first + static_cast<int>(i), 1).middle_y();
      const float half = ui_.height(type::caption) / 2;
      ui_.text({area.left, y - half, area.left + room, y + half}, Align::right, type::caption, c_.ink,
               ui_.fitted(type::caption, words[i], room));
    }
  }

  void draw_lane(const Lying& lying, const ComparedTranslator& model, const StepLane& lane) {
    const bool writes = lane.stack != &model.trace()->anatomy().stacks.front();
    const Rgb full = colour_of(ui_, model);
    const float inset = lying.wide >= ui_.px(6) && lying.tall >= ui_.px(6) ? ui_.px(1) : 0;
    for (std::size_t place = 0; place < lane.at.size(); ++place) {
      const int step = lane.at[place];
      const Area whole = lying.cell((writes ? lying.read : 0) + static_cast<int>(place), step);
      const Area cell = whole.inset(inset);
      if (step < now_) {
        ui_.fill(cell, mix(c_.stage, full, 0.6F), ui_.px(2));
      } else if (step == now_) {
        ui_.fill(cell, full, ui_.px(2));
      } else {
        ui_.outline(cell, c_.strong_line, ui_.hairline(), ui_.px(2));
      }
      if (ui_.hovered(whole)) say(model, lane, place, writes);
    }
  }

  void say(const ComparedTranslator& model, const StepLane& lane, std::size_t place, bool writes) {
    const std::vector<std::string>& words = writes ? model.trace()->words().next : model.trace()->typed();
    const std::string what = lane.stack->recurrence ? "cell" : "layer";
    ui_.tooltip({RichText("“" + words[place] + "”, " + std::string(lane.stack->name) + ", " + what + " " +
                          std::to_string(lane.layer) + (lane.backwards ? ", backwards" : "")),
                 RichText("step " + std::to_string(lane.at[place]) + ": " +
                          (lane.at[place] == 1
                               ? "it waits for no step"
                               : "it waits for " + counted(lane.at[place] - 1, "step") + " before it"))});
  }

  const RecurrenceView& view_;
  Ui& ui_;
  const Palette& c_;
  Area area_;
  int most_;
  int now_;
};

}  // namespace

void draw_waiting(const RecurrenceView& view, Area area) { WaitingPage(view, area).draw(); }

}  // namespace headlight
