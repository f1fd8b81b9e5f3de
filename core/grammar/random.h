// Random choices that are the same on every machine and with every compiler.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <span>

namespace headlight {

// SplitMix64 (Steele, Lea and Flood, 2014). The standard library's distributions differ between compilers.
class GrammarRandom {
 public:
  explicit GrammarRandom(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  // 0 .. count-1. The high half is scaled, so the bias is below 2^-32 * count: nothing here.
  int below(int count) {
    return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(count)) >> 32);
  }

  // 0 .. n-1, each as likely as its weight says.
  int among(std::initializer_list<int> weights) {
    int die = below(std::accumulate(weights.begin(), weights.end(), 0));
    int chosen = 0;
    for (const int weight : weights) {
      if (die < weight) break;
      die -= weight;
      ++chosen;
    }
    return chosen;
  }

  bool chance(int percent) { return below(100) < percent; }

  template <typename T>
  const T& pick(std::span<const T> choices) {
    return choices[static_cast<std::size_t>(below(static_cast<int>(choices.size())))];
  }

  template <typename T, std::size_t N>
  const T& pick(const T (&choices)[N]) {
    return pick(std::span<const T>(choices));
  }

 private:
  std::uint64_t state_;
};

}  // namespace headlight
