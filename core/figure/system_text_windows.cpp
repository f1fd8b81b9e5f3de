// Letters by Uniscribe, which finds the fonts of the system that have them, and GDI, which draws them in one
// colour, emoji too.
#include <windows.h>

#include <usp10.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "core/figure/system_text.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

std::wstring utf16(std::string_view text) { return std::filesystem::path(valid_utf8(text)).wstring(); }

// A line of text, shaped. Nothing is measured or drawn of an empty one.
class Line {
 public:
  Line(HDC to, const std::wstring& text, Type type, double em) : to_(to) {
    const FaceName& face = name_of(type.face);
    const bool mono = type.face == Face::mono || type.face == Face::mono_bold;
    font_ = CreateFontW(-std::max(1, static_cast<int>(std::lround(em))), 0, 0, 0, face.weight,
                        face.italic ? 1 : 0, 0, 0, DEFAULT_CHARSET, OUT_TT_PRECIS, CLIP_DEFAULT_PRECIS,
                        ANTIALIASED_QUALITY,
                        static_cast<DWORD>(mono ? FIXED_PITCH : VARIABLE_PITCH) | FF_DONTCARE,
                        mono ? L"Consolas" : L"Segoe UI");
    before_ = SelectObject(to, font_);
    const auto length = static_cast<int>(text.size());
    if (length > 0 && ScriptStringAnalyse(to, text.data(), length, length * 3 / 2 + 16, -1,
                                          SSA_GLYPHS | SSA_FALLBACK | SSA_LINK, 0, nullptr, nullptr, nullptr,
                                          nullptr, nullptr, &line_) != S_OK)
      line_ = nullptr;
  }
  ~Line() {
    if (line_ != nullptr) ScriptStringFree(&line_);
    SelectObject(to_, before_);
    DeleteObject(font_);
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  int width() const { return line_ == nullptr ? 0 : ScriptString_pSize(line_)->cx; }
  // Where a unit of UTF-16 begins.
  int before(int unit) const {
    int x = 0;
    if (line_ != nullptr) ScriptStringCPtoX(line_, unit, FALSE, &x);
    return x;
  }
  int ascent() const {
    TEXTMETRICW metrics{};
    GetTextMetricsW(to_, &metrics);
    return metrics.tmAscent;
  }
  void draw(int x, int y) const {
    if (line_ != nullptr) ScriptStringOut(line_, x, y, 0, nullptr, 0, 0, FALSE);
  }

 private:
  HDC to_;
  HFONT font_;
  HGDIOBJ before_;
  SCRIPT_STRING_ANALYSIS line_ = nullptr;
};

}  // namespace

struct SystemText::Setter {
  ~Setter() { DeleteDC(memory); }
  HDC memory = CreateCompatibleDC(nullptr);
};

SystemText::SystemText() : setter_(std::make_unique<Setter>()) {}
SystemText::~SystemText() = default;

double SystemText::width(std::string_view text, Type type, double scale) {
  return Line(setter_->memory, utf16(text), type, type.size * scale).width();
}

std::vector<float> SystemText::carets(std::string_view text, Type type, double scale) {
  const std::string valid = valid_utf8(text);
  const Line line(setter_->memory, utf16(valid), type, type.size * scale);
  std::vector<float> places(text.size() + 1, static_cast<float>(line.width()));
  int unit = 0;  // of UTF-16
  for (std::size_t at = 0; at < std::min(text.size(), valid.size());) {
    const std::size_t end = end_of_letter(valid, at);
    const auto place = static_cast<float>(line.before(unit));
    unit += static_cast<int>(utf16(std::string_view(valid).substr(at, end - at)).size());
    for (; at < end && at < text.size(); ++at) places[at] = place;
  }
  return places;
}

TextImage SystemText::image(std::string_view text, Type type, double scale, Rgb colour, int most) {
  const double em = type.size * scale;
  const int around = 2 + static_cast<int>(em / 3);
  const Line line(setter_->memory, utf16(text), type, em);
  const auto raster = std::make_shared<Raster>();
  raster->width = std::min(most, line.width()) + 2 * around;
  raster->height = static_cast<int>(std::ceil(em * 1.5)) + 2 * around;
  TextImage image{.left = around, .baseline = around + static_cast<int>(std::ceil(em * 1.1))};
  BITMAPINFO form{};
  form.bmiHeader = {sizeof(BITMAPINFOHEADER), raster->width, -raster->height, 1, 32, BI_RGB, 0, 0, 0, 0, 0};
  void* bits = nullptr;
  const HBITMAP bitmap = CreateDIBSection(setter_->memory, &form, DIB_RGB_COLORS, &bits, nullptr, 0);
  if (bitmap != nullptr) {
    const HGDIOBJ before = SelectObject(setter_->memory, bitmap);
    SetTextColor(setter_->memory, RGB(255, 255, 255));
    SetBkMode(setter_->memory, TRANSPARENT);
    line.draw(image.left, image.baseline - line.ascent());
    GdiFlush();
    // White on black: how much of a pixel is covered is its brightness.
    const auto* const covered = static_cast<const std::uint32_t*>(bits);
    const auto count = static_cast<std::size_t>(raster->width) * static_cast<std::size_t>(raster->height);
    for (std::size_t i = 0; i < count; ++i)
      raster->pixels.push_back((opaque(colour) & 0xffffffU) | (covered[i] >> 8U & 255U) << 24U);
    SelectObject(setter_->memory, before);
    DeleteObject(bitmap);
  }
  image.pixels = raster;
  return image;
}

void find_system_fonts() {}  // Windows knows them already

}  // namespace headlight
