// Scenes for training, measuring and re-rolling, as many as one likes, each from a number; and in what a
// picture is unlike them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/pictures/scene.h"

namespace headlight {

// Which scenes: those that may be learned from, or those kept to measure on. No scene is in both, for their
// backgrounds are not: even numbers are learned from, odd ones kept. Captions that are kept (held_out) never
// occur in training; among those to measure on, two or three objects named one by one have no others.
enum class SceneUse { training, measuring };

// What such scenes never fall below, in pixels.
inline constexpr double least_gap = 2;                    // between two objects
inline constexpr int least_difference_of_directions = 7;  // by which one distance of two is the larger
inline constexpr int least_step_of_a_list = 6;            // to the right, between neighbours in a list
// How far apart two objects of a scene are, by circles around them; negative where these overlap.
double gap_between(const Scene& scene, int one, int other);

// A scene with a caption: 15 % of one object, 35 % of two, 35 % of three, 15 % of two or three of one colour
// and shape. Nothing overlaps or leaves the picture, and what decides the caption's order is clear to the
// eye.
Scene random_captioned_scene(std::uint64_t seed, SceneUse use);

// Three or four objects of which one alone, the first, is red, of any shape (`only_red`).
Scene random_question_scene(std::uint64_t seed, SceneUse use);

// The same scene with nothing red in it: its red object, the first, has been taken away or painted another
// colour.
Scene without_red_object(Scene scene);
Scene with_red_painted_over(Scene scene, std::uint64_t seed);

// In what a picture is unlike all those that the shipped models of pictures learned from, the scenes above:
// then their answer says little, however large its probability.

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

// As a clause: "two objects overlap or nearly touch", "there are four objects, more than it was trained on".
std::string text_of(const UnlikeLearned& unlike);

}  // namespace headlight
