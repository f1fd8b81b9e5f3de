// Sessions in files, and where a session goes by itself so that an unexpected end costs nothing.
#pragma once

#include <filesystem>

#include "app/session/session.h"

namespace headlight {

// Throws FileError, or std::invalid_argument naming the file, the line and the field.
Session load_session(const std::filesystem::path& file);
// The old file stays until the new one is complete. Throws AccessError.
void save_session(const std::filesystem::path& file, const Session& session);

// $XDG_STATE_HOME/headlight, else ~/.local/state/headlight; empty without a home.
std::filesystem::path state_folder();

// The folder of sessions used last, else the home folder. Remembering it is a courtesy: a failure is no
// error.
std::filesystem::path sessions_folder();
void remember_sessions_folder(const std::filesystem::path& folder);

}  // namespace headlight
