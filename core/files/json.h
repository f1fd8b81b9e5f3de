// JSON that somebody else wrote, read without trusting it: the one reader of configurations, cards, word
// lists, headers, sessions and lessons.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

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

// Throws JsonError for what is no JSON, is larger or nested deeper than the limits above, has a number that a
// double cannot hold, or says one field of an object twice. Takes time in proportion to the text.
Json parse_json(std::string_view text);

// The line, from 1, on which the value `field` ("scale", "edits[2].path") begins; of a field that is not
// there, that of what should hold it. `text` has to be what parse_json() takes.
int line_of_field(std::string_view text, std::string_view field);

}  // namespace headlight
