// The Lines view, from top to bottom.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/panels/common/attention.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/stage.h"

namespace headlight {

// A head whose lines are drawn: the selected one, and those beside it.
struct ShownHead {
  int head = 0;
  Rgb colour;           // where there are several
  std::string weights;  // the path of its weights
};
std::vector<ShownHead> heads_shown(const PanelContext& context);  // in the order of their numbers

// Kind of attention, heads as thumbnails, the part of the head shown.
float head_picker_height(const Ui& ui, float width);
void draw_head_picker(const PanelContext& context, const Area& area);

// Both sentences as chips with their attention as lines.
void draw_attention_lines(const PanelContext& context, const Area& area);

// The two heatmaps and their difference, beside each other or, where that would make their cells too small,
// one below the other.
void draw_maps(const PanelContext& context, const Area& area);
// The least height for them in which their cells can be told apart, for a width; both in pixels.
float maps_height(const PanelContext& context, float width);

// The least height for all of the view; both in pixels.
float lines_height(const PanelContext& context, float width);

// One sentence's map alone, with labels and colour bar, as large as it goes into the area; a cell is at most
// `largest` units wide.
void draw_single_map(const PanelContext& context, const Area& area, int side, const std::string& path,
                     float largest);

// What the model writes, and how sure it is where the two translations part.
float answer_height(const PanelContext& context, float width);
void draw_answer(const PanelContext& context, const Area& area);

// The selected head in words: its name, what it does, and what was changed in it.

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
