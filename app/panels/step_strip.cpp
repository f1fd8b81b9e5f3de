// The chain of steps that the shown one belongs to: its stream, its layer, its head.
#include <algorithm>
#include <array>

#include "app/panels/step_names.h"
#include "app/panels/steps_parts.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {
namespace {

// The steps of the shown layer, through the shown head; before them the stream that enters, behind the last
// layer the output.
std::vector<int> chain_of(const PanelContext& context, const Trace& trace, const std::string& shown) {
  const Place here = place_of(shown);
  const bool decoder = here.stack == "decoder" || here.stack == "target" || here.stack.empty();
  const std::string stack = decoder ? "decoder" : "encoder";
  const std::string stream = decoder ? "target" : "source";
  const int layer = here.layer.value_or(here.stack.empty() && context.document.model != nullptr
                                            ? context.document.model->config().decoder_layers - 1
                                        : context.session.attention == Attention::encoder || !decoder
                                            ? 0
                                            : context.session.layer);
  std::vector<int> chain;
  for (const int step : trace.steps()) {
    const Place place = place_of(trace.label(step).path);
    bool in = place.stack == stream || (place.stack.empty() && decoder);
    if (place.stack == stack) {
      const int head = place.attention == here.attention ? here.head.value_or(context.session.head) : 0;
      in = !place.layer || (*place.layer == layer && (!place.head || *place.head == head));
    }
    if (in) chain.push_back(step);
  }
  return chain;
}

}  // namespace

float step_strip_height(const Ui& ui) { return ui.px(88); }

void draw_step_strip(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Trace& trace = *stage_trace(context);
  const std::string shown = shown_path(context.session);
  const std::vector<int> chain = chain_of(context, trace, shown);
  const float gap = ui.px(18);
  const float pad = ui.px(22);

  std::vector<Area> places;
  float x = pad;
  int at = -1;
  for (int i = 0; i < static_cast<int>(chain.size()); ++i) {
    const std::string& path = trace.label(chain[i]).path;
    const float wide = std::max(ui.px(60), ui.width(type::caption_hot, part_title(path)) + ui.px(6));
    places.push_back(Area::at(x, area.top + ui.px(14), wide, ui.px(62)));
    x += wide + gap;
    if (path == shown) at = i;
  }
  const float total = x - gap + pad;

  // Follows the shown step, unless somebody moved it since.
  float& scroll = ui.state().scroll["steps"];
  const float most = std::max(0.0F, total - area.width()) / ui.scale();
  if (ui.state().followed != shown && at >= 0) {
    scroll = (places[at].middle_x() - area.width() / 2) / ui.scale();
    ui.state().followed = shown;
  }
  scroll = std::clamp(scroll - ui.wheel(area) * 60, 0.0F, most);
  const float shift = area.left - ui.px(scroll);

  ui.push_clip(area, true);
  for (int i = 0; i < static_cast<int>(chain.size()); ++i) {
    const Area box = places[i].moved(shift, 0);
    if (box.right < area.left || box.left > area.right) continue;
    const std::string& path = trace.label(chain[i]).path;
    const Touch touch = ui.item("step/" + path, box.outset(ui.px(4)));
    const Area picture = Area::at(box.left, box.top, box.width(), ui.px(38));
    if (const HeatmapPtr map = context.pictures.view(stage_side(context), path)) thumbnail(ui, map, picture);
    const Role role = role_of(path);
    if (role == Role::query || role == Role::key || role == Role::value) {
      ui.fill({picture.left, picture.bottom + ui.px(1), picture.right, picture.bottom + ui.px(3)},
              colour_of(role, c));
    }
    const bool here = i == at;
    const Type face = here ? type::caption_hot : type::caption;
    ui.text({box.left, box.bottom - ui.px(20), box.right, box.bottom}, Align::centre, face,
            here ? c.ink : c.text_2, part_title(path));
    if (here) ui.outline(box.outset(ui.px(6)), c.ink, ui.px(2), ui.px(7));
    if (touch.hovered) {
      ui.hand();
      if (!here) ui.outline(box.outset(ui.px(6)), c.strong_line, ui.px(1.5F), ui.px(7));
      ui.tooltip(path);
    }
    if (touch.focused) ui.focus_ring(box.outset(ui.px(3)), ui.px(6));
    if (touch.clicked) ui.emit(GoToStep{path});
    if (i + 1 < static_cast<int>(chain.size())) {
      const float mid = box.right + gap / 2;
      const float y = picture.middle_y();
      const Rgb ink = c.text_3;
      ui.lines(std::array<ImVec2, 2>{{{mid - ui.px(2), y - ui.px(4)}, {mid + ui.px(2), y}}}, ink,
               ui.px(1.5F));
      ui.lines(std::array<ImVec2, 2>{{{mid + ui.px(2), y}, {mid - ui.px(2), y + ui.px(4)}}}, ink,
               ui.px(1.5F));
    }
  }
  ui.pop_clip();
}

}  // namespace headlight
