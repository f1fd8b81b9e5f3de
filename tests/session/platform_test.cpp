// What belongs to one system stays behind core/platform.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace headlight {
namespace {

namespace fs = std::filesystem;

// Where the system may be seen: the platform itself, the window, and what measures the program from outside.
bool may_see_it(const std::string& file) {
  for (const char* folder : {"core/platform/", "app/window/"}) {
    if (file.starts_with(folder)) return true;
  }
  return false;
}

TEST(Platform, TheSystemIsSeenInOnePlace) {
  const fs::path root = HEADLIGHT_SOURCE_DIR;
  int files = 0;
  for (const char* folder : {"core", "app"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string ending = entry.path().extension().string();
      const std::string file = entry.path().lexically_relative(root).generic_string();
      if ((ending != ".h" && ending != ".cpp") || may_see_it(file)) continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      for (const char* seen :
           {"#include <unistd.h>", "#include <fcntl.h>", "#include <sys/", "#include <csignal>",
            "#include <thread>", "#include <future>", "#include <condition_variable>", "getenv(", "flock(",
            "std::thread", "std::async", "\"/proc", "\"/usr/", "std::ranges", "std::views", "std::bit_cast",
            "make_shared_for_overwrite"}) {
        EXPECT_EQ(text.str().find(seen), std::string::npos)
            << file << " has " << seen << ": see core/platform";
      }
      ++files;
    }
  }
  EXPECT_GT(files, 300);
}

// As libstdc++ 12 has it on Windows only by a function that windows.cpp puts in the place of the C library's.
TEST(Platform, APathIsUtf8) {
  const std::string name = "Schüler 狗 😀.headlight";
  const fs::path path = name;
  EXPECT_TRUE(path.u8string() == u8"Schüler 狗 😀.headlight");
  EXPECT_EQ(path.string(), name);
  EXPECT_EQ((fs::path("a") / name).filename().string(), name);
}

}  // namespace
}  // namespace headlight
