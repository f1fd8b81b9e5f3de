// Runs Python where a test is run, if it is there.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace headlight {

// Runs a program in a folder, the system's Python first, and another where that one lacks a module; what it
// says is in "said.txt". Whether it went well.
inline bool ran_in_python(const std::string& program, const std::filesystem::path& folder) {
  std::ofstream(folder / "line.py") << program << '\n';
  for (const char* const python : {"/usr/bin/python3", "python3"}) {
    const std::string all = "cd '" + folder.string() + "' && " + python + " line.py > said.txt 2>&1";
    if (std::system(all.c_str()) == 0) return true;
    std::ifstream stream(folder / "said.txt");
    const std::string said{std::istreambuf_iterator<char>(stream), {}};
    const bool lacks =
        said.find("No module named") != std::string::npos || said.find("not found") != std::string::npos;
    if (!lacks) return false;
  }
  return false;
}

// "numpy, torch"
inline bool has_modules(const std::string& modules, const std::filesystem::path& folder) {
  return ran_in_python("import " + modules, folder);
}

}  // namespace headlight
