// `headlight export --html`, and links on the command line.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/end_to_end/model_commands.h"

namespace headlight {
namespace {

using ExportPage = ModelCommands;

std::string page_part(const std::string& name) {
  return "<script type=\"text/plain\" id=\"data-" + name + ".pack\">QUJD</script>\n";
}

void write_template(const TemporaryFolder& folder) {
  std::ofstream(folder / "template.html")
      << "<html lang=\"en\" data-link=\"\">\n"
      << page_part("start") << page_part("causal") << page_part("positions") << page_part("seq2seq-attention")
      << "</html>\n";
}

std::string link_of_page(const std::string& page) {
  const std::size_t begin = page.find("data-link=\"") + 11;
  return page.substr(begin, page.find('"', begin) - begin);
}

TEST_F(ExportPage, PutsAModelOfOnesOwnInside) {
  write_template(folder_);
  const Result result = on_model({"export", "--html", "mine.html", "--template", "template.html", "--only"});
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.output.find("wrote mine.html ("), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("inside, of your own: "), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("): causal, positions, seq2seq-attention\n"), std::string::npos)
      << result.output;
  const std::string page = contents(folder_ / "mine.html");
  EXPECT_NE(page.find("data-own.pack"), std::string::npos);
  EXPECT_EQ(page.find("data-causal.pack"), std::string::npos);
  EXPECT_TRUE(link_of_page(page).starts_with("1:"));
}

// What one Headlight writes another one opens.
TEST_F(ExportPage, ItsLinkOpensTheLessonsStep) {
  write_template(folder_);
  const Result written = run({"export", "--html", "it.html", "--template", "template.html", "--lesson", "it",
                              "--step", "3", "--only"},
                             folder_.path());
  ASSERT_EQ(written.code, 0) << written.error;
  const std::string link = link_of_page(contents(folder_ / "it.html"));
  const Result by_link = run({"figure", "--link", "headlight.html#" + link, "--json"}, folder_.path());
  const Result by_name = run({"figure", "--lesson", "it", "--step", "3", "--json"}, folder_.path());
  const Result by_hand = run({"figure", "--link", "lesson=it&step=3", "--json"}, folder_.path());
  ASSERT_EQ(by_link.code, 0) << by_link.error;
  EXPECT_EQ(nlohmann::json::parse(by_link.output).at("path"),
            nlohmann::json::parse(by_name.output).at("path"));
  EXPECT_EQ(by_link.output, by_hand.output);
}

TEST_F(ExportPage, KeepsTheModelsThatALessonShows) {
  write_template(folder_);
  const Result result =
      run({"export", "--html", "a.html", "--template", "template.html", "--model", "causal", "--only"},
          folder_.path());
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.output.find("): positions, seq2seq-attention\n"), std::string::npos) << result.output;
}

TEST_F(ExportPage, PacksALessonForALearningPlatform) {
  write_template(folder_);
  const std::vector<std::string> export_it{"export", "--scorm", "it.zip", "--template", "template.html"};
  std::vector<std::string> with_lesson = export_it;
  with_lesson.insert(with_lesson.end(), {"--lesson", "it"});
  const Result result = run(with_lesson, folder_.path());
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.output.find("wrote it.zip ("), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("left out ("), std::string::npos) << "only the models of the lesson";
  EXPECT_TRUE(contents(folder_ / "it.zip").starts_with("PK"));
  const Result without = run(export_it, folder_.path());
  EXPECT_EQ(without.code, 1);
  EXPECT_NE(without.error.find("--lesson NAME"), std::string::npos) << without.error;
  std::vector<std::string> both = with_lesson;
  both.insert(both.end(), {"--html", "it.html"});
  EXPECT_EQ(run(both, folder_.path()).code, 2);
}

TEST_F(ExportPage, SaysWhatIsWrong) {
  write_template(folder_);
  const auto said = [&](std::vector<std::string> more, int code) {
    std::vector<std::string> arguments{"export"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = on_model(arguments);
    EXPECT_EQ(result.code, code) << result.error;
    return result.error;
  };
  EXPECT_NE(said({}, 2).find("--html"), std::string::npos);
  EXPECT_NE(said({"--html", "a.png"}, 1).find("end the name in .html"), std::string::npos);
  EXPECT_NE(said({"--html", "a.html", "--template", "none.html"}, 1).find("none.html"), std::string::npos);
  EXPECT_NE(said({"--html", "template.html", "--template", "template.html"}, 1).find("the template itself"),
            std::string::npos);
  std::ofstream(folder_ / "other.html") << "<html></html>";
  EXPECT_NE(said({"--html", "a.html", "--template", "other.html"}, 1).find("other.html is no headlight.html"),
            std::string::npos);
  EXPECT_EQ(files_in(folder_.path()).size(), 2U) << "nothing is written";
}

TEST_F(ExportPage, ADamagedLinkIsOneLine) {
  for (const std::string& link :
       std::vector<std::string>{"#1:abc", "#2:abc", "#lesson=its", "", std::string(5000, '<')}) {
    const Result result = run({"figure", "--link", link, "--json"}, folder_.path());
    EXPECT_EQ(result.code, 1);
    EXPECT_TRUE(result.error.starts_with("headlight figure: the link ")) << result.error;
    EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
  }
  EXPECT_EQ(run({"figure", "--link", "view=flow", "--lesson", "it", "--json"}, folder_.path()).code, 2);
}

}  // namespace
}  // namespace headlight
