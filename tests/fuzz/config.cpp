#include "core/layers/config.h"

#include "tests/fuzz/targets.h"

namespace headlight {

void fuzz_config(std::string_view input) {
  take([&] {
    const TransformerConfig config = config_from_json(std::string(input));
    require(config_from_json(to_json(config)) == config, "a config that was written is read as another one");
  });
}

}  // namespace headlight
