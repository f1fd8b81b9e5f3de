#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "app/lessons/asked.h"
#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

struct AskOptions {
  std::vector<std::string> words;
  bool json = false;
};

bool is_question(const AskedMatch& match) { return match.lesson->name == asked_questions; }

std::string title_of(const AskedMatch& match) {
  if (is_question(match)) return match.lesson->steps[static_cast<std::size_t>(match.step)].title;
  return "Lesson " + match.lesson->number + ", " + match.lesson->title;
}

// The answer, with its numbers; of a lesson what it is about.
std::string answer_of(const AskedMatch& match) {
  return is_question(match) ? text_of(whole_page_of(match.lesson, match.step))
                            : plain_text(match.lesson->summary);
}

std::string how_to_open(const AskedMatch& match) {
  return "headlight --lesson " + match.lesson->name +
         (is_question(match) ? " --step " + std::to_string(match.step + 1) : "");
}

nlohmann::ordered_json as_json(const AskedMatch& match) {
  nlohmann::ordered_json each;
  if (is_question(match)) {
    each["question"] = title_of(match);
  } else {
    each["lesson"] = match.lesson->name;
  }
  each.update({{"step", match.step + 1}, {"share", match.share}, {"fits", match.fits()}});
  return each;
}

// The best three, the first with its answer: its numbers are computed. What does not fit is no answer.
int answer(const AskOptions& options) {
  std::string typed;
  for (const std::string& word : options.words) typed += (typed.empty() ? "" : " ") + word;
  const LessonPtr questions = find_lesson(asked_questions);
  if (questions == nullptr)
    throw std::invalid_argument(
        "assets/questions.md cannot be read; headlight lesson check assets/questions.md says why");
  const std::vector<AskedMatch> found =
      AskedQuestions(questions, shipped_lessons(), &shipped_glossary()).best(typed);
  if (found.empty()) {
    throw std::invalid_argument("no question has a word of " + in_quotes(typed) +
                                "; try other words, or headlight glossary WORD for a term");
  }
  const AskedMatch& first = found.front();
  if (options.json) {
    auto all = nlohmann::ordered_json::array();
    for (const AskedMatch& match : found) {
      all.push_back(as_json(match));
      if (&match == &first) all.back()["sure"] = first.is_sure();
      if (&match == &first && first.fits()) all.back()["answer"] = answer_of(first);
    }
    std::cout << json_text(all) << '\n';
    return 0;
  }
  if (!first.is_sure())
    std::cout << (first.fits() ? "One of these may be meant:\n\n" : "Nothing fits well. The nearest:\n\n");
  for (const AskedMatch& match : found) {
    std::cout << (&match == &first ? "" : "\n") << title_of(match) << '\n';
    if (&match == &first && first.fits()) std::cout << "  " << answer_of(first) << '\n';
    std::cout << "  " << how_to_open(match) << '\n';
  }
  return 0;
}

}  // namespace

void add_ask(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<AskOptions>();
  CLI::App* command = program.add_subcommand(
      "ask", "Answer a question in your own words: the three questions or lessons that come nearest to it");
  command->add_option("TEXT", options->words, "The question")->required();
  command->add_flag("--json", options->json, "Print them as JSON");
  command->callback([options, &chosen] { chosen = [options] { return answer(*options); }; });
}

}  // namespace headlight
