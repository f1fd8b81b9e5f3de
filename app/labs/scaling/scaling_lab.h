// The lab on scaling: why scores are divided by the square root of d_k, and what norms of q and k add to it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/lab/lab.h"
#include "app/lab/lab_settings.h"
#include "app/lab/slider.h"
#include "core/files/fields.h"
#include "core/labs/softmax.h"

namespace headlight {

struct Lab;
struct LabPanel;

struct ScalingLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  static constexpr const char* for_experts[] = {"samples", "keys"};
  enum class Page { products, softmax, lengths };  // q.k, what a softmax makes of it, and of longer vectors
  static constexpr float most_length = 8;
  enum class Source { sampled, model };  // whose q and k

  Page page = Page::softmax;
  Source source = Source::sampled;
  int dimensions = 64;  // d_k; of a model's head at most its own
  float length = 4;     // how many times as long q and k have become
  int samples = 2000;   // pairs of q and k that are drawn
  int keys = 16;        // that one query asks
  int draw = 1;         // the seed

  bool operator==(const ScalingLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page,
          EnumNames<Page>{
              {Page::products, "products"}, {Page::softmax, "softmax"}, {Page::lengths, "lengths"}});
    visit("source", self.source, EnumNames<Source>{{Source::sampled, "sampled"}, {Source::model, "model"}});
    visit("dimensions", self.dimensions, Slider{1, most_dimensions, 1, Track::logarithmic});
    visit("length", self.length, Slider{1.0F, most_length, 0.25});
    visit("samples", self.samples, Slider{100, 10000, 1, Track::logarithmic});
    visit("keys", self.keys, Slider{2, 64, 1, Track::logarithmic});
    visit("draw", self.draw, Within{1, most_seed});
  }
};

// What the lab on scaling plots.

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

  // On the page on longer vectors, at the chosen d_k.
  std::shared_ptr<const std::vector<QueriesAndKeys>> all;  // of every random query; null for a model's
  std::vector<LengthStudy> lengths;                        // from 1 on
  LengthStudy length;                                      // the chosen one, of the query followed
};

}  // namespace headlight
