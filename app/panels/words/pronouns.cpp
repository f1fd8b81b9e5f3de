#include "app/panels/words/pronouns.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "core/explain/pronouns.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {

std::string pronouns_explained(const PanelContext& context, Type face, float room) {
  const TraceMaps& pictures = context.maps;
  if (pictures.two()) {
    const std::string same = same_pronoun({pictures[0].trace().get(), pictures[1].trace().get()},
                                          {pictures[0].antecedent(), pictures[1].antecedent()});
    if (!same.empty()) return context.ui.shortened(face, same, room);
  }
  const TracePtr& trace = pictures[stage_side(context)].trace();
  const std::vector<NounAt> nouns = trace == nullptr ? std::vector<NounAt>() : nouns_asked(*trace);
  if (nouns.size() < 2) return "";
  if (const std::string one = fits_all(nouns); !one.empty())
    return context.ui.shortened(face, one + ".", room);
  for (const std::string& text : genders_explained(nouns)) {
    if (context.ui.width(face, text) <= room) return text;
  }
  return "";
}

std::vector<std::string> pronoun_doubts(const PanelContext& context, int side) {
  std::vector<std::string> doubts;
  const TracePtr& trace = context.maps[side].trace();
  const std::vector<NounAt> nouns = trace == nullptr ? std::vector<NounAt>() : nouns_asked(*trace);
  if (nouns.size() < 2) return doubts;
  if (std::string one = fits_all(nouns); !one.empty()) doubts.push_back(std::move(one));
  const std::optional<HeadPlace>& head = context.results.card.reference_head;
  if (!head) return doubts;
  const std::vector<std::string>& words = trace->words().source;
  const auto it = static_cast<int>(std::find(words.begin(), words.end(), "it") - words.begin());
  const std::string path = head_path(head->stack, head->layer, head->attention, head->head, "weights");
  const MapRows rows = context.maps[side].rows(path, it, 1);
  if (!rows.has(it)) return doubts;
  const auto weight = [&](const NounAt& noun) { return rows.map->value(it - rows.first, noun.place); };
  std::vector<NounAt> most = nouns;
  std::stable_sort(most.begin(), most.end(),
                   [&](const NounAt& a, const NounAt& b) { return weight(a) > weight(b); });
  constexpr float alike = 0.8F;
  if (weight(most[1]) < alike * weight(most[0])) return doubts;
  std::string where = place_words(path);
  where.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(where.front())));
  doubts.push_back(say("in {head} “it” looks at {one} and {other} alike ({weight} and {other_weight})",
                       {{"head", where},
                        {"one", most[0].noun->english},
                        {"other", most[1].noun->english},
                        {"weight", weight_alone(weight(most[0]))},
                        {"other_weight", weight_alone(weight(most[1]))}}));
  return doubts;
}

}  // namespace headlight
