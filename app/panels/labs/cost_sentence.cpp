#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/labs/cost_pages.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/quantity.h"
#include "app/widgets/plot.h"
#include "core/figure/amounts.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

class SentencePage {
 public:
  SentencePage(const PanelContext& context, const CostStudy::OnStage& stage)
      : context_(context),
        ui_(context.ui),
        c_(ui_.colours()),
        stage_(stage),
        n_(static_cast<int>(stage.words.size())) {}

  void draw(Area area) {
    steppers(area.cut_top(ui_.px(32)));
    area.cut_top(ui_.px(16));
    const CostTable figures = table();
    // The paths need their room above it.
    const float high =
        std::clamp(area.height() - ui_.px(20) - ui_.px(150), cost_table_height(ui_, figures, least_cost_row),
                   cost_table_height(ui_, figures));
    const float gap = ui_.px(36);
    Area left = area.cut_left(std::round((area.width() - gap) * 0.58F));
    const Area right{area.left + gap, area.top, area.right, area.bottom};
    draw_cost_table(ui_, left.cut_bottom(high), figures, std::round(left.width() * 0.48F));
    left.cut_bottom(ui_.px(20));
    draw_paths(left);
    draw_plot(right);
  }

 private:
  int hops() const { return std::abs(stage_.from - stage_.to); }
  Rgb recurrent() const { return c_.first_sentence; }
  Rgb attention() const { return c_.weights; }

  template <typename Change>
  void change(Change set) {
    change_labs(context_, [&](Labs& labs) { set(labs.get<CostLab>()); });
  }

  void steppers(Area row) {
    const auto word = [&](const char* what, int place) {
      return std::string(what) + " “" +
             ui_.fitted(type::label_hot, stage_.words[static_cast<std::size_t>(place)], ui_.px(110)) + "”";
    };
    const std::string first = word("between", stage_.from);
    const std::string second = word("and", stage_.to);
    const float wide = ui_.px(200);
    if (const int by = stepper(ui_, "cost/from", row.cut_left(wide), first); by != 0)
      change([&](CostLab& lab) { lab.from = (stage_.from + by + n_) % n_; });
    row.cut_left(ui_.px(12));
    if (const int by = stepper(ui_, "cost/to", row.cut_left(wide), second); by != 0)
      change([&](CostLab& lab) { lab.to = (stage_.to + by + n_) % n_; });
  }

  // The chain of a recurrent layer above the words, the one hop of attention below them.
  void draw_paths(const Area& area) {
    const float column = area.width() / static_cast<float>(std::max(n_, 1));
    float longest = 0;
    for (const std::string& each : stage_.words)
      longest = std::max(longest, ui_.width(type::label_hot, each));
    const bool level = longest + ui_.px(8) <= column;
    const float words = level ? ui_.px(26) : std::min(longest + ui_.px(12), ui_.px(90));
    const float middle = std::round(area.middle_y());
    const Area row{area.left, middle - words / 2, area.right, middle + words / 2};
    const auto centre = [&](int place) { return area.left + (static_cast<float>(place) + 0.5F) * column; };

    ui_.text(
        {area.left, area.top, area.right, area.top + ui_.px(22)}, Align::left, type::section, recurrent(),
        "Recurrent: path of " + counted(hops(), "step") + (hops() > 0 ? ", to the later word only" : ""));
    ui_.text(
        {area.left, area.bottom - ui_.px(22), area.right, area.bottom}, Align::left, type::section,
        attention(),
        "Attention: path of " + counted(std::min(hops(), 1), "step") + (hops() > 0 ? ", either way" : ""));
    for (int place = 0; place < n_; ++place) {
      const Area box{centre(place) - column / 2, row.top, centre(place) + column / 2, row.bottom};
      const bool end = place == stage_.from || place == stage_.to;
      if (end) ui_.fill(box.inset(ui_.px(1), 0), c_.focus_band, ui_.px(5));
      const Touch touch = ui_.item("cost/word/" + std::to_string(place), box, false);
      if (touch.hovered) ui_.hand();
      if (touch.clicked) change([place](CostLab& lab) { lab.to = place; });
      const std::string& word = stage_.words[static_cast<std::size_t>(place)];
      const Type type = end ? type::label_hot : type::label;
      const Rgb ink = end || touch.hovered ? c_.ink : c_.text_2;
      if (level) {
        ui_.text(box, Align::centre, type, ink, word);
      } else {
        const std::string text = ui_.fitted(type, word, words - ui_.px(8));
        ui_.turned(box.middle_x(), box.bottom - ui_.px(4), 90, type, ink, text);
      }
    }
    const int first = std::min(stage_.from, stage_.to);
    const float chain = std::min(ui_.px(34), row.top - area.top - ui_.px(30));
    for (int place = first; place < first + hops(); ++place)
      arc(centre(place), centre(place + 1), row.top - ui_.px(3), -chain, recurrent());
    const float hop = std::max(ui_.px(20), area.bottom - ui_.px(30) - row.bottom);
    if (hops() > 0) arc(centre(stage_.from), centre(stage_.to), row.bottom + ui_.px(3), hop, attention());
  }

  void arc(float from, float to, float y, float height, Rgb colour) {
    const float reach = height * 4 / 3;
    ui_.curve({{from, y}, {from, y + reach}, {to, y + reach}, {to, y}}, colour, ui_.px(2));
    ui_.disc({from, y}, ui_.px(2.5F), colour);
    ui_.disc({to, y}, ui_.px(2.5F), colour);
  }

  CostTable table() const {
    const std::string n = std::to_string(n_);
    CostTable list;
    list.columns = {counted(n_, "word") + ", d = " + std::to_string(stage_.d), "recurrent", "attention"};
    list.colours = {recurrent(), attention()};
    list.rows = {{"path between the words", std::to_string(hops()), std::to_string(std::min(hops(), 1))},
                 {"steps in turn, all words", n, "1"},
                 {"multiply-adds of a layer", count_text(static_cast<std::int64_t>(stage_.recurrent)),
                  count_text(stage_.counted)},
                 {"weights of " + counted(stage_.heads, "head"), "none",
                  "h n² = " + count_text(std::int64_t{stage_.heads} * n_ * n_)},
                 {"weights of the cross-attention", "none", cross_weights()},
                 {"kept: state; K and V", "d = " + std::to_string(stage_.d),
                  "2nd = " + count_text(std::int64_t{2} * n_ * stage_.d)},
                 {"memory kept, 32 bits", quantity_text(stage_.state_bytes, "B"),
                  quantity_text(stage_.keys_bytes, "B")}};
    const std::string squared = count_text(std::int64_t{stage_.heads} * n_ * n_);
    list.brief = {
        {2, {{quantity_text(stage_.recurrent), quantity_text(static_cast<double>(stage_.counted))}}},
        {3, {{"none", squared}}},
        {4, {{"none", cross_weights(false)}}},
        {5, {{std::to_string(stage_.d), count_text(std::int64_t{2} * n_ * stage_.d)}}}};
    return list;
  }

  // Of each word written, with those read; `whole` says what is multiplied.
  std::string cross_weights(bool whole = true) const {
    if (stage_.cross_heads == 0) return "none";
    const std::string count = count_text(std::int64_t{stage_.cross_heads} * n_ * stage_.written);
    return whole ? "h n m = " + count + ", m = " + std::to_string(stage_.written) : count;
  }

  void draw_plot(Area area) {
    ui_.text(area.cut_top(ui_.px(22)), Align::left, type::section, c_.ink, "Multiply-adds of a layer");
    ui_.text(area.cut_top(ui_.px(20)), Align::left, type::caption, c_.text_2,
             "recurrent 2nd², attention 4nd² + 2n²d; d = " + std::to_string(stage_.d));
    PlotSeries chain{.name = "recurrent", .colour = recurrent()};
    PlotSeries hop{.name = "attention", .colour = attention()};
    for (int i = 0; i <= 64; ++i) {
      const double n = std::pow(10.0, i / 16.0);
      chain.points.push_back({n, recurrent_multiply_adds(n, stage_.d)});
      hop.points.push_back({n, attention_multiply_adds(n, stage_.d)});
    }
    const std::array series{chain, hop};
    PlotAxis y{.title = "multiply-adds", .logarithmic = true, .label = count_tick};
    plot(ui_, "cost/layer", area,
         {.title = "words n", .from = 1, .to = 10000, .logarithmic = true, .label = count_tick},
         fitted_axis(y, series), series, PlotMark{static_cast<double>(n_), "n = " + std::to_string(n_)});
  }

  const PanelContext& context_;
  Ui& ui_;
  const Palette& c_;
  const CostStudy::OnStage& stage_;
  int n_;
};

}  // namespace

void draw_cost_of_sentence(const PanelContext& context, const Area& area, const CostStudy::OnStage& stage) {
  if (stage.words.empty()) {
    context.ui.text(area.left, area.top + context.ui.px(10), type::body, context.ui.colours().text_2,
                    "There is no sentence on stage.");
    return;
  }
  SentencePage(context, stage).draw(area);
}

}  // namespace headlight
