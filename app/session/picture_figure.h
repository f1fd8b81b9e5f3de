// The maps of a picture on stage as a figure, for files.
#pragma once

#include <optional>

#include "app/session/document.h"
#include "app/session/session.h"
#include "core/figure/picture_figure.h"

namespace headlight {

// Whether the session's heatmaps are maps over a picture: in the Picture view, where the selected head looks
// at it.
bool has_picture_figure(const Session& session, const Document& document);

// There: the picture and, for attention of words, a map for each word of the caption, or for the chosen one
// alone; for attention of cells, a map for each head, of the cell that asks. Of two pictures both. Nothing
// elsewhere.
std::optional<PictureFigure> picture_figure_of(const Session& session, const Document& document);

}  // namespace headlight
