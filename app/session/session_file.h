// Sessions in files, and where a session goes by itself so that an unexpected end costs nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/models/catalogue.h"

namespace headlight {

// Throws FileError, or std::invalid_argument naming the file, the line and the field.
Session load_session(const std::filesystem::path& file);
// The old file stays until the new one is complete. Throws AccessError.
void save_session(const std::filesystem::path& file, const Session& session);

// The folder of sessions used last, else the home folder. Remembering it is a courtesy: a failure is no
// error.
std::filesystem::path sessions_folder();
void remember_sessions_folder(const std::filesystem::path& folder);

// The address of the page that links lead to, as it was chosen last: "headlight.html" until then, the file
// that `headlight export --html` and `./run.sh --web` write.
std::string page_of_links();
void remember_page_of_links(const std::string& page);

// The folders whose models were opened lately, kept beside the last session.

// The newest first; folders that are gone are left out.
std::vector<std::string> recent_models();
// What is shipped, behind the model `open` in a folder and those opened lately.
std::vector<ShelfModel> models_at_hand(const std::string& open);
// Puts the model of a folder first. Of a shipped one, by its name, nothing has to be kept.
void remember_model(const std::string& name_or_folder);

}  // namespace headlight
