#include "app/panels/words/written.h"

#include <algorithm>
#include <utility>

#include "core/explain/align.h"
#include "core/models/written.h"

namespace headlight {
namespace {

// A word that came in without one that left stands for nothing, "+".
void mark_edited(Written& written, const std::vector<std::string>& before) {
  written.instead.assign(written.words.size(), "");
  std::string waiting;
  for (const AlignedWord& word : align(before, written.words)) {
    if (!word.second) {
      waiting += (waiting.empty() ? "" : " ") + before[*word.first];
      continue;
    }
    std::string& instead = written.instead[*word.second];
    const bool same = word.first && before[*word.first] == written.words[*word.second];
    if (!same) instead = word.first ? before[*word.first] : "+";
    if (waiting.empty()) continue;
    if (!same && word.first) waiting.append(" ").append(instead);
    instead = std::exchange(waiting, {});
  }
  written.left_out = waiting;
}

}  // namespace

std::array<Written, 2> written_of(const PanelContext& context) {
  std::array<Written, 2> both;
  for (int side = 0; side < 2; ++side) {
    if (context.pictures.trace(side) == nullptr) continue;
    both[side].words = written_words(*context.pictures.trace(side));
    both[side].differs.assign(both[side].words.size(), false);
    both[side].instead.assign(both[side].words.size(), "");
    both[side].broken = context.pictures.first_error(side, "probabilities").has_value();
    if (const Trace* before = context.pictures.unedited(side))
      mark_edited(both[side], written_words(*before));
  }
  if (!context.pictures.two() || both[0].broken || both[1].broken) return both;
  for (const AlignedWord& word : align(both[0].words, both[1].words)) {
    if (word.first && word.second && both[0].words[*word.first] == both[1].words[*word.second]) continue;
    const std::array<std::optional<int>, 2> places = {word.first, word.second};
    for (int side = 0; side < 2; ++side) {
      if (!places[side]) continue;
      both[side].differs[*places[side]] = true;
      if (both[side].first < 0) both[side].first = *places[side];
    }
  }
  // An ending goes with its word: the s of chiens and of rues is no word that both have.
  for (Written& written : both) {
    for (std::size_t i = 1; i < written.words.size(); ++i)
      if (written.words[i].starts_with("##") && written.differs[i - 1]) written.differs[i] = true;
  }
  return both;
}

std::optional<Parting> parting(const PanelContext& context, const std::array<Written, 2>& both) {
  if (!context.pictures.two() || both[0].broken || both[1].broken) return std::nullopt;
  if (both[0].first >= 0 && both[1].first >= 0) {
    return Parting{{both[0].first, both[1].first},
                   {both[0].words[both[0].first], both[1].words[both[1].first]}};
  }
  std::array<std::vector<std::string>, 2> before;
  for (int side = 0; side < 2; ++side) {
    const Trace* unedited = context.pictures.unedited(side);
    before[side] = unedited != nullptr ? written_words(*unedited) : both[side].words;
  }
  const auto begins_alike = [&](int side, int count) {
    return count <= static_cast<int>(both[side].words.size()) &&
           std::equal(before[side].begin(), before[side].begin() + count, both[side].words.begin());
  };
  for (const AlignedWord& word : align(before[0], before[1])) {
    if (word.first && word.second && before[0][*word.first] == before[1][*word.second]) continue;
    // After other words it would be another question.
    if (!word.first || !word.second || !begins_alike(0, *word.first) || !begins_alike(1, *word.second))
      return std::nullopt;
    return Parting{{*word.first, *word.second}, {before[0][*word.first], before[1][*word.second]}};
  }
  return std::nullopt;
}

bool joins(const std::vector<std::string>& words, int i) {
  const std::string& word = words.at(static_cast<std::size_t>(i));
  const auto next = static_cast<std::size_t>(i) + 1;
  if (word.ends_with("'") || word.ends_with("’")) return true;
  return next < words.size() && (words[next].starts_with("##") || is_attached(words[next]));
}

std::string letters_of(const std::string& word) { return word.starts_with("##") ? word.substr(2) : word; }

}  // namespace headlight
