#pragma once

namespace headlight {

// A GL program from its two sources. Throws std::runtime_error with the driver's message.
unsigned make_program(const char* vertex, const char* fragment);

}  // namespace headlight
