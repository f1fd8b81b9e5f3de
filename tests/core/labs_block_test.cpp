// The labs on blocks and soft lookups against naive twins.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <stdexcept>

#include "core/labs/block.h"
#include "core/labs/cost.h"
#include "core/labs/lookup.h"
#include "core/labs/positions.h"
#include "core/layers/recording.h"
#include "core/layers/sites.h"
#include "core/matrix/random.h"
#include "core/models/model.h"
#include "core/models/transformer.h"
#include "tests/core/seeded_matrix.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

NormTask random_task(int rows, int columns) {
  Random random(4);
  NormTask task;
  task.x = 3.0F * normal_matrix(rows, columns, random).array() + 0.5F;
  task.gain = normal_matrix(1, columns, random);
  task.bias = normal_matrix(1, columns, random);
  task.epsilon = 0.01F;
  task.words.assign(static_cast<std::size_t>(rows), "word");
  return task;
}

TEST(RecordNorms, AreThoseOfTheFormulas) {
  const NormTask task = random_task(3, 7);
  const TracePtr trace = record_norms(task);
  for (int row = 0; row < 3; ++row) {
    double mean = 0, variance = 0, squares = 0;
    for (int i = 0; i < 7; ++i) mean += static_cast<double>(task.x(row, i)) / 7;
    for (int i = 0; i < 7; ++i) {
      const auto x = static_cast<double>(task.x(row, i));
      variance += (x - mean) * (x - mean) / 7;
      squares += x * x / 7;
    }
    for (int i = 0; i < 7; ++i) {
      const auto x = static_cast<double>(task.x(row, i)), gain = static_cast<double>(task.gain(0, i)),
                 bias = static_cast<double>(task.bias(0, i));
      const double centred = gain * (x - mean) / std::sqrt(variance + 0.01);
      EXPECT_NEAR(trace->read("block_lab.layer")(row, i), centred + bias, 1e-4);
      EXPECT_NEAR(trace->read("block_lab.scale_only")(row, i), centred, 1e-4);
      EXPECT_NEAR(trace->read("block_lab.rms")(row, i), gain * x / std::sqrt(squares + 0.01), 1e-4);
    }
  }
  NormTask wrong = task;
  wrong.gain = Matrix::Zero(1, 6);
  EXPECT_THROW(record_norms(wrong), std::invalid_argument);
}

// Of the column of each number, over the rows of both sentences: mean 0 and variance 1, as variance and
// epsilon have it; then gain and bias.
TEST(RecordNorms, BatchNormIsOverTheColumnsOfBothSentences) {
  NormTask task = random_task(4, 7);
  Random random(9);
  task.others = 2.0F * normal_matrix(5, 7, random).array() - 1.0F;
  task.other_words.assign(5, "other");
  NormTask turned = task;  // the other way round: the rest of the same batch
  std::swap(turned.x, turned.others);
  std::swap(turned.words, turned.other_words);
  const Matrix here = record_norms(task)->read("block_lab.batch").view().map();
  const Matrix there = record_norms(turned)->read("block_lab.batch").view().map();
  Matrix rows(9, 7), all(9, 7);
  rows << task.x, task.others;
  all << here, there;
  for (int k = 0; k < 7; ++k) {
    const Eigen::ArrayXd column = rows.col(k).cast<double>().array();
    const double variance = (column - column.mean()).square().mean();
    const Eigen::ArrayXd normal = (all.col(k).cast<double>().array() - static_cast<double>(task.bias(0, k))) /
                                  static_cast<double>(task.gain(0, k));
    EXPECT_NEAR(normal.mean(), 0, 1e-4);
    EXPECT_NEAR((normal - normal.mean()).square().mean(), variance / (variance + 0.01), 1e-3);
  }
  // Another word of the other sentence moves this one's numbers, LayerNorm's stay to the last bit.
  NormTask changed = task;
  changed.others.row(4) *= 3.0F;
  NormTask alone = task;
  alone.others = Matrix();
  alone.other_words.clear();
  for (const NormTask& other : {changed, alone}) {
    const TracePtr before = record_norms(task), after = record_norms(other);
    const auto moved = [&](const char* part) {
      const Matrix a = before->read(part).view().map(), b = after->read(part).view().map();
      return (a - b).cwiseAbs().maxCoeff();
    };
    EXPECT_GT(moved("block_lab.batch"), 0.01F);
    for (const char* part : {"block_lab.layer", "block_lab.scale_only", "block_lab.rms"})
      EXPECT_EQ(moved(part), 0) << part;
  }
  // A batch of one word: everything is the mean.
  NormTask one = alone;
  one.x = one.x.topRows(1).eval();
  one.words.resize(1);
  EXPECT_EQ(Matrix(record_norms(one)->read("block_lab.batch").view().map()), one.bias);
  alone.other_words.assign(1, "other");
  EXPECT_THROW(record_norms(alone), std::invalid_argument);
}

TEST(SpanDistance, MixturesLieInTheSpanAndWhatIsBentDoesNot) {
  Random random(7);
  const Matrix spanning = normal_matrix(5, 40, random);
  const Matrix mixed = normal_matrix(9, 5, random) * spanning;
  const SpanDistance inside = span_distance(mixed, spanning);
  EXPECT_EQ(inside.rank, 5);
  ASSERT_EQ(inside.distance.size(), 9U);
  EXPECT_LT(inside.largest(), 1e-5);
  const SpanDistance bent = span_distance(mixed.cwiseMax(0), spanning);
  EXPECT_GT(bent.mean(), 0.3);
  // Vectors that point anywhere, on average as far as the formula says.
  const SpanDistance anywhere = span_distance(normal_matrix(400, 40, random), spanning);
  EXPECT_NEAR(anywhere.mean(), distance_at_random(5, 40), 0.01);
  Matrix twice(2, 40);
  twice.row(0) = spanning.row(0);
  twice.row(1) = 2 * spanning.row(0);
  EXPECT_EQ(span_distance(spanning, twice).rank, 1);
  EXPECT_EQ(span_distance(Matrix::Zero(1, 40), spanning).largest(), 0);
}

// What attention mixes is in the span of its values in every head of a model, and not behind its MLP.
TEST(SpanDistance, HoldsInEveryHeadOfAModel) {
  const Model model = tiny_translator();
  const TracePtr trace = model.trace({.text = tired_sentence});
  for (int layer = 0; layer < model.config().encoder_layers; ++layer) {
    for (int head = 0; head < model.config().encoder_heads; ++head) {
      const auto read = [&](const char* part) {
        return Matrix(trace->read(head_path("encoder", layer, "self_attention", head, part)).view().map());
      };
      EXPECT_LT(span_distance(read("output"), read("value")).largest(), 1e-4) << layer << " " << head;
    }
  }
}

TEST(HeadsCost, IsWhatTheModelHasAndTheTapeCounts) {
  const Model model = tiny_translator();
  const TransformerConfig& config = model.config();
  const TracePtr trace = model.trace({.text = tired_sentence});
  const auto n = static_cast<int>(trace->words().source.size());
  const int d_k = config.size_of_head(config.encoder_heads);
  const HeadsCost cost = heads_cost(config.d_model, config.encoder_heads, d_k, n, true);
  EXPECT_EQ(cost.multiply_adds, multiply_adds(trace->tape(), "encoder.0.self_attention."));
  std::int64_t numbers = 0;
  for (std::size_t i = 0; i < model.weights().count(); ++i) {
    if (model.weights().spec(i).name.starts_with("encoder.0.self_attention."))
      numbers += model.weights().tensor(i).size();
  }
  EXPECT_EQ(cost.parameters, numbers);
  EXPECT_EQ(cost.beside, config.d_model) << "side by side as long as what the residual adds them to";
  // However many heads share them.
  EXPECT_EQ(heads_cost(64, 1, 64, 11, true).parameters, heads_cost(64, 8, 8, 11, true).parameters);
  EXPECT_EQ(heads_cost(64, 1, 64, 11, true).multiply_adds, heads_cost(64, 8, 8, 11, true).multiply_adds);
  EXPECT_EQ(heads_cost(64, 8, 64, 11, false).parameters, 8 * heads_cost(64, 8, 8, 11, false).parameters);
}

TEST(SoftLookup, GoesFromADictionaryToAMixture) {
  for (const LookupCatalogue* catalogue : {&film_catalogue(), &paint_catalogue()}) {
    const Matrix keys = catalogue->key_rows(), values = catalogue->value_rows();
    for (Eigen::Index entry = 0; entry < keys.rows(); ++entry) {
      EXPECT_NEAR(keys.row(entry).norm(), keys.row(0).norm(), 1e-6) << "none is near to everything";
      // Asked for a key itself, all three find its value: a cold softmax as nearly as one likes.
      const std::vector<float> query(keys.row(entry).data(), keys.row(entry).data() + keys.cols());
      const TracePtr cold = record_soft_lookup(*catalogue, query, 0.02F);
      for (const char* part : {"exact_value", "nearest_value", "mixed"}) {
        const Matrix found = cold->read(std::string("lookup_lab.") + part).view().map();
        EXPECT_TRUE(found.row(0).isApprox(values.row(entry), 1e-4F)) << catalogue->name << " " << part;
      }
    }
    // Asked for what no entry is, a dictionary finds nothing.
    const std::vector<float> between{0.9F, 0.2F, 0.7F, 0.1F};
    const TracePtr asked = record_soft_lookup(*catalogue, between, 0.5F);
    EXPECT_EQ(asked->read("lookup_lab.exact").view().map().sum(), 0);
    EXPECT_EQ(asked->read("lookup_lab.nearest").view().map().maxCoeff(), 1);
    const Matrix shares = asked->read("lookup_lab.weights").view().map();
    Matrix mixed = Matrix::Zero(1, values.cols());
    double sum = 0;
    for (Eigen::Index entry = 0; entry < keys.rows(); ++entry) {
      double score = 0;
      for (Eigen::Index i = 0; i < keys.cols(); ++i)
        score += static_cast<double>(between[static_cast<std::size_t>(i)] * keys(entry, i));
      sum += std::exp(score / 0.5);
    }
    for (Eigen::Index entry = 0; entry < keys.rows(); ++entry) {
      double score = 0;
      for (Eigen::Index i = 0; i < keys.cols(); ++i)
        score += static_cast<double>(between[static_cast<std::size_t>(i)] * keys(entry, i));
      EXPECT_NEAR(shares(0, entry), std::exp(score / 0.5) / sum, 1e-5);
      mixed += shares(0, entry) * values.row(entry);
    }
    EXPECT_TRUE(Matrix(asked->read("lookup_lab.mixed").view().map()).isApprox(mixed, 1e-4F));
    const Matrix hot = record_soft_lookup(*catalogue, between, 100)->read("lookup_lab.weights").view().map();
    EXPECT_NEAR(hot.maxCoeff() - hot.minCoeff(), 0, 0.01) << "all alike";
  }
  EXPECT_THROW(record_soft_lookup(film_catalogue(), std::vector<float>{1}, 1), std::invalid_argument);
  EXPECT_THROW(record_soft_lookup(film_catalogue(), std::vector<float>{1, 0, 0, 1}, 0),
               std::invalid_argument);
}

// The lab on positions: every kind against formulas written out anew, and what is the same at equal
// distances.

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
    const Reading scores = one->read(of_head + std::to_string(h) + ".masked");
    const Reading bias = both->read(of_head + std::to_string(h) + ".position_bias");
    const Reading weights = one->read(of_head + std::to_string(h) + ".weights");
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) {
        const bool open = h % 2 == 0 ? j <= i : j >= i;
        EXPECT_EQ(weights(i, j) > 0, open) << h << ": " << i << ", " << j;
        EXPECT_EQ(scores(i, j), open ? bias(i, j) : -std::numeric_limits<float>::infinity());
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
