// A block of floats on a cache line. Copies share it: what several tapes hold lies in memory once.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

#include "core/platform/portable.h"

namespace headlight {

class Buffer {
 public:
  Buffer() = default;
  // Unset: whoever asks for it writes every cell. An empty one still counts as there.
  explicit Buffer(std::ptrdiff_t count)
      : lines_(
            portable::unset_array<Line>(static_cast<std::size_t>(count > 0 ? (count - 1) / in_line + 1 : 1))),
        count_(count) {}

  float* get() const { return lines_ ? lines_[0].cells.data() : nullptr; }
  std::ptrdiff_t size() const { return count_; }
  explicit operator bool() const { return lines_ != nullptr; }
  void release() {
    lines_.reset();
    count_ = 0;
  }
  // Whether no copy shares it, so that it may be written.
  bool alone() const {
    if (lines_.use_count() != 1) return false;
    // What the last of the others has read, in its thread, is read before anything is written here.
    std::atomic_thread_fence(std::memory_order_acquire);
    return true;
  }

 private:
  static constexpr std::ptrdiff_t in_line = 16;
  struct alignas(64) Line {
    std::array<float, in_line> cells;
  };
  std::shared_ptr<Line[]> lines_;
  std::ptrdiff_t count_ = 0;
};

}  // namespace headlight
