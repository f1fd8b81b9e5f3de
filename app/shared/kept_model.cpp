#include "app/shared/kept_model.h"

#include "app/shared/kept_files.h"

namespace headlight {

ModelPtr kept_model(const std::filesystem::path& folder) {
  static KeptFiles<Model> kept;
  return kept.get(folder / "model.safetensors", [&] { return load_model(folder); });
}

}  // namespace headlight
