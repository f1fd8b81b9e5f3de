// A config as one flat JSON object: a list of its fields, walked by the writer and by the reader. The names
// of an enum's values are `names_of(value)`, found beside the enum.
#pragma once

#include <charconv>
#include <set>
#include <string>
#include <type_traits>

#include "core/files/json.h"
#include "core/platform/portable.h"

namespace headlight {

// The families of models by what their config.json says under "family"; a Transformer's says nothing.
inline constexpr const char* family_field = "family";

// Throws std::invalid_argument where a size is 0 or above `most`.
void check_size(const char* name, int value, int most);

class ConfigWriter {
 public:
  template <typename T>
  void operator()(const char* name, const T& value) {
    if constexpr (std::is_enum_v<T>) {
      json_[name] = name_of(names_of(value), value);
    } else if constexpr (std::is_same_v<T, float>) {
      json_[name] = shortest(value);
    } else {
      json_[name] = value;
    }
  }
  // One that a reader need not find: an empty list says nothing.
  template <typename T>
  void if_there(const char* name, const T& value) {
    if constexpr (requires { value.empty(); }) {
      if (value.empty()) return;
    }
    (*this)(name, value);
  }
  std::string text() const { return json_.dump(2) + "\n"; }

 private:
  // The double that is written with the fewest digits and read as this float: 1e-05.
  static double shortest(float value) {
    char digits[32];
    const char* const end = portable::to_chars(digits, digits + sizeof digits, value).ptr;
    double found = 0;
    portable::from_chars(digits, end, found);
    return found;
  }

  Json json_;
};

// Throws FieldError: for a field that is missing or of the wrong kind, in the end for one that is not known.
class ConfigReader {
 public:
  explicit ConfigReader(const Json& json) : json_(json) {}

  template <typename T>
  void operator()(const char* name, T& value) {
    known_.insert(name);
    read_one(member(json_, "", name), name, value);
  }
  // One that may be left out.
  template <typename T>
  void if_there(const char* name, T& value) {
    known_.insert(name);
    if (const auto found = json_.find(name); found != json_.end()) read_one(*found, name, value);
  }
  void family(const std::string& wanted) {
    std::string said;
    (*this)(family_field, said);
    if (said != wanted) fail_field(family_field, "has to be \"" + wanted + "\" here");
  }
  void end() const {
    for (const auto& [name, value] : json_.items()) {
      if (!known_.contains(name)) fail_field(name, "is not known");
    }
  }

 private:
  template <typename T>
  void read_one(const Json& json, const std::string& name, T& value) {
    if constexpr (std::is_enum_v<T>) {
      read(json, name, value, names_of(value));
    } else if constexpr (std::is_floating_point_v<T>) {
      read_finite(json, name, value);
    } else {
      read(json, name, value);
    }
    if constexpr (std::is_same_v<T, int>) {
      if (value < 0 || value > 10'000'000)
        fail_field(name, "has to be from 0 to 10000000, not " + shown(json));
    }
  }

  const Json& json_;
  std::set<std::string> known_;
};

// A config of a family that has a list of its fields, `fields(config, visit)`, as its config.json.
template <typename Config, typename Fields>
std::string config_text(const Config& config, Fields fields) {
  ConfigWriter write;
  write(family_field, std::string(Config::family));
  fields(config, write);
  return write.text();
}

// The same read again and checked. Throws std::invalid_argument naming the field.
template <typename Config, typename Fields>
Config config_of_text(const std::string& text, Fields fields) {
  return read_json(text, [&](const Json& json) {
    Config found;
    ConfigReader read(json);
    read.family(Config::family);
    fields(found, read);
    read.end();
    found.check();
    return found;
  });
}

}  // namespace headlight
