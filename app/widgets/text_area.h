// Several lines of text to be typed or pasted.
#pragma once

#include <string>
#include <string_view>

#include "app/widgets/controls.h"

namespace headlight {

// As text_field(); Enter begins a line. A letter that the program's own fonts lack stands there as a box.
Field text_area(Ui& ui, std::string_view id, const Area& area, std::string& text, Type type);

}  // namespace headlight
