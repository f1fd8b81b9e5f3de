#include "core/learn/words.h"

namespace headlight {
namespace {

constexpr Verb kAnimalPlace[] = {
    {"cross", "crossed", "crosses", "traversé", "traverse"},
    {"leave", "left", "leaves", "quitté", "quitte"},
    {"reach", "reached", "reaches", "atteint", "atteint"},
    {"avoid", "avoided", "avoids", "évité", "évite"},
    {"explore", "explored", "explores", "exploré", "explore"},
    {"visit", "visited", "visits", "visité", "visite"},
    {"find", "found", "finds", "trouvé", "trouve"},
    {"see", "saw", "sees", "vu", "voit"},
    {"like", "liked", "likes", "aimé", "aime"},
    {"choose", "chose", "chooses", "choisi", "choisit"},
    {"discover", "discovered", "discovers", "découvert", "découvre"},
    {"abandon", "abandoned", "abandons", "abandonné", "abandonne"},
    {"watch", "watched", "watches", "regardé", "regarde"},
    {"admire", "admired", "admires", "admiré", "admire"},
    {"inspect", "inspected", "inspects", "inspecté", "inspecte"},
    {"recognize", "recognized", "recognizes", "reconnu", "reconnaît"},
    {"protect", "protected", "protects", "protégé", "protège"},
    {"guard", "guarded", "guards", "gardé", "garde"},
    {"forget", "forgot", "forgets", "oublié", "oublie"},
    {"prefer", "preferred", "prefers", "préféré", "préfère"},
    {"follow", "followed", "follows", "suivi", "suit", "", "", false, kWay},
    {"enter", "entered", "enters", "entré", "entre", "", "dans", true, kInside},
    {"stay", "stayed", "stays", "resté", "reste", "in", "dans", true, kInside},
    {"sleep", "slept", "sleeps", "dormi", "dort", "in", "dans", false, kInside},
    {"play", "played", "plays", "joué", "joue", "in", "dans", false, kInside},
    {"walk", "walked", "walks", "marché", "marche", "in", "dans", false, kInside},
};

constexpr Verb kPlaceAnimal[] = {
    {"frighten", "frightened", "frightens", "effrayé", "effraie"},
    {"surprise", "surprised", "surprises", "surpris", "surprend"},
    {"amuse", "amused", "amuses", "amusé", "amuse"},
    {"stop", "stopped", "stops", "arrêté", "arrête"},
    {"attract", "attracted", "attracts", "attiré", "attire"},
    {"fascinate", "fascinated", "fascinates", "fasciné", "fascine"},
    {"worry", "worried", "worries", "inquiété", "inquiète"},
    {"bother", "bothered", "bothers", "dérangé", "dérange"},
    {"shelter", "sheltered", "shelters", "abrité", "abrite"},
    {"disappoint", "disappointed", "disappoints", "déçu", "déçoit"},
    {"intrigue", "intrigued", "intrigues", "intrigué", "intrigue"},
    {"impress", "impressed", "impresses", "impressionné", "impressionne"},
};

constexpr Verb kAnimalAnimal[] = {
    {"chase", "chased", "chases", "chassé", "chasse"},
    {"attack", "attacked", "attacks", "attaqué", "attaque"},
    {"follow", "followed", "follows", "suivi", "suit"},
    {"catch", "caught", "catches", "attrapé", "attrape"},
    {"bite", "bit", "bites", "mordu", "mord"},
    {"provoke", "provoked", "provokes", "provoqué", "provoque"},
    {"challenge", "challenged", "challenges", "défié", "défie"},
    {"push", "pushed", "pushes", "poussé", "pousse"},
};

constexpr Verb kHumanAnimal[] = {
    {"leave", "left", "leaves", "quitté", "quitte"},
    {"avoid", "avoided", "avoids", "évité", "évite"},
    {"find", "found", "finds", "trouvé", "trouve"},
    {"see", "saw", "sees", "vu", "voit"},
    {"like", "liked", "likes", "aimé", "aime"},
    {"choose", "chose", "chooses", "choisi", "choisit"},
    {"follow", "followed", "follows", "suivi", "suit"},
    {"protect", "protected", "protects", "protégé", "protège"},
    {"feed", "fed", "feeds", "nourri", "nourrit"},
    {"watch", "watched", "watches", "regardé", "regarde"},
    {"help", "helped", "helps", "aidé", "aide"},
    {"hear", "heard", "hears", "entendu", "entend"},
    {"catch", "caught", "catches", "attrapé", "attrape"},
    {"draw", "drew", "draws", "dessiné", "dessine"},
};

constexpr Verb kHumanThing[] = {
    {"watch", "watched", "watches", "regardé", "regarde"},
    {"lose", "lost", "loses", "perdu", "perd"},
    {"find", "found", "finds", "trouvé", "trouve"},
    {"see", "saw", "sees", "vu", "voit"},
    {"sell", "sold", "sells", "vendu", "vend"},
    {"paint", "painted", "paints", "peint", "peint"},
    {"draw", "drew", "draws", "dessiné", "dessine"},
    {"buy", "bought", "buys", "acheté", "achète"},
    {"love", "loved", "loves", "aimé", "aime"},
    {"choose", "chose", "chooses", "choisi", "choisit"},
    {"forget", "forgot", "forgets", "oublié", "oublie"},
    {"describe", "described", "describes", "décrit", "décrit"},
    {"clean", "cleaned", "cleans", "nettoyé", "nettoie"},
    {"photograph", "photographed", "photographs", "photographié", "photographie"},
};

constexpr Fixed kWishes[] = {
    {"sleep", "dormir"}, {"eat", "manger"},  {"drink", "boire"},  {"play", "jouer"},   {"run", "courir"},
    {"swim", "nager"},   {"jump", "sauter"}, {"hunt", "chasser"}, {"walk", "marcher"}, {"flee", "fuir"},
};

}  // namespace

std::span<const Verb> animal_place_verbs() { return kAnimalPlace; }
std::span<const Verb> place_animal_verbs() { return kPlaceAnimal; }
std::span<const Verb> animal_animal_verbs() { return kAnimalAnimal; }
std::span<const Verb> human_animal_verbs() { return kHumanAnimal; }
std::span<const Verb> human_thing_verbs() { return kHumanThing; }
std::span<const Fixed> wishes() { return kWishes; }

}  // namespace headlight
