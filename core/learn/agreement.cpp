#include "core/learn/agreement.h"

#include <map>

#include "core/learn/words.h"

namespace headlight {

namespace {

using Forms = std::map<std::string, std::string, std::less<>>;

Forms other_forms() {
  Forms forms{{"il", "elle"}, {"elle", "il"}, {"plein", "pleine"}, {"pleine", "plein"}};
  const auto take = [&](std::span<const Adjective> adjectives) {
    for (const Adjective& adjective : adjectives) {
      forms.emplace(adjective.masculine, adjective.feminine);
      forms.emplace(adjective.feminine, adjective.masculine);
    }
  };
  for (const bool negative : {false, true}) {
    take(attacker_reasons(negative));
    take(attacked_reasons(negative));
  }
  take(animal_adjectives());
  take(place_adjectives());
  take(neutral_adjectives());
  take(too_big());
  take(too_small());
  return forms;
}

}  // namespace

std::vector<std::string> with_other_gender(std::vector<std::string> words, int pronoun) {
  static const Forms forms = other_forms();
  for (std::size_t i = static_cast<std::size_t>(pronoun); i < words.size(); ++i) {
    if (const auto found = forms.find(words[i]); found != forms.end()) words[i] = found->second;
  }
  return words;
}

}  // namespace headlight
