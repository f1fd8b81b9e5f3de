#include "train/grammar/words_to_write.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>

#include "core/grammar/word_table.h"
#include "core/platform/paths.h"

namespace headlight::grammar {
namespace {

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

}  // namespace

bool Predicate::suits(const Noun& noun) const {
  return std::any_of(marks.begin(), marks.end(),
                     [&](const std::string& each) { return noun.traits.has(each); });
}

const Things& things() {
  static const Things all = [] {
    Things read;
    const std::filesystem::path folder = assets_folder() / "words";
    read.nouns = read_nouns(Table(folder / "things.tsv"), "marks", read.aspirated);
    read.predicates = read_predicates(Table(folder / "predicates.tsv"));
    read.frames = read_two_things(Table(folder / "frames.tsv"));
    std::sort(read.aspirated.begin(), read.aspirated.end());
    return read;
  }();
  return all;
}

std::span<const Verb> habits() {
  static const std::vector<Verb> all =
      read_habits(Table(assets_folder() / "words" / "habits.tsv"), lexicon().verbs());
  return all;
}

const std::vector<const Adjective*>& adjectives_with(const std::string& role) {
  static std::map<std::string, std::vector<const Adjective*>> all;
  const auto [found, is_new] = all.try_emplace(role);
  if (is_new) {
    for (const Adjective& adjective : lexicon().adjectives()) {
      if (adjective.roles.has(role)) found->second.push_back(&adjective);
    }
    if (found->second.empty())
      throw std::out_of_range("no adjective of the tables has the role \"" + role + "\"");
  }
  return found->second;
}

const std::vector<const Adjective*>& adjectives_of(const Noun& noun) {
  static std::map<const Noun*, std::vector<const Adjective*>> all;
  const auto [found, is_new] = all.try_emplace(&noun);
  if (is_new) {
    for (const Adjective& adjective : lexicon().adjectives()) {
      if (adjective.suits(noun) && !adjective.roles.has("attribute")) found->second.push_back(&adjective);
    }
  }
  return found->second;
}

bool has_compound(const std::string& first, const std::string& second) {
  static const std::set<std::string> compounds = [] {
    std::set<std::string> all;
    for (const Noun& noun : lexicon().nouns())
      if (noun.is_compound()) all.insert(noun.english);
    return all;
  }();
  return compounds.contains(first + " " + second);
}

bool has_adjective(std::string_view english) {
  return std::any_of(lexicon().adjectives().begin(), lexicon().adjectives().end(),
                     [&](const Adjective& each) { return each.english == english; });
}

bool can_be(std::string_view adjective, const Noun& noun) {
  return std::any_of(lexicon().adjectives().begin(), lexicon().adjectives().end(),
                     [&](const Adjective& each) { return each.english == adjective && each.suits(noun); });
}

bool is_elided_before(std::string_view french) {
  const std::vector<std::string>& aspirated = things().aspirated;
  return elides(french) && !std::binary_search(aspirated.begin(), aspirated.end(), french, std::less<>());
}

}  // namespace headlight::grammar
