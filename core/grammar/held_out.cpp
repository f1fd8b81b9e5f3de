#include "core/grammar/held_out.h"

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/files/compressed.h"
#include "core/files/whole_file.h"
#include "core/grammar/typed_words.h"
#include "core/platform/paths.h"
#include "core/text/cut_words.h"
#include "core/text/hash.h"

namespace headlight {
namespace {

// The nine sentences that Headlight shows, written out by hand: they must not depend on what the grammar
// happens to sample.

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

Example example_of_shown(const Shown& shown) {
  Example example;
  example.source = words_at_spaces(shown.english);
  example.target = words_at_spaces(shown.french);
  example.kind = shown.kind;
  example.combination = shown.combination;
  example.alignment.assign(example.target.size(), -1);
  for (const std::string& pair : words_at_spaces(shown.content)) {
    const std::size_t middle = pair.find('=');
    const int french = place_of(pair.substr(0, middle), example.target);
    example.alignment.at(french) = place_of(pair.substr(middle + 1), example.source);
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
    for (const Shown& shown : kShown) written.push_back(example_of_shown(shown));
    return written;
  }();
  return examples;
}

std::uint64_t hash_of_text(std::string_view text) {
  std::uint64_t value = fnv1a(text);
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93ULL;
  return value ^ (value >> 32);
}

bool is_held_out(const std::string& combination) {
  if (combination.empty()) return false;
  const auto shown = std::any_of(showcase().begin(), showcase().end(),
                                 [&](const Example& example) { return example.combination == combination; });
  return shown || hash_of_text(combination) % 10 == 0;
}

bool has_words_of(const Vocabulary& source, const Vocabulary& target, const Example& example) {
  const auto has = [](const Vocabulary& vocabulary, const std::vector<std::string>& words) {
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return vocabulary.id(word).has_value(); });
  };
  return has(source, example.source) && has(target, example.target);
}

void cut_french(Example& example, const Vocabulary& target) {
  std::vector<std::string> cut;
  std::vector<int> alignment;
  std::vector<int> moved(example.target.size());
  for (std::size_t from = 0; from < example.target.size();) {
    std::size_t to = from + 1;
    while (to < example.target.size() && goes_on_with_word(example.target[to])) ++to;
    const auto pieces = std::span(example.target).subspan(from, to - from);
    const std::vector<std::string> now = cut_word(target, joined_words(pieces).front(), french_endings());
    for (std::size_t i = from; i < to; ++i) moved[i] = static_cast<int>(cut.size());
    alignment.push_back(example.alignment[from]);
    alignment.resize(alignment.size() + now.size() - 1, -1);
    cut.insert(cut.end(), now.begin(), now.end());
    from = to;
  }
  if (example.reference) example.reference->pronoun = moved[example.reference->pronoun];
  example.target = std::move(cut);
  example.alignment = std::move(alignment);
}

std::string written_out(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) {
    const bool joined = text.empty() || word == "." || word.starts_with('\'');
    text += (joined ? "" : " ") + word;
  }
  return text;
}

std::string first_pronoun(std::span<const std::string> french) {
  const auto found = std::find_if(french.begin(), french.end(),
                                  [](const std::string& word) { return word == "il" || word == "elle"; });
  return found == french.end() ? "none" : *found;
}

std::string_view kind_of_noun(std::string_view english) {
  const grammar::Noun* noun = grammar::find_noun(english);
  if (noun == nullptr) return "other";
  for (const std::string_view kind : {"animal", "place", "person"})
    if (noun->is(kind)) return kind;
  return noun->is("name") ? "other" : "thing";
}

namespace {

constexpr std::size_t cells_of_line = 6;
constexpr const char* sense_names[] = {"animal", "verb", "team"};

std::string spaced_words(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// A cell's words, of which there are so many.
std::vector<std::string> cell_of(const std::string& cell, const char* what, std::size_t count) {
  std::vector<std::string> words = words_at_spaces(cell);
  if (words.size() != count) throw std::invalid_argument(std::string("its ") + what + " is \"" + cell + "\"");
  return words;
}

int place_in(const std::string& word, const std::vector<std::string>& sentence) {
  int place = -1;
  std::istringstream(word) >> place;
  if (place < 0 || place >= std::ssize(sentence))
    throw std::invalid_argument("\"" + word + "\" is no place in its sentence");
  return place;
}

}  // namespace

std::string line_of(const Example& example) {
  std::string said, sensed;
  if (example.reference) {
    const Reference& of = *example.reference;
    for (const int place : {of.it, of.antecedent, of.other, of.cue, of.pronoun})
      said += std::to_string(place) + " ";
    said += of.genders_differ ? "differ" : "alike";
  }
  if (example.sensed)
    sensed = std::string(sense_names[static_cast<std::size_t>(example.sensed->sense)]) + " " +
             std::to_string(example.sensed->place);
  return example.kind + "\t" + example.combination + "\t" + spaced_words(example.source) + "\t" +
         spaced_words(example.target) + "\t" + said + "\t" + sensed;
}

Example example_of(std::span<const std::string> cells) {
  if (cells.size() != cells_of_line)
    throw std::invalid_argument("it has " + std::to_string(cells.size()) + " cells instead of " +
                                std::to_string(cells_of_line));
  Example example;
  example.kind = cells[0];
  example.combination = cells[1];
  example.source = words_at_spaces(cells[2]);
  example.target = words_at_spaces(cells[3]);
  example.alignment.assign(example.target.size(), -1);
  if (!cells[4].empty()) {
    const std::vector<std::string> places = cell_of(cells[4], "reference", 6);
    const auto in_source = [&](std::size_t i) { return place_in(places[i], example.source); };
    example.reference = Reference{
        in_source(0),         in_source(1), in_source(2), in_source(3), place_in(places[4], example.target),
        places[5] == "differ"};
  }
  if (!cells[5].empty()) {
    const std::vector<std::string> said = cell_of(cells[5], "sense", 2);
    const auto found = std::find(std::begin(sense_names), std::end(sense_names), said[0]);
    if (found == std::end(sense_names)) throw std::invalid_argument("\"" + said[0] + "\" is no sense");
    example.sensed =
        Sensed{static_cast<Sense>(found - std::begin(sense_names)), place_in(said[1], example.source)};
  }
  return example;
}

SentenceLists read_sentences(const std::string& name) {
  constexpr std::size_t most_bytes = 32 << 20;
  const std::filesystem::path file = assets_folder() / "words" / name;
  SentenceLists lists;
  int number = 0;
  try {
    std::istringstream lines(inflated(read_text(file), Wrapping::gzip, most_bytes));
    for (std::string line; std::getline(lines, line);) {
      ++number;
      std::vector<std::string> cells;
      std::size_t from = 0;
      for (std::size_t tab = line.find('\t'); tab != line.npos; tab = line.find('\t', from)) {
        cells.push_back(line.substr(from, tab - from));
        from = tab + 1;
      }
      cells.push_back(line.substr(from));
      lists[cells[0]].push_back(example_of(std::span(cells).subspan(1)));
    }
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, "line " + std::to_string(number) + ": " + error.what(),
                      "install Headlight again");
  }
  return lists;
}

const std::vector<Example>& sentences_of(SentenceList list) {
  static const SentenceLists lists = read_sentences(sentences_file);
  static const std::vector<Example> none;
  const auto found = lists.find(sentence_lists[static_cast<std::size_t>(list)]);
  return found == lists.end() ? none : found->second;
}

std::vector<Example> known_sentences(SentenceList list, const Vocabulary& source, const Vocabulary& target,
                                     std::size_t count) {
  const bool spells = spells_words(target);
  std::set<std::vector<std::string>> seen;
  std::vector<Example> known;
  for (const Example& drawn : sentences_of(list)) {
    if (known.size() == count) break;
    Example example = drawn;
    if (spells) cut_french(example, target);
    if (has_words_of(source, target, example) && seen.insert(example.source).second)
      known.push_back(std::move(example));
  }
  return known;
}

}  // namespace headlight
