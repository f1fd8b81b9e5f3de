// A formula written as text, and what of it binds how tightly: where brackets are needed.
#pragma once

#include <string>

namespace headlight {

enum class Binding { sum, product, atom };

struct BoundText {
  std::string text;
  Binding binding = Binding::atom;
};

inline std::string bracketed(const BoundText& part, Binding at_least) {
  return part.binding < at_least ? "(" + part.text + ")" : part.text;
}

}  // namespace headlight
