// What quotes count over: many sentences, pairs of them, pictures. For the files of expressions alone.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/expression.h"
#include "core/grammar/example.h"

namespace headlight {

// One that is counted over: what is known of it besides what the model does.
struct Case {
  std::string text;
  std::string second = {};                          // of a pair
  std::vector<std::string> words = {};              // as the model takes them apart
  std::map<std::string, std::string> texts = {};    // "right_pronoun" and others that can be compared
  std::map<std::string, double> numbers = {};       // the same that are numbers
  std::map<std::string, std::string> places = {};   // "antecedent" and others that can be a row or a column
  std::map<std::string, std::string> seconds = {};  // of texts: what they are in the second of a pair
  std::optional<Reference> reference = {};
  std::vector<std::string> translation = {};  // a right one, in the model's words
};
using Cases = std::shared_ptr<const std::vector<Case>>;

// Whether a function of this name counts over cases: held_out, sentences, pairs, translations,
// texts, scenes.
bool counts_over_cases(const std::string& name);
// What a call of it counts over. Throws ExpressionError where the model has none.
Cases cases_for(const ExpressionNode& call, const Results& results);
// Whether they are not chosen yet.
bool awaits_cases(const std::string& name, const Results& results);
// Whether a case counts at all, by what the model does with it as it is: of a pair, whether both pronouns are
// right.
bool is_usable(const Case& one, const Results& read);

// Of a call that counts: in how many it is true; where its first part is no comparison, that number in each
// of those for which the comparisons behind it hold. Counted now where nobody did before.
ExpressionValue counted_over_cases(const ExpressionNode& call, const Results& results);
// n(...) and of(...): over how many it is counted, and "219 of 253".
ExpressionValue count_of_all(const ExpressionNode& call, const Results& results);
ExpressionValue count_in_words(const ExpressionNode& call, const Results& results);
// Whether a node is a comparison.
bool compares(const ExpressionNode& node);

// What changes do (changes.cpp).

// effect(change, ...): how much of the way from the first sentence's answer to the second's a change of the
// first one goes (core/explain/causal_map.h).
ExpressionValue effect_of(const ExpressionNode& call, const Results& results);
// Whether it asks for what the open lab found.
bool reads_lab(const ExpressionNode& node);
// Whether it asks how sure the model is.
bool reads_certainty(const ExpressionNode& node);
// Each path that one with "*" in the place of numbers stands for: "encoder.1.self_attention.head.*.scaled".
std::vector<std::string> paths_of(const std::string& path, const Anatomy& anatomy);
// "head.not_0": another head of that layer, drawn by `lot`; paths without it stay.
std::string with_drawn_head(const std::string& path, const Anatomy& anatomy, std::uint64_t lot);

// What reads another model, or goes over rows.

ExpressionValue by_other_model(const ExpressionNode& call, const Results& results);
ExpressionValue goes_on_rightly(const ExpressionNode& call, const Results& results);
ExpressionValue surprise_behind(const ExpressionNode& call, const Results& results);
ExpressionValue over_rows(const ExpressionNode& call, const Results& results);

// Of expression_evaluate.cpp.

struct NodePlace {
  int node = -1;
  std::optional<int> row, col;  // none where all are meant
};
NodePlace place_for(const ExpressionNode& node, const Results& results);
Cells cells_of(const ExpressionNode& node, const Results& results);
// The columns that a node names, of several joined by "+" each.
std::vector<int> columns_named(const ExpressionNode& node, const Results& results);
// "a, b, c ...": what there is instead of what is not, not too much of it.
std::string listed(const std::vector<std::string>& words);

}  // namespace headlight
