#include "app/panels/files/export_choice.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "app/session/open_lab.h"
#include "app/session/session_figure.h"

namespace headlight {
namespace {

constexpr std::array pictures{ExportKind{"PNG", ".png"}, ExportKind{"SVG", ".svg"},
                              ExportKind{"PDF", ".pdf"}};
constexpr std::array number_files{ExportKind{"CSV", ".csv"}, ExportKind{"NPY", ".npy"},
                                  ExportKind{"TSV", ".tsv"}};
constexpr std::array animations{ExportKind{"GIF", ".gif"}};

std::filesystem::path target_of(const ExportDialog& dialog) {
  const char* extension = kind_of(dialog).extension;
  std::filesystem::path name = dialog.name;
  if (name.extension() != extension) name += extension;
  return std::filesystem::path(dialog.folder) / name;
}

}  // namespace

std::span<const ExportKind> kinds_of(ExportWhat what) {
  switch (what) {
    case ExportWhat::stage:
    case ExportWhat::heatmap:
      return pictures;
    case ExportWhat::numbers:
      return number_files;
    case ExportWhat::steps:
      return animations;
  }
  return pictures;
}

const ExportKind& kind_of(const ExportDialog& dialog) {
  const auto kinds = kinds_of(dialog.what);
  return kinds[std::min(static_cast<std::size_t>(dialog.kind), kinds.size() - 1)];
}

void complete_place(ExportDialog& dialog, const Session& session) {
  const std::string usual = ExportDialog{}.name;
  bool suggested = dialog.name == usual;
  for (const auto& [kind, name] : lab_names()) suggested = suggested || dialog.name == name;
  if (suggested) dialog.name = shows_lab(session) ? name_of(lab_names(), lab_on_stage(session)) : usual;
  if (!dialog.folder.empty()) return;
  const char* home = std::getenv("HOME");
  std::error_code ignored;
  dialog.folder = home != nullptr ? home : std::filesystem::current_path(ignored).string();
}

void ask_to_write(Ui& ui) {
  ExportDialog& dialog = ui.state<ExportDialog>();
  const bool replace = dialog.overwrite;
  dialog.forget_result();
  if (dialog.name.empty()) {
    dialog.error = "The file needs a name.";
    return;
  }
  ui.ask(WriteExport{target_of(dialog).string(), replace});
}

void copy_numbers(const PanelContext& context, ExportDialog& dialog) {
  dialog.forget_result();
  try {
    const std::vector<const LabTable*> tables = lab_tables(context.session, context.document);
    if (!tables.empty()) {
      const LabTable& table = *tables[std::min(static_cast<std::size_t>(dialog.numbers), tables.size() - 1)];
      ImGui::SetClipboardText((table.is_matrix()
                                   ? tab_separated(figure_of(context.session, context.document, table, false))
                                   : tab_separated(table))
                                  .c_str());
      dialog.done = "Copied the table “" + table.name + "”; paste it into a spreadsheet.";
      return;
    }
    const Figure figure = figure_of(context.session, context.document, false);
    ImGui::SetClipboardText(tab_separated(figure).c_str());
    std::size_t count = 0;
    for (const Heatmap& map : figure.panels) count += map.values.size();
    dialog.done = "Copied " + std::to_string(count) + " numbers with their words; paste them into a table.";
  } catch (const std::exception& error) {
    dialog.error = error.what();
  }
}

}  // namespace headlight
