// What stands between {{ and }} in a lesson, and in its checks: cells of the trace, and a little arithmetic
// with them.
//
//   encoder.1.self_attention.head.0.weights[it, animal]        a cell, by words or by places from zero
//   second: before: probabilities[qu', il] .3                   of the second sentence, without edits, three
//   digits cosine(source.embedded[bears], second: source.embedded[bears]) = 1
//   lab: attention_lab.weights[it, animal]                      of what the step's lab recorded
//   table("cost", 0, "lookup multiply-adds")                    of the numbers that the lab plots
//   when(encoder.1.self_attention.head.0.output = 0, translation)   as it would be with that change
//   (quote_when.cpp)
//   held_out(pronoun = right_pronoun)                           how often, over held-out sentences
//   sentences(pronoun = expected)                               the same over the lesson's own (held_out.h)
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "app/session/document.h"

namespace headlight {

// One sentence: what is wrong and what to try.
struct QuoteError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct QuoteNode;

// A sentence that a lesson counts over, and what is expected of it.
struct OwnSentence {
  std::string text;
  std::string expected;
  bool operator==(const OwnSentence&) const = default;
};
using OwnSentencesPtr = std::shared_ptr<const std::vector<OwnSentence>>;

class Quote {
 public:
  // Throws QuoteError. `sentences` are those of the lesson, for sentences(...); null without any.
  static std::shared_ptr<const Quote> parse(std::string_view text, const OwnSentencesPtr& sentences = {});

  // The value as it is written in the lesson's text. Throws QuoteError for what the trace does not have.
  std::string text(const Document& document) const;
  // Whether a comparison is true; `found` gets what its two sides were. Throws QuoteError, also when it is no
  // comparison.
  bool holds(const Document& document, std::string* found = nullptr) const;
  bool is_comparison() const;
  const QuoteNode& root() const { return *root_; }

 private:
  std::shared_ptr<const QuoteNode> root_;
  std::optional<int> decimals_;
  bool percent_ = false;
};

using QuotePtr = std::shared_ptr<const Quote>;

}  // namespace headlight
