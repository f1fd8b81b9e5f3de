// How steps are called on screen. Everything comes from the path and the table of sites.
#pragma once

#include <string>

#include "app/panels/common/stage.h"

namespace headlight {

// The slider's group: "source", "encoder 1", "output".
std::string group_of(const std::string& path);
std::string group_of(const Place& place);
// "head 1 · scores", "encoder 1 · residual 1".
std::string step_title(const std::string& path);
// The part alone, readable: "feed-forward hidden".
std::string part_title(const std::string& path);

// One number of a step: "score", "normalized value"; of a parameter, the part.
std::string noun_of(const std::string& path);
// A cell in words: "Score of “it” for “animal”", "Query of “the” (5), number 3".
std::string cell_title(const Trace& trace, const CellName& cell);
// A row of a node: "query of “it”".
std::string row_title(const Trace& trace, int node, int row);

// "(start)", "(end)"; of a cell of a picture, "r2c5", its place: "2, 5".
std::string token_called(const std::string& token, bool cell = false);
// A cell of a picture, "2, 5" or "r2c5", in a sentence: "row 2, column 5".
std::string cell_said(const std::string& cell);
// A word of an axis as it is said in a sentence, or the place of a cell of a picture.
std::string word_said(const Trace& trace, Axis axis, int place);

// What a model reads or writes one after another: "words", "tokens", "letters", of a picture "cells".
std::string tokens_called(const PanelContext& context, Stream stream);
// What stands along an axis: these, "places" of a picture, "dimensions"; empty of a single number.
std::string axis_called(const PanelContext& context, Axis axis);

// The colour that a node's values have everywhere: Q, K, V, weights; ink for the rest.
Role role_of(const std::string& path);

}  // namespace headlight
