#include "core/models/card.h"

#include "tests/fuzz/targets.h"

namespace headlight {

void fuzz_card(std::string_view input) {
  take([&] {
    const Card card = card_from_json(std::string(input));
    for (const Measure& measure : card.measures) static_cast<void>(measure.met());
    const std::string written = to_json(card);
    require(to_json(card_from_json(written)) == written, "a card that was written is read as another one");
  });
}

}  // namespace headlight
