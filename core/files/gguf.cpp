#include "core/files/gguf.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "core/files/whole_file.h"
#include "core/platform/background.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// More than any model has: of its keys, its tensors, the members of all its lists, the bytes of all its
// texts.
constexpr std::uint64_t most_keys = 4096, most_tensors = 1 << 16, most_members = 1 << 21;
constexpr std::uint64_t most_text = 128 << 20, longest_name = 1 << 16;
constexpr std::uint64_t long_list = 1024;
constexpr std::uint64_t usual_alignment = 32, largest_alignment = 1 << 20;
constexpr std::uint32_t most_axes = 4;

constexpr const char* damaged_gguf = "download it again";

struct GgufType {
  std::uint32_t number;
  const char* name;
  StoredType type = StoredType::other;
};
// The numbers that ggml gives to types; those without a name were given up.
constexpr std::array gguf_types{GgufType{0, "F32", StoredType::f32},
                                GgufType{1, "F16", StoredType::f16},
                                GgufType{2, "Q4_0"},
                                GgufType{3, "Q4_1"},
                                GgufType{6, "Q5_0"},
                                GgufType{7, "Q5_1"},
                                GgufType{8, "Q8_0", StoredType::q8_0},
                                GgufType{9, "Q8_1"},
                                GgufType{10, "Q2_K"},
                                GgufType{11, "Q3_K"},
                                GgufType{12, "Q4_K"},
                                GgufType{13, "Q5_K"},
                                GgufType{14, "Q6_K"},
                                GgufType{15, "Q8_K"},
                                GgufType{16, "IQ2_XXS"},
                                GgufType{17, "IQ2_XS"},
                                GgufType{18, "IQ3_XXS"},
                                GgufType{19, "IQ1_S"},
                                GgufType{20, "IQ4_NL"},
                                GgufType{21, "IQ3_S"},
                                GgufType{22, "IQ2_S"},
                                GgufType{23, "IQ4_XS"},
                                GgufType{24, "I8"},
                                GgufType{25, "I16"},
                                GgufType{26, "I32"},
                                GgufType{27, "I64"},
                                GgufType{28, "F64"},
                                GgufType{29, "IQ1_M"},
                                GgufType{30, "BF16", StoredType::bf16},
                                GgufType{34, "TQ1_0"},
                                GgufType{35, "TQ2_0"},
                                GgufType{39, "MXFP4"}};

class GgufReader {
 public:
  explicit GgufReader(const std::filesystem::path& path)
      : path_(path), size_(size_of_file(path)), in_(open_file_to_read(path)) {
    note_read(path);
  }

  GgufFile read(LongLists lists) {
    lists_ = lists;
    std::array<char, 4> begin{};
    if (size_ < begin.size()) fail("is no GGUF file");
    take(begin.data(), begin.size());
    if (std::string_view(begin.data(), begin.size()) != "GGUF") fail("is no GGUF file");
    const auto version = number<std::uint32_t>();
    if (version == 0x02000000 || version == 0x03000000)
      fail("is written for computers whose numbers begin with the highest byte", "use the usual file");
    if (version != 2 && version != 3)
      fail(say("is of version {n} of GGUF; versions 2 and 3 are read", {{"n", std::to_string(version)}}),
           "convert the model's folder with today's llama.cpp: python convert_hf_to_gguf.py FOLDER");
    const auto tensors = number<std::uint64_t>(), keys = number<std::uint64_t>();
    // A tensor and a key take at least so many bytes.
    require_count("tensors", tensors, most_tensors, 24);
    require_count("keys", keys, most_keys, 13);
    GgufFile file;
    for (std::uint64_t i = 0; i < keys; ++i) {
      const std::string key = text(longest_name);
      if (file.metadata.contains(key)) fail(say("says {key} twice", {{"key", in_quotes(key)}}));
      file.metadata[key] = value(number<std::uint32_t>(), key);
    }
    std::uint64_t alignment = usual_alignment;
    if (const auto found = file.metadata.find("general.alignment"); found != file.metadata.end()) {
      if (!found->is_number_unsigned()) fail("has a \"general.alignment\" that is no number");
      alignment = found->get<std::uint64_t>();
      if (alignment == 0 || alignment % 8 != 0 || alignment > largest_alignment)
        fail("has a \"general.alignment\" that is no multiple of 8");
    }
    for (std::uint64_t i = 0; i < tensors; ++i) file.header.entries.push_back(tensor(alignment));
    put_in_place(file.header.entries, alignment);
    return file;
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& hint = damaged_gguf) const {
    throw FormatError(path_, what, hint);
  }

  void require_count(const char* what, std::uint64_t count, std::uint64_t most, std::uint64_t least_bytes) {
    if (count > most || count > (size_ - at_) / least_bytes)
      fail(
          say("says it has {n} {what}, which is impossible", {{"n", std::to_string(count)}, {"what", what}}));
  }

  void take(void* to, std::uint64_t bytes) {
    if (bytes > size_ - at_) fail("is cut off");
    in_.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
    if (!in_) throw AccessError(path_, "the file ended while it was being read", "try again");
    at_ += bytes;
  }
  template <typename T>
  T number() {
    T value{};
    take(&value, sizeof value);
    return value;
  }
  std::string text(std::uint64_t most) {
    const auto length = number<std::uint64_t>();
    if (length > size_ - at_)
      fail(say("has a text of {n} bytes, more than are left", {{"n", std::to_string(length)}}));
    if (length > most || length > most_text - text_read_)
      fail(say("has a text of {n} bytes, which is impossibly long", {{"n", std::to_string(length)}}));
    text_read_ += length;
    std::string own(static_cast<std::size_t>(length), '\0');
    take(own.data(), length);
    return valid_utf8(own);
  }

  // 0 and 1 are whole numbers of a byte, and so on.
  Json value(std::uint32_t type, const std::string& key) {
    switch (type) {
      case 0:
        return number<std::uint8_t>();
      case 1:
        return number<std::int8_t>();
      case 2:
        return number<std::uint16_t>();
      case 3:
        return number<std::int16_t>();
      case 4:
        return number<std::uint32_t>();
      case 5:
        return number<std::int32_t>();
      case 6:
        return number<float>();
      case 7: {
        const auto flag = number<std::uint8_t>();
        if (flag > 1) fail(say("has in {key} neither true nor false", {{"key", in_quotes(key)}}));
        return flag == 1;
      }
      case 8:
        return text(most_text);
      case 9:
        return list(key);
      case 10:
        return number<std::uint64_t>();
      case 11:
        return number<std::int64_t>();
      case 12:
        return number<double>();
      default:
        fail(say("has in {key} a value of the unknown type {n}",
                 {{"key", in_quotes(key)}, {"n", std::to_string(type)}}));
    }
  }

  Json list(const std::string& key) {
    const auto type = number<std::uint32_t>();
    const auto count = number<std::uint64_t>();
    constexpr std::array<std::uint64_t, 13> least{1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8};
    if (type == 9) fail(say("has in {key} a list of lists", {{"key", in_quotes(key)}}));
    if (type < least.size() && (count > most_members - members_ || count > (size_ - at_) / least[type]))
      fail(say("says that {key} has {n} members, which is impossible",
               {{"key", in_quotes(key)}, {"n", std::to_string(count)}}));
    members_ += count;
    const bool kept = lists_ == LongLists::kept || count <= long_list;
    Json all = Json::array();
    for (std::uint64_t i = 0; i < count; ++i) {
      stop_if_asked(8);
      Json one = value(type, key);
      if (kept) all.push_back(std::move(one));
    }
    return kept ? all : Json();
  }

  HeaderEntry tensor(std::uint64_t alignment) {
    HeaderEntry entry;
    entry.name = text(longest_name);
    entry.count = 1;
    const auto said = [&](const char* what) { fail(say(what, {{"name", in_quotes(entry.name)}})); };
    if (entry.name.empty()) fail("has a tensor without a name");
    if (!names_.insert(entry.name).second) said("has two tensors {name}");
    const auto axes = number<std::uint32_t>();
    if (axes < 1 || axes > most_axes) said("has a tensor {name} with an impossible number of axes");
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max() / 8;
    for (std::uint32_t axis = 0; axis < axes; ++axis) {
      const auto length = number<std::uint64_t>();
      if (length > most || (length != 0 && entry.count > most / length))
        said("has a tensor {name} with a shape too large to exist");
      entry.count *= length;
      // The innermost axis stands first in the file.
      entry.shape.insert(entry.shape.begin(), static_cast<std::int64_t>(length));
    }
    const auto type = number<std::uint32_t>();
    const auto found = std::find_if(gguf_types.begin(), gguf_types.end(),
                                    [&](const GgufType& each) { return each.number == type; });
    if (found == gguf_types.end())
      fail(say("has a tensor {name} of the unknown type {n}",
               {{"name", in_quotes(entry.name)}, {"n", std::to_string(type)}}));
    if (found->type == StoredType::other)
      fail(say("has a tensor {name} of the type {type}; F32, F16, BF16 and Q8_0 are read",
               {{"name", in_quotes(entry.name)}, {"type", found->name}}),
           "download the model as F16, BF16 or Q8_0, or convert it with llama.cpp: llama-quantize "
           "--allow-requantize OLD.gguf NEW.gguf Q8_0");
    entry.type = found->type;
    if (entry.type == StoredType::q8_0 && entry.shape.back() % numbers_in_block != 0)
      said("has a tensor {name} whose rows are no whole blocks of Q8_0");
    entry.begin = number<std::uint64_t>();
    if (entry.begin % alignment != 0) said("has a tensor {name} that begins where none may begin");
    return entry;
  }

  // From places behind the list of tensors to those in the file.
  void put_in_place(std::vector<HeaderEntry>& entries, std::uint64_t alignment) const {
    const std::uint64_t first = (at_ + alignment - 1) / alignment * alignment;
    for (HeaderEntry& entry : entries) {
      const std::uint64_t bytes = bytes_of(entry.type, entry.count);
      if (first > size_ || entry.begin > size_ - first || bytes > size_ - first - entry.begin)
        fail(say("has a tensor {name} that ends behind the end of the file",
                 {{"name", in_quotes(entry.name)}}));
      entry.begin += first;
      entry.end = entry.begin + bytes;
    }
    std::stable_sort(entries.begin(), entries.end(), [](const HeaderEntry& a, const HeaderEntry& b) {
      return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    for (std::size_t i = 1; i < entries.size(); ++i) {
      if (entries[i].begin < entries[i - 1].end)
        fail(say("has a tensor {name} that overlaps the one before it",
                 {{"name", in_quotes(entries[i].name)}}));
    }
  }

  const std::filesystem::path& path_;
  std::uint64_t size_, at_ = 0;
  std::ifstream in_;
  LongLists lists_ = LongLists::left_out;
  std::uint64_t members_ = 0, text_read_ = 0;
  std::set<std::string> names_;
};

}  // namespace

GgufFile read_gguf(const std::filesystem::path& path, LongLists lists) {
  return GgufReader(path).read(lists);
}

}  // namespace headlight
