// Pictures of one's own: what files of all kinds become, or why they are refused.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "core/files/file_error.h"
#include "core/pictures/data_uri.h"
#include "core/pictures/exif.h"
#include "core/pictures/picture_file.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

const std::filesystem::path picture_folder = HEADLIGHT_SOURCE_DIR "/tests/fuzz/corpus/picture_file";

enum class Hue { red, green, blue, other };

// Which of the three is bright where the others are dark.
Hue hue_at(const Picture& picture, int x, int y) {
  const std::uint8_t* rgb = picture.pixel(x, y);
  for (int channel = 0; channel < Picture::channels; ++channel) {
    if (rgb[channel] > 180 && rgb[(channel + 1) % 3] < 90 && rgb[(channel + 2) % 3] < 90)
      return static_cast<Hue>(channel);
  }
  return Hue::other;
}

std::string refusal_of(const std::filesystem::path& path) {
  try {
    read_picture(path);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(PictureFiles, EveryKindOfPngAndJpegIsRead) {
  for (const char* const name :
       {"two_halves.png", "sixteen_bits.png", "two_halves.jpg", "progressive.jpg", "four_inks.jpg"}) {
    const Picture picture = read_picture(picture_folder / name);
    EXPECT_EQ(hue_at(picture, 8, 30), Hue::red) << name;
    EXPECT_EQ(hue_at(picture, 56, 30), Hue::blue) << name;
  }
  const Picture grey = read_picture(picture_folder / "grey.jpg");
  EXPECT_EQ(grey.pixel(8, 8)[0], grey.pixel(8, 8)[2]);
  EXPECT_GT(read_picture(picture_folder / "one_bit.png").pixel(8, 8)[1],
            read_picture(picture_folder / "one_bit.png").pixel(60, 8)[1]);
}

TEST(PictureFiles, WhatIsTransparentLiesOnWhite) {
  const Picture picture = read_picture(picture_folder / "palette.png");
  EXPECT_EQ(hue_at(picture, 8, 8), Hue::red) << "the first colour of its palette is opaque";
  for (int channel = 0; channel < Picture::channels; ++channel) EXPECT_EQ(picture.pixel(56, 8)[channel], 255);
}

TEST(PictureFiles, AJpegIsTurnedAsItSays) {
  const Picture picture = read_picture(picture_folder / "held_upright.jpg");
  EXPECT_EQ(hue_at(picture, 30, 8), Hue::red) << "its left half is above, once it is turned";
  EXPECT_EQ(hue_at(picture, 30, 56), Hue::blue);
}

TEST(PictureFiles, EachOrientationIsUpright) {
  Picture stored;
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 64; ++x) stored.pixel(x, y)[x < 32 ? 0 : 1] = 255;
  }
  enum Corner { top_left, top_right, bottom_left, bottom_right };
  const auto hue_in = [](const Picture& picture, Corner corner) {
    return hue_at(picture, corner % 2 == 0 ? 10 : 50, corner / 2 == 0 ? 10 : 50);
  };
  // Exif 2.3, 4.6.4: where the corner stored first lies, and the one beside it.
  constexpr std::array<std::pair<Corner, Corner>, 8> lies{{{top_left, top_right},
                                                           {top_right, top_left},
                                                           {bottom_right, bottom_left},
                                                           {bottom_left, bottom_right},
                                                           {top_left, bottom_left},
                                                           {top_right, bottom_right},
                                                           {bottom_right, top_right},
                                                           {bottom_left, top_left}}};
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const Picture picture = upright(stored, orientation);
    const auto [red, green] = lies.at(static_cast<std::size_t>(orientation) - 1);
    EXPECT_EQ(hue_in(picture, red), Hue::red) << orientation;
    EXPECT_EQ(hue_in(picture, green), Hue::green) << orientation;
  }
}

TEST(PictureFiles, WhatIsNoPictureIsRefusedWithWhyAndWhatToTry) {
  struct Refused {
    const char* name;
    const char* why;
  };
  for (const auto& [name, why] :
       {Refused{"cut_off.png", "damaged or cut off"}, Refused{"wrong_checksum.png", "damaged or cut off"},
        Refused{"no_data.png", "damaged or cut off"}, Refused{"signature_alone.png", "damaged or cut off"},
        Refused{"no_pixels.png", "damaged or cut off"}, Refused{"animated.png", "animated"},
        Refused{"wide_as_a_street.png", "60000 x 60000 pixels, and at most 20000"},
        Refused{"too_many_pixels.png", "at most 40 million"}, Refused{"largest_size.png", "save it"},
        Refused{"cut_off.jpg", "damaged or cut off"}, Refused{"header_alone.jpg", "damaged or cut off"},
        Refused{"wide_as_a_street.jpg", "65000 x 65000 pixels, and at most 20000"},
        Refused{"moving.gif", "a GIF; save it as a PNG or a JPEG"},
        Refused{"drawing.svg", "an SVG; save it as a PNG or a JPEG"},
        Refused{"letter.txt", "no picture; a PNG or a JPEG can be read"}, Refused{"empty", "no picture"},
        Refused{"nowhere.png", "there is no such file"}, Refused{".", "is no file"}}) {
    const std::string said = refusal_of(picture_folder / name);
    EXPECT_NE(said.find(why), std::string::npos) << name << ": " << said;
    EXPECT_NE(said.find(name), std::string::npos) << said;
  }
}

// Cut anywhere, a file is refused: never read in part.
TEST(PictureFiles, NoPartOfAPictureIsTakenForAllOfIt) {
  for (const char* const name : {"two_halves.png", "two_halves.jpg", "progressive.jpg"}) {
    std::ifstream file(picture_folder / name, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const Picture whole = decode_picture(bytes);
    for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 97) {
      try {
        EXPECT_EQ(decode_picture(std::string_view(bytes).substr(0, length)), whole) << name << ", " << length;
      } catch (const std::invalid_argument&) {
      }
    }
  }
}

TEST(DataUris, AreReadAsTheyWereWritten) {
  for (const char* const text : {one_object, two_objects}) {
    const Picture picture = picture_of(text);
    EXPECT_TRUE(is_data_uri(data_uri(picture)));
    EXPECT_EQ(picture_of(data_uri(picture)), picture);
  }
  const auto complaint = [](const std::string& uri) {
    try {
      picture_of_uri(uri);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(complaint("data:image/png;base64,iVBO*w==").find("place 5"), std::string::npos);
  EXPECT_NE(complaint("data:image/png;base64,iVBOR").find("cut off"), std::string::npos);
  EXPECT_NE(complaint("data:text/plain,hello").find("image/png"), std::string::npos);
}

}  // namespace
}  // namespace headlight
