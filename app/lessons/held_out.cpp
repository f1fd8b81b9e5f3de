#include "app/lessons/expression.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <optional>

#include "app/session/edits.h"
#include "app/session/sentence.h"
#include "core/grammar/typed_words.h"
#include "core/learn/corpus.h"
#include "core/models/model.h"
#include "core/text/encode.h"
#include "core/text/languages.h"

namespace headlight {
namespace {

using Kind = ExpressionNode::Kind;

bool counts(const ExpressionNode& node) {
  return node.kind == Kind::call && (node.name == "held_out" || node.name == "sentences");
}
// The calls in `node` that count, or ask over how many sentences.
void collect(const ExpressionNode& node, std::vector<const ExpressionNode*>& calls) {
  if (counts(node)) {
    calls.push_back(&node);
    return;
  }
  for (const ExpressionNode& part : node.parts) collect(part, calls);
}

// One sentence that is counted over: what is known of it besides what the model does.
struct Case {
  std::string text;
  std::vector<std::string> words;             // as the model takes them apart
  std::map<std::string, std::string> texts;   // "right_pronoun" and others that can be compared
  std::map<std::string, std::string> places;  // "antecedent" and others that can be a row or a column
  std::optional<Reference> reference;
};

// What was counted: a number, or why there is none.
struct Counted {
  std::weak_ptr<const Model> model;
  std::vector<SessionEdit> edits;
  std::string sentence;  // in which the edits have their places
  ExpressionNode call;
  int count = 0;
  std::string error = {};

  bool is(const Results& results, const ExpressionNode& asked) const {
    return model.lock() == results.model && edits == results.asked[0] &&
           (edits.empty() || sentence == results.side(0).text) && call == asked;
  }
  bool is_as(const Counted& other) const {
    return model.lock() == other.model.lock() && edits == other.edits && sentence == other.sentence &&
           call == other.call;
  }
};

using Cases = std::shared_ptr<const std::vector<Case>>;

struct Sentences {
  std::weak_ptr<const Model> model;
  Cases cases;
  std::optional<PronounSentences> drawing = {};  // as long as there are no cases
};

constexpr std::size_t most_kept = 200;

// Counts over the same sentences, and over how many of them so far.
struct Pass {
  std::vector<Counted> counts;
  std::size_t sentences = 0;
};

struct CountsKept {
  std::mutex mutex;
  std::deque<Counted> counts;
  std::vector<Pass> begun;  // given up half-way: the last one
  Sentences sentences;
};
CountsKept& counts_kept() {
  static CountsKept all;
  return all;
}

std::optional<Counted> known(const Results& results, const ExpressionNode& call) {
  const std::lock_guard lock(counts_kept().mutex);
  const auto found = std::find_if(counts_kept().counts.begin(), counts_kept().counts.end(),
                                  [&](const Counted& each) { return each.is(results, call); });
  return found == counts_kept().counts.end() ? std::nullopt : std::optional(*found);
}

Case case_of(const Example& example) {
  const Reference& reference = *example.reference;
  const std::string& noun = example.source.at(reference.antecedent);
  Case made;
  for (const std::string& word : example.source) made.text += (made.text.empty() ? "" : " ") + word;
  made.words = example.source;
  made.texts = {{"right_pronoun", example.target.at(reference.pronoun)},
                {"right_translation", join_french(example.target)},
                {"means", std::string(kind_of_noun(noun))}};
  made.places = {{"it", std::to_string(reference.it)},
                 {"antecedent", std::to_string(reference.antecedent)},
                 {"other", std::to_string(reference.other)},
                 {"cue", std::to_string(reference.cue)},
                 {"pronoun", std::to_string(reference.pronoun)}};
  made.reference = reference;
  return made;
}

// Null when `go_on` said no.
Cases held_out_cases(const Results& results, const std::function<bool()>& go_on) {
  const auto translator = results.translator();
  if (translator == nullptr) throw ExpressionError("counting needs a translator, and none is loaded");
  const std::lock_guard lock(counts_kept().mutex);
  Sentences& last = counts_kept().sentences;
  if (last.model.lock() != results.model) last = {results.model, nullptr};
  if (last.cases == nullptr) {
    if (!last.drawing) last.drawing.emplace(translator->source(), translator->target(), held_out_sentences);
    if (!last.drawing->draw(go_on)) return nullptr;
    std::vector<Case> cases;
    for (const Example& example : last.drawing->drawn()) cases.push_back(case_of(example));
    last.drawing.reset();
    last.cases = std::make_shared<const std::vector<Case>>(std::move(cases));
  }
  if (std::ssize(*last.cases) < fewest_held_out_sentences) {
    throw ExpressionError("held_out(...) needs " + std::to_string(fewest_held_out_sentences) +
                          " sentences, and this model knows the words of " +
                          std::to_string(last.cases->size()) + "; use the translator");
  }
  return last.cases;
}

// Those of the lesson: any model that reads them.
Cases own_cases(const ExpressionNode& call, const Results& results) {
  if (call.sentences == nullptr) {
    throw ExpressionError(
        "sentences(...) counts over the lesson's own: write them before it, one a line, in a ```sentences "
        "block");
  }
  std::vector<Case> cases;
  for (const OwnSentence& sentence : *call.sentences) {
    Case made;
    made.text = sentence.text;
    made.words = words_of(sentence.text, results.tokenizer());
    made.texts = {{"expected", sentence.expected}};
    cases.push_back(std::move(made));
  }
  return std::make_shared<const std::vector<Case>>(std::move(cases));
}

Cases cases_for(const ExpressionNode& call, const Results& results, const std::function<bool()>& go_on = {}) {
  return call.name == "sentences" ? own_cases(call, results) : held_out_cases(results, go_on);
}

// Whether a call that asks for their number has to wait until the sentences are drawn.
bool awaits_sentences(const ExpressionNode& call, const Results& results) {
  if (call.name != "held_out" || results.translator() == nullptr) return false;
  const std::lock_guard lock(counts_kept().mutex);
  const Sentences& last = counts_kept().sentences;
  return last.model.lock() != results.model || last.cases == nullptr;
}

// The step's sentence: which of its words the others have as well.
class Roles {
 public:
  explicit Roles(const Results& results) : trace_(results.side(0).unedited.get()) {
    if (trace_ != nullptr && results.translator() != nullptr)
      meant_ = find_antecedent(trace_->words().source);
  }

  std::vector<SessionEdit> moved(std::vector<SessionEdit> edits, const Case& to) const {
    for (SessionEdit& edit : edits) move(edit, to);
    return edits;
  }

 private:
  void move(SessionEdit& edit, const Case& to) const {
    const int node = trace_ == nullptr ? -1 : trace_->find(edit.path);
    if (node < 0) return;
    if (edit.from) {
      throw ExpressionError(
          "a row copied from the other sentence (\"from\") cannot be counted over others; use "
          "when(...) on the two");
    }
    const Label& label = trace_->label(node);
    const bool rows = info(label.rows).kind == AxisKind::tokens;
    const bool columns = info(label.cols).kind == AxisKind::tokens;
    if (rows && edit.row) edit.row = moved(edit, label.rows, *edit.row, to);
    if (columns && edit.col) edit.col = moved(edit, label.cols, *edit.col, to);
    if (columns && edit.kind == Edit::Kind::swap) edit.other = moved(edit, label.cols, edit.other, to);
    if (columns && edit.values.size() > 1)
      throw ExpressionError("the edit of " + edit.path + " has a number for each word; give a single one");
  }

  // By what the word does in the sentence; any other word by itself, where the other sentence has it once.
  int moved(const Edit& edit, Axis axis, int place, const Case& to) const {
    const bool source = info(axis).stream == Stream::source;
    const std::vector<std::string> words = trace_->labels(axis, place + 1);
    if (place == 0 && !source) return 0;  // the start, or the first word written
    if (source && meant_ && to.reference && place < std::ssize(words)) {
      if (place == meant_->it) return to.reference->it;
      if (place == meant_->noun) return to.reference->antecedent;
      if (place < meant_->it && grammar::is_noun(words.back())) return to.reference->other;
    }
    if (!source && to.reference && place == pronoun_written()) return to.reference->pronoun;
    const std::vector<std::string>& typed = trace_->typed();
    if (source && place + 1 == std::ssize(typed)) return static_cast<int>(to.words.size()) - 1;
    if (source && std::count(to.words.begin(), to.words.end(), words.back()) == 1) {
      return static_cast<int>(std::find(to.words.begin(), to.words.end(), words.back()) - to.words.begin());
    }
    throw ExpressionError(
        "the edit of " + edit.path + " is of “" + words.back() + "”, which \"" + to.text +
        "\" does not have once; edit \"it\", one of the nouns, the last word, a word that all of "
        "them have, the row that writes the pronoun, or all places");
  }

  // The decoder's row that writes il or elle.
  int pronoun_written() const {
    const std::vector<std::string>& target = trace_->words().target;
    const std::string pronoun = first_pronoun(target);
    const auto found = std::find(target.begin(), target.end(), pronoun);
    if (found == target.end()) return -1;
    // The words read begin with the start: the row before a word writes it.
    const bool with_start = !target.empty() && target.front().starts_with("<");
    return static_cast<int>(found - target.begin()) - (with_start ? 1 : 0);
  }

  const Trace* trace_;
  std::optional<Antecedent> meant_;
};

// `node` with the names that only a case has put in.
ExpressionNode bound(ExpressionNode node, const Case& one) {
  if (counts(node)) throw ExpressionError(node.name + "(...) cannot be inside another count");
  for (ExpressionNode& part : node.parts) part = bound(std::move(part), one);
  if (node.kind != Kind::values) return node;
  if (const auto text = one.texts.find(node.name); text != one.texts.end())
    return ExpressionNode{.kind = Kind::text, .name = text->second};
  for (std::string* index : {&node.row, &node.col}) {
    if (const auto place = one.places.find(*index); place != one.places.end()) *index = place->second;
  }
  return node;
}

bool holds(const ExpressionNode& call, const Case& one, const Results& results) {
  return std::all_of(call.parts.begin(), call.parts.end(), [&](const ExpressionNode& part) {
    const ExpressionValue value = evaluate(bound(part, one), results);
    if (const bool* truth = std::get_if<bool>(&value)) return *truth;
    throw ExpressionError(call.name + "(...) counts comparisons: " + call.name + "(pronoun = \"il\")");
  });
}

// The sentence read by the model, as far as any of `all` asks.
Results read_by_model(const Case& one, const Results& of, const Roles& roles,
                      const std::vector<Counted>& all) {
  const auto any_reads = [&](bool before) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Counted& each) { return reads(each.call, 0, before); });
  };
  Results results;
  results.model_name = of.model_name;
  results.model = of.model;
  results.card = of.card;
  Run& run = results.side(0);
  run.text = one.text;
  run.model = of.model;
  const std::vector<SessionEdit> asked = roles.moved(of.asked[0], one);
  const bool shares =
      std::any_of(asked.begin(), asked.end(), [](const SessionEdit& edit) { return edit.keep_sum; });
  if (asked.empty() || shares || any_reads(true)) run.unedited = of.model->trace({.text = one.text});
  for (const SessionEdit& edit : asked) run.edits.push_back(resolved(edit, run.unedited.get(), nullptr));
  if (run.edits.empty()) {
    run.trace = run.unedited;
  } else if (any_reads(false)) {
    run.trace = of.model->trace({.text = one.text, .edits = run.edits, .like = run.unedited.get()});
  }
  const auto translator = of.translator();
  const auto& calibration = results.card.certainty;
  if (run.trace != nullptr && translator != nullptr)
    run.certainty = certainty_of(*translator, *run.trace, run.edits, calibration ? &*calibration : nullptr);
  return results;
}

// False when it gave up.
bool count(Pass& pass, const Results& results, const std::function<bool()>& go_on) {
  std::vector<Counted>& all = pass.counts;
  const auto fail = [&](const std::string& why) {
    for (Counted& each : all) each.error = why;
    return true;
  };
  try {
    const auto cases = cases_for(all.front().call, results, go_on);
    if (cases == nullptr) return false;
    const Roles roles(results);
    for (; pass.sentences < cases->size(); ++pass.sentences) {
      if (go_on && !go_on()) return false;
      const Case& each_case = (*cases)[pass.sentences];
      const Results one = read_by_model(each_case, results, roles, all);
      for (Counted& each : all) {
        if (!each.error.empty()) continue;
        try {
          each.count += holds(each.call, each_case, one) ? 1 : 0;
        } catch (const ExpressionError& error) {
          each.error = error.what();
        }
      }
      if (std::all_of(all.begin(), all.end(), [](const Counted& each) { return !each.error.empty(); })) break;
    }
  } catch (const std::exception& error) {
    return fail(error.what());
  }
  return true;
}

// As far as it came before it was given up.
void go_on_with(Pass& pass) {
  const std::lock_guard lock(counts_kept().mutex);
  for (Pass& begun : counts_kept().begun) {
    if (std::equal(pass.counts.begin(), pass.counts.end(), begun.counts.begin(), begun.counts.end(),
                   [](const Counted& one, const Counted& two) { return one.is_as(two); }))
      pass = std::move(begun);
  }
  counts_kept().begun.clear();
}

// Those that `one` counts over the same sentences as go in one pass.
bool make(const std::vector<const ExpressionNode*>& calls, const Results& results,
          const std::function<bool()>& go_on) {
  std::vector<Pass> passes;
  for (const ExpressionNode* call : calls) {
    if (call->parts.empty()) {
      if (!awaits_sentences(*call, results)) continue;
      try {
        if (held_out_cases(results, go_on) == nullptr) return false;
      } catch (const ExpressionError&) {
        // Who asks for the number is told.
      }
      continue;
    }
    if (known(results, *call)) continue;
    const auto same = [&](const Pass& pass) {
      const ExpressionNode& first = pass.counts.front().call;
      return first.name == call->name && first.sentences == call->sentences;
    };
    auto pass = std::find_if(passes.begin(), passes.end(), same);
    if (pass == passes.end()) pass = passes.insert(passes.end(), Pass{});
    const bool twice = std::any_of(pass->counts.begin(), pass->counts.end(),
                                   [&](const Counted& each) { return each.call == *call; });
    if (!twice) pass->counts.push_back({results.model, results.asked[0], results.side(0).text, *call});
  }
  for (Pass& pass : passes) {
    go_on_with(pass);
    const bool done = count(pass, results, go_on);
    const std::lock_guard lock(counts_kept().mutex);
    if (!done) {
      counts_kept().begun.assign(1, std::move(pass));
      return false;
    }
    for (Counted& each : pass.counts) counts_kept().counts.push_back(std::move(each));
    while (counts_kept().counts.size() > most_kept) counts_kept().counts.pop_front();
  }
  return true;
}

}  // namespace

bool awaits_counts(const LessonExpression& expression, const Results& results) {
  std::vector<const ExpressionNode*> calls;
  collect(expression.root(), calls);
  return std::any_of(calls.begin(), calls.end(), [&](const ExpressionNode* call) {
    return call->parts.empty() ? awaits_sentences(*call, results) : !known(results, *call);
  });
}

bool make_counts(const std::vector<ExpressionPtr>& expressions, const Results& results,
                 const std::function<bool()>& go_on) {
  std::vector<const ExpressionNode*> calls;
  for (const ExpressionPtr& expression : expressions) collect(expression->root(), calls);
  return make(calls, results, go_on);
}

Quantity held_out_count(const ExpressionNode& call, const Results& results) {
  if (call.parts.empty())
    return {static_cast<double>(cases_for(call, results)->size()), NumberFormat::value, true};
  make({&call}, results, {});
  const std::optional<Counted> counted = known(results, call);
  if (!counted)
    throw ExpressionError(call.name + "(...): the step counts more than can be kept; count less in one step");
  if (!counted->error.empty()) throw ExpressionError(counted->error);
  return {static_cast<double>(counted->count), NumberFormat::value, true};
}

}  // namespace headlight
