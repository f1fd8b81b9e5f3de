// The order tasks, and that small models learn them: a few hundred steps, not the shipped ones' 1200.
#include <gtest/gtest.h>

#include <cmath>

#include "core/files/whole_file.h"
#include "core/labs/positions.h"
#include "core/learn/letters_training.h"
#include "core/models/transformer.h"
#include "tests/core/seeded_matrix.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

TEST(OrderTask, WantsTheLetterTwoBeforeOrTheThird) {
  Random random(1);
  for (int length = 1; length < 20; ++length) {
    const OrderExample back = order_example(OrderTask::two_back, length, random);
    const OrderExample third = order_example(OrderTask::third, length, random);
    ASSERT_EQ(static_cast<int>(back.letters.size()), length);
    for (std::size_t i = 0; i < back.letters.size(); ++i) {
      EXPECT_EQ(back.wanted[i], i < 2 ? -1 : back.letters[i - 2]);
      EXPECT_EQ(third.wanted[i], length < 3 ? -1 : third.letters[2]);
    }
  }
  EXPECT_EQ(order_task("third"), OrderTask::third);
  EXPECT_THROW(order_task("fourth"), std::invalid_argument);
}

PositionsRecipe short_recipe(std::string_view kind, int steps) {
  PositionsRecipe recipe = positions_recipe(OrderTask::two_back, kind, 0);
  recipe.steps = steps;
  recipe.batch = 32;
  return recipe;
}

TEST(PositionsTrainer, TheSameRecipeGivesTheSameWeights) {
  for (const PositionsVariant& variant : positions_variants()) {
    const std::string_view kind = variant.name;
    PositionsTrainer first(short_recipe(kind, 2));
    PositionsTrainer second(short_recipe(kind, 2));
    while (!first.done()) EXPECT_EQ(first.advance(), second.advance());
    second.model();
    const auto a = first.model();
    const auto b = second.model();
    for (std::size_t i = 0; i < a->weights().count(); ++i) {
      ASSERT_EQ(a->weights().tensor(i), b->weights().tensor(i)) << kind << ": " << a->weights().spec(i).name;
    }
  }
  EXPECT_THROW(positions_recipe(OrderTask::third, "rope", 0), std::invalid_argument);
}

// Where the first letter stands changes vectors of places by as many rows of the table, and nothing else.
TEST(PositionsTrainer, ARandomStartTakesTheRowsFromThereOn) {
  for (const char* kind : {"sinusoidal", "appended", "learned"}) {
    const TransformerConfig config = positions_recipe(OrderTask::two_back, kind, 0).model;
    const Weights weights = Weights::random(config, 5);
    const std::vector<int> letters{3, 1, 4, 1, 5, 9}, places{40, 41, 42, 43, 44, 45};
    const std::vector<int> many(46, 7);
    const auto positions = [&](const std::vector<int>& read, const std::vector<int>& at) {
      Tape tape;
      Recording recording(tape, config, weights);
      record_encoder(recording, read, {.places = at});
      tape.forward();
      return Matrix(tape.value(*tape.find("source.positions")).map());
    };
    EXPECT_EQ(positions(letters, places), Matrix(positions(many, {}).bottomRows(6))) << kind;
    EXPECT_EQ(positions(letters, {0, 1, 2, 3, 4, 5}), positions(letters, {})) << kind;
  }
}

// Written out anew as a loop over the scored places.
TEST(HeadLooks, AreTheMeansOverTheScoredPlaces) {
  PositionsTrainer trainer(short_recipe("none", 1));
  const auto model = trainer.model();
  for (const OrderTask task : {OrderTask::two_back, OrderTask::third}) {
    for (const int length : {5, 20}) {
      Random random(4);
      const TracePtr trace = model->trace({.input = order_example(task, length, random).letters});
      const int first = first_scored(length);
      const std::vector<HeadLooks> heads = head_looks(*trace, model->config(), task, first);
      ASSERT_EQ(heads.size(), 2U);
      for (const HeadLooks& each : heads) {
        const Reading weights = trace->read(head_path("encoder", 0, "self_attention", each.head, "weights"));
        double weight = 0, peaks = 0;
        for (int i = first; i < length; ++i) {
          const int right = task == OrderTask::third ? 2 : i - 2;
          weight += static_cast<double>(weights(i, right));
          int larger = 0;
          for (int j = 0; j < length; ++j) larger += weights(i, j) > weights(i, right) ? 1 : 0;
          peaks += larger == 0 ? 1 : 0;
        }
        EXPECT_NEAR(each.weight, weight / (length - first), 1e-12);
        EXPECT_NEAR(each.peak, peaks / (length - first), 1e-12);
        EXPECT_LE(each.weight, best_head(heads).weight);
      }
    }
  }
  // Nothing is scored in two letters.
  const TracePtr two = model->trace({.input = std::vector{1, 2}});
  EXPECT_TRUE(std::isnan(head_looks(*two, model->config(), OrderTask::third, first_scored(2))[0].weight));
}

TEST(Spread, HasTheMedianOfAnyCount) {
  const auto median = [](std::vector<double> values) { return spread_over("x", std::move(values)).median; };
  EXPECT_EQ(median({3}), 3);
  EXPECT_EQ(median({4, 1}), 2.5);
  EXPECT_EQ(median({9, 1, 2}), 2);
  EXPECT_EQ(median({7, 0, 1, 2}), 1.5);
  EXPECT_EQ(median({5, 100, 1, 2, 3}), 3);
  const Spread all = spread_over("x", {9, 1, 2});
  EXPECT_EQ(all.runs, 3);
  EXPECT_EQ(all.mean, 4);
  EXPECT_EQ(all.least, 1);
  EXPECT_EQ(all.most, 9);
}

TEST(Labeller, ComesBackFromItsFolder) {
  const TemporaryFolder folder;
  const PositionsTrainer trainer(short_recipe("rotary", 1));
  const auto model = trainer.model();
  model->save(folder.path() / "m");
  const auto again = load_model(folder.path() / "m", AnswerKind::labels);
  EXPECT_EQ(again->config(), model->config());
  const std::vector<int> letters = model->read("A b z Q");
  EXPECT_EQ(letters, (std::vector<int>{0, 1, 25, 16}));
  EXPECT_EQ(again->answer(letters), model->answer(letters));
  const TracePtr trace = again->trace({.input = letters});
  EXPECT_EQ(trace->labels(Axis::source_token, 4), (std::vector<std::string>{"A", "B", "Z", "Q"}));
  EXPECT_EQ(trace->labels(Axis::target_word, 2), (std::vector<std::string>{"A", "B"}));
  const std::vector<int> labels = again->answer(letters);
  for (std::size_t i = 0; i < labels.size(); ++i)
    EXPECT_EQ(trace->words().next[i], model->target().word(labels[i]));

  Edit edit;
  edit.path = "encoder.0.self_attention.head.0.output";
  edit.values = {0.0F};
  EXPECT_NE(Matrix(again->trace({.input = letters, .edits = {edit}})->read("logits").view().map()),
            Matrix(trace->read("logits").view().map()));
  EXPECT_THROW(model->answer({}), std::invalid_argument);
  EXPECT_THROW(model->answer(std::vector<int>(65, 1)), std::invalid_argument);
  EXPECT_THROW(load_model(folder.path() / "m", AnswerKind::translation), FormatError);
  EXPECT_THROW(load_model(tiny_model_folder(), AnswerKind::labels), FormatError);
}

// What is asked of positions, measured: what each kind has, and that each question can be answered with no.

constexpr std::array all_kinds{Positions::sinusoidal, Positions::appended, Positions::learned,
                               Positions::relative,   Positions::alibi,    Positions::rotary,
                               Positions::none};

TEST(LabProperties, DeviationIsTheWidestDiagonal) {
  Matrix values(2, 3);
  values << 1, 5, 7, 4, 3.5F, 2;
  EXPECT_DOUBLE_EQ(diagonal_deviation(view(values)), 3);  // 5 and 2
  values(1, 2) = 5;
  EXPECT_DOUBLE_EQ(diagonal_deviation(view(values)), 2.5);  // 1 and 3.5
}

TEST(LabProperties, EachKindHasItsOwn) {
  struct Expected {
    Positions kind;
    bool unique, bounded, relative, deterministic = true;
  };
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Matrix learned = random_matrix(64, 32, seed), relative = random_matrix(2, 17, seed + 100);
    const auto measured = [&](Positions kind) {
      return measure_places(kind, 32, 32, kind == Positions::learned ? learned : relative);
    };
    for (const Expected& each : {Expected{Positions::sinusoidal, true, true, true},
                                 {Positions::appended, true, true, true},
                                 {Positions::learned, true, true, false},
                                 {Positions::relative, true, true, true},
                                 {Positions::alibi, true, false, true},
                                 {Positions::rotary, true, true, true},
                                 {Positions::none, false, true, true},
                                 {Positions::counted, true, false, false},
                                 {Positions::divided, true, true, false, false},
                                 {Positions::sines, true, true, false}}) {
      const PlaceProperties found = measured(each.kind);
      const std::string kind = name_of(each.kind);
      EXPECT_EQ(found.unique(), each.unique) << kind << " " << found.smallest_distance;
      EXPECT_EQ(found.bounded(), each.bounded) << kind << " " << found.largest_far;
      EXPECT_EQ(found.relative(), each.relative) << kind << " " << found.same_distance;
      EXPECT_EQ(found.deterministic(), each.deterministic) << kind << " " << found.sentence_deviation;
      EXPECT_EQ(found.most_places, each.kind == Positions::learned ? 64 : 0);
      EXPECT_EQ(found.distances, each.kind == Positions::relative ? 17 : 0);
    }
    EXPECT_EQ(measured(Positions::alibi).largest, 31);
    EXPECT_EQ(measured(Positions::alibi).largest_far, far_places - 1);
    EXPECT_LE(measured(Positions::sinusoidal).largest_far, 1);
    EXPECT_LE(measured(Positions::sines).largest_far, 1);
    EXPECT_EQ(measured(Positions::counted).largest, 32);
    EXPECT_EQ(measured(Positions::counted).largest_far, far_places);
    EXPECT_EQ(measured(Positions::divided).largest_far, 1);
    EXPECT_EQ(measured(Positions::divided).sentence_deviation, 0.5) << "16 of 16, and 16 of 32";
  }
}

// Where its largest number stands does not decide: beyond the measured places, too, a table ends.
TEST(LabProperties, AFiniteTableIsBoundedWhereverItsLargestNumberStands) {
  Matrix learned = random_matrix(64, 8, 3);
  learned(40, 2) = 100;
  const PlaceProperties rows = measure_places(Positions::learned, 32, 8, learned);
  EXPECT_TRUE(rows.bounded());
  EXPECT_EQ(rows.largest, 100);
  EXPECT_EQ(rows.largest_far, 100);

  Matrix far = random_matrix(2, 2 * 40 + 1, 4);
  far(0, 2) = -50;  // 38 back
  far(1, 0) = 80;   // of another head
  const PlaceProperties biases = measure_places(Positions::relative, 32, 8, far);
  EXPECT_TRUE(biases.bounded());
  EXPECT_EQ(biases.largest, 50);

  // A formula is not bounded by being one.
  EXPECT_FALSE(measure_places(Positions::alibi, 32, 8, far).bounded());
}

// A table comes from another model than the one on stage: its dimensions and heads are its own.
TEST(LabProperties, TablesHaveTheirOwnSize) {
  const PlaceProperties learned = measure_places(Positions::learned, 32, 64, random_matrix(20, 48, 1));
  EXPECT_EQ(learned.most_places, 20);
  EXPECT_TRUE(learned.deterministic());
  const PlaceProperties relative = measure_places(Positions::relative, 32, 64, random_matrix(5, 7, 1));
  EXPECT_EQ(relative.distances, 7);
  EXPECT_TRUE(relative.deterministic());
}

TEST(LabProperties, NoKindDependsOnTheSentence) {
  const Matrix learned = random_matrix(40, 16, 5), relative = random_matrix(3, 9, 6);
  for (const Positions kind : all_kinds) {
    const GivenPlaces given = recorded_places(kind, 16, kind == Positions::learned ? learned : relative);
    EXPECT_LT(sentence_deviation(given, 9, 40), 1e-6) << name_of(kind);
    const Matrix rows = given(std::vector{1, 2, 3, 1});
    ASSERT_EQ(rows.rows(), 4) << name_of(kind);
    if (kind == Positions::none) {
      EXPECT_TRUE(rows.isZero());
    } else {
      EXPECT_GT((rows.row(0) - rows.row(3)).norm(), 0.1) << name_of(kind) << " gives places nothing";
    }
  }
  EXPECT_TRUE(
      recorded_places(Positions::learned, 16, learned)(std::vector{0, 0}).isApprox(learned.topRows(2)));
}

// The question can be answered with no: a place as a share of the sentence, and places counted by words.
TEST(LabProperties, WhatDependsOnTheSentenceIsNotDeterministic) {
  const GivenPlaces share = [](std::span<const int> words) {
    Matrix rows(static_cast<Eigen::Index>(words.size()), 1);
    for (Eigen::Index i = 0; i < rows.rows(); ++i)
      rows(i, 0) = static_cast<float>(i) / static_cast<float>(rows.rows());
    return rows;
  };
  const GivenPlaces by_word = [](std::span<const int> words) {
    Matrix rows(static_cast<Eigen::Index>(words.size()), 1);
    for (std::size_t i = 0; i < words.size(); ++i)
      rows(static_cast<Eigen::Index>(i), 0) = static_cast<float>(words[i]);
    return rows;
  };
  PlaceProperties found;
  found.sentence_deviation = sentence_deviation(share, 16, 32);
  EXPECT_NEAR(found.sentence_deviation, 15.0 / 32, 1e-6);
  EXPECT_FALSE(found.deterministic());
  EXPECT_GT(sentence_deviation(share, 31, 32), 0.02);
  found.sentence_deviation = sentence_deviation(by_word, 16, 32);
  EXPECT_FALSE(found.deterministic());
}

}  // namespace
}  // namespace headlight
