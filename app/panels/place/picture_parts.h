// A picture in the place of words.
#pragma once

#include "app/panels/place/place_parts.h"

namespace headlight::place {

// At the left, where the cells of a picture ask: further out one below the other, at a head as a picture.
void add_cells_that_ask(const Page& page, stage::Scene& scene);
// Where cells are asked: the picture is as bright as the share that is taken from each.
void add_lit_picture(const Page& page, stage::Scene& scene);
// The picture alone.
void add_whole_picture(const Page& page, stage::Scene& scene, const Area& area);
void show_another_picture(const Page& page);
// One cell, by its place among what asks; null for the class token.
RasterPtr thumbnail_of_cell(const Page& page, int token);

}  // namespace headlight::place
