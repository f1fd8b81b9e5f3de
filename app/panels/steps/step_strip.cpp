// The chain of steps that the shown one belongs to: its stream, its layer, its head.
#include <algorithm>
#include <array>

#include "app/panels/step_names.h"
#include "app/panels/steps/step_drawing.h"
#include "app/panels/what_if/interventions.h"
#include "app/widgets/heatmap_view.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

struct StripScroll {
  std::string followed;  // the step that the strip last scrolled to
};

// Whether a step is of what the stack's stream is made in.
bool begins(const StackInfo& stack, const Place& step) {
  return !stack.from.empty() && step.stack == stack.from;
}

// The steps of the shown layer, through the shown head; before them the stream that enters, behind the last
// layer the output.
std::vector<int> chain_of(const PanelContext& context, const Trace& trace, const std::string& shown) {
  const Place here = place_of(shown);
  const std::vector<StackInfo>& stacks = trace.anatomy().stacks;
  const auto own = std::find_if(stacks.begin(), stacks.end(), [&](const StackInfo& each) {
    return here.stack == each.name || here.stack == each.input || begins(each, here);
  });
  if (stacks.empty()) return {};
  const StackInfo& stack = own == stacks.end() ? stacks.back() : *own;
  const bool last = &stack == &stacks.back();
  const bool selected = last && info(context.session.attention).stack == stack.name;
  const std::optional<int> layer_of_it = begins(stack, here) ? std::nullopt : here.layer;
  const int layer = layer_of_it.value_or(here.stack.empty() ? stack.layers - 1
                                         : selected         ? context.session.layer
                                                            : 0);
  std::vector<int> chain;
  const std::vector<Place>& places = context.pictures.step_places(stage_side(context));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int step = trace.steps()[i];
    const Place& place = places[i];
    bool in = place.stack == stack.input || begins(stack, place) || (place.stack.empty() && last);
    if (place.stack == stack.name) {
      const int head = place.attention == here.attention ? here.head.value_or(context.session.head) : 0;
      // Of a recurrent layer one time, in the direction it is of.
      const bool time =
          !place.time || (*place.time == here.time.value_or(0) && place.backwards == here.backwards);
      in = !place.layer || (*place.layer == layer && (!place.head || *place.head == head) && time);
    }
    if (in) chain.push_back(step);
  }
  return chain;
}

// A tile of the strip: a step, or the place of a mask that the head does not have.
struct Tile {
  std::string path;  // empty for "no mask"
  std::string title;
  bool no_mask() const { return path.empty(); }
};

std::vector<Tile> tiles_of(const Trace& trace, const std::vector<int>& chain) {
  const Label mask = Block{Family::head, ""}["masked"];
  const OpPtr& weighs = softmax();
  std::vector<Tile> tiles;
  for (const int step : chain) {
    const Node& node = trace.tape().node(step);
    const bool unmasked = node.op == weighs && place_of(node.label.path).head &&
                          (tiles.empty() || place_of(tiles.back().path).part != mask.path);
    if (unmasked) tiles.push_back({"", mask.path});
    tiles.push_back({node.label.path, part_title(node.label.path)});
  }
  return tiles;
}

void draw_chevron(Ui& ui, float x, float y) {
  const ImVec2 tip(x + ui.px(2), y);
  ui.lines(std::array<ImVec2, 3>{{{x - ui.px(2), y - ui.px(4)}, tip, {x - ui.px(2), y + ui.px(4)}}},
           ui.colours().text_3, ui.px(1.5F));
}

void draw_no_mask(Ui& ui, const Area& picture) {
  ui.push_clip(picture.within(ui.clip()), true);
  const int strokes = static_cast<int>((picture.width() + picture.height()) / ui.px(5)) + 1;
  for (int i = 0; i < strokes; ++i) {
    const float x = picture.left - picture.height() + static_cast<float>(i) * ui.px(5);
    ui.line(x, picture.bottom, x + picture.height(), picture.top, ui.colours().hairline, ui.hairline());
  }
  ui.pop_clip();
  const float wide = ui.width(type::caption, "no mask") + ui.px(4);
  ui.fill(Area::at(std::round(picture.middle_x() - wide / 2), std::round(picture.middle_y() - ui.px(9)), wide,
                   ui.px(18)),
          ui.colours().stage, ui.px(4));
  ui.text(picture, Align::centre, type::caption, ui.colours().text_3, "no mask");
}

}  // namespace

float step_strip_height(const Ui& ui) { return ui.px(88); }

void draw_step_strip(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Trace& trace = *stage_trace(context);
  const std::string shown = shown_path(context.session);
  const std::vector<Tile> tiles = tiles_of(trace, chain_of(context, trace, shown));
  const float gap = ui.px(18);
  const float pad = ui.px(22);

  std::vector<Area> places;
  float x = pad;
  int at = -1;
  for (const Tile& tile : tiles) {
    const float wide = std::max(ui.px(60), ui.width(type::caption_hot, tile.title) + ui.px(6));
    if (tile.path == shown) at = static_cast<int>(places.size());
    places.push_back(Area::at(x, area.top + ui.px(14), wide, ui.px(62)));
    x += wide + gap;
  }
  const float total = x - gap + pad;

  // Follows the shown step, unless somebody moved it since.
  float& scroll = ui.state().scroll["steps"];
  const float most = std::max(0.0F, total - area.width()) / ui.scale();
  if (ui.state<StripScroll>().followed != shown && at >= 0) {
    scroll = (places[at].middle_x() - area.width() / 2) / ui.scale();
    ui.state<StripScroll>().followed = shown;
  }
  scroll = std::clamp(scroll - ui.wheel(area) * 60, 0.0F, most);
  const float shift = area.left - ui.px(scroll);

  ui.push_clip(area, true);
  for (int i = 0; i < static_cast<int>(tiles.size()); ++i) {
    const Area box = places[i].moved(shift, 0);
    if (box.right < area.left || box.left > area.right) continue;
    const std::string& path = tiles[i].path;
    const Area picture = Area::at(box.left, box.top, box.width(), ui.px(38));
    if (i + 1 < static_cast<int>(tiles.size())) draw_chevron(ui, box.right + gap / 2, picture.middle_y());
    const bool titled = box.left >= area.left && box.right <= area.right;  // half a word says nothing
    if (tiles[i].no_mask()) {
      draw_no_mask(ui, picture);
      if (titled)
        ui.text({box.left, box.bottom - ui.px(20), box.right, box.bottom}, Align::centre, type::caption,
                c.text_3, tiles[i].title);
      if (ui.hovered(box)) ui.tooltip("This attention hides no word: the scores go on as they are");
      continue;
    }
    const Touch touch = ui.item("step/" + path, box.outset(ui.px(4)));
    if (const HeatmapPtr map = context.pictures.thumbnail(stage_side(context), path))
      thumbnail(ui, map, picture, head_is_off(context, stage_side(context), path));
    const Role role = role_of(path);
    if (role == Role::query || role == Role::key || role == Role::value) {
      ui.fill({picture.left, picture.bottom + ui.px(1), picture.right, picture.bottom + ui.px(3)},
              colour_of(role, c));
    }
    const bool here = i == at;
    const Type face = here ? type::caption_hot : type::caption;
    if (titled)
      ui.text({box.left, box.bottom - ui.px(20), box.right, box.bottom}, Align::centre, face,
              here ? c.ink : c.text_2, tiles[i].title);
    if (here) ui.outline(box.outset(ui.px(6)), c.ink, ui.px(2), ui.px(7));
    if (touch.hovered) {
      ui.hand();
      if (!here) ui.outline(box.outset(ui.px(6)), c.strong_line, ui.px(1.5F), ui.px(7));
      ui.tooltip(path);
    }
    if (touch.focused) ui.focus_ring(box.outset(ui.px(3)), ui.px(6));
    if (touch.clicked) ui.emit(GoToStep{path});
  }
  ui.pop_clip();
}

}  // namespace headlight
