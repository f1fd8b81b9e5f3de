#include "core/learn/words.h"

namespace headlight {
namespace {

constexpr Noun kObjects[] = {
    {"trophy", "trophée", kM},      {"painting", "tableau", kM},   {"book", "livre", kM},
    {"hat", "chapeau", kM},         {"vase", "vase", kM},          {"piano", "piano", kM},
    {"violin", "violon", kM},       {"drum", "tambour", kM},       {"umbrella", "parapluie", kM},
    {"kite", "cerf-volant", kM},    {"mirror", "miroir", kM},      {"coat", "manteau", kM},
    {"telescope", "télescope", kM}, {"robot", "robot", kM},        {"cushion", "coussin", kM},
    {"carpet", "tapis", kM},        {"helmet", "casque", kM},      {"globe", "globe", kM},
    {"toy", "jouet", kM},           {"cake", "gâteau", kM},        {"harmonica", "harmonica", kM},
    {"computer", "ordinateur", kM}, {"armchair", "fauteuil", kM},  {"statue", "statue", kF},
    {"lamp", "lampe", kF},          {"ball", "balle", kF},         {"bottle", "bouteille", kF},
    {"guitar", "guitare", kF},      {"table", "table", kF},        {"chair", "chaise", kF},
    {"doll", "poupée", kF},         {"clock", "horloge", kF},      {"blanket", "couverture", kF},
    {"ladder", "échelle", kF},      {"harp", "harpe", kF},         {"map", "carte", kF},
    {"bicycle", "bicyclette", kF},  {"pumpkin", "citrouille", kF}, {"plant", "plante", kF},
    {"trumpet", "trompette", kF},   {"sword", "épée", kF},         {"flute", "flûte", kF},
    {"scarf", "écharpe", kF},       {"printer", "imprimante", kF},
};

constexpr Noun kContainers[] = {
    {"suitcase", "valise", kF},
    {"box", "boîte", kF},
    {"car", "voiture", kF},
    {"trunk", "malle", kF},
    {"bathtub", "baignoire", kF},
    {"wardrobe", "armoire", kF},
    {"crate", "caisse", kF},
    {"bedroom", "chambre", kF},
    {"pocket", "poche", kF},
    {"envelope", "enveloppe", kF},
    {"kitchen", "cuisine", kF},
    {"tent", "tente", kF},
    {"van", "camionnette", kF},
    {"cage", "cage", kF},
    {"bag", "sac", kM},
    {"drawer", "tiroir", kM},
    {"chest", "coffre", kM},
    {"basket", "panier", kM},
    {"cupboard", "placard", kM},
    {"barrel", "tonneau", kM},
    {"bucket", "seau", kM},
    {"garage", "garage", kM},
    {"attic", "grenier", kM},
    {"truck", "camion", kM},
    {"elevator", "ascenseur", kM},
    {"boat", "bateau", kM},
    {"locker", "casier", kM},
    {"jar", "bocal", kM},
    {"fridge", "réfrigérateur", kM},
};

constexpr Noun kDocuments[] = {
    {"agreement", "accord", kM},
    {"treaty", "traité", kM},
    {"report", "rapport", kM},
    {"text", "texte", kM},
    {"contract", "contrat", kM},
    {"decision", "décision", kF},
    {"project", "projet", kM},
    {"program", "programme", kM},
    {"plan", "plan", kM},
    {"protocol", "protocole", kM},
    {"article", "article", kM},
    {"law", "loi", kF},
    {"convention", "convention", kF},
    {"reform", "réforme", kF},
    {"declaration", "déclaration", kF},
    {"charter", "charte", kF},
    {"resolution", "résolution", kF},
    {"directive", "directive", kF},
    {"study", "étude", kF},
    {"proposal", "proposition", kF},
};

constexpr Noun kInstitutions[] = {
    {"area", "zone", kF},
    {"union", "union", kF},
    {"community", "communauté", kF},
    {"bank", "banque", kF},
    {"policy", "politique", kF},
    {"crisis", "crise", kF},
    {"commission", "commission", kF},
    {"agency", "agence", kF},
    {"conference", "conférence", kF},
    {"region", "région", kF},
    {"organization", "organisation", kF},
    {"research", "recherche", kF},
    {"cooperation", "coopération", kF},
    {"parliament", "parlement", kM},
    {"system", "système", kM},
    {"council", "conseil", kM},
    {"fund", "fonds", kM},
    {"sector", "secteur", kM},
    {"network", "réseau", kM},
    {"committee", "comité", kM},
    {"government", "gouvernement", kM},
    {"market", "marché", kM},
};

constexpr Noun kAuthorities[] = {
    {"council", "conseil", kM},       {"parliament", "parlement", kM}, {"king", "roi", kM},
    {"queen", "reine", kF},           {"bank", "banque", kF},          {"president", "président", kM},
    {"commission", "commission", kF}, {"minister", "ministre", kM},    {"government", "gouvernement", kM},
    {"assembly", "assemblée", kF},    {"committee", "comité", kM},
};

constexpr Noun kBurdens[] = {
    {"pain", "douleur", kF},         {"cost", "coût", kM},         {"burden", "fardeau", kM},
    {"weight", "poids", kM},         {"cold", "froid", kM},        {"heat", "chaleur", kF},
    {"risk", "risque", kM},          {"noise", "bruit", kM},       {"criticism", "critique", kF},
    {"suffering", "souffrance", kF}, {"pressure", "pression", kF}, {"loss", "perte", kF},
    {"shame", "honte", kF},          {"absence", "absence", kF},   {"hunger", "faim", kF},
    {"solitude", "solitude", kF},    {"silence", "silence", kM},   {"grief", "chagrin", kM},
};

constexpr Noun kContests[] = {
    {"game", "match", kM},
    {"final", "finale", kF},
    {"championship", "championnat", kM},
    {"season", "saison", kF},
    {"race", "course", kF},
    {"tournament", "tournoi", kM},
    {"semifinal", "demi-finale", kF},
};

constexpr Noun kPrizes[] = {
    {"cup", "coupe", kF},      {"title", "titre", kM}, {"trophy", "trophée", kM},
    {"medal", "médaille", kF}, {"prize", "prix", kM},
};

constexpr Noun kWeathers[] = {
    {"rain", "pluie", kF},     {"snow", "neige", kF},    {"noise", "bruit", kM}, {"cold", "froid", kM},
    {"heat", "chaleur", kF},   {"wind", "vent", kM},     {"mud", "boue", kF},    {"storm", "orage", kM},
    {"fog", "brouillard", kM}, {"fire", "incendie", kM}, {"smoke", "fumée", kF}, {"sun", "soleil", kM},
};

constexpr Noun kFoods[] = {
    {"honey", "miel", kM},   {"fish", "poisson", kM}, {"bread", "pain", kM}, {"water", "eau", kF},
    {"grass", "herbe", kF},  {"meat", "viande", kF},  {"milk", "lait", kM},  {"cheese", "fromage", kM},
    {"salad", "salade", kF}, {"rice", "riz", kM},
};

}  // namespace

std::span<const Noun> objects() { return kObjects; }
std::span<const Noun> containers() { return kContainers; }
std::span<const Noun> documents() { return kDocuments; }
std::span<const Noun> institutions() { return kInstitutions; }
std::span<const Noun> authorities() { return kAuthorities; }
std::span<const Noun> burdens() { return kBurdens; }
std::span<const Noun> contests() { return kContests; }
std::span<const Noun> prizes() { return kPrizes; }
std::span<const Noun> weathers() { return kWeathers; }
std::span<const Noun> foods() { return kFoods; }

}  // namespace headlight
