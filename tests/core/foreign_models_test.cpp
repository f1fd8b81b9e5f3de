// Folders as Hugging Face's libraries write them, of every family: each value of the forward pass against
// tests/golden/make_foreign.py, and what is said of folders that cannot be read.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/explain/sentence_vectors.h"
#include "core/explain/view.h"
#include "core/files/json.h"
#include "core/files/safetensors.h"
#include "core/files/whole_file.h"
#include "core/models/foreign.h"
#include "core/models/model.h"
#include "core/models/picture_models.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

const fs::path foreign_folders = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign";

std::vector<int> foreign_ids(const TensorFile& golden, const std::string& name) {
  std::vector<int> ids;
  for (const float id : golden.find(name)->data) ids.push_back(static_cast<int>(id));
  return ids;
}

// Every step, in the order of the computation, so that the first that differs is named.
void expect_as_golden(const Trace& trace, const TensorFile& golden) {
  std::size_t compared = 0;
  for (const int id : trace.steps()) {
    const std::string& path = trace.label(id).path;
    const Tensor* const stored = golden.find(path);
    ASSERT_NE(stored, nullptr) << path << " is not in the golden file";
    const Reading read = trace.read(id);
    const ConstView value = read.view();
    ASSERT_EQ(static_cast<std::size_t>(value.shape.size()), stored->data.size()) << path;
    double largest = 1;
    for (const float each : stored->data) {
      if (std::isfinite(each)) largest = std::max(largest, std::abs(static_cast<double>(each)));
    }
    for (std::size_t i = 0; i < stored->data.size(); ++i) {
      if (value.data[i] == stored->data[i]) continue;
      ASSERT_NEAR(value.data[i], stored->data[i], 1e-5 * largest)
          << "first that differs: " << path << ", cell " << i;
    }
    ++compared;
  }
  EXPECT_EQ(compared, golden.tensors.size()) << "the golden file has values that the tape does not have";
}

// Texts that stand one below the other.
std::vector<TextRead> golden_texts(const TensorFile& golden) {
  const std::vector<int> tokens = foreign_ids(golden, "target.tokens"),
                         numbers = foreign_ids(golden, "target.sentences");
  std::vector<TextRead> texts(static_cast<std::size_t>(numbers.back()) + 1);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    TextRead& text = texts[static_cast<std::size_t>(numbers[i])];
    text.text = "text " + std::to_string(numbers[i]);
    text.tokens.push_back(tokens[i]);
  }
  return texts;
}

class ForeignGolden : public testing::TestWithParam<const char*> {};

TEST_P(ForeignGolden, EveryValueIsAsComputedFromTheFolder) {
  const fs::path folder = foreign_folders / GetParam();
  const TensorFile golden = read_safetensors(folder / "golden.safetensors");
  const ModelPtr model = load_model(folder);
  TraceRequest request;
  if (const Tensor* const picture = golden.find("picture")) {
    request.input =
        Matrix(ConstView{picture->data.data(), {static_cast<int>(picture->data.size()) / 3, 3}}.map());
    if (model->anatomy().texts) request.input.texts = golden_texts(golden);
  } else if (golden.find("source.tokens") == nullptr) {
    request.input = foreign_ids(golden, "target.tokens");
  } else {
    request.input = foreign_ids(golden, "source.tokens");
    if (golden.find("target.tokens") != nullptr) {
      std::vector<int> words = foreign_ids(golden, "target.tokens");
      EXPECT_EQ(words.front(), model->ends().start);
      words.erase(words.begin());
      request.words = words;
    }
  }
  expect_as_golden(*model->trace(request), golden);
}

INSTANTIATE_TEST_SUITE_P(Folders, ForeignGolden,
                         testing::Values("gpt2", "gpt2_small_numbers", "llama", "llama_31", "qwen2", "bert",
                                         "distilbert", "bert_classes", "distilbert_classes", "bert_tags",
                                         "marian", "vit", "vit_f16", "mistral_window", "qwen2_window",
                                         "bert_one_label", "bert_several", "bert_one_tag", "vit_one_label",
                                         "llama_linear", "distilbert_one_label", "qwen3", "gpt_neox",
                                         "gpt_neox_in_turn", "modernbert", "t5", "t5_gated", "gemma",
                                         "gemma2", "gemma3", "gpt_neo", "roberta", "camembert_classes",
                                         "xlm_roberta_tags", "sentence_mean", "sentence_first", "clip",
                                         "gemma3_4b", "mpnet", "mpnet_sentence"),
                         [](const auto& test) { return std::string(test.param); });

// Another spelling of the same folder gives the same numbers, to the bit.
TEST(ForeignModels, OldSpellingsAreTheSameModel) {
  for (const std::string name : {"gpt2", "bert"}) {
    const ModelPtr today = load_model(foreign_folders / name),
                   old = load_model(foreign_folders / (name + "_old"));
    ASSERT_EQ(today->weights().count(), old->weights().count());
    for (std::size_t i = 0; i < today->weights().count(); ++i)
      EXPECT_EQ(today->weights().tensor(i), old->weights().tensor(i)) << today->weights().spec(i).name;
    EXPECT_EQ(today->read("The animal"), old->read("The animal"));
  }
}

TEST(ForeignModels, ATextIsReadAndGoneOnWith) {
  const ModelPtr model = load_model(foreign_folders / "gpt2");
  const TracePtr trace = model->trace({.text = "The animal crossed"});
  EXPECT_EQ(trace->words().target.front(), "The");
  EXPECT_EQ(trace->words().target[1].substr(0, 1), "a") << "without the space before it";
  EXPECT_EQ(trace->words().target.size(), model->read("The animal crossed").size());
  EXPECT_EQ(model->ends().end, 0);
  EXPECT_EQ(model->ends().between, "");
  const ModelPtr marian = load_model(foreign_folders / "marian");
  EXPECT_EQ(marian->ends().start, 199);
  const std::string said = written(*marian->trace({.text = "The dog"}));
  EXPECT_FALSE(said.empty());
  EXPECT_EQ(said.find("␣"), std::string::npos) << said;
}

// Several heads ask the same keys: an edit of them is an edit for all of these heads.
TEST(ForeignModels, SharedKeysAreShared) {
  const ModelPtr model = load_model(foreign_folders / "llama");
  const ModelInput input(std::vector<int>{5, 9, 30, 7});
  const TracePtr plain = model->trace({.input = input});
  const TracePtr edited = model->trace(
      {.input = input, .edits = {{.path = "decoder.0.self_attention.head.0.key", .row = 1, .values = {3}}}});
  EXPECT_EQ(edited->read("decoder.0.self_attention.head.1.key")(1, 0), 3);
  EXPECT_EQ(edited->read("decoder.0.self_attention.head.2.key")(1, 0),
            plain->read("decoder.0.self_attention.head.2.key")(1, 0));
}

// The picture that tests/golden/make_foreign.py had resized by Pillow, in a file of another shape.
TEST(ForeignModels, APictureIsTakenAsItsFolderSays) {
  const fs::path folder = foreign_folders / "vit";
  const ModelPtr model = load_model(folder);
  const PictureInfo& info = *model->anatomy().picture;
  const OwnPicture own = read_picture(folder / "picture.png");
  EXPECT_EQ(own.whole.width, 31);
  EXPECT_EQ(own.whole.height, 20);
  const TensorFile resized_there = read_safetensors(folder / "resized.safetensors");
  for (const auto& [how, name] : names_of(Resample())) {
    const RgbPicture here = resized(own.whole, info.features.side, info.features.side, how);
    const Tensor* const there = resized_there.find(name);
    ASSERT_EQ(here.rgb.size(), there->data.size());
    for (std::size_t i = 0; i < here.rgb.size(); ++i)
      EXPECT_EQ(here.rgb[i], there->data[i]) << name << " " << i;
  }
  const std::string text = text_of_picture(own, info);
  const TracePtr trace = model->trace({.text = text});
  const Reading picture = trace->read("picture");
  const TensorFile golden_file = read_safetensors(folder / "golden.safetensors");
  const Tensor* const golden = golden_file.find("picture");
  for (int i = 0; i < picture.view().shape.size(); ++i)
    ASSERT_NEAR(picture.view().data[i], golden->data[static_cast<std::size_t>(i)], 1.01 / 255 / 0.224);
  // What is on screen is what the model was shown.
  const RgbPicture shown = shown_pixels(picture.view(), info);
  EXPECT_EQ(shown, pixels_of(text, info.features.side, Resample::nearest));
}

// To the byte, also where the exact value lies half-way between two.
TEST(ForeignModels, PicturesAreResizedAsByPillow) {
  const Json rows = Json::parse(read_text(foreign_folders / "resized.json"));
  EXPECT_EQ(rows.size(), 5U);
  for (const auto& [name, row] : rows.items()) {
    RgbPicture from{static_cast<int>(row.at("row").size()), 1, {}};
    for (const Json& grey : row.at("row")) from.rgb.insert(from.rgb.end(), 3, grey.get<std::uint8_t>());
    for (const auto& [how, filter] : names_of(Resample())) {
      const RgbPicture here = resized(from, row.at("width").get<int>(), 1, how);
      std::vector<int> greys;
      for (std::size_t i = 0; i < here.rgb.size(); i += 3) greys.push_back(here.rgb[i]);
      EXPECT_EQ(greys, row.at(filter).get<std::vector<int>>()) << name << " " << filter;
    }
  }
}

// A window hides keys, and the text may be longer.
TEST(ForeignModels, AWindowIsAMask) {
  const ModelPtr model = load_model(foreign_folders / "mistral_window");
  EXPECT_EQ(model->anatomy().max_tokens, 64);
  const TracePtr trace = model->trace({.text = "a text of many letters"});
  const Reading weights = trace->read("decoder.0.self_attention.head.0.weights");
  EXPECT_EQ(weights.view()(9, 5), 0);
  EXPECT_GT(weights.view()(9, 6), 0);
  // What is written word by word, with keys that are kept, is what is written at once.
  const auto writing = model->writing("ab");
  ASSERT_TRUE(writing.has_value());
  const std::vector<int> read = model->read("ab cd ef");
  const std::vector<int> added(read.begin() + 2, read.end());
  const std::vector<float> next = writing->next(added);
  const TracePtr at_once = model->trace({.text = "ab cd ef"});
  const Reading whole = at_once->read("probabilities");
  for (int word = 0; word < whole.view().shape.cols; ++word)
    EXPECT_NEAR(next[static_cast<std::size_t>(word)], whole.view()(whole.view().shape.rows - 1, word), 1e-5F);
}

// Every other layer has the window, and each says so in its weights.
TEST(ForeignModels, AWindowOfSomeLayersIsAMaskOfThese) {
  const ModelPtr model = load_model(foreign_folders / "gpt_neo");
  EXPECT_EQ(model->anatomy().max_tokens, 32);
  const TracePtr trace = model->trace({.text = "a text of many letters"});
  const std::string weights = ".self_attention.head.0.weights";
  for (const int layer : {0, 1, 2}) {
    const Reading read = trace->read("decoder." + std::to_string(layer) + weights);
    EXPECT_GT(read.view()(9, 7), 0);
    EXPECT_EQ(read.view()(9, 6) > 0, layer != 1) << layer;
    EXPECT_EQ(read.view()(9, 10), 0);
  }
}

// As the tokenizer says: <s> and </s> around, a mask as it is typed.
TEST(ForeignModels, ARobertaReadsWithItsTokensAround) {
  for (const char* const name : {"roberta", "camembert_classes", "xlm_roberta_tags"}) {
    const ModelPtr model = load_model(foreign_folders / name);
    EXPECT_EQ(model->read("da"), (std::vector<int>{0, 9, 6, 2})) << name;
    EXPECT_EQ(model->anatomy().max_tokens, 32);
  }
  const ModelPtr model = load_model(foreign_folders / "roberta");
  EXPECT_EQ(model->read("d a<mask>"), (std::vector<int>{0, 9, 5, 6, 4, 2}));
  EXPECT_EQ(model->anatomy().answer, AnswerKind::hidden_words);
  const std::string said = written(*load_model(foreign_folders / "camembert_classes")->trace({.text = "da"}));
  EXPECT_TRUE(said == "bad" || said == "good") << said;
}

// Distances so far apart that they share a row of the table, on both sides of every edge.
TEST(ForeignModels, AFarDistanceHasTheRowOfItsRange) {
  const fs::path folder = foreign_folders / "t5_far";
  const TensorFile golden = read_safetensors(folder / "golden.safetensors");
  const TracePtr trace = load_model(folder)->trace(
      {.input = foreign_ids(golden, "source.tokens"), .words = std::vector<int>{7}});
  const std::string path = "encoder.0.self_attention.head.0.position_bias";
  const Reading bias = trace->read(path);
  const Tensor& stored = *golden.find(path);
  ASSERT_EQ(bias.shape(), (Shape{140, 140}));
  for (int i = 0; i < 140 * 140; ++i)
    ASSERT_EQ(bias.view().data[i], stored.data[static_cast<std::size_t>(i)]) << i;
}

// Labels that exclude nothing: each is as likely as it is, whatever the others are.
TEST(ForeignModels, LabelsThatExcludeNothingHaveASigmoidEach) {
  const ModelPtr model = load_model(foreign_folders / "bert_several");
  EXPECT_TRUE(model->anatomy().separate_labels);
  const TracePtr trace = model->trace({.text = "a b"});
  const Reading logits = trace->read("logits"), chances = trace->read("probabilities");
  for (int label = 0; label < 3; ++label)
    EXPECT_NEAR(chances.view()(0, label), 1 / (1 + std::exp(-logits.view()(0, label))), 1e-6F);
  const Heatmap map = view_of(*trace, "probabilities");
  EXPECT_EQ(map.scale.high, 1);
  EXPECT_EQ(map.format, NumberFormat::probability);
  EXPECT_FALSE(load_model(foreign_folders / "bert_classes")->anatomy().separate_labels);
}

TEST(ForeignModels, APictureIsAnsweredWithTheNameOfAClass) {
  const ModelPtr model = load_model(foreign_folders / "vit");
  EXPECT_EQ(model->target().words(),
            (std::vector<std::string>{"tabby cat", "crane", "street", "bicycle", "crane (4)"}));
  EXPECT_EQ(model->anatomy().answer, AnswerKind::one_label);
  const TracePtr trace = model->trace({.text = example_picture});
  EXPECT_EQ(trace->words().source.front(), "[class]");
  EXPECT_EQ(trace->words().source.size(), 17U);
  EXPECT_EQ(written(*trace), trace->words().next.front());
  EXPECT_EQ(load_model(foreign_folders / "vit_f16")->target().word(1), "LABEL_1");
}

// What is written of it in our own format is the same model.
TEST(ForeignModels, APictureModelIsWrittenAndReadAgain) {
  const ModelPtr model = load_model(foreign_folders / "vit");
  const TemporaryFolder folder;
  model->save(folder.path());
  const ModelPtr again = load_model(folder.path());
  EXPECT_EQ(again->config<PictureTransformerConfig>(), model->config<PictureTransformerConfig>());
  EXPECT_EQ(again->trace({.text = example_picture})->read("logits").view().map(),
            model->trace({.text = example_picture})->read("logits").view().map());
}

TEST(ForeignModels, HiddenWordsAreGuessed) {
  const ModelPtr model = load_model(foreign_folders / "bert");
  EXPECT_EQ(model->anatomy().answer, AnswerKind::hidden_words);
  const TracePtr whole = model->trace({.text = "the dog crossed the street"});
  EXPECT_TRUE(written_words(*whole).empty()) << "nothing is hidden";
  const TracePtr trace = model->trace({.text = "the [MASK] crossed the [MASK]"});
  const std::vector<int> hidden = hidden_places(*trace);
  ASSERT_EQ(hidden.size(), 2U);
  EXPECT_EQ(trace->words().source[static_cast<std::size_t>(hidden[0])], "[MASK]");
  EXPECT_EQ(hidden[0], 2) << "behind [CLS] and the";
  const std::vector<std::string> guesses = written_words(*trace);
  ASSERT_EQ(guesses.size(), 2U);
  for (int place = 0; place < 2; ++place) {
    EXPECT_EQ(row_of_written(*trace, place), hidden[static_cast<std::size_t>(place)]);
    Eigen::Index best = 0;
    trace->read("probabilities").view().map().row(hidden[static_cast<std::size_t>(place)]).maxCoeff(&best);
    EXPECT_EQ(guesses[static_cast<std::size_t>(place)], model->target().word(static_cast<int>(best)));
  }
}

TEST(ForeignModels, ATextIsLabelled) {
  const ModelPtr model = load_model(foreign_folders / "bert_classes");
  EXPECT_EQ(model->anatomy().answer, AnswerKind::one_label);
  const std::string said = written(*model->trace({.text = "the dog crossed the street"}));
  EXPECT_TRUE(said == "NEGATIVE" || said == "POSITIVE") << said;
  const ModelPtr tags = load_model(foreign_folders / "bert_tags");
  EXPECT_EQ(tags->anatomy().answer, AnswerKind::labels);
  EXPECT_EQ(written_words(*tags->trace({.text = "the dog"})).size(), 4U) << "of [CLS] and [SEP] as well";
}

TEST(ForeignModels, AnEncoderWithoutAHeadAnswersWithAVector) {
  const ModelPtr model = load_model(foreign_folders / "sentence_mean");
  EXPECT_EQ(model->anatomy().answer, AnswerKind::vector);
  EXPECT_EQ(model->config().pooling, Pooling::mean);
  EXPECT_TRUE(model->config().unit_vector);
  const TracePtr trace = model->trace({.text = "the dog crossed the street"}),
                 same = model->trace({.text = "the dog crossed the street"}),
                 other = model->trace({.text = "a student looked at the wide river"});
  EXPECT_EQ(trace->find("logits"), -1);
  EXPECT_TRUE(written_words(*trace).empty());
  EXPECT_NEAR(sentence_cosine(*trace, *same).value(), 1, 1e-6);
  const double cosine = sentence_cosine(*trace, *other).value();
  EXPECT_LT(std::abs(cosine), 1);
  // Of vectors of length 1 the dot product is the cosine.
  const Reading a = trace->read("sentence_unit"), b = other->read("sentence_unit");
  EXPECT_NEAR(a.view().map().row(0).dot(b.view().map().row(0)), cosine, 1e-6);
  EXPECT_NEAR(a.view().map().norm(), 1, 1e-6);
  // What each token adds, and that it is all.
  for (const auto& [of, beside] : {std::pair{trace, other}, std::pair{other, trace}}) {
    const std::vector<double> added = added_to_cosine(*of, *beside);
    EXPECT_EQ(added.size(), of->words().source.size());
    EXPECT_NEAR(std::accumulate(added.begin(), added.end(), 0.0), cosine, 1e-6) << "the mean is in float";
  }
  // Without the last word's row the mean is another: what it adds is counted from its own numbers.
  const Reading rows = trace->read("encoder.1.normalized_2");
  const SentenceVector u = sentence_vector(*trace).value(), v = sentence_vector(*other).value();
  double dot = 0;
  for (int d = 0; d < 12; ++d)
    dot += static_cast<double>(rows(2, d)) * v.numbers[static_cast<std::size_t>(d)];
  EXPECT_NEAR(added_to_cosine(*trace, *other)[2], dot / (u.rows * u.length * v.length), 1e-9);

  const ModelPtr first = load_model(foreign_folders / "sentence_first");
  EXPECT_EQ(first->config().pooling, Pooling::first);
  EXPECT_FALSE(first->config().unit_vector);
  const TracePtr one = first->trace({.text = "the dog"}), two = first->trace({.text = "the street"});
  EXPECT_EQ(one->find("sentence_unit"), -1);
  EXPECT_TRUE(sentence_cosine(*one, *two).has_value());
  EXPECT_TRUE(added_to_cosine(*one, *two).empty()) << "only the first row goes on";
  EXPECT_FALSE(sentence_cosine(*one, *load_model(foreign_folders / "bert")->trace({.text = "the dog"})));
}

// A picture is compared with the texts behind it, and each text alone gives the same as among others.
TEST(ForeignModels, APictureIsComparedWithTexts) {
  const ModelPtr model = load_model(foreign_folders / "clip");
  EXPECT_EQ(model->anatomy().answer, AnswerKind::one_label);
  EXPECT_TRUE(model->anatomy().texts);
  const std::string picture = example_picture;
  const TracePtr three = model->trace({.text = picture + " | the dog | a student | the wide street"});
  EXPECT_EQ(*three->words().target_vocabulary,
            (std::vector<std::string>{"the dog", "a student", "the wide street"}));
  EXPECT_EQ(three->words().source.size(), 10U) << "nine cells behind the class token";
  EXPECT_EQ(three->words().target.front(), "<start>");
  const Reading cosines = three->read("cosines"), logits = three->read("logits"),
                chances = three->read("probabilities");
  ASSERT_EQ(cosines.shape(), (Shape{1, 3}));
  for (int text = 0; text < 3; ++text) {
    EXPECT_LE(std::abs(cosines(0, text)), 1.0001F);
    EXPECT_NEAR(logits(0, text), cosines(0, text) * std::exp(2.6592F), 1e-4F);
  }
  EXPECT_NEAR(chances.view().map().sum(), 1, 1e-6);
  Eigen::Index best = 0;
  chances.view().map().row(0).maxCoeff(&best);
  EXPECT_EQ(written(*three), (*three->words().target_vocabulary)[static_cast<std::size_t>(best)]);
  EXPECT_EQ(three->label(Axis::text, 1), "a student");
  EXPECT_EQ(three->label(Axis::target_word, 1), "1") << "a token is no text";
  const TracePtr alone = model->trace({.text = picture + " | a student"});
  EXPECT_NEAR(alone->read("cosines")(0, 0), cosines(0, 1), 1e-6F);
  EXPECT_EQ(alone->find("target.sentences"), -1);
  // Without any, there are some to begin with; a text that is too long is said to be.
  EXPECT_EQ(model->trace({.text = picture})->words().target_vocabulary->size(), 3U);
  EXPECT_THROW(model->trace({.text = picture + " | " + std::string(200, 'x')}), std::invalid_argument);
  EXPECT_THROW(model->trace({.text = picture + " | "}), std::invalid_argument);
}

class ForeignFolder : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("foreign_" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    fs::copy(foreign_folders / "gpt2", folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string complaint() const {
    try {
      load_model(folder_);
    } catch (const FileError& error) {
      return error.what();
    }
    return "it was loaded";
  }
  void expect_said(const std::string& what) const {
    EXPECT_NE(complaint().find(what), std::string::npos) << complaint();
  }
  void write(const char* name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  void change_config(const std::string& from, const std::string& to) const {
    std::string text = read_text(folder_ / "config.json");
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos);
    write("config.json", text.replace(at, from.size(), to));
  }

  fs::path folder_;
};

TEST_F(ForeignFolder, SaysWhatLiesInsteadOfWeights) {
  EXPECT_EQ(complaint(), "it was loaded");
  write("model.safetensors", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n");
  expect_said("git lfs pull");
  fs::remove(folder_ / "model.safetensors");
  expect_said("there is no such file");
  write("pytorch_model.bin", "PK\3\4");
  expect_said("in Python: import torch; from safetensors.torch import save_file");
  expect_said("is cut off");
  fs::remove(folder_ / "pytorch_model.bin");
  write("small.Q4_K.gguf", "GGUF");
  expect_said("has its weights as .gguf, which is a model by itself; open that file");
  write("model.safetensors.index.json",
        R"({"weight_map": {"wte.weight": "a.safetensors", "b": "b.safetensors"}})");
  expect_said("names 2 files, of which 0 are here");
  write("model.safetensors.index.json", R"({"weight_map": {"wte.weight": "../a.safetensors"}})");
  expect_said("leads out of the folder");
}

TEST_F(ForeignFolder, SaysWhatAFolderWithoutAConfigIs) {
  fs::remove(folder_ / "config.json");
  expect_said("config.json");
  write("adapter_config.json", "{}");
  expect_said("has only an adapter");
  fs::remove(folder_ / "adapter_config.json");
  write("ckpt.pt", "PK\3\4");
  expect_said("has a training checkpoint");
  expect_said("torch.load(\"ckpt.pt\"");
}

// What cannot be computed here is not better when it is downloaded again.
TEST_F(ForeignFolder, AdviceCanHelp) {
  write("tokenizer.json", R"({"pre_tokenizer": {"type": "UnicodeScripts"}, "model": {"vocab": {}}})");
  expect_said("\"UnicodeScripts\", which Headlight does not know; save its attention weights in Python");
  write("tokenizer.json", R"({"model": )");
  expect_said("download it again");
  change_config("\"gpt2\"", "\"bloom\"");
  expect_said("save its attention weights in Python");
}

// What is in front of every name is no part of it.
TEST_F(ForeignFolder, NamesMayBeWrapped) {
  const ModelPtr plain = load_model(folder_);
  const TensorFile file = read_safetensors(folder_ / "model.safetensors");
  for (const std::string wrapper : {"module.", "_orig_mod.", "_orig_mod.module."}) {
    std::vector<NamedTensor> wrapped = file.tensors;
    for (NamedTensor& each : wrapped) each.name.insert(0, wrapper);
    write_safetensors(folder_ / "model.safetensors", wrapped);
    const ModelPtr read = load_model(folder_);
    for (std::size_t i = 0; i < plain->weights().count(); ++i)
      EXPECT_EQ(read->weights().tensor(i), plain->weights().tensor(i)) << wrapper;
    wrapped.front().name.erase(0, wrapper.size());
    write_safetensors(folder_ / "model.safetensors", wrapped);
    EXPECT_NE(complaint(), "it was loaded") << "not in front of every name";
  }
}

// Said in tokenizer_config.json, what begins and ends a text stands instead of what tokenizer.json has.
TEST_F(ForeignFolder, TheTokenThatBeginsATextIsAsTheTokenizerSays) {
  fs::remove_all(folder_);
  fs::copy(foreign_folders / "qwen2", folder_);
  const auto read = [&](const char* said) {
    write("tokenizer_config.json", said);
    return load_model(folder_)->read("The dog");
  };
  const std::vector<int> usual = load_model(folder_)->read("The dog");
  EXPECT_EQ(usual.front(), 1);
  const std::vector<int> alone(usual.begin() + 1, usual.end());
  EXPECT_EQ(read("{\"tokenizer_class\": \"LlamaTokenizer\"}"), usual);
  EXPECT_EQ(read("{\"add_bos_token\": true}"), usual);
  EXPECT_EQ(read("{\"add_bos_token\": false}"), alone);
  std::vector<int> ended = alone;
  ended.push_back(2);
  EXPECT_EQ(read(R"({"add_bos_token": false, "add_eos_token": true, "eos_token": {"content": "</s>"}})"),
            ended);
  EXPECT_EQ(read("{\"add_bos_token\": true, \"bos_token\": null}"), alone);
  write("tokenizer_config.json", "{\"add_bos_token\": \"yes\"}");
  expect_said("tokenizer_config.json");
}

// What a newer kind may be and Headlight does not compute, by the key that says so.
TEST_F(ForeignFolder, SaysWhatOfANewerKindItDoesNotCompute) {
  struct Changed {
    const char *folder, *config, *said, *as_well;
  };
  for (const Changed& each : std::initializer_list<Changed>{
           {"qwen3", R"({"use_sliding_window": true, "layer_types": ["linear_attention", "full_attention"]})",
            "layer_types", "linear_attention"},
           {"gpt_neox", R"({"rope_scaling": {"type": "linear", "factor": 2}})", "rope_scaling", "slows"},
           {"gpt_neox", R"({"rotary_pct": 0})", "rotary_pct", "above 0"},
           {"gpt_neox", R"({"rotary_pct": 0.05})", "rotary_pct", "no dimension"},
           {"gpt_neo", R"({"attention_types": [[["global", "global"], 1000]]})", "attention_types",
            "as many"},
           {"gpt_neo", R"({"attention_types": [[["global"], -1]]})", "attention_types", "how often"},
           {"gpt_neo", R"({"attention_types": [[["sparse"], 3]]})", "attention_types", "other than global"},
           {"roberta", R"({"pad_token_id": 0})", "pad_token_id", "is not 1"},
           {"gemma2", R"({"rope_scaling": {"factor": 8}})", "rope_scaling", "slows"},
           {"gemma2", R"({"hidden_activation": "silu"})", "hidden_activation", "other than GELU"},
           {"gemma3", R"({"rope_parameters": {"full_attention": {"rope_type": "yarn"}}})", "full_attention",
            "the kind \"yarn\""},
           {"gemma3", R"({"rope_parameters": {"sliding_attention": {"rope_type": "linear"}}})",
            "sliding_attention", "other than default"},
           {"gemma3", R"({"rope_scaling": {"rope_type": "llama3", "factor": 8}})", "window_base", "alike"},
           {"gemma3_4b", R"({"text_config": null})", "text_config", "is missing"},
           {"mpnet", R"({"relative_attention_num_buckets": 16})", "relative_attention_num_buckets", "not 32"},
           {"gemma3", R"({"sliding_window_pattern": 0})", "sliding_window_pattern", "above 0"},
           {"modernbert", R"({"architectures": ["ModernBertForSequenceClassification"]})", "architectures",
            "ForMaskedLM"},
           {"modernbert", R"({"global_attn_every_n_layers": 0})", "global_attn_every_n_layers", "above 0"},
           {"clip", R"({"architectures": ["CLIPVisionModel"]})", "architectures", "CLIPModel"},
           {"clip", R"({"vision_config": {"image_size": 10, "patch_size": 4}})", "patch_size",
            "does not divide"},
           {"clip", R"({"text_config": {"hidden_act": "gelu"}})", "hidden_act", "differs"},
           {"clip", R"({"text_config": {"layer_norm_eps": 0.1}})", "layer_norm_eps", "differs"},
           {"t5", R"({"feed_forward_proj": "gated-relu"})", "feed_forward_proj", "gated-relu"},
           {"t5", R"({"relative_attention_num_buckets": 16})", "relative_attention_num_buckets", "not 32"}}) {
    fs::remove_all(folder_);
    fs::copy(foreign_folders / each.folder, folder_);
    Json config = Json::parse(read_text(folder_ / "config.json"));
    config.update(Json::parse(each.config));
    write("config.json", config.dump());
    expect_said(std::string("\"") + each.said + "\"");
    expect_said(each.as_well);
  }
}

// The names that transformers writes since version 4.52, and its version 5's words for the turns.
TEST_F(ForeignFolder, AModelThatReadsPicturesTooIsReadAsItsVersionSays) {
  fs::remove_all(folder_);
  fs::copy(foreign_folders / "gemma3_4b", folder_);
  const ModelPtr plain = load_model(folder_);
  TensorFile file = read_safetensors(folder_ / "model.safetensors");
  for (NamedTensor& each : file.tensors) {
    constexpr std::string_view before = "language_model.model.";
    each.name = each.name.starts_with(before) ? "model.language_model." + each.name.substr(before.size())
                                              : "model." + each.name;
  }
  write_safetensors(folder_ / "model.safetensors", file.tensors);
  Json config = Json::parse(read_text(folder_ / "config.json"));
  Json& text = config["text_config"];
  const Json whole = {{"rope_type", "linear"}, {"factor", 8.0}, {"rope_theta", text["rope_theta"]}},
             near = {{"rope_type", "default"}, {"rope_theta", text["rope_local_base_freq"]}};
  text.erase("rope_scaling");
  text.erase("rope_theta");
  text.erase("rope_local_base_freq");
  text["rope_parameters"] = {{"full_attention", whole}, {"sliding_attention", near}};
  write("config.json", config.dump());
  const ModelPtr today = load_model(folder_);
  EXPECT_EQ(today->config(), plain->config());
  for (std::size_t i = 0; i < plain->weights().count(); ++i)
    EXPECT_EQ(today->weights().tensor(i), plain->weights().tensor(i)) << plain->weights().spec(i).name;
  EXPECT_EQ(today->ends().end, 2) << "said beside the part, not in it";
}

// A folder of sentence-transformers may name a head that its weights do not have.
TEST(ForeignModels, ASentenceModelNeedsNoHead) {
  const ModelPtr model = load_model(foreign_folders / "mpnet_sentence");
  EXPECT_EQ(model->anatomy().answer, AnswerKind::vector);
  EXPECT_TRUE(model->config().unit_vector);
  const std::vector<int> ids = model->read("the dog");
  EXPECT_EQ(ids.front(), 0);
  EXPECT_EQ(ids.back(), 2);
  const std::vector<int> of_bert = load_model(foreign_folders / "bert")->read("the dog");
  ASSERT_EQ(ids.size(), of_bert.size());
  for (std::size_t i = 1; i + 1 < ids.size(); ++i) EXPECT_EQ(ids[i], of_bert[i] + 4) << "behind four others";
}

// What stands beside an encoder without a head.
TEST_F(ForeignFolder, SaysWhichPoolingItDoesNotCompute) {
  fs::remove_all(folder_);
  fs::copy(foreign_folders / "sentence_mean", folder_, fs::copy_options::recursive);
  EXPECT_EQ(complaint(), "it was loaded");
  write("1_Pooling/config.json", R"({"pooling_mode_max_tokens": true, "pooling_mode_mean_tokens": false})");
  expect_said("\"pooling_mode_max_tokens\"");
  write("1_Pooling/config.json", R"({"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": true})");
  expect_said("\"pooling_mode_cls_token\"");
  write("1_Pooling/config.json", R"({"pooling_mode_cls_token": true})");
  EXPECT_EQ(load_model(folder_)->config().pooling, Pooling::first);
  fs::remove(folder_ / "1_Pooling/config.json");
  EXPECT_EQ(load_model(folder_)->config().pooling, Pooling::mean);
  write("modules.json", R"([{"type": "sentence_transformers.models.Dense"}])");
  expect_said("Dense");
  write("modules.json", "{}");
  expect_said("modules.json");
  fs::remove(folder_ / "modules.json");
  EXPECT_FALSE(load_model(folder_)->config().unit_vector);
}

// What T5 and mT5 leave out differs, and version 5 of transformers says elsewhere what the logits are made
// from.
TEST_F(ForeignFolder, AT5IsReadAsItsKindAndItsVersionSay) {
  const std::vector<int> words{7, 11};
  const auto logits_of = [&](const fs::path& folder) {
    const TracePtr trace = load_model(folder)->trace({.text = "a text", .words = words});
    return Matrix(trace->read("logits").view().map());
  };
  const auto changed = [&](const char* from, const char* key, const Json& more) {
    fs::remove_all(folder_);
    fs::copy(foreign_folders / from, folder_);
    Json config = Json::parse(read_text(folder_ / "config.json"));
    config.erase("feed_forward_proj");
    config.erase(key);
    config.update(more);
    write("config.json", config.dump());
    return logits_of(folder_);
  };
  const Matrix plain = logits_of(foreign_folders / "t5"), gated = logits_of(foreign_folders / "t5_gated");
  EXPECT_EQ(changed("t5", "tie_word_embeddings", Json::object()), plain);
  EXPECT_EQ(changed("t5_gated", "tie_word_embeddings", {{"model_type", "mt5"}}), gated);
  EXPECT_EQ(changed("t5_gated", "tie_word_embeddings",
                    {{"feed_forward_proj", "gated-gelu"},
                     {"tie_word_embeddings", true},
                     {"scale_decoder_outputs", false}}),
            gated);
}

TEST_F(ForeignFolder, SaysWhichModelsAreKnown) {
  change_config("\"gpt2\"", "\"bloom\"");
  expect_said("\"bloom\", a kind of model that Headlight does not know; it knows bert, distilbert, roberta");
}

TEST_F(ForeignFolder, SaysWhatDoesNotFit) {
  change_config("\"n_layer\": 2", "\"n_layer\": 3");
  expect_said("has no tensor \"h.2.attn.c_attn.weight\"");
  change_config("\"n_layer\": 3", "\"n_layer\": 1");
  expect_said("unknown tensor \"transformer.h.1.");
  change_config("\"n_layer\": 1", "\"n_layer\": 2");
  change_config("\"n_positions\": 32", "\"n_positions\": 33");
  expect_said("\"wpe.weight\" should have the shape [33, 24]");
  change_config("\"n_positions\": 33", "\"n_positions\": 32");
  change_config("gelu_new", "mish");
  expect_said("\"mish\", an activation that Headlight does not know");
  change_config("mish", "gelu_new");
  change_config("\"n_layer\": 2", "\"scale_attn_by_inverse_layer_idx\": true, \"n_layer\": 2");
  expect_said("scale_attn_by_inverse_layer_idx");
}

TEST_F(ForeignFolder, SaysWhatIsWrongWithATokenizer) {
  fs::remove(folder_ / "merges.txt");
  expect_said("has no tokenizer");
  write("merges.txt", "#version: 0.2\nzz qq\n");
  expect_said("which is not a token");
  write("tokenizer.json", R"({"model": {"type": "WordLevel", "vocab": {}}})");
  expect_said("\"WordLevel\", which Headlight does not know");
  write("tokenizer.json", R"({"model": {"type": "Unigram", "vocab": {"a": 0}}})");
  expect_said("\"model.vocab\" must be a list");
  write("tokenizer.json", R"({"model": {"type": "Unigram", "vocab": [["a", 0], ["b"]]}})");
  expect_said("has an entry that is not a piece and its score: a list");
  write("tokenizer.json", R"({"model": {"type": "Unigram", "vocab": [["a", 0]], "unk_id": 1}})");
  expect_said("\"model.unk_id\" is not the number of a piece");
  write("tokenizer.json", R"({"normalizer": {"type": "Precompiled", "precompiled_charsmap": "AAAA"},)"
                          R"( "model": {"type": "Unigram", "vocab": [["a", 0]], "unk_id": 0}})");
  expect_said("a table of replacements that is cut off");
  write("tokenizer.json", R"({"model": {"type": "BPE", "vocab": {"a": 400}, "merges": []}})");
  expect_said("401 tokens; config.json allows at most 320");
}

TEST_F(ForeignFolder, SaysWhichHeadGuessesNothing) {
  fs::remove_all(folder_);
  fs::copy(foreign_folders / "bert", folder_);
  change_config("BertForMaskedLM", "BertForQuestionAnswering");
  expect_said("is BertForQuestionAnswering, which guesses nothing");
}

TEST_F(ForeignFolder, SaysWhatDoesNotFitInAPictureModel) {
  fs::remove_all(folder_);
  fs::copy(foreign_folders / "vit", folder_);
  EXPECT_EQ(complaint(), "it was loaded");
  const std::string config = read_text(folder_ / "config.json");
  const std::string preprocessor = read_text(folder_ / "preprocessor_config.json");
  const auto with = [&](const std::string& from, const std::string& to, const std::string& said) {
    change_config(from, to);
    expect_said(said);
    write("config.json", config);
  };
  with("\"patch_size\": 6", "\"patch_size\": 5", "is 5, which does not divide \"image_size\", 24");
  with("\"patch_size\": 6", "\"patch_size\": 0", "is 0, which does not divide");
  with("\"patch_size\": 6", "\"patch_size\": 8", "should have the shape [24, 3, 8, 8]");
  with("\"image_size\": 24", "\"image_size\": 48", "\"image_size\" in config.json is 48");
  with("\"image_size\": 24", "\"image_size\": 6000000", "\"side\"");
  with("\"num_channels\": 3", "\"num_channels\": 1", "Headlight reads red, green and blue");
  with("ViTForImageClassification", "ViTModel", "has no classifier and so names nothing");
  with("\"4\": \"crane\"", "\"9\": \"crane\"", "has the key \"9\"; keys must be 0 to 4");
  with("\"intermediate_size\": 40", "\"intermediate_size\": 41", "should have the shape");
  const auto prepared = [&](const std::string& from, const std::string& to, const std::string& said) {
    std::string text = preprocessor;
    write("preprocessor_config.json", text.replace(text.find(from), from.size(), to));
    expect_said("preprocessor_config.json");
    expect_said(said);
    write("preprocessor_config.json", preprocessor);
  };
  prepared("\"height\": 24", "\"height\": 25", "must have the same \"height\" and \"width\"");
  prepared("\"resample\": 3", "\"resample\": 7", "filters have the numbers 0 to 5");
  prepared("[0.485, 0.456, 0.406]", "[0.485, 0.456]", "needs 3 numbers");
  prepared("0.229", "0", "must be above 0 for each colour");
  prepared("\"do_resize\": true", "\"do_center_crop\": true", "crops pictures");
  prepared("{", "[", "preprocessor_config.json");
}

// Two heads of the tied pair that differ would be one of them without a word.
TEST_F(ForeignFolder, SaysThatTiedTensorsDiffer) {
  TensorFile file = read_safetensors(folder_ / "model.safetensors");
  NamedTensor head{"lm_head.weight", *file.find("transformer.wte.weight")};
  head.tensor.data[5] += 1;
  file.tensors.push_back(head);
  write_safetensors(folder_ / "model.safetensors", file.tensors);
  expect_said("differ, though config.json says they are the same");
}

// A folder that is large enough to be mapped, its positions being so many; in two shards it is read instead.
class LargeFolder : public ForeignFolder {
 protected:
  void SetUp() override {
    ForeignFolder::SetUp();
    const TensorFile small = read_safetensors(folder_ / "model.safetensors");
    std::vector<NamedTensor> tensors = small.tensors;
    for (NamedTensor& each : tensors) {
      if (!each.name.ends_with("wpe.weight")) continue;
      const std::int64_t columns = each.tensor.shape.at(1);
      places_ = (std::int64_t{9} << 20) / 4 / columns;
      each.tensor.shape[0] = places_;
      each.tensor.data.resize(static_cast<std::size_t>(places_ * columns), 0.5F);
    }
    write_safetensors(folder_ / "model.safetensors", tensors);
    std::string config = read_text(folder_ / "config.json");
    const auto at = config.find("\"n_positions\":");
    config.replace(at, config.find_first_of(",}", at) - at, "\"n_positions\": " + std::to_string(places_));
    std::ofstream(folder_ / "config.json") << config;
  }
  std::int64_t places_ = 0;
};

TEST_F(LargeFolder, WhatIsMappedIsWhatIsRead) {
  const fs::path file = folder_ / "model.safetensors";
  SafetensorsFile mapped(file), read(file);
  ASSERT_NE(mapped.map(), nullptr);
  int lent = 0;
  for (const HeaderEntry& entry : read.header().entries) {
    std::vector<float> one(entry.count), other(entry.count);
    mapped.read(entry, one.data());
    read.read(entry, other.data());
    EXPECT_EQ(one, other) << entry.name;
    EXPECT_EQ(read.lent(entry), nullptr);
    const float* const numbers = mapped.lent(entry);
    if (numbers == nullptr) continue;
    ++lent;
    EXPECT_TRUE(std::equal(one.begin(), one.end(), numbers)) << entry.name;
  }
  EXPECT_GT(lent, 0);
  const ModelPtr model = load_model(folder_);
  const ModelPtr plain = load_model(foreign_folders / "gpt2");
  for (std::size_t i = 0; i < plain->weights().count(); ++i) {
    if (plain->weights().spec(i).name == "target.positions") continue;
    EXPECT_EQ(model->weights().tensor(i), plain->weights().tensor(i)) << plain->weights().spec(i).name;
  }
  // A copy can be changed, and nothing else is.
  Weights copy = model->weights();
  copy["target.embedding"](0, 0) = 7;
  EXPECT_EQ(std::as_const(copy)["target.embedding"](0, 0), 7);
  EXPECT_NE(model->weights()["target.embedding"](0, 0), 7);
}

// Somebody saves another model over one that is open: no crash, and no numbers of nobody's.
TEST_F(LargeFolder, AFileThatIsCutOffIsSaid) {
  const ModelPtr model = load_model(folder_);
  const std::vector<int> ids = model->read("The animal");
  EXPECT_NO_THROW(model->trace({.input = ids}));
  fs::resize_file(folder_ / "model.safetensors", 4096);
  try {
    model->trace({.input = ids});
    FAIL() << "it computed with what is not there";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()),
              "the file of the weights has become shorter while it was open; open the model again");
  }
}

TEST_F(LargeFolder, LoadingSaysHowFarItIsAndCanBeStopped) {
  std::vector<float> told;
  load_model(folder_, {}, [&](float share) {
    told.push_back(share);
    return true;
  });
  ASSERT_FALSE(told.empty());
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_LE(told.back(), 1);
  EXPECT_THROW(load_model(folder_, {}, [](float) { return false; }), LoadingCancelled);
}

}  // namespace
}  // namespace headlight
