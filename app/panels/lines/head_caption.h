// The selected head in words: its name, what it does, and what was changed in it.
#pragma once

#include <string>
#include <vector>

#include "app/panels/panels.h"

namespace headlight {

inline constexpr const char* head_off_everywhere = "off: it takes no part";
// Of both sentences: where a head takes no part, "off in sentence 1 only". Empty when it does.
std::string head_off_says(const PanelContext& context, const std::string& path);

struct HeadCaption {
  std::vector<RichText> ways;  // from the most words to the fewest
  std::string more;            // told on hover
};
HeadCaption head_caption(const PanelContext& context);
float head_caption_width(const Ui& ui, const RichText& text);
// In as many words as there is room for.
void draw_head_caption(const PanelContext& context, const HeadCaption& caption, const Area& area);

}  // namespace headlight
