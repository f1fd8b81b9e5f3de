#include "app/lessons/asked.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lessons/answers.h"
#include "core/text/encode.h"

namespace headlight {
namespace {

// How much tells what is meant. Tried on the wordings of all questions, each left out in turn.
constexpr double of_letters = 0.2;     // a run of letters, where a stem is 1
constexpr double of_neighbours = 0.3;  // two words side by side
constexpr double of_way = 2, of_answer = 0.8;
constexpr double of_term = 0.7;         // a word of the term that is meant
constexpr double said_in_answer = 0.5;  // of the share: a word that only the answer has
constexpr double of_share = 0.6;        // of the score, what follows the share of the words that are there
constexpr double of_lesson = 0.65;      // a lesson speaks of much; a question asks for one thing
constexpr double just_that = 1000;      // the very words of a way
constexpr double short_way = 4;         // words by which a short way of asking counts as longer
constexpr double least_lead = 0.1;      // of the score, before the next one
constexpr std::size_t run_of_letters = 4;

// Runs of letters and neighbours begin with this.
constexpr char of_no_word = '#';
bool is_word(const std::string& word) { return word.front() != of_no_word; }

std::string said_in(const LessonStep& step) {
  std::string text;
  for (const Paragraph& paragraph : step.text) text += plain_text(paragraph.runs) + " ";
  return text;
}

bool same_letters(std::string one, std::string other) {
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  return one == other;
}

// In short words one letter too few, or two that changed places; in long ones any two letters.
bool may_be_meant(const std::string& typed, const std::string& known) {
  constexpr std::size_t least = 4, middle = 7, longer = 8;
  if (known.size() < least || (known.front() != typed.front() && !same_letters(known, typed))) return false;
  if (typed.size() < middle && known.size() <= typed.size()) return same_letters(known, typed);
  const std::size_t apart = std::max(known.size(), typed.size()) - std::min(known.size(), typed.size());
  return apart <= (typed.size() < longer ? 1U : 2U);
}

}  // namespace

std::vector<std::string> AskedQuestions::stems_that_tell(std::string_view text) {
  std::vector<std::string> stems;
  for (const std::string& word : telling_words(text)) {
    for (std::string& stem : stems_of(word)) stems.push_back(std::move(stem));
  }
  return stems;
}

AskedQuestions::Words AskedQuestions::words_of(const std::vector<std::string>& stems) {
  Words words;
  for (std::size_t i = 0; i < stems.size(); ++i) {
    words[stems[i]] += 1;
    const std::string whole = "^" + stems[i] + "$";
    for (std::size_t at = 0; at + run_of_letters <= whole.size(); ++at)
      words[of_no_word + whole.substr(at, run_of_letters)] += of_letters;
    if (i == 0) continue;
    const auto& [first, second] = std::minmax(stems[i - 1], stems[i]);
    words[of_no_word + first + " " + second] = of_neighbours;
  }
  return words;
}

AskedQuestions::AskedQuestions(LessonPtr questions, std::vector<LessonPtr> lessons, const Glossary* glossary)
    : questions_(std::move(questions)), lessons_(std::move(lessons)), glossary_(glossary) {
  for (std::size_t i = 0; i < questions_->steps.size(); ++i) {
    const LessonStep& step = questions_->steps[i];
    std::vector<std::string> ways{step.title};
    ways.insert(ways.end(), step.asked.begin(), step.asked.end());
    add(questions_, static_cast<int>(i), ways, said_in(step));
  }
  for (const LessonPtr& lesson : lessons_) {
    std::vector<std::string> ways{lesson->title};
    ways.insert(ways.end(), lesson->asked.begin(), lesson->asked.end());
    std::string text = plain_text(lesson->summary);
    for (const LessonStep& step : lesson->steps) text += " " + step.title + " " + said_in(step);
    add(lesson, 0, ways, text);
  }
  if (glossary_ == nullptr) return;
  for (const Term& term : glossary_->terms()) {
    for (const std::string& said : term.said) {
      for (const std::string& stem : stems_of(said)) {
        for (std::string& of_term_name : stems_of(term.name)) terms_[stem].push_back(std::move(of_term_name));
      }
    }
  }
}

void AskedQuestions::add(LessonPtr lesson, int step, const std::vector<std::string>& ways,
                         std::string_view answer) {
  Entry entry{std::move(lesson), step};
  for (const std::string& way : ways) entry.ways.push_back(words_of(stems_that_tell(way)));
  for (const Words& way : entry.ways) {
    for (const auto& [word, counts] : way) entry.all[word] += counts;
  }
  for (const std::string& stem : stems_that_tell(answer)) {
    entry.answer[stem] += 1;
    in_answers_[stem] += 1;
  }
  for (const auto& [word, counts] : entry.all) known_[word] += 1;
  entries_.push_back(std::move(entry));
}

std::string AskedQuestions::spelled(const std::string& stem) const {
  if (stem.empty() || known_.contains(stem) || in_answers_.contains(stem) || terms_.contains(stem))
    return stem;
  std::string nearest = stem;
  int fewest = 3;
  double asked = 0;
  for (const auto& [word, having] : known_) {
    if (!is_word(word) || !may_be_meant(stem, word)) continue;
    const int edits = edit_distance(stem, word);
    const int most = stem.size() < 8 ? 1 : 2;
    if (edits > most || edits > fewest || (edits == fewest && having <= asked)) continue;
    nearest = word;
    fewest = edits;
    asked = having;
  }
  return nearest;
}

AskedQuestions::Typed AskedQuestions::read(std::string_view typed) const {
  Typed read;
  std::vector<std::string> stems = stems_that_tell(typed);
  read.as_written = words_of(stems);
  for (std::string& stem : stems) stem = spelled(stem);
  read.words = words_of(stems);
  for (const std::string& stem : stems) {
    const auto terms = terms_.find(stem);
    if (terms == terms_.end()) continue;
    for (const std::string& word : terms->second) {
      if (!read.words.contains(word)) read.meant[word] = stem;
    }
  }
  return read;
}

double AskedQuestions::tells(const std::string& word) const {
  const auto found = known_.find(word);
  const double having = found == known_.end() ? 0 : found->second;
  const auto all = static_cast<double>(entries_.size());
  return std::log1p((all - having + 0.5) / (having + 0.5));
}

double AskedQuestions::covered(const Typed& typed, const Words& by) const {
  double sum = 0;
  for (const auto& [word, counts] : typed.words) {
    const auto found = by.find(word);
    if (found != by.end() && known_.contains(word)) sum += std::min(counts, found->second) * tells(word);
  }
  for (const auto& [word, from] : typed.meant) {
    const auto found = by.find(word);
    if (found == by.end() || by.contains(from)) continue;
    const double counts = std::min(typed.words.find(from)->second, found->second);
    sum += of_term * counts * std::min(tells(word), tells(from));
  }
  return sum;
}

double AskedQuestions::share_of(const Typed& typed, const Entry& entry) const {
  double all = 0, has = 0;
  for (const auto& [word, counts] : typed.words) {
    if (!is_word(word)) continue;
    all += tells(word);
    const bool asked =
        entry.all.contains(word) ||
        std::any_of(typed.meant.begin(), typed.meant.end(), [&, &of = word](const auto& meant) {
          return meant.second == of && entry.all.contains(meant.first);
        });
    has += tells(word) * (asked ? 1 : entry.answer.contains(word) ? said_in_answer : 0);
  }
  return all > 0 ? has / all : 0;
}

std::vector<AskedMatch> AskedQuestions::best(std::string_view typed, std::size_t most) const {
  const Typed asked = read(typed);
  std::vector<AskedMatch> matches;
  for (const Entry& entry : entries_) {
    double way = 0;
    for (const Words& each : entry.ways) {
      double length = short_way;
      for (const auto& [word, counts] : each) length += counts;
      way = std::max(way, of_way * covered(asked, each) / std::sqrt(length));
      if (each == asked.as_written) way = just_that;
    }
    const double share = share_of(asked, entry);
    const double score = (way + covered(asked, entry.all) + of_answer * covered(asked, entry.answer)) *
                         (1 - of_share + of_share * share) * (entry.lesson == questions_ ? 1 : of_lesson);
    if (score > 0) matches.push_back({entry.lesson, entry.step, score, share});
  }
  std::stable_sort(matches.begin(), matches.end(),
                   [](const AskedMatch& a, const AskedMatch& b) { return a.score > b.score; });
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const double next = i + 1 < matches.size() ? matches[i + 1].score : 0;
    matches[i].leads = matches[i].score - next >= least_lead * matches[i].score;
  }
  if (matches.size() > most) matches.resize(most);
  return matches;
}

}  // namespace headlight
