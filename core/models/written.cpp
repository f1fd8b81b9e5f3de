#include "core/models/written.h"

#include "core/text/french.h"

namespace headlight {

std::vector<std::string> written_words(const Trace& trace) {
  const Trace::Words& words = trace.words();
  switch (trace.anatomy().answer) {
    case AnswerKind::labels:
    case AnswerKind::one_label:
      return words.next;
    case AnswerKind::next_token:
      return {words.next.back()};
    case AnswerKind::translation:
    case AnswerKind::caption:
      break;
  }
  return {words.target.begin() + 1, words.target.end()};
}

// What a text begins with is read from the row of <s>, and so on.
int row_of_written(const Trace& trace, int place) {
  const bool behind_all = trace.anatomy().answer == AnswerKind::next_token;
  return behind_all ? static_cast<int>(trace.words().next.size()) - 1 + place : place;
}

bool is_attached(const std::string& word) { return word == ","; }

std::string text_of(const std::vector<std::string>& words, AnswerKind answer, std::string_view between) {
  if (answer == AnswerKind::translation) return join_french(words);
  std::string text;
  for (const std::string& word : words) {
    const bool attached = answer == AnswerKind::caption && is_attached(word);
    text.append(text.empty() || attached ? "" : between).append(word);
  }
  return text;
}

std::string written(const Trace& trace) { return text_of(written_words(trace), trace.anatomy().answer); }

}  // namespace headlight
