// The sheets that ask for a file: a list to open one from, a name to save under.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "app/panels/commands/fuzzy.h"
#include "app/panels/files/file_sheets.h"
#include "app/panels/files/files.h"
#include "app/session/file_kind.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

// "~/talks" as the shell means it.
fs::path expanded(const std::string& typed) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && (typed == "~" || typed.starts_with("~/"))) return home + typed.substr(1);
  return typed;
}

bool matches_entry(const std::string& typed, const FolderEntry& entry) {
  return fuzzy_match(typed, entry.name + " " + entry.note).has_value();
}

}  // namespace

void draw_open_file(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  FinderState& field = ui.state<FinderState>();
  FileDialog& dialog = ui.state<FileDialog>();
  const FolderListing& listing = dialog.listing;
  // A path that is typed is no search, nor is the name of a file here that is not listed.
  const auto typed_path = [&] { return fs::path(listing.folder) / expanded(field.typed); };
  const auto is_path = [&] {
    const std::string& typed = field.typed;
    if (typed.find('/') != std::string::npos || typed.starts_with("~")) return true;
    const auto matches = [&](const FolderEntry& entry) { return matches_entry(typed, entry); };
    return std::none_of(listing.entries.begin(), listing.entries.end(), matches) &&
           listing.has_unlisted(typed);
  };
  std::vector<const FolderEntry*> shown;
  const auto rows = [&] {
    std::vector<FinderRow> found;
    const bool path = is_path();
    for (const FolderEntry& entry : listing.entries) {
      if (path || !matches_entry(field.typed, entry)) continue;
      FinderRow row{.title = entry.is_folder ? entry.name + "/" : entry.name, .detail = entry.note};
      if (entry.is_folder) row.detail = entry.name == ".." ? "the folder above" : "folder";
      row.wrong = entry.wrong;
      // The name itself comes before all that it is a part of.
      const bool exact = entry.name == field.typed;
      found.insert(exact ? found.begin() : found.end(), std::move(row));
      shown.insert(exact ? shown.begin() : shown.end(), &entry);
    }
    return found;
  };

  const Area sheet = begin_sheet(ui, 640, 520);
  Area rest = sheet.inset(ui.px(24), ui.px(18));
  ui.text(rest.cut_top(ui.px(28)), Align::left, type::panel, c.ink, "Open a session, a lesson or a picture");
  const Area where = rest.cut_top(ui.px(26));
  if (dialog.error.empty()) {
    ui.text(where, Align::left, type::path, c.text_3, ui.fitted(type::path, listing.folder, where.width()));
  } else {
    // An error ends in what to try.
    const float tall = ui.wrapped(where, type::label, c.error, dialog.error, ui.px(20));
    rest.cut_top(std::max(0.0F, tall - where.height()));
  }
  rest.cut_top(ui.px(6));
  const FinderTouch touch = finder(ui, "open", rest, field, "A name, or a path such as ~/talks/it.headlight",
                                   rows, is_path() ? "Enter opens this path" : "Nothing here is called that");
  if (touch.changed) dialog.error.clear();
  if (is_path() && touch.entered) {
    ui.ask(OpenFile{typed_path().string(), true});
  } else if (touch.taken >= 0) {
    const std::string& name = shown[static_cast<std::size_t>(touch.taken)]->name;
    ui.ask(OpenFile{(fs::path(listing.folder) / name).string(), true});
  }
  if (end_sheet(ui)) ui.state().overlay = Overlay::none;
}

void draw_save_file(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  FileDialog& dialog = ui.state<FileDialog>();
  constexpr float wide = 560;
  constexpr float line = 20;
  const float error = ui.wrapped_height(type::label, dialog.error, ui.px(wide - 56), line);
  const Area sheet = begin_sheet(ui, wide, 276 + error);
  Area rest = sheet.inset(ui.px(28), ui.px(22));
  ui.text(rest.cut_top(ui.px(36)), Align::left, type::panel, c.ink, "Save the session");
  bool entered = false;
  const auto labelled = [&](const char* label, const char* id, std::string& text, bool take_focus) {
    ui.text(rest.cut_top(ui.px(20)), Align::left, type::label, c.text_2, label);
    const Field field = text_field(ui, id, rest.cut_top(ui.px(36)), text, type::body, "", take_focus);
    if (field.changed) {
      dialog.overwrite = false;
      dialog.error.clear();
    }
    entered = entered || field.entered;
    rest.cut_top(ui.px(8));
  };
  labelled("File name", "save/name", dialog.name, std::exchange(dialog.fresh, false));
  labelled("Folder", "save/folder", dialog.folder, false);
  if (!dialog.error.empty()) ui.wrapped(rest, type::label, c.error, dialog.error, ui.px(line));

  Area row = sheet.inset(ui.px(28), ui.px(22));
  row = row.cut_bottom(ui.px(36));
  const char* label = dialog.overwrite ? "Replace" : "Save";
  const bool pressed = button(ui, "save/write", row.cut_right(button_width(ui, label) + ui.px(12)), label,
                              ButtonKind::primary);
  row.cut_right(ui.px(12));
  const bool closed =
      button(ui, "save/close", row.cut_right(button_width(ui, "Close")), "Close", ButtonKind::plain);
  if (pressed || entered) {
    fs::path path = expanded(dialog.folder) / fs::path(dialog.name);
    if (kind_of_file(path) != FileKind::session) path += session_ending;
    if (dialog.name.empty()) {
      dialog.error = "The file needs a name.";
    } else {
      ui.ask(SaveSessionAs{path.string(), dialog.overwrite});
    }
  }
  if (end_sheet(ui) || closed) ui.state().overlay = Overlay::none;
}

}  // namespace headlight
