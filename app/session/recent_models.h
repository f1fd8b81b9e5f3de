// The folders whose models were opened lately, kept beside the last session.
#pragma once

#include <string>
#include <vector>

#include "core/models/shelf.h"

namespace headlight {

// The newest first; folders that are gone are left out.
std::vector<std::string> recent_models();
// What is shipped, behind the model `open` in a folder and those opened lately.
std::vector<ShelfModel> models_at_hand(const std::string& open);
// Puts the model of a folder first. Of a shipped one, by its name, nothing has to be kept.
void remember_model(const std::string& name_or_folder);

}  // namespace headlight
