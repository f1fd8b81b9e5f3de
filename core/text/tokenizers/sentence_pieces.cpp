#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/platform/background.h"
#include "core/text/tokenizers/piece_models.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr char32_t space_mark = U'\u2581';

// A message of a protocol buffer, field by field.
class MessageReader {
 public:
  explicit MessageReader(std::string_view bytes) : bytes_(bytes) {}

  // Goes on to the next field; false at the end.
  bool next() {
    if (at_ == bytes_.size()) return false;
    const std::uint64_t key = number();
    field_ = static_cast<int>(key >> 3U);
    text_ = {};
    value_ = 0;
    switch (key & 7U) {
      case 0:
        value_ = number();
        break;
      case 1:
        text_ = take(8);
        break;
      case 2:
        text_ = take(number());
        break;
      case 5:
        text_ = take(4);
        break;
      default:
        fail();
    }
    return true;
  }
  int field() const { return field_; }
  std::uint64_t value() const { return value_; }
  std::string_view text() const { return text_; }
  float real() const {
    float value = 0;
    if (text_.size() != sizeof value) fail();
    std::memcpy(&value, text_.data(), sizeof value);
    return value;
  }

 private:
  [[noreturn]] static void fail() { throw std::invalid_argument("is not a complete SentencePiece file"); }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1).front());
      value |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) return value;
    }
    fail();
  }
  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size() - at_) fail();
    const std::string_view taken = bytes_.substr(at_, static_cast<std::size_t>(count));
    at_ += static_cast<std::size_t>(count);
    return taken;
  }

  std::string_view bytes_, text_;
  std::size_t at_ = 0;
  int field_ = 0;
  std::uint64_t value_ = 0;
};

SentencePieces::Entry read_piece(std::string_view bytes) {
  SentencePieces::Entry piece;
  for (MessageReader field(bytes); field.next();) {
    if (field.field() == 1) piece.text = field.text();
    if (field.field() == 2) piece.score = static_cast<double>(field.real());
    if (field.field() == 3) {
      if (field.value() < 1 || field.value() > 6)
        throw std::invalid_argument("has a piece of an unknown kind");
      piece.kind = static_cast<SentencePieces::Kind>(field.value());
    }
  }
  return piece;
}

}  // namespace

SentencePieces read_sentence_pieces(std::string_view bytes) {
  SentencePieces file;
  for (MessageReader field(bytes); field.next();) {
    if (field.field() == 1) file.pieces.push_back(read_piece(field.text()));
    if (field.field() == 2) {
      for (MessageReader trainer(field.text()); trainer.next();) {
        if (trainer.field() == 35) file.byte_fallback = trainer.value() != 0;
        if (trainer.field() != 3) continue;
        if (trainer.value() != 1 && trainer.value() != 2)
          throw std::invalid_argument("has an unknown kind of SentencePiece model, neither unigram nor BPE");
        file.pairs = trainer.value() == 2;
      }
    }
    if (field.field() == 3) {
      for (MessageReader rules(field.text()); rules.next();) {
        if (rules.field() == 2) file.replacements = rules.text();
        if (rules.field() == 3) file.space_before = rules.value() != 0;
        if (rules.field() == 4) file.squeeze_spaces = rules.value() != 0;
        if (rules.field() == 5) file.mark_spaces = rules.value() != 0;
      }
    }
  }
  if (file.pieces.empty()) throw std::invalid_argument("has no pieces");
  file.unknown();
  return file;
}

int SentencePieces::unknown() const {
  const auto found = std::find_if(pieces.begin(), pieces.end(),
                                  [](const Entry& each) { return each.kind == Kind::unknown; });
  if (found == pieces.end()) throw std::invalid_argument("has no piece for unknown text");
  return static_cast<int>(found - pieces.begin());
}

namespace {

// What is replaced, as a trie over bytes in a double array (Aoe 1989; Yata's Darts), and its results behind.
class Replacements {
 public:
  explicit Replacements(std::string_view bytes) {
    std::uint32_t size = 0;
    if (bytes.size() < sizeof size)
      throw std::invalid_argument("has a table of replacements that is cut off");
    std::memcpy(&size, bytes.data(), sizeof size);
    if (size > bytes.size() - sizeof size || size % 4 != 0 || size == 0)
      throw std::invalid_argument("has a table of replacements that is cut off");
    units_.resize(size / 4);
    std::memcpy(units_.data(), bytes.data() + sizeof size, size);
    results_ = bytes.substr(sizeof size + size);
  }

  struct Found {
    std::string_view with;
    std::size_t bytes = 0;  // of the text that are replaced; 0 for none
  };
  // The longest key that `text` begins with, or the shortest.
  Found longest(std::string_view text) const { return key_of(text, false); }
  Found shortest(std::string_view text) const { return key_of(text, true); }

 private:
  Found key_of(std::string_view text, bool first) const {
    Found found;
    std::uint32_t node = offset(units_.front());
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      node ^= byte;
      if (node >= units_.size() || (units_[node] & 0x800000FFU) != byte) break;
      const std::uint32_t unit = units_[node];
      node ^= offset(unit);
      if ((unit >> 8U & 1U) == 0 || node >= units_.size()) continue;
      const std::size_t begin = units_[node] & 0x7FFFFFFFU;
      if (begin >= results_.size()) continue;
      const std::size_t end = std::min(results_.find('\0', begin), results_.size());
      found = {std::string_view(results_).substr(begin, end - begin), i + 1};
      if (first) break;
    }
    return found;
  }

  static std::uint32_t offset(std::uint32_t unit) { return (unit >> 10U) << ((unit & 512U) >> 6U); }

  std::vector<std::uint32_t> units_;
  std::string results_;
};

void add_replaced(const SpannedText& text, std::size_t begin, std::size_t end, std::string_view with,
                  SpannedText& all) {
  require_room(all.size() + with.size());
  for (const SpannedLetter& each : spanned(with))
    all.push_back({each.letter, {text[begin].from.begin, text[end - 1].from.end}});
}

SpannedText with_replacements(const SpannedText& text, const Replacements& table) {
  const std::string bytes = utf8_of(text);
  SpannedText all;
  std::size_t byte = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto [with, taken] = table.longest(std::string_view(bytes).substr(byte));
    std::string letter;
    std::size_t end = i;
    do {
      append_utf8(letter, text[end++].letter);
    } while (end < text.size() && letter.size() < taken);
    byte += letter.size();
    if (taken == 0) {
      all.push_back(text[i]);
    } else {
      add_replaced(text, i, end, with, all);
    }
    i = end;
  }
  return all;
}

SpannedText with_letters_replaced(const SpannedText& text, const Pattern& letters,
                                  const Replacements& table) {
  constexpr std::size_t short_letter = 6;  // bytes
  SpannedText all;
  for (const auto& [begin, end] : letters.matches(text)) {
    const auto at = [&](std::size_t place) { return text.begin() + static_cast<std::ptrdiff_t>(place); };
    const std::string letter = utf8_of(at(begin), at(end));
    const Replacements::Found whole =
        letter.size() < short_letter ? table.shortest(letter) : Replacements::Found();
    if (whole.bytes > 0) {
      add_replaced(text, begin, end, whole.with, all);
      continue;
    }
    for (std::size_t i = begin; i < end; ++i) {
      const Replacements::Found part = table.shortest(utf8_of(at(i), at(i + 1)));
      if (part.bytes > 0)
        add_replaced(text, i, i + 1, part.with, all);
      else
        all.push_back(text[i]);
    }
  }
  return all;
}

// Of several spaces one, and none at the ends.
SpannedText with_single_spaces(const SpannedText& text) {
  SpannedText all;
  for (const SpannedLetter& each : text) {
    if (each.letter != U' ' || (!all.empty() && all.back().letter != U' ')) all.push_back(each);
  }
  if (!all.empty() && all.back().letter == U' ') all.pop_back();
  return all;
}

}  // namespace

Normalize normalization_of(const SentencePieces& file) {
  std::shared_ptr<const Replacements> table;
  if (!file.replacements.empty()) table = std::make_shared<const Replacements>(file.replacements);
  return [=, squeeze = file.squeeze_spaces, before = file.space_before,
          mark = file.mark_spaces](const SpannedText& typed) {
    SpannedText text = table == nullptr ? typed : with_replacements(typed, *table);
    if (squeeze) text = with_single_spaces(text);
    if (before) text = behind(U" ", std::move(text));
    if (mark) {
      for (SpannedLetter& each : text) {
        if (each.letter == U' ') each.letter = space_mark;
      }
    }
    return text;
  };
}

Normalize precompiled(const std::string& table) {
  const auto replacements = std::make_shared<const Replacements>(table);
  return [replacements, letters = Pattern(R"(\X)")](const SpannedText& text) {
    return with_letters_replaced(text, letters, *replacements);
  };
}

namespace {

class SentencePieceModel final : public PieceModel {
 public:
  SentencePieceModel(const SentencePieces& file, std::vector<int> ids)
      : ids_(std::move(ids)),
        pairs_(file.pairs),
        byte_fallback_(file.byte_fallback),
        precise_(file.precise),
        unknown_(file.unknown()) {
    using Kind = SentencePieces::Kind;
    least_ = std::numeric_limits<double>::max();
    most_ = std::numeric_limits<double>::lowest();
    for (std::size_t i = 0; i < file.pieces.size(); ++i) {
      const auto& [text, score, kind] = file.pieces[i];
      const int id = static_cast<int>(i);
      // A tokenizer.json has no kinds: its pieces of bytes are pieces like others, too.
      constexpr std::size_t byte_written = 6;  // <0x0A>
      const bool byte = precise_ && text.size() == byte_written && text.starts_with("<0x");
      if (byte || kind == Kind::byte) bytes_.emplace(text, id);
      if (kind != Kind::normal && kind != Kind::user_defined) continue;
      known_.emplace(text, Known{score, id, kind == Kind::user_defined});
      const SpannedText letters = spanned(text);
      longest_ = std::max(longest_, letters.size());
      if (kind == Kind::normal) {
        least_ = std::min(least_, score);
        most_ = std::max(most_, score);
      } else {
        longest_user_ = std::max(longest_user_, letters.size());
      }
    }
  }

  void cut(const SpannedText& word, std::vector<Piece>& pieces) const override {
    bool unknown_before = false;
    for (const auto& [begin, end] : pairs_ ? cut_by_pairs(word) : likeliest(word)) {
      const TextSpan span{word[begin].from.begin, word[end - 1].from.end};
      const Known* const known = find(word, begin, end);
      if (known != nullptr) {
        pieces.push_back({id_of(known->id), span});
      } else if (!add_bytes(text_of(word, begin, end), span, pieces)) {
        if (unknown_before) {
          pieces.back().span.end = span.end;
        } else {
          pieces.push_back({id_of(unknown_), span});
        }
      }
      unknown_before = known == nullptr && !byte_fallback_;
    }
  }

 private:
  struct Known {
    double score;
    int id;
    bool user_defined;
  };
  using Range = std::pair<std::size_t, std::size_t>;

  int id_of(int piece) const { return ids_.empty() ? piece : ids_[piece]; }

  static std::string text_of(const SpannedText& word, std::size_t begin, std::size_t end) {
    return utf8_of(word.begin() + static_cast<std::ptrdiff_t>(begin),
                   word.begin() + static_cast<std::ptrdiff_t>(end));
  }
  const Known* find(const SpannedText& word, std::size_t begin, std::size_t end) const {
    const auto found = known_.find(text_of(word, begin, end));
    return found == known_.end() ? nullptr : &found->second;
  }

  bool add_bytes(const std::string& text, TextSpan span, std::vector<Piece>& pieces) const {
    if (!byte_fallback_) return false;
    for (const char byte : text) {
      constexpr std::string_view digits = "0123456789ABCDEF";
      const auto value = static_cast<unsigned char>(byte);
      const auto found = bytes_.find({'<', '0', 'x', digits[value >> 4U], digits[value & 15U], '>'});
      pieces.push_back({id_of(found == bytes_.end() ? unknown_ : found->second), span});
    }
    return true;
  }

  struct Symbol {
    std::size_t begin, end;
    bool fixed;  // a piece that the user defined: it is joined with nothing
  };

  std::vector<Range> cut_by_pairs(const SpannedText& word) const {
    std::vector<Symbol> symbols;
    for (std::size_t at = 0; at < word.size();) {
      stop_if_asked(1 + longest_user_ * longest_user_);
      std::size_t end = std::min(word.size(), at + longest_user_);
      const auto is_user_defined = [&] {
        const Known* const known = find(word, at, end);
        return known != nullptr && known->user_defined;
      };
      while (end > at && !is_user_defined()) --end;
      symbols.push_back({at, std::max(end, at + 1), end > at});
      at = symbols.back().end;
    }
    join_pairs(
        symbols,
        [&](const Symbol& left, const Symbol& right) -> std::optional<float> {
          if (left.fixed || right.fixed || right.end - left.begin > longest_) return std::nullopt;
          stop_if_asked(right.end - left.begin);
          const Known* const known = find(word, left.begin, right.end);
          return known == nullptr ? std::nullopt : std::optional(-static_cast<float>(known->score));
        },
        [](Symbol& left, const Symbol& right) { left.end = right.end; },
        [](int, float, const std::vector<bool>&) {});
    std::vector<Range> ranges;
    for (const Symbol& each : symbols) ranges.emplace_back(each.begin, each.end);
    return ranges;
  }

  // The way to cut whose scores add up to most (Viterbi 1967). Which of two equal ones wins depends on the
  // rounding: sums are made in double and kept in float, as SentencePiece does, unless they are precise.
  std::vector<Range> likeliest(const SpannedText& word) const {
    struct Best {
      double score = 0;
      std::size_t begin = 0;
      bool there = false;
    };
    std::vector<Best> best(word.size() + 1);
    best.front().there = true;
    const auto offer = [&](std::size_t begin, std::size_t end, double score) {
      if (!best[end].there || score > best[end].score)
        best[end] = {precise_ ? score : rounded(score), begin, true};
    };
    for (std::size_t i = 0; i < word.size(); ++i) {
      stop_if_asked(longest_ * longest_);
      const double so_far = best[i].score;
      bool single = false;
      for (std::size_t end = i + 1; end <= std::min(word.size(), i + longest_); ++end) {
        const Known* const known = find(word, i, end);
        if (known == nullptr) continue;
        single = single || end == i + 1;
        // What the user defined is always taken.
        const double score = known->user_defined
                                 ? static_cast<double>(text_of(word, i, end).size()) * most_ - 0.1
                                 : known->score;
        offer(i, end, so_far + score);
      }
      const double unknown = least_ - 10;
      if (!single) offer(i, i + 1, precise_ ? unknown + so_far : rounded(rounded(unknown) + so_far));
    }
    std::vector<Range> ranges;
    for (std::size_t end = word.size(); end > 0; end = best[end].begin)
      ranges.emplace_back(best[end].begin, end);
    std::reverse(ranges.begin(), ranges.end());
    return ranges;
  }

  static double rounded(double score) { return static_cast<double>(static_cast<float>(score)); }

  std::vector<int> ids_;
  bool pairs_, byte_fallback_, precise_;
  int unknown_;
  std::unordered_map<std::string, Known> known_;
  std::unordered_map<std::string, int> bytes_;
  std::size_t longest_ = 1, longest_user_ = 0;  // letters
  double least_, most_;
};

}  // namespace

std::unique_ptr<const PieceModel> sentence_pieces(const SentencePieces& file, std::vector<int> ids) {
  return std::make_unique<const SentencePieceModel>(file, std::move(ids));
}

}  // namespace headlight
