// BERT (Devlin et al. 2019) and DistilBERT (Sanh et al. 2019): a post-norm encoder that guesses the word at
// each place, or gives labels, with learned positions, and in BERT a vector for the text that a token is of.
#include <array>

#include "core/models/foreign.h"
#include "core/text/say.h"

namespace headlight::foreign {
namespace {

TransformerConfig encoder() {
  TransformerConfig config;
  config.decoder_layers = 0;
  config.positions = Positions::learned;
  config.norm_epsilon = 1e-12F;
  config.scaled_embedding = false;
  config.normalized_input = true;
  config.output_transform = true;
  return config;
}

// Which head stands on the encoder, by the name of its class. `pooling`: of the one that labels a text.
void take_head(const ForeignConfig& c, Classifier pooling, TransformerConfig& config) {
  const std::string name = c.architecture();
  const auto is = [&](std::string_view end) { return name.ends_with(end); };
  if (name.empty() || is("ForMaskedLM") || is("ForPreTraining")) return;
  if (is("ForSequenceClassification")) {
    config.classifier = pooling;
  } else if (is("ForTokenClassification")) {
    config.classifier = Classifier::tokens;
  } else {
    fail_field("architectures",
               say("is {name}, which guesses nothing; of this kind Headlight reads models that guess words "
                   "(ForMaskedLM) or give labels (ForSequenceClassification, ForTokenClassification)",
                   {{"name", name}}));
  }
  config.output_transform = false;
  config.tied_output = false;
  config.target_words = c.label_count();
  // Of tokens each has one label, whatever is said of texts.
  config.separate_labels = c.separate_labels() && (config.labels_text() || config.target_words == 1);
}

std::optional<Vocabulary> bert_labels(const ForeignConfig& c) {
  if (!c.architecture().ends_with("Classification")) return std::nullopt;
  return labels_of(c, c.label_count());
}

std::any bert_config(const ForeignConfig& c) {
  c.refuse("is_decoder", "makes it a decoder, which Headlight cannot compute");
  c.refuse("add_cross_attention", "asks for an encoder, which Headlight cannot compute");
  if (c.text("position_embedding_type", "absolute") != "absolute")
    fail_field("position_embedding_type", "is not \"absolute\", the only kind that Headlight computes");
  TransformerConfig config = encoder();
  config.d_model = c.whole("hidden_size", 768);
  config.d_ff = c.whole("intermediate_size", 3072);
  config.encoder_layers = c.whole("num_hidden_layers", 12);
  config.encoder_heads = c.whole("num_attention_heads", 12);
  config.source_words = config.target_words = c.whole("vocab_size", 30522);
  config.max_tokens = c.whole("max_position_embeddings", 512);
  config.token_types = c.whole("type_vocab_size", 2);
  config.norm_epsilon = static_cast<float>(c.real("layer_norm_eps", 1e-12));
  config.feed_forward = c.activation("hidden_act", "gelu");
  config.tied_output = c.flag("tie_word_embeddings", true);
  take_head(c, Classifier::first_tanh, config);
  config.check();
  return config;
}

std::any distilbert_config(const ForeignConfig& c) {
  TransformerConfig config = encoder();
  config.d_model = c.whole("dim", 768);
  config.d_ff = c.whole("hidden_dim", 3072);
  config.encoder_layers = c.whole("n_layers", 6);
  config.encoder_heads = c.whole("n_heads", 12);
  config.source_words = config.target_words = c.whole("vocab_size", 30522);
  config.max_tokens = c.whole("max_position_embeddings", 512);
  config.feed_forward = c.activation("activation", "gelu");
  config.tied_output = c.flag("tie_word_embeddings", true);
  take_head(c, Classifier::first_relu, config);
  config.check();
  return config;
}

Ends no_ends(const ForeignConfig&, const TransformerConfig&) { return {}; }

constexpr std::array bert_tensors{
    TensorRule{"source.embedding", "embeddings.word_embeddings.weight"},
    TensorRule{"source.positions", "embeddings.position_embeddings.weight"},
    TensorRule{"source.type_vectors", "embeddings.token_type_embeddings.weight"},
    TensorRule{"source.normalized", "embeddings.LayerNorm", Layout::norm},
    TensorRule{"encoder.#.self_attention.query", "encoder.layer.#.attention.self.query", Layout::linear},
    TensorRule{"encoder.#.self_attention.key", "encoder.layer.#.attention.self.key", Layout::linear},
    TensorRule{"encoder.#.self_attention.value", "encoder.layer.#.attention.self.value", Layout::linear},
    TensorRule{"encoder.#.self_attention.projected", "encoder.layer.#.attention.output.dense",
               Layout::linear},
    TensorRule{"encoder.#.normalized_1", "encoder.layer.#.attention.output.LayerNorm", Layout::norm},
    TensorRule{"encoder.#.feed_forward.hidden", "encoder.layer.#.intermediate.dense", Layout::linear},
    TensorRule{"encoder.#.feed_forward.output", "encoder.layer.#.output.dense", Layout::linear},
    TensorRule{"encoder.#.normalized_2", "encoder.layer.#.output.LayerNorm", Layout::norm},
    TensorRule{"transformed", "cls.predictions.transform.dense", Layout::linear},
    TensorRule{"transformed_normalized", "cls.predictions.transform.LayerNorm", Layout::norm},
    TensorRule{"output.weight", "cls.predictions.decoder", Layout::linear},
    TensorRule{"output.bias", "cls.predictions.bias"},
    TensorRule{"pooled", "pooler.dense", Layout::linear},
    TensorRule{"classifier", "classifier", Layout::linear}};

constexpr std::array bert_same{
    SameTensor{"embeddings.word_embeddings.weight", "cls.predictions.decoder.weight"},
    SameTensor{"cls.predictions.bias", "cls.predictions.decoder.bias"}};

// The question whether a second text follows the first.
constexpr std::array<std::string_view, 2> bert_ignored{"pooler.", "cls.seq_relationship."};

constexpr std::array distilbert_tensors{
    TensorRule{"source.embedding", "embeddings.word_embeddings.weight"},
    TensorRule{"source.positions", "embeddings.position_embeddings.weight"},
    TensorRule{"source.normalized", "embeddings.LayerNorm", Layout::norm},
    TensorRule{"encoder.#.self_attention.query", "transformer.layer.#.attention.q_lin", Layout::linear},
    TensorRule{"encoder.#.self_attention.key", "transformer.layer.#.attention.k_lin", Layout::linear},
    TensorRule{"encoder.#.self_attention.value", "transformer.layer.#.attention.v_lin", Layout::linear},
    TensorRule{"encoder.#.self_attention.projected", "transformer.layer.#.attention.out_lin", Layout::linear},
    TensorRule{"encoder.#.normalized_1", "transformer.layer.#.sa_layer_norm", Layout::norm},
    TensorRule{"encoder.#.feed_forward.hidden", "transformer.layer.#.ffn.lin1", Layout::linear},
    TensorRule{"encoder.#.feed_forward.output", "transformer.layer.#.ffn.lin2", Layout::linear},
    TensorRule{"encoder.#.normalized_2", "transformer.layer.#.output_layer_norm", Layout::norm},
    TensorRule{"transformed", "vocab_transform", Layout::linear},
    TensorRule{"transformed_normalized", "vocab_layer_norm", Layout::norm},
    TensorRule{"output", "vocab_projector", Layout::linear},
    TensorRule{"pooled", "pre_classifier", Layout::linear},
    TensorRule{"classifier", "classifier", Layout::linear}};

constexpr std::array distilbert_same{
    SameTensor{"embeddings.word_embeddings.weight", "vocab_projector.weight"}};

}  // namespace

constinit const ForeignFamily bert{.type = "bert",
                                   .title = "BERT",
                                   .family = TransformerConfig::family,
                                   .prefix = "bert.",
                                   .config = bert_config,
                                   .ends = no_ends,
                                   .tensors = bert_tensors,
                                   .same = bert_same,
                                   .ignored = bert_ignored,
                                   .labels = bert_labels};
constinit const ForeignFamily distilbert{.type = "distilbert",
                                         .title = "DistilBERT",
                                         .family = TransformerConfig::family,
                                         .prefix = "distilbert.",
                                         .config = distilbert_config,
                                         .ends = no_ends,
                                         .tensors = distilbert_tensors,
                                         .same = distilbert_same,
                                         .labels = bert_labels};

}  // namespace headlight::foreign
