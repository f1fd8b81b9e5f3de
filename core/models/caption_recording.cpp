#include "core/models/caption_recording.h"

#include "core/models/transformer.h"
#include "core/tape/ops/ops.h"

namespace headlight {

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

}  // namespace headlight
