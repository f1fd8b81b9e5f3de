#include "core/pictures/decoders.h"

#include <gif_lib.h>
#include <png.h>
#include <webp/decode.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <iterator>
#include <stdexcept>
#include <utility>

// In this order, behind <cstdio>: neither includes what it uses.
// clang-format off
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {

namespace {

int take(GifFileType* gif, GifByteType* to, int count) {
  auto& left = *static_cast<std::string_view*>(gif->UserData);
  const std::size_t taken = std::min(left.size(), static_cast<std::size_t>(std::max(count, 0)));
  std::copy_n(left.data(), taken, to);
  left.remove_prefix(taken);
  return static_cast<int>(taken);
}

// Its records in order (GIF 89a): giflib's own way to read all of them at once takes memory by the sizes that
// the file claims.
class GifReader {
 public:
  explicit GifReader(std::string_view bytes) : left_(bytes) {
    int error = 0;
    gif_ = DGifOpen(&left_, take, &error);
    if (gif_ == nullptr) refuse_damaged("GIF", said(error));
  }
  ~GifReader() { DGifCloseFile(gif_, nullptr); }
  GifReader(const GifReader&) = delete;
  GifReader& operator=(const GifReader&) = delete;

  OwnPicture picture() {
    check_picture_size(static_cast<std::uint64_t>(gif_->SWidth), static_cast<std::uint64_t>(gif_->SHeight));
    while (true) {
      GifRecordType type = UNDEFINED_RECORD_TYPE;
      demand(DGifGetRecordType(gif_, &type));
      if (type == TERMINATE_RECORD_TYPE) break;
      if (type == IMAGE_DESC_RECORD_TYPE) {
        if (!pixels_.empty()) refuse_animation();
        read_frame();
      } else {
        read_extension();
      }
    }
    if (pixels_.empty()) refuse_damaged("GIF", "it has no picture");
    return own_picture(std::move(pixels_), gif_->SWidth, gif_->SHeight);
  }

 private:
  static std::string said(int error) {
    const char* const text = GifErrorString(error);
    return text == nullptr ? "no reason given" : text;
  }
  void demand(int result) const {
    if (result == GIF_ERROR) refuse_damaged("GIF", said(gif_->Error));
  }

  void read_extension() {
    int code = 0;
    GifByteType* block = nullptr;  // its length, then as many bytes
    demand(DGifGetExtension(gif_, &code, &block));
    while (block != nullptr) {
      GraphicsControlBlock control;
      if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
        transparent_ = control.TransparentColor;
      demand(DGifGetExtensionNext(gif_, &block));
    }
  }

  void read_frame() {
    demand(DGifGetImageDesc(gif_));
    const GifImageDesc& frame = gif_->Image;
    check_picture_size(static_cast<std::uint64_t>(frame.Width), static_cast<std::uint64_t>(frame.Height));
    const ColorMapObject* const colours = frame.ColorMap != nullptr ? frame.ColorMap : gif_->SColorMap;
    if (colours == nullptr) refuse_damaged("GIF", "it has no colours");
    std::vector<GifByteType> line(static_cast<std::size_t>(frame.Width));
    // Interlaced rows come in four passes: every eighth, those between, and so on.
    constexpr int first[] = {0, 4, 2, 1}, apart[] = {8, 8, 4, 2};
    for (int pass = 0; pass < (frame.Interlace ? 4 : 1); ++pass) {
      for (int row = frame.Interlace ? first[pass] : 0; row < frame.Height;
           row += frame.Interlace ? apart[pass] : 1) {
        demand(DGifGetLine(gif_, line.data(), frame.Width));
        // What no frame covers is transparent, and so white. Room for it is taken once a line was there.
        if (pixels_.empty())
          pixels_.assign(std::size_t{3} * static_cast<std::size_t>(gif_->SWidth) *
                             static_cast<std::size_t>(gif_->SHeight),
                         255);
        put(line, frame.Left, frame.Top + row, *colours);
      }
    }
  }

  void put(const std::vector<GifByteType>& line, int left, int y, const ColorMapObject& colours) {
    if (y < 0 || y >= gif_->SHeight) return;
    for (int i = 0; i < static_cast<int>(line.size()) && left + i < gif_->SWidth; ++i) {
      const int colour = line[i];
      if (left + i < 0 || colour == transparent_ || colour >= colours.ColorCount) continue;
      const GifColorType& rgb = colours.Colors[colour];
      std::uint8_t* const to =
          &pixels_[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(gif_->SWidth) +
                        static_cast<std::size_t>(left + i))];
      to[0] = rgb.Red;
      to[1] = rgb.Green;
      to[2] = rgb.Blue;
    }
  }

  std::string_view left_;
  GifFileType* gif_ = nullptr;
  int transparent_ = NO_TRANSPARENT_COLOR;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace

bool begins_as_gif(std::string_view bytes) {
  return bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a");
}

OwnPicture decode_gif(std::string_view bytes) { return GifReader(bytes).picture(); }

namespace {

constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";

// libpng's simplified reader: it keeps its own errors in, so that nothing jumps over destructors.
class PngReader {
 public:
  explicit PngReader(std::string_view bytes) {
    image_.version = PNG_IMAGE_VERSION;
    png_image_begin_read_from_memory(&image_, bytes.data(), bytes.size());
    check();
  }
  ~PngReader() { png_image_free(&image_); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  std::uint32_t width() const { return image_.width; }
  std::uint32_t height() const { return image_.height; }

  std::vector<std::uint8_t> rgb() {
    // 16 bits that do not say what they are are sRGB, as all viewers have it; libpng would take them for
    // linear light.
    image_.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
    const bool transparent = (image_.format & PNG_FORMAT_FLAG_ALPHA) != 0;
    image_.format = transparent ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
    std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image_));
    png_image_finish_read(&image_, nullptr, pixels.data(), 0, nullptr);
    check();
    if (transparent) blend_with_white(pixels);
    return pixels;
  }

 private:
  // A warning is of what libpng read past, such as bytes behind the picture's end.
  void check() const {
    if ((image_.warning_or_error & PNG_IMAGE_ERROR) != 0) refuse_damaged("PNG", image_.message);
  }

  png_image image_{};
};

// A chunk that libpng is given, and how long it may be: those that say what the pixels are, as PNG 1.2
// defines them. Texts, profiles and the like can be as long as they say, and unpacked far longer.
struct Wanted {
  std::string_view kind;
  std::size_t most;
};
constexpr Wanted wanted_chunks[] = {{"IHDR", 13}, {"PLTE", 3 * 256},  {"tRNS", 256}, {"gAMA", 4},
                                    {"sRGB", 1},  {"IDAT", SIZE_MAX}, {"IEND", 0}};

// The same PNG with nothing but its picture. A length is compared with what there is before anybody trusts
// it.
std::string picture_alone(std::string_view bytes) {
  std::string kept(signature);
  bool begun = false;
  for (std::size_t at = signature.size(); at + 8 <= bytes.size();) {
    const std::string_view kind = bytes.substr(at + 4, 4);
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = length << 8U | static_cast<unsigned char>(bytes[at + i]);
    const std::size_t left = bytes.size() - at - 8;
    if (length + 4 > left) {
      refuse_damaged(
          "PNG",
          say("{kind} says that it has {n} bytes, and {rest} follow",
              {{"kind", in_quotes(kind)}, {"n", std::to_string(length)}, {"rest", std::to_string(left)}}));
    }
    if (kind == "acTL" && !begun) refuse_animation();
    begun = begun || kind == "IDAT";
    const auto* const found = std::find_if(std::begin(wanted_chunks), std::end(wanted_chunks),
                                           [&](const Wanted& each) { return each.kind == kind; });
    if (found != std::end(wanted_chunks) && length <= found->most) kept += bytes.substr(at, length + 12);
    if (kind == "IEND") break;
    at += length + 12;
  }
  return kept;
}

}  // namespace

bool begins_as_png(std::string_view bytes) { return bytes.starts_with(signature); }

OwnPicture decode_png(std::string_view bytes) {
  const std::string alone = picture_alone(bytes);
  PngReader reader(alone);
  check_picture_size(reader.width(), reader.height());
  const auto width = static_cast<int>(reader.width());
  const auto height = static_cast<int>(reader.height());
  return own_picture(reader.rgb(), width, height);
}

namespace {

constexpr std::size_t head_bytes = 12;  // "RIFF", the file's length, "WEBP"

// The contents of the first chunk of a kind; nothing where there is none.
std::string_view chunk_of(std::string_view bytes, std::string_view kind) {
  for (std::size_t at = head_bytes; at + 8 <= bytes.size();) {
    std::size_t length = 0;
    for (std::size_t i = 4; i > 0; --i) length = length << 8U | static_cast<unsigned char>(bytes[at + 3 + i]);
    if (bytes.substr(at, 4) == kind) return bytes.substr(at + 8, length);
    at += 8 + length + length % 2;
  }
  return {};
}

std::string_view said(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY:
      return "not enough memory";
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return "it has something that Headlight does not know";
    case VP8_STATUS_NOT_ENOUGH_DATA:
      return "it ends too early";
    default:
      return "its content is not WebP";
  }
}

void demand(VP8StatusCode status) {
  if (status != VP8_STATUS_OK) refuse_damaged("WebP", std::string(said(status)));
}

}  // namespace

bool begins_as_webp(std::string_view bytes) {
  return bytes.size() >= head_bytes && bytes.starts_with("RIFF") && bytes.substr(8, 4) == "WEBP";
}

OwnPicture decode_webp(std::string_view bytes) {
  const auto* const data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0)
    refuse_damaged("WebP", "libwebp is not the version that Headlight was built with");
  demand(WebPGetFeatures(data, bytes.size(), &config.input));
  if (config.input.has_animation != 0) refuse_animation();
  const int width = config.input.width;
  const int height = config.input.height;
  check_picture_size(static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height));
  const bool transparent = config.input.has_alpha != 0;
  const int channels = transparent ? 4 : 3;
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                                   static_cast<std::size_t>(channels));
  config.output.colorspace = transparent ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA = {pixels.data(), width * channels, pixels.size()};
  demand(WebPDecode(data, bytes.size(), &config));
  if (transparent) blend_with_white(pixels);
  return upright(own_picture(std::move(pixels), width, height), exif_orientation(chunk_of(bytes, "EXIF")));
}

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
