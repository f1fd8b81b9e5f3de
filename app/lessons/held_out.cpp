#include "app/lessons/held_out.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <optional>

#include "app/lessons/quote_node.h"
#include "core/grammar/find_antecedent.h"
#include "core/grammar/same_kind.h"
#include "core/learn/pronoun_sentences.h"
#include "core/models/translator.h"
#include "core/text/french.h"
#include "core/text/nearest.h"

namespace headlight {
namespace {

using Kind = QuoteNode::Kind;

constexpr const char* name_of_call = "held_out";

bool is_count(const QuoteNode& node) {
  return node.kind == Kind::call && node.name == name_of_call && !node.parts.empty();
}

// The calls in `node` that count.
void collect(const QuoteNode& node, std::vector<const QuoteNode*>& calls) {
  if (is_count(node)) {
    calls.push_back(&node);
    return;
  }
  for (const QuoteNode& part : node.parts) collect(part, calls);
}

// What was counted: a number, or why there is none.
struct Counted {
  std::weak_ptr<const Model> model;
  std::vector<Edit> edits;
  std::string sentence;  // in which the edits have their places
  QuoteNode call;
  int count = 0;
  std::string error = {};

  bool is(const Document& document, const QuoteNode& asked) const {
    return model.lock() == document.model && edits == document.sides[0].edits &&
           (edits.empty() || sentence == document.sides[0].text) && call == asked;
  }
};

struct Sentences {
  std::weak_ptr<const Model> model;
  std::shared_ptr<const std::vector<Example>> examples;
};

constexpr std::size_t most_kept = 200;

struct CountsKept {
  std::mutex mutex;
  std::deque<Counted> counts;
  Sentences sentences;
};
CountsKept& counts_kept() {
  static CountsKept all;
  return all;
}

std::optional<Counted> known(const Document& document, const QuoteNode& call) {
  const std::lock_guard lock(counts_kept().mutex);
  const auto found = std::find_if(counts_kept().counts.begin(), counts_kept().counts.end(),
                                  [&](const Counted& each) { return each.is(document, call); });
  return found == counts_kept().counts.end() ? std::nullopt : std::optional(*found);
}

std::shared_ptr<const std::vector<Example>> sentences_for(const Document& document) {
  const auto translator = document.translator();
  if (translator == nullptr) throw QuoteError("counting needs a translator, and none is loaded");
  const std::lock_guard lock(counts_kept().mutex);
  Sentences& last = counts_kept().sentences;
  if (last.examples == nullptr || last.model.lock() != document.model) {
    last.model = document.model;
    last.examples = std::make_shared<const std::vector<Example>>(
        pronoun_sentences(translator->source(), translator->target(), held_out_sentences));
  }
  if (std::ssize(*last.examples) < held_out_sentences) {
    throw QuoteError("held_out(...) has " + std::to_string(held_out_sentences) +
                     " sentences, and this model knows the words of " +
                     std::to_string(last.examples->size()) + "; use the translator");
  }
  return last.examples;
}

// The step's sentence: which of its words the others have as well.
class Roles {
 public:
  explicit Roles(const Document& document) : trace_(document.sides[0].unedited.get()) {
    if (trace_ != nullptr) meant_ = find_antecedent(trace_->words().source);
  }

  std::vector<Edit> moved(std::vector<Edit> edits, const Reference& to) const {
    for (Edit& edit : edits) move(edit, to);
    return edits;
  }

 private:
  void move(Edit& edit, const Reference& to) const {
    const int node = trace_ == nullptr ? -1 : trace_->find(edit.path);
    if (node < 0) return;
    const Label& label = trace_->label(node);
    const bool rows = info(label.rows).kind == AxisKind::tokens;
    const bool columns = info(label.cols).kind == AxisKind::tokens;
    if (rows && edit.row) edit.row = moved(edit, label.rows, *edit.row, to);
    if (columns && edit.col) edit.col = moved(edit, label.cols, *edit.col, to);
    if (columns && edit.kind == Edit::Kind::swap) edit.other = moved(edit, label.cols, edit.other, to);
    if (columns && edit.values.size() > 1)
      throw QuoteError("held_out(...): the edit of " + edit.path +
                       " has a number for each word; give a single one");
  }

  int moved(const Edit& edit, Axis axis, int place, const Reference& to) const {
    const std::vector<std::string>& words = trace_->words().source;
    if (meant_ && info(axis).stream == Stream::source && place < std::ssize(words)) {
      if (place == meant_->it) return to.it;
      if (place == meant_->noun) return to.antecedent;
      if (place < meant_->it && grammar::is_noun(words[static_cast<std::size_t>(place)])) return to.other;
    }
    throw QuoteError(
        "held_out(...): the edit of " + edit.path + " is of place " + std::to_string(place) +
        ", which other sentences do not have; edit \"it\", the noun it means, the other noun, or "
        "all places");
  }

  const Trace* trace_;
  std::optional<Antecedent> meant_;
};

// `node` with the names that only a held-out sentence has put in.
QuoteNode bound(QuoteNode node, const Example& example) {
  if (node.kind == Kind::call && node.name == name_of_call)
    throw QuoteError("held_out(...) cannot be inside another one");
  for (QuoteNode& part : node.parts) part = bound(std::move(part), example);
  if (node.kind != Kind::values) return node;
  const Reference& reference = *example.reference;
  const auto text = [](std::string words) { return QuoteNode{.kind = Kind::text, .name = std::move(words)}; };
  if (node.name == "right_pronoun")
    return text(example.target.at(static_cast<std::size_t>(reference.pronoun)));
  if (node.name == "right_translation") return text(join_french(example.target));
  if (node.name == "means")
    return text(std::string(kind_of_noun(example.source.at(static_cast<std::size_t>(reference.antecedent)))));
  for (std::string* index : {&node.row, &node.col}) {
    if (*index == "it") *index = std::to_string(reference.it);
    if (*index == "antecedent") *index = std::to_string(reference.antecedent);
    if (*index == "other") *index = std::to_string(reference.other);
    if (*index == "cue") *index = std::to_string(reference.cue);
  }
  return node;
}

bool holds(const QuoteNode& call, const Example& example, const Document& document) {
  return std::all_of(call.parts.begin(), call.parts.end(), [&](const QuoteNode& part) {
    const QuoteValue value = evaluate(bound(part, example), document);
    if (const bool* truth = std::get_if<bool>(&value)) return *truth;
    throw QuoteError("held_out(...) counts comparisons: held_out(pronoun = right_pronoun)");
  });
}

bool reads(const QuoteNode& node, bool before) {
  if (node.kind == Kind::values && node.before == before) return true;
  return std::any_of(node.parts.begin(), node.parts.end(),
                     [before](const QuoteNode& part) { return reads(part, before); });
}

// The sentence translated, as far as any of `counts` reads it.
Document translated(const Example& example, const Document& of, const Roles& roles,
                    const std::vector<Counted>& counts) {
  const auto any_reads = [&](bool before) {
    return std::any_of(counts.begin(), counts.end(),
                       [&](const Counted& each) { return reads(each.call, before); });
  };
  Document document;
  document.model_name = of.model_name;
  document.model = of.model;
  document.card = of.card;
  document.sides[0].edits = roles.moved(of.sides[0].edits, *example.reference);
  Side& side = document.sides[0];
  const Translator& model = *of.model->translator();  // sentences_for() saw that it is one
  const std::vector<int> words = encode(model.source(), example.source);
  if (of.sides[0].edits.empty() || any_reads(true)) side.unedited = model.translate(words);
  if (of.sides[0].edits.empty()) {
    side.trace = side.unedited;
  } else if (any_reads(false)) {
    side.trace = model.translate(words, document.sides[0].edits, side.unedited.get());
  }
  const auto& calibration = document.card.certainty;
  if (side.trace != nullptr)
    side.certainty = certainty_of(model, *side.trace, side.edits, calibration ? &*calibration : nullptr);
  return document;
}

// False when it gave up.
bool count(std::vector<Counted>& counts, const Document& document, const std::function<bool()>& go_on) {
  const auto fail = [&](const std::string& why) {
    for (Counted& each : counts) each.error = why;
    return true;
  };
  try {
    const auto sentences = sentences_for(document);
    const Roles roles(document);
    for (const Example& example : *sentences) {
      if (go_on && !go_on()) return false;
      const Document one = translated(example, document, roles, counts);
      for (Counted& each : counts) {
        if (!each.error.empty()) continue;
        try {
          each.count += holds(each.call, example, one) ? 1 : 0;
        } catch (const QuoteError& error) {
          each.error = error.what();
        }
      }
      if (std::all_of(counts.begin(), counts.end(), [](const Counted& each) { return !each.error.empty(); }))
        break;
    }
  } catch (const std::exception& error) {
    return fail(error.what());
  }
  return true;
}

bool make(const std::vector<const QuoteNode*>& calls, const Document& document,
          const std::function<bool()>& go_on) {
  std::vector<Counted> counts;
  for (const QuoteNode* call : calls) {
    const bool twice =
        std::any_of(counts.begin(), counts.end(), [&](const Counted& each) { return each.call == *call; });
    if (!twice && !known(document, *call))
      counts.push_back({document.model, document.sides[0].edits, document.sides[0].text, *call});
  }
  if (counts.empty()) return true;
  if (!count(counts, document, go_on)) return false;
  const std::lock_guard lock(counts_kept().mutex);
  for (Counted& each : counts) counts_kept().counts.push_back(std::move(each));
  while (counts_kept().counts.size() > most_kept) counts_kept().counts.pop_front();
  return true;
}

}  // namespace

bool awaits_counts(const Quote& quote, const Document& document) {
  std::vector<const QuoteNode*> calls;
  collect(quote.root(), calls);
  return std::any_of(calls.begin(), calls.end(),
                     [&](const QuoteNode* call) { return !known(document, *call); });
}

bool make_counts(const std::vector<QuotePtr>& quotes, const Document& document,
                 const std::function<bool()>& go_on) {
  std::vector<const QuoteNode*> calls;
  for (const QuotePtr& quote : quotes) collect(quote->root(), calls);
  return make(calls, document, go_on);
}

Quantity held_out_count(const QuoteNode& call, const Document& document) {
  if (call.parts.empty())
    return {static_cast<double>(sentences_for(document)->size()), NumberFormat::value, true};
  make({&call}, document, {});
  const std::optional<Counted> counted = known(document, call);
  if (!counted)
    throw QuoteError("held_out(...): the step counts more than can be kept; count less in one step");
  if (!counted->error.empty()) throw QuoteError(counted->error);
  return {static_cast<double>(counted->count), NumberFormat::value, true};
}

}  // namespace headlight
