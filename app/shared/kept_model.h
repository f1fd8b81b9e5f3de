// Models beside the one on stage, read once: a page that compares them is computed anew with every letter
// that is typed.
#pragma once

#include <filesystem>

#include "core/models/model.h"

namespace headlight {

// The model of a folder, shared by all who ask; read again when its weights were written since. From any
// thread. Throws as load_model() does.
ModelPtr kept_model(const std::filesystem::path& folder);

}  // namespace headlight
