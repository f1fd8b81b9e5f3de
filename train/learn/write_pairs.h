// A corpus as files, for a training outside of Headlight.
#pragma once

#include <filesystem>

#include "core/layers/config.h"
#include "core/learn/corpus.h"

namespace headlight {

// All that is learned and that is measured on, as scripts/train_translator.py reads it: "train" and "held",
// each as NAME.heads.u16 (six numbers a pair: its kind, the lengths of source and target, the places of "it",
// the noun it means and the other, 65535 for none) and NAME.tokens.u16 (source and target of one pair after
// another); kinds.json, the names of the kinds; config.json and words.json of the model. Numbers are
// little-endian. A sentence that is kept aside stands there once for each right translation. Throws
// AccessError.
void write_pairs(const std::filesystem::path& folder, const Corpus& corpus, const TransformerConfig& config);

}  // namespace headlight
