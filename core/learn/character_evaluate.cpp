#include "core/learn/character_evaluate.h"

#include <algorithm>
#include <cmath>

#include "core/learn/trigram.h"
#include "core/tape/ops/ops.h"

namespace headlight {

namespace {

double surprise(ConstView logits, int row, int character) {
  const auto z = logits.map().row(row).array().cast<double>();
  const double most = z.maxCoeff();
  return std::log((z - most).exp().sum()) + most - z(character);
}

std::string node_at(int layer, int time, const char* part) {
  return "decoder." + std::to_string(layer) + ".time." + std::to_string(time) + "." + part;
}

double gradient_length(const Tape& tape, const std::string& path) {
  return static_cast<double>(tape.gradient(tape.find(path).value()).map().norm());
}

// Means of what is added for each k.
class Distances {
 public:
  explicit Distances(int farthest)
      : sums_(static_cast<std::size_t>(farthest) + 1), counts_(static_cast<std::size_t>(farthest) + 1) {}
  void add(int k, double length) {
    sums_[static_cast<std::size_t>(k)] += length;
    ++counts_[static_cast<std::size_t>(k)];
  }
  MeasuredCurve curve(std::string name) const {
    MeasuredCurve curve{std::move(name), "characters back", {}};
    for (std::size_t k = 0; k < sums_.size() && counts_[k] > 0; ++k)
      curve.points.push_back({static_cast<double>(k), sums_[k] / counts_[k], counts_[k]});
    return curve;
  }

 private:
  std::vector<double> sums_;
  std::vector<int> counts_;
};

}  // namespace

std::vector<Continuation> continuations_of(std::span<const std::vector<int>> lines) {
  std::vector<Continuation> all;
  all.reserve(lines.size());
  for (const std::vector<int>& line : lines) {
    if (line.size() < 2) continue;
    all.push_back({{line.begin(), line.end() - 1}, {line.begin() + 1, line.end()}});
  }
  return all;
}

double perplexity(const CharacterFiles& model, std::span<const std::vector<int>> lines,
                  const Progress& progress) {
  double sum = 0;
  double places = 0;
  const std::vector<Continuation> texts = continuations_of(lines);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (progress && !progress(static_cast<double>(i) / static_cast<double>(texts.size()))) break;
    Tape tape;
    LayerRecording layers(tape, model.weights);
    const int logits = record_characters(layers, model.config, texts[i].words);
    tape.forward();
    for (std::size_t t = 0; t < texts[i].next.size(); ++t)
      sum += surprise(tape.value(logits), static_cast<int>(t), texts[i].next[t]);
    places += static_cast<double>(texts[i].next.size());
  }
  return std::exp(sum / std::max(1.0, places));
}

GradientThroughTime gradient_through_time(const CharacterFiles& model,
                                          std::span<const std::vector<int>> lines, int farthest,
                                          int most_lines) {
  const int layer = model.config.layers - 1;
  const bool has_cell = model.config.cell == RecurrentCell::lstm;
  Distances state(farthest);
  Distances cell(farthest);
  int read = 0;
  for (const Continuation& text : continuations_of(lines)) {
    const int last = static_cast<int>(text.words.size()) - 1;
    if (last < farthest) continue;
    if (read++ == most_lines) break;
    std::vector<float> wanted(text.words.size(), -1.0F);
    wanted.back() = static_cast<float>(text.next.back());
    Tape tape;
    LayerRecording layers(tape, model.weights);
    const int logits = record_characters(layers, model.config, text.words);
    const int next = tape.constant({"next"}, {wanted.data(), {last + 1, 1}});
    const int loss = tape.record({"loss"}, cross_entropy(0), {logits, next});
    // The end of a line is seldom in doubt: other places are asked as well.
    for (int t = last; t >= farthest; t -= 7) {
      std::fill(wanted.begin(), wanted.end(), -1.0F);
      wanted[static_cast<std::size_t>(t)] = static_cast<float>(text.next[static_cast<std::size_t>(t)]);
      tape.set(next, {wanted.data(), {last + 1, 1}});
      tape.forward();
      tape.backward(loss);
      for (int k = 0; k <= farthest; ++k) {
        state.add(k, gradient_length(tape, node_at(layer, t - k, "state")));
        if (has_cell) cell.add(k, gradient_length(tape, node_at(layer, t - k, "cell")));
      }
    }
  }
  return {state.curve("gradient_through_state"), cell.curve("gradient_through_cell")};
}

std::vector<Measure> character_measures(const CharacterFiles& model, std::span<const std::vector<int>> train,
                                        std::span<const std::vector<int>> held_out,
                                        const GradientThroughTime& gradient, const Progress& progress) {
  const Trigram trigram(continuations_of(train), model.words.target.size());
  const std::vector<MeasuredCurve::Point>& points = gradient.state.points;
  const double kept = points.empty() ? 0 : points.back().value / points.front().value;
  return {{"perplexity", perplexity(model, held_out, progress), "", ""},
          {"trigram_perplexity", perplexity(trigram, continuations_of(held_out)), "", ""},
          {"gradient_kept", kept, "", ""}};
}

}  // namespace headlight
