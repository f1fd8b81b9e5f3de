// A GL context without any display (EGL's surfaceless platform), and the picture rendered in it.
#pragma once

#include <cstdint>
#include <vector>

namespace headlight {

class Offscreen {
 public:
  // Throws std::runtime_error saying what is missing.
  Offscreen(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  // What was rendered: 0xffRRGGBB, row by row from the top.
  std::vector<std::uint32_t> pixels() const;

 private:
  int width_;
  int height_;
  void* display_ = nullptr;
  void* context_ = nullptr;
  unsigned frame_ = 0;
  unsigned colours_ = 0;
};

}  // namespace headlight
