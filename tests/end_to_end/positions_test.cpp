// The commands on the small models for the kinds of positions.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

TEST(PositionsCommands, TrainingGoesOnWithTheRunsThatAreMissing) {
  const TemporaryFolder folder;
  const std::vector<std::string> one{"train",  "positions", "--task", "third", "--seed", "4",
                                     "--kind", "alibi",     "-o",     "out",   "--steps"};
  const auto with_steps = [&](const char* steps) {
    std::vector<std::string> arguments = one;
    arguments.emplace_back(steps);
    return run(arguments, folder.path());
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

TEST(PositionsCommands, AVariantIsTrainedLikeAKind) {
  const TemporaryFolder folder;
  const Result first = run({"train", "positions", "--task", "two_back", "--seed", "0", "--kind",
                            "learned_random_start", "--steps", "2", "-o", "out"},
                           folder.path());
  ASSERT_EQ(first.code, 0) << first.error;
  EXPECT_NE(first.output.find("positions learned_random_start"), std::string::npos) << first.output;
  EXPECT_TRUE(
      std::filesystem::exists(folder.path() / "out/runs/two_back/learned_random_start/0/model.safetensors"));
}

TEST(PositionsCommands, UnknownTasksAndKindsAreAnsweredWithThoseThereAre) {
  const TemporaryFolder folder;
  const Result kind = run({"train", "positions", "--kind", "rope"}, folder.path());
  EXPECT_EQ(kind.code, 1);
  EXPECT_NE(kind.error.find("rotary"), std::string::npos) << kind.error;
  const Result task = run({"train", "positions", "--task", "first"}, folder.path());
  EXPECT_EQ(task.code, 1);
  EXPECT_NE(task.error.find("two_back"), std::string::npos) << task.error;
  const Result other =
      run({"train", "positions", "--kind", "relative_slow", "--task", "third"}, folder.path());
  EXPECT_EQ(other.code, 1);
  EXPECT_NE(other.error.find("not trained on the task third"), std::string::npos) << other.error;
  EXPECT_EQ(run({"train", "translator", "--kind", "rotary"}, folder.path()).code, 1);
  EXPECT_TRUE(files_in(folder.path()).empty());
}

TEST(PositionsCommands, TheModelsAreListedAndNoneIsOpenedAsASession) {
  const TemporaryFolder folder;
  const Result listed = run({"models", "--json"}, folder.path());
  ASSERT_EQ(listed.code, 0) << listed.error;
  bool found = false;
  for (const auto& card : nlohmann::json::parse(listed.output)) {
    if (card.at("name") != "positions") continue;
    found = true;
    EXPECT_GT(card.at("spreads").size(), 50U);
  }
  EXPECT_TRUE(found);
  EXPECT_NE(run({"models"}, folder.path()).output.find("over the seeds"), std::string::npos);
  const Result opened = run({"figure", "--model", "positions", "-o", "a.png"}, folder.path());
  EXPECT_EQ(opened.code, 1);
  EXPECT_NE(opened.error.find("positions lab"), std::string::npos) << opened.error;
}

}  // namespace
}  // namespace headlight
