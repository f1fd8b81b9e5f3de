// A stream's buffer on a file that is open already, which remembers why the system refused to write.
#pragma once

#include <array>
#include <streambuf>

namespace headlight {

class FileBuffer : public std::streambuf {
 public:
  // Does not close `file`.
  explicit FileBuffer(int file);

  // The error of the first call that failed; 0 while there was none.
  int error() const { return error_; }

 protected:
  int_type overflow(int_type letter) override;
  int sync() override;
  std::streamsize xsputn(const char* bytes, std::streamsize count) override;

 private:
  bool write_out(const char* bytes, std::streamsize count);

  int file_;
  int error_ = 0;
  std::array<char, 1 << 16> kept_;
};

}  // namespace headlight
