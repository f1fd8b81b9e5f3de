// The open lab's numbers for files: its tables, some of which are matrices that it recorded.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/session/labs/lab_work.h"

namespace headlight {

// What there is to write, first what the eye sees first: the open lab's tables, of those that each sentence
// has the one on stage. Empty outside of the labs.
std::vector<const LabTable*> lab_tables(const Session& session, const Document& document);
// The first of them that is a matrix, drawn as the lab's heatmap; null without one.
const LabTable* lab_matrix(const Session& session, const Document& document);

// Of a table that is no matrix: .csv or .tsv with the columns' names as heads and the rows' names before the
// rows, or .npy [rows, columns]; fifteen significant digits in the first two. Throws FormatError for another
// extension, AccessError when the place cannot be written.
void write_table(const LabTable& table, const std::filesystem::path& path);
std::string tab_separated(const LabTable& table);

}  // namespace headlight
