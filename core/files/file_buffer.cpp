#include "core/files/file_buffer.h"

#include <unistd.h>

#include <cerrno>

namespace headlight {

FileBuffer::FileBuffer(int file) : file_(file) { setp(kept_.data(), kept_.data() + kept_.size()); }

bool FileBuffer::write_out(const char* bytes, std::streamsize count) {
  while (count > 0 && error_ == 0) {
    const ssize_t written = ::write(file_, bytes, static_cast<std::size_t>(count));
    if (written < 0 && errno != EINTR) error_ = errno;
    if (written <= 0) continue;
    bytes += written;
    count -= written;
  }
  return error_ == 0;
}

int FileBuffer::sync() {
  const bool done = write_out(pbase(), pptr() - pbase());
  setp(kept_.data(), kept_.data() + kept_.size());
  return done ? 0 : -1;
}

FileBuffer::int_type FileBuffer::overflow(int_type letter) {
  if (sync() != 0) return traits_type::eof();
  if (!traits_type::eq_int_type(letter, traits_type::eof())) sputc(traits_type::to_char_type(letter));
  return traits_type::not_eof(letter);
}

std::streamsize FileBuffer::xsputn(const char* bytes, std::streamsize count) {
  if (count <= epptr() - pptr()) return std::streambuf::xsputn(bytes, count);
  return sync() == 0 && write_out(bytes, count) ? count : 0;
}

}  // namespace headlight
