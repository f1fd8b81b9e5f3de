// The lab on lookup: one-hot times matrix, and indexing.
#pragma once

#include <string>

#include "app/labs/lab_kind.h"
#include "app/labs/seed.h"
#include "app/shared/fields.h"

namespace headlight {

struct Lab;

enum class LookupOf { letters, sentence };
inline const EnumNames<LookupOf>& lookup_of_names() {
  static const EnumNames<LookupOf> names{{LookupOf::letters, "letters"}, {LookupOf::sentence, "sentence"}};
  return names;
}

struct LookupLab {
  static constexpr LabKind lab = LabKind::lookup;
  static const Lab lab_row;
  static constexpr int most_letters = 8;

  LookupOf of = LookupOf::letters;
  std::string letters = "SUNNY";
  int dimensions = 4;  // of the letters' table
  int seed = 1;        // of its random numbers
  int place = 0;       // of the word or letter that is followed

  bool operator==(const LookupLab&) const = default;
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("of", self.of, lookup_of_names());
    visit("letters", self.letters);
    visit("dimensions", self.dimensions, Within{1, 8});
    visit("seed", self.seed, Within{0, most_seed});
    visit("place", self.place, Within{0, 4095});
  }
};

}  // namespace headlight
