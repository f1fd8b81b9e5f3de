// The lab on recurrence: its pages.

#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/recurrence/recurrence_lab.h"
#include "app/panels/common/colours.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/compared.h"
#include "app/panels/labs/lab_board.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

using RecurrenceView = LabView<RecurrenceLab, RecurrenceStudy>;

// Of rows so tall, every which one has room for its name.
std::size_t rows_to_a_name(const Ui& ui, Type type, float tall) {
  return static_cast<std::size_t>(std::max(1.0F, std::ceil(ui.height(type) / std::max(1.0F, tall))));
}

// What cards measured: exact translations by length, the gradient through time.

const CardCurve* curve_called(const RecurrenceStudy& study, std::string_view name) {
  const auto found = std::find_if(study.gradients.begin(), study.gradients.end(),
                                  [name](const CardCurve& each) { return each.model == name; });
  return found == study.gradients.end() ? nullptr : &*found;
}

// Which of the two gradients is the longer one where, by the curves alone.
std::string who_leads(const RecurrenceStudy& study) {
  const CardCurve* simple = curve_called(study, simple_state);
  const CardCurve* lstm = curve_called(study, lstm_state);
  if (simple == nullptr || lstm == nullptr) return "";
  const CurveLead lead = lead_of(simple->curve, lstm->curve);
  if (lead.distances == 0) return "";
  if (lead.above == 0) return say("Through the state, the LSTM’s gradient is longer at every distance.");
  if (lead.above == lead.distances)
    return say("Through the state, the simple network’s gradient is longer at every distance.");
  const double end = simple->curve.points[lead.distances - 1].at;
  return say(
      lead.last < end ? to_be_said("Through the state, the simple network’s gradient is longer at {n} of "
                                   "{distances}, from {first} to {last} back; further back, the LSTM’s is.")
                      : to_be_said("Through the state, the simple network’s gradient is longer at {n} of "
                                   "{distances}, from {first} to {last} back."),
      {{"n", std::to_string(lead.above)},
       {"distances",
        say(several(lead.distances, "{n} distance", "{n} distances"), {{"n", count_text(lead.distances)}})},
       {"first", std::to_string(lead.first)},
       {"last", std::to_string(lead.last)}});
}

void draw_exact_by_length(const RecurrenceView& view, Area area) {
  draw_exact_curves(view.ui, area,
                    {.id = "recurrence",
                     .curves = view.study.exact,
                     .without = view.study.without,
                     .exactly = "translated exactly",
                     .counted = "held-out sentences of this length",
                     .models = translators});
}

void draw_gradient_through_time(const RecurrenceView& view, Area area) {
  Ui& ui = view.ui;
  cut_without(view.ui, view.study.without, area);
  const std::string says = who_leads(view.study);
  const float line = ui.height(type::lesson) + ui.px(8);
  if (!says.empty()) {
    const float tall = ui.wrapped_height(type::lesson, says, area.width(), line);
    ui.wrapped(area.cut_top(tall), type::lesson, view.c.ink, says, line);
    area.cut_top(ui.px(10));
  }
  std::vector<PlotSeries> series;
  for (const CardCurve& each : view.study.gradients) {
    const bool simple = each.model == simple_state, cell = each.model == lstm_cell;
    PlotSeries& line_of =
        series.emplace_back(PlotSeries{.name = each.model, .colour = view.c.each_head[simple ? 0 : 2]});
    if (cell) line_of.kind = PlotSeries::Kind::dashed;
    for (const MeasuredCurve::Point& point : each.curve.points)
      if (point.value > 0) line_of.points.push_back({point.at, point.value});
  }
  PlotAxis y{.title = "length of the gradient (log scale)", .name = "gradient", .logarithmic = true};
  y = fitted_axis(y, series, 0.04);
  plot(ui, "recurrence/gradient", area,
       axis_along(view.study.gradients, view.study.gradients.front().curve.along), y, series);
}

// Three translators on one sentence: what each writes, and where it looked.

class WhatWasRead {
 public:
  explicit WhatWasRead(const RecurrenceView& view) : view_(view), ui_(view.ui), c_(view.c) {}

  void draw_weights(Area area, const ComparedTranslator& model, const Colouring& colouring) {
    area.right -= ui_.px(20);  // the last names above the columns lean out
    stage::Piece cells = recorded_cells(view_.context, {.id = "recurrence/alignment/" + model.name,
                                                        .map = model.alignment,
                                                        .path = "",
                                                        .column_labels = true,
                                                        .colouring = colouring});
    std::get<stage::Cells>(cells.look).title = model.alignment->title.plain();
    stage::show_matrix(ui_, area, std::move(cells), {.most_wide = 30, .most_tall = 26});
  }

  // The words read one after another, the state that is left of them, and all that is written from it.
  void draw_squeezed(Area area, const ComparedTranslator& model) {
    const Heatmap& map = *model.bottleneck;
    const std::vector<std::string>& read = model.trace()->typed();
    const std::vector<std::string>& written = model.trace()->words().next;
    ui_.text(area.cut_top(ui_.height(type::label_hot) + ui_.px(6)), Align::left, type::label_hot, c_.ink,
             ui_.shortened(type::label_hot,
                           say("One vector of {numbers}",
                               {{"numbers", say(several(map.rows, "{n} number", "{n} numbers"),
                                                {{"n", count_text(map.rows)}})}}),
                           area.width()));
    const std::string under = say("all that the decoder gets from {words}",
                                  {{"words", say(several(std::ssize(read), "{n} word", "{n} words"),
                                                 {{"n", count_text(std::ssize(read))}})}});
    ui_.text(area.cut_top(ui_.height(type::caption) + ui_.px(6)), Align::left, type::caption, c_.text_2,
             ui_.shortened(type::caption, under, area.width()));
    area.cut_top(ui_.px(10));
    const auto most = static_cast<float>(std::max(read.size(), written.size()));
    const float tall = std::clamp(std::floor(area.height() / most), 1.0F, ui_.px(26));
    const float side = std::round(area.width() * 0.34F);
    const float high = tall * most;
    const Area strip = Area::at(std::round(area.middle_x() - ui_.px(11)),
                                std::round(area.top + high * 0.5F - std::min(high, ui_.px(150)) / 2),
                                ui_.px(22), std::min(high, ui_.px(150)));
    const Rgb colour = colour_of(ui_, model);
    const float left = area.left + side, right = area.right - side;
    const auto y_of = [&](const std::vector<std::string>& words, std::size_t at) {
      const float from = area.top + (high - tall * static_cast<float>(words.size())) / 2;
      return from + (static_cast<float>(at) + 0.5F) * tall;
    };
    const std::size_t every = rows_to_a_name(ui_, type::label, tall);
    const float half = ui_.height(type::label) / 2;
    for (std::size_t i = 0; i < read.size(); ++i) {
      const float y = y_of(read, i);
      if (i % every == 0)
        ui_.text({area.left, y - half, left - ui_.px(10), y + half}, Align::right, type::label, c_.ink,
                 ui_.shortened(type::label, read[i], side - ui_.px(10)));
      ui_.disc({left, y}, std::min(ui_.px(3), tall / 2), colour);
      if (i + 1 < read.size()) ui_.line(left, y, left, y_of(read, i + 1), colour, ui_.px(1.5F));
    }
    const float middle = strip.middle_y();
    const float last = y_of(read, read.size() - 1);
    const float bend = (strip.left + left) / 2;
    ui_.curve({{left, last}, {bend, last}, {bend, middle}, {strip.left - ui_.px(4), middle}}, colour,
              ui_.px(2.5F));
    const float out = (strip.right + right) / 2;
    for (std::size_t i = 0; i < written.size(); ++i) {
      const float y = y_of(written, i);
      ui_.curve({{strip.right + ui_.px(4), middle}, {out, middle}, {out, y}, {right - ui_.px(4), y}}, colour,
                ui_.px(1), 0.6F);
      if (i % every == 0)
        ui_.text({right + ui_.px(4), y - half, area.right, y + half}, Align::left, type::label, c_.ink,
                 ui_.shortened(type::label, written[i], area.right - right - ui_.px(4)));
    }
    ui_.cells({.map = model.bottleneck, .rows = map.rows, .columns = 1, .area = strip, .unit = ui_.scale()});
    ui_.outline(strip.outset(ui_.px(2)), c_.ink, ui_.px(2), ui_.px(3));
    if (ui_.hovered(strip)) ui_.tooltip(map.path);
  }

 private:
  const RecurrenceView& view_;
  Ui& ui_;
  const Palette& c_;
};

void draw_translations(const RecurrenceView& view, const Area& area) {
  const Role differs = view.study.known.empty() ? Role::second_sentence : Role::error;
  std::vector<HeatmapPtr> weights;
  std::vector<MapToColour> to_colour;
  for (const ComparedTranslator& model : view.study.models) {
    if (model.alignment == nullptr) continue;
    weights.push_back(model.alignment);
    to_colour.push_back({model.alignment, numbers_of(view.ui, model.alignment).sink});
  }
  Area rest = area;
  const bool all_right = std::all_of(view.study.models.begin(), view.study.models.end(),
                                     [](const ComparedTranslator& model) { return model.right; });
  if (all_right)
    offer_example(view.context, rest,
                  {"All three translate this sentence correctly.", "Take a longer one", differing_sentence});
  offer_colours(view.context, "recurrence/colours", weights, rest);
  const std::vector<Colouring> colourings = colourings_of(view.context, to_colour);
  const auto colouring = [&](const HeatmapPtr& map) {
    return colourings[std::find(weights.begin(), weights.end(), map) - weights.begin()];
  };
  draw_compared(view.ui, rest, view.study.models,
                {.type = type::panel, .differs = differs, .verdict_differs = true},
                [&](Area column, const ComparedTranslator& model) {
                  column.cut_top(view.ui.px(12));
                  if (model.alignment != nullptr)
                    WhatWasRead(view).draw_weights(column, model, colouring(model.alignment));
                  if (model.bottleneck != nullptr) WhatWasRead(view).draw_squeezed(column, model);
                });
}

// What has to wait for what: a row for each word, a column for each step of time, played.

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
    const int clamped = std::clamp(step, 0, most_);
    if (clamped != now_) view_.change([&](RecurrenceLab& lab) { lab.step = clamped; });
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
    SettingRows<RecurrenceLab> row(view_.context, area_, 14, 24);
    row.choose(&RecurrenceLab::learning,
               std::array{Choice{to_be_said("Writing")}, Choice{to_be_said("Learning")}},
               [](RecurrenceLab& lab) { lab.step = RecurrenceLab::last_step; });
    if (!ui_.exporting()) {
      const std::string label = played().runs ? "Pause" : "Play";
      const Area press = row.place(button_width(ui_, "Pause"));
      if (button(ui_, "recurrence/play", press, label, ButtonKind::primary)) play_or_stop();
    }
    const float wide = std::clamp(row.room() - ui_.px(20), ui_.px(150), ui_.px(280));
    slide_setting(view_.context, row.next(wide, ui_.px(20)), &RecurrenceLab::step,
                  {.label = "steps taken",
                   .text = say("{n} of {all}", {{"n", count_text(now_)}, {"all", count_text(most_)}}),
                   .highest = most_},
                  [this](RecurrenceLab&) { played().runs = false; });
    const std::string says = view_.lab.learning ? "All words of the translation are given (teacher forcing)."
                                                : "A word can be read once it is written.";
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
    const std::string says = say(
        view_.lab.learning ? to_be_said("{steps} to read, {all} for all words at once")
                           : to_be_said("{steps} to read, {all} until the last word"),
        {{"steps", say(several(steps.reading, "{n} step", "{n} steps"), {{"n", count_text(steps.reading)}})},
         {"all", count_text(steps.all)}});
    ui_.text(area.cut_top(ui_.height(type::label_hot) + ui_.px(10)), Align::left, type::label_hot, c_.ink,
             ui_.shortened(type::label_hot, says_of(model, steps, says), area.width()));
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
    return say(
        "{steps} to read, {all} for all words",
        {{"steps", say(several(steps.reading, "{n} step", "{n} steps"), {{"n", count_text(steps.reading)}})},
         {"all", count_text(steps.all)}});
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
               ui_.shortened(type::caption, words[i], room));
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
      if (ui_.hovered(whole)) tell(model, lane, place, writes);
    }
  }

  void tell(const ComparedTranslator& model, const StepLane& lane, std::size_t place, bool writes) {
    const std::vector<std::string>& words = writes ? model.trace()->words().next : model.trace()->typed();
    const NamedValue n{"n", from_one(lane.layer)}, step{"step", std::to_string(lane.at[place])};
    const int before = lane.at[place] - 1;
    ui_.tooltip(
        {RichText(joined({"“" + words[place] + "”", std::string(lane.stack->name),
                          say(lane.stack->recurrence ? to_be_said("cell {n}") : to_be_said("layer {n}"), {n}),
                          lane.backwards ? say("backwards") : ""})),
         RichText(before == 0 ? say("step {step}: it waits for nothing", {step})
                              : say(several(before, "step {step}: it waits for {n} step before it",
                                            "step {step}: it waits for {n} steps before it"),
                                    {step, {"n", count_text(before)}}))});
  }

  const RecurrenceView& view_;
  Ui& ui_;
  const Palette& c_;
  Area area_;
  int most_;
  int now_;
};

void draw_waiting(const RecurrenceView& view, Area area) { WaitingPage(view, area).draw(); }

constexpr std::array recurrence_says{
    "A recurrent network reads the sentence into one vector; attention lets its decoder look back at every "
    "word; a Transformer keeps the attention and drops the recurrence.",
    "One square is one operation: a recurrent cell at one time, or a layer at one word. It can start once "
    "everything it reads is ready (sequential operations, Vaswani et al. 2017, table 1).",
    "How many held-out sentences are translated exactly, word for word, by the number of words read; from "
    "the models’ cards.",
    "How much the loss at a character still depends on the state k characters earlier: the mean length of "
    "its gradient, from the models’ cards."};

void draw_recurrence_page(const RecurrenceView& view, const Area& area) {
  switch (view.lab.page) {
    case RecurrencePage::sides:
      return draw_translations(view, area);
    case RecurrencePage::waiting:
      return draw_waiting(view, area);
    case RecurrencePage::length:
      return draw_exact_by_length(view, area);
    case RecurrencePage::gradient:
      return draw_gradient_through_time(view, area);
  }
}

void draw_recurrence_lab(const PanelContext& context, const Area& area) {
  Area rest = area;
  const auto& lab = context.session.labs.get<RecurrenceLab>();
  const std::array pages{Choice{to_be_said("Side by side")}, Choice{to_be_said("What waits for what")},
                         Choice{to_be_said("By length")}, Choice{to_be_said("Gradient through time")}};
  choose_page(context, rest, recurrence_says.at(static_cast<std::size_t>(lab.page)), pages,
              &RecurrenceLab::page);
  const LabWork* work = work_of(context);
  const auto* study = work == nullptr ? nullptr : work->result<RecurrenceStudy>();
  // While another page is computed, what there is belongs to the one before.
  if (study == nullptr || work->settings<RecurrenceLab>().page != lab.page) return;
  draw_recurrence_page({context, lab, *study}, rest);
}

// --- before a class

std::optional<ClassPicture> recurrence_for_class(const PanelContext& context) {
  const auto* const study = result_of<RecurrenceStudy>(context);
  const RecurrenceLab& lab = context.session.labs.get<RecurrenceLab>();
  if (study == nullptr || work_of(context)->settings<RecurrenceLab>().page != lab.page) return {};
  if (lab.page == RecurrencePage::length)
    return class_exact(context.ui, study->exact, translators, "words",
                       say("share of sentences translated exactly"));
  if (lab.page == RecurrencePage::sides) {
    ClassPicture picture{.shows = class_answers(study->models)};
    const bool all_right = std::all_of(study->models.begin(), study->models.end(),
                                       [](const ComparedRun& model) { return model.right; });
    if (all_right)
      picture.says = say("All three are right. Try a longer sentence.");
    else if (!study->known.empty())
      picture.says = say("Known to be right: {text}", {{"text", study->known.front()}});
    return picture;
  }
  ClassBars bars{{}, -1};
  for (const ComparedTranslator& model : study->models) {
    const int steps = (lab.learning ? model.learning : model.writing).all;
    bars.bars.push_back({model.name, std::to_string(steps),
                         static_cast<double>(steps) / std::max(1, study->most_steps(lab.learning)),
                         colour_of(context.ui, model)});
  }
  return ClassPicture{.about = say("so many steps one after another:"),
                      .shows = bars,
                      .says = say("A recurrent network reads a word only when all before it are read.")};
}

bool has_recurrence_picture(const Labs& labs) {
  return labs.get<RecurrenceLab>().page != RecurrencePage::gradient;
}

constexpr std::array<LabPanel::ForClass::Set, 3> recurrence_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<RecurrenceLab>().page = RecurrencePage::sides; },
    [](const PanelContext&, Labs& labs) { labs.get<RecurrenceLab>().page = RecurrencePage::waiting; }};

}  // namespace

constinit const LabPanel RecurrenceLab::panel_row{
    .lab = &lab_row,
    .draw = draw_recurrence_lab,
    .help =
        "Three translators, one sentence: through one vector, looking back at every word, and without a "
        "recurrent layer. What each writes, what has to wait for what, and what was measured.",
    .words =
        "rnn lstm gru recurrent neural network seq2seq forget forgetting memory bottleneck long sentence "
        "long-range dependency vanishing gradient bleu parallel accuracy compare before attention history",
    .margin = {"Compare three translators",
               "Move along the curves: how many sentences of each length are right.", "Who waits for whom",
               [](const PanelContext&, Labs& labs) {
                 labs.get<RecurrenceLab>().page = RecurrencePage::waiting;
               }},
    .for_class = {recurrence_for_class, recurrence_steps, has_recurrence_picture},
};

}  // namespace headlight
