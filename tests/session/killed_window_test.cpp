// The open session is found again after an unexpected end: windows in processes of their own that are killed.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "app/session/session_file.h"
#include "core/files/whole_file.h"

namespace headlight {
namespace {

Session of_layer(int layer) {
  Session session;
  session.layer = layer;
  return session;
}

// Keeps `session` in a process that ends without saying so.
void crash_with(const std::filesystem::path& folder, const Session& session) {
  const pid_t child = fork();
  if (child == 0) {
    Autosave autosave(folder);
    autosave.keep(session);
    autosave.finish();
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

TEST(KilledWindow, AnUnexpectedEndLeavesTheSession) {
  const TemporaryFolder folder;
  crash_with(folder.path(), of_layer(1));
  const Autosave autosave(folder.path());
  ASSERT_TRUE(autosave.left_behind());
  EXPECT_EQ(*autosave.left_behind(), of_layer(1));
  EXPECT_TRUE(autosave.ended_badly());
}

// A window in a process of its own, which keeps a session and waits to be killed.
class OtherWindow {
 public:
  OtherWindow(const std::filesystem::path& folder, const Session& session) {
    int ready[2];
    if (pipe(ready) != 0) return;
    child_ = fork();
    if (child_ == 0) {
      Autosave autosave(folder);
      autosave.keep(session);
      autosave.finish();
      [[maybe_unused]] const ssize_t told = ::write(ready[1], "!", 1);
      pause();
      _exit(0);
    }
    char letter = 0;
    [[maybe_unused]] const ssize_t heard = ::read(ready[0], &letter, 1);
    close(ready[0]);
    close(ready[1]);
  }
  ~OtherWindow() { die(); }
  OtherWindow(const OtherWindow&) = delete;
  OtherWindow& operator=(const OtherWindow&) = delete;

  void die() {
    if (child_ <= 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = -1;
  }

 private:
  pid_t child_ = -1;
};

TEST(KilledWindow, AnotherWindowIsNoUnexpectedEndAndBothAreKept) {
  const TemporaryFolder folder;
  OtherWindow first(folder.path(), of_layer(1));
  {
    Autosave second(folder.path());
    EXPECT_FALSE(second.left_behind()) << "its window is still there";
    second.keep(of_layer(0));
  }
  EXPECT_EQ(load_session(folder.path() / "session.json").layer, 1);
  EXPECT_EQ(load_session(folder.path() / "session-2.json").layer, 0);
  EXPECT_FALSE(Autosave(folder.path()).left_behind()) << "neither came to an unexpected end";
  first.die();
  const Autosave third(folder.path());
  ASSERT_TRUE(third.left_behind());
  EXPECT_EQ(*third.left_behind(), of_layer(1));
}

TEST(KilledWindow, EachWindowTakesUpAnotherSession) {
  const TemporaryFolder folder;
  OtherWindow first(folder.path(), of_layer(3));
  OtherWindow second(folder.path(), of_layer(4));
  OtherWindow third(folder.path(), of_layer(5));
  first.die();
  third.die();
  const Autosave one(folder.path());
  const Autosave two(folder.path());
  const Autosave three(folder.path());
  ASSERT_TRUE(one.left_behind() && two.left_behind());
  EXPECT_EQ(*one.left_behind(), of_layer(3));
  EXPECT_EQ(*two.left_behind(), of_layer(5));
  EXPECT_FALSE(three.left_behind());
}

}  // namespace
}  // namespace headlight
