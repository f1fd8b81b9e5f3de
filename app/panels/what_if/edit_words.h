// What an edit does, in words. Everything comes from its path, the table of sites and the trace.
#pragma once

#include <string>

#include "core/models/trace.h"
#include "core/tape/edit.h"

namespace headlight {

// "Layer 1, head 0", "Decoder layer 0, head 2", "Encoder–decoder layer 0", "Source"; empty for the output.
std::string place_words(const std::string& path);

// "Layer 1, head 0: it looks at street instead of animal", "Layer 0, head 1 switched off", "Layer 1, head 0:
// temperature 2". `trace`, with or without the edits, gives the words of rows and columns.
std::string edit_words(const Edit& edit, const Trace& trace);

}  // namespace headlight
