// What the lab on masks draws, and what its files share.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/labs/masks/masks_lab.h"
#include "app/panels/labs/labs.h"
#include "app/widgets/heatmap_view.h"

namespace headlight {

// What follows from the words and the settings, kept from one frame to the next: of a page of text it takes
// longer than a frame.
struct MasksShown {
  MasksLab lab;
  std::vector<std::string> typed = {};
  std::vector<std::string> words = {};  // padding as "pad (tired)"
  int real = 0;                         // words before the padding; all of them without
  MaskPattern pattern = MaskPattern();  // who may look at whom
  std::vector<int> needed = {};         // layers_needed() of the pattern
  std::vector<int> reached = {};        // of each query, how many words come to it
  int in_sight = 0;                     // cells of the pattern
  bool causal = false;                  // no word sees a later one
  bool written = false;         // causal by its rule: what must be kept while it is written can be said
  std::vector<int> blind = {};  // blind_rows() of the pattern
  std::vector<int> kept = {};   // cache_sizes() of it
  HeatmapPtr mask_map = nullptr, reach_map = nullptr;
};

struct MasksView {
  const PanelContext& context;
  int side = 0;     // whose sentence it is
  HeadChoice head;  // the selected one
  int token = 0;    // the query that is followed
  const MasksShown& shown;
  const MaskPattern& pattern = shown.pattern;
  const std::vector<std::string>& words = shown.words;
  int real = shown.real;
  const std::vector<int>& needed = shown.needed;

  int tokens() const { return pattern.tokens(); }
  int layers_until(int query, int key) const {
    return needed[static_cast<std::size_t>(query) * static_cast<std::size_t>(tokens()) +
                  static_cast<std::size_t>(key)];
  }
  const std::string& word(int place) const { return words[place]; }
};

// The matrix to paint on, the controls of its preset, and what it costs to keep.
void draw_mask(const MasksView& view, const Area& area);
// What reaches a word through several layers: for every pair, and for the word in question.
void draw_reach(const MasksView& view, const Area& area);
void draw_reached_words(const MasksView& view, Area area);

// Whether something of `key` comes to `query` within the layers that the lab stacks.
bool reached(const MasksShown& shown, int query, int key);
std::vector<RichText> reach_tooltip(const MasksView& view, CellAt at);
// The chosen head's scores, masked scores and weights; colour bars stand beside the maps on a stage of this
// many units, else below them.
inline constexpr float width_for_bars = 620;
void draw_masked_head(const MasksView& view, const Area& area);
// What the model writes without the mask and under it: two lines, or more where the width is too little.
float masked_answer_height(const MasksView& view, float width);
void draw_masked_answer(const MasksView& view, Area area);

HeatmapPtr mask_map(const MasksShown& shown);
HeatmapPtr reach_map(const MasksShown& shown);

// A square map of the words with labels at the left and, if there is room, above: its cells, placed at the
// upper left of `area`.
Area square_cells(const Ui& ui, const Heatmap& map, const Area& area, float largest, bool column_labels);

// The words on stage under the lab's mask.
MasksView masks_view(const PanelContext& context);
// The presets that are shown, by their masks.
struct MaskPreset {
  MaskKind mask;
  const char* label;
  const char* brief;  // under its picture
  bool for_experts = false;
};
std::vector<MaskPreset> mask_presets_shown(const PanelContext& context);
// One's own begins with what is there, unless something was painted before.
void begin_own_mask(const MasksView& view, MasksLab& lab);
// How far the preset goes; what a stroke over these cells hides or shows; words that may look at nothing get
// to see themselves.
void draw_mask_settings(const MasksView& view, const Area& area);
void follow_mask_stroke(const MasksView& view, const std::string& id, const Area& cells,
                        const HeatmapTouch& touch);
void mend_blind_words(const MasksView& view);
// The word that a sentence says for "it" in French, or its answer, without the mask and under it.
std::array<std::string, 2> masked_answers(const MasksView& view);
// The same as a sentence; empty while nothing is known.
std::string masked_answers_said(const MasksView& view);
// Between the words at the left of the one place and the answer at the right.
bool draw_masks_in_rows(const PanelContext& context);

// Another query is followed.
void follow_token(const MasksView& view, int query);

}  // namespace headlight
