#include "app/session/session_file.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "app/session/opening.h"
#include "core/files/read_file.h"
#include "core/files/write_file.h"
#include "core/models/card.h"
#include "core/models/given.h"
#include "core/platform/paths.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

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

std::filesystem::path sessions_folder() {
  try {
    std::filesystem::path noted = read_text(folder_note(), 4096);
    if (std::filesystem::is_directory(noted)) return noted;
  } catch (const std::exception&) {
    // Nothing was remembered yet.
  }
  const auto home = home_folder();
  std::error_code ignored;
  return home.empty() ? std::filesystem::current_path(ignored) : home;
}

namespace {

std::filesystem::path page_note() { return state_folder() / "page"; }

}  // namespace

std::string page_of_links() {
  try {
    if (std::string noted = read_text(page_note(), 4096); !noted.empty()) return noted;
  } catch (const std::exception&) {
    // None was chosen yet.
  }
  return "headlight.html";
}

void remember_page_of_links(const std::string& page) {
  if (state_folder().empty()) return;
  try {
    std::filesystem::create_directories(state_folder());
    replace_file(page_note(), page);
  } catch (const std::exception&) {
    // It is asked for again.
  }
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

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_remembered_models = 8;

fs::path models_note() { return state_folder() / "models"; }

}  // namespace

std::vector<std::string> recent_models() {
  std::vector<std::string> folders;
  try {
    std::istringstream lines(read_text(models_note(), 1 << 16));
    for (std::string line; std::getline(lines, line) && folders.size() < most_remembered_models;) {
      std::error_code gone;
      if (fs::exists(fs::path(line) / "config.json", gone) ||
          (names_given(line) && fs::exists(given_files(line).front(), gone)))
        folders.push_back(line);
    }
  } catch (const std::exception&) {
    // None was remembered yet.
  }
  return folders;
}

std::vector<ShelfModel> models_at_hand(const std::string& open) {
  std::vector<ShelfModel> shelf;
  const std::vector<ShelfModel> shipped = shipped_shelf();
  const auto has = [](const std::vector<ShelfModel>& models, const std::string& name) {
    return std::any_of(models.begin(), models.end(), [&](const ShelfModel& each) {
      std::error_code gone;
      return each.name == name ||
             (fs::path(each.name).is_absolute() && fs::equivalent(each.name, name, gone));
    });
  };
  std::vector<std::string> folders = recent_models();
  folders.insert(folders.begin(), open);
  for (const std::string& folder : folders) {
    try {
      if (!has(shipped, folder) && !has(shelf, folder)) shelf.push_back(shelf_model(folder));
    } catch (const std::exception&) {
      // What cannot be read any more is left out; of the open one the stage says it.
    }
  }
  shelf.insert(shelf.end(), shipped.begin(), shipped.end());
  return shelf;
}

void remember_model(const std::string& name_or_folder) {
  if (state_folder().empty()) return;
  try {
    const fs::path folder = fs::absolute(model_folder(name_or_folder)).lexically_normal();
    if (is_shipped_model(name_or_folder) || folder.native().find('\n') != std::string::npos) return;
    std::vector<std::string> folders = recent_models();
    std::erase(folders, folder.string());
    folders.insert(folders.begin(), folder.string());
    std::string text;
    for (std::size_t i = 0; i < std::min(folders.size(), most_remembered_models); ++i)
      text += folders[i] + "\n";
    fs::create_directories(state_folder());
    replace_file(models_note(), text);
  } catch (const std::exception&) {
    // It is missing from the list, and opens by its path.
  }
}

}  // namespace headlight
