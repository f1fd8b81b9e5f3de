#include "core/models/anatomy.h"

#include <array>
#include <numeric>

#include "core/layers/sites.h"

namespace headlight {
namespace {

constexpr std::array attention_table{
    AttentionInfo{.id = Attention::encoder,
                  .name = "encoder",
                  .stack = "encoder",
                  .part = "self_attention",
                  .title = "Encoder self-attention",
                  .layer = "Encoder layer",
                  .kind = "self-attention",
                  .head = "head",
                  .group = "Encoder",
                  .brief = "enc",
                  .asks = Stream::source,
                  .asked = Stream::source},
    AttentionInfo{.id = Attention::decoder,
                  .name = "decoder",
                  .stack = "decoder",
                  .part = "self_attention",
                  .title = "Decoder self-attention",
                  .layer = "Decoder layer",
                  .kind = "self-attention",
                  .head = "head",
                  .group = "Decoder",
                  .brief = "dec",
                  .asks = Stream::target,
                  .asked = Stream::target},
    AttentionInfo{.id = Attention::cross,
                  .name = "cross",
                  .stack = "decoder",
                  .part = "cross_attention",
                  .title = "Cross-attention",
                  .layer = "Decoder layer",
                  .kind = "cross-attention",
                  .head = "cross-attention head",
                  .group = "Cross-attention",
                  .brief = "cross",
                  .asks = Stream::target,
                  .asked = Stream::source},
};

constexpr std::array answer_table{
    AnswerInfo{AnswerKind::labels, "a label for each token", "Its labels", "The model labels",
               "The most probable label at each position"},
    AnswerInfo{AnswerKind::next_token, "the next token", "Next token", "Most probable next token",
               "The token that most probably comes next, after each position"},
    AnswerInfo{AnswerKind::translation, "a translation", "It writes", "The model writes",
               "The most probable word at each position: what the model writes"},
    AnswerInfo{AnswerKind::caption, "a caption", "It writes", "The model writes",
               "The most probable word at each position: what the model writes about the picture"},
    AnswerInfo{AnswerKind::one_label, "one label", "Its answer", "The model answers",
               "The most probable label for everything it read"},
    AnswerInfo{AnswerKind::hidden_words, "the hidden words", "Its guesses", "The model guesses",
               "The most probable word at each place, hidden or not"},
    AnswerInfo{AnswerKind::vector, "one vector", "Its vector", "The model answers",
               "One row of numbers for the whole sentence, to be compared with those of other sentences"},
    AnswerInfo{AnswerKind::none, "no answer", "No answer", "No answer", nothing_behind},
};

}  // namespace

const AnswerInfo& info(AnswerKind answer) { return answer_table.at(static_cast<std::size_t>(answer)); }

std::string_view title_of(RecurrentCell cell) {
  constexpr std::array<std::string_view, 3> titles{"RNN", "GRU", "LSTM"};
  return titles.at(static_cast<std::size_t>(cell));
}

std::vector<std::string> recurrent_ends() { return {"readout", "annotations", "states"}; }

std::string AttentionInfo::block(int layer_number) const {
  return std::string(stack) + "." + std::to_string(layer_number) + "." + std::string(part);
}

std::string AttentionInfo::path(int layer_number, int head_number, std::string_view site) const {
  return head_path(stack, layer_number, part, head_number, site);
}

std::span<const AttentionInfo> attentions() { return attention_table; }

const AttentionInfo& info(Attention attention) {
  return attention_table.at(static_cast<std::size_t>(attention));
}

const EnumNames<Attention>& attention_names() {
  static const EnumNames<Attention> names = [] {
    EnumNames<Attention> all;
    for (const AttentionInfo& each : attention_table) all.emplace_back(each.id, each.name);
    return all;
  }();
  return names;
}

Attention attention_of(std::string_view stack, std::string_view part) {
  for (const AttentionInfo& each : attention_table) {
    if (each.stack == stack && (each.part == part || part.empty())) return each.id;
  }
  return Attention::encoder;
}

int AttentionHeads::count() const { return std::accumulate(heads.begin(), heads.end(), 0); }

int AttentionHeads::number_of(Place place) const {
  return std::accumulate(heads.begin(), heads.begin() + std::clamp(place.layer, 0, layers()), place.head);
}

AttentionHeads::Place AttentionHeads::place_of(int number) const {
  number = std::clamp(number, 0, std::max(count() - 1, 0));
  Place place{0, number};
  while (place.head >= in(place.layer) && place.layer + 1 < layers()) place.head -= heads[place.layer++];
  return place;
}

const AttentionHeads* Anatomy::find(Attention attention) const {
  const auto found = std::find_if(attentions.begin(), attentions.end(),
                                  [&](const AttentionHeads& each) { return each.id == attention; });
  return found == attentions.end() ? nullptr : &*found;
}

const AttentionHeads* Anatomy::reading() const {
  const auto found = std::find_if(attentions.begin(), attentions.end(), [&](const AttentionHeads& each) {
    return !each.info().crosses() && each.info().asks == typed();
  });
  return found == attentions.end() ? nullptr : &*found;
}

const StackInfo* Anatomy::stack(std::string_view name) const {
  const auto found =
      std::find_if(stacks.begin(), stacks.end(), [&](const StackInfo& each) { return each.name == name; });
  return found == stacks.end() ? nullptr : &*found;
}

std::string_view Anatomy::missing(Attention attention) const {
  const AttentionInfo& about = headlight::info(attention);
  if (stack(about.stack) == nullptr) return about.stack;
  const auto reads =
      std::find_if(attention_table.begin(), attention_table.end(),
                   [&](const AttentionInfo& each) { return !each.crosses() && each.asks == about.asked; });
  return reads->stack;
}

int Anatomy::layers(Attention attention) const {
  const AttentionHeads* const found = find(attention);
  return found == nullptr ? 0 : found->layers();
}

int Anatomy::heads(Attention attention, int layer) const {
  const AttentionHeads* const found = find(attention);
  return found == nullptr ? 0 : found->in(layer);
}

bool Anatomy::recurrent() const {
  return std::any_of(stacks.begin(), stacks.end(),
                     [](const StackInfo& stack) { return stack.recurrence.has_value(); });
}

std::string Anatomy::first_states() const {
  const auto first =
      std::find_if(stacks.begin(), stacks.end(), [](const StackInfo& stack) { return stack.layers > 0; });
  return first == stacks.end() ? "" : std::string(first->name) + ".0." + first->ends.back();
}

int Anatomy::sub_layers(std::string_view stack) const {
  const auto own = std::count_if(attentions.begin(), attentions.end(),
                                 [&](const AttentionHeads& each) { return each.info().stack == stack; });
  return static_cast<int>(own) + 1;
}

Anatomy anatomy_of(const TransformerConfig& config) {
  const auto each_layer = [](int layers, int heads) {
    return std::vector<int>(static_cast<std::size_t>(layers), heads);
  };
  // Behind so many sub-layers.
  const auto ends = [&](int sub_layers) {
    return std::vector{(config.norm_place == NormPlace::pre ? "residual_" : "normalized_") +
                       std::to_string(sub_layers)};
  };
  Anatomy anatomy;
  anatomy.max_tokens = config.max_tokens;
  const bool encodes = config.encoder_layers > 0;
  if (encodes) {
    anatomy.stacks.push_back(
        {"encoder", "Encoder", Stream::source, "source", config.encoder_layers, ends(2)});
    anatomy.attentions.push_back(
        {Attention::encoder, each_layer(config.encoder_layers, config.encoder_heads), config.causal_encoder});
  }
  if (config.decoder_layers == 0) {
    if (config.labels_text()) anatomy.answer = AnswerKind::one_label;
    anatomy.separate_labels = config.classifier != Classifier::none && config.separate_labels;
    if (config.output_transform && config.classifier == Classifier::none)
      anatomy.answer = AnswerKind::hidden_words;
    if (config.pooling != Pooling::none) anatomy.answer = AnswerKind::vector;
    return anatomy;
  }
  anatomy.stacks.push_back(
      {"decoder", "Decoder", Stream::target, "target", config.decoder_layers, ends(encodes ? 3 : 2)});
  anatomy.attentions.push_back(
      {Attention::decoder, each_layer(config.decoder_layers, config.decoder_heads), true});
  anatomy.answer = AnswerKind::next_token;
  if (!encodes) return anatomy;
  anatomy.attentions.push_back(
      {Attention::cross, each_layer(config.decoder_layers, config.cross_heads), false});
  anatomy.answer = AnswerKind::translation;
  return anatomy;
}

}  // namespace headlight
