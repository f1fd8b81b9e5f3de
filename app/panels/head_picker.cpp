#include <array>

#include "app/panels/lines_parts.h"
#include "app/panels/step_names.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {
namespace {

constexpr std::array parts = {"scores", "scaled", "masked", "weights"};

float draw_kinds(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const bool decoder =
      context.document.model == nullptr || context.document.model->config().decoder_layers > 0;
  const std::array<Choice, 3> kinds = {Choice{"Encoder"},
                                       {"Decoder", decoder, "this model has no decoder"},
                                       {"Encoder–decoder", decoder, "this model has no decoder"}};
  const Area control = Area::at(area.left, area.top, choices_width(ui, kinds), ui.px(32));
  const int pressed = choices(ui, "attention", control, kinds, static_cast<int>(context.session.attention));
  if (pressed >= 0) ui.emit(SelectAttention{static_cast<Attention>(pressed)});
  ui.text(area.left, area.top + ui.px(46), type::path, ui.colours().text_3, selected_path(context.session));
  return std::max(control.right, area.left + ui.width(type::path, selected_path(context.session)));
}

float draw_parts(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const TracePtr& trace = stage_trace(context);
  std::array<Choice, parts.size()> list;
  int chosen = -1;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    list[i].label = parts[i];
    list[i].enabled = trace != nullptr && trace->find(selected_head_path(context.session, parts[i])) >= 0;
    list[i].hint =
        std::string("this attention has no step \"") + parts[i] + "\": every word may look at every word";
    if (context.session.part == parts[i]) chosen = static_cast<int>(i);
  }
  const float wide = choices_width(ui, list);
  const int pressed =
      choices(ui, "part", Area::at(area.right - wide, area.top, wide, ui.px(32)), list, chosen);
  if (pressed >= 0) ui.emit(SelectPart{parts[static_cast<std::size_t>(pressed)]});

  const HeadPlace& reference = context.document.card.reference_head;
  const Place place = place_of(selected_path(context.session));
  const bool known = !context.document.card.name.empty() && place.stack == reference.stack &&
                     place.attention == reference.attention && place.layer == reference.layer &&
                     place.head == reference.head;
  const std::string name =
      "Layer " + std::to_string(context.session.layer) + ", head " + std::to_string(context.session.head);
  const RichText text =
      known ? RichText(std::vector<TextRun>{{name, Role::ink, true}, {"  finds what it means", Role::text_2}})
            : RichText(std::vector<TextRun>{{name, Role::ink, true}});
  ui.rich(area.right - ui.width(type::label, type::label_hot, text), area.top + ui.px(46), type::label,
          type::label_hot, text);
  return area.right - std::max(wide, ui.width(type::label, type::label_hot, text));
}

}  // namespace

float head_picker_height(const Ui& ui) { return ui.px(58); }

void draw_head_picker(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float left = draw_kinds(context, area);
  const float right = draw_parts(context, area);
  if (context.document.model == nullptr) return;

  const HeadsOf heads = heads_of(context.document.model->config(), context.session.attention);
  const float size = ui.px(44);
  const float gap = ui.px(10);
  const float label = ui.width(type::label_hot, "Layer 0") + ui.px(10);
  const float layer_width = label + static_cast<float>(heads.heads) * (size + gap) + ui.px(14);
  const float total = layer_width * static_cast<float>(heads.layers) - gap - ui.px(14);
  const Area room{left + ui.px(20), area.top - ui.px(6), right - ui.px(20), area.bottom};
  float x = std::round(std::max(room.left + ui.px(4), room.middle_x() - total / 2));
  ui.push_clip(room);
  for (int layer = 0; layer < heads.layers; ++layer) {
    const bool here = layer == context.session.layer;
    ui.text(x, area.top + ui.px(22), here ? type::label_hot : type::label, here ? c.ink : c.text_2,
            "Layer " + std::to_string(layer));
    x += label;
    for (int head = 0; head < heads.heads; ++head) {
      const Area box = Area::at(x, area.top, size, size);
      x += size + gap;
      const bool chosen = here && head == context.session.head;
      const std::string id = "head/" + std::to_string(layer) + "/" + std::to_string(head);
      const Touch touch = ui.item(id, box);
      const HeatmapPtr map = context.pictures.view(
          stage_side(context), head_path(heads.stack, layer, heads.attention, head, "weights"));
      if (map != nullptr) {
        thumbnail(ui, map, box);
      } else {
        ui.outline(box, c.hairline, ui.hairline());
      }
      if (chosen) ui.outline(box.outset(ui.px(4)), c.ink, ui.px(2), ui.px(6));
      if (touch.hovered) {
        ui.hand();
        if (!chosen) ui.outline(box.outset(ui.px(4)), c.strong_line, ui.px(1.5F), ui.px(6));
        ui.tooltip("Layer " + std::to_string(layer) + ", head " + std::to_string(head));
      }
      if (touch.focused) ui.focus_ring(box.outset(ui.px(3)), ui.px(5));
      if (touch.clicked) ui.emit(SelectHead{layer, head});
    }
    x += ui.px(14);
  }
  ui.pop_clip();
}

}  // namespace headlight
