// Bytes made smaller, as zlib does it, and bytes as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace headlight {

// `plain` is deflate alone (RFC 1951), without a checksum; `gzip` is a file of that name (RFC 1952).
enum class Wrapping { plain, gzip };

// As small as it gets. The same bytes give the same bytes: no date is in them.
std::string deflated(std::string_view bytes, Wrapping wrapping);

// "is cut off", "is damaged" or "unpacks to more than 1000000 bytes".
struct InflateError : std::invalid_argument {
  InflateError(const std::string& what, std::size_t at_byte) : std::invalid_argument(what), at(at_byte) {}
  std::size_t at;  // the byte of the input where it was noticed
};

// Throws InflateError, and Stopped (core/platform/background.h). Never takes much more memory than `most`
// bytes.
std::string inflated(std::string_view bytes, Wrapping wrapping, std::size_t most);
// The first `most` bytes of it, or those before what is damaged.
std::string beginning_of_inflated(std::string_view bytes, Wrapping wrapping, std::size_t most);

// The checksum that zip files and PNG have of their bytes.
std::uint32_t crc32_of(std::string_view bytes);

// Bytes as text of 64 letters (RFC 4648, section 4), padded with "=".

std::string to_base64(std::string_view bytes);
// Throws std::invalid_argument: "is cut off", or which letter cannot be there.
std::string from_base64(std::string_view text);

}  // namespace headlight
