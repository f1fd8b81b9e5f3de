// What is said of a word whose label the mouse is on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/common/panels.h"

namespace headlight {

// Of tokens of the text that was typed, where they are pieces of words: what is known of each, "the token
// “##mal”, id 2075, bytes 6D 61 6C". Empty of all others.
std::vector<RichText> tokens_in_words(const PanelContext& context, int side, Stream stream,
                                      const std::vector<int>& tokens);

// The same as a tooltip, of a row or a column of a node's shown map, and that several can be selected.
void say_label(const PanelContext& context, int side, const std::string& path, const std::optional<int>& row,
               const std::optional<int>& column);

}  // namespace headlight
