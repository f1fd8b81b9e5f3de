// The words of the corpus: English, their French, and what French grammar asks of them. Read from the tables
// in assets/words, which a teacher of French can read and extend (assets/words/README.md).
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/folder_cache.h"

namespace headlight::grammar {

enum class Gender { masculine, feminine };

// "place way inside": a class and its tags, in the order of the table.
class Traits {
 public:
  Traits() = default;
  explicit Traits(std::vector<std::string> words) : words_(std::move(words)) {}
  bool has(std::string_view trait) const;
  std::string_view first() const { return words_.empty() ? std::string_view{} : words_.front(); }
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::vector<std::string> words_;
};

struct Noun {
  std::string english, english_plural;  // the plural is empty where there is none
  std::string french, french_plural;
  Gender gender = Gender::masculine;
  bool everyday = false;  // said most
  Traits traits;          // class first: animal, place ...
  // The French word in its number; a regular plural in two pieces, "chat ##s".
  std::string in_french(bool many) const;
  std::string feminine, feminine_plural;  // of a profession: étudiante; empty elsewhere

  bool only_plural = false;           // people are, clothes are: English has no singular
  bool french_only_plural = false;    // hair: les cheveux
  bool french_only_singular = false;  // pants: le pantalon

  bool mass() const { return traits.has("mass"); }
  // Whether one can hear how many there are: not of sheep.
  bool shows_plural() const { return !english_plural.empty() && english_plural != english && !only_plural; }
  // Whether "it" can mean it: not clothes, nor hair, which is les cheveux.
  bool can_be_it() const { return !only_plural && !french_only_plural && !is_compound(); }
  // orange juice, jus d'orange: several words with one thing meant.
  bool is_compound() const;
  // Whether this noun is one of a class as frames and adjectives name them: "thing" is any object, "person"
  // also a relative, "any" everything but names; "place.inside" asks for a tag as well.
  bool is(std::string_view selector) const;
};

struct Adjective {
  std::string english;
  std::string masculine, feminine, masculine_plural, feminine_plural;
  std::string before_vowel;           // vieil, bel, nouvel; empty: as masculine
  bool precedes = false;              // the noun, in French
  bool everyday = false;              // said most
  Traits of;                          // what it can be said of
  Traits roles;                       // animal_cause, too_big, nodegree ...
  std::vector<std::string> cause_of;  // the tags of place_cause:way,water; empty: of any place

  std::string form(Gender gender, bool plural) const;
  bool suits(const Noun& noun) const;
};

// What follows a verb: "to:à place" is a preposition in each language and a class.
struct Slot {
  // fixed: words of both languages, of a habit: "a shower", "une douche".
  enum class Kind { nothing, noun, infinitive, gerund, clause, fixed } kind = Kind::nothing;
  std::string english, french;       // prepositions; empty for none
  std::vector<std::string> classes;  // of a noun
};

struct Frame {
  std::vector<std::string> subjects;
  std::vector<Slot> slots;
};

struct Verb {
  std::string base, third, past, participle, ing;
  std::string infinitive;             // without "se"
  std::string present[6];             // je tu il nous vous ils
  std::string pp, imparfait, future;  // participle; il mangeait; il mangera
  bool with_etre = false;
  bool reflexive = false;
  bool past_is_imparfait = false;  // a state: "wanted" is voulait
  bool agrees = true;     // with its subject, where it is said with être; not: elle s'est lavé les mains
  bool everyday = false;  // said most
  std::string companion;  // avoir besoin, rendre visite: the word behind the verb
  std::vector<Frame> frames;
};

// A word or phrase with one translation.
struct Fixed {
  std::string english, french;
};

class Lexicon {
 public:
  // Reads the nouns and adjectives of a folder, and its other tables when they are asked for. Throws
  // FormatError with file, line and what is wrong.
  explicit Lexicon(const std::filesystem::path& folder);

  std::span<const Noun> nouns() const { return nouns_; }
  std::span<const Adjective> adjectives() const { return adjectives_; }
  std::span<const Verb> verbs() const;
  // The nouns of a class or of a tag (Noun::is), those of several classes.
  const std::vector<const Noun*>& nouns(const std::string& selector) const;
  // Fixed expressions by table: "avoir" (hungry, faim), "greeting", "time" ...
  const std::vector<Fixed>& fixed(const std::string& table) const;
  // Throws std::out_of_range for a word that the tables do not have.
  const Noun& noun(std::string_view english) const;
  const Verb& verb(std::string_view base) const;

  // Nouns whose h is aspirated: le hibou, not l'hibou.
  bool aspirated(std::string_view french) const;

 private:
  std::filesystem::path folder_;
  std::vector<Noun> nouns_;
  std::vector<Adjective> adjectives_;
  std::map<std::string, int> everyday_verbs_;  // and the lines that name them
  Lazy<std::vector<Verb>> verbs_;
  Lazy<std::map<std::string, std::vector<Fixed>>> fixed_;
  std::vector<std::string> aspirated_;  // sorted
  // By selector, filled as they are asked for.
  mutable std::map<std::string, std::vector<const Noun*>> nouns_by_;
};

// The tables that come with Headlight, read once, when first asked for.
const Lexicon& lexicon();

// A form that is another one and an ending, as two pieces: chat, chats -> "chat ##s" (Schuster and Nakajima
// 2012 mark pieces so). Any other form whole.
std::string in_pieces(const std::string& form, const std::string& stem);

// Whether le, la, ne, je and que lose their vowel before `french`.
bool elides(std::string_view french);

}  // namespace headlight::grammar
