#include "core/explain/pronouns.h"

#include <algorithm>

#include "core/grammar/lexicon.h"
#include "core/text/languages.h"
#include "core/text/say.h"

namespace headlight {
namespace {

bool is_masculine(const grammar::Noun& noun) { return noun.gender == grammar::Gender::masculine; }
const char* pronoun_of(bool masculine) { return masculine ? "il" : "elle"; }
const char* gender_of(bool masculine) { return masculine ? "masculine" : "feminine"; }

// "la rue", "l'animal".
std::string in_french(const grammar::Noun& noun) {
  const std::string article = grammar::elides(noun.french) ? "l'" : is_masculine(noun) ? "le" : "la";
  return join_french({article, noun.french});
}

// "le téléphone (phone) and le sac (bag)".
std::string listed(const std::vector<NounAt>& nouns) {
  std::vector<std::string> each;
  for (const NounAt& noun : nouns) each.push_back(in_french(*noun.noun) + " (" + noun.noun->english + ")");
  return with_and(each);
}

}  // namespace

int place_of_it(std::span<const std::string> english, std::span<const std::string> french) {
  const auto it = std::find(english.begin(), english.end(), "it");
  if (it == english.end()) return -1;
  const auto is_of_person = [](const std::string& word) { return word == "he" || word == "she"; };
  const auto persons = std::count_if(english.begin(), english.end(), is_of_person);
  std::vector<int> places;
  for (std::size_t i = 0; i < french.size(); ++i)
    if (is_pronoun_for_it(french[i])) places.push_back(static_cast<int>(i));
  if (std::ssize(places) <= persons) return -1;
  return places[static_cast<std::size_t>(std::count_if(english.begin(), it, is_of_person))];
}

std::vector<NounAt> nouns_asked(const Trace& trace) {
  constexpr std::size_t most = 3;
  if (trace.anatomy().answer != AnswerKind::translation) return {};
  if (place_of_it(trace.words().source, trace.words().target) < 0) return {};
  std::vector<NounAt> nouns = nouns_before_it(trace.words().source);
  return nouns.size() > most ? std::vector<NounAt>() : nouns;
}

std::string fits_all(const std::vector<NounAt>& nouns) {
  if (nouns.empty()) return "";
  const bool masculine = is_masculine(*nouns.front().noun);
  for (const NounAt& each : nouns)
    if (is_masculine(*each.noun) != masculine) return "";
  return say(
      nouns.size() == 2 ? to_be_said("“{pronoun}” fits both: {nouns} are {gender}")
                        : to_be_said("“{pronoun}” fits them all: {nouns} are {gender}"),
      {{"pronoun", pronoun_of(masculine)}, {"nouns", listed(nouns)}, {"gender", gender_of(masculine)}});
}

std::vector<std::string> genders_explained(const std::vector<NounAt>& nouns) {
  std::string whole, brief, briefest;
  for (const bool masculine : {true, false}) {
    std::vector<NounAt> own = nouns;
    std::erase_if(own, [&](const NounAt& each) { return is_masculine(*each.noun) != masculine; });
    std::string french;
    for (const NounAt& each : own) french += (french.empty() ? "" : ", ") + in_french(*each.noun);
    const std::string pronoun = pronoun_of(masculine), gender = gender_of(masculine);
    whole += (whole.empty() ? "" : " ") +
             (say("“{pronoun}” is for a {gender} noun: {nouns}.",
                  {{"pronoun", pronoun}, {"gender", gender}, {"nouns", listed(own)}}));
    brief += (brief.empty() ? "" : ", ") + pronoun + ": " + french + " (" + gender + ")";
    briefest += (briefest.empty() ? "" : ", ") + pronoun + ": " + french;
  }
  return {whole, brief, briefest};
}

std::string same_pronoun(const std::array<const Trace*, 2>& traces,
                         const std::array<std::optional<Antecedent>, 2>& antecedents) {
  std::array<const grammar::Noun*, 2> nouns{};
  for (std::size_t side = 0; side < 2; ++side) {
    const std::vector<std::string>& words = traces[side]->words().source;
    if (words.empty()) return "";  // it reads what it goes on with: there is no French
    if (antecedents[side]) nouns[side] = grammar::find_noun(words.at(antecedents[side]->noun));
    if (nouns[side] == nullptr) return "";
  }
  const auto& [first, second] = nouns;
  if (first == second || is_masculine(*first) != is_masculine(*second)) return "";
  const bool masculine = is_masculine(*first);
  const std::string pronoun = pronoun_of(masculine);
  for (const Trace* const trace : traces) {
    const std::vector<std::string>& words = trace->words().target;
    if (std::find(words.begin(), words.end(), pronoun) == words.end()) return "";
  }
  return say("“{pronoun}” twice: {noun} ({meaning}) and {other} ({other_meaning}) are both {gender}.",
             {{"pronoun", pronoun},
              {"noun", first->french},
              {"meaning", first->english},
              {"other", second->french},
              {"other_meaning", second->english},
              {"gender", gender_of(masculine)}});
}

}  // namespace headlight
