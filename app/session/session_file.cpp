#include "app/session/session_file.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "app/session/opening.h"
#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/foreign.h"
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
    throw AccessError(
        file, "this session could not be opened again: the name of its model's folder is not UTF-8 text",
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
          (names_model_file(line) && fs::exists(line, gone)) ||
          (names_given(line) && fs::exists(given_files(line).front(), gone)))
        folders.push_back(line);
    }
  } catch (const std::exception&) {
    // None was remembered yet.
  }
  return folders;
}

std::vector<CatalogueModel> models_at_hand(const std::string& open) {
  std::vector<CatalogueModel> catalogue;
  const std::vector<CatalogueModel> shipped = shipped_catalogue();
  const auto has = [](const std::vector<CatalogueModel>& models, const std::string& name) {
    return std::any_of(models.begin(), models.end(), [&](const CatalogueModel& each) {
      std::error_code gone;
      return each.name == name ||
             (fs::path(each.name).is_absolute() && fs::equivalent(each.name, name, gone));
    });
  };
  std::vector<std::string> folders = recent_models();
  folders.insert(folders.begin(), open);
  for (const std::string& folder : folders) {
    try {
      if (!has(shipped, folder) && !has(catalogue, folder)) catalogue.push_back(catalogue_model(folder));
    } catch (const std::exception&) {
      // What cannot be read any more is left out; of the open one the stage says it.
    }
  }
  catalogue.insert(catalogue.end(), shipped.begin(), shipped.end());
  return catalogue;
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

LookKept::LookKept(const fs::path& folder) : file_(folder.empty() ? fs::path() : folder / "look.json") {
  if (file_.empty()) return;
  try {
    kept_ = session_from_json(read_text(file_, 4096));
  } catch (const std::exception&) {
    // Nothing was chosen yet.
  }
}

void LookKept::keep(const Appearance& look) {
  if (file_.empty() || kept_ == look) return;
  // What nobody chose needs no file.
  const bool chosen = kept_ || look != Appearance();
  kept_ = look;
  if (!chosen) return;
  try {
    fs::create_directories(file_.parent_path());
    const std::string text =
        Json{{"theme", name_of(theme_names(), look.theme)}, {"scale", number(look.scale)}}.dump() + "\n";
    replace_file(file_, text);
  } catch (const std::exception&) {
    // It is chosen again.
  }
}

namespace {

constexpr int most_windows = 64;
// In the mark of a window that came to its end and left something on purpose; behind it the path of the file
// that it was saved in. Else the mark is empty.
constexpr std::string_view kept_mark = "kept\n";

fs::path in_place(const fs::path& folder, const std::string& name, int place, const std::string& ending) {
  return folder / (name + (place == 1 ? "" : "-" + std::to_string(place)) + ending);
}

// A mark is there while its window runs. It is locked as well, and a lock ends with its program: a mark
// without one was left by a window that did not come to its end.
std::unique_ptr<FileLock> lock_left(const fs::path& mark) {
  return FileLock::take(mark, FileLock::Takes::old_file);
}

fs::path saved_in(const fs::path& mark) {
  try {
    const std::string text = read_text(mark);
    return text.starts_with(kept_mark) ? text.substr(kept_mark.size()) : "";
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

Autosave::Autosave(const fs::path& folder) {
  if (folder.empty()) return;
  std::error_code failed;
  fs::create_directories(folder, failed);
  for (int place = 1; place <= most_windows; ++place) {
    if (take_up(folder, place)) return;
  }
  for (int place = 1; place <= most_windows; ++place) {
    if (begin(folder, place)) return;
  }
}

Autosave::~Autosave() {
  finish();
  if (lock_ == nullptr) return;
  std::error_code ignored;
  if (!leaves_) fs::remove(mark_, ignored);
}

bool Autosave::take_up(const fs::path& folder, int place) {
  const fs::path mark = in_place(folder, "running", place, "");
  std::unique_ptr<FileLock> lock = lock_left(mark);
  if (lock == nullptr) return false;
  const fs::path file = in_place(folder, "session", place, ".json");
  try {
    left_behind_ = load_session(file);
  } catch (const std::exception&) {
    return false;  // it ended before anything was kept
  }
  lock_ = std::move(lock);
  file_ = file;
  mark_ = mark;
  // From here on the mark is this window's.
  std::error_code failed;
  ended_badly_ = fs::file_size(mark, failed) == 0;
  left_in_ = saved_in(mark);
  if (!lock_->write("")) ended_badly_ = true;
  return true;
}

bool Autosave::begin(const fs::path& folder, int place) {
  // Whoever writes to a pipe waits until it is read.
  std::error_code ignored;
  const fs::file_status there = fs::status(in_place(folder, "session", place, ".json"), ignored);
  if (fs::exists(there) && !fs::is_regular_file(there)) return false;
  const fs::path mark = in_place(folder, "running", place, "");
  lock_ = FileLock::take(mark, FileLock::Takes::new_file);
  if (lock_ == nullptr) lock_ = lock_left(mark);
  if (lock_ == nullptr) return false;
  file_ = in_place(folder, "session", place, ".json");
  mark_ = mark;
  return true;
}

std::optional<Autosave::Clock::duration> Autosave::keep(const Session& session, Clock::time_point now) {
  if (lock_ == nullptr || kept_ == session) return std::nullopt;
  if (kept_ && now < written_ + rest) return written_ + rest - now;
  if (writing_ && !writing_->done()) return rest;
  writing_.emplace([this, session] {
    try {
      save_session(file_, session);
      failed_ = false;
    } catch (const std::exception&) {
      // A full disk must not end a lesson; the next change tries again.
      failed_ = true;
    }
  });
  written_ = now;
  kept_ = session;
  return std::nullopt;
}

void Autosave::finish() {
  if (writing_) writing_->finish();
}

void Autosave::leave(const Session& session, const fs::path& saved_in) {
  if (lock_ == nullptr) return;
  finish();
  try {
    save_session(file_, session);
    leaves_ = lock_->write(std::string(kept_mark) + saved_in.string());
  } catch (const std::exception&) {
    // A full disk keeps no window open.
  }
}

}  // namespace headlight
