// What lies in a folder, for who chooses a file there.
#pragma once

#include <string>
#include <vector>

namespace headlight {

struct FolderEntry {
  std::string name;
  bool is_folder = false;
  std::string note = {};  // a session's sentence, a lesson's title; else what is wrong with the file
  bool wrong = false;     // it is not what its name says
};

// As it was when it was read.
struct FolderListing {
  std::string folder;
  // The folder above, folders, then sessions and lessons, by name.
  std::vector<FolderEntry> entries = {};
  // Names of all else: hidden, of another kind, or beyond the first 500.
  std::vector<std::string> unlisted = {};
  std::string error = {};  // one line; empty when all is well

  bool has_unlisted(const std::string& name) const;
};

// Opens each session and lesson in it: with hundreds of them it takes a while.
FolderListing list_folder(const std::string& folder);

}  // namespace headlight
