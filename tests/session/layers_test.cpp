// Which folder may include which: each only those before it, so that a lower one can be read, built and
// tested alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::array layers{"core",         "app/session", "app/lessons", "app/workspace",
                            "app/commands", "app/widgets", "app/panels",  "app/window"};

// The layer that a path of this repository lies in; as many as there are for main.cpp, which starts them all.
std::size_t layer_of(const std::string& path) {
  return static_cast<std::size_t>(
      std::find_if(layers.begin(), layers.end(),
                   [&](const char* layer) { return path.starts_with(std::string(layer) + "/"); }) -
      layers.begin());
}

std::string included_in(const std::string& line) {
  constexpr std::string_view before = "#include \"";
  if (!line.starts_with(before)) return "";
  return line.substr(before.size(), line.find('"', before.size()) - before.size());
}

TEST(Layers, NoIncludeRunsUp) {
  const fs::path root = HEADLIGHT_SOURCE_DIR;
  int includes = 0;
  for (const char* top : {"core", "app"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string ending = entry.path().extension().string();
      if (ending != ".h" && ending != ".cpp") continue;
      const std::string file = entry.path().lexically_relative(root).generic_string();
      std::ifstream text(entry.path());
      for (std::string line; std::getline(text, line);) {
        const std::string included = included_in(line);
        if (!included.starts_with("core/") && !included.starts_with("app/")) continue;
        EXPECT_LE(layer_of(included), layer_of(file)) << file << " includes " << included;
        ++includes;
      }
    }
  }
  EXPECT_GT(includes, 1000);
}

}  // namespace
}  // namespace headlight
