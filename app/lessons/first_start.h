// What a person sees who has never opened Headlight before.
#pragma once

#include <filesystem>

#include "app/session/opening.h"

namespace headlight {

// The lesson that shows what there is to click.
inline constexpr const char* first_lesson = "first-minute";

// Whether nothing was ever kept in `state_folder`: asked before anything is. Never where nothing can be kept,
// as every start would be the first one.
bool is_first_start(const std::filesystem::path& state_folder);

// With the first lesson open in the rail, unless something else was asked for.
Session first_session(const WindowStart& start);

}  // namespace headlight
