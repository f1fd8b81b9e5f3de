// A small random Transformer on a tape, and edits of any kind for it.
#pragma once

#include <cmath>
#include <vector>

#include "core/matrix/random.h"
#include "core/models/transformer.h"
#include "core/tape/tape.h"

namespace headlight {

struct Small {
  TransformerConfig config;
  Weights weights;
  Tape tape;
  int encoded = 0;
  int probabilities = 0;
  int loss = 0;

  explicit Small(std::uint64_t seed, std::vector<Edit> edits = {}) {
    config.d_model = 12;
    config.d_ff = 20;
    config.decoder_heads = 3;
    config.cross_heads = 2;
    config.source_words = 9;
    config.target_words = 11;
    weights = Weights::random(config, seed);
    tape.set_edits(std::move(edits));
    Recording recording(tape, config, weights);
    encoded = record_encoder(recording, std::vector<int>{1, 5, 2, 7, 1});
    const int logits =
        record_logits(recording, record_decoder(recording, std::vector<int>{0, 4, 9, 3}, encoded));
    probabilities = record_probabilities(recording, logits);
    loss = record_loss(recording, logits, std::vector<int>{4, 9, 3, 1}, 0.1F);
    tape.forward();
  }
};

inline std::vector<float> all_values(const Tape& tape) {
  std::vector<float> values;
  for (int id = 0; id < tape.size(); ++id) {
    const ConstView value = tape.value(id);
    values.insert(values.end(), value.data, value.data + value.shape.size());
    // What an edit made no number is none in the other tape, too.
    for (float& each : values) each = std::isnan(each) ? 1e30F : each;
  }
  return values;
}

inline std::vector<Edit> random_edits(const Tape& tape, Random& random) {
  std::vector<Edit> edits;
  const int count = random.below(4);
  for (int i = 0; i < count; ++i) {
    const int id = random.below(tape.size());
    const Shape shape = tape.node(id).shape;
    Edit edit;
    edit.path = tape.node(id).label.path;
    if (edit.path.ends_with("tokens") || edit.path == "next") continue;
    edit.kind = static_cast<Edit::Kind>(random.below(5));
    if (random.chance(0.7)) edit.row = random.below(shape.rows);
    if (random.chance(0.7)) edit.col = random.below(shape.cols);
    edit.values = {static_cast<float>(random.normal())};
    edit.other = random.below(shape.cols);
    edits.push_back(edit);
  }
  return edits;
}

}  // namespace headlight
