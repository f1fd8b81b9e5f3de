#include "core/learn/grammar.h"

#include <array>
#include <numeric>

#include "core/learn/grammar_patterns.h"

namespace headlight {
namespace {

constexpr std::array kPatterns{
    Pattern{"reference", 40, write_reference}, Pattern{"same_class", 10, write_same_class},
    Pattern{"trophy", 8, write_trophy},        Pattern{"pronoun", 17, write_pronoun},
    Pattern{"student", 10, write_student},     Pattern{"agreement", 10, write_agreement},
    Pattern{"bears", 11, write_bears},         Pattern{"simple", 13, write_simple},
};

}  // namespace

std::span<const Pattern> patterns() { return kPatterns; }

Example write_sentence(GrammarRandom& random) {
  const int total = std::accumulate(kPatterns.begin(), kPatterns.end(), 0,
                                    [](int sum, const Pattern& pattern) { return sum + pattern.share; });
  int die = random.below(total);
  std::size_t chosen = 0;
  while (die >= kPatterns[chosen].share) die -= kPatterns[chosen++].share;
  return kPatterns[chosen].write(random);
}

Example finished(const Phrase& phrase, std::string_view kind, const std::string& combination) {
  Example example;
  example.source = phrase.english;
  example.target = phrase.french;
  example.alignment = phrase.alignment;
  example.kind = kind;
  example.combination = combination;
  return example;
}

std::string combined(std::initializer_list<std::string_view> words) {
  std::string combination;
  for (const std::string_view word : words) {
    if (!combination.empty()) combination += '|';
    combination += word;
  }
  return combination;
}

Phrase date(GrammarRandom& random, bool with_month) {
  Phrase phrase = Phrase().add_english("in").add_french("en");
  if (with_month) {
    const Fixed& month = random.pick(months());
    phrase.add_pair(month.english, month.french);
  }
  const std::string_view year = random.pick(years());
  return phrase.add_pair(year, year);
}

}  // namespace headlight
