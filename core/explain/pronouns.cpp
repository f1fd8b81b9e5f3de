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

bool has_word(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::vector<NounAt> nouns_asked(const Trace& trace) {
  constexpr std::size_t most = 3;
  const std::vector<std::string>& target = trace.words().target;
  if (trace.anatomy().answer != AnswerKind::translation) return {};
  if (!has_word(target, "il") && !has_word(target, "elle")) return {};
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
    if (!has_word(trace->words().target, pronoun)) return "";
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
