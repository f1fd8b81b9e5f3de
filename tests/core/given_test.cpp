// Weights from files of every kind: the numbers that tests/golden/make_given.py put there, and what is said
// of files that cannot be read.
#include "core/models/given.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/explain/digest.h"
#include "core/explain/view.h"
#include "core/files/arrays.h"
#include "core/files/compressed.h"
#include "core/files/json.h"
#include "core/files/safetensors.h"
#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/given_numbers.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "core/platform/background.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

const fs::path given_folder = HEADLIGHT_SOURCE_DIR "/tests/golden/given";
const std::vector<std::string> five_words{"The", "cat", "sat", "the", "Łódź"};
const std::vector<std::string> three_queries{"Le", "chat", "assis"};
const std::vector<std::string> five_numbers{"0", "1", "2", "3", "4"};

std::vector<float> given_golden(const char* name) {
  static const Json all = Json::parse(read_text(given_folder / "golden.json"));
  return all.at(name).get<std::vector<float>>();
}

// All numbers, layer after layer.
std::vector<float> numbers_of(const Weights& weights) {
  std::vector<float> all;
  for (std::size_t i = 0; i < weights.count(); ++i)
    all.insert(all.end(), weights.tensor(i).data(), weights.tensor(i).data() + weights.tensor(i).size());
  return all;
}

struct GivenCase {
  std::string name;  // of files in the folder
  std::vector<int> heads;
  float within = 0;
  std::vector<std::string> columns = five_numbers;
  float times = 1, plus = 0;  // what became of the golden numbers
};

class GivenFiles : public testing::TestWithParam<GivenCase> {};

TEST_P(GivenFiles, HoldTheNumbersThatWereWritten) {
  const GivenCase& wanted = GetParam();
  const GivenFile read = read_given((given_folder / wanted.name).string());
  EXPECT_EQ(read.config.attention, Attention::encoder);
  EXPECT_EQ(read.config.heads, wanted.heads);
  EXPECT_EQ(read.config.columns, wanted.columns);
  EXPECT_EQ(read.config.rows, wanted.columns);
  const std::vector<float> from = given_golden("four"), numbers = numbers_of(read.weights);
  int heads = 0;
  for (const int each : wanted.heads) heads += each;
  ASSERT_EQ(numbers.size(), static_cast<std::size_t>(heads) * 25);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    ASSERT_NEAR(numbers[i], from[i] * wanted.times + wanted.plus, wanted.within) << "number " << i;
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, GivenFiles,
    testing::Values(
        GivenCase{"four.npy", {3, 3}, 0, five_words}, GivenCase{"three.npy", {3}}, GivenCase{"two.npy", {1}},
        GivenCase{"batch.npy", {3, 3}}, GivenCase{"half.npy", {3, 3}, 5e-4F}, GivenCase{"double.npy", {3, 3}},
        GivenCase{"big_endian.npy", {3, 3}}, GivenCase{"fortran.npy", {3, 3}},
        GivenCase{"version_2.npy", {3, 3}}, GivenCase{"bytes.npy", {3}, 1, five_numbers, 255, -0.5F},
        GivenCase{"signed.npy", {3}, 1, five_numbers, 100, -50},
        GivenCase{"stored.npz", {3, 3}, 0, five_words}, GivenCase{"packed.npz", {3, 3}},
        GivenCase{"one.safetensors", {3, 3}, 0, five_words}, GivenCase{"layers.safetensors", {3, 3}},
        GivenCase{"bf16.safetensors", {3, 3}, 4e-3F}, GivenCase{"four.json", {3, 3}, 1e-6F, five_words},
        GivenCase{"list.json", {3, 3}, 1e-6F}, GivenCase{"named.csv", {1}, 1e-6F, five_words},
        GivenCase{"plain.csv", {1}}, GivenCase{"semicolons.csv", {1}, 1e-6F},
        GivenCase{"named_semicolons.csv", {1}, 1e-6F, five_words},
        GivenCase{"double.npy + words.txt", {3, 3}, 0, five_words}),
    [](const auto& test) {
      std::string name = test.param.name;
      for (char& letter : name) letter = std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
      return name;
    });

TEST(GivenWeights, ABoolIsZeroOrOne) {
  const std::vector<float> from = given_golden("four"),
                           numbers = numbers_of(read_given(given_folder / "bool.npy").weights);
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], from[i] > 0.2F ? 1.0F : 0.0F) << i;
}

// Nothing is on the tape but what was given, under the names that heads have in every model.
TEST(GivenWeights, ATraceIsTheWeightsAndNothingElse) {
  const ModelPtr model = shared_model(model_folder((given_folder / "four.npy").string()));
  const TracePtr trace = model->trace({.text = model->tokenizer().own_text()});
  std::vector<std::string> paths;
  for (const int id : trace->steps()) paths.push_back(trace->label(id).path);
  std::vector<std::string> wanted;
  for (const char* layer : {"0", "1"}) {
    for (const char* head : {"0", "1", "2"})
      wanted.push_back(std::string("encoder.") + layer + ".self_attention.head." + head + ".weights");
  }
  EXPECT_EQ(paths, wanted);
  EXPECT_EQ(trace->typed(), five_words);
  EXPECT_EQ(trace->anatomy().answer, AnswerKind::none);
  const std::vector<float> from = given_golden("four");
  for (std::size_t head = 0; head < 6; ++head) {
    const Heatmap map = view_of(*trace, wanted[head]);
    EXPECT_EQ(map.row_labels, five_words);
    EXPECT_EQ(map.column_labels, five_words);
    for (std::size_t i = 0; i < 25; ++i) EXPECT_EQ(map.values[i], from[head * 25 + i]);
    EXPECT_EQ(map.scale.high, 1);
  }
  EXPECT_EQ(trace->tape().bytes(), 0) << "they are lent, not copied";
  EXPECT_EQ(model->writing("The cat").has_value(), false);
}

TEST(GivenWeights, WordsComeWithTheFile) {
  const ModelPtr model = shared_model((given_folder / "four.npy").string());
  EXPECT_EQ(model->tokenizer().own_text(), "The cat sat the Łódź");
  EXPECT_EQ(thrown_by([&] { model->trace({.text = "a dog"}); }),
            "these weights come with their own words, so a sentence cannot be typed; leave it out");
}

TEST(GivenWeights, RowsWithOtherWordsThanColumnsAskThem) {
  const std::string name = (given_folder / "cross.npy").string() + " + queries.txt + words.txt";
  const ModelPtr model = shared_model(name);
  const TracePtr trace = model->trace({.text = model->tokenizer().own_text()});
  const Heatmap map = view_of(*trace, "decoder.1.cross_attention.head.2.weights");
  EXPECT_EQ(map.row_labels, three_queries);
  EXPECT_EQ(map.column_labels, five_words);
  const std::vector<float> from = given_golden("cross");
  for (std::size_t i = 0; i < 15; ++i) EXPECT_EQ(map.values[i], from[5 * 15 + i]);
  EXPECT_EQ(read_given(given_folder / "cross.npy").config.rows, (std::vector<std::string>{"0", "1", "2"}));
}

TEST(GivenWeights, TwoFilesAreComparedCellByCell) {
  const auto trace_of = [](const std::string& name) {
    const ModelPtr model = shared_model((given_folder / name).string());
    return model->trace({.text = model->tokenizer().own_text()});
  };
  const TracePtr one = trace_of("four.npy"), other = trace_of("other.npy + words.txt");
  const std::string path = "encoder.1.self_attention.head.1.weights";
  const Heatmap difference = comparison_of(*one, *other, path).panels.back();
  const std::vector<float> a = given_golden("four"), b = given_golden("other");
  for (std::size_t i = 0; i < 25; ++i) EXPECT_EQ(difference.values[i], b[100 + i] - a[100 + i]);
  EXPECT_EQ(difference.scale.ramp, Ramp::diverging);
  // Of two kinds of numbers, the scale of both has a sign.
  const ComparedFigure kinds = comparison_of(*one, *trace_of("strange.npy + words.txt"), path);
  EXPECT_EQ(kinds.panels[0].scale.low, -kinds.panels[0].scale.high);
  EXPECT_GE(kinds.panels[0].scale.high, 1);
}

// An edit changes the numbers that it names: nothing follows from it.
// A large matrix takes seconds.
TEST(GivenWeights, AreNotLookedThroughWhenNobodyWaits) {
  const Matrix large = Matrix::Constant(1000, 1000, 0.001F);
  GivenNumbers numbers;
  numbers.add(view(large));
  numbers.survey(view(large));
  EXPECT_TRUE(numbers.about().add_up);
  const StopWhen stop([] { return true; });
  EXPECT_THROW(numbers.add(view(large)), Stopped);
  EXPECT_THROW(numbers.survey(view(large)), Stopped);
}

TEST(GivenWeights, CanBeEdited) {
  const ModelPtr model = shared_model((given_folder / "four.npy").string());
  const std::string path = "encoder.0.self_attention.head.0.weights";
  const std::string text = model->tokenizer().own_text();
  const TracePtr before = model->trace({.text = text});
  TraceRequest request{.text = text, .like = before.get()};
  request.edits = {Edit{.path = path, .row = 1, .col = 2, .values = {0.5F}}};
  const TracePtr after = model->trace(request);
  EXPECT_EQ(after->cell({after->at(path), 1, 2}), 0.5F);
  EXPECT_EQ(after->cell({after->at(path), 0, 0}), before->cell({before->at(path), 0, 0}));
  EXPECT_EQ(before->cell({before->at(path), 1, 2}), given_golden("four")[7]);
}

TEST(GivenWeights, WhatIsNoSoftmaxIsShownAndSaid) {
  const ModelPtr model = shared_model((given_folder / "strange.npy").string());
  const GivenWeights& given = *model->anatomy().given;
  EXPECT_FALSE(given.are_shares());
  EXPECT_FALSE(given.add_up);
  expect_said({given.has, given.says});
  const TracePtr trace = model->trace({.text = model->tokenizer().own_text()});
  const Heatmap broken = view_of(*trace, "encoder.0.self_attention.head.1.weights");
  EXPECT_TRUE(broken.is_error(2, 3));
  const Heatmap masked = view_of(*trace, "encoder.1.self_attention.head.0.weights");
  EXPECT_EQ(masked.state(0, 1), CellState::masked);
  EXPECT_EQ(masked.state(1, 0), CellState::value);
  EXPECT_TRUE(view_of(*trace, "encoder.1.self_attention.head.2.weights").is_error(0, 1));
  EXPECT_EQ(masked.scale.ramp, Ramp::diverging);
  EXPECT_EQ(broken.scale.high, masked.scale.high) << "one scale for all heads";
  const HeadDigest digest = digest_of(*trace, trace->at(masked.path));
  EXPECT_FALSE(digest.traits[Trait::first].has_value());
  EXPECT_EQ(digest.thumbnail->scale.high, masked.scale.high);

  const GivenWeights sums = read_given(given_folder / "sums.npy").config.about;
  EXPECT_TRUE(sums.are_shares());
  EXPECT_EQ(sums.says, "1 row of 30 does not add up to 1: sums go from 0.25 to 1.");
  EXPECT_EQ(read_given(given_folder / "four.npy").config.about.says, "Every row adds up to 1.");
  EXPECT_EQ(read_given(given_folder / "bytes.npy").config.about.low, 0);
}

TEST(GivenWeights, AreReadAgainWhenTheFileChanges) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "mine.npy";
  fs::copy_file(given_folder / "two.npy", file);
  const ModelPtr before = shared_model(file);
  EXPECT_EQ(shared_model(file), before);
  std::ofstream(folder.path() / "mine.tokens.txt") << "a b c d e\n";
  const ModelPtr named = shared_model(file);
  EXPECT_EQ(named->tokenizer().own_text(), "a b c d e");
  fs::copy_file(given_folder / "three.npy", file, fs::copy_options::overwrite_existing);
  EXPECT_EQ(shared_model(file)->anatomy().heads(Attention::encoder, 0), 3);
}

// What stands in a list of words from its first letter to its last is JSON; else a bracket is a word's.
TEST(GivenWeights, WordsMayBeginWithABracket) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "two.npy";
  fs::copy_file(given_folder / "two.npy", file);
  const auto words = [&](const char* name, const std::string& text) {
    std::ofstream(folder.path() / name) << text;
    return read_given(file.string() + " + " + name).config.columns;
  };
  const std::vector<std::string> bert{"[CLS]", "small", "##er", "[SEP]", "[PAD]"};
  EXPECT_EQ(words("bert.txt", "[CLS]\nsmall\n##er\n[SEP]\n[PAD]"), bert);
  EXPECT_EQ(words("line.txt", "[CLS] small ##er [SEP] [PAD]\n"), bert);
  EXPECT_EQ(words("numbers.txt", "[1]\nb\n{c}\n[\"d\"\n[e]"),
            (std::vector<std::string>{"[1]", "b", "{c}", "[\"d\"", "[e]"}));
  EXPECT_EQ(words("list.txt", "\xef\xbb\xbf[\"[CLS]\", \"a b\", \"\", \"\\n\", \"\"]"),
            (std::vector<std::string>{"[CLS]", "a b", "", "\n", ""}));
  std::ofstream(folder.path() / "table.csv") << "[CLS],a\n[CLS],0.25,0.75\na,0.5,0.5\n";
  EXPECT_EQ(read_given(folder.path() / "table.csv").config.rows, (std::vector<std::string>{"[CLS]", "a"}));
}

// What Python prints of lists and arrays, names with a number within, and what a spreadsheet has for no
// number.
TEST(GivenWeights, WhatIsPrintedIsRead) {
  const TemporaryFolder folder;
  const auto written = [&](const char* name, const std::string& text) {
    std::ofstream(folder.path() / name) << text;
    return (folder.path() / name).string();
  };
  const std::string array =
      written("array.txt", "[[[0.25 0.75]\n  [1.   0.  ]]\n\n [[0.5  0.5 ]\n  [ inf -inf]]]\n");
  const GivenFile read = read_given(array);
  EXPECT_EQ(read.config.heads, std::vector<int>{2});
  EXPECT_EQ(numbers_of(read.weights)[1], 0.75F);
  EXPECT_EQ(numbers_of(read.weights)[7], -std::numeric_limits<float>::infinity());
  const auto words = [&](const std::string& text) {
    written("words.txt", text);
    return read_given(array + " + words.txt").config.columns;
  };
  EXPECT_EQ(words("['[CLS]', \"don't\"]"), (std::vector<std::string>{"[CLS]", "don't"}));
  EXPECT_EQ(words("['a\\'b'\n 'c d']\n"), (std::vector<std::string>{"a'b", "c d"}));
  EXPECT_EQ(numbers_of(read_given(written("tensor.txt",
                                          "tensor([[0.25, 0.75],\n        [0.5, 0.5]], grad_fn=<A>)\n"))
                           .weights),
            (std::vector<float>{0.25, 0.75, 0.5, 0.5}));
  EXPECT_EQ(numbers_of(read_given(written("repr.txt",
                                          "array([[0.25, 0.75],\n       [0.5 , 0.5 ]], dtype=float32)\n"))
                           .weights),
            (std::vector<float>{0.25, 0.75, 0.5, 0.5}));
  EXPECT_NE(thrown_by([&] {
              read_given(written("short.txt", "array([[0.25, ..., 0.75]])\n"));
            }).find("printed with"),
            std::string::npos);
  EXPECT_NE(thrown_by([&] {
              read_given(written("layers.json", "[{\"attention\": [[1]]}]"));
            }).find("has an object"),
            std::string::npos);
  EXPECT_EQ(numbers_of(read_given(written("percent.csv", "25%;75,0 %\n100%;0%\n")).weights),
            (std::vector<float>{0.25, 0.75, 1, 0}));
  EXPECT_NE(thrown_by([&] {
              read_given(written("pairs.csv", "query,key,weight\na,b,0.5\n"));
            }).find("for each pair"),
            std::string::npos);
  EXPECT_NE(thrown_by([&] {
              read_given(written("inner.json", "{\"all\": {\"attn\": [[1]]}}"));
            }).find("inside an object"),
            std::string::npos);
  const GivenWeights holes = read_given(written("holes.csv", ",a,b\na,0.5,NA\nb,#N/A,1\n")).config.about;
  EXPECT_NE(holes.says.find("2 cells are not a number"), std::string::npos) << holes.says;
  write_safetensors(folder.path() / "hooks.safetensors", {{"blocks.10.attn.hook_pattern", {{1, 1, 1}, {10}}},
                                                          {"blocks.9.attn.hook_pattern", {{1, 1, 1}, {9}}}});
  EXPECT_EQ(numbers_of(read_given(folder.path() / "hooks.safetensors").weights), (std::vector<float>{9, 10}));
}

// The trace of a file with words of this text.
TracePtr trace_with_words(const char* name, const std::string& words) {
  static const TemporaryFolder folder;
  static int number = 0;
  const fs::path file = folder.path() / (std::to_string(++number) + ".npy");
  fs::copy_file(given_folder / name, file);
  std::ofstream(folder.path() / (std::to_string(number) + ".tokens.json")) << words;
  const ModelPtr model = shared_model(file);
  return model->trace({.text = model->tokenizer().own_text()});
}

// The marks of every tokenizer are shown as they are for a model of one's own.
TEST(GivenWeights, MarksOfTokenizersAreShownAsForModels) {
  using Labels = std::vector<std::string>;
  const auto labels = [](const std::string& words) { return trace_with_words("two.npy", words)->typed(); };
  EXPECT_EQ(labels(R"(["▁The", "▁riv", "er", "ĠĠ", "Ċ"])"), (Labels{"The", "riv", "·er", "␣␣", "↵"}));
  EXPECT_EQ(labels(R"(["The", "ĠcafÃ©", "s", "Ċ", "Ġend"])"), (Labels{"The", "café", "·s", "↵", "end"}));
  EXPECT_EQ(labels(R"(["<s>", "▁a", "b", "<0xE7>", "</s>"])"), (Labels{"<s>", "a", "·b", "‹E7›", "</s>"}));
  EXPECT_EQ(labels(R"(["[CLS]", "bank", "##ing", "##s", "[SEP]"])"),
            (Labels{"[CLS]", "bank", "·ing", "·s", "[SEP]"}));
  EXPECT_EQ(labels(R"(["un", "like</w>", "ly</w>", "the</w>", "<|endoftext|>"])"),
            (Labels{"un", "·like", "ly", "the", "<|endoftext|>"}));
  EXPECT_EQ(labels(R"(["un@@", "like@@", "ly", "the", "end"])"),
            (Labels{"un", "·like", "·ly", "the", "end"}));
  // Maltese has these letters, and a word may be a space or hold one.
  EXPECT_EQ(labels(R"(["Ġwanni", "żejt", "New York", "   ", "x"])"),
            (Labels{"Ġwanni", "żejt", "New York", "␣␣␣", "x"}));
  EXPECT_EQ(labels(R"(["שלום", "مرحبا", "é", " ", "👩‍👩‍👧"])"),
            (Labels{"שלום", "مرحبا", "é", "␣", "👩‍👩‍👧"}));
  // Pieces are put together to words, as a model's own are.
  const TracePtr trace = trace_with_words("two.npy", R"(["[CLS]", "bank", "##ing", "hall", "[SEP]"])");
  ASSERT_NE(trace->pieces(Axis::source_token), nullptr);
  EXPECT_EQ(trace->pieces(Axis::source_token)->words, (Labels{"[CLS]", "banking", "hall", "[SEP]"}));
}

// A large negative number in every hidden cell is a mask: named, drawn, left out of the scale, still in a
// table.
TEST(GivenWeights, LargeNegativeNumbersAreAMask) {
  const auto map_of = [](const char* name) {
    const ModelPtr model = shared_model(given_folder / name);
    return view_of(*model->trace({.text = model->tokenizer().own_text()}),
                   "encoder.0.self_attention.head.1.weights");
  };
  const GivenWeights weights = read_given(given_folder / "hidden_weights.npy").config.about;
  EXPECT_EQ(weights.mask, -1e9F);
  EXPECT_TRUE(weights.are_shares());
  const Heatmap shares = map_of("hidden_weights.npy");
  EXPECT_EQ(shares.scale.high, 1);
  EXPECT_EQ(shares.state(0, 1), CellState::masked);
  EXPECT_EQ(shares.state(1, 0), CellState::value);
  EXPECT_EQ(shares.value(0, 1), -1e9F);
  EXPECT_NE(tab_separated(Figure{.panels = {shares}}).find("-1e+09"), std::string::npos);
  const ModelPtr model = shared_model(given_folder / "hidden_weights.npy");
  const TracePtr trace = model->trace({.text = model->tokenizer().own_text()});
  const HeadDigest digest = digest_of(*trace, trace->at(shares.path));
  EXPECT_EQ(digest.thumbnail->state(0, 4), CellState::masked);
  EXPECT_GE(*digest.traits[Trait::peak], 0);
  const GivenWeights scores = read_given(given_folder / "hidden_scores.npy").config.about;
  EXPECT_EQ(scores.mask, std::numeric_limits<float>::lowest());
  EXPECT_LT(scores.high, 20);
  EXPECT_GT(scores.low, -20);
  EXPECT_LT(map_of("hidden_scores.npy").scale.high, 20);
  EXPECT_EQ(read_given(given_folder / "hidden_half.npy").config.about.mask, -65504.0F);
  expect_said({weights.says, scores.says});
  // Numbers that differ are numbers.
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "far.csv") << "1,-20000\n-30000,1\n";
  EXPECT_FALSE(read_given(folder.path() / "far.csv").config.about.mask.has_value());
}

TEST(GivenWeights, TheWrongAxisIsSaidAndTurned) {
  const GivenFile wrong = read_given(given_folder / "wrong_axis.npy");
  EXPECT_TRUE(wrong.config.about.columns_add_up);
  const std::string turned_name = transposed_name((given_folder / "wrong_axis.npy").string());
  EXPECT_TRUE(is_transposed(turned_name));
  EXPECT_EQ(transposed_name(turned_name), (given_folder / "wrong_axis.npy").string());
  EXPECT_EQ(given_name("a.npy", {}, true), "a.npy (transposed)");
  const GivenFile turned = read_given(turned_name);
  EXPECT_EQ(numbers_of(turned.weights), given_golden("four"));
  EXPECT_TRUE(turned.config.about.add_up && turned.config.about.transposed);
  expect_said({wrong.config.about.says, turned.config.about.says});
  // Of another number of rows than columns with the words of both.
  const std::string both = (given_folder / "keys_by_queries.npy").string() + " + queries.txt + words.txt";
  EXPECT_THROW(read_given(both), TurnedWords);
  const GivenFile fits = read_given(transposed_name(both));
  EXPECT_EQ(fits.config.rows, three_queries);
  EXPECT_EQ(numbers_of(fits.weights), given_golden("cross"));
  EXPECT_FALSE(read_given(given_folder / "cross.npy").config.about.columns_add_up);
  // Heads behind the words are no wrong axis.
  const TemporaryFolder folder;
  write_safetensors(folder.path() / "last.safetensors",
                    {{"weights", {{2, 2, 1}, {0.25F, 0.75F, 0.5F, 0.5F}}}});
  const GivenWeights last = read_given(folder.path() / "last.safetensors").config.about;
  EXPECT_FALSE(last.columns_add_up);
}

// One query and many keys: the last place asks, and the others are not in the file.
TEST(GivenWeights, AStepWithACacheIsSelfAttention) {
  for (const std::string name : {"step.npy", "step.npy + words.txt"}) {
    const GivenFile read = read_given(given_folder / name);
    EXPECT_EQ(read.config.attention, Attention::encoder);
    EXPECT_EQ(read.config.about.first_row, 4);
    EXPECT_TRUE(read.config.about.add_up);
    EXPECT_EQ(read.config.about.has, "2 layers, 3 heads in each, 1 × 5");
  }
  const ModelPtr model = shared_model((given_folder / "step.npy + words.txt").string());
  const TracePtr trace = model->trace({.text = model->tokenizer().own_text()});
  const Heatmap map = view_of(*trace, "encoder.1.self_attention.head.0.weights");
  EXPECT_EQ(map.row_labels, five_words);
  const std::vector<float> four = given_golden("four");
  for (int key = 0; key < 5; ++key) {
    EXPECT_EQ(map.state(0, key), CellState::absent);
    EXPECT_EQ(map.value(4, key), four[75 + 20 + static_cast<std::size_t>(key)]);
  }
  EXPECT_EQ(
      read_given((given_folder / "cross.npy").string() + " + queries.txt + words.txt").config.about.first_row,
      0);
}

// --- Files that cannot be read.

template <typename Number>
std::string bytes_of(Number value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string npy(const std::string& header, const std::string& data) {
  return "\x93NUMPY" + std::string("\x01\x00", 2) + bytes_of(static_cast<std::uint16_t>(header.size())) +
         header + data;
}
std::string npy_of(const std::string& type, const std::string& shape, const std::string& data,
                   const char* order = "False") {
  return npy("{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n", data);
}

// A zip file with one entry, which may claim another size than it has.
std::string zip(const std::string& name, const std::string& packed, int method, std::uint64_t size,
                std::uint32_t check) {
  const auto u16 = [](std::size_t value) { return bytes_of(static_cast<std::uint16_t>(value)); };
  const auto u32 = [](std::uint64_t value) { return bytes_of(static_cast<std::uint32_t>(value)); };
  const std::string about = u16(20) + u16(0) + u16(static_cast<std::size_t>(method)) + u32(0) + u32(check) +
                            u32(packed.size()) + u32(size) + u16(name.size()) + u16(0);
  const std::string local = "PK\x03\x04" + about + name + packed;
  const std::string list = "PK\x01\x02" + u16(20) + about + u16(0) + u16(0) + u16(0) + u32(0) + u32(0) + name;
  return local + list + "PK\x05\x06" + u32(0) + u16(1) + u16(1) + u32(list.size()) + u32(local.size()) +
         u16(0);
}

const std::string nine_floats(36, '\0');

// What is said where `name` in `folder` is refused, without the folder.
std::string said_of_given(const fs::path& folder, const std::string& name) {
  std::string said = thrown_by([&] { read_given(folder / name); });
  const std::string here = (folder / "").string();
  for (std::size_t at = 0; (at = said.find(here)) != std::string::npos;) said.erase(at, here.size());
  return said;
}

TEST(GivenWeights, WhatCannotBeReadIsSaidInOneLine) {
  const std::string whole = npy_of("<f4", "(3, 3)", nine_floats);
  const std::string deep(100'000, '[');
  const std::string huge(std::size_t{60} << 20, '\0');
  const std::map<std::string, std::string> files{
      {"objects.npy", read_text(given_folder / "objects.npy")},
      {"structured.npy",
       npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3, 3), }\n", nine_floats)},
      {"complex.npy", npy_of("<c8", "(3, 3)", nine_floats + nine_floats)},
      {"bfloat.npy", npy_of("<V2", "(3, 3)", nine_floats)},
      {"long_double.npy", npy_of("<f16", "(3, 3)", nine_floats)},
      {"huge.npy", npy_of("<f4", "(1152921504606846976, 1152921504606846976)", nine_floats)},
      {"larger.npy", npy_of("<f4", "(99999999999999999999999, 3)", nine_floats)},
      {"negative.npy", npy_of("<f4", "(-3, 3)", nine_floats)},
      {"cut.npy", whole.substr(0, whole.size() - 1)},
      {"cut_header.npy", whole.substr(0, 30)},
      {"cut_at_once.npy", whole.substr(0, 7)},
      {"no_header.npy", npy("{'descr': '<f4'", nine_floats)},
      {"long_header.npy", "\x93NUMPY" + std::string("\x02\x00\xff\xff\xff\x7f", 6) + nine_floats},
      {"version_9.npy", "\x93NUMPY" + std::string("\x09\x00", 2) + nine_floats},
      {"vector.npy", npy_of("<f4", "(9,)", nine_floats)},
      {"number.npy", npy_of("<f4", "()", nine_floats)},
      {"nothing.npy", npy_of("<f4", "(0, 0)", "")},
      {"six_axes.npy", npy_of("<f4", "(1, 1, 1, 1, 3, 3)", nine_floats)},
      {"batch.npy", npy_of("<f4", "(1, 9, 1, 1, 1)", nine_floats)},
      {"empty.npy", ""},
      {"zeros.npy", std::string(1000, '\0')},
      {"pickle.npy", "\x80\x04\x95" + nine_floats},
      {"words.npy", npy_of("<U1", "(9,)", nine_floats)},
      {"page.npy", "<!DOCTYPE html><html>not found</html>"},
      {"bomb.npz", zip("weights.npy", deflated(huge, Wrapping::plain), 8, std::uint64_t{3} << 30, 0)},
      {"more.npz", zip("weights.npy", deflated(huge, Wrapping::plain), 8, 100, 0)},
      {"damaged.npz", zip("weights.npy", whole, 0, whole.size(), 7)},
      {"locked.npz", zip("weights.npy", whole, 99, whole.size(), crc32_of(whole))},
      {"other.npz", zip("readme.md", "hello", 0, 5, crc32_of("hello"))},
      {"cut.npz", zip("weights.npy", whole, 0, whole.size(), crc32_of(whole)).substr(0, 80)},
      {"several.npz", read_text(given_folder / "stored.npz").substr(0, 200)},
      {"endless.json", deep},
      {"deep.json", "[[[[[[[[[[1]]]]]]]]]]"},
      {"cut.json", "[[0.5, 0.5], [0.2"},
      {"nulls.json", "[[null, null], [null, null]]"},
      {"longer.npy", whole + std::string(100'000, '\0')},
      {"longer.npz",
       zip("weights.npy", deflated(whole + huge, Wrapping::plain), 8, whole.size() + huge.size(), 0)},
      {"uneven.json", "[[0.5, 0.5], [1]]"},
      {"mixed.json", "[[0.5, 0.5], \"a\"]"},
      {"list_beside.json", "[[0.5, 0.5], 0.5]"},
      {"word.json", "[[0.5, zero], [0, 1]]"},
      {"object.json", "{\"rows\": [\"a\", \"b\"], \"text\": {\"a\": [1, {}]}}"},
      {"behind.json", "[[1]] [[1]]"},
      {"uneven.csv", "0.5,0.5\n0.5\n"},
      {"word.csv", "0.5,0.5\n0.5,half\n"},
      {"names.csv", ",a,b\n"},
      {"open.csv", "a,\"b\n0.5,0.5\n"},
      {"panels.csv", "panel,query / key,a\nfirst,a,1\n"},
      {"two.csv", "1,0\n0,1\n\n1,0,0\n0,1,0\n0,0,1\n"},
      {"pointer.npy", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"},
      {"lying.safetensors", bytes_of(std::uint64_t{1} << 60) + "{}"},
      {"names.safetensors", bytes_of(std::uint64_t{8}) + "{\"a\":1} "},
  };
  const TemporaryFolder folder;
  for (const auto& [name, bytes] : files) std::ofstream(folder.path() / name, std::ios::binary) << bytes;
  fs::create_directory(folder.path() / "folder.npy");
  fs::copy_file(given_folder / "cross.npy", folder.path() / "cross.npy");
  fs::copy_file(given_folder / "two.npy", folder.path() / "two.npy");
  std::ofstream(folder.path() / "four.txt") << "a b c d";
  std::ofstream(folder.path() / "five.txt") << "a b c d e";
  std::ofstream(folder.path() / "list.json") << "[[\"a\"]]";
  std::ofstream(folder.path() / "blank.txt") << " \n\n";
  std::ofstream(folder.path() / "latin.txt") << "a b caf\xe9 d e";
  std::ofstream(folder.path() / "long.txt") << "a b c d " << std::string(1'000'000, 'e');
  expect_answers([&](const std::string& name) {
    const std::string said = said_of_given(folder.path(), name);
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    EXPECT_LT(said.size(), 600U) << said;
    return said;
  });
}

TEST(GivenWeights, LinksAreFollowed) {
  const TemporaryFolder folder;
  fs::create_symlink("nowhere.npy", folder.path() / "dangling.npy");
  fs::create_symlink(folder.path(), folder.path() / "link_to_folder.npy");
  fs::create_symlink("/dev/zero", folder.path() / "endless.npy");
  fs::create_symlink("circle.npy", folder.path() / "circle.npy");
  expect_answers([&](const std::string& name) { return said_of_given(folder.path(), name); });
}

// Whatever byte of a small file is another one, it is read or refused in a sentence.
TEST(GivenWeights, AnyOtherByteIsReadOrRefused) {
  const TemporaryFolder folder;
  int read = 0, refused = 0;
  for (const char* name : {"two.npy", "stored.npz", "packed.npz", "one.safetensors", "named.csv"}) {
    const std::string bytes = read_text(given_folder / name);
    const fs::path file = folder.path() / name;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
      std::string other = bytes;
      other[at] = static_cast<char>(other[at] ^ (at % 2 == 0 ? 0xff : 0x10));
      std::ofstream(file, std::ios::binary) << other;
      try {
        read_given(file);
        ++read;
      } catch (const FileError& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        ++refused;
      }
    }
  }
  EXPECT_GT(read, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace headlight
