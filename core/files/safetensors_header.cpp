#include "core/files/safetensors_header.h"

#include <algorithm>
#include <limits>

#include "core/files/file_error.h"
#include "core/files/json.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

constexpr std::string_view try_again = "copy or download the file again";

class HeaderParser {
 public:
  HeaderParser(const std::filesystem::path& path, std::uint64_t data_size)
      : path_(path), data_size_(data_size) {}

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
    throw FormatError(
        path_, "tensor " + in_quotes(name) + " has the dtype " + shortened(type) + ", which cannot be read",
        "save it as F32, F16 or BF16");
  }

  std::uint64_t whole_number(const std::string& name, const Json& number, const char* where) const {
    if (!number.is_number_unsigned()) fail(name, std::string("has no whole number from zero up in ") + where);
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
    const std::uint64_t bytes = entry.count * size_of(entry.type);
    if (entry.end - entry.begin != bytes) {
      fail(entry.name, "takes " + std::to_string(entry.end - entry.begin) + " bytes where its shape needs " +
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
};

}  // namespace

SafetensorsHeader parse_safetensors_header(const std::filesystem::path& path, std::string_view json_text,
                                           std::uint64_t data_size) {
  return HeaderParser(path, data_size).parse(json_text);
}

}  // namespace headlight
