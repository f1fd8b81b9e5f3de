// Texts that the fonts of the screen lack a letter of: measured and drawn by the system, and typed.
#include "app/widgets/fonts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/labs/tokens/tokens_lab.h"
#include "app/widgets/controls.h"
#include "core/figure/text.h"
#include "core/text/unicode.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

constexpr const char* scripts[] = {"狗", "ไทย", "العربية", "हिन्दी", "▁the", "🙂", "かな 한국어 e\u0301"};

TEST(SystemLetters, OfAlphabetsThatTheFontsHaveTheyAreNotAsked) {
  const Fonts fonts(1);
  for (const char* text : {"plain", "Łódź", "Москва", "Ġthe", "café", "αβγ"})
    EXPECT_TRUE(fonts.has(type::body, text)) << text;
  for (const char* text : scripts) EXPECT_FALSE(fonts.has(type::body, text)) << text;
  const ImFont* const font = fonts.font(type::body, "Łд");
  for (const ImWchar letter : {ImWchar{0x141}, ImWchar{0x434}})
    EXPECT_NE(font->FindGlyph(letter), font->FindGlyph('?'));
}

TEST(SystemLetters, AreInTheHintOfAnEmptyField) {
  Session session;
  session.model = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/bert";
  show_lab(session, lab_named("tokens"));
  session.text(0) = "the 狗 and 🙂";
  session.text(1).clear();
  Driver driver(session);
  EXPECT_TRUE(driver.shows("the 狗 and 🙂")) << "drawn as any other text is";
}

TEST(SystemLetters, AreAsWideAsInFiguresAndTakePixels) {
  SystemLetters letters(2);
  Typesetter typesetter;
  for (const char* text : scripts) {
    const double wide = typesetter.measure({.text = text, .type = type::label, .scale = 2}).width;
    EXPECT_NEAR(static_cast<double>(letters.width(type::label, text)), wide, 1) << text;
    const TextImage image = letters.image(type::label, text, {});
    const auto& pixels = image.pixels->pixels;
    const auto opaque =
        std::count_if(pixels.begin(), pixels.end(), [](std::uint32_t pixel) { return pixel >> 24U > 128; });
    EXPECT_GT(opaque, 40) << text;
  }
}

// What no font has is a box with its number; that is not what these letters look like.
TEST(SystemLetters, AreNotTheSignOfWhatIsMissing) {
  SystemText text;
  const auto boxes = [&](const std::string& letters) {
    return text.image(letters, type::label, 2, {255, 255, 255}, 1000).pixels->pixels;
  };
  const double of_missing = text.width("\u0378", type::label, 2);  // assigned to no letter
  for (const char* letter : {"狗", "ไ", "ع", "ह", "🙂"}) {
    EXPECT_NE(boxes(letter), boxes("\u0378")) << letter;
    EXPECT_NE(boxes(letter), boxes("?")) << letter;
  }
  EXPECT_GT(of_missing, 0);
  EXPECT_NE(boxes("狗"), boxes("猫"));
}

TEST(SystemLetters, AreShapedAsTheirScriptNeedsIt) {
  SystemText text;
  double apart = 0;
  for (const char* letter : {"ا", "ل", "ع", "ر", "ب", "ي", "ة"}) apart += text.width(letter, type::label, 1);
  EXPECT_LT(text.width("العربية", type::label, 1), 0.97 * apart) << "joined letters are narrower";
  const std::vector<float> carets = text.carets("عر", type::label, 1);
  EXPECT_GT(carets.front(), carets.back()) << "it runs to the left";
  EXPECT_EQ(text.carets("กa", type::label, 1).size(), 5U);
}

TEST(SystemLetters, HaveTheColourOfTheTextAndEmojiTheirOwn) {
  SystemLetters letters(1);
  EXPECT_FALSE(letters.image(type::label, "狗", {200, 0, 0}).coloured);
  EXPECT_EQ(letters.image(type::label, "狗", {200, 0, 0}).pixels,
            letters.image(type::label, "狗", {0, 0, 200}).pixels)
      << "one image, tinted";
  const TextImage smile = letters.image(type::label, "🙂", {200, 0, 0});
  EXPECT_TRUE(smile.coloured);
  EXPECT_NE(smile.pixels, letters.image(type::label, "🙂", {0, 0, 200}).pixels);
}

TEST(SystemLetters, TakeBoundedMemory) {
  SystemLetters letters(4);
  for (int i = 0; i < 1500; ++i) {
    const std::string text = "狗" + std::to_string(i);
    letters.width(type::value, text);
    letters.image(type::value, text, {});
  }
  EXPECT_LE(letters.bytes(), SystemLetters::most_bytes);
  EXPECT_GT(letters.bytes(), SystemLetters::most_bytes / 4);
  std::string page;
  for (int i = 0; i < 20000; ++i) page += "狗";
  EXPECT_LT(letters.image(type::value, page, {}).pixels->width, 5000) << "no wider than a screen";
}

TEST(TypedLetters, StandInAFieldOf16BitsAndComeBack) {
  for (const std::string text :
       {"plain", "Łódź 狗 ไทย", "🙂 and 👩‍👩‍👧", "\uA000\uA001 ꀀ", "𝒳𝒴"}) {
    const std::string field = field_text(text);
    EXPECT_EQ(typed_text(field), text);
    EXPECT_TRUE(std::none_of(field.begin(), field.end(), [](char byte) {
      return static_cast<unsigned char>(byte) >= 0xF0;
    })) << text;
  }
  EXPECT_EQ(field_letter(U'狗'), U'狗');
  EXPECT_EQ(field_letter(U'🙂'), field_letter(U'🙂'));
  EXPECT_NE(field_letter(U'🙂'), field_letter(U'🙃'));
}

TEST(TypedLetters, OfEveryScriptArriveInAField) {
  Session session = tiny_session();
  show_lab(session, lab_named("tokens"));
  Driver driver(session);
  driver.click("tokens/text");
  const std::string typed = "狗 ไทย العربية 🙂";
  for (const char32_t letter : code_points(typed)) driver.input().character(letter);
  driver.draw_until_at_rest();
  driver.settle();
  EXPECT_EQ(driver.session().labs.get<TokensLab>().text, typed);
}

}  // namespace
}  // namespace headlight
