#include "app/session/json_fields.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace headlight {

void fail_field(const std::string& field, const std::string& what) { throw FieldError{field, what}; }

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
  if (!fits) fail_field(field, "is too large: " + json.dump());
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
  value = static_cast<float>(wide);
}

void read(const Json& json, const std::string& field, std::optional<int>& value) {
  if (json.is_null()) {
    value.reset();
  } else {
    read(json, field, value.emplace());
  }
}

const Json& read_object(const Json& json, const std::string& field) {
  if (!json.is_object()) fail_field(field, "has to be an object");
  return json;
}

Json number(double value) {
  if (std::isfinite(value)) return value;
  return value < 0 ? "-inf" : "inf";
}

}  // namespace headlight
