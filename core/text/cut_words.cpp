#include "core/text/cut_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>

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

std::size_t longest_of(const Vocabulary& vocabulary) {
  std::size_t longest = 0;
  for (const std::string& word : vocabulary.words()) longest = std::max(longest, word.size());
  return longest;
}

}  // namespace

std::span<const std::string_view> english_endings() {
  static constexpr std::array<std::string_view, 4> endings{"s", "ed", "ly", "ing"};
  return endings;
}

// Those that the grammar writes apart (train/grammar/phrase.h).
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
  // A word as long as a text is tried piece by piece: none is longer than the vocabulary's longest.
  constexpr std::size_t usual = 32;  // bytes
  const std::size_t longest = word.size() <= usual ? usual : longest_of(vocabulary);
  const std::vector<std::size_t> starts = letter_starts(word);
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at + 1 < starts.size();) {
    // What begins a word is not all of it.
    std::size_t end = std::min(starts.size() - (at == 0 ? 2 : 1), at + longest);
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
  for (const std::string_view mark : {joint, goes_on_mark})
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
  bool has_digit(int piece) const { return pieces_[piece].find_first_of("0123456789") != std::string::npos; }
  std::string joined(std::uint64_t pair) const {
    const std::string& left = pieces_[pair >> 32];
    const std::string later = pieces_[pair & 0xffffffffU].substr(joint.size());
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

namespace {

constexpr std::string_view hexadecimal_digits = "0123456789ABCDEF";

bool is_digit(char letter) { return hexadecimal_digits.find(letter) != std::string_view::npos; }

// The length of "<0xE7>" at the beginning; 0 where something else is there.
std::size_t byte_at(std::string_view text) {
  const bool byte =
      text.size() >= 6 && text.starts_with("<0x") && is_digit(text[3]) && is_digit(text[4]) && text[5] == '>';
  return byte ? 6 : 0;
}

// Scripts of South-East Asia, of China and of Japan.
bool is_written_without_spaces(char32_t letter) {
  const auto within = [letter](char32_t first, char32_t last) { return first <= letter && letter <= last; };
  return within(0x0E00, 0x0EFF) || within(0x1000, 0x109F) || within(0x1780, 0x17FF) ||
         within(0x2E80, 0xA4CF) || within(0xF900, 0xFAFF) || letter >= 0x20000;
}

// A letter or a digit that stands in words between spaces.
bool begins_with_word_letter(std::string_view text) {
  if (text.empty() || byte_at(text) > 0) return false;
  const std::string valid = valid_utf8(text.substr(0, 4));
  const char32_t letter = code_points(valid).front();
  const bool digit = letter >= '0' && letter <= '9';
  return digit || (is_letter(letter) && !is_written_without_spaces(letter));
}

// With signs for what leaves no mark, and bytes as bytes.
std::string with_signs(std::string_view text) {
  std::string label;
  bool in_bytes = false;
  char was = '\0';
  while (!text.empty()) {
    if (const std::size_t size = byte_at(text); size > 0) {
      // Neighbours stand in one pair of brackets.
      if (in_bytes) label.resize(label.size() - std::string_view("›").size());
      label.append(in_bytes ? " " : "‹").append(text.substr(3, 2)).append("›");
      text.remove_prefix(size);
      in_bytes = true;
      continue;
    }
    in_bytes = false;
    const char each = text.front();
    text.remove_prefix(1);
    // A space between letters can be seen.
    const bool seen = each == ' ' && !label.empty() && was != ' ' && !text.empty() && text.front() != ' ' &&
                      text.front() != '\n';
    label += !seen && (each == ' ' || each == '\n') ? visible({&each, 1}) : std::string(1, each);
    was = each;
  }
  return printable(label);
}

}  // namespace

std::string piece_label(std::string_view text, PiecesSay say) {
  bool within = false;
  bool open = false;
  if (say == PiecesSay::mark_within) {
    within = text.size() > joint.size() && text.starts_with(joint);
    if (within) text.remove_prefix(joint.size());
    open = text.size() > joint.size() && text.ends_with(joint);
    if (open) text.remove_suffix(joint.size());
  } else if (text.size() > 1 && text.front() == ' ' && begins_with_word_letter(text.substr(1))) {
    text.remove_prefix(1);
  } else {
    within = begins_with_word_letter(text);
  }
  const auto marked = [](bool there) { return there ? std::string(goes_on_mark) : std::string(); };
  return marked(within) + with_signs(text) + marked(open);
}

std::string bytes_text(std::string_view text) {
  std::string bytes;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (!bytes.empty()) bytes += ' ';
    bytes += {hexadecimal_digits[byte >> 4U], hexadecimal_digits[byte & 15U]};
  }
  return bytes;
}

}  // namespace headlight
