#include "app/panels/files.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

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
                    path.filename().string() + " cannot be opened: Headlight opens " + what_can_be_opened(),
                    true);
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

namespace {

bool is_under_way(const Session& session) {
  return !session.lesson.empty() && (session.lesson_step > 0 || session.lesson_answer >= 0);
}

bool same_place(const Session& a, const Session& b) {
  return a.lesson == b.lesson && a.lesson_step == b.lesson_step && a.lesson_answer == b.lesson_answer;
}

}  // namespace

bool has_unsaved_matter(const UiState& state, const Session& session) {
  if (is_under_way(session) && !(state.saved && same_place(*state.saved, session))) return true;
  if (state.saved && same_matter(*state.saved, session)) return false;
  return session.lesson.empty() || !same_matter(on_stage(session), session);
}

std::string what_was_kept(const Session& kept, const Session& usual, bool ended_badly) {
  // What a lesson's step brings is not one's own.
  const Session given = kept.lesson.empty() ? usual : on_stage(kept);
  const auto edits = std::count_if(kept.edits.begin(), kept.edits.end(), [&](const SessionEdit& edit) {
    return std::find(given.edits.begin(), given.edits.end(), edit) == given.edits.end();
  });
  std::vector<std::string> things;
  if (is_under_way(kept)) things.emplace_back("your place in the lesson");
  if (kept.sentence != given.sentence || kept.compare != given.compare)
    things.emplace_back(kept.compare.empty() ? "your sentence" : "your sentences");
  if (edits > 0) things.push_back(counted(edits, "edit"));
  if (things.empty()) things.emplace_back("what was open");
  std::string what;
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (i > 0) what += i + 1 == things.size() ? " and " : ", ";
    what += things[i];
  }
  what = (ended_badly ? "Restored after an unexpected end: " : "Restored: ") + what + ".";
  if (edits == 0) return what;
  return what + (edits == 1 ? " Ctrl Z takes the edit back." : " Ctrl Z takes the edits back.");
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
