// Files in a zip file (PKWARE's APPNOTE.TXT, 4.3).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace headlight {

struct ZippedFile {
  std::string name;
  std::string bytes;
};

enum class Zipped { stored, deflated };
// The same files give the same bytes: the date is the first day that there is. Throws std::invalid_argument
// for more than 4 GB or 65,535 files.
std::string zip_file(std::span<const ZippedFile> files, Zipped how);

// All files of a folder, with the folder's name before theirs; not what lies in folders below. Throws
// AccessError or filesystem_error for what cannot be read.
std::string zip_folder(const std::filesystem::path& folder, const std::string& name);

// What somebody else wrote.

// A file in a zip file, as the list at its end says.
struct ZipEntry {
  std::string name;
  int method = 0;  // 0 stored, 8 deflated
  bool encrypted = false;
  std::uint32_t check = 0;             // crc32_of() its bytes
  std::uint64_t packed = 0, size = 0;  // bytes in the file, and unpacked
  std::uint64_t local = 0;             // where in the file what stands before its bytes begins
};

using ZipBytes = std::function<std::string(std::uint64_t begin, std::uint64_t count)>;
// At most 10,000 files. `bytes` gives those of the zip file, which has `size`. Both throw
// std::invalid_argument: "is cut off" or "is damaged".
std::vector<ZipEntry> zip_entries(const ZipBytes& bytes, std::uint64_t size);
// Where the bytes of one begin; all of them are in the file.
std::uint64_t begin_of(const ZipBytes& bytes, std::uint64_t size, const ZipEntry& entry);

}  // namespace headlight
