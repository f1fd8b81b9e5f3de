// A folder as it is listed for who chooses a file in it.
#include "app/workspace/folder_listing.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/session/session_file.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

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
  const FolderListing listing = list_folder(folder.path().string());
  std::vector<std::string> said;
  for (const FolderEntry& entry : listing.entries)
    said.push_back(entry.name + (entry.is_folder ? "/" : "") + "|" + entry.note +
                   (entry.wrong ? "|wrong" : ""));
  EXPECT_EQ(said, (std::vector<std::string>{"../|", "inner/|", "a.json|not a session|wrong",
                                            "b.headlight|it was tired", "c.lesson.md|lesson: Mine",
                                            "d.md|not a lesson|wrong"}));
  for (const char* name : {".git", "notes.txt"}) EXPECT_TRUE(listing.has_unlisted(name)) << name;
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
