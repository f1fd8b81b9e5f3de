// A line of text as pixels, for letters that the fonts of the screen lack: with whatever fonts the system
// has, shaped as its script needs it, right to left where it runs so. By Pango (typesetter_pango.cpp); in a
// browser's tab by the browser (system_text_web.cpp), on Windows by Uniscribe (system_text_windows.cpp).
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/figure/drawing.h"

namespace headlight {

struct TextImage {
  RasterPtr pixels = nullptr;  // 0xAARRGGBB, transparent around the letters
  int left = 0, baseline = 0;  // the pixel of it at which the line begins
  bool coloured = false;       // it has colours of its own, as emoji do
};

// What cannot be shown by any font of the system is shown as the system does that: never left out. Text that
// is not UTF-8 has U+FFFD in its place. For one thread.
class SystemText {
 public:
  SystemText();
  ~SystemText();

  // In pixels, with an em of type.size x scale of them.
  double width(std::string_view text, Type type, double scale);
  // How far from the left end the caret stands before each byte, and behind the last: text.size() + 1 places.
  std::vector<float> carets(std::string_view text, Type type, double scale);
  // In `colour` where it has none of its own; cut off behind `most` pixels.
  TextImage image(std::string_view text, Type type, double scale, Rgb colour, int most);

 private:
  struct Setter;
  std::unique_ptr<Setter> setter_;
};

// Begins to read in the background what fonts the system has, so that the first text need not wait for it.
void find_system_fonts();

}  // namespace headlight
