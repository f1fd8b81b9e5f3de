// The real window on a real (virtual) display: it opens, draws, follows the keyboard. Skipped without a
// display.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}

bool has(const std::string& program) { return !output_of("command -v " + program).empty(); }

class Window : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display: xvfb-run -a ctest";
    if (!has("xdotool") || !has("import") || !has("identify"))
      GTEST_SKIP() << "needs xdotool and imagemagick";
    start();
  }

  // Opens the window; everything it keeps goes into the test's own folder.
  void start(const std::string& file = "") {
    child_ = fork();
    if (child_ == 0) {
      setenv("HOME", folder_.path().c_str(), 1);
      setenv("XDG_STATE_HOME", folder_.path().c_str(), 1);
      execl(HEADLIGHT_PROGRAM, "headlight", file.empty() ? nullptr : file.c_str(), nullptr);
      _exit(127);
    }
    id_ = output_of("timeout 60 xdotool search --sync --onlyvisible --name 'Headlight$' | tail -n 1");
    while (!id_.empty() && id_.back() == '\n') id_.pop_back();
    ASSERT_FALSE(id_.empty()) << "no window appeared";
  }

  void resize(int width, int height) const {
    output_of("xdotool windowsize " + id_ + " " + std::to_string(width) + " " + std::to_string(height));
  }

  // Another start, with a file of this content and nothing that was kept.
  void start_with(const std::string& name, const std::string& text) {
    stop(SIGTERM);
    std::ofstream(folder_.path() / name) << text;
    std::filesystem::remove_all(folder_.path() / "headlight");  // what the unexpected end left
    std::this_thread::sleep_for(std::chrono::seconds(2));
    start(folder_ / name);
  }

  // What the mouse does, one thing right after the other; %w is the window.
  void mouse(std::string does) const {
    for (std::size_t at = does.find("%w"); at != std::string::npos; at = does.find("%w"))
      does.replace(at, 2, id_);
    output_of("xdotool " + does);
  }

  void stop(int signal) {
    kill(child_, signal);
    waitpid(std::exchange(child_, 0), nullptr, 0);
  }

  std::string title() const { return output_of("xdotool getwindowname " + id_); }

  // Waits for it: the program has its own pace.
  bool title_has(const std::string& text) const {
    for (int i = 0; i < 60; ++i) {
      if (title().find(text) != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    return false;
  }

  void TearDown() override {
    if (child_ > 0) stop(SIGTERM);
  }

  std::string picture(const std::string& name) const {
    std::string file = folder_ / name;
    output_of("import -window " + id_ + " " + quoted_for_shell(file));
    return file;
  }

  static int colours(const std::string& file) {
    return std::atoi(output_of("identify -format %k " + quoted_for_shell(file)).c_str());
  }

  // A picture that has come to rest: two in a row are the same, with the stage drawn on it.
  std::string settled(const std::string& name) const {
    std::string before;
    for (int i = 0; i < 60; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      const std::string file = picture(name);
      std::string signature = output_of("identify -format %# " + quoted_for_shell(file));
      if (!signature.empty() && signature == before && colours(file) > 200) return signature;
      before = signature;
    }
    return "";
  }

  void press(const std::string& key) const {
    output_of("xdotool mousemove --window " + id_ + " 20 400 key " + key);
  }

  TemporaryFolder folder_;

 private:
  pid_t child_ = 0;
  std::string id_;
};

TEST_F(Window, OpensDrawsAndFollowsTheKeyboard) {
  const std::string opened = settled("opened.png");
  ASSERT_FALSE(opened.empty()) << "the stage was never drawn";
  press("Return");
  const std::string stepped = settled("stepped.png");
  EXPECT_NE(stepped, opened) << "Enter goes in";
  press("t");
  const std::string dark = settled("dark.png");
  EXPECT_NE(dark, stepped) << "t changes the theme";
  press("t");
  EXPECT_EQ(settled("light.png"), stepped) << "and back";
  press("ctrl+e");
  EXPECT_NE(settled("export.png"), stepped) << "Ctrl+E opens the export";
}

// Keeps the processor from the window.
class Load {
 public:
  Load() {
    for (pid_t& child : children_) {
      child = fork();
      for (volatile unsigned turns = 0; child == 0;) turns = turns + 1;
    }
  }
  ~Load() {
    for (const pid_t child : children_) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

 private:
  std::vector<pid_t> children_ = std::vector<pid_t>(2);
};

// Faster than frames are drawn, while words light up under the mouse: each click is seen, and what stands on
// the screen in the end is what a calm visit shows.
TEST_F(Window, FastClicksUnderLoadAreAllSeenAndTheLastIsDrawn) {
  start_with("head.headlight", R"({"altitude": "head", "layer": 3})");
  ASSERT_FALSE(settled("opened.png").empty());
  resize(1280, 800);
  const std::string to_head = "mousemove --window %w 891 203 click 1 ";
  const std::string to_all = "mousemove --window %w 972 203 click 1 ";
  mouse(to_all);
  const std::string all = settled("all.png");
  mouse(to_head);
  const std::string head = settled("head.png");
  ASSERT_FALSE(head.empty());
  ASSERT_NE(head, all) << "the choice of heads is elsewhere";
  const Load load;
  for (int round = 0; round < 3; ++round) {
    std::string way = to_all;
    way.append("sleep 0.3 mousemove --window %w 700 500 sleep 0.0")
        .append(std::to_string(round + 1))
        .append(" ");
    way.append(to_head).append(to_all).append(to_head);
    mouse(way);
    EXPECT_EQ(settled("last.png"), head) << "round " << round;
  }
}

TEST_F(Window, SavesAndComesBackAfterAnUnexpectedEnd) {
  ASSERT_FALSE(settled("opened.png").empty());
  press("Return");
  EXPECT_TRUE(title_has("not saved")) << title();
  press("ctrl+s");
  ASSERT_FALSE(settled("asked.png").empty());
  output_of("xdotool type --delay 60 talk");
  press("Return");
  EXPECT_TRUE(title_has("talk.headlight")) << title();
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "talk.headlight"));
  press("t");
  EXPECT_TRUE(title_has("• talk.headlight")) << title();
  std::this_thread::sleep_for(std::chrono::seconds(3));  // it is kept every two seconds
  stop(SIGKILL);
  std::this_thread::sleep_for(
      std::chrono::seconds(2));  // a virtual display begins anew after its last window
  start();
  EXPECT_TRUE(title_has("not saved")) << title();
  const std::string kept = contents(folder_.path() / "headlight" / "session.json");
  EXPECT_NE(kept.find("\"dark\""), std::string::npos);
}

// Whatever ends it: what a person chose stays, though the session was not saved.
TEST_F(Window, ComesBackInTheLookThatWasChosen) {
  ASSERT_FALSE(settled("light.png").empty());
  const auto brightness = [&](const std::string& name) {
    return std::atof(output_of("identify -format '%[fx:mean]' " + quoted_for_shell(folder_ / name)).c_str());
  };
  EXPECT_GT(brightness("light.png"), 0.7);
  press("t");
  ASSERT_FALSE(settled("dark.png").empty());
  EXPECT_LT(brightness("dark.png"), 0.3);
  stop(SIGTERM);
  std::filesystem::remove(folder_.path() / "headlight" / "session.json");
  std::this_thread::sleep_for(std::chrono::seconds(2));
  start();
  ASSERT_FALSE(settled("again.png").empty());
  EXPECT_LT(brightness("again.png"), 0.3);
}

TEST_F(Window, WhatWasSavedIsOpenAtTheNextStart) {
  ASSERT_FALSE(settled("opened.png").empty());
  press("Return");
  press("ctrl+s");
  ASSERT_FALSE(settled("asked.png").empty());
  output_of("xdotool type --delay 60 talk");
  press("Return");
  ASSERT_TRUE(title_has("talk.headlight")) << title();
  press("ctrl+q");
  stop(0);  // it ends by itself
  std::this_thread::sleep_for(std::chrono::seconds(2));
  start();
  EXPECT_TRUE(title_has("talk.headlight")) << title();
  EXPECT_EQ(title().find("•"), std::string::npos) << "as it was saved";
}

// As a double click does it, which has no terminal to be told anything on.
TEST_F(Window, OpensAFileOrSaysInTheWindowWhyNot) {
  const std::string first = settled("first.png");
  start_with("talk.headlight", "{\"sentence\": \"I love bears\", \"compare\": \"\"}");
  EXPECT_TRUE(title_has("talk.headlight")) << title();
  start_with("mine.lesson.md",
             "# T\n\nS.\n\n## One\n\nA word.\n\n```session\n{\"sentence\": \"I love bears\", \"compare\": "
             "\"\"}\n```\n");
  EXPECT_NE(settled("lesson.png"), first) << "the rail is open on the lesson";
  start_with("bad.headlight", "{\n\"layer\": }");
  EXPECT_FALSE(settled("bad.png").empty()) << "the window is there all the same";
  EXPECT_NE(settled("bad.png"), first) << "and says what is wrong";
}

}  // namespace
}  // namespace headlight
