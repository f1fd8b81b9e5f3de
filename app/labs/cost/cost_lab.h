// The lab on cost: what attention and whole models cost.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/labs/lab_kind.h"
#include "app/shared/fields.h"

namespace headlight {

struct Lab;

struct CostLab {
  static constexpr LabKind lab = LabKind::cost;
  static const Lab lab_row;
  // Against an RNN; the calculator; a picture, against convolutions; parameters by year.
  enum class Page { sentence, models, pictures, growth };
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
  template <typename Self, typename Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("page", self.page,
          EnumNames<Page>{{Page::sentence, "sentence"},
                          {Page::models, "models"},
                          {Page::pictures, "pictures"},
                          {Page::growth, "growth"}});
    visit("quantity", self.quantity,
          EnumNames<Quantity>{{Quantity::multiply_adds, "multiply_adds"},
                              {Quantity::cache, "cache"},
                              {Quantity::weights, "weights"},
                              {Quantity::activations, "activations"}});
    visit("tokens", self.tokens, Within{1, most_tokens});
    visit("batch", self.batch, Within{1, most_batch});
    visit("own_d", self.own_d, Within{1, most_d});
    visit("own_layers", self.own_layers, Within{1, most_layers});
    visit("side", self.side, Within{16, most_side});
    visit("from", self.from, Within{-1, 4095});
    visit("to", self.to, Within{-1, 4095});
    visit("models", self.models);
  }
};

}  // namespace headlight
