#include "app/commands/learning.h"

#include <stdexcept>

#include "app/session/attention_paths.h"
#include "core/files/file_error.h"
#include "core/learn/calibration.h"
#include "core/learn/class_set.h"
#include "core/learn/evaluate.h"
#include "core/learn/positions_evaluate.h"
#include "core/learn/recipe.h"

namespace headlight {

namespace {

void check_head(const HeadPlace& head, const TransformerConfig& config, const std::filesystem::path& card) {
  const HeadsOf heads = heads_of(config, attention_of(head.stack, head.attention));
  if (head.layer >= 0 && head.layer < heads.layers && head.head >= 0 && head.head < heads.heads) return;
  throw FormatError(card,
                    "its reference head, " + head.stack + " layer " + std::to_string(head.layer) + ", head " +
                        std::to_string(head.head) + ", is not in the model, which has " +
                        std::to_string(heads.layers) + " layers of " + std::to_string(heads.heads) +
                        " heads there",
                    "name one of them, counting from 0");
}

std::shared_ptr<const Translator> translator_of(const std::filesystem::path& folder, const Card& card) {
  if (card.name != "translator" || !card.reference_head) {
    throw std::invalid_argument("evaluate: no measures for \"" + card.name +
                                "\"; there are some for: translator, positions");
  }
  auto model = Translator::load(folder);
  check_head(*card.reference_head, model->config(), folder / "card.json");
  return model;
}

}  // namespace

std::vector<Measure> measures_of_class(const std::filesystem::path& folder, const Translator& model,
                                       const Card& card) {
  const auto file = folder / "class.tsv";
  if (!std::filesystem::exists(file)) return {};
  return class_measures(model, read_class_set(file), card.certainty ? &*card.certainty : nullptr);
}

std::vector<Measure> evaluate_model(const std::filesystem::path& folder, const Card& card) {
  if (card.name == "positions") return evaluate_positions(folder);
  const auto model = translator_of(folder, card);
  const std::vector<Example> held_out =
      held_out_examples(model->source(), model->target(), translator_recipe().corpus);
  std::vector<Measure> measures = evaluate_translator(*model, *card.reference_head, held_out);
  if (card.certainty) {
    const std::vector<Measure> unsure = unsure_measures(*model, *card.certainty, held_out);
    measures.insert(measures.end(), unsure.begin(), unsure.end());
  }
  for (Measure& measure : measures_of_class(folder, *model, card)) measures.push_back(std::move(measure));
  return measures;
}

void calibrate_model(const std::filesystem::path& folder) {
  Card card = load_card(folder);
  const auto model = translator_of(folder, card);
  calibrate(*model, held_out_examples(model->source(), model->target(), translator_recipe().corpus), card);
  std::erase_if(card.measures, [](const Measure& measure) { return measure.name.starts_with("class_"); });
  for (Measure& measure : measures_of_class(folder, *model, card))
    card.measures.push_back(std::move(measure));
  save_card(card, folder);
}

}  // namespace headlight
