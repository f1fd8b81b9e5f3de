#include "core/explain/confidence.h"

#include <array>
#include <numeric>
#include <span>

#include "core/figure/numbers.h"
#include "core/models/model.h"
#include "core/text/cut_words.h"
#include "core/text/languages.h"
#include "core/text/say.h"

namespace headlight {
namespace {

std::string marked(const std::string& text) { return "“" + text + "”"; }

std::string share(float probability) { return "(" + number_alone(probability, NumberFormat::weight) + ")"; }

std::string how_often(int times) {
  constexpr std::array words{to_be_said("twice"),       to_be_said("three times"), to_be_said("four times"),
                             to_be_said("five times"),  to_be_said("six times"),   to_be_said("seven times"),
                             to_be_said("eight times"), to_be_said("nine times")};
  const auto at = static_cast<std::size_t>(times - 2);
  return times >= 2 && at < words.size() ? say(words[at]) : say("{n} times", {{"n", std::to_string(times)}});
}

// The first three by name.
std::string some_of(const std::vector<int>& places, const std::vector<std::string>& words) {
  constexpr std::size_t named = 3;
  std::vector<std::string> first;
  for (std::size_t i = 0; i < places.size() && i < named; ++i) first.push_back(marked(words.at(places[i])));
  if (places.size() <= named) return with_and(first);
  return say("{words} and {n} more", {{"words", joined({first[0], first[1], first[2]})},
                                      {"n", std::to_string(places.size() - named)}});
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
std::string either(const Certainty& certainty, const std::function<std::string(const Way&)>& words) {
  std::string text;
  for (const Way& way : certainty.ways) {
    const std::string one = marked(words(way)) + " " + share(way.probability);
    text = text.empty() ? one : say("{ways} or {other}", {{"ways", text}, {"other", one}});
  }
  return text;
}

std::string both_words(const Certainty& certainty) {
  return either(certainty, [&](const Way& way) { return way.words.at(certainty.parts); });
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
      return say("says {words} {how_often}", {{"words", marked(join_french({run.begin(), run.end()}))},
                                              {"how_often", how_often(signs.times)}});
    }
    case Doubt::Kind::unread:
      return say("hardly looks at {words}", {{"words", some_of(doubt.places, words.source)}});
    case Doubt::Kind::copied:
      return say(several(std::ssize(doubt.places), "does not know {words} and copies it",
                         "does not know {words} and copies them"),
                 {{"words", words_at(doubt.places, words)}});
    case Doubt::Kind::disagrees:
      return say("a second translator writes {words}", {{"words", marked(certainty.second.value_or(""))}});
    case Doubt::Kind::unlikely:
      if (place + 1 == words.target.size())
        return say("not sure that it ends here {share}", {{"share", share(signs.likely[place])}});
      // Of a comma nobody asks: what is in doubt there is how the sentence goes on.
      if (is_attached(words.target[place + 1]) && place > 0)
        return say("least sure of how to go on after {word} {share}",
                   {{"word", marked(words.target[place])}, {"share", share(signs.likely[place])}});
      return say("least sure of {word} {share}",
                 {{"word", marked(words.target[place + 1])}, {"share", share(signs.likely[place])}});
    case Doubt::Kind::two_ways:
      return both_words(certainty);
  }
  return "";
}

std::string reasons_of(const Certainty& certainty, const Trace::Words& words) {
  if (certainty.sure() && certainty.two_ways())
    return say("{ways}; the sentence does not say which", {{"ways", both_words(certainty)}});
  std::string text;
  for (const Doubt& doubt : certainty.doubts)
    text += (text.empty() ? "" : "; ") + reason_of(doubt, certainty, words);
  return text;
}

std::string explained(const Doubt& doubt, int place, const Certainty& certainty, const Trace::Words& words) {
  switch (doubt.kind) {
    case Doubt::Kind::unread:
      return say("{word} is hardly looked at: no row of cross-attention gives it much weight",
                 {{"word", marked(words.source.at(place))}});
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
  return either(certainty, [](const Way& way) { return join_french(way.words); });
}

}  // namespace headlight
