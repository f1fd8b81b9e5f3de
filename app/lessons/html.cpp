#include "app/lessons/html.h"

#include <cstddef>

namespace headlight {
namespace {

std::string runs_of(const std::vector<Inline>& runs, const LessonPage& page) {
  std::string html;
  for (const Inline& run : runs) {
    const auto in = [&](const char* element, const std::string& text) {
      html += std::string("<") + element + ">" + html_text(text) + "</" + element + ">";
    };
    switch (run.kind) {
      case Inline::Kind::plain:
        html += html_text(run.text);
        break;
      case Inline::Kind::emphasis:
        in("em", run.text);
        break;
      case Inline::Kind::strong:
        in("strong", run.text);
        break;
      case Inline::Kind::code:
      case Inline::Kind::formula:
        in("code", run.text);
        break;
      case Inline::Kind::number: {
        const auto number = static_cast<std::size_t>(run.number);
        in("b", run.number >= 0 && number < page.numbers.size() ? page.numbers[number] : run.text);
        break;
      }
    }
  }
  return html;
}

// The marker of a list's item is read as it is written: its number belongs to what is said.
std::string paragraphs_of(const std::vector<Paragraph>& paragraphs, const LessonPage& page) {
  std::string html;
  for (const Paragraph& paragraph : paragraphs) {
    const std::string marker = paragraph.marker.empty() ? "" : html_text(paragraph.marker) + " ";
    html += "<p>" + marker + runs_of(paragraph.runs, page) + "</p>";
  }
  return html;
}

}  // namespace

std::string html_text(const std::string& text) {
  std::string html;
  for (const char letter : text) {
    if (letter == '&')
      html += "&amp;";
    else if (letter == '<')
      html += "&lt;";
    else if (letter == '>')
      html += "&gt;";
    else
      html += letter;
  }
  return html;
}

std::string html_of(const LessonPage& page, int answer) {
  const LessonStep& step = page.shown();
  std::string html = "<h2>" + html_text(page.lesson->title) + "</h2>";
  html += "<h3>" + std::to_string(page.step + 1) + " of " + std::to_string(page.lesson->steps.size()) + ": " +
          html_text(step.title) + "</h3>" + paragraphs_of(step.text, page);
  if (!step.question) return html;
  const Question& question = *step.question;
  html += "<h4>Question</h4>" + paragraphs_of(question.text, page) + "<ol>";
  for (std::size_t choice = 0; choice < question.choices.size(); ++choice) {
    html += "<li>" + runs_of(question.choices[choice].runs, page);
    if (answer >= 0 && static_cast<int>(choice) == question.right) html += " (right)";
    html += "</li>";
  }
  html += "</ol>";
  if (answer >= 0) html += "<h4>Answer</h4>" + paragraphs_of(question.answer, page);
  return html;
}

}  // namespace headlight
