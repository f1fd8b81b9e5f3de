// What keys and the palette do in the view of decoding.
#pragma once

#include "app/panels/panels.h"

namespace headlight {

bool is_decoding(const PanelContext& context);
// Takes the next word: the likeliest, the one that is drawn, or the best beam's.
void write_next_word(const PanelContext& context);
// All words up to the end.
void write_to_the_end(const PanelContext& context);
void take_back_word(const PanelContext& context);
void take_back_all(const PanelContext& context);

}  // namespace headlight
