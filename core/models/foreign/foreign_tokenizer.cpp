#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "core/files/compressed.h"
#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/models/foreign.h"
#include "core/models/foreign/sentence_piece_files.h"
#include "core/models/foreign/token_list.h"
#include "core/platform/background.h"
#include "core/text/languages.h"
#include "core/text/say.h"
#include "core/text/tokenizers/piece_models.h"
#include "core/text/tokenizers/spanned_text.h"
#include "core/text/tokenizers/token_texts.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

// A step that stands in the file as it should, and that no tokenizer here has.
struct UnknownStep : FieldError {};

constexpr int longest_word = 1000;  // letters, that WordPiece cuts

const Json* find(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}
bool flag(const Json& json, const char* key, bool otherwise) {
  if (const Json* const found = find(json, key)) read(*found, key, otherwise);
  return otherwise;
}
std::string text_in(const Json& json, const char* key, const std::string& otherwise) {
  std::string value = otherwise;
  if (const Json* const found = find(json, key)) read(*found, key, value);
  return value;
}

// tokenizer.json: normalizer, pre-tokenizer, model and what is added around, each an object that says its
// type.
class TokenizerJson {
 public:
  TokenizerJson(const Json& json, AroundText around) : json_(json), around_(std::move(around)) {}

  std::shared_ptr<const Tokenizer> read(int words) {
    read_added();
    if (const Json* const step = find(json_, "normalizer")) read_normalizer(*step);
    if (const Json* const step = find(json_, "pre_tokenizer")) read_split(*step);
    if (const Json* const step = find(json_, "post_processor")) read_around(*step);
    const Json& model = read_object(member(json_, "", "model"), "model");
    const Json& vocabulary = member(model, "model", "vocab");
    const std::string type = text_in(model, "type",
                                     vocabulary.is_array()              ? "Unigram"
                                     : find(model, "merges") != nullptr ? "BPE"
                                                                        : "WordPiece");
    if (type != "WordPiece" && type != "BPE" && type != "Unigram") refuse("model", type);
    const bool scored = type == "Unigram";
    if (scored) {
      rules_.model = read_scored(model, vocabulary);
    } else {
      for (const auto& [token, id] : read_object(vocabulary, "model.vocab").items()) {
        int number = 0;
        headlight::read(id, "model.vocab", number);
        tokens_.add(token, number, "model.vocab");
      }
    }
    if (tokens_.size() > words)
      fail_field("model.vocab",
                 say("has {n} tokens; config.json allows at most {most}",
                     {{"n", std::to_string(tokens_.size())}, {"most", std::to_string(words)}}));
    const bool fallback = flag(model, "byte_fallback", false);
    const Vocabulary all = tokens_.vocabulary(
        words, bytes_ && !text_in(model, "end_of_word_suffix", "").empty() ? Spelling::bytes_to_word_end
               : bytes_                                                    ? Spelling::bytes
               : fallback || marks_ || scored                              ? Spelling::marked
                                                                           : Spelling::plain);
    put_around(all);
    if (!scored)
      rules_.model = type == "BPE" ? read_pairs(model, all, fallback) : read_word_piece(model, all);
    return std::make_shared<const Subwords>(all, std::move(rules_));
  }

 private:
  [[noreturn]] static void refuse(const std::string& step, const std::string& type) {
    throw UnknownStep{
        {step, say("is of the type {type}, which Headlight does not know", {{"type", in_quotes(type)}})}};
  }

  void read_added() {
    const Json* const added = find(json_, "added_tokens");
    if (added == nullptr) return;
    read_list(*added, "added_tokens", rules_.added,
              [&](const Json& one, const std::string& place, AddedToken& token) {
                std::string content;
                headlight::read(member(one, place, "content"), inside(place, "content"), content);
                headlight::read(member(one, place, "id"), inside(place, "id"), token.id);
                token.content = code_points(content);
                token.single_word = flag(one, "single_word", false);
                token.lstrip = flag(one, "lstrip", false);
                token.rstrip = flag(one, "rstrip", false);
                token.normalized = flag(one, "normalized", !flag(one, "special", false));
                tokens_.add(content, token.id, place);
              });
  }

  void read_normalizer(const Json& step) {
    const std::string type = text_in(step, "type", "");
    const auto add = [&](Normalize normalize) { rules_.normalize.push_back(std::move(normalize)); };
    const auto form = [&](NormalForm which) {
      add([which](const SpannedText& text) { return normalized(text, which); });
    };
    if (type == "Sequence") {
      for (const Json& each : member(step, "normalizer", "normalizers")) read_normalizer(each);
    } else if (type == "BertNormalizer") {
      const bool small = flag(step, "lowercase", true);
      if (flag(step, "clean_text", true)) add(without_controls);
      if (flag(step, "handle_chinese_chars", true)) add(with_room_for_chinese);
      if (flag(step, "strip_accents", small)) {
        form(NormalForm::nfd);
        add(without_marks);
      }
      if (small) add(in_lower_case);
    } else if (type == "NFC") {
      form(NormalForm::nfc);
    } else if (type == "NFD") {
      form(NormalForm::nfd);
    } else if (type == "NFKC") {
      form(NormalForm::nfkc);
    } else if (type == "NFKD") {
      form(NormalForm::nfkd);
    } else if (type == "Lowercase") {
      add(in_lower_case);
    } else if (type == "StripAccents") {
      add(without_marks);
    } else if (type == "Prepend") {
      const std::u32string what = code_points(text_in(step, "prepend", ""));
      add([what](const SpannedText& text) { return behind(what, text); });
    } else if (type == "Replace") {
      const Json& pattern = read_object(member(step, "normalizer", "pattern"), "normalizer.pattern");
      const std::u32string with = code_points(text_in(step, "content", ""));
      marks_ = marks_ || with == U"\u2581";
      if (find(pattern, "Regex") != nullptr) {
        add([what = Pattern(text_in(pattern, "Regex", "")), with](const SpannedText& text) {
          return replaced(text, what.matches(text), with);
        });
      } else {
        const std::u32string what = code_points(text_in(pattern, "String", ""));
        add([what, with](const SpannedText& text) { return replaced(text, what, with); });
      }
    } else if (type == "Strip") {
      const bool left = flag(step, "strip_left", true), right = flag(step, "strip_right", true);
      add([left, right](const SpannedText& text) { return without_ends(text, left, right); });
    } else if (type == "Precompiled") {
      add(precompiled(from_base64(text_in(step, "precompiled_charsmap", ""))));
    } else {
      refuse("normalizer", type);
    }
  }

  static SplitAt behaviour(const Json& step, const char* otherwise) {
    constexpr std::array<std::pair<std::string_view, SplitAt>, 5> names{
        {{"Removed", SplitAt::removed},
         {"Isolated", SplitAt::isolated},
         {"MergedWithPrevious", SplitAt::with_previous},
         {"MergedWithNext", SplitAt::with_next},
         {"Contiguous", SplitAt::contiguous}}};
    const std::string said = text_in(step, "behavior", otherwise);
    for (const auto& [name, how] : names) {
      if (name == said) return how;
    }
    refuse("pre_tokenizer", said);
  }

  void add_pattern(const std::string& expression, SplitAt how) {
    rules_.split.push_back([pattern = Pattern(expression), how](const SpannedText& text, bool) {
      return split_at(text, pattern.matches(text), how);
    });
  }

  // The words are what matches; all between them is left out.
  void add_words(const std::string& expression) {
    rules_.split.push_back([pattern = Pattern(expression)](const SpannedText& text, bool) {
      std::vector<SpannedText> words;
      for (const auto& [begin, end] : pattern.matches(text))
        words.emplace_back(text.begin() + static_cast<std::ptrdiff_t>(begin),
                           text.begin() + static_cast<std::ptrdiff_t>(end));
      return words;
    });
  }

  void read_split(const Json& step) {
    const std::string type = text_in(step, "type", "");
    const auto add_letters = [&](bool (*wanted)(char32_t), SplitAt how) {
      rules_.split.push_back(
          [wanted, how](const SpannedText& text, bool) { return split_at_letters(text, wanted, how); });
    };
    if (type == "Sequence") {
      for (const Json& each : member(step, "pre_tokenizer", "pretokenizers")) read_split(each);
    } else if (type == "BertPreTokenizer") {
      rules_.split.push_back([](const SpannedText& text, bool) { return split_as_bert(text); });
    } else if (type == "ByteLevel") {
      bytes_ = true;
      if (flag(step, "add_prefix_space", true)) {
        rules_.split.push_back([](SpannedText text, bool) {
          const bool spaced = !text.empty() && text.front().letter == U' ';
          return std::vector<SpannedText>{spaced ? std::move(text) : behind(U" ", std::move(text))};
        });
      }
      if (flag(step, "use_regex", true)) add_pattern(gpt2_words, SplitAt::isolated);
    } else if (type == "Split") {
      const Json& pattern = read_object(member(step, "pre_tokenizer", "pattern"), "pre_tokenizer.pattern");
      const std::string expression = find(pattern, "Regex") != nullptr
                                         ? text_in(pattern, "Regex", "")
                                         : "\\Q" + text_in(pattern, "String", "") + "\\E";
      if (flag(step, "invert", false)) {
        if (behaviour(step, "Isolated") != SplitAt::removed) refuse("pre_tokenizer", "Split with invert");
        return add_words(expression);
      }
      add_pattern(expression, behaviour(step, "Isolated"));
    } else if (type == "Metaspace") {
      read_metaspace(step);
    } else if (type == "WhitespaceSplit") {
      add_letters(is_white_space, SplitAt::removed);
    } else if (type == "Whitespace") {
      add_words(R"(\w+|[^\w\s]+)");
    } else if (type == "Punctuation") {
      add_letters(is_punctuation, behaviour(step, "Isolated"));
    } else if (type == "Digits") {
      add_pattern(R"(\p{N})",
                  flag(step, "individual_digits", false) ? SplitAt::isolated : SplitAt::contiguous);
    } else {
      refuse("pre_tokenizer", type);
    }
  }

  void read_metaspace(const Json& step) {
    marks_ = true;
    const std::u32string mark = code_points(text_in(step, "replacement", "\u2581"));
    const std::string scheme =
        text_in(step, "prepend_scheme", flag(step, "add_prefix_space", true) ? "always" : "never");
    const bool cut = flag(step, "split", true);
    if (mark.size() != 1) refuse("pre_tokenizer", "Metaspace with a replacement that has several letters");
    rules_.split.push_back([=](const SpannedText& typed, bool first) {
      SpannedText text = replaced(typed, U" ", mark);
      const bool marked = !text.empty() && text.front().letter == mark.front();
      if (!marked && (scheme == "always" || (scheme == "first" && first)))
        text = behind(mark, std::move(text));
      if (!cut) return std::vector<SpannedText>{std::move(text)};
      std::vector<std::pair<std::size_t, std::size_t>> marks;
      for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i].letter == mark.front()) marks.emplace_back(i, i + 1);
      }
      return split_at(text, marks, SplitAt::with_next);
    });
  }

  void read_around(const Json& step) {
    const std::string type = text_in(step, "type", "");
    const auto id_of = [&](const char* key) {
      const Json& pair = member(step, "post_processor", key);
      int id = 0;
      if (!pair.is_array() || pair.size() != 2)
        fail_field("post_processor", "is not a pair of a text and a number");
      headlight::read(pair[1], "post_processor", id);
      return id;
    };
    if (type == "Sequence") {
      for (const Json& each : member(step, "post_processor", "processors")) read_around(each);
    } else if (type == "BertProcessing" || type == "RobertaProcessing") {
      rules_.before.push_back(id_of("cls"));
      rules_.after.push_back(id_of("sep"));
    } else if (type == "TemplateProcessing") {
      const Json& special = member(step, "post_processor", "special_tokens");
      bool behind_text = false;
      for (const Json& item : member(step, "post_processor", "single")) {
        const Json* const token = find(item, "SpecialToken");
        behind_text = behind_text || token == nullptr;
        if (token == nullptr) continue;
        std::vector<int> ids;
        const std::string name = text_in(*token, "id", "");
        headlight::read(member(member(special, "post_processor", name.c_str()), name, "ids"), name, ids);
        std::vector<int>& where = behind_text ? rules_.after : rules_.before;
        where.insert(where.end(), ids.begin(), ids.end());
      }
    } else if (type != "ByteLevel") {
      refuse("post_processor", type);
    }
  }

  // "add_bos_token" and "add_eos_token", where they are said, stand instead of the post-processor: so does
  // transformers' tokenizer of Llama in version 4, and every tokenizer in version 5.
  void put_around(const Vocabulary& all) {
    if (!around_.begins && !around_.ends) return;
    rules_.before.clear();
    rules_.after.clear();
    if (around_.begins.value_or(false)) rules_.before.push_back(token(all, around_.begin, "bos_token"));
    if (around_.ends.value_or(false)) rules_.after.push_back(token(all, around_.end, "eos_token"));
  }

  static int token(const Vocabulary& all, const std::string& text, const char* field) {
    const std::optional<int> id = all.id(text);
    if (!id) fail_field(field, say("names {word}, which is not a token", {{"word", in_quotes(text)}}));
    return *id;
  }

  // Unigram: pieces with their scores, each at the place of its number.
  std::shared_ptr<const PieceModel> read_scored(const Json& model, const Json& vocabulary) {
    if (!vocabulary.is_array()) fail_field("model.vocab", "must be a list");
    SentencePieces all;
    all.precise = true;
    all.byte_fallback = flag(model, "byte_fallback", false);
    for (const Json& each : vocabulary) {
      if (!each.is_array() || each.size() != 2 || !each[0].is_string() || !each[1].is_number())
        fail_field("model.vocab",
                   say("has an entry that is not a piece and its score: {entry}", {{"entry", shown(each)}}));
      tokens_.add(each[0].get<std::string>(), static_cast<int>(all.pieces.size()), "model.vocab");
      all.pieces.push_back({.text = each[0].get<std::string>(), .score = each[1].get<double>()});
    }
    int unknown = -1;
    headlight::read(member(model, "model", "unk_id"), "model.unk_id", unknown);
    if (unknown < 0 || unknown >= std::ssize(all.pieces))
      fail_field("model.unk_id", "is not the number of a piece");
    all.pieces[unknown].kind = SentencePieces::Kind::unknown;
    return sentence_pieces(all);
  }

  static std::shared_ptr<const PieceModel> read_word_piece(const Json& model, const Vocabulary& all) {
    WordPieceRules rules{.unknown = token(all, text_in(model, "unk_token", "[UNK]"), "model.unk_token"),
                         .prefix = text_in(model, "continuing_subword_prefix", "##")};
    if (const Json* const longest = find(model, "max_input_chars_per_word"))
      headlight::read(*longest, "model.max_input_chars_per_word", rules.longest);
    if (rules.longest < 0 || rules.longest > longest_word)
      fail_field("model.max_input_chars_per_word",
                 say("must be a number from 0 to {most}", {{"most", std::to_string(longest_word)}}));
    return word_piece(all, rules);
  }

  std::shared_ptr<const PieceModel> read_pairs(const Json& model, const Vocabulary& all,
                                               bool fallback) const {
    BytePairRules rules{.bytes = bytes_,
                        .fuse_unknown = flag(model, "fuse_unk", false),
                        .byte_fallback = fallback,
                        .whole_first = flag(model, "ignore_merges", false),
                        .end_of_word = text_in(model, "end_of_word_suffix", "")};
    if (!text_in(model, "continuing_subword_prefix", "").empty())
      refuse("model", "BPE with continuing_subword_prefix");
    if (const Json* const unknown = find(model, "unk_token")) {
      std::string text;
      headlight::read(*unknown, "model.unk_token", text);
      rules.unknown = token(all, text, "model.unk_token");
    }
    const Json& merges = member(model, "model", "merges");
    if (!merges.is_array()) fail_field("model.merges", "must be a list");
    for (const Json& each : merges) rules.merges.push_back(merge_of(each));
    try {
      return byte_pairs(all, rules);
    } catch (const std::invalid_argument& error) {
      fail_field("model.merges", error.what());
    }
  }

  // "a b" up to 2024, ["a", "b"] since.
  static std::pair<std::string, std::string> merge_of(const Json& json) {
    if (json.is_array() && json.size() == 2 && json[0].is_string() && json[1].is_string())
      return {json[0].get<std::string>(), json[1].get<std::string>()};
    const std::string text = json.is_string() ? json.get<std::string>() : "";
    const std::size_t space = text.find(' ');
    if (space == std::string::npos)
      fail_field("model.merges", say("has an entry that is not a pair: {entry}", {{"entry", shown(json)}}));
    return {text.substr(0, space), text.substr(space + 1)};
  }

  const Json& json_;
  AroundText around_;
  TokenList tokens_;
  SubwordRules rules_;
  bool bytes_ = false, marks_ = false;
};

// The older files, written as a tokenizer.json.

std::vector<std::string> lines_of(const fs::path& file) {
  const std::string text = read_text(file, largest_tokenizer);
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    stop_if_asked(some_steps);
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

Json special_token(const std::string& content, int id) {
  return {{"id", id}, {"content", content}, {"special", true}, {"normalized", false}};
}

// vocab.txt: a piece a line.
Json of_word_pieces(const fs::path& folder) {
  Json vocabulary = Json::object(), added = Json::array();
  bool small = true;
  int id = 0;
  auto& pieces = vocabulary.get_ref<Json::object_t&>();
  std::set<std::string> seen;
  const std::vector<std::string> lines = lines_of(folder / "vocab.txt");
  // MPNet's own tokens stand before those of BERT, which are left as they were.
  const bool mpnet = !lines.empty() && lines.front() == "<s>";
  const char *const begin = mpnet ? "<s>" : "[CLS]", *const end = mpnet ? "</s>" : "[SEP]";
  std::map<std::string, int> special{{"[UNK]", -1},
                                     {begin, -1},
                                     {end, -1},
                                     {mpnet ? "<pad>" : "[PAD]", -1},
                                     {mpnet ? "<mask>" : "[MASK]", -1}};
  for (const char* const needed : {"[UNK]", begin, end}) {
    if (std::find(lines.begin(), lines.end(), needed) == lines.end())
      fail_field(needed, "is not among the pieces");
  }
  for (const std::string& piece : lines) {
    stop_if_asked(some_steps);
    if (const auto found = special.find(piece); found != special.end()) {
      found->second = id;
      added.push_back(special_token(piece, id));
    } else if (!piece.starts_with('[')) {
      small = small && std::none_of(piece.begin(), piece.end(),
                                    [](char letter) { return letter >= 'A' && letter <= 'Z'; });
    }
    // Put behind the others as it is: an ordered object looks through all of them.
    if (seen.insert(piece).second) pieces.emplace_back(piece, id);
    ++id;
  }
  return {{"added_tokens", added},
          {"normalizer", {{"type", "BertNormalizer"}, {"lowercase", small}}},
          {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
          {"post_processor",
           {{"type", "BertProcessing"},
            {"cls", Json::array({begin, special[begin]})},
            {"sep", Json::array({end, special[end]})}}},
          {"model", {{"type", "WordPiece"}, {"vocab", vocabulary}}}};
}

// vocab.json and merges.txt: GPT-2's bytes.
Json of_byte_pairs(const fs::path& folder) {
  Json vocabulary = parse_json(read_text(folder / "vocab.json", largest_tokenizer), largest_tokenizer);
  Json added = Json::array(), merges = Json::array();
  if (const Json* const end = find(read_object(vocabulary, "vocab.json"), "<|endoftext|>")) {
    int id = 0;
    read(*end, "<|endoftext|>", id);
    added.push_back(special_token("<|endoftext|>", id));
  }
  const std::vector<std::string> lines = lines_of(folder / "merges.txt");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool version = i == 0 && lines[i].starts_with("#version");
    if (!version && !lines[i].empty()) merges.push_back(lines[i]);
  }
  return {{"added_tokens", added},
          {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}},
          {"model", {{"type", "BPE"}, {"vocab", std::move(vocabulary)}, {"merges", std::move(merges)}}}};
}

// Which files hold a tokenizer: the first row whose files are all there is taken.
struct TokenizerFiles {
  std::initializer_list<const char*> files;
  std::shared_ptr<const Tokenizer> (*read)(const fs::path& folder, int words);
};

std::shared_ptr<const Tokenizer> read_tokenizer(const Json& json, int words, AroundText around = {}) {
  return TokenizerJson(read_object(json, ""), std::move(around)).read(words);
}

const TokenizerFiles tokenizer_files[] = {
    {{"tokenizer.json"},
     [](const fs::path& folder, int words) {
       return read_tokenizer(
           parse_json(read_text(folder / "tokenizer.json", largest_tokenizer), largest_tokenizer), words,
           foreign_around(folder));
     }},
    {{"vocab.txt"},
     [](const fs::path& folder, int words) { return read_tokenizer(of_word_pieces(folder), words); }},
    {{"vocab.json", "merges.txt"},
     [](const fs::path& folder, int words) { return read_tokenizer(of_byte_pairs(folder), words); }},
    {{"source.spm", "vocab.json"}, of_marian},
    {{"tokenizer.model"}, of_sentence_pieces},
    {{"spiece.model"},
     [](const fs::path& folder, int words) { return of_numbered_pieces(folder, "spiece.model", words); }},
    {{"sentencepiece.bpe.model"}, [](const fs::path& folder, int words) {
       return of_numbered_pieces(folder, "sentencepiece.bpe.model", words);
     }}};

std::shared_ptr<const Tokenizer> of_gguf(const fs::path& file, int words) {
  const GgufWords own = gguf_words(file);
  return own.pieces != nullptr ? tokenizer_of_pieces(*own.pieces, own.around, words)
                               : read_tokenizer(own.tokenizer, words, own.around);
}
const TokenizerFiles gguf_row{{}, of_gguf};

// Null where none are complete.
const TokenizerFiles* tokenizer_files_in(const fs::path& folder) {
  const auto* const found =
      std::find_if(std::begin(tokenizer_files), std::end(tokenizer_files), [&](const TokenizerFiles& each) {
        return std::all_of(each.files.begin(), each.files.end(),
                           [&](const char* name) { return fs::exists(folder / name); });
      });
  return found == std::end(tokenizer_files) ? nullptr : found;
}

}  // namespace

std::vector<fs::path> foreign_tokenizer_files(const fs::path& folder) {
  std::vector<fs::path> files;
  if (names_model_file(folder))
    return names_gguf(folder) ? files : foreign_tokenizer_files(home_of_model(folder));
  if (const TokenizerFiles* const found = tokenizer_files_in(folder)) {
    for (const char* const name : found->files) files.push_back(folder / name);
    const std::string_view first = *found->files.begin();
    if (first == "tokenizer.json" || first == "tokenizer.model" || first == "spiece.model")
      files.push_back(folder / "tokenizer_config.json");
  }
  return files;
}

std::shared_ptr<const Tokenizer> foreign_tokenizer(const fs::path& name, int words) {
  const bool gguf = names_model_file(name) && names_gguf(name);
  const fs::path folder = home_of_model(name);
  if (const TokenizerFiles* const found = gguf ? &gguf_row : tokenizer_files_in(folder)) {
    const fs::path file = gguf ? name : folder / *found->files.begin();
    try {
      return found->read(gguf ? name : folder, words);
    } catch (const UnknownStep& error) {
      throw FormatError(file, "field \"" + error.field + "\" " + error.what, weights_instead);
    } catch (const FieldError& error) {
      throw FormatError(file, "field \"" + error.field + "\" " + error.what, "download it again");
    } catch (const std::invalid_argument& error) {
      throw FormatError(file, error.what(), "download it again");
    }
  }
  throw AccessError(folder,
                    "has no tokenizer: neither tokenizer.json nor vocab.txt, vocab.json with merges.txt, "
                    "source.spm, tokenizer.model, spiece.model or sentencepiece.bpe.model",
                    "copy the tokenizer's files into the folder");
}

}  // namespace headlight
