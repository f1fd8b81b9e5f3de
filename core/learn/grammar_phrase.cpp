#include "core/learn/grammar_phrase.h"

#include <algorithm>
#include <array>

namespace headlight {
namespace {

using namespace std::string_view_literals;

// The words of the lexicon whose h is aspirated; every other h is mute.
constexpr std::array kAspirated{"hibou"sv,  "hiboux"sv, "héros"sv, "hérisson"sv, "hamster"sv, "hameau"sv,
                                "hangar"sv, "harpe"sv,  "honte"sv, "haut"sv,     "haute"sv};

constexpr std::array kVowels{"a"sv, "e"sv, "i"sv, "o"sv, "u"sv, "à"sv, "â"sv,
                             "é"sv, "è"sv, "ê"sv, "î"sv, "ô"sv, "û"sv, "œ"sv};

template <typename Add>
void for_each_word(std::string_view words, Add add) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (end > 0) add(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

std::string_view before_noun(const Adjective& adjective, const Noun& noun) {
  const bool liaison = noun.gender == Gender::masculine && elides(noun.french);
  if (liaison && !adjective.masculine_before_vowel.empty()) return adjective.masculine_before_vowel;
  return adjective.form(noun.gender);
}

}  // namespace

Phrase& Phrase::add_english(std::string_view words) {
  for_each_word(words, [&](std::string_view word) { english.emplace_back(word); });
  return *this;
}

Phrase& Phrase::add_french(std::string_view words) {
  for_each_word(words, [&](std::string_view word) {
    french.emplace_back(word);
    alignment.push_back(-1);
  });
  return *this;
}

Phrase& Phrase::add_french_content(std::string_view word, int translates) {
  french.emplace_back(word);
  alignment.push_back(translates);
  return *this;
}

Phrase& Phrase::add_pair(std::string_view english_word, std::string_view french_word) {
  add_english(english_word);
  return add_french_content(french_word, last_english());
}

Phrase& Phrase::add(const Phrase& next) {
  const int offset = static_cast<int>(english.size());
  english.insert(english.end(), next.english.begin(), next.english.end());
  french.insert(french.end(), next.french.begin(), next.french.end());
  for (const int place : next.alignment) alignment.push_back(place < 0 ? place : place + offset);
  return *this;
}

bool elides(std::string_view french) {
  if (french.starts_with('h'))
    return std::find(kAspirated.begin(), kAspirated.end(), french) == kAspirated.end();
  return std::any_of(kVowels.begin(), kVowels.end(),
                     [&](std::string_view vowel) { return french.starts_with(vowel); });
}

std::string_view article(Gender gender, std::string_view next) {
  if (elides(next)) return "l'";
  return gender == Gender::masculine ? "le" : "la";
}

std::string_view negation(std::string_view next) { return elides(next) ? "n'" : "ne"; }

std::string_view partitive(const Noun& noun) {
  if (elides(noun.french)) return "de l'";
  return noun.gender == Gender::masculine ? "du" : "de la";
}

std::string plural(std::string_view french) {
  std::string form(french);
  if (!form.ends_with('s') && !form.ends_with('x')) form += 's';
  return form;
}

Phrase the(const Noun& noun) {
  return Phrase()
      .add_english("the")
      .add_french(article(noun.gender, noun.french))
      .add_pair(noun.english, noun.french);
}

Phrase noun_phrase(GrammarRandom& random, const Noun& noun, std::span<const Adjective> before,
                   std::span<const Adjective> after, int percent) {
  if (!random.chance(percent) || before.size() + after.size() == 0) return the(noun);
  const bool precedes = after.empty() || (!before.empty() && random.chance(50));
  const Adjective& adjective = precedes ? random.pick(before) : random.pick(after);
  Phrase phrase;
  phrase.add_english("the").add_english(adjective.english).add_english(noun.english);
  if (precedes) {
    const std::string_view form = before_noun(adjective, noun);
    phrase.add_french(article(noun.gender, form)).add_french_content(form, 1);
    phrase.add_french_content(noun.french, 2);
  } else {
    phrase.add_french(article(noun.gender, noun.french)).add_french_content(noun.french, 2);
    phrase.add_french_content(adjective.form(noun.gender), 1);
  }
  return phrase;
}

}  // namespace headlight
