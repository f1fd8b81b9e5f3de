// Draws a laid-out figure with Cairo. Private to core/figure: it needs Cairo's headers.
#pragma once

#include <cairo.h>

#include "core/figure/layout.h"
#include "core/figure/text.h"

namespace headlight {

void draw_figure(cairo_t* to, const Figure& figure, const FigureLayout& layout, const FigureOptions& options);

void draw_map(cairo_t* to, const Heatmap& map, const MapLayout& layout, Theme theme, TextRuler& ruler);
void draw_bar(cairo_t* to, const BarLayout& bar, Theme theme);
void draw_text(cairo_t* to, const PlacedText& text, const Palette& colours, TextRuler& ruler);

// A path of straight edges without smoothing, so that boxes at whole numbers stay sharp.
void fill_box(cairo_t* to, const Box& box, Rgb colour);
void set_colour(cairo_t* to, Rgb colour);

}  // namespace headlight
