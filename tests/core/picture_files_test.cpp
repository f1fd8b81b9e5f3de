// Pictures of one's own: what files of all kinds become, or why they are refused.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "core/files/whole_file.h"
#include "core/pictures/decoders.h"
#include "core/pictures/picture.h"
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

std::string bytes_of(const char* name) {
  std::ifstream file(picture_folder / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// How much more memory this process held since then than when it was made, at most, in bytes.
class PeakMemory {
 public:
  PeakMemory() {
    std::ofstream("/proc/self/clear_refs") << 5;  // begins anew to look for the peak (proc(5))
    before_ = kilobytes("VmRSS:");
  }
  std::size_t bytes() const { return (kilobytes("VmHWM:") - before_) << 10U; }

 private:
  static std::size_t kilobytes(const std::string& name) {
    std::ifstream status("/proc/self/status");
    std::size_t found = 0;
    for (std::string word; status >> word;) {
      if (word == name) status >> found;
    }
    return found;
  }

  std::size_t before_ = 0;
};

std::string refusal_of(const std::filesystem::path& path) {
  try {
    read_picture(path);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(PictureFiles, EveryKindIsRead) {
  for (const char* const name : {"two_halves.png", "sixteen_bits.png", "two_halves.jpg", "progressive.jpg",
                                 "four_inks.jpg", "two_halves.webp", "lossless.webp", "two_halves.gif"}) {
    const Picture picture = read_picture(picture_folder / name).picture;
    EXPECT_EQ(hue_at(picture, 8, 30), Hue::red) << name;
    EXPECT_EQ(hue_at(picture, 56, 30), Hue::blue) << name;
  }
  const Picture grey = read_picture(picture_folder / "grey.jpg").picture;
  EXPECT_EQ(grey.pixel(8, 8)[0], grey.pixel(8, 8)[2]);
  const Picture one_bit = read_picture(picture_folder / "one_bit.png").picture;
  EXPECT_GT(one_bit.pixel(8, 8)[1], one_bit.pixel(60, 8)[1]);
  const Picture interlaced = read_picture(picture_folder / "interlaced.gif").picture;
  for (int y = 0; y < Picture::side; ++y)
    EXPECT_EQ(hue_at(interlaced, 30, y), y < 32 ? Hue::red : Hue::blue) << "row " << y;
}

TEST(PictureFiles, WhatIsTransparentLiesOnWhite) {
  for (const char* const name : {"palette.png", "transparent.gif"}) {
    const Picture picture = read_picture(picture_folder / name).picture;
    EXPECT_EQ(hue_at(picture, 8, 8), Hue::red) << "the first colour of its palette is opaque";
    for (int channel = 0; channel < Picture::channels; ++channel)
      EXPECT_EQ(picture.pixel(56, 8)[channel], 255) << name;
  }
}

// Bytes as browsers show them: 16 bits are sRGB like 8, and what is half transparent is the mean of the bytes
// of its colour and of white.
TEST(PictureFiles, TheModelSeesTheBytesThatAPersonSees) {
  using Bytes = std::array<int, 3>;
  for (const auto& [name, bytes] : {std::pair<const char*, Bytes>{"mid8.png", {128, 128, 128}},
                                    {"mid16.png", {128, 128, 128}},
                                    {"half64.png", {255, 127, 127}},
                                    {"half.webp", {255, 127, 127}}}) {
    const Picture picture = read_picture(picture_folder / name).picture;
    for (std::size_t channel = 0; channel < bytes.size(); ++channel)
      EXPECT_EQ(picture.pixel(20, 40)[channel], bytes.at(channel)) << name;
  }
}

TEST(PictureFiles, APictureIsTurnedAsItSays) {
  for (const char* const name : {"held_upright.jpg", "held_upright.webp"}) {
    const Picture picture = read_picture(picture_folder / name).picture;
    EXPECT_EQ(hue_at(picture, 30, 8), Hue::red) << name << ": its left half is above, once it is turned";
    EXPECT_EQ(hue_at(picture, 30, 56), Hue::blue) << name;
  }
}

// A camera's comment, tables and bytes to fill up may stand before the Exif in any order.
TEST(PictureFiles, TheExifIsFoundBehindAnyMarker) {
  const std::string plain = bytes_of("exif6.jpg");
  const OwnPicture turned = decode_picture(plain);
  EXPECT_EQ(decode_picture(bytes_of("com_before_exif6.jpg")).picture, turned.picture);
  for (const std::string_view before :
       {std::string_view("\xff\xfe\0\6note", 8), std::string_view("\xff\xff\xff", 3),
        std::string_view("\xff\xdd\0\4\0\0", 6)}) {
    std::string file = plain;
    file.insert(2, before);
    EXPECT_EQ(decode_picture(file).picture, turned.picture) << before.size();
  }
  const OwnPicture stored = upright(turned, 8);  // the other way round
  EXPECT_EQ(stored.width, turned.height);
  EXPECT_NE(stored.picture, turned.picture);
}

TEST(PictureFiles, ACroppedPictureIsKnown) {
  EXPECT_FALSE(read_picture(picture_folder / "two_halves.gif").cropped());
  const OwnPicture wide = decode_picture(bytes_of("exif6.jpg"));
  EXPECT_EQ(wide.cropped(), wide.width != wide.height);
}

// Whatever length a chunk claims, no memory is taken for it.
TEST(PictureFiles, NoMemoryIsTakenByALengthThatIsOnlyClaimed) {
  const std::string small = bytes_of("two_halves.png");
  const std::size_t after_head = 8 + 25;  // the signature and IHDR
  const PeakMemory peak;
  for (const char* const kind : {"tEXt", "zTXt", "iTXt", "iCCP", "eXIf", "PLTE", "tRNS", "IDAT", "abCd"}) {
    for (const char* const length : {"\x7f\xff\xff\xff", "\xff\xff\xff\xff", "\x04\xff\xff\xff"}) {
      std::string file = small;
      EXPECT_THROW(decode_picture(file.insert(after_head, std::string(length) + kind + "text")),
                   std::invalid_argument)
          << kind;
    }
  }
  for (const char* const name : {"chunk_2gb.png", "claims.gif"})
    EXPECT_THROW(read_picture(picture_folder / name), FormatError) << name;
  EXPECT_LT(peak.bytes(), std::size_t{32} << 20U);
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
       {Refused{"cut_off.png", "damaged or cut off"},
        Refused{"wrong_checksum.png", "damaged or cut off"},
        Refused{"no_data.png", "damaged or cut off"},
        Refused{"signature_alone.png", "damaged or cut off"},
        Refused{"no_pixels.png", "damaged or cut off"},
        Refused{"animated.png", "animated"},
        Refused{"wide_as_a_street.png", "60000 x 60000 pixels, and at most 20000"},
        Refused{"too_many_pixels.png", "at most 40 million"},
        Refused{"largest_size.png", "save it"},
        Refused{"cut_off.jpg", "damaged or cut off"},
        Refused{"header_alone.jpg", "damaged or cut off"},
        Refused{"wide_as_a_street.jpg", "65000 x 65000 pixels, and at most 20000"},
        Refused{"moving.gif", "animated"},
        Refused{"moving.webp", "animated"},
        Refused{"cut_off.gif", "damaged or cut off"},
        Refused{"cut_off.webp", "damaged or cut off"},
        Refused{"chunk_2gb.png", "says that it has 2147483647 bytes"},
        Refused{"drawing.svg", "an SVG; save it as a PNG or a JPEG"},
        Refused{"letter.txt", "not a picture; a PNG, JPEG, WebP or GIF can be read"},
        Refused{"empty", "not a picture"},
        Refused{"nowhere.png", "there is no such file"},
        Refused{".", "is a folder, not a file"}}) {
    const std::string said = refusal_of(picture_folder / name);
    EXPECT_NE(said.find(why), std::string::npos) << name << ": " << said;
    EXPECT_NE(said.find(name), std::string::npos) << said;
  }
}

// Cut anywhere, a file is refused: never read in part.
TEST(PictureFiles, NoPartOfAPictureIsTakenForAllOfIt) {
  for (const char* const name : {"two_halves.png", "two_halves.jpg", "progressive.jpg", "two_halves.webp",
                                 "lossless.webp", "two_halves.gif"}) {
    const std::string bytes = bytes_of(name);
    const Picture whole = decode_picture(bytes).picture;
    for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 97) {
      try {
        EXPECT_EQ(decode_picture(std::string_view(bytes).substr(0, length)).picture, whole)
            << name << ", " << length;
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
