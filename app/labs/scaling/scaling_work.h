// What the lab on scaling plots.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/labs/scaling/scaling_lab.h"

namespace headlight {

struct LabInput;
struct LabWork;

inline constexpr int sampled_queries = 64;  // whose means are plotted against d_k, each with keys of its own

struct ScalingStudy {
  struct VarianceAt {
    int d_k = 0;
    double variance = 0;
    double error = 0;  // standard error, of sampled products; 0 for a model's
  };

  ScalingLab settings;                     // they were made for
  std::string title;                       // "Encoder layer 1, head 0"
  std::string query;                       // the word that asks; empty for sampled vectors
  std::vector<std::string> queries, keys;  // the words that ask and are asked, or their numbers
  int row = 0;                             // of the query followed
  int most = most_dimensions;              // dimensions there are

  std::shared_ptr<const SampledProducts> drawn;   // null for a model's
  std::shared_ptr<const SampledScores> asked;     // the same
  std::shared_ptr<const QueriesAndKeys> vectors;  // sampled: one query and the keys that it asks
  std::vector<VarianceAt> variances;              // for d_k doubling
  std::vector<SoftmaxStudy> softmaxes;            // the same

  std::vector<double> products;  // q.k at the chosen d_k
  VarianceAt chosen;
  SoftmaxStudy softmax;  // at the chosen d_k
};

// Records the vectors, too: "attention_lab.queries" and "inputs", "scores" and "scaled", over d_k dimensions.
void compute_scaling(const LabInput& input, LabWork& work);

}  // namespace headlight
