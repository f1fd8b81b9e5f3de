#include "app/panels/common/head_names.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/explain/traits.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Of a model's card: in how many held-out sentences its first head looks more at the noun that "it" means.
constexpr const char* finds_antecedent = "antecedent_accuracy";

// That measure, where it is of this head.
const Measure* told_by_card(const Card& card, const HeadChoice& head) {
  const std::optional<HeadPlace>& known = card.reference_head;
  if (!known || head != HeadChoice{attention_of(known->stack, known->attention), known->layer, known->head})
    return nullptr;
  const auto found = std::find_if(card.measures.begin(), card.measures.end(),
                                  [](const Measure& each) { return each.name == finds_antecedent; });
  return found == card.measures.end() ? nullptr : &*found;
}

// Whether what many texts show is what one sentence shows, too.
bool shows_the_same(Trait name, Trait here) {
  switch (name) {
    case Trait::previous_token:
      return here == Trait::previous;
    case Trait::next_token:
      return here == Trait::next;
    case Trait::sink:
      return here == Trait::first || here == Trait::special;
    default:
      return name == here;
  }
}

}  // namespace

HeadName name_of_head(TraceMaps& maps, const Card& card, int side, const HeadChoice& head) {
  const std::string path = head.path("weights");
  const HeadTraits* const own = maps[side].traits(path);
  const HeadTraits* const many = maps[side].called_by(path);
  if (own == nullptr || many == nullptr) return {};
  const std::optional<Strongest> here = done_here(*own);
  const std::string does = here ? std::string(info(here->trait).says) : "";
  std::optional<Strongest> name;
  std::string called;
  if (const Measure* const told = told_by_card(card, head)) {
    name = {Trait::antecedent, static_cast<float>(told->value)};
    called = say("finds what “it” means in {share} of held-out sentences",
                 {{"share", std::to_string(std::lround(100 * told->value)) + " %"}});
  } else if (many != own) {
    name = strongest(*many);
    if (name) called = std::string(info(name->trait).says);
  }
  if (!name) return {here ? say("here it {does}", {{"does", does}}) : "", here ? here->value : 0};
  if (!here || shows_the_same(name->trait, here->trait)) return {called, name->value};
  return {say("{name}; here it {does}", {{"name", called}, {"does", does}}), name->value};
}

}  // namespace headlight
