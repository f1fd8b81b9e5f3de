// The labs by name, for who holds or opens one without looking into it.
#pragma once

#include "core/text/enum_names.h"

namespace headlight {

enum class LabKind {
  lookup,
  positions,
  order,
  attention,
  scaling,
  temperature,
  masks,
  cost,
  vectors,
  recurrence,
  captioners,
  block,
  training,
  decoding
};
// As sessions and the command line write them.
const EnumNames<LabKind>& lab_names();

}  // namespace headlight
