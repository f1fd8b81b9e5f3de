// Pairs that are read one by one: what is kept of them with softmax, in a sum, and with the delta rule.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/labs/beyond/beyond_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/compared.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// The reading goes on by itself.
struct RecallPlayed {
  bool runs = false;
  double due = 0;  // the next pair
  void let_go() { runs = false; }
};
constexpr double seconds_a_pair = 0.7;

std::string share_of_texts(double value) {
  return say("{n} %", {{"n", std::to_string(std::lround(100 * value))}});
}

Rgb colour_of_reader(const Palette& c, RecallKind kind) {
  return c.each_head.at(static_cast<std::size_t>(kind));
}

// "softmax(c q Kᵀ) V" and what that keeps.
struct ReaderSays {
  const char* name;
  const char* formula;
};
ReaderSays reader_says(RecallKind kind) {
  switch (kind) {
    case RecallKind::softmax:
      return {"Softmax: every pair is kept", "softmax(8 q Kᵀ) V,  8 so that one stands out"};
    case RecallKind::linear:
      return {"Linear: added to one matrix", "S ← S + kᵀ v,  answer q S"};
    case RecallKind::delta:
      return {"Delta rule: written over", "S ← S + kᵀ (v − k S),  answer q S"};
  }
  return {"", ""};
}

class RecallPage {
 public:
  RecallPage(const PanelContext& context, const Area& area, const RecallStudy& study)
      : context_(context),
        ui_(context.ui),
        c_(context.ui.colours()),
        lab_(context.session.labs.get<BeyondLab>()),
        study_(study),
        rest_(area),
        pairs_(lab_.pairs),
        now_(std::min(lab_.read, lab_.pairs)) {}

  void draw() {
    play_on();
    keys();
    controls();
    words();
    const bool narrow = rest_.width() < ui_.px(560);
    const float share = narrow ? 0.26F : 0.36F;
    const Area below = rest_.cut_bottom(std::round(rest_.height() * share), ui_.px(14));
    const std::vector<Area> columns = columns_of(ui_, rest_, study_.readers.size(), ui_.px(28));
    for (std::size_t i = 0; i < columns.size(); ++i) reader(columns[i], study_.readers[i]);
    curves(below);
  }

 private:
  RecallPlayed& played() { return ui_.state<RecallPlayed>(); }

  void go_to(int read) {
    const int clamped = std::clamp(read, 0, pairs_);
    if (clamped == now_) return;
    change_lab<BeyondLab>(
        context_, [&](BeyondLab& lab) { lab.read = clamped == pairs_ ? BeyondLab::all_read : clamped; });
  }

  void play_on() {
    RecallPlayed& playing = played();
    if (!playing.runs || ui_.exporting()) return;
    if (now_ >= pairs_) {
      playing.runs = false;
      return;
    }
    if (ui_.state().now >= playing.due) {
      playing.due = ui_.state().now + seconds_a_pair;
      go_to(now_ + 1);
    }
    ui_.state().move_at(playing.due);
  }

  void play_or_stop() {
    RecallPlayed& playing = played();
    playing.runs = !playing.runs;
    if (!playing.runs) return;
    if (now_ >= pairs_) go_to(0);
    playing.due = ui_.state().now + seconds_a_pair;
    ui_.state().again = true;
  }

  // A control that has the keyboard takes its keys itself.
  void keys() {
    if (ui_.exporting() || ui_.state().focus_visible) return;
    if (ui_.take(Key::space) % 2 != 0) play_or_stop();
    const int by = ui_.take(Key::right) - ui_.take(Key::left);
    if (by == 0) return;
    played().runs = false;
    go_to(now_ + by);
  }

  void controls() {
    SettingRows<BeyondLab> row(context_, rest_, 10, 18);
    row.choose(&BeyondLab::again,
               std::array{Choice{to_be_said("Each name once")}, Choice{to_be_said("Names come again")}});
    const float wide = ui_.px(128);
    row.slide(wide, &BeyondLab::pairs, {.label = "pairs"});
    row.slide(wide, &BeyondLab::numbers, {.label = "numbers in a key"});
    row.slide(wide, &BeyondLab::kept, {.label = "older counts", .text = fixed_text(lab_.kept, 2)});
    row.press("other", "Other pairs", [](BeyondLab& lab) { lab.seed = next_seed(lab.seed); });
    SettingRows<BeyondLab> time(context_, rest_, 10, 18);
    if (!ui_.exporting()) {
      const Area press = time.place(button_width(ui_, "Pause"));
      if (button(ui_, "beyond/play", press, played().runs ? "Pause" : "Play", ButtonKind::primary))
        play_or_stop();
    }
    slide_setting(context_, time.next(std::min(time.room() - ui_.px(18), ui_.px(280)), ui_.px(18)),
                  &BeyondLab::read,
                  {.label = "pairs read",
                   .text = say("{n} of {all}", {{"n", count_text(now_)}, {"all", count_text(pairs_)}}),
                   .highest = pairs_,
                   .in_force = now_,
                   .usual = pairs_},
                  [this](BeyondLab&) { played().runs = false; });
  }

  // The text: a pair is a name over its value; behind them the question.
  void words() {
    const RecallText& text = study_.text;
    float wide = 0;
    for (std::size_t t = 0; t < text.keys.size(); ++t)
      wide = std::max({wide, ui_.width(type::label_hot, recall_key_name(text.keys[t])),
                       ui_.width(type::label, recall_value_name(text.values[t]))});
    wide += ui_.px(10);
    const float tall = ui_.px(36), gap = ui_.px(4);
    const auto in_row = std::max(1, static_cast<int>((rest_.width() + gap) / (wide + gap)));
    const int count = static_cast<int>(text.keys.size()) + 1;
    const int rows = (count + in_row - 1) / in_row;
    const Area all = rest_.cut_top(static_cast<float>(rows) * (tall + gap), ui_.px(8));
    for (int t = 0; t < count; ++t) {
      const Area box = Area::at(all.left + static_cast<float>(t % in_row) * (wide + gap),
                                all.top + static_cast<float>(t / in_row) * (tall + gap), wide, tall);
      const bool question = t == count - 1;
      const bool read = t < study_.read, newest = t == study_.read - 1;
      const bool about = question || text.keys[t] == text.asked;
      if (read || question) ui_.fill(box, about ? c_.focus_band : c_.panel, ui_.px(5));
      ui_.outline(box, newest ? c_.ink : c_.hairline, newest ? ui_.px(2) : ui_.hairline(), ui_.px(5));
      const Rgb ink = read || question ? c_.ink : c_.text_3;
      Area inside = box.inset(0, ui_.px(2));
      const Area above = inside.cut_top(inside.height() / 2);
      ui_.text(above, Align::centre, type::label_hot, ink,
               recall_key_name(question ? text.asked : text.keys[t]));
      ui_.text(inside, Align::centre, type::label, ink, question ? "?" : recall_value_name(text.values[t]));
    }
  }

  void reader(Area area, const RecallStudy::Reader& reader) {
    const ReaderSays says = reader_says(reader.kind);
    const std::string name = recall_kind_name(reader.kind);
    ui_.text(area.cut_top(ui_.px(20)), Align::left, type::label_hot, colour_of_reader(c_, reader.kind),
             ui_.shortened(type::label_hot, says.name, area.width()));
    ui_.text(area.cut_top(ui_.px(18), ui_.px(4)), Align::left, type::caption, c_.text_2,
             ui_.shortened(type::caption, says.formula, area.width()));
    const Area verdict = area.cut_bottom(ui_.px(20));
    // The same rows for all three, so that their answers stand in one line.
    const auto rows = static_cast<float>(std::max(pairs_, lab_.numbers));
    const float names = ui_.px(44), head = ui_.px(18), between = ui_.px(10);
    const float side =
        std::max(ui_.px(6),
                 std::min(std::floor((area.height() - head - between - ui_.px(4)) / (rows + 1)), ui_.px(26)));
    const float wide = std::min(std::floor((area.width() - names) / recall_values), ui_.px(44));
    const float left = std::round(area.left + names), top = std::round(area.top + head);
    for (int column = 0; column < recall_values; ++column)
      ui_.text(Area::at(left + wide * static_cast<float>(column), area.top, wide, head), Align::centre,
               type::cell, c_.text_2, recall_value_name(column));
    const LabWork& work = *work_of(context_);
    if (const auto found = work.maps.find(name); found != work.maps.end()) {
      const HeatmapPtr& map = found->second;
      const Area cells =
          Area::at(left, top, wide * static_cast<float>(map->columns), side * static_cast<float>(map->rows));
      numbers(map, cells, name, side);
    }
    const float at = top + side * rows + between;
    answer(Area::at(left, at, wide * recall_values, std::max(side, ui_.px(18))), reader, names);
    verdict_of(verdict, reader);
  }

  void numbers(const HeatmapPtr& map, const Area& cells, const std::string& name, float side) {
    const bool labels = side >= ui_.px(13);
    const HeatmapLook look{.row_labels = labels, .column_labels = false, .numbers_from = 15};
    const HeatmapTouch touch = heatmap(ui_, "beyond/" + name, map, cells, look);
    if (touch.hovered) ui_.tooltip(cell_tooltip(*map, *touch.hovered));
    if (touch.clicked && name == recall_kind_name(RecallKind::delta))
      ui_.emit(SelectCell{{"beyond_lab.state", touch.clicked->row, touch.clicked->column}});
  }

  // What the name that is asked gets, in the columns of the values.
  void answer(const Area& cells, const RecallStudy::Reader& reader, float names) {
    auto map = std::make_shared<Heatmap>();
    map->rows = 1;
    map->columns = recall_values;
    map->values.assign(reader.answer.data(), reader.answer.data() + reader.answer.size());
    map->row_labels = {recall_key_name(study_.text.asked)};
    for (int column = 0; column < recall_values; ++column)
      map->column_labels.push_back(recall_value_name(column));
    map->row_axis = "asked";
    map->column_axis = "value";
    map->scale = {Ramp::diverging, -1, 1, "answer", {}, {}};
    map->format = NumberFormat::weight;
    const std::string id = std::string("beyond/answer/") + recall_kind_name(reader.kind);
    const HeatmapTouch touch =
        heatmap(ui_, id, map, cells, {.row_labels = false, .column_labels = false, .numbers_from = 15});
    ui_.text({cells.left - names, cells.top, cells.left - ui_.px(6), cells.bottom}, Align::right,
             type::label_hot, c_.ink, say("{name}?", {{"name", recall_key_name(study_.text.asked)}}));
    if (reader.recalled >= 0) {
      const float wide = cells.width() / recall_values;
      ui_.outline(
          Area::at(cells.left + wide * static_cast<float>(reader.recalled), cells.top, wide, cells.height()),
          c_.ink, ui_.px(2), ui_.px(2));
    }
    if (touch.hovered) ui_.tooltip(cell_tooltip(*map, *touch.hovered));
  }

  void verdict_of(const Area& area, const RecallStudy::Reader& reader) {
    std::string says;
    const bool right = reader.recalled == study_.wanted;
    if (study_.wanted < 0)
      says = say("{name} did not come yet", {{"name", recall_key_name(study_.text.asked)}});
    else if (right)
      says = say("{word}: right", {{"word", recall_value_name(study_.wanted)}});
    else if (reader.recalled < 0)
      says = say("cannot tell; right is {word}", {{"word", recall_value_name(study_.wanted)}});
    else
      says = say("{word}; right is {wanted}", {{"word", recall_value_name(reader.recalled)},
                                               {"wanted", recall_value_name(study_.wanted)}});
    ui_.text(area, Align::left, type::label_hot, study_.wanted < 0 || right ? c_.ink : c_.error,
             ui_.shortened(type::label_hot, says, area.width()));
  }

  void curves(const Area& area) {
    std::vector<PlotSeries> series;
    for (const RecallKind kind : recall_kinds) {
      PlotSeries& line = series.emplace_back(PlotSeries{
          .name = recall_kind_name(kind), .colour = colour_of_reader(c_, kind), .thickness = 2.5F});
      if (kind == RecallKind::linear) line.kind = PlotSeries::Kind::dashed;
      for (std::size_t i = 0; i < study_.shares.size(); ++i)
        line.points.push_back({static_cast<double>(i + 1), study_.shares[i][static_cast<std::size_t>(kind)]});
    }
    const PlotAxis y{.title = say("right, of {n} texts", {{"n", std::to_string(recall_texts)}}),
                     .from = 0,
                     .to = 1.04,
                     .label = share_of_texts};
    const PlotTouch touch =
        plot(ui_, "beyond/right", area,
             {.title = "pairs in the text", .name = "pairs", .from = 1, .to = most_recall_pairs}, y, series,
             PlotMark{static_cast<double>(pairs_), ""});
    if (!touch.clicked_x) return;
    const int pairs = std::clamp(static_cast<int>(std::lround(*touch.clicked_x)), 1, most_recall_pairs);
    if (pairs != pairs_) change_lab<BeyondLab>(context_, [pairs](BeyondLab& lab) { lab.pairs = pairs; });
  }

  const PanelContext& context_;
  Ui& ui_;
  const Palette& c_;
  const BeyondLab& lab_;
  const RecallStudy& study_;
  Area rest_;
  int pairs_, now_;
};

}  // namespace

void draw_recall_page(const PanelContext& context, const Area& area, const RecallStudy& study) {
  // While other settings are computed, what there is belongs to the ones before.
  if (std::ssize(study.text.keys) != context.session.labs.get<BeyondLab>().pairs) return;
  RecallPage(context, area, study).draw();
}

ClassPicture recall_for_class(const PanelContext& context, const RecallStudy& study) {
  ClassBars bars{{}, -1};
  const std::size_t pairs = study.text.keys.size();
  for (const RecallKind kind : recall_kinds) {
    const double share = study.shares.at(pairs - 1)[static_cast<std::size_t>(kind)];
    bars.bars.push_back(
        {recall_kind_name(kind), share_of_texts(share), share, colour_of_reader(context.ui.colours(), kind)});
  }
  const NamedValue n{"n", count_text(std::ssize(study.text.keys))};
  return {
      .about = say("what was said last, right in {n} texts:", {{"n", std::to_string(recall_texts)}}),
      .shows = bars,
      .says = study.asked.again
                  ? say("{n} pairs, and names come again. A sum keeps the old value beside the new one.", {n})
                  : say("{n} pairs, each name once, {d} numbers in a key.",
                        {n, {"d", count_text(study.asked.numbers)}})};
}

}  // namespace headlight
