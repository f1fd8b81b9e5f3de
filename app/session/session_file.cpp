#include "app/session/session_file.h"

#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "app/session/opening.h"
#include "core/files/file_error.h"
#include "core/files/replace_file.h"
#include "core/files/text.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

std::filesystem::path from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::filesystem::path folder_note() { return state_folder() / "folder"; }

}  // namespace

Session load_session(const std::filesystem::path& file) {
  try {
    return session_of_text(read_text(file));
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(file.string() + ": " + error.what());
  }
}

void save_session(const std::filesystem::path& file, const Session& session) {
  if (valid_utf8(session.model) != session.model) {
    throw AccessError(file,
                      "this session could not be opened again: the name of its model's folder is not "
                      "UTF-8 text",
                      "rename that folder and open the model again");
  }
  replace_file(file, to_json(session));
}

std::filesystem::path state_folder() {
  // A relative path would be another folder for every place the program is started from.
  if (const auto state = from_environment("XDG_STATE_HOME"); state.is_absolute()) return state / "headlight";
  const auto home = from_environment("HOME");
  return home.empty() ? home : home / ".local" / "state" / "headlight";
}

std::filesystem::path sessions_folder() {
  try {
    std::filesystem::path noted = read_text(folder_note(), 4096);
    if (std::filesystem::is_directory(noted)) return noted;
  } catch (const std::exception&) {
    // Nothing was remembered yet.
  }
  const auto home = from_environment("HOME");
  std::error_code ignored;
  return home.empty() ? std::filesystem::current_path(ignored) : home;
}

void remember_sessions_folder(const std::filesystem::path& folder) {
  if (state_folder().empty()) return;
  try {
    std::filesystem::create_directories(state_folder());
    replace_file(folder_note(), folder.string());
  } catch (const std::exception&) {
    // Next time the dialog starts at home.
  }
}

}  // namespace headlight
