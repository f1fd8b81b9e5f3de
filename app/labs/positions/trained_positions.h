// The small models that were trained with each kind of positions, on letters.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/lab_work.h"
#include "app/labs/positions/positions_lab.h"
#include "core/learn/letters_training.h"
#include "core/learn/positions_task.h"
#include "core/models/card.h"
#include "core/models/model.h"

namespace headlight {

struct LabWork;

// A small model in its folder, shared by all who ask (see shared_model). Throws as load_model() does.
ModelPtr small_model(const std::filesystem::path& folder);

// Whether the small models are shipped here.
bool has_trained_positions();
OrderTask trained_task(const PositionsLab& lab);
// Which of positions_variants() answers: the lab's variant where it was trained on the task, else its kind.
std::string trained_name(const PositionsLab& lab);

// The setting for a variant's name.
PositionsVariantAt variant_at(std::string_view name);

// How often the small model trained with a kind, a variant of it, or a guess, is right. NaN: not measured.
struct TrainedRate {
  std::string key;                // as in positions_variants(), or "bag", "bag_causal": guesses
  double within = 0, beyond = 0;  // the lengths trained on: the share of right answers
  Spread near, far;               // the same of all runs
  double ahead = 0;               // two_back: how often the answer is the letter two ahead, beyond
};

struct TrainedStudy {
  struct Answer {
    int expected = -1, answered = -1;  // letters; -1 where none is asked
    bool asked() const { return expected >= 0; }
  };
  // Over the places that are scored, as on the card.
  struct Look {
    int at = 0;  // two_back: the distance j - i; third: the place
    double weight = 0;
  };
  OrderTask task = OrderTask::two_back;
  std::vector<std::string> letters;  // that are read
  std::vector<Answer> answers;       // at each place
  HeadLooks head;                    // with most weight on the right places
  std::vector<Look> looks;           // its mean weights
  std::vector<TrainedRate> kinds, variants;
};

// What a card says of these keys.
std::vector<TrainedRate> rates_of(const Card& card, OrderTask task, const std::vector<std::string>& keys);
// The same as a table: a row for each of them.
LabTable rates_table(const char* name, OrderTask task, const std::vector<TrainedRate>& rates);

// Reads the letters with the lab's task and kind; fills the work's record and the tables "answers", "weights"
// (the head's), "head", "looks", "rates" and "variants". Nothing, and a note, without the small models.
std::optional<TrainedStudy> study_trained(const PositionsLab& lab, LabWork& work);

// Tables of positions that have to be learned, and where they come from.

struct PositionTable {
  Matrix values;
  std::string origin;  // "trained on ..."; one line, for the screen
};
// [places, d]: the model's own, else that of a small model, else random numbers.
PositionTable learned_table(const Model& model);
// [heads, 2 reach + 1]: the same of a relative bias.
PositionTable relative_table(const Model& model);

}  // namespace headlight
