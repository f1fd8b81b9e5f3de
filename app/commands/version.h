// Which Headlight this is.
#pragma once

#include <string>

namespace headlight {

// "headlight 0.1.0, made for x86-64-v3": a package holds it several times.
std::string version();

}  // namespace headlight
