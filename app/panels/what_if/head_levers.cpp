#include <algorithm>
#include <cmath>

#include "app/panels/step_names.h"
#include "app/panels/what_if/edit_words.h"
#include "app/panels/what_if/interventions.h"
#include "app/panels/what_if/what_if.h"
#include "app/widgets/levers.h"

namespace headlight {
namespace {

// Temperatures from 1/8 to 8, evenly in powers of two; 1 in the middle.
constexpr float octaves = 6;
float share_of(float degrees) { return std::log2(degrees) / octaves + 0.5F; }
float degrees_at(float share) { return std::exp2((share - 0.5F) * octaves); }

class Levers {
 public:
  Levers(const PanelContext& context, const Area& area)
      : context_(context), ui_(context.ui), trace_(*stage_trace(context)), area_(area), rest_(area) {}

  float draw() {
    const std::string output = path("output");
    if (has(output)) edit_switch("head", "This head takes part", head_off(output), true);
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
                    "Positions of the " + (stacks.size() > 1 ? stream + " words" : "words"),
                    without_positions(positions), true);
    }
    return rest_.top - area_.top;
  }

 private:
  std::string path(std::string_view part) const { return selected_head_path(context_.session, part); }
  bool has(const std::string& path) const { return trace_.find(path) >= 0; }

  bool in_force(const Edit& edit) const {
    const std::optional<int> found = find_shown(context_, edit);
    return found && context_.session.edits[static_cast<std::size_t>(*found)].on;
  }

  Area line(const std::string& label, bool as_trained) {
    const Area row = rest_.cut_top(ui_.px(27));
    ui_.text(row.left, row.middle_y(), type::body, as_trained ? ui_.colours().text_2 : ui_.colours().ink,
             ui_.fitted(type::body, label, row.width() - toggle_width(ui_) - ui_.px(8)));
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
    const SessionEdit& edit = context_.session.edits[static_cast<std::size_t>(*found)];
    return edit.on && is_temperature(edit) ? edit.values[0] : 1;
  }

  void set_factor(float factor) {
    const std::string scaled = path("scaled");
    if (std::fabs(factor - 1) > 0.01F) {
      const Edit edit = temperature(scaled, 1 / factor);
      ui_.emit(AddEdit{edit, side_for(context_, edit)});
    } else if (const auto found = known()) {
      const std::optional<int> side = side_for(context_, temperature(scaled, 1));
      // One of both stays the other sentence's.
      if (!side || side == context_.session.edits[static_cast<std::size_t>(*found)].side) {
        ui_.emit(RemoveEdit{*found});
      } else {
        ui_.emit(SetEditSide{*found, 1 - *side});
      }
    }
  }

  void temperature_slider() {
    const float degrees = 1 / factor();
    const Palette& c = ui_.colours();
    const Area row = rest_.cut_top(ui_.px(27));
    const bool usual = std::fabs(degrees - 1) < 0.01F;
    const float label = ui_.width(type::body, "Temperature") + ui_.px(16);
    ui_.text(row.left, row.middle_y(), type::body, usual ? c.text_2 : c.ink, "Temperature");
    const std::string said = significant_text(degrees, 2);
    ui_.text(row, Align::right, usual ? type::number : type::number_hot, c.ink, said);
    const Area track{row.left + label, row.top + ui_.px(4), row.right - ui_.px(46), row.bottom - ui_.px(4)};
    if (const auto moved = slide(ui_, "slide/temperature", track, share_of(degrees), 0.5F))
      set_factor(1 / degrees_at(*moved));
    if (ui_.hovered(track)) ui_.tooltip("Softmax of scores divided by this: above 1 softer, below 1 harder");
  }

  // Without the scaling is a temperature, too: 1 / √d_k.
  void scaling() {
    const float unscaled = unscaled_factor(trace_, path("scaled"));
    if (unscaled <= 1) return;
    const bool scaled = std::fabs(factor() - unscaled) > 0.01F * unscaled;
    const Area row = line("Scores divided by √d_k", scaled);
    if (toggle(ui_, "lever/scaling", row.right - toggle_width(ui_) - ui_.px(3), row.middle_y(), scaled))
      set_factor(scaled ? unscaled : 1);
  }

  const PanelContext& context_;
  Ui& ui_;
  const Trace& trace_;
  Area area_;
  Area rest_;
};

}  // namespace

float draw_head_levers(const PanelContext& context, const Area& area) { return Levers(context, area).draw(); }

}  // namespace headlight
