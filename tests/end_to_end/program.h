// Runs the real program and catches what it says.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tiny_model.h"

namespace headlight {

struct Result {
  int code = 0;
  std::string output;
  std::string error;
};

inline std::string quoted_for_shell(const std::string& text) {
  std::string quoted = "'";
  for (const char letter : text) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

inline std::string contents(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

// Where the program runs other than usual.
struct Circumstances {
  std::string before;  // a command of the shell
  std::string output;  // where stdout leads, such as ">/dev/full"; empty: it is caught
  std::string program = HEADLIGHT_PROGRAM;
};

// In `folder`, without a display.
inline Result run(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                  const Circumstances& circumstances = {}) {
  const TemporaryFolder said;
  std::string command = "cd " + quoted_for_shell(folder.string()) + " && ";
  if (!circumstances.before.empty()) command += circumstances.before + " && ";
  command += "env -u DISPLAY -u WAYLAND_DISPLAY " + quoted_for_shell(circumstances.program);
  for (const std::string& argument : arguments) command += " " + quoted_for_shell(argument);
  command +=
      circumstances.output.empty() ? " >" + quoted_for_shell(said / "output") : " " + circumstances.output;
  command += " 2>" + quoted_for_shell(said / "error");
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(said / "output"), contents(said / "error")};
}

inline std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename());
  return names;
}

}  // namespace headlight
