// A lesson as a package for a learning platform. That it reports, a browser's test shows (tests/web).
#include "app/lessons/course.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "app/lessons/library.h"

namespace headlight {
namespace {

TEST(Course, HoldsThePageAndWhatAPlatformReads) {
  const LessonPtr lesson = find_lesson("it");
  ASSERT_NE(lesson, nullptr);
  const std::string package = course_of("<html lang=\"en\" data-link=\"\">\n</html>\n", *lesson, "it");
  EXPECT_TRUE(package.starts_with("PK"));
  EXPECT_NE(package.find("imsmanifest.xml"), std::string::npos);
  EXPECT_NE(package.find("index.html"), std::string::npos);
  EXPECT_EQ(package, course_of("<html lang=\"en\" data-link=\"\">\n</html>\n", *lesson, "it"));
}

TEST(Course, IsMadeOfNothingElse) {
  const LessonPtr lesson = find_lesson("it");
  ASSERT_NE(lesson, nullptr);
  EXPECT_THROW(course_of("<html></html>", *lesson, "it"), std::invalid_argument);
}

}  // namespace
}  // namespace headlight
