// French agreement as a measure needs it: the same sentence when the pronoun means a noun of the other
// gender.
#pragma once

#include <string>
#include <vector>

namespace headlight {

// `words` with il and elle exchanged at `pronoun`, and every adjective or participle of its clause after it
// in its other form.
std::vector<std::string> with_other_gender(std::vector<std::string> words, int pronoun);

}  // namespace headlight
