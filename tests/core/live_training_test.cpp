// Trainings that are watched: the same weights as the trainers give by themselves, closed and gone on with,
// and nothing overwritten that is not theirs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/files/json.h"
#include "core/files/whole_file.h"
#include "core/learn/letters_training.h"
#include "core/learn/live_training.h"
#include "core/learn/live_work.h"
#include "core/learn/translator_training.h"
#include "core/models/card.h"
#include "core/platform/paths.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

void expect_same(const Weights& a, const Weights& b) {
  ASSERT_EQ(a.count(), b.count());
  for (std::size_t i = 0; i < a.count(); ++i) ASSERT_EQ(a.tensor(i), b.tensor(i)) << a.spec(i).name;
}

const Weights& weights(const LiveTraining& live) { return live.learner().training().weights(); }

void finish(LiveTraining& live) {
  while (!live.done()) live.advance();
  live.save();
}

TEST(LiveTraining, KeepsSomeTwentySteps) {
  for (const int steps : {240, 1200, 2000}) {
    const std::vector<int> kept = live_kept_steps(steps);
    EXPECT_EQ(kept.front(), 0);
    EXPECT_EQ(kept.back(), steps);
    EXPECT_GE(kept.size(), 15U);
    EXPECT_LE(kept.size(), 21U);
    for (std::size_t i = 1; i < kept.size(); ++i) EXPECT_LT(kept[i - 1], kept[i]);
  }
  EXPECT_EQ(live_kept_steps(3), (std::vector<int>{0, 3}));
}

// What headlight-train runs: the same trainer, step by step.
TEST(LiveTraining, GivesTheWeightsOfTheTrainerItself) {
  const TemporaryFolder folder;
  PositionsRecipe letters = watched_recipe();
  letters.seed = 3;
  letters.steps = 24;
  PositionsTrainer alone(letters);
  while (!alone.done()) alone.advance();
  LiveTraining live(live_kind("two-back"), 3, folder / "letters", 24);
  finish(live);
  expect_same(weights(live), alone.weights());

  TranslatorRecipe words = small_translator_recipe();
  words.seed = 3;
  words.steps = 3;
  TranslatorTrainer translator(words, small_translator_corpus());
  while (!translator.done()) translator.advance();
  LiveTraining watched(live_kind("small-translator"), 3, folder / "words", 3);
  finish(watched);
  expect_same(weights(watched), translator.weights());
}

TEST(LiveTraining, WithoutTheDivisionIsAnotherRun) {
  const TemporaryFolder folder;
  const LiveChanges undivided{.divided_scores = false};
  LiveTraining with(live_kind("two-back"), 3, folder / "with", 5);
  LiveTraining without(live_kind("two-back"), 3, folder / "without", 5, undivided);
  finish(with);
  finish(without);
  EXPECT_NE(weights(with)["source.embedding"], weights(without)["source.embedding"]);
  EXPECT_EQ(read_live_run(without.folder())->changes, undivided);
  EXPECT_FALSE(load_model(without.folder() / live_step_name(5))->transformer()->divided_scores);
  EXPECT_TRUE(load_model(with.folder() / live_step_name(5))->transformer()->divided_scores);
  EXPECT_THROW(LiveTraining(live_kind("two-back"), 3, without.folder(), 5), FormatError);
  EXPECT_THROW(LiveTraining(live_kind("two-back"), 3, folder / "short", 5, {.short_queries = true}),
               std::invalid_argument);
  const auto translator =
      live_kind("small-translator").make(3, 2, {.divided_scores = false, .short_queries = true});
  const std::string departs = translator->card(LiveRun()).departs;
  EXPECT_NE(departs.find("not divided"), std::string::npos) << departs;
  EXPECT_NE(departs.find("shorter"), std::string::npos) << departs;
}

// How far the numbers of the first two heads of a layer are apart.
float heads_apart(const Weights& weights, const TransformerConfig& config, int layer) {
  const std::string attention = "encoder." + std::to_string(layer) + ".self_attention.";
  const int size = config.size_of_head(config.encoder_heads);
  float apart = 0;
  for (const char* part :
       {"query.weight", "query.bias", "key.weight", "key.bias", "value.weight", "value.bias"}) {
    const ConstMap all = weights[attention + part];
    apart = std::max(apart, (all.middleCols(size, size) - all.leftCols(size)).cwiseAbs().maxCoeff());
  }
  return apart;
}

TEST(LiveTraining, TwoHeadsThatBeginEqualStayEqual) {
  const TemporaryFolder folder;
  for (const char* kind : {"two-back", "induction"}) {
    const auto trained = [&](EqualHeads equal) {
      const std::string name = std::string(kind) + name_of(equal_heads_names(), equal);
      LiveTraining live(live_kind(kind), 3, folder / name, 40, {.equal_heads = equal});
      finish(live);
      const ModelPtr model = load_model(live.folder() / live_step_name(40));
      EXPECT_EQ(read_live_run(live.folder())->changes.equal_heads, equal);
      const LivePoint& last = live.run().points.back();
      EXPECT_EQ(last.heads_right.size(), static_cast<std::size_t>(model->config().encoder_layers * 2));
      if (equal == EqualHeads::whole) {
        EXPECT_EQ(last.heads_right[0], last.heads_right[1]);
      }
      return heads_apart(weights(live), model->config(), 0);
    };
    EXPECT_LT(trained(EqualHeads::whole), 1e-5F) << kind;
    EXPECT_GT(trained(EqualHeads::but_output), 1e-3F) << kind;
    EXPECT_GT(trained(EqualHeads::none), 1e-2F) << kind;
  }
  EXPECT_THROW(LiveTraining(live_kind("two-back"), 3, folder / "two-backwhole", 40), FormatError)
      << "the folder of another start";
  EXPECT_NE(live_folder(live_kind("two-back"), 3),
            live_folder(live_kind("two-back"), 3, {.equal_heads = EqualHeads::whole}));
}

TEST(LiveTraining, TheCardSaysThatTwoHeadsBeganEqual) {
  const auto learner = live_kind("two-back").make(3, 2, {.equal_heads = EqualHeads::whole});
  EXPECT_NE(learner->card(LiveRun()).departs.find("begin with the same numbers"), std::string::npos);
}

TEST(LiveTraining, ClosedAndGoneOnWithItEndsAsOneInOneGo) {
  const TemporaryFolder folder;
  const LiveKind& kind = live_kind("two-back");
  LiveTraining whole(kind, 0, folder / "whole", 30);
  finish(whole);
  for (const int until : {1, 7, 20}) {
    LiveTraining begun(kind, 0, folder / "in parts", 30);
    while (begun.run().step < until) begun.advance();
    begun.save();
  }
  LiveTraining rest(kind, 0, folder / "in parts", 30);
  EXPECT_EQ(rest.run().step, 20);
  finish(rest);
  expect_same(weights(rest), weights(whole));
  ASSERT_EQ(rest.run().points.size(), whole.run().points.size());
  for (std::size_t i = 0; i < whole.run().points.size(); ++i) {
    const LivePoint &one = rest.run().points[i], &other = whole.run().points[i];
    EXPECT_EQ(one.step, other.step);
    EXPECT_EQ(one.held_out_loss, other.held_out_loss);
    EXPECT_EQ(one.head_right, other.head_right);
    EXPECT_TRUE(i == 0 || one.training_loss == other.training_loss) << one.step;
  }
  EXPECT_EQ(rest.run().kept, whole.run().kept);
  EXPECT_FALSE(fs::exists(rest.folder() / "checkpoint.safetensors")) << "a finished one needs none";
  LiveTraining again(kind, 0, folder / "in parts", 30);
  EXPECT_TRUE(again.done());
}

TEST(LiveTraining, EveryKeptStepIsAModel) {
  const TemporaryFolder folder;
  for (const char* kind : {"two-back", "induction"}) {
    LiveTraining live(live_kind(kind), 1, folder / kind, 40);
    finish(live);
    for (const int step : live.run().kept) {
      const fs::path model = live.folder() / live_step_name(step);
      EXPECT_EQ(load_model(model)->answer(std::vector<int>{1, 2, 3}).size(), 3U) << step;
      const Card card = load_card(model);
      EXPECT_NE(card.title.find("after " + std::to_string(step) + " of 40 steps"), std::string::npos)
          << card.title;
      EXPECT_EQ(card.origin, step == 0 ? "random" : "trained");
      EXPECT_EQ(card.measures.at(1).value, live.run().at(step)->right);
    }
  }
}

TEST(RepeatedLetters, AskWhatFollowsTheSecondTime) {
  Random random(3);
  for (int n = 2; n < 20; ++n) {
    const LettersAsked made = repeated_letters(n, random);
    const auto at = [](const std::vector<int>& of, int place) {
      return of.at(static_cast<std::size_t>(place));
    };
    ASSERT_EQ(std::ssize(made.letters), 2 * n);
    EXPECT_EQ(std::set<int>(made.letters.begin(), made.letters.end()).size(), static_cast<std::size_t>(n));
    for (int i = 0; i < 2 * n; ++i) {
      if (i >= n) {
        EXPECT_EQ(at(made.letters, i), at(made.letters, i - n));
      }
      const bool asked = i >= n && i < 2 * n - 1;
      EXPECT_EQ(at(made.wanted, i), asked ? at(made.letters, i + 1) : -1);
      if (!asked) {
        EXPECT_EQ(at(made.right, i), -1);
        continue;
      }
      EXPECT_EQ(at(made.letters, at(made.right, i) - 1), at(made.letters, i)) << "behind the same letter";
      EXPECT_EQ(at(made.letters, at(made.right, i)), at(made.wanted, i));
      EXPECT_LT(at(made.right, i), i + 1) << "which a causal model sees";
    }
  }
}

// All of it takes a few seconds: two layers that find each other, and then the loss falls.
TEST(LiveTraining, AnInductionHeadAppearsInTheSecondLayer) {
  const TemporaryFolder folder;
  LiveTraining live(live_kind("induction"), 0, folder / "run");
  finish(live);
  const LiveRun& run = live.run();
  const LivePoint &first = run.points.front(), &last = run.points.back();
  EXPECT_LT(first.right, 0.15);
  EXPECT_LT(first.head_right, 0.3);
  EXPECT_GT(last.right, 0.98);
  EXPECT_GT(last.head_right, 0.9);
  EXPECT_GT(last.head_weight, 0.8);
  EXPECT_EQ(last.layer, 1) << "the first layer only tells each letter what stands before it";
  ASSERT_TRUE(run.head_appeared());
  EXPECT_GT(*run.head_appeared(), 100);
  EXPECT_LT(*run.head_appeared(), 400);
  EXPECT_LT(run.at(*run.head_appeared())->held_out_loss, 0.5 * first.held_out_loss);
}

// What somebody made there stays.
TEST(LiveTraining, OverwritesNothingElse) {
  const TemporaryFolder folder;
  const fs::path model = folder / "model";
  fs::create_directories(model);
  std::ofstream(model / "config.json") << "mine";
  EXPECT_THROW(LiveTraining(live_kind("two-back"), 0, model, 5), FormatError);
  EXPECT_EQ(read_text(model / "config.json"), "mine");
  {
    LiveTraining live(live_kind("two-back"), 0, folder / "run", 5);
    finish(live);
  }
  EXPECT_THROW(LiveTraining(live_kind("two-back"), 1, folder / "run", 5), FormatError) << "another seed";
  EXPECT_THROW(LiveTraining(live_kind("third-letter"), 0, folder / "run", 5), FormatError);
  EXPECT_THROW(LiveTraining(live_kind("two-back"), 0, folder / "run", 6), FormatError) << "other steps";
}

// What a training left that was killed before it listed its first step is its own.
TEST(LiveTraining, BeginsAgainWhereItWasInterrupted) {
  const TemporaryFolder folder;
  const fs::path run = folder.path() / "run";
  { LiveTraining(live_kind("two-back"), 0, run, 20); }
  const std::string first = read_text(run / "run.json");
  const std::vector<const char*> left{"run.json", "checkpoint.safetensors", "step_00000/card.json",
                                      "step_00000/model.safetensors", "step_00000/words.json"};
  for (const char* const name : left) {
    fs::remove(run / name);
    if (name != std::string("checkpoint.safetensors")) fs::remove(run / "run.json");
    std::ofstream(run / ".run.json.17-0.part") << "half";
    EXPECT_EQ(LiveTraining(live_kind("two-back"), 0, run, 20).run().step, 0) << name;
    EXPECT_TRUE(fs::exists(run / name)) << name;
  }
  EXPECT_EQ(read_json(read_text(run / "run.json"), [](const Json& json) { return json.at("kept"); }),
            read_json(first, [](const Json& json) { return json.at("kept"); }));
  fs::remove(run / "run.json");
  std::ofstream(run / "thesis.txt") << "mine";
  EXPECT_THROW(LiveTraining(live_kind("two-back"), 0, run, 20), FormatError) << "somebody else's";
}

std::string error_of(const fs::path& folder) {
  try {
    LiveTraining(live_kind("two-back"), 0, folder, 20);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(LiveTraining, SaysWhatIsDamagedAndWhatToTry) {
  const TemporaryFolder folder;
  {
    LiveTraining live(live_kind("two-back"), 0, folder / "run", 20);
    while (live.run().step < 8) live.advance();
    live.save();
  }
  const fs::path run = folder / "run";
  const std::string whole = read_text(run / "checkpoint.safetensors");
  for (const std::string& damaged : {std::string("no tensors"), whole.substr(0, whole.size() / 2)}) {
    std::ofstream(run / "checkpoint.safetensors", std::ios::binary) << damaged;
    EXPECT_NE(error_of(run).find("checkpoint.safetensors"), std::string::npos) << error_of(run);
  }
  std::ofstream(run / "checkpoint.safetensors", std::ios::binary) << whole;
  EXPECT_EQ(error_of(run), "");
  for (const char* damaged : {"", "{", R"({"step": "eight"})", R"({"nothing": 1})", "[]"}) {
    std::ofstream(run / "run.json") << damaged;
    EXPECT_NE(error_of(run).find("remove its folder"), std::string::npos) << damaged << ": " << error_of(run);
  }
}

// What the window runs.

class InTheWindow : public testing::Test {
 protected:
  void SetUp() override { setenv("XDG_STATE_HOME", folder_.path().c_str(), 1); }
  void TearDown() override { unsetenv("XDG_STATE_HOME"); }

  TemporaryFolder folder_;
};

TEST_F(InTheWindow, StepsPausesAndGoesOn) {
  const LiveKind& kind = live_kind("two-back");
  const int kept = live_steps_kept();
  {
    LiveWork work;
    EXPECT_EQ(work.shown()->run.kind, "");
    work.run(kind, 5, 1);
    work.wait();
    EXPECT_EQ(work.shown()->run.step, 1);
    EXPECT_EQ(work.shown()->state, LiveShown::State::paused);
    EXPECT_GT(live_steps_kept(), kept) << "the page that shows kept steps hears of them";
    work.run(kind, 5);
    work.pause();
    work.wait();
    work.run(kind, 5, 11);
    work.wait();
  }
  const int before = read_live_run(live_folder(kind, 5))->step;
  EXPECT_GE(before, 12) << "what was learned is kept when it is closed";
  LiveWork again;
  again.run(kind, 5, 24 - before);
  again.wait();
  EXPECT_EQ(again.shown()->error, "");
  EXPECT_EQ(again.shown()->run.step, 24);

  PositionsRecipe recipe = watched_recipe();
  recipe.seed = 5;
  PositionsTrainer alone(recipe);
  while (alone.step() < 24) alone.advance();
  LiveTraining kept_there(kind, 5, live_folder(kind, 5));
  expect_same(weights(kept_there), alone.weights());
}

TEST_F(InTheWindow, AnotherTrainingTakesTheTurn) {
  LiveWork work;
  work.run(live_kind("two-back"), 1);
  work.run(live_kind("third-letter"), 2, 3);
  work.wait();
  EXPECT_EQ(work.shown()->run.kind, "third-letter");
  EXPECT_EQ(work.shown()->run.step, 3);
}

TEST_F(InTheWindow, SaysWhyItCannot) {
  const fs::path run = live_folder(live_kind("two-back"), 0);
  fs::create_directories(run);
  std::ofstream(run / "run.json") << "{";
  LiveWork work;
  work.run(live_kind("two-back"), 0, 1);
  work.wait();
  EXPECT_NE(work.shown()->error.find("run.json"), std::string::npos) << work.shown()->error;
  EXPECT_EQ(work.shown()->state, LiveShown::State::paused);
  work.run(live_kind("two-back"), 1, 1);
  work.wait();
  EXPECT_EQ(work.shown()->error, "") << "the next one is none the worse";

  setenv("XDG_STATE_HOME", (assets_folder() / "models").c_str(), 1);
  work.run(live_kind("two-back"), 2, 1);
  work.wait();
  EXPECT_NE(work.shown()->error.find("shipped"), std::string::npos) << work.shown()->error;
  EXPECT_FALSE(fs::exists(assets_folder() / "models" / "headlight"));
}

// The steps of the small translator, as they are shipped.

TEST(ShippedSteps, AreSmallAndShowAHeadThatAppearsAfterTheLossHasFallen) {
  const fs::path folder = model_folder("small-translator");
  const std::optional<LiveRun> run = read_live_run(folder);
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->done());
  EXPECT_GE(run->kept.size(), 18U);
  for (const int step : run->kept)
    EXPECT_EQ(load_card(folder / live_step_name(step)).origin, step == 0 ? "random" : "trained") << step;
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += entry.file_size();
  EXPECT_LE(bytes, 6'000'000U);
  const std::optional<int> appeared = run->head_appeared();
  ASSERT_TRUE(appeared);
  EXPECT_LT(run->at(*appeared)->held_out_loss, 0.1 * run->points.front().held_out_loss);
  const std::optional<LiveRun> other = read_live_run(folder / "other-seed");
  ASSERT_TRUE(other && other->head_appeared());
  EXPECT_GT(*other->head_appeared(), *appeared + 200) << "another seed finds it much later";
}

// What the curves say of the kept steps is what those weights give; the card is that of the last one.
TEST(ShippedSteps, TheirCurvesAreThoseOfTheKeptWeights) {
  const fs::path folder = model_folder("small-translator");
  const LiveRun run = read_live_run(folder).value();
  const auto learner = live_kind(run.kind).make(run.seed, run.steps, run.changes);
  for (const int step : {run.kept.front(), run.kept[10], run.kept.back()}) {
    const LivePoint point = learner->measured(*load_model(folder / live_step_name(step)));
    // The weights are kept in half precision.
    EXPECT_NEAR(point.held_out_loss, run.at(step)->held_out_loss, 0.01) << step;
    EXPECT_NEAR(point.right, run.at(step)->right, 0.02) << step;
    EXPECT_NEAR(point.head_right, run.at(step)->head_right, 0.03) << step;
    if (step != run.kept.back()) continue;
    for (const Measure& measure : load_card(folder).measures) {
      EXPECT_TRUE(measure.met()) << measure.name;
      const double again = measure.name == "right"           ? point.right
                           : measure.name == "head_right"    ? point.head_right
                           : measure.name == "held_out_loss" ? point.held_out_loss
                                                             : measure.value;
      EXPECT_NEAR(measure.value, again, 1e-6) << measure.name;
    }
  }
}

}  // namespace
}  // namespace headlight
