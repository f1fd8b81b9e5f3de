// The numbers of the view of decoding as they are exported and quoted.
#pragma once

#include <vector>

#include "app/labs/decoding/decoding_lab.h"
#include "app/labs/decoding/decoding_work.h"
#include "app/labs/lab_table.h"

namespace headlight {

// Of the open page; first what the eye sees first.
std::vector<LabTable> decoding_tables(const DecodingLab& settings, const DecodingStudy& study);

}  // namespace headlight
