// What a lab's row says of its settings. They are plain data with a list of their fields
// (app/shared/fields.h), `static constexpr LabKind lab` and `static const Lab lab_row`.
#pragma once

#include <any>
#include <string>

#include "app/labs/lab.h"
#include "app/shared/json_fields.h"

namespace headlight {

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
            own = fitted_fields(std::move(own));
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

}  // namespace headlight
