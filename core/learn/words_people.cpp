#include "core/learn/words.h"

namespace headlight {
namespace {

// Each is "he" or "she" in both languages, but for the child, whom no pronoun follows.
constexpr Noun kHumans[] = {
    {"man", "homme", kM},
    {"boy", "garçon", kM},
    {"king", "roi", kM},
    {"farmer", "fermier", kM},
    {"hero", "héros", kM},
    {"prince", "prince", kM},
    {"knight", "chevalier", kM},
    {"traveler", "voyageur", kM},
    {"hunter", "chasseur", kM},
    {"neighbor", "voisin", kM},
    {"magician", "magicien", kM},
    {"tourist", "touriste", kM},
    {"guard", "gardien", kM},
    {"grandfather", "grand-père", kM},
    {"child", "enfant", kM},
    {"woman", "femme", kF},
    {"girl", "fille", kF},
    {"queen", "reine", kF},
    {"heroine", "héroïne", kF},
    {"princess", "princesse", kF},
    {"lady", "dame", kF},
    {"witch", "sorcière", kF},
    {"grandmother", "grand-mère", kF},
};

constexpr Noun kRelatives[] = {
    {"brother", "frère", kM},
    {"father", "père", kM},
    {"uncle", "oncle", kM},
    {"grandfather", "grand-père", kM},
    {"son", "fils", kM},
    {"husband", "mari", kM},
    {"nephew", "neveu", kM},
    {"sister", "sœur", kF},
    {"mother", "mère", kF},
    {"aunt", "tante", kF},
    {"grandmother", "grand-mère", kF},
    {"daughter", "fille", kF},
    {"niece", "nièce", kF},
};

constexpr Adjective kProfessions[] = {
    {"student", "étudiant", "étudiante"},
    {"teacher", "professeur", "professeure"},
    {"doctor", "médecin", "médecin"},
    {"lawyer", "avocat", "avocate"},
    {"engineer", "ingénieur", "ingénieure"},
    {"baker", "boulanger", "boulangère"},
    {"singer", "chanteur", "chanteuse"},
    {"nurse", "infirmier", "infirmière"},
    {"journalist", "journaliste", "journaliste"},
    {"artist", "artiste", "artiste"},
    {"dentist", "dentiste", "dentiste"},
    {"painter", "peintre", "peintre"},
    {"musician", "musicien", "musicienne"},
    {"cook", "cuisinier", "cuisinière"},
    {"soldier", "soldat", "soldate"},
    {"judge", "juge", "juge"},
    {"pilot", "pilote", "pilote"},
    {"actor", "acteur", "actrice"},
    {"dancer", "danseur", "danseuse"},
    {"writer", "écrivain", "écrivaine"},
    {"farmer", "fermier", "fermière"},
    {"architect", "architecte", "architecte"},
    {"photographer", "photographe", "photographe"},
    {"scientist", "scientifique", "scientifique"},
    {"plumber", "plombier", "plombière"},
    {"carpenter", "charpentier", "charpentière"},
    {"hairdresser", "coiffeur", "coiffeuse"},
    {"mechanic", "mécanicien", "mécanicienne"},
    {"librarian", "bibliothécaire", "bibliothécaire"},
    {"researcher", "chercheur", "chercheuse"},
    {"butcher", "boucher", "bouchère"},
    {"gardener", "jardinier", "jardinière"},
    {"waiter", "serveur", "serveuse"},
    {"translator", "traducteur", "traductrice"},
    {"athlete", "athlète", "athlète"},
    {"surgeon", "chirurgien", "chirurgienne"},
    {"pharmacist", "pharmacien", "pharmacienne"},
    {"astronaut", "astronaute", "astronaute"},
    {"historian", "historien", "historienne"},
    {"mathematician", "mathématicien", "mathématicienne"},
};

constexpr Fixed kTeams[] = {
    {"eagles", "eagles"},   {"giants", "giants"},     {"bulls", "bulls"},     {"jets", "jets"},
    {"hawks", "hawks"},     {"rockets", "rockets"},   {"raiders", "raiders"}, {"pirates", "pirates"},
    {"rangers", "rangers"}, {"panthers", "panthers"}, {"sharks", "sharks"},   {"warriors", "warriors"},
};

constexpr Fixed kMonths[] = {
    {"january", "janvier"}, {"february", "février"},  {"march", "mars"},
    {"april", "avril"},     {"may", "mai"},           {"june", "juin"},
    {"july", "juillet"},    {"august", "août"},       {"september", "septembre"},
    {"october", "octobre"}, {"november", "novembre"}, {"december", "décembre"},
};

constexpr std::string_view kYears[] = {
    "1980", "1981", "1982", "1983", "1984", "1985", "1986", "1987", "1988", "1989", "1990", "1991",
    "1992", "1993", "1994", "1995", "1996", "1997", "1998", "1999", "2000", "2001", "2002", "2003",
    "2004", "2005", "2006", "2007", "2008", "2009", "2010", "2011", "2012", "2013", "2014", "2015",
    "2016", "2017", "2018", "2019", "2020", "2021", "2022", "2023", "2024", "2025",
};

}  // namespace

std::span<const Noun> humans() { return kHumans; }
std::span<const Noun> relatives() { return kRelatives; }
std::span<const Adjective> professions() { return kProfessions; }
std::span<const Fixed> teams() { return kTeams; }
std::span<const Fixed> months() { return kMonths; }
std::span<const std::string_view> years() { return kYears; }

}  // namespace headlight
