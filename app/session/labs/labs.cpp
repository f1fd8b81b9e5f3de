#include "app/session/labs/labs.h"

namespace headlight {

const EnumNames<LabKind>& lab_names() {
  static const EnumNames<LabKind> names{
      {LabKind::lookup, "lookup"},   {LabKind::positions, "positions"},
      {LabKind::order, "order"},     {LabKind::attention, "attention"},
      {LabKind::scaling, "scaling"}, {LabKind::temperature, "temperature"},
      {LabKind::masks, "masks"},     {LabKind::cost, "cost"},
  };
  return names;
}

}  // namespace headlight
