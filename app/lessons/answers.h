// What answers a question that is typed as one would ask it: everything that can be found says what it is
// about, and what shares the telling words of the question is listed, most of them first.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/glossary.h"

namespace headlight {

// The words of a text without their endings, so that "dividing" is "divides": "divid". Signs are words too
// where they are read as one: "√" is "sqrt".
std::vector<std::string> stems_of(std::string_view text);

// Of words_asked() those that are not in half of all sentences; the words of a question that tell what is
// meant.
std::vector<std::string> telling_words(std::string_view typed);

// What is said of one thing, or of one part of it.
class Passage {
 public:
  Passage() = default;
  // `name`: what it is called; `about`: in a line; `text`: all of it.
  Passage(std::string_view name, std::string_view about, std::string_view text);

  // How much a word tells that it is meant: 0 where it is not there, and most in the name. `begins`: the word
  // is still being typed.
  double has(const std::string& stem, bool begins = false) const;

 private:
  std::map<std::string, float, std::less<>> words_;
};

// A question, by the words in it that tell what it is about.
class TypedQuestion {
 public:
  // One that `asks` is more than a name: it is answered by what shares its words, in whatever order. With a
  // glossary also by the terms that its everyday words ask for.
  explicit TypedQuestion(std::string_view typed, const Glossary* glossary = nullptr);

  bool asks() const { return asks_; }
  bool empty() const { return words_.empty(); }
  // Of all that can be found, one passage or several for each: how rare each word is among them.
  void weigh(const std::vector<std::vector<const Passage*>>& all);
  // 0 to some 2.5; `part` is the passage that shares most. 0 where less than a third of what the words tell
  // is there.
  double shares(const std::vector<const Passage*>& passages, int* part = nullptr) const;

 private:
  struct Word {
    std::vector<std::string> stems;  // the word, and what means nearly the same
    bool begins = false;
    double tells = 0;
  };
  static void add_meant(Word& word, const Glossary& glossary);
  static double found(const Word& word, const Passage& passage);

  std::vector<Word> words_;
  double all_ = 0;
  bool asks_ = false;
};

}  // namespace headlight
