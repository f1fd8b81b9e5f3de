#include "core/labs/byte_pair_learning.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "core/text/tokenizers/piece_models.h"
#include "core/text/tokenizers/spanned_text.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

using Pair = std::pair<int, int>;

// A word as the tokens it consists of so far, and how often it is there.
struct CountedWord {
  std::vector<int> tokens;
  int count = 0;
};

std::vector<SpannedText> words_of(const SpannedText& text) {
  static const Pattern pattern(gpt2_words);
  return split_at(text, pattern.matches(text), SplitAt::isolated);
}

bool has(const std::vector<int>& tokens, Pair pair) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i] == pair.first && tokens[i + 1] == pair.second) return true;
  }
  return false;
}

void join(std::vector<int>& tokens, Pair pair, int made) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool both = i + 1 < tokens.size() && tokens[i] == pair.first && tokens[i + 1] == pair.second;
    tokens[kept++] = both ? made : tokens[i];
    if (both) ++i;
  }
  tokens.resize(kept);
}

class Learning {
 public:
  explicit Learning(std::string_view text) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string letter;
      append_utf8(letter, letter_of_byte(static_cast<unsigned char>(byte)));
      vocabulary_.push_back(letter);
    }
    std::map<std::string, int> counts;
    for (const SpannedText& word : words_of(spanned(text))) ++counts[utf8_of(word)];
    for (const auto& [word, count] : counts) {
      CountedWord counted{.tokens = {}, .count = count};
      for (const char byte : word) counted.tokens.push_back(static_cast<unsigned char>(byte));
      learned_.words += count;
      tokens_ += count * static_cast<int>(word.size());
      count_pairs(counted, 1);
      words_.push_back(std::move(counted));
    }
    if (words_.empty()) throw std::invalid_argument("there is no word to learn from");
    learned_.distinct_words = static_cast<int>(words_.size());
    learned_.bytes = static_cast<int>(text.size());
    learned_.letters = letters_in(text);
  }

  LearnedPairs learn(int most, const std::function<bool()>& stop) {
    BytePairRules rules{.bytes = true};
    for (int step = 0; step < most && (!stop || !stop()); ++step) {
      const auto [pair, count] = most_frequent();
      if (count < 2) break;
      const std::string &left = text(pair.first), &right = text(pair.second);
      rules.merges.emplace_back(left, right);
      // Two ways may lead to one token.
      const auto known = made_.find(left + right);
      const int made = known != made_.end() ? known->second : static_cast<int>(vocabulary_.size());
      if (known == made_.end()) {
        made_.emplace(left + right, made);
        vocabulary_.push_back(left + right);
      }
      for (CountedWord& word : words_) {
        if (!has(word.tokens, pair)) continue;
        const std::size_t before = word.tokens.size();
        count_pairs(word, -1);
        join(word.tokens, pair, made);
        count_pairs(word, 1);
        tokens_ -= word.count * static_cast<int>(before - word.tokens.size());
      }
      steps_.push_back({pair, made});
      learned_.steps.push_back({.count = count, .tokens = tokens_});
    }
    finish(rules);
    return std::move(learned_);
  }

 private:
  const std::string& text(int token) const { return vocabulary_[token]; }

  static std::uint64_t key(Pair pair) {
    return std::uint64_t{static_cast<std::uint32_t>(pair.first)} << 32U |
           static_cast<std::uint32_t>(pair.second);
  }
  static Pair pair_of(std::uint64_t key) {
    return {static_cast<int>(key >> 32U), static_cast<int>(key & 0xffffffffU)};
  }

  // Those of one word, `times` as often: 1 to add them, -1 to take them away.
  void count_pairs(const CountedWord& word, int times) {
    for (std::size_t i = 0; i + 1 < word.tokens.size(); ++i)
      counts_[key({word.tokens[i], word.tokens[i + 1]})] += times * word.count;
  }

  std::pair<Pair, int> most_frequent() const {
    std::pair<Pair, int> best{{0, 0}, 0};
    const auto comes_first = [&](Pair one, Pair other) {
      return std::pair(text(one.first), text(one.second)) < std::pair(text(other.first), text(other.second));
    };
    for (const auto& [known, count] : counts_) {
      if (count < std::max(1, best.second)) continue;
      const Pair pair = pair_of(known);
      if (count > best.second || comes_first(pair, best.first)) best = {pair, count};
    }
    return best;
  }

  void finish(const BytePairRules& rules) {
    std::vector<std::string> texts;
    for (const std::string& token : vocabulary_) texts.push_back(text_of_byte_letters(token));
    const Vocabulary vocabulary(std::move(vocabulary_), std::move(texts));
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const auto label = [&](int token) { return vocabulary.labels()->at(static_cast<std::size_t>(token)); };
      learned_.steps[i].left = label(steps_[i].first.first);
      learned_.steps[i].right = label(steps_[i].first.second);
      learned_.steps[i].made = label(steps_[i].second);
    }
    SubwordRules cut{.model = byte_pairs(vocabulary, rules)};
    cut.split.push_back([](const SpannedText& text, bool) { return words_of(text); });
    learned_.tokenizer = std::make_shared<const Subwords>(vocabulary, std::move(cut));
  }

  std::vector<std::string> vocabulary_;
  std::map<std::string, int> made_;
  std::vector<CountedWord> words_;
  std::unordered_map<std::uint64_t, int> counts_;  // of pairs, by key()
  std::vector<std::pair<Pair, int>> steps_;
  int tokens_ = 0;
  LearnedPairs learned_;
};

}  // namespace

LearnedPairs learn_byte_pairs(std::string_view text, int most, const std::function<bool()>& stop) {
  return Learning(text).learn(most, stop);
}

std::vector<JoinedStep> joined_steps(const Subwords& tokenizer, const SpannedText& word) {
  std::vector<JoinedStep> steps;
  const auto labels = [&](const std::vector<Piece>& pieces) {
    std::vector<int> ids;
    for (const Piece& piece : pieces) ids.push_back(piece.id);
    return tokenizer.vocabulary().labels_of(ids);
  };
  if (const std::vector<Piece> letters = tokenizer.model().letters(word); !letters.empty())
    steps.push_back({.pieces = labels(letters)});
  for (const PieceModel::Merge& merge : tokenizer.model().merges(word))
    steps.push_back({.pieces = labels(merge.pieces), .place = merge.place, .rank = merge.rank});
  return steps;
}

}  // namespace headlight
