// What every head of a model does over a whole text: of each trait its distribution over all rows and not one
// number, and rows to look at, from those with the most of it to those with the least.
//
// A row is a token that asks. It counts where it may look at two keys or more. Of a row with the weights
// a(j), where i is its own place:
//   entropy, peak, distance, previous, itself, next, first, special   as HeadTraits has them, of one row
//   sink        weight on the first token and on special tokens together
//   duplicate   weight on the same token at its other places, where it has any
//   induction   weight on the tokens that stand behind those, where there are any besides i itself
// A row is led by a trait where its largest weight stands there: "previous token: 97 % of 12,408 rows".
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/traits.h"
#include "core/matrix/random.h"
#include "core/models/model.h"
#include "core/models/trace.h"

namespace headlight {

// Where a row stands: in which part of the text, counted from 0, and which token of it asks.
struct TextRow {
  int part = 0, row = 0;
  float value = 0;
};

// How often a trait has which value: in bins, so that it needs no more room for a longer text.
class TraitSpread {
 public:
  static constexpr int bins = 50;
  static constexpr int in_bin = 10;  // parts of a bin, by which quantiles are told
  static constexpr int most_strongest = 5;

  // `most`: what the last bin ends with; larger values count in it.
  explicit TraitSpread(float most = 1) : most_(most) {}
  void add(const TextRow& row, bool leads, Random& random);

  std::int64_t rows() const { return rows_; }
  std::int64_t led() const { return led_; }
  // Nothing where no row has the trait.
  std::optional<float> mean() const;
  std::optional<float> led_share() const;
  // The value that this share of all rows stays below, 0.5 for the median; even within a part of a bin.
  std::optional<float> quantile(float share) const;
  // A row of the part in which it lies, drawn by lot from all of these.
  std::optional<TextRow> example(float share) const;
  // Rows with the most of it, the largest first; one of each part.
  const std::vector<TextRow>& strongest() const { return strongest_; }
  // Of each bin its rows.
  std::array<std::int64_t, bins> counts() const;
  float most() const { return most_; }

 private:
  static constexpr int parts = bins * in_bin;
  int part_of_quantile(float share, double& within) const;

  float most_;
  std::int64_t rows_ = 0, led_ = 0;
  double sum_ = 0;
  std::array<std::int64_t, parts> counts_ = {};
  std::array<TextRow, parts> examples_ = {};
  std::vector<TextRow> strongest_;
};

struct HeadOverText {
  std::string path;  // of its weights
  std::array<TraitSpread, trait_count> spreads;

  const TraitSpread& operator[](Trait trait) const { return spreads[static_cast<std::size_t>(trait)]; }
};

// What can be measured of a row of a text.
inline constexpr std::array text_traits{Trait::previous, Trait::itself,   Trait::next,      Trait::first,
                                        Trait::special,  Trait::sink,     Trait::duplicate, Trait::induction,
                                        Trait::peak,     Trait::distance, Trait::entropy};
// Those that are a place to look at: how many rows they lead says something of a head.
constexpr bool is_a_place(Trait trait) {
  return trait != Trait::entropy && trait != Trait::distance && trait != Trait::peak;
}

// What most of its rows do: the trait that leads more than half of those that may do it, and of several the
// one with the largest share. Nothing where there is none.
std::optional<Trait> name_over_text(const HeadOverText& head);

struct TextMeasures {
  std::vector<HeadOverText> heads;                        // in the order of the model
  std::shared_ptr<const std::vector<std::string>> parts;  // as they were read; of those refused too
  int read = 0;             // parts, from the first on, the refused ones with them
  std::int64_t tokens = 0;  // of what was read
  int refused = 0;          // parts that the model cannot read
  std::string why_refused;  // the first of them
};

// The parts in which a model reads a long text: its sentences, and of a model that goes on with a text as
// many of them together as it reads at once, but no more than 128 words; where it does not know a word of
// these, each by itself. Lines without words are left out.
std::vector<std::string> parts_of_text(const Model& model, std::string_view text);

// Measures part after part, in pieces of any length: what comes out is the same. It holds the model no longer
// than others do. Throws std::invalid_argument for a model that reads no text or has no heads.
class TextMeasuring {
 public:
  TextMeasuring(const ModelPtr& model, std::vector<std::string> parts);
  // Reads the next part; false when there is none left. Throws std::logic_error when the model is gone.
  bool read_next();
  // Reads on until so many parts are read, several side by side where there are threads. `go_on` is asked
  // before each few of them; false when it ended this.
  bool read_to(int parts, const std::function<bool()>& go_on);
  const TextMeasures& measures() const { return measures_; }

 private:
  // What was measured of one row of a head.
  struct MeasuredRow {
    Trait trait;
    bool leads;
    int row;
    float value;
  };
  // A part that was read: of each head what was measured, or why there is nothing.
  struct MeasuredPart {
    std::vector<std::vector<MeasuredRow>> heads;
    std::int64_t tokens = 0;
    std::string why_not;
  };
  class PartRows;

  void read_ahead(int parts);
  std::vector<MeasuredPart> read(int first, int count) const;
  std::vector<MeasuredPart> read_side_by_side(const Model& model, int first, int count) const;
  MeasuredPart read_alone(const Model& model, int part) const;
  void add(const MeasuredPart& part);
  int end_of_batch(int parts) const;

  std::weak_ptr<const Model> model_;
  std::vector<AttentionHeads> attentions_;
  TextMeasures measures_;
  // Of the parts behind those that are in the measures. Parts that are read side by side are so whatever is
  // asked for: the last digits of each depend on the others.
  std::deque<MeasuredPart> ahead_;
  int together_ = 1;
  Random random_;
};

}  // namespace headlight
