#include "app/commands/learning.h"

#include <stdexcept>

#include "core/learn/evaluate.h"
#include "core/learn/positions_evaluate.h"
#include "core/learn/recipe.h"

namespace headlight {

std::vector<Measure> evaluate_model(const std::filesystem::path& folder, const Card& card) {
  if (card.name == "positions") return evaluate_positions(folder);
  if (card.name != "translator" || !card.reference_head) {
    throw std::invalid_argument("evaluate: no measures for \"" + card.name +
                                "\"; there are some for: translator, positions");
  }
  const std::vector<Example> held_out = make_corpus(translator_recipe().corpus).held_out;
  return evaluate_translator(*Translator::load(folder), *card.reference_head, held_out);
}

}  // namespace headlight
