// The labs: each about one idea, with controls of its own. What the controls say is plain data of the
// session.
#pragma once

#include "app/session/fields.h"
#include "app/session/labs/attention_lab.h"
#include "app/session/labs/cost_lab.h"
#include "app/session/labs/lookup_lab.h"
#include "app/session/labs/masks_lab.h"
#include "app/session/labs/order_lab.h"
#include "app/session/labs/positions_lab.h"
#include "app/session/labs/scaling_lab.h"
#include "app/session/labs/temperature_lab.h"

namespace headlight {

enum class LabKind { lookup, positions, order, attention, scaling, temperature, masks, cost };
// As sessions write them.
const EnumNames<LabKind>& lab_names();

struct Labs {
  LookupLab lookup;
  PositionsLab positions;
  OrderLab order;
  AttentionLab attention;
  ScalingLab scaling;
  TemperatureLab temperature;
  MasksLab masks;
  CostLab cost;

  bool operator==(const Labs&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("lookup", self.lookup);
    visit("positions", self.positions);
    visit("order", self.order);
    visit("attention", self.attention);
    visit("scaling", self.scaling);
    visit("temperature", self.temperature);
    visit("masks", self.masks);
    visit("cost", self.cost);
  }
};

}  // namespace headlight
