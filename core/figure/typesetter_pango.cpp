#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/figure/typesetter.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

PangoContext* new_context() {
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
                                "” is installed; fc-list : family names those that are");
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
  const std::string valid = valid_utf8(text.text);
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

}  // namespace headlight
