#include "core/grammar/lexicon.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

#include "core/grammar/word_table.h"
#include "core/platform/paths.h"
#include "core/text/say.h"

namespace headlight::grammar {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> kObjectClasses{"clothing", "vehicle",  "furniture", "instrument",
                                                         "document", "material", "plant"};

std::vector<Adjective> read_adjectives(const Table& table) {
  constexpr std::string_view kPlaceCause = "place_cause";
  std::vector<Adjective> adjectives;
  for (const Table::Row& row : table.rows()) {
    Adjective adjective;
    adjective.english = table.filled(row, "english");
    read_forms(table, row, adjective);
    adjective.before_vowel = table.cell(row, "before_vowel");
    adjective.precedes = table.filled(row, "position") == "before";
    adjective.of = Traits(split(table.filled(row, "of"), ' '));
    std::vector<std::string> roles;
    for (const std::string& role : split(table.cell(row, "roles"), ' ')) {
      roles.push_back(role.substr(0, role.find(':')));
      if (role.starts_with(kPlaceCause) && role.size() > kPlaceCause.size())
        adjective.cause_of = split(std::string_view(role).substr(kPlaceCause.size() + 1), ',');
    }
    adjective.roles = Traits(std::move(roles));
    adjectives.push_back(std::move(adjective));
  }
  return adjectives;
}

std::string without_blanks(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == text.npos) return "";
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

// "person,animal > to:à place ; person > thing + to:à person"; a comma and a blank separate alternatives.
std::vector<Frame> read_frames(const std::string& text) {
  std::vector<Frame> frames;
  for (const std::string& part : split(text, ';')) {
    const std::size_t arrow = part.find('>');
    if (arrow == std::string::npos) continue;
    const std::vector<std::string> subjects = split(without_blanks(part.substr(0, arrow)), ',');
    std::string rest = part.substr(arrow + 1);
    for (std::size_t at = rest.find(", "); at != std::string::npos; at = rest.find(", ")) rest[at] = '|';
    for (const std::string& alternative : split(rest, '|')) {
      Frame frame{subjects, {}};
      for (const std::string& slot : split(alternative, '+')) {
        if (const std::string trimmed = without_blanks(slot); !trimmed.empty())
          frame.slots.push_back(read_slot(trimmed));
      }
      if (!frame.slots.empty()) frames.push_back(std::move(frame));
    }
  }
  return frames;
}

std::vector<Verb> read_verbs(const Table& table) {
  std::vector<Verb> verbs;
  for (const Table::Row& row : table.rows()) {
    Verb verb;
    verb.base = table.filled(row, "base");
    verb.third = table.filled(row, "third");
    verb.past = table.filled(row, "past");
    verb.participle = table.filled(row, "participle");
    verb.ing = table.filled(row, "ing");
    verb.infinitive = table.filled(row, "infinitive");
    for (const std::string_view reflexive : {"se ", "s'"}) {
      if (!verb.infinitive.starts_with(reflexive)) continue;
      verb.infinitive.erase(0, reflexive.size());
      verb.reflexive = true;
    }
    constexpr std::array<std::string_view, 6> kPersons{"je", "tu", "il", "nous", "vous", "ils"};
    for (std::size_t i = 0; i < kPersons.size(); ++i) verb.present[i] = table.filled(row, kPersons[i]);
    verb.pp = table.filled(row, "pp");
    verb.imparfait = table.filled(row, "imparfait");
    verb.future = table.filled(row, "future");
    verb.with_etre = table.filled(row, "aux") == "être" || verb.reflexive;
    verb.past_is_imparfait = table.filled(row, "past_as") == "imp";
    verb.frames = read_frames(table.cell(row, "frames"));
    if (table.has("companion")) verb.companion = table.cell(row, "companion");
    verbs.push_back(std::move(verb));
  }
  return verbs;
}

template <typename Word>
bool mark(std::vector<Word>& words, const std::string& wanted, std::string Word::*name) {
  bool found = false;
  for (Word& word : words) {
    if (word.*name != wanted) continue;
    word.everyday = true;
    found = true;
  }
  return found;
}

template <typename List>
auto& named(const List& words, std::string_view wanted, std::string std::decay_t<decltype(words[0])>::*name) {
  const auto found =
      std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.*name == wanted; });
  if (found == words.end())
    throw std::out_of_range("the tables have no word \"" + std::string(wanted) + "\"");
  return *found;
}

}  // namespace

bool Traits::has(std::string_view trait) const {
  return std::find(words_.begin(), words_.end(), trait) != words_.end();
}

bool Noun::is(std::string_view selector) const {
  const std::size_t dot = selector.find('.');
  if (dot != selector.npos && !traits.has(selector.substr(dot + 1))) return false;
  const std::string_view wanted = selector.substr(0, dot);
  const std::string_view own = traits.first();
  if (wanted == "any") return own != "name" && own != "language" && own != "word";
  if (wanted == "person") return own == "person" || own == "relative";
  if (wanted == "thing")
    return own == "thing" ||
           std::find(kObjectClasses.begin(), kObjectClasses.end(), own) != kObjectClasses.end();
  return traits.has(wanted);
}

std::string Noun::in_french(bool many) const {
  if (!many) return french;
  // gâteau au chocolat, gâteaux au chocolat: word by word
  std::istringstream singular(french);
  std::istringstream plural(french_plural);
  std::string words;
  for (std::string one, several; singular >> one && plural >> several;)
    words += (words.empty() ? "" : " ") + in_pieces(several, one);
  return words;
}

bool Noun::is_compound() const { return english.find(' ') != english.npos; }

std::string Adjective::form(Gender gender, bool plural) const {
  const bool feminine_form = gender == Gender::feminine;
  if (!plural) return feminine_form ? feminine : masculine;
  return feminine_form ? in_pieces(feminine_plural, feminine) : in_pieces(masculine_plural, masculine);
}

bool Adjective::suits(const Noun& noun) const {
  const auto& classes = of.words();
  if (!std::any_of(classes.begin(), classes.end(), [&](const std::string& each) { return noun.is(each); }))
    return false;
  if (!noun.is("place") || cause_of.empty()) return true;
  return std::any_of(cause_of.begin(), cause_of.end(),
                     [&](const std::string& tag) { return noun.traits.has(tag); });
}

Lexicon::Lexicon(const fs::path& folder) : folder_(folder) {
  nouns_ = read_nouns(Table(folder / "nouns.tsv"), "class", aspirated_);
  adjectives_ = read_adjectives(Table(folder / "adjectives.tsv"));
  const Table everyday(folder / "everyday.tsv");
  for (const Table::Row& row : everyday.rows()) {
    const std::string& table = everyday.filled(row, "table");
    for (const std::string& word : split(everyday.filled(row, "words"), ' ')) {
      if (table != "nouns" && table != "adjectives") {
        everyday_verbs_.emplace(word, row.number);
        continue;
      }
      if (!(table == "nouns" ? mark(nouns_, word, &Noun::english)
                             : mark(adjectives_, word, &Adjective::english)))
        everyday.fail(row.number, std::string("no word of ").append(table).append(" is ").append(word));
    }
  }
  for (const char* other : {"haut", "haute", "hauts", "hautes", "huit", "onze", "honteux", "honteuse"})
    aspirated_.emplace_back(other);
  std::sort(aspirated_.begin(), aspirated_.end());
}

std::span<const Verb> Lexicon::verbs() const {
  return verbs_.get([&] {
    std::vector<Verb> all;
    for (const char* file : {"auxiliaries.tsv", "verbs.tsv", "verb_phrases.tsv"}) {
      std::vector<Verb> verbs = read_verbs(Table(folder_ / file));
      std::move(verbs.begin(), verbs.end(), std::back_inserter(all));
    }
    for (const auto& [word, line] : everyday_verbs_) {
      if (!mark(all, word, &Verb::base))
        Table(folder_ / "everyday.tsv").fail(line, say("no word of verbs is {word}", {{"word", word}}));
    }
    return all;
  });
}

const std::vector<const Noun*>& Lexicon::nouns(const std::string& selector) const {
  const auto [found, is_new] = nouns_by_.try_emplace(selector);
  if (is_new) {
    for (const std::string& one : split(selector, ',')) {
      for (const Noun& noun : nouns_) {
        const bool listed =
            std::find(found->second.begin(), found->second.end(), &noun) != found->second.end();
        if (!listed && noun.is(one)) found->second.push_back(&noun);
      }
    }
    if (found->second.empty()) throw std::out_of_range("no noun of the tables is \"" + selector + "\"");
  }
  return found->second;
}

const std::vector<Fixed>& Lexicon::fixed(const std::string& table) const {
  const auto& tables = fixed_.get([&] {
    std::map<std::string, std::vector<Fixed>> read;
    const Table expressions(folder_ / "expressions.tsv");
    for (const Table::Row& row : expressions.rows()) {
      read[expressions.filled(row, "table")].push_back(
          {expressions.filled(row, "english"), expressions.filled(row, "french")});
    }
    return read;
  });
  const auto found = tables.find(table);
  if (found == tables.end()) throw std::out_of_range("expressions.tsv has no table \"" + table + "\"");
  return found->second;
}

const Noun& Lexicon::noun(std::string_view english) const { return named(nouns_, english, &Noun::english); }
const Verb& Lexicon::verb(std::string_view base) const { return named(verbs(), base, &Verb::base); }

bool Lexicon::aspirated(std::string_view french) const {
  return std::binary_search(aspirated_.begin(), aspirated_.end(), french, std::less<>());
}

const Lexicon& lexicon() {
  static const Lexicon& tables = *new Lexicon(assets_folder() / "words");  // never freed: the end is quicker
  return tables;
}

std::string in_pieces(const std::string& form, const std::string& stem) {
  return form == stem + "s" ? stem + " ##s" : form;
}

bool elides(std::string_view french) {
  if (french == "y") return true;
  if (french.starts_with('h') || french.starts_with('o')) return !lexicon().aspirated(french);
  static constexpr std::array vowels{"a", "e", "i", "o", "u", "à", "â", "é",
                                     "è", "ê", "î", "ï", "ô", "û", "œ"};
  return std::any_of(vowels.begin(), vowels.end(),
                     [&](const char* vowel) { return french.starts_with(vowel); });
}

}  // namespace headlight::grammar
