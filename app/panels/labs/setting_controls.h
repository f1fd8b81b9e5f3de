// Controls made from the fields of a lab's settings: what a setting is called in files, its range, its steps
// and its usual value are said once, in the settings.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "app/lab/slider.h"
#include "app/panels/common/panels.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/labs.h"
#include "app/widgets/controls.h"

namespace headlight {

// What the list of fields says of one of them.
struct FieldSays {
  const char* name = "";
  double lowest = 0, highest = 0, step = 1;
  Track track = Track::even;
};
template <typename Settings, typename Value>
FieldSays field_says(const Settings& settings, Value Settings::*field) {
  FieldSays says;
  const auto take = [&]<typename Bounds>(const Bounds& bounds) {
    if constexpr (requires { bounds.lowest; }) {
      says.lowest = static_cast<double>(bounds.lowest);
      // A whole number below 0 is none of those to choose from.
      if constexpr (std::is_integral_v<Value>) says.lowest = std::max(says.lowest, 0.0);
      says.highest = static_cast<double>(bounds.highest);
    }
    if constexpr (requires { bounds.track; }) {
      says.step = bounds.step;
      says.track = bounds.track;
    }
  };
  Settings::fields(settings, [&](const char* name, const auto& value, const auto&... bounds) {
    if (static_cast<const void*>(&value) != static_cast<const void*>(&(settings.*field))) return;
    says.name = name;
    (take(bounds), ...);
  });
  return says;
}

// What a slider says beside its number, and what the field does not know.
struct SlideSays {
  std::string_view label = {};
  std::string text = {};               // the number with its unit; else up to five significant digits
  std::optional<double> highest = {};  // where less can be chosen than the field may hold
  std::optional<double> in_force = {}, usual = {};  // in the stead of the field's own; of a list always
};
template <typename Settings, typename Value>
NumberSlide setting_slide(const Settings& settings, Value Settings::*field, const SlideSays& says) {
  static const Settings usual{};
  const FieldSays of = field_says(settings, field);
  NumberSlide slide{.label = says.label};
  slide.lowest = of.lowest;
  slide.highest = says.highest.value_or(of.highest);
  const auto number = [&](const Settings& of_field, std::optional<double> said) {
    if constexpr (std::is_arithmetic_v<Value>) {
      if (!said) said = static_cast<double>(of_field.*field);
    }
    return std::clamp(said.value_or(0), slide.lowest, std::max(slide.lowest, slide.highest));
  };
  slide.value = number(settings, says.in_force);
  slide.usual = number(usual, says.usual);
  slide.step = of.step;
  slide.logarithmic = of.track == Track::logarithmic;
  slide.text = says.text;
  return slide;
}

// "scaling/dimensions": the control of a setting has its name.
template <typename Settings, typename Value>
std::string setting_id(const Settings& settings, Value Settings::*field) {
  return std::string(Settings::lab_row.name) + "/" + field_says(settings, field).name;
}

// Whether a setting has a control: those that the settings name as `for_experts` have one where experts want
// it. Of its pages the settings may say how many come before those for experts, `plain_pages`.
template <typename Settings, typename Value>
bool has_control([[maybe_unused]] const PanelContext& context, [[maybe_unused]] Value Settings::*field) {
  if constexpr (requires { Settings::for_experts; }) {
    if (shows_expert_controls(context.session)) return true;
    const std::string_view name = field_says(context.session.labs.get<Settings>(), field).name;
    const auto& all = Settings::for_experts;
    return std::find(std::begin(all), std::end(all), name) == std::end(all);
  }
  return true;
}
template <typename Settings, typename Value>
std::span<const Choice> pages_with_control([[maybe_unused]] const PanelContext& context,
                                           std::span<const Choice> list,
                                           [[maybe_unused]] Value Settings::*field) {
  if constexpr (requires { Settings::plain_pages; }) {
    const bool plain = static_cast<int>(context.session.labs.get<Settings>().*field) < Settings::plain_pages;
    if (plain && !shows_expert_controls(context.session)) return list.first(Settings::plain_pages);
  }
  return list;
}

// What is done to the settings that something is chosen in; null: nothing else.
template <typename Settings>
using Also = std::type_identity_t<std::function<void(Settings&)>>;
template <typename Settings, typename Value>
void set_field(const PanelContext& context, Value Settings::*field, std::type_identity_t<Value> to,
               const Also<Settings>& also = nullptr) {
  change_lab<Settings>(context, [&](Settings& lab) {
    lab.*field = std::move(to);
    if (also != nullptr) also(lab);
  });
}

// What is chosen where something else than the field says it.
template <typename Value>
using InForce = std::type_identity_t<std::optional<Value>>;

// One of a few: an enumerator by its place, of yes and no the second for yes.
template <typename Settings, typename Value>
void choose_setting(const PanelContext& context, const Area& place, std::span<const Choice> list,
                    Value Settings::*field, const Also<Settings>& also = nullptr,
                    InForce<Value> in_force = {}) {
  if (!has_control(context, field)) return;
  const auto& settings = context.session.labs.get<Settings>();
  const int pressed = choices(context.ui, setting_id(settings, field), place, list,
                              static_cast<int>(in_force.value_or(settings.*field)));
  if (pressed >= 0) set_field(context, field, static_cast<Value>(pressed), also);
}
// The same of choices that stand for these values.
template <typename Settings, typename Value>
void choose_among(const PanelContext& context, const Area& place, std::span<const Choice> list,
                  std::type_identity_t<std::span<const Value>> values, Value Settings::*field,
                  const Also<Settings>& also = nullptr, InForce<Value> in_force = {}) {
  if (!has_control(context, field)) return;
  const auto& settings = context.session.labs.get<Settings>();
  const auto now = std::find(values.begin(), values.end(), in_force.value_or(settings.*field));
  const int pressed =
      choices(context.ui, setting_id(settings, field), place, list, static_cast<int>(now - values.begin()));
  if (pressed >= 0) set_field(context, field, values[static_cast<std::size_t>(pressed)], also);
}
// The lab's question with such a choice: its pages.
template <typename Settings, typename Value>
void choose_page(const PanelContext& context, Area& area, std::string_view text, std::span<const Choice> all,
                 Value Settings::*field, const Also<Settings>& also = nullptr, InForce<Value> in_force = {}) {
  const std::span<const Choice> list = pages_with_control(context, all, field);
  if (list.size() < 2) {
    lab_head(context, area, text);
    return;
  }
  choose_setting(context, lab_head(context, area, text, list), list, field, also, in_force);
}

// A number on a slider; one with nothing to choose from is left out.
template <typename Settings, typename Value>
void slide_setting(const PanelContext& context, const Area& place, Value Settings::*field,
                   const SlideSays& says, const Also<Settings>& also = nullptr) {
  if (!has_control(context, field)) return;
  const auto& settings = context.session.labs.get<Settings>();
  const NumberSlide slide = setting_slide(settings, field, says);
  if (slide.highest <= slide.lowest) return;
  const auto moved = number_slide(context.ui, "slide/" + setting_id(settings, field), place, slide);
  if (moved) set_field(context, field, static_cast<Value>(*moved), also);
}

// One on or back, from the last to the first and the other way round; what is none of these values has the
// first and the last beside it.
template <typename Settings, typename Value>
void step_among(const PanelContext& context, const Area& place, std::string_view text,
                std::type_identity_t<std::span<const Value>> values, Value Settings::*field,
                const Also<Settings>& also = nullptr, InForce<Value> in_force = {}) {
  if (!has_control(context, field)) return;
  const auto& settings = context.session.labs.get<Settings>();
  const int by = stepper(context.ui, setting_id(settings, field), place, text);
  if (by == 0 || values.empty()) return;
  const auto now = std::find(values.begin(), values.end(), in_force.value_or(settings.*field));
  const auto count = static_cast<int>(values.size());
  const int from = now != values.end() ? static_cast<int>(now - values.begin()) : by > 0 ? -1 : 0;
  set_field(context, field, values[static_cast<std::size_t>((from + by + count) % count)], also);
}
// The same through all numbers that the field may hold, or so many of them.
struct StepSays {
  std::string text;
  std::optional<int> count = {}, in_force = {};
};
template <typename Settings>
void step_setting(const PanelContext& context, const Area& place, int Settings::*field, const StepSays& says,
                  const Also<Settings>& also = nullptr) {
  if (!has_control(context, field)) return;
  const auto& settings = context.session.labs.get<Settings>();
  const int by = stepper(context.ui, setting_id(settings, field), place, says.text);
  if (by == 0) return;
  const FieldSays of = field_says(settings, field);
  const auto first = static_cast<int>(of.lowest);
  const int count = says.count.value_or(static_cast<int>(of.highest) - first + 1);
  const int from = says.in_force.value_or(settings.*field) - first;
  set_field(context, field, first + (from + by + count) % count, also);
}

// A switch at the left of a place, in its middle: between yes and no, or two other values.
template <typename Settings, typename Value>
void turn_setting(const PanelContext& context, const Area& place, Value Settings::*field,
                  std::type_identity_t<Value> on = true, std::type_identity_t<Value> off = false) {
  if (!has_control(context, field)) return;
  const auto& settings = context.session.labs.get<Settings>();
  const bool is_on = settings.*field != off;
  if (toggle(context.ui, setting_id(settings, field), place.left, place.middle_y(), is_on))
    set_field(context, field, is_on ? off : on);
}

// The controls of a page side by side, as ControlRows places them, `apart` units from each other.
template <typename Settings>
class SettingRows : public ControlRows {
 public:
  SettingRows(const PanelContext& context, Area& rest, float gap, float apart)
      : ControlRows(context.ui, rest, number_slide_height(context.ui), context.ui.px(gap)),
        context_(context),
        apart_(context.ui.px(apart)) {}

  // From here on.
  void apart(float units) { apart_ = context_.ui.px(units); }
  template <typename Value>
  void choose(Value Settings::*field, std::span<const Choice> list, const Also<Settings>& also = nullptr) {
    if (!has_control(context_, field)) return;
    choose_setting(context_, place(choices_width(context_.ui, list)), list, field, also);
  }
  // In so many pixels.
  template <typename Value>
  void slide(float wide, Value Settings::*field, const SlideSays& says,
             const Also<Settings>& also = nullptr) {
    if (!has_control(context_, field)) return;
    slide_setting(context_, next(wide, apart_), field, says, also);
  }
  // A picture has no buttons.
  void press(const std::string& id, const std::string& label, auto to, ButtonKind kind = ButtonKind::plain) {
    if (context_.ui.exporting()) return;
    const Area at = place(button_width(context_.ui, label));
    if (button(context_.ui, std::string(Settings::lab_row.name) + "/" + id, at, label, kind))
      change_lab<Settings>(context_, to);
  }
  // Of a button or a choice of this width.
  Area place(float wide) { return button_place(context_.ui, next(wide, apart_)); }

 private:
  const PanelContext& context_;
  float apart_;
};

}  // namespace headlight
