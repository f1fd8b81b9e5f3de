#include "app/session/file_kind.h"

#include <gtest/gtest.h>

namespace headlight {
namespace {

TEST(FileKinds, AreKnownByTheEnding) {
  for (const char* name : {"it.headlight", "talks/it.JSON", "a.b.Headlight"})
    EXPECT_EQ(kind_of_file(name), FileKind::session) << name;
  for (const char* name : {"mine.md", "mine.lesson.md", "a folder/MINE.MD"})
    EXPECT_EQ(kind_of_file(name), FileKind::lesson) << name;
  for (const char* name : {"cat.png", "my cat.JPG", "a/b.jpeg", "c.webp", "d.GIF"})
    EXPECT_EQ(kind_of_file(name), FileKind::picture) << name;
  for (const char* name : {"", "it", "it.txt", "it.headlight/x", "json", "headlight", "it.json~"})
    EXPECT_FALSE(kind_of_file(name)) << name;
}

TEST(FileKinds, AreAllSaid) {
  for (const char* ending : {".headlight", ".json", ".lesson.md", ".md", ".png", ".jpg", ".jpeg", ".webp", ".gif"})
    EXPECT_NE(what_can_be_opened().find(ending), std::string::npos) << what_can_be_opened();
}

}  // namespace
}  // namespace headlight
