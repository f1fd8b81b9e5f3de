// The families of models by what a config.json calls them: what the program knows of each.
#pragma once

#include <memory>
#include <string_view>

#include "core/models/model.h"
#include "core/models/outline.h"

namespace headlight {

struct ModelFamily {
  std::string_view name;
  Anatomy (*anatomy)(const Outline& outline);
  std::unique_ptr<const Tokenizer> (*tokenizer)(const Anatomy& has, const WordsFile& words);
  ModelPtr (*load)(const Outline& outline);
};

// That of a model's folder. Throws AccessError or FormatError.
const ModelFamily& family_of(const Outline& outline);

}  // namespace headlight
