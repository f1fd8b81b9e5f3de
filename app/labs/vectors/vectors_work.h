// What the lab on vectors finds.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/labs/vectors/vectors_lab.h"
#include "core/labs/vectors.h"

namespace headlight {

struct LabInput;
struct LabWork;
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

// Records "vectors_lab". Tables: coordinates, similarity, cosines along the stream.
void compute_vectors(const LabInput& input, LabWork& work);

}  // namespace headlight
