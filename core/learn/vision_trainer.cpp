#include "core/learn/vision_trainer.h"

#include "core/learn/picture_columns.h"
#include "core/pictures/caption.h"
#include "core/pictures/picture.h"
#include "core/pictures/random_scene.h"
#include "core/tape/ops/ops.h"

namespace headlight {

namespace {

// Of the scenes of a batch; from half of these the red object was taken away, in half it was painted over.
constexpr int nothing_red_one_in = 4;

// Columns: pixels, and the label.
Teaching answering(const PictureTransformerConfig& config) {
  return {{picture_constant(), "next"}, [config](const Taping& taping, const Columns& columns) {
            const Matrix pixels = Matrix::Zero(
                static_cast<Eigen::Index>(columns[0].size()) / Picture::channels, Picture::channels);
            PictureTransformerRecording recording(taping.tape, config, taping.weights,
                                                  {.dropout = taping.dropout, .gradients = taping.gradients});
            recording.look(view(pixels));
            const int logits = recording.label();
            const auto label = static_cast<float>(columns[1].front());
            const Block output{Family::output, ""};
            const int wanted = taping.tape.constant(output["next"], {&label, {1, 1}});
            return taping.tape.record(output["loss"], cross_entropy(0), {logits, wanted});
          }};
}

std::string key_of_run(const VisionRecipe& recipe) {
  return to_json(recipe.model) + std::to_string(recipe.batch) + ";" + std::to_string(recipe.jitter) + ";" +
         std::to_string(recipe.seed);
}

}  // namespace

VisionRecipe vision_recipe() {
  VisionRecipe recipe;
  recipe.steps = 5000;
  recipe.warmup = 200;
  recipe.peak_rate = 1e-3;
  return recipe;
}

VisionTrainer::VisionTrainer(const VisionRecipe& recipe) : recipe_(recipe) {
  recipe_.model.target_words = shape_labels().size();
  recipe_.model.check();
  begin({recipe_, recipe_.seed, key_of_run(recipe_), answering(recipe_.model)},
        Weights::random(tensors_of(recipe_.model), recipe_.seed));
}

Batch VisionTrainer::next_batch() {
  Batch batch;
  batch.asked = recipe_.batch;
  for (int i = 0; i < recipe_.batch; ++i) {
    const std::uint64_t seed = scene_seed(recipe_.seed, step(), i);
    Scene scene = random_question_scene(seed, SceneUse::training);
    if (i % (2 * nothing_red_one_in) == 0) {
      scene = without_red_object(std::move(scene));
    } else if (i % nothing_red_one_in == 0) {
      scene = with_red_painted_over(std::move(scene), seed);
    }
    Columns columns(2);
    add_pixels(columns[0], scene, recipe_.jitter, seed);
    columns[1].push_back(shape_answer(scene).value());
    batch.examples.push_back(std::move(columns));
  }
  return batch;
}

std::shared_ptr<const VisionTransformer> VisionTrainer::model() const {
  return std::make_shared<const VisionTransformer>(recipe_.model, weights(), shape_labels());
}

}  // namespace headlight
