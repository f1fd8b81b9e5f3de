#include <array>

#include "app/labs/every_lab.h"
#include "app/panels/labs/labs.h"

namespace headlight {

template <typename... Settings>
struct PanelRows {
  static constexpr std::array all{&Settings::panel_row...};
};

std::span<const LabPanel* const> lab_panels() { return EveryLab<PanelRows>::all; }

}  // namespace headlight
