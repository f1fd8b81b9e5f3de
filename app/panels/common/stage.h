// The stage: whose trace is on it, where a view lies in it, and what of the selected attention is in focus.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"
#include "app/widgets/controls.h"

namespace headlight {

// The trace that steps and inspector follow: the session's side, or the other one when it has none.
const TracePtr& stage_trace(const PanelContext& context);
int stage_side(const PanelContext& context);

// Of a side whose run is of another model than the other side's: that model's name; else empty.
std::string own_model(const PanelContext& context, int side);
// A sentence by what tells it from the other one: "… tired"; where two models read, by its model.
std::string side_name(const PanelContext& context, int side);

// The two sentences, to choose one of.
std::array<Choice, 2> sentence_choices(const PanelContext& context);

// Who asks whom in the selected attention, what of it is in focus, and how its heads are called.

// "Encoder layer 1", of the first one
std::string layer_title(Attention attention, int layer);
// "Encoder layer 1, head 1"
std::string head_title(Attention attention, int layer, int head);

// What a weight must be for its number and its word to stand out.
inline constexpr float least_weight_named = 0.2F;

// The weight of a word for one that it asks; nothing where there is none: masked, not a number, no such word.
std::optional<float> weight_of(const PanelContext& context, int side, const std::string& weights_path,
                               int query, int key);

// The word of a key of a head's weights.
const std::string& key_word(const PanelContext& context, int side, const std::string& weights_path, int key);

// Words that ask and words that are asked, of either side, for the selected kind of attention; none where
// there is no trace. In cross-attention a row asks for the word that is written next, and that word
// stands for it.
struct Asking {
  std::array<std::vector<std::string>, 2> queries, keys;
  // Which of them stand for one another; null unless there are two sides.
  const std::vector<AlignedWord>* both_queries = nullptr;
  const std::vector<AlignedWord>* both_keys = nullptr;
};
Asking asking(const PanelContext& context);

}  // namespace headlight
