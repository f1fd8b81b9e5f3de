// The lab on lookup: one-hot times matrix, and indexing; and a table that is asked for what comes near.
#pragma once

#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "app/lab/lab_settings.h"
#include "app/lab/slider.h"
#include "core/files/fields.h"
#include "core/labs/lookup.h"
#include "core/labs/softmax.h"

namespace headlight {

struct Lab;
struct LabPanel;

enum class LookupOf {
  letters,   // one-hot rows times a table of random numbers
  sentence,  // the same with the model's embedding
  films,     // a table that is asked for what comes near
  paint
};
inline const EnumNames<LookupOf>& lookup_of_names() {
  static const EnumNames<LookupOf> names{{LookupOf::letters, "letters"},
                                         {LookupOf::sentence, "sentence"},
                                         {LookupOf::films, "films"},
                                         {LookupOf::paint, "paint"}};
  return names;
}

struct LookupLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr int most_letters = 8;

  LookupOf of = LookupOf::letters;
  std::string letters = "SUNNY";
  int dimensions = 4;  // of the letters' table
  int seed = 1;        // of its random numbers
  int place = 0;       // of the word or letter that is followed
  // Films and paint: what is asked for, attribute by attribute (what is missing is 0), and the temperature of
  // the soft lookup.
  std::vector<float> wish = {1, 0, 1, 0};
  float temperature = 1;

  bool operator==(const LookupLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("of", self.of, lookup_of_names());
    visit("letters", self.letters);
    visit("dimensions", self.dimensions, Within{1, 8});
    visit("seed", self.seed, Within{0, most_seed});
    visit("place", self.place, Within{0, 4095});
    visit("wish", self.wish, Slider{0.0F, 1.0F, 0.05});
    visit("temperature", self.temperature, Slider{coldest, hottest, 0.01, Track::logarithmic});
  }
};

// What the lab on lookup finds: one-hot rows times the table, and rows picked by their numbers.

struct LookupStudy {
  // The rows of the table that are shown: those looked up, and all of it when it is as small as an alphabet.
  std::vector<int> rows;
  std::vector<std::string> names;  // their words
  std::string table;               // the node of it
  LookupCost cost;
  double difference = 0;  // the largest between product and lookup
};

// What was asked of a table in three ways; all numbers are recorded.
struct SoftLookupStudy {
  const LookupCatalogue* catalogue = nullptr;
  bool found = false;  // a key is the query itself
};

}  // namespace headlight
