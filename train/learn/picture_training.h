// Models that look at pictures, trained on drawn scenes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/learn/training.h"
#include "core/models/model.h"
#include "core/models/picture_models.h"
#include "core/pictures/scene.h"

namespace headlight {

// Drawn scenes as columns that models learn from: made anew at every step, kept nowhere.

// Where the pixels of a batch go: "picture" [N 4096, 3], from bytes as scaled() makes of them.
ExampleConstant picture_constant();

// The seed of the i-th scene of a batch: another for every run, step and place.
std::uint64_t scene_seed(std::uint64_t run, int step, int i);

// The pixels of a scene at the end of `column`, a little brighter or darker and of more or less contrast, by
// normal(0, `jitter`) of what models take: bytes, that may lie beyond 0 .. 255.
void add_pixels(std::vector<int>& column, const Scene& scene, float jitter, std::uint64_t seed);

// Trains a model that writes captions, with teacher forcing (Williams and Zipser 1989), on scenes drawn as it
// goes.

using CaptionerConfig = std::variant<RecurrentCaptionerConfig, PictureTransformerConfig>;

struct CaptionRecipe : Optimization {
  std::string name;
  CaptionerConfig model;   // the size of the vocabulary is filled in
  std::uint64_t seed = 0;  // of the first weights and the scenes
  int batch = 32;          // scenes
  int together = 1;        // of them on one tape
  float jitter = 0.1F;     // of brightness and contrast
  float dropout = 0;
  // How often the whole of what is looked at is kept from the recurrent state, so that nothing visual is
  // remembered between words and each word has to look for itself.
  float context_dropout = 0;
  // A captioner whose eye this one has: its convolutions and what it adds for the place of a cell are taken
  // over as they are, and not learned. Both have the same cells to write from then.
  std::string eye;
};

inline constexpr int scenes_measured = 1000;  // for the card of a model that looks at pictures

// The recipe of the shipped model of this name: "caption-rnn", "caption-attention" or "caption-transformer".
CaptionRecipe caption_recipe(std::string_view name);

// The words of a caption by their numbers, without <s> and </s>.
std::vector<int> numbers_of(const Caption& caption, const Vocabulary& vocabulary);

class CaptionTrainer final : public Training {
 public:
  explicit CaptionTrainer(const CaptionRecipe& recipe);

  const CaptionRecipe& recipe() const { return recipe_; }

  ModelPtr model() const;
  std::string watch() const override;
  Card card(const std::filesystem::path& folder, double seconds) const override;

 private:
  Batch next_batch() override;
  void skip_batch() override {}  // a batch is made of the number of its step
  float dropout_at(int) const override { return recipe_.dropout; }

  CaptionRecipe recipe_;
};

// Trains a vision Transformer to say which shape the only red object of a scene has, or that nothing is red,
// on scenes drawn as it goes. Dosovitskiy et al. 2021.

struct VisionRecipe : Optimization {
  PictureTransformerConfig model = vision_transformer_config();  // the number of labels is filled in
  std::uint64_t seed = 0;                                        // of the first weights and the scenes
  int batch = 64;                                                // scenes
  float jitter = 0.1F;                                           // of brightness and contrast
};

// The recipe of the shipped model.
VisionRecipe vision_recipe();

class VisionTrainer final : public Training {
 public:
  explicit VisionTrainer(const VisionRecipe& recipe);

  const VisionRecipe& recipe() const { return recipe_; }

  ModelPtr model() const { return std::make_shared<const Model>(recipe_.model, weights(), words()); }
  std::string watch() const override;
  Card card(const std::filesystem::path& folder, double seconds) const override;

 private:
  Batch next_batch() override;
  void skip_batch() override {}  // a batch is made of the number of its step

  VisionRecipe recipe_;
};

}  // namespace headlight
