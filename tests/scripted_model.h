// A model that is calibrated, and translations written into its output: what is sure and what is not does not
// depend on what a model happens to have learned.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "core/models/card.h"
#include "tests/tiny_model.h"

namespace headlight {

// The folder of the tiny model with a card, made once for the process.
inline const std::string& calibrated_model() {
  static const TemporaryFolder folder;
  static const std::string path = [] {
    Card card;
    card.name = "tiny";
    card.certainty = Calibration{.least = 0.8F};
    pronoun_translator().save(folder.path());
    save_card(card, folder.path());
    return folder.path().string();
  }();
  return path;
}

// At each place the probabilities of a few words.
using Script = std::vector<std::map<std::string, float>>;

inline const Script sure_script{{{"la", 0.95F}}, {{"rue", 0.9F}}, {{"</s>", 0.9F}}};
inline const Script unlikely_script{{{"la", 0.95F}}, {{"animal", 0.6F}}, {{"</s>", 0.9F}}};
inline const Script repeating_script{
    {{"la", 0.9F}}, {{"rue", 0.9F}}, {{"rue", 0.9F}}, {{"rue", 0.9F}}, {{"rue", 0.9F}}};
inline const Script ambiguous_script{
    {{"rue", 0.9F}}, {{"il", 0.55F}, {"elle", 0.43F}}, {{"était", 0.9F}}, {{"</s>", 0.9F}}};

inline std::vector<Edit> edits_of(const Script& script) {
  const Vocabulary words = pronoun_translator().target();
  std::vector<Edit> edits;
  for (std::size_t place = 0; place < script.size(); ++place) {
    std::vector<float> row(static_cast<std::size_t>(words.size()), 0.001F);
    for (const auto& [word, probability] : script[place])
      row[static_cast<std::size_t>(words.id(word).value())] = probability;
    edits.push_back({.path = "probabilities", .row = static_cast<int>(place), .values = std::move(row)});
  }
  return edits;
}

// One sentence, or two where there is a second script.
inline Session scripted(const Script& first, const Script& second = {}) {
  Session session;
  session.model = calibrated_model();
  if (second.empty()) session.text(1).clear();
  for (Edit& edit : edits_of(first)) session.edits.emplace_back(std::move(edit), true, 0);
  for (Edit& edit : edits_of(second)) session.edits.emplace_back(std::move(edit), true, 1);
  return session;
}

}  // namespace headlight
