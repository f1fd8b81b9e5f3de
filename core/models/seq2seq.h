// A recurrent encoder-decoder as functions that record: the sentence read squeezed into one vector (Sutskever
// et al. 2014; Cho et al. 2014), or looked back at word by word with additive attention (Bahdanau et al.
// 2015). A batch of B sentences stands time by time, as in recurrent.h; those read all have one length.
#pragma once

#include <span>
#include <vector>

#include "core/layers/recurrent.h"
#include "core/models/families.h"

namespace headlight {

// The numbers that make a recurrent encoder-decoder (a model's config.json, whose "family" is "seq2seq").

struct Seq2SeqConfig {
  static constexpr const char* family = "seq2seq";
  static constexpr const char* about = "a recurrent encoder-decoder";

  RecurrentCell cell = RecurrentCell::gru;
  bool attention = false;  // with it the encoder reads in both directions
  // With attention: whether an annotation holds the token's own embedding beside the two states, and whether
  // a query is made of the word before as well as the state. Bahdanau et al. 2015 have neither: they ask with
  // s_{i-1} alone, which does not know yet what word the one before became.
  bool embedding_in_annotation = false;
  bool word_in_query = false;
  // Whether logits are products of the readout with the embeddings of the target's words (Press and Wolf
  // 2017).
  bool tied_output = false;
  int d_embedding = 64;
  int d_encoder = 128;  // state of each direction
  int d_state = 128;    // of the decoder; as wide are queries, keys and readout
  int source_words = 0;
  int target_words = 0;
  int max_tokens = 64;

  bool operator==(const Seq2SeqConfig&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("cell", self.cell, names_of(self.cell));
    visit("attention", self.attention);
    visit("embedding_in_annotation", self.embedding_in_annotation);
    visit("word_in_query", self.word_in_query);
    visit("d_embedding", self.d_embedding);
    visit("d_encoder", self.d_encoder);
    visit("d_state", self.d_state);
    visit("source_words", self.source_words);
    visit("target_words", self.target_words);
    visit("max_tokens", self.max_tokens);
    visit("tied_output", self.tied_output, MayMiss{});
  }
  // The numbers that the encoder ends with: of its last state, or of both directions'.
  int d_last() const { return attention ? 2 * d_encoder : d_encoder; }
  // The numbers of a context: of the last state, or of an annotation.
  int d_context() const { return d_last() + (embedding_in_annotation ? d_embedding : 0); }
  // Throws std::invalid_argument naming the field.
  void check() const;
};

std::vector<TensorSpec> tensors_of(const Seq2SeqConfig& config);

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

// Its row in the table of families: it translates.
Anatomy anatomy_of(const Seq2SeqConfig& config);
inline WordsFile words_for(const Seq2SeqConfig&, const WordsFile& like) { return like; }
std::unique_ptr<const Tokenizer> tokenizer_of(const Seq2SeqConfig& config, const WordsFile& words);
Ends ends_of(const Seq2SeqConfig& config, const WordsFile& words);
Recorder recorder_of(Tape& tape, const Seq2SeqConfig& config, const Weights& weights,
                     const RecorderOptions& options);

}  // namespace headlight
