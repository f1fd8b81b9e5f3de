// What keys and the palette do in the view of decoding.
#pragma once

#include <string>
#include <vector>

#include "app/labs/decoding/decoding_lab.h"
#include "app/panels/common/panels.h"
#include "app/panels/labs/labs.h"

namespace headlight {

bool is_decoding(const PanelContext& context);
// Takes the next word: the likeliest, the one that is drawn, or the best beam's.
void write_next_word(const PanelContext& context);
// All words up to the end.
void write_to_the_end(const PanelContext& context);
void take_back_word(const PanelContext& context);
void take_back_all(const PanelContext& context);

// The parts of the view of decoding; each draws into an area and changes the words so far.

using DecodingPart = LabPart<DecodingLab, DecodingStudy>;

void change_decoding(const PanelContext& context, auto change) { change_lab<DecodingLab>(context, change); }
// The words so far with others behind them, or their first ones alone (`then`: and others behind those).
void write_words(const PanelContext& context, const DecodingStudy& study,
                 const std::vector<std::string>& more);
void keep_words(const PanelContext& context, const DecodingStudy& study, std::size_t first,
                const std::vector<std::string>& then = {});
std::vector<std::string> words_of_way(const DecodingStudy::Way& way);

inline constexpr const char* log_probability_note =
    "log P is the logarithm of the whole text’s probability: the closer to 0, the more probable";

// An item that can be pressed: its ground where the mouse or the focus is on it.
Touch pressable(Ui& ui, const std::string& id, const Area& area, bool by_tab = true);

// The strategy and its settings in rows that fit; returns their height.
float draw_strategy(const PanelContext& context, const Area& area);
// What was read and the words so far, each to go back to, and where the likeliest would lead; returns its
// height.
float draw_decoded(const PanelContext& context, const Area& area);
// The likeliest next words as bars.
void draw_next_words(const PanelContext& context, Area area);
void draw_alignment(const PanelContext& context, Area area);
void draw_draws(const PanelContext& context, Area area);
void draw_beam(const PanelContext& context, Area area);
void draw_cache(const PanelContext& context, Area area);
void draw_layers(const PanelContext& context, Area area);

}  // namespace headlight
