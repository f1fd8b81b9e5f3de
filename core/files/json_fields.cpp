#include "core/files/json_fields.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/text/in_quotes.h"

namespace headlight {

void fail_field(const std::string& field, const std::string& what) { throw FieldError{field, what}; }

std::string shown(const Json& json) {
  if (json.is_object()) return "an object";
  if (json.is_array()) return "a list";
  if (json.is_string()) return in_quotes(json.get_ref<const std::string&>());
  return json.dump();
}

void read(const Json& json, const std::string& field, std::string& value) {
  if (!json.is_string()) fail_field(field, "has to be a text");
  value = json.get<std::string>();
}

void read(const Json& json, const std::string& field, int& value) {
  if (!json.is_number_integer()) fail_field(field, "has to be a whole number");
  const bool fits =
      json.is_number_unsigned()
          ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<int>::max())
          : json.get<std::int64_t>() >= std::numeric_limits<int>::min();
  if (!fits) fail_field(field, "is too large: " + shown(json));
  value = json.get<int>();
}

void read(const Json& json, const std::string& field, bool& value) {
  if (!json.is_boolean()) fail_field(field, "has to be true or false");
  value = json.get<bool>();
}

void read(const Json& json, const std::string& field, double& value) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (json.is_number()) {
    value = json.get<double>();
  } else if (json == "-inf") {
    value = -infinity;
  } else if (json == "inf") {
    value = infinity;
  } else {
    fail_field(field, "has to be a number");
  }
}

void read(const Json& json, const std::string& field, float& value) {
  double wide = 0;
  read(json, field, wide);
  constexpr double most = std::numeric_limits<float>::max();
  if (std::isfinite(wide) && std::abs(wide) > most) {
    fail_field(field, "is too large: " + shown(json) + "; write \"inf\" or \"-inf\" for no bound");
  }
  value = static_cast<float>(wide);
}

void read(const Json& json, const std::string& field, std::optional<int>& value) {
  if (json.is_null()) {
    value.reset();
  } else {
    read(json, field, value.emplace());
  }
}

void read_finite(const Json& json, const std::string& field, double& value) {
  if (!json.is_number()) fail_field(field, "has to be a number");
  read(json, field, value);
}

void read_finite(const Json& json, const std::string& field, float& value) {
  if (!json.is_number()) fail_field(field, "has to be a number");
  read(json, field, value);
}

const Json& read_object(const Json& json, const std::string& field) {
  if (!json.is_object()) fail_field(field, "has to be an object");
  return json;
}

void complain(std::string_view text, const FieldError& error) {
  throw std::invalid_argument("line " + std::to_string(line_of_field(text, error.field)) + ": " +
                              (error.field.empty() ? "" : "field " + in_quotes(error.field) + " ") +
                              error.what);
}

const Json& member(const Json& object, const std::string& field, const char* name) {
  const auto found = read_object(object, field).find(name);
  if (found == object.end()) fail_field(inside(field, name), "is missing");
  return *found;
}

std::string inside(const std::string& field, const std::string& name) {
  return field.empty() ? name : field + "." + name;
}

}  // namespace headlight
