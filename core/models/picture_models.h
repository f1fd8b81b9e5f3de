// Models that look at pictures: what they read, and two families of them, captioners with a recurrent decoder
// and Transformers.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/layers/features.h"
#include "core/layers/recurrent.h"
#include "core/models/families.h"
#include "core/pictures/picture_file.h"

namespace headlight {

// What a model that looks at pictures makes of a text: the picture that it stands for, and the cells of its
// grid as tokens.

// A picture to begin with.
inline constexpr const char* example_picture =
    "large red circle at 18,22; small blue square at 48,16; large yellow star at 42,46; background 7";

// "r1c1", line by line from the top left; before them "[class]" where there is one.
std::vector<std::string> cell_labels(const PictureInfo& picture);

// A token a cell of the picture that is typed.
class PictureCells final : public Tokenizer {
 public:
  explicit PictureCells(const PictureInfo& picture) : Tokenizer(Vocabulary(cell_labels(picture))) {}
  // All cells. Throws as picture_of() does.
  NormalizedText normalize(std::string_view typed) const override;
  bool has_articles() const override { return false; }
  bool are_typed() const override { return false; }
  std::string_view tokens_called() const override { return "cells"; }
};

// The pixels as a model takes them, [side side, 3]. Throws as picture_of() does.
Matrix pixels_of(std::string_view typed, const PictureInfo& picture);
// And as a person sees them, of such rows.
RgbPicture shown_pixels(ConstView rows, const PictureInfo& picture);
// A picture of one's own as the text that such a model is given.
std::string text_of_picture(const OwnPicture& own, const PictureInfo& picture);

// Throws std::invalid_argument where pictures are of another size than those of picture_of(), and are not
// resized.
void require_picture_size(const PictureInfo& picture);

// <s>, </s> and every word that captions have.
Vocabulary caption_vocabulary();
// What the question of `vit` is answered with (shape_answers).
Vocabulary shape_labels();

// Convolutions and a recurrent decoder that writes a caption, with additive attention on the grid or with one
// vector of the whole picture.
struct RecurrentCaptionerConfig {
  static constexpr const char* family = "recurrent_captioner";
  static constexpr const char* about = "looks at pictures and writes a caption word by word, recurrent";

  FeaturesConfig features = {};
  RecurrentCell cell = RecurrentCell::gru;
  bool attention = false;
  int d_embedding = 32;
  int d_reduced = 16;  // numbers of each cell that the summary is made from
  int d_summary =
      128;  // of the whole picture: the decoder begins with it, without attention it has nothing else
  int d_attention = 64;  // queries and keys
  int d_state = 128;
  int d_readout = 64;
  int target_words = 0;
  int max_tokens = 20;  // of a caption, <s> with them

  bool operator==(const RecurrentCaptionerConfig&) const = default;
  static void fields(auto& self, auto&& visit) {
    FeaturesConfig::fields(self.features, visit);
    visit("cell", self.cell, names_of(self.cell));
    visit("attention", self.attention);
    visit("d_embedding", self.d_embedding);
    visit("d_reduced", self.d_reduced);
    visit("d_summary", self.d_summary);
    visit("d_attention", self.d_attention);
    visit("d_state", self.d_state);
    visit("d_readout", self.d_readout);
    visit("target_words", self.target_words);
    visit("max_tokens", self.max_tokens);
  }
  int d_context() const { return attention ? features.channels.back() : d_summary; }
  // Throws std::invalid_argument naming the field.
  void check() const;
};

// Convolutions and a pre-norm Transformer over the cells, as wide as the last convolution: with a decoder it
// writes a caption, without one a class token in front of the cells answers with one label.
struct PictureTransformerConfig {
  static constexpr const char* family = "picture_transformer";
  static constexpr const char* about =
      "looks at pictures; it writes a caption, or gives one label with --decoder-layers 0";

  FeaturesConfig features = {};
  int d_ff = 128;
  int encoder_layers = 1;
  int encoder_heads = 4;
  int decoder_layers = 1;
  int decoder_heads = 4;
  int cross_heads = 1;
  int target_words = 0;          // or labels
  bool separate_labels = false;  // each label by itself, see TransformerConfig
  int max_tokens = 20;           // of a caption, <s> with them
  FeedForward feed_forward = FeedForward::relu;
  float norm_epsilon = 1e-5F;
  bool query_bias = true;
  // How it takes a picture, see PixelScale: a number for each of red, green and blue. Empty: as 64 x 64
  // pixels, as the shipped models do.
  std::vector<double> pixel_mean = {}, pixel_deviation = {};
  Resample pixel_resample = Resample::bilinear;

  bool operator==(const PictureTransformerConfig&) const = default;
  static void fields(auto& self, auto&& visit) {
    FeaturesConfig::fields(self.features, visit);
    visit("d_ff", self.d_ff);
    visit("encoder_layers", self.encoder_layers);
    visit("encoder_heads", self.encoder_heads);
    visit("decoder_layers", self.decoder_layers);
    visit("decoder_heads", self.decoder_heads);
    visit("cross_heads", self.cross_heads);
    visit("target_words", self.target_words);
    visit("max_tokens", self.max_tokens);
    visit("feed_forward", self.feed_forward, names_of(self.feed_forward),
          LeftOutIf{self.feed_forward == FeedForward::relu});
    visit("norm_epsilon", self.norm_epsilon, LeftOutIf{self.norm_epsilon == 1e-5F});
    visit("query_bias", self.query_bias, LeftOutIf{self.query_bias});
    visit("separate_labels", self.separate_labels, LeftOutIf{!self.separate_labels});
    visit("pixel_mean", self.pixel_mean, MayMiss{});
    visit("pixel_deviation", self.pixel_deviation, MayMiss{});
    visit("pixel_resample", self.pixel_resample, names_of(self.pixel_resample),
          LeftOutIf{self.pixel_mean.empty()});
  }
  int d_model() const { return features.channels.back(); }
  bool has_class_token() const { return decoder_layers == 0; }
  int rows() const { return features.cells() + (has_class_token() ? 1 : 0); }
  std::optional<PixelScale> pixels() const;
  // What its layers go by.
  TransformerConfig transformer() const;
  // Throws std::invalid_argument naming the field.
  void check() const;
};

// A vision Transformer: patches of 8 x 8 pixels, 128 channels, a class token, two layers.
PictureTransformerConfig vision_transformer_config();

// Cells are no words.
inline WordCounts word_counts(const RecurrentCaptionerConfig& config) { return {0, config.target_words}; }
inline WordCounts word_counts(const PictureTransformerConfig& config) { return {0, config.target_words}; }

std::vector<TensorSpec> tensors_of(const RecurrentCaptionerConfig& config);
std::vector<TensorSpec> tensors_of(const PictureTransformerConfig& config);

// What training records that is not looked at on screen.
struct PictureTraining {
  int pictures = 1;           // together
  float dropout = 0;          // of a Transformer's sub-layers; of recurrent states before the readout
  float context_dropout = 0;  // see RecurrentWriter
  Weights* gradients = nullptr;
};

// Convolutions, and a recurrent decoder that is given one vector of the picture (Vinyals et al. 2015) or
// looks at the grid with additive attention (Xu et al. 2015). Of several pictures the words come in time by
// time.
class RecurrentCaptionRecording {
 public:
  // All arguments must outlive it.
  RecurrentCaptionRecording(Tape& tape, const RecurrentCaptionerConfig& config, const Weights& weights,
                            const PictureTraining& training = {});

  // Everything that is made of the pictures before a word is written: pixels [N side side, 3], scaled.
  void look(ConstView pixels);
  // All of the target, <s> first; returns "logits" [T N, target words], a row for each of its words.
  int write(std::span<const int> target) { return writer_.write(target); }
  void rewind(int size) { recording_.rewind(size); }

 private:
  int summary(int annotations);

  LayerRecording recording_;
  const RecurrentCaptionerConfig& config_;
  int pictures_;
  RecurrentWriter writer_;
};

// Convolutions and a Transformer over the cells of their grid. Several pictures are told apart by masks over
// everything: quick only while they are few. Of several the words stand caption by caption, all of one
// length.
class PictureTransformerRecording {
 public:
  // All arguments must outlive it.
  PictureTransformerRecording(Tape& tape, const PictureTransformerConfig& config, const Weights& weights,
                              const PictureTraining& training = {});

  // See RecurrentCaptionRecording.
  void look(ConstView pixels);
  int write(std::span<const int> target);
  // Without a decoder: "logits" [N, target words], of the class token (Dosovitskiy et al. 2021, 3.1).
  int label();
  void rewind(int size) { recording_.rewind(size); }

  Recording& layers() { return recording_; }
  int encoded() const { return encoded_; }  // the node that look() ends with

 private:
  int with_class(int grid);

  const PictureTransformerConfig& config_;
  TransformerConfig transformer_;
  Recording recording_;
  int pictures_;
  int encoded_ = -1;
};

// Their rows in the table of families. A Transformer without a decoder answers one question about a picture,
// with a label: a class token gathers what it needs from the cells (Dosovitskiy et al. 2021, "An image is
// worth 16x16 words").
Anatomy anatomy_of(const RecurrentCaptionerConfig& config);
Anatomy anatomy_of(const PictureTransformerConfig& config);
WordsFile words_for(const RecurrentCaptionerConfig& config, const WordsFile& like = {});
WordsFile words_for(const PictureTransformerConfig& config, const WordsFile& like = {});
std::unique_ptr<const Tokenizer> tokenizer_of(const RecurrentCaptionerConfig& config, const WordsFile& words);
std::unique_ptr<const Tokenizer> tokenizer_of(const PictureTransformerConfig& config, const WordsFile& words);
Ends ends_of(const RecurrentCaptionerConfig& config, const WordsFile& words);
Ends ends_of(const PictureTransformerConfig& config, const WordsFile& words);
inline TransformerConfig transformer_of(const PictureTransformerConfig& config) {
  return config.transformer();
}
Recorder recorder_of(Tape& tape, const RecurrentCaptionerConfig& config, const Weights& weights,
                     const RecorderOptions& options);
Recorder recorder_of(Tape& tape, const PictureTransformerConfig& config, const Weights& weights,
                     const RecorderOptions& options);

}  // namespace headlight
