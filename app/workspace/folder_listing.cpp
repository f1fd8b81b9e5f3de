#include "app/workspace/folder_listing.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/lessons/library.h"
#include "app/session/opening.h"
#include "app/session/session_file.h"
#include "core/models/given.h"
#include "core/text/say.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

// Folders with more files than this have other things in mind than choosing by eye.
constexpr std::size_t most_entries = 500;
constexpr std::uintmax_t largest_read = 1 << 20;

// What a session is about: its sentence; of a lesson its title. Of a file that is neither: what is wrong.
FolderEntry entry_of(const fs::directory_entry& file, FileKind kind) {
  FolderEntry entry{.name = file.path().filename().string()};
  if (kind == FileKind::picture) {
    entry.note = "picture";
    return entry;
  }
  if (kind == FileKind::model) {
    entry.note = "model";
    return entry;
  }
  if (kind == FileKind::weights) {
    entry.note = "weights";
    return entry;
  }
  std::error_code failed;
  if (file.file_size(failed) > largest_read || failed) return entry;
  if (kind == FileKind::text) {
    entry.note = "text";
    return entry;
  }
  const bool session = kind == FileKind::session;
  if (session && holds_given_json(file.path())) {
    entry.note = "weights";
    return entry;
  }
  try {
    entry.note = session ? load_session(file.path()).text(0)
                         : say("lesson: {title}", {{"title", read_lesson(file.path().string())->title}});
  } catch (const std::exception&) {
    entry.wrong = true;
    entry.note = session ? "not a session" : "not a lesson";
  }
  return entry;
}

}  // namespace

bool FolderListing::has_unlisted(const std::string& name) const {
  return std::find(unlisted.begin(), unlisted.end(), name) != unlisted.end();
}

FolderListing list_folder(const std::string& folder) {
  FolderListing listing{.folder = folder};
  std::vector<FolderEntry>& entries = listing.entries;
  std::error_code failed;
  for (auto at = fs::directory_iterator(folder, failed); !failed && at != fs::directory_iterator();
       at.increment(failed)) {
    const std::string name = at->path().filename().string();
    const std::optional<FileKind> kind = kind_of_file(at->path());
    std::error_code ignored;
    const bool listed = !name.starts_with(".") && entries.size() < most_entries;
    if (listed && at->is_directory(ignored)) {
      entries.push_back({.name = name, .is_folder = true});
    } else if (listed && kind) {
      entries.push_back(entry_of(*at, *kind));
    } else {
      listing.unlisted.push_back(name);
    }
  }
  if (failed) listing.error = folder + ": " + failed.message();
  std::sort(entries.begin(), entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
    return std::pair(!a.is_folder, a.name) < std::pair(!b.is_folder, b.name);
  });
  entries.insert(entries.begin(), {.name = "..", .is_folder = true});
  return listing;
}

}  // namespace headlight
