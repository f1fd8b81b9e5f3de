#include "app/panels/files.h"

#include <algorithm>
#include <cstdlib>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/file_kind.h"
#include "app/session/opening.h"
#include "app/session/session_file.h"
#include "core/figure/amounts.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

void announce(const PanelContext& context, std::string text, bool error) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  context.ui.state().message = {std::move(text), error, "", {}};
  context.ui.state().again = true;
}

void open_session(const PanelContext& context, const fs::path& path) {
  Session session = on_screen_of(load_session(path), context.session);
  UiState& state = context.ui.state();
  state.file = fs::absolute(path).lexically_normal().string();
  state.saved = session;
  state.message = {};
  state.overlay = Overlay::none;
  remember_sessions_folder(fs::path(state.file).parent_path());
  context.ui.emit(OpenSession{std::move(session)});
}

void open_lesson_file(const PanelContext& context, const fs::path& path) {
  try {
    context.ui.emit(OpenLesson{open_lesson(path.string())});
  } catch (const std::invalid_argument& error) {
    // The note has one line, and the folder is known to who opened the file.
    std::string what = error.what();
    const std::string folder = path.parent_path().string() + "/";
    if (what.starts_with(folder)) what.erase(0, folder.size());
    throw std::invalid_argument(what);
  }
  context.ui.state().message = {};
  context.ui.state().overlay = Overlay::none;
}

// Another window may have saved it since.
bool holds_something_else(const UiState& state) {
  try {
    return state.saved && !same_content(load_session(state.file), *state.saved);
  } catch (const std::exception&) {
    return false;  // no session is there that could be lost
  }
}

void save_to(const PanelContext& context, const fs::path& path) {
  save_session(path, context.session);
  UiState& state = context.ui.state();
  state.file = fs::absolute(path).lexically_normal().string();
  state.saved = context.session;
  remember_sessions_folder(fs::path(state.file).parent_path());
  announce(context, "Saved: " + state.file, false);
}

}  // namespace

void open_path(const PanelContext& context, const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    open_file_dialog(context, Overlay::open_file);
    context.ui.state().files.folder = path.string();
    return;
  }
  const std::optional<FileKind> kind = kind_of_file(path);
  if (!kind) {
    return announce(context,
               path.filename().string() + " cannot be opened: Headlight opens " + what_can_be_opened(), true);
  }
  try {
    (*kind == FileKind::session ? open_session : open_lesson_file)(context, path);
  } catch (const std::exception& error) {
    announce(context, error.what(), true);
  }
}

void open_dropped(const PanelContext& context) {
  std::vector<std::string> paths;
  paths.swap(context.ui.state().to_open);
  for (const std::string& path : paths) open_path(context, path);
}

void save_or_ask(const PanelContext& context) {
  UiState& state = context.ui.state();
  if (state.file.empty()) return open_file_dialog(context, Overlay::save_file);
  if (holds_something_else(state)) {
    open_file_dialog(context, Overlay::save_file);
    state.files.error = fs::path(state.file).filename().string() +
                        " has changed since it was opened. Press Replace to write over it.";
    state.files.overwrite = true;
    return;
  }
  try {
    save_to(context, state.file);
  } catch (const std::exception& error) {
    announce(context, error.what(), true);
  }
}

void save_as(const PanelContext& context, const fs::path& path) {
  FileDialog& dialog = context.ui.state().files;
  try {
    save_to(context, path);
    context.ui.state().overlay = Overlay::none;
  } catch (const std::exception& error) {
    dialog.error = error.what();
  }
}

void start_fresh(const PanelContext& context) {
  UiState& state = context.ui.state();
  const Session fresh = on_screen_of(opening_session(Session{}.model), context.session);
  state.file.clear();
  state.saved = fresh;
  state.message = {};
  context.ui.emit(OpenSession{fresh});
}

void open_file_dialog(const PanelContext& context, Overlay overlay) {
  UiState& state = context.ui.state();
  state.overlay = overlay;
  state.finder = {};
  const fs::path own = state.file;
  state.files = {};
  state.files.folder = own.empty() ? sessions_folder().string() : own.parent_path().string();
  state.files.name = own.empty() ? "session" : own.filename().string();
  state.again = true;
}

bool has_unsaved_matter(const UiState& state, const Session& session) {
  if (state.saved && same_matter(*state.saved, session)) return false;
  return session.lesson.empty() || !same_matter(on_stage(session), session);
}

std::string what_was_kept(const Session& kept, const Session& usual, bool ended_badly) {
  std::string what;
  const auto add = [&](const std::string& more) { what += (what.empty() ? "" : " and ") + more; };
  if (kept.sentence != usual.sentence || kept.compare != usual.compare)
    add(kept.compare.empty() ? "your sentence" : "your sentences");
  if (!kept.edits.empty()) add(counted(static_cast<std::int64_t>(kept.edits.size()), "edit"));
  if (what.empty()) what = "what was open";
  what = (ended_badly ? "Restored after an unexpected end: " : "Restored: ") + what + ".";
  if (kept.edits.empty()) return what;
  return what + (kept.edits.size() == 1 ? " Ctrl Z takes the edit back." : " Ctrl Z takes the edits back.");
}

std::optional<int> sentence_of_last_edit(const Session& session) {
  return session.edits.empty() ? std::nullopt : session.edits.back().side;
}

std::string window_title(const UiState& state, const Session& session) {
  const bool changed = state.saved && !same_content(*state.saved, session);
  if (state.file.empty() && !changed) return "Headlight";
  const std::string name = state.file.empty() ? "not saved" : fs::path(state.file).filename().string();
  return std::string(changed ? "• " : "") + name + " – Headlight";
}

}  // namespace headlight
