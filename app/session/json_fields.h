// Reading JSON into plain data, each mistake naming its field; and writing it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/session/fields.h"

namespace headlight {

using Json = nlohmann::ordered_json;

struct FieldError {
  std::string field;  // "edits[2].path"
  std::string what;   // "has to be a text"
};

[[noreturn]] void fail_field(const std::string& field, const std::string& what);

void read(const Json& json, const std::string& field, std::string& value);
void read(const Json& json, const std::string& field, int& value);
void read(const Json& json, const std::string& field, bool& value);
// JSON has no infinities: a cell that is masked by hand is "-inf".
void read(const Json& json, const std::string& field, float& value);
void read(const Json& json, const std::string& field, double& value);
void read(const Json& json, const std::string& field, std::optional<int>& value);
const Json& read_object(const Json& json, const std::string& field);

Json number(double value);
inline Json number(float value) { return number(static_cast<double>(value)); }

template <typename Enum>
void read(const Json& json, const std::string& field, Enum& value, const EnumNames<Enum>& names) {
  std::string choices;
  for (const auto& [each, name] : names) {
    if (json == name) {
      value = each;
      return;
    }
    choices += (choices.empty() ? "" : ", ") + std::string(name);
  }
  fail_field(field, "is " + json.dump() + ", but has to be one of " + choices);
}

template <typename T, typename ReadOne>
void read_list(const Json& json, const std::string& field, std::vector<T>& value, ReadOne read_one) {
  if (!json.is_array()) fail_field(field, "has to be a list");
  value.clear();
  for (std::size_t i = 0; i < json.size(); ++i) {
    T one{};
    read_one(json[i], field + "[" + std::to_string(i) + "]", one);
    value.push_back(std::move(one));
  }
}

template <typename T>
void read(const Json& json, const std::string& field, std::vector<T>& value) {
  read_list(json, field, value,
            [](const Json& one, const std::string& place, T& into) { read(one, place, into); });
}

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
    const std::string inner = field + "." + key;
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
