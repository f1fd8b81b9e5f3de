// The blocks of a lesson's step: its session as JSON, and its question.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/lessons/markdown.h"

namespace headlight {

// The JSON of a ```session block: a partial session in which a word may stand for its place.

// Where it stands: before the first step, in a step, or behind the answer to a question.
enum class SessionOf { lesson, step, answer };
struct SessionBlock {
  Session session;
  bool any_model = false;         // of a lesson
  std::optional<Dial> dial = {};  // of a step
};
// `start` changed by `json`, which begins at `line` of `file`. On a problem `start` is returned.
//   "token": "it"        and row, col and other of edits and cells: a word of the sentence
//   "any_model": true    before the first step: the lesson is read on whichever model is open
//   "dial": "code"       of a step: the dial is turned when the step is opened; the reader may turn it back
//   "sentence"           without a "compare" stands alone, without a "token" it has "it" in focus, or no word
SessionBlock read_session_block(const std::string& json, const Session& start, SessionOf of,
                                const std::string& file, int line, std::vector<Problem>& problems);

// Paragraphs with their numbers, and the ```question blocks made of them.

// The block's runs, with {{...}} taken out as numbers of the step.
Paragraph paragraph_of(const MarkdownBlock& block, LessonStep& step, bool in_answer, const std::string& file,
                       std::vector<Problem>& problems, const OwnSentencesPtr& sentences = {});

//   The question, in a paragraph or two.
//   - [ ] a choice
//   - [x] the right one; none of both: the answer is typed
//   answer: what is said afterwards
//   show: {"view": "steps"}
void read_question(const MarkdownBlock& block, LessonStep& step, const std::string& file,
                   std::vector<Problem>& problems, const OwnSentencesPtr& sentences = {});
// A ```teacher block: paragraphs and lists for the one who teaches.
void read_note(const MarkdownBlock& block, LessonStep& step, const std::string& file,
               std::vector<Problem>& problems, const OwnSentencesPtr& sentences);
// A ```sentences block: one a line, "sentence => what is expected of it".
OwnSentencesPtr read_sentences(const MarkdownBlock& block, const std::string& file,
                               std::vector<Problem>& problems);

}  // namespace headlight
