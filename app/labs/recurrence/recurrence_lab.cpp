// The lab on recurrence as a row of the labs.
#include "app/labs/recurrence/recurrence_lab.h"

#include <algorithm>
#include <stdexcept>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/explain/view.h"
#include "core/learn/known_translations.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// What the lab on recurrence exports.

LabTable totals(const RecurrenceStudy& study) {
  LabTable table{.name = "sequential steps",
                 .columns = {"words read", "to read", "to write", "to learn from"},
                 .rows_are = "model"};
  for (const ComparedTranslator& model : study.models) {
    if (model.trace() == nullptr) continue;
    table.row_names.push_back(model.name);
    table.rows.push_back({static_cast<double>(model.trace()->typed().size()),
                          static_cast<double>(model.writing.reading), static_cast<double>(model.writing.all),
                          static_cast<double>(model.learning.all)});
  }
  return table;
}

LabTable chains(const RecurrenceStudy& study) {
  LabTable table{
      .name = "waiting", .columns = {"layer", "place", "writing", "learning"}, .rows_are = "step of"};
  for (const ComparedTranslator& model : study.models) {
    for (std::size_t i = 0; i < model.writing.lanes.size(); ++i) {
      const StepLane &lane = model.writing.lanes[i], &other = model.learning.lanes[i];
      for (std::size_t place = 0; place < lane.at.size(); ++place) {
        table.row_names.push_back(model.name + ", " + std::string(lane.stack->name) +
                                  (lane.backwards ? ", backwards" : ""));
        table.rows.push_back({static_cast<double>(lane.layer), static_cast<double>(place),
                              static_cast<double>(lane.at[place]), static_cast<double>(other.at[place])});
      }
    }
  }
  return table;
}

}  // namespace

std::vector<LabTable> recurrence_tables(RecurrencePage page, const RecurrenceStudy& study) {
  std::vector<LabTable> tables;
  switch (page) {
    case RecurrencePage::sides:
      for (const ComparedTranslator& model : study.models) {
        if (model.alignment != nullptr)
          tables.push_back({.name = "alignment, " + model.name, .maps = {model.name}});
      }
      tables.push_back(written_table("translations", "translation", study.models));
      break;
    case RecurrencePage::waiting:
      tables = {chains(study), totals(study)};
      break;
    case RecurrencePage::length:
      tables = {curves_table("exact by length", study.exact, "sentences")};
      break;
    case RecurrencePage::gradient:
      tables = {curves_table("gradient through time", study.gradients, "places")};
      break;
  }
  return tables;
}

namespace {

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
      throw std::runtime_error("No card has a curve by length: headlight-train model seq2seq measures one.");
    if (page == RecurrencePage::gradient && study_.gradients.empty())
      throw std::runtime_error(
          "No card has a curve of gradients: headlight-train model characters measures one.");
    work_.tables = recurrence_tables(page, study_);
    for (const ComparedTranslator& model : study_.models) {
      if (model.alignment != nullptr) work_.maps[model.name] = model.alignment;
    }
    work_.keep(std::move(study_));
  }

 private:
  void translate() {
    const Run& run = input_.run_on_stage();
    if (run.text.empty())
      throw std::runtime_error("There is no sentence on stage. Type one that the translators can read.");
    if (!run.edits.empty())
      work_.without_edits = "Without your edits: they belong to one model, and here are three.";
    const auto* last = input_.last == nullptr ? nullptr : LabWork::result_in<RecurrenceStudy>(input_.last);
    for (ComparedRun& model :
         compared_runs(input_, run.text, translators, AnswerKind::translation, runs_of(last)))
      study_.models.push_back(read({std::move(model)}));
    study_.known = known_translations(run.text, model_folder(translators.back().folder));
    compare();
  }

  static ComparedTranslator read(ComparedTranslator model) {
    if (model.trace() == nullptr) return model;
    const Trace& trace = *model.trace();
    model.writing = dependent_steps(trace, TokensGiven::read);
    model.learning = dependent_steps(trace, TokensGiven::all);
    if (const std::string path = alignment_path(trace, card_of(model.run.model_name).get()); !path.empty()) {
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
    std::vector<std::vector<std::string>> answers;
    for (const std::string& known : study_.known) answers.push_back(spaced_words(known));
    const bool none = answers.empty();
    for (const ComparedTranslator& other : study_.models) {
      if (none && other.trace() != nullptr) answers.push_back(other.words());
    }
    for (ComparedTranslator& model : study_.models) {
      const auto same = [&](const std::string& known) { return same_french(known, written(*model.trace())); };
      model.right = model.trace() != nullptr && std::any_of(study_.known.begin(), study_.known.end(), same);
      mark_others(model, answers, none);
      model.verdict = verdict(model);
    }
  }

  std::string verdict(const ComparedTranslator& model) const {
    const int others = model.others();
    const NamedValue n{"n", count_text(others)};
    if (model.right) return say("correct translation");
    if (!study_.known.empty())
      return others == 0 ? say("not the known translation")
                         : say(several(others, "{n} word not in the known translation",
                                       "{n} words not in the known translation"),
                               {n});
    if (others == 0) return say("the same words as the others");
    return study_.models.size() == translators.size()
               ? say(several(others, "{n} word not in all three", "{n} words not in all three"), {n})
               : say(several(others, "{n} word not in all of them", "{n} words not in all of them"), {n});
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
  for (const ComparedTranslator& model : models)
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

namespace {

constexpr const char* three_models = to_be_said("a recurrent network, one with attention and a Transformer");

LabCaption recurrence_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<RecurrenceLab>();
  switch (lab.page) {
    case RecurrencePage::sides:
      return {say("the translations by {models}, and where they looked", {{"models", say(three_models)}}),
              {asked.side},
              false};
    case RecurrencePage::waiting: {
      const auto* study = asked.result<RecurrenceStudy>();
      std::string says = say(
          lab.learning
              ? to_be_said("what has to wait for what in {models}, with all words given (teacher forcing)")
              : to_be_said("what has to wait for what in {models}, word by word"),
          {{"models", say(three_models)}});
      if (study != nullptr && lab.step < study->most_steps(lab.learning))
        says = joined({says, say(several(lab.step, "after {n} step", "after {n} steps"),
                                 {{"n", count_text(lab.step)}})});
      return {says, {asked.side}, false};
    }
    case RecurrencePage::length:
      return {say("how many held-out sentences {models} translate exactly, by the number of words read; from "
                  "their cards",
                  {{"models", say(three_models)}}),
              {},
              false};
    case RecurrencePage::gradient:
      return {
          "the length of the gradient of a character’s loss with respect to earlier and earlier states, for "
          "a simple recurrent network and an LSTM; from their cards",
          {},
          false};
  }
  return {"", {}};
}

void leave_out_recurrence_looks(RecurrenceLab& lab) {
  const RecurrenceLab usual;
  lab.learning = usual.learning;
  lab.step = usual.step;
}

constexpr std::array recurrence_drags{LabDrag{"recurrence, steps taken", [](Labs& labs, int i) {
                                                labs.get<RecurrenceLab>().page = RecurrencePage::waiting;
                                                labs.get<RecurrenceLab>().step = i % 20;
                                              }}};

inline constexpr LabNeed needs_sentence{
    [](const Anatomy& model) { return needs_words.met(model) && model.answer != AnswerKind::labels; },
    "This page is about translating, but the model on stage does not translate.",
    "The model on stage does not translate."};

}  // namespace

constinit const Lab RecurrenceLab::lab_row{
    .name = "recurrence",
    .title = "Recurrence",
    .question = "What did attention change?",
    .settings = settings_of<RecurrenceLab, leave_out_recurrence_looks>(),
    .compute = compute_recurrence,
    .caption = recurrence_caption,
    .drags = recurrence_drags,
    .needs = always<needs_sentence>,
    .opens_with = [](const Anatomy& model) { return !model.picture && model.recurrent(); }};

}  // namespace headlight
