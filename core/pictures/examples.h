// A pool of pictures to begin with, each for something that can be seen on it.
#pragma once

#include <span>

namespace headlight {

struct ExamplePicture {
  const char* name;   // "Two stars of one colour"
  const char* scene;  // in the notation of scenes
};

// Those that a caption speaks of: one to three objects, or two or three of one kind.
std::span<const ExamplePicture> captioned_examples();
// Those in which one thing alone is red.
std::span<const ExamplePicture> question_examples();

}  // namespace headlight
