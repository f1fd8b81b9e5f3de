#include "core/files/compressed.h"

#include <zlib.h>

#include <algorithm>
#include <new>

#include "core/platform/background.h"

namespace headlight {
namespace {

constexpr std::size_t piece = 64 << 10;
constexpr int largest_window = 15;

int window_bits(Wrapping wrapping) {
  return wrapping == Wrapping::gzip ? largest_window + 16 : -largest_window;
}

// zlib counts in 32 bits: what is larger is handed over in parts.
void hand_over(z_stream& stream, std::string_view bytes, std::size_t& taken) {
  if (stream.avail_in > 0) return;
  const std::size_t part = std::min<std::size_t>(bytes.size() - taken, 1U << 30);
  // zlib does not write to it; it was made before const was.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
  stream.avail_in = static_cast<uInt>(part);
  taken += part;
}

// Room for the next piece behind what there is.
void make_room(z_stream& stream, std::string& out, std::size_t used) {
  out.resize(used + piece);
  stream.next_out = reinterpret_cast<Bytef*>(out.data() + used);
  stream.avail_out = static_cast<uInt>(piece);
}

struct Deflating : z_stream {
  explicit Deflating(Wrapping wrapping) : z_stream{} {
    constexpr int most_memory = 9;
    if (deflateInit2(this, Z_BEST_COMPRESSION, Z_DEFLATED, window_bits(wrapping), most_memory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
    // The same bytes on every system: zlib would write which one it is.
    constexpr int unix_like = 3;
    header_.os = unix_like;
    if (wrapping == Wrapping::gzip) deflateSetHeader(this, &header_);
  }
  ~Deflating() { deflateEnd(this); }
  Deflating(const Deflating&) = delete;
  Deflating& operator=(const Deflating&) = delete;

 private:
  gz_header header_{};
};

struct Inflating : z_stream {
  explicit Inflating(Wrapping wrapping) : z_stream{} {
    if (inflateInit2(this, window_bits(wrapping)) != Z_OK) throw std::bad_alloc();
  }
  ~Inflating() { inflateEnd(this); }
  Inflating(const Inflating&) = delete;
  Inflating& operator=(const Inflating&) = delete;
};

}  // namespace

std::string deflated(std::string_view bytes, Wrapping wrapping) {
  Deflating stream(wrapping);
  std::string out;
  std::size_t taken = 0, used = 0;
  for (int result = Z_OK; result != Z_STREAM_END;) {
    hand_over(stream, bytes, taken);
    make_room(stream, out, used);
    result = deflate(&stream, taken == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
    used += piece - stream.avail_out;
  }
  out.resize(used);
  return out;
}

std::string beginning_of_inflated(std::string_view bytes, Wrapping wrapping, std::size_t most) {
  Inflating stream(wrapping);
  std::string out;
  std::size_t taken = 0, used = 0;
  while (used < most) {
    hand_over(stream, bytes, taken);
    make_room(stream, out, used);
    const int result = inflate(&stream, Z_NO_FLUSH);
    used += piece - stream.avail_out;
    if (result != Z_OK) break;
    if (taken == bytes.size() && stream.avail_in == 0 && stream.avail_out > 0) break;
  }
  out.resize(std::min(used, most));
  return out;
}

std::string inflated(std::string_view bytes, Wrapping wrapping, std::size_t most) {
  Inflating stream(wrapping);
  std::string out;
  std::size_t taken = 0, used = 0;
  const auto at = [&] { return taken - stream.avail_in; };
  for (int result = Z_OK; result != Z_STREAM_END;) {
    hand_over(stream, bytes, taken);
    make_room(stream, out, used);
    result = inflate(&stream, Z_NO_FLUSH);
    used += piece - stream.avail_out;
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    stop_if_asked(piece);
    if (used > most) throw InflateError("unpacks to more than " + std::to_string(most) + " bytes", at());
    const bool all_taken = taken == bytes.size() && stream.avail_in == 0;
    // Without room left there may be more to come of what was taken.
    if ((result == Z_OK || result == Z_BUF_ERROR) && all_taken && stream.avail_out > 0)
      throw InflateError("is cut off", at());
    if (result != Z_OK && result != Z_STREAM_END) throw InflateError("is damaged", at());
  }
  if (at() != bytes.size()) throw InflateError("has more data after its end", at());
  out.resize(used);
  return out;
}

std::uint32_t crc32_of(std::string_view bytes) {
  uLong check = crc32(0, nullptr, 0);
  while (!bytes.empty()) {
    const std::size_t part = std::min<std::size_t>(bytes.size(), 1U << 30);
    check = crc32(check, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(part));
    bytes.remove_prefix(part);
  }
  return static_cast<std::uint32_t>(check);
}

namespace {

constexpr std::string_view base64_letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8U | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      text += i + j <= bytes.size() ? base64_letters[group >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

std::string from_base64(std::string_view text) {
  const std::string_view letters = text.substr(0, text.find_last_not_of('=') + 1);
  if (text.empty() || text.size() % 4 != 0 || text.size() - letters.size() > 2)
    throw std::invalid_argument("is cut off");
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t kept = 0;
  unsigned bits = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::size_t value = base64_letters.find(letters[i]);
    if (value == std::string_view::npos)
      throw std::invalid_argument("has a character that cannot be there, at place " + std::to_string(i + 1));
    kept = (kept << 6U | static_cast<std::uint32_t>(value)) & 0xffffU;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(kept >> bits & 255U);
  }
  return bytes;
}

}  // namespace headlight
