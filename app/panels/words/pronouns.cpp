#include "app/panels/words/pronouns.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "core/explain/pronouns.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"

namespace headlight {

std::string pronouns_explained(const PanelContext& context, Type face, float room) {
  const TraceMaps& pictures = context.pictures;
  if (pictures.two()) {
    const std::string same = same_pronoun({pictures.trace(0).get(), pictures.trace(1).get()},
                                          {pictures.antecedent(0), pictures.antecedent(1)});
    if (!same.empty()) return context.ui.shortened(face, same, room);
  }
  const TracePtr& trace = pictures.trace(stage_side(context));
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
  const TracePtr& trace = context.pictures.trace(side);
  const std::vector<NounAt> nouns = trace == nullptr ? std::vector<NounAt>() : nouns_asked(*trace);
  if (nouns.size() < 2) return doubts;
  if (std::string one = fits_all(nouns); !one.empty()) doubts.push_back(std::move(one));
  const std::optional<HeadPlace>& head = context.results.card.reference_head;
  if (!head) return doubts;
  const std::vector<std::string>& words = trace->words().source;
  const auto it = static_cast<int>(std::find(words.begin(), words.end(), "it") - words.begin());
  const std::string path = head_path(head->stack, head->layer, head->attention, head->head, "weights");
  const MapRows rows = context.pictures.rows(side, path, it, 1);
  if (!rows.has(it)) return doubts;
  const auto weight = [&](const NounAt& noun) { return rows.map->value(it - rows.first, noun.place); };
  std::vector<NounAt> most = nouns;
  std::stable_sort(most.begin(), most.end(),
                   [&](const NounAt& a, const NounAt& b) { return weight(a) > weight(b); });
  constexpr float alike = 0.8F;
  if (weight(most[1]) < alike * weight(most[0])) return doubts;
  std::string where = place_words(path);
  where.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(where.front())));
  doubts.push_back("in " + where + " “it” looks at " + most[0].noun->english + " and " +
                   most[1].noun->english + " alike (" + weight_alone(weight(most[0])) + " and " +
                   weight_alone(weight(most[1])) + ")");
  return doubts;
}

std::string how_far_turned(const PanelContext& context, const std::array<Written, 2>& both) {
  const std::optional<Parting> parts = parting(context, both);
  if (!parts) return "";
  int asked = 0, turned = 0;
  std::string text;
  for (int side = 0; side < 2; ++side) {
    const Trace* before = context.pictures.unedited(side).get();
    const int run = context.session.pair.run(side);
    const bool looks =
        std::any_of(context.session.edits.begin(), context.session.edits.end(), [&](const SessionEdit& edit) {
          return edit.on && edit.is_of(run) && edit.kind == Edit::Kind::swap && edit.row &&
                 is_of_head(edit.path, SiteId::weights);
        });
    const auto place = static_cast<std::size_t>(parts->places.at(side));
    if (!looks || before == nullptr || place >= both[side].words.size()) continue;
    const std::vector<std::string> then = written_words(*before);
    if (place >= then.size()) continue;
    ++asked;
    const std::string& now = both[side].words[place];
    text += (text.empty() ? "" : ", ") + ("sentence " + std::to_string(side + 1));
    if (now != then[place]) {
      ++turned;
      text += ": " + then[place] + " → " + now;
    } else {
      text += ": still " + now;
    }
  }
  if (asked == 0) return "";
  const char* how = turned == asked ? "Turned: " : turned > 0 ? "Only partly turned: " : "Not turned: ";
  return how + text + ".";
}

}  // namespace headlight
