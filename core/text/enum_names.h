// The names that the values of an enum have in files and on the command line.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace headlight {

template <typename Enum>
using EnumNames = std::vector<std::pair<Enum, const char*>>;

template <typename Enum>
std::string name_of(const EnumNames<Enum>& names, Enum value) {
  for (const auto& [each, name] : names) {
    if (each == value) return name;
  }
  return "";
}

}  // namespace headlight
