#include "app/labs/training/training_lab.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "app/lab/lab_work.h"
#include "core/learn/known_translations.h"
#include "core/learn/training.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr std::size_t shares_shown = 7;
constexpr int map_rows = 12, map_columns = 32;

using Source = TrainingReading::Source;

// What a model is taught to write for the sentence, and where that comes from.
std::vector<int> answer_of(TrainingReading& reading, const SentenceLearner& learner, const Run& run) {
  if (!learner.translates()) return {};
  if (!reading.asked.empty()) {
    reading.source = Source::typed;
    reading.answer = reading.asked;
    return encoded_answer(reading.asked, learner.writes());
  }
  const RightAnswer right = right_answer(reading.sentence, *run.unedited, learner.writes());
  reading.source = right.known ? Source::known : Source::own;
  reading.answer = right.text;
  return right.words;
}

std::shared_ptr<const TrainingReading> read_sentence(const LabInput& input) {
  const auto& settings = input.settings<TrainingLab>();
  const Run& run = input.run_on_stage();
  if (run.trace == nullptr)
    throw std::runtime_error("There is no sentence on stage that the model can read. Type one.");
  const auto* last = input.last == nullptr ? nullptr : LabWork::result_in<TrainingStudy>(input.last);
  if (last != nullptr && last->reading != nullptr && last->reading->model == input.model &&
      last->reading->sentence == run.text && last->reading->asked == settings.taught &&
      last->reading->smoothing == settings.smoothing)
    return last->reading;

  auto reading = std::make_shared<TrainingReading>();
  reading->model = input.model;
  reading->sentence = run.text;
  reading->asked = settings.taught;
  reading->smoothing = settings.smoothing;
  if (const auto writing = input.model->writing(run.text)) reading->between = writing->between;
  const SentenceLearner learner(input.model);
  TrainingExample whole = learner.example(run.text, answer_of(*reading, learner, run));
  const int words = whole.asked();
  reading->taught = learner.beginning(std::move(whole));
  reading->left_out = words - reading->taught.asked();
  reading->trace = learner.trace(reading->taught, settings.smoothing);
  reading->words = word_losses(reading->trace->read("probabilities").view(), reading->taught);
  if (reading->words.empty())
    throw std::runtime_error("The sentence has no next word to ask for. Type a longer one.");
  Weights gradients = gradient_of(learner, reading->taught, settings.smoothing, &reading->loss);
  for (std::size_t i = 0; i < gradients.count(); ++i) {
    const Matrix& tensor = gradients.tensor(i);
    reading->tensors.push_back(
        {gradients.spec(i).name, std::sqrt(static_cast<double>(tensor.squaredNorm())), tensor.size()});
  }
  std::stable_sort(reading->tensors.begin(), reading->tensors.end(),
                   [](const auto& a, const auto& b) { return a.length > b.length; });
  reading->gradients = std::make_shared<const Weights>(std::move(gradients));
  return reading;
}

// The word that is asked for at the place followed, among those the model would rather have said.
void follow_word(TrainingStudy& study) {
  const TrainingReading& reading = *study.reading;
  const auto found = std::find_if(reading.words.begin(), reading.words.end(),
                                  [&](const WordLoss& word) { return word.place >= study.settings.place; });
  const auto worst = std::max_element(reading.words.begin(), reading.words.end(),
                                      [](const auto& a, const auto& b) { return a.nats < b.nats; });
  const auto followed = study.settings.place < 0       ? worst
                        : found == reading.words.end() ? reading.words.end() - 1
                                                       : found;
  study.followed = static_cast<std::size_t>(followed - reading.words.begin());
  const WordLoss& word = *followed;
  const Reading row = reading.trace->rows(reading.trace->at("probabilities"), word.place, 1);
  const int count = row.shape().cols;
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  const std::size_t shown = std::min(order.size(), shares_shown);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                    [&](int a, int b) {
                      if ((a == word.next) != (b == word.next)) return a == word.next;
                      return row(0, a) > row(0, b) || (row(0, a) == row(0, b) && a < b);
                    });
  const auto smoothing = static_cast<double>(reading.smoothing);
  study.others = {.word = "all others", .probability = 1};
  for (std::size_t i = 0; i < shown; ++i) {
    TrainingStudy::Share share{.word = (*reading.trace->words().target_vocabulary)[order[i]],
                               .probability = static_cast<double>(row(0, order[i])),
                               .wanted = smoothing / count};
    if (order[i] == word.next) share.wanted += 1 - smoothing;
    share.gradient = share.probability - share.wanted;
    study.others.probability -= share.probability;
    study.shares.push_back(std::move(share));
  }
  study.other_words = count - static_cast<int>(shown);
  study.others.probability = std::max(0.0, study.others.probability);
  study.others.wanted = smoothing / count * study.other_words;
  study.others.gradient = study.others.probability - study.others.wanted;
}

// The rows and columns with the longest gradients, and the cell's own, in their order.
std::vector<int> strongest(const Eigen::VectorXf& lengths, int most, int own) {
  std::vector<int> places(static_cast<std::size_t>(lengths.size()));
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
    if ((a == own) != (b == own)) return a == own;
    return lengths[a] > lengths[b];
  });
  if (std::ssize(places) > most) places.resize(static_cast<std::size_t>(most));
  std::sort(places.begin(), places.end());
  return places;
}

// What stands for a row of a tensor: the word of an embedding.
std::string row_name(const TrainingStudy& study, const TensorSpec& spec, int row) {
  const Trace::Words& words = study.reading->trace->words();
  const auto& list = spec.name.starts_with("source.") ? words.source_vocabulary : words.target_vocabulary;
  const bool is_word = spec.name.ends_with("embedding") && list != nullptr && row < std::ssize(*list);
  return is_word ? (*list)[row] : std::to_string(row);
}

void draw_gradient(TrainingStudy& study, const TensorSpec& spec, const Matrix& gradient) {
  study.rows = strongest(gradient.rowwise().norm(), map_rows, study.row);
  study.columns = strongest(gradient.colwise().norm().transpose(), map_columns, study.col);
  Heatmap map;
  map.title = RichText(say("gradient of {weights}", {{"weights", spec.name}}));
  map.rows = static_cast<int>(study.rows.size());
  map.columns = static_cast<int>(study.columns.size());
  map.row_axis = "row";
  map.column_axis = "column";
  for (const int row : study.rows) {
    map.row_labels.push_back(row_name(study, spec, row));
    for (const int col : study.columns) map.values.push_back(gradient(row, col));
  }
  for (const int col : study.columns) map.column_labels.push_back(std::to_string(col));
  map.scale = symmetric_scale(map.values, "gradient");
  map.format = NumberFormat::value;
  const auto at = [](const std::vector<int>& places, int place) {
    return static_cast<int>(std::find(places.begin(), places.end(), place) - places.begin());
  };
  map.marks = {{at(study.rows, study.row), at(study.columns, study.col), Role::ink}};
  study.map = std::make_shared<const Heatmap>(std::move(map));
}

// A weight with its gradient, and the slope that is measured by moving it.
void follow_weight(TrainingStudy& study) {
  const TrainingReading& reading = *study.reading;
  const Weights& gradients = *reading.gradients;
  study.tensor = gradients.has(study.settings.tensor) ? study.settings.tensor : reading.tensors.front().name;
  const std::size_t index = gradients.index(study.tensor);
  const Matrix& gradient = gradients.tensor(index);
  Eigen::Index row = 0, col = 0;
  gradient.cwiseAbs().maxCoeff(&row, &col);
  if (study.settings.row >= 0 && study.settings.col >= 0 && study.tensor == study.settings.tensor) {
    row = std::min<Eigen::Index>(study.settings.row, gradient.rows() - 1);
    col = std::min<Eigen::Index>(study.settings.col, gradient.cols() - 1);
  }
  study.row = static_cast<int>(row);
  study.col = static_cast<int>(col);
  study.gradient = gradient(row, col);
  SentenceLearner moved(reading.model);
  float& weight = moved.weights().tensor(index)(row, col);
  study.weight = weight;
  Tape tape;
  const int loss = moved.record(tape, reading.taught, reading.smoothing);
  const auto with = [&](float value) {
    weight = value;
    tape.touch_parameters();
    tape.forward();
    return static_cast<double>(tape.value(loss)(0, 0)) / std::max(1, reading.taught.asked());
  };
  study.up = with(study.weight + training_nudge);
  study.down = with(study.weight - training_nudge);
  draw_gradient(study, gradients.spec(index), gradient);
}

std::string translated(const ModelPtr& model, const std::string& sentence) {
  const TracePtr trace = model->trace({.text = sentence});
  return trace == nullptr ? "" : written(*trace);
}

// A descent that can be left after each step and gone on with in another turn.
class DescentMade {
 public:
  DescentMade(const LabInput& input, std::shared_ptr<const TrainingReading> from)
      : steps_(input.settings<TrainingLab>().steps), learner_(from->model) {
    made_.from = std::move(from);
    made_.rate = input.settings<TrainingLab>().rate;
    const auto* last = input.last == nullptr ? nullptr : LabWork::result_in<TrainingStudy>(input.last);
    if (last != nullptr && last->descent != nullptr && last->descent->from == made_.from)
      before_ = last->descent;
  }

  // Throws LabCancelled after a step, where nobody waits any more or the turn is over.
  std::shared_ptr<const TrainingDescent> make(const LabInput& input) {
    if (before_ != nullptr && before_->rate == made_.rate && std::ssize(before_->steps) == steps_ + 1)
      return before_;
    while (std::ssize(made_.steps) <= steps_) {
      take_step(input);
      if (input.cancel != nullptr && input.cancel->requested()) throw LabCancelled();
      if (input.progress)
        input.progress(static_cast<float>(made_.steps.size()) / static_cast<float>(steps_ + 1));
      if (input.pieces != nullptr && input.pieces->turn_is_over()) throw LabCancelled();
    }
    const TrainingReading& from = *made_.from;
    Tape tape;
    learner_.record(tape, from.taught);
    tape.forward();
    made_.after = word_losses(tape.value(*tape.find("probabilities")), from.taught);
    if (learner_.translates()) {
      made_.wrote = translated(from.model, from.sentence);
      if (!made_.diverged) made_.writes = translated(learner_.model(), from.sentence);
    }
    return std::make_shared<const TrainingDescent>(std::move(made_));
  }

 private:
  void take_step(const LabInput& input) {
    const TrainingReading& from = *made_.from;
    const int step = static_cast<int>(made_.steps.size());
    double loss = from.loss;
    const Weights gradient =
        step == 0 ? *from.gradients : gradient_of(learner_, from.taught, from.smoothing, &loss);
    const SentenceTapes::Score held_out = measured(step, input.cancel);
    made_.diverged = made_.diverged || !std::isfinite(loss);
    if (step < steps_) descend(learner_.weights(), gradient, static_cast<double>(made_.rate));
    made_.steps.push_back({step, loss, held_out});
  }

  // Held-out sentences are what takes long: what was measured with the same steps before still holds.
  SentenceTapes::Score measured(int step, const Cancel* cancel) {
    const bool same_rate = before_ != nullptr && (before_->rate == made_.rate || step == 0);
    if (same_rate && step < std::ssize(before_->steps)) {
      made_.held_out = before_->held_out;
      return before_->steps[step].held_out;
    }
    if (tapes_ == nullptr) {
      if (before_ != nullptr) made_.held_out = before_->held_out;
      if (made_.held_out == nullptr) {
        std::vector<TrainingExample> sentences = held_out_examples(learner_, training_held_out);
        std::erase(sentences, made_.from->taught);
        made_.held_out = std::make_shared<const std::vector<TrainingExample>>(std::move(sentences));
      }
      tapes_ = std::make_unique<SentenceTapes>(learner_, *made_.held_out);
    }
    return tapes_->measure(cancel);
  }

  int steps_;
  SentenceLearner learner_;
  TrainingDescent made_;
  std::shared_ptr<const TrainingDescent> before_;
  std::unique_ptr<SentenceTapes> tapes_;
};

}  // namespace

void compute_training(const LabInput& input, LabWork& work) {
  TrainingStudy study;
  study.settings = input.settings<TrainingLab>();
  study.reading = *input.piece("reading", [&] { return read_sentence(input); });
  // First what goes on in other turns: the rest would be done again in each of them.
  if (study.settings.page == TrainingPage::step) {
    const auto descent =
        *input.piece("descent", [&] { return std::make_shared<DescentMade>(input, study.reading); });
    study.descent = descent->make(input);
  }
  const Run& run = input.run_on_stage();
  if (!run.edits.empty())
    work.without_edits = "Without your edits: the lab starts from the model as it was trained.";
  follow_word(study);
  if (study.descent != nullptr) follow_weight(study);
  LabRecord recorded;
  recorded.set(input.side_on_stage(), study.reading->trace);
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  work.maps = training_maps(study);
  work.tables = training_tables(study);
  work.keep(std::move(study));
}

}  // namespace headlight
