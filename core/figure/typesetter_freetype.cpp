// Letters by HarfBuzz and FreeType alone, from the fonts that come with the program: in a browser and on
// Windows there is no Pango. Widths are those of typesetter_pango.cpp, to its unit. A text with letters that
// these fonts lack, or that run from right to left, is drawn whole by the system, as on screen: an image in
// the file.
#include <cairo-ft.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb-ot.h>
#include <hb.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/figure/fonts.h"
#include "core/figure/system_text.h"
#include "core/figure/text.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr int parts = 1024;  // of a unit: letters are placed in whole ones, as Pango does

// A font file, once for the whole program.
class FontFace {
 public:
  FontFace(const char* file, const char* package) {
    const std::string& bytes = font_file(file, package);
    static FT_Library library = [] {
      FT_Library made = nullptr;
      FT_Init_FreeType(&made);
      return made;
    }();
    const auto size = static_cast<FT_Long>(bytes.size());
    if (FT_New_Memory_Face(library, reinterpret_cast<const FT_Byte*>(bytes.data()), size, 0, &outlines_) != 0)
      throw std::runtime_error("the font " + std::string(file) + " cannot be read");
    cairo_ = cairo_ft_font_face_create_for_ft_face(outlines_, FT_LOAD_NO_HINTING);
    hb_blob_t* blob = hb_blob_create(bytes.data(), static_cast<unsigned>(bytes.size()),
                                     HB_MEMORY_MODE_READONLY, nullptr, nullptr);
    hb_face_t* face = hb_face_create(blob, 0);
    shapes_ = hb_font_create(face);
    hb_face_destroy(face);
    hb_blob_destroy(blob);
  }

  cairo_font_face_t* cairo() const { return cairo_; }
  bool has(char32_t letter) const { return FT_Get_Char_Index(outlines_, letter) != 0; }
  void shape(hb_buffer_t* letters, int scale, const hb_feature_t* features, unsigned count) const {
    // A picture that is written meanwhile may want it in another size.
    const std::lock_guard lock(shaping_);
    hb_font_set_scale(shapes_, scale, scale);
    hb_shape(shapes_, letters, features, count);
  }
  double ascent() const { return static_cast<double>(outlines_->ascender) / outlines_->units_per_EM; }
  double descent() const { return -static_cast<double>(outlines_->descender) / outlines_->units_per_EM; }

 private:
  FT_Face outlines_ = nullptr;
  cairo_font_face_t* cairo_ = nullptr;
  hb_font_t* shapes_ = nullptr;
  mutable std::mutex shaping_;
};

const FontFace& font_face(const char* file, const char* package) {
  // Never destroyed: Cairo keeps what it made of a font until the program ends.
  static auto& all = *new std::map<std::string, FontFace>;
  static std::mutex reading;
  const std::lock_guard lock(reading);
  if (const auto found = all.find(file); found != all.end()) return found->second;
  return all.try_emplace(file, file, package).first->second;
}

// What stands in for letters that a face lacks.
const char* signs_for(const FaceName& name) {
  const bool bold = name.weight >= 600;
  if (std::string_view(name.fallback) == "DejaVu Sans Mono")
    return bold ? "truetype/dejavu/DejaVuSansMono-Bold.ttf" : "truetype/dejavu/DejaVuSansMono.ttf";
  return bold ? "truetype/dejavu/DejaVuSans-Bold.ttf" : "truetype/dejavu/DejaVuSans.ttf";
}

struct Glyph {
  unsigned number;
  int advance, x, y;
  bool begins;  // a letter, or the first of what stands for several
};

// Letters of one face and one script.
struct Stretch {
  const FontFace* face;
  std::vector<Glyph> glyphs;
};

bool is_of_any_script(hb_script_t script) {
  return script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN;
}

bool runs_to_the_left(char32_t letter) {
  const hb_script_t script = hb_unicode_script(hb_unicode_funcs_get_default(), letter);
  return hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL;
}

// Whether a letter is seen where it is drawn at all.
bool is_seen(char32_t letter) {
  switch (hb_unicode_general_category(hb_unicode_funcs_get_default(), letter)) {
    case HB_UNICODE_GENERAL_CATEGORY_CONTROL:
    case HB_UNICODE_GENERAL_CATEGORY_FORMAT:
    case HB_UNICODE_GENERAL_CATEGORY_LINE_SEPARATOR:
    case HB_UNICODE_GENERAL_CATEGORY_PARAGRAPH_SEPARATOR:
    case HB_UNICODE_GENERAL_CATEGORY_SPACE_SEPARATOR:
      return false;
    default:
      return true;
  }
}

// As Cairo has pixels: colours multiplied by how opaque they are.
std::uint32_t multiplied(std::uint32_t pixel) {
  const std::uint32_t opaque = pixel >> 24U;
  std::uint32_t all = opaque << 24U;
  for (const unsigned shift : {0U, 8U, 16U}) all |= ((pixel >> shift & 255U) * opaque + 127) / 255 << shift;
  return all;
}

}  // namespace

struct Typesetter::Layout {
  void set(const DrawnText& text, bool spaced) {
    const FaceName& name = name_of(text.type.face);
    words = &font_face(name.file, name.package);
    signs = &font_face(signs_for(name), "fonts-dejavu-core");
    scale = static_cast<int>(text.type.size * text.scale * parts);
    stretches.clear();
    const std::u32string letters = code_points(letters_drawn(text));
    by_system = std::any_of(letters.begin(), letters.end(), [this](char32_t letter) {
      return runs_to_the_left(letter) ||
             (is_seen(letter) && !joins_pictures(letter) && !words->has(letter) && !signs->has(letter));
    });
    if (by_system) {
      // Of large letters, whose widths are not rounded to pixels.
      constexpr double large = 16;
      const double wide = system.width(text.text, text.type, text.scale * large) / large;
      width = std::llround(wide * parts);
      return;
    }
    for (std::size_t from = 0; from < letters.size();) from = set_stretch(letters, from, spaced);
    width = 0;
    for (const Stretch& stretch : stretches)
      for (const Glyph& glyph : stretch.glyphs) width += glyph.advance;
  }

  // Returns where the next one begins.
  std::size_t set_stretch(const std::u32string& letters, std::size_t from, bool spaced) {
    const auto is_blank = [&](std::size_t place) { return is_space(letters[place]); };
    std::size_t begin = from;  // blanks before a letter are in its face
    while (begin + 1 < letters.size() && is_blank(begin)) ++begin;
    const FontFace& face = face_for(letters[begin]);
    hb_unicode_funcs_t* const unicode = hb_unicode_funcs_get_default();
    hb_script_t script = HB_SCRIPT_COMMON;
    std::size_t to = begin;
    for (; to < letters.size(); ++to) {
      if (!is_blank(to) && &face_for(letters[to]) != &face) break;
      const hb_script_t next = hb_unicode_script(unicode, letters[to]);
      if (is_of_any_script(next)) continue;
      if (!is_of_any_script(script) && next != script) break;
      script = next;
    }
    // Those behind signs go with the words that follow.
    if (&face != words && to < letters.size() && &face_for(letters[to]) == words) {
      while (is_blank(to - 1)) --to;
    }
    hb_buffer_clear_contents(buffer);
    hb_buffer_add_utf32(buffer, reinterpret_cast<const std::uint32_t*>(letters.data()),
                        static_cast<int>(letters.size()), static_cast<unsigned>(from),
                        static_cast<int>(to - from));
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR);
    hb_buffer_set_script(buffer, script);
    hb_buffer_set_language(buffer, hb_language_from_string("en", -1));
    // Letters that are spaced stay apart.
    static constexpr hb_feature_t apart[] = {
        {HB_TAG('l', 'i', 'g', 'a'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
        {HB_TAG('c', 'l', 'i', 'g'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
        {HB_TAG('d', 'l', 'i', 'g'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END}};
    face.shape(buffer, scale, apart, spaced ? 3 : 0);
    unsigned count = 0;
    const hb_glyph_info_t* const infos = hb_buffer_get_glyph_infos(buffer, &count);
    const hb_glyph_position_t* const places = hb_buffer_get_glyph_positions(buffer, &count);
    Stretch stretch{&face, {}};
    for (unsigned i = 0; i < count; ++i) {
      const bool begins = i == 0 || infos[i].cluster != infos[i - 1].cluster;
      stretch.glyphs.push_back(
          {infos[i].codepoint, places[i].x_advance, places[i].x_offset, places[i].y_offset, begins});
    }
    stretches.push_back(std::move(stretch));
    return to;
  }

  const FontFace& face_for(char32_t letter) const {
    return !words->has(letter) && signs->has(letter) ? *signs : *words;
  }

  hb_buffer_t* buffer = hb_buffer_create();
  const FontFace *words = nullptr, *signs = nullptr;
  int scale = 0;  // an em
  std::vector<Stretch> stretches;
  long long width = 0;
  bool by_system = false;  // there are no stretches then
  SystemText system;
};

Typesetter::Typesetter(const std::string& family) : layout_(std::make_unique<Layout>()) {
  if (!family.empty())
    throw std::invalid_argument(
        "there is no font “" + family +
        "” here. In a browser and on Windows, pictures use Headlight’s own fonts; leave the font out");
}
Typesetter::~Typesetter() { hb_buffer_destroy(layout_->buffer); }

void Typesetter::follow(cairo_t*) {}

TextSize Typesetter::measure(const DrawnText& text) {
  layout_->set(text, false);
  const double unit = layout_->scale;
  long above = 0, below = 0;
  const auto reach = [&](const FontFace& face) {
    const long ascent = std::lround(face.ascent() * unit);
    above = std::max(above, ascent);
    below = std::max(below, std::lround((face.ascent() + face.descent()) * unit) - ascent);
  };
  for (const Stretch& stretch : layout_->stretches) reach(*stretch.face);
  if (layout_->by_system) reach(*layout_->words);
  return {static_cast<double>(layout_->width) / parts, static_cast<double>(above) / parts,
          static_cast<double>(below) / parts};
}

namespace {

// What the system makes of a text, with its left end at the origin, in the current colour.
void draw_by_system(cairo_t* to, const DrawnText& text, SystemText& system) {
  constexpr int most = 8000;          // pixels
  constexpr double vector_scale = 4;  // of the pixels in a file that has none of its own
  double x = 1, y = 0;
  cairo_user_to_device_distance(to, &x, &y);
  const bool pixels = cairo_surface_get_type(cairo_get_target(to)) == CAIRO_SURFACE_TYPE_IMAGE;
  const double scale = std::max(std::hypot(x, y), 1e-3) * (pixels ? 1 : vector_scale);
  double red = 0, green = 0, blue = 0, opacity = 1;
  cairo_pattern_get_rgba(cairo_get_source(to), &red, &green, &blue, &opacity);
  const auto byte = [](double share) { return static_cast<std::uint8_t>(std::lround(share * 255)); };
  const Rgb colour{byte(red), byte(green), byte(blue)};
  const TextImage image = system.image(text.text, text.type, text.scale * scale, colour, most);
  const Raster& raster = *image.pixels;
  cairo_surface_t* letters = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, raster.width, raster.height);
  if (cairo_surface_status(letters) == CAIRO_STATUS_SUCCESS) {
    unsigned char* const rows = cairo_image_surface_get_data(letters);
    const auto width = static_cast<std::size_t>(raster.width);
    for (std::size_t row = 0; row < static_cast<std::size_t>(raster.height); ++row) {
      auto* const into = reinterpret_cast<std::uint32_t*>(
          rows + row * static_cast<std::size_t>(cairo_image_surface_get_stride(letters)));
      for (std::size_t column = 0; column < width; ++column)
        into[column] = multiplied(raster.pixels[row * width + column]);
    }
    cairo_surface_mark_dirty(letters);
    cairo_save(to);
    cairo_scale(to, 1 / scale, 1 / scale);
    cairo_set_source_surface(to, letters, -image.left, -image.baseline);
    cairo_paint_with_alpha(to, opacity);
    cairo_restore(to);
  }
  cairo_surface_destroy(letters);
}

}  // namespace

void Typesetter::draw(cairo_t* to, const DrawnText& text) {
  const double short_of = (text.width - measure(text).width) * parts;
  if (layout_->by_system) return draw_by_system(to, text, layout_->system);
  const std::size_t letters = code_points(valid_utf8(text.text)).size();
  double off = short_of / std::max(1.0, static_cast<double>(letters));
  // Of the type's size; more is a sign that the screen lacks, and stays as it is.
  constexpr double most = 0.15;
  const bool spaced = std::abs(off) >= 1 && std::abs(off) < most * text.type.size * parts;
  const int space = spaced ? static_cast<int>(std::lround(off)) : 0;
  if (spaced) layout_->set(text, true);

  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(to, options);
  cairo_font_options_destroy(options);
  int x = 0;
  std::vector<cairo_glyph_t> glyphs;
  for (const Stretch& stretch : layout_->stretches) {
    glyphs.clear();
    for (const Glyph& glyph : stretch.glyphs) {
      if (glyph.begins && &glyph != layout_->stretches.front().glyphs.data()) x += space;
      glyphs.push_back(
          {glyph.number, static_cast<double>(x + glyph.x) / parts, -static_cast<double>(glyph.y) / parts});
      x += glyph.advance;
    }
    cairo_set_font_face(to, stretch.face->cairo());
    cairo_set_font_size(to, static_cast<double>(layout_->scale) / parts);
    cairo_show_glyphs(to, glyphs.data(), static_cast<int>(glyphs.size()));
  }
}

}  // namespace headlight
