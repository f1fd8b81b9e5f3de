// A lab's page as a board: controls made from the fields of its settings, matrices from what it recorded.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/labs/setting_controls.h"
#include "app/stage/board.h"

namespace headlight {

template <typename Settings>
class LabControls : public stage::Board {
 public:
  explicit LabControls(const PanelContext& context)
      : Board(context.ui), context_(context), settings_(context.session.labs.get<Settings>()) {}
  const Settings& settings() const { return settings_; }

  // One of a few, under what it is called. `in_force`: what is chosen where another setting overrules this
  // one.
  template <typename Value>
  void choose(std::string label, Value Settings::*field, std::vector<Choice> list,
              Also<Settings> also = nullptr, InForce<Value> in_force = {}) {
    if (!has_control(context_, field)) return;
    words(std::move(label), type::caption, Role::text_3).tall = 17;
    const auto chosen = static_cast<int>(in_force.value_or(settings_.*field));
    const float wide = choices_width(context_.ui, list) / context_.ui.scale();
    stage::Piece& piece =
        choices(setting_id(settings_, field), std::move(list), chosen,
                [this, field, also](int to) { set_field(context_, field, static_cast<Value>(to), also); });
    piece.wide = wide;
    piece.below = 6;
  }
  void turn(std::string label, bool Settings::*field) {
    if (!has_control(context_, field)) return;
    const auto take = [this, field] { set_field(context_, field, !(settings_.*field)); };
    add({setting_id(settings_, field), stage::Switch{std::move(label), settings_.*field, take}});
  }
  // Sliders, two side by side; one with nothing to choose from keeps its place.
  struct Range {
    int Settings::*field;
    std::string label;
    std::optional<double> highest = {};  // where the model has fewer than the field may say
  };
  void slides(const Range& left, const std::optional<Range>& right = {}) {
    if (!has_control(context_, left.field)) return;
    row({.gap = 16}, [&] {
      slide(left);
      if (right)
        slide(*right);
      else
        add({.look = stage::Own{}, .grows = true});
    });
  }
  void press(const std::string& id, std::string label, ButtonKind kind, void (*to)(Settings&)) {
    stage::Piece& piece = Board::press(std::string(Settings::lab_row.name) + "/" + id, std::move(label), kind,
                                       [this, to] { change_lab<Settings>(context_, to); });
    piece.above = 2;
    piece.below = 7;
  }

 private:
  void slide(const Range& range) {
    const NumberSlide slider = setting_slide(settings_, range.field, {.highest = range.highest});
    if (slider.highest <= slider.lowest) {
      add({.look = stage::Own{}, .grows = true});
      return;
    }
    const auto take = [this, field = range.field](double to) {
      set_field(context_, field, static_cast<int>(to));
    };
    add({"slide/" + setting_id(settings_, range.field), stage::Slide{range.label, slider, take}}).grows =
        true;
  }

  const PanelContext& context_;
  const Settings& settings_;
};

// A recorded node of the open lab with the cells that are open or pressed.
stage::Piece recorded_cells(const PanelContext& context, LabMatrix matrix);
// What the cell under the mouse, else the one that is open, is made from: the tape knows it.
stage::Matrices made_from(const PanelContext& context, stage::Matrices look);

}  // namespace headlight
