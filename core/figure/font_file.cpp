#include "core/figure/font_file.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <stdexcept>

#include "core/files/read_file.h"
#include "core/platform/paths.h"

namespace headlight {
namespace {

std::filesystem::path path_of_font(std::string_view name, std::string_view package) {
  for (const std::filesystem::path& folder : font_folders()) {
    std::filesystem::path path = folder / name;
    if (std::error_code ignored; std::filesystem::exists(path, ignored)) return path;
  }
  throw std::runtime_error("the font " + std::string(name) + " is not in " + font_folders().front().string() +
                           "; install the package " + std::string(package));
}

}  // namespace

void check_font_file(std::string_view name, std::string_view package) { path_of_font(name, package); }

const std::string& font_file(std::string_view name, std::string_view package) {
  static std::mutex mutex;
  static std::map<std::string, std::string> all;
  const std::lock_guard lock(mutex);
  const std::string key(name);
  if (const auto found = all.find(key); found != all.end()) return found->second;
  return all[key] = read_text(path_of_font(name, package));
}

}  // namespace headlight
