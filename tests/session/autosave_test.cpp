// The open session is kept, and found again after an unexpected end only.
#include "app/session/autosave.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "app/session/session_file.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

using namespace std::chrono_literals;

Session with_layer(int layer) {
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
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

TEST(Autosave, WritesAtOnceAndThenNotTooOften) {
  const TemporaryFolder folder;
  Autosave autosave(folder.path());
  const auto start = Autosave::Clock::now();
  EXPECT_FALSE(autosave.keep(with_layer(0), start));
  const auto wait = autosave.keep(with_layer(1), start + 500ms);
  ASSERT_TRUE(wait);
  EXPECT_EQ(*wait, 1500ms);
  EXPECT_EQ(load_session(folder.path() / "session.json").layer, 0);
  EXPECT_FALSE(autosave.keep(with_layer(1), start + 2s));
  EXPECT_EQ(load_session(folder.path() / "session.json").layer, 1);
  EXPECT_FALSE(autosave.keep(with_layer(1), start + 2s)) << "nothing changed: nothing to wait for";
}

TEST(Autosave, ANormalEndLeavesNothingBehind) {
  const TemporaryFolder folder;
  { Autosave(folder.path()).keep(with_layer(1)); }
  EXPECT_FALSE(Autosave(folder.path()).left_behind());
}

TEST(Autosave, AnUnexpectedEndLeavesTheSession) {
  const TemporaryFolder folder;
  crash_with(folder.path(), with_layer(1));
  const Autosave autosave(folder.path());
  ASSERT_TRUE(autosave.left_behind());
  EXPECT_EQ(*autosave.left_behind(), with_layer(1));
}

TEST(Autosave, AnotherWindowIsNoUnexpectedEnd) {
  const TemporaryFolder folder;
  Autosave first(folder.path());
  first.keep(with_layer(1));
  Autosave second(folder.path());
  EXPECT_FALSE(second.left_behind());
  second.keep(with_layer(0));
  EXPECT_EQ(load_session(folder.path() / "session.json").layer, 1);
}

TEST(Autosave, ABrokenFileIsPassedOver) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "session.json") << "{";
  std::ofstream(folder.path() / "running") << "";
  EXPECT_FALSE(Autosave(folder.path()).left_behind());
}

TEST(Autosave, WithoutAPlaceItKeepsNothing) {
  Autosave nowhere{std::filesystem::path()};
  EXPECT_FALSE(nowhere.keep(with_layer(1)));
  Autosave unwritable("/proc/headlight");
  EXPECT_FALSE(unwritable.keep(with_layer(1)));
}

}  // namespace
}  // namespace headlight
