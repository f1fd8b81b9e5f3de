// What stands between {{ and }} in a lesson, and in its checks: cells of the trace, and a little arithmetic
// with them.
//
//   encoder.1.self_attention.head.0.weights[it, animal]        a cell, by words or by places from zero
//   second: before: probabilities[qu', il] .3                   of the second sentence, without edits, three
//   digits cosine(source.embedded[bears], second: source.embedded[bears]) = 1
//   lab: attention_lab.weights[it, animal]                      of what the step's lab recorded
//   table("cost", 0, "lookup multiply-adds")                    of the numbers that the lab plots
//   when(encoder.1.self_attention.head.0.output = 0, translation)   as it would be with that change
//   (expression_evaluate.cpp)
//   held_out(pronoun = right_pronoun)                           how often, over held-out sentences
//   sentences(pronoun = expected)                               the same over the lesson's own (held_out.cpp)
//   model(heads), tokens(all), heads(sink), best(induction)     of the model that is open
//   (expression_model.cpp)
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/session/results.h"
#include "core/figure/numbers.h"

namespace headlight {

// One sentence: what is wrong and what to try.
struct ExpressionError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct ExpressionNode;

// A sentence that a lesson counts over, and what is expected of it.
struct OwnSentence {
  std::string text;
  std::string expected;
  bool operator==(const OwnSentence&) const = default;
};
using OwnSentencesPtr = std::shared_ptr<const std::vector<OwnSentence>>;

class LessonExpression {
 public:
  // Throws ExpressionError. `sentences` are those of the lesson, for sentences(...); null without any.
  static std::shared_ptr<const LessonExpression> parse(std::string_view text,
                                                       const OwnSentencesPtr& sentences = {});

  // The value as it is written in the lesson's text. Throws ExpressionError for what the trace does not have.
  std::string text(const Results& results) const;
  // Whether a comparison is true; `found` gets what its two sides were. Throws ExpressionError, also when it
  // is no comparison.
  bool holds(const Results& results, std::string* found = nullptr) const;
  bool is_comparison() const;
  const ExpressionNode& root() const { return *root_; }

 private:
  std::shared_ptr<const ExpressionNode> root_;
  std::optional<int> decimals_;
  bool percent_ = false;
};

using ExpressionPtr = std::shared_ptr<const LessonExpression>;

// The parts of a quote, and what they become. For the files of expressions alone.

struct ExpressionNode {
  enum class Kind {
    number,
    text,
    values,    // `name` is a path, `side`, `before` and `lab` say of which trace, `row` and `col` which cells
    call,      // `name` of a function, with `parts`
    negative,  // of parts[0]
    binary,    // `name` is + - * / < > <= >= = !=, between parts[0] and parts[1]
  };
  Kind kind = Kind::number;
  double number = 0;
  std::string name = {};
  int side = 0;
  bool before = false;
  bool lab = false;                // of what the open lab recorded
  std::string row = {}, col = {};  // a word or a place; empty: all of them
  std::vector<ExpressionNode> parts = {};
  OwnSentencesPtr sentences = {};  // of a call of sentences(...): those of the lesson

  bool operator==(const ExpressionNode&) const = default;
};

// What a number was, so that it is written as on screen.
struct Quantity {
  double value = 0;
  NumberFormat format = NumberFormat::value;
  bool whole = false;
};

// Some cells of a node, in reading order.
struct Cells {
  std::vector<double> values = {};
  std::vector<std::string> labels = {};  // of the values' places when they are one row or one column
  int rows = 0, cols = 0;
  NumberFormat format = NumberFormat::value;
  std::string path = {};
  bool whole = false;  // counts, and their sum is one
};

using ExpressionValue = std::variant<Quantity, std::string, Cells, bool>;

// All of them throw ExpressionError.
ExpressionValue evaluate(const ExpressionNode& node, const Results& results);
ExpressionValue evaluate_call(const ExpressionNode& node, const Results& results);
Quantity quantity(const ExpressionNode& node, const Results& results);  // of what has to be one number
// Of a call of held_out(...) or sentences(...), counted now where nobody did before (held_out.cpp).
Quantity held_out_count(const ExpressionNode& call, const Results& results);
// The trace that a node of kind `values` names.
const Trace& trace_of_side(const ExpressionNode& node, const Results& results);
// What can be asked of whichever model is open.
struct OfOpenModel {
  const char* name;
  ExpressionValue (*value)(const ExpressionNode& call, const Results& results);
};
const std::vector<OfOpenModel>& functions_of_open_model();
// Of a call of when(...): what its last part becomes under the changes that the others say.
ExpressionValue evaluate_when(const ExpressionNode& call, const Results& results);
// Whether `node` reads the trace of a side, with or without the step's edits.
bool reads(const ExpressionNode& node, int side, bool before);
// The same quote with another number where `x` stands.
ExpressionNode with_x(ExpressionNode node, double x);

// Claims about behaviour, counted over many sentences that the model was not trained on:
//
//   held_out(pronoun = right_pronoun)     in how many of them the model writes the right pronoun
//   held_out()                            how many there are
//
// Each sentence is translated under the step's edits. An edit of "it", of the noun it means or of the other
// noun moves to where these stand in that sentence.

inline constexpr int held_out_sentences = 400;
// A model of few words has fewer, but at least so many.
inline constexpr int fewest_held_out_sentences = 200;

// Whether `quote` counts, and what it counts is not known yet for the results' model and edits; or it asks
// for the number of sentences, and they are not drawn yet.
bool awaits_counts(const LessonExpression& expression, const Results& results);

// Counts all that `quotes` ask for, in one pass over the sentences (a second or two); what is counted is kept
// for the process. Asks `go_on` before each sentence and gives up, returning false, when it says no; asked
// for the same again, it goes on there.
bool make_counts(const std::vector<ExpressionPtr>& expressions, const Results& results,
                 const std::function<bool()>& go_on = {});

}  // namespace headlight
