#include "app/widgets/motion.h"

namespace headlight {

float motion(Ui& ui, double start, float ms) {
  const double share = (ui.time() - start) * 1000 / ms;
  if (ui.state().still || start < 0 || share >= 1) return 1;
  ui.state().again = true;
  return static_cast<float>(ease_out(std::max(share, 0.0)));
}

}  // namespace headlight
