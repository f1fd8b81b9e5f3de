// Which of the questions people ask (assets/questions.md) is meant by what somebody typed: found by its words
// alone, each weighed by how rare it is among the questions, beginnings of words counting for what is
// misspelled. There is no claim to understand more.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace headlight {

struct AskedMatch {
  int step = 0;      // of the lesson of questions
  double score = 0;  // the higher, the better
  double share = 0;  // of what the typed words tell, so much is in the question: 0 to 1
  // Below this nothing fits well, and it is said so.
  static constexpr double least_share = 0.45;
  bool fits() const { return share >= least_share; }
};

class AskedQuestions {
 public:
  explicit AskedQuestions(LessonPtr questions);

  const LessonPtr& lesson() const { return lesson_; }
  // The best, at most `most` of them; none where no word of what is typed is in any question.
  std::vector<AskedMatch> best(std::string_view typed, std::size_t most = 3) const;

 private:
  // A text by its words: 1 for each stem, less for each run of four letters.
  using Words = std::map<std::string, double, std::less<>>;
  static Words words_of(std::string_view text);
  double tells(const std::string& word) const;
  double covered(const Words& typed, const Words& by) const;

  struct Entry {
    std::vector<Words> ways;  // the heading, and each other way of asking
    Words all, answer;
  };
  LessonPtr lesson_;
  std::vector<Entry> entries_;
  Words known_;  // in how many questions each word is
};

}  // namespace headlight
