#include "core/explain/traits.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headlight {
namespace {

constexpr float worth_a_word = 0.4F;
// With so much on average, more than half of all rows give over half to one word.
constexpr float one_word = 0.75F;
constexpr float sink_share = 0.5F;

constexpr std::array<TraitInfo, trait_count> table{{
    {"entropy", "entropy", "looks at many words", "entropy (bits)", "bits",
     "How many words the weight is spread over: 0 bits when one word has it all.", false},
    {"peak", "peak", "gives over half to one word in most rows", "one word", "one word",
     "The largest weight of each row, on average."},
    {"distance", "distance", "looks far away", "far away", "far", "How far away a word looks, on average.",
     false},
    {"previous", "to previous", "looks at the previous word", "previous word", "previous",
     "The weight on the word before, on average."},
    {"itself", "to itself", "looks at the word itself", "itself", "itself",
     "The weight of each word on itself, on average."},
    {"next", "to next", "looks at the next word", "next word", "next",
     "The weight on the word after, on average."},
    {"first", "to first", "looks at the first word", "first word", "first",
     "The weight on the first word, on average."},
    {"special", "to special", "looks at special tokens and punctuation", "special tokens", "special",
     "The weight on <s>, </s> and punctuation together, on average."},
    {"antecedent", "to its noun", "finds what “it” means", "its noun", "its noun",
     "The weight of “it” on the noun it means."},
    {"sink", "attention sink", "is an attention sink", "attention sink", "sink",
     "The weight on the first token and on special tokens together, on average over random tokens. This "
     "weight is often read as resting where it changes little (Xiao et al. 2024).",
     true, 0.5F},
    {"previous_token", "previous token", "is a previous-token head", "previous token", "previous",
     "The weight on the token before, on average over random tokens.", true, 0.5F},
    {"next_token", "next token", "is a next-token head", "next token", "next",
     "The weight on the token after, on average over random tokens.", true, 0.5F},
    {"induction", "induction", "is an induction head", "induction", "induction",
     "Random tokens, read twice: the average weight on the token that followed this one the other time. It "
     "may follow again (Olsson et al. 2022).",
     true, 0.4F},
    {"duplicate", "duplicate token", "is a duplicate-token head", "duplicate token", "duplicate",
     "Random tokens, read twice: the average weight on the same token at its other place (Wang et al. 2023).",
     true, 0.4F},
    {"copying", "copying", "is a copying head", "copying", "copying",
     "Random tokens: the fraction of all other tokens that the head’s output raises less than the token it "
     "comes from. Chance gives 0.5 (the OV circuit, Elhage et al. 2021).",
     true, 0.95F},
}};

class Mean {
 public:
  void add(float value) {
    sum_ += static_cast<double>(value);
    ++count_;
  }
  std::optional<float> value() const {
    if (count_ == 0) return std::nullopt;
    return static_cast<float>(sum_ / count_);
  }

 private:
  double sum_ = 0;
  int count_ = 0;
};

// The keys a row may look at.
std::vector<int> open_keys(const Heatmap& map, int row) {
  std::vector<int> keys;
  for (int key = 0; key < map.columns; ++key) {
    if (map.state(row, key) == CellState::value) keys.push_back(key);
  }
  return keys;
}

bool has_choice(const Heatmap& map, int row) { return open_keys(map, row).size() > 1; }

class Measuring {
 public:
  Measuring(const Heatmap& map, bool self, CellPlaces cells) : map_(map), self_(self), cells_(cells) {
    for (int key = 0; key < map.columns; ++key) any_special_ |= is_special(map.column_label(key));
    for (int row = 0; row < map.rows; ++row) {
      if (has_choice(map, row)) measure(row);
    }
  }

  HeadTraits traits() const {
    HeadTraits traits;
    for (std::size_t i = 0; i < means_.size(); ++i) {
      traits.values[i] = means_[i].value();
      if (rows_ > 0) traits.rows_led[i] = static_cast<float>(led_[i]) / static_cast<float>(rows_);
    }
    traits.most_entropy = most_.value().value_or(0.0F);
    return traits;
  }

 private:
  void add(Trait trait, float value) { means_[static_cast<std::size_t>(trait)].add(value); }

  void measure(int row) {
    float entropy = 0;
    float peak = 0;
    float distance = 0;
    float far_or_near = 0;  // the weight on what has a distance
    float special = 0;
    ++rows_;
    const std::vector<int> keys = open_keys(map_, row);
    for (const int key : keys) {
      const float weight = map_.value(row, key);
      // What is not a number stays one: an edit may put it there, and no mean may hide it.
      if (!(weight <= 0)) entropy -= weight * std::log2(weight);
      peak = std::isnan(weight) ? weight : std::max(peak, weight);
      if (const auto apart = cells_.between(row, key)) {
        distance += weight * *apart;
        far_or_near += weight;
      }
      if (is_special(map_.column_label(key))) special += weight;
    }
    add(Trait::entropy, entropy);
    add(Trait::peak, peak);
    most_.add(std::log2(static_cast<float>(keys.size())));
    if (any_special_) add(Trait::special, special);
    if (special > 0.5F) ++led_[static_cast<std::size_t>(Trait::special)];
    if (peak > 0.5F) ++led_[static_cast<std::size_t>(Trait::peak)];
    peak_ = peak;
    share(Trait::first, row, 0);
    if (!self_) return;
    if (cells_.along == 0) {
      add(Trait::distance, distance);
    } else if (row >= cells_.before && far_or_near > 0) {
      add(Trait::distance, distance / far_or_near);
    }
    share(Trait::previous, row, cells_.previous(row));
    share(Trait::itself, row, row);
    share(Trait::next, row, cells_.next(row));
  }

  void share(Trait trait, int row, int key) {
    if (key < 0 || key >= map_.columns || map_.state(row, key) != CellState::value) return;
    add(trait, map_.value(row, key));
    if (map_.value(row, key) >= peak_) ++led_[static_cast<std::size_t>(trait)];
  }

  const Heatmap& map_;
  bool self_;
  CellPlaces cells_;
  bool any_special_ = false;
  std::array<Mean, trait_count> means_;
  std::array<int, trait_count> led_ = {};  // rows
  int rows_ = 0;
  float peak_ = 0;  // of the row that is measured
  Mean most_;
};

void check_alike(std::span<const Heatmap> maps, const char* what) {
  if (maps.empty()) throw std::invalid_argument(std::string(what) + ": no maps");
  for (const Heatmap& map : maps) {
    if (map.rows != maps[0].rows || map.columns != maps[0].columns)
      throw std::invalid_argument(std::string(what) + ": the maps have different shapes");
  }
}

}  // namespace

namespace {

// What is said in other words of the cells of a picture.
constexpr std::array<TraitInfo, 7> of_cells{{
    {"entropy", "entropy", "looks at many cells", "entropy (bits)", "bits",
     "How many cells the weight is spread over: 0 bits when one cell has it all.", false},
    {"peak", "peak", "gives over half to one cell in most rows", "one cell", "one cell",
     "The largest weight of each row, on average."},
    {"distance", "distance", "looks far away", "far away", "far",
     "How far away a cell looks, on average: in cells, in a straight line.", false},
    {"previous", "to the left", "looks at the cell to the left", "cell to the left", "left",
     "The weight on the cell to the left, on average."},
    {"itself", "to itself", "looks at the cell itself", "itself", "itself",
     "The weight of each cell on itself, on average."},
    {"next", "to the right", "looks at the cell to the right", "cell to the right", "right",
     "The weight on the cell to the right, on average."},
    {"first", "to first", "looks at the class token or the first cell", "first token", "first",
     "The weight on the class token, or on the first cell if there is no class token; on average."},
}};

}  // namespace

const TraitInfo& info(Trait trait, bool cells) {
  const TraitInfo& plain = table.at(static_cast<std::size_t>(trait));
  const auto other = std::find_if(of_cells.begin(), of_cells.end(),
                                  [&](const TraitInfo& each) { return each.id == plain.id; });
  return cells && other != of_cells.end() ? *other : plain;
}

std::optional<float> CellPlaces::between(int row, int key) const {
  if (along == 0) return static_cast<float>(std::abs(row - key));
  if (row < before || key < before) return std::nullopt;
  const int a = row - before, b = key - before;
  return static_cast<float>(std::hypot(a / along - b / along, a % along - b % along));
}

int CellPlaces::previous(int row) const {
  if (along == 0) return row - 1;
  return row > before && (row - before) % along != 0 ? row - 1 : -1;
}

int CellPlaces::next(int row) const {
  if (along == 0) return row + 1;
  return row >= before && (row - before + 1) % along != 0 ? row + 1 : -1;
}

bool is_special(std::string_view word) {
  constexpr std::array<std::string_view, 18> signs = {"<s>",
                                                      "</s>",
                                                      ".",
                                                      ",",
                                                      "?",
                                                      "!",
                                                      ";",
                                                      ":",
                                                      "…",
                                                      "[CLS]",
                                                      "[SEP]",
                                                      "[PAD]",
                                                      "<pad>",
                                                      "<|endoftext|>",
                                                      "<bos>",
                                                      "<eos>",
                                                      "<|begin_of_text|>",
                                                      "<|end_of_text|>"};
  return std::find(signs.begin(), signs.end(), word) != signs.end();
}

HeadTraits traits_of(const Heatmap& weights, bool self, std::optional<Antecedent> antecedent,
                     CellPlaces cells) {
  HeadTraits traits = Measuring(weights, self, cells).traits();
  if (self && antecedent && antecedent->it < weights.rows && antecedent->noun < weights.columns &&
      weights.state(antecedent->it, antecedent->noun) == CellState::value) {
    traits.values[static_cast<std::size_t>(Trait::antecedent)] =
        weights.value(antecedent->it, antecedent->noun);
  }
  return traits;
}

namespace {

// What the field calls it.
}  // namespace

std::optional<Strongest> measured_name(const HeadTraits& traits) {
  std::optional<Strongest> best;
  const auto consider = [&](Trait trait) {
    const std::optional<float> value = traits[trait];
    if (value && *value >= info(trait).least && (!best || *value > best->value)) best = {trait, *value};
  };
  for (const Trait trait : {Trait::induction, Trait::duplicate, Trait::previous_token, Trait::next_token})
    consider(trait);
  if (!best) consider(Trait::sink);
  if (!best) consider(Trait::copying);
  return best;
}

std::optional<Strongest> strongest(const HeadTraits& traits) {
  if (!traits[Trait::entropy]) return std::nullopt;
  // That it finds what "it" means here says more than any name.
  const std::optional<float> antecedent = traits[Trait::antecedent];
  const bool finds = antecedent && *antecedent >= worth_a_word;
  if (const auto name = measured_name(traits); name && !finds) return name;
  return done_here(traits);
}

std::optional<Strongest> done_here(const HeadTraits& traits) {
  if (!traits[Trait::entropy]) return std::nullopt;
  std::optional<Strongest> best;
  // Where two are equal the earlier says more: what stands first is more than a sign.
  for (const Trait trait :
       {Trait::antecedent, Trait::previous, Trait::itself, Trait::next, Trait::first, Trait::special}) {
    const std::optional<float> value = traits[trait];
    const bool most_rows =
        trait == Trait::antecedent || traits.rows_led[static_cast<std::size_t>(trait)] > 0.5F;
    if (value && *value >= worth_a_word && most_rows && (!best || *value > best->value))
      best = {trait, *value};
  }
  if (best) return best;
  const float peak = traits[Trait::peak].value_or(0.0F);
  const bool most_rows = traits.rows_led[static_cast<std::size_t>(Trait::peak)] > 0.5F;
  if (most_rows || peak >= one_word) return Strongest{Trait::peak, peak};
  return Strongest{Trait::entropy, *traits[Trait::entropy]};
}

bool is_sink(const Sink& sink) { return sink.share > sink_share; }

std::optional<Sink> sink_of(const Heatmap& weights) {
  std::optional<Sink> most;
  for (int key = 0; key < weights.columns; ++key) {
    if (key > 0 && !is_special(weights.column_label(key))) continue;
    Mean mean;
    for (int row = 0; row < weights.rows; ++row) {
      // Where an edit put something that the head may not look at, nothing rests.
      if (has_choice(weights, row))
        mean.add(weights.state(row, key) == CellState::value ? weights.value(row, key) : 0.0F);
    }
    const Sink sink{key, mean.value().value_or(0.0F)};
    if (is_sink(sink) && (!most || sink.share > most->share)) most = sink;
  }
  return most;
}

Heatmap mean_of(std::span<const Heatmap> heads) {
  check_alike(heads, "mean_of");
  Heatmap mean = heads[0];
  mean.title = "mean over heads";
  mean.path.clear();
  mean.marks.clear();
  for (int row = 0; row < mean.rows; ++row) {
    for (int column = 0; column < mean.columns; ++column) {
      double sum = 0;
      bool open = false;
      for (const Heatmap& head : heads) {
        open |= head.state(row, column) == CellState::value;
        sum += static_cast<double>(head.value(row, column));
      }
      const auto at = static_cast<std::size_t>(row) * mean.columns + column;
      mean.values[at] = static_cast<float>(sum / static_cast<double>(heads.size()));
      if (!mean.states.empty() && open) mean.states[at] = CellState::value;
    }
  }
  return mean;
}

void Rollout::add(const Heatmap& mean) {
  const auto n = static_cast<std::size_t>(mean.rows);
  if (product.empty()) {
    product.assign(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) product[i * n + i] = 1;
  }
  std::vector<double> next(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      const double mixed = 0.5 * static_cast<double>(mean.values[i * n + k]) + (i == k ? 0.5 : 0.0);
      for (std::size_t j = 0; j < n; ++j) next[i * n + j] += mixed * product[k * n + j];
    }
  }
  product = std::move(next);
}

Heatmap Rollout::drawn(const Heatmap& last) const {
  Heatmap rollout = last;
  rollout.title = "rollout";
  rollout.path.clear();
  rollout.marks.clear();
  for (std::size_t i = 0; i < product.size(); ++i) {
    rollout.values[i] = static_cast<float>(product[i]);
    // Through a word in between, a row reaches keys that a window hides from it.
    if (!rollout.states.empty() && product[i] != 0) rollout.states[i] = CellState::value;
  }
  return rollout;
}

Heatmap rollout_of(std::span<const Heatmap> means) {
  check_alike(means, "rollout_of");
  if (means[0].rows != means[0].columns) throw std::invalid_argument("rollout_of: rows and columns differ");
  Rollout rollout;
  for (const Heatmap& mean : means) rollout.add(mean);
  return rollout.drawn(means.back());
}

std::optional<Hidden> hidden_by_mean(std::span<const Heatmap> heads, const Heatmap& mean,
                                     std::optional<int> row) {
  if (heads.size() < 2) return std::nullopt;
  std::optional<Hidden> most;
  for (int i = row.value_or(0); i < (row ? std::min(*row + 1, mean.rows) : mean.rows); ++i) {
    for (int j = 0; j < mean.columns; ++j) {
      for (std::size_t head = 0; head < heads.size(); ++head) {
        const float gap = heads[head].value(i, j) - mean.value(i, j);
        if (heads[head].state(i, j) != CellState::value || (most && !(gap > most->weight - most->mean)))
          continue;
        most = {static_cast<int>(head), i, j, heads[head].value(i, j), mean.value(i, j)};
      }
    }
  }
  return most;
}

}  // namespace headlight
