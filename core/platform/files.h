// What a system can do with files beyond the standard library. core/files/whole_file.h says it to people.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

namespace headlight {

// No error where the user of the program may write to this file, or add files to this folder. Asks for the
// permissions alone: the disk may still be full.
std::error_code check_writable(const std::filesystem::path& path);

// What a file is written of, one piece after the other; each is asked for when the one before is written.
struct Pieces {
  std::size_t count = 0;
  std::function<std::span<const char>(std::size_t)> at;
};

// Writes a new file beside `file`, waits until it is on the disk, and gives it the name: whatever happens,
// `file` is the old one or the new one. Nothing lies beside it after an error; a program that is killed may
// leave ".NAME.part" files. A quota that is used up is said to be a full disk. Whatever `pieces` throws is
// passed on.
std::error_code replace_whole(const std::filesystem::path& file, const Pieces& pieces,
                              std::optional<std::filesystem::perms> permissions);

// Into what is there and stays what it is: a device, a pipe.
std::error_code write_into(const std::filesystem::path& file, const Pieces& pieces);

// Which state of a file was read: each time it is written it has another one. Files that are not there have
// one and the same.
struct FileStamp {
  std::int64_t seconds = 0, nanoseconds = 0;  // when it was written
  std::int64_t size = -1;
  std::uint64_t file = 0;  // the number of the file itself, that another one may have replaced

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
FileStamp stamp_of(const std::filesystem::path& file);

// Where the system itself asks for a file to open, as a browser does: lets it ask, and returns true. What is
// chosen comes as if it were dropped on the window.
bool choose_file();
bool choose_folder();  // the same for a folder: a model

// Whether a person chooses the folder of a file that is written. In a browser each one is a download.
bool asks_for_folders();

// The bytes of a file where they lie: pages come into memory when they are read, and the system may let them
// go again. What another program does to the file is seen here too: where it cuts something off, zeros stand
// in its place, and is_whole() says so.
class MappedFile {
 public:
  // Null where it cannot be mapped: a caller then reads the file.
  static std::shared_ptr<const MappedFile> open(const std::filesystem::path& file);
  virtual ~MappedFile() = default;

  virtual std::span<const char> bytes() const = 0;
  virtual bool is_whole() const = 0;
  // These bytes are not read again soon: they need not stay in memory.
  virtual void let_go(std::span<const char> bytes) const = 0;
};

// A file that one running program holds, until it lets go or ends in any way.
class FileLock {
 public:
  enum class Takes { old_file, new_file };
  // Null where the file is not there (a new one: is there already), cannot be written, or is held.
  static std::unique_ptr<FileLock> take(const std::filesystem::path& file, Takes takes);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  // In the place of what it holds. Returns whether that went well.
  bool write(std::string_view text);

 private:
  explicit FileLock(int file) : file_(file) {}
  int file_;
};

}  // namespace headlight
