// What a model has, as data: its stacks of layers, its attentions with their heads, and what its answer is.
// Whatever names, counts, selects or draws attentions reads it here; a trace carries the anatomy of the model
// it was made by.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/fields.h"
#include "core/layers/config.h"
#include "core/layers/features.h"
#include "core/layers/recurrent.h"
#include "core/pictures/picture.h"
#include "core/tape/axis.h"

namespace headlight {

// The attentions there can be, each at most once in a model: of the encoder on itself, of the decoder on
// itself, of the decoder on the encoder's output.
enum class Attention { encoder, decoder, cross };

// What an attention is, the same in every model that has it.
struct AttentionInfo {
  Attention id;
  const char* name;        // "cross": in sessions
  std::string_view stack;  // "decoder": in paths
  std::string_view part;   // "cross_attention": in paths
  const char* title;       // "Cross-attention"
  std::string_view layer;  // "Decoder layer": with its number, where the attention is
  std::string_view kind;   // "cross-attention": in its layer
  std::string_view head;   // "cross-attention head": in its layer, with its number
  std::string_view group;  // "Cross-attention": where a title is too long
  std::string_view brief;  // "e–d": where there is hardly room
  Stream asks;             // whose tokens are the queries
  Stream asked;            // whose tokens are the keys

  bool crosses() const { return asks != asked; }
  // "decoder.0.cross_attention"
  std::string block(int layer_number) const;
  // "decoder.0.cross_attention.head.2.weights"
  std::string path(int layer_number, int head_number, std::string_view site) const;
};

// Every one, in the order of the enum.
std::span<const AttentionInfo> attentions();
const AttentionInfo& info(Attention attention);
const EnumNames<Attention>& attention_names();
// What "decoder" and "cross_attention" stand for in a path; without a second name, the stack on itself.
Attention attention_of(std::string_view stack, std::string_view part);

// An attention of one model.
struct AttentionHeads {
  Attention id = Attention::encoder;
  std::vector<int> heads;  // in each layer
  bool causal = false;     // a query sees no key behind its own place
  // v · tanh(q + k) of a state and each annotation, instead of Q K^T / √d_k; what is mixed are the
  // annotations themselves. Its heads' nodes gather those of each time.
  bool additive = false;

  const AttentionInfo& info() const { return headlight::info(id); }
  int layers() const { return static_cast<int>(heads.size()); }
  int in(int layer) const { return layer >= 0 && layer < layers() ? heads[layer] : 0; }

  // A head among all of them, layer after layer.
  struct Place {
    int layer = 0, head = 0;
  };
  int count() const;
  int number_of(Place place) const;
  // Of a number below the first the first, of one behind the last the last.
  Place place_of(int number) const;
};

// A stack that goes through its tokens one after another, a state from time to time.
struct Recurrence {
  RecurrentCell cell = RecurrentCell::gru;
  bool both_ways = false;  // also from the last token to the first: "encoder.0.backwards"
};

// "GRU"
std::string_view title_of(RecurrentCell cell);
// What a recurrent layer ends with.
std::vector<std::string> recurrent_ends();

struct StackInfo {
  std::string_view name;   // "encoder": in paths
  std::string_view title;  // "Encoder"
  Stream stream;           // that goes through it
  std::string_view input;  // "source": the block of paths where its stream begins
  int layers = 0;
  std::vector<std::string> ends = {};  // what a layer ends with: the first of these parts that it has
  std::optional<Recurrence> recurrence = {};
  std::string_view from = {};  // "features": what its stream begins with is made in this block
};

// What the probabilities at the end are of.
enum class AnswerKind {
  labels,        // of every token read
  next_token,    // behind every token read; none of them is read on
  translation,   // the next word behind those it wrote, and so on to the end
  caption,       // the same, of a picture
  one_label,     // of all that is read together
  hidden_words,  // of every token read: what stands there, also where a mask hides it
  vector,        // no probabilities: one vector for all that is read, to be compared with those of others
  none,          // nothing: there is no output
};

// Whether it consists of words or labels, each with its probability.
constexpr bool answers_in_words(AnswerKind answer) {
  return answer != AnswerKind::vector && answer != AnswerKind::none;
}

// Whether it writes word by word behind a start of its own, not behind what was typed.
constexpr bool writes_from_start(AnswerKind answer) {
  return answer == AnswerKind::translation || answer == AnswerKind::caption;
}

// What an answer is called, the same in every model that gives it.
struct AnswerInfo {
  AnswerKind id;
  const char* kind;     // "a translation": what an answer is
  const char* column;   // "It writes": above the likeliest at every place
  const char* says;     // "The model writes": before what written() says
  const char* meaning;  // "The likeliest word at each place: what the model writes"
};
const AnswerInfo& info(AnswerKind answer);

// What is read is a picture, whose cells are the tokens of the source stream, line by line from the top left.
struct PictureInfo {
  FeaturesConfig features;   // its side, the convolutions, and the grid they end with
  bool class_token = false;  // a token that belongs to no cell stands before them
  // How it takes a picture; none: as 64 x 64 pixels, as the shipped models do (picture.h).
  std::optional<PixelScale> pixels = {};

  int rows() const { return features.cells() + (class_token ? 1 : 0); }
};

// Weights from a file, with nothing behind them: no queries, keys and values, and no answer.
struct GivenWeights {
  std::string file;                // its name
  std::string has;                 // "2 layers, 4 heads in each, 5 × 5"
  std::string says;                // "Every row adds up to 1.": what is to be known of the numbers
  float low = 0, high = 1;         // what all numbers lie between, those that stand for a mask aside
  bool add_up = true;              // every row adds up to 1
  bool columns_add_up = false;     // no row does, and every column: transposed they would be weights
  bool transposed = false;         // rows and columns changed places when the file was read
  std::optional<float> mask = {};  // the number that stands for a mask, -1e9
  int first_row = 0;               // rows before this one are not in the file: those of earlier tokens

  // Whether all numbers are what weights can be.
  bool are_shares() const { return low >= 0 && high <= 1.0001F; }
};
// What is said wherever something behind such weights is asked for.
inline constexpr const char* nothing_behind =
    "Weights from a file come without queries, keys and values, and without an answer.";

struct Anatomy {
  std::vector<StackInfo> stacks;           // in the order of the computation; the last one makes the output
  std::vector<AttentionHeads> attentions;  // in the order of the computation
  AnswerKind answer = AnswerKind::labels;
  bool separate_labels = false;  // each has a probability of its own: they need not add up to 1
  int max_tokens = 0;            // the longest text that it reads
  std::optional<PictureInfo> picture = {};
  bool texts = false;  // it compares the picture with texts, which the other stack reads: they are its labels
  std::optional<GivenWeights> given = {};

  // The stream of what a person types.
  Stream typed() const { return stacks.empty() ? Stream::source : stacks.front().stream; }
  // Null where the model has none.
  const AttentionHeads* find(Attention attention) const;
  const StackInfo* stack(std::string_view name) const;
  // The self-attention of what a person typed; null where that is read without.
  const AttentionHeads* reading() const;
  // The stack without which there is no such attention: "encoder".
  std::string_view missing(Attention attention) const;
  // 0 where the model has no such attention, or no such layer of it.
  int layers(Attention attention) const;
  int heads(Attention attention, int layer) const;
  // Whether any stack is recurrent.
  bool recurrent() const;
  // What a stage without a head shows first: what the first layer ends with. Empty where there is none.
  std::string first_states() const;
  // How many sub-layers each layer of a stack has: its attentions and a feed-forward.
  int sub_layers(std::string_view stack) const;
};

Anatomy anatomy_of(const TransformerConfig& config);

// A head by its place, as a card names it.
struct HeadPlace {
  std::string stack = "encoder";
  std::string attention = "self_attention";
  int layer = 0;
  int head = 0;
  bool operator==(const HeadPlace&) const = default;

  static void fields(auto& self, auto&& visit) {
    visit("stack", self.stack);
    visit("attention", self.attention);
    visit("layer", self.layer);
    visit("head", self.head);
  }
};

// One head among those of a model.
struct HeadChoice {
  Attention attention = Attention::encoder;
  int layer = 0;
  int head = 0;

  // "encoder.1.self_attention.head.0.weights"
  std::string path(std::string_view part) const { return info(attention).path(layer, head, part); }
  bool operator==(const HeadChoice&) const = default;
};

// The nearest head that an attention has.
inline HeadChoice head_within(const AttentionHeads& all, int layer, int head) {
  const int in = std::min(layer, all.layers() - 1);
  return {all.id, in, std::min(head, all.in(in)-1)};
}
// The same of the self-attention of what is read; where there is none as asked for, of an encoder.
inline HeadChoice reading_head(const Anatomy& model, int layer, int head) {
  const AttentionHeads* all = model.reading();
  return all == nullptr ? HeadChoice{Attention::encoder, layer, head} : head_within(*all, layer, head);
}

}  // namespace headlight
