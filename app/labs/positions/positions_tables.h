// What the lab on positions found, as tables for files and lessons.
#pragma once

#include <string>
#include <vector>

#include "app/labs/lab_table.h"
#include "app/labs/positions/positions_work.h"

namespace headlight {

// A row for each kind.
LabTable table_of_properties(const std::vector<PositionsStudy::Properties>& kinds);
// A row for each head.
LabTable table_of_slopes(const std::vector<float>& slopes, int side);
// A row for each word.
LabTable table_of_reversed(const std::vector<PositionsStudy::Reversed>& reversed,
                           const std::vector<std::string>& words, int side);
// A row for each of score_parts.
LabTable table_of_parts(const ScoreShares& shares, int side);
// Sentence, vocabulary, random.
LabTable table_of_angles(const PositionsStudy::Angles& angles, int side);

}  // namespace headlight
