// The lab on cost: what attention and whole models cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab.h"
#include "app/lab/slider.h"
#include "core/files/fields.h"
#include "core/labs/cost.h"

namespace headlight {

struct Lab;
struct LabPanel;

struct CostLab {
  static const Lab lab_row;
  static const LabPanel panel_row;
  // Against an RNN; the calculator; a picture, against convolutions; parameters by year; what is kept of a
  // token.
  enum class Page { sentence, models, pictures, growth, kept };
  enum class Quantity { multiply_adds, cache, weights, activations };  // what is plotted against T

  static constexpr int most_tokens = 1 << 20;
  static constexpr int most_batch = 4096;
  static constexpr int most_d = 1 << 15;
  static constexpr int most_layers = 256;
  static constexpr int most_side = 1024;
  static constexpr std::size_t most_models = 3;  // compared at once

  Page page = Page::sentence;
  Quantity quantity = Quantity::multiply_adds;
  int tokens = 1024;  // T
  int batch = 1;      // B, texts read at once
  int own_d = 5120;   // of own_model()
  int own_layers = 40;
  int side = 224;  // of a square picture, in pixels
  int from = -1;   // places of the two words whose path is drawn; -1: the last and the first
  int to = -1;
  std::vector<std::string> models = {"BERT base", "GPT-2 small", "Llama 3 8B"};

  bool operator==(const CostLab&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("page", self.page,
          EnumNames<Page>{{Page::sentence, "sentence"},
                          {Page::models, "models"},
                          {Page::pictures, "pictures"},
                          {Page::growth, "growth"},
                          {Page::kept, "kept"}});
    visit("quantity", self.quantity,
          EnumNames<Quantity>{{Quantity::multiply_adds, "multiply_adds"},
                              {Quantity::cache, "cache"},
                              {Quantity::weights, "weights"},
                              {Quantity::activations, "activations"}});
    visit("tokens", self.tokens, Slider{1, most_tokens, 1, Track::logarithmic});
    visit("batch", self.batch, Slider{1, most_batch, 1, Track::logarithmic});
    visit("own_d", self.own_d, Slider{1, most_d, 1, Track::logarithmic});
    visit("own_layers", self.own_layers, Slider{1, most_layers, 1, Track::logarithmic});
    visit("side", self.side, Slider{16, most_side, 16});
    visit("from", self.from, Within{-1, 4095});
    visit("to", self.to, Within{-1, 4095});
    visit("models", self.models);
  }
};

// What the lab on cost plots.

struct CostStudy {
  // The sentence on stage in an RNN and in the first encoder layer of the model.
  struct OnStage {
    std::vector<std::string> words;
    std::string called = "words";  // several of them: "tokens", "cells"
    int from = 0, to = 0;          // places of the two words
    int d = 0, heads = 0;          // of the model
    std::int64_t counted = 0;      // multiply-adds of the layer's recorded self-attention
    double recurrent = 0;          // of a recurrent layer of the same width
    double weights_bytes = 0;      // h n^2 numbers of 32 bits
    int written = 0;               // words of the translation that ask those n in the cross-attention
    int cross_heads = 0;           // of its first layer; 0 without one
    double cross_bytes = 0;        // the n x m weights of those heads, at 32 bits
    double keys_bytes = 0;         // 2 n d numbers of 32 bits: the keys and values of all words
    double state_bytes = 0;        // the one state that a recurrent layer carries along
  };
  struct Curve {
    const RealModel* model = nullptr;
    Parameters parameters;
    std::int64_t with_biases = 0;  // parameters, if all projections of attention had biases
    Cost at;                       // at the chosen T, for all texts at once, as those that follow
    Cost trained;                  // at the T it was trained with, where that is known
    std::vector<double> tokens;    // T from 1 to CostLab::most_tokens
    std::vector<Cost> costs;       // at these
  };
  // Two models that read a picture, and one layer of either kind on the patches of it.
  struct Picture {
    int side = 0, cells_wide = 0, d = 0;
    PictureCost resnet, vit;
    double convolution = 0, attention = 0;  // multiply-adds of a layer
    int to_meet = 0;                        // layers of convolutions
  };
  OnStage sentence;
  Picture picture;
  std::shared_ptr<const RealModel> own;  // as it is set; null where it is not compared
  std::vector<Curve> curves;             // of the models that are compared
  Growth growth;                         // of the largest models in the list
};

// What Cost::activations counts, in words.
inline constexpr std::string_view activations_are =
    "the values of every step, each counted once; scaling and masking in place, no dropout";

inline constexpr int first_year_of_growth = 2018;

}  // namespace headlight
