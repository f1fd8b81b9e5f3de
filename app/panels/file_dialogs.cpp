// The sheets that ask for a file: a list to open one from, a name to save under.
#include <algorithm>
#include <cstdlib>

#include "app/lessons/library.h"
#include "app/panels/files.h"
#include "app/panels/fuzzy.h"
#include "app/session/file_kind.h"
#include "app/session/session_file.h"
#include "app/widgets/controls.h"
#include "app/widgets/finder.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

// Folders with more files than this have other things in mind than choosing by eye.
constexpr std::size_t most_entries = 500;
constexpr std::uintmax_t largest_read = 1 << 20;

// "~/talks" as the shell means it.
fs::path expanded(const std::string& typed) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && (typed == "~" || typed.starts_with("~/"))) return home + typed.substr(1);
  return typed;
}

// What a session is about: its sentence; of a lesson its title. Of a file that is neither: what is wrong.
FileDialog::Entry entry_of(const fs::directory_entry& file, FileKind kind) {
  FileDialog::Entry entry{.name = file.path().filename().string()};
  std::error_code failed;
  if (file.file_size(failed) > largest_read || failed) return entry;
  const bool session = kind == FileKind::session;
  try {
    entry.note =
        session ? load_session(file.path()).sentence : "lesson: " + read_lesson(file.path().string())->title;
  } catch (const std::exception&) {
    entry.wrong = true;
    entry.note = session ? "not a session" : "not a lesson";
  }
  return entry;
}

// Folders first, then sessions and lessons, by name.
void list_folder(FileDialog& dialog) {
  if (dialog.listed == dialog.folder) return;
  dialog.listed = dialog.folder;
  dialog.entries.clear();
  dialog.error.clear();
  std::error_code failed;
  for (auto at = fs::directory_iterator(dialog.folder, failed); !failed && at != fs::directory_iterator();
       at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(".") || dialog.entries.size() >= most_entries) continue;
    std::error_code ignored;
    if (at->is_directory(ignored)) {
      dialog.entries.push_back({.name = name, .is_folder = true});
    } else if (const std::optional<FileKind> kind = kind_of_file(at->path())) {
      dialog.entries.push_back(entry_of(*at, *kind));
    }
  }
  if (failed) dialog.error = dialog.folder + ": " + failed.message();
  std::sort(dialog.entries.begin(), dialog.entries.end(), [](const auto& a, const auto& b) {
    return std::pair(!a.is_folder, a.name) < std::pair(!b.is_folder, b.name);
  });
  dialog.entries.insert(dialog.entries.begin(), {.name = "..", .is_folder = true});
}

bool matches_entry(const std::string& typed, const FileDialog::Entry& entry) {
  return fuzzy_match(typed, entry.name + " " + entry.note).has_value();
}

// Into a folder, or opens a file; what was typed is used up.
void go_to(const PanelContext& context, const fs::path& path) {
  UiState& state = context.ui.state();
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    state.files.folder = fs::weakly_canonical(path, ignored).string();
    state.finder = {};
  } else {
    open_path(context, path);
    if (state.overlay == Overlay::open_file && !state.message.text.empty()) {
      state.files.error = std::exchange(state.message, {}).text;
    }
  }
  state.again = true;
}

}  // namespace

void draw_open_file(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  UiState& state = ui.state();
  FileDialog& dialog = state.files;
  list_folder(dialog);
  // A path that is typed is no search, nor is the name of a file here that is not listed.
  const auto typed_path = [&] { return fs::path(dialog.folder) / expanded(state.finder.typed); };
  const auto is_path = [&] {
    const std::string& typed = state.finder.typed;
    if (typed.find('/') != std::string::npos || typed.starts_with("~")) return true;
    const auto matches = [&](const FileDialog::Entry& entry) { return matches_entry(typed, entry); };
    std::error_code ignored;
    return std::none_of(dialog.entries.begin(), dialog.entries.end(), matches) &&
           fs::exists(typed_path(), ignored);
  };
  std::vector<const FileDialog::Entry*> shown;
  const auto rows = [&] {
    std::vector<FinderRow> found;
    const bool path = is_path();
    for (const FileDialog::Entry& entry : dialog.entries) {
      if (path || !matches_entry(state.finder.typed, entry)) continue;
      FinderRow row{.title = entry.is_folder ? entry.name + "/" : entry.name, .detail = entry.note};
      if (entry.is_folder) row.detail = entry.name == ".." ? "the folder above" : "folder";
      row.wrong = entry.wrong;
      // The name itself comes before all that it is a part of.
      const bool exact = entry.name == state.finder.typed;
      found.insert(exact ? found.begin() : found.end(), std::move(row));
      shown.insert(exact ? shown.begin() : shown.end(), &entry);
    }
    return found;
  };

  const Area sheet = begin_sheet(ui, 640, 520);
  Area rest = sheet.inset(ui.px(24), ui.px(18));
  ui.text(rest.cut_top(ui.px(28)), Align::left, type::panel, c.ink, "Open a session or a lesson");
  const Area where = rest.cut_top(ui.px(26));
  if (dialog.error.empty()) {
    ui.text(where, Align::left, type::path, c.text_3, ui.fitted(type::path, dialog.folder, where.width()));
  } else {
    // An error ends in what to try.
    const float tall = ui.wrapped(where, type::label, c.error, dialog.error, ui.px(20));
    rest.cut_top(std::max(0.0F, tall - where.height()));
  }
  rest.cut_top(ui.px(6));
  const FinderTouch touch =
      finder(ui, "open", rest, state.finder, "A name, or a path such as ~/talks/it.headlight", rows,
             is_path() ? "Enter opens this path" : "Nothing here is called that");
  if (touch.changed) dialog.error.clear();
  if (is_path() && touch.entered) {
    go_to(context, typed_path());
  } else if (touch.taken >= 0) {
    go_to(context, fs::path(dialog.folder) / shown[static_cast<std::size_t>(touch.taken)]->name);
  }
  if (end_sheet(ui)) state.overlay = Overlay::none;
}

void draw_save_file(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  FileDialog& dialog = ui.state().files;
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
    std::error_code ignored;
    if (dialog.name.empty()) {
      dialog.error = "The file needs a name.";
    } else if (!dialog.overwrite && path != ui.state().file && fs::exists(path, ignored)) {
      dialog.overwrite = true;
      dialog.error = path.filename().string() + " is already there. Press Replace to write over it.";
    } else {
      save_as(context, path);
    }
  }
  if (end_sheet(ui) || closed) ui.state().overlay = Overlay::none;
}

}  // namespace headlight
