// `headlight lesson`, and opening one from the command line.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

std::string file_of(const TemporaryFolder& folder, const std::string& text) {
  std::string file = folder / "mine.md";
  std::ofstream(file) << text;
  return file;
}

TEST(LessonCommand, ListsWhatIsShipped) {
  const TemporaryFolder folder;
  const Result result = run({"lesson", "list", "--json"}, folder.path());
  ASSERT_EQ(result.code, 0) << result.error;
  const auto lessons = nlohmann::json::parse(result.output);
  EXPECT_GE(lessons.size(), 10U);
  for (const auto& lesson : lessons) EXPECT_FALSE(lesson["summary"].get<std::string>().empty());
  const std::string list = run({"lesson", "list"}, folder.path()).output;
  EXPECT_NE(list.find("1.3  it: What is"), std::string::npos) << list;
  EXPECT_NE(list.find("\n3  Attention\n"), std::string::npos) << list;
}

TEST(LessonCommand, ChecksTheExampleOfTheGuide) {
  const std::string guide = contents(std::string(HEADLIGHT_SOURCE_DIR) + "/assets/lessons/README.md");
  const std::string fence = "````";
  const std::size_t begin = guide.find(fence + "markdown\n");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t first = guide.find('\n', begin) + 1;
  const TemporaryFolder folder;
  const std::string file = file_of(folder, guide.substr(first, guide.find(fence, first) - first));
  const Result result = run({"lesson", "check", file}, folder.path());
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.output.find("1 claims true"), std::string::npos) << result.output;
}

TEST(LessonCommand, NamesEachProblemWithItsLine) {
  const TemporaryFolder folder;
  const std::string file =
      file_of(folder,
              "# T\n\nS.\n\n## One\n\n{{encoder.1.self_attention.head.0.weight[it, 0]}}\n\n"
              "```session\n{\"sentence\": \"The animal was tyred\"}\n```\n\n"
              "## Two\n\n```session\n{\"layer\": 7}\n```\n\n```check\n1 > 2\n```\n");
  const Result result = run({"lesson", "check", file}, folder.path());
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.error.find("mine.md:10: "), std::string::npos) << result.error;
  EXPECT_NE(result.error.find("tired"), std::string::npos) << "the nearest word: " << result.error;
  EXPECT_NE(result.error.find("mine.md:16: \"layer\": 7"), std::string::npos) << result.error;
  EXPECT_NE(result.error.find("mine.md:20: not true: 1 > 2"), std::string::npos) << result.error;
}

TEST(LessonCommand, CodesAreThoseOfTheOthers) {
  const TemporaryFolder folder;
  EXPECT_EQ(run({"lesson", "check", "no such file.md"}, folder.path()).code, 1);
  EXPECT_EQ(run({"lesson"}, folder.path()).code, 2);
  EXPECT_EQ(run({"lesson", "chek"}, folder.path()).code, 2);
  const Result unknown = run({"figure", "--lesson", "nosuch", "-o", "x.png"}, folder.path());
  EXPECT_EQ(unknown.code, 1);
  EXPECT_NE(unknown.error.find("there are first-minute, why-attention"), std::string::npos) << unknown.error;
  EXPECT_EQ(run({"figure", "--lesson", "it", "--lesson-step", "77", "-o", "x.png"}, folder.path()).code, 1);
  EXPECT_EQ(run({"figure", "--lesson", "it", "--lesson-step", "2", "-o", "x.png"}, folder.path()).code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "x.png"));
  const Result past = run({"figure", "--lesson", "it", "--step", "0", "-o", "x.png"}, folder.path());
  EXPECT_NE(past.error.find("steps 1 to"), std::string::npos) << past.error;
  EXPECT_EQ(run({"figure", "--step", "2", "-o", "x.png"}, folder.path()).code, 1) << "of which lesson?";
  const Result silent =
      run({"figure", "--lesson", "it", "--step", "1", "--answer", "-o", "x.png"}, folder.path());
  EXPECT_NE(silent.error.find("asks nothing"), std::string::npos) << silent.error;
}

TEST(LessonCommand, TheAnswerCanBeDrawn) {
  const TemporaryFolder folder;
  std::vector<std::string> words{"figure", "--lesson", "it", "--step", "2", "-o", "open.svg"};
  ASSERT_EQ(run(words, folder.path()).code, 0);
  words.back() = "answered.svg";
  words.emplace_back("--answer");
  ASSERT_EQ(run(words, folder.path()).code, 0);
  EXPECT_EQ(contents(folder / "open.svg").find("wide"), std::string::npos);
  EXPECT_NE(contents(folder / "answered.svg").find("wide"), std::string::npos);
}

TEST(LessonCommand, ListsWhatLabsHaveForLessons) {
  const TemporaryFolder folder;
  const Result result = run({"lesson", "tables"}, folder.path());
  ASSERT_EQ(result.code, 0) << result.error;
  for (const char* said : {"\nmasks\n", "\ncost\n", "\"mask\":", "table(\""})
    EXPECT_NE(("\n" + result.output).find(said), std::string::npos) << said;
}

}  // namespace
}  // namespace headlight
