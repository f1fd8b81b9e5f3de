// What messages repeat of what was typed or stored.
#include "core/text/printable.h"

#include <gtest/gtest.h>

#include "core/text/encode.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

TEST(InQuotes, LeavesWordsAsTheyAre) {
  EXPECT_EQ(printable("l'été, naïve – ☂"), "l'été, naïve – ☂");
  EXPECT_EQ(in_quotes("animal"), "\"animal\"");
}

TEST(InQuotes, WritesOutWhatATerminalObeys) {
  EXPECT_EQ(printable("a\nb\tc"), "a\\nb\\tc");
  EXPECT_EQ(printable("\x1b[31mred\x07"), "\\x1b[31mred\\x07");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\u0085"), "\\u0085") << "a control character of Unicode";
  EXPECT_EQ(printable("\u202Egnp.exe"), "\\u202egnp.exe") << "writes backwards";
  EXPECT_EQ(printable("\u2028"), "\\u2028") << "ends the line";
}

TEST(InQuotes, WritesOutBytesThatAreNoText) {
  EXPECT_EQ(printable("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(printable("caf\xc3"), "caf\\xc3");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");
}

TEST(InQuotes, ShortensByLetters) {
  EXPECT_EQ(shortened("éééé", 3), "ééé...");
  EXPECT_EQ(shortened("ééé", 3), "ééé");
  EXPECT_EQ(in_quotes(std::string(4'000'000, 'x')), '"' + std::string(60, 'x') + "...\"");
}

TEST(Nearest, AnythingCanBeCompared) {
  EXPECT_EQ(edit_distance("\xff", "\xff"), 0);
  EXPECT_GT(edit_distance(std::string(4'000'000, 'x'), std::string(4'000'000, 'y')), 50);
  const Vocabulary vocabulary({"animal", "street"});
  try {
    encode(vocabulary, {std::string(4'000'000, 'x') + "\x1b"});
    ADD_FAILURE() << "an unknown word was taken";
  } catch (const UnknownWord& error) {
    EXPECT_LT(std::string(error.what()).size(), 300U);
  }
}

TEST(Nearest, ANameIsMeantWhereMostOfItsLettersStand) {
  const std::vector<std::string> names{"figure", "trace", "models"};
  EXPECT_EQ(nearest_name("figur", names), "figure");
  EXPECT_EQ(nearest_name("tarce", names), "trace");
  EXPECT_EQ(nearest_name("models", names), "models");
  EXPECT_EQ(nearest_name("xyzzy", names), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(4'000'000, 'x'), names), std::nullopt);
  EXPECT_EQ(nearest_name("a", {"b", "c"}), "b") << "the first of those that are equally near";
}

}  // namespace
}  // namespace headlight
