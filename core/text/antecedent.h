// Which noun a pronoun means, as places of one sentence.
#pragma once

namespace headlight {

struct Antecedent {
  int it = 0;    // place of the pronoun
  int noun = 0;  // place of the noun it means
  bool operator==(const Antecedent&) const = default;
};

}  // namespace headlight
