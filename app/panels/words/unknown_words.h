// Words that the model does not know, each with known ones to press instead, and what was understood as
// another word than the one that was typed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/panels/panels.h"
#include "core/text/nearest.h"

namespace headlight {

struct Replacement {
  int place = 0;  // in the sentence
  std::string word;
};

// Of a sentence as it was typed; no more than are read at one look.
std::vector<UnknownWord> unknown_words_of(const PanelContext& context, const std::string& sentence);

float unknown_words_height(const Ui& ui, std::span<const UnknownWord> unknown);
// A row for each word. The buttons are called `id`/place/word; returns what was pressed.
std::optional<Replacement> draw_unknown_words(Ui& ui, const std::string& id, Area area,
                                              std::span<const UnknownWord> unknown);

// "Read “didnt” as didn't, “2” as two"; empty where all was read as it was typed.
std::string read_as(const PanelContext& context, const std::string& sentence);
// As typed, of the word that was read at `place`; empty where that is the same.
std::string typed_at(const PanelContext& context, const std::string& sentence, int place);

}  // namespace headlight
