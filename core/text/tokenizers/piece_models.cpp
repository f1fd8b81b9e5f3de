#include "core/text/tokenizers/piece_models.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/text/unicode.h"

namespace headlight {

namespace {

class WordPiece final : public PieceModel {
 public:
  WordPiece(const Vocabulary& vocabulary, const WordPieceRules& rules)
      : vocabulary_(vocabulary), rules_(rules) {}

  void cut(const SpannedText& word, std::vector<Piece>& pieces) const override {
    if (word.empty()) return;
    const std::size_t before = pieces.size();
    const auto unknown = [&] {
      pieces.resize(before);
      pieces.push_back({rules_.unknown, {word.front().from.begin, word.back().from.end}});
    };
    if (static_cast<int>(word.size()) > rules_.longest) return unknown();
    for (auto at = word.begin(); at != word.end();) {
      auto end = word.end();
      std::optional<int> id;
      for (; end != at; --end) {
        stop_if_asked(static_cast<std::size_t>(end - at));
        id = vocabulary_.id((at == word.begin() ? "" : rules_.prefix) + utf8_of(at, end));
        if (id) break;
      }
      if (!id) return unknown();
      pieces.push_back({*id, {at->from.begin, (end - 1)->from.end}});
      at = end;
    }
  }

 private:
  Vocabulary vocabulary_;
  WordPieceRules rules_;
};

}  // namespace

std::unique_ptr<const PieceModel> word_piece(const Vocabulary& vocabulary, const WordPieceRules& rules) {
  return std::make_unique<const WordPiece>(vocabulary, rules);
}

namespace {

struct ByteTables {
  std::array<char32_t, 256> letters{};
  std::unordered_map<char32_t, unsigned char> bytes;

  ByteTables() {
    char32_t next = 256;
    for (unsigned byte = 0; byte < 256; ++byte) {
      const bool printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
      letters[byte] = printable ? byte : next++;
      bytes.emplace(letters[byte], static_cast<unsigned char>(byte));
    }
  }
};

const ByteTables& byte_tables() {
  static const ByteTables tables;
  return tables;
}

std::string hexadecimal(unsigned char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return {'<', '0', 'x', digits[byte >> 4U], digits[byte & 15U], '>'};
}

std::uint64_t pair_of(int left, int right) {
  return static_cast<std::uint64_t>(left) << 32U | static_cast<std::uint32_t>(right);
}

class BytePairs final : public PieceModel {
 public:
  BytePairs(const Vocabulary& vocabulary, const BytePairRules& rules)
      : vocabulary_(vocabulary), rules_(rules) {
    const auto token = [&](const std::string& text) {
      const std::optional<int> id = vocabulary.id(text);
      if (!id) throw std::invalid_argument("a merge makes " + in_quotes(text) + ", which is not a token");
      return *id;
    };
    joins_.reserve(rules.merges.size());
    int rank = 0;
    for (const auto& [left, right] : rules.merges)
      joins_.insert_or_assign(pair_of(token(left), token(right)), Join{rank++, token(left + right)});
    rules_.merges.clear();
  }

  void cut(const SpannedText& word, std::vector<Piece>& pieces) const override {
    if (word.empty()) return;
    std::vector<Piece> made = letters_of(word, true);
    join(made, [](int, int, const std::vector<bool>&) {});
    pieces.insert(pieces.end(), made.begin(), made.end());
  }

  std::vector<Piece> letters(const SpannedText& word) const override { return letters_of(word, false); }

  std::vector<Merge> merges(const SpannedText& word) const override {
    std::vector<Merge> all;
    std::vector<Piece> made = letters_of(word, false);
    join(made, [&](int left, int rank, const std::vector<bool>& gone) {
      Merge merge{.made = made[left].id, .rank = rank, .pieces = {}};
      for (std::size_t i = 0; i < made.size(); ++i) {
        if (gone[i]) continue;
        if (static_cast<int>(i) == left) merge.place = static_cast<int>(merge.pieces.size());
        merge.pieces.push_back(made[i]);
      }
      all.push_back(std::move(merge));
    });
    return all;
  }

 private:
  struct Join {
    int rank, made;
  };

  std::optional<int> whole(const SpannedText& letters) const {
    return vocabulary_.id(utf8_of(letters) + rules_.end_of_word);
  }

  // The word as letters of the vocabulary: its bytes, or itself.
  SpannedText in_letters(const SpannedText& word) const {
    if (!rules_.bytes) return word;
    SpannedText letters;
    for (const SpannedLetter& each : word) {
      std::string bytes;
      append_utf8(bytes, each.letter);
      const auto [begin, end] = each.from;
      const bool as_typed = end - begin == static_cast<int>(bytes.size());
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        const int at = begin + static_cast<int>(i);
        letters.push_back({letter_of_byte(static_cast<unsigned char>(bytes[i])),
                           as_typed ? TextSpan{at, at + 1} : each.from});
      }
    }
    return letters;
  }

  std::vector<Piece> letters_of(const SpannedText& word, bool whole_first) const {
    const SpannedText letters = in_letters(word);
    if (whole_first && rules_.whole_first) {
      if (const auto id = whole(letters))
        return {{*id, {letters.front().from.begin, letters.back().from.end}}};
    }
    std::vector<Piece> pieces;
    bool unknown_before = false;
    for (std::size_t i = 0; i < letters.size(); ++i) {
      const SpannedLetter& each = letters[i];
      std::string letter;
      append_utf8(letter, each.letter);
      if (i + 1 == letters.size()) letter += rules_.end_of_word;
      const bool known = add_letter(letter, each.from, pieces);
      if (!known && rules_.unknown) {
        if (rules_.fuse_unknown && unknown_before) {
          pieces.back().span.end = each.from.end;
        } else {
          pieces.push_back({*rules_.unknown, each.from});
        }
      }
      unknown_before = !known;
    }
    return pieces;
  }

  bool add_letter(const std::string& letter, TextSpan from, std::vector<Piece>& pieces) const {
    if (const auto id = vocabulary_.id(letter)) {
      pieces.push_back({*id, from});
      return true;
    }
    if (!rules_.byte_fallback) return false;
    std::vector<Piece> bytes;
    for (const char byte : letter) {
      const auto id = vocabulary_.id(hexadecimal(static_cast<unsigned char>(byte)));
      if (!id) return false;
      bytes.push_back({*id, from});
    }
    pieces.insert(pieces.end(), bytes.begin(), bytes.end());
    return true;
  }

  template <typename Joined>
  void join(std::vector<Piece>& pieces, Joined joined) const {
    const auto find = [&](const Piece& left, const Piece& right) {
      const auto found = joins_.find(pair_of(left.id, right.id));
      return found == joins_.end() ? nullptr : &found->second;
    };
    join_pairs(
        pieces,
        [&](const Piece& left, const Piece& right) -> std::optional<int> {
          const Join* const found = find(left, right);
          return found == nullptr ? std::nullopt : std::optional(found->rank);
        },
        [&](Piece& left, const Piece& right) {
          left = {find(left, right)->made, {left.span.begin, right.span.end}};
        },
        joined);
  }

  Vocabulary vocabulary_;
  BytePairRules rules_;
  std::unordered_map<std::uint64_t, Join> joins_;
};

}  // namespace

char32_t letter_of_byte(unsigned char byte) { return byte_tables().letters[byte]; }

std::optional<unsigned char> byte_of_letter(char32_t letter) {
  const auto found = byte_tables().bytes.find(letter);
  if (found == byte_tables().bytes.end()) return std::nullopt;
  return found->second;
}

std::string text_of_byte_letters(std::string_view token) {
  std::string bytes;
  for (const SpannedLetter& each : spanned(token)) {
    const auto byte = byte_of_letter(each.letter);
    if (!byte) return std::string(token);  // an added token: no letters for bytes
    bytes += static_cast<char>(*byte);
  }
  std::string text;
  for (const SpannedLetter& each : spanned(bytes)) {
    const bool whole = each.from.end - each.from.begin > 1 || each.letter < 0x80;
    if (whole) {
      append_utf8(text, each.letter);
    } else {
      text += hexadecimal(static_cast<unsigned char>(bytes[each.from.begin]));
    }
  }
  return text;
}

std::unique_ptr<const PieceModel> byte_pairs(const Vocabulary& vocabulary, const BytePairRules& rules) {
  return std::make_unique<const BytePairs>(vocabulary, rules);
}

}  // namespace headlight
