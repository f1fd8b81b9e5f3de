// The cases that quotes count over: held-out sentences about "it", pairs of them, held-out translations, and
// the lesson's own.
#include <algorithm>
#include <array>
#include <mutex>

#include "app/lessons/counting.h"
#include "app/session/sentence.h"
#include "core/grammar/held_out.h"
#include "core/learn/cue_pairs.h"
#include "core/models/card.h"
#include "core/models/characters.h"
#include "core/models/model.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/scene.h"
#include "core/pictures/training_scenes.h"
#include "core/text/encode.h"
#include "core/text/languages.h"

namespace headlight {
namespace {

// How many pairs are tried, as on the model's card; in some the model does not write both pronouns.
constexpr int pairs_tried = 300;
constexpr std::size_t translations_drawn = 1000;
constexpr std::size_t texts_drawn = 200;

std::string in_a_row(const std::vector<std::string>& words) {
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
  made.text = in_a_row(example.source);
  made.words = example.source;
  made.texts = {{"right_pronoun", example.target.at(reference.pronoun)},
                {"right_translation", join_french(example.target)},
                {"means", std::string(kind_of_noun(noun))}};
  made.places = {{"it", std::to_string(reference.it)},
                 {"antecedent", std::to_string(reference.antecedent)},
                 {"other", std::to_string(reference.other)},
                 {"cue", std::to_string(reference.cue)},
                 {"pronoun", std::to_string(reference.pronoun)}};
  made.places["before"] = std::to_string(reference.it - 1);
  made.places["random"] = drawn_word(made);
  made.reference = reference;
  made.translation = example.target;
  return made;
}

Case case_of(const ExchangedCue& pair) {
  Case made = case_of(pair.example);
  made.second = in_a_row(pair.other);
  made.seconds = {
      {"right_pronoun", made.texts["right_pronoun"] == "il" ? "elle" : "il"},
      {"means", std::string(kind_of_noun(pair.example.source.at(pair.example.reference->other)))}};
  return made;
}

Case translated_case(const Example& example) {
  Case made;
  made.text = in_a_row(example.source);
  made.words = example.source;
  made.texts = {{"right_translation", join_french(example.target)}, {"kind", example.kind}};
  made.numbers = {{"words", static_cast<double>(example.source.size())}};
  made.places["random"] = drawn_word(made);
  made.translation = example.target;
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

std::vector<Case> cases_of(const auto& examples) {
  std::vector<Case> cases;
  for (const auto& example : examples) cases.push_back(case_of(example));
  return cases;
}

Cases held_out_cases(const Results& results) {
  const ModelPtr translator = results.translator();
  return keep_cases("held_out", results,
                    cases_of(known_sentences(SentenceList::pronouns, translator->source(),
                                             translator->target(), held_out_sentences)));
}

// Those that the recurrent translators and the Transformer are measured on: any kind of sentence.
Cases translation_cases(const Results& results) {
  const Model& model = *results.model;
  std::vector<Case> cases;
  for (const Example& example :
       known_sentences(SentenceList::translations, model.source(), model.target(), translations_drawn))
    cases.push_back(translated_case(example));
  return keep_cases("translations", results, std::move(cases));
}

// The English of such sentences, for a model that says what comes next: as a person writes it where it reads
// characters. Those that it can read.
std::vector<Case> text_cases(const Model& model) {
  const ModelPtr translator = shared_model(model_folder("translator"));
  const bool characters = model.is<CharacterConfig>();
  std::vector<Case> cases;
  for (const Example& example :
       known_sentences(SentenceList::texts, translator->source(), translator->target(), 2 * texts_drawn)) {
    Case made;
    made.text = characters ? written_out(example.source) : in_a_row(example.source);
    made.words = example.source;
    made.texts = {{"kind", example.kind}};
    made.numbers = {{"words", static_cast<double>(example.source.size())}};
    try {
      model.read(made.text);
    } catch (const std::invalid_argument&) {
      continue;
    }
    cases.push_back(std::move(made));
    if (cases.size() == texts_drawn) break;
  }
  return cases;
}

// Scenes that no run learned from, each with one word that names a colour, a shape or a size of one object;
// of a model that is asked for the red thing, each with that. Places of several cells are joined by "+".
class SceneCases {
 public:
  explicit SceneCases(const Model& model) : model_(model) {}

  std::vector<Case> all() {
    for (int i = 0; i < scenes_drawn; ++i) {
      const std::uint64_t seed = first_scene + static_cast<std::uint64_t>(i);
      if (model_.anatomy().answer == AnswerKind::caption)
        add_words(random_captioned_scene(seed, SceneUse::measuring));
      else
        add_answer(random_question_scene(seed, SceneUse::measuring));
    }
    return std::move(cases_);
  }

 private:
  void add_words(const Scene& scene) {
    const Caption caption = caption_of(scene);
    for (std::size_t place = 0; place < caption.size(); ++place) {
      const CaptionWord& word = caption[place];
      if (word.objects.size() != 1) continue;
      const int object = word.objects.front();
      const int another = another_of(scene, object);
      for (const char* kind : {"colour", "shape", "size"}) {
        if (word_of_object(scene, object, kind) != word.text) continue;
        Case made = case_with(scene, object, another);
        made.texts["kind"] = kind;
        made.texts["word"] = word.text;
        made.texts["another_word"] = another < 0 ? "" : word_of_object(scene, another, kind);
        made.texts["right_translation"] = to_text(caption);
        made.numbers["named"] = order_of(caption, object);
        made.places["word"] = std::to_string(place);
        made.places["alone"] = place_in(caption_of(only(scene, object)), word.text);
        cases_.push_back(std::move(made));
      }
    }
  }

  void add_answer(const Scene& scene) {
    const int red = only_red(scene);
    Case made = case_with(scene, red, another_of(scene, red));
    made.texts["kind"] = "answer";
    made.texts["word"] = made.texts["right_translation"] =
        name_of(scene.objects[static_cast<std::size_t>(red)].shape);
    made.places["word"] = made.places["alone"] = "0";
    cases_.push_back(std::move(made));
  }

  static int another_of(const Scene& scene, int object) {
    const auto count = static_cast<int>(scene.objects.size());
    return count < 2 ? -1 : (object + 1) % count;
  }
  static std::string word_of_object(const Scene& scene, int object, std::string_view kind) {
    const SceneObject& of = scene.objects[static_cast<std::size_t>(object)];
    return kind == "colour" ? name_of(of.colour) : kind == "shape" ? name_of(of.shape) : name_of(of.size);
  }

  static Scene only(Scene scene, int object) {
    scene.objects = {scene.objects[static_cast<std::size_t>(object)]};
    return scene;
  }
  static std::string place_in(const Caption& caption, const std::string& word) {
    const auto found = std::find_if(caption.begin(), caption.end(),
                                    [&](const CaptionWord& each) { return each.text == word; });
    return std::to_string(found - caption.begin());
  }
  // As how many-th the caption names it.
  static double order_of(const Caption& caption, int object) {
    std::vector<int> named;
    for (const CaptionWord& word : caption) {
      for (const int each : word.objects) {
        if (std::find(named.begin(), named.end(), each) == named.end()) named.push_back(each);
      }
    }
    return static_cast<double>(std::find(named.begin(), named.end(), object) - named.begin() + 1);
  }

  // So many of them, or all there are, that lie together around one that is drawn by the text once and for
  // all.
  static std::vector<int> drawn_together(std::vector<int> cells, std::size_t count, const std::string& text) {
    if (cells.size() <= count) return cells;
    const int middle = cells[hash_of_text(text) % cells.size()];
    const auto distance = [&](int cell) {
      const int down = cell / Picture::cells - middle / Picture::cells;
      const int right = cell % Picture::cells - middle % Picture::cells;
      return down * down + right * right;
    };
    std::stable_sort(cells.begin(), cells.end(),
                     [&](int one, int two) { return distance(one) < distance(two); });
    cells.resize(count);
    return cells;
  }

  Case case_with(const Scene& scene, int object, int another) const {
    Case made;
    made.text = to_text(scene);
    made.texts["alone"] = to_text(only(scene, object));
    made.numbers["objects"] = static_cast<double>(scene.objects.size());
    made.places["object"] = cells_of_object(scene, object);
    if (another >= 0) made.places["another"] = cells_of_object(scene, another);
    // Two cells that touch nothing, drawn by the scene.
    std::vector<int> free;
    for (int cell = 0; cell < Picture::cells * Picture::cells; ++cell) {
      bool touched = false;
      for (int i = 0; i < static_cast<int>(scene.objects.size()); ++i)
        touched = touched || box_of(scene, i).touches_cell(cell);
      if (!touched) free.push_back(cell);
    }
    std::vector<int> own;
    for (int cell = 0; cell < Picture::cells * Picture::cells; ++cell) {
      made.places["cells"] += (cell == 0 ? "" : "+") + column(cell);
      if (box_of(scene, object).touches_cell(cell)) own.push_back(cell);
    }
    made.texts["covered"] = to_text(CoveredText{made.text, own});
    made.texts["free_covered"] = to_text(CoveredText{made.text, drawn_together(free, own.size(), made.text)});
    if (free.size() > 1) {
      const std::size_t lot = hash_of_text(made.text) % free.size();
      made.places["free"] = column(free[lot]);
      made.places["free_too"] = column(free[(lot + free.size() / 2) % free.size()]);
    }
    return made;
  }
  std::string column(int cell) const {
    return std::to_string(cell + (model_.anatomy().picture->class_token ? 1 : 0));
  }
  std::string cells_of_object(const Scene& scene, int object) const {
    std::string all;
    for (int cell = 0; cell < Picture::cells * Picture::cells; ++cell) {
      if (box_of(scene, object).touches_cell(cell)) all += (all.empty() ? "" : "+") + column(cell);
    }
    return all;
  }

  static constexpr int scenes_drawn = 300;
  static constexpr std::uint64_t first_scene = 1'000'000'007;  // as the models' cards are measured

  const Model& model_;
  std::vector<Case> cases_;
};

// Those of the lesson: any model that reads them.
Cases own_cases(const ExpressionNode& call, const Results& results) {
  if (call.sentences == nullptr) {
    throw ExpressionError(
        "sentences(...) counts over the lesson's own sentences: write them before it, one per line, in a "
        "```sentences block");
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
  constexpr std::array names{"held_out", "sentences", "pairs", "translations", "texts", "scenes"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

Cases cases_for(const ExpressionNode& call, const Results& results) {
  if (call.name == "sentences") return own_cases(call, results);
  if (call.name == "scenes") {
    if (results.model == nullptr || !results.model->anatomy().picture ||
        results.model->anatomy().picture->pixels)
      throw ExpressionError(
          "scenes(...) needs a shipped model that reads pictures, such as caption-attention");
    const std::lock_guard lock(cases_kept().mutex);
    Cases cases = known_cases(call.name, results);
    return cases != nullptr ? cases : keep_cases(call.name, results, SceneCases(*results.model).all());
  }
  if (call.name == "texts") {
    if (results.model == nullptr || results.model->anatomy().answer != AnswerKind::next_token)
      throw ExpressionError("texts(...) needs a model that says what comes next, such as causal");
    const std::lock_guard lock(cases_kept().mutex);
    Cases cases = known_cases(call.name, results);
    return cases != nullptr ? cases : keep_cases(call.name, results, text_cases(*results.model));
  }
  const bool any_translator = call.name == "translations" && results.model != nullptr &&
                              results.model->anatomy().answer == AnswerKind::translation;
  if (results.translator() == nullptr && !any_translator)
    throw ExpressionError("counting needs a translator, but none is loaded");
  const std::lock_guard lock(cases_kept().mutex);
  Cases cases = known_cases(call.name, results);
  if (cases == nullptr && call.name == "pairs") {
    const Model& model = *results.model;
    cases =
        keep_cases("pairs", results, cases_of(exchanged_cues(model.source(), model.target(), pairs_tried)));
  } else if (cases == nullptr && call.name == "translations") {
    cases = translation_cases(results);
  } else if (cases == nullptr) {
    cases = held_out_cases(results);
  }
  if (call.name != "pairs" && std::ssize(*cases) < fewest_held_out_sentences) {
    throw ExpressionError(call.name + "(...) needs " + std::to_string(fewest_held_out_sentences) +
                          " sentences, but this model knows the words of only " +
                          std::to_string(cases->size()) + "; use the translator");
  }
  return cases;
}

bool awaits_cases(const std::string& name, const Results& results) {
  if (name == "sentences" || name == "scenes" || name == "texts" || results.model == nullptr ||
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
