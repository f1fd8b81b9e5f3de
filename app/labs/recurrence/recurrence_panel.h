// The pages of the lab on recurrence, and what they share.
#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/labs/recurrence/recurrence_lab.h"
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
void draw_side_by_side(const RecurrenceView& view, Area area);
// Every step at its time, played.
void draw_waiting(const RecurrenceView& view, Area area);
// Curves of the cards: exact translations by length; the gradient through time.
void draw_exact_by_length(const RecurrenceView& view, Area area);
void draw_gradient_through_time(const RecurrenceView& view, Area area);

template <typename Change>
void change_recurrence(const RecurrenceView& view, Change change) {
  change_labs(view.context, [&](Labs& labs) { change(labs.get<RecurrenceLab>()); });
}

// One for each model, in the same colour on every page.
inline Rgb model_colour(const Palette& c, std::string_view name) {
  const auto found = std::find(compared_names.begin(), compared_names.end(), name);
  return c.each_head.at(static_cast<std::size_t>(found - compared_names.begin()));
}
// Of rows so tall, every which one has room for its name.
inline std::size_t rows_to_a_name(const Ui& ui, Type type, float tall) {
  return static_cast<std::size_t>(std::max(1.0F, std::ceil(ui.height(type) / std::max(1.0F, tall))));
}
// As many columns of one width, `gap` pixels apart.
inline std::vector<Area> columns_of(const Area& area, std::size_t count, float gap) {
  const float wide =
      std::floor((area.width() - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
  std::vector<Area> columns;
  for (std::size_t i = 0; i < count; ++i)
    columns.push_back(
        Area::at(area.left + static_cast<float>(i) * (wide + gap), area.top, wide, area.height()));
  return columns;
}

}  // namespace headlight
