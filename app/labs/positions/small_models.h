// The small models on disk, read once: a page is computed anew with every letter that is typed.
#pragma once

#include <filesystem>
#include <memory>

#include "core/models/labeller.h"

namespace headlight {

// The model of a folder, shared by all who ask; read again when its file was written since. From any thread.
// Throws as Labeller::load() does.
std::shared_ptr<const Labeller> small_model(const std::filesystem::path& folder);

}  // namespace headlight
