#include "core/pictures/decoders.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

// In this order, behind <cstdio>: neither includes what it uses.
// clang-format off
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

namespace headlight {
namespace {

constexpr std::string_view jpeg_signature = "\xff\xd8\xff";
constexpr long most_decoder_bytes = 160L << 20;  // a progressive picture is kept whole while it is refined
constexpr std::uint64_t least_kept_side = 1024;  // pixels: more than any model takes
constexpr int most_scans = 100;  // each of them is work over all pixels, however few bytes it has

// libjpeg's errors, which must not return: they jump back to where the caller stands, over C alone.
struct Errors {
  jpeg_error_mgr manager;  // first, so that libjpeg's pointer to it is one to this
  std::jmp_buf back;
  std::array<char, JMSG_LENGTH_MAX> message;
};

void jump_back(j_common_ptr jpeg) {
  auto* errors = reinterpret_cast<Errors*>(jpeg->err);
  jpeg->err->format_message(jpeg, errors->message.data());
  std::longjmp(errors->back, 1);
}

// What libjpeg only warns of would leave a part of the picture grey; but for these, which leave none.
void refuse_damage(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  const int code = jpeg->err->msg_code;
  if (code != JWRN_EXTRANEOUS_DATA && code != JWRN_JFIF_MAJOR && code != JWRN_ADOBE_XFORM &&
      code != JWRN_TOO_MUCH_DATA)
    jump_back(jpeg);
}

void count_scans(j_common_ptr jpeg) {
  if (jpeg->is_decompressor != 0 && reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number > most_scans)
    ERREXIT(jpeg, JERR_NO_BACKING_STORE);
}

class JpegReader {
 public:
  JpegReader() {
    jpeg_.err = jpeg_std_error(&errors_.manager);
    errors_.manager.error_exit = jump_back;
    errors_.manager.emit_message = refuse_damage;
  }
  ~JpegReader() { jpeg_destroy_decompress(&jpeg_); }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  // Reads what stands before the picture. `bytes` must stay until the picture is taken.
  void open(std::string_view bytes) {
    if (!begin(bytes)) fail();
  }

  std::uint64_t width() const { return jpeg_.image_width; }
  std::uint64_t height() const { return jpeg_.image_height; }

  OwnPicture picture() {
    const bool four_inks = jpeg_.num_components == 4;
    jpeg_.out_color_space = four_inks ? JCS_CMYK : JCS_RGB;
    // libjpeg can leave out detail that shrinking would take the mean of.
    jpeg_.scale_denom = 8;
    while (jpeg_.scale_denom > 1 && std::min(width(), height()) / jpeg_.scale_denom < least_kept_side)
      jpeg_.scale_denom /= 2;
    if (!start()) fail();
    std::vector<std::uint8_t> pixels(std::size_t{jpeg_.output_width} * jpeg_.output_height *
                                     static_cast<std::size_t>(jpeg_.output_components));
    if (!decode(pixels.data())) fail();
    if (four_inks) to_rgb(pixels);
    return own_picture(std::move(pixels), static_cast<int>(jpeg_.output_width),
                       static_cast<int>(jpeg_.output_height));
  }

 private:
  [[noreturn]] void fail() const {
    if (errors_.manager.msg_code == JERR_NO_BACKING_STORE)
      throw std::invalid_argument(
          "decoding the JPEG takes too much memory or time; save it smaller, or not progressive");
    refuse_damaged("JPEG", errors_.message.data());
  }

  // Whether libjpeg came through. No object may begin its life in these three: a jump would not end it.
  bool begin(std::string_view bytes) {
    if (setjmp(errors_.back) != 0) return false;
    jpeg_create_decompress(&jpeg_);
    jpeg_.mem->max_memory_to_use = most_decoder_bytes;
    progress_.progress_monitor = count_scans;
    jpeg_.progress = &progress_;
    jpeg_mem_src(&jpeg_, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    jpeg_read_header(&jpeg_, TRUE);
    return true;
  }
  bool start() {
    if (setjmp(errors_.back) != 0) return false;
    jpeg_start_decompress(&jpeg_);
    return true;
  }
  bool decode(std::uint8_t* to) {
    if (setjmp(errors_.back) != 0) return false;
    while (jpeg_.output_scanline < jpeg_.output_height) {
      JSAMPROW row = to + std::size_t{jpeg_.output_scanline} * jpeg_.output_width *
                              static_cast<std::size_t>(jpeg_.output_components);
      jpeg_read_scanlines(&jpeg_, &row, 1);
    }
    jpeg_finish_decompress(&jpeg_);
    return true;
  }

  // Cyan, magenta, yellow and black to red, green and blue, in place. Adobe stores how much light is left.
  void to_rgb(std::vector<std::uint8_t>& pixels) const {
    const unsigned turned = jpeg_.saw_Adobe_marker != 0 ? 0 : 255;
    for (std::size_t i = 0; i < pixels.size() / 4; ++i) {
      const unsigned black = pixels[4 * i + 3] ^ turned;
      for (std::size_t c = 0; c < 3; ++c)
        pixels[3 * i + c] = static_cast<std::uint8_t>((pixels[4 * i + c] ^ turned) * black / 255);
    }
    pixels.resize(pixels.size() / 4 * 3);
  }

  jpeg_decompress_struct jpeg_{};
  jpeg_progress_mgr progress_{};
  Errors errors_{};
};

// How the camera was held, of the first Exif among the markers before the picture. Of these all but a few
// have a length (ITU T.81, B.1.1), and any number of FF may stand before each.
int orientation_of(std::string_view bytes) {
  constexpr unsigned restart = 0xd0, end = 0xd9, scan = 0xda, app1 = 0xe1, temporary = 0x01, fill = 0xff;
  const auto byte = [&](std::size_t at) {
    return static_cast<unsigned>(static_cast<unsigned char>(bytes[at]));
  };
  std::size_t at = 2;
  while (at + 4 <= bytes.size() && byte(at) == fill) {
    const unsigned kind = byte(at + 1);
    if (kind == scan || kind == end) break;
    if (kind == fill) {
      ++at;
      continue;
    }
    if (kind == temporary || (kind >= restart && kind < end)) {
      at += 2;
      continue;
    }
    const std::size_t length = std::size_t{byte(at + 2)} << 8U | byte(at + 3);
    if (length < 2) break;
    const std::string_view marker = bytes.substr(at + 4, length - 2);
    if (kind == app1 && marker.starts_with("Exif")) return exif_orientation(marker);
    at += 2 + length;
  }
  return 1;
}

}  // namespace

bool begins_as_jpeg(std::string_view bytes) { return bytes.starts_with(jpeg_signature); }

OwnPicture decode_jpeg(std::string_view bytes) {
  JpegReader reader;
  reader.open(bytes);
  check_picture_size(reader.width(), reader.height());
  OwnPicture picture = reader.picture();
  picture.width = static_cast<int>(reader.width());
  picture.height = static_cast<int>(reader.height());
  return upright(picture, orientation_of(bytes));
}

}  // namespace headlight
