#include "core/text/encode.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "core/text/cut_words.h"
#include "core/text/languages.h"
#include "core/text/say.h"
#include "core/text/thesaurus.h"
#include "core/text/unicode.h"

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
      return say("{word} means nearly the same", {{"word", quoted(near.word)}});
    case Nearness::kind:
      return say("{word} is a kind of {base}", {{"word", quoted(near.word)}, {"base", quoted(base)}});
    case Nearness::kind_of:
      return say("{base} is a kind of {word}", {{"base", quoted(base)}, {"word", quoted(near.word)}});
    case Nearness::opposite:
      return say("the opposite of {base}", {{"base", quoted(base)}});
    case Nearness::near:
      break;
  }
  return say("similar in meaning");
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
      const std::string said = say("if “{word}” was meant: similar in meaning", {{"word", meant}});
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

namespace {

constexpr int kOffered = 4;
constexpr int kNamed = 4;       // words in one message
constexpr int kCompared = 100;  // letters

// Of anything that can be typed.
std::u32string letters_of(std::string_view word) { return code_points(shortened(word, kCompared)); }

int common_beginning(std::u32string_view a, std::u32string_view b) {
  const auto ends = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<int>(ends.first - a.begin());
}

int distance(std::u32string_view from, std::u32string_view to) {
  // Three rows of the table are enough: a swap looks two rows back.
  std::vector<int> before_last(to.size() + 1), last(to.size() + 1), row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const int changed = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[to.size()];
}

bool can_be_offered(std::string_view word) {
  return !word.empty() && word.front() != '<' && word != "." && word != "," && !goes_on_with_word(word) &&
         !is_gone_on_with(word);
}

// Whether `word`, in small letters, stands in what was typed with a capital, where not everything does.
bool has_capital(const std::u32string& typed, std::string_view word) {
  if (std::none_of(typed.begin(), typed.end(), [](char32_t each) { return each >= U'a' && each <= U'z'; }))
    return false;
  std::u32string small = typed;
  for (char32_t& letter : small) letter = lower_case(letter);
  const std::u32string letters = code_points(word);
  for (std::size_t at = small.find(letters); at != small.npos; at = small.find(letters, at + 1)) {
    const bool begins = at == 0 || is_space(small[at - 1]) || small[at - 1] < U'a';
    if (begins && typed[at] != small[at]) return true;
  }
  return false;
}

std::string with_place(const std::string& word, int place) {
  return say("{word} (word {n})", {{"word", in_quotes(word)}, {"n", std::to_string(place + 1)}});
}

// What is wrong; "{wrong}; try cat, cats".
std::string and_to_try(const std::string& wrong, const char* and_try,
                       const std::vector<Suggestion>& instead) {
  std::string words;
  for (const Suggestion& each : instead) words = joined({words, shortened(each.word)});
  return words.empty() ? wrong : say(and_try, {{"wrong", wrong}, {"words", words}});
}

std::string message(const std::string& word, int place, const std::vector<Suggestion>& instead,
                    const std::string& sign) {
  if (!sign.empty())
    return say("sentence: in {word} this model cannot read {sign}; write it in words, or leave it out",
               {{"word", with_place(word, place)}, {"sign", in_quotes(sign)}});
  return and_to_try(
      say("sentence: {word} is not in the vocabulary of this model", {{"word", with_place(word, place)}}),
      to_be_said("{wrong}; try {words}"), instead);
}

// Each word once.
std::string messages(const std::vector<UnknownWord>& all) {
  std::string text = all.front().what();
  for (std::size_t i = 1; i < all.size(); ++i) {
    const UnknownWord& each = all[i];
    if (std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const UnknownWord& other) { return other.word == each.word; }))
      continue;
    text += "; ";
    text += each.sign.empty()
                ? and_to_try(say("nor is {word}", {{"word", with_place(each.word, each.place)}}),
                             to_be_said("{wrong}: try {words}"), each.instead)
                : say("nor can it read {sign} in {word}",
                      {{"sign", in_quotes(each.sign)}, {"word", with_place(each.word, each.place)}});
  }
  return text;
}

}  // namespace

int edit_distance(std::string_view from, std::string_view to) {
  return distance(letters_of(from), letters_of(to));
}

std::optional<std::string> nearest_name(std::string_view typed, const std::vector<std::string>& names) {
  const std::u32string letters = letters_of(typed);
  std::optional<std::string> nearest;
  int most = std::max(1, static_cast<int>(letters.size()) / 3);
  for (const std::string& name : names) {
    const std::u32string known = letters_of(name);
    // So many letters are added or dropped at least.
    if (std::abs(static_cast<int>(letters.size()) - static_cast<int>(known.size())) > most) continue;
    const int edits = distance(letters, known);
    if (edits > most) continue;
    most = edits - 1;
    nearest = name;
  }
  return nearest;
}

std::vector<std::string> nearest_words(const Vocabulary& vocabulary, std::string_view word, int count) {
  const std::u32string letters = letters_of(word);
  std::vector<std::tuple<int, bool, int, int>> ranked;  // distance, other letters, minus the beginning, id
  for (int id = 0; id < vocabulary.size(); ++id) {
    if (!can_be_offered(vocabulary.word(id))) continue;
    const std::u32string known = letters_of(vocabulary.word(id));
    const bool same_letters = std::is_permutation(letters.begin(), letters.end(), known.begin(), known.end());
    ranked.emplace_back(distance(letters, known), !same_letters, -common_beginning(letters, known), id);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> nearest;
  for (const auto& [edits, others, beginning, id] : ranked) {
    if (static_cast<int>(nearest.size()) >= count) break;
    nearest.push_back(vocabulary.word(id));
  }
  return nearest;
}

UnknownWord::UnknownWord(std::string unknown, int at, std::vector<Suggestion> offered, std::string unreadable)
    : std::invalid_argument(message(unknown, at, offered, unreadable)),
      word(std::move(unknown)),
      place(at),
      instead(std::move(offered)),
      sign(std::move(unreadable)) {}

UnknownWord::UnknownWord(const std::vector<UnknownWord>& all)
    : std::invalid_argument(messages(all)),
      word(all.front().word),
      place(all.front().place),
      instead(all.front().instead),
      sign(all.front().sign) {}

namespace {

// The first sign, no letter, of a word that a vocabulary of pieces has neither alone nor as a piece.
std::string unreadable_sign(const Vocabulary& vocabulary, std::string_view word) {
  if (!spells_words(vocabulary)) return "";
  for (const char32_t letter : code_points(word)) {
    std::string sign;
    append_utf8(sign, letter);
    const std::string piece = std::string(joint) + sign;
    if (!is_letter(letter) && !vocabulary.id(sign) && !vocabulary.id(piece)) return sign;
  }
  return "";
}

}  // namespace

std::vector<UnknownWord> unknown_words(const Vocabulary& vocabulary, const std::vector<std::string>& words,
                                       int most) {
  std::vector<UnknownWord> unknown;
  for (int place = 0; place < static_cast<int>(words.size()); ++place) {
    const std::string& word = words[place];
    if (vocabulary.id(word) || static_cast<int>(unknown.size()) >= most) continue;
    std::string sign = unreadable_sign(vocabulary, word);
    // What is near in spelling is not what a sign means.
    std::vector<Suggestion> instead =
        sign.empty() ? suggestions(vocabulary, word, kOffered) : std::vector<Suggestion>{};
    unknown.emplace_back(word, place, std::move(instead), std::move(sign));
  }
  return unknown;
}

std::vector<UnknownWord> spelled_words(const Vocabulary& vocabulary, std::string_view typed, int most) {
  std::vector<UnknownWord> spelled;
  if (!spells_words(vocabulary)) return spelled;
  const std::vector<std::string> tokens = normalize(typed, vocabulary).words;
  const std::u32string letters = composed_code_points(typed);
  for (std::size_t from = 0; from < tokens.size() && std::ssize(spelled) < most; ++from) {
    if (!is_gone_on_with(tokens[from])) continue;
    const std::string word = joined_words(std::span(tokens).subspan(from)).front();
    if (word.find_first_of("0123456789") != word.npos || has_capital(letters, word)) continue;
    std::vector<Suggestion> instead = suggestions(vocabulary, word, kOffered);
    if (!instead.empty()) spelled.emplace_back(word, static_cast<int>(from), std::move(instead));
  }
  return spelled;
}

std::vector<int> encode(const Vocabulary& vocabulary, const std::vector<std::string>& words) {
  std::vector<int> ids;
  ids.reserve(words.size());
  for (const std::string& word : words) {
    const std::optional<int> id = vocabulary.id(word);
    if (!id) throw UnknownWord(unknown_words(vocabulary, words, kNamed));
    ids.push_back(*id);
  }
  return ids;
}

}  // namespace headlight
