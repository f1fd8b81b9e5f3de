// What is written where: nothing that somebody needs is overwritten, and nothing gets lost in silence.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/session/session_file.h"
#include "core/models/card.h"
#include "tests/end_to_end/model_commands.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

class Outputs : public ModelCommands {
 protected:
  void expect_refused(const Result& result, const std::string& why) {
    EXPECT_EQ(result.code, 1);
    EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
    EXPECT_NE(result.error.find(why), std::string::npos) << result.error;
  }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
};

TEST_F(Outputs, TheSessionThatWasReadStays) {
  const std::string session = R"({"sentence": "it was tired", "compare": ""})";
  write("mine.json", session);
  fs::create_hard_link(folder_ / "mine.json", folder_ / "same.csv");
  fs::create_symlink("mine.json", folder_ / "link.png");
  for (const char* name : {"same.csv", "link.png"}) {
    expect_refused(on_model({"figure", "--session", "mine.json", "-o", name}), "this is the session itself");
    EXPECT_EQ(contents(folder_ / "mine.json"), session) << name;
  }
}

TEST_F(Outputs, TheModelsOwnFilesStay) {
  const fs::path model = folder_.path() / "model";
  fs::copy(tiny_model_folder(), model);
  const std::string weights = contents(model / "model.safetensors");
  const Result result = run({"trace", "--model", "model", "-o", "model/model.safetensors"}, folder_.path());
  expect_refused(result, "this is the model's model.safetensors itself");
  EXPECT_EQ(contents(model / "model.safetensors"), weights);
}

// The weights and their words, which a figure of them is not to be written over.
TEST_F(Outputs, GivenWeightsStayAndComeBackFromTheirNumbers) {
  const fs::path given = HEADLIGHT_SOURCE_DIR "/tests/golden/given";
  for (const char* name : {"two.npy", "other.npy", "words.txt"}) fs::copy_file(given / name, folder_ / name);
  const std::string weights = contents(folder_ / "two.npy");
  const std::vector<std::string> asked{"figure", "--weights", "two.npy", "--tokens", "words.txt", "-o"};
  const auto figure = [&](const std::string& file, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = asked;
    arguments.push_back(file);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments, folder_.path());
  };
  expect_refused(figure("two.npy"), "itself");
  EXPECT_EQ(contents(folder_ / "two.npy"), weights);
  EXPECT_EQ(figure("mine.csv").code, 0);
  EXPECT_EQ(run({"figure", "--weights", "mine.csv", "-o", "again.csv"}, folder_.path()).code, 0);
  EXPECT_EQ(contents(folder_ / "again.csv"), contents(folder_ / "mine.csv"));
  EXPECT_EQ(figure("mine.pdf").code, 0);
  EXPECT_EQ(beginning("mine.pdf"), "%PDF-");
  EXPECT_EQ(figure("both.svg", {"--compare-weights", "other.npy"}).code, 0);
  EXPECT_NE(contents(folder_ / "both.svg").find("other.npy"), std::string::npos);
  expect_refused(figure("x.png", {"--site", "query"}), "come without queries");
  expect_refused(figure("x.png", {"--lab", "masks"}), "come without queries");
  expect_refused(figure("x.png", {"--compare-weights", "missing.npy"}), "missing.npy: there is no such file");
}

// Turned round by a word, and offered where the words fit only so; what is not opened is named.
TEST_F(Outputs, GivenWeightsAreTurnedAndNamed) {
  const fs::path given = HEADLIGHT_SOURCE_DIR "/tests/golden/given";
  for (const char* name : {"keys_by_queries.npy", "cross.npy", "words.txt", "queries.txt", "layers.pkl"})
    fs::copy_file(given / name, folder_ / name);
  const auto figure = [&](const std::string& weights, const std::string& file, bool transposed) {
    std::vector<std::string> all{"figure",      "--weights", weights, "--tokens",
                                 "queries.txt", "words.txt", "-o",    file};
    if (transposed) all.push_back("--transpose");
    return run(all, folder_.path());
  };
  EXPECT_EQ(figure("cross.npy", "as_it_is.csv", false).code, 0);
  expect_refused(figure("keys_by_queries.npy", "x.csv", false), "give --transpose");
  EXPECT_EQ(figure("keys_by_queries.npy", "turned.csv", true).code, 0);
  EXPECT_EQ(contents(folder_ / "turned.csv"), contents(folder_ / "as_it_is.csv"));
  expect_refused(run({"figure", "--weights", "layers.pkl", "-o", "x.csv"}, folder_.path()),
                 "in Python: import");
}

TEST_F(Outputs, AReadOnlyFileStays) {
  write("a.svg", "old");
  fs::permissions(folder_ / "a.svg", fs::perms::owner_read);
  expect_refused(on_model({"figure", "-o", "a.svg"}), "a.svg: this file is read-only");
  EXPECT_EQ(contents(folder_ / "a.svg"), "old");
}

TEST_F(Outputs, WhatALinkLeadsToIsMade) {
  fs::create_symlink("real.svg", folder_ / "link.svg");
  const Result result = on_model({"figure", "-o", "link.svg"});
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.svg"));
  EXPECT_EQ(beginning("real.svg"), "<?xml");
  fs::create_symlink("no/such/real.svg", folder_ / "lost.svg");
  expect_refused(on_model({"figure", "-o", "lost.svg"}), "no/such does not exist");
}

TEST_F(Outputs, FiguresThatNobodyNamedTakeFreeNames) {
  write("headlight.png", "old");
  write("headlight-2.pdf", "old");
  const Result result = on_model({});
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(contents(folder_ / "headlight.png"), "old");
  EXPECT_FALSE(fs::exists(folder_ / "headlight-2.png"));
  for (const char* name : {"headlight-3.png", "headlight-3.svg", "headlight-3.pdf"})
    EXPECT_NE(result.output.find(std::string("wrote ") + (folder_ / name)), std::string::npos)
        << result.output;
  EXPECT_NE(result.output.find("kept"), std::string::npos) << result.output;
}

TEST_F(Outputs, AFullDiskBehindStdoutIsAnError) {
  const std::vector<std::vector<std::string>> commands{
      {"models"},           {"models", "--json"},
      {"lesson", "list"},   {"lesson", "list", "--json"},
      {"--help"},           {"figure", "--json", "--model", tiny_model_folder()},
      {"figure", "--help"}, {"figure", "-o", "a.svg", "--model", tiny_model_folder()},
  };
  for (const auto& command : commands) {
    expect_refused(run(command, folder_.path(), {"", ">/dev/full"}), "stdout");
    expect_refused(run(command, folder_.path(), {"", ">&-"}), "stdout");
  }
  EXPECT_EQ(contents(folder_ / "a.svg").substr(0, 5), "<?xml")
      << "with stdout closed, what is said goes nowhere else";
  EXPECT_TRUE(contents(folder_ / "a.svg").ends_with("</svg>\n"));
}

TEST_F(Outputs, WhatIsQuotedIsShort) {
  const Result result = on_model({"figure", "--site", std::string(100'000, 'x'), "-o", "a.png"});
  expect_refused(result, "nearest");
  EXPECT_LT(result.error.size(), 2'000U);
}

TEST_F(Outputs, AModelOfOneLayerOpensAsItIs) {
  TransformerConfig config{.d_model = 16, .d_ff = 24};
  config.encoder_layers = 1;
  const TemporaryFolder place;
  const std::string model = saved_model(place, config);
  const Result result = run({"figure", "--model", model, "--json"}, folder_.path());
  ASSERT_EQ(result.code, 0) << result.error;
  EXPECT_EQ(nlohmann::json::parse(result.output).at("path"), "encoder.0.self_attention.head.0.weights");
  expect_refused(run({"figure", "--model", model, "--layer", "1", "--json"}, folder_.path()),
                 "--layer 1 is out of range");
}

// A path of one layer was taken for the same part of another.
TEST_F(Outputs, APartOfALayerIsThatLayers) {
  for (const char* layer : {"0", "1"}) {
    const Result result =
        on_model({"figure", "--site", "encoder." + std::string(layer) + ".weights", "--json"});
    ASSERT_EQ(result.code, 0) << result.error;
    EXPECT_EQ(nlohmann::json::parse(result.output).at("path"),
              "encoder." + std::string(layer) + ".self_attention.head.0.weights");
  }
}

// Whatever there is room for, nothing is left half-written.
TEST_F(Outputs, WantOfMemoryLeavesNothingBehind) {
  for (const int megabytes : {60, 120, 144, 148, 160, 164, 200, 207, 240, 270, 300, 340, 400}) {
    const std::string limit = "ulimit -v " + std::to_string(1024 * megabytes);
    for (const std::string name : {"a.png", "a.pdf"}) {
      const Result result =
          run({"figure", "-o", name, "--model", tiny_model_folder()}, folder_.path(), {limit, ""});
      EXPECT_TRUE(result.code == 0 || result.code == 1)
          << megabytes << ": ended by a signal: " << result.error;
      EXPECT_TRUE(result.code == 0 || result.error.find("not enough memory") != std::string::npos)
          << megabytes << ": " << result.error;
      EXPECT_LE(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
    }
    for (const std::string& name : files_in(folder_.path()))
      EXPECT_TRUE(name == "a.png" || name == "a.pdf") << name << " at " << megabytes;
  }
}

// `headlight FILE`: what a double click starts. Without a display it writes what the window would show.

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
                                                               {"notes.txt", "headlight heads --text"},
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
