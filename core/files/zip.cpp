#include "core/files/zip.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "core/files/compressed.h"
#include "core/files/whole_file.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// The lowest byte first.
std::string zip_number(std::uint64_t number, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i, number >>= 8) text += static_cast<char>(number & 0xff);
  return text;
}

}  // namespace

std::string zip_file(std::span<const ZippedFile> files, Zipped how) {
  constexpr std::uint64_t most_bytes = 0xffffffff, most_files = 0xffff;
  constexpr std::uint64_t first_day = 0x00210000, version = 20;
  const bool deflates = how == Zipped::deflated;
  std::string made, directory;
  for (const ZippedFile& file : files) {
    const std::string packed = deflates ? deflated(file.bytes, Wrapping::plain) : file.bytes;
    if (made.size() + packed.size() > most_bytes || file.bytes.size() > most_bytes)
      throw std::invalid_argument("4 GB are too much for a zip file");
    const std::string told = zip_number(version, 2) + zip_number(0, 2) + zip_number(deflates ? 8 : 0, 2) +
                             zip_number(first_day, 4) + zip_number(crc32_of(file.bytes), 4) +
                             zip_number(packed.size(), 4) + zip_number(file.bytes.size(), 4) +
                             zip_number(file.name.size(), 2) + zip_number(0, 2);
    directory += "PK\x01\x02" + zip_number(version, 2) + told + zip_number(0, 6) + zip_number(0, 4) +
                 zip_number(made.size(), 4) + file.name;
    made += "PK\x03\x04" + told + file.name + packed;
  }
  if (files.size() > most_files || made.size() > most_bytes)
    throw std::invalid_argument("this is too much for a zip file");
  return made + directory + "PK\x05\x06" + zip_number(0, 4) + zip_number(files.size(), 2) +
         zip_number(files.size(), 2) + zip_number(directory.size(), 4) + zip_number(made.size(), 4) +
         zip_number(0, 2);
}

std::string zip_folder(const std::filesystem::path& folder, const std::string& name) {
  constexpr std::uintmax_t most_of_file = 1 << 30;
  std::vector<ZippedFile> files;
  for (const auto& each : std::filesystem::directory_iterator(folder)) {
    if (!each.is_regular_file()) continue;
    files.push_back({name + "/" + each.path().filename().string(), read_text(each.path(), most_of_file)});
  }
  std::sort(files.begin(), files.end(),
            [](const ZippedFile& a, const ZippedFile& b) { return a.name < b.name; });
  return zip_file(files, Zipped::stored);
}

namespace {

constexpr std::uint64_t in_extra = 0xffffffff;  // the number stands elsewhere, as it is large (zip64)

[[noreturn]] void fail_zip(const char* what) { throw std::invalid_argument(what); }

// The lowest byte first.
std::uint64_t zip_number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = size; i-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

void read_extra(std::string_view extra, ZipEntry& entry) {
  while (extra.size() >= 4) {
    const std::uint64_t id = zip_number_at(extra, 0, 2), length = zip_number_at(extra, 2, 2);
    if (length > extra.size() - 4) return;
    std::string_view own = extra.substr(4, length);
    extra.remove_prefix(4 + length);
    if (id != 1) continue;
    for (std::uint64_t* const each : {&entry.size, &entry.packed, &entry.local}) {
      if (*each != in_extra) continue;
      if (own.size() < 8) return;
      *each = zip_number_at(own, 0, 8);
      own.remove_prefix(8);
    }
  }
}

// The list of all files.
struct ZipList {
  std::uint64_t count = 0, size = 0, begin = 0;
};

ZipList list_of(const ZipBytes& bytes, std::uint64_t size) {
  constexpr std::uint64_t end_size = 22, locator_size = 20, large_end_size = 56;
  const std::uint64_t tail_begin = size - std::min<std::uint64_t>(size, end_size + 65535 + locator_size);
  const std::string tail = bytes(tail_begin, size - tail_begin);
  const std::size_t end = tail.rfind("PK\x05\x06");
  if (end == std::string::npos || tail.size() - end < end_size) fail_zip("is cut off");
  const ZipList list{zip_number_at(tail, end + 10, 2), zip_number_at(tail, end + 12, 4),
                     zip_number_at(tail, end + 16, 4)};
  if (list.begin != in_extra && list.size != in_extra && list.count != 0xffff) return list;
  if (end < locator_size || tail.compare(end - locator_size, 4, "PK\x06\x07") != 0) return list;
  const std::uint64_t at = zip_number_at(tail, end - locator_size + 8, 8);
  if (at > size || size - at < large_end_size) fail_zip("is damaged");
  const std::string large = bytes(at, large_end_size);
  if (!large.starts_with("PK\x06\x06")) fail_zip("is damaged");
  return {zip_number_at(large, 32, 8), zip_number_at(large, 40, 8), zip_number_at(large, 48, 8)};
}

}  // namespace

std::vector<ZipEntry> zip_entries(const ZipBytes& bytes, std::uint64_t size) {
  const ZipList list = list_of(bytes, size);
  if (list.count > 10'000 || list.begin > size || list.size > size - list.begin || list.size > (16U << 20))
    fail_zip("is damaged");
  const std::string text = bytes(list.begin, list.size);
  std::string_view left = text;
  std::vector<ZipEntry> all;
  for (std::uint64_t i = 0; i < list.count; ++i) {
    constexpr std::size_t fixed = 46;
    if (left.size() < fixed || !left.starts_with("PK\x01\x02")) fail_zip("is damaged");
    const std::size_t name = zip_number_at(left, 28, 2), extra = zip_number_at(left, 30, 2),
                      comment = zip_number_at(left, 32, 2);
    if (left.size() - fixed < name + extra + comment) fail_zip("is damaged");
    ZipEntry& entry = all.emplace_back();
    entry.name = valid_utf8(left.substr(fixed, name));
    entry.encrypted = (zip_number_at(left, 8, 2) & 1) != 0;
    entry.method = static_cast<int>(zip_number_at(left, 10, 2));
    entry.check = static_cast<std::uint32_t>(zip_number_at(left, 16, 4));
    entry.packed = zip_number_at(left, 20, 4);
    entry.size = zip_number_at(left, 24, 4);
    entry.local = zip_number_at(left, 42, 4);
    read_extra(left.substr(fixed + name, extra), entry);
    left.remove_prefix(fixed + name + extra + comment);
  }
  return all;
}

std::uint64_t begin_of(const ZipBytes& bytes, std::uint64_t size, const ZipEntry& entry) {
  constexpr std::uint64_t local_size = 30;
  if (entry.local > size || size - entry.local < local_size) fail_zip("is damaged");
  const std::string local = bytes(entry.local, local_size);
  if (!local.starts_with("PK\x03\x04")) fail_zip("is damaged");
  const std::uint64_t begin =
      entry.local + local_size + zip_number_at(local, 26, 2) + zip_number_at(local, 28, 2);
  if (begin > size || entry.packed > size - begin) fail_zip("is damaged");
  return begin;
}

}  // namespace headlight
