// What an edit does, in words. Everything comes from its path, the table of sites and the trace.
#pragma once

#include <string>

#include "app/panels/panels.h"
#include "core/models/trace.h"
#include "core/tape/edit.h"

namespace headlight {

// "Encoder layer 1, head 0", "Decoder layer 0, encoder–decoder head 2", "Source"; empty for the output.
std::string place_words(const std::string& path);

// "Encoder layer 1, head 0: it looks at street instead of animal", "Encoder layer 0, head 1 switched off",
// "Encoder layer 1, head 0: temperature 2". `trace`, with or without the edits, gives the words of rows and
// columns.
std::string edit_words(const Edit& edit, const Trace& trace);
// The same of an edit of the session, in the words of its sentence. What looks elsewhere in one sentence may
// look back in the other: where it is of both, the two weights are exchanged.
std::string edit_words(const SessionEdit& edit, const PanelContext& context);
// "sentence 1 only: … tired", "both sentences"; empty where there is one sentence.
std::string side_words(const SessionEdit& edit, const PanelContext& context);

}  // namespace headlight
