#include "core/files/safetensors.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "core/files/file_error.h"
#include "core/files/read_log.h"
#include "core/files/replace_file.h"
#include "core/files/safetensors_header.h"

namespace headlight {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are read as they lie in the file");

constexpr std::uint64_t length_bytes = 8;  // before the header, its length

// Without branches, so that many are read at once: the exponent's bias is mended by a product, which also
// makes small numbers normal, and what is beyond the largest of 16 bits is infinite or no number.
float from_f16(std::uint16_t bits) {
  const float size = std::bit_cast<float>((bits & 0x7FFFU) << 13) * 0x1p112F;
  const std::uint32_t beyond = size >= 0x1p16F ? 0x7F800000U : 0U;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(size) | beyond | (bits & 0x8000U) << 16);
}

float from_bf16(std::uint16_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16); }

// Leaves `in` after the last byte asked for.
void read_bytes(std::ifstream& in, const std::filesystem::path& path, void* to, std::uint64_t bytes) {
  in.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
  if (!in) throw AccessError(path, "the file ended while it was read", "try again");
}

// `halves`: room for numbers of 16 bits, the same for all tensors.
std::vector<float> read_numbers(std::ifstream& in, const std::filesystem::path& path,
                                const HeaderEntry& entry, std::vector<std::uint16_t>& halves) {
  std::vector<float> numbers(entry.count);
  if (entry.type == StoredType::f32) {
    read_bytes(in, path, numbers.data(), entry.end - entry.begin);
    return numbers;
  }
  if (halves.size() < entry.count) halves.resize(entry.count);
  read_bytes(in, path, halves.data(), entry.end - entry.begin);
  if (entry.type == StoredType::f16) {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = from_f16(halves[i]);
  } else {
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = from_bf16(halves[i]);
  }
  return numbers;
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
    const std::uint64_t end = begin + count_of(named) * size_of(stored);
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

TensorFile read_safetensors(const std::filesystem::path& path) {
  std::error_code failed;
  if (!std::filesystem::exists(path, failed))
    throw AccessError(path, "there is no such file", "check the name");
  if (!std::filesystem::is_regular_file(path, failed)) {
    throw AccessError(path, "this is not a file", "name a .safetensors file");
  }
  const std::uint64_t file_size = std::filesystem::file_size(path, failed);
  note_read(path);
  std::ifstream in(path, std::ios::binary);
  if (failed || !in) throw AccessError(path, "cannot be read", "check its permissions");

  std::uint64_t header_size = 0;
  if (file_size < length_bytes) throw FormatError(path, "too short to be a safetensors file");
  read_bytes(in, path, &header_size, length_bytes);
  if (header_size > longest_header || header_size > file_size - length_bytes) {
    throw FormatError(path,
                      "says its header has " + std::to_string(header_size) + " bytes, more than can be true",
                      "check that it is a whole safetensors file");
  }
  std::string text(header_size, '\0');
  read_bytes(in, path, text.data(), header_size);
  SafetensorsHeader header = parse_safetensors_header(path, text, file_size - length_bytes - header_size);

  TensorFile file;
  file.metadata = std::move(header.metadata);
  std::vector<std::uint16_t> halves;
  for (HeaderEntry& entry : header.entries) {
    std::vector<float> numbers = read_numbers(in, path, entry, halves);
    file.tensors.push_back({std::move(entry.name), {std::move(entry.shape), std::move(numbers)}});
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
  if (stored == StoredType::bf16) throw std::invalid_argument("write_safetensors: F32 and F16 are written");
  const std::string header = header_text(tensors, metadata, stored);
  const std::uint64_t header_size = header.size();
  const auto write = [](std::ostream& out, const auto* values, std::size_t count) {
    out.write(reinterpret_cast<const char*>(values), static_cast<std::streamsize>(count * sizeof *values));
  };
  replace_file(path, [&](std::ostream& out) {
    out.write(reinterpret_cast<const char*>(&header_size), length_bytes);
    out << header;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      const std::span<const float> values = numbers(i);
      if (values.size() != count_of(tensors[i])) refuse_shape(tensors[i].name);
      if (stored == StoredType::f32) {
        write(out, values.data(), values.size());
      } else {
        const std::vector<Eigen::half> halves(values.begin(), values.end());
        write(out, halves.data(), halves.size());
      }
    }
  });
}

}  // namespace headlight
