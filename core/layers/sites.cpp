#include "core/layers/sites.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <vector>

namespace headlight {

namespace {

using enum Axis;
using F = Family;

constexpr std::array model_sites{
    Site{F::stream, "tokens", "word number", source_token, one, "t", "word → number",
         "Each word's number in the vocabulary."},
    Site{F::stream, "embedded", "embedding", source_token, model, "e", "one-hot(t) × E",
         "Each word's learned vector: a row of the embedding matrix."},
    Site{F::stream, "scaled", "scaled embedding", source_token, model, "e'", "√d_model e",
         "The word vectors, multiplied by √d_model before the positions are added."},
    Site{F::stream, "sentences", "sentence", source_token, one, "s", "word → its sentence",
         "Which of several sentences each token belongs to, where several stand together."},
    Site{F::stream, "places", "place", source_token, one, "pos", "word → its place",
         "Each word’s position, where several sentences stand together."},
    Site{F::stream, "all_positions", "positions of all places", one, model, "PE",
         "sin(pos / 10000^(2i/d)), cos(...)",
         "A vector for every possible position, from which the words’ are taken; only in training."},
    Site{F::stream, "types", "type", source_token, one, "s", "0, or 1 in a second text",
         "Which of two texts each token belongs to; with one text, all are of type 0."},
    Site{F::stream, "type_vectors", "type vector", source_token, model, "TE", "one-hot(s) × T",
         "A learned vector for each type: a row of a small table."},
    Site{F::stream, "typed", "embedding with type", source_token, model, "e'", "e + TE",
         "The word's vector, plus the vector of its type."},
    Site{F::stream, "positions", "position", source_token, model, "PE", "sin(pos / 10000^(2i/d)), cos(...)",
         "A vector for each position, the same in every sentence.", SiteId::positions},
    Site{F::stream, "input", "input", source_token, model, "X", "e' + PE",
         "What enters the first layer: the word and its position."},
    Site{F::stream, "normalized", "normalized input", source_token, model, "N", "γ (x − μ) / σ + β",
         "The input to the first layer, brought to mean 0 and standard deviation 1, then times γ, plus β."},
    Site{F::stream, "with_class", "embedding", source_token, model, "e", "[class]; G",
         "The class token, a learned vector that belongs to no cell, and below it the cells."},
    Site{F::stream, "annotations", "annotation", source_token, model, "h_j", "max(0, X)",
         "What attention gets from each cell: what the convolutions found there, and where the cell is."},
    Site{F::stream, "dropped", "input", source_token, model, "X'", "dropout(X)",
         "The input with some cells dropped; only in training."},

    Site{F::head, "query", "query", source_query, head, "Q", "X W^Q + b^Q", "What each token is looking for.",
         SiteId::query},
    Site{F::head, "key", "key", source_key, head, "K", "X W^K + b^K", "What each token can be found by.",
         SiteId::key},
    Site{F::head, "value", "value", source_key, head, "V", "X W^V + b^V",
         "What each token hands over when it is looked at.", SiteId::value},
    Site{F::head, "query_normalized", "normalized query", source_query, head, "Q^n", "γ Q / r",
         "The queries, each divided by r, the root of its mean square, then times γ: no score can grow too "
         "large."},
    Site{F::head, "key_normalized", "normalized key", source_key, head, "K^n", "γ K / r",
         "The keys, each divided by r, the root of its mean square, then times γ."},
    Site{F::head, "query_rotated", "rotated query", source_query, head, "Q'", "R(pos) Q",
         "The queries, each pair of dimensions rotated by an angle that grows with the position."},
    Site{F::head, "key_rotated", "rotated key", source_key, head, "K'", "R(pos) K",
         "The keys, rotated in the same way: a dot product then depends only on the distance."},
    Site{F::head, "scores", "score", source_query, source_key, "S", "Q K^T",
         "How well the query of one token fits the key of another: a dot product."},
    Site{F::head, "scaled", "scaled score", source_query, source_key, "S'", "S / √d_k",
         "The scores divided by √dₖ: without that, softmax would give still more of the weight to one token.",
         SiteId::scaled},
    Site{F::head, "capped", "capped score", source_query, source_key, "S^c", "c tanh(S' / c)",
         "The scores, bent so that none is beyond the cap c or below −c; small ones hardly change."},
    Site{F::head, "position_bias", "position bias", source_query, source_key, "B", "b(j − i), or −m |j − i|",
         "What the distance between two tokens adds to their score."},
    Site{F::head, "biased", "biased score", source_query, source_key, "S''", "S' + B",
         "The scores with a bias for the distance between the two tokens."},
    Site{F::head, "masked", "masked score", source_query, source_key, "M", "S' + mask",
         "The scores, with minus infinity where a token may not look.", SiteId::masked},
    Site{F::head, "separated", "separated score", source_query, source_key, "M'", "M + mask",
         "The scores, with minus infinity between tokens of different sentences."},
    Site{F::head, "weights", "weight", source_query, source_key, "A", "softmax(S / √d_k)",
         "How much a token takes from each of the tokens; a row adds up to 1.", SiteId::weights},
    Site{F::head, "output", "output", source_query, head, "head_i", "A V",
         "The values, mixed by the weights.", SiteId::output},

    Site{F::attention, "concatenated", "concatenated output", source_token, model, "Concat",
         "Concat(head_1, …, head_h)", "The outputs of all heads side by side."},
    Site{F::attention, "projected", "projected output", source_token, model, "MultiHead", "Concat W^O + b^O",
         "The heads’ outputs, mixed back into the model’s dimensions."},
    Site{F::attention, "dropped", "projected output", source_token, model, "MultiHead'", "dropout(MultiHead)",
         "The projected output with some cells dropped; only in training."},

    Site{F::layer, "residual_1", "residual", source_token, model, "R_1", "x + self-attention",
         "The input, plus what self-attention adds."},
    Site{F::layer, "normalized_1", "normalized value", source_token, model, "N_1", "γ (x − μ) / σ + β",
         "Each token’s vector, brought to mean 0 and standard deviation 1, then times γ, plus β."},
    Site{F::layer, "output_normalized_1", "normalized output", source_token, model, "N'_1", "γ x / r",
         "What self-attention gives, normalized before it is added."},
    Site{F::layer, "output_normalized_2", "normalized output", source_token, model, "N'_2", "γ x / r",
         "What the second sub-layer gives, normalized before it is added."},
    Site{F::layer, "output_normalized_3", "normalized output", source_token, model, "N'_3", "γ x / r",
         "What the feed-forward network gives, normalized before it is added."},
    Site{F::layer, "residual_2", "residual", source_token, model, "R_2", "x + sub-layer",
         "The input, plus what the second sub-layer adds."},
    Site{F::layer, "normalized_2", "normalized value", source_token, model, "N_2", "γ (x − μ) / σ + β",
         "Each token’s vector, brought to mean 0 and standard deviation 1, then times γ, plus β."},
    Site{F::layer, "residual_3", "residual", source_token, model, "R_3", "x + feed-forward",
         "The input, plus what the feed-forward network adds."},
    Site{F::layer, "normalized_3", "normalized value", source_token, model, "N_3", "γ (x − μ) / σ + β",
         "Each token’s vector, brought to mean 0 and standard deviation 1, then times γ, plus β."},
    Site{F::layer, "feed_forward.hidden", "hidden value", source_token, hidden, "H", "x W_1 + b_1",
         "Each token by itself, projected to the hidden dimensions."},
    Site{F::layer, "feed_forward.gate", "gate", source_token, hidden, "G", "x W_g + b_g",
         "What decides how much of each hidden dimension passes."},
    Site{F::layer, "feed_forward.activated", "activated value", source_token, hidden, "F",
         "max(0, H), or the model's activation", "The hidden dimensions after the activation."},
    Site{F::layer, "feed_forward.gated", "gated value", source_token, hidden, "F'", "F ⊙ H",
         "The hidden dimensions, each multiplied by its gate."},
    Site{F::layer, "feed_forward.output", "feed-forward output", source_token, model, "FFN", "F W_2 + b_2",
         "The hidden dimensions, projected back to the dimensions of the model."},
    Site{F::layer, "feed_forward.dropped", "feed-forward output", source_token, model, "FFN'", "dropout(FFN)",
         "The output of the feed-forward network with some cells dropped; only in training."},

    // Recurrent layers (recurrent.h): all times at once, then each.
    Site{F::layer, "projected_input", "input's part", source_token, gates, "W x", "x W + b",
         "What each token adds to every gate; it does not depend on what came before."},
    Site{F::layer, "first_state", "first state", one, state, "h_0", "0",
         "The state before the first token: nothing yet."},
    Site{F::layer, "first_cell", "first cell state", one, state, "c_0", "0",
         "The cell state before the first token: nothing yet."},
    Site{F::layer, "states", "state", source_token, state, "h", "h_1, …, h_T",
         "The state after each token: everything the model keeps of the text so far."},
    Site{F::time, "from_input", "input's part", one, gates, "W x_t", "row t of x W + b",
         "What this token adds to every gate."},
    Site{F::time, "from_state", "state's part", one, gates, "U h", "h_{t−1} U + b",
         "What the state before this token adds to every gate."},
    Site{F::time, "sums", "sum", one, gates, "a_t", "W x_t + U h_{t−1}",
         "The sum of both parts, before the sigmoid or tanh."},
    Site{F::time, "gates_from_input", "input's part", one, gates, "W x_t", "columns of x W + b",
         "What this token adds to the two gates."},
    Site{F::time, "gates_from_state", "state's part", one, gates, "U h", "columns of h_{t−1} U + b",
         "What the state adds to the two gates."},
    Site{F::time, "reset_gate_sum", "sum of the reset gate", one, state, "a_r", "columns of a_t",
         "Before the sigmoid: how much of the state the candidate sees."},
    Site{F::time, "reset_gate", "reset gate", one, state, "r_t", "σ(a_r)",
         "How much of each dimension of the state the candidate sees: 0 none, 1 all."},
    Site{F::time, "update_gate_sum", "sum of the update gate", one, state, "a_z", "columns of a_t",
         "Before the sigmoid: how much of the state stays."},
    Site{F::time, "update_gate", "update gate", one, state, "z_t", "σ(a_z)",
         "How much of each dimension of the state stays as it was: 0 none, 1 all."},
    Site{F::time, "input_gate_sum", "sum of the input gate", one, state, "a_i", "columns of a_t",
         "Before the sigmoid: how much of the candidate is written."},
    Site{F::time, "input_gate", "input gate", one, state, "i_t", "σ(a_i)",
         "How much of the candidate is written into each cell: 0 nothing, 1 all."},
    Site{F::time, "forget_gate_sum", "sum of the forget gate", one, state, "a_f", "columns of a_t",
         "Before the sigmoid: how much of the cell state is kept."},
    Site{F::time, "forget_gate", "forget gate", one, state, "f_t", "σ(a_f)",
         "How much of each cell is kept: 0 forgets it, 1 keeps all of it."},
    Site{F::time, "output_gate_sum", "sum of the output gate", one, state, "a_o", "columns of a_t",
         "Before the sigmoid: how much of the cell state is shown."},
    Site{F::time, "output_gate", "output gate", one, state, "o_t", "σ(a_o)",
         "How much of each cell is shown in the state: 0 nothing, 1 all."},
    Site{F::time, "candidate_from_input", "input's part of the candidate", one, state, "W x_t",
         "columns of x W + b", "What this token adds to the candidate."},
    Site{F::time, "candidate_from_state", "state's part of the candidate", one, state, "U h",
         "columns of h_{t−1} U + b", "What the state would add to the candidate."},
    Site{F::time, "reset_state", "state's part that is seen", one, state, "r ⊙ U h", "r_t ⊙ (U h_{t−1} + b)",
         "What the reset gate lets through of it."},
    Site{F::time, "candidate_sum", "sum of the candidate", one, state, "a_n", "what the cell's formula says",
         "The candidate before the tanh."},
    Site{F::time, "candidate", "candidate", one, state, "n_t", "tanh(a_n)",
         "The new content that this token proposes for the state."},
    Site{F::time, "kept", "kept cell state", one, state, "kept_t", "f_t ⊙ c_{t−1}",
         "What is left of the cell state before."},
    Site{F::time, "written", "written candidate", one, state, "new_t", "i_t ⊙ n_t",
         "What is written into the cell state."},
    Site{F::time, "cell", "cell state", one, state, "c_t", "f_t ⊙ c_{t−1} + i_t ⊙ n_t",
         "What is remembered: kept where the forget gate is open, written where the input gate is.",
         SiteId::cell},
    Site{F::time, "cell_activated", "cell state after tanh", one, state, "tanh c", "tanh(c_t)",
         "The cell state between −1 and 1."},
    Site{F::time, "state", "state", one, state, "h_t", "what the cell's formula says",
         "Everything the model keeps of the text up to this token."},
    // A recurrent encoder-decoder (seq2seq.h), with and without attention.
    Site{F::layer, "annotations", "annotation", source_token, state, "h_j", "Concat(→h_j, ←h_j)",
         "Each token with what comes before it and what comes after it, side by side; in some models also "
         "with its own embedding."},
    Site{F::layer, "last_states", "last states", one, state, "h_T", "Concat(→h_T, ←h_1)",
         "The last state of each direction."},
    Site{F::layer, "bridge_sum", "sum of the first state", one, state, "a_0", "h W_s + b",
         "What the decoder begins with, before the tanh."},
    Site{F::layer, "bridge", "first state", one, state, "s_0", "tanh(h W_s + b)",
         "What the decoder begins with: all that it gets from the encoder’s last states."},
    Site{F::layer, "contexts", "context", source_token, state, "c", "c_1, …, c_T",
         "What each written word is given from the sentence that was read."},
    Site{F::layer, "states_dropped", "state", source_token, state, "h'", "dropout(h)",
         "The states with some cells dropped, for the readout; only in training."},
    Site{F::layer, "readout_input", "readout's input", source_token, state, "[s; c; y]",
         "Concat(s_i, c_i, y_{i−1})",
         "What the next word is chosen from: state, context and the word before it."},
    Site{F::layer, "readout_sum", "sum of the readout", source_token, state, "a_t", "[s; c; y] W_t + b",
         "The readout before the tanh."},
    Site{F::layer, "readout", "readout", source_token, state, "t", "tanh([s; c; y] W_t + b)",
         "State, context and word before in one vector: the logits come from it."},
    Site{F::time, "query_input", "query's input", one, state, "[s; y]", "Concat(s_{i−1}, y_{i−1})",
         "What the query is made from: the state, and the word before this one."},
    Site{F::time, "query", "query", one, state, "q_i", "s_{i−1} W_a + b, or [s; y] W_a + b",
         "What the decoder is looking for among the words that were read."},
    Site{F::time, "scores", "score", one, source_key, "e_ij", "v · tanh(q_i + k_j)",
         "How well each word that was read fits the query: additive attention."},
    Site{F::time, "separated", "separated score", one, source_key, "e'_ij", "e_ij + mask",
         "The scores, with minus infinity between tokens of different sentences; only in training."},
    Site{F::time, "weights", "weight", one, source_key, "α_ij", "softmax(e_i)",
         "How much is taken from each word that was read; the weights add up to 1."},
    Site{F::time, "context", "context", one, state, "c_i", "α_i h", "The annotations, mixed by the weights."},
    Site{F::time, "context_dropped", "context", one, state, "c'_i", "c_i, or 0",
         "The context, replaced by zeros at some words so that the state does not rely on it; only in "
         "training."},
    Site{F::time, "word", "embedding", one, state, "y_{i−1}", "row i of e", "The word before this one."},
    Site{F::time, "input", "input", one, state, "x_i", "Concat(y_{i−1}, c_i)",
         "What goes into the cell: the word before, and the context."},

    // A picture on its way to a grid of cells (features.h).
    Site{F::features, "picture", "pixel value", place, channel, "I", "(byte − 110) / 60",
         "Red, green and blue of each pixel, as small numbers around 0."},
    Site{F::features, "convolution", "sum of the patch", place, channel, "C", "x * W + b",
         "What each kernel finds in the patch under it, at every place."},
    Site{F::features, "activation", "feature", place, channel, "F", "max(0, C)",
         "What was found; 0 where a patch does not fit its kernel."},
    Site{F::features, "pooled", "pooled feature", place, channel, "M", "max of a square of F",
         "The largest feature in each square. It keeps what was found, but not exactly where."},
    Site{F::features, "grid", "feature", source_token, model, "G", "x * W + b",
         "What the convolutions turn the picture into: a vector for each cell."},
    Site{F::features, "reduced", "reduced annotation", source_token, channel, "h'", "h W + b",
         "Each cell in a few numbers, from which the summary is made."},
    Site{F::features, "summary_sum", "sum of the summary", one, state, "a_g", "h' * W + b",
         "A kernel as large as the grid: the summary before the ReLU."},
    Site{F::features, "summary", "summary", one, state, "g", "max(0, h' * W + b)",
         "The whole picture in one vector."},

    Site{F::stack, "normalized", "normalized value", source_token, model, "N", "γ (x − μ) / σ + β",
         "The last layer's output, normalized; in pre-norm models only."},

    Site{F::stack, "class_token", "normalized value", one, model, "N_0", "row 0 of N",
         "What the class token collected from the picture. The answer is made only from this."},

    Site{F::output, "transformed", "transformed value", source_token, model, "T", "x W + b",
         "Each token's vector, prepared for the choice of a word."},
    Site{F::output, "transformed_activated", "activated value", source_token, model, "T'", "gelu(T)",
         "The prepared vector after the activation."},
    Site{F::output, "transformed_normalized", "normalized value", source_token, model, "N",
         "γ (x − μ) / σ + β",
         "The prepared vector, brought to mean 0 and standard deviation 1, then times γ, plus β."},

    Site{F::output, "first_token", "value", one, model, "X_0", "row 0 of X",
         "The vector of the first token, which stands for the whole text."},
    Site{F::output, "pooled", "pooled value", one, model, "P", "x W + b",
         "The first token’s vector, prepared for the choice of a label."},
    Site{F::output, "pooled_activated", "activated value", one, model, "P'", "f(P)",
         "The prepared vector after the activation f, tanh or ReLU. Only this decides the label."},

    // One vector for all that was read.
    Site{F::output, "sentence_shares", "share", one, source_token, "1/T", "1 / T",
         "How much of each token’s vector goes into that of the whole text: the same of all."},
    Site{F::output, "sentence", "value", one, model, "s", "mean of the rows of X, or row 0",
         "One vector for the whole text. Two texts are compared by the angle between theirs."},
    Site{F::output, "unit", "factor", one, model, "γ", "1 / √d",
         "What makes the length of a vector 1 after it is divided by the root of its mean square."},
    Site{F::output, "sentence_unit", "value", one, model, "s'", "s / |s|",
         "The text’s vector, brought to length 1: only its direction is left."},

    // A picture and several texts, brought into one space.
    Site{F::output, "picture_projected", "value", one, model, "p", "N_0 W_p",
         "The picture’s vector in the space that it shares with the texts."},
    Site{F::output, "picture_unit", "value", one, model, "p'", "p / |p|",
         "The picture’s vector, brought to length 1: only its direction is left."},
    Site{F::output, "text_ends", "place", text, one, "pos", "text → its last token",
         "Where each text ends: in its last token it has read all of its words."},
    Site{F::output, "text_end", "normalized value", text, model, "N_T", "rows of N",
         "The vector of each text’s last token. Only this stands for the text."},
    Site{F::output, "text_projected", "value", text, model, "t", "N_T W_t",
         "The vector of each text in the space that it shares with the picture."},
    Site{F::output, "text_unit", "value", text, model, "t'", "t / |t|",
         "The vector of each text, brought to length 1: only its direction is left."},
    Site{F::output, "cosines", "cosine", one, text, "cos", "p' · t'",
         "How well each text fits the picture: 1 where both vectors point the same way, 0 at a right angle."},

    Site{F::output, "divided", "divided value", source_token, model, "N'", "N / √d_model",
         "Each token’s vector divided by √d_model, before it meets the embedding of each word."},
    Site{F::output, "uncapped", "logit before the cap", source_token, target_word, "Z_0", "x E^T",
         "How well each word would fit, before the cap bends large numbers."},
    Site{F::output, "logits", "logit", source_token, target_word, "Z", "x E^T + b_out",
         "How well each word of the vocabulary would fit as the next one."},
    Site{F::output, "probabilities", "probability", source_token, target_word, "P", "softmax(Z)",
         "The probability of each word as the next one."},
    Site{F::output, "next", "next word", source_token, one, "y", "word → number",
         "The words that really come next; only in training."},
    Site{F::output, "loss", "loss", one, one, "L", "−Σ q log p",
         "How surprised the model is by what really comes next; only in training."}};

Axis in_stream(Axis axis, Stream asks, Stream is_asked) {
  switch (axis) {
    case source_token:
      return asks == Stream::target ? target_token : source_token;
    case source_query:
      if (asks != is_asked) return cross_query;
      return asks == Stream::target ? target_query : source_query;
    case source_key:
      return is_asked == Stream::target ? target_key : source_key;
    default:
      return axis;
  }
}

const Site* find_site(Family family, std::string_view part) {
  for (const Site& site : sites()) {
    if (site.family == family && site.part == part) return &site;
  }
  return nullptr;
}

// What a lab recorded stands in a stack of its own: "block_lab".
bool is_of_lab(std::string_view stack) { return stack.ends_with("_lab"); }

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t dot = path.find('.');
    parts.push_back(path.substr(0, dot));
    path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
  }
  return parts;
}

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::span<const Site> sites() {
  static const std::vector<Site> all = [] {
    std::vector<Site> both(model_sites.begin(), model_sites.end());
    both.insert(both.end(), lab_sites().begin(), lab_sites().end());
    return both;
  }();
  return all;
}

Place place_of(std::string_view path) {
  Place place;
  const std::vector<std::string_view> words = split(path);
  std::size_t at = 0;
  const auto is = [&](std::string_view word) { return at < words.size() && words[at] == word; };
  const bool of_lab = !words.empty() && is_of_lab(words[0]);
  if (is("encoder") || is("decoder") || is("source") || is("target") || is("features") || of_lab)
    place.stack = words[at++];
  if (is("picture") && at == 0) place.stack = "features";
  if (at < words.size() && number(words[at])) place.layer = number(words[at++]);
  if (is("backwards")) {
    place.backwards = true;
    ++at;
  }
  if (is("self_attention") || is("cross_attention")) place.attention = words[at++];
  if (is("head") && at + 1 < words.size()) {
    place.head = number(words[at + 1]);
    at += 2;
  }
  if (is("time") && at + 1 < words.size()) {
    place.time = number(words[at + 1]);
    at += 2;
  }
  for (; at < words.size(); ++at) place.part += (place.part.empty() ? "" : ".") + std::string(words[at]);
  return place;
}

const Site* site_of(std::string_view path) {
  const Place place = place_of(path);
  if (place.stack.empty()) return find_site(F::output, place.part);
  if (place.stack == "source" || place.stack == "target") return find_site(F::stream, place.part);
  if (place.stack == "features") return find_site(F::features, place.part);
  if (is_of_lab(place.stack)) return find_site(F::lab, path);
  if (!place.layer) return find_site(F::stack, place.part);
  if (place.head) return find_site(F::head, place.part);
  if (place.time) return find_site(F::time, place.part);
  return find_site(place.attention.empty() ? F::layer : F::attention, place.part);
}

SiteId site_id(std::string_view path) {
  const Site* site = site_of(path);
  return site == nullptr ? SiteId::other : site->id;
}

bool is_of_head(std::string_view path, SiteId id) {
  const Site* site = site_of(path);
  return site != nullptr && site->family == Family::head && site->id == id;
}

Label Block::operator[](std::string_view part) const {
  std::string whole = (path.empty() ? "" : path + ".") + std::string(part);
  const Site* site = find_site(family, family == F::lab ? whole : part);
  if (site == nullptr)
    throw std::out_of_range(path + ": the table of sites has no part \"" + std::string(part) + "\"");
  return {std::move(whole), in_stream(site->rows, asks, is_asked), in_stream(site->cols, asks, is_asked)};
}

Block Block::inside(Family inner, const std::string& name) const {
  return {inner, path + "." + name, asks, is_asked};
}

std::string head_path(std::string_view stack, int layer, std::string_view attention, int head,
                      std::string_view part) {
  std::string path(stack);
  path += "." + std::to_string(layer) + ".";
  path += attention;
  path += ".head." + std::to_string(head) + ".";
  return path += part;
}

}  // namespace headlight
