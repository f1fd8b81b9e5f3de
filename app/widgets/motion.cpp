#include "app/widgets/motion.h"

namespace headlight {

float motion(Ui& ui, double start, float ms) {
  const auto share = static_cast<float>((ui.time() - start) * 1000 / ms);
  if (ui.state().still || start < 0 || share >= 1) return 1;
  ui.state().again = true;
  const float left = 1 - std::max(share, 0.0F);
  return 1 - left * left * left;
}

}  // namespace headlight
