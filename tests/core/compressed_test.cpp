// Deflate and gzip: what comes out is what went in, and never more than was asked for.
#include "core/files/compressed.h"

#include <gtest/gtest.h>

#include "core/matrix/random.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

// Hard to make smaller, or easy.
std::string bytes_of(std::size_t count, int kinds) {
  Random random(count + static_cast<std::size_t>(kinds));
  std::string bytes(count, ' ');
  for (char& byte : bytes) byte = static_cast<char>(random.below(kinds));
  return bytes;
}

TEST(Compressed, ComesBackAsItWas) {
  for (const Wrapping wrapping : {Wrapping::plain, Wrapping::gzip}) {
    for (const std::size_t count : {0U, 1U, 100U, 65'535U, 65'536U, 65'537U, 1'000'000U}) {
      for (const int kinds : {1, 3, 256}) {
        const std::string bytes = bytes_of(count, kinds);
        const std::string small = deflated(bytes, wrapping);
        EXPECT_TRUE(inflated(small, wrapping, count) == bytes) << count << " bytes of " << kinds << " kinds";
        EXPECT_TRUE(deflated(bytes, wrapping) == small) << "no date is in it";
      }
    }
  }
  EXPECT_EQ(deflated("it", Wrapping::gzip).substr(0, 2), "\x1f\x8b");
}

TEST(Compressed, WhatIsCutOffOrLongerIsRefused) {
  for (const Wrapping wrapping : {Wrapping::plain, Wrapping::gzip}) {
    const std::string bytes = bytes_of(300, 20);
    const std::string small = deflated(bytes, wrapping);
    for (std::size_t length = 0; length < small.size(); ++length) {
      EXPECT_EQ(thrown_by([&] { inflated(small.substr(0, length), wrapping, 1000); }), "is cut off")
          << length;
    }
    EXPECT_EQ(thrown_by([&] { inflated(small + "x", wrapping, 1000); }), "has more data after its end");
    EXPECT_EQ(thrown_by([&] { inflated("\xff\xff", wrapping, 1000); }), "is damaged");
  }
}

TEST(Compressed, TakesNoMoreThanIsAskedFor) {
  const std::string zeros = deflated(std::string(50'000'000, '\0'), Wrapping::plain);
  ASSERT_LT(zeros.size(), 100'000U);
  try {
    inflated(zeros, Wrapping::plain, 1'000'000);
    FAIL() << "50 MB came out of " << zeros.size() << " bytes";
  } catch (const InflateError& error) {
    EXPECT_STREQ(error.what(), "unpacks to more than 1000000 bytes");
    EXPECT_LT(error.at, zeros.size() / 20) << "most of it was not even looked at";
  }
  EXPECT_EQ(thrown_by([&] { inflated(deflated("four", Wrapping::plain), Wrapping::plain, 3); }),
            "unpacks to more than 3 bytes");
}

}  // namespace
}  // namespace headlight
