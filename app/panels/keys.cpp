// What the keys do everywhere, and the sheet that says so.
#include <array>

#include "app/panels/panels.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

int heads_of(const TransformerConfig& config, Attention attention) {
  switch (attention) {
    case Attention::encoder:
      return config.encoder_heads;
    case Attention::decoder:
      return config.decoder_heads;
    case Attention::cross:
      return config.cross_heads;
  }
  return 1;
}

// Through all heads of all layers, in order.
void move_head(const PanelContext& context, int by) {
  if (context.document.model == nullptr || by == 0) return;
  const TransformerConfig& config = context.document.model->config();
  const int heads = heads_of(config, context.session.attention);
  const int layers =
      context.session.attention == Attention::encoder ? config.encoder_layers : config.decoder_layers;
  const int at = std::clamp(context.session.layer * heads + context.session.head + by, 0, layers * heads - 1);
  context.ui.emit(SelectHead{at / heads, at % heads});
}

// An edge that Home and End reach however many steps there are.
constexpr int far = 1'000'000;

struct Line {
  const char* keys;
  const char* meaning;
};
constexpr std::array lines{
    Line{"Left  Right", "one step back, one step forward"},
    Line{"Home  End", "the first step, the last step"},
    Line{"Up  Down", "another head (also [ and ])"},
    Line{"Tab  Enter", "go from control to control; press it"},
    Line{"Esc", "close what is open, go back"},
    Line{"Ctrl Z", "undo"},
    Line{"Ctrl Shift Z", "redo"},
    Line{"W", "what if: the edits"},
    Line{"E", "all edits off, and on again: before and after"},
    Line{"Ctrl E", "export what is shown"},
    Line{"Ctrl +  Ctrl -  Ctrl 0", "larger, smaller, usual size"},
    Line{"T", "light or dark"},
    Line{"F1  ?", "this sheet"},
};

void escape(const PanelContext& context) {
  UiState& state = context.ui.state();
  // The first Esc leaves the text field, which does that itself.
  if (state.overlay == Overlay::none && ImGui::GetIO().WantTextInput) return;
  if (state.overlay != Overlay::none) {
    state.overlay = Overlay::none;
  } else if (state.can_undo && !error_shown(context).empty()) {
    state.take_back = true;
  } else if (context.session.edits_open) {
    context.ui.emit(OpenEdits{false});
  } else if (!context.session.trail.empty()) {
    context.ui.emit(GoBack{static_cast<int>(context.session.trail.size()) - 1});
  } else if (context.session.token >= 0) {
    context.ui.emit(SelectToken{-1});
  }
  state.again = true;
}

}  // namespace

void handle_keys(const PanelContext& context) {
  Ui& ui = context.ui;
  UiState& state = ui.state();
  if (ui.take(Key::escape) > 0) escape(context);
  if (ui.take(Key::export_figure) > 0) state.overlay = Overlay::export_figure;
  if (ui.take(Key::help) > 0) state.overlay = state.overlay == Overlay::keys ? Overlay::none : Overlay::keys;
  if (ui.take(Key::undo) > 0) state.undo = true;
  if (ui.take(Key::redo) > 0) state.redo = true;
  const int sizes = ui.take(Key::larger) - ui.take(Key::smaller);
  if (sizes != 0) ui.emit(SetScale{context.session.scale + 0.125F * static_cast<float>(sizes)});
  if (ui.take(Key::usual_size) > 0) ui.emit(SetScale{1});
  if (state.overlay != Overlay::none) return;
  if (ui.take(Key::theme) % 2 != 0) {
    ui.emit(SetTheme{context.session.theme == Theme::light ? Theme::dark : Theme::light});
  }
  if (ui.take(Key::what_if) % 2 != 0) ui.emit(OpenEdits{!context.session.edits_open});
  if (ui.take(Key::edits) % 2 != 0) ui.emit(SwitchEdits{edits_in_force(context.session).empty()});
  const int steps = ui.take(Key::right) - ui.take(Key::left) + far * (ui.take(Key::end) - ui.take(Key::home));
  if (steps != 0) show_step(context, MoveStep{steps});
  move_head(context, ui.take(Key::down) - ui.take(Key::up));
}

void draw_keys(const PanelContext& context, const Area& screen) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float line = ui.px(26);
  const float wide = std::min(ui.px(1000), screen.width() - ui.px(48));
  const float tall = std::min(ui.px(620), screen.height() - ui.px(32));
  const Area sheet = Area::at(std::round(screen.middle_x() - wide / 2),
                              std::round(screen.middle_y() - tall / 2), wide, tall);
  ui.begin_layer();
  ui.push_clip(screen);
  ui.fill(screen, c.ink, 0, ui.theme() == Theme::light ? 0.18F : 0.5F);
  ui.fill(sheet, c.panel, ui.px(12));
  ui.outline(sheet, c.strong_line, ui.hairline(), ui.px(12));
  ui.state().overlay_area = sheet;

  Area left = sheet.inset(ui.px(28), ui.px(20));
  Area right = left.cut_right(left.width() * 0.5F - ui.px(12));
  ui.text(left.cut_top(ui.px(36)), Align::left, type::panel, c.ink, "Keys");
  for (const Line& each : lines) {
    const Area row = left.cut_top(line);
    ui.text(row.left, row.middle_y(), type::path, c.ink, each.keys);
    ui.text(row.left + ui.px(180), row.middle_y(), type::label, c.text_2, each.meaning);
  }
  ui.text(right.cut_top(ui.px(36)), Align::left, type::panel, c.ink, "What is what");
  const auto explain = [&](const Panel& panel) {
    ui.text(right.cut_top(ui.px(20)), Align::left, type::label_hot, c.ink, panel.title);
    right.cut_top(ui.wrapped(right, type::caption, c.text_2, panel.help, ui.px(17)) + ui.px(7));
  };
  for (const StageView& view : views()) explain(view.panel);
  for (const Panel& panel : panels()) explain(panel);

  const Area close = Area::at(sheet.right - ui.px(28) - button_width(ui, "Close"), sheet.top + ui.px(20),
                              button_width(ui, "Close"), ui.px(32));
  const bool outside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !sheet.contains(ui.mouse());
  if (button(ui, "keys/close", close, "Close", ButtonKind::plain) || outside)
    ui.state().overlay = Overlay::none;
  ui.pop_clip();
  ui.end_layer();
}

}  // namespace headlight
