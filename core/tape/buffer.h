// A block of floats on a cache line, owned by one node.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace headlight {

class Buffer {
 public:
  Buffer() = default;
  // Unset: whoever asks for it writes every cell.
  explicit Buffer(std::ptrdiff_t count) : data_(allocate(count)), count_(count) {}

  float* get() const { return data_.get(); }
  std::ptrdiff_t size() const { return count_; }
  void release() {
    data_.reset();
    count_ = 0;
  }
  explicit operator bool() const { return data_ != nullptr; }

 private:
  static constexpr std::align_val_t line{64};
  struct Free {
    void operator()(float* data) const { ::operator delete[](data, line); }
  };
  static float* allocate(std::ptrdiff_t count) {
    // At least one, so that an empty value still counts as held.
    const auto bytes = static_cast<std::size_t>(count > 0 ? count : 1) * sizeof(float);
    return static_cast<float*>(::operator new[](bytes, line));
  }

  std::unique_ptr<float, Free> data_;
  std::ptrdiff_t count_ = 0;
};

}  // namespace headlight
