// A recurrent encoder-decoder as functions that record: the sentence read squeezed into one vector (Sutskever
// et al. 2014; Cho et al. 2014), or looked back at word by word with additive attention (Bahdanau et al.
// 2015). A batch of B sentences stands time by time, as in recurrent.h; those read all have one length.
#pragma once

#include <span>

#include "core/models/recurrent_writer.h"
#include "core/models/seq2seq_config.h"

namespace headlight {

class Seq2SeqRecording {
 public:
  Seq2SeqRecording(LayerRecording& recording, const Seq2SeqConfig& config, int batch = 1);

  void read(std::span<const int> source);
  // All of the target, whose words come in time by time; returns "logits" [T_t B, target words].
  int write(std::span<const int> target) { return writer_.write(target); }

 private:
  void separate_sentences(ReadForWriting& read, int rows);

  LayerRecording& recording_;
  const Seq2SeqConfig& config_;
  int batch_;
  RecurrentWriter writer_;
};

}  // namespace headlight
