// NumPy's files: one array (.npy), or several in a zip file (.npz).
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "core/files/arrays.h"
#include "core/files/compressed.h"
#include "core/files/zip.h"
#include "core/platform/background.h"
#include "core/text/languages.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are read as they lie in memory");

[[noreturn]] void fail_npy(const std::string& what) { throw std::invalid_argument(what); }

// What the header of an array says: a Python dict such as {'descr': '<f4', 'fortran_order': False, 'shape':
// (3, 4), }.
struct NpyHeader {
  std::string type;
  bool fortran = false;
  std::vector<std::int64_t> shape;
};

class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  NpyHeader read() {
    NpyHeader header;
    bool type = false, order = false, shape = false;
    expect('{');
    while (peek() != '}') {
      const std::string name = quoted();
      expect(':');
      if (name == "descr") {
        if (peek() == '[') fail_npy("has fields with names (a structured array); save one of them alone");
        header.type = quoted();
        type = true;
      } else if (name == "fortran_order") {
        header.fortran = truth();
        order = true;
      } else if (name == "shape") {
        header.shape = numbers();
        shape = true;
      } else {
        broken();
      }
      if (peek() != ',') break;
      ++at_;
    }
    expect('}');
    if (!type || !order || !shape) broken();
    return header;
  }

 private:
  [[noreturn]] static void broken() { fail_npy("does not begin as a NumPy array does; save it again"); }

  char peek() {
    at_ = std::min(text_.find_first_not_of(" \t\n", at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  void expect(char sign) {
    if (peek() != sign) broken();
    ++at_;
  }
  std::string quoted() {
    const char mark = peek();
    if (mark != '\'' && mark != '"') broken();
    const std::size_t end = text_.find(mark, at_ + 1);
    if (end == std::string_view::npos) broken();
    const std::string text(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return text;
  }
  bool truth() {
    peek();
    for (const std::string_view word : {"True", "False"}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return word == "True";
    }
    broken();
  }
  std::vector<std::int64_t> numbers() {
    constexpr std::size_t most_axes = 32;  // NumPy's own
    std::vector<std::int64_t> all;
    expect('(');
    while (peek() != ')') {
      std::int64_t value = 0;
      const char* const end = text_.data() + text_.size();
      const auto [stopped, error] = std::from_chars(text_.data() + at_, end, value);
      if (error == std::errc::result_out_of_range) fail_npy("has an impossibly large shape; save it again");
      if (error != std::errc{} || value < 0 || all.size() == most_axes) broken();
      all.push_back(value);
      at_ = static_cast<std::size_t>(stopped - text_.data());
      if (peek() == 'L') ++at_;  // as Python 2 wrote it
      if (peek() != ',') break;
      ++at_;
    }
    expect(')');
    return all;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// The type of an array's numbers, "<f4".
struct NpyType {
  bool swapped = false;  // big-endian
  char kind = 'f';
  std::size_t size = 4;  // bytes of one
};

NpyType type_of(const std::string& text) {
  const std::string hint = "; save it as float32: numpy.save(name, x.astype(\"float32\"))";
  NpyType type;
  std::string_view rest = text;
  if (!rest.empty() && std::string_view("<>|=").find(rest.front()) != std::string_view::npos) {
    type.swapped = rest.front() == '>';
    rest.remove_prefix(1);
  }
  if (!rest.empty()) type.kind = rest.front();
  if (type.kind == 'O')
    throw PythonObjects("was saved as Python objects, which Headlight does not open" + hint);
  const auto [stopped, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), type.size);
  if (rest.size() < 2 || error != std::errc{} || stopped != rest.data() + rest.size())
    fail_npy("has numbers of a type that Headlight does not read, " + in_quotes(text, 20) + hint);
  const auto is = [&](std::string_view kinds, std::initializer_list<std::size_t> sizes) {
    return kinds.find(type.kind) != std::string_view::npos &&
           std::find(sizes.begin(), sizes.end(), type.size) != sizes.end();
  };
  const bool words = (type.kind == 'U' || type.kind == 'S') && type.size >= 1 && type.size <= (1U << 16);
  if (!words && !is("f", {2, 4, 8}) && !is("iu", {1, 2, 4, 8}) && !is("b", {1}))
    fail_npy("has numbers of a type that Headlight does not read, " + in_quotes(text, 20) + hint);
  if (type.kind == 'U') type.size *= 4;
  return type;
}

template <typename Number>
Number at(const char* bytes) {
  Number value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

float of_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const auto fraction = static_cast<float>(bits & 1023);
  const float size = exponent == 31  ? (fraction == 0 ? std::numeric_limits<float>::infinity()
                                                      : std::numeric_limits<float>::quiet_NaN())
                     : exponent == 0 ? std::ldexp(fraction, -24)
                                     : std::ldexp(fraction + 1024, exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

float number_of(const NpyType& type, const char* bytes) {
  if (type.kind == 'f' && type.size == 4) return at<float>(bytes);
  if (type.kind == 'f' && type.size == 8) return static_cast<float>(at<double>(bytes));
  if (type.kind == 'f') return of_half(at<std::uint16_t>(bytes));
  if (type.kind == 'b') return *bytes == 0 ? 0.0F : 1.0F;
  const bool negative = type.kind == 'i';
  switch (type.size) {
    case 1:
      return negative ? static_cast<float>(at<std::int8_t>(bytes))
                      : static_cast<float>(at<std::uint8_t>(bytes));
    case 2:
      return negative ? static_cast<float>(at<std::int16_t>(bytes))
                      : static_cast<float>(at<std::uint16_t>(bytes));
    case 4:
      return negative ? static_cast<float>(at<std::int32_t>(bytes))
                      : static_cast<float>(at<std::uint32_t>(bytes));
    default:
      return negative ? static_cast<float>(at<std::int64_t>(bytes))
                      : static_cast<float>(at<std::uint64_t>(bytes));
  }
}

std::string word_of(const NpyType& type, char* bytes) {
  std::string word;
  if (type.kind == 'S') {
    word.assign(bytes, type.size);
    word.resize(word.find_last_not_of('\0') + 1);
    return word;
  }
  for (std::size_t place = 0; place < type.size; place += 4) {
    if (type.swapped) std::reverse(bytes + place, bytes + place + 4);
    const auto letter = at<std::uint32_t>(bytes + place);
    const bool none = letter > 0x10ffff || (letter >= 0xd800 && letter < 0xe000);
    append_utf8(word, none ? U'\ufffd' : static_cast<char32_t>(letter));
  }
  word.resize(word.find_last_not_of('\0') + 1);
  return word;
}

// The first axis runs fastest in the file.
std::vector<float> from_fortran(const std::vector<float>& values, const std::vector<std::int64_t>& shape) {
  std::vector<float> all(values.size());
  std::vector<std::int64_t> index(shape.size(), 0);
  std::vector<std::size_t> step(shape.size(), 1);
  for (std::size_t axis = 1; axis < shape.size(); ++axis)
    step[axis] = step[axis - 1] * static_cast<std::size_t>(shape[axis - 1]);
  for (float& value : all) {
    std::size_t from = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
      from += step[axis] * static_cast<std::size_t>(index[axis]);
    value = values[from];
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis]) break;
      index[axis] = 0;
    }
  }
  return all;
}

// Some programs fill a file up behind its numbers.
constexpr std::uint64_t most_behind = 1 << 16;

// All of them are in the file.
std::size_t count_of(const NpyHeader& header, const NpyType& type, std::uint64_t left,
                     const ArrayFile& before) {
  std::uint64_t count = 1;
  for (const std::int64_t length : header.shape) {
    const auto axis = static_cast<std::uint64_t>(length);
    if (axis > 0 && count > std::numeric_limits<std::uint64_t>::max() / axis)
      fail_npy("has an impossibly large shape; save it again");
    count *= axis;
  }
  if (count > left / type.size) fail_npy("is cut off, or its shape is wrong; save or copy it again");
  if ((type.kind == 'U' || type.kind == 'S') && count > most_texts)
    fail_npy("has more than " + std::to_string(most_texts) + " words");
  std::uint64_t all = count;
  for (const NumberArray& each : before.numbers) all += each.values.size();
  if (all > most_numbers)
    fail_npy("has more than " + std::to_string(most_numbers) + " numbers; save fewer layers, heads or words");
  return static_cast<std::size_t>(count);
}

}  // namespace

namespace {

NpyHeader header_of(ByteReader& bytes) {
  const std::string begin = bytes.text(8);
  if (!begin.starts_with("\x93NUMPY")) fail_npy("is not a NumPy array");
  const int version = static_cast<unsigned char>(begin[6]);
  if (version < 1 || version > 3)
    fail_npy("has a version of NumPy's format that Headlight does not know; save it again with numpy.save");
  const std::size_t length =
      version == 1 ? at<std::uint16_t>(bytes.text(2).data()) : at<std::uint32_t>(bytes.text(4).data());
  if (length > (1U << 20)) fail_npy("does not begin as a NumPy array does; save it again");
  return HeaderReader(bytes.text(length)).read();
}

}  // namespace

void read_npy(ByteReader bytes, std::string name, ArrayFile& into) {
  const NpyHeader header = header_of(bytes);
  const NpyType type = type_of(header.type);
  const std::size_t count = count_of(header, type, bytes.left, into);
  if (bytes.left - count * type.size > most_behind)
    fail_npy("has " + thousands(static_cast<std::int64_t>(bytes.left - count * type.size)) +
             " bytes more than its shape says; save it again");

  const bool words = type.kind == 'U' || type.kind == 'S';
  if (words && header.shape.size() != 1)
    fail_npy("has texts with more than one axis; save the words as one list");
  NumberArray numbers{.name = name, .shape = header.shape, .values = {}};
  TextArray texts{.name = std::move(name), .texts = {}};
  if (!words) numbers.values.resize(count);
  const std::size_t at_once = std::max<std::size_t>(1, (std::size_t{1} << 18) / type.size);
  std::vector<char> piece(std::min(at_once, std::max<std::size_t>(1, count)) * type.size);
  for (std::size_t done = 0; done < count;) {
    const std::size_t some = std::min(at_once, count - done);
    bytes.read(piece.data(), some * type.size);
    for (std::size_t i = 0; i < some; ++i) {
      char* const one = piece.data() + i * type.size;
      if (words) {
        texts.texts.push_back(word_of(type, one));
        continue;
      }
      if (type.swapped) std::reverse(one, one + type.size);
      numbers.values[done + i] = number_of(type, one);
    }
    done += some;
    stop_if_asked(some);
  }
  if (words) return into.texts.push_back(std::move(texts));
  if (header.fortran && numbers.shape.size() > 1)
    numbers.values = from_fortran(numbers.values, numbers.shape);
  into.numbers.push_back(std::move(numbers));
}

namespace {

const char* const zip_hint = "is a damaged .npz; save it again with numpy.savez";

// Looks at the header of a packed array first: what it does not need is not unpacked.
void require_room_for_all(const std::string& packed, const ZipEntry& entry, const ArrayFile& before) {
  constexpr std::size_t longest_beginning = 1 << 16;
  if (entry.size <= longest_beginning) return;
  const std::string beginning = entry.method == 8
                                    ? beginning_of_inflated(packed, Wrapping::plain, longest_beginning)
                                    : packed.substr(0, longest_beginning);
  std::size_t taken = 0;
  ByteReader reader{beginning.size(), [&](char* to, std::size_t some) {
                      std::memcpy(to, beginning.data() + taken, some);
                      taken += some;
                    }};
  const NpyHeader header = header_of(reader);
  const NpyType type = type_of(header.type);
  const std::uint64_t left = entry.size - taken;
  const std::size_t count = count_of(header, type, left, before);
  if (left - count * type.size > most_behind)
    fail_npy("has " + thousands(static_cast<std::int64_t>(left - count * type.size)) +
             " bytes more than its shape says; save it again");
}

}  // namespace

void read_npz(const std::function<std::string(std::uint64_t, std::uint64_t)>& bytes, std::uint64_t size,
              ArrayFile& into) {
  std::vector<ZipEntry> entries;
  try {
    entries = zip_entries(bytes, size);
  } catch (const std::invalid_argument& error) {
    fail_npy(error.what() == std::string_view("is cut off") ? "is a .npz that is cut off; copy it again"
                                                            : zip_hint);
  }
  // Before any memory is taken.
  std::uint64_t unpacked = 0;
  for (const ZipEntry& entry : entries) {
    if (entry.name.ends_with("/data.pkl"))
      throw TorchFile("is a PyTorch file, which Headlight does not open");
    if (entry.size > most_unpacked || (unpacked += entry.size) > most_unpacked)
      fail_npy(in_quotes(entry.name.substr(0, entry.name.rfind(".npy"))) + " unpacks to more than " +
               std::to_string(most_unpacked >> 20) + " MiB; save fewer layers, heads or words");
  }
  for (const ZipEntry& entry : entries) {
    if (!entry.name.ends_with(".npy"))
      fail_npy("has " + in_quotes(entry.name) +
               " in it, which is not a NumPy array; save it with numpy.savez");
    const std::string name = entry.name.substr(0, entry.name.size() - 4);
    try {
      if (entry.encrypted) fail_npy("has a password; save it without one");
      if (entry.method != 0 && entry.method != 8)
        fail_npy("is compressed in a way that Headlight does not read; save it again with numpy.savez");
      std::uint64_t begin = 0;
      try {
        begin = begin_of(bytes, size, entry);
      } catch (const std::invalid_argument&) {
        fail_npy(zip_hint);
      }
      std::string all = bytes(begin, entry.packed);
      require_room_for_all(all, entry, into);
      if (entry.method == 8) all = inflated(all, Wrapping::plain, entry.size);
      if (all.size() != entry.size || crc32_of(all) != entry.check)
        fail_npy("is damaged; copy the file again");
      std::size_t taken = 0;
      const auto take = [&](char* to, std::size_t some) {
        std::memcpy(to, all.data() + taken, some);
        taken += some;
      };
      read_npy({all.size(), take}, name, into);
    } catch (const std::invalid_argument& error) {
      if (error.what() == std::string_view(zip_hint)) throw;
      fail_npy(in_quotes(name) + " " + error.what());
    }
  }
}

}  // namespace headlight
