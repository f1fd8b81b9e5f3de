#include "app/window/file_work.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/lessons/library.h"
#include "app/session/file_kind.h"
#include "app/session/opening.h"
#include "app/session/recent_models.h"
#include "app/session/session_file.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

// A note has one line.
std::string without_breaks(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void announce(UiState& state, std::string text, bool error) {
  state.message = {without_breaks(std::move(text)), error, "", {}};
}

std::string full_path(const fs::path& path) { return fs::absolute(path).lexically_normal().string(); }

fs::path folder_of(const UiState& state) {
  return state.file.empty() ? sessions_folder() : fs::path(state.file).parent_path();
}

void ask_for_name(UiState& state) {
  const fs::path own = state.file;
  state.overlay = Overlay::save_file;
  state.files = {};
  state.files.folder = folder_of(state).string();
  state.files.name = own.empty() ? "session" : own.filename().string();
}

void belongs_to_file(UiState& state, const fs::path& path, const Session& session) {
  state.file = full_path(path);
  state.saved = session;
  remember_sessions_folder(fs::path(state.file).parent_path());
}

// Throws what save_session() does.
void save_to(UiState& state, const fs::path& path, const Session& session) {
  save_session(path, session);
  belongs_to_file(state, path, session);
  announce(state, "Saved: " + state.file, false);
}

// Another window may have saved it since.
bool holds_something_else(const UiState& state) {
  try {
    return state.saved && !same_content(load_session(state.file), *state.saved);
  } catch (const std::exception&) {
    return false;  // no session is there that could be lost
  }
}

Action open_session_file(const fs::path& path, UiState& state, const Session& session) {
  Session opened = on_screen_of(load_session(path), session);
  belongs_to_file(state, path, opened);
  return OpenSession{std::move(opened)};
}

Action open_lesson_file(const fs::path& path) {
  try {
    return OpenLesson{open_lesson(path.string())};
  } catch (const std::invalid_argument& error) {
    // The note has one line, and the folder is known to who opened the file.
    std::string what = error.what();
    const std::string folder = path.parent_path().string() + "/";
    if (what.starts_with(folder)) what.erase(0, folder.size());
    throw std::invalid_argument(what);
  }
}

// Throws std::exception with what is wrong, in words for the screen.
Action open_file(const fs::path& path, UiState& state, const Session& session) {
  const std::optional<FileKind> kind = kind_of_file(path);
  if (!kind) {
    throw std::invalid_argument(path.filename().string() + " cannot be opened: Headlight opens " +
                                what_can_be_opened());
  }
  return *kind == FileKind::session ? open_session_file(path, state, session) : open_lesson_file(path);
}

}  // namespace

void FileWork::show_folder(const fs::path& folder) {
  // Without a thread to be had it is read at once.
  reading_ = std::async(std::launch::async | std::launch::deferred, list_folder, folder.string());
}

void FileWork::carry_out(const ChooseFile&, UiState& state) { show_folder(folder_of(state)); }

void FileWork::carry_out(const OpenFile& request, UiState& state, const Session& session,
                         std::vector<Action>& actions) {
  const fs::path path = request.path;
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    return show_folder(request.in_sheet ? fs::weakly_canonical(path, ignored) : path);
  }
  try {
    actions.push_back(open_file(path, state, session));
    state.message = {};
    state.overlay = Overlay::none;
  } catch (const std::exception& error) {
    if (request.in_sheet) {
      state.files.error = without_breaks(error.what());
    } else {
      announce(state, error.what(), true);
    }
  }
}

void FileWork::carry_out(const ChooseName&, UiState& state) { ask_for_name(state); }

void FileWork::carry_out(const SaveSession&, UiState& state, const Session& session) {
  if (state.file.empty()) return ask_for_name(state);
  if (holds_something_else(state)) {
    ask_for_name(state);
    state.files.error = fs::path(state.file).filename().string() +
                        " has changed since it was opened. Press Replace to write over it.";
    state.files.overwrite = true;
    return;
  }
  try {
    save_to(state, state.file, session);
  } catch (const std::exception& error) {
    announce(state, error.what(), true);
  }
}

void FileWork::carry_out(const SaveSessionAs& request, UiState& state, const Session& session) {
  const fs::path path = request.path;
  std::error_code ignored;
  if (!request.replace && path != state.file && fs::exists(path, ignored)) {
    state.files.overwrite = true;
    state.files.error = path.filename().string() + " is already there. Press Replace to write over it.";
    return;
  }
  try {
    save_to(state, path, session);
    state.overlay = Overlay::none;
  } catch (const std::exception& error) {
    state.files.error = error.what();
  }
}

void FileWork::carry_out(const StartFresh&, UiState& state, const Session& session,
                         std::vector<Action>& actions) {
  const Session fresh = on_screen_of(opening_session(Session{}.model), session);
  state.file.clear();
  state.saved = fresh;
  state.message = {};
  actions.push_back(OpenSession{fresh});
}

void FileWork::carry_out(const ChooseModel&, UiState& state, const Session& session) {
  state.models = {.shelf = models_at_hand(session.model), .error = {}};
  const std::vector<ShelfModel>& shelf = state.models.shelf;
  const auto open = std::find_if(shelf.begin(), shelf.end(),
                                 [&](const ShelfModel& each) { return each.name == session.model; });
  state.finder = {};
  if (open != shelf.end()) state.finder.chosen = static_cast<int>(open - shelf.begin());
  state.overlay = Overlay::models;
}

void FileWork::carry_out(const OpenModel& request, UiState& state, const Session& session,
                         std::vector<Action>& actions) {
  try {
    actions.push_back(OpenSession{with_model(session, request.name)});
    remember_model(session.model);
    remember_model(request.name);
    state.overlay = Overlay::none;
  } catch (const std::exception& error) {
    state.models.error = without_breaks(error.what());
  }
}

void FileWork::follow(UiState& state) {
  if (!busy() || reading_.wait_for(std::chrono::seconds::zero()) == std::future_status::timeout) return;
  state.files = {};
  state.files.listing = reading_.get();
  state.files.error = state.files.listing.error;
  state.finder = {};
  state.overlay = Overlay::open_file;
}

}  // namespace headlight
