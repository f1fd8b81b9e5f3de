// The lab on vectors: what of a sentence is in the vector of a word, layer by layer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "core/files/fields.h"
#include "core/labs/vectors.h"

namespace headlight {

struct Lab;
struct LabPanel;

enum class VectorsOf {
  bears,      // one word in sentences that use it in three senses
  stage,      // every word of the sentences on stage
  sentences,  // whole sentences: the mean of their words' vectors
};
inline const EnumNames<VectorsOf>& vectors_of_names() {
  static const EnumNames<VectorsOf> names{
      {VectorsOf::bears, "bears"}, {VectorsOf::stage, "stage"}, {VectorsOf::sentences, "sentences"}};
  return names;
}

struct VectorsLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr int last_place = 99;  // what lies behind the last place is the last place

  VectorsOf of = VectorsOf::bears;
  int place = last_place;  // along the stream: 0 the embedding, 1 with positions, then the layers
  bool in_space = false;   // three axes, turned; otherwise two
  float turn = 0.6F;       // radians, about the upright axis
  float tilt = 0.4F;       // radians, towards the eye

  bool operator==(const VectorsLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("of", self.of, vectors_of_names());
    visit("place", self.place, Within{0, last_place});
    visit("in_space", self.in_space);
    visit("turn", self.turn, Within{-3.1416F, 3.1416F});
    visit("tilt", self.tilt, Within{-1.5F, 1.5F});
  }
};

// What the lab on vectors finds.

class Model;

struct VectorItem {
  std::string label;     // short, for a row
  std::string sentence;  // all of it
  std::string word;      // the vector is of; empty: of the whole sentence
  int group = 0;         // place in VectorsStudy::groups
};

// The vectors of all items along the stream.
struct CollectedVectors {
  std::vector<VectorItem> items;
  std::vector<std::string> places;  // "embedding", "with positions", "layer 0" ...
  std::vector<std::string> paths;   // the nodes they are read from
  std::vector<Matrix> vectors;      // of each place, [items, d]
};

struct VectorsStudy {
  VectorsOf of = {};
  std::shared_ptr<const Model> model;  // that the vectors are of
  std::shared_ptr<const CollectedVectors> all;
  std::vector<std::string> groups;  // "an animal", "to endure", "a team"
  int place = 0;                    // shown
  PrincipalAxes axes;
  Matrix points;                      // [items, 3] along the principal axes
  std::vector<GroupCosines> cosines;  // at each place
};

}  // namespace headlight
