// What several commands write.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/commands/session_options.h"
#include "core/figure/figure.h"

namespace headlight {

// What a file's name may end in.
struct Endings {
  const char* what;  // "figure"
  std::vector<std::string> names;
};

// Before any work: throws unless `file` has one of the endings, its place can be written, and it is none of
// the files that the session is made from.
void check_output(const std::filesystem::path& file, const Endings& endings, const SessionOptions& read);

// The session's figure in its theme, of the kind that the file's extension names. Throws as write_figure
// does.
void save_figure(const Computed& computed, const std::filesystem::path& file, FigureOptions options = {});

// For people and programs, indented. What is not UTF-8 (a path may be anything) has U+FFFD instead.
std::string json_text(const nlohmann::ordered_json& json);

// [{"text": ..., "translation": ..., "sure": ..., "least": ..., "doubts": [...], "readings": [...]}]: see the
// README beside.
nlohmann::ordered_json sentences_json(const Document& document);

}  // namespace headlight
