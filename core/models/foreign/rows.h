// The families of others, each in its own file.
#pragma once

#include "core/models/foreign/foreign.h"

namespace headlight::foreign {

extern const ForeignFamily bert, distilbert, gpt2, llama, qwen2, mistral, marian;

}  // namespace headlight::foreign
