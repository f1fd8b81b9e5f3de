// Models side by side: a column each, with its name, what it writes and a sentence on that; and what their
// cards have measured.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "app/lab/compared_models.h"
#include "app/panels/labs/class_picture.h"
#include "app/widgets/plot.h"

namespace headlight {

// Columns of one width, `gap` pixels apart; on a narrow page one below the other, each as wide as the page.
std::vector<Area> columns_of(const Ui& ui, const Area& area, std::size_t count, float gap);
inline Rgb colour_of(const Ui& ui, const ComparedRun& model) {
  return ui.colours().each_head.at(model.number);
}
// Its name, and what is wrong where it could not read the text. Returns whether there is more to draw.
bool draw_model_name(Ui& ui, Area& column, const ComparedRun& model, float gap);

struct ComparedLook {
  Type type;                     // of what is written
  Role differs = Role::error;    // of the words that are marked
  bool verdict_differs = false;  // so is a sentence on them
  int word = -1;                 // the one that is followed: the others step back; -1: none is
  float text_height = 0;         // of the longest answer; draw_compared() finds it
};
std::string answer_of(const ComparedRun& model);
float answer_line(const Ui& ui, const ComparedLook& look);
// Without the name: the answer and the sentence.
void draw_answer(Ui& ui, Area& column, const ComparedRun& model, const ComparedLook& look);

// `below` draws what else the lab has of one of them, in what is left of its column.
void draw_compared(Ui& ui, const Area& area, const auto& models, ComparedLook look, auto below) {
  const std::vector<Area> columns = columns_of(ui, area, models.size(), ui.px(36));
  const auto longest = [&] {
    float tall = 0;
    for (const ComparedRun& model : models)
      tall = std::max(
          tall, ui.wrapped_height(look.type, answer_of(model), columns[0].width(), answer_line(ui, look)));
    return tall;
  };
  look.text_height = longest();
  // An answer that would leave what is below it no room is written smaller.
  if (look.text_height > columns[0].height() * 0.4F) {
    look.type = type::caption;
    look.text_height = longest();
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Area column = columns[i];
    if (!draw_model_name(ui, column, models[i], ui.px(8))) continue;
    draw_answer(ui, column, models[i], look);
    below(column, models[i]);
  }
}

// Where all of them are right: that, and a press that puts an example on the stage in which they differ.
struct OtherExample {
  const char* says;   // "All three translate this sentence correctly."
  const char* label;  // of the button
  const char* text;   // a sentence, or a scene
};
void offer_example(const PanelContext& context, Area& area, const OtherExample& other);

// Curves that cards have: how many of so many are exact, and below it how many there were.

struct ExactCurves {
  std::string id;                        // of the two plots
  std::span<const CardCurve> curves;     // at least one
  std::span<const std::string> without;  // what has no curve, a line for each
  std::string exactly;                   // "translated exactly": along the upper plot
  std::string counted;                   // "held-out sentences of this length": along the lower one
  std::span<const NamedModel> models;    // in the order of their colours
};

// The axis along which curves were measured, from the first point of any to the last.
PlotAxis axis_along(std::span<const CardCurve> curves, std::string title);
// What is not there, off the foot of the area: the first lines of it, whole, and how many more there are.
void cut_without(Ui& ui, std::span<const std::string> without, Area& area);

void draw_exact_curves(Ui& ui, Area area, const ExactCurves& exact);

// The same before a class. `along`: what the curves were measured by, as one says it of several: "words".
ClassLines class_answers(const auto& models) {
  ClassLines lines;
  for (const ComparedRun& model : models) lines.lines.push_back({model.name, model.words()});
  return lines;
}
ClassPicture class_exact(const Ui& ui, std::span<const CardCurve> curves, std::span<const NamedModel> models,
                         const char* along, std::string exactly);

}  // namespace headlight
