#include "core/text/cut_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "core/text/piece_label.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// Too short a stem is another word by chance: "a ##s".
constexpr std::size_t shortest_stem = 3;

std::string beginning(std::string_view letters) { return std::string(letters) + std::string(joint); }
std::string within(std::string_view letters) { return std::string(joint) + std::string(letters); }

// Where each letter begins, and the end.
std::vector<std::size_t> letter_starts(std::string_view word) {
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < word.size(); ++at)
    if ((static_cast<unsigned char>(word[at]) & 0xc0) != 0x80) starts.push_back(at);
  starts.push_back(word.size());
  return starts;
}

}  // namespace

std::span<const std::string_view> english_endings() {
  static constexpr std::array<std::string_view, 4> endings{"s", "ed", "ly", "ing"};
  return endings;
}

// Those that the grammar writes apart (core/grammar/phrase.h).
std::span<const std::string_view> french_endings() {
  static constexpr std::array<std::string_view, 12> endings{"s",   "e",   "a",   "es",  "ai",   "as",
                                                            "ais", "ait", "ons", "ont", "ions", "aient"};
  return endings;
}

std::vector<std::string> cut_word(const Vocabulary& vocabulary, std::string_view word,
                                  std::span<const std::string_view> endings) {
  if (vocabulary.id(word)) return {std::string(word)};
  for (const std::string_view ending : endings) {
    if (!word.ends_with(ending) || word.size() < ending.size() + shortest_stem) continue;
    const std::string_view stem = word.substr(0, word.size() - ending.size());
    if (vocabulary.id(stem) && vocabulary.id(within(ending))) return {std::string(stem), within(ending)};
  }
  const std::vector<std::size_t> starts = letter_starts(word);
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at + 1 < starts.size();) {
    // What begins a word is not all of it.
    std::size_t end = starts.size() - (at == 0 ? 2 : 1);
    for (; end > at; --end) {
      const std::string_view letters = word.substr(starts[at], starts[end] - starts[at]);
      std::string piece = at == 0 ? beginning(letters) : within(letters);
      if (!vocabulary.id(piece)) continue;
      pieces.push_back(std::move(piece));
      break;
    }
    if (end == at) return {std::string(word)};
    at = end;
  }
  return pieces;
}

namespace {

// The mark of a token or of a label at one of its ends; empty where there is none.
std::string_view mark_at(std::string_view token, bool end) {
  for (const std::string_view mark : {joint, goes_on})
    if (token.size() > mark.size() && (end ? token.ends_with(mark) : token.starts_with(mark))) return mark;
  return {};
}

}  // namespace

bool goes_on_with_word(std::string_view token) { return !mark_at(token, false).empty(); }
bool is_gone_on_with(std::string_view token) { return !mark_at(token, true).empty(); }

bool spells_words(const Vocabulary& vocabulary) {
  const std::vector<std::string>& words = vocabulary.words();
  return std::any_of(words.begin(), words.end(), is_gone_on_with);
}

std::string letters_of_piece(std::string_view token) {
  token.remove_prefix(mark_at(token, false).size());
  token.remove_suffix(mark_at(token, true).size());
  return std::string(token);
}

std::vector<std::string> joined_words(std::span<const std::string> tokens) {
  std::vector<std::string> words;
  bool open = false;
  for (const std::string& token : tokens) {
    if (words.empty() || (!open && !goes_on_with_word(token))) words.emplace_back();
    words.back() += letters_of_piece(token);
    open = is_gone_on_with(token);
  }
  return words;
}

namespace {

// Words as numbers of pieces, joined pair by pair.
class PieceLearning {
 public:
  explicit PieceLearning(const std::map<std::string, int>& words) {
    for (const auto& [word, count] : words) {
      const std::vector<std::size_t> starts = letter_starts(word);
      Spelled& one = words_.emplace_back();
      one.count = count;
      for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
        const std::string letter = word.substr(starts[i], starts[i + 1] - starts[i]);
        const int first = number(beginning(letter));
        const int later = number(within(letter));
        one.pieces.push_back(i == 0 ? first : later);
      }
    }
  }

  // False where no pair is there twice.
  bool join_most_frequent() {
    std::unordered_map<std::uint64_t, int> pairs;
    for (const Spelled& word : words_) {
      for (std::size_t i = 0; i + 1 < word.pieces.size() && can_be_joined(word); ++i) {
        if (!has_digit(word.pieces[i]) && !has_digit(word.pieces[i + 1]))
          pairs[pair_of(word.pieces[i], word.pieces[i + 1])] += word.count;
      }
    }
    std::uint64_t chosen = 0;
    std::pair<int, std::string> best = {1, ""};
    for (const auto& [pair, count] : pairs) {
      if (count < best.first || (count == 1 && best.first == 1)) continue;
      std::string made = joined(pair);
      if (count == best.first && made >= best.second) continue;
      chosen = pair;
      best = {count, std::move(made)};
    }
    if (best.second.empty()) return false;
    const int made = number(best.second);
    for (Spelled& word : words_) {
      for (std::size_t i = 0; i + 1 < word.pieces.size() && can_be_joined(word); ++i) {
        if (pair_of(word.pieces[i], word.pieces[i + 1]) != chosen) continue;
        word.pieces[i] = made;
        word.pieces.erase(word.pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    }
    return true;
  }

  const std::vector<std::string>& pieces() const { return pieces_; }

 private:
  struct Spelled {
    std::vector<int> pieces;
    int count = 0;
  };

  // A word that is one piece would not be spelled any more.
  static bool can_be_joined(const Spelled& word) { return word.pieces.size() > 2; }
  static std::uint64_t pair_of(int left, int right) {
    return static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint32_t>(right);
  }

  int number(const std::string& piece) {
    const auto [found, added] = numbers_.emplace(piece, static_cast<int>(pieces_.size()));
    if (added) pieces_.push_back(piece);
    return found->second;
  }
  bool has_digit(int piece) const {
    return pieces_[static_cast<std::size_t>(piece)].find_first_of("0123456789") != std::string::npos;
  }
  std::string joined(std::uint64_t pair) const {
    const std::string& left = pieces_[static_cast<std::size_t>(pair >> 32)];
    const std::string later = pieces_[static_cast<std::size_t>(pair & 0xffffffffU)].substr(joint.size());
    return is_gone_on_with(left) ? beginning(left.substr(0, left.size() - joint.size()) + later)
                                 : left + later;
  }

  std::vector<Spelled> words_;
  std::vector<std::string> pieces_;
  std::unordered_map<std::string, int> numbers_;
};

}  // namespace

std::vector<std::string> learned_pieces(const std::map<std::string, int>& words, int most) {
  PieceLearning learning(words);
  for (int made = 0; made < most && learning.join_most_frequent(); ++made) continue;
  return learning.pieces();
}

}  // namespace headlight
