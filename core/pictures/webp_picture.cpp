#include "core/pictures/webp_picture.h"

#include <webp/decode.h>

#include <vector>

#include "core/pictures/exif.h"
#include "core/pictures/picture_limits.h"
#include "core/pictures/shrink.h"

namespace headlight {
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
      return "it has something that is not known here";
    case VP8_STATUS_NOT_ENOUGH_DATA:
      return "it ends too early";
    default:
      return "it is no WebP inside";
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
  if (WebPInitDecoderConfig(&config) == 0) refuse_damaged("WebP", "another libwebp than it was built with");
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
  return upright({shrunk(pixels, width, height), width, height}, exif_orientation(chunk_of(bytes, "EXIF")));
}

}  // namespace headlight
