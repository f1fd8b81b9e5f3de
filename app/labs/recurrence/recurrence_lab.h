// The lab on recurrence: one sentence through one vector, looked back at, and without a recurrent layer.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/lab/compared_models.h"
#include "app/lab/lab.h"
#include "core/explain/dependencies.h"
#include "core/figure/heatmap.h"
#include "core/files/fields.h"
#include "core/models/card.h"
#include "core/models/model.h"

namespace headlight {

struct Lab;
struct LabPanel;

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
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr int plain_pages = 3;   // all but what is learned from
  static constexpr int last_step = 9999;  // what lies behind the last step is the last step

  // Short sentences come out right with all of them: the lab opens on what tells them apart.
  RecurrencePage page = RecurrencePage::length;
  bool learning = false;  // waiting: all words of the translation are given (teacher forcing)
  int step = last_step;   // waiting: so many steps are taken

  bool operator==(const RecurrenceLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page, recurrence_page_names());
    visit("learning", self.learning);
    visit("step", self.step, Within{0, last_step});
  }
};

// What the lab on recurrence finds: three translators on one sentence, and what cards measured.

struct LabInput;
struct LabWork;

// One of the translators on the sentence.
struct ComparedTranslator : ComparedRun {
  HeatmapPtr alignment = {};   // weights of attention: a row for each word written; null without
  HeatmapPtr bottleneck = {};  // the one vector between reading and writing, upright; null with attention
  DependentSteps writing = {}, learning = {};
};
// Those that are shipped, and what they are called on screen and in tables.
inline constexpr std::array translators{NamedModel{"seq2seq", "RNN"},
                                        NamedModel{"seq2seq-attention", "RNN with attention"},
                                        NamedModel{"translator", "Transformer"}};

// They differ here: each writes something else, and the Transformer alone what is known to be right.
inline constexpr const char* differing_sentence =
    "My cat and my dog are good friends but they never eat at the same table";

// What the curves of gradients are called.
inline constexpr const char* simple_state = "simple RNN, state";
inline constexpr const char* lstm_state = "LSTM, state";
inline constexpr const char* lstm_cell = "LSTM, cell state";

struct RecurrenceStudy {
  std::vector<std::string> known;  // translations known to be right; empty: none is known
  std::vector<ComparedTranslator> models;

  std::vector<CardCurve> exact;      // exact_by_length
  std::vector<CardCurve> gradients;  // gradient_through_state, gradient_through_cell
  std::vector<std::string> without;  // what has no curve, a line for each

  // So many steps until the slowest has written all.
  int most_steps(bool learning) const;
};

// Where of two curves over the same distances the first lies above the other.
struct CurveLead {
  int above = 0;      // at so many distances
  int last = -1;      // the farthest of them; -1: nowhere
  int distances = 0;  // that both have
  int first = 0;      // the nearest where it is above
};
CurveLead lead_of(const MeasuredCurve& one, const MeasuredCurve& other);

// Tables: alignments, translations, sequential steps, exact by length, gradient through time.
void compute_recurrence(const LabInput& input, LabWork& work);

}  // namespace headlight
