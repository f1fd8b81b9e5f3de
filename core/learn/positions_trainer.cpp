#include "core/learn/positions_trainer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "core/models/transformer.h"

namespace headlight {

namespace {

constexpr std::array<std::string_view, 8> kinds{"none",     "sinusoidal", "appended",        "learned",
                                                "relative", "alibi",      "alibi_one_sided", "rotary"};

Positions positions_of(std::string_view kind) {
  for (const Positions each :
       {Positions::none, Positions::sinusoidal, Positions::appended, Positions::learned, Positions::relative,
        Positions::alibi, Positions::rotary}) {
    if (kind == name_of(each)) return each;
  }
  if (kind == "alibi_one_sided") return Positions::alibi;
  std::string known;
  for (const std::string_view each : kinds) known += (known.empty() ? "" : ", ") + std::string(each);
  throw std::invalid_argument("no kind of positions \"" + std::string(kind) + "\"; there are: " + known);
}

// Letters in columns: those read, those wanted.
Teaching labelling() {
  return {{"source.tokens", "next"}, [](Recording& recording, const Columns& example) {
            const int encoded = record_encoder(recording, example[0]);
            return record_loss(recording, record_logits(recording, encoded), example[1], 0);
          }};
}

// The vectors of letters and of learned places start as large as the sinusoids beside them (normal(0, 1) and
// normal(0, 1/2)); in a pre-norm model that is not scaled, small ones would first have to grow.
Weights first_weights(const TransformerConfig& config, std::uint64_t seed) {
  Weights weights = Weights::random(config, seed);
  weights["source.embedding"] *= std::sqrt(static_cast<float>(config.embedding_size()));
  if (weights.has("source.positions")) {
    weights["source.positions"] *= 0.5F * std::sqrt(static_cast<float>(config.d_model));
  }
  return weights;
}

}  // namespace

std::span<const std::string_view> position_kinds() { return kinds; }

PositionsRecipe positions_recipe(OrderTask task, std::string_view kind, std::uint64_t seed) {
  PositionsRecipe recipe;
  recipe.task = task;
  recipe.kind = kind;
  recipe.seed = seed;
  recipe.steps = 1200;
  recipe.warmup = 50;
  recipe.peak_rate = 3e-3;
  TransformerConfig& model = recipe.model;
  model.d_model = 48;
  model.d_ff = 96;
  model.encoder_layers = 1;
  model.encoder_heads = kind == "alibi_one_sided" ? 4 : 2;
  model.decoder_layers = 0;
  model.source_words = model.target_words = letter_count;
  model.max_tokens = 64;
  model.norm_place = NormPlace::pre;
  model.feed_forward = FeedForward::gelu;
  model.scaled_embedding = false;
  model.tied_output = false;
  model.positions = positions_of(kind);
  model.position_one_sided = kind == "alibi_one_sided";
  return recipe;
}

PositionsTrainer::PositionsTrainer(PositionsRecipe recipe)
    : recipe_(std::move(recipe)), random_(1000 + recipe_.seed) {
  recipe_.model.check();
  weights_ = std::make_unique<Weights>(first_weights(recipe_.model, recipe_.seed));
  moments_ = {Weights::zeros(recipe_.model), Weights::zeros(recipe_.model)};
  tapes_ = std::make_unique<BatchTapes>(recipe_.model, *weights_, 0.0F, labelling());
}

double PositionsTrainer::advance() {
  const int length = recipe_.shortest + random_.below(recipe_.longest - recipe_.shortest + 1);
  std::vector<Columns> batch;
  double asked = 0;
  for (int i = 0; i < recipe_.batch; ++i) {
    OrderExample example = order_example(recipe_.task, length, random_);
    asked += static_cast<double>(length - std::count(example.wanted.begin(), example.wanted.end(), -1));
    batch.push_back({std::move(example.letters), std::move(example.wanted)});
  }
  const double loss = tapes_->learn(
      batch.size(), [&](std::size_t i) { return batch[i]; }, static_cast<float>(1.0 / asked), 0);
  adam_step(*weights_, tapes_->gradients(), moments_, recipe_, step_++);
  return loss / asked;
}

std::shared_ptr<const Labeller> PositionsTrainer::model() const {
  return std::make_shared<const Labeller>(recipe_.model, *weights_, letter_vocabulary());
}

}  // namespace headlight
