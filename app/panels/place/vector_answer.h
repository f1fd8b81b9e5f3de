// What comes out of a model that ends with one vector for a text, and of two texts how alike theirs are.
#pragma once

#include <optional>
#include <string>

#include "app/panels/common/panels.h"
#include "app/panels/place/place_parts.h"

namespace headlight::place {

// The cosine of both texts; nothing where there is one, or the models end with no vectors that fit.
std::optional<double> cosine_of_texts(const PanelContext& context);
// What the vector is made of: "384 numbers, the mean of all 9 rows".
std::string vector_made(const PanelContext& context);
// In a line: the cosine, or with one text how many numbers the vector has.
std::string vector_said(const PanelContext& context);

// In the middle of an area, for the page of the sentence.
void draw_vector_line(const PanelContext& context, const Area& area);
// Of a picture and texts: for each text its cosine with the picture and its probability, the likeliest first;
// and where other texts are typed.
void draw_texts_compared(const Page& page, const Area& area);
void draw_texts_field(const Page& page, const Area& area);
// At the right of the stage: the cosine, and beside each row what it adds to it.
void draw_vector_answer(const Page& page);

}  // namespace headlight::place
