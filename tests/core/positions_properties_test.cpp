// What is asked of positions, measured: what each kind has, and that each question can be answered with no.
#include "core/labs/positions.h"

#include <gtest/gtest.h>

#include "tests/core/seeded_matrix.h"

namespace headlight {
namespace {

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
    bool unique, bounded, relative;
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
                                 {Positions::none, false, true, true}}) {
      const PlaceProperties found = measured(each.kind);
      const std::string kind = name_of(each.kind);
      EXPECT_EQ(found.unique(), each.unique) << kind << " " << found.smallest_distance;
      EXPECT_EQ(found.bounded(), each.bounded) << kind << " " << found.largest_far;
      EXPECT_EQ(found.relative(), each.relative) << kind << " " << found.same_distance;
      EXPECT_TRUE(found.deterministic()) << kind << " " << found.sentence_deviation;
      EXPECT_EQ(found.most_places, each.kind == Positions::learned ? 64 : 0);
      EXPECT_EQ(found.distances, each.kind == Positions::relative ? 17 : 0);
    }
    EXPECT_EQ(measured(Positions::alibi).largest, 31);
    EXPECT_EQ(measured(Positions::alibi).largest_far, far_places - 1);
    EXPECT_LE(measured(Positions::sinusoidal).largest_far, 1);
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
