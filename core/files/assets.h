// Where the files that come with Headlight lie: models, lessons, pictures.
#pragma once

#include <filesystem>

namespace headlight {

// The folder named by HEADLIGHT_ASSETS; else `assets` beside the program or in a folder above it; else
// share/headlight of where it is installed; else what the build names: its source tree, or where a package
// puts them.
const std::filesystem::path& assets_folder();

}  // namespace headlight
