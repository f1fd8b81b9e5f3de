// Arrays of numbers that somebody else wrote: NumPy's .npy and .npz, safetensors, JSON, and tables as text
// (CSV). Read without trusting them: no more memory is taken than the file is long, or than `most_numbers`
// and `most_unpacked` allow.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

struct NumberArray {
  std::string name;                 // of one of several; else empty
  std::vector<std::int64_t> shape;  // outermost axis first
  std::vector<float> values;        // row-major, as many as the product of `shape`
};

// A list of words, beside the numbers or instead of them.
struct TextArray {
  std::string name;
  std::vector<std::string> texts;
};

struct ArrayFile {
  std::vector<NumberArray> numbers;
  std::vector<TextArray> texts;
};

// Of all arrays of a file together: 1 GiB.
inline constexpr std::uint64_t most_numbers = std::uint64_t{1} << 28;
// Of one list.
inline constexpr std::size_t most_texts = std::size_t{1} << 20;
// Of all that a .npz unpacks to, in bytes.
inline constexpr std::uint64_t most_unpacked = std::uint64_t{1} << 30;
// Of a text file, in bytes.
inline constexpr std::uint64_t most_array_text = std::uint64_t{1} << 28;

// Told by what the file begins with, not by its name. Numbers of every type that NumPy calls a bool, an
// integer or a float become floats, in whatever order their bytes and axes lie. In text, "NaN", "Infinity"
// and "-Infinity" are numbers, and "masked" is minus infinity. Throws AccessError or FormatError: file, what
// is wrong, what to try.
ArrayFile read_arrays(const std::filesystem::path& path);

// Its parts; all throw std::invalid_argument with what is wrong and what to try.

// What an array of Python objects, and lists that are not equally long, may be.
struct PythonObjects : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
// A zip file as torch.save() writes it.
struct TorchFile : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};
struct UnevenLists : std::invalid_argument {
  UnevenLists(const std::string& what, std::string in, std::size_t axes)
      : std::invalid_argument(what), member(std::move(in)), deep(axes) {}
  std::string member;  // of the object that they stand in; empty for a list alone
  std::size_t deep;    // lists inside one another
};

// Bytes that are read from the front on. Throws where there are no more.
struct ByteReader {
  std::uint64_t left = 0;
  std::function<void(char* into, std::size_t count)> take;

  void read(char* into, std::size_t count);
  std::string text(std::size_t count);
};

// The number that all of a text is; what a float cannot hold becomes infinite, as in NumPy.
std::optional<float> float_in(std::string_view text);
// Throw for more than `most_numbers`, or than `most_texts`.
void require_few(std::uint64_t numbers);
void require_few_texts(std::size_t texts);

// One array in NumPy's own format, versions 1 to 3. Adds to `into` what it is: numbers, or a list of texts.
void read_npy(ByteReader bytes, std::string name, ArrayFile& into);
// Several in a zip file, stored or deflated; "weights.npy" is called "weights".
void read_npz(const std::function<std::string(std::uint64_t begin, std::uint64_t count)>& bytes,
              std::uint64_t size, ArrayFile& into);
// Lists of numbers inside one another: the file's one value, or the members of one object. Also takes NaN and
// Infinity, as Python writes them; null is NaN.
void read_json_arrays(std::string_view text, ArrayFile& into);
// A table with commas, semicolons, tabs or blanks; with any but commas, numbers may have decimal commas. A
// first row and a first column of words name the columns and rows: texts "columns" and "rows". Tables with an
// empty line between them are one array of three axes.
void read_number_table(std::string_view text, ArrayFile& into);

}  // namespace headlight
