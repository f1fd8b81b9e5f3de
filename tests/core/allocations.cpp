#include "tests/core/allocations.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> count{0};
std::atomic<long> in_use{0};
std::atomic<long> most{0};

void* taken(void* memory) noexcept {
  ++count;
  if (memory == nullptr) return nullptr;
  const auto size = static_cast<long>(malloc_usable_size(memory));
  const long now = in_use.fetch_add(size) + size;
  for (long before = most; before < now && !most.compare_exchange_weak(before, now);) {
  }
  return memory;
}

void give_back(void* memory) noexcept {
  if (memory != nullptr) in_use -= static_cast<long>(malloc_usable_size(memory));
  std::free(memory);
}

void* aligned(std::size_t size, std::align_val_t to) {
  const auto line = static_cast<std::size_t>(to);
  return std::aligned_alloc(line, (size + line - 1) / line * line);
}

}  // namespace

void* operator new(std::size_t size) {
  if (void* memory = taken(std::malloc(size))) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t to) {
  if (void* memory = taken(aligned(size, to))) return memory;
  throw std::bad_alloc();
}
// What std::stable_sort asks for its buffer with; freed through the same delete.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return taken(std::malloc(size)); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

long headlight::allocations() { return count; }
long headlight::bytes_in_use() { return in_use; }
long headlight::peak_bytes() { return most; }
void headlight::begin_peak() { most = in_use.load(); }
