// Which pages show something in another way than usual, and the ways to them.
#include "app/panels/place/otherwise.h"

#include "app/panels/common/cause_ribbons.h"
#include "app/widgets/controls.h"
#include "core/text/say.h"

namespace headlight::place {

Otherwise shown_otherwise(const Page& page) {
  const Session& session = page.session;
  switch (page.altitude) {
    case Altitude::model:
      if (page.trace.anatomy().picture && session.picture_shows != PictureShows::attention)
        return session.picture_shows == PictureShows::features ? Otherwise::features : Otherwise::positions;
      return shows_cause_ribbons(session) && page.lane < 0 ? Otherwise::causes : Otherwise::no;
    case Altitude::head:
      if (session.heads_shown == HeadsShown::of_model && !page.trace.anatomy().given)
        return Otherwise::all_heads;
      [[fallthrough]];
    case Altitude::step: {
      const bool cells = page.altitude == Altitude::head && page.is_of_cells(page.attention.asked);
      return session.sides != Sides::one && !cells && !path_of_both(page).empty() ? Otherwise::both_sides
                                                                                  : Otherwise::no;
    }
    case Altitude::sentence:
    case Altitude::layer:
    case Altitude::cell:
    case Altitude::product:
      break;
  }
  return Otherwise::no;
}

void add_otherwise(const Page& page, stage::Scene& scene) {
  switch (shown_otherwise(page)) {
    case Otherwise::no:
      return;
    case Otherwise::all_heads:
      return add_all_heads_of_model(page, scene);
    case Otherwise::both_sides:
      return add_both_sides(page);
    case Otherwise::causes:
      return add_causes(page, scene);
    case Otherwise::features:
      return add_features(page, scene);
    case Otherwise::positions:
      return add_positions(page, scene);
  }
}

Telling telling_otherwise(const Page& page) {
  switch (shown_otherwise(page)) {
    case Otherwise::no:
      break;
    case Otherwise::all_heads:
      return telling_of_all_heads(page);
    case Otherwise::both_sides:
      return telling_of_both(page);
    case Otherwise::causes:
      return telling_of_causes(page);
    case Otherwise::features:
    case Otherwise::positions:
      return telling_of_picture(page);
  }
  return {};
}

Area draw_otherwise_choices(const Page& page, const Area& margin) {
  switch (shown_otherwise(page)) {
    case Otherwise::no:
    case Otherwise::causes:
      break;
    case Otherwise::all_heads:
      return draw_order_of_heads(page, margin);
    case Otherwise::both_sides:
      return draw_both_choice(page, margin);
    case Otherwise::features:
    case Otherwise::positions:
      return draw_feature_steps(page, margin);
  }
  return margin;
}

namespace {

float middle_of_ways(const Page& page) { return page.boxes.page.bottom - page.px(30); }

}  // namespace

bool has_ways_otherwise(const Page& page) {
  if (page.ui.exporting() || page.boxes.presented() || page.boxes.phone() || page.boxes.flat) return false;
  // Nothing below the rows is covered.
  return page.rows.bottom() + page.px(14) <= middle_of_ways(page) - page.px(15);
}

void draw_ways_otherwise(const Page& page) {
  if (!has_ways_otherwise(page)) return;
  Ui& ui = page.ui;
  const float y = middle_of_ways(page), left = page.boxes.stage.left;
  float right = page.boxes.stage.right;
  const auto way = [&](const char* id, const std::string& label, const char* hint) {
    const float at = right - small_button_width(ui, label);
    if (at < left) return false;
    right = at - page.px(8);
    return small_button(ui, id, at, y, label, hint);
  };
  const Anatomy& has = page.trace.anatomy();
  if (page.altitude == Altitude::model) {
    if (page.lane < 0 && can_show_causes(page.context) &&
        way("stage/causes", say("Causes"),
            "Draw how far each row changes the answer, in the place of weights"))
      ui.emit(ShowCauseRibbons{true});
    int heads = 0;
    for (const AttentionHeads& each : has.attentions) {
      for (int layer = 0; layer < each.layers(); ++layer) heads += each.in(layer);
    }
    if (heads > 1 && page.has(Altitude::head) &&
        way("place/all layers", say("All heads"), "Every head of every layer at once"))
      page.go({.altitude = Altitude::head, .heads = HeadsShown::of_model});
    if (has.picture && way("place/inside picture", say("Inside the picture"),
                           "What the convolutions find, and how places are told apart"))
      ui.emit(ShowOfPicture{PictureShows::features, page.session.picture_layer});
    return;
  }
  // Where both are shown it leads back, from the same place.
  const bool cells = page.is_of_cells(page.attention.asked);
  const bool both = shown_otherwise(page) == Otherwise::both_sides;
  if (both || (page.altitude == Altitude::head && !cells && !path_of_both(page).empty()))
    draw_both_choice_on_stage(page, right, y);
}

}  // namespace headlight::place
