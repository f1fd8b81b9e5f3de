// What several commands write.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/commands/options.h"
#include "app/line/measures.h"
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

// [{"text": ..., "translation": ..., "sure": ..., "least": ..., "doubts": [...], "readings": [...]}]: see the
// README beside.
nlohmann::ordered_json sentences_json(const Results& results);

}  // namespace headlight
