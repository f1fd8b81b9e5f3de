// Named float arrays in a safetensors file: 8 bytes of header length, a JSON header, then the raw numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/platform/files.h"

namespace headlight {

// How a number lies in the file; in memory it is a float. Numbers of other types are not read. Q8_0 is one of
// GGUF's (gguf.h): 32 numbers of a row, side by side, are whole numbers of a byte times a scale of 16 bits.
enum class StoredType { f32, f16, bf16, q8_0, other };

struct Tensor {
  std::vector<std::int64_t> shape;  // outermost axis first; empty for a single number
  std::vector<float> data;          // row-major, as many as the product of `shape`
};

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

struct TensorFile {
  std::vector<NamedTensor> tensors;  // in the order their numbers lie in the file
  std::map<std::string, std::string> metadata;

  // Null when no tensor has that name.
  const Tensor* find(std::string_view name) const;
};

// All of a file. Reads F32, and F16 and BF16 widened to float. The whole header is checked against the length
// of the file before any number is read. Throws AccessError, or FormatError naming the tensor and what is
// wrong with it.
TensorFile read_safetensors(const std::filesystem::path& path);

// Writes F32 or F16 (IEEE 754 binary16, rounded to the nearest, ties to even) in the order given. Throws
// std::invalid_argument when a name is empty, used twice or reserved, when a shape does not fit its numbers,
// or for BF16; AccessError when the place cannot be written.
void write_safetensors(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors,
                       const std::map<std::string, std::string>& metadata = {},
                       StoredType stored = StoredType::f32);

// A tensor but for its numbers.
struct NamedShape {
  std::string name;
  std::vector<std::int64_t> shape;
};

// The same for numbers that need not be in memory all at once: `numbers` is asked for those of each tensor
// when it is written, in order, and they are read before the next are asked for. Throws std::invalid_argument
// also for as many numbers as the shape does not have.
void write_safetensors(const std::filesystem::path& path, std::span<const NamedShape> tensors,
                       const std::function<std::span<const float>(std::size_t)>& numbers,
                       const std::map<std::string, std::string>& metadata = {},
                       StoredType stored = StoredType::f32);

// The JSON header of a safetensors file, checked against the bytes that follow it.

// A block of Q8_0: a scale, and so many numbers.
inline constexpr std::int64_t numbers_in_block = 32;
inline constexpr std::uint64_t bytes_of_block = 2 + numbers_in_block;

// Bytes taken by so many numbers; of Q8_0 a whole number of blocks.
constexpr std::uint64_t bytes_of(StoredType type, std::uint64_t count) {
  if (type == StoredType::q8_0) return count / numbers_in_block * bytes_of_block;
  return count * (type == StoredType::f32 ? 4 : 2);
}

// What becomes of tensors whose numbers are of another type: they are an error, or they may stand in the
// file as long as they are not asked for.
enum class OtherTypes { refused, allowed };

struct HeaderEntry {
  std::string name;
  StoredType type = StoredType::f32;
  std::vector<std::int64_t> shape;
  std::uint64_t count = 0;           // numbers: the product of `shape`
  std::uint64_t begin = 0, end = 0;  // bytes, from the end of the header
  // Of so many heads, where what turns together lies side by side in the file (gguf.h): it is read as the
  // rest of the world has it, the first half of a head's rows first. None: the rows are as they are.
  int heads_in_pairs = 0;
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
                                           std::uint64_t data_size, OtherTypes others = OtherTypes::refused);

// A file that is open: its header is read and checked, its numbers are read when they are asked for, so that
// none of them is in memory twice. Throws as read_safetensors() does.
class SafetensorsFile {
 public:
  explicit SafetensorsFile(std::filesystem::path path, OtherTypes others = OtherTypes::refused);
  // A file of another format, of which this is known: places from its first byte.
  SafetensorsFile(std::filesystem::path path, SafetensorsHeader header);

  const std::filesystem::path& path() const { return path_; }
  const SafetensorsHeader& header() const { return header_; }
  // Null when no tensor has that name.
  const HeaderEntry* find(std::string_view name) const;
  // All numbers of a tensor, of which there is room for `entry.count`. From any thread once the file is
  // mapped.
  void read(const HeaderEntry& entry, float* numbers);
  // From now on numbers are read where they lie, if the system can do that. Who keeps a lent number keeps
  // what this returns; null where it cannot.
  std::shared_ptr<const MappedFile> map();
  // The numbers of a tensor where they lie in a mapped file; null where they have to be read.
  const float* lent(const HeaderEntry& entry) const;

 private:
  void read_as_stored(const HeaderEntry& entry, float* numbers);

  std::filesystem::path path_;
  std::ifstream in_;
  SafetensorsHeader header_;
  std::uint64_t file_size_ = 0, numbers_begin_ = 0;
  std::vector<std::uint16_t> halves_;
  std::shared_ptr<const MappedFile> mapped_;
};

}  // namespace headlight
