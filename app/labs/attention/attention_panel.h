// What the pages of the lab on attention draw. For the files that draw them.
#pragma once

#include <optional>

#include "app/labs/attention/attention_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/labs.h"

namespace headlight {

// A head's W^Q W^K^T: its cells, its singular values, and a score made by it.
void draw_one_map(const PanelContext& context, const Area& area);
std::optional<ClassPicture> one_map_for_class(const PanelContext& context);

}  // namespace headlight
