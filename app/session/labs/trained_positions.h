// The small models that were trained with each kind of positions, on letters.
#pragma once

#include <string>
#include <vector>

#include "app/session/labs/lab_work.h"
#include "core/learn/order_task.h"
#include "core/models/card.h"

namespace headlight {

// Whether the small models are shipped here.
bool has_trained_positions();
OrderTask trained_task(const PositionsLab& lab);
// Which of positions_variants() answers: the lab's variant where it was trained on the task, else its kind.
std::string trained_name(const PositionsLab& lab);

// The setting for a variant's name.
PositionsVariantAt variant_at(std::string_view name);

// What the rows of the tables "rates" and "variants" are, by their names; "bag" and "bag_causal" are guesses.
std::vector<std::string> rates_rows();
std::vector<std::string> variants_rows(OrderTask task);

// What a card says of these rows: see "rates" below.
LabTable rates_of(const Card& card, const char* name, OrderTask task, const std::vector<std::string>& rows);

// Reads the letters with the lab's task and kind; fills side 0 of `recorded` and the tables
//   "answers"   a row for each place: the letter that is right, the one answered; NaN where none is asked
//   "head"      one row: the head with most weight on the right places, its layer, how much that is, and the
//               share of these places at which it looks there most. Over the places that are scored, as on
//               the card; NaN where there is none
//   "looks"     for two_back, each distance j - i and the head's mean weight there; for third, each place and
//               its mean weight. Over the places that are scored
//   "rates"     a row for each of rates_rows(): the share of right answers within the lengths trained on and
//               beyond them, the least, most and median one of the runs and how many these are; for
//               two_back also how often the answer is the letter two ahead, beyond. NaN: not measured
//   "variants"  the same for variants_rows()
void work_on_trained(LabWork& work, const PositionsLab& lab, Document& recorded);

}  // namespace headlight
