// The flow as plain data: every ribbon is as wide as its weight, and what is followed stands out.
#include <gtest/gtest.h>

#include <cmath>

#include "app/panels/flow/flow_layout.h"
#include "app/session/action.h"
#include "core/layers/recording.h"
#include "core/models/transformer.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

constexpr Area stage{40, 90, 1400, 800};

class Flow {
 public:
  explicit Flow(Session session, bool closed = false, Area area = stage, std::set<std::string> off = {})
      : session_(std::move(session)), results_(compute(session_, nullptr)) {
    session_ = clamped(session_, {*results_});
    layout_ = lay_out_flow({.trace = *results_->trace(0),
                            .session = session_,
                            .off = std::move(off),
                            .closed = closed,
                            .area = area});
  }
  const FlowLayout& layout() const { return layout_; }
  const Trace& trace() const { return *results_->trace(0); }
  const Session& session() const { return session_; }

 private:
  Session session_;
  ResultsPtr results_;
  FlowLayout layout_;
};

Session flow_session(Attention attention = Attention::encoder, int layer = 1) {
  Session session = tiny_session();
  session.text(1).clear();
  session.view = ViewKind::flow;
  session.attention = attention;
  session.layer = layer;
  session.token = -1;
  return session;
}

// Of a long sentence: some words, their own vectors, and ribbons between them alone.
TEST(FlowLayout, SomeWordsHaveRows) {
  const Flow whole(flow_session());
  const std::vector<int> words{1, 4, 5};
  const FlowLayout some = lay_out_flow(
      {.trace = whole.trace(), .session = whole.session(), .area = stage, .source_shown = words});
  EXPECT_EQ(some.source_y.size(), 3U);
  for (const FlowStrip& strip : some.strips) {
    if (strip.target) continue;
    EXPECT_EQ(strip.row, words.at(static_cast<std::size_t>(strip.place)));
  }
  ASSERT_EQ(some.open.values.rows(), 3);
  for (int query = 0; query < 3; ++query) {
    for (int key = 0; key < 3; ++key)
      EXPECT_EQ(some.open.values(query, key), whole.layout().open.values(words[query], words[key]));
  }
  EXPECT_EQ(some.place_of(false, 4), 1);
  EXPECT_EQ(focus_on(some, Attention::encoder, 5).token, 2);
  EXPECT_EQ(focus_on(some, Attention::encoder, 2).token, -1);
}

std::vector<Session> sessions() {
  std::vector<Session> all;
  for (const Attention attention : {Attention::encoder, Attention::decoder, Attention::cross}) {
    all.push_back(flow_session(attention, 0));
    all.push_back(all.back());
    all.back().text(0) = "it";
    all.push_back(all.back());
    all.back().text(0).clear();
    for (int i = 0; i < 40; ++i) all.back().text(0) += i % 2 == 0 ? "because " : "street ";
  }
  return all;
}

TEST(FlowLayout, EveryRibbonOfTheOpenHeadIsAsWideAsItsWeight) {
  for (const Session& session : sessions()) {
    const Flow flow(session);
    const Reading weights = flow.trace().read(selected_head_path(flow.session(), "weights"));
    int shown = 0;
    for (const FlowRibbon& ribbon : flow.layout().ribbons) {
      if (ribbon.kind != FlowRibbon::Kind::mixed) continue;
      ++shown;
      EXPECT_EQ(ribbon.weight, weights(ribbon.to_token, ribbon.from_token));
      EXPECT_FLOAT_EQ(ribbon.width, ribbon.weight * flow.layout().per_weight);
    }
    int expected = 0;
    for (int row = 0; row < weights.shape().rows; ++row) {
      for (int col = 0; col < weights.shape().cols; ++col)
        expected += weights(row, col) >= least_flow_weight ? 1 : 0;
    }
    EXPECT_EQ(shown, expected);
    EXPECT_GT(shown, 0);
  }
}

TEST(FlowLayout, FoldedBlocksShowTheMeanOfTheirHeads) {
  const Flow flow(flow_session(Attention::encoder, 1));
  const Reading first = flow.trace().read("encoder.0.self_attention.head.0.weights");
  const Reading second = flow.trace().read("encoder.0.self_attention.head.1.weights");
  int shown = 0;
  for (const FlowRibbon& ribbon : flow.layout().ribbons) {
    if (ribbon.kind != FlowRibbon::Kind::mean || ribbon.to_target) continue;
    ++shown;
    const int row = ribbon.to_token;
    const int col = ribbon.from_token;
    EXPECT_NEAR(ribbon.weight, (first(row, col) + second(row, col)) / 2, 1e-6);
    EXPECT_FLOAT_EQ(ribbon.width, ribbon.weight * flow.layout().per_weight);
  }
  EXPECT_GT(shown, 0);
}

TEST(FlowLayout, AHeadThatIsOffHasNoShareInTheMean) {
  const std::string block = "encoder.0.self_attention.head.";
  const Flow flow(flow_session(Attention::encoder, 1), false, stage, {block + "0.output"});
  const Reading second = flow.trace().read(block + "1.weights");
  for (const FlowRibbon& ribbon : flow.layout().ribbons) {
    if (ribbon.kind != FlowRibbon::Kind::mean || ribbon.to_target) continue;
    EXPECT_EQ(ribbon.weight, second(ribbon.to_token, ribbon.from_token));
    EXPECT_EQ(ribbon.mean_of, 1);
  }
  const Flow none(flow_session(Attention::encoder, 1), false, stage,
                  {block + "0.output", block + "1.output"});
  for (const FlowRibbon& ribbon : none.layout().ribbons)
    EXPECT_FALSE(ribbon.kind == FlowRibbon::Kind::mean && !ribbon.to_target);
  for (const FlowColumn& column : none.layout().columns) {
    EXPECT_EQ(column.off, column.id == "encoder.0" ? 2 : 0);
  }
}

TEST(FlowLayout, AtTheReceivingEndAllAreAsWideAsOne) {
  const Flow flow(flow_session());
  const auto& y = flow.layout().source_y;
  for (const FlowRibbon& ribbon : flow.layout().ribbons) {
    if (ribbon.weight < 0 || ribbon.to_target) continue;
    const float half = flow.layout().per_weight / 2 + 1e-3F;
    EXPECT_GE(ribbon.to.y - ribbon.width / 2, y[ribbon.to_token] - half);
    EXPECT_LE(ribbon.to.y + ribbon.width / 2, y[ribbon.to_token] + half);
  }
}

TEST(FlowLayout, ColumnsStandSideBySideAndEverythingIsFinite) {
  for (const Area& area : {stage, Area{24, 90, 1000, 640}, Area{24, 90, 740, 600}}) {
    for (const Session& session : sessions()) {
      for (const bool closed : {false, true}) {
        const Flow flow(session, closed, area);
        const auto& columns = flow.layout().columns;
        for (std::size_t i = 0; i + 1 < columns.size(); ++i)
          EXPECT_LE(columns[i].area.right, columns[i + 1].area.left + 1) << columns[i].id;
        for (const FlowRibbon& ribbon : flow.layout().ribbons) {
          EXPECT_TRUE(std::isfinite(ribbon.from.y) && std::isfinite(ribbon.to.y));
          EXPECT_LE(ribbon.from.x, ribbon.to.x);
        }
        for (const FlowStrip& strip : flow.layout().strips) EXPECT_FALSE(strip.area.empty()) << strip.path;
        EXPECT_EQ(flow.layout().is_open, !closed);
      }
    }
  }
}

TEST(FlowLayout, StripsAreRowsOfNodesThereAre) {
  for (const Session& session : sessions()) {
    const Flow flow(session);
    for (const FlowStrip& strip : flow.layout().strips) {
      const Shape shape = flow.trace().read(strip.path).shape();
      EXPECT_LT(strip.row, shape.rows);
      EXPECT_LE(strip.numbers, shape.cols);
    }
  }
}

TEST(FlowLayout, AWordInFocusLightsWhatItTakes) {
  const Flow flow(flow_session(Attention::cross, 0));
  const FlowFocus focus = focus_on(flow.layout(), Attention::cross, 2);
  const Reading weights = flow.trace().read(selected_head_path(flow.session(), "weights"));
  for (int source = 0; source < static_cast<int>(focus.source_lit.size()); ++source)
    EXPECT_EQ(focus.source_lit[source], weights(2, source) >= lit_weight);
  for (const FlowRibbon& ribbon : flow.layout().ribbons) {
    if (ribbon.kind != FlowRibbon::Kind::mixed) continue;
    EXPECT_EQ(is_lit(flow.layout(), focus, ribbon), ribbon.to_token == 2);
  }
  EXPECT_EQ(focus_on(flow.layout(), Attention::cross, 99).token, -1);
}

TEST(FlowLayout, AnEncoderAloneEndsWithItsLastLayer) {
  const Model tiny = tiny_translator();
  TransformerConfig config = tiny.config();
  config.decoder_layers = 0;
  const Weights weights = Weights::random(config, 5);
  Tape tape;
  Recording recording(tape, config, weights);
  record_encoder(recording, std::vector<int>{0, 1, 2});
  tape.forward();
  Trace::Words words;
  words.source = {"the", "animal", "didn't"};
  const Trace trace(std::move(tape), words, nullptr, std::make_shared<const Anatomy>(anatomy_of(config)));
  const Session session = flow_session(Attention::encoder, 0);
  const FlowLayout layout = lay_out_flow({.trace = trace, .session = session, .area = stage});
  EXPECT_EQ(layout.column(FlowColumn::Kind::answer), nullptr);
  EXPECT_TRUE(layout.target_y.empty());
  EXPECT_EQ(layout.strips.back().path, "encoder.1.normalized_2");
  EXPECT_EQ(focus_on(layout, Attention::encoder, 1).token, 1);
}

}  // namespace
}  // namespace headlight
