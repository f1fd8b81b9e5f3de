// The models at hand: what is shipped, one entry for each that the stage can open.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/models/card.h"

namespace headlight {

struct ShelfModel {
  std::string name;          // as sessions name it: "translator", "positions/third/rotary", or a folder
  std::string title;         // its card's; of one of several "third · rotary"
  std::string group = {};    // the title of the card that it shares with others; empty: the card is its own
  std::string origin = {};   // "trained", "random", "hand-set"; "yours" where no card says
  std::uintmax_t bytes = 0;  // of its weights
  std::string data = {};     // what it was trained on
  std::string limits = {};   // what it cannot do
  std::vector<Measure> measures = {};  // none where the card is of several models
  std::string other_names = {};        // what else people call a shipped one, to find it by
};

// Those with a card of their own first, then each folder of small ones, in the order of their names. What
// cannot be read is left out: opening it by name says why.
std::vector<ShelfModel> shipped_shelf();
// Whether that is one of them, by its name or its folder; no where there is none.
bool is_shipped_model(const std::string& name_or_folder);
// A measure of a card as a person would say it: "translations exactly right" of "exact_translation". Of one
// that has no such words, its name without underscores.
std::string words_of_measure(std::string name);
// The entry of one that is named, shipped or not. Throws std::invalid_argument where there is none.
ShelfModel shelf_model(const std::string& name_or_folder);

}  // namespace headlight
