// The open step as HTML: its text, its question, its numbers; nothing of it is taken for an element.
#include <gtest/gtest.h>

#include "app/lessons/page.h"

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

TEST(LessonHtml, HoldsTextAndNumbers) {
  const std::string html = html_of(page(), -1);
  EXPECT_NE(html.find("<h2>Looking &amp; &lt;finding&gt;</h2>"), std::string::npos) << html;
  EXPECT_NE(html.find("<h3>1 of 1: Where it looks</h3>"), std::string::npos) << html;
  EXPECT_NE(html.find("<p>It looks at <strong>animal</strong>: <b>0.93</b></p>"), std::string::npos) << html;
  EXPECT_NE(html.find("<p>2. <code>a &lt; b</code></p>"), std::string::npos) << html;
  EXPECT_NE(html.find("<ol><li>street</li><li>animal</li></ol>"), std::string::npos) << html;
}

TEST(LessonHtml, TheAnswerComesWithAChoice) {
  EXPECT_EQ(html_of(page(), -1).find("The street."), std::string::npos);
  const std::string html = html_of(page(), 1);
  EXPECT_NE(html.find("<li>street (right)</li>"), std::string::npos) << html;
  EXPECT_NE(html.find("<p>The street.</p>"), std::string::npos) << html;
}

}  // namespace
}  // namespace headlight
