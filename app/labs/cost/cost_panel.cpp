#include "app/labs/cost/cost_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/labs/cost.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr std::array letters{"", "k", "M", "G", "T", "P", "E"};

}  // namespace

std::string quantity_text(double value, const std::string& unit, int digits) {
  std::size_t place = 0;
  // What would be rounded up to a thousand has the next letter.
  const double thousand = 1000 - 0.5 * std::pow(10.0, 3 - digits);
  while (place + 1 < letters.size() && std::fabs(value) >= thousand) {
    value /= 1000;
    ++place;
  }
  const std::string letter = letters[place] + unit;
  return significant_text(static_cast<float>(value), digits) + (letter.empty() ? "" : " " + letter);
}

std::string count_tick(double value) { return quantity_text(value); }
std::string bytes_tick(double value) { return quantity_text(value, "B"); }

void cut_sources(Ui& ui, Area& area, const std::vector<const RealModel*>& models, const std::string& notes) {
  std::vector<std::string_view> said;
  if (models.empty() && notes.empty()) return;
  std::string text;
  for (const RealModel* model : models) {
    if (std::find(said.begin(), said.end(), model->source) != said.end()) continue;
    said.push_back(model->source);
    text += (text.empty() ? "" : " · ") + std::string(model->source);
  }
  if (!text.empty()) text = say("Figures from {sources}", {{"sources", text}});
  if (!notes.empty()) text += (text.empty() ? "" : ". ") + notes;
  // As tall as it is over the whole width, one line more where words do not fill theirs.
  const float line = ui.px(16);
  const float lines = std::ceil(ui.width(type::caption, text) * 1.08F / area.width());
  ui.wrapped(area.cut_bottom(line * lines, ui.px(8)), type::caption, ui.colours().text_3, text, line);
}

namespace {

class SentencePage : PanelPart {
 public:
  SentencePage(const PanelContext& context, const CostStudy::OnStage& stage)
      : PanelPart(context), stage_(stage), n_(static_cast<int>(stage.words.size())) {}

  void draw(Area area) {
    steppers(area);
    const DrawnNumbers figures = table();
    // The paths need their room above it.
    const float high =
        std::clamp(area.height() - ui_.px(20) - ui_.px(150),
                   number_table_height(ui_, figures, least_table_row), number_table_height(ui_, figures));
    const float gap = ui_.px(36);
    Area left = area.cut_left(std::round((area.width() - gap) * 0.58F));
    const Area right{area.left + gap, area.top, area.right, area.bottom};
    draw_number_table(ui_, left.cut_bottom(high), figures, std::round(left.width() * 0.48F));
    left.cut_bottom(ui_.px(20));
    draw_paths(left);
    draw_plot(right);
  }

 private:
  int hops() const { return std::abs(stage_.from - stage_.to); }
  Rgb recurrent() const { return c_.first_sentence; }
  Rgb attention() const { return c_.weights; }

  void change(auto set) { change_lab<CostLab>(context_, set); }

  void steppers(Area& rest) {
    ControlRows row(ui_, rest, ui_.px(32), ui_.px(16));
    const auto word = [&](const char* what, int place) {
      return std::string(what) + " “" + ui_.shortened(type::label_hot, stage_.words[place], ui_.px(110)) +
             "”";
    };
    const std::string first = word("between", stage_.from);
    const std::string second = word("and", stage_.to);
    const float wide = ui_.px(200);
    step_setting(context_, row.next(wide, 0), &CostLab::from, {first, n_, stage_.from});
    step_setting(context_, row.next(wide, ui_.px(12)), &CostLab::to, {second, n_, stage_.to});
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

    ui_.text({area.left, area.top, area.right, area.top + ui_.px(22)}, Align::left, type::section,
             recurrent(),
             say(hops() > 0 ? to_be_said("Recurrent: path of {steps}, only to the later word")
                            : to_be_said("Recurrent: path of {steps}"),
                 {{"steps", say(several(hops(), "{n} step", "{n} steps"), {{"n", count_text(hops())}})}}));
    ui_.text({area.left, area.bottom - ui_.px(22), area.right, area.bottom}, Align::left, type::section,
             attention(),
             say(hops() > 0 ? to_be_said("Attention: path of {steps}, either way")
                            : to_be_said("Attention: path of {steps}"),
                 {{"steps", say(several(std::min(hops(), 1), "{n} step", "{n} steps"),
                                {{"n", count_text(std::min(hops(), 1))}})}}));
    const int step =
        std::max(1, static_cast<int>(std::ceil(ui_.px(12) / column)));  // so that words can be read
    const bool pointed_at_alone = column >= ui_.px(3);
    const Touch all = pointed_at_alone ? Touch() : ui_.surface("cost/words", row, false);
    const auto under_mouse = static_cast<int>(std::floor((ui_.mouse().x - row.left) / column));
    for (int place = 0; place < n_; ++place) {
      const Area box{centre(place) - column / 2, row.top, centre(place) + column / 2, row.bottom};
      const bool end = place == stage_.from || place == stage_.to;
      if (end) ui_.fill(box.inset(ui_.px(1), 0), c_.focus_band, ui_.px(5));
      const Touch touch = pointed_at_alone       ? ui_.item("cost/word/" + std::to_string(place), box, false)
                          : place == under_mouse ? all
                                                 : Touch();
      if (touch.hovered) ui_.hand();
      if (touch.clicked) change([place](CostLab& lab) { lab.to = place; });
      const bool beside_end =
          std::min(std::abs(place - stage_.from), std::abs(place - stage_.to)) < step && !end;
      if (!end && !touch.hovered && (place % step != 0 || beside_end)) continue;
      const std::string& word = stage_.words[place];
      const Type type = end ? type::label_hot : type::label;
      const Rgb ink = end || touch.hovered ? c_.ink : c_.text_2;
      if (level) {
        ui_.text(box, Align::centre, type, ink, word);
      } else {
        const std::string text = ui_.shortened(type, word, words - ui_.px(8));
        ui_.turned(box.middle_x(), box.bottom - ui_.px(4), 90, type, ink, text);
      }
    }
    const int first = std::min(stage_.from, stage_.to);
    const float chain = std::min(ui_.px(34), row.top - area.top - ui_.px(30));
    if (column < 2 * ui_.hairline()) {  // arcs without a gap between them
      ui_.fill({centre(first), row.top - ui_.px(3) - chain, centre(first + hops()), row.top - ui_.px(3)},
               recurrent());
    } else {
      for (int place = first; place < first + hops(); ++place)
        arc(centre(place), centre(place + 1), row.top - ui_.px(3), -chain, recurrent());
    }
    const float hop = std::max(ui_.px(20), area.bottom - ui_.px(30) - row.bottom);
    if (hops() > 0) arc(centre(stage_.from), centre(stage_.to), row.bottom + ui_.px(3), hop, attention());
  }

  void arc(float from, float to, float y, float height, Rgb colour) {
    const float reach = height * 4 / 3;
    const bool narrow = std::fabs(to - from) < ui_.px(6);  // discs would lie over each other
    ui_.curve({{from, y}, {from, y + reach}, {to, y + reach}, {to, y}}, colour,
              narrow ? ui_.hairline() : ui_.px(2));
    if (narrow) return;
    ui_.disc({from, y}, ui_.px(2.5F), colour);
    ui_.disc({to, y}, ui_.px(2.5F), colour);
  }

  DrawnNumbers table() const {
    const std::string n = count_text(n_);
    DrawnNumbers list;
    list.columns = {counted_of(n_, stage_.called) + ", d = " + count_text(stage_.d), "recurrent",
                    "attention"};
    list.colours = {recurrent(), attention()};
    list.rows = {{say("path between the {words}", {{"words", stage_.called}}), count_text(hops()),
                  std::to_string(std::min(hops(), 1))},
                 {say("steps one after another, all {words}", {{"words", stage_.called}}), n, "1"},
                 {"multiply-adds of a layer", count_text(static_cast<std::int64_t>(stage_.recurrent)),
                  count_text(stage_.counted)},
                 {say("weights of {heads}", {{"heads", say(several(stage_.heads, "{n} head", "{n} heads"),
                                                           {{"n", count_text(stage_.heads)}})}}),
                  "none", "h n² = " + count_text(std::int64_t{stage_.heads} * n_ * n_)},
                 {"cross-attention weights", "none", cross_weights()},
                 {"kept: state; K and V", "d = " + count_text(stage_.d),
                  say("2nd = {n}", {{"n", count_text(std::int64_t{2} * n_ * stage_.d)}})},
                 {"memory kept, 32 bits", quantity_text(stage_.state_bytes, "B"),
                  quantity_text(stage_.keys_bytes, "B")}};
    const std::string squared = count_text(std::int64_t{stage_.heads} * n_ * n_);
    list.brief = {
        {2, {{quantity_text(stage_.recurrent), quantity_text(static_cast<double>(stage_.counted))}}},
        {3, {{"none", squared}}},
        {4, {{"none", cross_weights(false)}}},
        {5, {{count_text(stage_.d), count_text(std::int64_t{2} * n_ * stage_.d)}}}};
    return list;
  }

  // Of each word written, with those read; `whole` says what is multiplied.
  std::string cross_weights(bool whole = true) const {
    if (stage_.cross_heads == 0) return "none";
    const std::string count = count_text(std::int64_t{stage_.cross_heads} * n_ * stage_.written);
    return whole ? "h n m = " + count + ", m = " + count_text(stage_.written) : count;
  }

  void draw_plot(Area area) {
    ui_.text(area.cut_top(ui_.px(22)), Align::left, type::section, c_.ink, "Multiply-adds of a layer");
    ui_.text(area.cut_top(ui_.px(20)), Align::left, type::caption, c_.text_2,
             say("recurrent 2nd², attention 4nd² + 2n²d; d = {d}", {{"d", count_text(stage_.d)}}));
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
         {.title = stage_.called + " n", .from = 1, .to = 10000, .logarithmic = true, .label = count_tick},
         fitted_axis(y, series), series, PlotMark{static_cast<double>(n_), "n = " + count_text(n_)});
  }

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

// A picture read by convolutions, and by attention between its patches.

namespace {

std::string side_label(double side) { return std::to_string(std::lround(side)); }

DrawnNumbers models_table(const CostStudy::Picture& picture, Rgb first, Rgb second) {
  DrawnNumbers table;
  table.columns = {say("{n} × {n} pixels", {{"n", std::to_string(picture.side)}}), "ResNet-50", "ViT-B/16"};
  table.colours = {first, second};
  table.rows = {{"parameters", count_text(picture.resnet.parameters), count_text(picture.vit.parameters)},
                {"multiply-adds", quantity_text(picture.resnet.multiply_adds),
                 quantity_text(picture.vit.multiply_adds)}};
  return table;
}

DrawnNumbers layer_table(const CostStudy::Picture& picture, Rgb first, Rgb second) {
  const std::string wide = std::to_string(picture.cells_wide);
  DrawnNumbers table;
  table.columns = {say("{n} × {n} cells, d = {d}", {{"n", wide}, {"d", std::to_string(picture.d)}}),
                   "3 × 3 convolution", "attention"};
  table.colours = {first, second};
  table.rows = {
      {"multiply-adds", quantity_text(picture.convolution), quantity_text(picture.attention)},
      {"a cell sees", "9 cells",
       say("{n} cells", {{"n", count_text(std::int64_t{picture.cells_wide} * picture.cells_wide)}})},
      {"layers until corners meet", std::to_string(picture.to_meet), "1"},
      {"weights", "learned, fixed", "computed each time"}};
  return table;
}

}  // namespace

void draw_cost_of_pictures(const PanelContext& context, const Area& area, const CostStudy& study) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const CostStudy::Picture& picture = study.picture;
  Area rest = area;
  const Area slider =
      Area::at(rest.left, rest.top, std::min(ui.px(300), rest.width()), number_slide_height(ui));
  slide_setting(context, slider, &CostLab::side, {.label = "side of the picture, pixels"});
  rest.cut_top(number_slide_height(ui) + ui.px(14));
  const float gap = ui.px(36);
  Area left = rest.cut_left(std::round((rest.width() - gap) * 0.52F));
  rest.left += gap;

  const auto table = [&](const char* title, const DrawnNumbers& figures) {
    ui.text(left.cut_top(ui.px(26)), Align::left, type::section, c.ink, title);
    draw_number_table(ui, left.cut_top(number_table_height(ui, figures)), figures,
                      std::round(left.width() * 0.42F));
    left.cut_top(ui.px(18));
  };
  table("Two models", models_table(picture, c.first_sentence, c.weights));
  table("One layer of each, on the same cells", layer_table(picture, c.first_sentence, c.weights));
  ui.wrapped(left, type::caption, c.text_2,
             "Figures from He et al. 2016, table 1; Dosovitskiy et al. 2021, table 1. A convolution is built "
             "to join neighbours; attention has to learn that from many pictures. To see the class token "
             "look at these patches, open the picture’s own view.",
             ui.px(16));

  PlotSeries resnet{.name = "ResNet-50", .colour = c.first_sentence},
      vit{.name = "ViT-B/16", .colour = c.weights};
  for (int side = 32; side <= CostLab::most_side; side += 32) {
    resnet.points.push_back({static_cast<double>(side), resnet_50_cost(side).multiply_adds});
    vit.points.push_back({static_cast<double>(side), vit_base_cost(side).multiply_adds});
  }
  const std::array series{resnet, vit};
  ui.text(rest.cut_top(ui.px(26)), Align::left, type::section, c.ink, "Multiply-adds against the picture");
  const PlotTouch touch =
      plot(ui, "cost/pictures", rest,
           {.title = "side of the picture, pixels",
            .name = "side",
            .from = 32,
            .to = CostLab::most_side,
            .logarithmic = true,
            .base = 2,
            .label = side_label},
           fitted_axis({.title = "multiply-adds", .logarithmic = true, .label = count_tick}, series), series,
           PlotMark{static_cast<double>(context.session.labs.get<CostLab>().side), ""});
  if (!touch.clicked_x) return;
  change_lab<CostLab>(context, [&](CostLab& lab) {
    lab.side = std::clamp(static_cast<int>(std::lround(*touch.clicked_x / 16)) * 16, 16, CostLab::most_side);
  });
}

namespace {

void draw_head(const PanelContext& context, Area& rest) {
  constexpr std::array says{
      "A recurrent layer passes one state from word to word. In attention all words meet at once, which "
      "costs n × n weights.",
      "Counted from each model’s architecture: one pass over B texts of T tokens, 16 bits a number. A "
      "multiply-add is two FLOPs. G = 10⁹, GB = 10⁹ bytes.",
      "A convolution sees a cell’s neighbours; attention sees all cells, and with fewer than 2.5 d cells it "
      "costs less than a 3 × 3 convolution.",
      "The models of this lab: parameters counted from the architecture, dates from the first version of "
      "each paper.",
      "While a model writes, keys and values of every word are kept, in all layers. There are four ways to "
      "keep less. Counted from each model’s sizes, at 16 bits a number."};
  const std::array pages{Choice{to_be_said("This sentence")}, Choice{to_be_said("Real models")},
                         Choice{to_be_said("A picture")}, Choice{to_be_said("Since 2017")},
                         Choice{to_be_said("What is kept")}};
  const auto page = static_cast<std::size_t>(context.session.labs.get<CostLab>().page);
  choose_page(context, rest, says.at(page), pages, &CostLab::page);
}

void draw_cost_lab(const PanelContext& context, const Area& area) {
  Area rest = area;
  draw_head(context, rest);
  const auto* study = result_of<CostStudy>(context);
  if (study == nullptr) return;
  switch (context.session.labs.get<CostLab>().page) {
    case CostLab::Page::sentence:
      draw_cost_of_sentence(context, rest, study->sentence);
      break;
    case CostLab::Page::models:
      draw_cost_of_models(context, rest, *study);
      break;
    case CostLab::Page::pictures:
      draw_cost_of_pictures(context, rest, *study);
      break;
    case CostLab::Page::growth:
      draw_growth(context, rest, study->growth);
      break;
    case CostLab::Page::kept:
      draw_kept(context, rest);
      break;
  }
}

// --- before a class

ClassPicture paths_for_class(const CostStudy::OnStage& stage, const Palette& c) {
  const auto n = static_cast<double>(stage.words.size());
  const ClassBars bars{
      {{say("recurrent layer"), count_text(static_cast<std::int64_t>(n)), 1, c.first_sentence},
       {say("attention"), "1", n > 0 ? 1 / n : 1, c.weights}},
      -1};
  return {.about = say("steps one after another, for {n} {words}:",
                       {{"n", count_text(static_cast<std::int64_t>(n))}, {"words", stage.called}}),
          .shows = bars,
          .says = say("A layer of attention multiplies {attention} times, a recurrent one {recurrent} times.",
                      {{"attention", quantity_text(static_cast<double>(stage.counted))},
                       {"recurrent", quantity_text(stage.recurrent)}})};
}

ClassPicture models_for_class(const CostStudy& study, const CostLab& lab) {
  ClassBars bars{{}, -1};
  double most = 1;
  for (const CostStudy::Curve& curve : study.curves) most = std::max(most, curve.at.multiply_adds);
  for (const CostStudy::Curve& curve : study.curves)
    bars.bars.push_back({std::string(curve.model->name), quantity_text(curve.at.multiply_adds),
                         curve.at.multiply_adds / most});
  return {
      .about = say("multiplications to read {n} tokens:", {{"n", count_text(lab.tokens)}}),
      .shows = bars,
      .says =
          bars.bars.size() < 2
              ? ""
              : say("{last} needs {times} times as many as {first}.",
                    {{"last", bars.bars.back().name},
                     {"first", bars.bars.front().name},
                     {"times",
                      measured_text(bars.bars.back().share / std::max(1e-9, bars.bars.front().share), 2)}})};
}

ClassPicture growth_for_class(const CostStudy& study, const Palette& c) {
  PlotSeries dots{.name = "", .colour = c.weights, .kind = PlotSeries::Kind::dots};
  for (const RealModel* model : study.growth.largest)
    dots.points.push_back({model->year, static_cast<double>(parameters_of(*model).total())});
  PlotSeries years{dots};
  for (Point& at : years.points) at.y = at.x;
  ClassCurves curves{{.label = [](double year) { return std::to_string(std::lround(year)); }},
                     {.title = say("numbers that are learned"), .logarithmic = true, .label = count_tick},
                     {dots}};
  const PlotAxis along = fitted_axis({}, std::span(&years, 1), 0.1);
  curves.x.from = along.from;
  curves.x.to = along.to;
  curves.y = fitted_axis(curves.y, curves.series, 0.1);
  return {.shows = curves,
          .says = say(
              "The largest model of each year has about {times} times as many as that of the year before.",
              {{"times", measured_text(study.growth.factor(), 2)}})};
}

std::optional<ClassPicture> cost_for_class(const PanelContext& context) {
  const auto* const study = result_of<CostStudy>(context);
  if (study == nullptr) return {};
  const CostLab& lab = context.session.labs.get<CostLab>();
  const Palette& c = context.ui.colours();
  switch (lab.page) {
    case CostLab::Page::sentence:
      return paths_for_class(study->sentence, c);
    case CostLab::Page::models:
      return models_for_class(*study, lab);
    case CostLab::Page::growth:
      return growth_for_class(*study, c);
    case CostLab::Page::kept:
      return kept_for_class(lab.tokens);
    case CostLab::Page::pictures:
      break;
  }
  const CostStudy::Picture& picture = study->picture;
  const double most = std::max({1.0, picture.resnet.multiply_adds, picture.vit.multiply_adds});
  return ClassPicture{
      .about = say("multiplications for a picture of {n} × {n} points:", {{"n", count_text(picture.side)}}),
      .shows = ClassBars{{{say("convolutions"), quantity_text(picture.resnet.multiply_adds),
                           picture.resnet.multiply_adds / most, c.first_sentence},
                          {say("attention"), quantity_text(picture.vit.multiply_adds),
                           picture.vit.multiply_adds / most, c.weights}},
                         -1}};
}

std::optional<LabPanel::Said> said_of_kept(const Labs& labs) {
  if (labs.get<CostLab>().page != CostLab::Page::kept) return {};
  return LabPanel::Said{"What has to be kept",
                        "Drag the number of tokens. A bar is what a model keeps of them while it writes on."};
}

constexpr std::array<LabPanel::ForClass::Set, 4> cost_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<CostLab>().page = CostLab::Page::models; },
    [](const PanelContext&, Labs& labs) { labs.get<CostLab>().page = CostLab::Page::growth; },
    [](const PanelContext&, Labs& labs) { labs.get<CostLab>().page = CostLab::Page::kept; }};

}  // namespace

constinit const LabPanel CostLab::panel_row{
    .lab = &lab_row,
    .draw = draw_cost_lab,
    .help = "Steps, path lengths, multiply-adds and memory, for your sentence and for well-known models.",
    .words =
        "memory flops speed complexity quadratic context window length gpt gpt-2 gpt-3 bert llama parameters "
        "big o size hardware price expensive kv cache large language model llm mha gqa mqa mla latent window",
    .wide = 760,
    .tall = 560,
    .margin = {"Count what is done", "Choose two words, and see the way between them.", "See large models",
               [](const PanelContext&, Labs& labs) { labs.get<CostLab>().page = CostLab::Page::models; },
               said_of_kept},
    .for_class = {cost_for_class, cost_steps},
};

}  // namespace headlight
