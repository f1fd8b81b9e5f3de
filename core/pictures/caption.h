// What a scene's caption says, and of which objects each of its words speaks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/pictures/scene.h"

namespace headlight {

struct CaptionWord {
  std::string text;
  std::vector<int> objects;  // that it speaks of, by their places in the scene; none for "a" and "above"

  bool operator==(const CaptionWord&) const = default;
};
using Caption = std::vector<CaptionWord>;

// The caption by these rules, the first that fits:
//   one object                   a small red circle
//   two or three, all of one     two blue stars
//     colour and shape
//   two objects                  a small red circle left of a large blue square, or: above; the larger
//   distance
//                                decides, and the left or upper one comes first
//   three objects                a small red circle , a large blue square and a small green star, from left
//   to
//                                right
// Empty for a scene of none or more than three, which captions do not speak of.
Caption caption_of(const Scene& scene);

// The words with a space between.
std::string to_text(const Caption& caption);

// Every word that captions have, each once.
std::vector<std::string> caption_words();

// Whether scenes of this caption are kept from training, to measure on: a tenth of the captions that name two
// or three objects one by one, picked by their words alone. All single objects, and all that are counted, may
// be learned from.
bool held_out(const Caption& caption);

// "Which shape is the red one?": the place of the only red object among those of the scene; -1 where there is
// none, or more than one.
int only_red(const Scene& scene);

// What that question is answered with: a shape, in the order of ObjectShape, or "none" where nothing is red.
std::vector<std::string> shape_answers();
// The place among these of what is right for a scene; nothing where more than one object is red.
std::optional<int> shape_answer(const Scene& scene);

}  // namespace headlight
