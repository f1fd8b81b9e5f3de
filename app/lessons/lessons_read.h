// How far each lesson was read, kept beside the last session so that the list of lessons knows it next time.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace headlight {

// By the lesson's name the furthest step seen, from 0.
using StepsReached = std::map<std::string, int>;

class LessonsRead {
 public:
  // Reads what is kept in the folder; an empty path keeps nothing. A file that cannot be read is as none.
  explicit LessonsRead(const std::filesystem::path& state_folder);

  const StepsReached& reached() const { return kept_; }
  // Writes where somebody got further; what another window wrote meanwhile stays. A full disk loses only
  // this.
  void keep(const StepsReached& reached);

 private:
  std::filesystem::path file_;
  StepsReached kept_;
};

}  // namespace headlight
