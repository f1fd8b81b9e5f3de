// The cases that quotes count over: held-out sentences about "it", pairs of them, held-out translations, and
// the lesson's own.
#include <algorithm>
#include <array>
#include <mutex>
#include <span>

#include "app/lessons/counting.h"
#include "app/session/sentence.h"
#include "core/learn/causal_measures.h"
#include "core/learn/corpus.h"
#include "core/models/model.h"
#include "core/text/encode.h"
#include "core/text/languages.h"

namespace headlight {
namespace {

// How many pairs are tried, as on the model's card; in some the model does not write both pronouns.
constexpr int pairs_tried = 300;
constexpr int translations_drawn = 1000;
constexpr std::uint64_t translations_seed = 53;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// Another word of the sentence than those that have a part in it: the same one always.
std::string drawn_word(const Case& one) {
  std::vector<std::string> others;
  for (std::size_t place = 0; place < one.words.size(); ++place) {
    const std::string name = std::to_string(place);
    if (std::none_of(one.places.begin(), one.places.end(),
                     [&](const auto& each) { return each.first != "pronoun" && each.second == name; }))
      others.push_back(name);
  }
  return others.empty() ? "0" : others[hash_of_text(one.text) % others.size()];
}

Case case_of(const Example& example) {
  const Reference& reference = *example.reference;
  const std::string& noun = example.source.at(reference.antecedent);
  Case made;
  made.text = joined(example.source);
  made.words = example.source;
  made.texts = {{"right_pronoun", example.target.at(reference.pronoun)},
                {"right_translation", join_french(example.target)},
                {"means", std::string(kind_of_noun(noun))}};
  made.places = {{"it", std::to_string(reference.it)},
                 {"antecedent", std::to_string(reference.antecedent)},
                 {"other", std::to_string(reference.other)},
                 {"cue", std::to_string(reference.cue)},
                 {"pronoun", std::to_string(reference.pronoun)}};
  made.places["random"] = drawn_word(made);
  made.reference = reference;
  return made;
}

Case case_of(const ExchangedCue& pair) {
  Case made = case_of(pair.example);
  made.second = joined(pair.other);
  made.seconds = {
      {"right_pronoun", made.texts["right_pronoun"] == "il" ? "elle" : "il"},
      {"means", std::string(kind_of_noun(pair.example.source.at(pair.example.reference->other)))}};
  return made;
}

Case translated_case(const Example& example) {
  Case made;
  made.text = joined(example.source);
  made.words = example.source;
  made.texts = {{"right_translation", join_french(example.target)}, {"kind", example.kind}};
  made.numbers = {{"words", static_cast<double>(example.source.size())}};
  made.places["random"] = drawn_word(made);
  return made;
}

// What is drawn for a model is kept for the process: drawing takes longer than looking it up.
struct CasesKept {
  std::mutex mutex;
  struct OfName {
    std::weak_ptr<const Model> model;
    Cases cases;
  };
  std::map<std::string, OfName> kept;
  std::weak_ptr<const Model> drawing_for;
  std::optional<PronounSentences> drawing;  // as long as there are no held-out sentences
};
CasesKept& cases_kept() {
  static CasesKept all;
  return all;
}

Cases known_cases(const std::string& name, const Results& results) {
  const auto found = cases_kept().kept.find(name);
  return found == cases_kept().kept.end() || found->second.model.lock() != results.model
             ? nullptr
             : found->second.cases;
}
Cases keep_cases(const std::string& name, const Results& results, std::vector<Case> cases) {
  return (cases_kept().kept[name] = {results.model,
                                     std::make_shared<const std::vector<Case>>(std::move(cases))})
      .cases;
}

template <typename Examples>
std::vector<Case> cases_of(const Examples& examples) {
  std::vector<Case> cases;
  for (const auto& example : examples) cases.push_back(case_of(example));
  return cases;
}

// Null when `go_on` said no.
Cases held_out_cases(const Results& results, const std::function<bool()>& go_on) {
  CasesKept& kept = cases_kept();
  const ModelPtr translator = results.translator();
  if (kept.drawing_for.lock() != results.model) {
    kept.drawing.reset();
    kept.drawing_for = results.model;
  }
  if (!kept.drawing) kept.drawing.emplace(translator->source(), translator->target(), held_out_sentences);
  if (!kept.drawing->draw(go_on)) return nullptr;
  Cases cases = keep_cases("held_out", results, cases_of(kept.drawing->drawn()));
  kept.drawing.reset();
  return cases;
}

// Those that the recurrent translators and the Transformer are measured on: any kind of sentence.
Cases translation_cases(const Results& results) {
  const Model& model = *results.model;
  std::vector<Case> cases;
  for (const Example& example :
       sample_held_out(model.source(), model.target(), translations_drawn, translations_seed))
    cases.push_back(translated_case(example));
  return keep_cases("translations", results, std::move(cases));
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
    made.places["random"] = drawn_word(made);
    cases.push_back(std::move(made));
  }
  return std::make_shared<const std::vector<Case>>(std::move(cases));
}

}  // namespace

bool counts_over_cases(const std::string& name) {
  constexpr std::array names{"held_out", "sentences", "pairs", "translations"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

Cases cases_for(const ExpressionNode& call, const Results& results, const std::function<bool()>& go_on) {
  if (call.name == "sentences") return own_cases(call, results);
  const bool any_translator = call.name == "translations" && results.model != nullptr &&
                              results.model->anatomy().answer == AnswerKind::translation;
  if (results.translator() == nullptr && !any_translator)
    throw ExpressionError("counting needs a translator, and none is loaded");
  const std::lock_guard lock(cases_kept().mutex);
  Cases cases = known_cases(call.name, results);
  if (cases == nullptr && call.name == "pairs") {
    const Model& model = *results.model;
    cases =
        keep_cases("pairs", results, cases_of(exchanged_cues(model.source(), model.target(), pairs_tried)));
  } else if (cases == nullptr && call.name == "translations") {
    cases = translation_cases(results);
  } else if (cases == nullptr) {
    cases = held_out_cases(results, go_on);
  }
  if (cases != nullptr && call.name == "held_out" && std::ssize(*cases) < fewest_held_out_sentences) {
    throw ExpressionError("held_out(...) needs " + std::to_string(fewest_held_out_sentences) +
                          " sentences, and this model knows the words of " + std::to_string(cases->size()) +
                          "; use the translator");
  }
  return cases;
}

bool awaits_cases(const std::string& name, const Results& results) {
  if (name == "sentences" || results.model == nullptr ||
      results.model->anatomy().answer != AnswerKind::translation)
    return false;
  const std::lock_guard lock(cases_kept().mutex);
  return known_cases(name, results) == nullptr;
}

bool is_usable(const Case& one, const Results& read) {
  if (one.second.empty()) return true;
  const auto right = [&](int side, const std::map<std::string, std::string>& texts) {
    const TracePtr& trace = read.side(side).unedited;
    return trace != nullptr && first_pronoun(trace->words().target) == texts.at("right_pronoun");
  };
  return right(0, one.texts) && right(1, one.seconds);
}

}  // namespace headlight
