// What is left of a head's weights that are not kept, against the weights themselves.
#include "core/explain/digest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/explain/view.h"
#include "core/matrix/random.h"
#include "core/models/run.h"
#include "core/tape/ops/ops.h"
#include "tests/core/alike.h"
#include "tests/tiny_labeller.h"

namespace headlight {
namespace {

void expect_alike(std::optional<float> a, std::optional<float> b, std::string_view what) {
  ASSERT_EQ(a.has_value(), b.has_value()) << what;
  if (a) {
    EXPECT_TRUE(alike(*a, *b, 1e-5)) << what << ": " << *a << " and " << *b;
  }
}

void expect_traits(const HeadTraits& a, const HeadTraits& b) {
  for (int i = 0; i < trait_count; ++i) {
    const auto trait = static_cast<Trait>(i);
    expect_alike(a[trait], b[trait], info(trait).id);
  }
  EXPECT_TRUE(alike(a.most_entropy, b.most_entropy, 1e-5));
}

void expect_thumbnail(const Heatmap& thumbnail, const Heatmap& map) {
  check(thumbnail);
  ASSERT_EQ(thumbnail.rows, std::min(map.rows, thumbnail_size));
  ASSERT_EQ(thumbnail.columns, std::min(map.columns, thumbnail_size));
  EXPECT_TRUE(thumbnail.scale == map.scale);
  Heatmap naive = thumbnail;
  std::fill(naive.states.begin(), naive.states.end(), CellState::masked);
  std::fill(naive.values.begin(), naive.values.end(), 0.0F);
  for (int row = 0; row < map.rows; ++row) {
    for (int col = 0; col < map.columns; ++col) {
      const int at = place_of_cell(map.rows, naive.rows, row) * naive.columns +
                     place_of_cell(map.columns, naive.columns, col);
      if (map.state(row, col) != CellState::value) continue;
      float& largest = naive.values[static_cast<std::size_t>(at)];
      const float value = map.value(row, col);
      const bool first = naive.states[static_cast<std::size_t>(at)] == CellState::masked;
      if (first || std::isnan(value) || value > largest) largest = value;
      naive.states[static_cast<std::size_t>(at)] = CellState::value;
    }
  }
  EXPECT_EQ(thumbnail.states, naive.states);
  for (std::size_t i = 0; i < naive.values.size(); ++i)
    EXPECT_TRUE(alike(thumbnail.values[i], naive.values[i], 0)) << i;
}

void expect_heaviest(const std::vector<Link>& heaviest, const Heatmap& map) {
  std::vector<Link> all;
  bool finite = true;
  for (int row = 0; row < map.rows; ++row) {
    for (int col = 0; col < map.columns; ++col) {
      const float weight = map.value(row, col);
      finite = finite && std::isfinite(weight);
      if (map.state(row, col) == CellState::value && weight > 0) all.push_back({row, col, weight});
    }
  }
  if (!finite) return;
  std::stable_sort(all.begin(), all.end(), [](const Link& a, const Link& b) { return a.weight > b.weight; });
  all.resize(std::min<std::size_t>(all.size(), most_links));
  EXPECT_EQ(heaviest, all);
}

std::optional<int> first_error_of(const Heatmap& map) {
  for (int row = 0; row < map.rows; ++row) {
    for (int col = 0; col < map.columns; ++col) {
      if (map.is_error(row, col)) return row;
    }
  }
  return std::nullopt;
}

// A tape with one head's scores, its mask and its weights.
struct Head {
  Tape tape;
  int weights = 0;

  Head(const Matrix& scores, OpPtr masked, const std::vector<Edit>& edits) {
    tape.set_edits(edits);
    const std::string head = "encoder.0.self_attention.head.0.";
    int s = tape.constant({head + "scaled", Axis::source_query, Axis::source_key}, view(scores));
    if (masked)
      s = tape.record({head + "masked", Axis::source_query, Axis::source_key}, std::move(masked), {s});
    weights = tape.record({head + "weights", Axis::source_query, Axis::source_key}, softmax(), {s});
    tape.forward();
  }
};

Trace traced(Head head, const std::vector<std::string>& words) {
  return {std::move(head.tape), {words, {}, {}, {}, {}}, nullptr};
}

std::vector<std::string> some_words(int count, Random& random) {
  std::vector<std::string> words;
  for (int i = 0; i < count; ++i) words.emplace_back(random.chance(0.1) ? "." : "word");
  return words;
}

OpPtr any_mask(Random& random) {
  switch (random.below(4)) {
    case 0:
      return mask(true, 0);
    case 1:
      return mask(false, 1 + random.below(5));
    case 2:
      return mask(true, 0, true);
    default:
      return nullptr;
  }
}

std::vector<Edit> any_edits(int size, Random& random) {
  std::vector<Edit> edits;
  const std::string head = "encoder.0.self_attention.head.0.";
  const float values[] = {0.7F, 0, -0.3F, std::nanf(""), -INFINITY, INFINITY};
  while (random.chance(0.4))
    edits.push_back({.path = head + (random.chance(0.5) ? "scaled" : "weights"),
                     .row = random.below(size),
                     .col = random.below(size),
                     .values = {values[random.below(random.chance(0.5) ? 3 : 6)]}});
  return edits;
}

TEST(Digest, SaysWhatTheWeightsSay) {
  Random random(3);
  for (int round = 0; round < 120; ++round) {
    const int size = 1 + random.below(round % 3 == 0 ? 150 : 20);
    Matrix scores(size, size);
    const double sharp = random.chance(0.3) ? 6 : 1;
    for (float& score : scores.reshaped()) score = static_cast<float>(sharp * random.normal());
    const std::vector<Edit> edits = any_edits(size, random);
    const Trace trace = traced({scores, any_mask(random), edits}, some_words(size, random));
    const int node = trace.tape().size() - 1;
    const Heatmap map = view_of(trace, trace.label(node).path);
    const Antecedent antecedent{random.below(size), random.below(size + 1)};
    const HeadDigest digest = digest_of(trace, node, antecedent);
    SCOPED_TRACE("round " + std::to_string(round) + ", " + std::to_string(size) + " words");
    EXPECT_EQ(digest.shape, (Shape{size, size}));
    expect_thumbnail(*digest.thumbnail, map);
    expect_traits(digest.traits, traits_of(map, true, antecedent));
    expect_heaviest(digest.heaviest, map);
    EXPECT_EQ(digest.first_error, first_error_of(map));
    const auto sink = sink_of(map);
    ASSERT_EQ(digest.sink.has_value(), sink.has_value());
    if (sink) {
      EXPECT_EQ(digest.sink->key, sink->key);
      EXPECT_NEAR(digest.sink->share, sink->share, 1e-5);
    }
  }
}

TEST(Digest, PlacesOfAThumbnailShareOutTheCells) {
  for (int size = 1; size < 300; ++size) {
    const int places = std::min(size, thumbnail_size);
    EXPECT_EQ(first_of_place(size, places, 0), 0);
    EXPECT_EQ(first_of_place(size, places, places), size);
    for (int cell = 0; cell < size; ++cell) {
      const int place = place_of_cell(size, places, cell);
      EXPECT_LE(first_of_place(size, places, place), cell);
      EXPECT_GT(first_of_place(size, places, place + 1), cell);
    }
  }
}

// A labeller's trace twice: all of it kept, and as a long one is, with its digests.
struct Twice {
  TracePtr kept, dropped;
  HeadDigests digests;
};

Twice traced_twice(const Model& model, const std::vector<Edit>& edits, const Twice* before = nullptr) {
  Twice both;
  both.kept = model.trace({.text = "A B C A B B C", .edits = edits});
  Tape tape = before == nullptr ? both.kept->tape().fork() : before->dropped->tape().fork();
  if (before == nullptr) tape.touch_parameters();
  tape.set_edits(edits);
  keep_what_fits(tape, 0);
  const HeadDigests none;
  DigestWatch watch(before == nullptr ? none : before->digests);
  tape.forward(std::ref(watch));
  both.dropped = std::make_shared<const Trace>(std::move(tape), both.kept->words(), nullptr);
  both.digests = watch.of(*both.dropped);
  return both;
}

void expect_digests(const Twice& both) {
  int heads = 0;
  for (const int node : both.dropped->steps()) {
    const std::string& path = both.dropped->label(node).path;
    const HeadDigest* const digest = both.digests.of(node);
    ASSERT_EQ(digest != nullptr, path.ends_with(".weights")) << path;
    if (digest == nullptr) continue;
    ++heads;
    EXPECT_FALSE(both.dropped->tape().holds(node));
    expect_traits(digest->traits, traits_of(view_of(*both.kept, path), true));
    // Who has seen nothing reads it.
    expect_traits(digest_of(*both.dropped, node).traits, digest->traits);
  }
  EXPECT_EQ(heads, 9);
}

void expect_picture(const Heatmap& picture, const Heatmap& wanted) {
  ASSERT_EQ(picture.rows, wanted.rows) << "small enough to be the whole";
  EXPECT_EQ(picture.states, wanted.states);
  for (std::size_t i = 0; i < wanted.values.size(); ++i) {
    if (wanted.states[i] == CellState::value) {
      EXPECT_TRUE(alike(picture.values[i], wanted.values[i], 1e-5)) << i;
    }
  }
}

// Against the functions of whole maps; `off` heads of a layer take no part.
void expect_layers(const Twice& both, const std::map<int, std::vector<int>>& off = {}) {
  std::vector<Heatmap> means;
  for (int layer = 0; layer < 3; ++layer) {
    SCOPED_TRACE("layer " + std::to_string(layer));
    const AttentionInfo& about = info(Attention::encoder);
    const LayerDigest* const digest = both.digests.layer(about.block(layer));
    ASSERT_NE(digest, nullptr);
    std::vector<Heatmap> on, all;
    std::vector<int> numbers;
    for (int head = 0; head < 3; ++head) {
      all.push_back(view_of(*both.kept, about.path(layer, head, "weights")));
      const auto without = off.find(layer);
      if (without != off.end() && std::ranges::count(without->second, head) > 0) continue;
      on.push_back(all.back());
      numbers.push_back(head);
    }
    EXPECT_EQ(digest->numbers, numbers);
    EXPECT_EQ(digest->off, 3 - static_cast<int>(numbers.size()));
    const Heatmap mean = mean_of(on.empty() ? all : on);
    expect_picture(*digest->mean, mean);
    if (!on.empty()) means.push_back(mean);
    ASSERT_EQ(digest->rolled != nullptr, !means.empty());
    if (!means.empty()) expect_picture(*digest->rollout, rollout_of(means));
    const auto hidden = on.empty() ? std::nullopt : hidden_by_mean(on, mean);
    ASSERT_EQ(digest->hidden.has_value(), hidden.has_value());
    if (!hidden) continue;
    EXPECT_EQ(std::tuple(digest->hidden->head, digest->hidden->row, digest->hidden->column),
              std::tuple(hidden->head, hidden->row, hidden->column));
    EXPECT_NEAR(digest->hidden->mean, hidden->mean, 1e-5);
  }
}

TEST(Digest, IsMadeWhileTheWeightsAreComputed) {
  for (const bool causal : {false, true}) {
    const Model model = tiny_labeller({.d_model = 12,
                                       .d_ff = 10,
                                       .encoder_layers = 3,
                                       .encoder_heads = 3,
                                       .positions = Positions::alibi,
                                       .causal_encoder = causal});
    const Twice plain = traced_twice(model, {});
    expect_digests(plain);
    expect_layers(plain);
    EXPECT_TRUE(DigestWatch(plain.digests).of(*plain.kept).empty()) << "it keeps all";
  }
}

// Digests before the edit stay where it changes nothing, in front of it and beside it.
TEST(Digest, GoesOnFromTheOneBefore) {
  const Model model = tiny_labeller();
  const Twice plain = traced_twice(model, {});
  const std::string head = "encoder.1.self_attention.head.1.";
  const Twice edited = traced_twice(model, {{.path = head + "scaled", .values = {0.25F}}}, &plain);
  expect_digests(edited);
  expect_layers(edited);
  const auto same = [&](const std::string& path) {
    return edited.digests.of(edited.dropped->at(path)) == plain.digests.of(plain.dropped->at(path));
  };
  EXPECT_TRUE(same("encoder.0.self_attention.head.1.weights"));
  EXPECT_TRUE(same("encoder.1.self_attention.head.0.weights"));
  EXPECT_FALSE(same(head + "weights"));
  EXPECT_FALSE(same("encoder.2.self_attention.head.0.weights"));
  const auto block = [](int layer) { return info(Attention::encoder).block(layer); };
  EXPECT_EQ(edited.digests.layer(block(0)), plain.digests.layer(block(0)));
  EXPECT_NE(edited.digests.layer(block(1)), plain.digests.layer(block(1)));
}

TEST(Digest, LeavesOutHeadsThatAreOff) {
  const Model model = tiny_labeller();
  const auto off = [](int layer, int head) {
    return Edit{.path = info(Attention::encoder).path(layer, head, "output"), .values = {0}};
  };
  const Twice plain = traced_twice(model, {});
  expect_layers(traced_twice(model, {off(1, 2)}, &plain), {{1, {2}}});
  expect_layers(traced_twice(model, {off(0, 0), off(0, 1), off(0, 2)}, &plain), {{0, {0, 1, 2}}});
  expect_layers(traced_twice(model, {off(1, 0), off(1, 1), off(1, 2)}), {{1, {0, 1, 2}}});
}

}  // namespace
}  // namespace headlight
