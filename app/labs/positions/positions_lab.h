// The lab on positions: where a word stands, and how a model can know it.
#pragma once

#include "app/labs/lab_kind.h"
#include "app/shared/fields.h"
#include "core/layers/config.h"
#include "core/learn/order_lengths.h"

namespace headlight {

struct Lab;

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
  static constexpr LabKind lab = LabKind::positions;
  static const Lab lab_row;
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

  bool operator==(const PositionsLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
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
  }
};

}  // namespace headlight
