// Files that torch.save() writes: a zip file with the names of tensors as one of Python's pickles, and the
// numbers of each storage as they lie in memory (torch/serialization.py; the pickle: Python's pickletools).
#pragma once

#include <filesystem>

#include "core/files/safetensors.h"

namespace headlight {

// The tensors of a dict, and where in the file their numbers lie, from its first byte: a dict of tensors by
// their names, alone or as the "state_dict", "model_state_dict" or "model" of another. A pickle is a program;
// this one is not run. Of its instructions only those are followed that make texts, numbers, lists and dicts,
// and of what they may call only tensors and their storages: the file is refused for anything else,
// a whole model (torch.save(model)) among it. Throws AccessError, or FormatError with what to do in Python.
SafetensorsHeader read_torch_header(const std::filesystem::path& path);

}  // namespace headlight
