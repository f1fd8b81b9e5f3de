// The lab on tokens: how a text is cut, and how byte pairs are learned.
#pragma once

#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "core/files/fields.h"
#include "core/labs/byte_pair_learning.h"
#include "core/text/tokenizers/subwords.h"

namespace headlight {

struct Lab;
struct LabPanel;

struct TokensLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  enum class Page { cut, pairs };       // by every tokenizer at hand; byte pairs step by step
  enum class From { sentences, text };  // what pairs are learned from: sentences of our grammar, or the text
  static constexpr int most_pairs = 1000;

  Page page = Page::cut;
  From from = From::sentences;
  std::string text;  // that is cut; empty: the sentence on stage
  int pairs = 300;   // learned, at most
  int word = 0;      // of the text, whose pairs are joined; counted from 0

  bool operator==(const TokensLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page, EnumNames<Page>{{Page::cut, "cut"}, {Page::pairs, "pairs"}});
    visit("from", self.from, EnumNames<From>{{From::sentences, "sentences"}, {From::text, "text"}});
    visit("text", self.text);
    visit("pairs", self.pairs, Within{0, most_pairs});
    visit("word", self.word, Within{0, 4095});
  }
};

// What the lab on tokens found.

struct LabInput;
struct LabWork;

struct TokensStudy {
  // The text as one tokenizer cuts it.
  struct Cut {
    std::string name;    // "translator"
    std::string kind;    // "words of English"
    int vocabulary = 0;  // how many tokens it knows
    std::vector<CutToken> tokens = {};
    TokenCounts counts = {};
    std::string error = {};  // why it cannot be cut; then there are no tokens
  };
  // A word of it, and how each tokenizer that joins pairs makes its pieces.
  struct Joined {
    std::string name;
    std::vector<JoinedStep> steps;
  };

  std::string text;        // that is cut
  bool shortened = false;  // only the beginning of what was typed
  int letters = 0, bytes = 0;
  std::vector<Cut> cuts;
  LearnedPairs learned;
  std::string learned_from;        // "400 sentences of our grammar"
  std::vector<std::string> words;  // of the text
  int word = 0;                    // the one that was chosen
  std::vector<Joined> joined;
};

void compute_tokens(const LabInput& input, LabWork& work);

}  // namespace headlight
