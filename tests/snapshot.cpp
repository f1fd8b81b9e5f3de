#include "tests/snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

namespace headlight {
namespace {

using Lines = std::vector<std::string>;
using Parts = std::vector<std::pair<std::string, Lines>>;  // a file, in its order

const std::filesystem::path folder = HEADLIGHT_SOURCE_DIR "/tests/snapshots/" HEADLIGHT_TESTS;
constexpr std::string_view heading = "=== ", arrow = " => ";

std::filesystem::path file_of_running_test() {
  const std::string stem =
      std::filesystem::path(::testing::UnitTest::GetInstance()->current_test_info()->file()).stem().string();
  return folder / (stem.substr(0, stem.rfind("_test")) + ".txt");
}

std::string part_of_running_test(const std::string& name) {
  const ::testing::TestInfo& test = *::testing::UnitTest::GetInstance()->current_test_info();
  return std::string(test.test_suite_name()) + "." + test.name() + (name.empty() ? "" : " " + name);
}

Parts read_parts(const std::filesystem::path& path) {
  Parts parts;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(heading)) {
      parts.emplace_back(line.substr(heading.size()), Lines());
    } else if (!line.empty() && !parts.empty()) {
      parts.back().second.push_back(line);
    }
  }
  return parts;
}

Lines& part_of(Parts& parts, const std::string& name) {
  const auto found = std::ranges::find(parts, name, &Parts::value_type::first);
  return (found != parts.end() ? *found : parts.emplace_back(name, Lines())).second;
}

std::string escaped(const std::string& text) {
  std::string line;
  for (const char letter : text) {
    if (letter == '\n') {
      line += "\\n";
    } else {
      line += letter == '\\' ? "\\\\" : std::string(1, letter);
    }
  }
  return line;
}

// Each run has other ones: core/files/whole_file.cpp names them.
std::string without_temporary_folders(std::string text) {
  const std::string begins = (std::filesystem::temp_directory_path() / "headlight ").string();
  for (std::size_t at = 0; (at = text.find(begins, at)) != text.npos; ++at)
    text.replace(at, text.find_first_of("/:;,\"\n", at + begins.size()) - at, "TMP");
  return text;
}

std::string unescaped(const std::string& line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool escape = line[i] == '\\' && i + 1 < line.size();
    if (escape) ++i;
    text += escape && line[i] == 'n' ? '\n' : line[i];
  }
  return text;
}

std::string words_of(const Lines& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + " ";
  return all;
}

// "- " before what is only in the snapshot, "+ " before what is only said: along the longest common sequence.
std::string difference(const Lines& kept, const Lines& said) {
  std::vector<std::vector<int>> common(kept.size() + 1, std::vector<int>(said.size() + 1, 0));
  for (std::size_t i = kept.size(); i-- > 0;) {
    for (std::size_t j = said.size(); j-- > 0;)
      common[i][j] =
          kept[i] == said[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  }
  std::string text;
  for (std::size_t i = 0, j = 0; i < kept.size() || j < said.size();) {
    if (i < kept.size() && j < said.size() && kept[i] == said[j]) {
      ++i;
      ++j;
    } else if (j == said.size() || (i < kept.size() && common[i + 1][j] >= common[i][j + 1])) {
      text += "- " + kept[i++] + "\n";
    } else {
      text += "+ " + said[j++] + "\n";
    }
  }
  return text;
}

void compare(const std::filesystem::path& path, Parts parts, const std::string& name, const Lines& said) {
  Lines& kept = part_of(parts, name);
  if (words_of(kept) == words_of(said)) return;
  if (std::getenv("HEADLIGHT_UPDATE") == nullptr) {
    ADD_FAILURE() << path.string() << ", " << name << ":\n"
                  << difference(kept, said)
                  << "HEADLIGHT_UPDATE=1 in the environment writes it as it is now.";
    return;
  }
  kept = said;
  std::filesystem::create_directories(folder);
  std::ofstream file(path);
  for (const auto& [each, lines] : parts) {
    file << (&each == &parts.front().first ? "" : "\n") << heading << each << "\n";
    for (const std::string& line : lines) file << line << "\n";
  }
}

// A test that was renamed or is gone leaves no part behind.
TEST(Snapshots, EveryPartBelongsToATest) {
  std::set<std::string> tests;
  const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const ::testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j)
      tests.insert(std::string(suite.name()) + "." + suite.GetTestInfo(j)->name());
  }
  if (!std::filesystem::exists(folder)) return;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    for (const auto& [name, lines] : read_parts(entry.path())) {
      EXPECT_TRUE(tests.contains(name.substr(0, name.find(' ')))) << entry.path().string() << ": " << name;
      EXPECT_FALSE(lines.empty()) << entry.path().string() << ": " << name;
    }
  }
}

}  // namespace

void expect_said(const std::vector<std::string>& lines, const std::string& name) {
  const std::filesystem::path path = file_of_running_test();
  Lines said;
  for (const std::string& line : lines) {
    if (!line.empty()) said.push_back(escaped(without_temporary_folders(line)));
  }
  compare(path, read_parts(path), part_of_running_test(name), said);
}

void expect_answers(const std::function<std::string(const std::string&)>& answer, const std::string& name) {
  const std::filesystem::path path = file_of_running_test();
  Parts parts = read_parts(path);
  const std::string part = part_of_running_test(name);
  Lines said;
  for (const std::string& line : part_of(parts, part)) {
    const std::string question = line.substr(0, line.find(arrow));
    const std::string text = escaped(without_temporary_folders(answer(unescaped(question))));
    said.push_back(question + std::string(arrow) + (text.empty() ? "(nothing)" : text));
  }
  EXPECT_FALSE(said.empty()) << "write the questions into " << path << " below " << heading << part;
  compare(path, std::move(parts), part, said);
}

}  // namespace headlight
