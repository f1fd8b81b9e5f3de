#include "core/explain/digest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

constexpr float unseen = -std::numeric_limits<float>::infinity();

bool is_weights_of_head(const Node& node) {
  return node.op == softmax() && node.label.path.ends_with(".weights") &&
         place_of(node.label.path).head.has_value();
}

bool heavier(const Link& a, const Link& b) {
  return std::tuple(-a.weight, a.query, a.key) < std::tuple(-b.weight, b.query, b.key);
}

// What is no number stays.
float larger(float largest, float value) { return value > largest || std::isnan(value) ? value : largest; }

}  // namespace

// All that is said of a head but for what depends on the words. A row is read as minus infinity where the
// query may not look, whatever an edit has put there.
struct DigestWatch::Measured {
  // A mean over the rows that have something to say.
  struct RowsMean {
    double sum = 0;
    int count = 0;
    void add(float value) {
      sum += static_cast<double>(value);
      ++count;
    }
    std::optional<float> value() const {
      if (count == 0) return std::nullopt;
      return static_cast<float>(sum / count);
    }
  };

  Shape shape;
  Matrix thumbnail;  // minus infinity where masked
  RowsMean entropy, peak, distance, previous, itself, next, first, most_entropy;
  std::vector<double> of_key;  // the weight of each key, summed over the rows that had a choice
  std::vector<Link> heaviest;
  std::optional<int> first_error;

  Measured() = default;
  Measured(ConstView weights, ConstView scores);

 private:
  using Row = Eigen::ArrayXf;
  void measure(int row, const Row& open);
  void take_links(int row, const Row& weights);
  void draw(int row, const Row& largest);
};

DigestWatch::Measured::Measured(ConstView weights, ConstView scores)
    : shape(weights.shape),
      thumbnail(std::min(shape.rows, thumbnail_size), std::min(shape.cols, thumbnail_size)),
      of_key(static_cast<std::size_t>(shape.cols), 0.0) {
  Row open(shape.cols);
  Row largest(shape.cols);
  for (int row = 0; row < shape.rows; ++row) {
    const float* const weight = weights.rows(row, 1).data;
    const float* const score = scores.rows(row, 1).data;
    const int place = place_of_cell(shape.rows, static_cast<int>(thumbnail.rows()), row);
    const int places = static_cast<int>(thumbnail.rows());
    if (row == first_of_place(shape.rows, places, place)) largest.setConstant(unseen);
    for (int key = 0; key < shape.cols; ++key) {
      // Where a whole row is masked its weights are no numbers, and that is not hidden.
      open(key) = score[key] == unseen && !std::isnan(weight[key]) ? unseen : weight[key];
      largest(key) = larger(largest(key), open(key));
    }
    measure(row, open);
    if (row + 1 == first_of_place(shape.rows, places, place + 1)) draw(place, largest);
  }
  std::sort(heaviest.begin(), heaviest.end(), heavier);
}

void DigestWatch::Measured::draw(int row, const Row& largest) {
  const int places = static_cast<int>(thumbnail.cols());
  for (int place = 0; place < places; ++place) {
    float most = unseen;
    for (int key = first_of_place(shape.cols, places, place);
         key < first_of_place(shape.cols, places, place + 1); ++key)
      most = larger(most, largest(key));
    thumbnail(row, place) = most;
  }
}

void DigestWatch::Measured::measure(int row, const Row& open) {
  const auto seen = open != unseen;
  const auto keys = static_cast<int>(seen.count());
  const Row weights = seen.select(open, 0.0F);
  const bool finite = std::isfinite(weights.sum());
  if (!finite && !first_error && !weights.isFinite().all()) first_error = row;
  if (finite) take_links(row, weights);
  if (keys < 2) return;
  Eigen::Map<Eigen::ArrayXd>(of_key.data(), shape.cols) += weights.cast<double>();
  const Row far =
      (Row::LinSpaced(shape.cols, 0, static_cast<float>(shape.cols - 1)) - static_cast<float>(row)).abs();
  if (finite) {
    entropy.add(-(weights > 0).select(weights * weights.log(), 0.0F).sum() / std::log(2.0F));
    peak.add(std::max(0.0F, weights.maxCoeff()));
  } else {
    float bits = 0;
    float most = 0;
    for (const float weight : weights) {
      if (!(weight <= 0)) bits -= weight * std::log2(weight);
      most = larger(most, weight);
    }
    entropy.add(bits);
    peak.add(most);
  }
  distance.add((weights * far).sum());
  most_entropy.add(std::log2(static_cast<float>(keys)));
  const auto share = [&](RowsMean& of, int key) {
    if (key >= 0 && key < shape.cols && open(key) != unseen) of.add(open(key));
  };
  share(first, 0);
  share(previous, row - 1);
  share(itself, row);
  share(next, row + 1);
}

// The least of those taken lies at the front.
void DigestWatch::Measured::take_links(int row, const Row& weights) {
  const bool full = heaviest.size() == most_links;
  if (full && weights.maxCoeff() <= heaviest.front().weight) return;
  for (int key = 0; key < shape.cols; ++key) {
    const Link link{row, key, weights(key)};
    if (!(link.weight > 0)) continue;
    if (heaviest.size() == most_links) {
      if (!heavier(link, heaviest.front())) continue;
      std::pop_heap(heaviest.begin(), heaviest.end(), heavier);
      heaviest.back() = link;
    } else {
      heaviest.push_back(link);
    }
    std::push_heap(heaviest.begin(), heaviest.end(), heavier);
  }
}

namespace {

HeatmapPtr picture_of(const Trace& trace, int node, const Matrix& cells) {
  const Label& label = trace.label(node);
  auto picture = std::make_shared<Heatmap>();
  picture->path = label.path;
  picture->rows = static_cast<int>(cells.rows());
  picture->columns = static_cast<int>(cells.cols());
  picture->values.assign(cells.data(), cells.data() + cells.size());
  picture->states.assign(picture->values.size(), CellState::value);
  for (std::size_t cell = 0; cell < picture->values.size(); ++cell) {
    if (picture->values[cell] != unseen) continue;
    picture->values[cell] = 0;
    picture->states[cell] = CellState::masked;
  }
  picture->row_axis = info(label.rows).label;
  picture->column_axis = info(label.cols).label;
  picture->scale = {Ramp::sequential, 0, 1, "weight", {}, {}};
  return picture;
}

}  // namespace

HeadDigest DigestWatch::told(const Trace& trace, int node, const Measured& measured,
                             std::optional<Antecedent> antecedent) {
  const Label& label = trace.label(node);
  HeadDigest digest{.shape = measured.shape,
                    .thumbnail = picture_of(trace, node, measured.thumbnail),
                    .traits = {},
                    .sink = {},
                    .heaviest = measured.heaviest,
                    .first_error = measured.first_error};
  const auto trait = [&](Trait which) -> std::optional<float>& {
    return digest.traits.values.at(static_cast<std::size_t>(which));
  };
  const int rows = measured.entropy.count;
  trait(Trait::entropy) = measured.entropy.value();
  trait(Trait::peak) = measured.peak.value();
  trait(Trait::first) = measured.first.value();
  digest.traits.most_entropy = measured.most_entropy.value().value_or(0.0F);
  const bool self = place_of(label.path).attention == "self_attention";
  if (self) {
    trait(Trait::distance) = measured.distance.value();
    trait(Trait::previous) = measured.previous.value();
    trait(Trait::itself) = measured.itself.value();
    trait(Trait::next) = measured.next.value();
  }
  const std::vector<std::string> keys = trace.labels(label.cols, measured.shape.cols);
  double special = 0;
  bool any_special = false;
  for (std::size_t key = 0; key < keys.size(); ++key) {
    const bool says_little = is_special(keys[key]);
    any_special |= says_little;
    if (says_little) special += measured.of_key[key];
    if ((key > 0 && !says_little) || rows == 0) continue;
    const Sink sink{static_cast<int>(key), static_cast<float>(measured.of_key[key] / rows)};
    if (is_sink(sink) && (!digest.sink || sink.share > digest.sink->share)) digest.sink = sink;
  }
  if (any_special && rows > 0) trait(Trait::special) = static_cast<float>(special / rows);
  const bool of_source = info(label.rows).stream == Stream::source;
  if (self && of_source && antecedent && antecedent->it < measured.shape.rows &&
      antecedent->noun < measured.shape.cols) {
    const int score = trace.tape().node(node).inputs.front();
    if (trace.cell({score, antecedent->it, antecedent->noun}) != unseen)
      trait(Trait::antecedent) = trace.cell({node, antecedent->it, antecedent->noun});
  }
  return digest;
}

void DigestWatch::operator()(const Tape& tape, int node) {
  const Node& made = tape.node(node);
  if (!made.droppable || !is_weights_of_head(made)) return;
  seen_[node] = std::make_shared<const Measured>(tape.value(node), tape.value(made.inputs.front()));
}

HeadDigests DigestWatch::of(const Trace& trace, const HeadDigests& before,
                            std::optional<Antecedent> antecedent) const {
  HeadDigests digests;
  for (const int node : trace.steps()) {
    const Node& made = trace.tape().node(node);
    if (trace.tape().holds(node) || !is_weights_of_head(made)) continue;
    std::shared_ptr<const HeadDigest>& digest = digests.all_[node];
    const auto known = before.all_.find(node);
    if (const auto seen = seen_.find(node); seen != seen_.end()) {
      digest = std::make_shared<const HeadDigest>(told(trace, node, *seen->second, antecedent));
    } else if (known != before.all_.end()) {
      digest = known->second;
    } else {
      digest = std::make_shared<const HeadDigest>(digest_of(trace, node, antecedent));
    }
  }
  return digests;
}

HeadDigest digest_of(const Trace& trace, int weights, std::optional<Antecedent> antecedent) {
  const Reading values = trace.read(weights);
  const Reading scores = trace.read(trace.tape().node(weights).inputs.front());
  return DigestWatch::told(trace, weights, DigestWatch::Measured(values.view(), scores.view()), antecedent);
}

}  // namespace headlight
