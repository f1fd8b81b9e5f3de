// The numbers that make a Transformer: every choice of the layers, in one plain struct (a model's
// config.json).
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/files/fields.h"
#include "core/tape/ops/ops.h"

namespace headlight {

enum class NormPlace { post, pre };
// How the model knows where a word stands. sinusoidal and learned are added to the word's vector, appended
// (sinusoids too) stands behind it; relative and alibi are added to the scores of self-attention, rotary
// turns its queries and keys. Also added: the word's number, counted (1, 2, 3) or divided by how many words
// there are, and sines without cosines.
enum class Positions {
  sinusoidal,
  learned,
  none,
  appended,
  relative,
  alibi,
  rotary,
  counted,
  divided,
  sines
};
// "sinusoidal", as in config.json.
std::string name_of(Positions kind);
// gelu_sigmoid is x σ(1.702 x). The last three have a gate, with the activation silu, gelu or gelu_tanh.
enum class FeedForward { relu, gelu, gelu_tanh, gelu_sigmoid, silu, swiglu, geglu, geglu_tanh };
// What an encoder alone answers with: a word or a label at each place of its output's vocabulary (none), a
// label for each token (tokens), or one label for all of the text, of its first token's vector after a linear
// layer and tanh or relu (first_tanh, first_relu).
enum class Classifier { none, tokens, first_tanh, first_relu };
// What an encoder alone, without words or labels to answer with, makes of its rows: nothing, their mean, or
// the first of them, one vector for all of the text.
enum class Pooling { none, mean, first };
// As in config.json.
const EnumNames<NormPlace>& names_of(NormPlace);
const EnumNames<Normalization>& names_of(Normalization);
const EnumNames<Positions>& names_of(Positions);
const EnumNames<FeedForward>& names_of(FeedForward);
const EnumNames<Classifier>& names_of(Classifier);
const EnumNames<Pooling>& names_of(Pooling);

// The config of a family of models: plain data with a list of its fields, the family's name, and a check.
template <typename Config>
concept IsConfig = HasFields<Config> && requires(const Config& config) {
  Config::family;
  Config::about;
  config.check();
};
// As config.json.
template <IsConfig Config>
std::string to_json(const Config& config);

// Encoder and decoder of Vaswani et al. 2017. decoder_layers 0 leaves the encoder alone, encoder_layers 0 the
// decoder, which then has no cross-attention.
struct TransformerConfig {
  static constexpr const char* family = "transformer";
  static constexpr const char* about = "encoder and decoder, or one of them alone";

  int d_model = 64;
  int d_ff = 128;
  int encoder_layers = 2;
  int encoder_heads = 2;
  int decoder_layers = 1;
  int decoder_heads = 4;
  int cross_heads = 1;
  int head_size = 0;  // of every head; 0 for d_model / heads
  // Self-attention: so many heads have keys and values of their own, and the others share them, as many
  // neighbours each (Ainslie et al. 2023, "GQA"); 0 where each head has its own.
  int key_value_heads = 0;
  int source_words = 0;  // size of the vocabulary read; 0 without an encoder
  int target_words = 0;  // size of the vocabulary written; without a decoder, of the labels (0 for none)
  int max_tokens = 64;
  NormPlace norm_place = NormPlace::post;
  Normalization normalization = Normalization::layer;
  float norm_epsilon = 1e-5F;
  Positions positions = Positions::sinusoidal;
  int position_dimensions = 16;     // appended: so many of d_model are the sinusoids'
  int position_columns = 0;         // counted, divided: so many are filled, the rest are 0; 0 for all
  int position_reach = 8;           // relative: farther distances count as this one
  double position_base = 10000;     // sinusoidal, appended, sines, rotary: of the wavelengths
  float position_slope = 1;         // alibi: the first head's; every further head has half of the one before
  bool position_one_sided = false;  // alibi: even heads look back only, odd heads ahead only
  // learned: a bias for the distance is added to scores as well, as relative positions have it (Song et al.
  // 2020, "MPNet").
  bool distance_bias = false;
  // sinusoidal, rotary: all sines stand before all cosines, and the pairs that turn are a half apart.
  bool position_halves = false;
  // rotary: how slow turns are slowed down, so that longer texts can be read (see Rotation).
  double position_factor = 1;
  double position_slow_turns = 1, position_fast_turns = 4;
  int position_trained = 0;
  int rotated_size = 0;  // rotary: so many of each head's dimensions turn, its first ones; 0 for all
  FeedForward feed_forward = FeedForward::relu;
  bool scaled_embedding = true;  // times sqrt(d_model)
  bool divided_scores = true;    // by sqrt(d_k), before softmax
  int scores_divided_by = 0;     // by the root of this instead; 0 for d_k
  // Scores, and logits, stay between these numbers: cap tanh(x / cap); 0 for none (Gemma Team 2024, "Gemma
  // 2").
  float score_cap = 0, logit_cap = 0;
  bool query_norm = false;        // each head's queries and keys are normalized before they are compared
  bool tied_output = true;        // logits with the target embedding
  bool shared_embedding = false;  // the target's embedding is the source's
  int token_types = 0;  // an encoder's: a learned vector for each type of token is added; 0 for none
  bool normalized_input = false;             // the stream's input is normalized before the first layer
  bool output_transform = false;             // an encoder's logits: of act(x W + b), normalized
  bool transform_bias = true;                // with that b
  bool output_divided = false;               // logits: of x / sqrt(d_model)
  Classifier classifier = Classifier::none;  // an encoder's
  bool separate_labels = false;  // each label by itself: sigmoid(logit), where several or none may be right
  Pooling pooling = Pooling::none;  // an encoder's
  bool unit_vector = false;         // what it makes of them is brought to length 1
  // Which linear layers have a bias: those of Q, K and V, that of W^O, the feed-forward's, the logits'.
  bool query_bias = true, projected_bias = true, feed_forward_bias = true, output_bias = true;
  bool causal_encoder = false;         // masks the encoder like a decoder
  int encoder_window = 0;              // keys this far away or farther are masked; 0 for none
  int decoder_window = 0;              // the same of a decoder's self-attention
  std::vector<int> whole_layers = {};  // see all keys, whatever the window; counted from 0
  double window_base = 0;              // rotary: position_base of layers with a window; 0 for the same
  // Pre-norm: feed-forward reads what attention reads, the layer's input (Wang and Komatsuzaki 2021,
  // "GPT-J").
  bool parallel = false;
  bool first_norm = true;    // pre-norm: before the attention of the first layer too
  bool output_norm = false;  // pre-norm: what a sub-layer gives is normalized too, before it is added

  bool operator==(const TransformerConfig&) const = default;
  static void fields(auto& self, auto&& visit) {
    visit("d_model", self.d_model);
    visit("d_ff", self.d_ff);
    visit("encoder_layers", self.encoder_layers);
    visit("encoder_heads", self.encoder_heads);
    visit("decoder_layers", self.decoder_layers);
    visit("decoder_heads", self.decoder_heads);
    visit("cross_heads", self.cross_heads);
    visit("source_words", self.source_words);
    visit("target_words", self.target_words);
    visit("max_tokens", self.max_tokens);
    visit("norm_place", self.norm_place, names_of(self.norm_place));
    visit("normalization", self.normalization, names_of(self.normalization));
    visit("norm_epsilon", self.norm_epsilon);
    visit("positions", self.positions, names_of(self.positions));
    visit("feed_forward", self.feed_forward, names_of(self.feed_forward));
    visit("scaled_embedding", self.scaled_embedding);
    visit("tied_output", self.tied_output);
    visit("causal_encoder", self.causal_encoder);
    visit("encoder_window", self.encoder_window);
    visit("decoder_window", self.decoder_window, LeftOutIf{self.decoder_window == 0});
    visit("whole_layers", self.whole_layers, LeftOutIf{self.whole_layers.empty()});
    visit("scores_divided_by", self.scores_divided_by, LeftOutIf{self.scores_divided_by == 0});
    visit("score_cap", self.score_cap, LeftOutIf{self.score_cap == 0});
    visit("logit_cap", self.logit_cap, LeftOutIf{self.logit_cap == 0});
    visit("window_base", self.window_base, LeftOutIf{self.window_base == 0});
    visit("first_norm", self.first_norm, LeftOutIf{self.first_norm});
    visit("transform_bias", self.transform_bias, LeftOutIf{self.transform_bias});
    visit("output_divided", self.output_divided, LeftOutIf{!self.output_divided});
    visit("output_norm", self.output_norm, LeftOutIf{!self.output_norm});
    visit("parallel", self.parallel, LeftOutIf{!self.parallel});
    visit("query_norm", self.query_norm, LeftOutIf{!self.query_norm});
    visit("rotated_size", self.rotated_size, LeftOutIf{self.rotated_size == 0});
    visit("position_dimensions", self.position_dimensions, MayMiss{});
    visit("position_reach", self.position_reach, MayMiss{});
    visit("position_base", self.position_base, MayMiss{});
    visit("position_slope", self.position_slope, MayMiss{});
    visit("position_one_sided", self.position_one_sided, MayMiss{});
    visit("distance_bias", self.distance_bias, LeftOutIf{!self.distance_bias});
    visit("position_columns", self.position_columns, LeftOutIf{self.position_columns == 0});
    visit("head_size", self.head_size, LeftOutIf{self.head_size == 0});
    visit("key_value_heads", self.key_value_heads, LeftOutIf{self.key_value_heads == 0});
    visit("position_halves", self.position_halves, LeftOutIf{!self.position_halves});
    visit("position_factor", self.position_factor, LeftOutIf{self.position_factor == 1});
    visit("position_slow_turns", self.position_slow_turns, LeftOutIf{self.position_slow_turns == 1});
    visit("position_fast_turns", self.position_fast_turns, LeftOutIf{self.position_fast_turns == 4});
    visit("position_trained", self.position_trained, LeftOutIf{self.position_trained == 0});
    visit("shared_embedding", self.shared_embedding, LeftOutIf{!self.shared_embedding});
    visit("token_types", self.token_types, LeftOutIf{self.token_types == 0});
    visit("normalized_input", self.normalized_input, LeftOutIf{!self.normalized_input});
    visit("output_transform", self.output_transform, LeftOutIf{!self.output_transform});
    visit("classifier", self.classifier, names_of(self.classifier),
          LeftOutIf{self.classifier == Classifier::none});
    visit("separate_labels", self.separate_labels, LeftOutIf{!self.separate_labels});
    visit("pooling", self.pooling, names_of(self.pooling), LeftOutIf{self.pooling == Pooling::none});
    visit("unit_vector", self.unit_vector, LeftOutIf{!self.unit_vector});
    visit("divided_scores", self.divided_scores, LeftOutIf{self.divided_scores});
    visit("query_bias", self.query_bias, LeftOutIf{self.query_bias});
    visit("projected_bias", self.projected_bias, LeftOutIf{self.projected_bias});
    visit("feed_forward_bias", self.feed_forward_bias, LeftOutIf{self.feed_forward_bias});
    visit("output_bias", self.output_bias, LeftOutIf{self.output_bias});
  }

  // How many heads and layers the stack has that reads: the encoder, or a decoder alone.
  int reading_heads() const { return encoder_layers > 0 ? encoder_heads : decoder_heads; }
  int reading_layers() const { return encoder_layers > 0 ? encoder_layers : decoder_layers; }
  // Whether the positions are vectors in the stream's input, with nodes "positions" and "input".
  bool positions_in_input() const {
    return positions == Positions::learned || position_sinusoids() || position_numbers();
  }
  // Whether they are waves there, or numbers of places.
  bool position_sinusoids() const {
    return positions == Positions::sinusoidal || positions == Positions::appended ||
           positions == Positions::sines;
  }
  bool position_numbers() const { return positions == Positions::counted || positions == Positions::divided; }
  // Whether self-attention adds a number of its own for each distance: a table "positions" in each layer.
  bool has_distances() const { return positions == Positions::relative || distance_bias; }
  // d_k = d_v of an attention with so many heads.
  int size_of_head(int heads) const { return head_size > 0 ? head_size : d_model / heads; }
  // The tensor that the words written are looked up in.
  const char* target_table() const { return shared_embedding ? "source.embedding" : "target.embedding"; }
  // Whether its answer is one label for all of the text.
  bool labels_text() const {
    return classifier == Classifier::first_tanh || classifier == Classifier::first_relu;
  }
  Sinusoids sinusoids() const { return {position_base, position_halves, positions == Positions::sines}; }
  // How queries and keys turn, in a layer with a window or without.
  Rotation rotation(bool window = false) const {
    if (window && window_base > 0)
      return {.base = window_base, .halves = position_halves, .size = rotated_size};
    return {position_base,       position_halves,  position_factor, position_slow_turns,
            position_fast_turns, position_trained, rotated_size};
  }
  // Whether a sub-layer, counted from 1, reads what a norm made: with pre-norm, where it need not.
  bool normalizes(int layer, int sub_layer) const { return first_norm || layer > 0 || sub_layer > 1; }
  bool is_gated() const { return feed_forward >= FeedForward::swiglu; }
  // Of a stack with this window, that of one of its layers; 0 for none.
  int window_of(int window, int layer) const {
    return std::find(whole_layers.begin(), whole_layers.end(), layer) == whole_layers.end() ? window : 0;
  }
  // How many numbers a word's own vector has: d_model, less what is appended.
  int embedding_size() const {
    return positions == Positions::appended ? d_model - position_dimensions : d_model;
  }

  // Throws std::invalid_argument naming the field: sizes positive, heads dividing d_model where no head_size
  // is given.
  void check() const;

 private:
  void check_positions() const;
};

// Throws std::invalid_argument naming the field that is missing, unknown or of the wrong kind.
template <IsConfig Config = TransformerConfig>
Config config_from_json(const std::string& text);

}  // namespace headlight
