// Vectors of words or sentences beside one another: how alike they are, and where they lie when only the
// directions in which they differ most are kept.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/models/trace.h"

namespace headlight {

struct PrincipalAxes {
  Matrix axes;                // [d, k] columns of length 1, at right angles; the first has the most variance
  std::vector<double> share;  // [k] of the whole variance; 0 where all vectors are the same
};

// Principal component analysis (Pearson 1901; Hotelling 1933): the eigenvectors of the vectors' covariance
// with the largest eigenvalues. Of each axis the largest component is positive. Directions without variance
// are left out of `share` as 0, and their column is 0.
PrincipalAxes principal_axes(const Matrix& vectors, int count);

// Records, for X [N, d] with the names of its rows:
//   vectors_lab.vectors    [N, d]  X
//   vectors_lab.centred    [N, d]  X - mean of its rows, as (I - 1/N) X
//   vectors_lab.projected  [N, k]  centred × vectors_lab.axes, the principal axes
//   vectors_lab.unit       [N, d]  each row divided by its length
//   vectors_lab.similarity [N, N]  cosines: unit × unit^T
// k is 3, or d where that is less. Throws std::invalid_argument without a row or with other names than rows.
TracePtr record_vectors(const Matrix& vectors, std::vector<std::string> names, const PrincipalAxes& axes);

// Mean cosine of the pairs whose groups are the same, and of the others; 0 without such pairs. And how many
// vectors have their nearest neighbour, the other vector with the largest cosine, in their own group (not one
// as near in another group, too), and how many would by chance: the sum of (own group - 1) / (all - 1).
struct GroupCosines {
  double same = 0, other = 0;
  int nearest_same = 0;
  double nearest_by_chance = 0;
};
GroupCosines group_cosines(const Matrix& vectors, const std::vector<int>& groups);

// Short names for texts that are shown side by side.

// Each text in at most about `longest` characters, cut between words: its beginning and "…", as long as no
// other text has the same beginning; else "…" and its end; else the words around the place where it differs
// from the one it is taken for; else all of it. Equal texts keep equal labels.
std::vector<std::string> short_labels(const std::vector<std::string>& texts, std::size_t longest = 18);

}  // namespace headlight
