// The picture of the screen without a display: the shaders compile and the file is what was asked for.
#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "app/window/run.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

int number_at(const std::array<unsigned char, 24>& bytes, std::size_t at) {
  return bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
}

TEST(Screenshot, HasTheSizeAskedFor) {
  const TemporaryFolder folder;
  const std::string file = folder / "screen.png";
  ASSERT_EQ(write_screenshot(tiny_session(), file, 1024, 768, 1), 0);
  std::array<unsigned char, 24> head{};
  std::ifstream in(file, std::ios::binary);
  in.read(reinterpret_cast<char*>(head.data()), static_cast<std::streamsize>(head.size()));
  ASSERT_TRUE(in.good());
  EXPECT_EQ(number_at(head, 16), 1024);
  EXPECT_EQ(number_at(head, 20), 768);
}

TEST(Screenshot, SaysWhenItCannotBeWritten) {
  const TemporaryFolder folder;
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(write_screenshot(tiny_session(), folder / "nowhere/screen.png", 640, 480, 1), 1);
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_TRUE(said.starts_with("headlight: ")) << said;
}

}  // namespace
}  // namespace headlight
