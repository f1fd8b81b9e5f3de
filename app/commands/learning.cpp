#include "app/commands/learning.h"

#include <stdexcept>

#include "core/learn/evaluate.h"
#include "core/learn/recipe.h"

namespace headlight {

std::vector<Measure> evaluate_model(const Translator& model, const Card& card) {
  if (card.name != "translator") {
    throw std::invalid_argument("evaluate: no measures for \"" + card.name +
                                "\"; there are some for: translator");
  }
  const std::vector<Example> held_out = make_corpus(translator_recipe().corpus).held_out;
  return evaluate_translator(model, card.reference_head, held_out);
}

}  // namespace headlight
