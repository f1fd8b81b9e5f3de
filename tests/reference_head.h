// The head of the tiny translator that tests look at, as paths begin with it.
#pragma once

#include <string>

namespace headlight {

inline const std::string reference_head = "encoder.1.self_attention.head.0.";

}  // namespace headlight
