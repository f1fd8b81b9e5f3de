// The open session is kept while the program runs; unexpected ends are in killed_window_test.cpp.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/session/opening.h"
#include "app/session/session_file.h"
#include "app/workspace/folder_listing.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

using namespace std::chrono_literals;

Session with_layer(int layer) {
  Session session;
  session.layer = layer;
  return session;
}

TEST(Autosave, WritesAtOnceAndThenNotTooOften) {
  const TemporaryFolder folder;
  Autosave autosave(folder.path());
  const auto start = Autosave::Clock::now();
  EXPECT_FALSE(autosave.keep(with_layer(0), start));
  autosave.finish();
  const auto wait = autosave.keep(with_layer(1), start + 500ms);
  ASSERT_TRUE(wait);
  EXPECT_EQ(*wait, 1500ms);
  EXPECT_EQ(load_session(folder.path() / "session.json").layer, 0);
  EXPECT_FALSE(autosave.keep(with_layer(1), start + 2s));
  autosave.finish();
  EXPECT_EQ(load_session(folder.path() / "session.json").layer, 1);
  EXPECT_FALSE(autosave.keep(with_layer(1), start + 2s)) << "nothing changed: nothing to wait for";
}

// Theme and size, whatever ends the window: they are written when they change.
TEST(LookKept, IsThereAtTheNextStart) {
  const TemporaryFolder folder;
  EXPECT_FALSE(LookKept(folder.path()).look());
  LookKept(folder.path()).keep(Appearance());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "nobody chose anything";
  Appearance dark;
  dark.theme = Theme::dark;
  dark.scale = 1.25F;
  {
    LookKept kept(folder.path());
    kept.keep(dark);
    kept.keep(dark);
  }
  ASSERT_TRUE(LookKept(folder.path()).look());
  EXPECT_EQ(*LookKept(folder.path()).look(), dark);
  LookKept(folder.path()).keep(Appearance());
  EXPECT_EQ(*LookKept(folder.path()).look(), Appearance());
  std::ofstream(folder.path() / "look.json") << "{\"theme\": \"pink\"}";
  EXPECT_FALSE(LookKept(folder.path()).look());
  EXPECT_NO_THROW(LookKept("/proc/nowhere").keep(dark));
  EXPECT_FALSE(LookKept("").look());
}

TEST(Autosave, ANormalEndLeavesNothingBehind) {
  const TemporaryFolder folder;
  { Autosave(folder.path()).keep(with_layer(1)); }
  EXPECT_FALSE(Autosave(folder.path()).left_behind());
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

TEST(Autosave, WhatIsLeftAtTheEndIsFoundOnce) {
  const TemporaryFolder folder;
  {
    Autosave autosave(folder.path());
    autosave.keep(with_layer(0));
    autosave.leave(with_layer(1), "/home/ada/first lesson.headlight");
  }
  {
    const Autosave next(folder.path());
    ASSERT_TRUE(next.left_behind());
    EXPECT_EQ(*next.left_behind(), with_layer(1));
    EXPECT_EQ(next.left_in(), "/home/ada/first lesson.headlight");
    EXPECT_FALSE(next.ended_badly());
  }
  EXPECT_FALSE(Autosave(folder.path()).left_behind()) << "a run that leaves nothing forgets it";
}

TEST(FileKinds, AreKnownByTheEnding) {
  for (const char* name : {"it.headlight", "talks/it.JSON", "a.b.Headlight"})
    EXPECT_EQ(kind_of_file(name), FileKind::session) << name;
  for (const char* name : {"mine.md", "mine.lesson.md", "a folder/MINE.MD"})
    EXPECT_EQ(kind_of_file(name), FileKind::lesson) << name;
  for (const char* name : {"cat.png", "my cat.JPG", "a/b.jpeg", "c.webp", "d.GIF"})
    EXPECT_EQ(kind_of_file(name), FileKind::picture) << name;
  for (const char* name : {"it.txt", "a/reviews.TSV"}) EXPECT_EQ(kind_of_file(name), FileKind::text) << name;
  for (const char* name : {"small.Q8_0.gguf", "a/ckpt.pt", "last.PTH", "pytorch_model.bin"})
    EXPECT_EQ(kind_of_file(name), FileKind::model) << name;
  EXPECT_EQ(kind_of_file("it.tokens.txt"), FileKind::weights) << "words of weights of one's own";
  for (const char* name : {"", "it", "it.text", "it.headlight/x", "json", "headlight", "it.json~"})
    EXPECT_FALSE(kind_of_file(name)) << name;
}

TEST(FileKinds, AreAllSaid) {
  for (const char* ending : {".headlight", ".json", ".lesson.md", ".md", ".png", ".jpg", ".jpeg", ".webp",
                             ".gif", ".gguf", ".pt", ".pth", ".bin", ".txt", ".tsv"})
    EXPECT_NE(what_can_be_opened().find(ending), std::string::npos) << what_can_be_opened();
}

// A folder as it is listed for who chooses a file in it.

TEST(FolderListing, HasFoldersThenSessionsAndLessonsWithWhatTheyAre) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "inner");
  std::filesystem::create_directory(folder / ".git");
  Session session;
  session.text(0) = "it was tired";
  save_session(folder / "b.headlight", session);
  std::ofstream(folder / "a.json") << "{\"layers\": 3}";
  std::ofstream(folder / "c.lesson.md") << "# Mine\n\nS.\n\n## One\n\ntext\n";
  std::ofstream(folder / "d.md") << "Nothing of a lesson.";
  std::ofstream(folder / "notes.txt") << "";
  std::ofstream(folder / "notes.doc") << "";
  const FolderListing listing = list_folder(folder.path().string());
  std::vector<std::string> said;
  for (const FolderEntry& entry : listing.entries)
    said.push_back(entry.name + (entry.is_folder ? "/" : "") + "|" + entry.note +
                   (entry.wrong ? "|wrong" : ""));
  EXPECT_EQ(said, (std::vector<std::string>{"../|", "inner/|", "a.json|not a session|wrong",
                                            "b.headlight|it was tired", "c.lesson.md|lesson: Mine",
                                            "d.md|not a lesson|wrong", "notes.txt|text"}));
  for (const char* name : {".git", "notes.doc"}) EXPECT_TRUE(listing.has_unlisted(name)) << name;
  EXPECT_FALSE(listing.has_unlisted("b.headlight"));
  EXPECT_EQ(listing.error, "");
}

TEST(FolderListing, SaysWhyThereIsNothing) {
  const TemporaryFolder folder;
  const FolderListing listing = list_folder(folder / "nowhere");
  EXPECT_NE(listing.error.find("nowhere: "), std::string::npos) << listing.error;
  ASSERT_EQ(listing.entries.size(), 1U);
  EXPECT_EQ(listing.entries[0].name, "..") << "the way out";
}

TEST(FolderListing, ListsNoMoreThanCanBeChosenByEye) {
  const TemporaryFolder folder;
  for (int i = 0; i < 503; ++i) std::filesystem::create_directory(folder / ("f" + std::to_string(i)));
  const FolderListing listing = list_folder(folder.path().string());
  EXPECT_EQ(listing.entries.size(), 501U) << "and the folder above";
  EXPECT_EQ(listing.unlisted.size(), 3U);
}

}  // namespace
}  // namespace headlight
