#include "train/learn/character_training.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <set>

#include "core/learn/card_text.h"
#include "core/tape/ops/ops.h"
#include "core/text/unicode.h"
#include "train/learn/causal_training.h"

namespace headlight {

namespace {

using CodePoints = std::u32string;

std::vector<CodePoints> lines_of(const std::vector<Example>& examples) {
  std::vector<CodePoints> lines;
  lines.reserve(examples.size());
  for (const Example& example : examples) {
    CodePoints& line = lines.emplace_back();
    for (const char32_t each : code_points(written_out(example.source))) line += each;
    line += U'\n';
  }
  return lines;
}

std::vector<std::vector<int>> numbered(const std::vector<CodePoints>& lines, const CodePoints& characters) {
  std::vector<std::vector<int>> all;
  all.reserve(lines.size());
  for (const CodePoints& line : lines) {
    std::vector<int>& ids = all.emplace_back();
    for (const char32_t each : line) ids.push_back(static_cast<int>(characters.find(each)));
  }
  return all;
}

}  // namespace

CharacterCorpus make_character_corpus(const Corpus& translator) {
  const std::vector<CodePoints> train = lines_of(translator.train);
  const std::vector<CodePoints> held_out = lines_of(translator.held_out);
  std::set<char32_t> used;
  for (const auto* lines : {&train, &held_out}) {
    for (const CodePoints& line : *lines) used.insert(line.begin(), line.end());
  }
  const CodePoints characters(used.begin(), used.end());
  std::vector<std::string> names;
  for (const char32_t each : characters) append_utf8(names.emplace_back(), each);
  return {Vocabulary(std::move(names)), numbered(train, characters), numbered(held_out, characters)};
}

namespace {

// Columns: characters, and those that come next; each time by time.
Teaching spelling(const CharacterConfig& config, int together) {
  return {{"target.tokens", "next"}, [config, together](const Taping& taping, const Columns& texts) {
            LayerRecording recording(taping.tape, taping.weights, taping.dropout, taping.gradients);
            const int logits = record_characters(recording, config, texts[0], together);
            return record_loss(taping, logits, texts[1]);
          }};
}

}  // namespace

CharacterRecipe character_recipe(RecurrentCell cell) {
  CharacterRecipe recipe;
  recipe.corpus.train = 300000;
  recipe.model.cell = cell;
  recipe.model.d_embedding = 32;
  recipe.model.d_state = 128;
  recipe.steps = 5000;
  recipe.warmup = 100;
  recipe.peak_rate = cell == RecurrentCell::rnn ? 2e-3 : 5e-3;
  return recipe;
}

CharacterTrainer::CharacterTrainer(const CharacterRecipe& recipe)
    : recipe_(recipe),
      corpus_(make_character_corpus(make_corpus(recipe_.corpus))),
      random_(1000 + recipe_.seed) {
  recipe_.model.characters = corpus_.characters.size();
  recipe_.model.check();
  begin({.how = recipe_,
         .seed = recipe_.seed,
         .config = to_json(recipe_.model),
         .key = key_of({recipe_.corpus.train, static_cast<int>(recipe_.corpus.seed), recipe_.tapes,
                        recipe_.together, recipe_.length}) +
                std::to_string(recipe_.seed),
         .words = {Vocabulary(), corpus_.characters},
         .measured_on = std::to_string(corpus_.held_out.size()) + " held-out sentences",
         .teaching = spelling(recipe_.model, recipe_.together)},
        Weights::random(tensors_of(recipe_.model), recipe_.seed));
}

Batch CharacterTrainer::next_batch() {
  Batch batch;
  const auto together = static_cast<std::size_t>(recipe_.together);
  const auto length = static_cast<std::size_t>(recipe_.length);
  for (int tape = 0; tape < recipe_.tapes; ++tape) {
    Columns columns(2, std::vector<int>(together * length));
    for (std::size_t text = 0; text < together; ++text) {
      auto line = static_cast<std::size_t>(random_.below(static_cast<int>(corpus_.train.size())));
      std::vector<int> characters;
      while (characters.size() <= length) {
        const std::vector<int>& more = corpus_.train[line++ % corpus_.train.size()];
        characters.insert(characters.end(), more.begin(), more.end());
      }
      for (std::size_t t = 0; t < length; ++t) {
        columns[0][t * together + text] = characters[t];
        columns[1][t * together + text] = characters[t + 1];
      }
    }
    batch.examples.push_back(std::move(columns));
    batch.asked += static_cast<double>(together * length);
  }
  return batch;
}

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
    sums_[k] += length;
    ++counts_[k];
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
      wanted[t] = static_cast<float>(text.next[t]);
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

void measure_characters(Card& card, const CharacterFiles& model, const CharacterCorpus& corpus,
                        const Progress& progress) {
  GradientThroughTime gradient = gradient_through_time(model, corpus.held_out);
  card.measures = character_measures(model, corpus.train, corpus.held_out, gradient, progress);
  card.curves = {std::move(gradient.state)};
  if (!gradient.cell.points.empty()) card.curves.push_back(std::move(gradient.cell));
}

Card character_card(const CharacterFiles& model, const CharacterRecipe& recipe, const CharacterCorpus& corpus,
                    double seconds, const Progress& progress) {
  const bool lstm = model.config.cell == RecurrentCell::lstm;
  const auto count = [](long long sum, const std::vector<int>& line) {
    return sum + static_cast<long long>(line.size());
  };
  CardNumbers numbers = numbers_of_training(recipe, recipe.seed, seconds, model.weights.parameters());
  numbers["lstm"] = lstm ? "1" : "";
  numbers["width"] = std::to_string(model.config.d_state);
  numbers["sentences"] = std::to_string(corpus.train.size());
  numbers["read"] = std::to_string(std::accumulate(corpus.train.begin(), corpus.train.end(), 0LL, count));
  numbers["characters"] = std::to_string(corpus.characters.size());
  numbers["texts"] = std::to_string(recipe.tapes * recipe.together);
  numbers["length"] = std::to_string(recipe.length);
  Card card = card_of_text("characters", numbers);
  card.name = lstm ? "characters" : "characters-rnn";
  measure_characters(card, model, corpus, progress);
  return card;
}

// What headlight-train asks.

std::string CharacterTrainer::watch() const {
  constexpr std::size_t watched = 200;
  const std::span<const std::vector<int>> held_out(corpus_.held_out);
  char text[64];
  std::snprintf(text, sizeof text, "held-out perplexity %6.3f",
                perplexity(model(), held_out.first(std::min(watched, held_out.size()))));
  return text;
}

Card CharacterTrainer::card(const std::filesystem::path& folder, double seconds) const {
  return character_card(read_model<CharacterConfig>(folder), recipe_, corpus_, seconds);
}

}  // namespace headlight
