// How a model is trained: every number of it, so that the same recipe, seed and build give the same weights.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/layers/config.h"
#include "core/learn/corpus.h"

namespace headlight {

// What every training has, whatever it learns from.
struct Optimization {
  int steps = 5000;
  int warmup = 400;         // steps up to the peak
  double peak_rate = 2e-3;  // learning rate; then a cosine down to `last_rate` of it
  double last_rate = 0.02;
  // The last steps, a tenth at most, are a warm restart (Loshchilov and Hutter 2017): up to this rate and
  // down again.
  int settle_steps = 0;
  double settle_rate = 1e-4;
  double beta_1 = 0.9;  // AdamW without weight decay (Loshchilov and Hutter 2019)
  double beta_2 = 0.98;
  double epsilon = 1e-9;
  double clip = 1.0;           // largest length of the gradient of all weights together
  double distances_rate = 30;  // a relative table learns so many times faster: few numbers, read everywhere
  double embedding_rate = 1;   // so do the vectors of words, of which a batch asks for few

  // The learning rate of a step, counted from 0.
  double rate(int step) const;
  // The first of the last steps; `steps` where there are none.
  int settles_at() const;
};

// How the translator is trained.
struct Recipe : Optimization {
  TransformerConfig model;  // the sizes of the vocabularies are filled in from the corpus
  CorpusOptions corpus;
  std::uint64_t seed = 0;       // of the first weights, the order of the sentences and dropout
  int batch = 96;               // sentence pairs
  float dropout = 0.1F;         // none on the attention weights
  int dropout_steps = 1 << 30;  // so many steps have it, and those behind them none
  float smoothing = 0.1F;       // of the labels
  // A curriculum (Bengio et al. 2009): so many steps see sentences of these kinds alone.
  int first_steps = 0;
  std::vector<std::string> first_kinds;
  // Whether a head forms in which "it" looks at the noun it means is luck of the first weights, and shows
  // early: at this step the best head must look there in this share of the references, or else training
  // begins again with the next seed, so many times at most. At step 0 nobody looks.
  int look_step = 0;
  double look_accuracy = 0.8;
  int starts = 8;
  // Before the model settles, the queries of the last encoder layer become so many times as long: its
  // softmax has a lower temperature then, with which the rest learns to do. Of no effect without
  // `settle_steps`.
  float sharpen = 1;
};

// The recipe of the shipped translator.
Recipe translator_recipe();

}  // namespace headlight
