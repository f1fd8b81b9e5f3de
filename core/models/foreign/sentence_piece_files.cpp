#include "core/models/foreign/sentence_piece_files.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/models/foreign/token_list.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr int most_spans = 10'000;  // tokens for parts of a text that were left out

SentencePieces read_pieces(const fs::path& file) {
  try {
    return read_sentence_pieces(read_text(file, largest_tokenizer));
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "download it again");
  }
}

// The number of a piece is its place in the file and `moved`, unless a token with its text stands before.
struct NumberedPieces {
  std::string_view type;  // "model_type" in config.json
  const char* file;
  std::initializer_list<const char*> before = {};  // numbered from 0
  int moved = 0;
  const char *begin = nullptr, *mask = nullptr;  // around a text; behind the last piece
  int spans = 0;  // so many tokens that stand for a part that was left out, unless tokenizer_config.json says
};
// Raffel et al. 2020, 3.1.4; the numbers of fairseq, in which the last two were trained (Conneau et al. 2020;
// Martin et al. 2020).
const NumberedPieces numbered_pieces[] = {
    {.type = "t5", .file = "spiece.model", .spans = 100},
    {.type = "mt5", .file = "spiece.model"},
    {.type = "xlm-roberta",
     .file = "sentencepiece.bpe.model",
     .before = {"<s>", "<pad>", "</s>", "<unk>"},
     .moved = 1,
     .begin = "<s>",
     .mask = "<mask>"},
    {.type = "camembert",
     .file = "sentencepiece.bpe.model",
     .before = {"<s>NOTUSED", "<pad>", "</s>NOTUSED", "<unk>", "<unk>NOTUSED"},
     .moved = 4,
     .begin = "<s>",
     .mask = "<mask>"}};

const NumberedPieces& numbers_for(const fs::path& folder, std::string_view file) {
  const ForeignFamily* const family = foreign_family(read_text(folder / "config.json"));
  const auto* const found =
      std::find_if(std::begin(numbered_pieces), std::end(numbered_pieces), [&](const NumberedPieces& each) {
        return family != nullptr && each.type == family->type && each.file == file;
      });
  if (found == std::end(numbered_pieces))
    throw std::invalid_argument(
        "has pieces, and what numbers they have is another rule in every kind of model; Headlight knows that "
        "of t5, mt5, xlm-roberta and camembert. For this kind it needs a tokenizer.json");
  return *found;
}

// Throws FormatError.
int spans_of(const fs::path& folder, int otherwise) {
  const fs::path file = folder / "tokenizer_config.json";
  if (!fs::exists(file)) return otherwise;
  try {
    return read_json(read_text(file), [&](const Json& json) {
      const int spans = ForeignConfig(read_object(json, "")).whole("extra_ids", otherwise);
      if (spans > most_spans) fail_field("extra_ids", "says that there are more than any model has");
      return spans;
    });
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "download it again");
  }
}

}  // namespace

std::shared_ptr<const Tokenizer> tokenizer_of_pieces(const SentencePieces& file, const AroundText& around,
                                                     int words) {
  TokenList tokens;
  SubwordRules rules;
  for (std::size_t i = 0; i < file.pieces.size(); ++i) {
    const auto& [text, score, kind] = file.pieces[i];
    tokens.add(text, static_cast<int>(i), "pieces");
    if (kind != SentencePieces::Kind::control) continue;
    if (text == around.begin && around.begins.value_or(true)) rules.before.push_back(static_cast<int>(i));
    if (text == around.end && around.ends.value_or(false)) rules.after.push_back(static_cast<int>(i));
    rules.added.push_back({.id = static_cast<int>(i), .content = code_points(text)});
  }
  if (tokens.size() > words)
    fail_field("pieces", say("are {n}; config.json allows at most {most}",
                             {{"n", std::to_string(tokens.size())}, {"most", std::to_string(words)}}));
  rules.normalize.push_back(normalization_of(file));
  rules.model = sentence_pieces(file);
  return std::make_shared<const Subwords>(tokens.vocabulary(words, Spelling::marked), std::move(rules));
}

std::shared_ptr<const Tokenizer> of_sentence_pieces(const fs::path& folder, int words) {
  return tokenizer_of_pieces(read_pieces(folder / "tokenizer.model"), foreign_around(folder), words);
}

std::shared_ptr<const Tokenizer> of_marian(const fs::path& folder, int words) {
  const SentencePieces file = read_pieces(folder / "source.spm");
  TokenList tokens;
  SubwordRules rules;
  std::map<std::string, int> ids;
  const Json vocabulary = parse_json(read_text(folder / "vocab.json", largest_tokenizer), largest_tokenizer);
  for (const auto& [token, number] : read_object(vocabulary, "vocab.json").items()) {
    int& id = ids[token];
    read(number, in_quotes(token), id);
    tokens.add(token, id, in_quotes(token));
    // A language to translate to stands first: >>fra<<.
    if (token.starts_with(">>") && token.ends_with("<<"))
      rules.added.push_back({.id = id, .content = code_points(token)});
  }
  if (!ids.contains("<unk>") || !ids.contains("</s>")) fail_field("vocab.json", "has no <unk> or no </s>");
  if (tokens.size() > words)
    fail_field("vocab.json", say("has {n} tokens; config.json allows at most {most}",
                                 {{"n", std::to_string(tokens.size())}, {"most", std::to_string(words)}}));
  std::vector<int> numbers;
  for (const SentencePieces::Entry& piece : file.pieces) {
    const auto found = ids.find(piece.text);
    numbers.push_back(found == ids.end() ? ids["<unk>"] : found->second);
  }
  numbers[file.unknown()] = ids["<unk>"];
  rules.after.push_back(ids["</s>"]);
  rules.normalize.push_back(normalization_of(file));
  rules.model = sentence_pieces(file, std::move(numbers));
  return std::make_shared<const Subwords>(tokens.vocabulary(words, Spelling::marked), std::move(rules));
}

std::shared_ptr<const Tokenizer> of_numbered_pieces(const fs::path& folder, const char* name, int words) {
  const NumberedPieces& rule = numbers_for(folder, name);
  const SentencePieces file = read_pieces(folder / name);
  TokenList tokens;
  SubwordRules rules;
  const auto add_special = [&](const std::string& text, int id, bool strips = false) {
    tokens.add(text, id, "pieces");
    rules.added.push_back({.id = id, .content = code_points(text), .lstrip = strips});
  };
  std::map<std::string, int> before;
  for (const char* const text : rule.before) {
    const int id = static_cast<int>(before.size());
    before[text] = id;
    add_special(text, id);
  }
  std::vector<int> numbers;
  for (const SentencePieces::Entry& piece : file.pieces) {
    const auto known = before.find(piece.text);
    numbers.push_back(known != before.end() ? known->second : static_cast<int>(numbers.size()) + rule.moved);
    if (known != before.end()) continue;
    if (piece.kind == SentencePieces::Kind::control) {
      add_special(piece.text, numbers.back());
    } else {
      tokens.add(piece.text, numbers.back(), "pieces");
    }
  }
  const int last = static_cast<int>(file.pieces.size()) + rule.moved;
  if (rule.mask != nullptr) add_special(rule.mask, last, true);
  const int spans = rule.spans > 0 ? spans_of(folder, rule.spans) : 0;
  for (int span = 0; span < spans; ++span) {
    add_special("<extra_id_" + std::to_string(span) + ">", last + spans - 1 - span, true);
    rules.added.back().rstrip = true;
  }
  if (tokens.size() > words)
    fail_field("pieces", say("are {n}; config.json allows at most {most}",
                             {{"n", std::to_string(tokens.size())}, {"most", std::to_string(words)}}));
  const Vocabulary all = tokens.vocabulary(words, Spelling::marked);
  const auto id_of = [&](const char* text) {
    const std::optional<int> id = all.id(text);
    if (!id) fail_field("pieces", say("do not have {text}", {{"text", in_quotes(text)}}));
    return *id;
  };
  if (rule.begin != nullptr) rules.before.push_back(id_of(rule.begin));
  rules.after.push_back(id_of("</s>"));
  rules.normalize.push_back(normalization_of(file));
  rules.model = sentence_pieces(file, std::move(numbers));
  return std::make_shared<const Subwords>(all, std::move(rules));
}

}  // namespace headlight
