// A model's card, read once: the opening asks it, the document, and each page about small models.
#pragma once

#include <filesystem>
#include <memory>

#include "core/models/card.h"

namespace headlight {

// The card of a folder; read again when it was written since. From any thread. Throws as load_card() does.
std::shared_ptr<const Card> kept_card(const std::filesystem::path& folder);

}  // namespace headlight
