#include "app/shared/kept_card.h"

#include "app/shared/kept_files.h"

namespace headlight {

std::shared_ptr<const Card> kept_card(const std::filesystem::path& folder) {
  static KeptFiles<Card> kept;
  return kept.get(folder / "card.json", [&] { return std::make_shared<const Card>(load_card(folder)); });
}

}  // namespace headlight
