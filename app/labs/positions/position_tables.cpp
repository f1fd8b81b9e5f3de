#include "app/labs/positions/position_tables.h"

#include <cmath>

#include "app/labs/positions/kind_words.h"
#include "app/labs/positions/trained_positions.h"
#include "core/matrix/random_matrix.h"

namespace headlight {
namespace {

Matrix random_numbers(int rows, int columns, double spread) {
  Random random(7);
  return normal_matrix(rows, columns, random, spread);
}

PositionTable of_small_model(Positions kind, const std::string& name) {
  return {small_model(positions_model("two_back", kind))->weights()[name],
          "Learned by a small model for letters. It answers with the letter two back, trained on " +
              trained_letters() + " letters."};
}

PositionTable own(const Translator& model, const std::string& name) {
  return {model.weights()[name], "The model's own table, as trained."};
}

}  // namespace

PositionTable learned_table(const Translator& model) {
  const TransformerConfig& config = model.config();
  if (config.positions == Positions::learned) return own(model, "source.positions");
  if (has_trained_positions()) return of_small_model(Positions::learned, "source.positions");
  return {random_numbers(config.max_tokens, config.d_model, 1 / std::sqrt(config.d_model)),
          "Random numbers: a table before its training."};
}

PositionTable relative_table(const Translator& model) {
  const TransformerConfig& config = model.config();
  if (config.positions == Positions::relative) return own(model, "encoder.0.self_attention.positions");
  if (has_trained_positions())
    return of_small_model(Positions::relative, "encoder.0.self_attention.positions");
  return {random_numbers(config.encoder_heads, 2 * config.position_reach + 1, 1),
          "Random numbers: a table before its training."};
}

}  // namespace headlight
