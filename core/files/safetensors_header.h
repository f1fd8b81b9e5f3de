// The JSON header of a safetensors file, checked against the bytes that follow it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/safetensors.h"

namespace headlight {

// Bytes taken by one number.
constexpr std::uint64_t size_of(StoredType type) { return type == StoredType::f32 ? 4 : 2; }

struct HeaderEntry {
  std::string name;
  StoredType type = StoredType::f32;
  std::vector<std::int64_t> shape;
  std::uint64_t count = 0;           // numbers: the product of `shape`
  std::uint64_t begin = 0, end = 0;  // bytes, from the end of the header
};

struct SafetensorsHeader {
  std::vector<HeaderEntry> entries;  // by place: each begins where the one before it ends
  std::map<std::string, std::string> metadata;
};

// The longest header accepted, in bytes: that of some hundred thousand tensors.
constexpr std::uint64_t longest_header = 16 << 20;

// `data_size` is the number of bytes after the header. Throws FormatError naming `path`, the tensor, and what
// is wrong.
SafetensorsHeader parse_safetensors_header(const std::filesystem::path& path, std::string_view json,
                                           std::uint64_t data_size);

}  // namespace headlight
