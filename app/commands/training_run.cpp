#include "app/commands/training_run.h"

#include <stdexcept>

#include "core/files/replace_file.h"

namespace headlight {

void prepare_model_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw std::runtime_error(folder.string() + ": cannot be made: " + error.message());
  for (const char* name :
       {"checkpoint.safetensors", "model.safetensors", "config.json", "words.json", "card.json"})
    check_replaceable(folder / name);
}

}  // namespace headlight
