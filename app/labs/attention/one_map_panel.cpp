// W^Q W^K^T of a head: at the left its cells, at the right its singular values and the score of a pair.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/labs/attention/attention_panel.h"
#include "app/panels/labs/lab_board.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

std::string score_of_map(double value) {
  return number_alone(static_cast<float>(value), NumberFormat::score);
}

std::string of_all(int count, std::size_t all) {
  return say("{n} of {all}", {{"n", count_text(count)}, {"all", count_text(all)}});
}

std::string place_of_value(double value) {
  return value == std::round(value) && value >= 1 ? count_text(std::lround(value)) : std::string();
}

struct MapCurve {
  PlotAxis x, y;
  std::vector<PlotSeries> series;
  PlotMark half;
};
MapCurve curve_of(const OneMapStudy& study, const Palette& c) {
  const std::vector<double>& values = study.map.singular_values;
  MapCurve curve;
  PlotSeries series{.name = say("singular value"), .colour = c.weights, .kind = PlotSeries::Kind::bars};
  series.named_at_end = false;
  for (std::size_t i = 0; i < values.size(); ++i)
    series.points.push_back({static_cast<double>(i + 1), values[i]});
  curve.series = {std::move(series)};
  curve.x = {.title = say("singular values, the largest first"),
             .name = say("number"),
             .from = 0,
             .to = static_cast<double>(values.size()) + 1,
             .label = place_of_value};
  curve.y = fitted_axis({.title = say("singular value")}, curve.series);
  curve.y.from = 0;
  curve.half = {static_cast<double>(study.map.half) + 0.5, say("half of the squares"), 0.5};
  return curve;
}

class OneMapPanel : public LabPart<AttentionLab, OneMapStudy> {
 public:
  using LabPart::LabPart;

  void draw() {
    controls();
    const auto [left, right] = two_parts(ui_, rest_, 0.5F);
    draw_cells(left);
    draw_found(right);
  }

 private:
  std::string asking() const { return "“" + study_.query_word + "”"; }
  std::string asked() const { return "“" + study_.keys[static_cast<std::size_t>(study_.key)] + "”"; }

  void controls() {
    if (ui_.exporting()) return;
    ControlRows row(ui_, rest_, ui_.px(34), ui_.px(8));
    head_and_word(context_, row);
    const std::string key =
        say("key {word}", {{"word", ui_.shortened(type::label_hot, asked(), ui_.px(120))}});
    const Area place = row.next(std::max(stepper_width(ui_, key), ui_.px(150)), ui_.px(12));
    step_setting(context_, button_place(ui_, place), &AttentionLab::key,
                 {.text = key, .count = static_cast<int>(std::ssize(study_.keys)), .in_force = study_.key});
  }

  void draw_cells(Area area) {
    const auto map = work_.maps.find("one_map");
    if (map == work_.maps.end()) {
      ui_.wrapped(area, type::body, c_.text_2, say("This map has too many numbers to be drawn."), ui_.px(19));
      return;
    }
    stage::Piece cells = recorded_cells(context_, {.id = "attention/one_map",
                                                   .map = map->second,
                                                   .path = "attention_lab.one_map",
                                                   .row_labels = false});
    auto& look = std::get<stage::Cells>(cells.look);
    look.formulas = {"M = W^Q W^{K T}"};
    look.notes = {count_text(study_.map.query.rows()) + " × " + count_text(study_.map.key.rows())};
    stage::show_matrix(ui_, area, std::move(cells), {.most_wide = 24, .most_tall = 24});
  }

  void draw_found(Area area) {
    const ScoreMap& map = study_.map;
    std::vector<KeyFigure> figures{
        {say("rank"), of_all(map.rank, map.singular_values.size())},
        {say("half of the squares"),
         say(several(map.half, "in the first", "in the first {n}"), {{"n", count_text(map.half)}})}};
    if (std::isfinite(map.symmetric))
      figures.push_back({say("symmetric part"), fixed_text(static_cast<float>(map.symmetric), 2)});
    area.cut_top(figures_row(ui_, area, figures) + ui_.px(6));
    area.cut_top(ui_.wrapped(area, type::label, c_.text_2, what_it_means(), ui_.px(18)) + ui_.px(8));
    const DrawnNumbers table = score_table();
    const float tall = number_table_height(ui_, table);
    const Area below = area.cut_bottom(tall);
    area.cut_bottom(ui_.px(12));
    draw_number_table(ui_, below, table, std::min(ui_.px(300), below.width() * 0.7F));
    const MapCurve curve = curve_of(study_, c_);
    plot(ui_, "attention/singular", area, curve.x, curve.y, curve.series, curve.half);
  }

  std::string what_it_means() const {
    const ScoreMap& map = study_.map;
    const auto all = static_cast<int>(std::ssize(map.singular_values));
    return paragraph(
        {map.rank == all ? say("No singular value is 0: this head compares words in as many directions as "
                               "they have numbers.")
                         : say("The last {n} singular values are 0 but for rounding: the head compares words "
                               "in {rank} directions and is blind to all others.",
                               {{"n", count_text(all - map.rank)}, {"rank", count_text(map.rank)}}),
         std::isfinite(map.symmetric) ? say("One matrix for both would make the symmetric part 1.") : "",
         map.turned ? say("RoPE turns both by their places: this map is for two words {n} apart.",
                          {{"n", count_text(std::abs(study_.query - study_.key))}})
                    : ""});
  }

  DrawnNumbers score_table() const {
    const ScoreMap& map = study_.map;
    DrawnNumbers table{
        .columns = {say("{query} asks {key}", {{"query", asking()}, {"key", asked()}}), say("number")},
        .colours = {c_.text_2},
        .rows = {}};
    const auto add = [&](std::string name, double value) {
      table.rows.push_back({std::move(name), score_of_map(value)});
    };
    add(say("x M x', of their vectors"), map.without_biases);
    add(say("what the biases add"), map.by_biases);
    const double together = map.without_biases + map.by_biases;
    const bool set = std::abs(together - map.score) > 1e-3 * std::max(1.0, std::abs(map.score));
    add(set ? say("the score, set by an edit") : say("together the score, q · k"), map.score);
    if (map.divided_by != 1)
      add(say("divided by √{n}", {{"n", std::to_string(std::lround(map.divided_by * map.divided_by))}}),
          study_.scaled);
    if (std::isfinite(study_.back))
      add(say("the score where {key} asks {query}", {{"query", asking()}, {"key", asked()}}), study_.back);
    return table;
  }
};

}  // namespace

void draw_one_map(const PanelContext& context, const Area& area) {
  if (result_of<OneMapStudy>(context) != nullptr) OneMapPanel(context, area).draw();
}

std::optional<ClassPicture> one_map_for_class(const PanelContext& context) {
  const OneMapStudy* const study = result_of<OneMapStudy>(context);
  if (study == nullptr) return {};
  const MapCurve curve = curve_of(*study, context.ui.colours());
  return ClassPicture{.about = say("One matrix in the place of two: its singular values."),
                      .shows = ClassCurves{curve.x, curve.y, curve.series, curve.half.x, curve.half.from},
                      .says = say("{rank} are not 0: the head compares words in so many directions.",
                                  {{"rank", of_all(study->map.rank, study->map.singular_values.size())}})};
}

}  // namespace headlight
