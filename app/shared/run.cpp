#include "app/shared/run.h"

#include <charconv>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "core/figure/numbers.h"
#include "core/files/whole_file.h"
#include "core/grammar/typed_words.h"
#include "core/models/given.h"
#include "core/models/outline.h"
#include "core/models/trace.h"
#include "core/pictures/training_scenes.h"
#include "core/platform/background.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// Messages are shown in a note and on a terminal: one line each.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

bool has_edited(const Run* known, const Run& run) {
  return known != nullptr && known->trace != nullptr && known->edits == run.edits;
}

// Also where it has words that the model does not know; of what cannot be read at all the trace says why.
NormalizedText normalized_of(const Run& run) {
  try {
    return run.model->tokenizer().normalize(run.text);
  } catch (const std::invalid_argument&) {
    return {};
  }
}

void set_certainty(Run& run, const UsedModel& used) {
  if (run.model->translates()) {
    const auto& calibration = used.card.certainty;
    run.certainty =
        certainty_of(*run.model, *run.trace, run.edits, calibration ? &*calibration : nullptr, run.text);
  } else if (run.model->anatomy().picture && used.origin == "trained") {
    const bool asked = run.model->anatomy().answer == AnswerKind::one_label;
    if (!asked) run.certainty = certainty_of_caption(*run.trace);
    if (const auto unlike = unlike_learned(run.text, asked ? AskedOfScene::red_shape : AskedOfScene::caption))
      doubt_picture(run.certainty, *unlike);
  }
}

}  // namespace

bool ask_witness(Run& run) {
  if (run.certainty.asks.empty() || run.trace == nullptr) return false;
  try {
    const ModelPtr witness = shared_model(model_folder(run.certainty.asks));
    const std::vector<int> answer = witness->answer(witness->input(run.text));
    hear_witness(run.certainty, *run.trace, witness->target().words_of(answer));
    return true;
  } catch (const std::exception&) {
    return false;  // the translation stands alone, as without a witness
  }
}

// By itself, not by its name: a folder can be written anew, and weights can be learned further.
UsedModel find_model(const std::string& name, const UsedModel* known, std::string& error,
                     const Loading& loading) {
  if (known != nullptr && known->model == nullptr) known = nullptr;
  UsedModel found{.model_name = name, .model = nullptr, .card = {}, .origin = {}};
  try {
    const auto folder = model_folder(name);
    found.model = shared_model(folder, loading);
    if (known != nullptr && known->model == found.model) return *known;
    const OutlinePtr outline = outline_of(folder);
    if (outline->has_card()) found.card = outline->card();
    found.origin = outline->origin();
  } catch (const std::exception& wrong) {
    // What is in memory goes on when its folder is gone, or is just being written.
    if (known != nullptr) return *known;
    found.model.reset();
    error = one_line(told(wrong));
  }
  return found;
}

std::optional<int> kept_step_of(const std::string& model_name) {
  constexpr std::string_view begin = "step_";
  const std::string name = std::filesystem::path(model_name).filename().string();
  if (!name.starts_with(begin)) return std::nullopt;
  int step = 0;
  const auto [end, error] = std::from_chars(name.data() + begin.size(), name.data() + name.size(), step);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return step;
}

std::string short_name(const std::string& model_name) {
  if (const std::optional<int> step = kept_step_of(model_name))
    return *step == 0 ? "before training" : "after " + counted(*step, "step");
  // Of weights with words in other files, the weights.
  const std::string file = names_given(model_name) ? given_files(model_name).front().string() : model_name;
  return std::filesystem::path(file).filename().string();
}

// A run of this text by this model that was already made, whichever place it stood on: under these edits, or
// else without any.
const Run* RunComputing::known(const Run& asked) const {
  const Run* found = nullptr;
  for (const Run* run : known_) {
    if (run == &asked || run->unedited == nullptr) continue;
    if (run->model != asked.model || run->text != asked.text) continue;
    if (has_edited(run, asked)) return run;
    if (found == nullptr) found = run;
  }
  return found;
}

void RunComputing::expect(const Run& run) {
  const Run* const made = known(run);
  passes_ += (made == nullptr ? 1 : 0) + (run.edits.empty() || has_edited(made, run) ? 0 : 1);
}

void RunComputing::compute_unedited(Run& run, const Run* like) {
  try {
    if (const Run* const made = known(run); made != nullptr) {
      run.unedited = made->unedited;
      run.unedited_digests = made->unedited_digests;
      run.normalized = made->normalized;
      run.antecedent = made->antecedent;
      return;
    }
    const StopWhen stop([&] {
      if (progress_) progress_(run, static_cast<float>(passed_) / static_cast<float>(std::max(1, passes_)));
      return cancel_ != nullptr && cancel_->requested();
    });
    run.normalized = normalized_of(run);
    const HeadDigests none;
    run.unedited = trace(run, {.text = run.text, .like = like == nullptr ? nullptr : like->unedited.get()},
                         like == nullptr ? none : like->unedited_digests, run.unedited_digests);
  } catch (const Stopped&) {
    cancelled_ = true;
  } catch (const std::exception& error) {
    run.error = one_line(told(error));
  }
}

void RunComputing::compute_edited(Run& run, const UsedModel& used) {
  if (run.unedited == nullptr) return;
  const Run* const made = known(run);
  try {
    if (run.edits.empty()) {
      run.trace = run.unedited;
      run.digests = run.unedited_digests;
    } else if (has_edited(made, run)) {
      run.trace = made->trace;
      run.digests = made->digests;
      run.ripple = made->ripple;
      run.rewritten = made->rewritten;
    } else {
      run.trace = trace(run, {.text = run.text, .edits = run.edits, .like = run.unedited.get()},
                        run.unedited_digests, run.digests);
      if (run.trace == nullptr) return;
      run.ripple = ripple(*run.unedited, *run.trace);
      run.rewritten = align(written_words(*run.unedited), written_words(*run.trace));
    }
    if (made != nullptr && made->trace == run.trace) {
      run.certainty = made->certainty;
    } else {
      set_certainty(run, used);
    }
  } catch (const Stopped&) {
    cancelled_ = true;
  } catch (const std::exception& error) {
    run.error = one_line(told(error));
  }
}

struct UnfinishedPass::Begun {
  Begun(const Run& run, const TraceRequest& request, const HeadDigests& known)
      : model(run.model), text(request.text), edits(request.edits), before(known), digests(before) {}
  Begun(const Begun&) = delete;
  Begun& operator=(const Begun&) = delete;

  ModelPtr model;
  std::string text;
  std::vector<Edit> edits;
  HeadDigests before;
  DigestWatch digests;  // reads `before`
  std::shared_ptr<ModelRun> pass = nullptr;

  bool is_of(const Run& run, const TraceRequest& request) const {
    return model == run.model && text == request.text && edits == request.edits;
  }
};

// `before`: the digests of the trace that the new one is like. Null once cancelled, or when the turn is over.
TracePtr RunComputing::trace(Run& run, TraceRequest request, const HeadDigests& before,
                             HeadDigests& digests) {
  using Begun = UnfinishedPass::Begun;
  auto begun = unfinished_ == nullptr ? nullptr : std::exchange(unfinished_->begun_, nullptr);
  if (begun == nullptr || !begun->is_of(run, request)) begun = std::make_shared<Begun>(run, request, before);
  request.cancel = cancel_;
  bool any = false;  // each turn computes a step at least
  if (unfinished_ != nullptr) {
    request.turn_is_over = [&] { return any && unfinished_->turn_is_over_(); };
    request.begun = &begun->pass;
  }
  request.watch = [&](const Tape& tape, int node) {
    any = true;
    begun->digests(tape, node);
    if (!progress_) return;
    const float share = static_cast<float>(node + 1) / static_cast<float>(tape.size());
    progress_(run, (static_cast<float>(passed_) + share) / static_cast<float>(passes_));
  };
  TracePtr made = run.model->trace(request);
  ++passed_;
  if (made == nullptr) {
    if (begun->pass != nullptr) unfinished_->begun_ = std::move(begun);
    cancelled_ = true;
    return made;
  }
  const Tokenizer& tokenizer = run.model->tokenizer();
  const bool words = tokenizer.are_typed() && tokenizer.tokens_called() == "words";
  if (words && run.unedited == nullptr) run.antecedent = find_antecedent(made->typed());
  const bool in_source = made->anatomy().typed() == Stream::source;
  digests = begun->digests.of(*made, in_source ? run.antecedent : std::nullopt);
  return made;
}

}  // namespace headlight
