#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include "app/panels/panels.h"
#include "app/session/session_figure.h"
#include "app/widgets/controls.h"

namespace headlight {
namespace {

struct Kind {
  const char* name;
  const char* extension;
  bool picture;
};
constexpr std::array kinds = {Kind{"PNG", ".png", true}, Kind{"SVG", ".svg", true}, Kind{"PDF", ".pdf", true},
                              Kind{"CSV", ".csv", false}, Kind{"NPY", ".npy", false}};

std::filesystem::path target(const ExportDialog& dialog) {
  const Kind& kind = kinds.at(static_cast<std::size_t>(dialog.kind));
  std::filesystem::path name = dialog.name;
  if (name.extension() != kind.extension) name += kind.extension;
  return std::filesystem::path(dialog.folder) / name;
}

void write(const PanelContext& context, ExportDialog& dialog) {
  dialog.done.clear();
  dialog.error.clear();
  if (dialog.name.empty()) {
    dialog.error = "The file needs a name.";
    return;
  }
  const std::filesystem::path path = target(dialog);
  std::error_code ignored;
  if (!dialog.overwrite && std::filesystem::exists(path, ignored)) {
    dialog.overwrite = true;
    dialog.error = path.filename().string() + " is already there. Press Replace to write over it.";
    return;
  }
  dialog.overwrite = false;
  try {
    const bool picture = kinds.at(static_cast<std::size_t>(dialog.kind)).picture;
    write_figure(figure_of(context.session, context.document, picture), path,
                 {.theme = context.session.theme, .scale = dialog.scale});
    dialog.done = "Written: " + path.string();
  } catch (const std::exception& error) {
    dialog.error = error.what();
  }
}

// A folder that is there: the one used last, else home, else the current one.
void complete(ExportDialog& dialog) {
  if (!dialog.folder.empty()) return;
  const char* home = std::getenv("HOME");
  std::error_code ignored;
  dialog.folder = home != nullptr ? home : std::filesystem::current_path(ignored).string();
}

}  // namespace

void draw_export(const PanelContext& context, const Area& screen) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  ExportDialog& dialog = ui.state().export_dialog;
  complete(dialog);
  const float wide = std::min(ui.px(560), screen.width() - ui.px(32));
  const float tall = ui.px(376);
  const Area sheet = Area::at(std::round(screen.middle_x() - wide / 2),
                              std::round(screen.middle_y() - tall / 2), wide, tall);
  ui.begin_layer();
  ui.push_clip(screen);
  ui.fill(screen, c.ink, 0, ui.theme() == Theme::light ? 0.18F : 0.5F);
  ui.fill(sheet, c.panel, ui.px(12));
  ui.outline(sheet, c.strong_line, ui.hairline(), ui.px(12));
  ui.state().overlay_area = sheet;

  Area rest = sheet.inset(ui.px(28), ui.px(22));
  ui.text(rest.cut_top(ui.px(28)), Align::left, type::panel, c.ink, "Export what is shown");
  ui.text(rest.cut_top(ui.px(24)), Align::left, type::path, c.text_3,
          ui.fitted(type::path, shown_path(context.session), rest.width()));
  rest.cut_top(ui.px(10));

  Area kinds_row = rest.cut_top(ui.px(32));
  std::array<Choice, kinds.size()> list;
  for (std::size_t i = 0; i < kinds.size(); ++i) list[i].label = kinds[i].name;
  const float kinds_width = choices_width(ui, list);
  const int kind = choices(ui, "export/kind", kinds_row.cut_left(kinds_width), list, dialog.kind);
  if (kind >= 0) {
    dialog.kind = kind;
    dialog.overwrite = false;
    dialog.error.clear();
  }
  if (dialog.kind == 0) {
    const std::array<Choice, 4> scales = {Choice{"1x"}, {"2x"}, {"3x"}, {"4x"}};
    kinds_row.cut_left(ui.px(16));
    const int scale =
        choices(ui, "export/scale", kinds_row.cut_left(choices_width(ui, scales)), scales, dialog.scale - 1);
    if (scale >= 0) dialog.scale = scale + 1;
  }
  rest.cut_top(ui.px(14));
  bool entered = false;
  const auto labelled = [&](const char* label, const char* id, std::string& text) {
    ui.text(rest.cut_top(ui.px(20)), Align::left, type::label, c.text_2, label);
    const Field field = text_field(ui, id, rest.cut_top(ui.px(36)), text, type::body, "");
    if (field.changed) dialog.overwrite = false;
    entered = entered || field.entered;
    rest.cut_top(ui.px(8));
  };
  labelled("File name", "export/name", dialog.name);
  labelled("Folder", "export/folder", dialog.folder);

  const Area note = rest.cut_top(ui.px(26));
  const std::string& said = dialog.error.empty() ? dialog.done : dialog.error;
  const std::string shown = ui.fitted(type::label, said, note.width());
  ui.text(note, Align::left, type::label, dialog.error.empty() ? c.value : c.error, shown);
  if (shown != said && ui.hovered(note)) ui.tooltip(said);

  Area row = sheet.inset(ui.px(28), ui.px(22));
  row = row.cut_bottom(ui.px(36));
  const char* action = dialog.overwrite ? "Replace" : "Write";
  const bool pressed = button(ui, "export/write", row.cut_right(button_width(ui, action) + ui.px(12)), action,
                              ButtonKind::primary);
  // Enter writes unless an item of the sheet has the keyboard and takes it for itself.
  const bool enter = !ui.state().focus.starts_with("export/") && ui.take(Key::enter) > 0;
  if (pressed || entered || enter) write(context, dialog);
  row.cut_right(ui.px(12));
  const bool outside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !sheet.contains(ui.mouse());
  if (button(ui, "export/close", row.cut_right(button_width(ui, "Close")), "Close", ButtonKind::plain) ||
      outside) {
    dialog.done.clear();
    dialog.error.clear();
    dialog.overwrite = false;
    ui.state().overlay = Overlay::none;
  }
  ui.pop_clip();
  ui.end_layer();
}

}  // namespace headlight
