// In what a picture is unlike all those that the shipped models of pictures learned from, which were drawn by
// random_scene.h: then their answer says little, however large its probability.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

// What they were asked about scenes.
enum class AskedOfScene { caption, red_shape };

struct UnlikeLearned {
  enum class In {
    own_picture,   // no drawn scene
    few_objects,   // `count` of them
    many_objects,  // `count` of them
    overlap,       // two objects overlap or nearly touch
    direction,     // two lie neither clearly beside nor clearly above each other
    order,         // of three, two stand one above the other
    several_red,   // `count` of them
    covered        // cells of the picture
  };
  In in = In::own_picture;
  int count = 0;
};

// The first that holds; nothing for a picture like those, and for a text that is none.
std::optional<UnlikeLearned> unlike_learned(std::string_view picture_text, AskedOfScene asked);

// As a clause: "two objects overlap or nearly touch", "there are four objects, more than it learned from".
std::string text_of(const UnlikeLearned& unlike);

}  // namespace headlight
