#include "core/models/random_model.h"

#include <stdexcept>

#include "core/files/write_file.h"
#include "core/models/anatomy.h"
#include "core/models/card.h"
#include "core/models/folder.h"

namespace headlight {

namespace {

constexpr std::int64_t most_parameters = 500'000'000;

void require_few_parameters(const std::vector<TensorSpec>& specs) {
  std::int64_t count = 0;
  for (const TensorSpec& spec : specs) {
    count += std::int64_t{spec.shape.rows} * spec.shape.cols;
    if (count > most_parameters)
      throw std::invalid_argument(
          "this would be more than 500 million parameters; take fewer or smaller layers");
  }
}

// "encoder of 2 layers, decoder of 1 layer"
std::string shape_of(const Anatomy& anatomy) {
  std::string text;
  if (anatomy.picture) {
    const int layers = anatomy.picture->features.layers();
    text = std::to_string(layers) + (layers == 1 ? " convolution" : " convolutions");
  }
  for (const StackInfo& stack : anatomy.stacks) {
    if (stack.layers == 0) continue;
    text += (text.empty() ? "" : ", ") + std::string(stack.name) + " of " + std::to_string(stack.layers) +
            (stack.recurrence ? " " + std::string(title_of(stack.recurrence->cell)) : "") +
            (stack.layers == 1 ? " layer" : " layers");
  }
  return text;
}

Card card_of(const std::filesystem::path& folder, const Anatomy& anatomy, std::uint64_t seed) {
  Card card;
  card.name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
  card.title = "Untrained: " + shape_of(anatomy);
  card.origin = "random";
  card.data = "None: it was never trained.";
  card.recipe = "Random weights of seed " + std::to_string(seed) +
                ": Xavier-uniform for linear layers, normal for embeddings; what training starts from.";
  card.departs = "It has learned nothing.";
  card.limits =
      "Its answers mean nothing, and no head has learned where to look. Compare it with a trained model.";
  return card;
}

}  // namespace

void write_random_model(const std::filesystem::path& folder, const ModelFamily& family, std::any config,
                        const WordsFile& words, std::uint64_t seed) {
  family.set_words(config, words);
  config = family.config(family.text(config));  // which checks it
  std::vector<TensorSpec> specs = family.tensors(config);
  require_few_parameters(specs);
  const Weights weights = Weights::random(std::move(specs), seed);
  replace_folder(folder, [&](const std::filesystem::path& aside) {
    folder::write(aside, family.text(config), weights, words, StoredType::f32);
    save_card(card_of(folder, family.anatomy(config), seed), aside);
  });
}

}  // namespace headlight
