#include "app/panels/described/read_sheet.h"

#include <imgui.h>

#include <cmath>
#include <string>
#include <utility>

#include "app/panels/described/described.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"
#include "app/widgets/scroll.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Returns its height.
float draw_description(Ui& ui, const Description& description, const Area& area) {
  const Palette& c = ui.colours();
  Area rest = area;
  rest.cut_top(ui.wrapped(rest, type::title, c.ink, description.title, ui.px(30)), ui.px(10));
  const auto heading = [&](const std::string& title) {
    if (title.empty()) return;
    rest.cut_top(ui.px(8));
    rest.cut_top(ui.wrapped(rest, type::section, c.ink, title, ui.px(22)), ui.px(4));
  };
  const auto line = [&](const std::string& text, float gap) {
    rest.cut_top(ui.wrapped(rest, type::lesson, c.text_2, text, ui.px(23)), ui.px(gap));
  };
  for (const DescribedPart& part : description.parts) {
    heading(part.title);
    for (const std::string& each : part.lines) line(each, 6);
  }
  if (!description.items.empty()) heading(say("What can be pressed"));
  for (const DescribedItem& item : description.items) line(item.words, 2);
  return rest.top - area.top;
}

}  // namespace

void read_to_me(const PanelContext& context) {
  Ui& ui = context.ui;
  ReadSheet& sheet = ui.state<ReadSheet>();
  Listening& listening = ui.state<Listening>();
  sheet = {.wanted = true, .asked = true, .listens = !listening.on};
  ui.state<Described>().made = 0;
  listening.on = true;
  ui.state().overlay = Overlay::none;
  ui.state().again = true;
}

bool is_just_asked(const PanelContext& context) {
  return std::exchange(context.ui.state<ReadSheet>().asked, false);
}

void open_reading(const PanelContext& context) {
  ReadSheet& sheet = context.ui.state<ReadSheet>();
  WidgetState& state = context.ui.state();
  if (!sheet.wanted || state.overlay != Overlay::none) return;
  sheet.wanted = false;
  state.overlay = Overlay::reading;
  state.scroll["reading"] = 0;
  state.again = true;
}

void draw_reading(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ReadSheet& shown = ui.state<ReadSheet>();
  const Description& description = ui.state<Described>().now;
  const Area sheet = begin_sheet(ui, 760, 660, -1, 300, 320);
  Area rest = sheet.inset(ui.px(24), ui.px(20));
  Area row = rest.cut_bottom(ui.px(36), ui.px(14));
  ui.text(rest.cut_top(ui.px(36), ui.px(6)), Align::left, type::panel, c.ink, say("Read this to me"));
  const std::string close = say("Close"), copy = shown.copied ? say("Copied") : say("Copy the text");
  const bool closed = button(ui, "reading/close", row.cut_right(button_width(ui, close), ui.px(12)), close,
                             ButtonKind::plain);
  if (button(ui, "reading/copy", row.cut_right(button_width(ui, copy)), copy, ButtonKind::plain)) {
    ImGui::SetClipboardText(text_of(description).c_str());
    shown.copied = true;
    ui.state().again = true;
  }
  const Area place = begin_scroll(ui, "reading", rest, 0, ui.px(shown.tall));
  Area inside = place;
  inside.right -= ui.px(14);
  const float tall = std::ceil(draw_description(ui, description, inside) / ui.scale());
  end_scroll(ui);
  if (tall != shown.tall) ui.state().again = true;
  shown.tall = tall;
  if (!end_sheet(ui) && !closed) return;
  ui.state().overlay = Overlay::none;
  if (std::exchange(shown.listens, false)) ui.state<Listening>().on = false;
}

}  // namespace headlight
