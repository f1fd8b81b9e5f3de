#include "app/session/results.h"

#include <algorithm>
#include <exception>

#include "app/session/edits.h"
#include "app/session/open_lab.h"
#include "core/files/read_file.h"
#include "core/grammar/find_antecedent.h"
#include "core/models/outline.h"
#include "core/models/translator.h"
#include "core/pictures/unlike_learned.h"
#include "core/text/printable.h"

namespace headlight {
namespace {

// Messages are shown in a note and on a terminal: one line each.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void find_model(Results& results, const Results* before) {
  if (before != nullptr && before->model != nullptr && before->model_name == results.model_name) {
    results.model = before->model;
    results.card = before->card;
    results.origin = before->origin;
    return;
  }
  try {
    const auto folder = model_folder(results.model_name);
    results.model = shared_model(folder);
    const OutlinePtr outline = outline_of(folder);
    if (outline->has_card()) results.card = outline->whole_card();
    results.origin = outline->origin();
  } catch (const std::exception& error) {
    results.model.reset();
    results.error = one_line(told(error));
  }
}

// The runs of results, made one after the other from what is known of them.
class RunsComputed {
 public:
  RunsComputed(Results& results, const Results* before, const Computing& computing)
      : results_(results), before_(before), computing_(computing) {}

  void compute() {
    // Without a second sentence the second side stays empty.
    const int count = results_.runs[1].text.empty() ? 1 : 2;
    for (int side = 0; side < count; ++side) passes_ += passes_of(results_.runs.at(side));
    // A row that is copied from the other side needs both before any edit.
    const bool copies = any_copies();
    for (int side = 0; side < count; ++side) {
      compute_unedited(results_.runs.at(side));
      if (!copies) compute_edited(side);
    }
    if (!copies || results_.computing) return;
    for (int side = 0; side < count; ++side) compute_edited(side);
  }

 private:
  // The traces of a sentence that were already made, whichever side it stood on.
  const Run* known(const std::string& text) const {
    for (const Results* const made : {before_, computing_.begun.get()}) {
      if (made == nullptr || made->model != results_.model) continue;
      for (const Run& run : made->runs) {
        if (run.unedited != nullptr && run.text == text) return &run;
      }
    }
    return nullptr;
  }

  static bool has_edited(const Run* known, const Run& run) {
    return known != nullptr && known->trace != nullptr && known->edits == run.edits;
  }

  int passes_of(const Run& run) const {
    const Run* const made = known(run.text);
    return (made == nullptr ? 1 : 0) + (run.edits.empty() || has_edited(made, run) ? 0 : 1);
  }

  void compute_unedited(Run& run) {
    const Run& first = results_.runs[0];  // whose trace may be much like the second's
    try {
      if (const Run* const made = known(run.text); made != nullptr) {
        run.unedited = made->unedited;
        run.unedited_digests = made->unedited_digests;
      } else {
        run.unedited = trace(run, {.text = run.text, .like = first.unedited.get()}, first.unedited_digests,
                             run.unedited_digests);
      }
    } catch (const std::exception& error) {
      run.error = one_line(told(error));
    }
  }

  bool any_copies() const {
    const auto copies = [](const std::vector<SessionEdit>& edits) {
      return std::any_of(edits.begin(), edits.end(),
                         [](const SessionEdit& edit) { return edit.from.has_value(); });
    };
    return copies(results_.asked[0]) || copies(results_.asked[1]);
  }

  void compute_edited(int which) {
    Run& run = results_.runs.at(which);
    if (run.unedited == nullptr) return;
    run.edits.clear();
    for (const SessionEdit& edit : results_.asked.at(which))
      run.edits.push_back(resolved(edit, run.unedited.get(), results_.runs.at(1 - which).unedited.get()));
    const Run* const made = known(run.text);
    try {
      if (run.edits.empty()) {
        run.trace = run.unedited;
        run.digests = run.unedited_digests;
      } else if (has_edited(made, run)) {
        run.trace = made->trace;
        run.digests = made->digests;
        run.ripple = made->ripple;
      } else {
        run.trace = trace(run, {.text = run.text, .edits = run.edits, .like = run.unedited.get()},
                          run.unedited_digests, run.digests);
        if (run.trace == nullptr) return;
        run.ripple = ripple(*run.unedited, *run.trace);
      }
      if (made != nullptr && made->trace == run.trace) {
        run.certainty = made->certainty;
      } else if (const auto translator = results_.translator()) {
        const auto& calibration = results_.card.certainty;
        run.certainty =
            certainty_of(*translator, *run.trace, run.edits, calibration ? &*calibration : nullptr);
      } else if (results_.model->anatomy().picture && results_.origin == "trained") {
        const bool asked = results_.model->anatomy().answer == AnswerKind::one_label;
        if (!asked) run.certainty = certainty_of_caption(*run.trace);
        if (const auto unlike =
                unlike_learned(run.text, asked ? AskedOfScene::red_shape : AskedOfScene::caption))
          doubt_picture(run.certainty, *unlike);
      }
    } catch (const std::exception& error) {
      run.error = one_line(told(error));
    }
  }

  // `before`: the digests of the trace that the new one is like. Null once cancelled.
  TracePtr trace(const Run& run, TraceRequest request, const HeadDigests& before, HeadDigests& digests) {
    DigestWatch watch(before);
    request.cancel = computing_.cancel;
    request.watch = [&](const Tape& tape, int node) {
      watch(tape, node);
      if (!computing_.progress) return;
      const float share = static_cast<float>(node + 1) / static_cast<float>(tape.size());
      computing_.progress(run, (static_cast<float>(passed_) + share) / static_cast<float>(passes_));
    };
    TracePtr made = results_.model->trace(request);
    ++passed_;
    if (made == nullptr) {
      results_.computing = true;
    } else {
      digests = watch.of(*made, find_antecedent(made->words().source));
    }
    return made;
  }

  Results& results_;
  const Results* before_;
  const Computing& computing_;
  int passes_ = 0;
  int passed_ = 0;
};

// An edit whose node does not exist would do nothing in silence.
std::string edit_error(const Results& results) {
  const auto has = [](const Run& run, const Edit& edit) {
    return run.unedited != nullptr && run.unedited->find(edit.path) >= 0;
  };
  const bool computed = std::any_of(results.runs.begin(), results.runs.end(),
                                    [](const Run& run) { return run.unedited != nullptr; });
  for (const Edit& edit : edits_of(results.runs)) {
    if (!computed || has(results.runs[0], edit) || has(results.runs[1], edit)) continue;
    return "edit of " + in_quotes(edit.path) + ": this model has no such node; remove the edit";
  }
  for (int side = 0; side < 2; ++side) {
    const std::vector<SessionEdit>& asked = results.asked.at(side);
    for (std::size_t i = 0; i < asked.size() && i < results.runs.at(side).edits.size(); ++i) {
      if (!asked[i].from || results.runs.at(side).unedited == nullptr) continue;
      if (!results.runs.at(side).edits[i].values.empty()) continue;
      return "edit of " + in_quotes(asked[i].path) + ": the other sentence has no row " +
             std::to_string(*asked[i].from) + " to copy; compare with a second sentence, or remove the edit";
    }
  }
  return "";
}

}  // namespace

std::shared_ptr<const Translator> Results::translator() const {
  const Translator* const found = model == nullptr ? nullptr : model->translator();
  return found == nullptr ? nullptr : std::shared_ptr<const Translator>(model, found);
}

const Trace* Results::trace_for(const Session& session, int side) const {
  const bool current = model_name == session.model && runs.at(side).text == sentence_of(session, side);
  return current ? trace(side) : nullptr;
}

bool belongs_to(const Results& results, const Session& session) {
  return results.model_name == session.model && results.runs[0].text == session.sentence &&
         results.runs[1].text == session.compare && results.asked[0] == edits_in_force(session, 0) &&
         results.asked[1] == edits_in_force(session, 1) && has_lab_work(results, session);
}

ResultsPtr compute(const Session& session, const ResultsPtr& before, const Computing& computing) {
  auto results = std::make_shared<Results>();
  results->model_name = session.model;
  for (int side = 0; side < 2; ++side) {
    results->runs.at(side).text = sentence_of(session, side);
    results->asked.at(side) = edits_in_force(session, side);
    results->runs.at(side).edits.assign(results->asked.at(side).begin(), results->asked.at(side).end());
  }
  find_model(*results, before.get());
  if (results->model != nullptr) {
    RunsComputed(*results, before.get(), computing).compute();
    if (results->computing) return results;
    results->error = edit_error(*results);
  }
  open_lab(session, *results, before.get(), computing);
  return results;
}

}  // namespace headlight
