#include "app/session/results.h"

#include <algorithm>
#include <exception>

#include "app/session/edits.h"
#include "app/session/open_lab.h"
#include "app/session/sentence.h"
#include "core/files/read_file.h"
#include "core/grammar/find_antecedent.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "core/pictures/unlike_learned.h"
#include "core/text/printable.h"

namespace headlight {
namespace {

// Messages are shown in a note and on a terminal: one line each.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// By itself, not by its name: a folder can be written anew, and weights can be learned further.
UsedModel found_model(const std::string& name, const Results* before, std::string& error) {
  const UsedModel* known = nullptr;
  if (before != nullptr && before->model_name == name && before->model != nullptr) known = before;
  for (std::size_t i = 0; before != nullptr && i < before->other_models.size() && known == nullptr; ++i) {
    const UsedModel& each = before->other_models[i];
    if (each.model_name == name && each.model != nullptr) known = &each;
  }
  UsedModel found{.model_name = name, .model = nullptr, .card = {}, .origin = {}};
  try {
    const auto folder = model_folder(name);
    found.model = shared_model(folder);
    if (known != nullptr && known->model == found.model) return *known;
    const OutlinePtr outline = outline_of(folder);
    if (outline->has_card()) found.card = outline->whole_card();
    found.origin = outline->origin();
  } catch (const std::exception& wrong) {
    // What is in memory goes on when its folder is gone, or is just being written.
    if (known != nullptr) return *known;
    found.model.reset();
    error = one_line(told(wrong));
  }
  return found;
}

// The model of a run: that of the stage, or one more.
void add_model(Results& results, Run& run, const Results* before) {
  const auto of_run = [&](const UsedModel& each) { return each.model_name == run.model_name; };
  if (of_run(results)) {
    run.model = results.model;
    return;
  }
  const auto found = std::find_if(results.other_models.begin(), results.other_models.end(), of_run);
  if (found != results.other_models.end()) {
    run.model = found->model;
    return;
  }
  UsedModel other = found_model(run.model_name, before, run.error);
  run.model = other.model;
  if (other.model != nullptr) results.other_models.push_back(std::move(other));
}

// The runs of results, made one after the other from what is known of them.
class RunsComputed {
 public:
  RunsComputed(Results& results, const Results* before, const Computing& computing)
      : results_(results), before_(before), computing_(computing) {}

  void compute() {
    for (Run& run : results_.runs) {
      if (is_asked(run)) passes_ += passes_of(run);
    }
    // A row that is copied from another run needs both before any edit.
    const bool copies = any_copies();
    for (std::size_t i = 0; i < results_.runs.size(); ++i) {
      if (!is_asked(results_.runs[i])) continue;
      compute_unedited(results_.runs[i]);
      if (!copies) compute_edited(i);
    }
    if (!copies || results_.computing) return;
    for (std::size_t i = 0; i < results_.runs.size(); ++i) compute_edited(i);
  }

 private:
  bool is_asked(const Run& run) const {
    const bool first = &run == &results_.runs.front();
    return run.model != nullptr && (first || !run.text.empty());
  }

  // A run of this text by this model that was already made, whichever place it stood on: under these edits,
  // or else without any.
  const Run* known(const Run& asked) const {
    const Run* found = nullptr;
    for (const Results* const made :
         {before_, computing_.begun.get(), static_cast<const Results*>(&results_)}) {
      if (made == nullptr) continue;
      for (const Run& run : made->runs) {
        if (&run == &asked || run.unedited == nullptr) continue;
        if (run.model != asked.model || run.text != asked.text) continue;
        if (has_edited(&run, asked)) return &run;
        if (found == nullptr) found = &run;
      }
    }
    return found;
  }

  static bool has_edited(const Run* known, const Run& run) {
    return known != nullptr && known->trace != nullptr && known->edits == run.edits;
  }

  int passes_of(const Run& run) const {
    const Run* const made = known(run);
    return (made == nullptr ? 1 : 0) + (run.edits.empty() || has_edited(made, run) ? 0 : 1);
  }

  // The first run that is read by the same model, whose trace may be much like this one's.
  const Run* like(const Run& run) const {
    for (const Run& each : results_.runs) {
      if (&each == &run) return nullptr;
      if (each.model == run.model && each.unedited != nullptr) return &each;
    }
    return nullptr;
  }

  // Also where it has words that the model does not know; of what cannot be read at all the trace says why.
  static Understood understood(const Run& run) {
    try {
      return run.model->tokenizer().understood(run.text);
    } catch (const std::invalid_argument&) {
      return {};
    }
  }

  void compute_unedited(Run& run) {
    const Run* const near = like(run);
    try {
      if (const Run* const made = known(run); made != nullptr) {
        run.unedited = made->unedited;
        run.unedited_digests = made->unedited_digests;
        run.understood = made->understood;
        run.antecedent = made->antecedent;
        return;
      }
      run.understood = understood(run);
      const HeadDigests none;
      run.unedited = trace(run, {.text = run.text, .like = near == nullptr ? nullptr : near->unedited.get()},
                           near == nullptr ? none : near->unedited_digests, run.unedited_digests);
    } catch (const std::exception& error) {
      run.error = one_line(told(error));
    }
  }

  bool any_copies() const {
    return std::any_of(results_.asked.begin(), results_.asked.end(),
                       [](const std::vector<SessionEdit>& edits) {
                         return std::any_of(edits.begin(), edits.end(),
                                            [](const SessionEdit& edit) { return edit.from.has_value(); });
                       });
  }

  void compute_edited(std::size_t which) {
    Run& run = results_.runs[which];
    if (run.unedited == nullptr) return;
    const auto other = static_cast<std::size_t>(copied_from(static_cast<int>(which)));
    run.edits.clear();
    for (const SessionEdit& edit : results_.asked[which])
      run.edits.push_back(resolved(edit, run.unedited.get(), results_.runs[other].unedited.get()));
    const Run* const made = known(run);
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
      } else {
        set_certainty(run);
      }
    } catch (const std::exception& error) {
      run.error = one_line(told(error));
    }
  }

  const UsedModel& used_by(const Run& run) const {
    for (const UsedModel& each : results_.other_models) {
      if (each.model == run.model) return each;
    }
    return results_;
  }

  void set_certainty(Run& run) const {
    const UsedModel& used = used_by(run);
    if (run.model->translates()) {
      const auto& calibration = used.card.certainty;
      run.certainty = certainty_of(*run.model, *run.trace, run.edits, calibration ? &*calibration : nullptr);
    } else if (run.model->anatomy().picture && used.origin == "trained") {
      const bool asked = run.model->anatomy().answer == AnswerKind::one_label;
      if (!asked) run.certainty = certainty_of_caption(*run.trace);
      if (const auto unlike =
              unlike_learned(run.text, asked ? AskedOfScene::red_shape : AskedOfScene::caption))
        doubt_picture(run.certainty, *unlike);
    }
  }

  // `before`: the digests of the trace that the new one is like. Null once cancelled.
  TracePtr trace(Run& run, TraceRequest request, const HeadDigests& before, HeadDigests& digests) {
    DigestWatch watch(before);
    request.cancel = computing_.cancel;
    request.watch = [&](const Tape& tape, int node) {
      watch(tape, node);
      if (!computing_.progress) return;
      const float share = static_cast<float>(node + 1) / static_cast<float>(tape.size());
      computing_.progress(run, (static_cast<float>(passed_) + share) / static_cast<float>(passes_));
    };
    TracePtr made = run.model->trace(request);
    ++passed_;
    if (made == nullptr) {
      results_.computing = true;
      return made;
    }
    const Tokenizer& tokenizer = run.model->tokenizer();
    const bool words = tokenizer.are_typed() && tokenizer.tokens_called() == "words";
    if (words && run.unedited == nullptr) run.antecedent = find_antecedent(made->typed());
    const bool in_source = made->anatomy().typed() == Stream::source;
    digests = watch.of(*made, in_source ? run.antecedent : std::nullopt);
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
    const auto has_it = [&](const Run& run) { return has(run, edit); };
    if (!computed || std::any_of(results.runs.begin(), results.runs.end(), has_it)) continue;
    return "edit of " + in_quotes(edit.path) + ": this model has no such node; remove the edit";
  }
  for (std::size_t which = 0; which < results.runs.size(); ++which) {
    const std::vector<SessionEdit>& asked = results.asked[which];
    const Run& run = results.runs[which];
    for (std::size_t i = 0; i < asked.size() && i < run.edits.size(); ++i) {
      if (!asked[i].from || run.unedited == nullptr || !run.edits[i].values.empty()) continue;
      return "edit of " + in_quotes(asked[i].path) + ": the other sentence has no row " +
             std::to_string(*asked[i].from) + " to copy; compare with a second sentence, or remove the edit";
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

const Trace* Results::trace_of(const Session& session, int run) const {
  const auto at = static_cast<std::size_t>(run);
  if (run < 0 || at >= runs.size() || at >= session.runs.size()) return nullptr;
  const bool current = runs[at].model_name == session.model_of(run) && runs[at].text == session.runs[at].text;
  return current ? runs[at].trace.get() : nullptr;
}

const Trace* Results::trace_for(const Session& session, int side) const {
  return pair == session.pair ? trace_of(session, pair.run(side)) : nullptr;
}

std::vector<std::string> Results::words_of(const Session& session, int side) const {
  const Run& run = this->side(side);
  const std::string& text = session.text(side);
  return run.model != nullptr && run.text == text ? run.understood.words
                                                  : headlight::words_of(text, tokenizer());
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

ResultsPtr compute(const Session& session, const ResultsPtr& before, const Computing& computing) {
  auto results = std::make_shared<Results>();
  static_cast<UsedModel&>(*results) = found_model(session.model_on_stage(), before.get(), results->error);
  results->pair = session.pair;
  results->runs.resize(session.runs.size());
  for (std::size_t i = 0; i < session.runs.size(); ++i) {
    Run& run = results->runs[i];
    run.text = session.runs[i].text;
    run.model_name = session.model_of(static_cast<int>(i));
    results->asked.push_back(edits_in_force(session, static_cast<int>(i)));
    run.edits.assign(results->asked[i].begin(), results->asked[i].end());
    add_model(*results, run, before.get());
  }
  if (results->model != nullptr) {
    RunsComputed(*results, before.get(), computing).compute();
    if (results->computing) return results;
    results->error = edit_error(*results);
    align_stage(*results, before.get());
  }
  open_lab(session, *results, before.get(), computing);
  return results;
}

}  // namespace headlight
