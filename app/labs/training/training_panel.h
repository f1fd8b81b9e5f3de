// The pages of the lab on training, and what they share.
#pragma once

#include <string>

#include "app/labs/training/training_lab.h"
#include "app/panels/labs/labs.h"
#include "app/widgets/controls.h"

namespace headlight {

struct TrainingView {
  const PanelContext& context;
  Ui& ui;
  const Palette& c;
  const TrainingLab& lab;
  const TrainingStudy& study;
};

// The loss of every word, and the gradient of one word's logits.
void draw_training_word(const TrainingView& view, Area area);
// Some steps on this sentence: its loss, held-out sentences, one weight.
void draw_training_steps(const TrainingView& view, Area area);

template <typename Change>
void change_training(const TrainingView& view, Change change) {
  change_lab<TrainingLab>(view.context, change);
}

// A heading of a part of the page; returns what is left below it.
inline Area training_section(const TrainingView& view, Area area, const std::string& title) {
  line_of_text(view.ui, area.cut_top(view.ui.px(26)), type::section, view.c.ink, title);
  return area;
}

}  // namespace headlight
