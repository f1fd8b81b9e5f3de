#include "app/lessons/counting.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <mutex>
#include <optional>

#include "app/lab/lab_work.h"
#include "app/session/edits.h"
#include "app/session/open_lab.h"
#include "app/session/sentence.h"
#include "core/grammar/held_out.h"
#include "core/grammar/typed_words.h"
#include "core/models/model.h"
#include "core/text/encode.h"
#include "core/text/languages.h"
#include "core/text/say.h"

namespace headlight {
namespace {

using Kind = ExpressionNode::Kind;

bool counts(const ExpressionNode& node) { return node.kind == Kind::call && counts_over_cases(node.name); }
// Whether a call needs no pass: it asks how many there are, and all of them count.
bool asks_for_their_number(const ExpressionNode& call) { return call.parts.empty() && call.name != "pairs"; }
// Whether it asks for a number in each of them.
bool lists(const ExpressionNode& call) { return !call.parts.empty() && !compares(call.parts[0]); }
// The calls in `node` that count, or ask over how many sentences.
void collect(const ExpressionNode& node, std::vector<const ExpressionNode*>& calls) {
  if (counts(node)) {
    calls.push_back(&node);
    return;
  }
  for (const ExpressionNode& part : node.parts) collect(part, calls);
}

// The edits of the first run, and those of the second that it does not share.
std::vector<SessionEdit> asked_in_both(const Results& results) {
  std::vector<SessionEdit> all = results.asked[0];
  if (results.asked.size() < 2) return all;
  for (const SessionEdit& edit : results.asked[1]) {
    if (std::find(all.begin(), all.end(), edit) == all.end()) all.push_back(edit);
  }
  return all;
}

// The open lab as it is set, where a call asks for what it finds.
struct LabAsked {
  const Lab* lab = nullptr;
  std::any controls = {};
  std::string head = {};

  bool operator==(const LabAsked& other) const {
    return lab == other.lab && head == other.head &&
           (lab == nullptr || lab->settings.same(controls, other.controls));
  }
};
LabAsked lab_asked(const ExpressionNode& call, const Results& results) {
  if (results.lab == nullptr || !reads_lab(call)) return {};
  return {results.lab->lab, results.lab->controls, results.lab->head.path("")};
}

// What was counted: a number, or why there is none.
struct Counted {
  std::weak_ptr<const Model> model;
  std::vector<SessionEdit> edits;
  std::string sentence;  // in which the edits have their places
  LabAsked lab;
  ExpressionNode call;
  int count = 0;
  int all = 0;                      // of how many
  std::vector<double> values = {};  // of a call that lists: in those that count
  std::string error = {};

  bool is(const Results& results, const ExpressionNode& asked) const {
    return model.lock() == results.model && edits == asked_in_both(results) &&
           (edits.empty() || sentence == results.side(0).text) && call == asked &&
           lab == lab_asked(asked, results);
  }
  bool is_as(const Counted& other) const {
    return model.lock() == other.model.lock() && edits == other.edits && sentence == other.sentence &&
           call == other.call && lab == other.lab;
  }
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
  // The open lab, about the word that does the same.
  LabWork moved(const LabWork& lab, const Case& to) const {
    LabWork there;
    there.lab = lab.lab;
    there.subject = lab.subject;
    there.head = lab.head;
    there.side = to.second.empty() ? 0 : lab.side;
    const int node = trace_ == nullptr ? -1 : trace_->find(lab.head.path("weights"));
    if (lab.token >= 0 && lab.lab->of_word && node >= 0)
      there.token = moved("the lab", trace_->label(node).rows, lab.token, to);
    return there;
  }

 private:
  void move(SessionEdit& edit, const Case& to) const {
    const int node = trace_ == nullptr ? -1 : trace_->find(edit.path);
    if (node < 0) return;
    if (edit.from && to.second.empty()) {
      throw ExpressionError(
          "a row copied from the other sentence (\"from\") cannot be counted over single sentences; use "
          "pairs(...), or when(...) on the two");
    }
    const Label& label = trace_->label(node);
    const bool rows = info(label.rows).kind == AxisKind::tokens;
    const bool columns = info(label.cols).kind == AxisKind::tokens;
    const std::string what = say("the edit of {step}", {{"step", edit.path}});
    if (rows && edit.row) edit.row = moved(what, label.rows, *edit.row, to);
    if (rows && edit.from) edit.from = moved(what, label.rows, *edit.from, to);
    if (columns && edit.col) edit.col = moved(what, label.cols, *edit.col, to);
    if (columns && edit.kind == Edit::Kind::swap) edit.other = moved(what, label.cols, edit.other, to);
    if (columns && edit.values.size() > 1)
      throw ExpressionError("the edit of " + edit.path + " has a number for each word; give only one");
  }

  // By what the word does in the sentence; any other word by itself, where the other sentence has it once.
  int moved(const std::string& what, Axis axis, int place, const Case& to) const {
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
    if (source && place + 1 == std::ssize(typed))
      return meant_ && to.reference ? to.reference->cue : static_cast<int>(to.words.size()) - 1;
    if (source && std::count(to.words.begin(), to.words.end(), words.back()) == 1) {
      return static_cast<int>(std::find(to.words.begin(), to.words.end(), words.back()) - to.words.begin());
    }
    throw ExpressionError(what + " is about “" + words.back() + "”, which \"" + to.text +
                          "\" does not have exactly once; take \"it\", one of the nouns, the last word, a "
                          "word that all of them have, the row that writes the pronoun, or all places");
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

bool is_number(const std::string& place) {
  return !place.empty() && place.find_first_not_of("0123456789") == std::string::npos;
}

// `node` with the names that only a case has put in.
ExpressionNode bound(ExpressionNode node, const Case& one, const Results& results) {
  if (counts(node)) throw ExpressionError(node.name + "(...) cannot be inside another count");
  for (ExpressionNode& part : node.parts) part = bound(std::move(part), one, results);
  if (node.kind != Kind::values) return node;
  const auto& texts = node.side == 1 && !one.second.empty() ? one.seconds : one.texts;
  if (const auto text = texts.find(node.name); text != texts.end())
    return ExpressionNode{.kind = Kind::text, .name = text->second};
  if (const auto number = one.numbers.find(node.name); number != one.numbers.end())
    return ExpressionNode{.kind = Kind::number, .number = number->second};
  if (const auto place = one.places.find(node.name);
      place != one.places.end() && node.row.empty() && node.name != "pronoun" && is_number(place->second))
    return ExpressionNode{.kind = Kind::number, .number = std::stod(place->second)};
  for (std::string* index : {&node.row, &node.col}) {
    if (const auto place = one.places.find(*index); place != one.places.end()) *index = place->second;
  }
  if (node.name == "said" && node.row.empty() && one.places.contains("word"))
    node.row = one.places.at("word");
  if (results.model != nullptr)
    node.name = with_drawn_head(node.name, results.model->anatomy(), hash_of_text(one.text));
  return node;
}

bool is_true(const ExpressionNode& part, const std::string& call, const Case& one, const Results& results) {
  const ExpressionValue value = evaluate(bound(part, one, results), results);
  if (const bool* truth = std::get_if<bool>(&value)) return *truth;
  throw ExpressionError(call + "(...) counts comparisons: " + call + "(pronoun = \"il\")");
}

void add(Counted& to, const Case& one, const Results& results) {
  const std::vector<ExpressionNode>& parts = to.call.parts;
  ++to.all;
  const bool list = lists(to.call);
  for (std::size_t i = list ? 1 : 0; i < parts.size(); ++i) {
    if (!is_true(parts[i], to.call.name, one, results)) return;
  }
  ++to.count;
  if (!list) return;
  const ExpressionValue value = evaluate(bound(parts[0], one, results), results);
  if (const auto* number = std::get_if<Quantity>(&value)) {
    to.values.push_back(number->value);
  } else if (const auto* cells = std::get_if<Cells>(&value)) {
    to.values.insert(to.values.end(), cells->values.begin(), cells->values.end());
  } else {
    is_true(parts[0], to.call.name, one, results);  // says what is counted
  }
}

// The translation that is expected, as far as the model has its words.
std::vector<int> draft_of(const Case& one, const Model& model) {
  std::vector<int> draft;
  for (const std::string& word : one.translation) {
    const std::optional<int> id = model.target().id(word);
    if (!id) break;
    draft.push_back(*id);
  }
  return draft;
}

// The sentence read by the model, as far as any of `all` asks.
Results read_by_model(const Case& one, const Results& of, const Roles& roles,
                      const std::vector<Counted>& all) {
  const auto any_reads = [&](int side, bool before) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Counted& each) { return reads(each.call, side, before); });
  };
  const bool certainty =
      std::any_of(all.begin(), all.end(), [](const Counted& each) { return reads_certainty(each.call); });
  const bool pair = !one.second.empty();
  Results results;
  results.model_name = of.model_name;
  results.model = of.model;
  results.card = of.card;
  const bool of_lab = of.lab != nullptr && std::any_of(all.begin(), all.end(), [](const Counted& each) {
                        return reads_lab(each.call);
                      });
  const int sides = pair ? 2 : 1;
  std::vector<std::vector<SessionEdit>> asked;
  for (int side = 0; side < sides; ++side) {
    Run& run = results.side(side);
    run.text = side == 0 ? one.text : one.second;
    run.model = of.model;
    const std::vector<SessionEdit>& own = of.asked[std::min<std::size_t>(side, of.asked.size() - 1)];
    asked.push_back(roles.moved(own, one));
    const bool needs_row = std::any_of(asked.back().begin(), asked.back().end(), [](const SessionEdit& edit) {
      return edit.keep_sum || edit.from.has_value();
    });
    if (asked.back().empty() || needs_row || pair || any_reads(side, true))
      run.unedited = of.model->trace({.text = run.text,
                                      .like = side == 0 ? nullptr : results.trace(0),
                                      .draft = side == 0 ? draft_of(one, *of.model) : std::vector<int>()});
    if (asked.back().empty()) run.trace = run.unedited;
  }
  for (int side = 0; side < sides; ++side) {
    Run& run = results.side(side);
    for (const SessionEdit& edit : asked[static_cast<std::size_t>(side)])
      run.edits.push_back(resolved(edit, run.unedited.get(), results.side(1 - side).unedited.get()));
    if (!run.edits.empty() && (any_reads(side, false) || of_lab))
      run.trace = of.model->trace({.text = run.text, .edits = run.edits, .like = run.unedited.get()});
    const auto translator = of.translator();
    const auto& calibration = results.card.certainty;
    if (run.trace != nullptr && translator != nullptr && certainty)
      run.certainty =
          certainty_of(*translator, *run.trace, run.edits, calibration ? &*calibration : nullptr, run.text);
  }
  if (of_lab) results.lab = lab_work_like(roles.moved(*of.lab, one), of.lab->controls, results);
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
    const auto cases = cases_for(all.front().call, results);
    const Roles roles(results);
    Results one;
    const Case* last = nullptr;  // that `one` is of
    for (; pass.sentences < cases->size(); ++pass.sentences) {
      if (go_on && !go_on()) return false;
      const Case& each_case = (*cases)[pass.sentences];
      // Of one picture several words are asked for, one after the other.
      const bool same = last != nullptr && last->text == each_case.text && last->second.empty() &&
                        each_case.second.empty() && !each_case.reference;
      if (!same) one = read_by_model(each_case, results, roles, all);
      last = &each_case;
      if (!is_usable(each_case, one)) continue;
      for (Counted& each : all) {
        if (!each.error.empty()) continue;
        try {
          add(each, each_case, one);
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
    if (asks_for_their_number(*call)) {
      if (!awaits_cases(call->name, results)) continue;
      try {
        cases_for(*call, results);
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
    if (!twice)
      pass->counts.push_back(
          {results.model, asked_in_both(results), results.side(0).text, lab_asked(*call, results), *call});
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
    return asks_for_their_number(*call) ? awaits_cases(call->name, results) : !known(results, *call);
  });
}

bool make_counts(const std::vector<ExpressionPtr>& expressions, const Results& results,
                 const std::function<bool()>& go_on) {
  std::vector<const ExpressionNode*> calls;
  for (const ExpressionPtr& expression : expressions) collect(expression->root(), calls);
  return make(calls, results, go_on);
}

namespace {

Quantity whole_number(double number) { return {number, NumberFormat::value, true}; }

// The call between the brackets of n(...) and of(...).
const ExpressionNode& call_inside(const ExpressionNode& call) {
  if (call.parts.size() != 1 || !counts(call.parts[0]))
    throw ExpressionError(call.name + "(...) takes a count: " + call.name + "(held_out(pronoun = \"il\"))");
  return call.parts[0];
}

Counted counted_call(const ExpressionNode& call, const Results& results) {
  make({&call}, results, {});
  std::optional<Counted> found = known(results, call);
  if (!found)
    throw ExpressionError(call.name +
                          "(...): the step counts more than Headlight can keep; count less in one step");
  if (!found->error.empty()) throw ExpressionError(found->error);
  return std::move(*found);
}

}  // namespace

bool compares(const ExpressionNode& node) {
  return node.kind == Kind::binary && node.name.find_first_of("<>=") != std::string::npos;
}

Quantity held_out_count(const ExpressionNode& call, const Results& results) {
  if (asks_for_their_number(call)) return whole_number(static_cast<double>(cases_for(call, results)->size()));
  return whole_number(counted_call(call, results).count);
}

ExpressionValue counted_over_cases(const ExpressionNode& call, const Results& results) {
  if (!lists(call)) return held_out_count(call, results);
  const Counted found = counted_call(call, results);
  if (found.values.empty())
    throw ExpressionError(call.name + "(...): this holds for none of them, so there is no mean");
  return Cells{.values = found.values,
               .rows = static_cast<int>(found.values.size()),
               .cols = 1,
               .path = call.name + "(...)",
               .whole = std::all_of(found.values.begin(), found.values.end(),
                                    [](double value) { return value == std::floor(value); })};
}

ExpressionValue count_of_all(const ExpressionNode& call, const Results& results) {
  const ExpressionNode& asked = call_inside(call);
  if (asks_for_their_number(asked)) return held_out_count(asked, results);
  const Counted found = counted_call(asked, results);
  return whole_number(lists(asked) ? static_cast<double>(found.values.size()) : found.all);
}

ExpressionValue count_in_words(const ExpressionNode& call, const Results& results) {
  const Counted found = counted_call(call_inside(call), results);
  return say("{n} of {all}", {{"n", count_text(found.count)}, {"all", count_text(found.all)}});
}

}  // namespace headlight
