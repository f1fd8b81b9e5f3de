// Recurrent layers as functions that record: a state that goes from time to time, every gate and every state
// a node of its own. Time is the place of a token.
//
// A batch of B texts of equal length stands time by time: rows t B to t B + B - 1 are those of time t. What
// is looked at on screen has B = 1, and a row for each token.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/layers/recording.h"
#include "core/layers/sites.h"
#include "core/text/enum_names.h"

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

}  // namespace headlight
