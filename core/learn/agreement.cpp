#include "core/learn/agreement.h"

#include <map>

#include "core/grammar/lexicon.h"

namespace headlight {

namespace {

using Forms = std::map<std::string, std::string, std::less<>>;

Forms other_forms() {
  Forms forms{{"il", "elle"}, {"elle", "il"}, {"fait", "faite"}, {"faite", "fait"}};
  for (const grammar::Adjective& adjective : grammar::lexicon().adjectives()) {
    forms.emplace(adjective.masculine, adjective.feminine);
    forms.emplace(adjective.feminine, adjective.masculine);
  }
  return forms;
}

}  // namespace

std::vector<std::string> with_other_gender(std::vector<std::string> words, int pronoun) {
  static const Forms forms = other_forms();
  for (std::size_t i = static_cast<std::size_t>(pronoun); i < words.size() && words[i] != ","; ++i) {
    if (const auto found = forms.find(words[i]); found != forms.end()) words[i] = found->second;
  }
  return words;
}

}  // namespace headlight
