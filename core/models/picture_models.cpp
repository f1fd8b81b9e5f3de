#include "core/models/picture_models.h"

#include <stdexcept>

#include "core/layers/config_json.h"
#include "core/models/transformer.h"
#include "core/pictures/picture.h"
#include "core/pictures/scene.h"
#include "core/tape/ops/ops.h"

namespace headlight {

std::vector<std::string> cell_labels(const PictureInfo& picture) {
  std::vector<std::string> labels;
  if (picture.class_token) labels.emplace_back("[class]");
  const int side = picture.features.grid();
  for (int cell = 0; cell < side * side; ++cell) labels.push_back(cell_name(cell, side));
  return labels;
}

NormalizedText PictureCells::normalize(std::string_view typed) const {
  picture_of(typed);
  return {vocabulary().words(), {}};
}

Matrix pixels_of(std::string_view typed, const PictureInfo& picture) {
  if (!picture.pixels) return scaled(picture_of(typed));
  return scaled(pixels_of(typed, picture.features.side, picture.pixels->resample), *picture.pixels);
}

RgbPicture shown_pixels(ConstView rows, const PictureInfo& picture) {
  return picture.pixels ? unscaled(rows, *picture.pixels) : pixels_of(unscaled(rows));
}

std::string text_of_picture(const OwnPicture& own, const PictureInfo& picture) {
  if (!picture.pixels) return data_uri(own.picture);
  const int side = picture.features.side;
  return data_uri(resized(own.whole, side, side, picture.pixels->resample));
}

void require_picture_size(const PictureInfo& picture) {
  if (picture.pixels || picture.features.side == Picture::side) return;
  throw std::invalid_argument("\"side\" must be " + std::to_string(Picture::side) +
                              ": pictures have as many pixels along a side");
}

namespace {

constexpr int most_words = 1'000'000, most_size = 65536, most_reduced = 1024;

TensorSpec cell_positions(int rows, int channels) {
  return {"source.positions", {rows, channels}, TensorSpec::Start::embedding};
}

}  // namespace

void RecurrentCaptionerConfig::check() const {
  features.check();
  check_size("d_embedding", d_embedding, most_size);
  check_size("d_reduced", d_reduced, most_reduced);
  check_size("d_summary", d_summary, most_size);
  check_size("d_attention", d_attention, most_size);
  check_size("d_state", d_state, most_size);
  check_size("d_readout", d_readout, most_size);
  check_size("target_words", target_words, most_words);
  check_size("max_tokens", max_tokens, 1 << 16);
}

void PictureTransformerConfig::check() const {
  features.check();
  if (pixel_mean.size() != pixel_deviation.size() || (!pixel_mean.empty() && pixel_mean.size() != 3))
    throw std::invalid_argument(
        "\"pixel_mean\" and \"pixel_deviation\" need 3 numbers each: red, green and blue");
  for (const double deviation : pixel_deviation) {
    if (!(deviation > 0)) throw std::invalid_argument("\"pixel_deviation\" must be above 0");
  }
  check_size("encoder_layers", encoder_layers, 1000);
  check_size("target_words", target_words, most_words);
  transformer().check();
}

TransformerConfig PictureTransformerConfig::transformer() const {
  return {.d_model = d_model(),
          .d_ff = d_ff,
          .encoder_layers = encoder_layers,
          .encoder_heads = encoder_heads,
          .decoder_layers = decoder_layers,
          .decoder_heads = decoder_heads,
          .cross_heads = cross_heads,
          .source_words = rows(),
          .target_words = target_words,
          .max_tokens = max_tokens,
          .norm_place = NormPlace::pre,
          .norm_epsilon = norm_epsilon,
          .positions = Positions::learned,
          .feed_forward = feed_forward,
          .scaled_embedding = false,
          .tied_output = false,
          .query_bias = query_bias};
}

std::optional<PixelScale> PictureTransformerConfig::pixels() const {
  if (pixel_mean.empty()) return std::nullopt;
  PixelScale scale{.resample = pixel_resample};
  for (std::size_t c = 0; c < 3; ++c) {
    scale.mean[c] = static_cast<float>(pixel_mean[c]);
    scale.deviation[c] = static_cast<float>(pixel_deviation[c]);
  }
  return scale;
}

PictureTransformerConfig vision_transformer_config() {
  return {.features = {.channels = {128, 64}, .kernels = {8, 1}, .strides = {8, 1}, .paddings = {0, 0}},
          .encoder_layers = 2,
          .decoder_layers = 0};
}

template std::string to_json(const RecurrentCaptionerConfig&);
template std::string to_json(const PictureTransformerConfig&);
template RecurrentCaptionerConfig config_from_json(const std::string&);
template PictureTransformerConfig config_from_json(const std::string&);

std::vector<TensorSpec> tensors_of(const RecurrentCaptionerConfig& config) {
  const int channels = config.features.channels.back();
  std::vector<TensorSpec> specs = features_tensors(config.features);
  specs.push_back(cell_positions(config.features.cells(), channels));
  specs.push_back({"features.reduced.weight", {channels, config.d_reduced}, TensorSpec::Start::xavier});
  specs.push_back({"features.reduced.bias", {1, config.d_reduced}, TensorSpec::Start::zeros});
  specs.push_back({"features.summary.weight",
                   {config.features.cells() * config.d_reduced, config.d_summary},
                   TensorSpec::Start::xavier});
  specs.push_back({"features.summary.bias", {1, config.d_summary}, TensorSpec::Start::zeros});
  for (TensorSpec& spec : writer_tensors({.cell = config.cell,
                          .words = config.target_words,
                          .embedding = config.d_embedding,
                          .last = config.d_summary,
                          .context = config.d_context(),
                          .state = config.d_state,
                          .query_input = config.attention ? config.d_state : 0,
                          .alignment = config.d_attention,
                          .readout = config.d_readout}))
    specs.push_back(std::move(spec));
  return specs;
}

// Those of its Transformer, but that cells are no words: they have no embedding, and as many positions as
// there are cells.
std::vector<TensorSpec> tensors_of(const PictureTransformerConfig& config) {
  std::vector<TensorSpec> specs = features_tensors(config.features);
  if (config.has_class_token())
    specs.push_back({"source.class", {1, config.d_model()}, TensorSpec::Start::embedding});
  specs.push_back(cell_positions(config.rows(), config.d_model()));
  for (TensorSpec& spec : tensors_of(config.transformer())) {
    if (!spec.name.starts_with("source.")) specs.push_back(std::move(spec));
  }
  return specs;
}

RecurrentCaptionRecording::RecurrentCaptionRecording(Tape& tape, const RecurrentCaptionerConfig& config,
                                                     const Weights& weights, const PictureTraining& training)
    : recording_(tape, weights, training.dropout, training.gradients),
      config_(config),
      pictures_(training.pictures),
      writer_(
          recording_,
          {.cell = config.cell, .batch = training.pictures, .context_dropout = training.context_dropout}) {}

void RecurrentCaptionRecording::look(ConstView pixels) {
  Tape& tape = recording_.tape();
  const FeaturesConfig& features = config_.features;
  const int grid = record_features(recording_, features, pixels, pictures_);
  const int x = record_cell_positions(recording_, grid, places_of_cells(features.cells(), pictures_));
  const int annotations =
      tape.record(Block{Family::stream, "source"}["annotations"], activate(Activation::relu), {x});
  ReadForWriting read{.last = summary(annotations)};
  if (config_.attention) {
    const std::string cross = "decoder.0.cross_attention";
    const Block attention{Family::attention, cross, Stream::target, Stream::source};
    read.annotations = annotations;
    read.keys =
        recording_.linear(attention.inside(Family::head, "head.0")["key"], annotations, cross + ".key");
    if (pictures_ > 1) read.own = features.cells();
  } else {
    read.context = read.last;
  }
  writer_.begin(read);
}

// The whole picture in one vector.
int RecurrentCaptionRecording::summary(int annotations) {
  Tape& tape = recording_.tape();
  const Block block{Family::features, "features"};
  const int reduced = recording_.linear(block["reduced"], annotations, "features.reduced");
  const int side = config_.features.grid();
  const int sum = tape.record(
      block["summary_sum"], convolve({.height = side, .width = side, .kernel = side, .pictures = pictures_}),
      {reduced, recording_.parameter("features.summary.weight"),
       recording_.parameter("features.summary.bias")});
  return tape.record(block["summary"], activate(Activation::relu), {sum});
}

namespace {

// 0 for the rows of the first, and so on: `each` rows of every one, one after another.
std::vector<int> numbers_of_rows(int each, int pictures) {
  std::vector<int> numbers;
  for (int row = 0; pictures > 1 && row < each * pictures; ++row) numbers.push_back(row / each);
  return numbers;
}

}  // namespace

PictureTransformerRecording::PictureTransformerRecording(Tape& tape, const PictureTransformerConfig& config,
                                                         const Weights& weights,
                                                         const PictureTraining& training)
    : config_(config),
      transformer_(config.transformer()),
      recording_(tape, transformer_, weights, training.dropout, training.gradients),
      pictures_(training.pictures) {}

// The class token of each picture above the cells of all of them.
int PictureTransformerRecording::with_class(int grid) {
  std::vector<int> parts(static_cast<std::size_t>(pictures_), recording_.parameter("source.class"));
  parts.push_back(grid);
  return recording_.tape().record(Block{Family::stream, "source"}["with_class"], stack(), std::move(parts));
}

void PictureTransformerRecording::look(ConstView pixels) {
  const int cells = config_.features.cells();
  int x = record_features(recording_, config_.features, pixels, pictures_);
  std::vector<int> places = places_of_cells(cells, pictures_);
  std::vector<int> pictures = numbers_of_rows(cells, pictures_);
  if (config_.has_class_token()) {
    x = with_class(x);
    for (int& place : places) ++place;
    for (int i = pictures_; pictures_ > 1 && i-- > 0;) {
      places.insert(places.begin(), 0);
      pictures.insert(pictures.begin(), i);
    }
  }
  x = record_cell_positions(recording_, x, places);
  encoded_ = record_encoder_layers(recording_, x, {.sentences = pictures});
}

int PictureTransformerRecording::write(std::span<const int> target) {
  const int length = static_cast<int>(target.size()) / pictures_;
  const std::vector<int> places = places_of_cells(length, pictures_);
  const std::vector<int> captions = numbers_of_rows(length, pictures_);
  const SentenceRows rows{.places = places, .sentences = captions};
  return record_logits(recording_, record_decoder(recording_, target, encoded_, rows));
}

int PictureTransformerRecording::label() {
  const int token = recording_.tape().record(Block{Family::stack, "encoder"}["class_token"],
                                             rows(0, pictures_), {encoded_});
  Label logits = Block{Family::output, ""}["logits"];
  logits.rows = Axis::one;
  return recording_.linear(std::move(logits), token, "output");
}

Anatomy anatomy_of(const RecurrentCaptionerConfig& config) {
  Anatomy anatomy;
  anatomy.stacks.push_back({.name = "encoder",
                            .title = "Encoder",
                            .stream = Stream::source,
                            .input = "source",
                            .from = "features"});
  anatomy.stacks.push_back({.name = "decoder",
                            .title = "Decoder",
                            .stream = Stream::target,
                            .input = "target",
                            .layers = 1,
                            .ends = recurrent_ends(),
                            .recurrence = Recurrence{config.cell}});
  if (config.attention)
    anatomy.attentions.push_back({.id = Attention::cross, .heads = {1}, .additive = true});
  anatomy.answer = AnswerKind::caption;
  anatomy.picture = PictureInfo{config.features};
  anatomy.max_tokens = anatomy.picture->rows();
  return anatomy;
}

Anatomy anatomy_of(const PictureTransformerConfig& config) {
  Anatomy anatomy = anatomy_of(config.transformer());
  anatomy.stacks.front().from = "features";
  anatomy.answer = config.has_class_token() ? AnswerKind::one_label : AnswerKind::caption;
  anatomy.separate_labels = config.has_class_token() && config.separate_labels;
  anatomy.picture = PictureInfo{config.features, config.has_class_token(), config.pixels()};
  anatomy.max_tokens = anatomy.picture->rows();
  return anatomy;
}

Vocabulary caption_vocabulary() {
  std::vector<std::string> words{"<s>", "</s>"};
  for (std::string& word : caption_words()) words.push_back(std::move(word));
  return Vocabulary(std::move(words));
}

Vocabulary shape_labels() { return Vocabulary(shape_answers()); }

WordsFile words_for(const RecurrentCaptionerConfig&, const WordsFile&) {
  return {Vocabulary(), caption_vocabulary()};
}
WordsFile words_for(const PictureTransformerConfig& config, const WordsFile&) {
  return {Vocabulary(), config.has_class_token() ? shape_labels() : caption_vocabulary()};
}

std::unique_ptr<const Tokenizer> tokenizer_of(const RecurrentCaptionerConfig& config, const WordsFile&) {
  return std::make_unique<const PictureCells>(*anatomy_of(config).picture);
}
std::unique_ptr<const Tokenizer> tokenizer_of(const PictureTransformerConfig& config, const WordsFile&) {
  return std::make_unique<const PictureCells>(*anatomy_of(config).picture);
}

Ends ends_of(const RecurrentCaptionerConfig& config, const WordsFile&) {
  return {.start = 0, .end = 1, .most = config.max_tokens};
}
Ends ends_of(const PictureTransformerConfig& config, const WordsFile&) {
  if (config.has_class_token()) return {};
  return {.start = 0, .end = 1, .most = config.max_tokens};
}

Recorder recorder_of(Tape& tape, const RecurrentCaptionerConfig& config, const Weights& weights,
                     const RecorderOptions& options) {
  const auto recording = std::make_shared<RecurrentCaptionRecording>(
      tape, config, weights, PictureTraining{.gradients = options.gradients});
  return {.read = [=](const ModelInput& input) { recording->look(view(input.pixels)); },
          .write = [=](std::span<const int> words, int) { return recording->write(words); },
          .rewind = [=](int size) { recording->rewind(size); }};
}

Recorder recorder_of(Tape& tape, const PictureTransformerConfig& config, const Weights& weights,
                     const RecorderOptions& options) {
  const auto recording = std::make_shared<PictureTransformerRecording>(
      tape, config, weights, PictureTraining{.gradients = options.gradients});
  if (config.has_class_token()) {
    return {.read = [=](const ModelInput& input) { recording->look(view(input.pixels)); },
            .write = [=](std::span<const int>, int) { return recording->label(); },
            .rewind = [=](int size) { recording->rewind(size); }};
  }
  const auto decoder = std::make_shared<DecoderPasses>(recording->layers(), false);
  return {.read =
              [=](const ModelInput& input) {
                recording->look(view(input.pixels));
                decoder->begin(recording->encoded());
              },
          .write = [=, keep = recording](std::span<const int> words,
                                         int from) { return decoder->write(words, from); },
          .resume = [=, keep = recording](std::span<const int> words) { decoder->resume(words); }};
}

}  // namespace headlight
