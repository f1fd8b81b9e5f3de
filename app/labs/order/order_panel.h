// What the two pages of the lab on the order of words share: what moves the words, and what is rounding.
#pragma once

#include <vector>

#include "app/labs/order/order_lab.h"
#include "app/panels/common/panels.h"

namespace headlight {

void set_order(const PanelContext& context, std::vector<int> order);
// `order` with the word at place `from` taken out and put in at place `to`.
std::vector<int> with_moved(std::vector<int> order, int from, int to);
// Another order with each press, the same ones in each session.
std::vector<int> next_shuffle(const std::vector<int>& order);
// Whether all that is left of a difference of numbers is rounding.
bool is_rounding(const LabWork& work, double difference);

// The page in the rows of the sentence, where all of its words are in sight. Returns whether it was drawn.
bool draw_order_in_rows(const PanelContext& context);

}  // namespace headlight
