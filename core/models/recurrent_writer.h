// The decoder of a recurrent encoder-decoder as a function that records, whatever was read: a state that goes
// from word to word, given one vector (Sutskever et al. 2014; Cho et al. 2014) or looking back with additive
// attention at every word (Bahdanau et al. 2015; at a picture: Xu et al. 2015). A batch of B texts stands
// time by time, as in recurrent.h.
#pragma once

#include <span>
#include <vector>

#include "core/layers/recurrent.h"

namespace headlight {

// The sizes of the decoder and of what it is given.
struct WriterSizes {
  RecurrentCell cell = RecurrentCell::gru;
  int words = 0;
  int embedding = 0;
  int last = 0;     // of which the first state is made
  int context = 0;  // a vector given at every word
  int state = 0;
  int query_input = 0;  // 0 without attention
  int alignment = 0;    // of queries and keys
  int readout = 0;      // as many as `embedding` where the output is tied
  bool tied_output = false;
};
// "decoder.0...", those of its attention first, "target.embedding" and "output", of which tied
// has the bias alone.
std::vector<TensorSpec> writer_tensors(const WriterSizes& sizes);

// What the encoder hands to the decoder: nodes.
struct ReadForWriting {
  int last = -1;  // [B, n], of which the first state is made
  // With attention: [T_s B, d_context] and [T_s B, d].
  int annotations = -1;
  int keys = -1;
  int context = -1;  // without: [B, d_context], the same for every word written
  // Of a batch, whose annotations are whose: so many are each text's own, those of the first text above those
  // of the second; or the nodes with the text of each query [B, 1] and key [T_s B, 1].
  int own = 0;
  int query_sentences = -1, key_sentences = -1;
};

class RecurrentWriter {
 public:
  struct How {
    RecurrentCell cell = RecurrentCell::gru;
    bool word_in_query = false;  // a query is made of the word before as well as the state
    bool tied_output = false;    // logits with the embeddings of the words written (Press and Wolf 2017)
    int batch = 1;
    // In training, how often a whole context is kept from the cell; the readout always sees it. What is not
    // remembered has to be looked at again.
    float context_dropout = 0;
  };

  RecurrentWriter(LayerRecording& recording, const How& how) : recording_(recording), how_(how) {}

  // The first state, of all that is written behind `read`.
  void begin(const ReadForWriting& read);
  // All of the target, whose words come in time by time; returns "logits" [T_t B, target words].
  int write(std::span<const int> target);

 private:
  int context_at(const Block& time, int state, int word);
  void gather();

  LayerRecording& recording_;
  How how_;
  ReadForWriting read_;
  RecurrentState first_;
  std::vector<int> queries_, scores_, weights_;
};

// A stream's "embedded": words looked up in "PATH.embedding".
int record_embedded(LayerRecording& recording, const Block& stream, std::span<const int> tokens);

}  // namespace headlight
