// The lab on a head that is built by hand: its matrices, a task, and how often it is right.
#pragma once

#include <memory>
#include <vector>

#include "app/lab/lab.h"
#include "app/lab/lab_settings.h"
#include "app/lab/slider.h"
#include "core/files/fields.h"
#include "core/labs/head_tasks.h"
#include "core/learn/gradient_descent.h"

namespace headlight {

struct Lab;
struct LabPanel;

inline const EnumNames<HeadTask>& head_task_names() {
  static const EnumNames<HeadTask> names{{HeadTask::letter_before, "letter_before"},
                                         {HeadTask::third_letter, "third_letter"},
                                         {HeadTask::stood_before, "stood_before"},
                                         {HeadTask::induction, "induction"}};
  return names;
}

inline const EnumNames<HeadPart>& head_part_names() {
  static const EnumNames<HeadPart> names{{HeadPart::nothing, "nothing"},
                                         {HeadPart::letter, "letter"},
                                         {HeadPart::place, "place"},
                                         {HeadPart::next_place, "next_place"},
                                         {HeadPart::place_before, "place_before"},
                                         {HeadPart::third_place, "third_place"},
                                         {HeadPart::letter_before, "letter_before"}};
  return names;
}

// A matrix that is set by hand: one of those with a name, or painted, row by row.
struct HandSet {
  HeadPart part = HeadPart::nothing;
  std::vector<float> painted = {};  // of any other size than the matrix, such as none: the part

  bool operator==(const HandSet&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("part", self.part, head_part_names());
    visit("painted", self.painted, Within{-1.0F, 1.0F});
  }
};

struct HandmadeLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr const char* for_experts[] = {"strength"};
  static constexpr float weakest = 1, strongest = 32;

  HeadTask task = HeadTask::letter_before;
  int seed = 1;          // of the letters
  float strength = 16;   // what W^Q is multiplied by
  int head = 0;          // of two, the one whose matrices are shown
  bool trained = false;  // instead of what is set by hand: what training finds
  int start = 1;         // of the training, its first numbers
  HandSet query, key, value;
  HandSet second_query, second_key, second_value;

  bool operator==(const HandmadeLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("task", self.task, head_task_names());
    visit("seed", self.seed, Within{0, most_seed});
    visit("strength", self.strength, Slider{weakest, strongest, 0.5});
    visit("head", self.head, Within{0, 1});
    visit("trained", self.trained);
    visit("start", self.start, Within{0, most_seed});
    visit("query", self.query);
    visit("key", self.key);
    visit("value", self.value);
    visit("second_query", self.second_query);
    visit("second_key", self.second_key);
    visit("second_value", self.second_value);
  }
};

// The setting of one of a head's matrices.
HandSet HandmadeLab::*matrix_set(int head, HeadMatrix which);
// The matrices that are set, of every head of the task.
std::vector<HeadMatrices> heads_set(const HandmadeLab& lab);
// Writes a matrix into the settings, or all of a head.
void set_matrix(HandmadeLab& lab, int head, HeadMatrix which, const Matrix& matrix);
void set_head(HandmadeLab& lab, int head, const HeadMatrices& matrices);
// The head that is shown: the first one where there is no other.
int head_shown(const HandmadeLab& lab);

struct HandmadeStudy {
  TaskText text;
  std::vector<HeadMatrices> heads;  // set by hand, or learned
  // Of a training that was asked for last, whether or not it is shown.
  std::shared_ptr<const HeadLearner> learned;
  HeadTask learned_task = HeadTask::letter_before;
  int learned_start = 0;
  BuiltRun run;
  double accuracy = 0;  // over `other_rows` rows of other letters
};
inline constexpr int other_rows = 100;
inline constexpr int trained_steps = 400;

}  // namespace headlight
