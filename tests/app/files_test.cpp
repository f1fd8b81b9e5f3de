// Sessions in files: saving, opening, dropping, and what is said when it fails.
#include "app/panels/files/files.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <thread>

#include "app/lessons/link.h"
#include "app/lessons/page.h"
#include "app/panels/common/panels.h"
#include "app/session/session_file.h"
#include "app/widgets/finder.h"
#include "core/pictures/picture.h"
#include "tests/app/driver.h"
#include "tests/app/lab_checks.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

class Files : public ::testing::Test {
 protected:
  Files() : driver_((setenv("XDG_STATE_HOME", state_.path().c_str(), 1), tiny_session())) {}
  ~Files() override { unsetenv("XDG_STATE_HOME"); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() / name) << text;
  }
  void drop(const std::string& name) { ask(OpenFile{(folder_.path() / name).string()}); }
  // As what is on screen asks.
  void ask(Request request) {
    driver_.state().requests.push_back(std::move(request));
    driver_.frame();
    driver_.settle();
  }
  void show_folder() { ask(OpenFile{folder_.path().string(), true}); }

  TemporaryFolder state_, folder_;
  Driver driver_;
};

// What was learned in the window is kept beside the session's file, and opens like any model.
TEST_F(Files, AModelThatWasLearnedIsKeptWithoutOverwritingAnother) {
  save_session(folder_.path() / "own.json", tiny_session());
  drop("own.json");
  ask(KeepModelFolder{tiny_model_folder(), "own text"});
  ask(KeepModelFolder{tiny_model_folder(), "own text"});
  for (const char* name : {"own text", "own text-2"}) {
    const std::filesystem::path kept = folder_.path() / name;
    ASSERT_TRUE(std::filesystem::exists(kept / "config.json")) << name;
    ask(OpenModel{kept.string()});
    EXPECT_EQ(std::filesystem::path(driver_.session().model).filename(), name);
    ASSERT_NE(driver_.results()->model, nullptr) << name;
  }
  ask(KeepModelFolder{(folder_.path() / "not there").string(), "other"});
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "other"));
}

TEST_F(Files, WhatAnotherWindowSavedIsNotOverwrittenUnasked) {
  save_session(folder_.path() / "both.json", tiny_session());
  drop("both.json");
  Session other = tiny_session();
  other.text(0) = "it was tired";
  save_session(folder_.path() / "both.json", other);
  driver_.press(Key::theme);
  driver_.press(Key::save);
  ASSERT_EQ(driver_.state().overlay, Overlay::save_file);
  EXPECT_TRUE(driver_.shows("both.json has changed since it was opened"));
  EXPECT_EQ(load_session(folder_.path() / "both.json"), other);
  driver_.click("save/write");
  EXPECT_EQ(load_session(folder_.path() / "both.json"), driver_.session());
  driver_.press(Key::theme);
  driver_.press(Key::save);
  EXPECT_EQ(driver_.state().overlay, Overlay::none) << "what this window saved itself is no surprise";
}

TEST_F(Files, SaveAsksForANameOnceAndThenSaves) {
  driver_.press(Key::save);
  ASSERT_EQ(driver_.state().overlay, Overlay::save_file);
  driver_.state<FileDialog>().folder = folder_.path().string();
  driver_.type("talk");
  driver_.click("save/write");
  const auto file = folder_.path() / "talk.headlight";
  ASSERT_TRUE(std::filesystem::exists(file));
  EXPECT_EQ(load_session(file), driver_.session());
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  EXPECT_EQ(window_title(driver_.state<SessionFile>(), driver_.session()), "talk.headlight – Headlight");
  driver_.press(Key::theme);
  EXPECT_EQ(window_title(driver_.state<SessionFile>(), driver_.session()), "• talk.headlight – Headlight");
  driver_.press(Key::save);
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  EXPECT_EQ(load_session(file).theme, Theme::dark);
  EXPECT_TRUE(driver_.shows("Saved"));
}

TEST_F(Files, TheModelsNameOpensTheModels) {
  driver_.click("more");
  driver_.click("more/Model");
  ASSERT_EQ(driver_.state().overlay, Overlay::models);
  EXPECT_TRUE(driver_.shows("open now")) << "the one on stage, though it is no shipped one";
  driver_.type("two back causal 2");
  EXPECT_TRUE(driver_.shows("Small models for the kinds of positions: two back · causal 2 layers"));
  driver_.enter();
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  EXPECT_EQ(driver_.session().model, "positions/two_back/causal_2_layers");
  EXPECT_EQ(driver_.session().view, tiny_session().view);

  driver_.click("more");
  driver_.click("more/Model");
  driver_.type(folder_.path().string() + "/");
  driver_.enter();
  EXPECT_EQ(driver_.state().overlay, Overlay::models) << "why it cannot be opened is said there";
  EXPECT_FALSE(driver_.state<ModelSheet>().error.empty());
  EXPECT_EQ(driver_.session().model, "positions/two_back/causal_2_layers");
}

// A model is found by what else it is called; where nothing is found the field keeps the keyboard.
TEST_F(Files, ModelsAreFoundByWhatTheyAreCalled) {
  driver_.click("more");
  driver_.click("more/Model");
  driver_.type("letters");
  EXPECT_TRUE(driver_.shows("English, character by character"));
  driver_.type("qqq");
  EXPECT_TRUE(driver_.shows("No model here has that name"));
  driver_.enter();
  driver_.frame();
  driver_.frame();
  EXPECT_FALSE(driver_.state().typing.empty());
  EXPECT_EQ(driver_.state().overlay, Overlay::models);
}

// Folders are offered again, the newest first, as long as they are there; the finder stands on the open
// model.
TEST_F(Files, TheModelsOfFoldersOpenedLatelyAreOffered) {
  const std::string own = tiny_session().model;
  driver_.click("more");
  driver_.click("more/Model");
  EXPECT_EQ(driver_.state<FinderState>().chosen, 0);
  driver_.type("positions/third/none");
  driver_.enter();
  ASSERT_EQ(driver_.session().model, "positions/third/none");
  EXPECT_EQ(recent_models(), std::vector{own});

  driver_.click("more");
  driver_.click("more/Model");
  const std::vector<CatalogueModel>& catalogue = driver_.state<ModelSheet>().catalogue;
  ASSERT_FALSE(catalogue.empty());
  EXPECT_EQ(catalogue.front().name, own);
  EXPECT_EQ(catalogue.front().origin, "yours");
  EXPECT_EQ(catalogue.at(static_cast<std::size_t>(driver_.state<FinderState>().chosen)).name,
            "positions/third/none");

  const std::filesystem::path other = folder_.path() / "other";
  std::filesystem::copy(own, other);
  remember_model(other.string());
  remember_model("translator");
  EXPECT_EQ(recent_models(), (std::vector{other.string(), own}));
  std::filesystem::remove_all(other);
  EXPECT_EQ(recent_models(), std::vector{own});
}

// A lesson of 100 steps that take a while each: the window goes on, says how far it is, and Escape ends it.
class SlowLesson : public Files {
 protected:
  SlowLesson() {
    std::string text = "# Slow\n\nA summary.\n";
    for (int i = 0; i < 100; ++i) {
      text += "\n## Step " + std::to_string(i) + "\n\n{{table(\"next words\", 0, \"probability\")}}\n\n" +
              "```session\n{\"model\": \"characters\", \"view\": \"decoding\", \"sentence\": \"the dog " +
              std::string(static_cast<std::size_t>(1 + i % 20), 'a') +
              "\", \"labs\": {\"decoding\": {\"strategy\": \"beam\", \"beams\": 8}}}\n```\n";
    }
    write("slow.md", text);
    driver_.state().requests.push_back(OpenFile{(folder_.path() / "slow.md").string()});
  }

  // Frames at the pace of a display.
  bool frames_until(const std::function<bool()>& is_so) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!is_so() && std::chrono::steady_clock::now() < end) {
      driver_.frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return is_so();
  }
};

TEST_F(SlowLesson, IsReadWhileTheWindowGoesOnAndCanBeCancelled) {
  driver_.frame();
  EXPECT_TRUE(driver_.session().lesson.empty()) << "no frame waits for it";
  ASSERT_TRUE(frames_until([&] { return driver_.state<Message>().opening; }));
  EXPECT_TRUE(frames_until([&] { return driver_.shows("slow.md … checking step "); }));
  EXPECT_TRUE(driver_.shows(" of 100"));
  driver_.state().keys.push_back({Key::escape});
  driver_.frame();
  driver_.frame();
  EXPECT_TRUE(driver_.shows("Cancelled: slow.md is not open"));
  EXPECT_TRUE(driver_.session().lesson.empty());
  driver_.settle();
  EXPECT_TRUE(driver_.session().lesson.empty()) << "nor does it come later";
}

TEST_F(Files, WhatIsDoneWhileAPictureIsReadIsNotLost) {
  std::filesystem::copy_file(std::string(HEADLIGHT_SOURCE_DIR) + "/tests/fuzz/corpus/picture_file/exif6.jpg",
                             folder_.path() / "mine.jpg");
  driver_.state().requests.push_back(OpenFile{(folder_.path() / "mine.jpg").string()});
  driver_.frame();
  driver_.apply(SetTheme{Theme::dark});
  EXPECT_TRUE(is_data_uri(driver_.session().text(0)));
  EXPECT_EQ(driver_.session().theme, Theme::dark);
  EXPECT_TRUE(driver_.shows("64 x 64 pixels"));
}

TEST_F(Files, ALessonThatOpensClosesTheDialog) {
  driver_.press(Key::open);
  ASSERT_EQ(driver_.state().overlay, Overlay::open_file);
  driver_.type(std::string(HEADLIGHT_SOURCE_DIR) + "/assets/lessons/no-such-lesson.md");
  driver_.enter();
  EXPECT_EQ(driver_.state().overlay, Overlay::open_file);
  EXPECT_FALSE(driver_.state<FileDialog>().error.empty());
  driver_.press(Key::escape);
  driver_.press(Key::escape);
  driver_.press(Key::open);
  driver_.type(std::string(HEADLIGHT_SOURCE_DIR) + "/assets/lessons/01-first-look/03-it.md");
  driver_.enter();
  EXPECT_FALSE(driver_.session().lesson.empty());
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  EXPECT_TRUE(driver_.state<Message>().text.empty());
}

// A dialog that has just closed takes no key from the stage, not even for the frame in which it closes.
TEST_F(Files, KeysAreCommandsAgainAsSoonAsTheNameIsEntered) {
  driver_.press(Key::save);
  driver_.state<FileDialog>().folder = folder_.path().string();
  driver_.type("talk");
  EXPECT_EQ(driver_.state().typing, "save/name");
  driver_.state().keys.push_back({Key::enter});
  driver_.frame();
  ASSERT_TRUE(std::filesystem::exists(folder_.path() / "talk.headlight"));
  EXPECT_EQ(driver_.state().typing, "");
  const Theme before = driver_.session().theme;
  driver_.state().keys.push_back({Key::theme});
  driver_.frame();
  EXPECT_NE(driver_.session().theme, before);
}

TEST_F(Files, SaveDoesNotWriteOverAnotherFileUnasked) {
  write("mine.json", "{}");
  driver_.press(Key::save_as);
  driver_.state<FileDialog>().folder = folder_.path().string();
  driver_.type("mine.json");
  driver_.click("save/write");
  EXPECT_TRUE(driver_.shows("already there"));
  EXPECT_EQ(std::filesystem::file_size(folder_.path() / "mine.json"), 2U);
  driver_.click("save/write");
  EXPECT_GT(std::filesystem::file_size(folder_.path() / "mine.json"), 2U);
}

TEST_F(Files, ASessionKeepsTheEndingItHas) {
  save_session(folder_.path() / "old.json", tiny_session());
  drop("old.json");
  driver_.press(Key::theme);
  driver_.press(Key::save_as);
  driver_.frame();
  driver_.click("save/write");
  EXPECT_EQ(load_session(folder_.path() / "old.json").theme, Theme::dark);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "old.headlight"));
}

TEST_F(Files, SaveSaysWhyItCouldNot) {
  driver_.press(Key::save);
  driver_.state<FileDialog>().folder = (folder_.path() / "nowhere").string();
  driver_.frame();
  driver_.click("save/write");
  EXPECT_EQ(driver_.state().overlay, Overlay::save_file);
  EXPECT_TRUE(driver_.shows("nowhere"));
  EXPECT_TRUE(driver_.state<SessionFile>().path.empty());
}

TEST_F(Files, OpenListsSessionsAndFoldersByKeyboard) {
  std::filesystem::create_directory(folder_.path() / "inner");
  Session other = tiny_session();
  other.layer = 0;
  save_session(folder_.path() / "b.headlight", other);
  write("a.json", "{\"layers\": 3}");
  write("notes.txt", "");
  write("notes.doc", "");
  driver_.press(Key::open);
  show_folder();
  for (const char* shown : {"../", "inner/", "a.json", "b.headlight", "not a session", "notes.txt"})
    EXPECT_TRUE(driver_.shows(shown)) << shown;
  EXPECT_FALSE(driver_.shows("notes.doc"));
  driver_.type("b.he");
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().layer, 0);
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  EXPECT_EQ(sessions_folder(), folder_.path());
}

TEST_F(Files, OpenListsLessonsWithTheirTitles) {
  std::filesystem::copy_file(std::string(HEADLIGHT_SOURCE_DIR) + "/assets/lessons/01-first-look/03-it.md",
                             folder_.path() / "mine.lesson.md");
  write("readme.md", "Nothing of a lesson.");
  driver_.press(Key::open);
  show_folder();
  for (const char* shown :
       {"Open a session, a lesson or a picture", "mine.lesson.md", "lesson: ", "readme.md", "not a lesson"})
    EXPECT_TRUE(driver_.shows(shown)) << shown;
  driver_.type("mine");
  driver_.press(Key::enter);
  EXPECT_NE(driver_.session().lesson.find("mine.lesson.md"), std::string::npos)
      << driver_.state<FileDialog>().error;
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
}

TEST_F(Files, OpenTakesNamesRelativeToTheFolderShown) {
  std::filesystem::create_directory(folder_.path() / "inner");
  Session other = tiny_session();
  for (const std::string name : {"a-b.json", "b.json", "inner/c.json", ".hidden.json"}) {
    other.text(0) = "it was " + name;
    save_session(folder_.path() / name, other);
  }
  const auto open = [&](const std::string& typed) {
    driver_.press(Key::open);
    show_folder();
    driver_.type(typed);
    driver_.press(Key::enter);
    EXPECT_EQ(driver_.state().overlay, Overlay::none) << typed << driver_.state<FileDialog>().error;
    return driver_.session().text(0);
  };
  EXPECT_EQ(open("b.json"), "it was b.json") << "the name itself comes before a-b.json";
  EXPECT_EQ(open("inner/c.json"), "it was inner/c.json");
  EXPECT_EQ(open(".hidden.json"), "it was .hidden.json") << "not listed, but there";
  const std::string home = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  setenv("HOME", folder_.path().c_str(), 1);
  EXPECT_EQ(open("~/a-b.json"), "it was a-b.json");
  setenv("HOME", home.c_str(), 1);
}

TEST_F(Files, OpenGoesThroughFolders) {
  std::filesystem::create_directory(folder_.path() / "inner");
  driver_.press(Key::open);
  show_folder();
  driver_.click("open/row/1");
  EXPECT_EQ(std::filesystem::path(driver_.state<FileDialog>().listing.folder).filename(), "inner");
  driver_.click("open/row/0");
  EXPECT_TRUE(std::filesystem::equivalent(driver_.state<FileDialog>().listing.folder, folder_.path()));
}

TEST_F(Files, OpenTakesAPath) {
  Session other = tiny_session();
  other.head = 1;
  save_session(folder_.path() / "b.json", other);
  driver_.press(Key::open);
  driver_.type((folder_.path() / "b.json").string());
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().head, 1);
}

TEST_F(Files, ABrokenOneIsNamedInTheSheetAndTheSessionStays) {
  const Session before = driver_.session();
  write("bad.json", "{\n  \"layer\": 0,\n  \"head\": \"one\"\n}");
  driver_.press(Key::open);
  driver_.type((folder_.path() / "bad.json").string());
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.state().overlay, Overlay::open_file);
  for (const char* said : {"bad.json", "line 3", "head"})
    EXPECT_NE(driver_.state<FileDialog>().error.find(said), std::string::npos)
        << driver_.state<FileDialog>().error;
  EXPECT_EQ(driver_.session(), before);
}

TEST_F(Files, ADroppedSessionOpens) {
  Session other = tiny_session();
  other.layer = 0;
  other.presenting = true;
  save_session(folder_.path() / "b.JSON", other);
  drop("b.JSON");
  EXPECT_EQ(driver_.session().layer, 0);
  EXPECT_FALSE(driver_.session().presenting) << "the room is not the file's business";
  EXPECT_EQ(window_title(driver_.state<SessionFile>(), driver_.session()), "b.JSON – Headlight");
  driver_.press(Key::undo);
  EXPECT_EQ(driver_.session().layer, 1);
}

TEST_F(Files, WhatIsDroppedAndCannotBeOpenedIsSaid) {
  const Session before = driver_.session();
  write("bad.json", "{\n\"layer\": }");
  write("notes.pdf", "");
  drop("bad.json");
  EXPECT_TRUE(driver_.shows("line 2"));
  drop("notes.pdf");
  EXPECT_TRUE(driver_.shows("notes.pdf"));
  EXPECT_TRUE(driver_.shows(".headlight, .json")) << "what to try";
  drop("missing.json");
  EXPECT_TRUE(driver_.shows("missing.json"));
  EXPECT_EQ(driver_.session(), before);
  driver_.click("message/close");
  EXPECT_FALSE(driver_.shows("missing.json"));
}

TEST_F(Files, DroppedWeightsOpenWithTheirWords) {
  const std::filesystem::path given = HEADLIGHT_SOURCE_DIR "/tests/golden/given";
  for (const char* name : {"four.npy", "four.tokens.txt", "list.json", "strange.npy", "objects.npy"})
    std::filesystem::copy_file(given / name, folder_.path() / name);
  driver_.apply(SetReducedMotion{true});
  drop("four.npy");
  EXPECT_EQ(driver_.session().model, (folder_.path() / "four.npy").string());
  EXPECT_TRUE(driver_.shows("2 layers, 3 heads in each, 5 × 5. Every row adds up to 1."));
  for (const ViewKind view : {ViewKind::heads, ViewKind::lines, ViewKind::steps}) {
    driver_.apply(SetView{view});
    EXPECT_EQ(driver_.session().altitude, Altitude::head) << "there is nothing behind them";
    EXPECT_TRUE(driver_.shows("cat"));
    driver_.pass(1);
    expect_tidy(driver_, info(view).name);
  }
  driver_.press(Key::present);
  expect_tidy(driver_, "given weights");
  driver_.press(Key::present);

  Session every = driver_.session();
  expect_tidy_at_every_size(every, "given weights");
  save_session(folder_.path() / "mine.headlight", driver_.session());
  drop("list.json");
  EXPECT_EQ(driver_.session().runs[1].model, (folder_.path() / "list.json").string())
      << "a .json may hold weights";
  drop("mine.headlight");
  EXPECT_EQ(driver_.session().model, (folder_.path() / "four.npy").string());
  drop("strange.npy");
  EXPECT_TRUE(driver_.shows("10 rows of 30 do not add up to 1"));
  driver_.apply(SetView{ViewKind::lines});
  expect_tidy(driver_, "given weights");
  drop("four.tokens.txt");
  EXPECT_EQ(driver_.session().model, (folder_.path() / "four.npy").string()) << "its words lead to it";
  drop("objects.npy");
  EXPECT_TRUE(driver_.shows("was saved as Python objects"));
  EXPECT_EQ(driver_.session().model, (folder_.path() / "four.npy").string());
}

TEST_F(Files, ADroppedFileOfAModelIsOpenedLikeItsFolder) {
  const std::filesystem::path golden = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign";
  std::filesystem::copy_file(golden / "gguf" / "llama_blocks.gguf", folder_.path() / "small.Q8_0.gguf");
  std::filesystem::copy(golden / "gpt_neo_torch", folder_.path() / "neo");
  driver_.apply(SetReducedMotion{true});
  drop("small.Q8_0.gguf");
  EXPECT_EQ(driver_.session().model, (folder_.path() / "small.Q8_0.gguf").string());
  ASSERT_NE(driver_.results()->trace(0), nullptr) << driver_.results()->side(0).error;
  EXPECT_EQ(recent_models().front(), (folder_.path() / "small.Q8_0.gguf").string());
  expect_tidy(driver_, "a model that is one file");
  // The usual name is that of the folder; another is a file of its own.
  drop("neo/pytorch_model.bin");
  EXPECT_EQ(driver_.session().model, (folder_.path() / "neo").string());
  std::filesystem::copy_file(folder_.path() / "neo" / "pytorch_model.bin",
                             folder_.path() / "neo" / "step_9.pt");
  drop("neo/step_9.pt");
  EXPECT_EQ(driver_.session().model, (folder_.path() / "neo" / "step_9.pt").string());
  ASSERT_NE(driver_.results()->trace(0), nullptr) << driver_.results()->side(0).error;
  write("cut.gguf", "GGUF");
  drop("cut.gguf");
  EXPECT_TRUE(driver_.shows("cut.gguf: is cut off"));
  EXPECT_EQ(driver_.session().model, (folder_.path() / "neo" / "step_9.pt").string())
      << "what was open stays";
}

// The same text and the same head at another step, chosen on the slider of the margin.
TEST_F(Files, AFolderOfStepsOpensTheLastAndOffersTheOthers) {
  const std::filesystem::path golden = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign";
  std::filesystem::create_directory(folder_.path() / "run");
  for (const char* name : {"step0", "step20", "step1000"})
    std::filesystem::copy(golden / "gpt_neox", folder_.path() / "run" / name,
                          std::filesystem::copy_options::recursive);
  const auto model_at = [&](const char* step) { return (folder_.path() / "run" / step).string(); };
  driver_.apply(SetReducedMotion{true});
  EXPECT_FALSE(driver_.has("slide/training step"));
  drop("run");
  EXPECT_EQ(driver_.session().model, model_at("step1000"));
  ASSERT_NE(driver_.results()->trace(0), nullptr) << driver_.results()->side(0).error;
  driver_.apply(GoTo{.altitude = Altitude::head, .head = HeadChoice{driver_.session().attention, 1, 1}});
  driver_.settle();
  EXPECT_TRUE(driver_.shows("Training step"));
  EXPECT_TRUE(driver_.shows("1,000"));
  expect_tidy(driver_, "a step of a training");
  const std::string text = driver_.session().text(0);
  hold_at(driver_, "slide/training step", 0.01F);
  driver_.settle();
  driver_.frame();
  EXPECT_EQ(driver_.session().model, model_at("step0"));
  EXPECT_EQ(driver_.session().text(0), text);
  EXPECT_EQ(driver_.session().altitude, Altitude::head);
  EXPECT_EQ(driver_.session().layer, 1);
  EXPECT_EQ(driver_.session().head, 1);
  driver_.state().focus = "slide/training step";
  driver_.state().focus_visible = true;
  driver_.press(Key::right);
  driver_.settle();
  driver_.frame();
  EXPECT_EQ(driver_.session().model, model_at("step20"));
  expect_tidy_at_every_size(driver_.session(), "a step of a training");
}

TEST_F(Files, WeightsThatSeemTheWrongWayRoundAreTurned) {
  const std::filesystem::path given = HEADLIGHT_SOURCE_DIR "/tests/golden/given";
  for (const char* name : {"wrong_axis.npy", "layers.pkl"})
    std::filesystem::copy_file(given / name, folder_.path() / name);
  drop("wrong_axis.npy");
  const std::string file = (folder_.path() / "wrong_axis.npy").string();
  EXPECT_TRUE(driver_.shows("Every column adds up to 1"));
  driver_.apply(SetView{ViewKind::lines});
  driver_.pass(0.8);
  expect_tidy(driver_, "the wrong way round");
  driver_.click("transpose");
  driver_.settle();
  EXPECT_EQ(driver_.session().model, file + " (transposed)");
  EXPECT_TRUE(driver_.shows("Every row adds up to 1."));
  expect_tidy_at_every_size(driver_.session(), "transposed");
  driver_.click("transpose");
  driver_.settle();
  EXPECT_EQ(driver_.session().model, file);
  drop("layers.pkl");
  EXPECT_TRUE(driver_.shows("was saved with pickle"));
}

TEST_F(Files, ASecondFileOfWeightsStandsBesideTheFirst) {
  const std::filesystem::path given = HEADLIGHT_SOURCE_DIR "/tests/golden/given";
  for (const char* name : {"four.npy", "four.tokens.txt", "strange.npy", "cross.npy"})
    std::filesystem::copy_file(given / name, folder_.path() / name);
  drop("four.npy");
  drop("strange.npy");
  EXPECT_EQ(driver_.session().model, (folder_.path() / "four.npy").string());
  ASSERT_NE(driver_.results()->trace(1), nullptr) << driver_.results()->side(1).error;
  EXPECT_EQ(driver_.results()->trace(1)->typed(), driver_.results()->trace(0)->typed()) << "the same words";
  EXPECT_TRUE(driver_.shows("are shown next to the ones that were open"));
  driver_.apply(SetView{ViewKind::lines});
  expect_tidy(driver_, "two files of weights");
  drop("four.npy");
  EXPECT_EQ(driver_.results()->trace(1), nullptr) << "opened again it stands alone";
  drop("cross.npy");
  EXPECT_EQ(driver_.session().model, (folder_.path() / "cross.npy").string()) << "of another size";
}

TEST_F(Files, ADroppedFolderIsListed) {
  save_session(folder_.path() / "b.json", tiny_session());
  drop("");
  EXPECT_EQ(driver_.state().overlay, Overlay::open_file);
  EXPECT_TRUE(driver_.shows("b.json"));
}

TEST_F(Files, WhatIsOfferedCanBeTaken) {
  Session other = tiny_session();
  other.head = 1;
  driver_.state<Message>() = {"Restored after an unexpected end.", false, "Start again", other};
  driver_.frame();
  driver_.click("message/offer");
  EXPECT_EQ(driver_.session().head, 1);
  EXPECT_TRUE(driver_.state<Message>().text.empty());
}

TEST_F(Files, WhatIsSaidOfTheRestoredIsOverOnceItIsUndone) {
  driver_.apply(SetSentence{0, "it was tired"});
  driver_.state<Message>() = {"Restored: 1 edit. Ctrl Z undoes the edit.", false, "Start again",
                              tiny_session()};
  driver_.settle();
  EXPECT_FALSE(driver_.state<Message>().text.empty());
  driver_.press(Key::undo);
  EXPECT_TRUE(driver_.state<Message>().text.empty());
}

TEST(WhatWasKept, SaysWhatOfItIsOnesOwn) {
  const Session usual = tiny_session();
  Session kept = usual;
  EXPECT_EQ(what_was_kept(kept, usual, false), "Restored: what was open.");
  EXPECT_EQ(what_was_kept(kept, usual, true),
            "Headlight closed unexpectedly last time. Restored: what was open.");
  kept.edits.emplace_back(Edit{.path = "logits", .values = {1}});
  EXPECT_EQ(what_was_kept(kept, usual, false), "Restored: 1 edit. Ctrl Z undoes the edit.");
  kept.edits.push_back(kept.edits[0]);
  kept.text(1) = "it was tired";
  EXPECT_EQ(what_was_kept(kept, usual, false),
            "Restored: your sentences and 2 edits. Ctrl Z undoes the edits.");
  kept.text(1).clear();
  EXPECT_EQ(what_was_kept(kept, usual, true),
            "Headlight closed unexpectedly last time. Restored: your sentence and 2 edits. Ctrl Z undoes the "
            "edits.");
}

TEST(WhatWasKept, APlaceInALessonIsKept) {
  const Session usual = tiny_session();
  SessionFile file;
  file.saved = usual;
  Session kept = at_step(usual, "it", 0);
  EXPECT_FALSE(has_unsaved_matter(file, kept)) << "a lesson that was only opened";
  kept = at_step(usual, "it", 1);
  EXPECT_TRUE(has_unsaved_matter(file, kept));
  EXPECT_EQ(what_was_kept(kept, usual, false), "Restored: your place in the lesson.");
  kept.text(0) = "it was tired";
  EXPECT_TRUE(what_was_kept(kept, usual, false).starts_with("Restored: your place in the lesson and your "));
  file.saved = kept;
  EXPECT_FALSE(has_unsaved_matter(file, kept)) << "the file has it";
}

TEST(Restored, TheNextEditIsForTheSentenceOfTheLast) {
  Session session = tiny_session();
  EXPECT_FALSE(sentence_of_last_edit(session));
  session.edits = {
      SessionEdit(Edit{.path = "encoder.1.self_attention.head.0.output", .values = {0}}, true, 0)};
  EXPECT_EQ(sentence_of_last_edit(session), 0);
}

TEST_F(Files, CopyALinkTakesWhatIsShownToTheClipboard) {
  driver_.apply(SetView{ViewKind::heads});
  driver_.press(Key::find);
  driver_.type("copy a link");
  driver_.press(Key::enter);
  const std::string link = ImGui::GetClipboardText();
  EXPECT_TRUE(link.starts_with("headlight.html#1:")) << link;
  Session sent = driver_.session();
  static_cast<Appearance&>(sent) = {};  // the reader has their own
  EXPECT_EQ(session_of_link(link), sent);
  EXPECT_TRUE(driver_.shows("Copied a link to what is shown: " + std::to_string(link.size()) + " letters."));
  EXPECT_TRUE(driver_.shows("On another computer it will lack the model " + driver_.session().model));
  EXPECT_FALSE(driver_.shows("An email may cut it"));
}

// What is pasted is one step back from what was there, and saving it does not write over another file.
TEST_F(Files, ALinkOpensAsAStepThatCanBeUndone) {
  save_session(folder_.path() / "mine.json", tiny_session());
  drop("mine.json");
  driver_.apply(SetTheme{Theme::dark});
  driver_.apply(SetSentence{0, "it was tired"});
  const Session before = driver_.session();
  Session sent = tiny_session();
  sent.view = ViewKind::steps;
  sent.text(0) = "the animal was tired";
  sent.edits.emplace_back(Edit{.path = "encoder.1.self_attention.head.0.weights", .row = 1, .values = {0}});
  driver_.press(Key::find);
  driver_.type("open a link");
  driver_.press(Key::enter);
  ASSERT_EQ(driver_.state().overlay, Overlay::open_link);
  driver_.type("https://example.org/headlight.html" + link_of(sent));
  driver_.enter();
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  EXPECT_EQ(driver_.session().text(0), "the animal was tired");
  EXPECT_EQ(driver_.session().altitude, Altitude::step);
  EXPECT_EQ(driver_.session().edits, sent.edits);
  EXPECT_EQ(driver_.session().theme, Theme::dark) << "the reader's own stays";
  EXPECT_EQ(driver_.state<SessionFile>().path, "");
  driver_.press(Key::save);
  EXPECT_EQ(driver_.state().overlay, Overlay::save_file) << "asks for a name";
  driver_.press(Key::escape);
  driver_.press(Key::undo);
  EXPECT_EQ(driver_.session(), before);
}

TEST_F(Files, WhatIsWrongWithALinkIsSaidWhereItWasPasted) {
  const Session before = driver_.session();
  driver_.state().overlay = Overlay::open_link;
  ask(OpenLink{"#1:abc", true});
  EXPECT_EQ(driver_.state().overlay, Overlay::open_link);
  EXPECT_TRUE(driver_.shows("the link is cut off"));
  EXPECT_EQ(driver_.session(), before);
  ask(OpenLink{to_json(tiny_session()), true});
  EXPECT_EQ(driver_.state().overlay, Overlay::none) << "the text of a session is as good";
}

// As an address does it that the page begins with, or that is changed later.
TEST_F(Files, ADamagedLinkTakesNothingAwayThatIsOffered) {
  driver_.state<Message>() = {"What was open has been kept.", false, "Restore", tiny_session()};
  ask(OpenLink{"#2:abc"});
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  EXPECT_TRUE(driver_.shows("the link has version 2"));
  EXPECT_TRUE(driver_.shows("Restore"));
}

TEST_F(Files, LinksBeginWithThePageThatWasChosen) {
  driver_.state<LinkSheet>().page = "https://example.org/class/#old";
  ask(CopyLink{});
  EXPECT_TRUE(std::string(ImGui::GetClipboardText()).starts_with("https://example.org/class/#1:"));
  EXPECT_EQ(page_of_links(), "https://example.org/class/") << "kept for the next time";
  driver_.state<LinkSheet>().page = "  ";
  ask(CopyLink{});
  EXPECT_TRUE(std::string(ImGui::GetClipboardText()).starts_with("headlight.html#1:"));
  driver_.state<LinkSheet>().page = "https://here/";
  driver_.state<LinkSheet>().of_page = true;
  ask(CopyLink{});
  EXPECT_TRUE(std::string(ImGui::GetClipboardText()).starts_with("https://here/#1:"));
  EXPECT_EQ(page_of_links(), "headlight.html") << "a tab's own address is no choice";
}

TEST_F(Files, ALinkThatIsLongForMailSaysSo) {
  std::string text;
  for (int i = 0; i < 900; ++i) text += std::to_string(i * 7919 % 10'007) + " ";
  driver_.begin(SetSentence{0, text});
  ask(CopyLink{});
  ASSERT_GT(std::string(ImGui::GetClipboardText()).size(), long_for_mail);
  EXPECT_TRUE(driver_.shows("An email may cut it off. Save the session and send the file instead."));
}

TEST_F(Files, TheSheetForLinksIsTidy) {
  for (const Size& size : sizes) {
    for (const bool of_page : {false, true}) {
      Driver driver(tiny_session(), size.width, size.height, size.scale);
      driver.state().overlay = Overlay::open_link;
      driver.state<LinkSheet>().of_page = of_page;
      driver.settle();
      expect_tidy(driver, name_of(size, "the sheet for links"));
      EXPECT_EQ(driver.has("link/page"), !of_page);
      driver.state().requests.push_back(OpenLink{"#1:q64FA" + std::string(50, '!') + "x", true});
      driver.frame();
      driver.settle();
      EXPECT_TRUE(driver.shows("the link has a character"));
      expect_tidy(driver, name_of(size, "the sheet for links with an error"));
    }
  }
}

}  // namespace
}  // namespace headlight
