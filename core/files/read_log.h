// How often this process has read each file: one that does not change is read once, and the tests hold that.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace headlight {

// By each file's path, in the words of who read it. From any thread.
std::map<std::string, int> files_read();
void note_read(const std::filesystem::path& file);

}  // namespace headlight
