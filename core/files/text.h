// Small text files: configurations, cards, word lists, sessions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace headlight {

// The whole file. Throws AccessError when it cannot be read, FormatError when it has more than `most` bytes.
std::string read_text(const std::filesystem::path& file, std::uintmax_t most = 16 << 20);

}  // namespace headlight
