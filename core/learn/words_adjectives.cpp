#include "core/learn/words.h"

namespace headlight {
namespace {

constexpr Adjective kAnimalAdjectives[] = {
    {"tired", "fatigué", "fatiguée"},
    {"hungry", "affamé", "affamée"},
    {"scared", "effrayé", "effrayée"},
    {"sick", "malade", "malade"},
    {"lazy", "paresseux", "paresseuse"},
    {"weak", "faible", "faible"},
    {"slow", "lent", "lente"},
    {"thirsty", "assoiffé", "assoiffée"},
    {"nervous", "nerveux", "nerveuse"},
    {"shy", "timide", "timide"},
    {"curious", "curieux", "curieuse"},
    {"sad", "triste", "triste"},
    {"happy", "heureux", "heureuse"},
    {"exhausted", "épuisé", "épuisée"},
    {"stubborn", "têtu", "têtue"},
    {"injured", "blessé", "blessée"},
    {"careful", "prudent", "prudente"},
    {"sleepy", "somnolent", "somnolente"},
    {"angry", "furieux", "furieuse"},
    {"brave", "courageux", "courageuse"},
    {"greedy", "gourmand", "gourmande"},
    {"proud", "fier", "fière"},
    {"jealous", "jaloux", "jalouse"},
    {"clumsy", "maladroit", "maladroite"},
    {"calm", "calme", "calme"},
    {"worried", "inquiet", "inquiète"},
    {"confused", "désorienté", "désorientée"},
    {"fast", "rapide", "rapide"},
    {"strong", "fort", "forte"},
    {"fierce", "féroce", "féroce"},
    {"playful", "joueur", "joueuse"},
    {"patient", "patient", "patiente"},
    {"impatient", "impatient", "impatiente"},
    {"clever", "malin", "maligne"},
    {"distracted", "distrait", "distraite"},
    {"cautious", "méfiant", "méfiante"},
    {"annoyed", "agacé", "agacée"},
    {"obedient", "obéissant", "obéissante"},
};

constexpr Traits kOpen = kWay | kWater | kLand;
constexpr Traits kGround = kWay | kLand;
constexpr Traits kDry = kWay | kLand | kBuilt;

constexpr Adjective kPlaceAdjectives[] = {
    {"wide", "large", "large", kOpen},
    {"long", "long", "longue", kOpen},
    {"narrow", "étroit", "étroite", kOpen},
    {"muddy", "boueux", "boueuse", kOpen},
    {"noisy", "bruyant", "bruyante"},
    {"deep", "profond", "profonde", kWater | kLand},
    {"crowded", "bondé", "bondée", kWay | kBuilt},
    {"dark", "sombre", "sombre"},
    {"steep", "escarpé", "escarpée", kGround},
    {"slippery", "glissant", "glissante", kWay},
    {"dangerous", "dangereux", "dangereuse"},
    {"flooded", "inondé", "inondée", kDry, {}, false},
    {"closed", "fermé", "fermée", kWay | kBuilt, {}, false},
    {"empty", "vide", "vide", kWay | kBuilt},
    {"dusty", "poussiéreux", "poussiéreuse", kDry},
    {"icy", "verglacé", "verglacée", kWay},
    {"frozen", "gelé", "gelée", kOpen, {}, false},
    {"polluted", "pollué", "polluée"},
    {"dirty", "sale", "sale"},
    {"busy", "fréquenté", "fréquentée", kWay | kBuilt},
    {"quiet", "tranquille", "tranquille"},
    {"shady", "ombragé", "ombragée", kGround},
    {"rocky", "rocailleux", "rocailleuse", kGround},
    {"blocked", "bloqué", "bloquée", kWay, {}, false},
    {"isolated", "isolé", "isolée"},
    {"distant", "lointain", "lointaine"},
    {"wild", "sauvage", "sauvage", kWater | kLand},
    {"modern", "moderne", "moderne", kBuilt},
    {"peaceful", "paisible", "paisible"},
    {"winding", "sinueux", "sinueuse", kWay},
    {"bumpy", "cahoteux", "cahoteuse", kWay},
    {"deserted", "désert", "déserte", kDry},
    {"sandy", "sablonneux", "sablonneuse", kGround},
    {"vast", "vaste", "vaste"},
    {"guarded", "surveillé", "surveillée", kWay | kBuilt},
    {"damaged", "endommagé", "endommagée", kWay | kBuilt},
    {"hilly", "vallonné", "vallonnée", kGround},
};

constexpr Adjective kNeutral[] = {
    {"beautiful", "beau", "belle"},
    {"strange", "étrange", "étrange"},
    {"famous", "célèbre", "célèbre"},
    {"magnificent", "magnifique", "magnifique"},
    {"unique", "unique", "unique", ~0U, {}, false},
    {"ugly", "laid", "laide"},
    {"rare", "rare", "rare"},
    {"splendid", "splendide", "splendide"},
    {"mysterious", "mystérieux", "mystérieuse"},
    {"important", "important", "importante"},
    {"interesting", "intéressant", "intéressante"},
    {"special", "spécial", "spéciale"},
};

constexpr Adjective kTooBig[] = {
    {"big", "grand", "grande"},   {"large", "gros", "grosse"},   {"tall", "haut", "haute"},
    {"huge", "énorme", "énorme"}, {"thick", "épais", "épaisse"}, {"bulky", "encombrant", "encombrante"},
    {"long", "long", "longue"},   {"wide", "large", "large"},
};

constexpr Adjective kTooSmall[] = {
    {"small", "petit", "petite"},
    {"tiny", "minuscule", "minuscule"},
    {"full", "plein", "pleine"},
    {"short", "court", "courte"},
    {"cramped", "exigu", "exiguë"},
    {"cluttered", "encombré", "encombrée"},
    {"overloaded", "surchargé", "surchargée"},
    {"narrow", "étroit", "étroite"},
};

constexpr Adjective kAttacks[] = {
    {"hungry", "affamé", "affamée"},      {"curious", "curieux", "curieuse"},
    {"stubborn", "têtu", "têtue"},        {"angry", "furieux", "furieuse"},
    {"brave", "courageux", "courageuse"}, {"greedy", "gourmand", "gourmande"},
    {"jealous", "jaloux", "jalouse"},     {"annoyed", "agacé", "agacée"},
};
constexpr Adjective kIsAttacked[] = {
    {"slow", "lent", "lente"},
    {"weak", "faible", "faible"},
    {"injured", "blessé", "blessée"},
    {"clumsy", "maladroit", "maladroite"},
    {"confused", "désorienté", "désorientée"},
    {"distracted", "distrait", "distraite"},
};
constexpr Adjective kHoldsBack[] = {
    {"tired", "fatigué", "fatiguée"},
    {"scared", "effrayé", "effrayée"},
    {"shy", "timide", "timide"},
    {"sleepy", "somnolent", "somnolente"},
    {"lazy", "paresseux", "paresseuse"},
    {"patient", "patient", "patiente"},
    {"obedient", "obéissant", "obéissante"},
    {"exhausted", "épuisé", "épuisée"},
};
constexpr Adjective kIsFeared[] = {
    {"fast", "rapide", "rapide"},   {"strong", "fort", "forte"},         {"fierce", "féroce", "féroce"},
    {"clever", "malin", "maligne"}, {"cautious", "méfiant", "méfiante"},
};

constexpr Adjective kOld = {"old", "vieux", "vieille", ~0U, "vieil"};
constexpr Adjective kNew = {"new", "nouveau", "nouvelle", ~0U, "nouvel"};
constexpr Adjective kLittle = {"little", "petit", "petite"};
constexpr Adjective kBig = {"big", "grand", "grande"};
constexpr Adjective kPretty = {"pretty", "joli", "jolie"};

constexpr Adjective kYoung = {"young", "jeune", "jeune"};
constexpr Adjective kBeautiful = {"beautiful", "beau", "belle", ~0U, "bel"};

constexpr Adjective kBeforeHumans[] = {kLittle, kYoung};
constexpr Adjective kBeforeAnimals[] = {kOld, kLittle, kYoung, kPretty, kBeautiful};
constexpr Adjective kBeforePlaces[] = {kOld, kBig, kNew, kPretty, kBeautiful};
constexpr Adjective kBeforeThings[] = {kOld, kNew, kPretty, kBeautiful};

constexpr Adjective kColours[] = {
    {"black", "noir", "noire"}, {"white", "blanc", "blanche"}, {"brown", "brun", "brune"},
    {"gray", "gris", "grise"},  {"red", "rouge", "rouge"},     {"yellow", "jaune", "jaune"},
    {"blue", "bleu", "bleue"},  {"green", "vert", "verte"},
};

constexpr Adjective kOrigins[] = {
    {"european", "européen", "européenne"}, {"american", "américain", "américaine"},
    {"african", "africain", "africaine"},   {"asian", "asiatique", "asiatique"},
    {"french", "français", "française"},    {"national", "national", "nationale"},
    {"german", "allemand", "allemande"},    {"italian", "italien", "italienne"},
    {"spanish", "espagnol", "espagnole"},   {"british", "britannique", "britannique"},
    {"canadian", "canadien", "canadienne"}, {"chinese", "chinois", "chinoise"},
    {"indian", "indien", "indienne"},       {"greek", "grec", "grecque"},
    {"swiss", "suisse", "suisse"},          {"japanese", "japonais", "japonaise"},
};

constexpr Adjective kFields[] = {
    {"economic", "économique", "économique"},
    {"monetary", "monétaire", "monétaire"},
    {"social", "social", "sociale"},
    {"agricultural", "agricole", "agricole"},
    {"financial", "financier", "financière"},
    {"military", "militaire", "militaire"},
    {"central", "central", "centrale"},
    {"industrial", "industriel", "industrielle"},
    {"scientific", "scientifique", "scientifique"},
    {"cultural", "culturel", "culturelle"},
    {"legal", "juridique", "juridique"},
    {"commercial", "commercial", "commerciale"},
    {"digital", "numérique", "numérique"},
    {"medical", "médical", "médicale"},
    {"educational", "éducatif", "éducative"},
    {"public", "public", "publique"},
};

constexpr Adjective kPassives[] = {
    {"signed", "signé", "signée"},          {"published", "publié", "publiée"},
    {"adopted", "adopté", "adoptée"},       {"rejected", "rejeté", "rejetée"},
    {"presented", "présenté", "présentée"}, {"approved", "approuvé", "approuvée"},
    {"discussed", "discuté", "discutée"},   {"accepted", "accepté", "acceptée"},
    {"announced", "annoncé", "annoncée"},   {"canceled", "annulé", "annulée"},
    {"modified", "modifié", "modifiée"},    {"ratified", "ratifié", "ratifiée"},
    {"written", "écrit", "écrite"},         {"confirmed", "confirmé", "confirmée"},
    {"translated", "traduit", "traduite"},
};

}  // namespace

std::span<const Adjective> animal_adjectives() { return kAnimalAdjectives; }
std::span<const Adjective> place_adjectives() { return kPlaceAdjectives; }
std::span<const Adjective> neutral_adjectives() { return kNeutral; }
std::span<const Adjective> too_big() { return kTooBig; }
std::span<const Adjective> too_small() { return kTooSmall; }
std::span<const Adjective> before_humans() { return kBeforeHumans; }
std::span<const Adjective> before_animals() { return kBeforeAnimals; }
std::span<const Adjective> before_places() { return kBeforePlaces; }
std::span<const Adjective> before_things() { return kBeforeThings; }
std::span<const Adjective> colours() { return kColours; }
std::span<const Adjective> origins() { return kOrigins; }
std::span<const Adjective> fields() { return kFields; }
std::span<const Adjective> passives() { return kPassives; }

std::span<const Adjective> attacker_reasons(bool negative) {
  if (negative) return kHoldsBack;
  return kAttacks;
}

std::span<const Adjective> attacked_reasons(bool negative) {
  if (negative) return kIsFeared;
  return kIsAttacked;
}

}  // namespace headlight
