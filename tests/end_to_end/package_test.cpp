// What the package adds to the program: the launcher, the man page, and what a desktop is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "app/session/opening.h"
#include "packaging/launcher/variants.h"
#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

TEST(Variants, TheBestComesFirstAndTheOthersAfterIt) {
  EXPECT_EQ(variants_to_try(3, ""), (Names{"x86-64-v4", "x86-64-v3", "x86-64-v2"}));
  EXPECT_EQ(variants_to_try(2, ""), (Names{"x86-64-v3", "x86-64-v2"}));
  EXPECT_EQ(variants_to_try(1, ""), (Names{"x86-64-v2"}));
}

TEST(Variants, OneThatIsAskedForIsTheOnlyOne) {
  EXPECT_EQ(variants_to_try(3, "x86-64-v2"), (Names{"x86-64-v2"}));
  EXPECT_EQ(variants_to_try(2, "x86-64-v3"), (Names{"x86-64-v3"}));
}

std::string refusal(std::size_t runs, const char* asked) {
  try {
    return variants_to_try(runs, asked).front() + " was chosen";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(Variants, WhatTheProcessorDoesNotRunIsRefused) {
  EXPECT_NE(refusal(1, "x86-64-v4").find("does not run; try x86-64-v2"), std::string::npos);
  EXPECT_NE(refusal(3, "avx").find("\"avx\", which is none; try x86-64-v4"), std::string::npos);
  EXPECT_NE(refusal(0, "").find("SSE4.2"), std::string::npos);
  EXPECT_NE(refusal(0, "x86-64-v2").find("SSE4.2"), std::string::npos);
}

#ifdef HEADLIGHT_LAUNCHER

// The launcher, installed into a folder, with scripts in the place of programs. glibc can be told to overlook
// what a processor has: `without` is a list like "-AVX2".
class Launcher : public testing::Test {
 protected:
  Launcher() {
    fs::create_directories(folder_ / "usr/bin");
    fs::copy_file(HEADLIGHT_LAUNCHER, folder_ / "usr/bin/headlight");
  }
  void add(const std::string& variant) {
    const fs::path program = folder_.path() / "usr/lib/headlight" / variant / "headlight";
    fs::create_directories(program.parent_path());
    std::ofstream(program) << "#!/bin/sh\necho " << variant << " \"$@\"\nexit 7\n";
    fs::permissions(program, fs::perms::owner_all);
  }
  Result start(const std::string& environment, const std::string& without = "") {
    const std::string command = "env " + environment + " GLIBC_TUNABLES=glibc.cpu.hwcaps=" + without + " " +
                                quoted_for_shell(folder_ / "usr/bin/headlight") + " 'a b' c >" +
                                quoted_for_shell(folder_ / "output") + " 2>" +
                                quoted_for_shell(folder_ / "error");
    const int status = std::system(command.c_str());
    return {WEXITSTATUS(status), contents(folder_ / "output"), contents(folder_ / "error")};
  }

  TemporaryFolder folder_;
};

TEST_F(Launcher, BecomesTheProgramWithItsArgumentsAndItsCode) {
  add("x86-64-v2");
  const Result result = start("HEADLIGHT_ARCH=x86-64-v2");
  EXPECT_EQ(result.output, "x86-64-v2 a b c\n");
  EXPECT_EQ(result.code, 7);
}

TEST_F(Launcher, TakesTheBestThatTheProcessorRuns) {
  for (const char* variant : {"x86-64-v2", "x86-64-v3", "x86-64-v4"}) add(variant);
  const std::string best = start("-u HEADLIGHT_ARCH").output;
  EXPECT_TRUE(best.starts_with("x86-64-v")) << best;
  // With less than it has, on every machine:
  const std::string without_512 = start("-u HEADLIGHT_ARCH", "-AVX512F").output;
  EXPECT_EQ(without_512, std::min(best, std::string("x86-64-v3 a b c\n")));
  EXPECT_EQ(start("-u HEADLIGHT_ARCH", "-AVX512F,-AVX2").output, "x86-64-v2 a b c\n");
  const Result none = start("-u HEADLIGHT_ARCH", "-AVX512F,-AVX2,-SSE4_2");
  EXPECT_EQ(none.code, 1);
  EXPECT_NE(none.error.find("SSE4.2"), std::string::npos) << none.error;
}

TEST_F(Launcher, FallsBackToWhatIsThere) {
  add("x86-64-v2");
  EXPECT_EQ(start("-u HEADLIGHT_ARCH").output, "x86-64-v2 a b c\n");
}

TEST_F(Launcher, SaysWhatIsMissing) {
  const Result empty = start("-u HEADLIGHT_ARCH");
  EXPECT_EQ(empty.code, 1);
  EXPECT_NE(empty.error.find("install the package again"), std::string::npos) << empty.error;
  const Result unknown = start("HEADLIGHT_ARCH=mmx");
  EXPECT_EQ(unknown.code, 1);
  EXPECT_EQ(std::count(unknown.error.begin(), unknown.error.end(), '\n'), 1) << unknown.error;
}

#endif

std::string packaged(const std::string& name) {
  std::string text = contents(fs::path(HEADLIGHT_SOURCE_DIR) / "packaging" / name);
  EXPECT_FALSE(text.empty()) << name;
  return text;
}

std::set<std::string> all_matches(const std::string& text, const std::regex& pattern) {
  std::set<std::string> found;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern); at != std::sregex_iterator(); ++at)
    found.insert((*at)[1]);
  return found;
}

// The commands that --help lists, each a line of its own after "Subcommands:".
std::set<std::string> commands_in(const std::string& help) {
  const std::size_t from = help.find("Subcommands:\n");
  if (from == std::string::npos) return {};
  return all_matches(help.substr(from, help.find("\n\n", from) - from), std::regex("\n  ([a-z]+)"));
}

void expect_all_in(const std::string& manual, const std::string& command, const TemporaryFolder& folder) {
  std::vector<std::string> arguments;
  std::stringstream words(command);
  for (std::string word; words >> word;) arguments.push_back(word);
  arguments.emplace_back("--help");
  const std::string help = run(arguments, folder.path()).output;
  for (const std::string& option : all_matches(help, std::regex("(--[a-z][a-z-]*)")))
    EXPECT_NE(manual.find(option), std::string::npos) << "headlight " << command << " " << option;
  for (const std::string& inner : commands_in(help)) {
    std::string whole = command;
    whole.append(command.empty() ? "" : " ").append(inner);
    if (commands_in(run({inner, "--help"}, folder.path()).output).empty() || !command.empty()) {
      EXPECT_NE(manual.find("headlight " + whole), std::string::npos) << whole;
    }
    if (command.empty()) expect_all_in(manual, whole, folder);
  }
}

TEST(Package, TheManualAndThePageNameEveryCommandAndOption) {
  std::string manual = packaged("headlight.1");
  manual.erase(std::remove(manual.begin(), manual.end(), '\\'), manual.end());
  const std::string page = contents(fs::path(HEADLIGHT_SOURCE_DIR) / "docs/command-line.md");
  const TemporaryFolder folder;
  ASSERT_GE(commands_in(run({"--help"}, folder.path()).output).size(), 9U);
  expect_all_in(manual, "", folder);
  expect_all_in(page, "", folder);
}

TEST(Package, ItsVersionIsThatOfTheProgram) {
  const TemporaryFolder folder;
  const Result result = run({"--version"}, folder.path());
  EXPECT_EQ(result.code, 0);
  const std::set<std::string> version =
      all_matches(result.output, std::regex("headlight ([0-9.]+), made for "));
  ASSERT_EQ(version.size(), 1U) << result.output;
  EXPECT_NE(packaged("headlight.1").find("\"Headlight " + *version.begin() + "\""), std::string::npos);
  EXPECT_NE(packaged("headlight.metainfo.xml").find("<release version=\"" + *version.begin() + "\""),
            std::string::npos);
}

// The desktop gives Headlight what it says it opens, and Headlight opens it.
TEST(Package, FileTypesAreTheSameEverywhere) {
  const std::string types = packaged("headlight-mime.xml");
  const std::set<std::string> named = all_matches(types, std::regex("<mime-type type=\"([^\"]+)\""));
  EXPECT_EQ(named.size(), 2U);
  EXPECT_EQ(all_matches(packaged("headlight.metainfo.xml"), std::regex("<mediatype>([^<]+)<")), named);
  const std::string desktop = packaged("headlight.desktop");
  for (const std::string& type : named) EXPECT_NE(desktop.find(type + ";"), std::string::npos) << type;
  const std::set<std::string> globs = all_matches(types, std::regex("<glob pattern=\"\\*([^\"]+)\""));
  EXPECT_EQ(globs, (std::set<std::string>{session_ending, ".lesson.md"}));
  for (const std::string& glob : globs) EXPECT_TRUE(kind_of_file("a" + glob)) << glob;
}

// All of assets/ but what belongs to the repository's own pages.
TEST(Package, HoldsAllThatTheProgramReads) {
  const std::string rules = packaged("CMakeLists.txt");
  int found = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(HEADLIGHT_SOURCE_DIR) / "assets")) {
    const std::string name = entry.path().filename().string();
    if (name == "README.md" || name == "pictures") continue;
    EXPECT_TRUE(std::regex_search(rules, std::regex("/assets/" + name + "\\b"))) << name;
    ++found;
  }
  EXPECT_GE(found, 3);
}

}  // namespace
}  // namespace headlight
