// What the matrices of a trace are called in code: their letters in the table of sites, as Python can write
// them. Private to core/code.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/models/trace.h"

namespace headlight {

// "S_scaled" for S', "head_0" for head_i of the first head, "from_state" where the table has a formula, not a
// letter.
std::string letter_in_code(const Trace& trace, int node);
// "scaled_score": one of a node's numbers.
std::string number_in_code(const Trace& trace, int node);
// "\"it\"" of a row of tokens; empty where places have no names.
std::string word_in_code(const Trace& trace, Axis axis, int place);
// A weight that a step reads as `place` of its code: "W_Q" and "b_Q" as its formula calls them.
std::string weight_in_code(const Trace& trace, int node, const std::string& place);
// The gradient of what is called so: "dS", "d_concat".
std::string gradient_in_code(const std::string& name);
// How many steps read a node.
int readers_of(const Trace& trace, int node);
// What a file calls the gradient of a step's value, or what comes back to one of its inputs through it.
std::string gradient_key(const Trace& trace, int step);
std::string gradient_key(const Trace& trace, int step, std::size_t input);
// Of "S / √d_k", what stands under the root; `otherwise` where there is none.
std::string under_the_root(const Trace& trace, int node, const std::string& otherwise);

// Names that are given once: a second matrix of the same letter gets another.
class NamesInCode {
 public:
  explicit NamesInCode(const Trace& trace) : trace_(trace) {}

  // Of a node, or of a node's number; `wish` when it is asked for the first time. Of a state at another time
  // than `of`, "h_before".
  const std::string& of(int node, const std::string& wish, int asked_by);
  bool has(int node) const { return names_.contains(node); }
  // The name, or the name with a number behind it where it is given to something else.
  std::string free(const std::string& wish);
  // An op's literal, of which lines before the last define names: those that are given already get others.
  std::string with_own_names(const std::string& literal);

 private:
  const Trace& trace_;
  std::map<int, std::string> names_;
  std::set<std::string> given_;
};

// What a line of code defines: "S" of "S = Q @ K.T"; empty where it is no definition of one name.
std::string defined_by(std::string_view line);
// Every whole word `name` of Python replaced, but for attributes and places of a literal.
std::string with_name(const std::string& code, const std::string& name, const std::string& by);
std::vector<std::string> lines_in(std::string_view text);

}  // namespace headlight
