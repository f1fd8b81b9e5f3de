// What the view of causes computes: the map is what the session's own edits give, and the sum is the logit's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/lab/lab_work.h"
#include "app/labs/causes/causes_lab.h"
#include "app/session/results.h"
#include "core/models/read_trace.h"
#include "tests/session/lab_pages.h"
#include "tests/tiny_language_model.h"

namespace headlight {
namespace {

Session causes_session(const std::string& model = tiny_model_folder()) {
  Session session;
  session.model = model;
  session.text(0) = tired_sentence;
  session.text(1) = wide_sentence;
  session.view = ViewKind::causes;
  return session;
}

struct Caused {
  ResultsPtr results;
  const CausesStudy& study;

  explicit Caused(const Session& session, const ResultsPtr& before = nullptr)
      : results(compute(session, before)), study(*results->lab->result<CausesStudy>()) {}

  double difference(int side) const {
    const Reading logits = results->trace(side)->read("logits");
    const CausalQuestion& asked = study.question;
    return static_cast<double>(logits(asked.place, asked.word)) -
           static_cast<double>(logits(asked.place, asked.other));
  }
};

template <typename Set>
Session with_causes(Session session, Set set) {
  set(session.labs.get<CausesLab>());
  return session;
}

TEST(CausesWork, ACellIsWhatTheEditOfTheSessionGives) {
  Session session = causes_session();
  for (const int side : {0, 1}) {
    session.side = side;
    session.edits.clear();
    const Caused map(session);
    ASSERT_EQ(map.study.nothing, "");
    ASSERT_EQ(map.study.maps.size(), 2U);
    EXPECT_EQ(map.study.into, side);
    const double stays = map.difference(side), goes = map.difference(1 - side);
    const CausalMap& all = map.study.mapping->map();
    int compared = 0;
    for (std::size_t i = 0; i < all.blocks.size(); i += 2) {
      const CausalMap::Block& block = all.blocks[i];
      const int row = block.stream == Stream::source ? 7 : map.study.question.place;
      SessionEdit edit({.path = block.path, .row = row}, true, side);
      edit.from = row;
      session.edits = {edit};
      const Caused edited(session);
      EXPECT_EQ(edited.results->error, "");
      const double effect = (edited.difference(side) - stays) / (goes - stays);
      EXPECT_NEAR(block.effects[static_cast<std::size_t>(row)], effect,
                  1e-3 * std::max(1.0, std::fabs(effect)))
          << block.path;
      EXPECT_EQ(edited.study.mapping->map().blocks[i].effects[static_cast<std::size_t>(row)],
                block.effects[static_cast<std::size_t>(row)])
          << "the map is without the session's edits";
      EXPECT_NE(edited.results->lab->without_edits, "");
      ++compared;
    }
    EXPECT_GT(compared, 5);
  }
}

TEST(CausesWork, TheSumIsTheEditedLogit) {
  Session session = causes_session();
  session.edits.emplace_back(
      Edit{.path = "encoder.1.self_attention.head.0.output", .row = 7, .values = {1.5F}});
  const Caused caused(session);
  ASSERT_TRUE(caused.study.parts);
  EXPECT_NEAR(caused.study.parts->sum(), -caused.difference(0), 1e-4);
}

TEST(CausesWork, AsksAboutTheFirstDifferenceOrTheChosenWord) {
  const Caused first(causes_session());
  EXPECT_GE(first.study.question.place, 0);
  EXPECT_EQ(first.study.answer, first.results->trace(0)->words().next);
  const Caused chosen(with_causes(causes_session(), [](CausesLab& lab) { lab.place = 2; }));
  EXPECT_EQ(chosen.study.question.place, 2);
  const Caused beyond(with_causes(causes_session(), [](CausesLab& lab) { lab.place = 999; }));
  EXPECT_EQ(beyond.study.question.place, std::ssize(beyond.study.answer) - 1);
}

TEST(CausesWork, OneSentenceIsReadWithRowsReplaced) {
  Session session = causes_session();
  session.text(1).clear();
  const Caused caused(session);
  EXPECT_TRUE(caused.study.alone);
  EXPECT_EQ(caused.study.put, Exchange::zero) << "there is no other sentence to take from";
  const Caused heads(with_causes(session, [](CausesLab& lab) { lab.page = CausesLab::Page::heads; }));
  EXPECT_NE(heads.study.no_heads, "");
  const Caused mean(with_causes(causes_session(), [](CausesLab& lab) { lab.put = Exchange::mean; }));
  EXPECT_TRUE(mean.study.alone) << "of two sentences the one on stage";
}

TEST(CausesWork, OneSentenceTwiceSaysThatThereIsNoEffect) {
  Session session = causes_session();
  session.text(1) = session.text(0);
  const Caused caused(session);
  EXPECT_EQ(caused.study.nothing,
            "Both sentences are answered alike at this place: there is no effect to find.");
  EXPECT_TRUE(caused.study.maps.empty());
  EXPECT_TRUE(caused.study.parts) << "the sum needs no second sentence";
}

TEST(CausesWork, TheMapIsNotMadeAgainForTheHeads) {
  const Session session = causes_session();
  const Caused map(session);
  const Caused heads(with_causes(session, [](CausesLab& lab) { lab.page = CausesLab::Page::heads; }),
                     map.results);
  EXPECT_EQ(heads.study.mapping, map.study.mapping);
  ASSERT_TRUE(heads.study.few);
  EXPECT_EQ(heads.study.among, "the encoder");
  EXPECT_FALSE(heads.study.paths.empty());
  const LabTable* paths = heads.results->lab->table("paths");
  ASSERT_NE(paths, nullptr);
  EXPECT_EQ(paths->rows.size(), heads.study.paths.size());
}

TEST(CausesWork, ALanguageModelIsAskedAboutTheNextWord) {
  Session session = causes_session(tiny_language_model_folder());
  session.text(0) = "The animal was too tired.";
  session.text(1) = "The animal was too wide.";
  const Caused caused(session);
  ASSERT_EQ(caused.study.nothing, "");
  ASSERT_EQ(caused.study.maps.size(), 1U);
  EXPECT_EQ(caused.study.maps[0]->row_labels.front(), "input");
  EXPECT_EQ(caused.study.maps[0]->row_labels.back().find("encoder"), std::string::npos);
}

}  // namespace
}  // namespace headlight
