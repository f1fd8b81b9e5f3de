// The lab on positions: every kind against formulas written out anew, and what is the same at equal
// distances.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>

#include "core/labs/positions.h"
#include "core/layers/recording.h"
#include "core/models/transformer.h"
#include "tests/core/seeded_matrix.h"

namespace headlight {
namespace {

const std::string of_head = "encoder.0.self_attention.head.";

// e^(i place / 10000^(pair / pairs)): its parts are cosine and sine.
std::complex<double> turn(double place, int pair, int pairs, double base = 10000) {
  return std::exp(std::complex<double>(0, place * std::pow(base, -static_cast<double>(pair) / pairs)));
}

TEST(LabSinusoids, AreThePartsOfTurningNumbers) {
  for (const int dimensions : {2, 16, 64}) {
    const TracePtr trace = record_sinusoids(40, dimensions, {"the", "animal"});
    const Reading positions = trace->read("source.positions");
    const Reading alike = trace->read("source.similarity");
    for (int place = 0; place < 40; ++place) {
      double with_first = 0;
      for (int pair = 0; pair < dimensions / 2; ++pair) {
        const auto expected = turn(place, pair, dimensions / 2);
        EXPECT_NEAR(positions(place, 2 * pair), expected.imag(), 1e-6);
        EXPECT_NEAR(positions(place, 2 * pair + 1), expected.real(), 1e-6);
        EXPECT_NEAR(sinusoid(place, 2 * pair, dimensions), expected.imag(), 1e-12);
        EXPECT_NEAR(sinusoid(place + 0.5, 2 * pair + 1, dimensions),
                    turn(place + 0.5, pair, dimensions / 2).real(), 1e-12);
        with_first += expected.real();
      }
      // The sum over pairs of the cosine of the distance's angle.
      EXPECT_NEAR(alike(place, 0), with_first, 1e-4);
      EXPECT_NEAR(alike(place, place), dimensions / 2.0, 1e-4);
    }
  }
}

TEST(LabSinusoids, RepeatAfterTheirWavelength) {
  for (int pair = 0; pair < 8; ++pair) {
    const double once = wavelength(pair, 16);
    EXPECT_NEAR(sinusoid(3 + once, 2 * pair, 16), sinusoid(3, 2 * pair, 16), 1e-9);
    EXPECT_GT(std::fabs(sinusoid(once / 2, 2 * pair + 1, 16) - sinusoid(0, 2 * pair + 1, 16)), 1.99);
  }
}

TEST(LabBiases, OneSidedHeadsLookBackAndAheadInTurn) {
  const TracePtr both = record_alibi(alibi_slopes(4), 6, {});
  const TracePtr one = record_alibi(alibi_slopes(4), 6, {}, true);
  EXPECT_LT(both->find(of_head + "0.masked"), 0);
  for (int h = 0; h < 4; ++h) {
    const Reading masked = one->read(of_head + std::to_string(h) + ".masked");
    const Reading bias = both->read(of_head + std::to_string(h) + ".position_bias");
    const Reading weights = one->read(of_head + std::to_string(h) + ".weights");
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) {
        const bool open = h % 2 == 0 ? j <= i : j >= i;
        EXPECT_EQ(weights(i, j) > 0, open) << h << ": " << i << ", " << j;
        EXPECT_EQ(masked(i, j), open ? bias(i, j) : -std::numeric_limits<float>::infinity());
      }
    }
  }
}

TEST(LabBiases, AreWhatTheirFormulasSay) {
  const std::vector<float> slopes = alibi_slopes(8);
  const TracePtr alibi = record_alibi(slopes, 9, {});
  const Matrix table = random_matrix(3, 7, 5);
  const TracePtr relative = record_relative(table, 9, {});
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 9; ++j) {
      for (int h = 0; h < 8; ++h)
        EXPECT_NEAR(alibi->read(of_head + std::to_string(h) + ".position_bias")(i, j),
                    -std::abs(i - j) * std::pow(0.5, h + 1), 1e-6);
      for (int h = 0; h < 3; ++h)
        EXPECT_EQ(relative->read(of_head + std::to_string(h) + ".position_bias")(i, j),
                  table(h, std::max(-3, std::min(3, j - i)) + 3));
    }
  }
  // Alone, a penalty of ln 2 a place halves the weight.
  const TracePtr halves = record_alibi(std::vector{std::log(2.0F)}, 5, {});
  const Reading weights = halves->read(of_head + "0.weights");
  EXPECT_NEAR(weights(0, 1) / weights(0, 0), 0.5, 1e-6);
  EXPECT_NEAR(weights(0, 4) / weights(0, 3), 0.5, 1e-6);
}

// What a page says of a model's slopes is what the model records.
TEST(LabBiases, TheSlopesOfAModelAreThoseThatItRecords) {
  for (const float first : {1.0F, 0.25F, 0.7F}) {
    TransformerConfig config;
    config.positions = Positions::alibi;
    config.position_slope = first;
    config.encoder_heads = 4;
    config.source_words = config.target_words = 5;
    const Weights weights = Weights::random(config, 1);
    Tape tape;
    Recording recording(tape, config, weights);
    record_encoder(recording, std::vector{0, 1, 2});
    tape.forward();
    const std::vector<float> slopes = model_slopes(config);
    ASSERT_EQ(slopes.size(), 4U);
    for (int h = 0; h < 4; ++h) {
      const auto bias = tape.value(*tape.find(of_head + std::to_string(h) + ".position_bias"));
      EXPECT_EQ(bias(0, 2), -2 * slopes[static_cast<std::size_t>(h)]);
      EXPECT_FLOAT_EQ(slopes[static_cast<std::size_t>(h)], first * std::pow(0.5F, static_cast<float>(h)));
    }
  }
}

TEST(LabRotation, TurnsPairsAndKeepsTheScoreOfEqualDistances) {
  for (const double base : {10000.0, 100.0}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const int size = 16;
      const Matrix q = random_matrix(1, size, seed), k = random_matrix(1, size, seed + 100);
      const TracePtr trace = record_rotation(q, k, 24, base);
      const Reading turned = trace->read(of_head + "0.query_rotated");
      const Reading scores = trace->read(of_head + "0.scores");
      for (int i = 0; i < 24; ++i) {
        for (int j = 0; j < 24; ++j) {
          std::complex<double> sum = 0;
          for (int pair = 0; pair < size / 2; ++pair) {
            const std::complex<double> a(q(0, 2 * pair), q(0, 2 * pair + 1)),
                b(k(0, 2 * pair), k(0, 2 * pair + 1));
            sum += a * std::conj(b) * turn(i - j, pair, size / 2, base);
            const auto expected = a * turn(i, pair, size / 2, base);
            EXPECT_NEAR(turned(i, 2 * pair), expected.real(), 1e-5);
            EXPECT_NEAR(turned(i, 2 * pair + 1), expected.imag(), 1e-5);
          }
          EXPECT_NEAR(scores(i, j), sum.real(), 1e-4);
        }
      }
      EXPECT_LT(diagonal_deviation(scores.view()), 1e-4);
    }
  }
}

}  // namespace
}  // namespace headlight
