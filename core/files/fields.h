// Plain data with a list of its fields: written to JSON, read from it and clamped by the same list.
//
//   struct ScalingLab {
//     int dimensions = 64;
//     static void fields(auto& self, auto&& visit) {
//       visit("dimensions", self.dimensions, Within{1, 1024});
//     }
//   };
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace headlight {

// The names that the values of an enum have in files and on the command line.
template <typename Enum>
using EnumNames = std::vector<std::pair<Enum, const char*>>;

template <typename Enum>
std::string name_of(const EnumNames<Enum>& names, Enum value) {
  for (const auto& [each, name] : names) {
    if (each == value) return name;
  }
  return "";
}

// From `lowest` to `highest`, both included.
template <typename T>
struct Within {
  T lowest, highest;
};
template <typename T>
Within(T, T) -> Within<T>;

// So many members of a list.
struct AtMost {
  std::size_t count;
};

// A field that stays out of the file where it says nothing.
struct LeftOutIf {
  bool nothing_said;
};

// A field that a file may leave out, and that is left out where it is empty.
struct MayMiss {};

struct NoVisit {
  template <typename... Any>
  void operator()(const char*, Any&&...) const {}
};
template <typename T>
concept HasFields = requires(T& value) {
  T::fields(value, NoVisit{});
};

// Brings every field into its bounds; what is not a number becomes the lowest.
struct FitFields {
  template <typename T>
  void operator()(const char*, [[maybe_unused]] T& value) const {
    if constexpr (HasFields<T>) T::fields(value, *this);
  }
  template <typename T>
  void operator()(const char*, T&, const EnumNames<T>&) const {}
  template <typename T>
  void operator()(const char*, T& value, const Within<T>& bounds) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(value)) value = bounds.lowest;
    }
    value = std::clamp(value, bounds.lowest, bounds.highest);
  }
  template <typename T>
  void operator()(const char*, std::vector<T>& values, const AtMost& most) const {
    if (values.size() > most.count) values.resize(most.count);
  }
  template <typename T>
  void operator()(const char* name, std::vector<T>& values, const Within<T>& bounds) const {
    for (T& value : values) (*this)(name, value, bounds);
  }
};

template <HasFields T>
T clamped_fields(T value) {
  T::fields(value, FitFields{});
  return value;
}

}  // namespace headlight
