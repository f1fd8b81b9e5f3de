// What several commands write.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/commands/options.h"
#include "core/figure/figure.h"
#include "core/models/card.h"

namespace headlight {

// How measures are printed: for a program as one object, for a person as a table.

// A measure that was not made, or would not be fair.
struct LeftOut {
  std::string name, why;
};

// {"name": ..., "machine": ..., "measures": [...], "left_out": [...]} with `json`, else a table.
void print_report(const std::string& name, const std::vector<Measure>& measures, bool json,
                  const std::vector<LeftOut>& left_out = {});

// An aligned table: name, value with its unit, target and whether it is met.
void print_measures(const std::vector<Measure>& measures);
// The same for what several seeds gave: mean, least and most. Nothing for no spreads.
void print_spreads(const std::vector<Spread>& spreads);

// Processor, cores, compiler and kind of build: "AMD EPYC 7B13, 2 cores; GCC 12.2.0, release, AVX2".
std::string machine();

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
nlohmann::ordered_json sentences_json(const Results& results);

}  // namespace headlight
