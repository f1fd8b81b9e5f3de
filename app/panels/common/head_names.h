// What a head is called by what it does, the same in every view.
#pragma once

#include <string>

#include "app/panels/common/trace_maps.h"
#include "app/session/session.h"
#include "core/models/card.h"

namespace headlight {

struct HeadName {
  // "looks at the previous word": what many texts show, by its model's card or by measuring. Where this
  // sentence shows something else both: "…; here it looks at one word". Of weights without a model what these
  // show: "here it …". Empty where nothing is known, and while it is being measured.
  std::string does;
  float share = 0;  // how much of it it does, from 0 to 1
};
HeadName name_of_head(TraceMaps& maps, const Card& card, int side, const HeadChoice& head);

}  // namespace headlight
