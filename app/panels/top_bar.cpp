#include <algorithm>
#include <array>
#include <filesystem>

#include "app/panels/panels.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

// A lamp and its beam.
float mark(Ui& ui, float x, float y) {
  const Palette& c = ui.colours();
  const float r = ui.px(6);
  ui.disc({x + r, y}, r, c.ink);
  ui.polygon(std::array<ImVec2, 4>{{{x + 2 * r, y - ui.px(2)},
                                    {x + ui.px(25), y - ui.px(9)},
                                    {x + ui.px(25), y + ui.px(9)},
                                    {x + 2 * r, y + ui.px(2)}}},
             c.focus);
  return x + ui.px(25);
}

// "2 edits": opens their list. Without any, "What if" does.
void draw_edits(const PanelContext& context, float x, float y) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<SessionEdit>& edits = context.session.edits;
  if (edits.empty() && ui.screen().width() < ui.px(1200)) return;
  const auto on = std::count_if(edits.begin(), edits.end(), [](const SessionEdit& edit) { return edit.on; });
  std::string label = "What if";
  if (!edits.empty()) label = edits.size() == 1 ? "1 edit" : std::to_string(edits.size()) + " edits";
  if (!edits.empty() && on == 0) label += ", off";
  const float mark = edits.empty() ? 0 : ui.px(16);
  const Area area = Area::at(x, y - ui.px(13), mark + ui.width(type::label, label) + ui.px(16), ui.px(26));
  const Touch touch = ui.item("edits", area);
  if (touch.hovered) {
    ui.hand();
    ui.fill(area, c.rail, ui.px(6));
  }
  if (context.session.edits_open) ui.outline(area, c.strong_line, ui.hairline(), ui.px(6));
  if (touch.focused) ui.focus_ring(area, ui.px(6));
  if (mark > 0) {
    const ImVec2 dot(x + ui.px(13), y);
    ui.disc(dot, ui.px(5), on > 0 ? c.focus : c.panel);
    ui.circle(dot, ui.px(5), c.ink, ui.hairline());
  }
  ui.text(x + ui.px(8) + mark, y, type::label, edits.empty() ? c.text_2 : c.ink, label);
  if (touch.clicked) ui.emit(OpenEdits{!context.session.edits_open});
}

void model_name(const PanelContext& context, const Area& area, float x) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float y = area.middle_y();
  x = mark(ui, x, y) + ui.px(9);
  x = ui.text(x, y, type::section, c.ink, "Headlight") + ui.px(14);
  ui.line(x, y - ui.px(14), x, y + ui.px(14), c.hairline, ui.hairline());
  x += ui.px(14);
  // Of a model's folder its name is enough.
  const std::string& model =
      context.document.model_name.empty() ? context.session.model : context.document.model_name;
  const std::string name = std::filesystem::path(model).filename().string();
  x = ui.text(x, y, type::control, c.ink, ui.fitted(type::control, name, ui.px(180))) + ui.px(9);
  const Card& card = context.document.card;
  if (!card.origin.empty()) {
    const float left = x;
    x = tag(ui, x, y, card.origin, c.value, c.soft_value) + ui.px(10);
    if (ui.hovered(Area{left, y - ui.px(12), x, y + ui.px(12)})) {
      ui.tooltip({RichText(card.title), RichText(card.data), RichText(card.recipe)});
    }
  }
  draw_edits(context, x, y);
}

}  // namespace

void draw_top_bar(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ui.fill(area, c.panel);
  ui.line(area.left, area.bottom - ui.hairline() / 2, area.right, area.bottom - ui.hairline() / 2, c.hairline,
          ui.hairline());
  model_name(context, area, area.left + ui.px(20));

  const float wide = ui.px(72);
  float x = std::round(area.middle_x() - wide * static_cast<float>(views().size()) / 2);
  for (const StageView& view : views()) {
    if (tab(ui, std::string("view/") + view.panel.title, Area::at(x, area.top, wide, area.height()),
            view.panel.title, context.session.view == view.kind)) {
      ui.emit(SetView{view.kind});
    }
    x += wide;
  }

  const bool show_keys = area.width() >= ui.px(1100);
  bool pressed = false;
  float right = key_button(ui, "export", area.right - ui.px(20), area.middle_y(), "Export", "Ctrl E",
                           show_keys, pressed);
  if (pressed) ui.state().overlay = Overlay::export_figure;
  right = key_button(ui, "theme", right - ui.px(24), area.middle_y(),
                     context.session.theme == Theme::light ? "Dark" : "Light", "T", show_keys, pressed);
  if (pressed) ui.emit(SetTheme{context.session.theme == Theme::light ? Theme::dark : Theme::light});
  right = key_button(ui, "keys", right - ui.px(24), area.middle_y(), "Keys", "?", show_keys, pressed);
  if (pressed) ui.state().overlay = Overlay::keys;
}

}  // namespace headlight
