#include "app/session/results.h"

#include <algorithm>

#include "app/lab/lab_work.h"
#include "app/session/edits.h"
#include "app/session/open_lab.h"
#include "app/session/sentence.h"
#include "core/platform/background.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// The model of a run: that of the stage, or one more.
void add_model(Results& results, Run& run, const Results* before, const Loading& loading) {
  const UsedModel* used = results.used(run.model_name);
  if (used == nullptr) {
    results.other_models.push_back(find_model(
        run.model_name, before == nullptr ? nullptr : before->used(run.model_name), run.error, loading));
    used = &results.other_models.back();
  }
  run.model = used->model;
  if (run.model == nullptr && used != &results) results.other_models.pop_back();
}

// The first run that is read by the same model, whose trace may be much like this one's.
const Run* like(const Runs& runs, const Run& run) {
  for (const Run& each : runs) {
    if (&each == &run) break;
    if (each.model == run.model && each.unedited != nullptr) return &each;
  }
  return nullptr;
}

// A row that is copied from another run needs both before any edit.
bool any_copies(const std::vector<std::vector<SessionEdit>>& asked) {
  return std::any_of(asked.begin(), asked.end(), [](const std::vector<SessionEdit>& edits) {
    return std::any_of(edits.begin(), edits.end(),
                       [](const SessionEdit& edit) { return edit.from.has_value(); });
  });
}

void compute_runs(Results& results, const Results* before, const Computing& computing) {
  std::vector<const Run*> known;
  for (const Results* const made : {before, computing.begun.get(), static_cast<const Results*>(&results)}) {
    if (made == nullptr) continue;
    for (const Run& run : made->runs) known.push_back(&run);
  }
  RunComputing runs(std::move(known), computing.cancel, computing.progress, computing.unfinished);
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < results.runs.size(); ++i) {
    const Run& run = results.runs[i];
    if (run.model == nullptr || (i > 0 && run.text.empty())) continue;
    asked.push_back(i);
    runs.expect(run);
  }
  const auto compute_edited = [&](std::size_t which) {
    Run& run = results.runs[which];
    if (run.unedited == nullptr) return;
    const auto other = static_cast<std::size_t>(copied_from(static_cast<int>(which)));
    run.edits.clear();
    for (const SessionEdit& edit : results.asked[which])
      run.edits.push_back(resolved(edit, run.unedited.get(), results.runs[other].unedited.get()));
    runs.compute_edited(run, *results.used(run.model_name));
  };
  const bool copies = any_copies(results.asked);
  for (const std::size_t which : asked) {
    if (runs.passed() > 0 && computing.pieces != nullptr && computing.pieces->turn_is_over()) {
      results.computing = true;
      return;
    }
    runs.compute_unedited(results.runs[which], like(results.runs, results.runs[which]));
    if (!copies) compute_edited(which);
  }
  for (std::size_t i = 0; copies && !runs.cancelled() && i < asked.size(); ++i) compute_edited(asked[i]);
  results.computing = runs.cancelled();
}

// An edit whose node does not exist would do nothing in silence.
std::string edit_error(const Results& results) {
  const auto has = [](const Run& run, const Edit& edit) {
    return run.unedited != nullptr && run.unedited->find(edit.path) >= 0;
  };
  const bool computed = std::any_of(results.runs.begin(), results.runs.end(),
                                    [](const Run& run) { return run.unedited != nullptr; });
  for (const Edit& edit : edits_of(results.runs)) {
    const auto has_it = [&](const Run& run) { return has(run, edit); };
    if (!computed || std::any_of(results.runs.begin(), results.runs.end(), has_it)) continue;
    return say("edit of {step}: this model has no such step; remove the edit",
               {{"step", in_quotes(edit.path)}});
  }
  for (std::size_t which = 0; which < results.runs.size(); ++which) {
    const std::vector<SessionEdit>& asked = results.asked[which];
    const Run& run = results.runs[which];
    for (std::size_t i = 0; i < asked.size() && i < run.edits.size(); ++i) {
      if (!asked[i].from || run.unedited == nullptr || !run.edits[i].values.empty()) continue;
      return say(
          "edit of {step}: the other sentence has no row {row} to copy; compare with a second sentence, or "
          "remove the edit",
          {{"step", in_quotes(asked[i].path)}, {"row", std::to_string(*asked[i].from)}});
    }
  }
  return "";
}

void align_stage(Results& results, const Results* before) {
  const TracePtr &first = results.side(0).trace, &second = results.side(1).trace;
  if (first == nullptr || second == nullptr) return;
  const bool same = before != nullptr && before->side(0).trace == first && before->side(1).trace == second;
  results.alignment = same && before->alignment != nullptr
                          ? before->alignment
                          : std::make_shared<const TraceAlignment>(alignment_of(*first, *second));
}

}  // namespace

ModelPtr Results::translator() const { return model != nullptr && model->translates() ? model : nullptr; }

const UsedModel* Results::used(const std::string& name) const {
  if (model_name == name) return this;
  const auto found = std::find_if(other_models.begin(), other_models.end(),
                                  [&](const UsedModel& each) { return each.model_name == name; });
  return found == other_models.end() ? nullptr : &*found;
}

const Trace* Results::trace_of_run(const Session& session, int run) const {
  const auto at = static_cast<std::size_t>(run);
  if (run < 0 || at >= runs.size() || at >= session.runs.size()) return nullptr;
  const bool current = runs[at].model_name == session.model_of(run) && runs[at].text == session.runs[at].text;
  return current ? runs[at].trace.get() : nullptr;
}

const Trace* Results::trace_of_side(const Session& session, int side) const {
  return pair == session.pair ? trace_of_run(session, pair.run(side)) : nullptr;
}

std::vector<std::string> Results::words_of(const Session& session, int side) const {
  const Run& run = this->side(side);
  const std::string& text = session.text(side);
  return run.model != nullptr && run.text == text ? run.normalized.words
                                                  : headlight::words_of(text, tokenizer());
}

std::string error_of(const Results& results) {
  if (!results.error.empty()) return results.error;
  if (!results.side(0).error.empty()) return results.side(0).error;
  if (!results.side(1).error.empty()) return "second sentence: " + results.side(1).error;
  for (std::size_t i = 0; i < results.runs.size(); ++i) {
    if (!results.runs[i].error.empty()) return "run " + std::to_string(i) + ": " + results.runs[i].error;
  }
  return "";
}

bool belongs_to(const Results& results, const Session& session) {
  if (results.runs.size() != session.runs.size() || results.pair != session.pair ||
      results.asked.size() != session.runs.size())
    return false;
  for (std::size_t i = 0; i < session.runs.size(); ++i) {
    const int run = static_cast<int>(i);
    if (results.runs[i].text != session.runs[i].text || results.runs[i].model_name != session.model_of(run) ||
        results.asked[i] != edits_in_force(session, run))
      return false;
  }
  return has_lab_work(results, session);
}

namespace {

// The models and the texts of all runs, of which nothing is computed yet.
void load_models(Results& results, const Session& session, const Results* before,
                 const Computing& computing) {
  const std::string& name = session.model_on_stage();
  const Loading loading = [&](float share) {
    Run waiting;
    waiting.model_name = name;
    if (computing.progress) computing.progress(waiting, share);
    return computing.cancel == nullptr || !computing.cancel->requested();
  };
  static_cast<UsedModel&>(results) =
      find_model(name, before == nullptr ? nullptr : before->used(name), results.error, loading);
  for (std::size_t i = 0; i < session.runs.size(); ++i) {
    Run& run = results.runs[i];
    run.text = session.runs[i].text;
    run.model_name = session.model_of(static_cast<int>(i));
    results.asked.push_back(edits_in_force(session, static_cast<int>(i)));
    run.edits.assign(results.asked[i].begin(), results.asked[i].end());
    add_model(results, run, before, loading);
  }
}

}  // namespace

ResultsPtr hear_witnesses(const ResultsPtr& results) {
  const auto asks = [](const Run& run) { return !run.certainty.asks.empty() && run.trace != nullptr; };
  if (std::none_of(results->runs.begin(), results->runs.end(), asks)) return nullptr;
  auto heard = std::make_shared<Results>(*results);
  bool any = false;
  for (Run& run : heard->runs) any = ask_witness(run) || any;
  return any ? ResultsPtr(std::move(heard)) : nullptr;
}

namespace {

void compute_all(const Session& session, Results& results, const ResultsPtr& before,
                 const Computing& computing) {
  load_models(results, session, before.get(), computing);
  const auto has_model = [&](const ResultsPtr& known) {
    return known != nullptr && known->model == results.model;
  };
  const bool loaded = results.model != nullptr && !has_model(before) && !has_model(computing.begun);
  if (loaded && computing.pieces != nullptr && computing.pieces->turn_is_over()) {
    results.computing = true;
    return;
  }
  if (results.model != nullptr) {
    compute_runs(results, before.get(), computing);
    if (results.computing) return;
    if (!computing.witness_later)
      for (Run& run : results.runs) ask_witness(run);
    results.error = edit_error(results);
    align_stage(results, before.get());
  }
  open_lab(session, results, before.get(), computing);
}

}  // namespace

ResultsPtr compute(const Session& session, const ResultsPtr& before, const Computing& computing) {
  auto results = std::make_shared<Results>();
  results->pair = session.pair;
  results->runs.resize(session.runs.size());
  const StopWhen stop([&] { return computing.cancel != nullptr && computing.cancel->requested(); });
  try {
    compute_all(session, *results, before, computing);
  } catch (const Stopped&) {
    results->computing = true;
  }
  return results;
}

}  // namespace headlight
