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

std::string how_to_open(const AskedMatch& match) {
  return std::string("headlight --lesson ") + asked_questions + " --step " + std::to_string(match.step + 1);
}

// The best three, the first with its answer: its numbers are computed.
int answer(const AskOptions& options) {
  std::string typed;
  for (const std::string& word : options.words) typed += (typed.empty() ? "" : " ") + word;
  const LessonPtr lesson = find_lesson(asked_questions);
  if (lesson == nullptr)
    throw std::invalid_argument(
        "assets/questions.md cannot be read; headlight lesson check assets/questions.md says why");
  const AskedQuestions questions(lesson);
  const std::vector<AskedMatch> found = questions.best(typed);
  if (found.empty()) {
    throw std::invalid_argument("no question has a word of " + in_quotes(typed) +
                                "; try other words, or headlight glossary WORD for a term");
  }
  auto all = nlohmann::ordered_json::array();
  if (!options.json && !found.front().fits()) std::cout << "Nothing fits well. The nearest:\n\n";
  for (const AskedMatch& match : found) {
    const bool first = &match == found.data();
    const std::string& question = lesson->steps[static_cast<std::size_t>(match.step)].title;
    // What does not fit is no answer.
    const bool answers = first && match.fits();
    const std::string text = answers ? text_of(whole_page_of(lesson, match.step)) : "";
    if (options.json) {
      auto& each = all.emplace_back(nlohmann::ordered_json{
          {"question", question}, {"step", match.step + 1}, {"share", match.share}, {"fits", match.fits()}});
      if (answers) each["answer"] = text;
      continue;
    }
    std::cout << (first ? "" : "\n") << question << '\n';
    if (answers) std::cout << "  " << text << '\n';
    std::cout << "  " << how_to_open(match) << '\n';
  }
  if (options.json) std::cout << json_text(all) << '\n';
  return 0;
}

}  // namespace

void add_ask(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<AskOptions>();
  CLI::App* command = program.add_subcommand(
      "ask", "Answer a question in your own words: the three questions that come nearest to it");
  command->add_option("TEXT", options->words, "The question")->required();
  command->add_flag("--json", options->json, "Print them as JSON");
  command->callback([options, &chosen] { chosen = [options] { return answer(*options); }; });
}

}  // namespace headlight
