// Which noun "it" means, read with the grammar's own rules: for sentences of which nobody wrote it down.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/text/word_pairs.h"

namespace headlight {

// The antecedent in a sentence of English words as the model counts them. Nothing unless there is one "it"
// and either one noun that it can mean, or two and a cause that can be said of only one of them (tired: the
// animal; wide: the street; too big: what does not fit).
std::optional<Antecedent> find_antecedent(std::span<const std::string> words);

}  // namespace headlight
