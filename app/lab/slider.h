// The bounds of a setting that is moved on a slider.
#pragma once

#include "core/files/fields.h"

namespace headlight {

// How the numbers lie along it.
enum class Track { even, logarithmic };

// From `lowest` to `highest`, both included; what the slider gives are multiples of `step`.
//
//   visit("temperature", self.temperature, Slider{coldest, hottest, 0.01, Track::logarithmic});
template <typename T>
struct Slider : Within<T> {
  Slider(T low, T high, double one_step, Track along = Track::even)
      : Within<T>{low, high}, step(one_step), track(along) {}
  double step;
  Track track;
};

}  // namespace headlight
