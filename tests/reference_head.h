// The head of the shipped translator that finds what "it" means, as paths begin with it.
#pragma once

#include <string>

namespace headlight {

inline const std::string reference_head = "encoder.2.self_attention.head.0.";

}  // namespace headlight
