// Reading files: whole texts, and what every reader and writer throws.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace headlight {

// What every reader and writer of files throws: one line that says what failed, where, and what to try.

// What an exception says to a person: what(), but for want of memory, where the library gives the name of a
// class.
std::string told(const std::exception& error);

class FileError : public std::runtime_error {
 public:
  // Reads "<path>: <what>; <hint>". The hint may be empty.
  FileError(const std::filesystem::path& path, std::string_view what, std::string_view hint = "");
};

// The path does not lead to a file that can be read or written: missing, a folder, no permission, disk full.
class AccessError : public FileError {
  using FileError::FileError;
};

// The file can be read, but what it holds is damaged, or of a kind Headlight does not know.
class FormatError : public FileError {
  using FileError::FileError;
};

// Small text files: configurations, cards, word lists, sessions.

// The whole file. Throws AccessError when it cannot be read, FormatError when it has more than `most` bytes.
std::string read_text(const std::filesystem::path& file, std::uintmax_t most = 16 << 20);

// How often this process has read each file, by the path that it was asked for: one that does not change is
// read once, and the tests hold that. From any thread.
std::map<std::string, int> files_read();
void note_read(const std::filesystem::path& file);

}  // namespace headlight
