// JSON that somebody else wrote, read without trusting it: the one reader of configurations, cards, word
// lists, headers, sessions and lessons.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/files/fields.h"
#include "core/platform/portable.h"

namespace headlight {

using Json = nlohmann::ordered_json;

inline constexpr std::size_t largest_json = 16 << 20;  // bytes
inline constexpr int deepest_json = 32;                // objects and lists inside one another

// 'line 3: field "scale" is a number too large to be kept'.
struct JsonError : std::invalid_argument {
  JsonError(int at, std::string what_is_wrong, bool no_json = false);
  int line;          // from 1
  std::string said;  // the same without the line
  bool syntax;       // it is no JSON at all
};

// Throws JsonError for what is no JSON, is larger than `most` or nested deeper than the limit above, has a
// number that a double cannot hold, or says one field of an object twice. Takes time in proportion to the
// text.
Json parse_json(std::string_view text, std::size_t most = largest_json);

// The line, from 1, on which the value `field` ("scale", "edits[2].path") begins; of a field that is not
// there, that of what should hold it. `text` has to be what parse_json() takes.
int line_of_field(std::string_view text, std::string_view field);

// Reading JSON into plain data, each mistake naming its field.

struct FieldError {
  std::string field;  // "edits[2].path"
  std::string what;   // "must be text"
};

[[noreturn]] void fail_field(const std::string& field, const std::string& what);

// JSON as a message repeats it: not too much of it.
std::string shown(const Json& json);

// Each throws FieldError where the JSON is something else.
void read(const Json& json, const std::string& field, std::string& value);
void read(const Json& json, const std::string& field, int& value);
void read(const Json& json, const std::string& field, bool& value);
// JSON has no infinities: a cell that is masked by hand is "-inf".
void read(const Json& json, const std::string& field, float& value);
void read(const Json& json, const std::string& field, double& value);
void read(const Json& json, const std::string& field, std::optional<int>& value);
// Where there is no sense in an infinity.
void read_finite(const Json& json, const std::string& field, float& value);
void read_finite(const Json& json, const std::string& field, double& value);
const Json& read_object(const Json& json, const std::string& field);

// The mistake with the line of its field in `text`: 'line 3: field "scale" must be a number'.
[[noreturn]] void complain(std::string_view text, const FieldError& error);

// What `read_all` makes of the JSON in `text`. Throws std::invalid_argument (JsonError too is one) with the
// line and the field.
auto read_json(std::string_view text, auto read_all) {
  const Json json = parse_json(text);
  try {
    return read_all(json);
  } catch (const FieldError& error) {
    complain(text, error);
  }
}

// What `object` has under `name`. Its own field is `field`, empty for the whole file.
const Json& member(const Json& object, const std::string& field, const char* name);
std::string inside(const std::string& field,
                   const std::string& name);  // "edits[2]" and "path": "edits[2].path"

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
  fail_field(field, "is " + shown(json) + "; it must be one of " + choices);
}
template <typename Enum>
void read(const Json& json, const std::string& field, Enum& value, const EnumNames<Enum>& names,
          const LeftOutIf&) {
  read(json, field, value, names);
}

// At most `most`: a file must not take more memory than what it shows is worth.
template <typename T, typename ReadOne>
void read_list(const Json& json, const std::string& field, std::vector<T>& value, ReadOne read_one,
               std::size_t most = 100'000) {
  if (!json.is_array()) fail_field(field, "must be a list");
  if (json.size() > most) {
    fail_field(field, "has " + std::to_string(json.size()) + " members; at most " + std::to_string(most) +
                          " are read");
  }
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

// Structs with a list of their fields, from JSON and to it.

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
      read(value, field, member);  // bounds are for clamped_fields()
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

  void operator()(const char* name, auto& value) const {
    take(member(object, field, name), inside(field, name), value);
  }
  template <typename T>
  void operator()(const char* name, T& value, const EnumNames<T>& names) const {
    read(member(object, field, name), inside(field, name), value, names);
  }
  void operator()(const char* name, auto& value, const MayMiss&) const {
    const auto found = object.find(name);
    if (found == object.end()) return;
    if constexpr (requires { value.emplace(); }) {
      take(*found, inside(field, name), value.emplace());
    } else {
      take(*found, inside(field, name), value);
    }
  }
  void operator()(const char* name, auto& value, const LeftOutIf&) const { (*this)(name, value, MayMiss{}); }
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
  void operator()(const char* name, const auto& value, const MayMiss&) const {
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
  void operator()(const char* name, const auto& value, const LeftOutIf& rule) const {
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
