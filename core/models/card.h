// The models at hand. A shipped one has a card: what was trained on what, with the figures that
// `headlight-train evaluate` measures again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/files/fields.h"
#include "core/layers/config.h"
#include "core/models/anatomy.h"
#include "core/models/certainty.h"

namespace headlight {

struct Measure {
  std::string name;  // "antecedent_accuracy"
  double value = 0;
  std::string unit;    // "" for a fraction, "ms"
  std::string target;  // ">= 0.99"; empty when nothing is promised
  bool met() const;    // whether `value` reaches `target`

  static void fields(auto& self, auto&& visit) {
    visit("name", self.name);
    visit("value", self.value);
    visit("unit", self.unit);
    visit("target", self.target);
  }
};

// A measure over several runs that differ in their seed alone, as training found it.
struct Spread {
  std::string name;  // "two_back_beyond_rotary"
  int runs = 0;
  double mean = 0;
  double median = 0;  // between the two in the middle where they are even in number
  double least = 0;
  double most = 0;

  static void fields(auto& self, auto&& visit) {
    visit("name", self.name);
    visit("runs", self.runs);
    visit("mean", self.mean);
    visit("median", self.median);
    visit("least", self.least);
    visit("most", self.most);
  }
};

// Of the values of all runs, at least one.
Spread spread_over(std::string name, std::vector<double> values);

// A measure along something, as a plot shows it.
struct MeasuredCurve {
  struct Point {
    double at = 0;
    double value = 0;
    int count = 0;  // of what it is the mean

    static void fields(auto& self, auto&& visit) {
      visit("at", self.at);
      visit("value", self.value);
      visit("count", self.count);
    }
  };
  std::string name;   // "exact_by_length"
  std::string along;  // "words read"
  std::vector<Point> points;

  static void fields(auto& self, auto&& visit) {
    visit("name", self.name);
    visit("along", self.along);
    visit("points", self.points);
  }
};

// The curve of a translator: the share of sentences that come out right, by how many words are read.
inline constexpr const char* exact_by_length = "exact_by_length";

// Two sentences that differ in their last words, and with them in what "it" means.
struct SentencePair {
  std::string first, second;

  static void fields(auto& self, auto&& visit) {
    visit("first", self.first);
    visit("second", self.second);
  }
};

struct Card {
  std::string name;                         // "translator"
  std::string title;                        // "English to French"
  std::string origin;                       // "trained", "random" or "hand-set"; of no card, "yours"
  std::string data;                         // what it was trained on
  std::string recipe;                       // steps, batch, optimizer, seed, time
  std::string departs;                      // where it departs from the paper
  std::string limits;                       // what it cannot do
  std::optional<HeadPlace> reference_head;  // the head that the stage opens on
  std::optional<Calibration> certainty;     // a translator's: from where on it is sure
  // A translator's: their nouns differ in gender, and it writes the right pronoun in both.
  std::vector<SentencePair> pairs;
  std::vector<Measure> measures;
  std::vector<Spread> spreads;  // empty where one run was made
  std::vector<MeasuredCurve> curves;

  static void fields(auto& self, auto&& visit) {
    visit("name", self.name);
    visit("title", self.title);
    visit("origin", self.origin);
    visit("data", self.data);
    visit("recipe", self.recipe);
    visit("departs", self.departs);
    visit("limits", self.limits);
    visit("reference_head", self.reference_head, MayMiss{});
    visit("certainty", self.certainty, MayMiss{});
    visit("pairs", self.pairs, MayMiss{});
    visit("measures", self.measures);
    visit("spreads", self.spreads, MayMiss{});
    visit("curves", self.curves, MayMiss{});
  }
};

std::string to_json(const Card& card);
Card card_from_json(const std::string& text);
// Of a model's folder: card.json. Throws FileError.
Card load_card(const std::filesystem::path& folder);
void save_card(const Card& card, const std::filesystem::path& folder);

// Where shipped models lie: the folder `models` of the assets (see core/platform/paths.h). One of several
// small models is named by its folders: "positions/third/rotary". Throws std::invalid_argument naming those
// there are.
std::filesystem::path model_folder(const std::string& name_or_folder);
std::vector<std::string> shipped_models();
// Where a shipped model of a task ("two_back", "third") and a kind of positions lies; the same for a variant
// by its name: "alibi_one_sided" beside the kinds.
std::filesystem::path positions_model(std::string_view task, Positions kind);
std::filesystem::path positions_model(std::string_view task, std::string_view kind);

// What is shipped, one entry for each model that the stage can open.
struct CatalogueModel {
  std::string name;          // as sessions name it: "translator", "positions/third/rotary", or a folder
  std::string title;         // its card's; of one of several "third · rotary"
  std::string group = {};    // the title of the card that it shares with others; empty: the card is its own
  std::string origin = {};   // "trained", "random", "hand-set"; "yours" where no card says
  std::uintmax_t bytes = 0;  // of its weights
  std::string data = {};     // what it was trained on
  std::string limits = {};   // what it cannot do
  std::vector<Measure> measures = {};  // none where the card is of several models
  std::string other_names = {};        // what else people call a shipped one, to find it by
};

// Those with a card of their own first, then each folder of small ones, in the order of their names. What
// cannot be read is left out: opening it by name says why.
std::vector<CatalogueModel> shipped_catalogue();
// The same as it was read first, for frames, which wait for no file: null until read_catalogue() has read it.
// That returns whether there was anything to read.
const std::vector<CatalogueModel>* catalogue_read();
bool read_catalogue();
// Whether that is one of them, by its name or its folder; no where there is none.
bool is_shipped_model(const std::string& name_or_folder);
// A measure of a card as a person would say it: "translations exactly right" of "exact_translation". Of one
// that has no such words, its name without underscores.
std::string words_of_measure(std::string name);
// The entry of one that is named, shipped or not. Throws std::invalid_argument where there is none.
CatalogueModel catalogue_model(const std::string& name_or_folder);

}  // namespace headlight
