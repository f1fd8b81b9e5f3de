// Bytes as text of 64 letters (RFC 4648, section 4), padded with "=".
#pragma once

#include <string>
#include <string_view>

namespace headlight {

std::string to_base64(std::string_view bytes);
// Throws std::invalid_argument: "is cut off", or which letter cannot be there.
std::string from_base64(std::string_view text);

}  // namespace headlight
