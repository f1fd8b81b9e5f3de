// The pages of the lab on recurrence, and what they share.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/labs/recurrence/recurrence_lab.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/panels/labs/labs.h"

namespace headlight {

struct RecurrenceView {
  const PanelContext& context;
  Ui& ui;
  const Palette& c;
  const RecurrenceLab& lab;
  const RecurrenceStudy& study;
};

// What each translator wrote, and where it looked: three columns.
void draw_translations(const RecurrenceView& view, const Area& area);
// Every step at its time, played.
void draw_waiting(const RecurrenceView& view, Area area);
// Curves of the cards: exact translations by length; the gradient through time.
void draw_exact_by_length(const RecurrenceView& view, Area area);
void draw_gradient_through_time(const RecurrenceView& view, Area area);

template <typename Change>
void change_recurrence(const RecurrenceView& view, Change change) {
  change_labs(view.context, [&](Labs& labs) { change(labs.get<RecurrenceLab>()); });
}

// Of rows so tall, every which one has room for its name.
inline std::size_t rows_to_a_name(const Ui& ui, Type type, float tall) {
  return static_cast<std::size_t>(std::max(1.0F, std::ceil(ui.height(type) / std::max(1.0F, tall))));
}

}  // namespace headlight
