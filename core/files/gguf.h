// GGUF files, as llama.cpp's scripts write them: what is said of a model, as keys and values, and its
// tensors, each of a type of its own (github.com/ggml-org/ggml, docs/gguf.md; versions 2 and 3).
#pragma once

#include <filesystem>

#include "core/files/json.h"
#include "core/files/safetensors.h"

namespace headlight {

struct GgufFile {
  Json metadata = Json::object();  // as it stands in the file: "general.architecture", "llama.block_count"
  SafetensorsHeader header = {};   // the tensors, outermost axis first; places from the first byte
};

// Lists of more values than a model has layers are those of a tokenizer, which not everybody needs: null
// stands for them.
enum class LongLists { kept, left_out };

// All but the numbers of the tensors, checked against the length of the file before memory is taken: counts,
// lengths, places. F32, F16, BF16 and Q8_0 are read. Throws AccessError, or FormatError saying what is wrong
// and what to do; of tensors of another type its name.
GgufFile read_gguf(const std::filesystem::path& path, LongLists lists = LongLists::left_out);

}  // namespace headlight
