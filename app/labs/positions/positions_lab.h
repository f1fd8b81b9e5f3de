// The lab on positions: where a word stands, and how a model can know it.
#pragma once

#include <string>
#include <string_view>

#include "app/lab/lab.h"
#include "core/files/fields.h"
#include "core/layers/config.h"
#include "core/learn/positions_task.h"
#include "core/models/anatomy.h"

namespace headlight {

struct Lab;
struct LabPanel;

enum class PositionsPage {
  places,      // the numbers of the places themselves
  properties,  // what one asks of a good kind
  scores,      // what of a score comes from words, and what from places
  attention,   // the model on stage with another kind
  trained,     // small models trained with each kind
};
enum class PositionsTask { two_back, third };
// Which of positions_variants() the small models' page shows, by its place there.
enum class PositionsVariantAt : int { none = -1 };

const EnumNames<PositionsPage>& positions_page_names();
const EnumNames<PositionsTask>& positions_task_names();
const EnumNames<PositionsVariantAt>& positions_variant_names();
// As a config.json writes them, without `appended`: that is one of two ways to use vectors.
const EnumNames<Positions>& positions_kind_names();

struct PositionsLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr const char* for_experts[] = {"appended", "one_sided", "by_distance", "base"};
  PositionsPage page = PositionsPage::places;
  Positions kind = Positions::sinusoidal;
  bool appended = false;    // vectors of places stand behind the word's, and are not added to it
  bool one_sided = false;   // ALiBi: every other head looks back only, the rest ahead only
  int position = 7;         // of the word that is followed
  int key = 1;              // RoPE: the place of the word that is asked
  int moved = 0;            // RoPE: both are so many places further on
  int layer = 0, head = 0;  // of the encoder; scores are taken apart in the first layer alone
  std::vector<int> dimensions = {0, 8, 16, 24};  // drawn as curves
  PositionsTask task = PositionsTask::two_back;  // of the small models
  int length = within_length;                    // and how many letters they read
  int seed = 1;                                  // of the letters
  std::string letters;                           // typed in their stead; empty: drawn
  // Shown in the stead of the kind, and the list of variants in the stead of the kinds'.
  PositionsVariantAt variant = PositionsVariantAt::none;
  bool by_distance = false;  // the head that matters by distance (or place), not as a map
  int base = 10000;          // of the wavelengths of sines and cosines

  // Only waves with their cosines are.
  bool is_appended() const { return appended && kind == Positions::sinusoidal; }

  bool operator==(const PositionsLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page, positions_page_names());
    visit("kind", self.kind, positions_kind_names());
    visit("appended", self.appended);
    visit("one_sided", self.one_sided);
    visit("position", self.position, Within{0, 4095});
    visit("key", self.key, Within{0, 4095});
    visit("moved", self.moved, Within{0, 4095});
    visit("layer", self.layer, Within{0, 255});
    visit("head", self.head, Within{0, 255});
    visit("dimensions", self.dimensions, Within{0, 65535});
    visit("task", self.task, positions_task_names());
    visit("length", self.length, Within{shortest_length, beyond_length});
    visit("seed", self.seed, Within{1, 999});
    visit("letters", self.letters);
    visit("variant", self.variant, positions_variant_names());
    visit("by_distance", self.by_distance);
    visit("base", self.base, Within{2, 1000000});
  }
};

// What the kinds of positions are called on screen, and the sentences about them: one list for all pages.

struct KindWords {
  std::string_view key;      // as in positions_variants()
  const char* name;          // "sinusoids"
  const char* model;         // of the small model trained with it, or of a guess: see about_model()
  const char* remark = "";   // on its properties, measured
  const char* among = name;  // in a list below the kind that it departs from: "random start"
};

// Throws std::out_of_range for a key that is not in the list.
const KindWords& words_of_kind(std::string_view key);
const KindWords& words_of_kind(Positions kind);

// What is particular about the small model that was trained as the variant `key`, or about a guess; its
// numbers are those of its recipe. Throws as words_of_kind() does.
std::string about_model(std::string_view key);
// "8 to 16": so many letters the small models are trained on.
std::string trained_letters();
// ALiBi's m: "1", "1/16", "0.7".
std::string slope_text(double slope);
// Of sines with their cosines, added or appended, or of sines alone, with the lab's base.
bool is_of_sines(Positions kind);
Sinusoids sinusoids_of(const PositionsLab& lab);
// The number of the word, in one number of its vector.
bool is_counted(Positions kind);

// What the numbers of a kind are, for vectors of so many dimensions; `origin`: where its table comes from.
std::string about_kind(const PositionsLab& lab, int dimensions, const std::string& origin,
                       const Anatomy& model);

}  // namespace headlight
