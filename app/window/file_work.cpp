#include "app/window/file_work.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/lessons/library.h"
#include "app/panels/files/file_sheets.h"
#include "app/panels/files/files.h"
#include "app/panels/message.h"
#include "app/session/file_kind.h"
#include "app/session/opening.h"
#include "app/session/recent_models.h"
#include "app/session/session_file.h"
#include "app/widgets/finder.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "core/pictures/data_uri.h"
#include "core/pictures/picture_file.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr const char* about_pictures =
    "The middle of your picture, as 64 x 64 pixels. The shipped models have only ever seen drawn scenes: of "
    "anything "
    "else they see shapes that are not there.";

// A note has one line.
std::string without_breaks(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void announce(States& states, std::string text, bool error) {
  states.of<Message>() = {without_breaks(std::move(text)), error, "", {}};
}

std::string full_path(const fs::path& path) { return fs::absolute(path).lexically_normal().string(); }

fs::path folder_of(const SessionFile& file) {
  return file.path.empty() ? sessions_folder() : fs::path(file.path).parent_path();
}

void ask_for_name(States& states) {
  const SessionFile& file = states.of<SessionFile>();
  const fs::path own = file.path;
  states.of<WidgetState>().overlay = Overlay::save_file;
  FileDialog& dialog = states.of<FileDialog>();
  dialog = {};
  dialog.folder = folder_of(file).string();
  dialog.name = own.empty() ? "session" : own.filename().string();
}

void belongs_to_file(SessionFile& file, const fs::path& path, const Session& session) {
  file = {full_path(path), session};
  remember_sessions_folder(fs::path(file.path).parent_path());
}

// Throws what save_session() does.
void save_to(States& states, const fs::path& path, const Session& session) {
  save_session(path, session);
  SessionFile& file = states.of<SessionFile>();
  belongs_to_file(file, path, session);
  announce(states, "Saved: " + file.path, false);
}

// Another window may have saved it since.
bool holds_something_else(const SessionFile& file) {
  try {
    return file.saved && !same_content(load_session(file.path), *file.saved);
  } catch (const std::exception&) {
    return false;  // no session is there that could be lost
  }
}

Action open_session_file(const fs::path& path, SessionFile& file, const Session& session) {
  Session opened = on_screen_of(load_session(path), session);
  belongs_to_file(file, path, opened);
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

// On the side that is followed, of the model on stage where that reads pictures, else of one that does.
Action open_picture_file(const fs::path& path, const Session& session) {
  const std::string text = data_uri(read_picture(path).picture);
  if (read_anatomy(model_folder(session.model)).picture) return SetSentence{session.side, text};
  Session other = with_model(session, model_for_pictures);
  other.sentence = text;
  return OpenSession{std::move(other)};
}

// Throws std::exception with what is wrong, in words for the screen.
Action open_file(const fs::path& path, SessionFile& file, const Session& session) {
  const std::optional<FileKind> kind = kind_of_file(path);
  if (!kind) {
    throw std::invalid_argument(path.filename().string() + " cannot be opened: Headlight opens " +
                                what_can_be_opened());
  }
  switch (*kind) {
    case FileKind::session:
      return open_session_file(path, file, session);
    case FileKind::lesson:
      return open_lesson_file(path);
    case FileKind::picture:
      break;
  }
  return open_picture_file(path, session);
}

}  // namespace

void FileWork::show_folder(const fs::path& folder) {
  // Without a thread to be had it is read at once.
  reading_ = std::async(std::launch::async | std::launch::deferred, list_folder, folder.string());
}

void FileWork::carry_out(const ChooseFile&, States& states) {
  show_folder(folder_of(states.of<SessionFile>()));
}

void FileWork::carry_out(const OpenFile& request, States& states, const Session& session,
                         std::vector<Action>& actions) {
  const fs::path path = request.path;
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    return show_folder(request.in_sheet ? fs::weakly_canonical(path, ignored) : path);
  }
  try {
    actions.push_back(open_file(path, states.of<SessionFile>(), session));
    states.of<Message>() = {};
    if (kind_of_file(path) == FileKind::picture) announce(states, about_pictures, false);
    states.of<WidgetState>().overlay = Overlay::none;
  } catch (const std::exception& error) {
    if (request.in_sheet) {
      states.of<FileDialog>().error = without_breaks(error.what());
    } else {
      announce(states, error.what(), true);
    }
  }
}

void FileWork::carry_out(const ChooseName&, States& states) { ask_for_name(states); }

void FileWork::carry_out(const SaveSession&, States& states, const Session& session) {
  const SessionFile& file = states.of<SessionFile>();
  if (file.path.empty()) return ask_for_name(states);
  if (holds_something_else(file)) {
    ask_for_name(states);
    states.of<FileDialog>().error = fs::path(file.path).filename().string() +
                                    " has changed since it was opened. Press Replace to write over it.";
    states.of<FileDialog>().overwrite = true;
    return;
  }
  try {
    save_to(states, file.path, session);
  } catch (const std::exception& error) {
    announce(states, error.what(), true);
  }
}

void FileWork::carry_out(const SaveSessionAs& request, States& states, const Session& session) {
  const fs::path path = request.path;
  std::error_code ignored;
  if (!request.replace && path != states.of<SessionFile>().path && fs::exists(path, ignored)) {
    states.of<FileDialog>().overwrite = true;
    states.of<FileDialog>().error =
        path.filename().string() + " is already there. Press Replace to write over it.";
    return;
  }
  try {
    save_to(states, path, session);
    states.of<WidgetState>().overlay = Overlay::none;
  } catch (const std::exception& error) {
    states.of<FileDialog>().error = error.what();
  }
}

void FileWork::carry_out(const StartFresh&, States& states, const Session& session,
                         std::vector<Action>& actions) {
  const Session fresh = on_screen_of(opening_session(Session{}.model), session);
  states.of<SessionFile>() = {.path = {}, .saved = fresh};
  states.of<Message>() = {};
  actions.push_back(OpenSession{fresh});
}

void FileWork::carry_out(const ChooseModel&, States& states, const Session& session) {
  states.of<ModelSheet>() = {.shelf = models_at_hand(session.model), .error = {}};
  const std::vector<ShelfModel>& shelf = states.of<ModelSheet>().shelf;
  const auto open = std::find_if(shelf.begin(), shelf.end(),
                                 [&](const ShelfModel& each) { return each.name == session.model; });
  states.of<FinderState>() = {};
  if (open != shelf.end()) states.of<FinderState>().chosen = static_cast<int>(open - shelf.begin());
  states.of<WidgetState>().overlay = Overlay::models;
}

void FileWork::carry_out(const OpenModel& request, States& states, const Session& session,
                         std::vector<Action>& actions) {
  try {
    actions.push_back(OpenSession{with_model(session, request.name)});
    remember_model(session.model);
    remember_model(request.name);
    states.of<WidgetState>().overlay = Overlay::none;
  } catch (const std::exception& error) {
    states.of<ModelSheet>().error = without_breaks(error.what());
  }
}

void FileWork::follow(States& states) {
  if (!busy() || reading_.wait_for(std::chrono::seconds::zero()) == std::future_status::timeout) return;
  FileDialog& dialog = states.of<FileDialog>();
  dialog = {};
  dialog.listing = reading_.get();
  dialog.error = dialog.listing.error;
  states.of<FinderState>() = {};
  states.of<WidgetState>().overlay = Overlay::open_file;
}

}  // namespace headlight
