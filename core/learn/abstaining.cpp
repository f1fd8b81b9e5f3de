#include "core/learn/abstaining.h"

#include <algorithm>
#include <cmath>

#include "core/layers/recording.h"
#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

constexpr int abstain_key_size = 4;
constexpr int texts_a_step = 16;
// What the words' numbers are multiplied by, and the number of nothing beside them: a word is read where its
// number is above a half.
constexpr float word_logit = 10, nothing_logit = 5;
constexpr int sink_row = 2 * abstain_words;  // of the tables below

// Rows: each word without and with a marker before it, and the sink token. Columns: the word, the marker, the
// sink.
Matrix abstain_inputs() {
  Matrix table = Matrix::Zero(sink_row + 1, abstain_words + 2);
  for (int row = 0; row < sink_row; ++row) {
    table(row, row / 2) = 1;
    table(row, abstain_words) = static_cast<float>(row % 2);
  }
  table(sink_row, abstain_words + 1) = 1;
  return table;
}
Matrix abstain_values() { return abstain_inputs().leftCols(abstain_words); }
// Rows: no marker was there, one was.
Matrix abstain_asks() {
  Matrix table(2, 2);
  table << 1, 0, 1, 1;
  return table;
}

std::vector<int> abstain_rows(Abstaining kind, const AbstainText& text) {
  std::vector<int> rows;
  if (kind == Abstaining::sink_token) rows.push_back(sink_row);
  for (int t = 0; t < static_cast<int>(text.words.size()); ++t)
    rows.push_back(2 * text.words[static_cast<std::size_t>(t)] + (t == text.marked ? 1 : 0));
  return rows;
}

Weights abstain_weights(Abstaining kind, Random& random) {
  std::vector<TensorSpec> specs{{"query", {2, abstain_key_size}, TensorSpec::Start::zeros},
                                {"key", {abstain_words + 2, abstain_key_size}, TensorSpec::Start::zeros}};
  if (kind == Abstaining::learned_sink) specs.push_back({"sink", {1, 1}, TensorSpec::Start::zeros});
  if (kind == Abstaining::gate) specs.push_back({"gate", {2, abstain_words}, TensorSpec::Start::zeros});
  Weights weights = Weights::zeros(std::move(specs));
  constexpr double first_spread = 0.5;
  for (const char* name : {"query", "key"}) {
    const Shape shape = {static_cast<int>(weights[name].rows()), static_cast<int>(weights[name].cols())};
    weights[name] = normal_matrix(shape.rows, shape.cols, random, first_spread);
  }
  return weights;
}

// Columns: the rows of the words, whether there was a marker, and the word that is wanted.
Teaching abstain_teaching(Abstaining kind) {
  return {{"tokens", "asks", "next"}, [kind](const Taping& taping, const Columns& columns) {
            Tape& tape = taping.tape;
            LayerRecording layers(tape, taping.weights, 0, taping.gradients);
            const auto column = [&](const char* path, const std::vector<int>& numbers) {
              const std::vector<float> values(numbers.begin(), numbers.end());
              return tape.constant({path}, {values.data(), {static_cast<int>(values.size()), 1}});
            };
            const auto fixed = [&](const char* path, const Matrix& matrix) {
              return tape.constant({path}, view(matrix));
            };
            const int tokens = column("tokens", columns[0]);
            const int x = tape.record({"inputs"}, lookup(), {tokens, fixed("table", abstain_inputs())});
            const int v = tape.record({"value"}, lookup(), {tokens, fixed("values", abstain_values())});
            const int u = tape.record({"asking"}, lookup(),
                                      {column("asks", columns[1]), fixed("asked", abstain_asks())});
            const int q = tape.record({"q"}, linear(0, abstain_key_size), {u, layers.parameter("query")});
            const int k = tape.record({"k"}, linear(0, abstain_key_size), {x, layers.parameter("key")});
            const int scores = tape.record({"scores"}, dot_products(), {q, k});
            const int count = tape.node(scores).shape.cols;
            int weights = -1;
            if (kind == Abstaining::one_more || kind == Abstaining::learned_sink) {
              const int beside = kind == Abstaining::one_more ? fixed("beside", Matrix::Zero(1, 1))
                                                              : layers.parameter("sink");
              const int all = tape.record({"all"}, concatenate(), {scores, beside});
              weights = tape.record({"shares"}, softmax(), {all});
              weights = tape.record({"weights"}, column_range(0, count), {weights});
            } else {
              weights = tape.record({"weights"}, softmax(), {scores});
            }
            int output = tape.record({"output"}, mix(), {weights, v});
            if (kind == Abstaining::gate) {
              const int opening =
                  tape.record({"opening"}, linear(0, abstain_words), {u, layers.parameter("gate")});
              const int open = tape.record({"open"}, activate(Activation::sigmoid), {opening});
              output = tape.record({"gated"}, multiply(), {output, open});
            }
            const int words = tape.record({"words"}, scale(word_logit), {output});
            const int logits = tape.record({"logits"}, concatenate(),
                                           {words, fixed("nothing", Matrix::Constant(1, 1, nothing_logit))});
            return tape.record({"loss"}, cross_entropy(0), {logits, column("next", columns[2])});
          }};
}

}  // namespace

void record_one_more(Tape& tape, const AbstainText& text, const Matrix& scores) {
  const Block lab{Family::lab, "beyond_lab"};
  const int words = static_cast<int>(text.words.size());
  Matrix values = Matrix::Zero(words, abstain_words);
  for (int t = 0; t < words; ++t) values(t, text.words[static_cast<std::size_t>(t)]) = 1;
  const Matrix nothing = Matrix::Zero(1, 1);
  const int s = tape.constant(lab["scores"], view(scores)),
            beside = tape.constant(lab["beside"], view(nothing));
  const int all = tape.record(lab["all"], concatenate(), {s, beside});
  const int shares = tape.record(lab["shares"], softmax(), {all});
  const int weights = tape.record(lab["weights"], column_range(0, words), {shares});
  tape.record(lab["output"], mix(), {weights, tape.constant(lab["words"], view(values))});
}

std::string abstain_word_name(int word) {
  constexpr std::array<const char*, abstain_words> names{"sun", "rain", "snow", "wind"};
  return names.at(static_cast<std::size_t>(word));
}

AbstainText drawn_abstain_text(Random& random) {
  AbstainText text;
  const int count = 1 + random.below(most_abstain_words);
  for (int t = 0; t < count; ++t) text.words.push_back(random.below(abstain_words));
  if (random.chance(0.5)) text.marked = random.below(count);
  return text;
}

AbstainHead::AbstainHead(Abstaining kind, std::uint64_t seed)
    : kind_(kind), learned_(seed, [kind](Random& random) { return abstain_weights(kind, random); }) {}

void AbstainHead::advance(int steps) {
  BatchTapes tapes(learned_.weights, 0, abstain_teaching(kind_));
  for (int i = 0; i < steps; ++i) {
    std::vector<Columns> texts;
    for (const AbstainText& text : next_texts()) {
      const int wanted = text.wanted();
      texts.push_back(
          {abstain_rows(kind_, text), {text.marked < 0 ? 0 : 1}, {wanted < 0 ? abstain_words : wanted}});
    }
    learned_.random = Random(learned_.random.bits());
    learned_.learn(tapes, texts, texts_a_step);
  }
}

std::vector<AbstainText> AbstainHead::next_texts() const {
  Random random = learned_.random;
  std::vector<AbstainText> texts;
  while (std::ssize(texts) < texts_a_step) texts.push_back(drawn_abstain_text(random));
  return texts;
}

AbstainRun AbstainHead::run(const AbstainText& text) const {
  const std::vector<int> rows = abstain_rows(kind_, text);
  const auto count = static_cast<Eigen::Index>(rows.size());
  const Matrix inputs = abstain_inputs(), values = abstain_values();
  Matrix x(count, inputs.cols()), v(count, values.cols());
  for (Eigen::Index t = 0; t < count; ++t) {
    x.row(t) = inputs.row(rows[static_cast<std::size_t>(t)]);
    v.row(t) = values.row(rows[static_cast<std::size_t>(t)]);
  }
  const Matrix u = abstain_asks().row(text.marked < 0 ? 0 : 1);
  const Matrix q = u * weights()["query"], k = x * weights()["key"];
  AbstainRun run;
  run.scores = q * k.transpose();
  float most = run.scores.maxCoeff();
  float beside = 0;
  const bool has_beside = kind_ == Abstaining::one_more || kind_ == Abstaining::learned_sink;
  if (kind_ == Abstaining::learned_sink) beside = weights()["sink"](0, 0);
  if (has_beside) most = std::max(most, beside);
  Matrix shares = (run.scores.array() - most).exp().matrix();
  const float of_nothing = has_beside ? std::exp(beside - most) : 0;
  const float sum = shares.sum() + of_nothing;
  shares /= sum;
  run.output = shares * v;
  run.nothing = of_nothing / sum;
  run.weights = shares;
  if (kind_ == Abstaining::sink_token) {
    run.nothing = shares(0, 0);
    run.weights = shares.rightCols(count - 1);
  }
  if (kind_ == Abstaining::gate) {
    const Matrix open = (1.0F / (1.0F + (-(u * weights()["gate"])).array().exp())).matrix();
    run.gate = open.mean();
    run.output = run.output.cwiseProduct(open).eval();
  }
  Eigen::Index at = 0;
  if (run.output.row(0).maxCoeff(&at) > nothing_logit / word_logit) run.answer = static_cast<int>(at);
  return run;
}

AbstainCount count_abstaining(const AbstainHead& head, int texts, std::uint64_t seed) {
  Random random(seed);
  AbstainCount count;
  for (int i = 0; i < texts; ++i) {
    const AbstainText text = drawn_abstain_text(random);
    const AbstainRun run = head.run(text);
    const bool right = run.answer == text.wanted();
    if (text.marked >= 0) {
      ++count.marked;
      count.marked_right += right ? 1 : 0;
      continue;
    }
    ++count.unmarked;
    count.unmarked_right += right ? 1 : 0;
    count.written += static_cast<double>(run.output.norm());
  }
  count.written /= std::max(1, count.unmarked);
  return count;
}

}  // namespace headlight
