// Tokenizers of others against the reference implementations, on hundreds of hard texts
// (tests/golden/make_foreign_tokenizers.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>

#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/models/foreign.h"
#include "core/platform/background.h"
#include "core/text/tokenizers/piece_models.h"
#include "core/text/unicode.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

const fs::path tokenizer_folders = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign";

std::shared_ptr<const Subwords> tokenizer_in(const std::string& name, int words) {
  return std::dynamic_pointer_cast<const Subwords>(foreign_tokenizer(tokenizer_folders / name, words));
}

std::vector<std::string> hard_strings() {
  return parse_json(read_text(tokenizer_folders / "strings.json")).get<std::vector<std::string>>();
}

struct TokenizerCase {
  const char* folder;
  int words;
};

class ForeignTokenizers : public testing::TestWithParam<TokenizerCase> {};

TEST_P(ForeignTokenizers, CutAsTheReferenceDoes) {
  const auto [folder, words] = GetParam();
  const auto tokenizer = tokenizer_in(folder, words);
  const std::vector<std::string> texts = hard_strings();
  const Json wanted = parse_json(read_text(tokenizer_folders / folder / "ids.json"));
  ASSERT_EQ(texts.size(), wanted.size());
  ASSERT_GE(texts.size(), 500U);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (wanted[i].is_null()) continue;  // the reference takes it for another text
    EXPECT_EQ(tokenizer->encoded(texts[i]), wanted[i].get<std::vector<int>>()) << printable(texts[i]);
  }
}

// Every piece says which bytes of the text it is: they follow one another, and nothing that is seen is lost.
TEST_P(ForeignTokenizers, PiecesKnowTheirBytes) {
  const auto [folder, words] = GetParam();
  const auto tokenizer = tokenizer_in(folder, words);
  for (const std::string& text : hard_strings()) {
    int at = 0;
    for (const Piece& piece : tokenizer->pieces(text)) {
      EXPECT_LE(0, piece.span.begin);
      EXPECT_LE(piece.span.begin, piece.span.end);
      EXPECT_LE(piece.span.end, static_cast<int>(text.size()));
      EXPECT_LE(at, std::max(piece.span.end, at)) << printable(text);
      at = std::max(at, piece.span.end);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Folders, ForeignTokenizers,
    testing::Values(TokenizerCase{"gpt2", 320}, TokenizerCase{"gpt2_old", 320}, TokenizerCase{"llama", 320},
                    TokenizerCase{"llama_31", 320}, TokenizerCase{"qwen2", 320}, TokenizerCase{"bert", 200},
                    TokenizerCase{"bert_old", 200}, TokenizerCase{"marian", 200}, TokenizerCase{"clip", 574},
                    TokenizerCase{"unigram", 160}, TokenizerCase{"unigram_bytes", 1000},
                    TokenizerCase{"t5_pieces", 260}, TokenizerCase{"mt5_pieces", 160},
                    TokenizerCase{"xlm_pieces", 160}, TokenizerCase{"camembert_pieces", 160}),
    [](const auto& test) { return std::string(test.param.folder); });

// Tokens that a kind adds to the pieces of its file: what is left out of a text, and what hides a word.
TEST(Tokenizers, PiecesHaveTheTokensOfTheirKind) {
  const auto t5 = tokenizer_in("t5_pieces", 260);
  const Vocabulary& of_t5 = t5->vocabulary();
  const int last = of_t5.id("<extra_id_0>").value();
  EXPECT_EQ(of_t5.id("<extra_id_99>"), last - 99);
  EXPECT_FALSE(of_t5.id("<extra_id_100>"));
  const std::vector<int> ids = t5->encoded("The <extra_id_1> crossed");
  EXPECT_EQ(std::count(ids.begin(), ids.end(), last - 1), 1);
  EXPECT_EQ(ids.back(), 1);
  EXPECT_FALSE(tokenizer_in("mt5_pieces", 160)->vocabulary().id("<extra_id_0>"));
  for (const auto& [name, begin, end] :
       {std::tuple{"xlm_pieces", 0, 2}, std::tuple{"camembert_pieces", 5, 6}}) {
    const auto tokenizer = tokenizer_in(name, 160);
    const std::vector<int> read = tokenizer->encoded("The <mask> crossed");
    EXPECT_EQ(read.front(), begin) << name;
    EXPECT_EQ(read.back(), end) << name;
    EXPECT_EQ(std::count(read.begin(), read.end(), tokenizer->vocabulary().id("<mask>").value()), 1) << name;
    EXPECT_EQ(tokenizer->vocabulary().id("<unk>"), 3) << name;
  }
}

// Which rule numbers its pieces a file does not say.
TEST(Tokenizers, PiecesOfAnUnknownKindAreRefused) {
  const TemporaryFolder folder;
  fs::copy(tokenizer_folders / "t5_pieces", folder.path());
  const auto said = [&](const char* config) {
    replace_file(folder / "config.json", std::string(config));
    return thrown_by([&] { foreign_tokenizer(folder.path(), 260); });
  };
  EXPECT_NE(said(R"({"model_type": "bert"})").find("it needs a tokenizer.json"), std::string::npos);
  EXPECT_NE(said(R"({"model_type": "xlm-roberta"})").find("it needs a tokenizer.json"), std::string::npos);
  EXPECT_EQ(said(R"({"model_type": "t5"})"), "no error");
  replace_file(folder / "tokenizer_config.json", std::string(R"({"extra_ids": 2000000})"));
  EXPECT_NE(said(R"({"model_type": "t5"})").find("extra_ids"), std::string::npos);
  replace_file(folder / "tokenizer_config.json", std::string(R"({"extra_ids": 200})"));
  EXPECT_NE(said(R"({"model_type": "t5"})").find("config.json allows at most 260"), std::string::npos);
}

TEST(Tokenizers, ShowTokensAsPeopleReadThem) {
  const auto gpt2 = tokenizer_in("gpt2", 320);
  std::vector<std::string> shown;
  for (const int id : gpt2->encoded("The animal 🙂\n"))
    shown.push_back(gpt2->vocabulary().labels()->at(id));
  EXPECT_EQ(shown.front(), "·The") << "as a token, it goes on";
  EXPECT_EQ(gpt2->vocabulary().labels_of_text(gpt2->encoded("The animal")).front(), "The");
  EXPECT_EQ(shown[1].substr(0, 1), "a") << "the space before a word is not shown";
  EXPECT_EQ(shown.back(), "↵");
  EXPECT_NE(std::find(shown.begin(), shown.end(), "‹F0›"), shown.end()) << "a part of a letter is a byte";
  EXPECT_EQ(gpt2->vocabulary().labels()->size(), 320U);
  const auto marian = tokenizer_in("marian", 200);
  EXPECT_EQ(marian->vocabulary().labels()->at(marian->encoded("The").front()).find("▁"), std::string::npos);
  EXPECT_EQ(text_of_byte_letters("Ġthe"), " the");
  EXPECT_EQ(text_of_byte_letters("<|endoftext|>"), "<|endoftext|>");
}

TEST(Tokenizers, BytesOfALetterAreTheirOwn) {
  const auto gpt2 = tokenizer_in("gpt2", 320);
  const std::vector<Piece> pieces = gpt2->pieces("é🙂");
  ASSERT_GE(pieces.size(), 4U);
  EXPECT_EQ(pieces.front().span.begin, 0);
  EXPECT_EQ(pieces.back().span, (TextSpan{5, 6}));
}

// The steps from letters to pieces, which end where the tokenizer ends.
TEST(Tokenizers, MergesStepByStep) {
  const auto gpt2 = tokenizer_in("gpt2", 320);
  for (const std::string text : {"The animal", " because", "wide!"}) {
    std::vector<int> last;
    for (const SpannedText& word : gpt2->words(text)) {
      const std::vector<PieceModel::Merge> merges = gpt2->model().merges(word);
      std::size_t before = utf8_of(word).size();
      for (const PieceModel::Merge& merge : merges) {
        EXPECT_EQ(merge.pieces.size(), --before) << "each step joins two";
        EXPECT_EQ(merge.pieces.at(static_cast<std::size_t>(merge.place)).id, merge.made);
      }
      std::vector<Piece> pieces;
      gpt2->model().cut(word, pieces);
      if (merges.empty()) continue;
      ASSERT_EQ(merges.back().pieces.size(), pieces.size());
      for (std::size_t i = 0; i < pieces.size(); ++i) EXPECT_EQ(merges.back().pieces[i].id, pieces[i].id);
    }
  }
}

// A folder with a tokenizer of these steps.
class StepsOfAFile {
 public:
  StepsOfAFile(const std::string& normalizer, const std::string& split) {
    const auto step = [](const std::string& json) { return json.empty() ? "null" : json; };
    replace_file(
        folder_.path() / "tokenizer.json",
        R"({"normalizer": )" + step(normalizer) + R"(, "pre_tokenizer": )" + step(split) +
            R"(, "model": {"type": "WordPiece", "unk_token": "[UNK]", "vocab": {"[UNK]": 0, "a": 1}}})");
  }
  std::shared_ptr<const Tokenizer> tokenizer() const { return foreign_tokenizer(folder_.path(), 2); }

 private:
  TemporaryFolder folder_;
};

std::string many_times(const std::string& json, int times, const char* list, const char* name) {
  std::string all;
  for (int i = 0; i < times; ++i) all += (i == 0 ? "" : ", ") + json;
  return std::string(R"({"type": "Sequence", ")") + list + "\": [" + all + "]}" + name;
}

struct HardStep {
  const char* name;
  bool splits;
  std::string json, letter;  // and the letter that it makes most of
};

// What a file's steps make of a text is bounded as the text is, and they stop when they are asked to.
TEST(Tokenizers, NoStepMakesWhatItLikesOfAText) {
  const std::string many(1'000'000, 'a');
  const std::vector<HardStep> steps{
      {"replace", false, R"({"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaa"})", "a"},
      {"replace with a million", false,
       R"({"type": "Replace", "pattern": {"String": "a"}, "content": ")" + many + "\"}", "a"},
      {"replace by expression", false,
       R"({"type": "Replace", "pattern": {"Regex": "a"}, "content": "aaaaaaaaaa"})", "a"},
      {"prepend", false, R"({"type": "Prepend", "prepend": ")" + many + "\"}", "a"},
      {"normal form", false, R"({"type": "NFKD"})", "\uFDFA"},
      {"Chinese", false, R"({"type": "BertNormalizer", "clean_text": false})", "\u72D7"},
      {"small letters", false, R"({"type": "Lowercase"})", "\u0130"},
      {"an expression that goes back", false,
       R"({"type": "Replace", "pattern": {"Regex": "(a+)+b"}, "content": ""})", "a"},
      {"bytes", true, R"({"type": "ByteLevel", "add_prefix_space": true, "use_regex": false})", "a"},
      {"marks", true, R"({"type": "Metaspace", "replacement": "_", "add_prefix_space": true})", "a"},
      {"words", true, R"({"type": "Split", "pattern": {"Regex": "(a|aa)+$"}, "behavior": "Isolated"})", "a"}};
  for (const HardStep& step : steps) {
    for (const int times : {1, 12, 3000}) {
      // So many steps take seconds until they are refused: of each kind one.
      if (times == 3000 && step.name != std::string("small letters") && step.name != std::string("marks"))
        continue;
      const std::string all = many_times(step.json, times, step.splits ? "pretokenizers" : "normalizers", "");
      const StepsOfAFile file(step.splits ? "" : all, step.splits ? all : "");
      const auto tokenizer = file.tokenizer();
      for (const std::size_t letters : {std::size_t{1}, std::size_t{200}, 90'000 / step.letter.size()}) {
        std::string text;
        for (std::size_t i = 0; i < letters; ++i) text += step.letter;
        const std::string said = thrown_by(
            [&] { EXPECT_LE(tokenizer->encoded(text).size(), 2 * most_letters_made) << step.name; });
        EXPECT_TRUE(said == "no error" || said.starts_with("the steps of this tokenizer") ||
                    said.find("takes too long") != std::string::npos)
            << step.name << ": " << said;
        if (times == 1 || letters < 1000) continue;
        const StopWhen stop([] { return true; });
        EXPECT_THROW(
            {
              try {
                tokenizer->encoded(text);
              } catch (const std::invalid_argument&) {
                throw Stopped();  // it had come to its end
              }
            },
            Stopped)
            << step.name;
      }
    }
  }
}

// A file may hold millions of them.
TEST(Tokenizers, AVocabularyIsNotReadOnWhenNobodyWaits) {
  const TemporaryFolder folder;
  std::ofstream file(folder / "vocab.txt");
  file << "[UNK]\n[CLS]\n[SEP]\n";
  for (int i = 0; i < 20'000; ++i) file << 'w' << i << '\n';
  file.close();
  const auto read = [&] { return foreign_tokenizer(folder.path(), 20'003)->vocabulary().size(); };
  EXPECT_EQ(read(), 20'003);
  const StopWhen stop([] { return true; });
  EXPECT_THROW(read(), Stopped);
}

TEST(Tokenizers, WhatAFileAsksForInVainIsRefused) {
  const auto said = [](const std::string& model, int words) {
    const TemporaryFolder folder;
    replace_file(folder.path() / "tokenizer.json", R"({"model": )" + model + "}");
    return thrown_by([&] { foreign_tokenizer(folder.path(), words); });
  };
  const auto holds = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  holds(said(R"({"type": "WordPiece", "unk_token": "a", "vocab": {"a": 0}})", 9'000'000), "9,000,000");
  holds(
      said(
          R"({"type": "WordPiece", "unk_token": "a", "vocab": {"a": 0}, "max_input_chars_per_word": 1000000})",
          1),
      "max_input_chars_per_word");
  holds(said(R"({"type": "WordPiece", "unk_token": "a", "vocab": {"a": 0, ")" + std::string(1'000'000, 'x') +
                 R"(": 1}})",
             2),
        "has a token of");
}

TEST(Tokenizers, ADamagedSentencePieceFileIsRefused) {
  const std::string whole = read_text(tokenizer_folders / "marian/source.spm");
  EXPECT_NO_THROW(read_sentence_pieces(whole));
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    std::string damaged = whole;
    damaged[size] = static_cast<char>(damaged[size] ^ 0x55);
    for (const std::string& bytes : {whole.substr(0, size), damaged}) {
      try {
        const SentencePieces file = read_sentence_pieces(bytes);
        const SpannedText text = normalization_of(file)(spanned("Ａ ½ the animal é"));
        std::vector<Piece> pieces;
        sentence_pieces(file)->cut(text, pieces);
      } catch (const std::invalid_argument&) {
      }
    }
  }
}

}  // namespace
}  // namespace headlight
