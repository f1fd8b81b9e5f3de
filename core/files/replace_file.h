// Every file Headlight writes goes through here: the old file stays until the new one is complete.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>

namespace headlight {

// Writes a file that has no name yet, or one beside `path`, and gives it the name once it is complete and on
// the disk: whatever happens, `path` is the old file or the new one, and nothing lies beside it after a
// failure. A link is followed, and what it leads to is made if it is not there. What is no ordinary file
// (/dev/null, a pipe) is written straight to. Throws AccessError when the folder is missing, the path is a
// folder, the file is read-only, or the place cannot be written; whatever `write` throws is passed on.
void replace_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);
void replace_file(const std::filesystem::path& path, std::span<const char> bytes);

// What kind of file a name asks for: ".png" of "a.PNG".
std::string ending_of(const std::filesystem::path& path);

// Throws what replace_file() would throw before it writes anything: to be asked before long work.
void check_replaceable(const std::filesystem::path& path);

}  // namespace headlight
