// `headlight lesson`, and opening one from the command line.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/lab/lab.h"
#include "app/session/session.h"
#include "tests/end_to_end/model_commands.h"
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
              "```session\n{\"model\": \"causal\", \"sentence\": \"The animal was tyred\"}\n```\n\n"
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
  EXPECT_NE(silent.error.find("asks no question"), std::string::npos) << silent.error;
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

// The commands on the small models for the kinds of positions.

TEST(PositionsCommands, TheModelsAreListedAndNoneIsOpenedAsASession) {
  const TemporaryFolder folder;
  const Result listed = run({"models", "--json"}, folder.path());
  ASSERT_EQ(listed.code, 0) << listed.error;
  bool found = false;
  for (const auto& card : nlohmann::json::parse(listed.output)) {
    if (card.at("name") != "positions") continue;
    found = true;
    EXPECT_GT(card.at("spreads").size(), 50U);
  }
  EXPECT_TRUE(found);
  EXPECT_NE(run({"models"}, folder.path()).output.find("over the seeds"), std::string::npos);
  const Result opened = run({"figure", "--model", "positions", "-o", "a.png"}, folder.path());
  EXPECT_EQ(opened.code, 1);
  EXPECT_NE(opened.error.find("positions lab"), std::string::npos) << opened.error;
}

// Pictures and numbers of the labs from the command line.

using nlohmann::json;

using LabCommands = ModelCommands;

TEST_F(LabCommands, EveryLabIsDrawnInEveryType) {
  for (const auto& [lab, name] : lab_names()) {
    for (const auto& [extension, start] : std::vector<std::pair<std::string, std::string>>{
             {".png", "\x89PNG\r"}, {".svg", "<?xml"}, {".pdf", "%PDF-"}}) {
      const std::string file = name + extension;
      const Result result =
          on_model({"figure", "--lab", name, "--sentence", tired_sentence, "--stage", "-o", file});
      EXPECT_EQ(result.code, 0) << result.error;
      EXPECT_EQ(beginning(file), start) << file;
      EXPECT_NE(result.output.find(std::string(lab->title) + (lab->own_view ? ": " : " lab: ")),
                std::string::npos)
          << result.output;
    }
    const Result heatmap = on_model({"figure", "--lab", name, "--sentence", tired_sentence, "-o", "h.svg"});
    EXPECT_EQ(heatmap.code, 0) << name << ": " << heatmap.error;
  }
}

TEST_F(LabCommands, ASessionsLabHasItsTables) {
  std::ofstream(folder_.path() / "s.json")
      << R"({"view": "lab", "lab": "masks", "sentence": "it was too", "compare": "", "model": ")"
      << tiny_model_folder() << R"(", "labs": {"masks": {"mask": "causal"}}})";
  const auto figure = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"figure", "--session", "s.json"});
    return run(more, folder_.path());
  };
  ASSERT_EQ(figure({"-o", "a.csv"}).code, 0);
  EXPECT_EQ(contents(folder_ / "a.csv"), "query / key,it,was,too\r\nit,1,0,0\r\nwas,1,1,0\r\ntoo,1,1,1\r\n");
  ASSERT_EQ(figure({"-o", "c.tsv", "--table", "cache"}).code, 0);
  EXPECT_EQ(contents(folder_ / "c.tsv"),
            "word\twords\tkeys without a mask\tkeys kept\nit\t1\t1\t1\nwas\t2\t2\t2\ntoo\t3\t3\t3\n");
  ASSERT_EQ(figure({"-o", "w.csv", "--table", "weights"}).code, 0);
  EXPECT_NE(contents(folder_ / "w.csv").find("masked"), std::string::npos);
  ASSERT_EQ(figure({"-o", "a.npy"}).code, 0);
  EXPECT_EQ(beginning("a.npy"), "\x93NUMP");
  ASSERT_EQ(figure({"-o", "w.png", "--table", "weights"}).code, 0);
  EXPECT_EQ(beginning("w.png"), "\x89PNG\r");
  const Result wrong = figure({"-o", "x.csv", "--table", "nothing"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.error.find("mask, layers needed, cache, weights"), std::string::npos) << wrong.error;
  const json said = json::parse(figure({"--json"}).output);
  ASSERT_EQ(said.at("tables").size(), 4U);
  EXPECT_EQ(said.at("tables").at(0).at("row_names").at(2), "too");
  EXPECT_EQ(said.at("tables").at(3).at("panels").at(0).at("values").at(0).at(1), nullptr) << "masked";
  EXPECT_EQ(said.at("panels").at(0).at("values").at(0).at(1), nullptr) << "masked";
}

TEST_F(LabCommands, ScreenshotsShowEveryLab) {
  const Result result = on_model({"screenshots", "-o", "all"});
  ASSERT_EQ(result.code, 0) << result.error;
  const std::vector<std::string> files = files_in(folder_ / "all");
  for (const auto& [lab, name] : lab_names()) {
    const std::string file = (lab->own_view ? "" : "lab-") + std::string(name) + "-dark-1280x800.png";
    EXPECT_NE(std::find(files.begin(), files.end(), file), files.end()) << file;
  }
}

}  // namespace
}  // namespace headlight
