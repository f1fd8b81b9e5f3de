// Files read whole and written whole, and what every reader and writer throws. Every file Headlight writes
// goes through here: the old one stays until the new one is complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/platform/files.h"

namespace headlight {

// What every reader and writer of files throws: one line that says what failed, where, and what to try.

class FileError : public std::runtime_error {
 public:
  // Reads "<path>: <what>; <hint>". The hint may be empty.
  FileError(const std::filesystem::path& path, std::string_view what, std::string_view hint = "");
  // All of that as it was said before.
  explicit FileError(const std::string& line);
};

// The path does not lead to a file that can be read or written: missing, a folder, no permission, disk full.
class AccessError : public FileError {
  using FileError::FileError;
};

// The file can be read, but what it holds is damaged, or of a kind Headlight does not know.
class FormatError : public FileError {
  using FileError::FileError;
};

// Every file that is read is opened here: it is asked first what it is. Whoever opens a pipe waits until
// somebody writes into it, and a device has no end.

// The size of a file, links followed. Throws AccessError: not there, a folder, a pipe, a device, another
// kind.
std::uintmax_t size_of_file(const std::filesystem::path& file);
// At its first byte. Throws AccessError, also where it may not be read.
std::ifstream open_file_to_read(const std::filesystem::path& file);

// Small text files: configurations, cards, word lists, sessions.

// The whole file. Throws AccessError when it cannot be read, FormatError when it has more than `most` bytes.
std::string read_text(const std::filesystem::path& file, std::uintmax_t most = 16 << 20);

// How often this process has read each file, by the path that it was asked for: one that does not change is
// read once, and the tests hold that. From any thread.
std::map<std::string, int> files_read();
void note_read(const std::filesystem::path& file);

// Writes a file beside `path`, and gives it the name once it is complete and on the disk: whatever happens,
// `path` is the old file or the new one, and nothing lies beside it after a failure; what a killed program
// left there is removed. A link is followed, and
// what it leads to is made if it is not there. What is no ordinary file (/dev/null, a pipe) is written
// straight to. `write` is called once the place is known to be writable, and fills memory. Throws AccessError
// when the folder is missing, the path is a folder, the file is read-only, or the place cannot be written;
// whatever `write` throws is passed on.
void replace_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);
void replace_file(const std::filesystem::path& path, std::span<const char> bytes);
// Of pieces that need not be in memory all at once.
void replace_file(const std::filesystem::path& path, const Pieces& pieces);

// What kind of file a name asks for: ".png" of "a.PNG".
std::string ending_of(const std::filesystem::path& path);

// Throws what replace_file() would throw before it writes anything: to be asked before long work.
void check_replaceable(const std::filesystem::path& path);

// The folder with all above it, where it is not there. Throws AccessError.
void make_folder(const std::filesystem::path& path);

// Several files that belong together: a folder has all of them or none.

// Calls `write` with a new folder beside `path`, and gives that the name once all is written. Where `path` is
// a folder already, its files of the same names are replaced one by one, and its others stay. Whatever
// `write` throws is passed on, and nothing is left of it. Folders above `path` are made. Throws AccessError.
void replace_folder(const std::filesystem::path& path,
                    const std::function<void(const std::filesystem::path& aside)>& write);

// A folder nobody else has, for files that nobody keeps.

// Made empty in the system's folder for temporary files, under a name no other has, and removed with the
// object. The name has a space, so that whoever forgets quotation marks learns it in a test. Throws
// AccessError when it cannot be made.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace headlight
