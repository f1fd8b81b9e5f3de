// The Transformer as a function that records (Vaswani et al. 2017): words in, every step on the tape.
#pragma once

#include <span>

#include "core/layers/recording.h"

namespace headlight {

// Several sentences one below the other, as a batch is learned: of every row its place within its sentence,
// and which sentence it is of. Empty for one sentence.
struct SentenceRows {
  std::span<const int> places = {};  // see record_input()
  std::span<const int> sentences = {};
};

// Words read [T] to the encoder's output [T, d_model]; returns its node.
int record_encoder(Recording& recording, std::span<const int> source, const SentenceRows& rows = {});
// The same of what enters the first layer, [T, d_model], whatever it was made from; of `rows` the sentences.
int record_encoder_layers(Recording& recording, int x, const SentenceRows& rows = {});
// All, or of the last layer the last alone: what the next word of one sentence depends on.
enum class DecoderRows { all, last };
// Whether DecoderRows::last gives the row that DecoderRows::all would: not with positions by distance, nor
// pre-norm.
bool has_last_row_alone(const TransformerConfig& config);
// Words written so far [T] and the encoder's output, to the decoder's output [T, d_model] or [1, d_model].
// With several sentences, the encoder's rows must say theirs as well. Without an encoder, `encoded` is not
// read: no layer has encoder-decoder attention.
int record_decoder(Recording& recording, std::span<const int> target, int encoded,
                   const SentenceRows& rows = {}, DecoderRows wanted = DecoderRows::all);
// "logits" [T, target words] of the decoder's output; without a decoder, of the encoder's.
int record_logits(Recording& recording, int decoded);
// "probabilities" [T, target words].
int record_probabilities(Recording& recording, int logits);
// "loss" [1, 1]: the sum over the sentence of the cross-entropy of the words that do come next; places where
// -1 does are not asked.
int record_loss(Recording& recording, int logits, std::span<const int> next, float smoothing);

}  // namespace headlight
