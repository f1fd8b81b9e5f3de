#include "train/learn/picture_training.h"

#include <cmath>
#include <stdexcept>

#include "core/matrix/random.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/picture.h"
#include "core/pictures/scene.h"
#include "core/pictures/training_scenes.h"
#include "core/text/encode.h"
#include "train/learn/corpus.h"

namespace headlight {

ExampleConstant picture_constant() { return {"picture", picture_mean, picture_spread}; }

std::uint64_t scene_seed(std::uint64_t run, int step, int i) {
  return Random((run << 40U) + (static_cast<std::uint64_t>(step) << 12U) + static_cast<std::uint64_t>(i))
      .bits();
}

void add_pixels(std::vector<int>& column, const Scene& scene, float jitter, std::uint64_t seed) {
  Random random(~seed);
  const double contrast = 1 + static_cast<double>(jitter) * random.normal();
  const double middle = picture_mean + static_cast<double>(jitter * picture_spread) * random.normal();
  for (const std::uint8_t byte : draw(scene).rgb) {
    const double value = contrast * (static_cast<double>(byte) - picture_mean) + middle;
    column.push_back(static_cast<int>(std::lround(value)));
  }
}

namespace {

// Every caption, with <s> before it, fits in so many words: all are filled up to it, so that one tape serves.
constexpr int caption_rows = 16;

// The logits of the words behind pictures, recorded as the recipe says.
int record_captions(const CaptionRecipe& recipe, const Taping& taping, const Matrix& pixels,
                    std::span<const int> words) {
  const PictureTraining training{.pictures = recipe.together,
                                 .dropout = taping.dropout,
                                 .context_dropout = recipe.context_dropout,
                                 .gradients = taping.gradients};
  const auto record = [&](auto&& recording) {
    recording.look(view(pixels));
    return recording.write(words);
  };
  if (const auto* const transformer = std::get_if<PictureTransformerConfig>(&recipe.model))
    return record(PictureTransformerRecording(taping.tape, *transformer, taping.weights, training));
  return record(RecurrentCaptionRecording(taping.tape, std::get<RecurrentCaptionerConfig>(recipe.model),
                                          taping.weights, training));
}

std::vector<TensorSpec> tensors_of(const CaptionerConfig& config) {
  return std::visit([](const auto& each) { return tensors_of(each); }, config);
}

// What makes the cells of the picture, before anything is asked of them.
bool is_of_the_eye(std::string_view tensor, const FeaturesConfig& features) {
  if (tensor == "source.positions") return true;
  for (const TensorSpec& spec : features_tensors(features)) {
    if (tensor == spec.name) return true;
  }
  return false;
}

// A fixed tensor is a constant of the tape: nothing is worked out of how it should change.
void record_fixed(const Taping& taping, const FeaturesConfig& features) {
  for (std::size_t i = 0; i < taping.weights.count(); ++i) {
    const TensorSpec& spec = taping.weights.spec(i);
    if (!is_of_the_eye(spec.name, features)) continue;
    taping.tape.constant({"parameters." + spec.name, spec.rows, spec.cols}, view(taping.weights.tensor(i)));
  }
}

const FeaturesConfig& features_of(const CaptionerConfig& config) {
  return std::visit([](const auto& each) -> const FeaturesConfig& { return each.features; }, config);
}

Weights starting_weights(const CaptionRecipe& recipe) {
  Weights weights = Weights::random(tensors_of(recipe.model), recipe.seed);
  if (recipe.eye.empty()) return weights;
  const auto other = load_model(model_folder(recipe.eye), AnswerKind::caption);
  const FeaturesConfig& features = features_of(recipe.model);
  if (other->anatomy().picture->features != features)
    throw std::invalid_argument("the eye of " + recipe.eye + " has different sizes");
  for (std::size_t i = 0; i < weights.count(); ++i) {
    const std::string& name = weights.spec(i).name;
    if (is_of_the_eye(name, features)) weights.tensor(i) = other->weights()[name];
  }
  return weights;
}

// Columns: pixels, words written before, words that come next. `recipe` must outlive it.
Teaching captions(const CaptionRecipe& recipe) {
  return {
      {picture_constant(), "target.tokens", "next"}, [&recipe](const Taping& taping, const Columns& columns) {
        const Matrix pixels =
            Matrix::Zero(static_cast<Eigen::Index>(columns[0].size()) / Picture::channels, Picture::channels);
        if (!recipe.eye.empty()) record_fixed(taping, features_of(recipe.model));
        const int logits = record_captions(recipe, taping, pixels, columns[1]);
        return record_loss(taping, logits, columns[2]);
      }};
}

int& words_in(CaptionerConfig& config) {
  return std::visit([](auto& each) -> int& { return each.target_words; }, config);
}

std::string key_of_run(const CaptionRecipe& recipe) {
  std::string text = recipe.name;
  for (const float number : {static_cast<float>(recipe.batch), static_cast<float>(recipe.together),
                             recipe.jitter, recipe.dropout, recipe.context_dropout})
    text += ";" + std::to_string(number);
  return text + ";" + recipe.eye + ";" + std::to_string(recipe.seed);
}

}  // namespace

CaptionRecipe caption_recipe(std::string_view name) {
  CaptionRecipe recipe;
  recipe.name = name;
  recipe.warmup = 100;
  if (name == "caption-transformer") {
    recipe.model = PictureTransformerConfig{};
    recipe.steps = 7000;
    return recipe;
  }
  RecurrentCaptionerConfig model;
  model.attention = name == "caption-attention";
  recipe.together = 8;
  recipe.steps = 12000;
  recipe.peak_rate = 2e-3;
  if (!model.attention) recipe.eye = "caption-attention";
  recipe.dropout = model.attention ? 0.3F : 0.0F;
  recipe.context_dropout = model.attention ? 0.5F : 0.0F;
  recipe.model = model;
  return recipe;
}

std::vector<int> numbers_of(const Caption& caption, const Vocabulary& vocabulary) {
  std::vector<std::string> words;
  for (const CaptionWord& word : caption) words.push_back(word.text);
  return encode(vocabulary, words);
}

CaptionTrainer::CaptionTrainer(const CaptionRecipe& recipe) : recipe_(recipe) {
  Vocabulary vocabulary = caption_vocabulary();
  words_in(recipe_.model) = vocabulary.size();
  std::visit([](const auto& each) { each.check(); }, recipe_.model);
  begin({.how = recipe_,
         .seed = recipe_.seed,
         .config = std::visit([](const auto& each) { return to_json(each); }, recipe_.model),
         .key = key_of_run(recipe_),
         .words = {{}, std::move(vocabulary)},
         .measured_on = std::to_string(scenes_measured) + " scenes",
         .teaching = captions(recipe_)},
        starting_weights(recipe_));
}

Batch CaptionTrainer::next_batch() {
  const bool time_by_time = std::holds_alternative<RecurrentCaptionerConfig>(recipe_.model);
  const Vocabulary& vocabulary = words().target;
  Batch batch;
  for (int first = 0; first < recipe_.batch; first += recipe_.together) {
    Columns columns(3);
    columns[1].assign(static_cast<std::size_t>(recipe_.together * caption_rows), kEndToken);
    columns[2].assign(columns[1].size(), -1);
    for (int i = 0; i < recipe_.together; ++i) {
      const std::uint64_t seed = scene_seed(recipe_.seed, step(), first + i);
      const Scene scene = random_captioned_scene(seed, SceneUse::training);
      add_pixels(columns[0], scene, recipe_.jitter, seed);
      const std::vector<int> words = numbers_of(caption_of(scene), vocabulary);
      batch.asked += static_cast<double>(words.size() + 1);
      for (std::size_t t = 0; t <= words.size(); ++t) {
        const std::size_t row =
            time_by_time ? t * static_cast<std::size_t>(recipe_.together) + static_cast<std::size_t>(i)
                         : static_cast<std::size_t>(i * caption_rows) + t;
        columns[1][row] = t == 0 ? kStartToken : words[t - 1];
        columns[2][row] = t == words.size() ? kEndToken : words[t];
      }
    }
    batch.examples.push_back(std::move(columns));
  }
  return batch;
}

ModelPtr CaptionTrainer::model() const {
  return std::visit(
      [this](const auto& config) -> ModelPtr {
        return std::make_shared<const Model>(config, weights(), words());
      },
      recipe_.model);
}

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
            return record_loss(taping, recording.label(), columns[1]);
          }};
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
  begin({.how = recipe_,
         .seed = recipe_.seed,
         .config = to_json(recipe_.model),
         .key = key_of({recipe_.batch}) + std::to_string(recipe_.jitter) + ";" + std::to_string(recipe_.seed),
         .words = {{}, shape_labels()},
         .measured_on = std::to_string(scenes_measured) + " scenes",
         .teaching = answering(recipe_.model)},
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

}  // namespace headlight
