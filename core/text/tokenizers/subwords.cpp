#include "core/text/tokenizers/subwords.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <utility>

#include "core/platform/background.h"
#include "core/text/cut_words.h"
#include "core/text/languages.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {

namespace {

using Matches = std::vector<std::pair<std::size_t, std::size_t>>;

SpannedText part_of(const SpannedText& text, std::size_t begin, std::size_t end) {
  return {text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end)};
}

}  // namespace

std::vector<SpannedText> split_at(const SpannedText& text, const Matches& matches, SplitAt how) {
  struct Section {
    std::size_t begin, end;
    bool match;
  };
  std::vector<Section> sections;
  std::size_t at = 0;
  for (const auto& [begin, end] : matches) {
    if (begin > at) sections.push_back({at, begin, false});
    sections.push_back({begin, end, true});
    at = end;
  }
  if (at < text.size()) sections.push_back({at, text.size(), false});

  std::vector<Section> joined;
  for (const Section& each : sections) {
    if (how == SplitAt::removed && each.match) continue;
    bool joins = false;
    if (!joined.empty() && joined.back().end == each.begin) {
      const bool before = joined.back().match;
      joins = (how == SplitAt::contiguous && each.match && before) ||
              (how == SplitAt::with_previous && each.match && !before) ||
              (how == SplitAt::with_next && !each.match && before);
    }
    if (joins) {
      joined.back().end = each.end;
      // A second match begins a piece of its own.
      joined.back().match = how != SplitAt::with_next;
    } else {
      joined.push_back(each);
    }
  }
  std::vector<SpannedText> pieces;
  for (const Section& each : joined) pieces.push_back(part_of(text, each.begin, each.end));
  return pieces;
}

std::vector<SpannedText> split_at_letters(const SpannedText& text, bool (*wanted)(char32_t), SplitAt how) {
  Matches matches;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (wanted(text[i].letter)) matches.emplace_back(i, i + 1);
  }
  return split_at(text, matches, how);
}

std::vector<SpannedText> split_as_bert(const SpannedText& text) {
  std::vector<SpannedText> words;
  for (const SpannedText& between : split_at_letters(text, is_white_space, SplitAt::removed)) {
    for (SpannedText& word : split_at_letters(between, is_punctuation, SplitAt::isolated))
      words.push_back(std::move(word));
  }
  return words;
}

Subwords::Subwords(Vocabulary vocabulary, SubwordRules rules)
    : Tokenizer(std::move(vocabulary)), rules_(std::move(rules)) {
  for (std::size_t i = 0; i < rules_.added.size(); ++i) {
    if (!rules_.added[i].content.empty()) by_content_[rules_.added[i].normalized ? 1 : 0].push_back(i);
  }
  for (std::vector<std::size_t>& sorted : by_content_) {
    std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
      return rules_.added[a].content < rules_.added[b].content;
    });
  }
}

// The longest added token that stands there, of equal ones the first; null for none. A file may have as many
// as it likes: those that can still be meant are narrowed down letter by letter.
const AddedToken* Subwords::added_at(const SpannedText& text, std::size_t at, bool normalized) const {
  const std::vector<std::size_t>& sorted = by_content_[normalized ? 1 : 0];
  const auto content = [&](std::size_t token) -> const std::u32string& {
    return rules_.added[token].content;
  };
  const AddedToken* best = nullptr;
  auto low = sorted.begin(), high = sorted.end();
  for (std::size_t length = 0; low != high; ++length) {
    for (; low != high && content(*low).size() == length; ++low) {
      const AddedToken& each = rules_.added[*low];
      const std::size_t end = at + length;
      const bool within = (at > 0 && is_word_letter(text[at - 1].letter)) ||
                          (end < text.size() && is_word_letter(text[end].letter));
      const bool longer = best == nullptr || best->content.size() < length;
      if (longer && !(each.single_word && within)) best = &each;
    }
    if (at + length == text.size()) break;
    const char32_t letter = text[at + length].letter;
    low = std::lower_bound(low, high, letter, [&](std::size_t token, char32_t wanted) {
      return content(token)[length] < wanted;
    });
    high = std::upper_bound(low, high, letter, [&](char32_t wanted, std::size_t token) {
      return wanted < content(token)[length];
    });
    stop_if_asked(1);
  }
  return best;
}

// The added tokens, leftmost first and of those the longest, and what stands between them.
std::vector<Subwords::Part> Subwords::with_added(const Part& part, bool normalized) const {
  std::vector<Part> parts;
  const SpannedText& text = part.text;
  std::size_t at = 0, begin = 0;
  const auto add_text = [&](std::size_t end) {
    if (end > begin) parts.push_back({part_of(text, begin, end), -1, part.first && begin == 0});
  };
  while (at < text.size()) {
    const AddedToken* const best = added_at(text, at, normalized);
    if (best == nullptr) {
      ++at;
      continue;
    }
    const std::size_t length = best->content.size();
    std::size_t from = at, to = at + length;
    while (best->lstrip && from > begin && is_white_space(text[from - 1].letter)) --from;
    while (best->rstrip && to < text.size() && is_white_space(text[to].letter)) ++to;
    add_text(from);
    parts.push_back({part_of(text, from, to), best->id, false});
    begin = at = to;
  }
  add_text(text.size());
  return parts;
}

namespace {

// Of all steps of one text together: with a thousand steps each of them has less.
class Effort {
 public:
  void add(std::size_t letters) {
    stop_if_asked(letters);
    if ((all_ += letters) > most)
      throw std::invalid_argument(
          "the steps of this tokenizer take too long on this text: its file may be damaged or malicious");
  }

 private:
  static constexpr std::size_t most = 20'000'000;  // letters, once for each step
  std::size_t all_ = 0;
};

std::size_t letters_of(const std::vector<SpannedText>& words) {
  std::size_t letters = 0;
  for (const SpannedText& word : words) letters += word.size();
  return letters;
}

}  // namespace

std::vector<Subwords::Part> Subwords::parts(std::string_view typed) const {
  if (typed.size() > longest_typed)
    throw std::invalid_argument("the text has " + thousands(static_cast<std::int64_t>(typed.size())) +
                                " bytes, and at most " + thousands(longest_typed) +
                                " are read, so shorten it");
  std::vector<Part> all;
  Effort effort;
  std::size_t made = 0;
  for (Part& part : with_added({spanned(typed), -1, true}, false)) {
    if (part.id >= 0) {
      all.push_back(std::move(part));
      continue;
    }
    for (const Normalize& each : rules_.normalize) {
      effort.add(part.text.size());
      part.text = each(part.text);
      require_room(part.text.size());
    }
    require_room(made += part.text.size());
    for (Part& inner : with_added(part, true)) all.push_back(std::move(inner));
  }
  return all;
}

std::vector<SpannedText> Subwords::cut_at_words(const Part& part) const {
  std::vector<SpannedText> words{part.text};
  Effort effort;
  for (const Split& split : rules_.split) {
    effort.add(letters_of(words));
    std::vector<SpannedText> finer;
    std::size_t made = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (SpannedText& each : split(std::move(words[i]), part.first && i == 0)) {
        require_room(made += each.size());
        finer.push_back(std::move(each));
      }
    }
    words = std::move(finer);
  }
  return words;
}

std::vector<SpannedText> Subwords::words(std::string_view typed) const {
  std::vector<SpannedText> all;
  for (const Part& part : parts(typed)) {
    if (part.id >= 0) continue;
    for (SpannedText& word : cut_at_words(part)) all.push_back(std::move(word));
  }
  return all;
}

std::vector<Piece> Subwords::pieces(std::string_view typed) const {
  std::vector<Piece> all;
  for (const int id : rules_.before) all.push_back({id, {}});
  for (const Part& part : parts(typed)) {
    if (part.id >= 0) {
      all.push_back({part.id, {part.text.front().from.begin, part.text.back().from.end}});
      continue;
    }
    for (const SpannedText& word : cut_at_words(part)) rules_.model->cut(word, all);
  }
  const int end = static_cast<int>(typed.size());
  for (const int id : rules_.after) all.push_back({id, {end, end}});
  return all;
}

NormalizedText Subwords::normalize(std::string_view typed) const {
  NormalizedText said;
  for (const Piece& piece : pieces(typed)) {
    said.words.push_back(vocabulary().word(piece.id));
    said.spans.push_back(piece.span);
  }
  return said;
}

std::vector<int> Subwords::encoded(std::string_view typed) const {
  std::vector<int> ids;
  for (const Piece& piece : pieces(typed)) ids.push_back(piece.id);
  return ids;
}

namespace {

bool stands_for_unknown(const std::string& token) { return token == "[UNK]" || token == "<unk>"; }

// "E7" of the token "<0xE7>", which is one byte of a letter; empty of others.
std::string own_byte(const std::string& token) {
  const bool byte = token.size() == 6 && token.starts_with("<0x") && token.back() == '>';
  return byte ? token.substr(3, 2) : std::string();
}

std::vector<CutToken> cut_into_pieces(const Subwords& tokenizer, std::string_view typed) {
  const Vocabulary& vocabulary = tokenizer.vocabulary();
  std::vector<int> ids;
  std::vector<CutToken> tokens;
  for (const Piece& piece : tokenizer.pieces(typed)) {
    ids.push_back(piece.id);
    const std::string& token = vocabulary.word(piece.id);
    const auto begin = static_cast<std::size_t>(piece.span.begin);
    const auto size = static_cast<std::size_t>(piece.span.end - piece.span.begin);
    CutToken cut{.token = token, .id = piece.id, .bytes = bytes_text(typed.substr(begin, size))};
    cut.added = size == 0;
    cut.unknown = stands_for_unknown(token) && !cut.added;
    if (const std::string byte = own_byte(token); !byte.empty()) cut.bytes = byte;
    tokens.push_back(std::move(cut));
  }
  const std::vector<std::string> labels = vocabulary.labels_of_text(ids);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    tokens[i].label = labels[i];
    tokens[i].goes_on = labels[i].size() > goes_on_mark.size() && labels[i].starts_with(goes_on_mark);
    tokens[i].of_bytes = labels[i].find("‹") != std::string::npos && tokens[i].token != labels[i];
  }
  return tokens;
}

}  // namespace

std::vector<CutToken> cut_text(const Tokenizer& tokenizer, std::string_view typed) {
  if (const auto* const pieces = dynamic_cast<const Subwords*>(&tokenizer))
    return cut_into_pieces(*pieces, typed);
  std::vector<CutToken> tokens;
  for (const std::string& word : tokenizer.normalize(typed).words) {
    const std::optional<int> id = tokenizer.vocabulary().id(word);
    tokens.push_back({.label = visible(word),
                      .token = id ? word : std::string(),
                      .id = id,
                      .bytes = bytes_text(word),
                      .unknown = !id});
  }
  return tokens;
}

std::string described(const CutToken& token) {
  std::string text = token.token.empty() ? say("“{word}” is not in the vocabulary", {{"word", token.label}})
                                         : say("the token “{token}”", {{"token", printable(token.token)}});
  if (token.id) text = joined({text, say("id {n}", {{"n", std::to_string(*token.id)}})});
  if (token.added) return joined({text, say("added by the tokenizer: no text belongs to it")});
  const auto bytes = std::count(token.bytes.begin(), token.bytes.end(), ' ') + 1;
  text = joined({text, say(several(bytes, "byte {bytes}", "bytes {bytes}"), {{"bytes", token.bytes}})});
  if (token.unknown && token.id)
    text = say("{token}; it stands for everything that is not in the vocabulary", {{"token", text}});
  if (token.of_bytes)
    text = say("{token}; it holds part of a letter that has several bytes", {{"token", text}});
  return text;
}

TokenCounts counts_of(const std::vector<CutToken>& tokens) {
  TokenCounts counts;
  std::set<std::string> seen;
  for (const CutToken& each : tokens) {
    ++counts.tokens;
    counts.added += each.added ? 1 : 0;
    counts.unknown += each.unknown ? 1 : 0;
    counts.of_bytes += each.of_bytes ? 1 : 0;
    seen.insert(each.token.empty() ? each.label : each.token);
  }
  counts.distinct = static_cast<int>(seen.size());
  return counts;
}

int letters_in(std::string_view text) {
  int letters = 0;
  for (std::size_t at = 0; at < text.size(); at = end_of_letter(text, at)) ++letters;
  return letters;
}

}  // namespace headlight
