#include "app/lessons/answers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/text/fuzzy_match.h"

namespace headlight {
namespace {

constexpr float in_name = 2.4F, in_about = 1.8F, in_text = 1;
constexpr float near_by = 0.7F;       // of a word that only means nearly the same
constexpr double least_share = 0.34;  // of what all words tell

// Beyond those of words_asked(): with these a sentence is asked, too, but a name may have them.
constexpr std::array small_words{
    "not", "but", "or", "if", "when", "than", "with", "just", "really", "go", "work", "will", "am", "would",
    "their", "they", "he", "she", "him", "them", "some", "more", "most", "only", "also", "like", "tell",
    "show", "say", "please", "thing", "things", "stuff", "always",
    // as they are typed in a hurry
    "wat", "whats", "hows", "y", "u", "r", "dont", "doesnt", "isnt", "cant", "cuz", "pls", "thx", "ok"};

bool in_stem(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || static_cast<unsigned char>(c) > 127;
}

void cut_ending(std::string& word, std::string_view end, std::size_t least, std::string_view instead = "") {
  if (word.size() < end.size() + least || !word.ends_with(end)) return;
  word.resize(word.size() - end.size());
  word += instead;
}

std::string word_stem(std::string word) {
  if (word.find('_') != std::string::npos) return word;
  cut_ending(word, "'s", 1);
  cut_ending(word, "ies", 3, "y");
  cut_ending(word, "ied", 3, "y");
  if (!word.ends_with("ss")) cut_ending(word, "s", 3);
  cut_ending(word, "ization", 3, "iz");
  cut_ending(word, "isation", 3, "iz");
  cut_ending(word, "ing", 4);
  cut_ending(word, "ed", 4);
  cut_ending(word, "al", 5);
  cut_ending(word, "ly", 4);
  cut_ending(word, "e", 3);
  cut_ending(word, "is", 4, "iz");
  if (word.size() > 4 && word.back() == word[word.size() - 2]) word.pop_back();
  return word;
}

bool tells_little(const std::string& word) {
  return std::find(small_words.begin(), small_words.end(), word) != small_words.end();
}

}  // namespace

std::vector<std::string> telling_words(std::string_view typed) {
  std::vector<std::string> kept = words_asked(typed);
  if (kept.size() > 1) std::erase_if(kept, tells_little);
  return kept;
}

std::vector<std::string> stems_of(std::string_view text) {
  std::vector<std::string> stems;
  std::string word;
  const auto end = [&] {
    while (word.ends_with('\'')) word.pop_back();
    if (!word.empty()) stems.push_back(word_stem(word));
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("√")) {
      end();
      stems.emplace_back("sqrt");
      i += std::string_view("√").size() - 1;
      continue;
    }
    // A quotation mark of three bytes is no letter.
    if (text.substr(i).starts_with("\xE2\x80")) {
      end();
      i += 2;
      continue;
    }
    char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (c == '^') c = '_';
    if (in_stem(c) || (c == '\'' && !word.empty())) {
      word += c;
    } else {
      end();
    }
  }
  end();
  return stems;
}

Passage::Passage(std::string_view name, std::string_view about, std::string_view text) {
  const auto add = [&](std::string_view part, float weight) {
    std::map<std::string, int> counts;
    for (std::string& stem : stems_of(part)) ++counts[std::move(stem)];
    for (const auto& [stem, count] : counts) {
      // The second time a word tells less than the first.
      const float own =
          weight == in_text ? static_cast<float>(count) / (static_cast<float>(count) + 1.0F) : 1;
      float& has = words_[stem];
      has = std::max(has, weight * own);
    }
  };
  add(text, in_text);
  add(about, in_about);
  add(name, in_name);
}

double Passage::has(const std::string& stem, bool begins) const {
  constexpr std::size_t least_begun = 3;
  auto found = words_.find(stem);
  if (found != words_.end()) return static_cast<double>(found->second);
  if (!begins || stem.size() < least_begun) return 0;
  float most = 0;
  for (found = words_.lower_bound(stem); found != words_.end() && found->first.starts_with(stem); ++found)
    most = std::max(most, found->second);
  return 0.9 * static_cast<double>(most);
}

TypedQuestion::TypedQuestion(std::string_view typed, const Glossary* glossary) {
  const bool ends = typed.empty() || !in_stem(static_cast<char>(typed.back() | 0x20));
  const std::vector<std::string> kept = telling_words(typed);
  std::size_t all = 0;
  for (std::size_t i = 0; i < typed.size(); ++i)
    all += typed[i] != ' ' && (i == 0 || typed[i - 1] == ' ') ? 1 : 0;
  // With a number a place is meant, as in "head 2 layer 1".
  const bool numbered = std::any_of(kept.begin(), kept.end(), [](const std::string& word) {
    return word.find_first_not_of("0123456789,.") == std::string::npos;
  });
  asks_ = kept.size() >= 2 && (all > kept.size() || (kept.size() >= 3 && !numbered) || typed.ends_with('?'));
  for (const std::string& word : kept) {
    // A bare number tells nothing: half of all names have one.
    if (word.find_first_not_of("0123456789,.") == std::string::npos) continue;
    for (std::string& stem : stems_of(word)) {
      Word each{{stem}, false, 0};
      if (glossary != nullptr) add_meant(each, *glossary);
      words_.push_back(std::move(each));
    }
  }
  if (!words_.empty()) words_.back().begins = !ends;
}

void TypedQuestion::add_meant(Word& word, const Glossary& glossary) {
  const std::string stem = word.stems.front();
  for (const Term& term : glossary.terms()) {
    const bool said = std::any_of(term.said.begin(), term.said.end(),
                                  [&](const std::string& each) { return word_stem(each) == stem; });
    if (!said) continue;
    for (std::string& other : stems_of(term.name)) word.stems.push_back(std::move(other));
  }
}

double TypedQuestion::found(const Word& word, const Passage& passage) {
  double most = passage.has(word.stems.front(), word.begins);
  for (std::size_t i = 1; i < word.stems.size(); ++i)
    most = std::max(most, static_cast<double>(near_by) * passage.has(word.stems[i]));
  return most;
}

void TypedQuestion::weigh(const std::vector<std::vector<const Passage*>>& all) {
  all_ = 0;
  for (Word& word : words_) {
    double having = 0;
    for (const auto& passages : all) {
      const bool has = std::any_of(passages.begin(), passages.end(),
                                   [&](const Passage* passage) { return found(word, *passage) > 0; });
      having += has ? 1 : 0;
    }
    // What nothing has tells nothing.
    word.tells = having > 0 ? std::log1p(static_cast<double>(all.size()) / (having + 1)) : 0;
    all_ += word.tells;
  }
}

double TypedQuestion::shares(const std::vector<const Passage*>& passages, int* part) const {
  double most = 0;
  for (std::size_t i = 0; i < passages.size(); ++i) {
    double told = 0, sum = 0;
    for (const Word& word : words_) {
      const double has = found(word, *passages[i]);
      sum += word.tells * has;
      told += has > 0 ? word.tells : 0;
    }
    if (all_ <= 0 || told < least_share * all_) continue;
    // All of the words together say more than one of them in the name.
    const double score = sum / all_ * (0.5 + 0.5 * told / all_);
    if (score <= most) continue;
    most = score;
    if (part != nullptr) *part = static_cast<int>(i);
  }
  return most;
}

}  // namespace headlight
