// Structs with a list of their fields, from JSON and to it.
#pragma once

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "core/files/fields.h"
#include "core/files/json.h"
#include "core/platform/portable.h"

namespace headlight {

inline Json number(double value) {
  if (std::isfinite(value)) return value;
  return value < 0 ? "-inf" : "inf";
}
// In the fewest digits that are read as this float again: 1e-05.
inline Json number(float value) {
  if (!std::isfinite(value)) return number(static_cast<double>(value));
  char digits[32];
  const char* const end = portable::to_chars(digits, digits + sizeof digits, value).ptr;
  double shortest = 0;
  portable::from_chars(digits, end, shortest);
  return shortest;
}

template <HasFields T>
void read(const Json& json, const std::string& field, T& value);

template <typename T>
void read(const Json& json, const std::string& field, std::vector<T>& value, const AtMost& most) {
  read_list(
      json, field, value, [](const Json& one, const std::string& place, T& into) { read(one, place, into); },
      most.count);
}

// Takes the field `key` of a struct from `value`.
struct ReadField {
  const std::string& key;
  const Json& value;
  const std::string& field;
  bool& found;

  template <typename T, typename... Rest>
  void operator()(const char* name, T& member, const Rest&... rest) const {
    if (key != name) return;
    found = true;
    if constexpr (requires { read(value, field, member, rest...); }) {
      read(value, field, member, rest...);
    } else {
      read(value, field, member);  // bounds are for fitted_fields()
    }
  }
};

template <HasFields T>
void read(const Json& json, const std::string& field, T& value) {
  for (const auto& [key, each] : read_object(json, field).items()) {
    const std::string inner = inside(field, key);
    bool found = false;
    T::fields(value, ReadField{key, each, inner, found});
    if (!found) fail_field(inner, "is not known");
  }
}

// Takes every field of a struct: each has to be in `object`, those that may miss aside. What else is there is
// left alone.
struct TakeField {
  const Json& object;
  const std::string& field;

  template <typename T>
  void operator()(const char* name, T& value) const {
    take(member(object, field, name), inside(field, name), value);
  }
  template <typename T>
  void operator()(const char* name, T& value, const EnumNames<T>& names) const {
    read(member(object, field, name), inside(field, name), value, names);
  }
  template <typename T>
  void operator()(const char* name, T& value, const MayMiss&) const {
    const auto found = object.find(name);
    if (found == object.end()) return;
    if constexpr (requires { value.emplace(); }) {
      take(*found, inside(field, name), value.emplace());
    } else {
      take(*found, inside(field, name), value);
    }
  }
  template <typename T>
  void operator()(const char* name, T& value, const LeftOutIf&) const {
    (*this)(name, value, MayMiss{});
  }
  template <typename T>
  void operator()(const char* name, T& value, const EnumNames<T>& names, const LeftOutIf&) const {
    if (object.contains(name)) (*this)(name, value, names);
  }

 private:
  template <typename T>
  static void take(const Json& json, const std::string& place, T& value) {
    if constexpr (HasFields<T>) {
      T::fields(value, TakeField{read_object(json, place), place});
    } else if constexpr (std::is_floating_point_v<T>) {
      read_finite(json, place, value);
    } else {
      read(json, place, value);
    }
  }
  template <HasFields T>
  static void take(const Json& json, const std::string& place, std::vector<T>& values) {
    read_list(json, place, values,
              [](const Json& one, const std::string& where, T& value) { take(one, where, value); });
  }
};

template <HasFields T>
Json fields_json(const T& value);

struct WriteField {
  Json& json;

  template <typename T>
  void operator()(const char* name, const T& value, const EnumNames<T>& names) const {
    json[name] = name_of(names, value);
  }
  template <typename T>
  void operator()(const char* name, const T& value, const MayMiss&) const {
    if constexpr (requires { value.has_value(); }) {
      if (value) json[name] = json_of(*value);
    } else if constexpr (requires { value.empty(); }) {
      if (!value.empty()) json[name] = json_of(value);
    } else {
      json[name] = json_of(value);
    }
  }
  template <typename T, typename... Bounds>
  void operator()(const char* name, const T& value, const Bounds&...) const {
    json[name] = json_of(value);
  }
  template <typename T>
  void operator()(const char* name, const T& value, const LeftOutIf& rule) const {
    if (!rule.nothing_said) json[name] = json_of(value);
  }
  template <typename T>
  void operator()(const char* name, const T& value, const EnumNames<T>& names, const LeftOutIf& rule) const {
    if (!rule.nothing_said) (*this)(name, value, names);
  }

 private:
  // A struct of its own kind of JSON has a function fields_json().
  template <typename T>
  static Json json_of(const T& value) {
    if constexpr (requires { fields_json(value); }) {
      return fields_json(value);
    } else if constexpr (std::is_floating_point_v<T>) {
      return number(value);
    } else {
      return value;
    }
  }
  template <typename T>
  static Json json_of(const std::vector<T>& values) {
    Json list = Json::array();
    for (const T& value : values) list.push_back(json_of(value));
    return list;
  }
};

template <HasFields T>
Json fields_json(const T& value) {
  Json json = Json::object();
  T::fields(value, WriteField{json});
  return json;
}

}  // namespace headlight
