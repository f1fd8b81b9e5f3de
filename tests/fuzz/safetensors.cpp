#include "core/files/safetensors.h"

#include "core/models/folder.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/targets.h"

namespace headlight {

void fuzz_safetensors(std::string_view input) {
  const std::filesystem::path file = input_file(input);
  take([&] {
    const TensorFile read = read_safetensors(file);
    for (const NamedTensor& named : read.tensors) {
      std::int64_t count = 1;
      for (const std::int64_t length : named.tensor.shape) count *= length;
      require(count == static_cast<std::int64_t>(named.tensor.data.size()), "a shape that does not fit");
    }
  });
  // As the weights of the smallest model there is.
  TransformerConfig config{
      .d_model = 2, .d_ff = 1, .encoder_layers = 1, .encoder_heads = 1, .decoder_layers = 0};
  config.source_words = 2;
  take([&] { read_weights(file, config); });
}

}  // namespace headlight
