// Lesson files: what they may say, and how they are told what is wrong.
#include "app/lessons/lesson.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "app/lessons/check.h"
#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/action.h"
#include "core/figure/numbers.h"
#include "core/files/text.h"
#include "tests/tiny_model.h"

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

TEST(Lesson, IsReadToPlainData) {
  std::vector<Problem> problems;
  const Lesson lesson = parsed(good, &problems);
  for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
  EXPECT_EQ(lesson.name, "good");
  EXPECT_EQ(lesson.title, "A title");
  EXPECT_EQ(plain_text(lesson.summary), "One sentence, with Q K^T.");
  EXPECT_EQ(lesson.rows, (std::vector<std::string>{"S5", "S7"}));
  ASSERT_EQ(lesson.steps.size(), 2U);
  const LessonStep& first = lesson.steps[0];
  EXPECT_EQ(first.title, "The first");
  ASSERT_EQ(first.text.size(), 4U);
  EXPECT_EQ(plain_text(first.text[0].runs), "Some text with code and a number: source.input[animal, 0] .2.");
  EXPECT_EQ(first.text[0].runs[1].kind, headlight::Run::Kind::strong);
  EXPECT_EQ(first.text[0].runs[3].kind, headlight::Run::Kind::code);
  EXPECT_EQ(first.text[0].runs[5].kind, headlight::Run::Kind::number);
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

TEST(Lesson, AStepStartsFromTheLessonAndNotFromTheStepBefore) {
  const Lesson lesson = parsed(good);
  EXPECT_EQ(lesson.steps[0].session.view, ViewKind::lines);
  EXPECT_EQ(lesson.steps[1].session.sentence, "The animal was tired");
  EXPECT_TRUE(lesson.steps[1].session.compare.empty()) << "a sentence without a second one stands alone";
}

TEST(Lesson, SaysWhatIsWrongAndOnWhichLine) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "bad.md:1: the lesson has no steps; begin each with \"## Its heading\""},
      {"## One\n\n### Three\n", "bad.md:7: a heading with ### is not used in lessons; ## begins a step"},
      {"## One\n\n# Two\n", "bad.md:7: a second title; a step begins with ## instead of #"},
      {"## One\n\na [link](b)\n", "bad.md:7: a link is not used in lessons; write what it says"},
      {"## One\n\na\nb {{c\n", "bad.md:8: {{ is not closed; add }} behind the number"},
      {"## One\n\n{{a[b}}\n", "bad.md:7: {{a[b}}: \"[\" is not closed; add \"]\""},
      {"## One\n\n{{fst: a}}\n",
       "bad.md:7: {{fst: a}}: \"fst:\" is not known; there are first:, second:, before: and lab:"},
      {"## One\n\n```sesion\n```\n",
       "bad.md:8: ```sesion is not known; there are ```session, ```question, ```check and ```rows"},
      {"## One\n\n```session\n{\"view\": \"lines\",\n \"toke\": 1}\n```\n",
       "bad.md:9: session: field \"toke\" is not known"},
      {"## One\n\n```session\n{\"view\": \"lines\",\n\"layer\" 1}\n```\n",
       "bad.md:9: the session is not JSON from here on; look for a missing comma, quote or bracket"},
      {"## One\n\n```session\n{\"theme\": \"dark\"}\n```\n",
       "bad.md:8: \"theme\" is for the reader to choose; leave it out"},
      {"## One\n\n```session\n{\"layer\": 1,\n \"token\": \"bus\"}\n```\n",
       "bad.md:9: \"bus\" is not a word of the sentence; it has: the animal didn't cross the street because "
       "it was too "
       "tired"},
      {"## One\n\n```check\n1 > 0\n1 + 1\n```\n",
       "bad.md:9: a check compares: write for example path[row, column] > 0.8"},
      {"## One\n\n```question\nWhat?\n- [ ] a\n- [ ] b\n```\n",
       "bad.md:8: the question has no answer; write \"answer:\" and what is to be said"},
      {"## One\n\n```question\nWhat?\n- [x] a\n- [x] b\nanswer: c\n```\n",
       "bad.md:8: two choices are right; mark one with [x]"},
      {"## One\n\n```question\nWhat?\nanswer: c\nshow: {\"veiw\": 1}\n```\n",
       "bad.md:10: session: field \"veiw\" is not known"},
  };
  for (const auto& [steps, expected] : cases) EXPECT_EQ(problem_of(steps), expected);
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

// --- numbers

DocumentPtr document() {
  static const DocumentPtr computed = [] {
    Session session;
    session.model = tiny_model_folder();
    session.sentence = tired_sentence;
    session.compare = wide_sentence;
    session.edits.push_back(Edit{
        .path = "encoder.0.self_attention.head.0.weights", .row = 7, .col = 1, .values = {0.5F}, .other = 0});
    return compute(session, nullptr);
  }();
  return computed;
}

std::string quoted(const std::string& text) { return Quote::parse(text)->text(*document()); }

std::string quote_error(const std::string& text) {
  try {
    return "no error, but " + quoted(text);
  } catch (const QuoteError& error) {
    return error.what();
  }
}

TEST(Quote, ReadsCellsByWordAndByPlace) {
  const Trace& trace = *document()->trace(0);
  const Reading weights = trace.read("encoder.1.self_attention.head.0.weights");
  EXPECT_EQ(quoted("encoder.1.self_attention.head.0.weights[it, animal]"), weight_alone(weights(7, 1)));
  EXPECT_EQ(quoted("encoder.1.self_attention.head.0.weights[7, 1] .4"), fixed_text(weights(7, 1), 4));
  EXPECT_EQ(quoted("encoder.1.self_attention.head.0.weights[\"it\", 1] %"),
            fixed_text(weights(7, 1) * 100, 0) + "%");
  EXPECT_EQ(quoted("encoder.0.self_attention.head.0.weights[it, animal]"), "0.50");
  EXPECT_NE(quoted("before: encoder.0.self_attention.head.0.weights[it, animal]"), "0.50");
  EXPECT_EQ(quoted("second: translation"), written(*document()->trace(1)));
  EXPECT_EQ(quoted("decoder.0.self_attention.head.0.masked[0, 1]"), "−∞");
  const std::string row = "encoder.0.self_attention.head.0.weights[7]";
  EXPECT_NE(quoted("smallest(second: " + row + ") .6"), quoted("smallest(" + row + ") .6"));
  EXPECT_EQ(quoted("second: smallest(" + row + ") .6"), quoted("smallest(second: " + row + ") .6"));
  EXPECT_EQ(quoted("second: difference(" + row + ", first: " + row + ") .6"),
            quoted("difference(second: " + row + ", " + row + ") .6"));
  EXPECT_EQ(quoted("before: largest(" + row + ") .6"), quoted("largest(before: " + row + ") .6"));
}

TEST(Quote, Calculates) {
  EXPECT_EQ(quoted("1 + 2 * 3"), "7");
  EXPECT_EQ(quoted("(1 + 2) * -3"), "−9");
  EXPECT_EQ(quoted("7 / 2"), "3.50");
  EXPECT_EQ(quoted("sqrt(columns(source.input))"), "4.00");
  EXPECT_EQ(quoted("rows(source.input)"), "11");
  EXPECT_EQ(quoted("sum(encoder.1.self_attention.head.0.weights[it]) .2"), "1.00");
  EXPECT_EQ(quoted("cosine(source.input[it], source.input[it])"), "1.00");
  EXPECT_EQ(quoted("difference(source.embedded[0], source.embedded[4])"), "0.00");
  EXPECT_TRUE(Quote::parse("spread(source.input[it]) > 0")->holds(*document()));
  EXPECT_TRUE(
      Quote::parse("dot(encoder.1.self_attention.head.0.query[it], encoder.1.self_attention.head.0.key[was]) "
                   "= encoder.1.self_attention.head.0.scores[it, was]")
          ->holds(*document()));
  EXPECT_FALSE(Quote::parse("top(source.input[it]) = \"x\"")->holds(*document()));
  EXPECT_FALSE(Quote::parse("1 != 1")->holds(*document()));
  EXPECT_TRUE(Quote::parse("2 >= 2")->holds(*document()));
  EXPECT_FALSE(Quote::parse("2 < 2")->holds(*document()));
}

TEST(Quote, SaysWhatIsNotThere) {
  EXPECT_NE(quote_error("encoder.1.self_attention.head.0.weight[it, animal]").find("nearest"),
            std::string::npos);
  EXPECT_NE(quote_error("source.input[its, 0]").find("nearest: \"it\""), std::string::npos);
  EXPECT_NE(quote_error("source.input[the, 0]").find("at 0 and at 4"), std::string::npos);
  EXPECT_NE(quote_error("source.input[11, 0]").find("0 to 10"), std::string::npos);
  EXPECT_NE(quote_error("source.input[it]").find("say which cell"), std::string::npos);
  EXPECT_NE(quote_error("sun(source.input)").find("no function"), std::string::npos);
  EXPECT_NE(quote_error("card(nothing)").find("measure"), std::string::npos);
  EXPECT_NE(quote_error("dot(source.input[it], probabilities[0])").find("not of one size"),
            std::string::npos);
  EXPECT_NE(quote_error("1 +").find("missing"), std::string::npos);
  EXPECT_NE(quote_error(std::string(2000, '(')).find("brackets"), std::string::npos);
}

TEST(Quote, SurvivesAnything) {
  const std::vector<std::string> pieces{
      "source.input",  "[",     "]",    "it",  ",",   "second:", "before:", "top(",
      "cosine(",       ")",     "(",    "-",   "+",   "*",       "/",       "<",
      "probabilities", "99999", "1e99", "\"",  " .2", "%",       ":",       "é",
      "sqrt(",         "card(", "7",    "sum("};
  std::mt19937 random(11);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const int count = 1 + static_cast<int>(random() % 9);
    for (int i = 0; i < count; ++i) text += pieces[random() % pieces.size()];
    try {
      quoted(text);
    } catch (const QuoteError& error) {
      EXPECT_FALSE(std::string(error.what()).empty());
    }
  }
}

// --- what is shipped

TEST(ShippedLessons, AreAtLeastTenAndAllCanBeRead) {
  EXPECT_GE(shipped_lessons().size(), 10U);
  EXPECT_EQ(shipped_lessons().size(), shipped_lesson_files().size());
}

TEST(ShippedLessons, SayOnlyWhatIsTrue) {
  for (const std::string& file : shipped_lesson_files()) {
    std::vector<Problem> problems;
    const Lesson lesson = parse_lesson(read_text(file), file, problems);
    LessonCount count;
    if (problems.empty()) problems = check_lesson(lesson, &count);
    for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
    EXPECT_GT(count.claims, 0) << file << " claims nothing that could be tested";
  }
}

TEST(ShippedLessons, AreShortAndAskSomething) {
  for (const LessonPtr& lesson : shipped_lessons()) {
    EXPECT_GE(lesson->steps.size(), 5U) << lesson->file;
    EXPECT_LE(lesson->steps.size(), 9U) << lesson->file;
    EXPECT_FALSE(lesson->rows.empty()) << lesson->file;
    EXPECT_TRUE(std::any_of(lesson->steps.begin(), lesson->steps.end(),
                            [](const LessonStep& step) { return step.question.has_value(); }))
        << lesson->file << " asks nothing";
    for (const LessonStep& step : lesson->steps) {
      std::string text;
      for (const Paragraph& paragraph : step.text) text += plain_text(paragraph.runs) + " ";
      EXPECT_LE(std::count(text.begin(), text.end(), ' '), 75) << lesson->file << ":" << step.line;
    }
  }
}

TEST(ShippedLessons, NumbersAreReadAndNeverTyped) {
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (const LessonStep& step : lesson->steps) {
      for (const Paragraph& paragraph : step.text) {
        for (const headlight::Run& run : paragraph.runs) {
          if (run.kind != headlight::Run::Kind::plain) continue;
          for (std::size_t i = 0; i + 2 < run.text.size(); ++i) {
            const bool decimal =
                run.text[i] == '.' && std::isdigit(static_cast<unsigned char>(run.text[i + 1])) != 0;
            EXPECT_FALSE(decimal) << lesson->file << ":" << step.line << ": \"" << run.text << "\"";
          }
        }
      }
    }
  }
}

TEST(CheckLesson, FindsWhatTheModelDoesNotHave) {
  std::vector<Problem> problems;
  const Lesson lesson = parse_lesson(
      "# T\n\nS.\n\n## One\n\n{{source.inputs[0, 0]}}\n\n```session\n{\"token\": 70, \"layer\": 9}\n```\n\n"
      "```check\n1 > 2\n```\n\n## Two\n\n```session\n{\"view\": \"steps\", \"step\": \"nowhere\"}\n```\n\n"
      "## Three\n\n```session\n{\"edits\": [{\"path\": \"logit\", \"values\": [1]}]}\n```\n",
      "x.md", problems);
  ASSERT_TRUE(problems.empty());
  problems = check_lesson(lesson);
  std::vector<int> lines;
  for (const Problem& problem : problems) lines.push_back(problem.line);
  EXPECT_EQ(lines, (std::vector<int>{7, 10, 10, 14, 20, 26}));
}

// --- a lesson in the session

TEST(LessonSession, StepsAreOpenedLeftAndReturnedTo) {
  const Document nothing;
  Session session = update({}, OpenLesson{"it"}, nothing);
  ASSERT_EQ(session.lesson, "it");
  EXPECT_TRUE(session.rail);
  const Session first = session;
  session = update(session, NextLessonStep{}, nothing);
  EXPECT_EQ(session.lesson_step, 1);
  session = update(session, AnswerLesson{1}, nothing);
  EXPECT_EQ(session.lesson_answer, 1);
  EXPECT_FALSE(session.compare.empty()) << "the answer shows the second sentence";
  session = update(session, PreviousLessonStep{}, nothing);
  EXPECT_EQ(session, first);
  session = update(session, SetSentence{0, "I am a student"}, nothing);
  session = update(session, SetTheme{Theme::dark}, nothing);
  session = update(session, ReturnToLesson{}, nothing);
  EXPECT_EQ(session.theme, Theme::dark) << "the theme is the reader's";
  session.theme = first.theme;
  EXPECT_EQ(session, first);
  EXPECT_EQ(update(session, PreviousLessonStep{}, nothing), session) << "before the first there is none";
  EXPECT_EQ(update(session, OpenLesson{"no such lesson"}, nothing), session);
  session = update(session, CloseLesson{}, nothing);
  EXPECT_TRUE(session.lesson.empty());
  EXPECT_EQ(session.sentence, first.sentence) << "what is on stage stays";
}

TEST(LessonSession, StepAndAnswerAreKeptWithinTheLesson) {
  Session session;
  session.lesson = "it";
  session.lesson_step = 99;
  session.lesson_answer = 99;
  session = fitted(session, {});
  const LessonPtr lesson = find_lesson("it");
  ASSERT_NE(lesson, nullptr);
  EXPECT_EQ(session.lesson_step, static_cast<int>(lesson->steps.size()) - 1);
  EXPECT_LT(session.lesson_answer, 3);
  EXPECT_EQ(session_from_json(to_json(session)), session);
}

TEST(LessonSession, NumbersStayThoseOfTheStepWhateverIsOnStage) {
  Session session = update({}, OpenLesson{"it"}, {});
  const DocumentPtr at_step = compute(session, nullptr);
  ASSERT_NE(at_step->page, nullptr);
  EXPECT_EQ(at_step->page->numbers.at(0), "0.99");
  session.sentence = "I am a student";
  session.compare.clear();
  const DocumentPtr elsewhere = compute(session, nullptr);
  ASSERT_NE(elsewhere->page, nullptr);
  EXPECT_EQ(elsewhere->page->numbers, at_step->page->numbers);
}

TEST(OpenLesson, ReadsAFileAgainAndRefusesABadOne) {
  const TemporaryFolder folder;
  const std::string file = folder / "mine.md";
  const auto write = [&](const std::string& text) { std::ofstream(file) << text; };
  write("# Mine\n\nS.\n\n## One\n\ntext\n");
  EXPECT_EQ(open_lesson(file), file);
  EXPECT_EQ(find_lesson(file)->title, "Mine");
  write("# Changed\n\nS.\n\n## One\n\ntext\n");
  EXPECT_EQ(find_lesson(file)->title, "Mine") << "a frame reads no files";
  EXPECT_EQ(open_lesson(file), file);
  EXPECT_EQ(find_lesson(file)->title, "Changed");
  write("# Bad\n\nS.\n\n## One\n\n```check\n1 > 2\n```\n");
  EXPECT_THROW(open_lesson(file), std::invalid_argument);
  EXPECT_EQ(find_lesson(file)->title, "Changed") << "what was open stays";
  EXPECT_THROW(open_lesson("nosuch"), std::invalid_argument);
}

}  // namespace
}  // namespace headlight
