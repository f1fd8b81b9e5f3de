#include "app/panels/words/pronouns.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/grammar/lexicon.h"
#include "core/grammar/typed_words.h"
#include "core/models/trace.h"
#include "core/text/languages.h"

namespace headlight {
namespace {

bool is_masculine(const grammar::Noun& noun) { return noun.gender == grammar::Gender::masculine; }
const char* pronoun_of(bool masculine) { return masculine ? "il" : "elle"; }

// "la rue", "l'animal".
std::string in_french(const grammar::Noun& noun) {
  const std::string article = grammar::elides(noun.french) ? "l'" : is_masculine(noun) ? "le" : "la";
  return join_french({article, noun.french});
}

std::string with_english(const grammar::Noun& noun) { return in_french(noun) + " (" + noun.english + ")"; }

bool writes(const Trace& trace, const std::string& word) {
  const std::vector<std::string>& target = trace.words().target;
  return std::find(target.begin(), target.end(), word) != target.end();
}

// "le téléphone (phone) and le sac (bag)".
std::string listed(const std::vector<NounAt>& nouns) {
  std::string text;
  for (std::size_t i = 0; i < nouns.size(); ++i)
    text += (i == 0 ? "" : i + 1 == nouns.size() ? " and " : ", ") + with_english(*nouns[i].noun);
  return text;
}

constexpr std::size_t most_nouns = 3;

// The nouns that the "it" of a translation with il or elle could mean; none where that is no question.
std::vector<NounAt> nouns_asked(const PanelContext& context, int side) {
  const TracePtr& trace = context.pictures.trace(side);
  if (trace == nullptr || trace->anatomy().answer != AnswerKind::translation) return {};
  if (!writes(*trace, "il") && !writes(*trace, "elle")) return {};
  std::vector<NounAt> nouns = nouns_before_it(trace->words().source);
  return nouns.size() > most_nouns ? std::vector<NounAt>() : nouns;
}

bool of_one_gender(const std::vector<NounAt>& nouns) {
  return std::all_of(nouns.begin(), nouns.end(), [&](const NounAt& each) {
    return is_masculine(*each.noun) == is_masculine(*nouns.front().noun);
  });
}

std::string fits_all(const std::vector<NounAt>& nouns) {
  const bool masculine = is_masculine(*nouns.front().noun);
  return std::string("“") + pronoun_of(masculine) + "” fits " + (nouns.size() == 2 ? "both" : "them all") +
         ": " + listed(nouns) + " are " + (masculine ? "masculine" : "feminine");
}

// Two sentences in which "it" means different nouns of one gender.
std::string same_pronoun(const PanelContext& context) {
  if (!context.pictures.two()) return "";
  std::array<const grammar::Noun*, 2> nouns{};
  for (int side = 0; side < 2; ++side) {
    const Trace& trace = *context.pictures.trace(side);
    const std::vector<std::string>& words = trace.words().source;
    if (words.empty()) return "";  // it reads what it goes on with: there is no French
    const auto& found = context.pictures.antecedent(side);
    if (found) nouns.at(side) = grammar::find_noun(words.at(found->noun));
    if (nouns.at(side) == nullptr) return "";
  }
  const auto& [first, second] = nouns;
  if (first == second || is_masculine(*first) != is_masculine(*second)) return "";
  const bool masculine = is_masculine(*first);
  const std::string pronoun = pronoun_of(masculine);
  for (int side = 0; side < 2; ++side) {
    if (!writes(*context.pictures.trace(side), pronoun)) return "";
  }
  return "“" + pronoun + "” twice: " + first->french + " (" + first->english + ") and " + second->french +
         " (" + second->english + ") are both " + (masculine ? "masculine" : "feminine") + ".";
}

}  // namespace

std::string pronouns_explained(const PanelContext& context, Type face, float room) {
  if (const std::string same = same_pronoun(context); !same.empty())
    return context.ui.shortened(face, same, room);
  const std::vector<NounAt> nouns = nouns_asked(context, stage_side(context));
  if (nouns.size() < 2) return "";
  if (of_one_gender(nouns)) return context.ui.shortened(face, fits_all(nouns) + ".", room);
  std::string whole, brief, briefest;
  for (const bool masculine : {true, false}) {
    std::vector<NounAt> own = nouns;
    std::erase_if(own, [&](const NounAt& each) { return is_masculine(*each.noun) != masculine; });
    std::string french;
    for (const NounAt& each : own) french += (french.empty() ? "" : ", ") + in_french(*each.noun);
    const std::string pronoun = pronoun_of(masculine), gender = masculine ? "masculine" : "feminine";
    whole +=
        (whole.empty() ? "" : " ") + ("“" + pronoun + "” is for a " + gender + " noun: " + listed(own) + ".");
    brief += (brief.empty() ? "" : ", ") + pronoun + ": " + french + " (" + gender + ")";
    briefest += (briefest.empty() ? "" : ", ") + pronoun + ": " + french;
  }
  for (const std::string& text : {whole, brief, briefest}) {
    if (context.ui.width(face, text) <= room) return text;
  }
  return "";
}

std::vector<std::string> pronoun_doubts(const PanelContext& context, int side) {
  std::vector<std::string> doubts;
  const std::vector<NounAt> nouns = nouns_asked(context, side);
  if (nouns.size() < 2) return doubts;
  if (of_one_gender(nouns)) doubts.push_back(fits_all(nouns));
  const std::optional<HeadPlace>& head = context.results.card.reference_head;
  if (!head) return doubts;
  const std::vector<std::string>& words = context.pictures.trace(side)->words().source;
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
    const Trace* before = context.pictures.unedited(side);
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
