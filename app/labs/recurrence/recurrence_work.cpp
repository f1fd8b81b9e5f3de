#include "app/labs/recurrence/recurrence_work.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "app/labs/lab_input.h"
#include "app/labs/lab_work.h"
#include "app/labs/recurrence/recurrence_tables.h"
#include "core/explain/view.h"
#include "core/files/file_error.h"
#include "core/learn/by_length.h"
#include "core/learn/class_set.h"
#include "core/learn/known_translations.h"
#include "core/models/model.h"
#include "core/models/recurrent_lanes.h"
#include "core/models/written.h"

namespace headlight {
namespace {

constexpr std::array translators{NamedModel{"seq2seq", compared_names[0]},
                                 NamedModel{"seq2seq-attention", compared_names[1]},
                                 NamedModel{"translator", compared_names[2]}};

// Of an attention of the decoder on what was read: the card's head where it is one, else the last layer's
// first.
std::string alignment_path(const Trace& trace, const Card* card) {
  const AttentionHeads* heads = trace.anatomy().find(Attention::cross);
  if (heads == nullptr) return "";
  if (card != nullptr && card->reference_head && card->reference_head->stack == heads->info().stack &&
      card->reference_head->attention == heads->info().part)
    return heads->info().path(card->reference_head->layer, card->reference_head->head, "weights");
  return heads->info().path(heads->layers() - 1, 0, "weights");
}

class RecurrenceComputed {
 public:
  RecurrenceComputed(const LabInput& input, LabWork& work) : input_(input), work_(work) {}

  void compute() {
    const RecurrencePage page = input_.settings<RecurrenceLab>().page;
    if (page == RecurrencePage::sides || page == RecurrencePage::waiting) translate();
    if (page == RecurrencePage::length) {
      for (const NamedModel& model : translators) add_curve(study_.exact, model, exact_by_length, model.name);
    }
    if (page == RecurrencePage::gradient) {
      add_curve(study_.gradients, {"characters-rnn", "simple RNN"}, "gradient_through_state", simple_state);
      add_curve(study_.gradients, {"characters", "LSTM"}, "gradient_through_state", lstm_state);
      add_curve(study_.gradients, {"characters", "LSTM"}, "gradient_through_cell", lstm_cell);
    }
    if (page == RecurrencePage::length && study_.exact.empty())
      throw std::runtime_error("No card has a curve by length: headlight train seq2seq measures one.");
    if (page == RecurrencePage::gradient && study_.gradients.empty())
      throw std::runtime_error("No card has a curve of gradients: headlight train characters measures one.");
    work_.tables = recurrence_tables(page, study_);
    for (const ComparedModel& model : study_.models) {
      if (model.alignment != nullptr) work_.maps[model.name] = model.alignment;
    }
    work_.keep(std::move(study_));
  }

 private:
  void translate() {
    const Side& side = input_.sides.at(static_cast<std::size_t>(input_.side_on_stage()));
    study_.sentence = side.text;
    if (study_.sentence.empty())
      throw std::runtime_error("There is no sentence on stage: type one that the translators can read.");
    if (!side.edits.empty())
      work_.without_edits = "Without the session’s edits: these are of one model, and here are three.";
    const auto* last = input_.last == nullptr ? nullptr : LabWork::result_in<RecurrenceStudy>(input_.last);
    if (last != nullptr && last->sentence == study_.sentence && !last->models.empty()) {
      study_.known = last->known;
      study_.models = last->models;
      return;
    }
    for (const NamedModel& model : translators) study_.models.push_back(on_sentence(model));
    const auto read = [](const ComparedModel& model) { return model.trace != nullptr; };
    if (std::none_of(study_.models.begin(), study_.models.end(), read))
      throw std::runtime_error(study_.models.back().missing);
    study_.known = known_translations(study_.sentence, model_folder(translators.back().folder));
    compare();
  }

  ComparedModel on_sentence(const NamedModel& named) {
    ComparedModel model{.name = named.name};
    try {
      const ModelPtr loaded = shared_model(model_folder(named.folder));
      model.trace = loaded->trace({.text = study_.sentence, .cancel = input_.cancel});
    } catch (const std::exception& error) {
      model.missing = error.what();
      return model;
    }
    if (model.trace == nullptr) throw LabCancelled();
    const Trace& trace = *model.trace;
    for (std::string& word : spaced_words(written(trace))) model.written.push_back({std::move(word), false});
    model.writing = dependent_steps(trace, TokensGiven::read);
    model.learning = dependent_steps(trace, TokensGiven::all);
    if (const std::string path = alignment_path(trace, card_of(named).get()); !path.empty()) {
      Heatmap map = view_of(trace, path);
      map.title = RichText(info(Attention::cross).title);
      map.row_labels = trace.words().next;
      map.row_axis = "word written";
      map.column_axis = "word read";
      model.alignment = std::make_shared<const Heatmap>(std::move(map));
    } else if (const std::string vector = bottleneck_of(trace); !vector.empty()) {
      Heatmap map = view_of(trace, vector);
      std::swap(map.rows, map.columns);  // upright, a number for each row
      std::swap(map.row_labels, map.column_labels);
      std::swap(map.row_axis, map.column_axis);
      model.bottleneck = std::make_shared<const Heatmap>(std::move(map));
    }
    return model;
  }

  // Against what is known to be right, the nearest of it; else against one another.
  void compare() {
    for (ComparedModel& model : study_.models) {
      std::vector<std::string> words;
      for (const ComparedModel::Word& word : model.written) words.push_back(word.text);
      std::vector<bool> same(words.size(), study_.known.empty());
      std::ptrdiff_t most = -1;
      for (const std::string& known : study_.known) {
        model.right = model.right || (model.trace != nullptr && same_french(known, written(*model.trace)));
        const std::vector<bool> found = found_in(words, spaced_words(known));
        const std::ptrdiff_t count = std::count(found.begin(), found.end(), true);
        if (count > most) same = found;
        most = std::max(most, count);
      }
      for (const ComparedModel& other : study_.models) {
        if (!study_.known.empty() || other.trace == nullptr) continue;
        const std::vector<bool> found = found_in(words, spaced_words(written(*other.trace)));
        for (std::size_t i = 0; i < same.size(); ++i) same[i] = same[i] && found[i];
      }
      for (std::size_t i = 0; i < words.size(); ++i) model.written[i].other = !model.right && !same[i];
    }
  }

  void add_curve(std::vector<CardCurve>& curves, const NamedModel& model, const char* name,
                 const char* called) {
    headlight::add_curve(curves, study_.without, model, name, called);
  }

  const LabInput& input_;
  LabWork& work_;
  RecurrenceStudy study_;
};

}  // namespace

int RecurrenceStudy::most_steps(bool learning) const {
  int most = 0;
  for (const ComparedModel& model : models)
    most = std::max(most, (learning ? model.learning : model.writing).all);
  return most;
}

CurveLead lead_of(const MeasuredCurve& one, const MeasuredCurve& other) {
  CurveLead lead;
  for (std::size_t i = 0; i < std::min(one.points.size(), other.points.size()); ++i) {
    if (one.points[i].at != other.points[i].at) break;
    ++lead.distances;
    if (one.points[i].value <= other.points[i].value) continue;
    if (lead.above++ == 0) lead.first = static_cast<int>(one.points[i].at);
    lead.last = static_cast<int>(one.points[i].at);
  }
  return lead;
}

void compute_recurrence(const LabInput& input, LabWork& work) { RecurrenceComputed(input, work).compute(); }

}  // namespace headlight
