#include "app/lab/long_work.h"

#include <chrono>

namespace headlight {

void in_pieces(const LabInput& input, const LongWork& work) {
  constexpr std::chrono::milliseconds piece{15};
  for (int number = 0;; ++number) {
    const auto done = input.piece(work.name + " " + std::to_string(number), [&] {
      const auto end = std::chrono::steady_clock::now() + piece;
      const bool all = work.advance([&] {
        return std::chrono::steady_clock::now() < end &&
               (input.cancel == nullptr || !input.cancel->requested());
      });
      if (input.cancel != nullptr && input.cancel->requested()) throw LabCancelled();
      return all;
    });
    if (*done) return;
    const float share = work.from + (work.to - work.from) * static_cast<float>(work.progress());
    if (work.fill && input.so_far) {
      input.so_far(share, work.fill);
    } else if (input.progress) {
      input.progress(share);
    }
  }
}

}  // namespace headlight
