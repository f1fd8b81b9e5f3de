// The longest input there is in the performance table: a model with many heads, on as many tokens as it
// reads.
#pragma once

#include <filesystem>

#include "app/session/session.h"

namespace headlight {

// Writes the model into `folder`, 12 layers of 12 heads with random weights, and gives it 1,024 letters.
Session long_session(const std::filesystem::path& folder);

}  // namespace headlight
