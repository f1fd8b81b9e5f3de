// A model that is a Transformer: a config says what its layers are.
#pragma once

#include <utility>

#include "core/layers/config.h"
#include "core/models/model.h"

namespace headlight {

class TransformerModel : public Model {
 public:
  const TransformerConfig& config() const { return config_; }

 protected:
  TransformerModel(const TransformerConfig& config, Weights weights)
      : Model(anatomy_of(config), std::move(weights)), config_(config) {}

 private:
  TransformerConfig config_;
};

}  // namespace headlight
