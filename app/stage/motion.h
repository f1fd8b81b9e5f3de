// What one frame and the next have in common moves from where it was to where it is now, and so does what was
// at its site in another head or layer; the rest fades: what is gone at once, what is new towards the end.
#pragma once

#include <string>
#include <vector>

#include "app/stage/piece.h"

namespace headlight::stage {

inline constexpr float move_ms = 250, leave_ms = 110, come_ms = 130;

// Puts the boxes of what moves (cells, and bands through them) where they are at this moment, by their keys;
// what is on its way goes on from where it is. Everything is at its place at once when the board was not
// there in the last frame, when its own area has another size, while the mouse holds something, and where
// nothing moves (WidgetState::still). Paints what is on its way out.
void move_pieces(Ui& ui, const std::string& board, const Area& area, std::vector<Piece>& pieces);

// How much of a piece there is yet, from 0 to 1; of the board placed last.
float shown_of(Ui& ui, const std::string& board, const Key& key);
// A single box that moves with a board: the band through a row.
Area moved_box(Ui& ui, const std::string& board, const Key& key, const Area& box);

}  // namespace headlight::stage
