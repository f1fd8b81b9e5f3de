// `headlight FILE`: what a double click starts. Without a display it writes what the window would show.
#include "app/session/session_file.h"
#include "tests/end_to_end/model_commands.h"

namespace headlight {
namespace {

class NamedFile : public ModelCommands {
 protected:
  Result open(const std::string& name) { return run({name}, folder_.path()); }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  // The first line of the picture's own words would be the sentence; its numbers are another matter.
  bool is_drawn(const std::string& word) {
    return contents(folder_ / "headlight.svg").find(word) != std::string::npos;
  }
};

TEST_F(NamedFile, IsTheSessionInIt) {
  Session session;
  session.model = tiny_model_folder();
  session.sentence = "the street was wide";
  session.compare.clear();
  for (const std::string name : {"talk.headlight", "talk.json"}) {
    save_session(folder_ / name, session);
    const Result by_name = open(name);
    ASSERT_EQ(by_name.code, 0) << by_name.error;
    const std::string drawn = contents(folder_ / "headlight.svg");
    ASSERT_EQ(run({"--session", name}, folder_.path()).code, 0);
    EXPECT_EQ(contents(folder_ / "headlight.svg"), drawn) << "the same as --session";
    EXPECT_TRUE(is_drawn("wide"));
    EXPECT_FALSE(is_drawn("animal")) << "not the session that opens without a file";
  }
}

TEST_F(NamedFile, IsTheLessonInIt) {
  write("mine.lesson.md",
        "# T\n\nS.\n\n## One\n\nA word.\n\n```session\n"
        "{\"sentence\": \"I love bears\", \"compare\": \"\", \"view\": \"lines\"}\n```\n");
  const Result result = open("mine.lesson.md");
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_TRUE(is_drawn("bears"));
}

TEST_F(NamedFile, IsChangedByTheOptionsBesideIt) {
  Session session;
  session.model = tiny_model_folder();
  save_session(folder_ / "talk.headlight", session);
  const Result result = run({"talk.headlight", "--sentence", "the street was wide"}, folder_.path());
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_TRUE(is_drawn("wide"));
  EXPECT_FALSE(is_drawn("tired"));
}

TEST_F(NamedFile, IsNamedWhereItIsWrong) {
  write("bad.headlight", "{\n\"layer\": }");
  write("bad.lesson.md", "no title\n");
  write("notes.txt", "");
  const std::vector<std::pair<std::string, std::string>> wrong{{"bad.headlight", "line 2"},
                                                               {"bad.lesson.md", "title"},
                                                               {"notes.txt", ".headlight"},
                                                               {"none.json", "name"}};
  for (const auto& [name, says] : wrong) {
    const Result result = open(name);
    EXPECT_EQ(result.code, 1) << name;
    EXPECT_NE(result.error.find(name), std::string::npos) << result.error;
    EXPECT_NE(result.error.find(says), std::string::npos) << result.error;
  }
  EXPECT_EQ(files_in(folder_.path()).size(), 3U) << "no figure of anything else";
}

TEST_F(NamedFile, StandsAlone) {
  write("talk.headlight", "{}");
  EXPECT_EQ(run({"talk.headlight", "models"}, folder_.path()).code, 2);
  EXPECT_EQ(run({"talk.headlight", "--session", "talk.headlight"}, folder_.path()).code, 2);
  EXPECT_EQ(run({"talk.headlight", "other.headlight"}, folder_.path()).code, 2);
}

}  // namespace
}  // namespace headlight
