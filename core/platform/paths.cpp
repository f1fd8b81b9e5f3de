#include "core/platform/paths.h"

#include "core/platform/process.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

fs::path find_assets() {
  if (const std::string named = environment("HEADLIGHT_ASSETS"); !named.empty()) return named;
  std::error_code error;
  fs::path folder = program_folder();
  for (int up = 0; up < 4 && !folder.empty(); ++up) {
    if (fs::is_directory(folder / "assets" / "models", error)) return folder / "assets";
    if (fs::is_directory(folder / "share" / "headlight" / "models", error))
      return folder / "share" / "headlight";
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return HEADLIGHT_BUILT_WITH_ASSETS;
}

}  // namespace

const fs::path& assets_folder() {
  static const fs::path folder = find_assets();
  return folder;
}

}  // namespace headlight
