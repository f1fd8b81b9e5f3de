#include "core/files/zip.h"

#include <cstdint>
#include <stdexcept>

#include "core/files/compressed.h"

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

}  // namespace headlight
