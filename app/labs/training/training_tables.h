// What the lab on training exports.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/labs/lab_table.h"
#include "app/labs/training/training_work.h"

namespace headlight {

// By the names that the tables give them.
std::map<std::string, HeatmapPtr> training_maps(const TrainingStudy& study);
std::vector<LabTable> training_tables(const TrainingStudy& study);

}  // namespace headlight
