// Models that look at pictures, as functions that record. Those that write a caption are one kind to whoever
// searches for it.
#pragma once

#include <span>

#include "core/models/picture_config.h"
#include "core/models/recurrent_writer.h"

namespace headlight {

class CaptionRecording {
 public:
  CaptionRecording() = default;
  CaptionRecording(const CaptionRecording&) = delete;
  CaptionRecording& operator=(const CaptionRecording&) = delete;
  virtual ~CaptionRecording() = default;

  // Everything that is made of the picture before a word is written: pixels [N side side, 3], scaled.
  virtual void look(ConstView pixels) = 0;
  // All of the target, <s> first; returns "logits" [T N, target words], a row for each of its words.
  virtual int write(std::span<const int> target) = 0;
  // Forgets every node from `size` on.
  virtual void rewind(int size) = 0;
};

// What training records that is not looked at on screen.
struct PictureTraining {
  int pictures = 1;           // together
  float dropout = 0;          // of a Transformer's sub-layers; of recurrent states before the readout
  float context_dropout = 0;  // see RecurrentWriter
  Weights* gradients = nullptr;
};

// Convolutions, and a recurrent decoder that is given one vector of the picture (Vinyals et al. 2015) or
// looks at the grid with additive attention (Xu et al. 2015). Of several pictures the words come in time by
// time.
class RecurrentCaptionRecording final : public CaptionRecording {
 public:
  // All arguments must outlive it.
  RecurrentCaptionRecording(Tape& tape, const RecurrentCaptionerConfig& config, const Weights& weights,
                            const PictureTraining& training = {});

  void look(ConstView pixels) override;
  int write(std::span<const int> target) override { return writer_.write(target); }
  void rewind(int size) override { recording_.rewind(size); }

 private:
  int summary(int annotations);

  LayerRecording recording_;
  const RecurrentCaptionerConfig& config_;
  int pictures_;
  RecurrentWriter writer_;
};

// Convolutions and a Transformer over the cells of their grid. Several pictures are told apart by masks over
// everything: quick only while they are few. Of several the words stand caption by caption, all of one
// length.
class PictureTransformerRecording final : public CaptionRecording {
 public:
  // All arguments must outlive it.
  PictureTransformerRecording(Tape& tape, const PictureTransformerConfig& config, const Weights& weights,
                              const PictureTraining& training = {});

  void look(ConstView pixels) override;
  int write(std::span<const int> target) override;
  // Without a decoder: "logits" [N, target words], of the class token (Dosovitskiy et al. 2021, 3.1).
  int label();
  void rewind(int size) override { recording_.rewind(size); }

 private:
  int with_class(int grid);

  const PictureTransformerConfig& config_;
  TransformerConfig transformer_;
  Recording recording_;
  int pictures_;
  int encoded_ = -1;
};

}  // namespace headlight
