// What labs share that put several shipped models side by side.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/lab/lab_work.h"
#include "core/models/card.h"

namespace headlight {

struct NamedModel {
  const char* folder;
  const char* name;  // on screen
};

// Null where it has none: whoever loads the model says what is wrong.
std::shared_ptr<const Card> card_of(const NamedModel& model);

// The words between spaces.
std::vector<std::string> spaced_words(const std::string& text);
// Which words of the first list the second has in the same place of its own.
std::vector<bool> found_in(const std::vector<std::string>& words, const std::vector<std::string>& other);

// A curve of a card.
struct CardCurve {
  std::string model;  // as it is called beside the curve
  MeasuredCurve curve;
};
// Adds the curve of this name of a model's card, or to `without` one line that says it is not there.
void add_curve(std::vector<CardCurve>& curves, std::vector<std::string>& without, const NamedModel& model,
               const char* name, const char* called);
// A row for each place along which the curves were measured, with how many were measured there (`of`).
LabTable curves_table(const char* name, const std::vector<CardCurve>& curves, const std::string& of);

}  // namespace headlight
