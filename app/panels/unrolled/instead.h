// What a view says where it has nothing of its own to show.
#pragma once

#include <string_view>

#include "app/widgets/ui.h"

namespace headlight {

// A sentence in the middle of the stage and below it one button, pressed or not.
bool draw_instead(Ui& ui, const Area& area, std::string_view text, std::string_view label);

}  // namespace headlight
