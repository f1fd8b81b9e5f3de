// The numbers of a figure without the picture. Private to core/figure; write_figure is the way in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/figure/figure.h"
#include "core/files/csv.h"

namespace headlight {

// One table for each panel, one below the other. Several panels have their title in a first column.
std::vector<CsvRecord> csv_records(const Figure& figure);

// Throws std::invalid_argument when the panels do not have one shape.
void write_figure_npy(const Figure& figure, const std::filesystem::path& path);

}  // namespace headlight
