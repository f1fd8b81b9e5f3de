// The Lines view, from top to bottom.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/panels/panels.h"

namespace headlight {

// A head whose lines are drawn: the selected one, and those beside it.
struct ShownHead {
  int head = 0;
  Rgb colour;           // where there are several
  std::string weights;  // the path of its weights
};
std::vector<ShownHead> heads_shown(const PanelContext& context);  // in the order of their numbers

// What a weight must be for its number and its word to stand out.
inline constexpr float least_weight_named = 0.2F;

// Where the view lies in an area: between margins, and on a large display no wider than its maps can use.
Area stage_within(const Ui& ui, const Area& area);

// Kind of attention, heads as thumbnails, the part of the head shown.
float head_picker_height(const Ui& ui, float width);
void draw_head_picker(const PanelContext& context, const Area& area);

// Both sentences as chips with their attention as lines.
void draw_attention_lines(const PanelContext& context, const Area& area);

// The two heatmaps and their difference.
void draw_maps(const PanelContext& context, const Area& area);

// One sentence's map alone, with labels and colour bar, as large as it goes into the area; a cell is at most
// `largest` units wide.
void draw_single_map(const PanelContext& context, const Area& area, int side, const std::string& path,
                     float largest);

// What the model writes, and how sure it is where the two translations part.
float answer_height(const PanelContext& context);
void draw_answer(const PanelContext& context, const Area& area);

// The query row in focus: the one under the mouse, else the selected one; -1 for none.
int row_in_focus(const PanelContext& context);

// Keeps the row under the mouse for the next frame, which is when bands and lines show it.
void follow_hovered_row(Ui& ui);

// "0.72 of the weight rests on <s>: a place to rest, not a finding." `word`: the key's.
std::string sink_note(const std::string& word, const Sink& sink);
// The word of a key of a head's weights.
const std::string& key_word(const PanelContext& context, int side, const std::string& weights_path, int key);

// Words that ask and words that are asked, of either side, for the selected kind of attention; none where
// there is no trace. In encoder-decoder attention a row asks for the word that is written next, and that word
// stands for it.
struct Asking {
  std::array<std::vector<std::string>, 2> queries, keys;
  // Which of them stand for one another; null unless there are two sides.
  const std::vector<AlignedWord>* both_queries = nullptr;
  const std::vector<AlignedWord>* both_keys = nullptr;
};
Asking asking(const PanelContext& context);

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
