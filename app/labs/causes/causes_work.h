// The work of causes, by pages. For the files of causes_lab.h.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/labs/causes/causes_lab.h"

namespace headlight {

// What was found last, whatever it was asked for; null for nothing.
const CausesStudy* causes_before(const LabInput& input);
// What there is of a study, as it is shown, written and quoted.
void put_causes(const LabInput& input, CausesStudy study, LabWork& work);

void compute_cause_heads(const LabInput& input, CausesStudy& study);
void compute_head_dots(const LabInput& input, CausesStudy& study);
// The parts of heads in study.parts by the words that they are mixed from.
void add_logit_words(const Trace& trace, CausesStudy& study);
void compute_score_sum(const LabInput& input, CausesStudy& study);
std::vector<LabTable> cause_tables(const CausesStudy& study);

inline constexpr std::array cause_map_names{"read", "written"};
inline constexpr const char* cause_score_name = "parts of the score";
// "by words read": of heads that look at what is read.
std::string cause_logit_name(const LogitWords& words);

}  // namespace headlight
