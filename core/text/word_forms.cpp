#include "core/text/word_forms.h"

#include <array>
#include <utility>

namespace headlight {
namespace {

bool is_vowel(char letter) { return std::string_view("aeiou").find(letter) != std::string_view::npos; }

bool hisses(const std::string& base) {
  for (const char* end : {"s", "x", "z", "ch", "sh"}) {
    if (base.ends_with(end)) return true;
  }
  return false;
}

bool turns_y(const std::string& base) {
  return base.size() > 2 && base.back() == 'y' && !is_vowel(base[base.size() - 2]);
}

// stop, big: one syllable that ends in consonant, vowel, consonant.
bool doubles(const std::string& base) {
  const std::size_t n = base.size();
  if (n < 3 || is_vowel(base[n - 1]) || !is_vowel(base[n - 2]) || is_vowel(base[n - 3])) return false;
  if (std::string_view("wxyh").find(base[n - 1]) != std::string_view::npos) return false;
  int vowels = 0;
  for (std::size_t at = 0; at < n; ++at) vowels += is_vowel(base[at]) ? 1 : 0;
  return vowels == 1;
}

// With what begins in "e" or "i" behind it.
std::vector<std::string> with_ending(const std::string& base, const std::string& ending) {
  if (base.back() == 'e' && (ending[0] == 'e' || (!base.ends_with("ee") && !base.ends_with("ye"))))
    return {base.substr(0, base.size() - 1) + ending};
  if (turns_y(base) && ending[0] == 'e') return {base.substr(0, base.size() - 1) + "i" + ending};
  const std::string twice = base + base.back() + ending;
  if (doubles(base)) return {twice, base + ending};
  const bool may_double = base.size() > 2 && !is_vowel(base.back()) && is_vowel(base[base.size() - 2]);
  return may_double ? std::vector{base + ending, twice} : std::vector{base + ending};
}

std::vector<std::string> with_s(const std::string& base) {
  if (turns_y(base)) return {base.substr(0, base.size() - 1) + "ies"};
  if (hisses(base)) return {base + "es"};
  if (base.back() == 'o') return {base + "es", base + "s"};
  return {base + "s"};
}

}  // namespace

std::vector<std::string> regular_forms(const std::string& base, WordForm form) {
  if (base.empty()) return {};
  switch (form) {
    case WordForm::base:
      return {base};
    case WordForm::s:
      return with_s(base);
    case WordForm::past:
    case WordForm::participle:
      return with_ending(base, "ed");
    case WordForm::ing:
      if (base.size() < 5 && base.ends_with("ie")) return {base.substr(0, base.size() - 2) + "ying"};
      return with_ending(base, "ing");
    case WordForm::more:
      return with_ending(base, "er");
    case WordForm::most:
      return with_ending(base, "est");
  }
  return {};
}

std::vector<FormOf> possible_bases(std::string_view word) {
  constexpr std::array kEndings{
      std::pair{std::string_view("s"), WordForm::s},      std::pair{std::string_view("ed"), WordForm::past},
      std::pair{std::string_view("ing"), WordForm::ing},  std::pair{std::string_view("er"), WordForm::more},
      std::pair{std::string_view("est"), WordForm::most},
  };
  std::vector<FormOf> bases;
  for (const auto& [ending, form] : kEndings) {
    if (word.size() < ending.size() + 2 || !word.ends_with(ending)) continue;
    const std::string stem(word.substr(0, word.size() - ending.size()));
    bases.push_back({stem, form});
    if (form == WordForm::s) {
      if (stem.ends_with("e")) bases.push_back({stem.substr(0, stem.size() - 1), form});
      if (stem.ends_with("ie")) bases.push_back({stem.substr(0, stem.size() - 2) + "y", form});
      continue;
    }
    bases.push_back({stem + "e", form});
    if (stem.ends_with("i")) bases.push_back({stem.substr(0, stem.size() - 1) + "y", form});
    if (stem.ends_with("y")) bases.push_back({stem.substr(0, stem.size() - 1) + "ie", form});
    // stopped -> stop, travelled -> travel
    if (stem.size() > 2 && stem.back() == stem[stem.size() - 2])
      bases.push_back({stem.substr(0, stem.size() - 1), form});
  }
  return bases;
}

}  // namespace headlight
