// The commands on models that are no translators.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/files/safetensors.h"
#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

TEST(ModelFamilies, ALabellerIsTracedAndDrawn) {
  const TemporaryFolder folder;
  const std::vector<std::string> asked{"--model", "positions/third/rotary", "--sentence", "q a z w"};
  const auto run_on = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), asked.begin(), asked.end());
    return run(arguments, folder.path());
  };
  const Result traced = run_on({"trace", "-o", "a.safetensors"});
  EXPECT_EQ(traced.code, 0) << traced.error;
  const TensorFile tensors = read_safetensors(folder.path() / "a.safetensors");
  const Tensor* const logits = tensors.find("logits");
  ASSERT_NE(logits, nullptr);
  EXPECT_EQ(logits->shape, (std::vector<std::int64_t>{4, 26}));

  for (const char* site : {"weights", "probabilities", "encoder.normalized"}) {
    const Result drawn = run_on({"figure", "--site", site, "-o", "a.svg"});
    EXPECT_EQ(drawn.code, 0) << drawn.error;
    EXPECT_NE(contents(folder.path() / "a.svg").find("</svg>"), std::string::npos);
  }
  const Result cross = run_on({"figure", "--site", "cross.weights", "-o", "b.svg"});
  EXPECT_EQ(cross.code, 1);
  EXPECT_NE(cross.error.find("this model has no decoder"), std::string::npos) << cross.error;
}

// A model that was never trained, of each shape: written, traced, drawn, and not written over what was
// trained.
TEST(ModelFamilies, ARandomModelOfAnyShapeIsWrittenAndRead) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::vector<std::string>>> shapes{
      {"decoder", {"--encoder-layers", "0", "--decoder-layers", "2", "--heads", "3", "--head-size", "5"}},
      {"encoder", {"--decoder-layers", "0", "--heads", "7", "--head-size", "3", "--pre-norm"}},
      {"both", {"--heads", "4", "--d-model", "32", "--d-ff", "16", "--seed", "9"}}};
  for (const auto& [name, options] : shapes) {
    std::vector<std::string> arguments{"random", name};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Result made = run(arguments, folder.path());
    ASSERT_EQ(made.code, 0) << made.error;
    EXPECT_EQ(run(arguments, folder.path()).code, 0) << "random weights may be written again";
    const Result traced = run({"trace", "--model", name, "--sentence", "The animal was tired", "--compare",
                               "", "-o", name + ".safetensors"},
                              folder.path());
    EXPECT_EQ(traced.code, 0) << traced.error;
    EXPECT_NE(read_safetensors(folder.path() / (name + ".safetensors")).find("probabilities"), nullptr);
    const Result drawn = run({"figure", "--model", name, "-o", name + ".svg"}, folder.path());
    EXPECT_EQ(drawn.code, 0) << drawn.error;
    EXPECT_NE(contents(folder.path() / (name + ".svg")).find("(random)"), std::string::npos);
  }
  const Result cross =
      run({"figure", "--model", "decoder", "--site", "cross.weights", "-o", "b.svg"}, folder.path());
  EXPECT_EQ(cross.code, 1);
  EXPECT_NE(cross.error.find("this model has no encoder"), std::string::npos) << cross.error;

  std::ofstream(folder.path() / "config.json") << contents(folder.path() / "encoder" / "config.json");
  EXPECT_EQ(run({"random", "again", "--config", "config.json"}, folder.path()).code, 0);
  EXPECT_EQ(contents(folder.path() / "again" / "config.json"), contents(folder.path() / "config.json"));
  std::filesystem::create_directories(folder.path() / "mine");
  std::ofstream(folder.path() / "mine" / "model.safetensors") << "hours of training";
  const Result kept = run({"random", "mine"}, folder.path());
  EXPECT_EQ(kept.code, 1);
  EXPECT_NE(kept.error.find("already contains files"), std::string::npos) << kept.error;
  EXPECT_EQ(contents(folder.path() / "mine" / "model.safetensors"), "hours of training");
  const Result odd = run({"random", "odd", "--heads", "3"}, folder.path());
  EXPECT_EQ(odd.code, 1);
  EXPECT_NE(odd.error.find("must divide d_model"), std::string::npos) << odd.error;
}

TEST(ModelFamilies, WhatItCannotReadIsNamed) {
  const TemporaryFolder folder;
  const Result result =
      run({"trace", "--model", "positions/third/rotary", "--sentence", "a 1 b", "-o", "a.safetensors"},
          folder.path());
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
  EXPECT_NE(result.error.find("1"), std::string::npos) << result.error;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.safetensors"));
}

// Word by word, the likeliest each time, is what the translation is made of; a beam finds nothing worse.
TEST(ModelFamilies, WhatWritesGoesOnWordByWord) {
  const TemporaryFolder folder;
  const std::string sentence = "the animal didn't cross the street because it was too tired";
  const auto generated = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"generate", sentence, "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result made = run(arguments, folder.path());
    EXPECT_EQ(made.code, 0) << made.error;
    return nlohmann::json::parse(made.output);
  };
  const auto greedy = generated({"--candidates", "3"});
  EXPECT_EQ(greedy["written"][0]["text"], "l'animal n'a pas traversé la rue parce qu'il était trop fatigué");
  EXPECT_TRUE(greedy["written"][0]["ended"]);
  double log_greedy = 0;
  for (std::size_t i = 0; i < greedy["written"][0]["words"].size(); ++i) {
    EXPECT_EQ(greedy["candidates"][i][0]["word"], greedy["written"][0]["words"][i]["word"]);
    EXPECT_EQ(greedy["candidates"][i].size(), 3U);
    log_greedy += std::log(greedy["written"][0]["words"][i]["probability"].get<double>());
  }
  const auto beam = generated({"--how", "beam", "--beams", "3"});
  EXPECT_GE(beam["written"][0]["score"].get<double>(), log_greedy - 1e-4);
  EXPECT_GE(beam["tree"].size(), 3U);

  EXPECT_EQ(generated({"--how", "sample", "--seed", "4"}), generated({"--how", "sample", "--seed", "4"}));
  EXPECT_EQ(generated({"--words", "2"})["written"][0]["ended"], false);

  const Result labels = run({"generate", "A B C", "--model", "positions/third/rotary"}, folder.path());
  EXPECT_EQ(labels.code, 1);
  EXPECT_NE(labels.error.find("writes nothing"), std::string::npos) << labels.error;
  EXPECT_EQ(generated({"--how", "sample", "--temperature", "0"})["written"][0]["words"],
            greedy["written"][0]["words"])
      << "temperature 0 is greedy";
}

// The same of a model that says what comes next, though nobody trained it.
TEST(ModelFamilies, ALanguageModelGoesOnWithWhatIsTyped) {
  const TemporaryFolder folder;
  ASSERT_EQ(run({"random", "made", "--encoder-layers", "0", "--decoder-layers", "1", "--d-model", "16"},
                folder.path())
                .code,
            0);
  const Result made =
      run({"generate", "the animal was", "--model", "made", "--words", "5", "--json"}, folder.path());
  ASSERT_EQ(made.code, 0) << made.error;
  EXPECT_EQ(nlohmann::json::parse(made.output)["written"][0]["words"].size(), 5U);
}

}  // namespace
}  // namespace headlight
