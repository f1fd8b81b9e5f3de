// The open lab's numbers for files: its tables, and the matrix that it is about.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/session/labs/lab_work.h"

namespace headlight {

// Whether a lab is open and has a matrix to draw as a heatmap.
bool has_lab_matrix(const Session& session, const Document& document);

// What there is to write, by name: the tables in the lab's order, then its matrix. Empty outside of the labs.
std::vector<std::string> lab_numbers(const Session& session, const Document& document);
// The table at a place of that list; null where the matrix is.
const LabTable* lab_table(const Session& session, const Document& document, int place);

// .csv or .tsv with the columns' names as heads, or .npy [rows, columns]; fifteen significant digits in the
// first two. Throws FormatError for another extension, AccessError when the place cannot be written.
void write_table(const LabTable& table, const std::filesystem::path& path);
std::string tab_separated(const LabTable& table);

// "masks lab: mask window, window 3, ...": every control and where it stands.
std::string lab_text(const Session& session);

}  // namespace headlight
