// The Picture view: what a model looks at, on the picture itself.
#include <algorithm>

#include "app/panels/lines/lines_view.h"
#include "app/panels/picture/picture_parts.h"
#include "app/panels/picture/scene_hand.h"
#include "app/panels/step_names.h"

namespace headlight {
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
    draw_head_picker(context, stage.cut_top(head_picker_height(ui, stage.width())));
    stage.cut_top(ui.px(low ? 4 : 10));
  }
  stage.cut_bottom(ui.px(low ? 6 : 14));
  const Area answer = stage.cut_bottom(answer_height(context));
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
    const Area strip = stage.cut_bottom(hand.strip);
    stage.cut_bottom(ui.px(low ? 6 : 14));
    draw_picture_strip(context, strip, asking);
  }
  if (context.pictures.two()) {
    draw_two_pictures(context, stage);
  } else {
    draw_one_picture(context, stage, asking);
  }
  draw_answer(context, answer);
  follow_hovered_row(ui);
  follow_hovered_cell(ui);
}

}  // namespace headlight
