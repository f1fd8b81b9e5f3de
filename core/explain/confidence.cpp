#include "core/explain/confidence.h"

#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <string_view>

#include "core/figure/numbers.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/cut_words.h"
#include "core/text/languages.h"

namespace headlight {
namespace {

std::string marked(const std::string& text) { return "“" + text + "”"; }

std::string share(float probability) { return "(" + number_alone(probability, NumberFormat::weight) + ")"; }

std::string how_often(int times) {
  if (times == 2) return "twice";
  constexpr std::array<std::string_view, 7> words{"three", "four", "five", "six", "seven", "eight", "nine"};
  const auto at = static_cast<std::size_t>(times - 3);
  return (times >= 3 && at < words.size() ? std::string(words[at]) : std::to_string(times)) + " times";
}

// The first three by name.
std::string some_of(const std::vector<int>& places, const std::vector<std::string>& words) {
  constexpr std::size_t named = 3;
  std::string text;
  for (std::size_t i = 0; i < places.size() && i < named; ++i) {
    const bool last = i + 1 == places.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + marked(words.at(places[i]));
  }
  return places.size() > named ? text + " and " + std::to_string(places.size() - named) + " more" : text;
}

// The words of the translation that begin at these places.
std::string words_at(const std::vector<int>& places, const Trace::Words& words) {
  std::vector<std::string> all;
  std::vector<int> each(places.size());
  std::iota(each.begin(), each.end(), 0);
  for (const int place : places)
    all.push_back(joined_words(std::span(words.target).subspan(static_cast<std::size_t>(place) + 1)).front());
  return some_of(each, all);
}

// "“il” (0.55) or “elle” (0.43)".
std::string both_words(const Certainty& certainty) {
  std::string text;
  for (const Way& way : certainty.ways)
    text +=
        (text.empty() ? "" : " or ") + marked(way.words.at(certainty.parts)) + " " + share(way.probability);
  return text;
}

}  // namespace

std::string mark_of(const Certainty& certainty) {
  if (certainty.sure()) return certainty.two_ways() ? name_of(certainty.open) : "";
  if (certainty.doubts.front().kind == Doubt::Kind::unlike) return "unlike what it learned from";
  if (certainty.two_ways()) return "ambiguous";
  if (certainty.probably_wrong()) return "probably wrong";
  return certainty.measured ? "not sure" : "repeats itself";
}

std::string reason_of(const Doubt& doubt, const Certainty& certainty, const Trace::Words& words) {
  const Signs& signs = certainty.signs;
  const auto place = static_cast<std::size_t>(doubt.places.front());
  switch (doubt.kind) {
    case Doubt::Kind::unlike:
      return text_of(UnlikeLearned{static_cast<UnlikeLearned::In>(doubt.places.at(0)), doubt.places.at(1)});
    case Doubt::Kind::repeats: {
      const auto run = std::span(words.target).subspan(place + 1, static_cast<std::size_t>(signs.length));
      return "says " + marked(join_french({run.begin(), run.end()})) + " " + how_often(signs.times);
    }
    case Doubt::Kind::unread:
      return "hardly looks at " + some_of(doubt.places, words.source);
    case Doubt::Kind::copied:
      return "does not know " + words_at(doubt.places, words) + " and copies " +
             (doubt.places.size() == 1 ? "it" : "them");
    case Doubt::Kind::disagrees:
      return "a second translator writes " + marked(certainty.second.value_or(""));
    case Doubt::Kind::unlikely:
      if (place + 1 == words.target.size()) return "not sure that it ends here " + share(signs.likely[place]);
      // Of a comma nobody asks: what is in doubt there is how the sentence goes on.
      if (is_attached(words.target[place + 1]) && place > 0)
        return "least sure of how to go on after " + marked(words.target[place]) + " " +
               share(signs.likely[place]);
      return "least sure of " + marked(words.target[place + 1]) + " " + share(signs.likely[place]);
    case Doubt::Kind::two_ways:
      return both_words(certainty);
  }
  return "";
}

std::string reasons_of(const Certainty& certainty, const Trace::Words& words) {
  if (certainty.sure() && certainty.two_ways())
    return both_words(certainty) + "; the sentence does not say which";
  std::string text;
  for (const Doubt& doubt : certainty.doubts)
    text += (text.empty() ? "" : "; ") + reason_of(doubt, certainty, words);
  return text;
}

std::string explained(const Doubt& doubt, int place, const Certainty& certainty, const Trace::Words& words) {
  switch (doubt.kind) {
    case Doubt::Kind::unread:
      return marked(words.source.at(place)) +
             " is hardly looked at: no row of cross-attention gives it much weight";
    case Doubt::Kind::repeats:
    case Doubt::Kind::copied:
    case Doubt::Kind::unlikely:
    case Doubt::Kind::disagrees:
    case Doubt::Kind::two_ways:
    case Doubt::Kind::unlike:
      break;  // of words of the translation, or of the picture
  }
  return reason_of(doubt, certainty, words);
}

std::string answer_of(const Trace& trace, const Certainty& certainty) {
  if (!certainty.two_ways()) return marked(written(trace));
  std::string text;
  for (const Way& way : certainty.ways)
    text += (text.empty() ? "" : " or ") + marked(join_french(way.words)) + " " + share(way.probability);
  return text;
}

}  // namespace headlight
