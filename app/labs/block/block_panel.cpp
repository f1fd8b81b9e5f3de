// What stands around attention in a block: four norms, what mixtures can reach, and what a head costs.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/block/block_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

class BlockPanel : public LabPart<BlockLab, BlockStudy> {
 public:
  using LabPart::LabPart;

  void draw() {
    head();
    if (settings_.page != BlockPage::heads) controls();
    switch (settings_.page) {
      case BlockPage::norms:
        return draw_norms();
      case BlockPage::span:
        return draw_spans();
      case BlockPage::heads:
        return draw_heads();
    }
  }

 private:
  void head() {
    static constexpr std::array says{
        "LayerNorm subtracts the mean, divides by the standard deviation σ, multiplies by γ and adds β. "
        "Scale-only has no β. RMSNorm has no β either, and does not subtract the mean. BatchNorm takes mean "
        "and σ of each number over all words that are computed together, not over a word’s own numbers.",
        "Attention can only mix values: whatever the weights, the result lies in the span of the values. The "
        "feed-forward network can leave that span.",
        "h heads are h lookups at once, each in its own table. With d / h numbers each, the outputs side by "
        "side are as wide as a word’s vector. So the residual can be added, and more heads cost no more."};
    const std::array pages{Choice{to_be_said("Norms")}, Choice{to_be_said("Span")},
                           Choice{to_be_said("Heads")}};
    choose_page(context_, rest_, says.at(static_cast<std::size_t>(settings_.page)), pages, &BlockLab::page);
  }

  // Which layer and word; of norms, which of the layer's.
  void controls() {
    ControlRows row(ui_, rest_, ui_.px(32), ui_.px(14));
    if (settings_.page == BlockPage::norms) {
      const std::array norms{Choice{to_be_said("attention’s norm")},
                             Choice{to_be_said("feed-forward’s norm")}};
      choose_setting(context_, row.next(choices_width(ui_, norms), 0), norms, &BlockLab::after_mlp);
    }
    head_and_word(context_, row);
  }

  // --- norms
  static const char* formula_of(const std::optional<Normalization>& kind) {
    switch (kind.value_or(Normalization::layer)) {
      case Normalization::layer:
        return "γ (x − μ) / √(σ² + ε) + β";
      case Normalization::scale_only:
        return "γ (x − μ) / √(σ² + ε)";
      case Normalization::rms:
        return "γ x / √(mean(x²) + ε)";
    }
    return "";
  }

  // With the minus of the formulas; ε is too small for digits of its own.
  static std::string digits(double value) {
    const auto number = static_cast<float>(std::fabs(value));
    const std::string text =
        number > 0 && number < 1e-3F ? fixed_text(number, 6) : significant_text(number, 4);
    // What is rounded to zero has no sign: it would be another one on another machine.
    const bool zero = text.find_first_of("123456789") == std::string::npos;
    return (value < 0 && !zero ? "−" : "") + text;
  }
  static std::string in_brackets(double value) {
    return value < 0 ? "(" + digits(value) + ")" : digits(value);
  }

  // The formula with the numbers of the word and the dimension that are followed.
  std::string in_numbers(const BlockStudy::Norm& norm) const {
    const BlockStudy::Numbers& n = study_.numbers;
    std::string text = digits(n.gain) + " × ";
    if (norm.kind == Normalization::rms) {
      text += in_brackets(n.x) + " / √(" + digits(n.squares) + " + " + digits(n.epsilon) + ")";
    } else {
      text += "(" + digits(n.x) + " − " + in_brackets(norm.kind ? n.mean : n.batch_mean) + ") / √(" +
              digits(norm.kind ? n.variance : n.batch_variance) + " + " + digits(n.epsilon) + ")";
    }
    if (norm.kind.value_or(Normalization::layer) == Normalization::layer) text += " + " + in_brackets(n.bias);
    return text + " = " + digits(norm.value);
  }

  void draw_norms() {
    const float slot = std::min(ui_.px(112), std::floor(rest_.height() / 5));
    const BlockStudy::Numbers& n = study_.numbers;
    draw_strip(
        rest_.cut_top(slot), "x", "“" + study_.word + "”, " + study_.at, c_.ink,
        say("mean {mean}  σ {deviation}  length {length}", {{"mean", digits(n.mean)},
                                                            {"deviation", digits(std::sqrt(n.variance))},
                                                            {"length", digits(n.length)}}),
        say("number {n}: x = {value}. Click a cell to follow another one.",
            {{"n", from_one(study_.dimension)}, {"value", digits(n.x)}}));
    // What LayerNorm is compared with most stands beside it.
    constexpr std::array<std::size_t, 4> order{0, 3, 1, 2};
    for (const std::size_t at : order) {
      const BlockStudy::Norm& norm = study_.norms.at(at);
      std::string figures = say(
          "mean {mean}  σ {deviation}  length {length}",
          {{"mean", digits(norm.mean)}, {"deviation", digits(norm.spread)}, {"length", digits(norm.length)}});
      if (norm.kind && norm.kind != Normalization::layer)
        figures += "  " + say("at most {n} from LayerNorm", {{"n", digits(norm.difference)}});
      std::string numbers = in_numbers(norm);
      if (!norm.kind) {
        figures = what_moves();
        if (study_.others > 0) numbers += "  " + say("alone {n}", {{"n", digits(norm.alone)}});
      }
      const std::string line = std::string(formula_of(norm.kind)) + " = " + numbers;
      draw_strip(rest_.cut_top(slot), norm.part, name_of_norm(norm), norm.of_model ? c_.weights : c_.ink,
                 figures, ui_.width(type::number, line) <= rest_.width() ? line : numbers);
    }
  }

  std::string name_of_norm(const BlockStudy::Norm& norm) const {
    if (norm.of_model) return say("{norm}, as in this model", {{"norm", norm.name}});
    if (norm.kind) return norm.name;
    return study_.others > 0
               ? say("{norm}, over both sentences: {all} {words}",
                     {{"norm", norm.name},
                      {"all", count_text(static_cast<int>(study_.words.size()) + study_.others)},
                      {"words", study_.tokens}})
               : say("{norm}, over this sentence: {words}",
                     {{"norm", norm.name},
                      {"words", counted_of(static_cast<int>(study_.words.size()), study_.tokens)}});
  }

  // Of BatchNorm: its numbers are also the other sentence's.
  std::string what_moves() const {
    if (study_.others == 0) return say("Compare with a second sentence, and these numbers move.");
    return say("The other sentence moves this one’s numbers by up to {n}, LayerNorm’s by {none}.",
               {{"n", digits(study_.norms.back().moved)}, {"none", digits(study_.norms.front().moved)}});
  }

  // One vector as a row of cells: a name and what it is like above them, a line of numbers below.
  void draw_strip(Area area, const std::string& part, const std::string& name, Rgb colour,
                  const std::string& figures, const std::string& line) {
    const Area title = area.cut_top(ui_.px(22));
    ui_.text(title, Align::left, type::label_hot, colour, name);
    const float named = ui_.width(type::label_hot, name) + ui_.px(16);
    ui_.text({title.left + named, title.top, title.right, title.bottom}, Align::right, type::path, c_.text_2,
             ui_.shortened(type::path, figures, title.width() - named));
    const HeatmapPtr& map = work_.maps.at(part);
    Area cells =
        fitted_cells(area.left, area.top + ui_.px(3), *map, area.width(), ui_.px(26), ui_.px(40), ui_.px(26));
    const HeatmapTouch touch = lab_matrix(context_, cells,
                                          {.id = "block/" + part,
                                           .map = map,
                                           .path = "block_lab." + part,
                                           .side = shown_side(),
                                           .row_labels = false,
                                           .rows = {study_.row}});
    if (touch.clicked) change([&](BlockLab& lab) { lab.dimension = touch.clicked->column; });
    // Where the followed one is.
    const float wide = cells.width() / static_cast<float>(std::max(1, map->columns));
    const float at = cells.left + wide * (static_cast<float>(study_.dimension) + 0.5F);
    ui_.polygon(std::array<ImVec2, 3>{{{at, cells.bottom + ui_.px(2)},
                                       {at - ui_.px(4), cells.bottom + ui_.px(8)},
                                       {at + ui_.px(4), cells.bottom + ui_.px(8)}}},
                c_.ink);
    area.cut_top(cells.bottom + ui_.px(8) - area.top);
    ui_.text(area.cut_top(ui_.px(22)), Align::left, type::number, c_.ink,
             ui_.shortened(type::number, line, area.width()));
  }

  int shown_side() const { return work_.recorded->trace(0) != nullptr ? 0 : 1; }

  // --- span
  void draw_spans() {
    if (study_.spans.empty()) {
      ui_.wrapped(rest_, type::body, c_.ink, "This layer has neither values nor activated values.",
                  ui_.px(19));
      return;
    }
    const float gap = ui_.px(40);
    const auto count = static_cast<float>(study_.spans.size());
    const float wide = std::floor((rest_.width() + gap) / count) - gap;
    for (std::size_t i = 0; i < study_.spans.size(); ++i) {
      draw_span(rest_.cut_left(wide), study_.spans[i], i == 0);
      rest_.cut_left(gap);
    }
  }

  static std::string small_share(double of) { return of > 0 && of < 1e-4 ? "<.0001" : measured_text(of, 2); }

  void draw_span(Area area, const BlockStudy::Span& span, bool of_attention) {
    ui_.text(area.cut_top(ui_.px(26)), Align::left, type::section,
             of_attention ? c_.weights : c_.first_sentence,
             of_attention ? say("A V, the head’s output")
                          : say("Feed-forward values after {function}", {{"function", study_.nonlinearity}}));
    const std::string of = of_attention ? say("the values V") : say("the values before it");
    const int words = static_cast<int>(span.found.distance.size());
    const std::string says =
        of_attention ? say("{words} span {rank} of {all}.",
                           {{"words", counted_of(words, study_.tokens)},
                            {"rank", say(several(span.found.rank, "{n} dimension", "{n} dimensions"),
                                         {{"n", count_text(span.found.rank)}})},
                            {"all", count_text(span.dimensions)}})
                     : say("They span {rank} of {all}.",
                           {{"rank", say(several(span.found.rank, "{n} dimension", "{n} dimensions"),
                                         {{"n", count_text(span.found.rank)}})},
                            {"all", count_text(span.dimensions)}});
    area.cut_top(
        ui_.wrapped(area, type::body, c_.text_2,
                    span.found.rank == span.dimensions
                        ? paragraph({says, say("That is the whole space, so nothing can lie outside.")})
                        : says,
                    ui_.px(19)) +
        ui_.px(8));
    const std::array figures{
        KeyFigure{"largest distance", small_share(span.found.largest())},
        KeyFigure{"mean", small_share(span.found.mean())},
        KeyFigure{"of a random vector", small_share(distance_at_random(span.found.rank, span.dimensions))}};
    area.cut_top(figures_row(ui_, area, figures) + ui_.px(10));
    ui_.text(
        area.cut_top(ui_.px(20)), Align::left, type::caption, c_.text_2,
        ui_.shortened(type::caption,
                      say("distance from the span of {values}, relative to its length", {{"values", of}}),
                      area.width()));
    ShareBars bars;
    bars.labels = study_.words.size() == span.found.distance.size()
                      ? study_.words
                      : std::vector<std::string>(span.found.distance.size());
    bars.series.push_back({"distance", of_attention ? c_.weights : c_.first_sentence, {}});
    for (const double distance : span.found.distance)
      bars.series[0].shares.push_back(static_cast<float>(distance));
    bars.hot = study_.row;
    area.bottom = std::min(area.bottom, area.top + ui_.px(320));
    share_bars(ui_, of_attention ? "block/bars/attention" : "block/bars/mlp", area, bars);
  }

  // --- heads
  void draw_heads() {
    const std::string d = count_text(study_.d);
    DrawnNumbers small, large;
    small.columns = {"heads", "numbers each", "side by side", "parameters", "multiply-adds"};
    small.colours.assign(4, c_.weights);
    large.columns = small.columns;
    large.colours.assign(4, c_.first_sentence);
    for (const BlockStudy::Heads& each : study_.heads) {
      const std::string name = each.heads == study_.model_heads
                                   ? say("{n}, this model", {{"n", std::to_string(each.heads)}})
                                   : std::to_string(each.heads);
      const auto row = [&](int numbers, const HeadsCost& cost) {
        return std::vector<std::string>{name, count_text(numbers), count_text(cost.beside),
                                        count_text(cost.parameters), count_text(cost.multiply_adds)};
      };
      small.rows.push_back(row(study_.d / each.heads, each.small));
      large.rows.push_back(row(study_.d, each.large));
    }
    const auto table = [&](const std::string& title, const std::string& about, const DrawnNumbers& rows) {
      ui_.text(rest_.cut_top(ui_.px(26)), Align::left, type::section, c_.ink, title);
      rest_.cut_top(ui_.wrapped(rest_, type::body, c_.text_2, about, ui_.px(19)) + ui_.px(6));
      Area place = rest_.cut_top(number_table_height(ui_, rows));
      place.right = std::min(place.right, place.left + ui_.px(760));
      draw_number_table(ui_, place, rows, ui_.px(130));
      rest_.cut_top(ui_.px(18));
    };
    table(say("d / h numbers in each head, d = {d}", {{"d", d}}),
          say("As published: the matrices for queries, keys, values and output, with their biases, over "
              "{words}.",
              {{"words", counted_of(study_.n, study_.tokens)}}),
          small);
    table("d numbers in each head",
          "The outputs side by side are h d numbers. Everything grows h times, and the output matrix must "
          "bring it back to the size of x.",
          large);
  }
};

// --- before a class

ClassPicture norms_for_class(const BlockStudy& study) {
  const auto text = [](double length) { return fixed_text(static_cast<float>(length), 1); };
  double longest = study.numbers.length;
  for (const BlockStudy::Norm& norm : study.norms) {
    if (norm.kind) longest = std::max(longest, norm.length);
  }
  ClassBars bars{{{say("before"), text(study.numbers.length), study.numbers.length / longest}}, -1};
  for (const BlockStudy::Norm& norm : study.norms) {
    if (!norm.kind) continue;  // it brings columns to one size, not vectors
    if (norm.of_model) bars.hot = static_cast<int>(bars.bars.size());
    bars.bars.push_back({norm.name, text(norm.length), norm.length / longest});
  }
  return {.word = study.word,
          .about = say("how long its vector is:"),
          .shows = bars,
          .says = say("A norm brings every vector to one length. What is learned then scales it.")};
}

ClassPicture span_for_class(const BlockStudy& study) {
  ClassBars bars{{}, 1};
  double most = 1e-9;
  for (const BlockStudy::Span& span : study.spans) most = std::max(most, span.found.mean());
  for (const BlockStudy::Span& span : study.spans) {
    const double mean = span.found.mean();
    bars.bars.push_back({bars.bars.empty() ? say("attention") : say("second network"),
                         value_text(static_cast<float>(mean)), mean / most});
  }
  return {.about = say("how far its vectors lie from all mixtures of what goes in:"),
          .shows = bars,
          .says = say("Attention only mixes what is there. The second network makes something new.")};
}

std::string whole_number_tick(double value) { return count_text(std::llround(value)); }

ClassPicture heads_for_class(const BlockStudy& study, const Palette& c) {
  PlotSeries small{.name = say("small ones"), .colour = c.weights};
  PlotSeries large{.name = say("large ones"), .colour = c.first_sentence};
  for (const BlockStudy::Heads& each : study.heads) {
    const double heads = each.heads;
    small.points.push_back({heads, static_cast<double>(each.small.parameters)});
    large.points.push_back({heads, static_cast<double>(each.large.parameters)});
  }
  ClassCurves curves{{.title = say("how many heads"),
                      .from = 1,
                      .to = study.heads.empty() ? 2.0 : std::max(2, study.heads.back().heads),
                      .logarithmic = true,
                      .base = 2},
                     {.title = say("numbers to learn"), .logarithmic = true, .label = whole_number_tick},
                     {small, large},
                     study.model_heads};
  curves.y = fitted_axis(curves.y, curves.series, 0.1);
  return {.shows = curves,
          .says = say(
              "Many small heads have as many numbers as a single one. Many large ones have more and more.")};
}

std::optional<ClassPicture> block_for_class(const PanelContext& context) {
  const auto* const study = result_of<BlockStudy>(context);
  if (study == nullptr) return {};
  switch (context.session.labs.get<BlockLab>().page) {
    case BlockPage::norms:
      return norms_for_class(*study);
    case BlockPage::span:
      return span_for_class(*study);
    case BlockPage::heads:
      break;
  }
  return heads_for_class(*study, context.ui.colours());
}

constexpr std::array<LabPanel::ForClass::Set, 3> block_steps{
    [](const PanelContext&, Labs&) {},
    [](const PanelContext&, Labs& labs) { labs.get<BlockLab>().page = BlockPage::span; },
    [](const PanelContext&, Labs& labs) { labs.get<BlockLab>().page = BlockPage::heads; }};

}  // namespace

constinit const LabPanel BlockLab::panel_row{
    .lab = &lab_row,
    .draw = draw_lab<BlockPanel>,
    .help =
        "The rest of a layer: four norms on the same vectors, what a mixture of rows can reach and what the "
        "feed-forward network can, and many small heads against a few large ones.",
    .words =
        "layer norm layernorm rmsnorm batchnorm batch normalization residual feed-forward mlp span rank "
        "multi-head",
    .tall = 640,
    .margin = {"Look at one vector", "Choose a word and a layer. Follow what is done to its numbers.",
               "Many small heads or few",
               [](const PanelContext&, Labs& labs) { labs.get<BlockLab>().page = BlockPage::heads; }},
    .for_class = {block_for_class, block_steps},
};

}  // namespace headlight
