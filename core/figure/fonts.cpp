#include "core/figure/fonts.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <stdexcept>

#include "core/files/whole_file.h"
#include "core/platform/paths.h"

namespace headlight {

const FaceName& name_of(Face face) {
  constexpr const char* words = "Inter";
  constexpr const char* signs = "DejaVu Sans";
  constexpr const char* words_package = "fonts-inter";
  constexpr float words_height = 1.21F;
  constexpr const char* figures = "JetBrains Mono";
  constexpr const char* figure_signs = "DejaVu Sans Mono";
  constexpr const char* figures_package = "fonts-jetbrains-mono";
  constexpr float figures_height = 1.32F;
  // In the order of Face.
  static constexpr FaceName names[] = {
      {words, signs, 400, false, "opentype/inter/Inter-Regular.otf", words_package, words_height},
      {words, signs, 500, false, "opentype/inter/Inter-Medium.otf", words_package, words_height},
      {words, signs, 600, false, "opentype/inter/Inter-SemiBold.otf", words_package, words_height},
      {words, signs, 700, false, "opentype/inter/Inter-Bold.otf", words_package, words_height},
      {words, signs, 400, true, "opentype/inter/Inter-Italic.otf", words_package, words_height},
      {figures, figure_signs, 400, false, "truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
       figures_package, figures_height},
      {figures, figure_signs, 700, false, "truetype/jetbrains-mono/JetBrainsMono-Bold.ttf", figures_package,
       figures_height}};
  return names[static_cast<int>(face)];
}

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
