#include <algorithm>
#include <cmath>

#include "app/panels/step_names.h"
#include "app/panels/what_if/interventions.h"
#include "app/panels/what_if/what_if.h"
#include "app/session/turn_weights.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"

namespace headlight {
namespace {

// A row of weights turned by hand: the rest keeps the proportions it had when the mouse went down.
struct HandTurn {
  std::string bar;  // the one that is held
  std::vector<float> from;
};

class TurnedRow {
 public:
  TurnedRow(const PanelContext& context, const Area& area, HeatmapPtr map, int row, float line)
      : context_(context),
        ui_(context.ui),
        map_(std::move(map)),
        row_(row),
        line_(line),
        area_(area),
        rest_(area) {}

  float draw() {
    choices();
    bars();
    return rest_.top - area_.top;
  }

 private:
  // "Make it look at  street  cross": one click exchanges two weights.
  void choices() {
    const LookChoices found = look_choices(*map_, row_, 3);
    if (found.now < 0 || found.others.empty()) return;
    const Palette& c = ui_.colours();
    if (head_is_off(context_, stage_side(context_), map_->path)) {
      const Area all = rest_.cut_top(turned_row_head(ui_));
      ui_.wrapped(all, type::body, c.text_2, head_off_note, ui_.px(20));
      return;
    }
    const std::string word = map_->row_label(row_);
    const float tall = ui_.px(28);
    Area line = rest_.cut_top(tall);
    float x = ui_.rich(line.left, line.middle_y(), type::body, type::label_hot,
                       std::vector<TextRun>{
                           {"Make “", Role::text_2}, {word, Role::ink, true}, {"” look at", Role::text_2}}) +
              ui_.px(8);
    bool first = true;
    for (const int key : found.others) {
      const std::string label = ui_.fitted(type::control, map_->column_label(key), area_.width() * 0.5F);
      const float wide = ui_.width(type::control_hot, label) + ui_.px(20);
      if (x + wide > line.right) {
        if (!first) break;  // at least one, in a line of its own where need be
        line = rest_.cut_top(tall);
        x = line.left;
      }
      const Area place = Area::at(x, line.top + ui_.px(1), wide, tall - ui_.px(2));
      const ButtonKind kind = first ? ButtonKind::primary : ButtonKind::plain;
      if (button(ui_, "look at/" + std::to_string(key), place, label, kind))
        ui_.emit(
            look_elsewhere(context_, map_->path, row_, map_->column_label(key), sentence_of_edits(context_))
                .action());
      x = place.right + ui_.px(6);
      first = false;
    }
    rest_.cut_top(ui_.px(8));
    ui_.text(rest_.cut_top(ui_.px(20)), Align::left, type::caption, c.text_3,
             "or drag a weight; the others make room");
  }

  void bars() {
    float labels = 0;
    for (int key = 0; key < map_->columns; ++key)
      labels = std::max(labels, ui_.width(type::label, map_->column_label(key)));
    labels = std::min(labels, area_.width() * 0.36F);
    for (int key = 0; key < map_->columns; ++key) bar(key, rest_.cut_top(line_), labels);
  }

  void bar(int key, const Area& line, float labels) {
    const Palette& c = ui_.colours();
    const bool masked = map_->state(row_, key) == CellState::masked;
    const float value = map_->value(row_, key);
    const std::string label = map_->column_label(key);
    ui_.text({line.left, line.top, line.left + labels, line.bottom}, Align::right, type::label,
             masked ? c.text_3 : c.ink, ui_.fitted(type::label, label, labels));
    const float number = ui_.px(50);
    const Area track{line.left + labels + ui_.px(10), line.middle_y() - ui_.px(5), line.right - number,
                     line.middle_y() + ui_.px(5)};
    const Area says{line.right - number, line.top, line.right, line.bottom};
    if (masked || !std::isfinite(value)) {
      ui_.text(says, Align::right, type::caption, masked ? c.text_3 : c.error, masked ? "masked" : "NaN");
      return;
    }
    share_bar(ui_, track, value, c.weights);
    const float knob = track.left + track.width() * std::clamp(value, 0.0F, 1.0F);
    ui_.disc({knob, track.middle_y()}, ui_.px(5), c.panel);
    ui_.circle({knob, track.middle_y()}, ui_.px(5), c.weights, ui_.px(1.5F));
    ui_.text(says, Align::right, value >= 0.01F ? type::number_hot : type::number,
             value >= 0.01F ? c.ink : c.text_3, weight_alone(value));
    const std::string id = "slide/weight/" + std::to_string(key);
    const Area grip{track.left, line.top, track.right, line.bottom};
    if (const auto moved = drag_share(ui_, id, grip, value)) turn(id, key, *moved);
  }

  // What is left keeps the proportions it had when the mouse went down, however far the bar is dragged.
  void turn(const std::string& id, int key, float value) {
    HandTurn& hand = ui_.state<HandTurn>();
    const bool held = ui_.state().pressed == id;
    if (!held || hand.bar != id || hand.from.size() != static_cast<std::size_t>(map_->columns) ||
        ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      hand.bar = held ? id : "";
      hand.from.assign(static_cast<std::size_t>(map_->columns), 0);
      for (int i = 0; i < map_->columns; ++i) hand.from[static_cast<std::size_t>(i)] = map_->value(row_, i);
    }
    std::vector<char> may_look;
    may_look.reserve(map_->columns);
    for (int i = 0; i < map_->columns; ++i)
      may_look.push_back(map_->state(row_, i) == CellState::value ? 1 : 0);
    Edit edit{.path = map_->path, .kind = Edit::Kind::set, .row = row_};
    edit.values = turned_weights(hand.from, key, value, may_look);
    // A row of one value would set every cell to it.
    if (edit.values.size() > 1) ui_.emit(AddEdit{edit, side_for(context_, edit)});
  }

  const PanelContext& context_;
  Ui& ui_;
  HeatmapPtr map_;
  int row_;
  float line_;
  Area area_;
  Area rest_;
};

}  // namespace

float turned_row_head(const Ui& ui) { return ui.px(56); }

float draw_turned_row(const PanelContext& context, const Area& area, const std::string& weights_path, int row,
                      float line) {
  const HeatmapPtr map = context.pictures.view(stage_side(context), weights_path);
  if (map == nullptr || row < 0 || row >= map->rows) return 0;
  return TurnedRow(context, area, map, row, line).draw();
}

}  // namespace headlight
