// A recurrent encoder-decoder as functions that record: the sentence read squeezed into one vector (Sutskever
// et al. 2014; Cho et al. 2014), or looked back at word by word with additive attention (Bahdanau et al.
// 2015). A batch of B sentences stands time by time, as in recurrent.h; those read all have one length.
#pragma once

#include <span>
#include <vector>

#include "core/models/seq2seq_config.h"

namespace headlight {

// What the encoder hands to the decoder.
struct Read {
  int annotations = -1;  // [T_s B, d_context]; with attention
  int keys = -1;         // [T_s B, d_state]; with attention
  int context = -1;      // [B, d_context], the same for every word written; without attention
  RecurrentState first;  // of the decoder
};

class Seq2SeqRecording {
 public:
  Seq2SeqRecording(LayerRecording& recording, const Seq2SeqConfig& config, int batch = 1);

  void read(std::span<const int> source);
  // All of the target, whose words come in time by time; returns "logits" [T_t B, target words].
  int write(std::span<const int> target);

 private:
  int embedded(const Block& stream, std::span<const int> tokens);
  int context_at(const Block& time, int state, int word);

  LayerRecording& recording_;
  const Seq2SeqConfig& config_;
  int batch_;
  Read read_;
  int query_sentences_ = -1, key_sentences_ = -1;
  std::vector<int> queries_, scores_, weights_;
};

}  // namespace headlight
