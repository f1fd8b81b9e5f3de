// The open step as elements of a page: its text, its question, its numbers; nothing of it is taken for an
// element.
#include <gtest/gtest.h>

#include <set>

#include "app/lessons/page.h"
#include "core/files/json.h"
#include "core/files/whole_file.h"

namespace headlight {
namespace {

Paragraph paragraph(std::vector<Inline> runs, const std::string& marker = "") {
  Paragraph made;
  made.runs = std::move(runs);
  made.marker = marker;
  return made;
}

LessonPage page() {
  auto lesson = std::make_shared<Lesson>();
  lesson->title = "Looking & <finding>";
  LessonStep step;
  step.title = "Where it looks";
  step.text = {paragraph({{Inline::Kind::plain, "It looks at "},
                          {Inline::Kind::strong, "animal"},
                          {Inline::Kind::plain, ": "},
                          {Inline::Kind::number, "{{w}}", 0}}),
               paragraph({{Inline::Kind::code, "a < b"}}, "2.")};
  Question question;
  question.text = {paragraph({{Inline::Kind::plain, "And now?"}})};
  question.choices = {paragraph({{Inline::Kind::plain, "street"}}),
                      paragraph({{Inline::Kind::plain, "animal"}})};
  question.right = 0;
  question.answer = {paragraph({{Inline::Kind::plain, "The street."}})};
  step.question = question;
  lesson->steps = {step};
  return {lesson, 0, {"0.93"}};
}

TEST(LessonElements, HoldTextAndNumbers) {
  EXPECT_EQ(elements_of(page(), -1),
            R"([["h2","Looking & <finding>"],["h3","1 of 1: Where it looks"],)"
            R"(["p","It looks at ",["strong","animal"],": ",["b","0.93"]],["p","2. ",["code","a < b"]],)"
            R"(["h4","Question"],["p","And now?"],["ol",["li","street"],["li","animal"]]])");
}

TEST(LessonElements, TheAnswerComesWithAChoice) {
  EXPECT_EQ(elements_of(page(), -1).find("The street."), std::string::npos);
  const std::string all = elements_of(page(), 1);
  EXPECT_NE(all.find(R"x(["li","street"," (right)"])x"), std::string::npos) << all;
  EXPECT_NE(all.find(R"(["h4","Answer"],["p","The street."])"), std::string::npos) << all;
}

// Names of elements that are there, and the text in all of them.
void look_through(const Json& part, std::set<std::string>& names, std::string& text) {
  if (part.is_string()) {
    text += part.get<std::string>() + "\n";
    return;
  }
  ASSERT_TRUE(part.is_array() && !part.empty() && part[0].is_string()) << part.dump();
  names.insert(part[0].get<std::string>());
  for (std::size_t i = 1; i < part.size(); ++i) look_through(part[i], names, text);
}

// Whatever a lesson says is text, wherever it says it.
TEST(LessonElements, NothingThatALessonSaysIsAnElement) {
  const std::string hostile =
      "</p><script>alert(1)</script><img src=x onerror='alert(2)'>\"&lt;]],[\"script\"";
  auto lesson = std::make_shared<Lesson>();
  lesson->title = hostile;
  LessonStep step;
  step.title = hostile;
  std::vector<Inline> runs;
  for (const Inline::Kind kind : {Inline::Kind::plain, Inline::Kind::emphasis, Inline::Kind::strong,
                                  Inline::Kind::code, Inline::Kind::formula})
    runs.push_back({kind, hostile});
  runs.push_back({Inline::Kind::number, hostile, 0});
  runs.push_back({Inline::Kind::number, hostile, 7});
  step.text = {paragraph(runs, hostile)};
  Question question;
  question.text = question.answer = step.text;
  question.choices = {paragraph(runs), paragraph(runs)};
  question.right = 1;
  step.question = question;
  lesson->steps = {step};
  std::set<std::string> names;
  std::string text;
  for (const Json& each : parse_json(elements_of({lesson, 0, {hostile}}, 1))) look_through(each, names, text);
  const std::set<std::string> known{"h2", "h3", "h4", "p", "ol", "li", "em", "strong", "code", "b"};
  EXPECT_EQ(names, known);
  std::size_t times = 0;
  for (std::size_t at = text.find(hostile); at != std::string::npos; at = text.find(hostile, at + 1)) ++times;
  EXPECT_EQ(times, 2U + 3 * 8 + 2 * 7);
}

// The page knows the same elements, and puts texts in as texts.
TEST(LessonElements, ThePageTakesNoHtml) {
  const std::string page = read_text(std::string(HEADLIGHT_SOURCE_DIR) + "/web/page.js");
  for (const char* const way : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("})
    EXPECT_EQ(page.find(way), std::string::npos) << way;
  EXPECT_NE(page.find("['h2', 'h3', 'h4', 'p', 'ol', 'li', 'em', 'strong', 'code', 'b', 'fr']"),
            std::string::npos);
  const std::string html = read_text(std::string(HEADLIGHT_SOURCE_DIR) + "/web/page.html");
  EXPECT_LT(html.find("http-equiv=\"Content-Security-Policy\""), html.find("<script"));
}

}  // namespace
}  // namespace headlight
