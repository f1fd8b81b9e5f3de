// The heads that tests look at, as paths begin with them.
#pragma once

#include <string>

namespace headlight {

// A head of the last layer of the tiny translator.
inline const std::string reference_head = "encoder.1.self_attention.head.0.";

// The head of the shipped translator that finds what "it" means.
inline const std::string noun_head = "encoder.3.self_attention.head.0.";

}  // namespace headlight
