// Where things lie on this system.
#pragma once

#include <filesystem>
#include <vector>

namespace headlight {

// What comes with Headlight: models, lessons, pictures. The folder named by HEADLIGHT_ASSETS; else `assets`
// beside the program or in a folder above it; else share/headlight of where it is installed; else what the
// build names: its source tree, or where a package puts them.
const std::filesystem::path& assets_folder();

// Of the program's file; empty where the system does not say.
std::filesystem::path program_folder();

// Of the user; empty where there is none.
std::filesystem::path home_folder();

// What the program keeps from one run to the next: $XDG_STATE_HOME/headlight, else ~/.local/state/headlight;
// empty without a home.
std::filesystem::path state_folder();

// Where the system keeps fonts, the usual place first.
std::vector<std::filesystem::path> font_folders();

}  // namespace headlight
