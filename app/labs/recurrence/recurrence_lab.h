// The lab on recurrence: one sentence through one vector, looked back at, and without a recurrent layer.
#pragma once

#include "app/labs/lab_kind.h"
#include "app/shared/fields.h"

namespace headlight {

struct Lab;

enum class RecurrencePage {
  sides,     // what each model writes, and where it looked
  waiting,   // what has to wait for what
  length,    // how many sentences are translated exactly, by their length
  gradient,  // how far back a recurrent network learns from
};
inline const EnumNames<RecurrencePage>& recurrence_page_names() {
  static const EnumNames<RecurrencePage> names{{RecurrencePage::sides, "sides"},
                                               {RecurrencePage::waiting, "waiting"},
                                               {RecurrencePage::length, "length"},
                                               {RecurrencePage::gradient, "gradient"}};
  return names;
}

struct RecurrenceLab {
  static constexpr LabKind lab = LabKind::recurrence;
  static const Lab lab_row;
  static constexpr int last_step = 9999;  // what lies behind the last step is the last step

  RecurrencePage page = RecurrencePage::sides;
  bool learning = false;  // waiting: all words of the translation are given (teacher forcing)
  int step = last_step;   // waiting: so many steps are taken

  bool operator==(const RecurrenceLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("page", self.page, recurrence_page_names());
    visit("learning", self.learning);
    visit("step", self.step, Within{0, last_step});
  }
};

}  // namespace headlight
