// English words by form and by meaning, to find what could be said instead.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headlight {

// English words in their forms: walk, walks, walked, walking; cat, cats; big, bigger, biggest.

// `s`: of a verb the third person, of a noun the plural.
enum class WordForm { base, s, past, participle, ing, more, most };

// By the rules alone (eated), the likeliest first: traveled, travelled; photoes, photos.
std::vector<std::string> regular_forms(const std::string& base, WordForm form);

// A base of which `word` could be such a form by the rules alone, whether or not there is such a word.
struct FormOf {
  std::string base;
  WordForm form = WordForm::base;
};
std::vector<FormOf> possible_bases(std::string_view word);

// Which everyday words are near in meaning, and what forms they have: assets/words/meanings.tsv.

// What a near word is to the one it is near to.
enum class Nearness { near, same, kind, kind_of, opposite };

struct NearWord {
  std::string word;
  Nearness nearness = Nearness::near;  // `kind`: it is a kind of the other; `kind_of`: the other is one of it
};

// A word as a form of a base; `part` is n, v, a, r, or f for the small words of grammar.
struct Analysis {
  std::string base;
  char part = 'n';
  WordForm form = WordForm::base;
};

class Meanings {
 public:
  // The lines of the file: word, part of speech and near words; or word, part with form, and its base. Lines
  // of any other kind are passed over.
  explicit Meanings(std::string text);
  Meanings(const Meanings&) = delete;
  Meanings& operator=(const Meanings&) = delete;

  // Those that come with Headlight, read when first asked for; none where the file cannot be read.
  static const Meanings& shipped();

  // The most used first; none when it is no word of the table.
  std::vector<Analysis> analyses(std::string_view word) const;
  // Nearest first.
  std::vector<NearWord> near(std::string_view base, char part) const;
  // As people write it, the likeliest first; none when words of that part have no such form.
  std::vector<std::string> forms(const std::string& base, char part, WordForm form) const;
  // Every word that has a line, in the file's order.
  const std::vector<std::string_view>& words() const { return words_; }

 private:
  struct Line {
    char part = 'n';
    WordForm form = WordForm::base;
    std::string_view rest;  // the near words, or the base
  };
  void read(std::string_view line);
  bool has(std::string_view base, char part) const;

  std::string text_;
  std::unordered_map<std::string_view, std::vector<Line>> lines_;
  std::unordered_map<std::string, std::string_view> irregular_;  // by base, part and form
  std::vector<std::string_view> words_;
};

}  // namespace headlight
