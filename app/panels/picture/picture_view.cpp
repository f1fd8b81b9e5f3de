// The Picture view: what a model looks at, on the picture itself.
#include "app/panels/picture/picture_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "app/panels/common/stage.h"
#include "app/panels/lines/lines.h"
#include "app/panels/words/answer_marks.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

// Beside the picture: how the map is laid over it, and what it says in numbers.

// At the foot of `rest`. A picture in a file has nothing there: what stands above is the same in both.
void draw_overlay_controls(const PanelContext& context, Area& rest) {
  Ui& ui = context.ui;
  const Session& session = context.session;
  const float slide = number_slide_height(ui);
  Area foot = rest.cut_bottom(ui.px(20 + 32 + 8) + slide);
  if (ui.exporting()) return;
  ui.text(foot.cut_top(ui.px(20)), Align::left, type::caption, ui.colours().text_3,
          "The weights, laid over it");
  const std::array<Choice, 2> ways = {Choice{"smooth"}, {"cell by cell"}};
  const Area row = foot.cut_top(ui.px(32));
  const int pressed =
      choices(ui, "picture/laid", {row.left, row.top, row.left + choices_width(ui, ways), row.bottom}, ways,
              session.picture_cells ? 1 : 0);
  if (pressed >= 0) ui.emit(ShowOverPicture{pressed == 1, session.picture_dark});
  foot.cut_top(ui.px(8));
  const auto dark = number_slide(ui, "slide/picture dark", foot,
                                 {.label = "How dark weight 0 is",
                                  .value = static_cast<double>(session.picture_dark),
                                  .lowest = 0,
                                  .highest = 1,
                                  .usual = static_cast<double>(Look{}.picture_dark),
                                  .step = 0.05});
  if (dark) ui.emit(ShowOverPicture{session.picture_cells, static_cast<float>(*dark)});
}

// The cells with the largest weights as bars, and what all others have, and a class token, whose own weight
// lies on no cell.
void draw_largest_cells(const PanelContext& context, Area rest, const PictureAsking& asking) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<float> weights = weights_of_cells(context, asking, asking.row);
  const float line = ui.px(22);
  const float heading = ui.px(20);
  if (weights.empty() || rest.height() < heading + line) return;
  std::vector<int> cells(weights.size());
  std::iota(cells.begin(), cells.end(), 0);
  const auto weight = [&](int cell) { return weights[cell]; };
  std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) { return weight(a) > weight(b); });
  ui.text(rest.cut_top(heading), Align::left, type::caption, c.text_3,
          ui.shortened(type::caption,
                       std::string(!two_pictures(context) ? "Largest weights"
                                   : asking.side == 0     ? "First picture’s weights"
                                                          : "Second picture’s weights") +
                           " (r: row, c: column)",
                       rest.width()));
  const bool class_token = column_of_cell(context, asking.side, 0) > 0;
  const int lines = static_cast<int>(rest.height() / line);
  const int shown = std::clamp(lines - (class_token ? 2 : 1), std::min(lines, 1),
                               std::min(5, static_cast<int>(cells.size())));
  const float name = ui.px(48), number = ui.px(46);
  float named = 0;
  const auto draw_bar = [&](const std::string& label, float value) {
    const Area row = rest.cut_top(line);
    ui.text({row.left, row.top, row.left + name, row.bottom}, Align::left, type::label, c.text_2, label);
    const Area bar{row.left + name + ui.px(6), row.middle_y() - ui.px(4), row.right - number - ui.px(6),
                   row.middle_y() + ui.px(4)};
    if (bar.width() >= ui.px(12)) share_bar(ui, bar, value, c.weights);
    ui.text({row.right - number, row.top, row.right, row.bottom}, Align::right, type::number, c.ink,
            weight_alone(value));
  };
  for (int i = 0; i < shown; ++i) {
    draw_bar(cell_label(context, asking.side, cells[i]), weight(cells[i]));
    named += weight(cells[i]);
  }
  const float all = std::accumulate(weights.begin(), weights.end(), 0.0F);
  if (rest.height() >= line) draw_bar("others", std::max(0.0F, all - named));
  if (class_token && rest.height() >= line) draw_bar("[class]", std::max(0.0F, 1 - all));
}

std::string objects_tick(double value) {
  return value == std::round(value) ? count_text(std::lround(value)) : "";
}

// What its card measured: the more has to pass through, the less of it is right.
void draw_exact_by_objects(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const std::vector<MeasuredCurve>& curves = context.results.card.curves;
  const auto curve = std::find_if(curves.begin(), curves.end(),
                                  [](const MeasuredCurve& each) { return each.name == "exact_by_objects"; });
  if (curve == curves.end() || curve->points.empty() || area.height() < ui.px(150)) return;
  PlotSeries exact{.name = "exact", .colour = ui.colours().weights, .named_at_end = false};
  int scenes = 0;
  for (const MeasuredCurve::Point& point : curve->points) {
    exact.points.push_back({point.at, point.value});
    exact.labels.push_back(measured_text(point.value, 2));
    scenes += point.count;
  }
  Area rest = area;
  rest.cut_top(ui.wrapped(rest, type::caption, ui.colours().text_3,
                          "Captions that are exactly right, of " + count_text(scenes) + " held-out scenes",
                          ui.px(17)) +
               ui.px(6));
  rest.bottom = std::min(rest.bottom, rest.top + ui.px(240));
  plot(ui, "picture/exact", rest,
       {.title = "objects", .from = 0.5, .to = curve->points.back().at + 0.5, .label = objects_tick},
       {.title = "share of captions", .from = 0, .to = 1}, std::span(&exact, 1));
}

}  // namespace

void draw_picture_legend(const PanelContext& context, const Area& area, const PictureAsking& asking) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  Area rest = area;
  draw_picture_tabs(context, rest.cut_top(picture_title_height(ui), ui.px(4)));
  draw_overlay_controls(context, rest);
  const std::vector<float> weights = weights_of_cells(context, asking, asking.row);
  if (const int cell = largest_cell(weights); cell >= 0) {
    const std::string bright = "The largest weight, " + weight_alone(weights[cell]) +
                               ", leaves the picture as bright as it is. A weight of 0 leaves " +
                               significant_text(1 - context.session.picture_dark, 2) + " of its light.";
    const float tall = ui.wrapped_height(type::caption, bright, rest.width(), ui.px(17));
    if (tall < rest.height()) {
      ui.wrapped(rest, type::caption, c.text_2, bright, ui.px(17));
      rest.cut_top(tall + ui.px(10));
    }
  }
  draw_largest_cells(context, rest, asking);
}

void draw_without_map(const PanelContext& context, const Area& area, int side) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Trace& trace = *context.pictures.trace(side);
  Area rest = area;
  draw_picture_tabs(context, rest.cut_top(picture_title_height(ui), ui.px(4)));
  if (!trace.anatomy().attentions.empty()) {
    ui.wrapped(rest, type::body, c.text_2,
               "This attention looks at words, not at the picture. See its lines and maps in Lines.",
               ui.px(20));
    return;
  }
  const HeatmapPtr summary = context.pictures.view(side, "features.summary");
  if (summary == nullptr) return;
  const std::string said = "This model has no attention. All that it gets from the picture is in these " +
                           std::to_string(summary->columns) +
                           " numbers, computed once, before the first word:";
  rest.right = std::min(rest.right, rest.left + ui.px(460));
  rest.cut_top(ui.wrapped(rest, type::lesson, c.ink, said, ui.px(24)) + ui.px(14));
  const Area strip = rest.cut_top(ui.px(44));
  ui.cells({.map = summary,
            .row = 0,
            .column = 0,
            .rows = 1,
            .columns = summary->columns,
            .area = strip,
            .paper = c.stage,
            .unit = ui.scale()});
  ui.outline(strip, c.hairline, ui.hairline());
  if (ui.hovered(strip)) {
    const int column = std::clamp(
        static_cast<int>((ui.mouse().x - strip.left) / strip.width() * static_cast<float>(summary->columns)),
        0, summary->columns - 1);
    ui.tooltip(cell_tooltip(*summary, {0, column}));
  }
  rest.cut_top(ui.px(6));
  const Area bar = rest.cut_top(ui.px(22));
  if (level_colour_bar_width(ui, "One vector:", summary->scale) <= bar.width())
    level_colour_bar(ui, bar.left, bar.middle_y(), "One vector:", summary->scale);
  rest.cut_top(ui.px(14));
  if (ui.exporting() || rest.height() < ui.px(36)) return draw_exact_by_objects(context, rest);
  const std::string label = "See it unrolled over time";
  const Area row = rest.cut_top(ui.px(34));
  if (button(ui, "picture/unrolled", Area::at(row.left, row.top, button_width(ui, label), row.height()),
             label, ButtonKind::plain))
    ui.emit(SetView{ViewKind::unrolled});
  rest.cut_top(ui.px(18));
  draw_exact_by_objects(context, rest);
}

namespace {

constexpr float least_legend = 190, usual_legend = 300;  // units wide

// Squares side by side, with room for the legend at their right; the last square of two pictures is their
// difference.
struct Squares {
  std::vector<Area> squares;
  Area legend;
};

// What is above a picture of this side: its tools, unless its map is in its place.
float height_above(const PanelContext& context, float side) {
  const Ui& ui = context.ui;
  const SceneHand& hand = ui.state<SceneHand>();
  const float line = picture_title_height(ui);
  if (hand.in_place && (ui.exporting() || !hand.scene_shown)) return line;
  return std::max(line, scene_tools_height(context, side) + ui.px(4));
}

// The largest side of a picture that goes into a room below that: a narrower one can need more rows of tools.
float side_within(const PanelContext& context, float width, float height) {
  float side = std::floor(std::min(width, height - picture_title_height(context.ui)));
  for (float within = side; within > 0; side = within) {
    within = std::floor(std::min(width, height - height_above(context, side)));
    if (within >= side) break;
  }
  return side;
}

Squares lay_out_squares(const PanelContext& context, const Area& room, int most, int least,
                        float behind_last) {
  const Ui& ui = context.ui;
  const float gap = ui.px(24);
  Squares laid;
  for (int count = most; count >= least; --count) {
    const auto squares = static_cast<float>(count);
    const float beside = gap * squares + ui.px(least_legend) + behind_last;
    const float side = side_within(context, (room.width() - beside) / squares, room.height());
    // Fewer, larger pictures rather than many small ones.
    if (count > least && side < std::min(ui.px(220), room.height() * 0.6F)) continue;
    const float above = height_above(context, side);
    const float legend = std::min(ui.px(usual_legend), room.width() - squares * (side + gap) - behind_last);
    const float used = squares * (side + gap) + behind_last + legend;
    float x = std::round(room.left + std::max(0.0F, (room.width() - used) / 2));
    for (int i = 0; i < count; ++i) {
      laid.squares.push_back(Area::at(x, room.top, side, side + above));
      x += side + gap;
    }
    laid.legend = {x + behind_last, room.top, x + behind_last + legend, room.bottom};
    break;
  }
  return laid;
}

void draw_one_picture(const PanelContext& context, const Area& room, const PictureAsking& asking) {
  const bool looks = !asking.weights.empty();
  bool& in_place = context.ui.state<SceneHand>().in_place;
  in_place = false;
  Squares laid = lay_out_squares(context, room, looks ? 2 : 1, 1, 0);
  if (looks && laid.squares.size() == 1) {
    in_place = true;
    laid = lay_out_squares(context, room, 1, 1, 0);
  }
  if (laid.squares.size() > 1)
    draw_large_picture(context, laid.squares.front(), asking, PictureUnder::nothing);
  draw_large_picture(context, laid.squares.back(), asking, looks ? PictureUnder::map : PictureUnder::nothing);
  if (looks) {
    draw_picture_legend(context, laid.legend, asking);
  } else {
    draw_without_map(context, {laid.legend.left, laid.legend.top, room.right, laid.legend.bottom},
                     asking.side);
  }
}

void draw_two_pictures(const PanelContext& context, const Area& room) {
  const PictureAsking first = picture_asking(context, 0), second = picture_asking(context, 1);
  const bool looks = !first.weights.empty() && !second.weights.empty();
  context.ui.state<SceneHand>().in_place = looks;
  const float bar = picture_difference_bar(context.ui);
  const Squares laid = lay_out_squares(context, room, looks ? 3 : 2, 2, looks ? bar : 0);
  const PictureUnder under = looks ? PictureUnder::map : PictureUnder::nothing;
  draw_large_picture(context, laid.squares[0], first, under);
  draw_large_picture(context, laid.squares[1], second, under);
  if (laid.squares.size() > 2) draw_picture_difference(context, laid.squares[2], first, second);
  if (looks) draw_picture_legend(context, laid.legend, stage_side(context) == 0 ? first : second);
}

// What follows the mouse follows it in the next frame, all of it at once.
void follow_hovered_cell(Ui& ui) {
  PictureHover& hover = ui.state<PictureHover>();
  if (hover.followed_cell != hover.cell || hover.followed_side != hover.side) ui.state().again = true;
  hover.followed_cell = hover.cell;
  hover.followed_side = hover.side;
  if (hover.followed_patch != hover.patch) ui.state().again = true;
  hover.followed_patch = hover.patch;
}

// The picture, and beside it what is made of it before anything is asked.
void draw_face(const PanelContext& context, Area stage) {
  Ui& ui = context.ui;
  const int side = stage_side(context);
  ui.state<SceneHand>().in_place = false;
  const float size = side_within(context, std::min(stage.width() * 0.36F, ui.px(520)), stage.height());
  const Area picture = Area::at(stage.left, stage.top, size, size + height_above(context, size));
  draw_large_picture(context, picture, {.side = side, .weights = {}, .queries = {}, .row = -1},
                     PictureUnder::nothing);
  stage.left = picture.right + ui.px(28);
  if (context.session.picture_shows == PictureShows::features) {
    draw_feature_maps(context, stage, side);
  } else {
    draw_picture_positions(context, stage, side);
  }
}

}  // namespace

void draw_picture(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  if (!stage_trace(context)->anatomy().picture) return;
  note_uncovered(context);
  ui.state<PictureHover>().cell = -1;
  ui.state<PictureHover>().patch = {};
  const bool face = context.session.picture_shows != PictureShows::attention;
  Area stage = stage_within(ui, area);
  const bool low = area.height() < ui.px(640);
  stage.cut_top(ui.px(low ? 8 : 14));
  if (!face && !stage_trace(context)->anatomy().attentions.empty()) {
    draw_head_picker(context, stage.cut_top(head_picker_height(ui, stage.width()), ui.px(low ? 4 : 10)));
  }
  stage.cut_bottom(ui.px(low ? 6 : 14));
  const Area answer = stage.cut_bottom(answer_height(context, stage.width()));
  ui.line(stage.left, answer.top, stage.right, answer.top, ui.colours().hairline, ui.hairline());
  stage.cut_bottom(ui.px(low ? 6 : 12));

  if (face) {
    draw_face(context, stage);
    draw_answer(context, answer);
    return follow_hovered_cell(ui);
  }
  const PictureAsking asking = picture_asking(context, stage_side(context));
  if (!asking.weights.empty()) {
    // A shorter caption has larger maps; while cells are painted nothing moves under the mouse.
    SceneHand& hand = ui.state<SceneHand>();
    if (!hand.covering || hand.strip <= 0) hand.strip = picture_strip_height(context, stage.width());
    const Area strip = stage.cut_bottom(hand.strip, ui.px(low ? 6 : 14));
    draw_picture_strip(context, strip, asking);
  }
  if (two_pictures(context)) {
    draw_two_pictures(context, stage);
  } else {
    draw_one_picture(context, stage, asking);
  }
  draw_answer(context, answer);
  follow_hovered_row(ui);
  follow_hovered_cell(ui);
}

}  // namespace headlight
