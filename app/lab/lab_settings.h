// What a lab's row says of its settings. They are plain data with a list of their fields
// (core/files/fields.h), `static const Lab lab_row` and `static const LabPanel panel_row`.
#pragma once

#include <any>
#include <string>

#include "app/lab/lab.h"
#include "core/files/json.h"

namespace headlight {

// Seeds of what labs draw at random.

inline constexpr int most_seed = 9999;
// For another draw; after the last one they begin again.
inline int next_seed(int seed) { return seed % most_seed + 1; }

template <typename Settings>
constexpr LabSettings settings_of() {
  return {
      .usual = [] { return std::any(Settings()); },
      .same =
          [](const std::any& a, const std::any& b) {
            return std::any_cast<const Settings&>(a) == std::any_cast<const Settings&>(b);
          },
      .fit =
          [](std::any& settings) {
            auto& own = std::any_cast<Settings&>(settings);
            own = clamped_fields(std::move(own));
          },
      .read = [](const Json& json, const std::string& field,
                 std::any& settings) { read(json, field, std::any_cast<Settings&>(settings)); },
      .json = [](const std::any& settings) { return fields_json(std::any_cast<const Settings&>(settings)); },
      .leave_out_looks = nullptr};
}

// The same where the panel alone reads some of them: `leave_out_looks` takes these out.
template <typename Settings, void (*leave_out_looks)(Settings& settings)>
constexpr LabSettings settings_of() {
  LabSettings settings = settings_of<Settings>();
  settings.leave_out_looks = [](std::any& all) { leave_out_looks(std::any_cast<Settings&>(all)); };
  return settings;
}

// The settings of all labs in a session's file: an object with one of each lab.

Json fields_json(const Labs& labs);
// Labs and fields that are left out keep what they are. Throws FieldError.
void read(const Json& json, const std::string& field, Labs& labs);

}  // namespace headlight
