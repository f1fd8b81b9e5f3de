// The program that trains and measures the shipped models.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include "core/models/card.h"
#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

Result train(const std::vector<std::string>& arguments, const fs::path& folder) {
  return run(arguments, folder, {.before = {}, .output = {}, .program = HEADLIGHT_TRAIN});
}

void expect_refused(const Result& result, const std::string& why) {
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.error.find(why), std::string::npos) << result.error;
}

TEST(TrainProgram, ItsPageNamesEveryCommandAndOption) {
  const TemporaryFolder folder;
  const std::string page = contents(fs::path(HEADLIGHT_SOURCE_DIR) / "train/README.md");
  const std::regex option("(--[a-z][a-z-]*)");
  EXPECT_EQ(train({"--help"}, folder.path()).code, 0);
  for (const std::string command : {"model", "evaluate", "sentences"}) {
    EXPECT_NE(page.find("headlight-train " + command), std::string::npos) << command;
    const std::string help = train({command, "--help"}, folder.path()).output;
    int options = 0;
    for (auto at = std::sregex_iterator(help.begin(), help.end(), option); at != std::sregex_iterator();
         ++at, ++options)
      EXPECT_NE(page.find(at->str()), std::string::npos) << command << " " << at->str();
    EXPECT_GT(options, 1) << help;
  }
}

TEST(TrainProgram, SaysWhatIsMissing) {
  const TemporaryFolder folder;
  const Result none = train({"evaluate"}, folder.path());
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.error, "headlight-train evaluate: NAME is required; see headlight-train evaluate --help\n");
  EXPECT_EQ(train({}, folder.path()).code, 2);
  EXPECT_EQ(train({"modl"}, folder.path()).error,
            "headlight-train: unknown command \"modl\"; did you mean \"model\"?\n");
  expect_refused(train({"evaluate", "random"}, folder.path()), "random");
}

// Before it writes a corpus or a folder.
TEST(TrainProgram, WhatATrainingDoesNotTakeIsSaidAtOnce) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "noise.tsv", std::ios::binary) << std::string(100'000, '\xff');
  fs::create_directories(folder.path() / "other");
  fs::copy(tiny_model_folder(), folder.path() / "other",
           fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  struct Wrong {
    std::vector<std::string> arguments, says;
  };
  for (const Wrong& wrong : std::vector<Wrong>{
           {{"model", "nothing"}, {"headlight-train model: there is no recipe called \"nothing\""}},
           {{"model", "vit", "--corpus", "noise.tsv"}, {"--corpus", "vit learns no sentence pairs"}},
           {{"model", "causal", "--corpus", "noise.tsv"}, {"causal learns no sentence pairs"}},
           {{"model", "seq2seq", "--corpus", "noise.tsv"}, {"noise.tsv", "English, a tab and French"}},
           {{"model", "small-translator", "--seed", "4294967298"}, {"4294967298", "0 to 2147483647"}},
           {{"model", "vit", "--without-division"}, {"--short-queries are for small-translator"}},
           {{"model", "vit", "-o", "other"}, {"contains another model", "choose another folder"}},
           {{"evaluate", "translator", "--corpus", "noise.tsv"},
            {"noise.tsv", "English, a tab and French"}}}) {
    const Result result = train(wrong.arguments, folder.path());
    EXPECT_EQ(result.code, 1) << result.error;
    for (const std::string& part : wrong.says)
      EXPECT_NE(result.error.find(part), std::string::npos) << result.error;
  }
  EXPECT_EQ(files_in(folder.path()).size(), 2U) << "nothing was made";
}

TEST(Evaluate, ACardsHeadThatIsNotThereIsSaid) {
  const TemporaryFolder folder;
  const fs::path model = folder.path() / "model";
  fs::copy(tiny_model_folder(), model);
  Card card;
  card.name = "translator";
  card.reference_head = HeadPlace{.layer = 7};
  save_card(card, model);
  expect_refused(train({"evaluate", "model"}, folder.path()), "encoder layer 7, head 0, is not in the model");
}

TEST(Evaluate, SpreadsOverSeedsAreWrittenIntoTheCard) {
  const TemporaryFolder folder;
  const auto with = [&](const char* name, const std::vector<Measure>& measures) {
    Card card;
    card.name = "translator";
    card.measures = measures;
    fs::create_directory(folder.path() / name);
    save_card(card, folder.path() / name);
  };
  const auto exact = [](double value) { return Measure{"exact_translation", value, "", ""}; };
  const auto right = [](double value) { return Measure{"class_right", value, "", ""}; };
  with("first", {exact(0.9), right(0.7)});
  with("second", {exact(0.8)});
  with("third", {right(0.5), exact(0.98)});
  const Result result = train({"evaluate", "first", "--seeds", "second", "third"}, folder.path());
  ASSERT_EQ(result.code, 0) << result.error;
  const std::vector<Spread> spreads = load_card(folder.path() / "first").spreads;
  ASSERT_EQ(spreads.size(), 1U) << "of what all cards have";
  EXPECT_EQ(spreads[0].name, "exact_translation");
  EXPECT_EQ(spreads[0].runs, 3);
  EXPECT_DOUBLE_EQ(spreads[0].median, 0.9);
  EXPECT_DOUBLE_EQ(spreads[0].least, 0.8);
  EXPECT_DOUBLE_EQ(spreads[0].most, 0.98);
  expect_refused(train({"evaluate", "first", "--seeds", "fourth"}, folder.path()), "fourth");
}

// The small models for the kinds of positions.

TEST(PositionsTraining, TrainingGoesOnWithTheRunsThatAreMissing) {
  const TemporaryFolder folder;
  const std::vector<std::string> one{"model",  "positions", "--task", "third", "--seed", "4",
                                     "--kind", "alibi",     "-o",     "out",   "--steps"};
  const auto with_steps = [&](const char* steps) {
    std::vector<std::string> arguments = one;
    arguments.emplace_back(steps);
    return train(arguments, folder.path());
  };
  const Result first = with_steps("3");
  ASSERT_EQ(first.code, 0) << first.error;
  EXPECT_NE(first.output.find("third, positions alibi, seed 4"), std::string::npos) << first.output;
  EXPECT_NE(first.output.find("loss"), std::string::npos) << first.output;
  for (const char* file : {"config.json", "words.json", "model.safetensors", "run.json"}) {
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "out/runs/third/alibi/4" / file)) << file;
  }
  const Result again = with_steps("3");
  EXPECT_EQ(again.code, 0) << again.error;
  EXPECT_EQ(again.output.find("loss"), std::string::npos) << "trained again: " << again.output;
  const Result other = with_steps("4");
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.error.find("another recipe"), std::string::npos) << other.error;
}

TEST(PositionsTraining, AVariantIsTrainedLikeAKind) {
  const TemporaryFolder folder;
  const Result first = train({"model", "positions", "--task", "two_back", "--seed", "0", "--kind",
                              "learned_random_start", "--steps", "2", "-o", "out"},
                             folder.path());
  ASSERT_EQ(first.code, 0) << first.error;
  EXPECT_NE(first.output.find("positions learned_random_start"), std::string::npos) << first.output;
  EXPECT_TRUE(
      std::filesystem::exists(folder.path() / "out/runs/two_back/learned_random_start/0/model.safetensors"));
}

TEST(PositionsTraining, UnknownTasksAndKindsAreAnsweredWithThoseThereAre) {
  const TemporaryFolder folder;
  const Result kind = train({"model", "positions", "--kind", "rope"}, folder.path());
  EXPECT_EQ(kind.code, 1);
  EXPECT_NE(kind.error.find("rotary"), std::string::npos) << kind.error;
  const Result task = train({"model", "positions", "--task", "first"}, folder.path());
  EXPECT_EQ(task.code, 1);
  EXPECT_NE(task.error.find("two_back"), std::string::npos) << task.error;
  const Result other =
      train({"model", "positions", "--kind", "relative_slow", "--task", "third"}, folder.path());
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.error.find("not trained on the task third"), std::string::npos) << other.error;
  EXPECT_EQ(train({"model", "translator", "--kind", "rotary"}, folder.path()).code, 1);
  EXPECT_TRUE(files_in(folder.path()).empty());
}

}  // namespace
}  // namespace headlight
