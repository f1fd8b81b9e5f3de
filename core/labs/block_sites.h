// What the lab on blocks records: rows for the table of sites.
#pragma once

#include <array>

#include "core/layers/sites.h"

namespace headlight::lab_sites {

using enum Axis;

inline constexpr std::array block{
    Site{Family::block_lab, "x", "value", source_token, model, "x", "what is normalized",
         "Each word's vector, as it comes into the norm."},
    Site{Family::block_lab, "gain", "gain", one, model, "γ", "learned", "What each number is stretched by."},
    Site{Family::block_lab, "bias", "bias", one, model, "β", "learned", "What each number is moved by."},
    Site{Family::block_lab, "layer", "normalized value", source_token, model, "N", "γ (x − μ) / σ + β",
         "Mean 0 and spread 1, then stretched and moved."},
    Site{Family::block_lab, "scale_only", "normalized value", source_token, model, "N_s", "γ (x − μ) / σ",
         "Mean 0 and spread 1, then only stretched."},
    Site{Family::block_lab, "rms", "normalized value", source_token, model, "N_r", "γ x / r",
         "Divided by r, the root of its mean square, then stretched; the mean stays in."}};

}  // namespace headlight::lab_sites
