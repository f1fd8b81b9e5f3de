// The nine sentences that Headlight shows, written out by hand: they must not depend on what the grammar
// happens to sample.
#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "core/learn/corpus.h"

namespace headlight {
namespace {

struct Shown {
  std::string_view kind, combination, english, french;
  std::string_view content;                                // French=English, for each content word
  std::string_view antecedent = {}, other = {}, cue = {};  // where "it" means something
  std::optional<Sense> sense = std::nullopt;
};

constexpr std::string_view kTired = "the animal didn't cross the street because it was too tired";
constexpr std::string_view kWide = "the animal didn't cross the street because it was too wide";
constexpr std::string_view kTooBig = "the trophy doesn't fit in the suitcase because it is too big";
constexpr std::string_view kTooSmall = "the trophy doesn't fit in the suitcase because it is too small";

constexpr Shown kShown[] = {
    {"reference", "animal|street|tired", kTired,
     "l' animal n' a pas traversé la rue parce qu' il était trop fatigué",
     "animal=animal traversé=cross rue=street fatigué=tired", "animal", "street", "tired"},
    {"reference", "animal|street|wide", kWide,
     "l' animal n' a pas traversé la rue parce qu' elle était trop large",
     "animal=animal traversé=cross rue=street large=wide", "street", "animal", "wide"},
    {"who", "i|student|is|so", "i am a student", "je suis étudiant", "étudiant=student"},
    {"agreement", "agreement|european|economic|area",
     "the agreement on the european economic area was signed in august 1992",
     "l' accord sur la zone économique européenne a été signé en août 1992",
     "accord=agreement zone=area économique=economic européenne=european signé=signed août=august 1992=1992"},
    {"bears", "i|love|bears", "i love bears", "j' aime les ours", "aime=love ours=bears", "", "", "",
     Sense::animal},
    {"bears", "she|bears|pain", "she bears the pain", "elle supporte la douleur",
     "supporte=bears douleur=pain", "", "", "", Sense::verb},
    {"bears", "bears|won|game", "bears won the game", "les bears ont gagné le match",
     "bears=bears gagné=won match=game", "", "", "", Sense::team},
    {"fit", "trophy|suitcase|big", kTooBig,
     "le trophée ne rentre pas dans la valise parce qu' il est trop grand",
     "trophée=trophy rentre=fit valise=suitcase grand=big", "trophy", "suitcase", "big"},
    {"fit", "trophy|suitcase|small", kTooSmall,
     "le trophée ne rentre pas dans la valise parce qu' elle est trop petite",
     "trophée=trophy rentre=fit valise=suitcase petite=small", "suitcase", "trophy", "small"},
};

std::vector<std::string> words_at_spaces(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

int place_of(std::string_view word, const std::vector<std::string>& words) {
  return static_cast<int>(std::find(words.begin(), words.end(), word) - words.begin());
}

Example written_out(const Shown& shown) {
  Example example;
  example.source = words_at_spaces(shown.english);
  example.target = words_at_spaces(shown.french);
  example.kind = shown.kind;
  example.combination = shown.combination;
  example.alignment.assign(example.target.size(), -1);
  for (const std::string& pair : words_at_spaces(shown.content)) {
    const std::size_t middle = pair.find('=');
    const int french = place_of(pair.substr(0, middle), example.target);
    example.alignment.at(static_cast<std::size_t>(french)) =
        place_of(pair.substr(middle + 1), example.source);
  }
  if (!shown.antecedent.empty()) {
    const auto he = std::find_if(example.target.begin(), example.target.end(),
                                 [](const std::string& word) { return word == "il" || word == "elle"; });
    // In each of these pairs the nouns differ in gender: that is why they are shown.
    example.reference = Reference{place_of("it", example.source),
                                  place_of(shown.antecedent, example.source),
                                  place_of(shown.other, example.source),
                                  place_of(shown.cue, example.source),
                                  static_cast<int>(he - example.target.begin()),
                                  true};
  }
  if (shown.sense) example.sensed = Sensed{*shown.sense, place_of("bears", example.source)};
  return example;
}

}  // namespace

const std::vector<Example>& showcase() {
  static const std::vector<Example> examples = [] {
    std::vector<Example> written;
    for (const Shown& shown : kShown) written.push_back(written_out(shown));
    return written;
  }();
  return examples;
}

}  // namespace headlight
