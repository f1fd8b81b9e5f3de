// What the lab on order draws.
#pragma once

#include <string>
#include <vector>

#include "app/labs/order/order_lab.h"
#include "app/labs/order/order_work.h"
#include "app/panels/labs/labs.h"

namespace headlight {

// The words to be dragged, and the buttons that move all of them; cuts them off the top of `area`.
void draw_order_words(const PanelContext& context, Area& area, const std::vector<std::string>& words,
                      const std::vector<int>& order);
// The rows as written; once words have moved the rows in the new order and, word by word, their difference.
void draw_order_maps(const PanelContext& context, const Area& area, const LabWork& work);
// Whether all that is left of a difference is rounding.
bool is_rounding(const LabWork& work, double difference);

}  // namespace headlight
