// What heads do over a whole text.
#include "core/explain/text_heads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/explain/view.h"
#include "tests/core/every_model.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

TEST(TraitSpread, HasTheMeanTheQuantilesAndRowsOfThem) {
  TraitSpread spread;
  Random random(1);
  EXPECT_FALSE(spread.mean());
  EXPECT_FALSE(spread.quantile(0.5F));
  EXPECT_FALSE(spread.example(0.5F));
  for (int i = 0; i < 1000; ++i)
    spread.add({i / 10, i % 10, static_cast<float>(i) / 1000}, i % 4 == 0, random);
  EXPECT_EQ(spread.rows(), 1000);
  EXPECT_NEAR(*spread.mean(), 0.4995F, 1e-5F);
  EXPECT_FLOAT_EQ(*spread.led_share(), 0.25F);
  for (const float share : {0.1F, 0.5F, 0.9F}) {
    EXPECT_NEAR(*spread.quantile(share), share, 0.005F);
    EXPECT_NEAR(spread.example(share)->value, share, 1.0F / TraitSpread::bins);
  }
  ASSERT_EQ(spread.strongest().size(), static_cast<std::size_t>(TraitSpread::most_strongest));
  EXPECT_FLOAT_EQ(spread.strongest()[0].value, 0.999F);
  EXPECT_FLOAT_EQ(spread.strongest()[1].value, 0.989F) << "one of each part";
  spread.add({0, 0, std::nanf("")}, true, random);
  EXPECT_EQ(spread.rows(), 1000) << "what is no number is in no distribution";
}

TEST(TraitSpread, LargerValuesCountInTheLastBin) {
  TraitSpread spread(100);
  Random random(1);
  spread.add({0, 0, 500}, false, random);
  EXPECT_EQ(spread.counts().back(), 1);
  EXPECT_FLOAT_EQ(*spread.mean(), 500);
}

TEST(NameOverText, IsWhatMoreThanHalfOfTheRowsDo) {
  HeadOverText head;
  Random random(1);
  const auto add = [&](Trait trait, int rows, int led) {
    for (int i = 0; i < rows; ++i)
      head.spreads.at(static_cast<std::size_t>(trait)).add({0, i, 0.5F}, i < led, random);
  };
  add(Trait::itself, 10, 5);
  EXPECT_FALSE(name_over_text(head)) << "half is not most";
  add(Trait::previous, 9, 6);
  add(Trait::next, 9, 7);
  EXPECT_EQ(name_over_text(head), Trait::next);
}

TEST(PartsOfText, AreSentencesOrAsMuchAsIsReadAtOnce) {
  const auto model_that = [](AnswerKind answer) {
    for (const ModelRow& row : every_model()) {
      if (row.model->anatomy().answer == answer && !row.model->anatomy().picture) return row.model;
    }
    return ModelPtr();
  };
  const std::string text = "One two. Three\nfour five! \"Six?\" seven\n\n  \neight";
  EXPECT_EQ(parts_of_text(*model_that(AnswerKind::translation), text),
            (std::vector<std::string>{"One two.", "Three", "four five!", "\"Six?\"", "seven", "eight"}));
  const ModelPtr goes_on = model_that(AnswerKind::next_token);
  ASSERT_NE(goes_on, nullptr);
  std::string words;
  for (int i = 0; i < 1000; ++i) words += "word ";
  std::size_t counted = 0;
  for (const std::string& part : parts_of_text(*goes_on, words)) {
    const auto in_it = static_cast<std::size_t>(std::count(part.begin(), part.end(), ' ')) + 1;
    EXPECT_LE(in_it, 128U);
    counted += in_it;
  }
  EXPECT_EQ(counted, 1000U) << "no word is lost";
  EXPECT_TRUE(parts_of_text(*goes_on, " \n\n ").empty());
}

// Of each head, from the maps that are drawn: the mean of what a row gives the token before.
TEST(TextMeasuring, AddsUpAllRowsOfAllParts) {
  int models = 0;
  for (const ModelRow& row : every_model()) {
    const Anatomy& anatomy = row.model->anatomy();
    if (anatomy.picture || anatomy.given || anatomy.attentions.empty()) continue;
    ++models;
    std::string long_text;
    for (int i = 0; i < 400; ++i) long_text += row.text + " ";
    TextMeasuring measuring(row.model, {row.text, long_text, row.text});
    while (measuring.read_next()) {
    }
    const TextMeasures& measures = measuring.measures();
    EXPECT_EQ(measures.read, 3);
    EXPECT_EQ(measures.refused, 1) << row.name;
    EXPECT_FALSE(measures.why_refused.empty());
    const TracePtr trace = row.model->trace({.text = row.text});
    EXPECT_EQ(measures.tokens, 2 * static_cast<std::int64_t>(trace->typed().size()));
    for (const HeadOverText& head : measures.heads) {
      if (trace->find(head.path) < 0 || head[Trait::previous].rows() == 0) continue;
      const Heatmap map = view_of(*trace, head.path);
      double sum = 0;
      std::int64_t rows = 0, led = 0;
      for (int at = 1; at < map.rows; ++at) {
        if (map.state(at, at - 1) != CellState::value) continue;
        float largest = 0;
        int open = 0;
        for (int key = 0; key < map.columns; ++key) {
          if (map.state(at, key) != CellState::value) continue;
          ++open;
          largest = std::max(largest, map.value(at, key));
        }
        if (open < 2) continue;
        ++rows;
        led += map.value(at, at - 1) == largest ? 1 : 0;
        sum += static_cast<double>(map.value(at, at - 1));
      }
      ASSERT_GT(rows, 0) << row.name << " " << head.path;
      EXPECT_EQ(head[Trait::previous].rows(), 2 * rows) << row.name << " " << head.path;
      EXPECT_EQ(head[Trait::previous].led(), 2 * led) << row.name << " " << head.path;
      EXPECT_NEAR(*head[Trait::previous].mean(), sum / static_cast<double>(rows), 1e-5)
          << row.name << head.path;
      EXPECT_EQ(head[Trait::peak].led(), head[Trait::peak].rows());
    }
  }
  EXPECT_GT(models, 3);
}

// Stopped anywhere and gone on with, or read side by side: the same to the last row.
TEST(TextMeasuring, InPiecesIsTheSameAsInOneRun) {
  const auto found = std::find_if(every_model().begin(), every_model().end(), [](const ModelRow& row) {
    return row.model->anatomy().answer == AnswerKind::translation && !row.model->anatomy().attentions.empty();
  });
  ASSERT_NE(found, every_model().end());
  std::vector<std::string> parts(9, found->text);
  parts[4] = "no such word as qqqqzz";
  TextMeasuring whole(found->model, parts), pieces(found->model, parts);
  while (whole.read_next()) {
  }
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(pieces.read_next());
  const TextMeasures stopped = pieces.measures();
  EXPECT_EQ(stopped.read, 4);
  EXPECT_FALSE(pieces.read_to(9, [] { return false; }));
  EXPECT_EQ(pieces.measures().read, 4) << "nothing is read once it was ended";
  int asked = 0;
  EXPECT_TRUE(pieces.read_to(100, [&] { return ++asked > 0; }));
  EXPECT_GT(asked, 0);
  EXPECT_EQ(stopped.read, 4) << "what was kept stays";
  const TextMeasures &one = whole.measures(), &other = pieces.measures();
  EXPECT_EQ(one.read, other.read);
  EXPECT_EQ(one.tokens, other.tokens);
  EXPECT_EQ(one.refused, other.refused);
  const auto same = [](const TextRow& a, const TextRow& b) {
    return a.part == b.part && a.row == b.row && a.value == b.value;
  };
  int compared = 0;
  for (std::size_t head = 0; head < one.heads.size(); ++head) {
    for (const Trait trait : text_traits) {
      const TraitSpread &a = one.heads[head][trait], &b = other.heads[head][trait];
      EXPECT_EQ(a.counts(), b.counts());
      EXPECT_EQ(a.mean(), b.mean());
      EXPECT_EQ(a.led(), b.led());
      if (a.rows() == 0) continue;
      for (const float share : {0.1F, 0.5F, 0.9F}) EXPECT_TRUE(same(*a.example(share), *b.example(share)));
      EXPECT_TRUE(same(a.strongest().front(), b.strongest().front()));
      ++compared;
    }
  }
  EXPECT_GT(compared, 20);
}

TEST(TextMeasuring, HoldsNoModel) {
  ModelPtr model = std::make_shared<const Model>(tiny_translator());
  TextMeasuring measuring(model, {tired_sentence});
  const std::weak_ptr<const Model> of = model;
  model.reset();
  EXPECT_TRUE(of.expired());
  EXPECT_THROW(measuring.read_next(), std::logic_error);
}

TEST(TextMeasuring, RefusesAModelThatReadsNoText) {
  int refused = 0;
  for (const ModelRow& row : every_model()) {
    if (!row.model->anatomy().picture && !row.model->anatomy().attentions.empty()) continue;
    EXPECT_THROW(TextMeasuring(row.model, {"a"}), std::invalid_argument) << row.name;
    ++refused;
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace headlight
