// The lessons that are shipped, and checking one against its model.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <future>
#include <regex>
#include <set>
#include <thread>

#include "app/lessons/glossary.h"
#include "app/lessons/lesson.h"
#include "app/lessons/lesson_cache.h"
#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/sentence.h"
#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "core/text/cut_words.h"

namespace headlight {
namespace {

TEST(ShippedLessons, AreAtLeastTenAndAllCanBeRead) {
  EXPECT_GE(shipped_lessons().size(), 10U);
  EXPECT_EQ(shipped_lessons().size(), shipped_lesson_files().size());
}

TEST(LessonCache, LetsNobodyWaitWhileALessonIsRead) {
  std::promise<void> read_on;
  std::atomic<bool> reads = false;
  LessonCache cache({"01-slow.md"}, [&, go = read_on.get_future().share()](const std::string&) {
    reads = true;
    go.wait();
    return std::make_shared<const Lesson>();
  });
  std::thread reader([&] { cache.find("slow"); });
  while (!reads) std::this_thread::yield();
  std::future<bool> frame = std::async(std::launch::async, [&] {
    return cache.read_by_now().empty() && !cache.was_asked("slow") && cache.scripts()->empty();
  });
  EXPECT_EQ(frame.wait_for(std::chrono::seconds(10)), std::future_status::ready)
      << "a frame waits for the file";
  read_on.set_value();
  reader.join();
  EXPECT_TRUE(frame.get());
  EXPECT_EQ(cache.read_by_now().size(), 1U);
}

// What the list shows is told by the names of folders and files alone.
TEST(ShippedLessons, AreGroupedAndNumberedByTheirFoldersAndFiles) {
  std::set<std::string> names;
  for (const LessonPtr& lesson : shipped_lessons()) {
    EXPECT_TRUE(names.insert(lesson->name).second) << lesson->name << " is there twice";
    EXPECT_FALSE(lesson->group.empty()) << lesson->file;
    EXPECT_TRUE(std::regex_match(lesson->number, std::regex("[1-9][0-9]*\\.[1-9][0-9]*"))) << lesson->number;
  }
  const LessonPtr lookup = find_lesson("lookup");
  ASSERT_NE(lookup, nullptr);
  EXPECT_EQ(lookup->group, "Attention");
  EXPECT_EQ(lookup->number, "3.1");
}

void expect_true(const std::string& file, HeldOut held_out) {
  std::vector<Problem> problems;
  const Lesson lesson = parse_lesson(read_text(file), file, problems);
  LessonCount count;
  if (problems.empty()) problems = check_lesson(lesson, &count, held_out);
  for (const Problem& problem : problems) ADD_FAILURE() << to_string(problem);
  EXPECT_GT(count.claims, 0) << file << " claims nothing that could be tested";
}

TEST(ShippedLessons, SayOnlyWhatIsTrue) {
  for (const std::string& file : shipped_lesson_files()) expect_true(file, HeldOut::skipped);
}

// With what they count over hundreds of sentences.
class ShippedLessonsLong : public testing::TestWithParam<std::string> {};
TEST_P(ShippedLessonsLong, SayOnlyWhatIsTrue) { expect_true(GetParam(), HeldOut::counted); }
INSTANTIATE_TEST_SUITE_P(Each, ShippedLessonsLong, testing::ValuesIn(shipped_lesson_files()),
                         [](const auto& file) {
                           std::string name = std::filesystem::path(file.param).stem().stem().string();
                           std::erase_if(name,
                                         [](unsigned char letter) { return std::isalnum(letter) == 0; });
                           return name;
                         });

// As `headlight lesson check --strict` reads them.
TEST(ShippedLessons, SayNoMoreThanTheyCheck) {
  std::vector<LessonPtr> before;
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (const Problem& problem : strict_problems(*lesson, before)) ADD_FAILURE() << to_string(problem);
    before.push_back(lesson);
  }
}

TEST(ShippedLessons, AreShortAndAskSomething) {
  for (const LessonPtr& lesson : shipped_lessons()) {
    EXPECT_GE(lesson->steps.size(), lesson->name == first_lesson ? 3U : 5U) << lesson->file;
    EXPECT_LE(lesson->steps.size(), 9U) << lesson->file;
    EXPECT_FALSE(lesson->rows.empty()) << lesson->file;
    EXPECT_TRUE(std::any_of(lesson->steps.begin(), lesson->steps.end(),
                            [](const LessonStep& step) { return step.question.has_value(); }))
        << lesson->file << " asks nothing";
    for (const LessonStep& step : lesson->steps) {
      std::string text;
      for (const Paragraph& paragraph : step.text) {
        for (const headlight::Inline& run : paragraph.runs)
          text += run.kind == headlight::Inline::Kind::number ? "0" : run.text;
        text += " ";
      }
      EXPECT_LE(std::count(text.begin(), text.end(), ' '), 75) << lesson->file << ":" << step.line;
    }
  }
}

// Text of a lesson or of the glossary, without what is read from a model.
std::string words_said(const std::vector<Paragraph>& paragraphs) {
  std::string text;
  for (const Paragraph& paragraph : paragraphs) text += plain_text(paragraph.runs) + " ";
  return text;
}

// What an earlier screen had, and nobody finds any more.
void expect_no_removed_names(const std::string& text, const std::string& where) {
  static const std::regex removed(
      "\\b(tabs?|inspector|rail|(lines|heads|steps|map|flow|unrolled|picture) view|(this|other|every) view|"
      "top left|slider below|heads below|column at the right|chips? below)\\b",
      std::regex::icase);
  std::smatch found;
  EXPECT_FALSE(std::regex_search(text, found, removed)) << where << " names \"" << found.str() << "\"";
}

TEST(ShippedLessons, NameNothingThatWentAway) {
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (const LessonStep& step : lesson->steps) {
      const std::string where = lesson->file + ":" + std::to_string(step.line);
      expect_no_removed_names(step.title + " " + words_said(step.text) + words_said(step.note), where);
      if (!step.question) continue;
      expect_no_removed_names(words_said(step.question->text) + words_said(step.question->choices) +
                                  words_said(step.question->answer),
                              where);
    }
  }
  for (const Term& term : shipped_glossary().terms())
    expect_no_removed_names(plain_text(term.text), "glossary: " + term.name);
}

// In words the first layer and the first head are 1; only paths and code begin at 0.
TEST(ShippedLessons, CountFromOneInWords) {
  const std::regex zero("\\b(layer|head|dimension|column|number) 0\\b", std::regex::icase);
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (const LessonStep& step : lesson->steps) {
      std::string text = step.title;
      for (const Paragraph& paragraph : step.text) {
        for (const headlight::Inline& run : paragraph.runs) {
          if (run.kind != headlight::Inline::Kind::code && run.kind != headlight::Inline::Kind::number)
            text += run.text;
        }
      }
      EXPECT_FALSE(std::regex_search(text, zero)) << lesson->file << ":" << step.line;
    }
  }
}

// A lesson names words before its model is there: it has to count them as the model does. One that the model
// cuts into pieces is one.
TEST(ShippedLessons, SentencesAreTypedAsTheModelReadsThem) {
  const auto model = load_model(model_folder("translator"), AnswerKind::translation);
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (const LessonStep& step : lesson->steps) {
      for (const Session* session : {&step.session, &step.answered}) {
        if (session->model != "translator") continue;
        for (const int side : {0, 1}) {
          const std::string& text = session->text(side);
          EXPECT_EQ(words_of(text, nullptr), joined_words(words_of(text, &model->tokenizer())))
              << lesson->file;
        }
      }
    }
  }
}

TEST(ShippedLessons, NumbersAreReadAndNeverTyped) {
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (const LessonStep& step : lesson->steps) {
      for (const Paragraph& paragraph : step.text) {
        for (const headlight::Inline& run : paragraph.runs) {
          if (run.kind != headlight::Inline::Kind::plain) continue;
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

// The field's words, so that a student can look them up: strong where a lesson explains one, once, and not
// used before.
constexpr const char* terms[] = {"recurrent neural network",
                                 "RNN",
                                 "LSTM",
                                 "heads",
                                 "tokens",
                                 "one-hot",
                                 "embedding",
                                 "positional encoding",
                                 "dot product",
                                 "softmax",
                                 "self-attention",
                                 "scaled dot-product attention",
                                 "temperature",
                                 "gradient",
                                 "loss",
                                 "teacher forcing",
                                 "causal mask",
                                 "shifted right",
                                 "padding mask",
                                 "multi-head attention",
                                 "output projection",
                                 "ablation",
                                 "residual connection",
                                 "layer normalization",
                                 "post-norm",
                                 "pre-norm",
                                 "RMSNorm",
                                 "feed-forward network",
                                 "MLP",
                                 "ReLU",
                                 "encoder-decoder attention",
                                 "cross-attention",
                                 "logit",
                                 "greedy decoding",
                                 "decoder-only",
                                 "encoder-only",
                                 "contextual embedding",
                                 "permutation equivariance",
                                 "additive attention",
                                 "permutation invariance",
                                 "entropy",
                                 "sampling",
                                 "path length",
                                 "out of distribution",
                                 "calibration",
                                 "KV cache",
                                 "grouped-query attention",
                                 "sliding window",
                                 "attention sink",
                                 "relative bias",
                                 "ALiBi",
                                 "RoPE",
                                 "rotary positional embedding"};

// All that the lessons say, in their order; "**" around what is strong. The lesson before the first is about
// the screen.
std::string all_text() {
  std::string text;
  const auto add = [&](const Paragraph& paragraph) {
    for (const headlight::Inline& run : paragraph.runs) {
      const bool strong = run.kind == headlight::Inline::Kind::strong;
      if (run.kind == headlight::Inline::Kind::plain || run.kind == headlight::Inline::Kind::emphasis ||
          strong)
        text += strong ? "**" + run.text + "**" : run.text;
    }
    text += "\n";
  };
  for (const LessonPtr& lesson : shipped_lessons()) {
    if (lesson->name == first_lesson) continue;
    for (const LessonStep& step : lesson->steps) {
      for (const Paragraph& paragraph : step.text) add(paragraph);
      if (!step.question) continue;
      for (const auto* part : {&step.question->text, &step.question->choices, &step.question->answer}) {
        for (const Paragraph& paragraph : *part) add(paragraph);
      }
    }
  }
  return text;
}

TEST(ShippedLessons, NameTheFieldsTermsWhereTheyExplainThem) {
  const std::string text = all_text();
  for (const std::string term : terms) {
    const std::regex word("\\b" + term + "s?\\b", std::regex::icase);
    const std::regex explained("\\*\\*" + term + "s?\\*\\*", std::regex::icase);
    EXPECT_EQ(std::distance(std::sregex_iterator(text.begin(), text.end(), explained), {}), 1)
        << term << " is to be strong where it is explained, and only there";
    EXPECT_NE(shipped_glossary().find(term), nullptr) << term << " is not in the glossary";
    std::smatch first_use;
    std::smatch explanation;
    ASSERT_TRUE(std::regex_search(text, first_use, word)) << term;
    if (!std::regex_search(text, explanation, explained)) continue;
    EXPECT_EQ(first_use.position(), explanation.position() + 2)
        << term << " is used before it is explained: \""
        << text.substr(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, first_use.position() - 40)), 80)
        << "\"";
  }
}

// No lesson has more steps than a class follows, a number that is typed in braces, or a strong word of the
// text that cannot be looked up. A step without a check is one that claims nothing.
TEST(ShippedLessons, NeedNoAdviceButForStepsThatClaimNothing) {
  int silent = 0;
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (const Problem& advice : advice_on(*lesson)) {
      const bool claims_nothing = advice.what.find("nothing in this step is checked") != std::string::npos;
      silent += claims_nothing ? 1 : 0;
      EXPECT_TRUE(claims_nothing) << to_string(advice);
    }
  }
  EXPECT_LE(silent, 15) << "of all lessons together";
}

// What is counted is said with its number: "100 %" of how many?
TEST(ShippedLessons, CountOverHeldOutSentencesWithTheirNumber) {
  int counting = 0;
  for (const LessonPtr& lesson : shipped_lessons()) {
    for (const LessonStep& step : lesson->steps) {
      bool counts = false;
      bool says_of_how_many = false;
      const std::regex count("held_out\\([^)]");
      for (const Paragraph& paragraph : step.text) {
        for (const headlight::Inline& run : paragraph.runs) {
          counts = counts || std::regex_search(run.text, count);
          says_of_how_many = says_of_how_many || run.text.find("held_out()") != std::string::npos;
          EXPECT_FALSE(run.kind == headlight::Inline::Kind::number &&
                       run.text.find("card(") != std::string::npos && run.text.find('%') != std::string::npos)
              << lesson->file << ":" << step.line << ": a percentage of how many?";
        }
      }
      counting += counts ? 1 : 0;
      EXPECT_EQ(counts, says_of_how_many) << lesson->file << ":" << step.line;
    }
  }
  EXPECT_GE(counting, 4);
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
  lines.reserve(problems.size());
  for (const Problem& problem : problems) lines.push_back(problem.line);
  EXPECT_EQ(lines, (std::vector<int>{7, 10, 10, 14, 20, 26}));
}

}  // namespace
}  // namespace headlight
