#include "app/labs/lab_work.h"

#include <algorithm>

namespace headlight {

const LabTable* LabWork::table(std::string_view name, int side) const {
  const auto at = std::find_if(tables.begin(), tables.end(),
                               [&](const LabTable& each) { return each.name == name && each.side == side; });
  return at == tables.end() ? nullptr : &*at;
}

}  // namespace headlight
