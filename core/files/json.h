// JSON that somebody else wrote, read without trusting it: the one reader of configurations, cards, word
// lists, headers, sessions and lessons.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/enum_names.h"

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
  std::string what;   // "has to be a text"
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

// The mistake with the line of its field in `text`: 'line 3: field "scale" has to be a number'.
[[noreturn]] void complain(std::string_view text, const FieldError& error);

// What `read_all` makes of the JSON in `text`. Throws std::invalid_argument (JsonError too is one) with the
// line and the field.
template <typename Read>
auto read_json(std::string_view text, Read read_all) {
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
  fail_field(field, "is " + shown(json) + ", but has to be one of " + choices);
}

// At most `most`: a file must not take more memory than what it shows is worth.
template <typename T, typename ReadOne>
void read_list(const Json& json, const std::string& field, std::vector<T>& value, ReadOne read_one,
               std::size_t most = 100'000) {
  if (!json.is_array()) fail_field(field, "has to be a list");
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

}  // namespace headlight
