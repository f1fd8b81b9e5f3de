// Where in a JSON text a field stands: messages about files name the line.
#pragma once

#include <string>

namespace headlight {

// The line, from 1, on which the value `field` ("scale", "edits[2].path") begins; of a field that is not
// there, that of what should hold it. `text` has to be JSON.
int line_of_field(const std::string& text, const std::string& field);

}  // namespace headlight
