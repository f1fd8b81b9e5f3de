// The screen as a list of the things on it: for programs that look for one, and for tests that see when one
// has moved.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/widgets/ui.h"

namespace headlight {

// In units, from the top left corner of the screen.
struct ScreenPiece {
  Placed::Kind kind = Placed::Kind::item;
  std::string id = {};     // of what can be pressed or dragged; of cells the path of what they show
  std::string words = {};  // of a text; of an item all that stands in it and in no smaller one
  Area box = {};
  Area seen = {};  // as much of the box as is not cut off; empty where it has to be scrolled into sight
  int layer = 0;   // 0 stage, 1 above it
  bool can_be_pressed = false;
};

// In the order in which they are drawn; `scale` is in pixels per unit.
std::vector<ScreenPiece> pieces_of(std::span<const Placed> placed, float scale);

// "item", "text", "turned", "picture", "ground" or "stroke", as app/commands/README.md explains them.
const char* name_of(Placed::Kind kind);

// One object, a line for each piece; width and height are those of the screen, in units.
std::string pieces_json(std::span<const ScreenPiece> pieces, float width, float height);

}  // namespace headlight
