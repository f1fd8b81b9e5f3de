#include "core/layers/config.h"

#include <cmath>
#include <stdexcept>

#include "core/layers/config_json.h"

namespace headlight {

void check_size(const char* name, int value, int most) {
  if (value < 1 || value > most) {
    throw std::invalid_argument(std::string("\"") + name + "\" must be from 1 to " + std::to_string(most) +
                                ", not " + std::to_string(value));
  }
}

const EnumNames<NormPlace>& names_of(NormPlace) {
  static const EnumNames<NormPlace> names{{NormPlace::post, "post"}, {NormPlace::pre, "pre"}};
  return names;
}
const EnumNames<Normalization>& names_of(Normalization) {
  static const EnumNames<Normalization> names{{Normalization::layer, "layer"},
                                              {Normalization::scale_only, "scale_only"},
                                              {Normalization::rms, "rms"}};
  return names;
}
const EnumNames<Positions>& names_of(Positions) {
  static const EnumNames<Positions> names{{Positions::sinusoidal, "sinusoidal"},
                                          {Positions::learned, "learned"},
                                          {Positions::none, "none"},
                                          {Positions::appended, "appended"},
                                          {Positions::relative, "relative"},
                                          {Positions::alibi, "alibi"},
                                          {Positions::rotary, "rotary"},
                                          {Positions::counted, "counted"},
                                          {Positions::divided, "divided"},
                                          {Positions::sines, "sines"}};
  return names;
}
const EnumNames<Classifier>& names_of(Classifier) {
  static const EnumNames<Classifier> names{{Classifier::none, "none"},
                                           {Classifier::tokens, "tokens"},
                                           {Classifier::first_tanh, "first_tanh"},
                                           {Classifier::first_relu, "first_relu"}};
  return names;
}

const EnumNames<Pooling>& names_of(Pooling) {
  static const EnumNames<Pooling> names{
      {Pooling::none, "none"}, {Pooling::mean, "mean"}, {Pooling::first, "first"}};
  return names;
}

const EnumNames<FeedForward>& names_of(FeedForward) {
  static const EnumNames<FeedForward> names{
      {FeedForward::relu, "relu"},           {FeedForward::gelu, "gelu"},
      {FeedForward::gelu_tanh, "gelu_tanh"}, {FeedForward::gelu_sigmoid, "gelu_sigmoid"},
      {FeedForward::silu, "silu"},           {FeedForward::swiglu, "swiglu"},
      {FeedForward::geglu, "geglu"},         {FeedForward::geglu_tanh, "geglu_tanh"}};
  return names;
}

void TransformerConfig::check() const {
  const auto at_most = [](const char* name, int value, int most) {
    if (value > most) {
      throw std::invalid_argument(std::string("\"") + name + "\" must be at most " + std::to_string(most));
    }
  };
  const auto positive = [](const char* name, int value) {
    if (value <= 0) throw std::invalid_argument(std::string("\"") + name + "\" must be above 0");
  };
  at_most("d_model", d_model, 65536);
  at_most("d_ff", d_ff, 1 << 20);
  at_most("encoder_layers", encoder_layers, 1000);
  at_most("decoder_layers", decoder_layers, 1000);
  at_most("max_tokens", max_tokens, 1 << 20);
  if (decoder_window < 0) throw std::invalid_argument("\"decoder_window\" must not be below 0");
  if (query_norm && normalization != Normalization::rms)
    throw std::invalid_argument("\"query_norm\" needs \"normalization\" rms");
  if (!first_norm && norm_place != NormPlace::pre)
    throw std::invalid_argument("\"first_norm\" off needs \"norm_place\" pre");
  if (output_norm && norm_place != NormPlace::pre)
    throw std::invalid_argument("\"output_norm\" needs \"norm_place\" pre");
  for (const auto& [name, cap] : {std::pair{"score_cap", score_cap}, std::pair{"logit_cap", logit_cap}}) {
    if (!(cap >= 0) || !std::isfinite(cap))
      throw std::invalid_argument(std::string("\"") + name + "\" must not be below 0");
  }
  if (window_base != 0 && position_trained != 0)
    throw std::invalid_argument("\"window_base\" needs turns that are all slowed down alike, or not at all");
  if (window_base != 0 && (!(window_base > 1) || !std::isfinite(window_base)))
    throw std::invalid_argument("\"window_base\" must be above 1, or 0 for none");
  if (parallel && (norm_place != NormPlace::pre || (encoder_layers > 0 && decoder_layers > 0)))
    throw std::invalid_argument("\"parallel\" needs pre-norm, and an encoder or a decoder alone");
  const auto has_heads = [&](const char* name, int heads) {
    positive(name, heads);
    at_most(name, heads, (1 << 20) / std::max(head_size, 1));
    if (head_size == 0 && d_model % heads != 0) {
      throw std::invalid_argument(std::string("\"") + name + "\" (" + std::to_string(heads) +
                                  ") must divide d_model (" + std::to_string(d_model) +
                                  ") where no \"head_size\" is given");
    }
  };
  positive("d_model", d_model);
  positive("d_ff", d_ff);
  at_most("head_size", head_size, 65536);
  positive("max_tokens", max_tokens);
  if (encoder_layers == 0 && decoder_layers == 0)
    throw std::invalid_argument("\"encoder_layers\" and \"decoder_layers\" must not both be 0");
  if (encoder_layers > 0) {
    positive("source_words", source_words);
    has_heads("encoder_heads", encoder_heads);
  } else if (source_words > 0) {
    throw std::invalid_argument("\"source_words\" must be 0 without an encoder");
  }
  if (decoder_layers > 0) {
    positive("target_words", target_words);
    has_heads("decoder_heads", decoder_heads);
  }
  if (encoder_layers > 0 && decoder_layers > 0) has_heads("cross_heads", cross_heads);
  const auto shares = [&](int layers, int heads) { return layers > 0 && heads % key_value_heads != 0; };
  if (key_value_heads > 0 && (shares(encoder_layers, encoder_heads) || shares(decoder_layers, decoder_heads)))
    throw std::invalid_argument("\"key_value_heads\" must divide the heads");
  at_most("token_types", token_types, 1 << 16);
  if (pooling != Pooling::none && (decoder_layers > 0 || target_words > 0))
    throw std::invalid_argument(
        "\"pooling\" needs an encoder alone that has no words or labels to answer with");
  if (unit_vector && pooling == Pooling::none)
    throw std::invalid_argument("\"unit_vector\" needs \"pooling\"");
  if (shared_embedding && (encoder_layers == 0 || source_words != target_words))
    throw std::invalid_argument("\"shared_embedding\" needs as many words read as written");
  check_positions();
  if (!(norm_epsilon > 0) || !std::isfinite(norm_epsilon)) {
    throw std::invalid_argument("\"norm_epsilon\" must be above 0");
  }
}

void TransformerConfig::check_positions() const {
  const auto fail = [](const std::string& what) { throw std::invalid_argument(what); };
  if (positions == Positions::appended) {
    if (position_dimensions <= 0 || position_dimensions >= d_model) {
      fail("\"position_dimensions\" must be above 0 and below d_model (" + std::to_string(d_model) + ")");
    }
    if (decoder_layers > 0 && tied_output) {
      fail("\"tied_output\" needs word vectors as wide as d_model; appended positions leave them fewer");
    }
  }
  if (distance_bias && positions != Positions::learned) fail("\"distance_bias\" needs \"positions\" learned");
  if (has_distances() && (position_reach <= 0 || position_reach > 1 << 16)) {
    fail("\"position_reach\" must be from 1 to 65536");
  }
  if (position_columns < 0 || position_columns > d_model)
    fail("\"position_columns\" must be from 0 to d_model (" + std::to_string(d_model) + ")");
  if (positions == Positions::divided && decoder_layers > 0)
    fail("a decoder that is still writing cannot know how long its text will be");
  if ((positions == Positions::rotary || position_sinusoids()) &&
      (!(position_base > 1) || !std::isfinite(position_base)))
    fail("\"position_base\" must be above 1");
  if (rotated_size > 0 && !position_halves)
    fail("\"rotated_size\" needs \"position_halves\": pairs that are a half apart");
  if (positions == Positions::rotary) {
    const auto odd = [&](int layers, int heads) {
      const int size = rotated_size > 0 ? rotated_size : size_of_head(heads);
      return layers > 0 && (size % 2 != 0 || size > size_of_head(heads));
    };
    if (odd(encoder_layers, encoder_heads) || odd(decoder_layers, decoder_heads)) {
      fail("rotary positions turn pairs: every head must have an even number of dimensions that turn");
    }
  }
  if (!(position_factor > 0) || !std::isfinite(position_factor)) fail("\"position_factor\" must be above 0");
  if (!(position_slow_turns < position_fast_turns))
    fail("\"position_slow_turns\" must be below \"position_fast_turns\"");
  if (positions == Positions::alibi && (!(position_slope > 0) || !std::isfinite(position_slope))) {
    fail("\"position_slope\" must be above 0");
  }
  if (position_one_sided && (causal_encoder || decoder_layers > 0)) {
    fail("\"position_one_sided\" needs heads that may look both ways: no decoder, no causal encoder");
  }
}

std::string name_of(Positions kind) { return name_of(names_of(kind), kind); }

template std::string to_json(const TransformerConfig&);
template TransformerConfig config_from_json(const std::string&);

}  // namespace headlight
