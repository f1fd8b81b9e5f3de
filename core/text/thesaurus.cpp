#include "core/text/thesaurus.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "core/platform/paths.h"

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

namespace {

std::optional<WordForm> form_named(std::string_view name) {
  if (name == "past") return WordForm::past;
  if (name == "participle") return WordForm::participle;
  if (name == "plural") return WordForm::s;
  if (name == "more") return WordForm::more;
  if (name == "most") return WordForm::most;
  return std::nullopt;
}

// Which forms a part of speech has.
bool has_form(char part, WordForm form) {
  switch (form) {
    case WordForm::base:
      return true;
    case WordForm::s:
      return part == 'n' || part == 'v';
    case WordForm::past:
    case WordForm::participle:
    case WordForm::ing:
      return part == 'v';
    case WordForm::more:
    case WordForm::most:
      return part == 'a';
  }
  return false;
}

std::string key_of(std::string_view base, char part, WordForm form) {
  return std::string(base) + '\t' + part + static_cast<char>('0' + static_cast<int>(form));
}

}  // namespace

const Meanings& Meanings::shipped() {
  // Without the file words are offered by their spelling alone.
  static const Meanings meanings([] {
    std::ifstream file(assets_folder() / "words" / "meanings.tsv", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }());
  return meanings;
}

Meanings::Meanings(std::string text) : text_(std::move(text)) {
  const std::string_view all = text_;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    read(all.substr(at, end - at));
    at = end + 1;
  }
}

void Meanings::read(std::string_view line) {
  const std::size_t first = line.find('\t');
  if (first == line.npos || first == 0 || line[0] == '#') return;
  const std::size_t second = line.find('\t', first + 1);
  if (second == line.npos || second == first + 1) return;
  const std::string_view word = line.substr(0, first);
  const std::string_view part = line.substr(first + 1, second - first - 1);
  Line read{part[0], WordForm::base, line.substr(second + 1)};
  if (part.size() > 1) {
    const std::optional<WordForm> form = part[1] == '.' ? form_named(part.substr(2)) : std::nullopt;
    if (!form) return;
    read.form = *form;
    irregular_.emplace(key_of(read.rest, read.part, *form), word);
  }
  std::vector<Line>& lines = lines_[word];
  if (lines.empty()) words_.push_back(word);
  lines.push_back(read);
}

bool Meanings::has(std::string_view base, char part) const {
  const auto found = lines_.find(base);
  return found != lines_.end() &&
         std::any_of(found->second.begin(), found->second.end(),
                     [&](const Line& line) { return line.part == part && line.form == WordForm::base; });
}

std::vector<Analysis> Meanings::analyses(std::string_view word) const {
  std::vector<Analysis> found;
  const auto own = lines_.find(word);
  if (own != lines_.end()) {
    for (const Line& line : own->second) {
      const bool base = line.form == WordForm::base;
      found.push_back({std::string(base ? word : line.rest), line.part, line.form});
    }
    // An irregular form (ate) is met more often than a base that looks like it (bore).
    std::stable_partition(found.begin(), found.end(),
                          [](const Analysis& each) { return each.form != WordForm::base; });
  }
  for (const FormOf& possible : possible_bases(word)) {
    for (const char part : {'n', 'v', 'a'}) {
      if (!has(possible.base, part)) continue;
      const std::vector<std::string> written = forms(possible.base, part, possible.form);
      if (std::find(written.begin(), written.end(), word) != written.end())
        found.push_back({possible.base, part, possible.form});
    }
  }
  return found;
}

std::vector<NearWord> Meanings::near(std::string_view base, char part) const {
  std::vector<NearWord> near;
  const auto found = lines_.find(base);
  if (found == lines_.end()) return near;
  for (const Line& line : found->second) {
    if (line.part != part || line.form != WordForm::base) continue;
    for (std::size_t at = 0; at < line.rest.size();) {
      const std::size_t end = std::min(line.rest.find(' ', at), line.rest.size());
      std::string_view word = line.rest.substr(at, end - at);
      at = end + 1;
      if (word.empty()) continue;
      NearWord each;
      const std::size_t mark = std::string_view("=><!").find(word[0]);
      if (mark != std::string_view::npos) {
        each.nearness = static_cast<Nearness>(mark + 1);
        word.remove_prefix(1);
      }
      each.word = word;
      near.push_back(std::move(each));
    }
  }
  return near;
}

std::vector<std::string> Meanings::forms(const std::string& base, char part, WordForm form) const {
  if (!has_form(part, form)) return {};
  const auto irregular = irregular_.find(key_of(base, part, form));
  if (irregular != irregular_.end()) return {std::string(irregular->second)};
  return regular_forms(base, form);
}

}  // namespace headlight
