// Which of the questions people ask (assets/questions.md), or which lesson, is meant by what somebody typed.
// It is found by its words alone: each is weighed by how rare it is among the questions. What is misspelled
// is read as the nearest known word, and everyday words also as the terms that the glossary names for them.
// There is no claim to understand more.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/glossary.h"
#include "app/lessons/lesson.h"

namespace headlight {

struct AskedMatch {
  LessonPtr lesson;    // the one of questions, or a lesson of the course
  int step = 0;        // which question; of a lesson of the course its first step
  double score = 0;    // the higher, the better
  double share = 0;    // of what the typed words tell, so much is there: 0 to 1
  bool leads = false;  // clearly better than the next one

  // Below these nothing fits well, and it is said so: too few of the typed words are there, or these are
  // words that stand nearly everywhere.
  static constexpr double least_share = 0.45, least_score = 11.5;
  bool fits() const { return share >= least_share && score >= least_score; }
  // Else it is one of several that may be meant.
  bool is_sure() const { return fits() && leads; }
};

class AskedQuestions {
 public:
  // Lessons are found by their title and by what they say they answer. Without a glossary by the words alone.
  AskedQuestions(LessonPtr questions, std::vector<LessonPtr> lessons, const Glossary* glossary);

  // Whether it was made of these.
  bool is_of(const LessonPtr& questions, const std::vector<LessonPtr>& lessons,
             const Glossary* glossary) const {
    return questions == questions_ && lessons == lessons_ && glossary == glossary_;
  }
  // The best, at most `most` of them; none where no word of what is typed is in any question.
  std::vector<AskedMatch> best(std::string_view typed, std::size_t most = 3) const;

 private:
  // A text by its words: 1 for each stem, less for each run of four letters and for each two neighbours.
  using Words = std::map<std::string, double, std::less<>>;
  static Words words_of(const std::vector<std::string>& stems);
  static std::vector<std::string> stems_that_tell(std::string_view text);

  struct Entry {
    LessonPtr lesson;
    int step = 0;
    std::vector<Words> ways = {};  // the heading, and each other way of asking
    Words all = {}, answer = {};
  };
  // What is typed, and the words of terms that it asks for, each with the typed word.
  struct Typed {
    Words as_written, words;
    std::map<std::string, std::string, std::less<>> meant;
  };
  void add(LessonPtr lesson, int step, const std::vector<std::string>& ways, std::string_view answer);
  Typed read(std::string_view typed) const;
  // The known word that differs in the fewest letters; itself where none is near.
  std::string spelled(const std::string& stem) const;
  double tells(const std::string& word) const;
  double covered(const Typed& typed, const Words& by) const;
  double share_of(const Typed& typed, const Entry& entry) const;

  LessonPtr questions_;
  std::vector<LessonPtr> lessons_;
  const Glossary* glossary_;
  std::vector<Entry> entries_;
  Words known_;       // in how many questions each word is
  Words in_answers_;  // the words of answers, which are spelled right, too
  std::map<std::string, std::vector<std::string>, std::less<>> terms_;  // by the everyday words for them
};

}  // namespace headlight
