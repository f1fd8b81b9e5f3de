#include "core/files/safetensors.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/platform/portable.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::string_view try_again = "copy or download the file again";

class HeaderParser {
 public:
  HeaderParser(const std::filesystem::path& path, std::uint64_t data_size, OtherTypes others)
      : path_(path), data_size_(data_size), others_(others) {}

  SafetensorsHeader parse(std::string_view text) {
    const Json root = parsed(text);
    if (!root.is_object()) throw FormatError(path_, "the header is not a JSON object", try_again);
    SafetensorsHeader header;
    for (const auto& [name, fields] : root.items()) {
      if (name == "__metadata__") {
        header.metadata = parse_metadata(fields);
      } else {
        header.entries.push_back(parse_entry(name, fields));
      }
    }
    check_places(header.entries);
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& name, const std::string& what) const {
    throw FormatError(path_, "tensor " + in_quotes(name) + " " + what, try_again);
  }

  Json parsed(std::string_view text) const {
    try {
      return parse_json(text);
    } catch (const JsonError& error) {
      throw FormatError(path_, error.syntax ? "the header is not valid JSON" : "the header: " + error.said,
                        try_again);
    }
  }

  std::map<std::string, std::string> parse_metadata(const Json& fields) const {
    if (!fields.is_object()) throw FormatError(path_, "__metadata__ is not an object", try_again);
    std::map<std::string, std::string> metadata;
    for (const auto& [key, text] : fields.items()) {
      if (!text.is_string()) {
        throw FormatError(path_, "__metadata__ " + in_quotes(key) + " is not a text", try_again);
      }
      metadata[key] = text.get<std::string>();
    }
    return metadata;
  }

  HeaderEntry parse_entry(const std::string& name, const Json& fields) const {
    if (!fields.is_object()) fail(name, "is not described by an object");
    for (const auto& [key, unused] : fields.items()) {
      if (key != "dtype" && key != "shape" && key != "data_offsets") {
        fail(name, "has an unknown field " + in_quotes(key));
      }
    }
    HeaderEntry entry;
    entry.name = name;
    entry.type = parse_type(name, fields);
    parse_shape(fields, entry);
    parse_offsets(fields, entry);
    return entry;
  }

  StoredType parse_type(const std::string& name, const Json& fields) const {
    const auto found = fields.find("dtype");
    if (found == fields.end() || !found->is_string()) fail(name, "has no dtype");
    const auto& type = found->get_ref<const std::string&>();
    if (type == "F32") return StoredType::f32;
    if (type == "F16") return StoredType::f16;
    if (type == "BF16") return StoredType::bf16;
    if (others_ == OtherTypes::allowed) return StoredType::other;
    throw FormatError(
        path_, "tensor " + in_quotes(name) + " has the dtype " + shortened(type) + ", which cannot be read",
        "save it as F32, F16 or BF16");
  }

  std::uint64_t whole_number(const std::string& name, const Json& number, const char* where) const {
    if (!number.is_number_unsigned()) fail(name, std::string("needs a whole number, 0 or more, in ") + where);
    return number.get<std::uint64_t>();
  }

  void parse_shape(const Json& fields, HeaderEntry& entry) const {
    const auto found = fields.find("shape");
    if (found == fields.end() || !found->is_array()) fail(entry.name, "has no shape");
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    entry.count = 1;
    for (const Json& axis : *found) {
      const std::uint64_t length = whole_number(entry.name, axis, "its shape");
      if (length > most || (length != 0 && entry.count > most / 4 / length)) {
        fail(entry.name, "has a shape too large to exist");
      }
      entry.count *= length;
      entry.shape.push_back(static_cast<std::int64_t>(length));
    }
  }

  void parse_offsets(const Json& fields, HeaderEntry& entry) const {
    const auto found = fields.find("data_offsets");
    if (found == fields.end() || !found->is_array() || found->size() != 2) {
      fail(entry.name, "has no pair of data_offsets");
    }
    entry.begin = whole_number(entry.name, (*found)[0], "data_offsets");
    entry.end = whole_number(entry.name, (*found)[1], "data_offsets");
    if (entry.begin > entry.end) fail(entry.name, "ends before it begins");
    if (entry.end > data_size_) {
      fail(entry.name,
           "ends at byte " + std::to_string(entry.end) + " of only " + std::to_string(data_size_));
    }
    if (entry.type == StoredType::other) return;
    const std::uint64_t bytes = bytes_of(entry.type, entry.count);
    if (entry.end - entry.begin != bytes) {
      fail(entry.name, "takes " + std::to_string(entry.end - entry.begin) + " bytes, but its shape needs " +
                           std::to_string(bytes));
    }
  }

  void check_places(std::vector<HeaderEntry>& entries) const {
    std::stable_sort(entries.begin(), entries.end(), [](const HeaderEntry& a, const HeaderEntry& b) {
      return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    std::uint64_t end = 0;
    for (const HeaderEntry& entry : entries) {
      if (entry.begin < end) fail(entry.name, "overlaps the tensor before it");
      if (entry.begin > end) fail(entry.name, "leaves a hole before it");
      end = entry.end;
    }
    if (end != data_size_) {
      throw FormatError(path_, std::to_string(data_size_ - end) + " bytes at the end belong to no tensor",
                        try_again);
    }
  }

  const std::filesystem::path& path_;
  std::uint64_t data_size_;
  OtherTypes others_;
};

}  // namespace

SafetensorsHeader parse_safetensors_header(const std::filesystem::path& path, std::string_view json_text,
                                           std::uint64_t data_size, OtherTypes others) {
  return HeaderParser(path, data_size, others).parse(json_text);
}

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are read as they lie in the file");

constexpr std::uint64_t length_bytes = 8;  // before the header, its length

// Without branches, so that many are read at once: the exponent's bias is mended by a product, which also
// makes small numbers normal, and what is beyond the largest of 16 bits is infinite or no number.
float from_f16(std::uint16_t bits) {
  const float size = portable::bit_cast<float>((bits & 0x7FFFU) << 13) * 0x1p112F;
  const std::uint32_t beyond = size >= 0x1p16F ? 0x7F800000U : 0U;
  return portable::bit_cast<float>(portable::bit_cast<std::uint32_t>(size) | beyond | (bits & 0x8000U) << 16);
}

float from_bf16(std::uint16_t bits) {
  return portable::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

void from_blocks(const char* blocks, std::uint64_t count, float* numbers) {
  constexpr auto in_block = static_cast<std::uint64_t>(numbers_in_block);
  for (std::uint64_t block = 0; block < count / in_block; ++block) {
    std::uint16_t scale = 0;
    std::memcpy(&scale, blocks + block * bytes_of_block, sizeof scale);
    std::array<std::int8_t, numbers_in_block> own{};
    std::memcpy(own.data(), blocks + block * bytes_of_block + sizeof scale, own.size());
    const float by = from_f16(scale);
    for (std::uint64_t i = 0; i < in_block; ++i)
      numbers[block * in_block + i] = by * static_cast<float>(own[i]);
  }
}

// Of each head's rows 0, n / 2, 1, n / 2 + 1 ... makes 0, 1, ... n - 1.
void take_out_of_pairs(const HeaderEntry& entry, float* numbers) {
  const auto rows = static_cast<std::size_t>(entry.shape.front());
  const auto heads = static_cast<std::size_t>(entry.heads_in_pairs);
  if (rows == 0 || rows % (2 * heads) != 0) return;
  const std::size_t cols = entry.count / rows, half = rows / heads / 2;
  std::vector<float> head(2 * half * cols);
  for (std::size_t first = 0; first < rows; first += 2 * half) {
    float* const own = numbers + first * cols;
    std::copy(own, own + head.size(), head.begin());
    for (std::size_t row = 0; row < 2 * half; ++row)
      std::copy_n(head.data() + row * cols, cols, own + ((row % 2) * half + row / 2) * cols);
  }
}

// Leaves `in` after the last byte asked for.
void read_bytes(std::ifstream& in, const std::filesystem::path& path, void* to, std::uint64_t bytes) {
  in.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
  if (!in) throw AccessError(path, "the file ended while it was being read", "try again");
}

[[noreturn]] void refuse_shape(const std::string& name) {
  throw std::invalid_argument("write_safetensors: the shape of " + name + " does not fit its numbers");
}

std::uint64_t count_of(const NamedShape& named) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max() / sizeof(float);
  std::uint64_t count = 1;
  for (const std::int64_t length : named.shape) {
    if (length < 0 || (length > 0 && count > most / static_cast<std::uint64_t>(length)))
      refuse_shape(named.name);
    count *= static_cast<std::uint64_t>(length);
  }
  return count;
}

std::string header_text(std::span<const NamedShape> tensors,
                        const std::map<std::string, std::string>& metadata, StoredType stored) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::set<std::string_view> names{"", "__metadata__"};
  std::uint64_t begin = 0;
  for (const NamedShape& named : tensors) {
    if (!names.insert(named.name).second) {
      throw std::invalid_argument("write_safetensors: the name \"" + named.name + "\" is taken");
    }
    const std::uint64_t end = begin + bytes_of(stored, count_of(named));
    header[named.name] = {{"dtype", stored == StoredType::f16 ? "F16" : "F32"},
                          {"shape", named.shape},
                          {"data_offsets", {begin, end}}};
    begin = end;
  }
  std::string text;
  try {
    text = header.dump();
  } catch (const nlohmann::json::exception&) {
    throw std::invalid_argument("write_safetensors: a name or its metadata is not UTF-8");
  }
  text.append((8 - text.size() % 8) % 8, ' ');
  return text;
}

}  // namespace

const Tensor* TensorFile::find(std::string_view name) const {
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [name](const NamedTensor& named) { return named.name == name; });
  return found == tensors.end() ? nullptr : &found->tensor;
}

SafetensorsFile::SafetensorsFile(std::filesystem::path path, SafetensorsHeader header)
    : path_(std::move(path)),
      in_(open_file_to_read(path_)),
      header_(std::move(header)),
      file_size_(size_of_file(path_)) {}

SafetensorsFile::SafetensorsFile(std::filesystem::path path, OtherTypes others)
    : path_(std::move(path)), file_size_(size_of_file(path_)) {
  in_ = open_file_to_read(path_);
  note_read(path_);

  std::uint64_t header_size = 0;
  if (file_size_ < length_bytes) throw FormatError(path_, "too short to be a safetensors file");
  read_bytes(in_, path_, &header_size, length_bytes);
  if (header_size > longest_header || header_size > file_size_ - length_bytes) {
    throw FormatError(path_,
                      "says its header has " + std::to_string(header_size) + " bytes, which cannot be true",
                      "check that the file is complete");
  }
  std::string text(header_size, '\0');
  read_bytes(in_, path_, text.data(), header_size);
  numbers_begin_ = length_bytes + header_size;
  header_ = parse_safetensors_header(path_, text, file_size_ - numbers_begin_, others);
}

const HeaderEntry* SafetensorsFile::find(std::string_view name) const {
  const auto found = std::find_if(header_.entries.begin(), header_.entries.end(),
                                  [name](const HeaderEntry& entry) { return entry.name == name; });
  return found == header_.entries.end() ? nullptr : &*found;
}

std::shared_ptr<const MappedFile> SafetensorsFile::map() {
  mapped_ = MappedFile::open(path_);
  // Another file may have taken the name since the header was read.
  if (mapped_ != nullptr && mapped_->bytes().size() != file_size_) mapped_ = nullptr;
  return mapped_;
}

const float* SafetensorsFile::lent(const HeaderEntry& entry) const {
  if (mapped_ == nullptr || entry.type != StoredType::f32 || entry.heads_in_pairs > 0) return nullptr;
  const char* const at = mapped_->bytes().data() + numbers_begin_ + entry.begin;
  // Most writers, but not all of them, begin numbers where a processor likes them.
  if (reinterpret_cast<std::uintptr_t>(at) % alignof(float) != 0) return nullptr;
  return reinterpret_cast<const float*>(at);
}

void SafetensorsFile::read(const HeaderEntry& entry, float* numbers) {
  read_as_stored(entry, numbers);
  if (entry.heads_in_pairs > 0) take_out_of_pairs(entry, numbers);
}

void SafetensorsFile::read_as_stored(const HeaderEntry& entry, float* numbers) {
  if (entry.type == StoredType::other)
    throw FormatError(path_, "tensor " + in_quotes(entry.name) + " has a dtype that cannot be read",
                      "save it as F32, F16 or BF16");
  const std::size_t size = entry.end - entry.begin;
  const char* const at =
      mapped_ == nullptr ? nullptr : mapped_->bytes().data() + numbers_begin_ + entry.begin;
  if (at == nullptr) in_.seekg(static_cast<std::streamoff>(numbers_begin_ + entry.begin));
  if (entry.type == StoredType::f32) {
    if (at == nullptr) return read_bytes(in_, path_, numbers, size);
    std::memcpy(numbers, at, size);
    return;
  }
  const char* halves = at;
  if (at == nullptr) {
    halves_.resize(std::max<std::size_t>(halves_.size(), size / sizeof halves_[0]));
    read_bytes(in_, path_, halves_.data(), size);
    halves = reinterpret_cast<const char*>(halves_.data());
  }
  if (entry.type == StoredType::q8_0) return from_blocks(halves, entry.count, numbers);
  const auto widen = [&](auto from) {
    for (std::size_t i = 0; i < entry.count; ++i) {
      std::uint16_t half = 0;
      std::memcpy(&half, halves + 2 * i, sizeof half);
      numbers[i] = from(half);
    }
  };
  if (entry.type == StoredType::f16) {
    widen(from_f16);
  } else {
    widen(from_bf16);
  }
}

TensorFile read_safetensors(const std::filesystem::path& path) {
  SafetensorsFile open(path);
  TensorFile file;
  file.metadata = open.header().metadata;
  for (const HeaderEntry& entry : open.header().entries) {
    file.tensors.push_back({entry.name, {entry.shape, std::vector<float>(entry.count)}});
    open.read(entry, file.tensors.back().tensor.data.data());
  }
  return file;
}

void write_safetensors(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors,
                       const std::map<std::string, std::string>& metadata, StoredType stored) {
  std::vector<NamedShape> shapes;
  shapes.reserve(tensors.size());
  for (const NamedTensor& named : tensors) {
    shapes.push_back({named.name, named.tensor.shape});
    if (count_of(shapes.back()) != named.tensor.data.size()) refuse_shape(named.name);
  }
  const auto numbers = [&](std::size_t i) { return std::span<const float>(tensors[i].tensor.data); };
  write_safetensors(path, shapes, numbers, metadata, stored);
}

void write_safetensors(const std::filesystem::path& path, std::span<const NamedShape> tensors,
                       const std::function<std::span<const float>(std::size_t)>& numbers,
                       const std::map<std::string, std::string>& metadata, StoredType stored) {
  if (stored != StoredType::f32 && stored != StoredType::f16)
    throw std::invalid_argument("write_safetensors: F32 and F16 are written");
  const std::string header = header_text(tensors, metadata, stored);
  const std::uint64_t header_size = header.size();
  std::string begin(reinterpret_cast<const char*>(&header_size), length_bytes);
  begin += header;
  std::vector<Eigen::half> halves;
  const auto piece = [&](std::size_t i) -> std::span<const char> {
    if (i == 0) return begin;
    const std::span<const float> values = numbers(i - 1);
    if (values.size() != count_of(tensors[i - 1])) refuse_shape(tensors[i - 1].name);
    if (stored == StoredType::f32) return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
    halves = std::vector<Eigen::half>(values.begin(), values.end());
    return {reinterpret_cast<const char*>(halves.data()), halves.size() * sizeof(Eigen::half)};
  };
  replace_file(path, Pieces{tensors.size() + 1, piece});
}

}  // namespace headlight
