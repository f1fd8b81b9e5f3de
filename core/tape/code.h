// What an op computes as lines of Python, with NumPy or with PyTorch. The lines are literals with named
// places,
// "{y} = {x} / math.sqrt({n})"; whoever shows them says what the inputs and the value are called.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

// Which library the lines are written for. NumPy is `np`, torch.nn.functional is `functional`.
enum class Library { numpy, torch };

// What stands in a place of a literal.
struct NamedText {
  std::string name;
  std::string text;
};

// Lines of Python, one below the other; a remark stands behind "  # ".
struct LinesOfCode {
  std::string numpy;
  std::string torch = {};  // empty where they are the same

  const std::string& of(Library library) const {
    return library == Library::numpy || torch.empty() ? numpy : torch;
  }
};

// How the lines take an input, which in a trace is a matrix of floats: as it is, its one row as a vector [d],
// or its one column as a vector of whole numbers [T].
enum class PythonType { matrix, vector, whole_numbers };

struct CodeInput {
  std::string place;  // "W"
  PythonType as = PythonType::matrix;
  std::string columns = {};  // "32:64" where only these are read; empty for all
};
// How the lines write a part of an input of this name: "W[:, 32:64]", of a vector "b[32:64]".
std::string with_columns(const std::string& name, const CodeInput& input);

// The code of an op for inputs of certain shapes. Lines before the last define what only the next ones read:
// the exponentials of a softmax.
struct OpCode {
  // All of the value: the last line defines {y}. {inputs} is a list of all inputs.
  LinesOfCode all;
  std::vector<CodeInput> inputs;
  // Numbers that the op was made with, by their places: {"n", "32"}.
  std::vector<NamedText> attributes = {};
  // One number of the value, that of {row} and {col}: the last line defines {cell}. Empty where `cellwise`.
  LinesOfCode cell = {};
  // Each number is made as the whole is, of the numbers of the inputs at its place.
  bool cellwise = false;
};

// A literal with its places filled; what has no text stays as it is.
std::string filled(std::string_view literal, std::span<const NamedText> texts);

// A number as Python reads it: the fewest digits that give the same float.
std::string python_number(float number);
std::string python_number(double number);
std::string python_number(int number);

}  // namespace headlight
