#include "core/explain/digest.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/explain/view.h"
#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"

namespace headlight {

// What the heads of one layer show together.

// A head by two of its nodes.
struct HeadNodes {
  int weights = 0, output = 0;
};

namespace {

// What the weights were made from; of those of a file they themselves.
int scores_of(const Tape& tape, int weights) {
  const std::vector<int>& inputs = tape.node(weights).inputs;
  return inputs.empty() ? weights : inputs.front();
}

// What is no number stays.
float larger(float largest, float value) { return value > largest || std::isnan(value) ? value : largest; }

}  // namespace

CellPlaces cell_places(const Tape& tape, Shape weights) {
  const std::optional<int> grid = tape.find("features.grid");
  if (!grid || weights.rows != weights.cols) return {};
  const int cells = tape.node(*grid).shape.rows;
  const int along = static_cast<int>(std::lround(std::sqrt(cells)));
  const int before = weights.rows - cells;
  return along * along == cells && (before == 0 || before == 1) ? CellPlaces{along, before} : CellPlaces{};
}

void open_row(ConstView weights, ConstView scores, int row, Eigen::ArrayXf& open) {
  const float* const weight = weights.rows(row, 1).data;
  const float* const score = scores.rows(row, 1).data;
  for (int key = 0; key < weights.shape.cols; ++key)
    open(key) = score[key] == unseen && !std::isnan(weight[key]) ? unseen : weight[key];
}

Thumbnail::Thumbnail(Shape whole)
    : whole_(whole),
      cells_(std::min(whole.rows, thumbnail_size), std::min(whole.cols, thumbnail_size)),
      largest_(whole.cols) {}

void Thumbnail::add(const Eigen::ArrayXf& open) {
  const auto rows = static_cast<int>(cells_.rows());
  const auto cols = static_cast<int>(cells_.cols());
  const int place = place_of_cell(whole_.rows, rows, row_);
  if (row_ == first_of_place(whole_.rows, rows, place)) largest_.setConstant(unseen);
  for (int key = 0; key < whole_.cols; ++key) largest_(key) = larger(largest_(key), open(key));
  if (++row_ != first_of_place(whole_.rows, rows, place + 1)) return;
  for (int col = 0; col < cols; ++col) {
    float most = unseen;
    for (int key = first_of_place(whole_.cols, cols, col); key < first_of_place(whole_.cols, cols, col + 1);
         ++key)
      most = larger(most, largest_(key));
    cells_(place, col) = most;
  }
}

HeatmapPtr Thumbnail::drawn(const Label& label) const {
  auto picture = std::make_shared<Heatmap>();
  picture->path = label.path;
  picture->rows = static_cast<int>(cells_.rows());
  picture->columns = static_cast<int>(cells_.cols());
  picture->values.assign(cells_.data(), cells_.data() + cells_.size());
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

namespace {

using HeadRow = Eigen::ArrayXf;

// So many rows of every head at once: few enough to stay in the processor's cache.
constexpr int rows_at_once = 16;

// Whether an edit of a head's output leaves nothing of it.
bool is_off(const Tape& tape, int output) {
  const std::string& path = tape.node(output).label.path;
  const bool edited = std::any_of(tape.edits().begin(), tape.edits().end(),
                                  [&](const Edit& edit) { return edit.path == path; });
  return edited && tape.recomputed(output).isZero(0);
}

// The mean of heads, row by row, and what it hides.
class HeadsMean {
 public:
  HeadsMean(const Tape& tape, std::vector<int> weights)
      : tape_(tape),
        weights_(std::move(weights)),
        shape_(tape.node(weights_.front()).shape),
        mean_(shape_.rows, shape_.cols),
        thumbnail_(shape_),
        open_(shape_.cols),
        any_(shape_.cols),
        sum_(shape_.cols) {
    for (int first = 0; first < shape_.rows; first += rows_at_once)
      read(first, std::min(rows_at_once, shape_.rows - first));
  }

  const Matrix& mean() const { return mean_; }
  HeatmapPtr picture() const { return thumbnail_.drawn(tape_.node(weights_.front()).label); }
  const std::optional<Hidden>& hidden() const { return hidden_; }

 private:
  struct Rows {
    Matrix weights, scores;
  };

  void read(int first, int count) {
    std::vector<Rows> heads;
    heads.reserve(weights_.size());
    for (const int node : weights_)
      heads.push_back({tape_.recomputed(node, first, count),
                       tape_.recomputed(tape_.node(node).inputs.front(), first, count)});
    for (int row = 0; row < count; ++row) {
      any_.setConstant(unseen);
      sum_.setZero();
      for (const Rows& head : heads) {
        open_row(view(head.weights), view(head.scores), row, open_);
        any_ = any_.max(open_);
        sum_ += head.weights.row(row).transpose().array();
      }
      sum_ /= static_cast<float>(heads.size());
      mean_.row(first + row) = sum_.matrix().transpose();
      for (std::size_t head = 0; heads.size() > 1 && head < heads.size(); ++head) {
        open_row(view(heads[head].weights), view(heads[head].scores), row, open_);
        hide(static_cast<int>(head), first + row);
      }
      thumbnail_.add((any_ == unseen).select(unseen, sum_));
    }
  }

  void hide(int head, int row) {
    const float gap = (open_ - sum_).maxCoeff();
    if (!std::isfinite(gap) || (hidden_ && !(gap > hidden_->weight - hidden_->mean))) return;
    Eigen::Index key = 0;
    (open_ - sum_).maxCoeff(&key);
    hidden_ = Hidden{head, row, static_cast<int>(key), open_(key), sum_(key)};
  }

  const Tape& tape_;
  std::vector<int> weights_;
  Shape shape_;
  Matrix mean_;
  Thumbnail thumbnail_;
  std::optional<Hidden> hidden_;
  HeadRow open_, any_, sum_;  // of the row that is read: one head's, the largest of all, their sum
};

// Half of a vector comes from attention, half stays.
Matrix rolled_on(const Matrix& mean, const Matrix* below) {
  if (below == nullptr) {
    Matrix rolled = 0.5F * mean;
    rolled.diagonal().array() += 0.5F;
    return rolled;
  }
  Matrix rolled(mean.rows(), mean.cols());
  rolled.noalias() = mean * *below;
  rolled = 0.5F * (rolled + *below);
  return rolled;
}

// Nothing comes from where no layer looks.
HeatmapPtr rollout_picture(const Matrix& rolled, const Matrix& mean, const Label& label) {
  Thumbnail thumbnail(view(rolled).shape);
  for (Eigen::Index row = 0; row < rolled.rows(); ++row) {
    const HeadRow values = rolled.row(row).transpose();
    const HeadRow looked = mean.row(row).transpose();
    thumbnail.add((values == 0 && looked == 0).select(unseen, values));
  }
  return thumbnail.drawn(label);
}

}  // namespace

Heatmap thumbnail_of(const Heatmap& map, int rows, int columns, std::optional<int> left_out) {
  Heatmap small;
  small.rows = rows;
  small.columns = columns;
  small.scale = map.scale;
  small.format = map.format;
  if (columns == map.columns) left_out.reset();
  const auto places = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  small.values.assign(places, 0);
  small.states.assign(places, CellState::absent);
  std::vector<std::size_t> across;
  for (int column = 0; column < map.columns; ++column)
    across.push_back(static_cast<std::size_t>(place_of_cell(map.columns, columns, column)));
  for (int row = 0; row < map.rows; ++row) {
    const auto begin = static_cast<std::size_t>(place_of_cell(map.rows, rows, row)) * columns;
    for (int column = 0; column < map.columns; ++column) {
      if (left_out == column) continue;
      const std::size_t at = begin + across[static_cast<std::size_t>(column)];
      const CellState state = map.state(row, column);
      if (state == CellState::masked && small.states[at] == CellState::absent) small.states[at] = state;
      if (state != CellState::value) continue;
      const float value = map.value(row, column);
      if (small.states[at] != CellState::value || std::isnan(value) ||
          std::fabs(value) > std::fabs(small.values[at]))
        small.values[at] = value;
      small.states[at] = CellState::value;
    }
  }
  return small;
}

// The heads that a node puts side by side, an attention's "concatenated". Empty where it is none, or where
// the tape keeps their weights.
std::vector<HeadNodes> dropped_heads(const Tape& tape, int concatenated) {
  std::vector<HeadNodes> heads;
  if (tape.node(concatenated).op != concatenate()) return heads;
  for (const int output : tape.node(concatenated).inputs) {
    const std::vector<int>& inputs = tape.node(output).inputs;
    const bool mixes = tape.node(output).op == mix() && tape.node(inputs.front()).op == softmax();
    if (!mixes || !tape.node(inputs.front()).droppable) return {};
    heads.push_back({inputs.front(), output});
  }
  return heads;
}

// Of all heads of a layer, whose weights are read by rows. `below`: of the layer beneath, null for the first.
// Without `rolls` no rollout is made.
LayerDigest layer_digest_of(const Tape& tape, std::span<const HeadNodes> heads, const LayerDigest* below,
                            bool rolls) {
  LayerDigest layer;
  std::vector<int> on;
  std::vector<int> all;
  for (std::size_t head = 0; head < heads.size(); ++head) {
    all.push_back(heads[head].weights);
    if (is_off(tape, heads[head].output)) continue;
    on.push_back(heads[head].weights);
    layer.numbers.push_back(static_cast<int>(head));
  }
  layer.off = static_cast<int>(all.size() - on.size());
  const HeadsMean mean(tape, on.empty() ? all : on);
  layer.mean = mean.picture();
  if (!on.empty()) layer.hidden = mean.hidden();
  if (!rolls) return layer;
  if (on.empty()) {
    if (below != nullptr) {
      layer.rolled = below->rolled;
      layer.rollout = below->rollout;
    }
    return layer;
  }
  const Matrix* const rolled_below = below == nullptr ? nullptr : below->rolled.get();
  layer.rolled = std::make_shared<const Matrix>(rolled_on(mean.mean(), rolled_below));
  layer.rollout = rollout_picture(*layer.rolled, mean.mean(), tape.node(all.front()).label);
  return layer;
}

namespace {

bool is_weights_of_head(const Node& node) {
  return node.op == softmax() && is_of_head(node.label.path, SiteId::weights);
}

// "encoder.1.self_attention" of "encoder.1.self_attention.concatenated".
std::string block_of(const std::string& path) { return path.substr(0, path.rfind('.')); }

bool heavier(const Link& a, const Link& b) {
  return std::tuple(-a.weight, a.query, a.key) < std::tuple(-b.weight, b.query, b.key);
}

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
  Thumbnail thumbnail;
  RowsMean entropy, peak, distance, previous, itself, next, first, most_entropy;
  std::vector<double> of_key;  // the weight of each key, summed over the rows that had a choice
  std::vector<Link> heaviest;
  std::optional<int> first_error;

  Measured(ConstView made, ConstView scores, CellPlaces cells);

 private:
  using Row = Eigen::ArrayXf;
  void measure(int row, const Row& open);
  void measure_distance(int row);
  void take_links(int row);

  Row weights;  // of the row that is measured, zero where it may not look
  Row places;   // 0, 1, 2 ...
  CellPlaces picture;
};

DigestWatch::Measured::Measured(ConstView made, ConstView scores, CellPlaces cells)
    : shape(made.shape),
      thumbnail(shape),
      of_key(static_cast<std::size_t>(shape.cols), 0.0),
      weights(shape.cols),
      places(Row::LinSpaced(shape.cols, 0, static_cast<float>(shape.cols - 1))),
      picture(cells) {
  Row open(shape.cols);
  for (int row = 0; row < shape.rows; ++row) {
    open_row(made, scores, row, open);
    thumbnail.add(open);
    measure(row, open);
  }
  std::sort(heaviest.begin(), heaviest.end(), heavier);
}

void DigestWatch::Measured::measure(int row, const Row& open) {
  int keys = 0;
  for (int key = 0; key < shape.cols; ++key) {
    const bool sees = open(key) != unseen;
    keys += sees ? 1 : 0;
    weights(key) = sees ? open(key) : 0.0F;
  }
  const bool finite = std::isfinite(weights.sum());
  if (!finite && !first_error && !weights.isFinite().all()) first_error = row;
  if (finite) take_links(row);
  if (keys < 2) return;
  for (int key = 0; key < shape.cols; ++key) of_key[key] += static_cast<double>(weights(key));
  if (finite) {
    // What is zero adds none, however small a number its logarithm is taken of.
    constexpr float least = std::numeric_limits<float>::min();
    const Row shares = weights.max(0.0F);
    entropy.add(-(shares * shares.max(least).log()).sum() / std::log(2.0F));
    peak.add(shares.maxCoeff());
  } else {
    float bits = 0;
    float most = 0;
    for (const float weight : weights) {
      if (!(weight <= 0)) bits -= weight * std::log2(weight);
      if (std::isnan(weight) || weight > most) most = weight;
    }
    entropy.add(bits);
    peak.add(most);
  }
  measure_distance(row);
  most_entropy.add(std::log2(static_cast<float>(keys)));
  const auto share = [&](RowsMean& of, int key) {
    if (key >= 0 && key < shape.cols && open(key) != unseen) of.add(open(key));
  };
  share(first, 0);
  share(previous, picture.previous(row));
  share(itself, row);
  share(next, picture.next(row));
}

void DigestWatch::Measured::measure_distance(int row) {
  if (picture.along == 0) {
    distance.add((weights * (places - static_cast<float>(row)).abs()).sum());
    return;
  }
  float sum = 0, all = 0;
  for (int key = picture.before; key < shape.cols; ++key) {
    const auto apart = picture.between(row, key);
    if (!apart) return;
    sum += weights(key) * *apart;
    all += weights(key);
  }
  if (all > 0) distance.add(sum / all);
}

// The least of those taken lies at the front.
void DigestWatch::Measured::take_links(int row) {
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

HeadDigest DigestWatch::told(const Trace& trace, int node, const Measured& measured,
                             std::optional<Antecedent> antecedent) {
  const Label& label = trace.label(node);
  HeadDigest digest{.shape = measured.shape,
                    .thumbnail = measured.thumbnail.drawn(label),
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
    const int score = scores_of(trace.tape(), node);
    if (trace.cell({score, antecedent->it, antecedent->noun}) != unseen)
      trait(Trait::antecedent) = trace.cell({node, antecedent->it, antecedent->noun});
  }
  if (const auto& given = trace.anatomy().given) {
    digest.traits = measurable(digest.traits, *given);
    if (!given->are_shares()) digest.sink.reset();
    auto picture = std::make_shared<Heatmap>(*digest.thumbnail);
    picture->scale = scale_of(*given);
    digest.thumbnail = std::move(picture);
  }
  return digest;
}

HeadTraits measurable(HeadTraits traits, const GivenWeights& given) {
  if (!given.are_shares()) return {};
  if (!given.add_up) traits.values.at(static_cast<std::size_t>(Trait::entropy)).reset();
  return traits;
}

void DigestWatch::operator()(const Tape& tape, int node) {
  const Node& made = tape.node(node);
  if (made.droppable && is_weights_of_head(made)) {
    seen_[node] = std::make_shared<const Measured>(tape.value(node), tape.value(made.inputs.front()),
                                                   cell_places(tape, made.shape));
  } else if (const std::vector<HeadNodes> heads = dropped_heads(tape, node); !heads.empty()) {
    layers_[block_of(made.label.path)] = layer(tape, node, heads);
  }
}

std::shared_ptr<const LayerDigest> DigestWatch::layer(const Tape& tape, int concatenated,
                                                      std::span<const HeadNodes> heads) {
  const Place place = place_of(tape.node(concatenated).label.path);
  const bool rolls = place.attention == "self_attention";
  std::shared_ptr<const LayerDigest> below;
  if (rolls && place.layer && *place.layer > 0)
    below = known_layer(tape, place.stack + "." + std::to_string(*place.layer - 1) + "." + place.attention);
  return std::make_shared<const LayerDigest>(layer_digest_of(tape, heads, below.get(), rolls));
}

// As it was seen, else as it was before, else as the tape tells now.
std::shared_ptr<const LayerDigest> DigestWatch::known_layer(const Tape& tape, const std::string& block) {
  if (const auto seen = layers_.find(block); seen != layers_.end()) return seen->second;
  if (const auto known = before_->layers_.find(block); known != before_->layers_.end()) return known->second;
  const std::optional<int> node = tape.find(block + ".concatenated");
  const std::vector<HeadNodes> heads = node ? dropped_heads(tape, *node) : std::vector<HeadNodes>{};
  return heads.empty() ? nullptr : layers_[block] = layer(tape, *node, heads);
}

HeadDigests DigestWatch::of(const Trace& trace, std::optional<Antecedent> antecedent) {
  HeadDigests digests;
  const Tape& tape = trace.tape();
  for (const int node : trace.steps()) {
    if (!dropped_heads(tape, node).empty()) {
      const std::string block = block_of(trace.label(node).path);
      digests.layers_[block] = known_layer(tape, block);
    }
    if (tape.holds(node) || !is_weights_of_head(tape.node(node))) continue;
    std::shared_ptr<const HeadDigest>& digest = digests.heads_[node];
    const auto known = before_->heads_.find(node);
    if (const auto seen = seen_.find(node); seen != seen_.end()) {
      digest = std::make_shared<const HeadDigest>(told(trace, node, *seen->second, antecedent));
    } else if (known != before_->heads_.end()) {
      digest = known->second;
    } else {
      digest = std::make_shared<const HeadDigest>(digest_of(trace, node, antecedent));
    }
  }
  return digests;
}

HeadDigest digest_of(const Trace& trace, int weights, std::optional<Antecedent> antecedent) {
  const Reading values = trace.read(weights);
  const Reading scores = trace.read(scores_of(trace.tape(), weights));
  const CellPlaces cells = cell_places(trace.tape(), values.shape());
  const auto told = [&](ConstView hidden) {
    return DigestWatch::told(trace, weights, DigestWatch::Measured(values.view(), hidden, cells), antecedent);
  };
  const auto& given = trace.anatomy().given;
  if (!given || !given->mask) return told(scores.view());
  const auto all = scores.view().map();
  const Matrix hidden = (all.array() == *given->mask).select(unseen, all);
  return told(view(hidden));
}

}  // namespace headlight
