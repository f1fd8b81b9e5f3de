#include "core/models/picture_text.h"

#include <cmath>
#include <stdexcept>

#include "core/layers/config_json.h"
#include "core/layers/layers.h"
#include "core/models/transformer.h"
#include "core/tape/ops/ops.h"
#include "core/text/languages.h"
#include "core/text/unicode.h"

namespace headlight {

template std::string to_json(const PictureTextConfig&);
template PictureTextConfig config_from_json(const std::string&);

TransformerConfig PictureTextConfig::of_picture() const {
  return {.d_model = features.channels.back(),
          .d_ff = d_ff,
          .encoder_layers = encoder_layers,
          .encoder_heads = encoder_heads,
          .decoder_layers = 0,
          .source_words = picture().rows(),
          .target_words = 0,
          .max_tokens = picture().rows(),
          .norm_place = NormPlace::pre,
          .norm_epsilon = norm_epsilon,
          .positions = Positions::learned,
          .feed_forward = feed_forward,
          .scaled_embedding = false,
          .normalized_input = true};
}

TransformerConfig PictureTextConfig::of_texts() const {
  return {.d_model = d_text,
          .d_ff = text_ff,
          .encoder_layers = 0,
          .decoder_layers = decoder_layers,
          .decoder_heads = decoder_heads,
          .source_words = 0,
          .target_words = text_words,
          .max_tokens = max_tokens,
          .norm_place = NormPlace::pre,
          .norm_epsilon = norm_epsilon,
          .positions = Positions::learned,
          .feed_forward = feed_forward,
          .scaled_embedding = false,
          .output_bias = false};
}

PictureInfo PictureTextConfig::picture() const {
  PictureInfo info{features, true};
  if (pixel_mean.empty()) return info;
  info.pixels = PixelScale{.resample = pixel_resample};
  for (std::size_t c = 0; c < 3; ++c) {
    info.pixels->mean[c] = static_cast<float>(pixel_mean.at(c));
    info.pixels->deviation[c] = static_cast<float>(pixel_deviation.at(c));
  }
  return info;
}

void PictureTextConfig::check() const {
  features.check();
  if (pixel_mean.size() != pixel_deviation.size() || (!pixel_mean.empty() && pixel_mean.size() != 3))
    throw std::invalid_argument(
        "\"pixel_mean\" and \"pixel_deviation\" need 3 numbers each: red, green and blue");
  for (const double deviation : pixel_deviation) {
    if (!(deviation > 0)) throw std::invalid_argument("\"pixel_deviation\" must be above 0");
  }
  check_size("encoder_layers", encoder_layers, 1000);
  check_size("decoder_layers", decoder_layers, 1000);
  check_size("d_text", d_text, 65536);
  check_size("d_shared", d_shared, 65536);
  of_picture().check();
  of_texts().check();
}

std::string_view picture_before_texts(std::string_view typed) {
  return trimmed(typed.substr(0, typed.find(before_text)));
}

std::string_view texts_typed(std::string_view typed) {
  const std::size_t at = typed.find(before_text);
  return at == std::string_view::npos ? std::string_view() : typed.substr(at);
}

PictureAndTexts::PictureAndTexts(const PictureTextConfig& config, std::shared_ptr<const Tokenizer> of_texts)
    : Tokenizer(Vocabulary(cell_labels(config.picture()))),
      of_texts_(std::move(of_texts)),
      longest_(config.max_tokens) {}

NormalizedText PictureAndTexts::normalize(std::string_view typed) const {
  picture_of(picture_before_texts(typed));
  return {vocabulary().words(), {}};
}

std::vector<TextRead> PictureAndTexts::texts_behind(std::string_view typed) const {
  constexpr std::size_t most_texts = 16;
  std::vector<TextRead> texts;
  std::string_view rest = texts_typed(typed);
  rest = rest.empty() ? example_texts : rest.substr(1);
  while (true) {
    const std::size_t end = rest.find(before_text);
    const std::string text(trimmed(rest.substr(0, end)));
    if (!text.empty()) {
      std::vector<int> tokens = of_texts_->encoded(text);
      if (static_cast<int>(tokens.size()) > longest_)
        throw std::invalid_argument(in_quotes(text) + " has " + thousands(tokens.size()) +
                                    " tokens; a text may have " + thousands(longest_));
      texts.push_back({text, std::move(tokens)});
    }
    if (texts.size() > most_texts)
      throw std::invalid_argument("there are more than " + thousands(most_texts) + " texts to compare");
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  if (texts.empty()) throw std::invalid_argument("there is no text to compare the picture with");
  return texts;
}

std::vector<TensorSpec> tensors_of(const PictureTextConfig& config) {
  const TransformerConfig picture = config.of_picture();
  std::vector<TensorSpec> specs = features_tensors(config.features);
  specs.push_back({"source.class", {1, picture.d_model}, TensorSpec::Start::embedding});
  // Cells are no words: they have no embedding.
  for (TensorSpec& spec : tensors_of(picture)) {
    if (spec.name != "source.embedding") specs.push_back(std::move(spec));
  }
  for (TensorSpec& spec : tensors_of(config.of_texts())) specs.push_back(std::move(spec));
  specs.push_back(
      {"picture_projected.weight", {picture.d_model, config.d_shared}, TensorSpec::Start::xavier});
  specs.push_back({"text_projected.weight", {config.d_text, config.d_shared}, TensorSpec::Start::xavier});
  specs.push_back({"logit_scale", {1, 1}, TensorSpec::Start::ones});
  return specs;
}

Anatomy anatomy_of(const PictureTextConfig& config) {
  Anatomy anatomy = anatomy_of(config.of_picture());
  const Anatomy texts = anatomy_of(config.of_texts());
  anatomy.stacks.front().from = "features";
  anatomy.stacks.front().title = "Picture";
  anatomy.stacks.push_back(texts.stacks.front());
  anatomy.stacks.back().title = "Texts";
  anatomy.attentions.push_back(texts.attentions.front());
  anatomy.answer = AnswerKind::one_label;
  anatomy.picture = config.picture();
  anatomy.texts = true;
  anatomy.max_tokens = anatomy.picture->rows();
  return anatomy;
}

WordsFile words_for(const PictureTextConfig&, const WordsFile& like) { return {Vocabulary(), like.target}; }

std::unique_ptr<const Tokenizer> tokenizer_of(const PictureTextConfig& config, const WordsFile& words) {
  return std::make_unique<const PictureAndTexts>(config,
                                                 std::make_shared<const WordsBetweenBlanks>(words.target));
}

Ends ends_of(const PictureTextConfig&, const WordsFile&) { return {}; }

namespace {

// Both Transformers on one tape.
class PictureTextRecording {
 public:
  PictureTextRecording(Tape& tape, const PictureTextConfig& config, const Weights& weights,
                       Weights* gradients)
      : config_(config),
        of_picture_(config.of_picture()),
        of_texts_(config.of_texts()),
        picture_(tape, of_picture_, weights, 0.0F, gradients),
        texts_(tape, of_texts_, weights, 0.0F, gradients),
        scale_(std::exp(weights.tensor(weights.index("logit_scale"))(0, 0))) {}

  void read(const ModelInput& input) {
    const int unit = record_unit(picture_.tape(), config_.d_shared);
    read_picture(view(input.pixels), unit);
    read_texts(input.texts, unit);
  }
  int compare() {
    Label logits = output_["logits"];
    logits.rows = Axis::one;
    logits.cols = Axis::text;
    const int cosines =
        picture_.tape().record(output_["cosines"], dot_products(), {of_picture_end_, of_texts_end_});
    return picture_.tape().record(logits, scale(scale_), {cosines});
  }
  void rewind(int size) {
    picture_.rewind(size);
    texts_.rewind(size);
  }

 private:
  // Of all that it ends with, the class token alone is read.
  void read_picture(ConstView pixels, int unit) {
    Tape& tape = picture_.tape();
    const Block stream{Family::stream, "source"};
    int x = record_features(picture_, config_.features, pixels);
    x = tape.record(stream["with_class"], stack(), {picture_.parameter("source.class"), x});
    x = record_normalized(picture_, stream["normalized"], record_cell_positions(picture_, x));
    x = record_encoder_layers(picture_, x);
    x = tape.record(Block{Family::stack, "encoder"}["class_token"], rows(0, 1), {x});
    x = projected(picture_, "picture_projected", x);
    of_picture_end_ = record_direction(tape, output_["picture_unit"], x, unit);
  }
  // All texts one below the other, none of which sees another.
  void read_texts(const std::vector<TextRead>& texts, int unit) {
    Tape& tape = texts_.tape();
    std::vector<int> tokens, places, numbers;
    std::vector<float> ends;
    for (const TextRead& each : texts) {
      for (std::size_t i = 0; i < each.tokens.size(); ++i) {
        places.push_back(static_cast<int>(i));
        numbers.push_back(static_cast<int>(ends.size()));
      }
      tokens.insert(tokens.end(), each.tokens.begin(), each.tokens.end());
      ends.push_back(static_cast<float>(tokens.size() - 1));
    }
    const bool several = texts.size() > 1;
    const SentenceRows rows = several ? SentenceRows{.places = places, .sentences = numbers} : SentenceRows{};
    int x = record_decoder(texts_, tokens, -1, rows);
    const int at = tape.constant(output_["text_ends"], {ends.data(), {static_cast<int>(ends.size()), 1}});
    x = tape.record(output_["text_end"], lookup(), {at, x});
    x = projected(texts_, "text_projected", x);
    of_texts_end_ = record_direction(tape, output_["text_unit"], x, unit);
  }
  int projected(Recording& recording, const std::string& name, int x) {
    return recording.tape().record(output_[name], linear(0, config_.d_shared),
                                   {x, recording.parameter(name + ".weight")});
  }

  const PictureTextConfig& config_;
  TransformerConfig of_picture_, of_texts_;
  Recording picture_, texts_;
  Block output_{Family::output, ""};
  float scale_;
  int of_picture_end_ = -1, of_texts_end_ = -1;
};

}  // namespace

Recorder recorder_of(Tape& tape, const PictureTextConfig& config, const Weights& weights,
                     const RecorderOptions& options) {
  const auto recording = std::make_shared<PictureTextRecording>(tape, config, weights, options.gradients);
  return {.read = [=](const ModelInput& input) { recording->read(input); },
          .write = [=](std::span<const int>, int) { return recording->compare(); },
          .rewind = [=](int size) { recording->rewind(size); }};
}

const ModelFamily& picture_text_family() {
  static const ModelFamily family = family_row<PictureTextConfig>();
  return family;
}

}  // namespace headlight
