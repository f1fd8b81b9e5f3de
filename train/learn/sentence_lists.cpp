#include "train/learn/sentence_lists.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "core/grammar/held_out.h"
#include "core/learn/translator_training.h"
#include "core/models/folder.h"
#include "core/platform/paths.h"
#include "core/text/cut_words.h"
#include "train/grammar/kinds.h"
#include "train/learn/corpus.h"

namespace headlight {
namespace {

// Of a stream of the grammar, by their places in it.
using Drawn = std::map<std::int64_t, Example>;

WordsFile words_of_shipped(const char* model) {
  return read_words(assets_folder() / "models" / model / "words.json");
}

// What is drawn of a stream for one model: the first so many held-out sentences of which it has all words.
struct Drawing {
  std::uint64_t seed = 0;
  std::int64_t count = 0, most_tries = 0;
  bool about_it = false;  // two nouns of different gender that "it" could mean
};

// What of one stream a model takes.
struct Taker {
  const WordsFile* words = nullptr;
  bool spells = spells_words(words->target);
  std::set<std::vector<std::string>> seen = {};
  std::int64_t taken = 0;

  bool takes(const Example& example) {
    Example cut = example;
    if (spells) cut_french(cut, words->target);
    if (!has_words_of(words->source, words->target, cut) || !seen.insert(example.source).second) return false;
    ++taken;
    return true;
  }
};

// As sample_held_out() and pronoun_sentences() draw for each of the models, without what its vocabulary cuts.
Drawn drawn_for(std::initializer_list<const WordsFile*> models, const Drawing& drawing) {
  std::vector<Taker> takers;
  for (const WordsFile* const words : models) {
    Taker& taker = takers.emplace_back(Taker{words});
    if (drawing.about_it) continue;
    for (const Example& shown : showcase()) taker.seen.insert(shown.source);
  }
  const auto is_full = [&](const Taker& taker) { return taker.taken == drawing.count; };
  GrammarRandom random(drawing.seed);
  Drawn drawn;
  for (std::int64_t at = 0; at < drawing.most_tries; ++at) {
    if (std::all_of(takers.begin(), takers.end(), is_full)) break;
    const Example example = grammar::write_sentence(random);
    const bool differs = example.reference && example.reference->genders_differ;
    if (!is_held_out(example.combination) || (drawing.about_it && !differs)) continue;
    bool taken = false;
    for (Taker& taker : takers) taken = (!is_full(taker) && taker.takes(example)) || taken;
    if (taken) drawn.emplace(at, example);
  }
  return drawn;
}

// Each sense of "bears" so many times in words of this vocabulary, or of any.
void draw_bears(const Vocabulary* english, Drawn& drawn) {
  constexpr int of_each_sense = 40;
  constexpr std::int64_t most_tries = 40000;
  GrammarRandom random(1);
  std::array<int, 3> senses{};
  std::set<std::vector<std::string>> seen;
  for (std::int64_t at = 0; at < most_tries; ++at) {
    const Example example = grammar::write_bears(random);
    if (!example.sensed || !is_held_out(example.combination)) continue;
    int& of_sense = senses.at(static_cast<std::size_t>(example.sensed->sense));
    const bool known = english == nullptr ||
                       std::all_of(example.source.begin(), example.source.end(),
                                   [&](const std::string& word) { return english->id(word).has_value(); });
    if (of_sense == of_each_sense || !known || !seen.insert(example.source).second) continue;
    ++of_sense;
    drawn.emplace(at, example);
  }
}

class Lines {
 public:
  void add(const std::string& list, const Example& example) {
    text_ += list + "\t" + line_of(example) + "\n";
  }
  void add(SentenceList list, const Example& example) {
    add(sentence_lists[static_cast<std::size_t>(list)], example);
  }
  void add(SentenceList list, const Drawn& drawn) {
    for (const auto& [at, example] : drawn) add(list, example);
  }
  std::string text() const { return text_; }

 private:
  std::string text_;
};

// Eight for each pair that is looked for (exchanged_cues).
constexpr Drawing pronouns_drawn{pronoun_stream, 2400, 720'000, true};
constexpr Drawing translations_drawn{~std::uint64_t{53}, 1000, 1'000'000, false};
constexpr Drawing texts_drawn{~std::uint64_t{54}, 400, 400'000, false};
constexpr std::uint64_t taught_seed = 5, looks_seed = 20220308;
constexpr int taught_tries = 2400, looks_drawn = 24, any_drawn = 400;

}  // namespace

std::string text_of_sentence_lists() {
  const WordsFile translator = words_of_shipped("translator");
  const WordsFile small = words_of_shipped("small-translator/step_02000");
  const WordsFile recurrent = words_of_shipped("seq2seq");
  Lines lines;

  lines.add(SentenceList::pronouns, drawn_for({&translator, &recurrent, &small}, pronouns_drawn));
  lines.add(SentenceList::translations, drawn_for({&translator, &recurrent, &small}, translations_drawn));
  lines.add(SentenceList::texts, drawn_for({&translator}, texts_drawn));

  GrammarRandom taught(taught_seed);
  for (int i = 0; i < taught_tries; ++i) {
    const Example example = grammar::write_sentence(taught);
    if (is_held_out(example.combination)) lines.add(SentenceList::taught, example);
  }
  Drawn bears;
  for (const WordsFile* const words : {&translator, &recurrent, &small}) draw_bears(&words->source, bears);
  draw_bears(nullptr, bears);
  lines.add(SentenceList::bears, bears);
  GrammarRandom looks(looks_seed);
  for (int i = 0; i < looks_drawn; ++i) lines.add(SentenceList::looked_at, grammar::write_reference(looks));
  GrammarRandom any(1);
  for (int i = 0; i < any_drawn; ++i) lines.add(SentenceList::any, grammar::write_sentence(any));
  return lines.text();
}

std::string text_of_small_translator() {
  const Corpus corpus = make_corpus(small_translator_recipe().corpus);
  const auto has_all = [&](const Vocabulary& vocabulary, std::vector<std::string> Example::*side,
                           int special) {
    return std::ssize(tokens_of({&corpus.train, &corpus.held_out}, side)) + special == vocabulary.size();
  };
  // It is from the sentences that its vocabularies are made again.
  if (!has_all(corpus.source, &Example::source, 0) || !has_all(corpus.target, &Example::target, 2))
    throw std::logic_error("a word of the small translator is in none of its sentences");
  Lines lines;
  for (Example example : corpus.train) {
    // Its words are all that is learned from.
    example.combination.clear();
    example.reference.reset();
    example.sensed.reset();
    lines.add("train", example);
  }
  for (const Example& example : corpus.held_out) lines.add("held_out", example);
  return lines.text();
}

}  // namespace headlight
