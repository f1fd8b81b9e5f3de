// Structs with a list of their fields, from JSON and to it.
#pragma once

#include <string>

#include "app/session/fields.h"
#include "core/files/json_fields.h"

namespace headlight {

Json number(double value);
inline Json number(float value) { return number(static_cast<double>(value)); }

template <HasFields T>
void read(const Json& json, const std::string& field, T& value);

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

struct WriteField {
  Json& json;

  template <typename T>
  void operator()(const char* name, const T& value, const EnumNames<T>& names) const {
    json[name] = name_of(names, value);
  }
  template <typename T, typename... Bounds>
  void operator()(const char* name, const T& value, const Bounds&...) const {
    if constexpr (HasFields<const T>) {
      json[name] = Json::object();
      T::fields(value, WriteField{json[name]});
    } else if constexpr (std::is_floating_point_v<T>) {
      json[name] = number(value);
    } else {
      json[name] = value;
    }
  }
};

template <HasFields T>
Json fields_json(const T& value) {
  Json json = Json::object();
  T::fields(value, WriteField{json});
  return json;
}

}  // namespace headlight
