// Lesson files: what they may say, and how they are told what is wrong.
#include "app/lessons/lesson.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/snapshot.h"

namespace headlight {
namespace {

const char* const good = R"(# A title

One *sentence*, with $Q K^T$.

```rows
S5, S7
```

```session
{"sentence": "The animal was tired", "view": "lines"}
```

## The first

Some **text** with `code` and
a number: {{source.input[animal, 0] .2}}.

- one
- two

1. first

## The second

```session
{"view": "steps", "token": "tired"}
```

```question
Which *word*?

- [ ] animal
- [x] street
answer: It is {{source.input[animal, 0]}}.
show: {"layer": 0,
 "head": 1}
```

```check
source.input[animal, 0] = source.input[1, 0]

rows(source.input) = 4
```

```check answer
1 < 2
```
)";

Lesson parsed(const std::string& text, std::vector<Problem>* problems = nullptr) {
  std::vector<Problem> own;
  return parse_lesson(text, "10-good.md", problems == nullptr ? own : *problems);
}

// The only problem of a lesson with these steps.
std::string problem_of(const std::string& steps) {
  std::vector<Problem> problems;
  parse_lesson("# T\n\nS.\n\n" + steps, "bad.md", problems);
  return problems.size() == 1 ? to_string(problems[0]) : "problems: " + std::to_string(problems.size());
}

TEST(Lesson, SaysHowItIsAskedFor) {
  EXPECT_EQ(parsed("# T\n\nS.\n\n```find\nwhy so many?\n\n  is one not enough?\n```\n\n## One\n").asked,
            (std::vector<std::string>{"why so many?", "is one not enough?"}));
  EXPECT_EQ(parsed("# T\n\nS.\n\n## One\n\n```find\nwhy one?\n```\n").steps.at(0).asked,
            (std::vector<std::string>{"why one?"}));
  std::string many = "```find\n";
  for (std::size_t i = 0; i <= most_asked; ++i) many += "why?\n";
  EXPECT_EQ(problem_of(many + "```\n\n## One\n"),
            "bad.md:6: a lesson or a step is asked for in at most 40 ways");
}

TEST(Lesson, IsReadToPlainData) {
  std::vector<Problem> problems;
  const Lesson lesson = parsed(good, &problems);
  for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
  expect_said({lesson.name, lesson.title, plain_text(lesson.summary)});
  EXPECT_EQ(lesson.rows, (std::vector<std::string>{"S5", "S7"}));
  ASSERT_EQ(lesson.steps.size(), 2U);
  const LessonStep& first = lesson.steps[0];
  EXPECT_EQ(first.title, "The first");
  ASSERT_EQ(first.text.size(), 4U);
  EXPECT_EQ(plain_text(first.text[0].runs), "Some text with code and a number: source.input[animal, 0] .2.");
  EXPECT_EQ(first.text[0].runs[1].kind, headlight::Inline::Kind::strong);
  EXPECT_EQ(first.text[0].runs[3].kind, headlight::Inline::Kind::code);
  EXPECT_EQ(first.text[0].runs[5].kind, headlight::Inline::Kind::number);
  EXPECT_EQ(first.text[1].marker, "•");
  EXPECT_EQ(first.text[3].marker, "1.");
  EXPECT_FALSE(first.question);
  ASSERT_EQ(first.numbers.size(), 1U);
  EXPECT_EQ(first.numbers[0].line, 16);

  const LessonStep& second = lesson.steps[1];
  EXPECT_EQ(second.session.view, ViewKind::steps);
  EXPECT_EQ(second.session.token, 3);
  ASSERT_TRUE(second.question);
  EXPECT_EQ(second.question->choices.size(), 2U);
  EXPECT_EQ(second.question->right, 1);
  EXPECT_EQ(second.answered.head, 1);
  EXPECT_EQ(second.session.head, 0);
  ASSERT_EQ(second.claims.size(), 3U);
  EXPECT_EQ(second.claims[1].line, 42);
  EXPECT_FALSE(second.claims[0].in_answer);
  EXPECT_TRUE(second.claims[2].in_answer);
  EXPECT_TRUE(second.numbers[0].in_answer);
}

// To Markdown the stars of a path begin emphasis.
TEST(Lesson, APathMayHaveStarsInTheText) {
  std::vector<Problem> problems;
  const Lesson lesson = parse_lesson(
      "# T\n\nS.\n\n## A\n\nOf *it* {{difference(a.*.head.*.output[it], a.*.head.*.output[it])}}, *all* of "
      "it.\n",
      "stars.md", problems);
  for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
  ASSERT_EQ(lesson.steps.size(), 1U);
  ASSERT_EQ(lesson.steps[0].numbers.size(), 1U);
  EXPECT_EQ(plain_text(lesson.steps[0].text[0].runs),
            "Of it difference(a.*.head.*.output[it], a.*.head.*.output[it]), all of it.");
  EXPECT_EQ(lesson.steps[0].text[0].runs[1].kind, headlight::Inline::Kind::emphasis);
}

TEST(Lesson, AStepStartsFromTheLessonAndNotFromTheStepBefore) {
  const Lesson lesson = parsed(good);
  EXPECT_EQ(lesson.steps[0].session.view, ViewKind::lines);
  EXPECT_EQ(lesson.steps[1].session.text(0), "The animal was tired");
  EXPECT_TRUE(lesson.steps[1].session.text(1).empty()) << "a sentence without a second one stands alone";
}

TEST(Lesson, SaysWhatIsWrongAndOnWhichLine) { expect_answers(problem_of); }

std::string many(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(Lesson, IsReadWithoutTrustingIt) {
  const auto block = [](const std::string& json) { return "## One\n\n```session\n{\n" + json + "}\n```\n"; };
  expect_said({problem_of(block("\"view\": " + many("[", 100'000))), problem_of(block("\"scale\": 1e999")),
               problem_of(block("\"layer\": 1e400")),
               problem_of(block("\"edits\": [{\"path\": \"logits\", \"values\": [1]}" +
                                many(", {\"path\": \"logits\", \"values\": [1]}", 10'000) + "]")),
               problem_of("## One\n\nred: \x1b[31m\n")});
}

TEST(Lesson, HasNoMoreThanAClassCanFollow) {
  expect_said({problem_of(many("## One\n", most_steps)), problem_of(many("## One\n", most_steps + 1)),
               problem_of("## " + many("a", longest_title) + "\n"),
               problem_of("## " + many("a", 200'000) + "\n"),
               problem_of("## One\n\n" + many("{{1 + 1}}\n", most_numbers)),
               problem_of("## One\n\n" + many("{{1 + 1}}\n", most_numbers + 1)),
               problem_of("## One\n\n```check\n" + many("1 < 2\n", most_numbers + 1) + "```\n")});
  EXPECT_EQ(problem_of("## One\n\n{{1" + many(" + 1", 1000) + "}}\n"),
            "bad.md:7: {{" + many("1 + ", 15) +
                "...}}: a number may have at "
                "most 500 characters, not 4001; write it more simply");
  expect_said({problem_of("## One\n\n$" + many("(", 100'000) + "$\n")}, "2");
}

TEST(Lesson, IsReadInProportionToItsLength) {
  std::vector<Problem> problems;
  const std::string text = "# T\n\nS.\n\n## One\n\n" + many("{{1}}\n", 100'000);
  EXPECT_EQ(parse_lesson(text, "long.md", problems).steps.at(0).numbers.size(), most_numbers);
  ASSERT_EQ(problems.size(), most_problems);
  EXPECT_EQ(problems.front().line, 207);
  EXPECT_EQ(problems.back().line, 306);
}

TEST(Lesson, BytesThatAreNoTextAreAProblem) {
  EXPECT_NE(problem_of("## One\n\n\xff\xfe\n").find("UTF-8"), std::string::npos);
}

TEST(Lesson, MayComeFromAnyEditor) {
  std::string text = "\uFEFF";
  for (const char letter : std::string(good))
    text += letter == '\n' ? std::string("\r\n") : std::string(1, letter);
  std::vector<Problem> problems;
  const Lesson lesson = parsed(text, &problems);
  for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
  ASSERT_EQ(lesson.steps.size(), 2U);
  EXPECT_EQ(lesson.steps[1].question->choices.size(), 2U);
  EXPECT_EQ(plain_text(lesson.steps[1].question->choices[1].runs), "street");
  EXPECT_EQ(lesson.steps[1].claims[1].line, 42);
}

// Whatever the bytes are, the result is a lesson or problems within the file.
void expect_sound(const std::string& text) {
  std::vector<Problem> problems;
  const Lesson lesson = parse_lesson(text, "fuzz.md", problems);
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 2;
  for (const Problem& problem : problems) {
    EXPECT_FALSE(problem.what.empty());
    EXPECT_GE(problem.line, 1);
    EXPECT_LE(problem.line, lines) << to_string(problem) << "\n" << text;
  }
  for (const LessonStep& step : lesson.steps) EXPECT_FALSE(step.title.empty());
}

TEST(Lesson, SurvivesTruncationAndRandomBytes) {
  const std::string text = good;
  for (std::size_t end = 0; end <= text.size(); end += 3) expect_sound(text.substr(0, end));
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::string signs = "#`{}[]()$*_-x:\n \"\\<>&1,.~|\xc3\xa9";
  for (int round = 0; round < 400; ++round) {
    std::string changed = text;
    for (int i = 0; i < 8; ++i) {
      const std::size_t at = below(changed.size());
      if (i % 3 == 0) {
        changed.insert(at, 1, signs[below(signs.size())]);
      } else if (i % 3 == 1) {
        changed[at] = signs[below(signs.size())];
      } else {
        changed.erase(at, 1 + below(20));
      }
    }
    expect_sound(changed);
    std::string noise;
    for (int i = 0; i < 60; ++i) noise += static_cast<char>(random());
    expect_sound(noise);
  }
}

TEST(Lesson, SelectsSeveralWordsByName) {
  const std::string step =
      "## One\n\n```session\n{\"sentence\": \"the animal was tired\", \"token\": \"tired\", "
      "\"also_tokens\": [\"was\"], \"key_tokens\": [\"the\", \"animal\"]}\n```\n\n"
      "```question\nWhat?\nanswer: That.\nshow: {\"token\": \"was\"}\n```\n";
  ASSERT_EQ(problem_of(step), "problems: 0");
  const Lesson lesson = parsed("# T\n\nS.\n\n" + step);
  EXPECT_EQ(lesson.steps.at(0).session.also_tokens, std::vector<int>{2});
  EXPECT_EQ(lesson.steps.at(0).session.key_tokens, (std::vector<int>{0, 1}));
  EXPECT_TRUE(lesson.steps.at(0).answered.also_tokens.empty()) << "one word that asks";
  EXPECT_EQ(lesson.steps.at(0).answered.key_tokens, (std::vector<int>{0, 1}));
}

TEST(Lesson, AnAnswersWordsAreThoseOfTheSentenceThatItsStepFollows) {
  const std::string step =
      "## One\n\n```session\n{\"sentence\": \"the animal was tired\", \"compare\": \"it was the street\", "
      "\"side\": 1}\n```\n\n```question\nWhat?\nanswer: That.\nshow: {\"token\": \"street\"}\n```\n";
  ASSERT_EQ(problem_of(step), "problems: 0");
  EXPECT_EQ(parsed("# T\n\nS.\n\n" + step).steps.at(0).answered.token, 3);
}

}  // namespace
}  // namespace headlight
