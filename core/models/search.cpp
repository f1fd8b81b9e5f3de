#include "core/models/search.h"

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/models/trace.h"

namespace headlight {

namespace {

bool likelier(const Candidate& a, const Candidate& b) {
  return a.probability != b.probability ? a.probability > b.probability : a.word < b.word;
}

// Adds what `choose` takes of each distribution until the end.
std::vector<AddedWord> go_on(const NextWords& next, const SearchEnd& end, auto choose) {
  std::vector<AddedWord> added;
  std::vector<int> words;
  while (static_cast<int>(added.size()) < end.most) {
    const std::optional<AddedWord> chosen = choose(next(words));
    if (!chosen) break;
    added.push_back(*chosen);
    words.push_back(chosen->word);
    if (chosen->word == end.word) break;
  }
  return added;
}

double score_of(double log_probability, int length, double penalty) {
  return log_probability / std::pow(static_cast<double>(std::max(1, length)), penalty);
}

// Every word that has any chance, the likeliest first; only as far as it is asked is it put in order.
// `drawn` is p^(1 / T), relative to the likeliest, so that no power of it vanishes.
class Ranked {
 public:
  Ranked(std::span<const float> probabilities, double temperature) {
    for (std::size_t word = 0; word < probabilities.size(); ++word) {
      if (const auto p = static_cast<double>(probabilities[word]); p > 0)
        all_.push_back({static_cast<int>(word), p, p});
    }
    if (all_.empty()) return;
    const double most = std::min_element(all_.begin(), all_.end(), likelier)->probability;
    for (Candidate& each : all_) {
      each.drawn = temperature == 1 ? each.probability / most
                                    : std::exp(std::log(each.probability / most) / temperature);
    }
  }

  std::size_t size() const { return all_.size(); }
  double sum() const {
    return std::accumulate(all_.begin(), all_.end(), 0.0,
                           [](double sum, const Candidate& each) { return sum + each.drawn; });
  }
  const Candidate& operator[](std::size_t i) {
    if (i >= ordered_) order(std::max(i + 1, 2 * ordered_ + 8));
    return all_[i];
  }
  std::vector<Candidate> take_all() {
    order(all_.size());
    return std::move(all_);
  }

 private:
  void order(std::size_t count) {
    count = std::min(count, all_.size());
    if (count <= ordered_) return;
    const auto at = [this](std::size_t i) { return all_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::partial_sort(at(ordered_), at(count), all_.end(), likelier);
    ordered_ = count;
  }

  std::vector<Candidate> all_;
  std::size_t ordered_ = 0;
};

// The likeliest words that top_k and top_p leave, and what their `drawn` add up to.
struct Nucleus {
  std::size_t kept = 0;
  double mass = 0;
};

Nucleus nucleus_of(Ranked& ranked, const Sampling& how) {
  const bool some = how.top_k > 0 && static_cast<std::size_t>(how.top_k) < ranked.size();
  const std::size_t most = some ? static_cast<std::size_t>(how.top_k) : ranked.size();
  double sum = 0;
  if (some) {
    for (std::size_t i = 0; i < most; ++i) sum += ranked[i].drawn;
  } else {
    sum = ranked.sum();
  }
  if (how.top_p >= 1) return {most, sum};
  Nucleus nucleus;
  while (nucleus.kept < most && (nucleus.kept == 0 || nucleus.mass < how.top_p * sum))
    nucleus.mass += ranked[nucleus.kept++].drawn;
  return nucleus;
}

}  // namespace

void Sampling::check() const {
  if (!(temperature > 0) || !std::isfinite(temperature))
    throw std::invalid_argument("temperature: must be above 0");
  if (top_k < 0) throw std::invalid_argument("top_k: must be 0, for all words, or more");
  if (!(top_p > 0 && top_p <= 1)) throw std::invalid_argument("top_p: must be above 0 and at most 1");
}

void Beam::check() const {
  if (width < 1 || width > 64) throw std::invalid_argument("beams: must be from 1 to 64");
  if (!(length_penalty >= 0) || length_penalty > 4)
    throw std::invalid_argument("length_penalty: must be from 0 to 4");
  if (shown < 0) throw std::invalid_argument("shown: must be 0 or more");
}

std::vector<AddedWord> greedy(const NextWords& next, const SearchEnd& end) {
  return go_on(next, end, [](const std::vector<float>& p) -> std::optional<AddedWord> {
    const auto best = std::max_element(p.begin(), p.end());
    if (best == p.end() || !(*best > 0)) return {};
    return AddedWord{static_cast<int>(best - p.begin()), static_cast<double>(*best)};
  });
}

std::vector<int> likeliest(ConstView probabilities) {
  std::vector<int> words;
  const auto rows = probabilities.map();
  for (Eigen::Index t = 0; t < rows.rows(); ++t) {
    // The largest first and its place then: twice as fast as both at once.
    const auto row = rows.row(t);
    const float largest = row.maxCoeff();
    const auto best = std::find(row.data(), row.data() + row.size(), largest);
    // A sum is no number where a cell is none.
    words.push_back(std::isfinite(row.sum()) ? static_cast<int>(best - row.data()) : no_word);
  }
  return words;
}

std::vector<int> greedy(const NextAtPlaces& next_at, std::span<const int> begin, std::optional<int> end,
                        std::span<const int> draft, std::size_t most, int times) {
  std::vector<int> target(begin.begin(), begin.end());
  std::size_t right = std::min(target.size(), most);  // so many words of the target are the search's own
  target.insert(target.end(), draft.begin(), draft.end());
  const auto loops = [&] { return repeated_run(std::span<const int>(target).first(right), times) > 0; };
  while (true) {
    if (target.size() > most) target.resize(most);
    const std::vector<int> next = next_at(target, static_cast<int>(right) - 1);
    const std::size_t first = target.size() - next.size();  // the place that next[0] stands behind
    while (right < target.size() && !loops() && next[right - 1 - first] == target[right]) ++right;
    const int word = next[right - 1 - first];
    // A masked place times what an edit made no number is no number: it may come from the guess behind.
    if (word == no_word && right < target.size()) {
      target.resize(right);
      continue;
    }
    if (word == end || word == no_word || right == most || loops()) {
      target.resize(right);
      return target;
    }
    if (right < target.size()) {
      target[right] = word;
    } else {
      target.push_back(word);
    }
    ++right;
  }
}

std::vector<Candidate> candidates(std::span<const float> probabilities, const Sampling& how) {
  how.check();
  Ranked ranked(probabilities, how.temperature);
  const Nucleus nucleus = nucleus_of(ranked, how);
  std::vector<Candidate> all = ranked.take_all();
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i].drawn = i < nucleus.kept ? all[i].drawn / nucleus.mass : 0;
  return all;
}

std::vector<AddedWord> sample(const NextWords& next, const Sampling& how, std::uint64_t seed,
                              const SearchEnd& end, int drawn) {
  how.check();
  Random random(seed);
  for (int i = 0; i < drawn; ++i) random.uniform();
  return go_on(next, end, [&](const std::vector<float>& p) -> std::optional<AddedWord> {
    Ranked ranked(p, how.temperature);
    if (ranked.size() == 0) return {};
    const Nucleus nucleus = nucleus_of(ranked, how);
    double left = random.uniform() * nucleus.mass;
    for (std::size_t i = 0; i < nucleus.kept; ++i) {
      left -= ranked[i].drawn;
      if (left < 0) return AddedWord{ranked[i].word, ranked[i].probability};
    }
    return AddedWord{ranked[0].word, ranked[0].probability};  // rounding left a crumb
  });
}

std::vector<AddedWord> BeamTree::path(int node) const {
  std::vector<AddedWord> words;
  for (; node > 0; node = nodes[node].parent) {
    const BeamNode& each = nodes[node];
    words.push_back({each.word, each.probability});
  }
  std::reverse(words.begin(), words.end());
  return words;
}

BeamTree beam_search(const NextWords& next, const Beam& how, const SearchEnd& end) {
  how.check();
  using State = BeamNode::State;
  const auto width = static_cast<std::size_t>(how.width);
  const std::size_t kept = std::max(width, static_cast<std::size_t>(how.shown));
  BeamTree tree;
  tree.nodes.emplace_back();
  if (end.most < 1) tree.nodes[0].state = State::cut;
  const auto better = [](const BeamNode& a, const BeamNode& b) { return a.score > b.score; };
  const auto node_better = [&](int a, int b) { return better(tree.nodes[a], tree.nodes[b]); };

  std::vector<int> open;
  if (end.most >= 1) open.push_back(0);
  while (!open.empty()) {
    std::vector<BeamNode> grown;
    for (const int parent : open) {
      const BeamNode from = tree.nodes[parent];
      std::vector<int> words;
      for (const AddedWord& each : tree.path(parent)) words.push_back(each.word);
      Ranked all(next(words), 1);
      ++tree.asked;
      for (std::size_t i = 0; i < std::min(kept, all.size()); ++i) {
        BeamNode node{.parent = parent,
                      .word = all[i].word,
                      .depth = from.depth + 1,
                      .probability = all[i].probability,
                      .log_probability = from.log_probability + std::log(all[i].probability)};
        node.score = score_of(node.log_probability, node.depth, how.length_penalty);
        node.state = State::pruned;
        grown.push_back(node);
      }
    }
    std::stable_sort(grown.begin(), grown.end(), better);
    open.clear();
    int last_kept = -1;
    for (std::size_t i = 0; i < grown.size(); ++i) {
      if (i < width) {
        grown[i].state = grown[i].word == end.word    ? State::ended
                         : grown[i].depth >= end.most ? State::cut
                                                      : State::open;
      }
      const int place = static_cast<int>(tree.nodes.size());
      if (grown[i].state == State::pruned) grown[i].beaten_by = last_kept;
      if (i < width) last_kept = place;
      if (grown[i].state == State::open) open.push_back(place);
      if (grown[i].state == State::ended || grown[i].state == State::cut) tree.finished.push_back(place);
      tree.nodes.push_back(grown[i]);
    }
    std::stable_sort(tree.finished.begin(), tree.finished.end(), node_better);
    if (tree.finished.size() < width) continue;
    // A longer text is never likelier; divided by a longer length its score can still rise, to that of the
    // same sum at the greatest length.
    const int last = tree.finished[width - 1];
    const double worst = tree.nodes[last].score;
    std::erase_if(open, [&](int place) {
      BeamNode& node = tree.nodes[place];
      const bool hopeless = score_of(node.log_probability, end.most, how.length_penalty) <= worst;
      if (hopeless) {
        node.state = State::pruned;
        node.beaten_by = last;
      }
      return hopeless;
    });
  }
  return tree;
}

DecoderCost& DecoderCost::operator+=(const DecoderCost& other) {
  projections += other.projections;
  source += other.source;
  pairs += other.pairs;
  feed_forward += other.feed_forward;
  output += other.output;
  return *this;
}

DecoderCost decoder_cost(const TransformerConfig& config, int source, int before, int added) {
  const std::int64_t d = config.d_model;
  const std::int64_t n = added;
  const std::int64_t read = source;
  const auto width = [&](int heads) { return std::int64_t{heads} * config.size_of_head(heads); };
  const std::int64_t own = width(config.decoder_heads);
  DecoderCost layer;
  layer.projections = 4 * n * d * own;
  layer.pairs = 2 * n * (before + n) * own;
  if (config.encoder_layers > 0) {
    const std::int64_t cross = width(config.cross_heads);
    layer.projections += 2 * n * d * cross;
    layer.pairs += 2 * n * read * cross;
    if (before == 0) layer.source = 2 * read * d * cross;
  }
  layer.feed_forward = (config.is_gated() ? 3 : 2) * n * d * config.d_ff;
  DecoderCost all;
  for (int l = 0; l < config.decoder_layers; ++l) all += layer;
  all.output = n * d * config.target_words;
  return all;
}

NextWords next_under(const Writing& writing, const std::vector<Edit>& edits) {
  if (edits.empty() || !writing.trace) return writing.next;
  return [trace = writing.trace, edits](std::span<const int> added) {
    return last_row(trace(added, edits)->read("probabilities").view());
  };
}

}  // namespace headlight
