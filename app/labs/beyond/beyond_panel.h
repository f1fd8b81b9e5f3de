// The pages of the lab on attention beyond softmax.
#pragma once

#include <optional>

#include "app/labs/beyond/beyond_lab.h"
#include "app/panels/labs/class_picture.h"

namespace headlight {

// Pairs that are read one by one, and what three readers hold of them.
void draw_recall_page(const PanelContext& context, const Area& area, const RecallStudy& study);
ClassPicture recall_for_class(const PanelContext& context, const RecallStudy& study);

// Five heads that learned to look at nothing, or could not.
void draw_abstain_page(const PanelContext& context, const Area& area, const AbstainStudy& study);
ClassPicture abstain_for_class(const PanelContext& context, const AbstainStudy& study);

}  // namespace headlight
