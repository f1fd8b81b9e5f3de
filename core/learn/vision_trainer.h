// Trains a vision Transformer to say which shape the only red object of a scene has, or that nothing is red,
// on scenes drawn as it goes. Dosovitskiy et al. 2021.
#pragma once

#include <memory>

#include "core/learn/training.h"
#include "core/models/vision_transformer.h"

namespace headlight {

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

  std::shared_ptr<const VisionTransformer> model() const;

 private:
  Batch next_batch() override;
  void skip_batch() override {}  // a batch is made of the number of its step

  VisionRecipe recipe_;
};

}  // namespace headlight
