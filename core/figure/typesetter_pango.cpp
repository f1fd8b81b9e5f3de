#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/figure/system_text.h"
#include "core/figure/text.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// GLib ends the program with a trap where it gets no memory, or no thread.
void tell_and_end(const gchar* domain, GLogLevelFlags level, const gchar* message, gpointer data) {
  if ((level & G_LOG_LEVEL_ERROR) == 0) return g_log_default_handler(domain, level, message, data);
  std::fputs("headlight: not enough memory for the fonts\n", stderr);
  std::_Exit(EXIT_FAILURE);
}

// So what fonts take is asked for before the library is: Pango's threads reserve a stack and a heap each.
void require_memory() {
  static const GLogFunc told_before = g_log_set_default_handler(tell_and_end, nullptr);
  static_cast<void>(told_before);
  constexpr std::size_t needed = std::size_t{256} << 20;
  void* volatile room = std::malloc(needed);
  if (room == nullptr) throw std::bad_alloc();
  std::free(room);
}

PangoContext* new_context() {
  require_memory();
  PangoContext* context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  cairo_font_options_t* options = cairo_font_options_create();
  // Unhinted, so that a text has the same width in every format and at every scale.
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(context, options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(context, FALSE);
  return context;
}

bool is_installed(const std::string& family) {
  PangoFontFamily** families = nullptr;
  int count = 0;
  pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &count);
  bool found = false;
  for (int i = 0; i < count && !found; ++i)
    found = g_ascii_strcasecmp(pango_font_family_get_name(families[i]), family.c_str()) == 0;
  g_free(families);
  return found;
}

// A pixel whose colour is as it was before it was multiplied by its opacity; `plain` where it is nearly
// transparent. Whether it is another colour than that.
bool take_opacity_out(std::uint32_t& pixel, Rgb plain) {
  const std::uint32_t alpha = pixel >> 24U;
  constexpr std::uint32_t hardly = 48;
  const auto part = [&](unsigned shift, std::uint8_t usual) {
    if (alpha == 0) return static_cast<std::uint32_t>(usual);
    return std::min(255U, ((pixel >> shift & 255U) * 255U + alpha / 2) / alpha);
  };
  const std::uint32_t red = part(16, plain.red), green = part(8, plain.green), blue = part(0, plain.blue);
  pixel = alpha << 24U | red << 16U | green << 8U | blue;
  const auto off = [](std::uint32_t is, std::uint8_t usual) {
    return std::abs(static_cast<int>(is) - static_cast<int>(usual)) > 12;
  };
  return alpha > hardly && (off(red, plain.red) || off(green, plain.green) || off(blue, plain.blue));
}

}  // namespace

struct Typesetter::Layout {
  struct Release {
    void operator()(PangoFontDescription* font) const { pango_font_description_free(font); }
    void operator()(PangoContext* context) const { g_object_unref(context); }
    void operator()(PangoLayout* layout) const { g_object_unref(layout); }
  };
  template <typename Kind>
  using Held = std::unique_ptr<Kind, Release>;

  const PangoFontDescription* font(Type type, double scale);

  std::string family;  // of all faces; empty: their own
  Held<PangoContext> context{new_context()};
  Held<PangoLayout> layout{pango_layout_new(context.get())};
  std::map<std::pair<Type, double>, Held<PangoFontDescription>> fonts;
};

Typesetter::Typesetter(const std::string& family) : layout_(std::make_unique<Layout>()) {
  if (!family.empty() && !is_installed(family))
    throw std::invalid_argument("no font called “" + family +
                                "” is installed; run fc-list : family to see those that are");
  layout_->family = family;
  pango_layout_set_single_paragraph_mode(layout_->layout.get(), TRUE);
}
Typesetter::~Typesetter() = default;

void Typesetter::follow(cairo_t* to) {
  pango_cairo_update_context(to, layout_->context.get());
  pango_layout_context_changed(layout_->layout.get());
}

TextSize Typesetter::measure(const DrawnText& text) {
  PangoLayout* const layout = layout_->layout.get();
  // Labels come from anywhere; Pango would complain on stderr.
  const std::string valid = layout_->family.empty() ? letters_drawn(text) : valid_utf8(text.text);
  pango_layout_set_font_description(layout, layout_->font(text.type, text.scale));
  pango_layout_set_text(layout, valid.data(), static_cast<int>(valid.size()));
  pango_layout_set_attributes(layout, nullptr);
  PangoRectangle line;
  pango_layout_get_extents(layout, nullptr, &line);
  const double ascent = static_cast<double>(pango_layout_get_baseline(layout)) / PANGO_SCALE;
  return {static_cast<double>(line.width) / PANGO_SCALE, ascent,
          static_cast<double>(line.height) / PANGO_SCALE - ascent};
}

void Typesetter::draw(cairo_t* to, const DrawnText& text) {
  const double short_of = (text.width - measure(text).width) * PANGO_SCALE;
  PangoLayout* const layout = layout_->layout.get();
  const double off =
      short_of / std::max(1.0, static_cast<double>(g_utf8_strlen(pango_layout_get_text(layout), -1)));
  // Of the type's size; more is a sign that the screen lacks, and stays as it is.
  constexpr double most = 0.15;
  if (std::abs(off) >= 1 && std::abs(off) < most * text.type.size * PANGO_SCALE) {
    PangoAttrList* attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(static_cast<int>(std::lround(off))));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
  }
  cairo_move_to(to, 0, 0);
  pango_cairo_show_layout_line(to, pango_layout_get_line_readonly(layout, 0));
}

std::vector<double> Typesetter::carets(const DrawnText& text) {
  measure(text);
  PangoLayout* const layout = layout_->layout.get();
  const auto size = static_cast<int>(std::string_view(pango_layout_get_text(layout)).size());
  std::vector<double> places(static_cast<std::size_t>(size) + 1);
  const auto in_pixels = [](int x) { return static_cast<double>(x) / PANGO_SCALE; };
  // Run by run as they stand in the line: a place asked for alone is looked for from its beginning.
  int before = 0;
  for (const GSList* each = pango_layout_get_line_readonly(layout, 0)->runs; each != nullptr;
       each = each->next) {
    auto* const run = static_cast<PangoGlyphItem*>(each->data);
    const PangoItem& item = *run->item;
    PangoRectangle extents;
    pango_glyph_string_extents(run->glyphs, item.analysis.font, nullptr, &extents);
    const char* const letters = pango_layout_get_text(layout) + item.offset;
    std::vector<int> widths(static_cast<std::size_t>(item.num_chars));
    pango_glyph_item_get_logical_widths(run, pango_layout_get_text(layout), widths.data());
    const bool to_the_left = item.analysis.level % 2 == 1;
    int x = to_the_left ? before + extents.width : before;
    const char* letter = letters;
    for (const int width : widths) {
      const char* const next = g_utf8_next_char(letter);
      for (; letter != next; ++letter) places[item.offset + (letter - letters)] = in_pixels(x);
      x += to_the_left ? -width : width;
    }
    before += extents.width;
  }
  // Behind the last letter: where the next one would stand.
  PangoRectangle end;
  pango_layout_get_cursor_pos(layout, size, &end, nullptr);
  places.back() = in_pixels(end.x);
  return places;
}

const PangoFontDescription* Typesetter::Layout::font(Type type, double scale) {
  Held<PangoFontDescription>& description = fonts[{type, scale}];
  if (!description) {
    const FaceName face = name_of(type.face);
    description.reset(pango_font_description_new());
    const std::string all =
        (family.empty() ? "" : family + ", ") + std::string(face.family) + ", " + face.fallback;
    pango_font_description_set_family(description.get(), all.c_str());
    pango_font_description_set_absolute_size(description.get(), type.size * scale * PANGO_SCALE);
    pango_font_description_set_weight(description.get(), static_cast<PangoWeight>(face.weight));
    if (face.italic) pango_font_description_set_style(description.get(), PANGO_STYLE_ITALIC);
  }
  return description.get();
}

// The same letters as pixels on a screen.

struct SystemText::Setter {
  Typesetter typesetter;

  static DrawnText line(std::string_view text, Type type, double scale) {
    return {.text = valid_utf8(text), .type = type, .scale = scale};
  }
};

SystemText::SystemText() : setter_(std::make_unique<Setter>()) {}
SystemText::~SystemText() = default;

double SystemText::width(std::string_view text, Type type, double scale) {
  return setter_->typesetter.measure(Setter::line(text, type, scale)).width;
}

std::vector<float> SystemText::carets(std::string_view text, Type type, double scale) {
  const std::vector<double> places = setter_->typesetter.carets(Setter::line(text, type, scale));
  std::vector<float> carets(places.begin(), places.end());
  carets.resize(text.size() + 1, carets.back());
  return carets;
}

TextImage SystemText::image(std::string_view text, Type type, double scale, Rgb colour, int most) {
  DrawnText line = Setter::line(text, type, scale);
  const TextSize size = setter_->typesetter.measure(line);
  line.width = size.width;
  // Letters may reach beyond their line: slanted ones at its ends, marks above and below.
  const int around = 2 + static_cast<int>(type.size * scale / 3);
  const int ascent = static_cast<int>(std::ceil(size.ascent));
  const auto raster = std::make_shared<Raster>();
  raster->width = std::min(most, static_cast<int>(std::ceil(std::min(size.width, 1e6)))) + 2 * around;
  raster->height = ascent + static_cast<int>(std::ceil(size.descent)) + 2 * around;
  const auto width = static_cast<std::size_t>(raster->width);
  raster->pixels.resize(width * static_cast<std::size_t>(raster->height));
  cairo_surface_t* surface = cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char*>(raster->pixels.data()), CAIRO_FORMAT_ARGB32, raster->width,
      raster->height, raster->width * 4);
  cairo_t* to = cairo_create(surface);
  cairo_translate(to, around, around + ascent);
  cairo_set_source_rgb(to, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0);
  setter_->typesetter.draw(to, line);
  cairo_destroy(to);
  cairo_surface_flush(surface);
  const bool drawn = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
  cairo_surface_destroy(surface);
  if (!drawn) throw std::bad_alloc();
  TextImage image{.left = around, .baseline = around + ascent};
  // Cairo has the colours multiplied by how opaque they are.
  for (std::uint32_t& pixel : raster->pixels) image.coloured |= take_opacity_out(pixel, colour);
  image.pixels = raster;
  return image;
}

// Pango starts a thread for it with the first font map.
void find_system_fonts() {
  require_memory();
  pango_cairo_font_map_get_default();
}

}  // namespace headlight
