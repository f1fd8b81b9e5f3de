// Controls made from the fields of a lab's settings: what a setting is called in files, its range, its steps
// and its usual value are said once, in the settings.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

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

// What a slider says beside its number, and where less can be chosen than the field may hold.
struct SlideSays {
  std::string label = {};
  std::string text = {};  // the number with its unit; else up to five significant digits
  std::optional<double> highest = {};
};
template <typename Settings, typename Value>
NumberSlide setting_slide(const Settings& settings, Value Settings::*field, const SlideSays& says) {
  static const Settings usual{};
  const FieldSays of = field_says(settings, field);
  NumberSlide slide{.label = says.label};
  slide.lowest = of.lowest;
  slide.highest = says.highest.value_or(of.highest);
  const auto within = [&](Value value) {
    return std::clamp(static_cast<double>(value), slide.lowest, std::max(slide.lowest, slide.highest));
  };
  slide.value = within(settings.*field);
  slide.usual = within(usual.*field);
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
using Also = std::type_identity_t<void (*)(Settings&)>;

// One of a few: an enumerator by its place, of yes and no the second for yes.
template <typename Settings, typename Value>
void choose_setting(const PanelContext& context, const Area& place, std::span<const Choice> list,
                    Value Settings::*field, Also<Settings> also = nullptr) {
  if (!has_control(context, field)) return;
  const auto& settings = context.session.labs.get<Settings>();
  const int pressed =
      choices(context.ui, setting_id(settings, field), place, list, static_cast<int>(settings.*field));
  if (pressed < 0) return;
  change_lab<Settings>(context, [&](Settings& lab) {
    lab.*field = static_cast<Value>(pressed);
    if (also != nullptr) also(lab);
  });
}
// The lab's question with such a choice: its pages.
template <typename Settings, typename Value>
void choose_page(const PanelContext& context, Area& area, std::string_view text, std::span<const Choice> all,
                 Value Settings::*field, Also<Settings> also = nullptr) {
  const std::span<const Choice> list = pages_with_control(context, all, field);
  if (list.size() < 2) {
    lab_head(context, area, text);
    return;
  }
  choose_setting(context, lab_head(context, area, text, list), list, field, also);
}

// A number on a slider; one with nothing to choose from is left out.
template <typename Settings, typename Value>
void slide_setting(const PanelContext& context, const Area& place, Value Settings::*field,
                   const SlideSays& says, Also<Settings> also = nullptr) {
  if (!has_control(context, field)) return;
  const auto& settings = context.session.labs.get<Settings>();
  const NumberSlide slide = setting_slide(settings, field, says);
  if (slide.highest <= slide.lowest) return;
  const auto moved = number_slide(context.ui, "slide/" + setting_id(settings, field), place, slide);
  if (!moved) return;
  change_lab<Settings>(context, [&](Settings& lab) {
    lab.*field = static_cast<Value>(*moved);
    if (also != nullptr) also(lab);
  });
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
  void choose(Value Settings::*field, std::span<const Choice> list, Also<Settings> also = nullptr) {
    if (!has_control(context_, field)) return;
    choose_setting(context_, place(choices_width(context_.ui, list)), list, field, also);
  }
  // In so many pixels.
  template <typename Value>
  void slide(float wide, Value Settings::*field, const SlideSays& says, Also<Settings> also = nullptr) {
    if (!has_control(context_, field)) return;
    slide_setting(context_, next(wide, apart_), field, says, also);
  }
  // A picture has no buttons.
  template <typename Change>
  void press(const std::string& id, const std::string& label, Change to,
             ButtonKind kind = ButtonKind::plain) {
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
