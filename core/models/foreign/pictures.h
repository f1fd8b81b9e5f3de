// What models of others that read pictures have in common.
#pragma once

#include <stdexcept>

#include "core/models/foreign.h"
#include "core/models/picture_models.h"
#include "core/text/say.h"

namespace headlight::foreign {

// One convolution whose patches lie side by side, to `size` numbers each.
inline FeaturesConfig patches_of(const ForeignConfig& c, int usual_patch, int size) {
  const int side = c.whole("image_size", 224), patch = c.whole("patch_size", usual_patch);
  if (patch == 0 || side % patch != 0)
    fail_field("patch_size", say("is {patch}, which does not divide \"image_size\", {side}",
                                 {{"patch", std::to_string(patch)}, {"side", std::to_string(side)}}));
  if (c.whole("num_channels", 3) != 3)
    fail_field("num_channels", "is not 3; Headlight reads red, green and blue");
  return {.side = side, .channels = {size}, .kernels = {patch}, .strides = {patch}, .paddings = {0}};
}

// preprocessor_config.json's filter into a config that has its other pixel_* by now.
template <typename Config>
void read_filter(const ForeignConfig& c, Resample otherwise, Config& config) {
  const int filter = c.whole("resample", static_cast<int>(otherwise));
  if (filter > static_cast<int>(Resample::hamming))
    fail_field("resample",
               say("is {filter}: filters have the numbers 0 to 5", {{"filter", std::to_string(filter)}}));
  config.pixel_resample = static_cast<Resample>(filter);
  try {
    config.check();
  } catch (const std::invalid_argument&) {
    fail_field("image_std", "must be above 0 for each colour");
  }
}

}  // namespace headlight::foreign
