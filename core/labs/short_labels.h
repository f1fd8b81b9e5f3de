// Short names for texts that are shown side by side.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace headlight {

// Each text in at most about `longest` characters, cut between words: its beginning and "…", as long as no
// other text has the same beginning; else "…" and its end; else the words around the place where it differs
// from the one it is taken for; else all of it. Equal texts keep equal labels.
std::vector<std::string> short_labels(const std::vector<std::string>& texts, std::size_t longest = 18);

}  // namespace headlight
