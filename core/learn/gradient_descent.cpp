#include "core/learn/gradient_descent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "core/grammar/held_out.h"
#include "core/models/run.h"
#include "core/models/trace.h"
#include "core/tape/ops/ops.h"

namespace headlight {

int TrainingExample::asked() const {
  return static_cast<int>(next.size()) - static_cast<int>(std::count(next.begin(), next.end(), -1));
}

bool SentenceLearner::teaches(const Anatomy& model) {
  return model.answer == AnswerKind::translation || model.answer == AnswerKind::next_token;
}

SentenceLearner::SentenceLearner(ModelPtr model)
    : of_(std::move(model)), weights_(std::make_shared<Weights>(of_->weights())) {
  if (!teaches(of_->anatomy()))
    throw std::invalid_argument("this model writes no words, so it cannot be taught any");
}

bool SentenceLearner::translates() const { return of_->anatomy().answer == AnswerKind::translation; }

TrainingExample SentenceLearner::example(std::string_view typed, std::span<const int> answer) const {
  TrainingExample taught;
  const std::vector<int> read = of_->read(typed);
  if (translates()) {
    taught.read = read;
    taught.given = {*of_->ends().start};
    taught.given.insert(taught.given.end(), answer.begin(), answer.end());
    taught.next.assign(answer.begin(), answer.end());
    taught.next.push_back(*of_->ends().end);
    return taught;
  }
  taught.given = read;
  taught.next.assign(read.begin() + 1, read.end());
  // A sentence ends with its own sign, a line of characters with its end.
  taught.next.push_back(of_->ends().end.value_or(-1));
  return taught;
}

TrainingExample SentenceLearner::beginning(TrainingExample taught, std::int64_t most_bytes) const {
  if (translates()) return taught;
  Tape tape;
  record(tape, taught);
  const double fits = static_cast<double>(most_bytes) / (2 * static_cast<double>(bytes_of_all(tape)));
  if (fits >= 1) return taught;
  // Nothing takes more for a word of a shorter text than for one of a longer.
  constexpr int least = 2;
  const auto words =
      static_cast<std::size_t>(std::max<double>(least, fits * static_cast<double>(taught.next.size())));
  taught.given.resize(std::min(taught.given.size(), words));
  taught.next.resize(std::min(taught.next.size(), words));
  return taught;
}

int SentenceLearner::record(Tape& tape, const TrainingExample& taught, float smoothing,
                            Weights* gradients) const {
  const Recorder recorder =
      of_->family().record(tape, of_->any_config(), *weights_, {.gradients = gradients});
  if (recorder.read) recorder.read(taught.read);
  const int logits = recorder.write(taught.given, 0);
  const Block output{Family::output, "", Stream::target};
  tape.record(output["probabilities"], softmax(), {logits});
  const std::vector<float> ids(taught.next.begin(), taught.next.end());
  const int next = tape.constant(output["next"], {ids.data(), {static_cast<int>(ids.size()), 1}});
  return tape.record(output["loss"], cross_entropy(smoothing), {logits, next});
}

TracePtr SentenceLearner::trace(const TrainingExample& taught, float smoothing) const {
  Tape tape;
  record(tape, taught, smoothing);
  keep_what_fits(tape);
  tape.forward();
  Trace::Words words;
  if (translates()) {
    words.source = of_->source().labels_of_text(taught.read);
    words.source_vocabulary = of_->source().labels();
  }
  words.target = writes().labels_of_text(taught.given);
  words.next = writes().labels_of(taught.next);
  words.target_vocabulary = writes().labels();
  words.source_ids = taught.read;
  words.target_ids = taught.given;
  words.next_ids = taught.next;
  return std::make_shared<const Trace>(std::move(tape), std::move(words), weights_,
                                       std::make_shared<const Anatomy>(of_->anatomy()));
}

ModelPtr SentenceLearner::model() const {
  return std::make_shared<const Model>(of_->family(), of_->any_config(), *weights_, of_->words());
}

Weights gradient_of(const SentenceLearner& learner, const TrainingExample& taught, float smoothing,
                    double* loss) {
  Weights gradients = Weights::zeros_like(learner.weights());
  Tape tape;
  const int node = learner.record(tape, taught, smoothing, &gradients);
  tape.forward();
  const int asked = std::max(1, taught.asked());
  tape.backward(node, 1.0F / static_cast<float>(asked));
  if (loss != nullptr) *loss = static_cast<double>(tape.value(node)(0, 0)) / asked;
  return gradients;
}

void descend(Weights& weights, const Weights& gradient, double rate) {
  for (std::size_t i = 0; i < weights.count(); ++i)
    weights.tensor(i) -= static_cast<float>(rate) * gradient.tensor(i);
}

std::vector<WordLoss> word_losses(ConstView probabilities, const TrainingExample& taught) {
  std::vector<WordLoss> words;
  for (int place = 0; place < static_cast<int>(taught.next.size()); ++place) {
    WordLoss word{.place = place, .next = taught.next[place]};
    if (word.next < 0) continue;
    Eigen::Index best = 0;
    word.best_probability = static_cast<double>(probabilities.map().row(place).maxCoeff(&best));
    word.best = static_cast<int>(best);
    word.probability = static_cast<double>(probabilities(place, word.next));
    // A probability that is too small for a float is not none.
    word.nats = -std::log(std::max(word.probability, 1e-38));
    words.push_back(word);
  }
  return words;
}

std::vector<TrainingExample> held_out_examples(const SentenceLearner& learner, int count) {
  std::vector<TrainingExample> sentences;
  for (const Example& example : sentences_of(SentenceList::taught)) {
    if (std::ssize(sentences) == count) break;
    std::vector<int> answer;
    bool known = true;
    if (learner.translates()) {
      for (const std::string& word : example.target) {
        const auto id = learner.writes().id(word);
        known = known && id.has_value();
        answer.push_back(id.value_or(0));
      }
    }
    if (!known) continue;
    try {
      TrainingExample taught = learner.example(written_out(example.source), answer);
      if (std::find(sentences.begin(), sentences.end(), taught) == sentences.end())
        sentences.push_back(std::move(taught));
    } catch (const std::invalid_argument&) {  // words that the model does not know, or too many
    }
  }
  return sentences;
}

SentenceTapes::SentenceTapes(const SentenceLearner& learner, std::vector<TrainingExample> sentences)
    : sentences_(std::move(sentences)) {
  for (const TrainingExample& taught : sentences_) learner.record(tapes_.emplace_back(), taught);
}
SentenceTapes::~SentenceTapes() = default;

SentenceTapes::Score SentenceTapes::measure(const Cancel* cancel) {
  Score score;
  for (std::size_t i = 0; i < tapes_.size(); ++i) {
    Tape& tape = tapes_[i];
    tape.touch_parameters();
    if (!tape.forward({}, cancel)) return score;
    const int probabilities = *tape.find("probabilities");
    for (const WordLoss& word : word_losses(tape.value(probabilities), sentences_[i])) {
      score.nats += word.nats;
      score.right += word.best == word.next ? 1 : 0;
      ++score.words;
    }
  }
  if (score.words > 0) {
    score.nats /= score.words;
    score.right /= score.words;
  }
  return score;
}

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

}  // namespace

HeadLearner::HeadLearner(HeadTask task, std::uint64_t seed)
    : task_(task), learned_(seed, [task](Random& random) { return first_weights(task, random); }) {}

void HeadLearner::advance(int steps) {
  BatchTapes tapes(learned_.weights, 0, answering(task_));
  for (int i = 0; i < steps; ++i) {
    std::vector<Columns> rows;
    double asked = 0;
    while (std::ssize(rows) < rows_a_step) {
      const TaskText text = drawn_text(task_, learned_.random);
      asked += static_cast<double>(task_places - std::count(text.wanted.begin(), text.wanted.end(), -1));
      rows.push_back({table_rows_of(text), text.wanted});
    }
    learned_.learn(tapes, rows, asked);
  }
}

std::vector<HeadMatrices> HeadLearner::heads() const {
  std::vector<HeadMatrices> heads;
  for (int head = 0; head < heads_of(task_); ++head) {
    HeadMatrices& matrices = heads.emplace_back(empty_matrices(task_, head));
    for (const HeadMatrix which : learned)
      matrix_of(matrices, which) = learned_.weights[name_of(head, which)];
  }
  return heads;
}

}  // namespace headlight
