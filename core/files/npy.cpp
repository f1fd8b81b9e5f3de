#include "core/files/npy.h"

#include <bit>
#include <ostream>
#include <stdexcept>
#include <string>

#include "core/files/replace_file.h"

namespace headlight {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

void write_npy(const std::filesystem::path& path, const std::vector<std::int64_t>& shape,
               std::span<const float> values) {
  std::uint64_t count = 1;
  std::string axes;
  for (const std::int64_t length : shape) {
    if (length < 0 || (length > 0 && count > values.size() / static_cast<std::uint64_t>(length))) {
      throw std::invalid_argument("write_npy: the shape does not fit the values");
    }
    count *= static_cast<std::uint64_t>(length);
    axes += std::to_string(length) + ", ";
  }
  if (count != values.size()) throw std::invalid_argument("write_npy: the shape does not fit the values");
  if (shape.size() > 1) axes.resize(axes.size() - 2);  // a tuple of one keeps its comma

  constexpr std::size_t preamble = 10;  // magic, version, length of the header
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + axes + "), }";
  header.append((64 - (preamble + header.size() + 1) % 64) % 64, ' ').push_back('\n');

  replace_file(path, [&](std::ostream& out) {
    out.write("\x93NUMPY\x01\x00", 8);
    out.put(static_cast<char>(header.size() & 0xff)).put(static_cast<char>(header.size() >> 8));
    out << header;
    out.write(reinterpret_cast<const char*>(values.data()),
              static_cast<std::streamsize>(values.size_bytes()));
  });
}

}  // namespace headlight
