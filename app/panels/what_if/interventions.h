// The edits that the switches and sliders of the what-if column make, and how to find them again among the
// session's.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/panels/panels.h"

namespace headlight {

Edit head_off(const std::string& head_output_path);
Edit temperature(const std::string& scaled_path, float degrees);
Edit without_positions(const std::string& positions_path);
Edit without_mask(const std::string& masked_path);
Edit no_looking_ahead(const std::string& scaled_path);
// `row` looks at `to` where it looked at `from`: the two weights change places.
Edit look_instead(const std::string& weights_path, int row, int from, int to);

bool is_head_off(const Edit& edit);
bool is_temperature(const Edit& edit);
// √d_k of the head: the factor on `scaled` that undoes the scaling.
float unscaled_factor(const Trace& trace, const std::string& scaled_path);

// The session's edit at the same place and of the same kind, on or off; nothing when there is none.
std::optional<int> find_edit(const Session& session, const Edit& edit);
// Adds it, or switches it off and on again when it is there.
void put(const PanelContext& context, const Edit& edit, bool on);

// Where a row could look instead: its largest weight, and up to `most` other keys, nouns first (they are what
// a pronoun can stand for), then by weight. Keys that it may not look at are no choice.
struct LookChoices {
  int now = -1;
  std::vector<int> others;
};
LookChoices look_choices(const Heatmap& weights, int row, std::size_t most);

// The row that the what-if is about in the selected head's weights: of the word in focus, or of the cell in
// the inspector; -1 for none.
int row_asked(const PanelContext& context, const Heatmap& weights);

}  // namespace headlight
