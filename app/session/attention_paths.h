// The kinds of attention, and the names that paths have for them.
#pragma once

#include <string>
#include <string_view>

#include "app/session/session.h"

namespace headlight {

// What "decoder" and "cross_attention" stand for in a path.
Attention attention_of(std::string_view stack, std::string_view attention);
// "encoder.1.self_attention.head.0.weights".
std::string head_path(Attention attention, int layer, int head, std::string_view part);

}  // namespace headlight
