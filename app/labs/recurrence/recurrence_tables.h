// What the lab on recurrence exports.
#pragma once

#include <vector>

#include "app/labs/lab_table.h"
#include "app/labs/recurrence/recurrence_work.h"

namespace headlight {

std::vector<LabTable> recurrence_tables(RecurrencePage page, const RecurrenceStudy& study);

}  // namespace headlight
