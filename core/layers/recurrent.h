// Recurrent layers as functions that record: a state that goes from time to time, every gate and every state
// a node of its own. Time is the place of a token.
//
// A batch of B texts of equal length stands time by time: rows t B to t B + B - 1 are those of time t. What
// is looked at on screen has B = 1, and a row for each token.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/files/fields.h"
#include "core/layers/recording.h"
#include "core/layers/sites.h"

namespace headlight {

// The letters are those of the papers; U multiplies the state, W the input, b stands in both.
//   rnn   h_t = tanh(W x_t + U h_{t-1} + b). Elman 1990.
//   gru   r_t, z_t = σ(W x_t + U h_{t-1} + b); n_t = tanh(W x_t + b + r_t ⊙ (U h_{t-1} + b'));
//         h_t = (1 - z_t) ⊙ n_t + z_t ⊙ h_{t-1}. Cho et al. 2014, with the reset gate behind the product as
//         in cuDNN and PyTorch.
//   lstm  i_t, f_t, o_t = σ(W x_t + U h_{t-1} + b); g_t = tanh(...); c_t = f_t ⊙ c_{t-1} + i_t ⊙ g_t;
//         h_t = o_t ⊙ tanh(c_t). Hochreiter and Schmidhuber 1997; Gers et al. 2000.
enum class RecurrentCell { rnn, gru, lstm };
// "lstm", as in config.json.
const EnumNames<RecurrentCell>& names_of(RecurrentCell);

// How many gates and candidates are computed from input and state: the tensors hold them side by side, in the
// order n; r, z, n; i, f, g, o.
int gates_of(RecurrentCell cell);

// The tensors of a layer: "PATH.input.weight" [in, gates size], "PATH.state.weight" [size, gates size], and a
// bias [1, gates size] of each.
std::vector<TensorSpec> recurrent_tensors(const std::string& path, RecurrentCell cell, int in, int size);

// Nodes [B, size] of one time.
struct RecurrentState {
  int state = -1;  // h
  int cell = -1;   // c, of an LSTM
};

// One time: from what the input adds to every gate [B, gates size], and the state before it. `time` is a
// block of Family::time inside `layer`.
RecurrentState record_time(LayerRecording& recording, const Block& layer, const Block& time,
                           RecurrentCell cell, int from_input, const RecurrentState& before);

struct RecurrentRun {
  int states = -1;      // [T B, size], time by time
  RecurrentState last;  // of the time computed last
};

Block time_of(const Block& layer, int t);

// All times of x [T B, in], from the first to the last, or `backwards` from the last to the first. Without
// `before` the state begins at zero.
RecurrentRun record_recurrent(LayerRecording& recording, const Block& layer, RecurrentCell cell, int x,
                              int batch = 1, bool backwards = false,
                              std::optional<RecurrentState> before = {});

// The decoder of a recurrent encoder-decoder as a function that records, whatever was read: a state that goes
// from word to word, given one vector (Sutskever et al. 2014; Cho et al. 2014) or looking back with additive
// attention at every word (Bahdanau et al. 2015; at a picture: Xu et al. 2015). A batch of B texts stands
// time by time, as above.

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
