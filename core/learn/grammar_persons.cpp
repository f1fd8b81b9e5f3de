// Who does something, and the verbs that take another form for each person.
#include "core/learn/grammar_patterns.h"

namespace headlight {
namespace {

constexpr Person kPersons[] = {
    {"i", "je", "am", "was", "suis", "étais", "ai"},
    {"you", "tu", "are", "were", "es", "étais", "as"},
    {"he", "il", "is", "was", "est", "était", "a", true},
    {"she", "elle", "is", "was", "est", "était", "a", true, false, Gender::feminine},
    {"we", "nous", "are", "were", "sommes", "étions", "avons", false, true},
    {"they", "ils", "are", "were", "sont", "étaient", "ont", false, true},
};

constexpr Conjugated kConjugated[] = {
    {"love", "loves", {"aime", "aimes", "aime", "aimons", "aiment"}},
    {"hate", "hates", {"déteste", "détestes", "déteste", "détestons", "détestent"}},
    {"fear", "fears", {"crains", "crains", "craint", "craignons", "craignent"}},
    {"admire", "admires", {"admire", "admires", "admire", "admirons", "admirent"}},
    {"respect", "respects", {"respecte", "respectes", "respecte", "respectons", "respectent"}},
    {"protect", "protects", {"protège", "protèges", "protège", "protégeons", "protègent"}},
    {"prefer", "prefers", {"préfère", "préfères", "préfère", "préférons", "préfèrent"}},
    {"see", "sees", {"vois", "vois", "voit", "voyons", "voient"}, true},
    {"watch", "watches", {"regarde", "regardes", "regarde", "regardons", "regardent"}, true},
    {"draw", "draws", {"dessine", "dessines", "dessine", "dessinons", "dessinent"}, true},
    {"feed", "feeds", {"nourris", "nourris", "nourrit", "nourrissons", "nourrissent"}, true},
    {"hear", "hears", {"entends", "entends", "entend", "entendons", "entendent"}, true},
};

}  // namespace

std::span<const Person> persons() { return kPersons; }

std::string_view subject_before(const Person& person, std::string_view next) {
  return person.french == "je" && elides(next) ? "j'" : person.french;
}

std::span<const Conjugated> conjugated_verbs() { return kConjugated; }

std::string_view form_for(const Conjugated& verb, const Person& person) {
  if (person.third) return verb.forms[2];
  if (person.plural) return verb.forms[person.english == "we" ? 3 : 4];
  return verb.forms[person.english == "i" ? 0 : 1];
}

}  // namespace headlight
