// The Transformer as a function that records (Vaswani et al. 2017): words in, every step on the tape.
#pragma once

#include <span>

#include "core/layers/recording.h"
#include "core/models/families.h"

namespace headlight {

// Several sentences one below the other, as a batch is learned: of every row its place within its sentence,
// and which sentence it is of. Empty for one sentence.
struct SentenceRows {
  std::span<const int> places = {};  // see record_input()
  std::span<const int> sentences = {};
  // With a cache, which sentences the rows are of that it has.
  std::span<const int> kept = {};
};

// Words read [T] to the encoder's output [T, d_model]; returns its node.
int record_encoder(Recording& recording, std::span<const int> source, const SentenceRows& rows = {});
// The same of what enters the first layer, [T, d_model], whatever it was made from; of `rows` the sentences.
int record_encoder_layers(Recording& recording, int x, const SentenceRows& rows = {});
// All, or of the last layer the last alone: what the next word of one sentence depends on.
enum class DecoderRows { all, last };
// Whether DecoderRows::last gives the row that DecoderRows::all would: not with positions by distance, a
// window, nor pre-norm.
bool has_last_row_alone(const TransformerConfig& config);
// Words written so far [T] and the encoder's output, to the decoder's output [T, d_model] or [1, d_model].
// With several sentences, the encoder's rows must say theirs as well. Without an encoder, `encoded` is not
// read: no layer has cross-attention.
int record_decoder(Recording& recording, std::span<const int> target, int encoded,
                   const SentenceRows& rows = {}, DecoderRows wanted = DecoderRows::all);
// The tokens read [T] through the stack that reads them, to its output: the encoder, or a decoder alone.
int record_reading(Recording& recording, std::span<const int> tokens);
// The one vector of a text, of an encoder's output [T, d_model]: "sentence" or "sentence_unit" [1, d_model].
int record_sentence(Recording& recording, int encoded);
// x [n, d], each row brought to length 1. `unit` is the node that record_unit() gave, of the same d.
int record_unit(Tape& tape, int d);
int record_direction(Tape& tape, const Label& label, int x, int unit);
// "logits" [T, target words] of the decoder's output; without a decoder, of the encoder's.
int record_logits(Recording& recording, int decoded);
// "probabilities" [T, target words].
int record_probabilities(Recording& recording, int logits);
// "loss" [1, 1]: the sum over the sentence of the cross-entropy of the words that do come next; places where
// -1 does are not asked.
int record_loss(Recording& recording, int logits, std::span<const int> next, float smoothing);

// Its row in the table of families. With encoder and decoder it translates, a decoder alone says what comes
// next, an encoder alone labels what it reads.
inline const TransformerConfig& transformer_of(const TransformerConfig& config) { return config; }
void set_words(TransformerConfig& config, const WordsFile& words);
// A decoder alone goes on with the words it reads, and an encoder alone labels with them.
WordsFile words_for(const TransformerConfig& config, const WordsFile& like);
std::unique_ptr<const Tokenizer> tokenizer_of(const TransformerConfig& config, const WordsFile& words);
Ends ends_of(const TransformerConfig& config, const WordsFile& words);
Recorder recorder_of(Tape& tape, const TransformerConfig& config, const Weights& weights,
                     const RecorderOptions& options);

// The decoder behind what was read, again for every guess at what is written: as few rows of it as a guess
// asks for. With a cache it keeps the keys and values of the words it has read (Shazeer 2019, "Fast
// Transformer Decoding", section 3): nodes of the one tape, which grows by the rows of each new word.
class DecoderPasses {
 public:
  DecoderPasses(Recording& recording, bool cache);
  DecoderPasses(const DecoderPasses&) = delete;
  DecoderPasses& operator=(const DecoderPasses&) = delete;

  // From the encoder's output; -1 where there is none.
  void begin(int encoded);
  // See Recorder.
  int write(std::span<const int> words, int from);
  void resume(std::span<const int> words);

 private:
  int write_behind_cache(std::span<const int> words);
  void keep_first(std::size_t words);

  Recording& recording_;
  bool cached_;
  int encoded_ = -1;
  int read_end_ = 0;
  // The whole pass that is on the tape, and its words; none where there is none.
  std::vector<int> words_;
  int decoded_ = 0;
  int decoder_end_ = 0;
  // With a cache, of each word: where its pass begins, and of how many words that stands behind.
  struct Kept {
    int word, begin, first;
  };
  KeyValueCache cache_;
  std::vector<Kept> kept_;
};

}  // namespace headlight
