#include "core/figure/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/text/unicode.h"

namespace headlight {
namespace {

struct Font {
  const char* family;
  int pixels;
  PangoWeight weight;
};

Font font_of(TextStyle style) {
  constexpr const char* words = "Inter, DejaVu Sans";
  constexpr const char* figures = "JetBrains Mono, DejaVu Sans Mono";
  switch (style) {
    case TextStyle::title:
      return {words, 20, PANGO_WEIGHT_SEMIBOLD};
    case TextStyle::panel_title:
      return {words, 14, PANGO_WEIGHT_NORMAL};
    case TextStyle::axis:
      return {words, 12, PANGO_WEIGHT_NORMAL};
    case TextStyle::label:
    case TextStyle::caption:
      return {words, 13, PANGO_WEIGHT_NORMAL};
    case TextStyle::hot_label:
    case TextStyle::error:
      return {words, 13, PANGO_WEIGHT_SEMIBOLD};
    case TextStyle::tick:
    case TextStyle::path:
    case TextStyle::cell:
      return {figures, 12, PANGO_WEIGHT_NORMAL};
    case TextStyle::hot_cell:
      return {figures, 12, PANGO_WEIGHT_BOLD};
  }
  return {words, 13, PANGO_WEIGHT_NORMAL};
}

guint16 channel(std::uint8_t value) { return static_cast<guint16>(value * 257); }

void colour_run(PangoAttrList* attributes, const TextRun& run, guint begin, guint end,
                const Palette* colours) {
  const auto add = [&](PangoAttribute* attribute) {
    attribute->start_index = begin;
    attribute->end_index = end;
    pango_attr_list_insert(attributes, attribute);
  };
  if (run.strong) add(pango_attr_weight_new(PANGO_WEIGHT_SEMIBOLD));
  if (run.rise != 0) {
    add(pango_attr_scale_new(0.75));
    add(pango_attr_rise_new(run.rise * (run.rise > 0 ? 4 : 2) * PANGO_SCALE));
  }
  if (colours != nullptr) {
    const Rgb colour = colour_of(run.role, *colours);
    add(pango_attr_foreground_new(channel(colour.red), channel(colour.green), channel(colour.blue)));
  }
}

// Words as they may be wrapped: each holds the runs between two spaces.
std::vector<RichText> words_of(const RichText& text) {
  std::vector<RichText> words;
  bool begin_new = true;
  for (const TextRun& run : text.runs) {
    std::string piece;
    const auto keep = [&] {
      if (piece.empty()) return;
      if (begin_new) words.emplace_back();
      begin_new = false;
      words.back().runs.push_back({std::exchange(piece, {}), run.role, run.strong, run.rise});
    };
    for (const char letter : run.text) {
      if (letter == ' ' || letter == '\n') {
        keep();
        begin_new = true;
      } else {
        piece += letter;
      }
    }
    keep();
  }
  return words;
}

RichText joined(RichText line, const RichText& word) {
  if (!line.runs.empty()) line.runs.push_back({" "});
  line.runs.insert(line.runs.end(), word.runs.begin(), word.runs.end());
  return line;
}

}  // namespace

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

}  // namespace

TextRuler::TextRuler() : context_(new_context()), layout_(pango_layout_new(context_.get())) {
  pango_layout_set_single_paragraph_mode(layout_.get(), TRUE);
}

const PangoFontDescription* TextRuler::font(TextStyle style) {
  auto& description = fonts_[style];
  if (!description) {
    const Font font = font_of(style);
    description.reset(pango_font_description_new());
    pango_font_description_set_family_static(description.get(), font.family);
    pango_font_description_set_absolute_size(description.get(), font.pixels * PANGO_SCALE);
    pango_font_description_set_weight(description.get(), font.weight);
  }
  return description.get();
}

void TextRuler::set(const RichText& text, TextStyle style, const Palette* colours) {
  std::string all;
  PangoAttrList* attributes = pango_attr_list_new();
  for (const TextRun& run : text.runs) {
    const auto begin = static_cast<guint>(all.size());
    all += valid_utf8(run.text);
    colour_run(attributes, run, begin, static_cast<guint>(all.size()), colours);
  }
  pango_layout_set_font_description(layout_.get(), font(style));
  pango_layout_set_text(layout_.get(), all.data(), static_cast<int>(all.size()));
  pango_layout_set_attributes(layout_.get(), attributes);
  pango_attr_list_unref(attributes);
}

TextSize TextRuler::measure(const RichText& text, TextStyle style) {
  set(text, style, nullptr);
  PangoRectangle line;
  pango_layout_get_extents(layout_.get(), nullptr, &line);
  const double ascent = static_cast<double>(pango_layout_get_baseline(layout_.get())) / PANGO_SCALE;
  return {static_cast<double>(line.width) / PANGO_SCALE, ascent,
          static_cast<double>(line.height) / PANGO_SCALE - ascent};
}

PlacedText TextRuler::place(RichText text, TextStyle style) {
  PlacedText placed;
  const TextSize size = measure(text, style);
  placed.text = std::move(text);
  placed.style = style;
  placed.width = size.width;
  placed.ascent = size.ascent;
  placed.descent = size.descent;
  return placed;
}

std::string TextRuler::shortened(const std::string& text, TextStyle style, double width) {
  if (measure(text, style).width <= width) return text;
  const std::string whole = valid_utf8(text);
  glong fits = 0;
  glong too_many = g_utf8_strlen(whole.c_str(), -1);
  const auto cut = [&whole](glong letters) {
    return whole.substr(0, static_cast<std::size_t>(g_utf8_offset_to_pointer(whole.c_str(), letters) -
                                                    whole.c_str())) +
           "\u2026";
  };
  while (too_many - fits > 1) {
    const glong middle = (fits + too_many) / 2;
    (measure(cut(middle), style).width <= width ? fits : too_many) = middle;
  }
  return cut(fits);
}

std::vector<RichText> TextRuler::wrapped(const RichText& text, TextStyle style, double width) {
  std::vector<RichText> lines;
  for (const RichText& word : words_of(text)) {
    if (!lines.empty()) {
      RichText longer = joined(lines.back(), word);
      if (measure(longer, style).width <= width) {
        lines.back() = std::move(longer);
        continue;
      }
    }
    lines.push_back(word);
  }
  return lines;
}

void TextRuler::follow(cairo_t* to) {
  pango_cairo_update_context(to, context_.get());
  pango_layout_context_changed(layout_.get());
}

void TextRuler::draw(cairo_t* to, const RichText& text, TextStyle style, const Palette& colours) {
  set(text, style, &colours);
  cairo_move_to(to, 0, 0);
  pango_cairo_show_layout_line(to, pango_layout_get_line_readonly(layout_.get(), 0));
}

TypeRuler::TypeRuler() : context_(new_context()), layout_(pango_layout_new(context_.get())) {
  pango_layout_set_single_paragraph_mode(layout_.get(), TRUE);
}

const PangoFontDescription* TypeRuler::font(Type type, double scale) {
  auto& description = fonts_[{type, scale}];
  if (!description) {
    const FaceName face = name_of(type.face);
    description.reset(pango_font_description_new());
    const std::string family = std::string(face.family) + ", " + face.fallback;
    pango_font_description_set_family(description.get(), family.c_str());
    pango_font_description_set_absolute_size(description.get(), type.size * scale * PANGO_SCALE);
    pango_font_description_set_weight(description.get(), static_cast<PangoWeight>(face.weight));
    if (face.italic) pango_font_description_set_style(description.get(), PANGO_STYLE_ITALIC);
  }
  return description.get();
}

void TypeRuler::follow(cairo_t* to) {
  pango_cairo_update_context(to, context_.get());
  pango_layout_context_changed(layout_.get());
}

void TypeRuler::draw(cairo_t* to, const DrawnText& text) {
  const std::string valid = valid_utf8(text.text);
  pango_layout_set_font_description(layout_.get(), font(text.type, text.scale));
  pango_layout_set_text(layout_.get(), valid.data(), static_cast<int>(valid.size()));
  pango_layout_set_attributes(layout_.get(), nullptr);
  PangoRectangle line;
  pango_layout_get_extents(layout_.get(), nullptr, &line);
  const glong letters = g_utf8_strlen(valid.data(), static_cast<gssize>(valid.size()));
  const double off = (text.width * PANGO_SCALE - line.width) / std::max(1.0, static_cast<double>(letters));
  constexpr double most =
      0.15;  // of the type's size; more is a sign that the screen lacks, and stays as it is
  if (std::abs(off) >= 1 && std::abs(off) < most * text.type.size * PANGO_SCALE) {
    PangoAttrList* attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(static_cast<int>(std::lround(off))));
    pango_layout_set_attributes(layout_.get(), attributes);
    pango_attr_list_unref(attributes);
  }
  cairo_move_to(to, 0, 0);
  pango_cairo_show_layout_line(to, pango_layout_get_line_readonly(layout_.get(), 0));
}

}  // namespace headlight
