// The model on stage with another kind of positions: a head before, after, and the difference.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/labs/positions/positions_lab.h"
#include "app/labs/positions/positions_panel.h"
#include "app/labs/positions/positions_work.h"
#include "app/panels/common/colours.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/labs/model_positions.h"
#include "core/layers/layers.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// A score of the first layer, taken apart: word for word, word for place, place for word, place for place.

// As they stand: in two rows of three.
constexpr std::array parts_of_score{"content_content",  "content_position",  "biases",
                                    "position_content", "position_position", "parts_sum"};

// Of the sum there is none.
std::optional<double> share_of(const ScoreShares& shares, std::string_view part) {
  for (std::size_t i = 0; i < score_parts.size(); ++i) {
    if (score_parts[i] == part) return shares.share[i];
  }
  return std::nullopt;
}

void draw_figures(const PositionsShown& shown, const Area& area, const ScoreShares& shares_of_parts,
                  bool narrow) {
  Ui& ui = shown.context.ui;
  if (!shown.found().angles) return;
  const PositionsStudy::Angles& angles = *shown.found().angles;
  const Orthogonality &here = angles.sentence, &all = angles.vocabulary;
  const std::string random = fixed_text(static_cast<float>(angles.at_random), 3);
  struct Figure {
    std::string number, says;
  };
  const std::array<Figure, 3> figures{
      Figure{fixed_text(static_cast<float>(here.mean), 3),
             say("mean |cosine| of these words and positions; at random: {random}", {{"random", random}})},
      Figure{fixed_text(static_cast<float>(all.mean), 3),
             say("of all {n} words with {places} positions, {most} at most",
                 {{"n", count_text(all.words)},
                  {"places", count_text(all.places)},
                  {"most", fixed_text(static_cast<float>(all.largest), 2)}})},
      Figure{small_number(shares_of_parts.error),
             "is the largest difference between their sum and the model’s scores"}};
  const char* shares =
      "Percentages: how much each part does to tell the keys of a row apart. Softmax reacts to nothing else. "
      "Below zero: it works against the sum";
  if (narrow) {
    const float wide = area.width() / static_cast<float>(figures.size() + 1);
    ui.wrapped({area.right - wide, area.top + ui.px(6), area.right, area.bottom}, type::caption,
               ui.colours().text_2, shares, ui.px(16));
    for (std::size_t i = 0; i < figures.size(); ++i)
      draw_figure(
          ui, Area::at(area.left + wide * static_cast<float>(i), area.top, wide - ui.px(12), area.height()),
          figures[i].number, figures[i].says);
    return;
  }
  float y = area.top;
  for (const Figure& figure : figures)
    y += draw_figure(ui, {area.left, y, area.right, area.bottom}, figure.number, figure.says) + ui.px(4);
  ui.wrapped({area.left, y, area.right, area.bottom}, type::caption, ui.colours().text_2, shares, ui.px(16));
}

}  // namespace

void draw_score_parts(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const std::optional<ScoreShares>& found = shown.found().parts;
  if (!found) {
    ui.wrapped(area, type::body, c.text_2, shown.work.note, ui.px(19));
    return;
  }
  const bool narrow = area.width() < ui.px(820);
  Area rest = area;
  const Area figures = narrow ? rest.cut_bottom(ui.px(112)) : rest.cut_right(ui.px(200));
  if (!narrow) rest.cut_right(ui.px(28));
  draw_figures(shown, figures, *found, narrow);

  const HeadChoice head = reading_head(shown.context.results.model->anatomy(), 0, shown.lab.head);
  if (shown.map(parts_of_score[0]) == nullptr) return;
  stage::Board board(ui);
  board.matrices({.row = shown.word_place(), .most_wide = 40, .most_tall = 40}, [&] {
    for (std::size_t first = 0; first < parts_of_score.size(); first += 3)
      board.row({}, [&] {
        for (std::size_t i = first; i < std::min(first + 3, parts_of_score.size()); ++i) {
          const char* const part = parts_of_score[i];
          const HeatmapPtr map = shown.map(part);
          if (map == nullptr) continue;
          const std::optional<double> share = share_of(*found, part);
          stage::Piece piece =
              position_cells(shown, map, std::string("part/") + part, head.path(part), i == first);
          auto& cells = std::get<stage::Cells>(piece.look);
          cells.look.column_labels = first == 0;
          cells.title =
              share ? say("{part}: {share}", {{"part", score_part_title(part)}, {"share", per_cent(*share)}})
                    : score_part_title(part);
          board.add(std::move(piece));
        }
      });
  });
  board.show(rest);
}

// A bias for the distance: the matrix that is added to the scores, its value against the distance for every
// head, and where it alone would send the weights.

namespace {

std::string bias_path(int head, const char* part) {
  return "encoder.0.self_attention.head." + std::to_string(head) + "." + part;
}

// b(j - i), read from the edges of a head's matrix; nothing where the head does not look.
PlotSeries curve_of(const Heatmap& bias) {
  PlotSeries series{.name = {}, .colour = {}, .points = {}};
  for (int apart = 1 - bias.rows; apart < bias.columns; ++apart) {
    const int row = std::max(0, -apart);
    if (bias.state(row, row + apart) == CellState::masked) continue;
    series.points.push_back({static_cast<double>(apart), static_cast<double>(bias.value(row, row + apart))});
  }
  return series;
}

}  // namespace

void draw_position_biases(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  RunMaps& run = shown.cells.maps[shown.side];
  const int heads = shown.found().bias_heads;
  if (heads == 0) return;
  const int head = std::min(shown.lab.head, heads - 1);
  const bool one_sided = run.view(bias_path(0, "masked")) != nullptr;
  const char* added = one_sided ? "masked" : "position_bias";
  const std::string path = bias_path(head, added);
  const HeatmapPtr bias = run.view(path);
  const HeatmapPtr alone = run.view(bias_path(head, "weights"));
  const int position = shown.word_place();

  Area left = area;
  Area right = left.cut_right(std::round(area.width() * 0.46F));
  right.left += ui.px(28);
  stage::Piece added_map = position_cells(shown, bias, "positions/bias", path);
  std::get<stage::Cells>(added_map.look).title =
      say("What is added to the scores · {head}", {{"head", bias_head_name(shown.found(), head)}});
  stage::show_matrix(ui, left, std::move(added_map), {.row = position, .most_wide = 46, .most_tall = 46});

  std::vector<PlotSeries> curves;
  float most = 0;
  for (int each = 0; each < heads; ++each) {
    const HeatmapPtr map = run.view(bias_path(each, added));
    PlotSeries series = curve_of(*map);
    const bool hot = each == head;
    series.name = say("head {n}", {{"n", from_one(each)}});
    series.colour = hot ? c.heads : mix(c.stage, c.heads, 0.45F);
    series.thickness = hot ? 3 : 1.5F;
    series.named_at_end = hot || heads <= 4;
    curves.push_back(std::move(series));
    most = std::max(most, map->scale.high);
  }
  Area lower = right.cut_bottom(std::round(right.height() * 0.45F));
  ui.text(right.cut_top(ui.px(24)), Align::left, type::label_hot, c.ink, "Value against distance");
  const double far = bias->columns - 1;
  plot(ui, "positions/distance", right, {.title = "j − i, words", .from = -far, .to = far},
       fitted_axis({.title = "bias b(j − i)"}, curves), curves);

  ui.text(lower.cut_top(ui.px(24)), Align::left, type::label_hot, c.ink,
          say("With this bias alone, “{word}” would look here", {{"word", shown.word(position)}}));
  PlotSeries bars{
      .name = "", .colour = c.weights, .points = {}, .kind = PlotSeries::Kind::bars, .named_at_end = false};
  double top = 0;
  for (int key = 0; key < alone->columns; ++key) {
    const auto weight = static_cast<double>(alone->value(position, key));
    bars.points.push_back({static_cast<double>(key), weight});
    top = std::max(top, weight);
  }
  plot(ui, "positions/alone", lower, {.title = "position of the key", .from = -0.5, .to = far + 0.5},
       {.title = "weight, if all words were alike", .from = 0, .to = std::max(0.1, top * 1.1)},
       std::span(&bars, 1), PlotMark{static_cast<double>(position), ""});
}

namespace {

// The sentence's edits are in force with either kind.
std::string name_before(const PositionsShown& shown) {
  const std::string kind = words_of_kind(shown.config.positions).name;
  const bool edited = !shown.context.results.side(shown.side).edits.empty();
  return (edited ? "edited: " : "as trained: ") + kind;
}
std::string name_after(const PositionsShown& shown) {
  const Positions kind = compared_kind(shown.lab, shown.config);
  return kind == Positions::none ? "without positions" : words_of_kind(kind).name;
}
// What the head's penalty is, where it has one.
std::string slope_after(const PositionsShown& shown, int head) {
  if (compared_kind(shown.lab, shown.config) != Positions::alibi) return "";
  return "m = " + slope_text(static_cast<double>(slope_of_head(shown.config, head)));
}

// What the model writes with either kind.
void draw_written(const PositionsShown& shown, const Area& area, const Trace& before, const Trace& after) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const std::array lines{std::pair{name_before(shown), &before}, std::pair{name_after(shown), &after}};
  float names = 0;
  for (const auto& [name, trace] : lines) names = std::max(names, ui.width(type::label, name));
  Area rest = area;
  for (const auto& [name, trace] : lines) {
    const Area line = rest.cut_top(area.height() / 2);
    ui.text(line, Align::left, type::label, c.text_2, name);
    line_of_text(ui, {line.left + names + ui.px(20), line.top, line.right, line.bottom}, type::lesson, c.ink,
                 written(*trace));
  }
}

}  // namespace

void draw_other_positions(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const HeadChoice chosen =
      reading_head(shown.context.results.model->anatomy(), shown.lab.layer, shown.lab.head);
  const int head = chosen.head;
  const std::string path = chosen.path("weights");
  RunMaps& run = shown.cells.maps[shown.side];
  if (shown.work.recorded == nullptr || run.trace() == nullptr) return;
  Area rest = area;
  const HeatmapPtr before = run.before(path);
  const HeatmapPtr after = run.view(path);
  const HeatmapPtr difference = run.difference(path);
  if (before == nullptr || after == nullptr || difference == nullptr) return;
  draw_written(shown, rest.cut_bottom(ui.px(56)), *run.unedited(), *run.trace());
  rest.cut_bottom(ui.px(10));
  const std::array both{before, after};
  offer_colours(shown.context, "positions/colours", both, rest);
  const std::array two{MapToColour{before, numbers_of(ui, before).sink},
                       MapToColour{after, numbers_of(ui, after).sink}};
  std::vector<Colouring> colourings = colourings_of(shown.context, two);
  colourings.emplace_back();  // what differs keeps its own
  struct Shown {
    HeatmapPtr map;
    std::string title, id;
    std::vector<std::string> notes = {};
  };
  const std::string same = say("the same weights"), slope = slope_after(shown, head);
  const std::array<Shown, 3> maps{
      Shown{before, name_before(shown), "positions/before"},
      Shown{
          after, name_after(shown), "positions/after", {joined({same, slope}), slope.empty() ? same : slope}},
      Shown{difference, say("difference"), "positions/difference", {say("second − first")}}};
  stage::Board board(ui);
  board.matrices({.gap = 24, .row = shown.word_place(), .most_wide = 44, .most_tall = 44}, [&] {
    board.row({}, [&] {
      for (std::size_t i = 0; i < maps.size(); ++i) {
        stage::Piece piece = position_cells(shown, maps[i].map, maps[i].id, i == 1 ? path : "", i == 0);
        auto& cells = std::get<stage::Cells>(piece.look);
        cells.title = maps[i].title;
        cells.notes = maps[i].notes;
        cells.look.colouring = colourings[i];
        board.add(std::move(piece));
      }
    });
  });
  board.show(rest);
}

}  // namespace headlight
