#include "app/labs/every_lab.h"

#include <array>

#include "app/lab/lab.h"

namespace headlight {

template <typename... Settings>
struct LabRows {
  static constexpr std::array all{&Settings::lab_row...};
};

std::span<const Lab* const> labs() { return EveryLab<LabRows>::all; }

}  // namespace headlight
