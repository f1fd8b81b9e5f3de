#include "core/grammar/kinds.h"

#include <array>
#include <numeric>

namespace headlight::grammar {
namespace {

// A third are about what "it" means: that it is gathered at "it" depends on it.
constexpr std::array kKinds{
    Kind{"reference", 26, write_reference},
    Kind{"same_class", 8, write_same_class},
    Kind{"fit", 7, write_fit},
    Kind{"pair", 13, write_pair},
    Kind{"made_of", 1, write_made_of},
    Kind{"ambiguous", 1, write_ambiguous},
    Kind{"they", 9, write_they},
    Kind{"so", 2, write_so},
    Kind{"pronoun", 7, write_pronoun},
    Kind{"noun_again", 4, write_noun_again},
    Kind{"copula", 11, write_copula},
    Kind{"who", 6, write_who},
    Kind{"headline", 1, write_headline},
    Kind{"refused", 1, write_refused},
    Kind{"moved", 1, write_moved},
    Kind{"where", 5, write_where},
    Kind{"have", 6, write_have},
    Kind{"clause", 24, write_clause},
    Kind{"passive", 3, write_passive},
    Kind{"nobody", 2, write_nobody},
    Kind{"clitic", 7, write_clitic},
    Kind{"question", 9, write_question},
    Kind{"order", 4, write_order},
    Kind{"if", 2, write_if},
    Kind{"joined", 14, write_joined},
    Kind{"relative", 5, write_relative},
    Kind{"compared", 4, write_compared},
    Kind{"expression", 16, write_expression},
    Kind{"daily", 26, write_daily},
    Kind{"agreement", 4, write_agreement},
    Kind{"bears", 5, write_bears},
};

}  // namespace

std::span<const Kind> kinds() { return kKinds; }

Example write_sentence(GrammarRandom& random) {
  static const int total = std::accumulate(kKinds.begin(), kKinds.end(), 0,
                                           [](int sum, const Kind& kind) { return sum + kind.share; });
  int die = random.below(total);
  std::size_t chosen = 0;
  while (die >= kKinds[chosen].share) die -= kKinds[chosen++].share;
  return kKinds[chosen].write(random);
}

}  // namespace headlight::grammar
