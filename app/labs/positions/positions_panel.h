// The pages of the lab on positions, and what they share.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "app/labs/positions/positions_work.h"
#include "app/labs/positions/trained_positions.h"
#include "app/panels/labs/lab_board.h"
#include "app/panels/labs/setting_controls.h"

namespace headlight {

// What a page draws: the settings that were computed, with the momentary ones of the session, and what was
// recorded for them.
struct PositionsShown {
  const PanelContext& context;
  PanelContext cells;  // of what was recorded
  const LabWork& work;
  const PositionsStudy& study;
  PositionsLab lab;
  int side;                               // of the session, or the one that has a sentence
  const std::vector<std::string>& words;  // of the sentence
  const TransformerConfig& config;

  int tokens() const { return static_cast<int>(words.size()); }
  // What was found of the sentence.
  const PositionsStudy::OfSide& found() const { return study.of(side); }
  // A picture that the worker made; null without one.
  HeatmapPtr map(const std::string& name) const;
  // The word at a place of the sentence.
  const std::string& word(int place) const { return words[place]; }
  // The place that is followed on pages about words: a shorter sentence has no word at the session's.
  int word_place() const { return std::min(lab.position, tokens() - 1); }
};

// The cell of a node that is open in the inspector.
std::optional<CellAt> open_cell_of(const PositionsShown& shown, const std::string& path);

void draw_position_vectors(const PositionsShown& shown, const Area& area);
void draw_position_biases(const PositionsShown& shown, const Area& area);
void draw_rotation(const PositionsShown& shown, const Area& area);
void draw_no_positions(const PositionsShown& shown, const Area& area);
void draw_position_properties(const PositionsShown& shown, const Area& area);
void draw_score_parts(const PositionsShown& shown, const Area& area);
void draw_other_positions(const PositionsShown& shown, const Area& area);
void draw_trained_positions(const PositionsShown& shown, const Area& area);

// --- parts of the pages

// Up to eight pairs of dimensions as hands of clocks, that of the selected place strong, those of the other
// words faint; a clock that is pressed draws its pair as curves.
void draw_clocks(const PositionsShown& shown, const Area& area, int position);
// The vector of the selected place's word, that of the place, and what enters the model: their sum, or both
// side by side. As strips, where there is room below the columns of the places; no height where the two do
// not fit together.
float input_strips_height(const PositionsShown& shown);
void draw_input_strips(const PositionsShown& shown, const Area& area, const Area& columns, int position);
// P P^T as a map, and the selected place's row as a curve where there is room.
void draw_similarity(const PositionsShown& shown, const Area& area, int position);
// Curves of the chosen dimensions over columns of `cell` pixels that begin at the area's left.
void draw_position_curves(const PositionsShown& shown, const Area& area, const Heatmap& numbers, float cell,
                          int position);
Rgb curve_colour(const PositionsShown& shown, std::size_t curve);

// The pairs that are shown of so many: at most `most`, close together where they turn fast.
std::vector<int> pairs_shown(int pairs, int most);

// Cells under the names of words: a press on one opens the inspector where it has the path of a node, a press
// on the name of a row chooses that word.
stage::Piece position_cells(const PositionsShown& shown, const HeatmapPtr& map, const std::string& id,
                            const std::string& path, bool row_labels = true);

// A measured number with what it says below; returns the height.
float draw_figure(Ui& ui, const Area& area, const std::string& number, const std::string& says);
// "97 %"
std::string per_cent(double share);
// Three digits, below 0.001 one; "<.0001" for what is mere rounding; whole numbers from 1000 on with their
// thousands apart.
std::string small_number(double value);

}  // namespace headlight
