// Every number of a forward pass as a file.
#pragma once

#include <cstddef>
#include <filesystem>

#include "app/session/results.h"

namespace headlight {

// Writes what was computed for the sentences on the stage to a .safetensors file: each node under its name,
// [rows, columns], with "first." and "second." in front where there are two sentences; in the metadata the
// words, and what rows and columns are. Returns how many nodes. Throws FormatError when it cannot be written,
// std::invalid_argument where nothing is computed.
std::size_t write_trace(const Results& results, const std::filesystem::path& file);

}  // namespace headlight
