// What makes edits: the bars of a row of weights, and the switches and sliders of a head.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "app/panels/what_if/what_if.h"
#include "app/session/edits.h"
#include "app/widgets/controls.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// A row of weights moved by hand: the rest keeps the proportions it had when the mouse went down.
struct HandTurn {
  std::string bar;  // the one that is held
  std::vector<float> from;
};

class TurnedRow : PanelPart {
 public:
  TurnedRow(const PanelContext& context, const Area& area, MapRows read, int row, float line)
      : PanelPart(context, area),
        map_(std::move(read.map)),
        row_(row),
        at_(row - read.first),
        line_(line),
        rest_(area) {}

  float draw() {
    choices();
    bars();
    return rest_.top - area_.top;
  }

 private:
  // "Make it look at  street  cross": one click exchanges two weights.
  void choices() {
    const LookChoices found = look_choices(*map_, at_, 3);
    if (found.now < 0 || found.others.empty()) return;
    if (head_is_off(context_, stage_side(context_), map_->path)) {
      const Area all = rest_.cut_top(turned_row_head(ui_));
      ui_.wrapped(all, type::body, c_.text_2, head_off_note, ui_.px(20));
      return;
    }
    const std::string word = map_->row_label(at_);
    const float tall = ui_.px(28);
    Area line = rest_.cut_top(tall);
    float x = ui_.rich(line.left, line.middle_y(), type::body, type::label_hot,
                       std::vector<TextRun>{
                           {"Make “", Role::text_2}, {word, Role::ink, true}, {"” look at", Role::text_2}}) +
              ui_.px(8);
    bool first = true;
    for (const int key : found.others) {
      const std::string label = ui_.shortened(type::control, map_->column_label(key), area_.width() * 0.5F);
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
    ui_.text(rest_.cut_top(ui_.px(20)), Align::left, type::caption, c_.text_3,
             "or drag a weight; the others make room");
  }

  void bars() {
    float labels = 0;
    const std::vector<int> keys = keys_shown();
    for (const int key : keys) labels = std::max(labels, ui_.width(type::label, map_->column_label(key)));
    labels = std::min(labels, area_.width() * 0.36F);
    for (const int key : keys) bar(key, rest_.cut_top(line_), labels);
    if (std::ssize(keys) == map_->columns) return;
    ui_.text(rest_.cut_top(ui_.px(22)), Align::left, type::caption, c_.text_3,
             say("and {n} lighter ones", {{"n", count_text(map_->columns - std::ssize(keys))}}));
  }

  // All, of many the heaviest, and the one that is held.
  std::vector<int> keys_shown() const {
    std::vector<int> keys(static_cast<std::size_t>(map_->columns));
    std::iota(keys.begin(), keys.end(), 0);
    const int most = bars_of_turned_row(*map_);
    if (most == map_->columns) return keys;
    const auto weight = [&](int key) {
      if (ui_.state().pressed == id_of(key)) return 2.0F;
      return map_->state(at_, key) == CellState::value ? map_->value(at_, key) : -1.0F;
    };
    std::stable_sort(keys.begin(), keys.end(), [&](int a, int b) { return weight(a) > weight(b); });
    keys.resize(most);
    std::sort(keys.begin(), keys.end());
    return keys;
  }

  static std::string id_of(int key) { return "slide/weight/" + std::to_string(key); }

  void bar(int key, const Area& line, float labels) {
    const bool masked = map_->state(at_, key) == CellState::masked;
    const float value = map_->value(at_, key);
    const std::string label = map_->column_label(key);
    ui_.text({line.left, line.top, line.left + labels, line.bottom}, Align::right, type::label,
             masked ? c_.text_3 : c_.ink, ui_.shortened(type::label, label, labels));
    const float number = ui_.px(50);
    const Area track{line.left + labels + ui_.px(10), line.middle_y() - ui_.px(5), line.right - number,
                     line.middle_y() + ui_.px(5)};
    const Area says{line.right - number, line.top, line.right, line.bottom};
    if (masked || !std::isfinite(value)) {
      ui_.text(says, Align::right, type::caption, masked ? c_.text_3 : c_.error, masked ? "masked" : "NaN");
      return;
    }
    share_bar(ui_, track, value, c_.weights);
    const float knob = track.left + track.width() * std::clamp(value, 0.0F, 1.0F);
    ui_.disc({knob, track.middle_y()}, ui_.px(5), c_.panel);
    ui_.circle({knob, track.middle_y()}, ui_.px(5), c_.weights, ui_.px(1.5F));
    ui_.text(says, Align::right, value >= 0.01F ? type::number_hot : type::number,
             value >= 0.01F ? c_.ink : c_.text_3, weight_alone(value));
    const std::string id = id_of(key);
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
      for (int i = 0; i < map_->columns; ++i) hand.from[i] = map_->value(at_, i);
    }
    const Edit edit = turned_row(*map_, at_, row_, hand.from, key, value);
    // A row of one value would set every cell to it.
    if (edit.values.size() > 1) ui_.emit(AddEdit{edit, run_for(context_, edit)});
  }

  HeatmapPtr map_;
  int row_;
  int at_;  // the same among the rows of the map
  float line_;
  Area rest_;
};

}  // namespace

float turned_row_head(const Ui& ui) { return ui.px(56); }

int bars_of_turned_row(const Heatmap& weights) {
  constexpr int all = 64, heaviest = 24;
  return weights.columns <= all ? weights.columns : heaviest;
}

float draw_turned_row(const PanelContext& context, const Area& area, const std::string& weights_path, int row,
                      float line) {
  const MapRows read = context.maps[stage_side(context)].rows(weights_path, row, 1);
  return read.has(row) ? TurnedRow(context, area, read, row, line).draw() : 0;
}

namespace {

// Temperatures from 1/8 to 8, evenly in powers of two; 1 in the middle.
constexpr float octaves = 6;
float share_of(float degrees) { return std::log2(degrees) / octaves + 0.5F; }
float degrees_at(float share) { return std::exp2((share - 0.5F) * octaves); }

class Levers : PanelPart {
 public:
  Levers(const PanelContext& context, const Area& area)
      : PanelPart(context, area), trace_(*stage_trace(context)), rest_(area) {}

  float draw() {
    const std::string output = path("output");
    if (has(output)) edit_switch("head", "Head on", head_off(output), true);
    if (has(path("scaled"))) {
      temperature_slider();
      scaling();
    }
    // A head that may not look ahead can be let, and one that may can be stopped.
    if (has(path("masked"))) {
      edit_switch("mask", "Mask: no looking ahead", without_mask(path("masked")), true);
    } else if (!info(context_.session.attention).crosses() && has(path("scaled"))) {
      edit_switch("mask", "No looking ahead", no_looking_ahead(path("scaled")), false);
    }
    const std::vector<StackInfo>& stacks = trace_.anatomy().stacks;
    for (const StackInfo& stack : stacks) {
      const std::string stream(stack.input);
      const std::string positions = stream + ".positions";
      if (has(positions))
        edit_switch("positions/" + stream,
                    stacks.size() > 1 ? say("Positions of the {which} words", {{"which", stream}})
                                      : say("Positions of the words"),
                    without_positions(positions), true);
    }
    return rest_.top - area_.top;
  }

 private:
  std::string path(std::string_view part) const { return selected_head_path(context_.session, part); }
  bool has(const std::string& path) const { return trace_.find(path) >= 0; }

  bool in_force(const Edit& edit) const {
    const std::optional<int> found = find_shown(context_, edit);
    return found && context_.session.edits[*found].on;
  }

  Area line(const std::string& label, bool as_trained) {
    const Area row = rest_.cut_top(ui_.finger(27));
    ui_.text(row.left, row.middle_y(), type::body, as_trained ? c_.text_2 : c_.ink,
             ui_.shortened(type::body, label, row.width() - toggle_width(ui_) - ui_.px(8)));
    return row;
  }

  // A switch that stands as the model was trained until the edit is made; `usual` says how that is.
  void edit_switch(const std::string& id, const std::string& label, const Edit& edit, bool usual) {
    const bool changed = in_force(edit);
    const Area row = line(label, !changed);
    if (toggle(ui_, "lever/" + id, row.right - toggle_width(ui_) - ui_.px(3), row.middle_y(),
               usual != changed))
      put(context_, edit, !changed);
  }

  // The edit of the temperature that the sentences chosen are under.
  std::optional<int> known() const {
    const Edit edit = temperature(path("scaled"), 1);
    return find_shown(context_, edit);
  }
  // The factor on the scaled scores; 1 as trained.
  float factor() const {
    const std::optional<int> found = known();
    if (!found) return 1;
    const SessionEdit& edit = context_.session.edits[*found];
    return edit.on && is_temperature(edit) ? edit.values[0] : 1;
  }

  void set_factor(float factor) {
    const std::string scaled = path("scaled");
    if (std::fabs(factor - 1) > 0.01F) {
      const Edit edit = temperature(scaled, 1 / factor);
      ui_.emit(AddEdit{edit, run_for(context_, edit)});
    } else if (const auto found = known()) {
      const std::optional<int> run = run_for(context_, temperature(scaled, 1));
      // One of both stays the other sentence's.
      if (!run || run == context_.session.edits[*found].run) {
        ui_.emit(RemoveEdit{*found});
      } else {
        leave_run(context_, *found, *run);
      }
    }
  }

  void temperature_slider() {
    const float degrees = 1 / factor();
    const Area row = rest_.cut_top(ui_.finger(27));
    const bool usual = std::fabs(degrees - 1) < 0.01F;
    const float label = ui_.width(type::body, "Temperature") + ui_.px(16);
    ui_.text(row.left, row.middle_y(), type::body, usual ? c_.text_2 : c_.ink, "Temperature");
    const std::string said = significant_text(degrees, 2);
    ui_.text(row, Align::right, usual ? type::number : type::number_hot, c_.ink, said);
    const Area track{row.left + label, row.top + ui_.px(4), row.right - ui_.px(46), row.bottom - ui_.px(4)};
    if (const auto moved = slide(ui_, "slide/temperature", track, share_of(degrees), 0.5F))
      set_factor(1 / degrees_at(*moved));
    if (ui_.hovered(track))
      ui_.tooltip("The scores are divided by this: above 1 is softer, below 1 is sharper");
  }

  // Without the scaling is a temperature, too: 1 / √d_k.
  void scaling() {
    const float unscaled = unscaled_factor(trace_, path("scaled"));
    if (unscaled <= 1) return;
    const bool scaled = std::fabs(factor() - unscaled) > 0.01F * unscaled;
    const Area row = line("Scores divided by √dₖ", scaled);
    if (toggle(ui_, "lever/scaling", row.right - toggle_width(ui_) - ui_.px(3), row.middle_y(), scaled))
      set_factor(scaled ? unscaled : 1);
  }

  const Trace& trace_;
  Area rest_;
};

}  // namespace

float draw_head_levers(const PanelContext& context, const Area& area) { return Levers(context, area).draw(); }

}  // namespace headlight
