#include "core/grammar/lexicon.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

#include "core/files/whole_file.h"
#include "core/platform/paths.h"
#include "core/text/say.h"

namespace headlight::grammar {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> kObjectClasses{"clothing", "vehicle",  "furniture", "instrument",
                                                         "document", "material", "plant"};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

[[noreturn]] void fail_table(const fs::path& file, int line, const std::string& what) {
  throw FormatError(file, "line " + std::to_string(line) + ": " + what,
                    "assets/words/README.md says what each column holds");
}

// A table with a header line; empty cells are kept, lines that begin with # are not.
class Table {
 public:
  explicit Table(fs::path file) : file_(std::move(file)) {
    const std::string text = read_text(file_);
    std::string_view rest = text;
    for (int number = 1; !rest.empty(); ++number) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (line.empty() || line.front() == '#') continue;
      std::vector<std::string> cells;
      while (true) {
        const std::size_t tab = line.find('\t');
        cells.emplace_back(line.substr(0, tab));
        if (tab == line.npos) break;
        line.remove_prefix(tab + 1);
      }
      if (names_.empty()) {
        names_ = std::move(cells);
        continue;
      }
      if (cells.size() > names_.size()) fail(number, "it has more cells than the header has names");
      cells.resize(names_.size());
      rows_.push_back({number, std::move(cells)});
    }
  }

  struct Row {
    int number;
    std::vector<std::string> cells;
  };
  const std::vector<Row>& rows() const { return rows_; }

  bool has(std::string_view name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  }
  const std::string& cell(const Row& row, std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) fail(1, "no column is called \"" + std::string(name) + "\"");
    return row.cells[found - names_.begin()];
  }
  const std::string& filled(const Row& row, std::string_view name) const {
    const std::string& text = cell(row, name);
    if (text.empty()) fail(row.number, "column \"" + std::string(name) + "\" is empty");
    return text;
  }
  [[noreturn]] void fail(int line, const std::string& what) const { fail_table(file_, line, what); }

 private:
  fs::path file_;
  std::vector<std::string> names_;
  std::vector<Row> rows_;
};

// `traits`: the column with class and tags, or with marks.
std::vector<Noun> read_nouns(const Table& table, std::string_view traits,
                             std::vector<std::string>& aspirated) {
  std::vector<Noun> nouns;
  for (const Table::Row& row : table.rows()) {
    Noun noun;
    noun.english = table.filled(row, "english");
    noun.french = table.filled(row, "french");
    if (table.cell(row, "plural") != "-") noun.english_plural = table.filled(row, "plural");
    if (table.cell(row, "french_plural") != "-") noun.french_plural = table.cell(row, "french_plural");
    const std::string& gender = table.filled(row, "gender");
    if (gender != "m" && gender != "f") table.fail(row.number, "gender is m or f, not \"" + gender + "\"");
    noun.gender = gender == "m" ? Gender::masculine : Gender::feminine;
    noun.traits = Traits(split(table.filled(row, traits), ' '));
    for (const std::string& flag : split(table.cell(row, "flags"), ' ')) {
      if (flag == "h") {
        aspirated.push_back(noun.french);
        aspirated.push_back(noun.french_plural);
      }
      if (flag.starts_with("f=")) {
        noun.feminine = flag.substr(2);
        if (noun.feminine_plural.empty()) noun.feminine_plural = noun.feminine + "s";
      }
      if (flag.starts_with("fp=")) noun.feminine_plural = flag.substr(3);
      if (flag == "plural") noun.only_plural = true;
      if (flag == "fr=p") noun.french_only_plural = true;
      if (flag == "fr=s") noun.french_only_singular = true;
    }
    nouns.push_back(std::move(noun));
  }
  return nouns;
}

void read_forms(const Table& table, const Table::Row& row, Adjective& adjective) {
  adjective.masculine = table.filled(row, "m");
  adjective.feminine = table.filled(row, "f");
  adjective.masculine_plural = table.filled(row, "m_plural");
  adjective.feminine_plural = table.filled(row, "f_plural");
}

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

// "to:à place,person", ":dans place.inside", "thing", "to: inf", "up: .", "."
Slot read_slot(const std::string& text) {
  Slot slot;
  std::vector<std::string> words = split(text, ' ');
  if (const std::size_t colon = words.front().find(':'); colon != std::string::npos) {
    slot.english = words.front().substr(0, colon);
    slot.french = words.front().substr(colon + 1);
    words.erase(words.begin());
  }
  const std::string what = words.empty() ? "." : words.front();
  if (what == ".") return slot;
  slot.kind = what == "inf"    ? Slot::Kind::infinitive
              : what == "ing"  ? Slot::Kind::gerund
              : what == "that" ? Slot::Kind::clause
                               : Slot::Kind::noun;
  if (slot.kind == Slot::Kind::noun) slot.classes = split(what, ',');
  return slot;
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

// Of the verbs in -er, whose forms follow from the infinitive: coucher, ennuyer.
Verb regular_verb(const std::string& infinitive) {
  constexpr std::array<std::string_view, 6> kEndings{"e", "es", "e", "ons", "ez", "ent"};
  const std::string stem = infinitive.substr(0, infinitive.size() - 2);
  // Before a mute e: ennuie, but ennuyons.
  const std::string mute = stem.ends_with('y') ? stem.substr(0, stem.size() - 1) + "i" : stem;
  Verb verb;
  verb.infinitive = infinitive;
  for (std::size_t i = 0; i < kEndings.size(); ++i)
    verb.present[i] = (i == 3 || i == 4 ? stem : mute) + std::string(kEndings[i]);
  verb.pp = stem + "é";
  verb.imparfait = stem + "ait";
  verb.future = mute + "era";
  return verb;
}

// "to be bored", "s'ennuyer"; "to take a shower", "prendre une douche"
std::vector<Verb> read_habits(const Table& table, std::span<const Verb> verbs) {
  std::vector<Verb> habits;
  const auto behind = [](const std::string& text) {
    const std::size_t blank = text.find(' ');
    return blank == text.npos ? std::string() : text.substr(blank + 1);
  };
  for (const Table::Row& row : table.rows()) {
    const std::string& english = table.filled(row, "english");
    std::string french = table.filled(row, "french");
    bool reflexive = false;
    for (const std::string_view each : {"se ", "s'"}) {
      if (!french.starts_with(each)) continue;
      french.erase(0, each.size());
      reflexive = true;
    }
    const std::string base = english.substr(0, english.find(' '));
    const std::string infinitive = french.substr(0, french.find(' '));
    const auto said =
        std::find_if(verbs.begin(), verbs.end(), [&](const Verb& each) { return each.base == base; });
    if (said == verbs.end()) table.fail(row.number, "no verb of the tables is \"" + base + "\"");
    const auto meant = std::find_if(verbs.begin(), verbs.end(),
                                    [&](const Verb& each) { return each.infinitive == infinitive; });
    if (meant == verbs.end() && !infinitive.ends_with("er"))
      table.fail(row.number, "no verb of the tables is \"" + infinitive + "\"");
    Verb verb = meant == verbs.end() ? regular_verb(infinitive) : *meant;
    verb.base = said->base;
    verb.third = said->third;
    verb.past = said->past;
    verb.participle = said->participle;
    verb.ing = said->ing;
    verb.reflexive = reflexive;
    verb.with_etre = verb.with_etre || reflexive;
    verb.past_is_imparfait =
        base == "be" || base == "feel" || (meant != verbs.end() && meant->past_is_imparfait);
    verb.companion.clear();
    verb.everyday = true;
    Slot fixed;
    fixed.kind = Slot::Kind::fixed;
    fixed.english = behind(english);
    fixed.french = behind(french);
    for (const std::string_view article : {"le ", "la ", "les ", "des "}) {
      if (reflexive && fixed.french.starts_with(article)) verb.agrees = false;
    }
    Frame frame{{"person"}, {std::move(fixed)}};
    if (const std::string& then = table.cell(row, "then"); !then.empty())
      frame.slots.push_back(read_slot(then));
    verb.frames = {std::move(frame)};
    habits.push_back(std::move(verb));
  }
  return habits;
}

std::vector<Predicate> read_predicates(const Table& table) {
  using Kind = Predicate::Kind;
  static const std::map<std::string, Kind, std::less<>> kinds{
      {"is", Kind::is}, {"done", Kind::done}, {"did", Kind::did}, {"had", Kind::had}, {"to", Kind::to}};
  std::vector<Predicate> predicates;
  for (const Table::Row& row : table.rows()) {
    Predicate predicate;
    const auto kind = kinds.find(table.filled(row, "kind"));
    if (kind == kinds.end()) table.fail(row.number, "kind is is, done, did, had or to");
    predicate.kind = kind->second;
    predicate.degree = table.cell(row, "degree") == "degree";
    predicate.english = table.filled(row, "english");
    predicate.french.english = predicate.english;
    if (predicate.kind == Kind::is || predicate.kind == Kind::done)
      read_forms(table, row, predicate.french);
    else
      predicate.french.masculine = table.filled(row, "m");
    predicate.marks = split(table.filled(row, "marks"), ' ');
    predicates.push_back(std::move(predicate));
  }
  return predicates;
}

// "too big/trop grand/trop grande;too long/trop long/trop longue"
std::vector<Adjective> read_reasons(const Table& table, const Table::Row& row, std::string_view column) {
  std::vector<Adjective> reasons;
  for (const std::string& reason : split(table.cell(row, column), ';')) {
    const std::vector<std::string> forms = split(reason, '/');
    if (forms.size() != 3) table.fail(row.number, "a reason is English, masculine and feminine");
    Adjective& made = reasons.emplace_back();
    made.english = forms[0];
    made.masculine = forms[1];
    made.feminine = forms[2];
  }
  return reasons;
}

std::vector<TwoThings> read_two_things(const Table& table) {
  std::vector<TwoThings> frames;
  for (const Table::Row& row : table.rows()) {
    TwoThings& frame = frames.emplace_back();
    frame.english = table.filled(row, "english");
    frame.french = table.filled(row, "french");
    frame.first = split(table.filled(row, "a"), ',');
    frame.second = split(table.filled(row, "b"), ',');
    frame.first_reasons = read_reasons(table, row, "first");
    frame.second_reasons = read_reasons(table, row, "second");
    if (frame.first_reasons.empty() != frame.second_reasons.empty())
      table.fail(row.number, "a frame has reasons for both of its nouns, or for none");
  }
  return frames;
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

bool Predicate::suits(const Noun& noun) const {
  return std::any_of(marks.begin(), marks.end(),
                     [&](const std::string& each) { return noun.traits.has(each); });
}

Lexicon::Lexicon(const fs::path& folder) : folder_(folder) {
  nouns_ = read_nouns(Table(folder / "nouns.tsv"), "class", aspirated_);
  adjectives_ = read_adjectives(Table(folder / "adjectives.tsv"));
  for (const Noun& noun : nouns_) {
    if (noun.is_compound()) compounds_.insert(noun.english);
  }
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

const Lexicon::Verbs& Lexicon::all_verbs() const {
  return verbs_.get([&] {
    Verbs all;
    for (const char* file : {"auxiliaries.tsv", "verbs.tsv", "verb_phrases.tsv"}) {
      std::vector<Verb> verbs = read_verbs(Table(folder_ / file));
      std::move(verbs.begin(), verbs.end(), std::back_inserter(all.verbs));
    }
    all.habits = read_habits(Table(folder_ / "habits.tsv"), all.verbs);
    for (const auto& [word, line] : everyday_verbs_) {
      if (!mark(all.verbs, word, &Verb::base))
        fail_table(folder_ / "everyday.tsv", line, say("no word of verbs is {word}", {{"word", word}}));
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

const std::vector<const Adjective*>& Lexicon::adjectives(const std::string& role) const {
  const auto [found, is_new] = adjectives_by_.try_emplace(role);
  if (is_new) {
    for (const Adjective& adjective : adjectives_) {
      if (adjective.roles.has(role)) found->second.push_back(&adjective);
    }
    if (found->second.empty())
      throw std::out_of_range("no adjective of the tables has the role \"" + role + "\"");
  }
  return found->second;
}

const std::vector<const Adjective*>& Lexicon::adjectives_of(const Noun& noun) const {
  const auto [found, is_new] = adjectives_of_.try_emplace(&noun);
  if (is_new) {
    for (const Adjective& adjective : adjectives_) {
      if (adjective.suits(noun) && !adjective.roles.has("attribute")) found->second.push_back(&adjective);
    }
  }
  return found->second;
}

bool Lexicon::has_compound(const std::string& first, const std::string& second) const {
  return compounds_.contains(first + " " + second);
}

bool Lexicon::has_adjective(std::string_view english) const {
  return std::any_of(adjectives_.begin(), adjectives_.end(),
                     [&](const Adjective& each) { return each.english == english; });
}

bool Lexicon::can_be(std::string_view adjective, const Noun& noun) const {
  return std::any_of(adjectives_.begin(), adjectives_.end(),
                     [&](const Adjective& each) { return each.english == adjective && each.suits(noun); });
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

const Things& Lexicon::things() const {
  return things_.get([&] {
    Things all;
    all.nouns = read_nouns(Table(folder_ / "things.tsv"), "marks", all.aspirated);
    all.predicates = read_predicates(Table(folder_ / "predicates.tsv"));
    all.frames = read_two_things(Table(folder_ / "frames.tsv"));
    std::sort(all.aspirated.begin(), all.aspirated.end());
    return all;
  });
}

const Noun& Lexicon::noun(std::string_view english) const { return named(nouns_, english, &Noun::english); }
const Verb& Lexicon::verb(std::string_view base) const { return named(all_verbs().verbs, base, &Verb::base); }

bool Lexicon::aspirated(std::string_view french) const {
  const auto has = [&](const std::vector<std::string>& words) {
    return std::binary_search(words.begin(), words.end(), french, std::less<>());
  };
  return has(aspirated_) || has(things().aspirated);
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
