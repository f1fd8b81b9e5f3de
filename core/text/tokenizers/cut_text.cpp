#include "core/text/tokenizers/cut_text.h"

#include <set>

#include "core/text/piece_label.h"
#include "core/text/printable.h"
#include "core/text/tokenizers/subwords.h"
#include "core/text/unicode.h"

namespace headlight {
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
    tokens[i].goes_on = labels[i].size() > goes_on.size() && labels[i].starts_with(goes_on);
    tokens[i].of_bytes = labels[i].find("‹") != std::string::npos && tokens[i].token != labels[i];
  }
  return tokens;
}

}  // namespace

std::vector<CutToken> cut_text(const Tokenizer& tokenizer, std::string_view typed) {
  if (const auto* const pieces = dynamic_cast<const Subwords*>(&tokenizer))
    return cut_into_pieces(*pieces, typed);
  std::vector<CutToken> tokens;
  for (const std::string& word : tokenizer.understood(typed).words) {
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
  std::string text = token.token.empty() ? "“" + token.label + "” is not in the vocabulary"
                                         : "the token “" + printable(token.token) + "”";
  if (token.id) text += ", id " + std::to_string(*token.id);
  if (token.added) return text + ", added by the tokenizer: it stands for no text";
  text += token.bytes.find(' ') == std::string::npos ? ", byte " : ", bytes ";
  text += token.bytes;
  if (token.unknown && token.id) text += "; it stands for anything that the vocabulary lacks";
  if (token.of_bytes) text += "; with a part of a letter that has several bytes";
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
