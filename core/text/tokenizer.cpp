#include "core/text/tokenizer.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "core/text/characters_and_pieces.h"
#include "core/text/cut_words.h"
#include "core/text/encode.h"
#include "core/text/unicode.h"

namespace headlight {

Vocabulary::Vocabulary() {
  static const auto none = std::make_shared<const Table>();
  table_ = none;
}

namespace {

// How the pieces of a vocabulary say where words begin.
PiecesSay said_by(const std::vector<std::string>& texts) {
  const auto spaced = [](const std::string& text) { return text.front() == ' ' && !trimmed(text).empty(); };
  return std::any_of(texts.begin(), texts.end(), spaced) ? PiecesSay::space_before : PiecesSay::mark_within;
}

// Of the first piece of a text: it goes on from nothing.
bool goes_on_from(const std::string& before) {
  return !before.empty() && !(before.front() == '<' && before.back() == '>') &&
         !(before.front() == '[' && before.back() == ']');
}

}  // namespace

Vocabulary::Vocabulary(std::vector<std::string> words, std::vector<std::string> texts) {
  const auto table = std::make_shared<Table>();
  table->words = std::move(words);
  const auto unseen = [](const std::string& word) { return visible(word) != word; };
  // Pieces of a vocabulary of words (cut_words.h) are their own texts.
  const auto is_piece = [](const std::string& word) {
    return word.size() > joint.size() && (word.starts_with(joint) || word.ends_with(joint));
  };
  if (texts.empty() && std::any_of(table->words.begin(), table->words.end(), is_piece)) texts = table->words;
  const PiecesSay say = said_by(texts);
  for (const std::string& text : texts) table->labels.push_back(piece_label(text, say));
  if (texts.empty() && std::any_of(table->words.begin(), table->words.end(), unseen)) {
    for (const std::string& word : table->words) table->labels.push_back(visible(word));
  }
  table->texts = std::move(texts);
  if (say == PiecesSay::space_before) {
    table->pieces = Table::Pieces::begin_with_space;
  } else if (std::any_of(table->texts.begin(), table->texts.end(), is_piece)) {
    table->pieces = Table::Pieces::go_on_with_mark;
  }
  table->ids.reserve(table->words.size());
  int id = 0;
  for (const std::string& word : table->words) {
    if (const auto [found, added] = table->ids.emplace(word, id); !added) {
      throw std::invalid_argument("vocabulary: " + in_quotes(word) + " occurs twice, at " +
                                  std::to_string(found->second) + " and at " + std::to_string(id) +
                                  "; keep one of them");
    }
    ++id;
  }
  table_ = table;
}

std::optional<int> Vocabulary::id(std::string_view word) const {
  const auto found = table_->ids.find(word);
  if (found == table_->ids.end()) return std::nullopt;
  return found->second;
}

namespace {

// Tokens that stand for no text: "<s>", "[CLS]".
bool is_special(const std::string& word) {
  return word.size() > 2 &&
         ((word.front() == '<' && word.back() == '>') || (word.front() == '[' && word.back() == ']'));
}

}  // namespace

std::optional<PieceWords> Vocabulary::words_of_pieces(std::span<const int> ids) const {
  if (table_->pieces == Table::Pieces::none) return std::nullopt;
  const bool by_space = table_->pieces == Table::Pieces::begin_with_space;
  PieceWords pieces;
  bool begins = true;  // whatever comes
  bool gone_on_with = false;
  for (const int id : ids) {
    const std::string& own = id < 0 ? table_->words.at(0) : text(id);
    const bool special = id < 0 || is_special(own);
    std::string typed = id < 0 ? "" : own;
    const bool continues = by_space
                               ? typed.empty() || std::isspace(static_cast<unsigned char>(typed.front())) == 0
                               : goes_on_with_word(own) || gone_on_with;
    if (!by_space && goes_on_with_word(own)) typed = own.substr(joint.size());
    gone_on_with = !by_space && is_gone_on_with(typed);
    if (gone_on_with) typed.resize(typed.size() - joint.size());
    if (begins || special || !continues) pieces.words.emplace_back();
    pieces.word_of.push_back(static_cast<int>(pieces.words.size()) - 1);
    if (pieces.words.back().empty()) typed.erase(0, typed.find_first_not_of(" \n\t"));
    pieces.words.back() += typed;
    begins = special;
  }
  return pieces;
}

std::vector<std::string> Vocabulary::words_of(std::span<const int> ids) const {
  std::vector<std::string> words;
  for (const int id : ids) words.push_back(id == no_word ? "" : word(id));
  return words;
}

std::vector<std::string> Vocabulary::labels_of(std::span<const int> ids) const {
  std::vector<std::string> shown;
  for (const int id : ids) shown.push_back(id == no_word ? "" : labels()->at(id));
  return shown;
}

std::vector<std::string> Vocabulary::labels_of_text(std::span<const int> ids) const {
  std::vector<std::string> shown = labels_of(ids);
  if (table_->texts.empty()) return shown;
  std::string before;
  for (std::string& label : shown) {
    std::string all = label;
    if (label.size() > goes_on_mark.size() && label.starts_with(goes_on_mark) && !goes_on_from(before))
      label.erase(0, goes_on_mark.size());
    before = std::move(all);
  }
  return shown;
}

namespace {

// The words of what stands between two blanks, put behind the others.
void add_words(const Vocabulary& vocabulary, std::string piece, std::vector<std::string>& words) {
  constexpr std::string_view signs = ".,;:!?\"()";
  std::vector<std::string> behind;
  const auto known = [&](const std::string& word) { return vocabulary.id(word).has_value(); };
  while (!piece.empty() && !known(piece) && signs.find(piece.back()) != signs.npos) {
    if (const std::string sign(1, piece.back()); known(sign)) behind.push_back(sign);
    piece.pop_back();
  }
  while (!piece.empty() && !known(piece) && signs.find(piece.front()) != signs.npos) piece.erase(0, 1);
  if (!piece.empty()) {
    std::string small = lower_case(piece);
    words.push_back(known(piece) || !known(small) ? std::move(piece) : std::move(small));
  }
  words.insert(words.end(), behind.rbegin(), behind.rend());
}

}  // namespace

std::vector<int> Tokenizer::encoded(std::string_view typed) const {
  return encode(vocabulary_, normalize(typed).words);
}

NormalizedText EnglishWords::normalize(std::string_view typed) const {
  return headlight::normalize(typed, vocabulary());
}

NormalizedText WordsBetweenBlanks::normalize(std::string_view typed) const {
  NormalizedText said;
  std::string piece;
  for (const char32_t letter : composed_code_points(typed)) {
    if (!is_space(letter)) {
      append_utf8(piece, letter);
    } else {
      add_words(vocabulary(), std::exchange(piece, {}), said.words);
    }
  }
  add_words(vocabulary(), std::move(piece), said.words);
  const bool starts = vocabulary().size() > 0 && vocabulary().word(0) == "<s>";
  if (starts && !said.words.empty() && said.words.front() != "<s>")
    said.words.insert(said.words.begin(), "<s>");
  return said;
}

NormalizedText Letters::normalize(std::string_view typed) const {
  NormalizedText said;
  for (const char32_t letter : code_points(typed)) {
    if (letter == U' ') continue;
    std::string& word = said.words.emplace_back();
    append_utf8(word, letter);
    if (letter >= U'a' && letter <= U'z' && !vocabulary().id(word)) word.front() -= 'a' - 'A';
  }
  return said;
}

NormalizedText Characters::normalize(std::string_view typed) const {
  NormalizedText said;
  for (const char32_t letter : composed_code_points(typed)) {
    std::string& word = said.words.emplace_back();
    append_utf8(word, letter);
    if (vocabulary().id(word)) continue;
    std::string instead;
    append_utf8(instead, is_space(letter) ? U' ' : lower_case(letter));
    if (vocabulary().id(instead)) word = std::move(instead);
  }
  return said;
}

std::unique_ptr<const Tokenizer> tokenizer_of(Vocabulary vocabulary) {
  if (vocabulary.size() > 0 && CharactersAndPieces::has(vocabulary))
    return std::make_unique<const CharactersAndPieces>(std::move(vocabulary));
  const std::vector<std::string>& words = vocabulary.words();
  const bool letters = std::all_of(words.begin(), words.end(),
                                   [](const std::string& word) { return code_points(word).size() == 1; });
  if (letters) return std::make_unique<const Letters>(std::move(vocabulary));
  return std::make_unique<const WordsBetweenBlanks>(std::move(vocabulary));
}

}  // namespace headlight
