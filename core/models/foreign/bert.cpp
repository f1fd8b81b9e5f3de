// BERT (Devlin et al. 2019), RoBERTa (Liu et al. 2019) and DistilBERT (Sanh et al. 2019): a post-norm encoder
// that guesses the word at each place, or gives labels, with learned positions, and in BERT and RoBERTa a
// vector for the text that a token is of. CamemBERT and XLM-R (Martin et al. 2020, Conneau et al. 2020) are
// RoBERTas; MPNet (Song et al. 2020) is one with a bias for the distance too, which all layers share, as in
// T5.
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
  // A body without a head: what becomes of its rows a single file says here, and a folder to
  // sentence_pooling().
  if (c.body_alone() || is("BertModel") || is("RobertaModel") || is("CamembertModel") || is("MPNetModel")) {
    config.pooling = c.flag("pooling_mode_cls_token", false) ? Pooling::first : Pooling::mean;
    config.output_transform = config.tied_output = false;
    config.target_words = 0;
    return;
  }
  if (name.empty() || is("ForMaskedLM") || is("ForPreTraining")) return;
  if (is("ForSequenceClassification")) {
    config.classifier = pooling;
  } else if (is("ForTokenClassification")) {
    config.classifier = Classifier::tokens;
  } else {
    fail_field(
        "architectures",
        say("is {name}, which guesses nothing; of this kind Headlight reads models that guess words "
            "(ForMaskedLM), give labels (ForSequenceClassification, ForTokenClassification) or end with "
            "a vector (BertModel)",
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

TransformerConfig read_bert(const ForeignConfig& c, int most, int types) {
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
  config.max_tokens = c.whole("max_position_embeddings", most);
  config.token_types = c.whole("type_vocab_size", types);
  config.norm_epsilon = static_cast<float>(c.real("layer_norm_eps", 1e-12));
  config.feed_forward = c.activation("hidden_act", "gelu");
  config.tied_output = c.flag("tie_word_embeddings", true);
  take_head(c, Classifier::first_tanh, config);
  return config;
}

std::any bert_config(const ForeignConfig& c) {
  const TransformerConfig config = read_bert(c, 512, 2);
  config.check();
  return config;
}

// The table of positions has a row for padding, and one before it that nothing reads: the first token stands
// at the third.
constexpr int before_positions = 2;

std::any roberta_config(const ForeignConfig& c) {
  TransformerConfig config = read_bert(c, 514, 1);
  if (c.whole("pad_token_id", 1) != before_positions - 1)
    fail_field("pad_token_id", "is not 1; Headlight knows only tables of positions that begin behind that");
  if (config.output_transform && config.feed_forward != FeedForward::gelu)
    fail_field("hidden_act",
               "is not gelu, but the words are always guessed with that: Headlight computes one");
  config.max_tokens -= before_positions;
  if (config.max_tokens < 1) fail_field("max_position_embeddings", "must be above 2");
  config.check();
  return config;
}

std::any mpnet_config(const ForeignConfig& c) {
  if (c.whole("relative_attention_num_buckets", 32) != 32)
    fail_field("relative_attention_num_buckets",
               "is not 32, the only number of distances that Headlight reads");
  auto config = std::any_cast<TransformerConfig>(roberta_config(c));
  config.token_types = 0;
  config.distance_bias = true;
  config.position_reach = 128;
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

template <std::size_t N, std::size_t M>
constexpr std::array<TensorRule, N + M> joined(const std::array<TensorRule, N>& first,
                                               const std::array<TensorRule, M>& then) {
  std::array<TensorRule, N + M> all{};
  for (std::size_t i = 0; i < N + M; ++i) all[i] = i < N ? first[i] : then[i - N];
  return all;
}

constexpr std::array body_tensors{
    TensorRule{"source.embedding", "embeddings.word_embeddings.weight"},
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
    TensorRule{"encoder.#.normalized_2", "encoder.layer.#.output.LayerNorm", Layout::norm}};

constexpr std::array bert_tensors = joined(
    body_tensors,
    std::array{TensorRule{"source.positions", "embeddings.position_embeddings.weight"},
               TensorRule{"transformed", "cls.predictions.transform.dense", Layout::linear},
               TensorRule{"transformed_normalized", "cls.predictions.transform.LayerNorm", Layout::norm},
               TensorRule{"output.weight", "cls.predictions.decoder", Layout::linear},
               TensorRule{"output.bias", "cls.predictions.bias"},
               TensorRule{"pooled", "pooler.dense", Layout::linear},
               TensorRule{"classifier", "classifier", Layout::linear}});

constexpr std::array bert_same{
    SameTensor{"embeddings.word_embeddings.weight", "cls.predictions.decoder.weight"},
    SameTensor{"cls.predictions.bias", "cls.predictions.decoder.bias"}};

// The question whether a second text follows the first.
constexpr std::array<std::string_view, 2> bert_ignored{"pooler.", "cls.seq_relationship."};

constexpr std::array roberta_tensors =
    joined(body_tensors, std::array{TensorRule{.ours = "source.positions",
                                               .theirs = "embeddings.position_embeddings.weight",
                                               .skipped = before_positions},
                                    TensorRule{"transformed", "lm_head.dense", Layout::linear},
                                    TensorRule{"transformed_normalized", "lm_head.layer_norm", Layout::norm},
                                    TensorRule{"output.weight", "lm_head.decoder", Layout::linear},
                                    TensorRule{"output.bias", "lm_head.bias"},
                                    TensorRule{"pooled", "classifier.dense", Layout::linear},
                                    TensorRule{"classifier", "classifier", Layout::linear}});

// What labels a text has another name than what labels a token.
constexpr std::array roberta_same{SameTensor{"embeddings.word_embeddings.weight", "lm_head.decoder.weight"},
                                  SameTensor{"lm_head.bias", "lm_head.decoder.bias"},
                                  SameTensor{"classifier.weight", "classifier.out_proj.weight"},
                                  SameTensor{"classifier.bias", "classifier.out_proj.bias"}};
constexpr std::array<std::string_view, 1> roberta_ignored{"pooler."};

constexpr std::array mpnet_tensors =
    joined(roberta_tensors,
           std::array{TensorRule{"encoder.#.self_attention.positions",
                                 "encoder.relative_attention_bias.weight", Layout::distances_both}});
constexpr std::array mpnet_renamed{SameTensor{".attention.self.query.", ".attention.attn.q."},
                                   SameTensor{".attention.self.key.", ".attention.attn.k."},
                                   SameTensor{".attention.self.value.", ".attention.attn.v."},
                                   SameTensor{".attention.output.dense.", ".attention.attn.o."},
                                   SameTensor{".attention.output.LayerNorm.", ".attention.LayerNorm."}};

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
constexpr ForeignFamily roberta_row(std::string_view type, std::string_view title) {
  return {.type = type,
          .title = title,
          .family = TransformerConfig::family,
          .prefix = "roberta.",
          .config = roberta_config,
          .ends = no_ends,
          .tensors = roberta_tensors,
          .same = roberta_same,
          .ignored = roberta_ignored,
          .labels = bert_labels};
}
constinit const ForeignFamily roberta = roberta_row("roberta", "RoBERTa");
constinit const ForeignFamily camembert = roberta_row("camembert", "CamemBERT");
constinit const ForeignFamily xlm_roberta = roberta_row("xlm-roberta", "XLM-R");
constinit const ForeignFamily mpnet = [] {
  ForeignFamily row = roberta_row("mpnet", "MPNet");
  row.prefix = "mpnet.";
  row.config = mpnet_config;
  row.tensors = mpnet_tensors;
  row.renamed = mpnet_renamed;
  return row;
}();
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
