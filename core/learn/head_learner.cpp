#include "core/learn/head_learner.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

constexpr int rows_a_step = 16;

// Queries and keys first have to find each other: from larger numbers than usual they do so sooner.
constexpr double first_spread = 0.3;

constexpr std::array learned{HeadMatrix::query, HeadMatrix::key, HeadMatrix::value};

std::string name_of(int head, HeadMatrix which) {
  constexpr std::array names{"query", "key", "value"};
  return "head_" + std::to_string(head) + "." + names.at(static_cast<std::size_t>(which));
}

Weights first_weights(HeadTask task, Random& random) {
  std::vector<TensorSpec> specs;
  for (int head = 0; head < heads_of(task); ++head) {
    const HeadMatrices empty = empty_matrices(task, head);
    for (const HeadMatrix which : learned) {
      const Matrix& matrix = matrix_of(empty, which);
      specs.push_back({name_of(head, which),
                       {static_cast<int>(matrix.rows()), static_cast<int>(matrix.cols())},
                       TensorSpec::Start::zeros});
    }
  }
  Weights weights = Weights::zeros(std::move(specs));
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const Shape shape = weights.spec(i).shape;
    weights.tensor(i) = normal_matrix(shape.rows, shape.cols, random, first_spread);
  }
  return weights;
}

// Columns: for each place the row of letter_table() that it is, and the answer that is wanted there.
Teaching answering(HeadTask task) {
  return {
      {"tokens", "next"}, [task](const Taping& taping, const Columns& columns) {
        Tape& tape = taping.tape;
        LayerRecording layers(tape, taping.weights, 0, taping.gradients);
        const auto column = [&](const char* path, const std::vector<int>& numbers) {
          const std::vector<float> values(numbers.begin(), numbers.end());
          return tape.constant({path}, {values.data(), {static_cast<int>(values.size()), 1}});
        };
        const Matrix table = letter_table(), before = only_before(task_places);
        const int tokens = column("tokens", columns[0]);
        const int mask = tape.constant({"mask"}, view(before));
        int x = tape.record({"inputs"}, lookup(), {tokens, tape.constant({"table"}, view(table))});
        int output = -1;
        for (int head = 0; head < heads_of(task); ++head) {
          const std::string own = "head_" + std::to_string(head) + ".";
          const auto times = [&](HeadMatrix which) {
            const int w = layers.parameter(name_of(head, which));
            return tape.record({name_of(head, which) + ".made"}, linear(0, tape.node(w).shape.cols), {x, w});
          };
          const int q = times(HeadMatrix::query), k = times(HeadMatrix::key), v = times(HeadMatrix::value);
          const int scores = tape.record({own + "scores"}, dot_products(), {q, k});
          const int scaled = tape.record({own + "scaled"}, divide_by_root(task_key_size), {scores});
          const int masked = tape.record({own + "masked"}, add(), {scaled, mask});
          const int weights = tape.record({own + "weights"}, softmax(), {masked});
          output = tape.record({own + "output"}, mix(), {weights, v});
          if (head + 1 < heads_of(task)) x = tape.record({own + "read"}, concatenate(), {x, output});
        }
        return tape.record({"loss"}, cross_entropy(0), {output, column("next", columns[1])});
      }};
}

Optimization how_to_learn() {
  Optimization how;
  how.steps = 1000;
  how.warmup = 10;
  how.peak_rate = 0.05;
  how.last_rate = 1;
  return how;
}

}  // namespace

HeadLearner::HeadLearner(HeadTask task, std::uint64_t seed)
    : task_(task),
      random_(seed),
      weights_(first_weights(task, random_)),
      moments_{Weights::zeros_like(weights_), Weights::zeros_like(weights_)} {}

void HeadLearner::advance(int steps) {
  const Optimization how = how_to_learn();
  BatchTapes tapes(weights_, 0, answering(task_));
  for (int i = 0; i < steps; ++i) {
    std::vector<Columns> rows;
    double asked = 0;
    while (std::ssize(rows) < rows_a_step) {
      const TaskText text = drawn_text(task_, random_);
      asked += static_cast<double>(task_places - std::count(text.wanted.begin(), text.wanted.end(), -1));
      rows.push_back({table_rows_of(text), text.wanted});
    }
    losses_.push_back(tapes.learn(rows, static_cast<float>(1 / asked), 0) / asked);
    adam_step(weights_, tapes.gradients(), moments_, how, std::min(step() - 1, how.steps - 1));
  }
}

std::vector<HeadMatrices> HeadLearner::heads() const {
  std::vector<HeadMatrices> heads;
  for (int head = 0; head < heads_of(task_); ++head) {
    HeadMatrices& matrices = heads.emplace_back(empty_matrices(task_, head));
    for (const HeadMatrix which : learned) matrix_of(matrices, which) = weights_[name_of(head, which)];
  }
  return heads;
}

}  // namespace headlight
