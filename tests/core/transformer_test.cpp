// The models: names, weights that add up, folders that are refused, what edits do.
#include "core/models/transformer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/files/whole_file.h"
#include "core/matrix/random.h"
#include "core/models/folder.h"
#include "core/models/model.h"
#include "core/text/encode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

Model small_translator(std::uint64_t seed = 1) {
  TransformerConfig config;
  config.d_model = 16;
  config.d_ff = 24;
  config.source_words = 5;
  config.target_words = 6;
  return {config, Weights::random(config, seed),
          WordsFile{Vocabulary({"the", "cat", "sees", "a", "dog"}),
                    Vocabulary({"<s>", "</s>", "le", "chat", "voit", "chien"})}};
}

std::string names(const Tape& tape) {
  std::ostringstream list;
  for (int id = 0; id < tape.size(); ++id) {
    const Node& node = tape.node(id);
    list << node.label.path;
    if (node.kind != Node::Kind::parameter) {
      list << " [" << info(node.label.rows).letter << ", " << info(node.label.cols).letter << "]";
    }
    list << "\n";
  }
  return list.str();
}

// Names are frozen: lessons, sessions and figures refer to them. A new part adds a line; no line ever
// changes.
TEST(Names, AreTheFrozenOnes) {
  const TracePtr trace =
      small_translator().trace({.input = std::vector<int>{0, 1, 2}, .words = std::vector<int>{2, 3}});
  std::ifstream file(HEADLIGHT_SOURCE_DIR "/tests/golden/translator_names.txt");
  std::ostringstream frozen;
  frozen << file.rdbuf();
  EXPECT_EQ(names(trace->tape()), frozen.str());
}

// As a batch is learned: no sentence looks at another, and each begins at place 0.
TEST(SeveralSentences, AreComputedAsEachAlone) {
  const Model model = small_translator(3);
  const std::vector<std::vector<int>> read{{0, 1, 2}, {3, 4}};
  const std::vector<std::vector<int>> wrote{{0, 2, 3, 4}, {0, 5, 2}};
  const auto logits = [&](std::span<const int> source, const SentenceRows& source_rows,
                          std::span<const int> target, const SentenceRows& target_rows) {
    Tape tape;
    Recording recording(tape, model.config(), model.weights());
    const int encoded = record_encoder(recording, source, source_rows);
    const int node = record_logits(recording, record_decoder(recording, target, encoded, target_rows));
    tape.forward();
    return Matrix(tape.value(node).map());
  };
  const std::vector<int> source{0, 1, 2, 3, 4};
  const std::vector<int> source_places{0, 1, 2, 0, 1};
  const std::vector<int> source_of{0, 0, 0, 1, 1};
  const std::vector<int> target{0, 2, 3, 4, 0, 5, 2};
  const std::vector<int> target_places{0, 1, 2, 3, 0, 1, 2};
  const std::vector<int> target_of{0, 0, 0, 0, 1, 1, 1};
  const Matrix both = logits(source, {source_places, source_of}, target, {target_places, target_of});
  const Matrix first = logits(read[0], {}, wrote[0], {});
  const Matrix second = logits(read[1], {}, wrote[1], {});
  EXPECT_TRUE(both.topRows(4).isApprox(first, 1e-4F));
  EXPECT_TRUE(both.bottomRows(3).isApprox(second, 1e-4F));
}

TEST(Names, EveryStepHasItsRowInTheTableOfSites) {
  const TracePtr trace =
      small_translator().trace({.input = std::vector<int>{0, 1, 2}, .words = std::vector<int>{2, 3}});
  for (const int step : trace->steps()) {
    const std::string& path = trace->label(step).path;
    const Site* site = site_of(path);
    ASSERT_NE(site, nullptr) << path;
    EXPECT_FALSE(site->symbol.empty());
    EXPECT_FALSE(site->formula.empty());
    EXPECT_TRUE(site->meaning.ends_with('.')) << path;
  }
}

TEST(Names, TakenApartAndPutTogether) {
  const Place place = place_of("decoder.2.cross_attention.head.11.weights");
  EXPECT_EQ(place.stack, "decoder");
  EXPECT_EQ(place.layer, 2);
  EXPECT_EQ(place.attention, "cross_attention");
  EXPECT_EQ(place.head, 11);
  EXPECT_EQ(place.part, "weights");
  EXPECT_EQ(head_path("decoder", 2, "cross_attention", 11, "weights"),
            "decoder.2.cross_attention.head.11.weights");
  EXPECT_EQ(place_of("encoder.0.feed_forward.hidden").part, "feed_forward.hidden");
  EXPECT_EQ(place_of("logits").stack, "");
  EXPECT_EQ(site_of("parameters.source.embedding"), nullptr);
  EXPECT_EQ(site_of("encoder.0.nothing"), nullptr);
}

TEST(Trace, EveryRowOfEveryWeightsAddsUpToOne) {
  Random random(4);
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const Model model = small_translator(seed);
    std::vector<int> source(1 + random.below(9));
    for (int& word : source) word = random.below(5);
    const TracePtr trace = model.trace({.input = source});
    for (const int step : trace->steps()) {
      const std::string& path = trace->label(step).path;
      if (!path.ends_with("weights") && path != "probabilities") continue;
      const Reading value = trace->read(step);
      for (int row = 0; row < value.shape().rows; ++row) {
        EXPECT_NEAR(value.view().map().row(row).sum(), 1.0F, 1e-5F) << path << " row " << row;
      }
    }
  }
}

TEST(Trace, DecodingAndForcingTheSameWordsAgree) {
  const Model model = small_translator(3);
  const std::vector<int> source{0, 1, 2, 3, 4};
  const std::vector<int> words = model.answer(source);
  const TracePtr searched = model.trace({.input = source});
  const TracePtr forced = model.trace({.input = source, .words = words});
  ASSERT_EQ(searched->words().target.size(), words.size() + 1);
  EXPECT_EQ(Matrix(searched->read("logits").view().map()), Matrix(forced->read("logits").view().map()));
}

// Sentences of random words make drafts that agree nowhere, for a while, or everywhere.
TEST(Trace, ADraftChangesNothing) {
  const Model model = small_translator();
  Random random(7);
  std::vector<TracePtr> drafts{nullptr};
  for (int round = 0; round < 12; ++round) {
    std::vector<int> source(1 + static_cast<std::size_t>(random.below(4)));
    for (int& word : source) word = random.below(4);
    const TracePtr plain = model.trace({.input = source});
    for (const TracePtr& draft : drafts) {
      const TracePtr drafted = model.trace({.input = source, .like = draft.get()});
      EXPECT_EQ(drafted->words().target, plain->words().target);
      EXPECT_EQ(drafted->words().next, plain->words().next);
      EXPECT_EQ(drafted->read("probabilities").view().map(), plain->read("probabilities").view().map());
    }
    drafts.push_back(plain);
  }
}

TEST(Trace, WordsLabelTheAxes) {
  const TracePtr trace =
      small_translator().trace({.input = std::vector<int>{0, 1}, .words = std::vector<int>{2, 3, 4}});
  EXPECT_EQ(trace->labels(Axis::source_key, 2), (std::vector<std::string>{"the", "cat"}));
  EXPECT_EQ(trace->labels(Axis::target_query, 4), (std::vector<std::string>{"<s>", "le", "chat", "voit"}));
  EXPECT_EQ(trace->labels(Axis::model, 3), (std::vector<std::string>{"0", "1", "2"}));
  EXPECT_EQ(trace->labels(Axis::target_word, 2), (std::vector<std::string>{"<s>", "</s>"}));
  EXPECT_EQ(trace->label(Axis::cross_query, 1), "le → " + trace->words().next[1])
      << "and the likeliest behind";
  EXPECT_EQ(trace->label(Axis::source_key, 7), "7");
}

TEST(Trace, AnUnknownNameIsAnsweredWithTheNearest) {
  const TracePtr trace =
      small_translator().trace({.input = std::vector<int>{0}, .words = std::vector<int>{2}});
  try {
    trace->at("encoder.1.self_attention.head.0.wieghts");
    FAIL();
  } catch (const std::out_of_range& error) {
    EXPECT_NE(std::string(error.what()).find("encoder.1.self_attention.head.0.weights"), std::string::npos)
        << error.what();
  }
}

TEST(Translator, AnEditInOneHeadReachesTheOutput) {
  const Model model = small_translator();
  Edit edit;
  edit.path = "encoder.1.self_attention.head.0.output";
  edit.values = {0.0F};
  const std::vector<int> source{0, 1, 2};
  const std::vector<int> target{2, 3};
  const Matrix before = model.trace({.input = source, .words = target})->read("logits").view().map();
  const Matrix after =
      model.trace({.input = source, .words = target, .edits = {edit}})->read("logits").view().map();
  EXPECT_GT((before - after).cwiseAbs().maxCoeff(), 1e-4F);
}

TEST(Translator, UnknownWordsAreRefusedByName) {
  const Model model = small_translator();
  EXPECT_EQ(model.read("The cat sees a dog."), (std::vector<int>{0, 1, 2, 3, 4}));
  try {
    model.read("the cta sees");
    FAIL();
  } catch (const UnknownWord& error) {
    EXPECT_EQ(error.word, "cta");
    EXPECT_EQ(error.place, 1);
    EXPECT_EQ(error.instead.front().word, "cat");
  }
  EXPECT_THROW(model.read(""), std::invalid_argument);
}

class ModelFolder : public testing::Test {
 protected:
  ModelFolder() { small_translator().save(folder); }

  std::string text(const char* name) const {
    std::ostringstream all;
    all << std::ifstream(folder / name, std::ios::binary).rdbuf();
    return all.str();
  }
  void put(const char* name, const std::string& bytes) const {
    std::ofstream(folder / name, std::ios::binary | std::ios::trunc) << bytes;
  }
  // Loading must be refused, in one line that has `needle` in it.
  void expect_refused(const std::string& needle) const {
    try {
      load_model(folder, AnswerKind::translation);
      FAIL() << "was accepted; expected: " << needle;
    } catch (const FileError& error) {
      const std::string line = error.what();
      EXPECT_NE(line.find(needle), std::string::npos) << line;
      EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    }
  }
  void replace(const char* name, const std::string& from, const std::string& to) const {
    std::string all = text(name);
    const std::size_t at = all.find(from);
    ASSERT_NE(at, std::string::npos);
    put(name, all.replace(at, from.size(), to));
  }

  const TemporaryFolder place;
  const fs::path folder = place.path() / "model";
};

TEST_F(ModelFolder, ComesBackAsItWas) {
  const auto again = load_model(folder, AnswerKind::translation);
  const Model before = small_translator();
  EXPECT_EQ(again->config(), before.config());
  EXPECT_EQ(again->answer(std::vector<int>{0, 1, 2}), before.answer(std::vector<int>{0, 1, 2}));
}

TEST_F(ModelFolder, DamagedOrForeignFilesAreRefused) {
  const std::string weights = text("model.safetensors");
  for (const std::size_t size : {std::size_t{0}, std::size_t{7}, std::size_t{200}, weights.size() - 1}) {
    put("model.safetensors", weights.substr(0, size));
    expect_refused("model.safetensors");
  }
  put("model.safetensors", weights);
  replace("config.json", "\"d_model\": 16", "\"d_model\": 15");
  expect_refused("encoder_heads");
  replace("config.json", "\"d_model\": 15", "\"d_model\": 65536");
  expect_refused("too short");
  replace("config.json", "\"d_model\": 65536", "\"d_model\": -3");
  expect_refused("d_model");
  replace("config.json", "\"d_model\": -3", "\"d_model\": 32");
  expect_refused("model.safetensors");
  replace("config.json", "\"d_model\": 32", "\"d_modle\": 16");
  expect_refused("d_model");
  put("config.json", "{");
  expect_refused("config.json");
}

TEST_F(ModelFolder, MissingFilesAreNamed) {
  fs::remove(folder / "words.json");
  expect_refused("words.json");
  fs::remove_all(folder);
  expect_refused("config.json");
}

TEST_F(ModelFolder, WordsMustFitTheModel) {
  put("words.json", R"({"source": ["a", "a"], "target": []})");
  expect_refused("words.json");
  put("words.json", R"({"source": ["a", "b"], "target": []})");
  expect_refused("words.json");
  put("words.json", R"({"source": 3})");
  expect_refused("source");
}

TEST_F(ModelFolder, EveryTranslationBeginsAndEnds) {
  replace("words.json", "\"<s>\"", "\"s\"");
  expect_refused("<s> and </s>");
  replace("words.json", "\"s\"", "\"\\u001b[2J\"");
  expect_refused("\\x1b[2J");
  put("words.json", "{\"source\": " + std::string(100'000, '['));
  expect_refused("inside one another");
  put("config.json", std::string(100'000, '['));
  expect_refused("inside one another");
}

TEST_F(ModelFolder, WeightsAreNumbers) {
  const Model model = small_translator();
  Weights weights = model.weights();
  weights["encoder.1.feed_forward.hidden.weight"](2, 3) = NAN;
  write_weights(folder / "model.safetensors", weights);
  expect_refused("\"encoder.1.feed_forward.hidden.weight\" contains NaN in row 2, column 3");
  weights["encoder.1.feed_forward.hidden.weight"](2, 3) = -INFINITY;
  write_weights(folder / "model.safetensors", weights);
  expect_refused("contains an infinity in row 2, column 3");
}

TEST(Translator, AnEditedTokenIsAWord) {
  const Model model = small_translator();
  const auto edited = [&](float token) {
    return model.trace({.input = std::vector<int>{0, 1, 2},
                        .edits = {Edit{.path = "source.tokens", .row = 1, .values = {token}}}});
  };
  EXPECT_EQ(edited(3)->read("source.tokens")(1, 0), 3.0F);
  for (const float token : {-1.0F, 5.0F, 2.5F, 1e30F, INFINITY, -INFINITY, NAN})
    EXPECT_THROW(edited(token), std::invalid_argument) << token;
}

TEST(Translator, ReadsAsManyWordsAsItsConfigSays) {
  const Model model = small_translator();
  std::string typed;
  for (int i = 0; i < model.config().max_tokens; ++i) typed += "the ";
  EXPECT_EQ(model.read(typed).size(), 64U);
  try {
    model.read(typed + "cat");
    FAIL() << "65 words were read";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()), "sentence: 65 words; this model reads at most 64; leave some out");
  }
}

TEST(Config, RoundTripsAndNamesWhatIsWrong) {
  TransformerConfig config;
  config.source_words = 3;
  config.target_words = 4;
  config.norm_place = NormPlace::pre;
  config.normalization = Normalization::rms;
  config.feed_forward = FeedForward::swiglu;
  config.positions = Positions::learned;
  config.norm_epsilon = 1.5e-14F;
  config.divided_scores = false;
  EXPECT_EQ(config_from_json(to_json(config)), config);
  const auto refused = [&](const std::string& from, const std::string& to, const std::string& needle) {
    std::string text = to_json(config);
    text.replace(text.find(from), from.size(), to);
    try {
      config_from_json(text);
      FAIL() << needle;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(needle), std::string::npos) << error.what();
    }
  };
  refused("\"pre\"", "\"side\"", "field \"norm_place\" is \"side\"; it must be one of post, pre");
  refused("\"pre\"", "\"pre\", \"norm_place\": \"pre\"", "occurs twice");
  refused("\"d_ff\": 128", "\"d_ff\": 1e999", "field \"d_ff\" is a number too large");
  refused("\"rms\"", "7", "normalization");
  refused("\"d_ff\": 128", "\"d_ff\": 1.5", "d_ff");
  refused("\"d_ff\": 128", "\"d_ff\": 0", "d_ff");
  refused("\"encoder_layers\": 2", "\"encoder_layers\": 100000", "encoder_layers");
  refused("\"tied_output\": true", "\"tied_output\": 1", "tied_output");
}

}  // namespace
}  // namespace headlight
