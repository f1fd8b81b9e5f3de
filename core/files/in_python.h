// One line of Python that makes a file which is read here of one that is not: for messages. It runs in the
// file's folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace headlight {

enum class SavedAs {
  tensors,    // torch.save of a tensor, or of a tensor for each layer
  pickle,     // pickle.dump of an array, or of one for each layer
  objects,    // a .npy of Python objects: an array for each layer, or for each word and layer (generate())
  generated,  // JSON of what generate() gives: lists of other lengths for each word
  state,      // torch.save of a model's tensors by their names: pytorch_model.bin
  module,     // torch.save of a whole model: only its own program can read it
  adapter,    // adapter_config.json: what peft saves, without the model that it changes
};

// "in Python: import numpy; ..." `member`: where the lists stand in a JSON object, or the adapter's
// task_type; else empty.
std::string in_python(SavedAs how, const std::filesystem::path& file, std::string_view member = "");

// What a file of weights is that no reader here opens, by its ending, and the line: "is a file of PyTorch; in
// Python: ...". Empty where nothing is known of it.
std::string known_elsewhere(const std::filesystem::path& file);

}  // namespace headlight
