#include "app/lessons/asked.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lessons/answers.h"
#include "core/text/fuzzy_match.h"

namespace headlight {
namespace {

constexpr double of_letters = 0.2;  // of a run of letters, where a stem is 1
constexpr double of_way = 2, of_answer = 0.3;
constexpr double just_that = 1000;  // the very words of a way
constexpr double short_way = 4;     // words by which a short way of asking counts as longer
constexpr std::size_t run_of_letters = 4;

bool is_run(const std::string& word) { return word.starts_with('#'); }

std::string said_in(const LessonStep& step) {
  std::string text;
  for (const Paragraph& paragraph : step.text) text += plain_text(paragraph.runs) + " ";
  return text;
}

}  // namespace

AskedQuestions::Words AskedQuestions::words_of(std::string_view text) {
  Words words;
  for (const std::string& word : words_asked(text)) {
    for (const std::string& stem : stems_of(word)) {
      words[stem] += 1;
      const std::string whole = "^" + stem + "$";
      for (std::size_t i = 0; i + run_of_letters <= whole.size(); ++i)
        words["#" + whole.substr(i, run_of_letters)] += of_letters;
    }
  }
  return words;
}

AskedQuestions::AskedQuestions(LessonPtr questions) : lesson_(std::move(questions)) {
  for (const LessonStep& step : lesson_->steps) {
    Entry entry;
    entry.ways.push_back(words_of(step.title));
    for (const std::string& asked : step.asked) entry.ways.push_back(words_of(asked));
    for (const Words& way : entry.ways) {
      for (const auto& [word, counts] : way) entry.all[word] += counts;
    }
    entry.answer = words_of(said_in(step));
    for (const auto& [word, counts] : entry.all) known_[word] += 1;
    entries_.push_back(std::move(entry));
  }
}

double AskedQuestions::tells(const std::string& word) const {
  const auto found = known_.find(word);
  const double having = found == known_.end() ? 0 : found->second;
  const auto all = static_cast<double>(entries_.size());
  return std::log1p((all - having + 0.5) / (having + 0.5));
}

double AskedQuestions::covered(const Words& typed, const Words& by) const {
  double sum = 0;
  for (const auto& [word, counts] : typed) {
    const auto found = by.find(word);
    if (found != by.end() && known_.contains(word)) sum += std::min(counts, found->second) * tells(word);
  }
  return sum;
}

std::vector<AskedMatch> AskedQuestions::best(std::string_view typed, std::size_t most) const {
  const Words words = words_of(typed);
  std::vector<AskedMatch> matches;
  double all = 0;
  for (const auto& [word, counts] : words) all += is_run(word) ? 0 : tells(word);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    double way = 0;
    for (const Words& each : entry.ways) {
      double length = short_way;
      for (const auto& [word, counts] : each) length += counts;
      way = std::max(way, of_way * covered(words, each) / std::sqrt(length));
      if (each == words) way = just_that;
    }
    double has = 0;
    for (const auto& [word, counts] : words) {
      if (!is_run(word) && (entry.all.contains(word) || entry.answer.contains(word))) has += tells(word);
    }
    const double score = way + covered(words, entry.all) + of_answer * covered(words, entry.answer);
    if (score > 0) matches.push_back({static_cast<int>(i), score, all > 0 ? has / all : 0});
  }
  std::stable_sort(matches.begin(), matches.end(),
                   [](const AskedMatch& a, const AskedMatch& b) { return a.score > b.score; });
  if (matches.size() > most) matches.resize(most);
  return matches;
}

}  // namespace headlight
