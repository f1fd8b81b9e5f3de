// Which folder may include which: each only those before it, so that a lower one can be read, built and
// tested alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr std::array folders_upwards{
    "core",        "app/line",  "app/shared", "app/lab",  "app/session",  "app/lessons", "app/workspace",
    "app/widgets", "app/stage", "app/panels", "app/labs", "app/commands", "app/window"};

// The layer that a path of this repository lies in; as many as there are for main.cpp, which starts them all.
std::size_t layer_of(const std::string& path) {
  return static_cast<std::size_t>(
      std::find_if(folders_upwards.begin(), folders_upwards.end(),
                   [&](const char* layer) { return path.starts_with(std::string(layer) + "/"); }) -
      folders_upwards.begin());
}

struct Include {
  std::string file, what;  // `what` as it stands between quotes or brackets
};

// Of all sources in a folder of this repository.
std::vector<Include> includes_of(const std::string& folder) {
  const fs::path root = HEADLIGHT_SOURCE_DIR;
  std::vector<Include> all;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".h" && ending != ".cpp") continue;
    const std::string file = entry.path().lexically_relative(root).generic_string();
    std::ifstream text(entry.path());
    constexpr std::string_view before = "#include ";
    for (std::string line; std::getline(text, line);) {
      if (!line.starts_with(before)) continue;
      const std::size_t begin = before.size() + 1;
      all.push_back({file, line.substr(begin, line.find_first_of("\">", begin) - begin)});
    }
  }
  return all;
}

TEST(Layers, NoIncludeRunsUp) {
  int includes = 0;
  for (const char* folder : {"core", "app"}) {
    for (const auto& [file, what] : includes_of(folder)) {
      // What makes the shipped models is on top of all, and no part of the product.
      EXPECT_FALSE(what.starts_with("train/") || what.starts_with("tests/")) << file << " includes " << what;
      if (!what.starts_with("core/") && !what.starts_with("app/")) continue;
      EXPECT_LE(layer_of(what), layer_of(file)) << file << " includes " << what;
      ++includes;
    }
  }
  EXPECT_GT(includes, 1000);
}

// The folder right below `folder` that a path is in; empty where it is in none.
std::string folder_below(const std::string& folder, const std::string& path) {
  if (!path.starts_with(folder + "/")) return "";
  const std::size_t begin = folder.size() + 1;
  const std::size_t end = path.find('/', begin);
  return end == std::string::npos ? "" : path.substr(begin, end - begin);
}

// Each folder is a node, however deep it lies. Takes away, again and again, those that include no other one:
// what stays goes round in a circle, or leads into one.
TEST(Layers, NoFoldersIncludeEachOther) {
  std::map<std::string, std::map<std::string, std::string>> arrows;  // from, to, by which file
  for (const char* top : {"core", "app"}) {
    for (const auto& [file, what] : includes_of(top)) {
      if (!what.starts_with("core/") && !what.starts_with("app/")) continue;
      const std::string from = fs::path(file).parent_path().generic_string();
      const std::string to = fs::path(what).parent_path().generic_string();
      arrows[to];
      if (from != to) arrows[from][to] = file;
    }
  }
  EXPECT_TRUE(arrows.contains("core/models/foreign")) << "folders within folders are looked at";
  const auto is_free = [](const auto& each) { return each.second.empty(); };
  for (auto free = std::find_if(arrows.begin(), arrows.end(), is_free); free != arrows.end();
       free = std::find_if(arrows.begin(), arrows.end(), is_free)) {
    const std::string name = free->first;
    arrows.erase(free);
    for (auto& [from, to] : arrows) to.erase(name);
  }
  // What nobody in the circle includes leads into it.
  const auto is_included = [&](const std::string& name) {
    return std::any_of(arrows.begin(), arrows.end(),
                       [&](const auto& each) { return each.second.contains(name); });
  };
  for (auto outer = arrows.begin(); outer != arrows.end();) {
    if (is_included(outer->first)) {
      ++outer;
    } else {
      arrows.erase(outer);
      outer = arrows.begin();
    }
  }
  for (const auto& [from, all] : arrows) {
    for (const auto& [to, file] : all)
      ADD_FAILURE() << file << " includes " << to << ", which leads back to " << from;
  }
}

// What a step is says its row in the table of sites (SiteId); its name is for people, and may be of another
// model. The names that core/models/foreign asks for are of tensors in other people's files.
TEST(Layers, NothingAsksForTheNameOfAStep) {
  const std::regex asks(R"re(\bpart (==|!=) "|\.ends_with\("\.)re");
  for (const char* folder : {"core/explain", "core/figure", "core/models", "app/session", "app/lessons",
                             "app/workspace", "app/panels", "app/window"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(HEADLIGHT_SOURCE_DIR) / folder)) {
      if (entry.path().parent_path().filename() == "foreign") continue;
      std::ifstream text(entry.path());
      for (std::string line; std::getline(text, line);)
        EXPECT_FALSE(std::regex_search(line, asks)) << entry.path() << ": " << line;
    }
  }
}

// Every file that is read is asked what it is first, in one place (open_file_to_read). What else opens one
// reads what comes with Headlight, or the system.
TEST(Layers, NothingElseOpensAFileToRead) {
  const std::regex opens(R"re(\bifstream\b[^;&]*[({]|\bfopen\(|\bfreopen\()re");
  const std::set<std::string> own{"core/files/whole_file.cpp", "core/files/whole_file.h",
                                  "core/text/thesaurus.cpp"};
  for (const char* folder : {"core", "app"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(HEADLIGHT_SOURCE_DIR) / folder)) {
      const std::string path = entry.path().lexically_relative(HEADLIGHT_SOURCE_DIR).generic_string();
      if (!entry.is_regular_file() || own.contains(path) || path.starts_with("core/platform/")) continue;
      std::ifstream text(entry.path());
      for (std::string line; std::getline(text, line);) {
        const bool only_type = line.find("ifstream& ") != std::string::npos ||
                               line.find("open_file_to_read") != std::string::npos;
        EXPECT_TRUE(only_type || !std::regex_search(line, opens)) << path << ": " << line;
      }
    }
  }
}

TEST(Layers, NoLabKnowsAnother) {
  for (const auto& [file, what] : includes_of("app/labs")) {
    const std::string of = folder_below("app/labs", file), other = folder_below("app/labs", what);
    EXPECT_TRUE(of.empty() || other.empty() || of == other) << file << " includes " << what;
  }
}

// Commands, sessions and what a lab computes run where there is no window: of a lab, the files that end in
// _panel are for the window alone.
TEST(Layers, WithoutAWindowNothingDraws) {
  const auto draws = [](const std::string& path) {
    return path.starts_with("app/widgets/") || path.starts_with("app/stage/") ||
           path.starts_with("app/panels/") || path.starts_with("app/window/") ||
           path.find("_panel.") != std::string::npos;
  };
  for (const auto& [file, what] : includes_of("app")) {
    EXPECT_TRUE(file == "app/main.cpp" || draws(file) || !draws(what)) << file << " includes " << what;
  }
}

TEST(Layers, WhatDrawsTouchesNoFile) {
  for (const char* folder : {"app/panels", "app/widgets", "app/stage", "app/labs"}) {
    const bool panels_alone = folder == std::string_view("app/labs");
    int looked_at = 0;
    for (const auto& [file, what] : includes_of(folder)) {
      if (panels_alone && file.find("_panel.") == std::string::npos) continue;
      const bool touches = what.starts_with("core/files/") || what == "core/models/outline.h" ||
                           what == "app/session/session_file.h" || what == "fstream";
      EXPECT_FALSE(touches) << file << " includes " << what
                            << ": ask with a request (app/widgets/widget_state.h)";
      ++looked_at;
    }
    EXPECT_GT(looked_at, 30) << folder;
    // What reads all lessons or models at once; lessons_read() and catalogue_read() wait for no file.
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(HEADLIGHT_SOURCE_DIR) / folder)) {
      std::ifstream text(entry.path());
      for (std::string line; std::getline(text, line);) {
        for (const char* reads : {"shipped_lessons(", "shipped_catalogue(", "outline_of(", "load_card("})
          EXPECT_EQ(panels_alone ? std::string::npos : line.find(reads), std::string::npos)
              << entry.path() << ": " << line;
      }
    }
  }
}

}  // namespace
}  // namespace headlight
