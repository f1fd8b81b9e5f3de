#include "tests/core/allocations.h"

#include <malloc.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

std::atomic<long> count{0};
thread_local long count_here = 0;
std::atomic<long> in_use{0};
std::atomic<long> most{0};

void* taken(void* memory) noexcept {
  ++count;
  ++count_here;
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

// As aligned_alloc does it, which not every system has: before what is aligned stands where it begins.
void* taken_aligned(std::size_t size, std::align_val_t to) noexcept {
  const auto line = static_cast<std::size_t>(to);
  auto* const begin = static_cast<char*>(taken(std::malloc(size + line)));
  if (begin == nullptr) return nullptr;
  char* const at = begin + line - reinterpret_cast<std::uintptr_t>(begin) % line;
  std::memcpy(at - sizeof begin, &begin, sizeof begin);
  return at;
}

void give_back_aligned(void* at) noexcept {
  if (at == nullptr) return;
  char* begin = nullptr;
  std::memcpy(&begin, static_cast<char*>(at) - sizeof begin, sizeof begin);
  give_back(begin);
}

}  // namespace

void* operator new(std::size_t size) {
  if (void* memory = taken(std::malloc(size))) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t to) {
  if (void* memory = taken_aligned(size, to)) return memory;
  throw std::bad_alloc();
}
// What std::stable_sort asks for its buffer with; freed through the same delete.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return taken(std::malloc(size)); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back_aligned(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back_aligned(memory); }

long headlight::allocations() { return count; }
long headlight::allocations_here() { return count_here; }
long headlight::bytes_in_use() { return in_use; }
long headlight::peak_bytes() { return most; }
void headlight::begin_peak() { most = in_use.load(); }
