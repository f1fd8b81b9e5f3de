// Models that compare a picture with texts: one Transformer reads the picture, another one the texts, and
// what they end with is brought into one space, where the cosine of two vectors says how well they fit
// (Radford et al. 2021, "CLIP"). The stack "encoder" reads the picture, "decoder" the texts, each token what
// stands before it; nothing is written.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/models/picture_models.h"

namespace headlight {

struct PictureTextConfig {
  static constexpr const char* family = "picture_text";
  static constexpr const char* about = "compares a picture with texts";

  FeaturesConfig features = {};
  int d_ff = 128;  // of the picture's layers
  int encoder_layers = 1;
  int encoder_heads = 4;
  int d_text = 64;
  int text_ff = 128;
  int decoder_layers = 1;
  int decoder_heads = 4;
  int text_words = 0;
  int max_tokens = 32;  // of each text
  int d_shared = 64;    // numbers of the space that picture and texts share
  FeedForward feed_forward = FeedForward::gelu_sigmoid;
  float norm_epsilon = 1e-5F;
  std::vector<double> pixel_mean = {}, pixel_deviation = {};  // see PictureTransformerConfig
  Resample pixel_resample = Resample::bicubic;

  bool operator==(const PictureTextConfig&) const = default;
  static void fields(auto& self, auto&& visit) {
    FeaturesConfig::fields(self.features, visit);
    visit("d_ff", self.d_ff);
    visit("encoder_layers", self.encoder_layers);
    visit("encoder_heads", self.encoder_heads);
    visit("d_text", self.d_text);
    visit("text_ff", self.text_ff);
    visit("decoder_layers", self.decoder_layers);
    visit("decoder_heads", self.decoder_heads);
    visit("text_words", self.text_words);
    visit("max_tokens", self.max_tokens);
    visit("d_shared", self.d_shared);
    visit("feed_forward", self.feed_forward, names_of(self.feed_forward));
    visit("norm_epsilon", self.norm_epsilon);
    visit("pixel_mean", self.pixel_mean, MayMiss{});
    visit("pixel_deviation", self.pixel_deviation, MayMiss{});
    visit("pixel_resample", self.pixel_resample, names_of(self.pixel_resample),
          LeftOutIf{self.pixel_mean.empty()});
  }
  // What the layers of each go by.
  TransformerConfig of_picture() const;
  TransformerConfig of_texts() const;
  PictureInfo picture() const;
  // Throws std::invalid_argument naming the field.
  void check() const;
};

inline WordCounts word_counts(const PictureTextConfig& config) { return {0, config.text_words}; }
inline void set_words(PictureTextConfig& config, const WordsFile& words) {
  config.text_words = words.target.size();
}

// What is typed is a picture, and behind it the texts, each behind a "|".
inline constexpr char before_text = '|';
// Those that are compared where none are typed.
inline constexpr std::string_view example_texts = "a red circle | a blue square | a photo of a dog";
std::string_view picture_before_texts(std::string_view typed);
// The texts with the mark before the first of them, as they were typed; empty without any.
std::string_view texts_typed(std::string_view typed);

class PictureAndTexts final : public Tokenizer {
 public:
  PictureAndTexts(const PictureTextConfig& config, std::shared_ptr<const Tokenizer> of_texts);
  // The cells of the picture.
  NormalizedText normalize(std::string_view typed) const override;
  bool has_articles() const override { return false; }
  bool are_typed() const override { return false; }
  std::string_view tokens_called() const override { return "cells"; }
  std::vector<TextRead> texts_behind(std::string_view typed) const override;

  const Tokenizer& of_texts() const { return *of_texts_; }

 private:
  std::shared_ptr<const Tokenizer> of_texts_;
  int longest_;  // text, in tokens
};

// Its row of the families. It is not among those that can be made anew.
const ModelFamily& picture_text_family();

std::vector<TensorSpec> tensors_of(const PictureTextConfig& config);
Anatomy anatomy_of(const PictureTextConfig& config);
WordsFile words_for(const PictureTextConfig& config, const WordsFile& like);
std::unique_ptr<const Tokenizer> tokenizer_of(const PictureTextConfig& config, const WordsFile& words);
Ends ends_of(const PictureTextConfig& config, const WordsFile& words);
Recorder recorder_of(Tape& tape, const PictureTextConfig& config, const Weights& weights,
                     const RecorderOptions& options);

}  // namespace headlight
