// What several commands write.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "app/commands/session_options.h"
#include "core/figure/figure.h"

namespace headlight {

// The session's figure in its theme, of the kind that the file's extension names. Throws as write_figure
// does.
void save_figure(const Computed& computed, const std::filesystem::path& file, FigureOptions options = {});

// [{"text": ..., "translation": ...}]
nlohmann::ordered_json sentences_json(const Document& document);

}  // namespace headlight
