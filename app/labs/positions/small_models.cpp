#include "app/labs/positions/small_models.h"

#include "app/shared/kept_files.h"

namespace headlight {

std::shared_ptr<const Labeller> small_model(const std::filesystem::path& folder) {
  static KeptFiles<Labeller> kept;
  return kept.get(folder / "model.safetensors", [&] { return Labeller::load(folder); });
}

}  // namespace headlight
