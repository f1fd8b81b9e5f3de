#include "core/text/suggestions.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "core/text/in_quotes.h"
#include "core/text/meanings.h"
#include "core/text/nearest.h"
#include "core/text/numbers.h"

namespace headlight {
namespace {

constexpr std::size_t kMostForms = 3;
constexpr int kFurtherFrom = 3;  // of so many of the nearest words the nearest are near too
constexpr int kFarthestNumber = 100;
constexpr std::size_t kLongest = 30;  // letters of a word that anybody means

constexpr std::array kForms{WordForm::base, WordForm::s,    WordForm::past, WordForm::participle,
                            WordForm::ing,  WordForm::more, WordForm::most};

// How many letters may be mistyped.
int mistyped(std::string_view word) { return word.size() < 8 ? 1 : 2; }

std::string quoted(const std::string& word) { return "“" + word + "”"; }

std::string why(const NearWord& near, const std::string& base) {
  switch (near.nearness) {
    case Nearness::same:
      return quoted(near.word) + " means nearly the same";
    case Nearness::kind:
      return quoted(near.word) + " is a kind of " + quoted(base);
    case Nearness::kind_of:
      return quoted(base) + " is a kind of " + quoted(near.word);
    case Nearness::opposite:
      return "the opposite of " + quoted(base);
    case Nearness::near:
      break;
  }
  return "similar in meaning";
}

class Suggesting {
 public:
  Suggesting(const Vocabulary& vocabulary, std::string_view word, int count)
      : vocabulary_(vocabulary), word_(word), most_(static_cast<std::size_t>(std::max(count, 0))) {}

  std::vector<Suggestion> found() {
    if (word_ == "'s") {
      add("is", "it may be short for “is”");
      return std::move(found_);
    }
    if (word_.find_first_not_of("0123456789") == word_.npos) {
      add_numbers();
      return std::move(found_);
    }
    const std::vector<Analysis> analyses =
        word_.size() > kLongest ? std::vector<Analysis>{} : meanings_.analyses(word_);
    if (analyses.empty()) {
      add_probably_meant();
    } else {
      add_forms(analyses);
      add_near_in_meaning(analyses, "");
      if (found_.empty()) add_swapped();
    }
    return std::move(found_);
  }

 private:
  bool full() const { return found_.size() >= most_; }
  bool knows(const std::string& word) const { return vocabulary_.id(word).has_value(); }

  void add(const std::string& word, const std::string& why) {
    const bool there =
        std::any_of(found_.begin(), found_.end(), [&](const Suggestion& each) { return each.word == word; });
    if (!full() && !there && word != word_ && knows(word)) found_.push_back({word, why});
  }

  void add_forms(const std::vector<Analysis>& analyses) {
    for (const Analysis& each : analyses) {
      for (const WordForm form : kForms) {
        for (const std::string& written : meanings_.forms(each.base, each.part, form)) {
          if (found_.size() < kMostForms) add(written, "another form of the same word");
        }
      }
    }
  }

  // A word in the form that was asked for, else in the first that is known.
  struct Known {
    std::string word;
    bool as_asked = false;
  };
  std::optional<Known> known_form(const std::string& base, char part, WordForm asked) const {
    for (const std::string& written : meanings_.forms(base, part, asked)) {
      if (knows(written)) return Known{written, true};
    }
    for (const WordForm form : kForms) {
      for (const std::string& written : meanings_.forms(base, part, form)) {
        if (knows(written)) return Known{written, false};
      }
    }
    return std::nullopt;
  }

  struct Ranked {
    int rank = 0;
    Suggestion suggestion;
  };

  void rank(const Analysis& of, const NearWord& near, int at, const std::string& why,
            std::vector<Ranked>& ranked) const {
    constexpr int other_form = 6;
    const auto known = known_form(near.word, of.part, of.form);
    if (known) ranked.push_back({at + (known->as_asked ? 0 : other_form), {known->word, why}});
  }

  // `instead`: said of all, where not what was typed is near to them but something like it.
  void add_near_in_meaning(const std::vector<Analysis>& analyses, const std::string& instead) {
    constexpr int less_used = 2;  // than the word as the part of speech before
    std::vector<Ranked> near, further;
    int at = 0;
    for (const Analysis& of : analyses) {
      const std::vector<NearWord> words = meanings_.near(of.base, of.part);
      for (int i = 0; i < static_cast<int>(words.size()); ++i) {
        rank(of, words[i], at + i, instead.empty() ? why(words[i], of.base) : instead, near);
        if (i >= kFurtherFrom) continue;
        const std::vector<NearWord> next = meanings_.near(words[i].word, of.part);
        for (int j = 0; j < std::min(kFurtherFrom, static_cast<int>(next.size())); ++j) {
          if (next[j].word != of.base)
            rank(of, next[j], at + i + j, instead.empty() ? "similar in meaning" : instead, further);
        }
      }
      at += less_used;
    }
    const std::size_t before = found_.size();
    add_ranked(std::move(near));
    if (found_.size() == before) add_ranked(std::move(further));
  }

  void add_ranked(std::vector<Ranked> ranked) {
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
    for (const Ranked& each : ranked) add(each.suggestion.word, each.suggestion.why);
  }

  void add_near_in_spelling(int edits) {
    if (word_.size() < 3) return;
    for (const std::string& known : nearest_words(vocabulary_, word_, static_cast<int>(most_))) {
      if (edit_distance(word_, known) <= edits) add(known, "similar in spelling");
    }
  }

  // An English word is seldom a mistake for another one, unless two letters have changed places: form, from.
  void add_swapped() {
    for (const std::string& known : nearest_words(vocabulary_, word_, static_cast<int>(most_))) {
      const bool same_letters = std::is_permutation(word_.begin(), word_.end(), known.begin(), known.end());
      if (same_letters && edit_distance(word_, known) == 1) add(known, "similar in spelling");
    }
  }

  void add_probably_meant() {
    add_near_in_spelling(mistyped(word_));
    if (word_.size() > kLongest) return;
    add_two_words();
    if (found_.empty()) add_mistyped_unknown();
    if (found_.empty() && word_.size() > 5) add_near_in_spelling(2);
  }

  // Digits are near to one another by what they count.
  void add_numbers() {
    if (word_.size() > 9) return;
    if (const std::string words = number_in_words(word_); !words.empty())
      add_near_in_meaning(meanings_.analyses(words), "a number close to it");
    std::vector<Ranked> ranked;
    const int asked = std::stoi(word_);
    for (const std::string& known : vocabulary_.words()) {
      const bool alike = known.size() == word_.size() && known.find_first_not_of("0123456789") == known.npos;
      if (alike && std::abs(std::stoi(known) - asked) <= kFarthestNumber)
        ranked.push_back({std::abs(std::stoi(known) - asked), {known, "a number close to it"}});
    }
    add_ranked(std::move(ranked));
  }

  // thecat: the blank was forgotten.
  void add_two_words() {
    for (std::size_t at = 1; at < word_.size(); ++at) {
      const std::string first = word_.substr(0, at), second = word_.substr(at);
      const bool fit = (first.size() > 1 || first == "a" || first == "i") && second.size() > 1;
      if (fit && !full() && knows(first) && knows(second))
        found_.push_back({first + " " + second, "two words"});
    }
  }

  // chiken: what was meant is not known either, but words near to it may be.
  void add_mistyped_unknown() {
    if (word_.size() < 5) return;  // too much is alike
    for (const std::string_view known : meanings_.words()) {
      const bool alike = known.size() + 1 >= word_.size() && known.size() <= word_.size() + 1;
      if (!alike || edit_distance(word_, known) > 1) continue;
      const std::string meant(known);
      const std::string said = "if “" + meant + "” was meant: similar in meaning";
      add_near_in_meaning(meanings_.analyses(meant), said);
      if (full()) return;
    }
  }

  const Vocabulary& vocabulary_;
  const std::string word_;
  std::size_t most_;
  const Meanings& meanings_ = Meanings::shipped();
  std::vector<Suggestion> found_;
};

}  // namespace

std::vector<Suggestion> suggestions(const Vocabulary& vocabulary, std::string_view word, int count) {
  return Suggesting(vocabulary, word, count).found();
}

}  // namespace headlight
