// What the export sheet has chosen and what follows from it: types of file, a place for the next one, text
// for the clipboard. For export_dialog.cpp alone, which draws the sheet.
#pragma once

#include <span>

#include "app/panels/files/export_dialog.h"
#include "app/panels/panels.h"

namespace headlight {

struct ExportKind {
  const char* name;
  const char* extension;
};
std::span<const ExportKind> kinds_of(ExportWhat what);
const ExportKind& kind_of(const ExportDialog& dialog);

// A name that says what it shows, as long as nobody typed another; and a folder that is there: the one used
// last, else home, else the current one.
void complete_place(ExportDialog& dialog, const Session& session);

// Asks for the file, unless it has no name. One that is taken is replaced once that was said.
void ask_to_write(Ui& ui);

// The numbers shown, as text that a spreadsheet takes, on the clipboard.
void copy_numbers(const PanelContext& context, ExportDialog& dialog);

}  // namespace headlight
