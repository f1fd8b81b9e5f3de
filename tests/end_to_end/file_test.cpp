// `headlight FILE`: what a double click starts. Without a display it writes what the window would show.
#include "app/session/session_file.h"
#include "tests/end_to_end/model_commands.h"

namespace headlight {
namespace {

class NamedFile : public ModelCommands {
 protected:
  Result open(const std::string& name) { return run({name}, folder_.path()); }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  // The picture that these arguments make.
  std::string drawn(const std::vector<std::string>& arguments) {
    const Result result = run(arguments, folder_.path());
    EXPECT_EQ(result.code, 0) << result.error;
    std::string picture = contents(folder_ / "headlight.svg");
    for (const char* ending : {".png", ".svg", ".pdf"}) {
      std::filesystem::remove(folder_ / ("headlight" + std::string(ending)));
    }
    return picture;
  }
  void save(const std::string& name) {
    Session session;
    session.model = tiny_model_folder();
    session.text(0) = "the street was wide";
    session.text(1).clear();
    save_session(folder_ / name, session);
  }
};

TEST_F(NamedFile, IsTheSessionInIt) {
  const std::string without = drawn({"--model", tiny_model_folder()});
  for (const std::string name : {"talk.headlight", "talk.json"}) {
    save(name);
    EXPECT_EQ(drawn({name}), drawn({"--session", name})) << name;
    EXPECT_NE(drawn({name}), without) << name;
  }
}

TEST_F(NamedFile, IsTheLessonInIt) {
  write("mine.lesson.md",
        "# T\n\nS.\n\n## One\n\nA word.\n\n```session\n"
        "{\"sentence\": \"I love bears\", \"compare\": \"\", \"view\": \"lines\"}\n```\n");
  const std::string lesson = drawn({"mine.lesson.md"});
  EXPECT_EQ(lesson, drawn({"--lesson", "mine.lesson.md"}));
  EXPECT_NE(lesson, drawn({}));
}

TEST_F(NamedFile, IsChangedByTheOptionsBesideIt) {
  save("talk.headlight");
  const std::string changed = drawn({"talk.headlight", "--sentence", "the animal was tired"});
  EXPECT_EQ(changed, drawn({"--session", "talk.headlight", "--sentence", "the animal was tired"}));
  EXPECT_NE(changed, drawn({"talk.headlight"}));
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
