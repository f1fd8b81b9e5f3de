// What the view of causes computes: the map is what the session's own edits give, and the sum is the logit's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "app/lab/lab_work.h"
#include "app/labs/causes/causes_lab.h"
#include "app/session/open_lab.h"
#include "app/session/results.h"
#include "core/models/trace.h"
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
    const CausalMap& all = map.study.map;
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
      EXPECT_EQ(edited.study.map.blocks[i].effects[static_cast<std::size_t>(row)],
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
            "Both texts have the same word at this place, so there is no effect to find.");
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

// What there is so far is shown, is not taken for all of it, and is gone on with.
TEST(CausesWork, FillsInAndGoesOnWhereItWas) {
  const Session session = causes_session("translator");
  const Caused all(session);
  ResultsPtr half;
  Cancel cancel;
  Computing computing{.cancel = &cancel};
  computing.so_far = [&](const headlight::Run&, float share, const std::function<ResultsPtr()>& make) {
    EXPECT_LE(share, 1);
    half = make();
    if (half->lab->result<CausesStudy>()->map.blocks[2].effects.back() > -1e9) cancel.request();
  };
  const ResultsPtr cancelled = compute(session, nullptr, computing);
  ASSERT_NE(half, nullptr) << "it takes longer than a piece";
  EXPECT_TRUE(cancelled->computing);
  ASSERT_NE(half->lab, nullptr);
  EXPECT_TRUE(half->lab->partial);
  EXPECT_TRUE(half->computing);
  EXPECT_FALSE(belongs_to(*half, session)) << "it is not taken for the whole";
  const auto& so_far = *half->lab->result<CausesStudy>();
  ASSERT_EQ(so_far.maps.size(), all.study.maps.size());
  EXPECT_EQ(so_far.maps[0]->row_labels, all.study.maps[0]->row_labels) << "its rows have their places";
  EXPECT_FALSE(so_far.whole);
  const Caused whole(session, half);
  EXPECT_EQ(whole.study.mapping, so_far.mapping) << "gone on with, not begun again";
  EXPECT_TRUE(whole.study.whole);
  for (std::size_t i = 0; i < whole.study.maps.size(); ++i)
    EXPECT_EQ(whole.study.maps[i]->values, all.study.maps[i]->values);
}

// Between two frames of a tab, one piece in each turn; what there is so far is shown there as well.
TEST(CausesWork, IsMadePieceByPiece) {
  const Session session = causes_session("translator");
  const Caused all(session);
  WorkPieces pieces([] { return true; });
  int partial = 0, turns = 0;
  ResultsPtr results = all.results;
  Session other = session;
  other.labs.get<CausesLab>().place = 3;
  const Caused wanted(other);
  Computing computing{.pieces = &pieces};
  computing.so_far = [&](const headlight::Run&, float, const std::function<ResultsPtr()>& make) {
    EXPECT_TRUE(make()->lab->partial);
    ++partial;
  };
  do {
    results = compute(other, all.results, computing);
  } while (results->computing && ++turns < 1000);
  ASSERT_FALSE(results->computing);
  EXPECT_GT(turns, 1);
  EXPECT_GT(partial, 0);
  const auto& study = *results->lab->result<CausesStudy>();
  EXPECT_TRUE(study.whole);
  for (std::size_t i = 0; i < study.maps.size(); ++i)
    EXPECT_EQ(study.maps[i]->values, wanted.study.maps[i]->values);
}

TEST(CausesWork, WhatIsCancelledHasSoManyBlocks) {
  const Session session = causes_session();
  const Caused all(session);
  const Caused some(with_causes(session, [](CausesLab& lab) { lab.blocks = 3; }), all.results);
  EXPECT_FALSE(some.study.whole);
  for (std::size_t i = 0; i < some.study.map.blocks.size(); ++i) {
    const std::vector<double>&effects = some.study.map.blocks[i].effects,
          &own = all.study.map.blocks[i].effects;
    for (std::size_t row = 0; row < effects.size(); ++row) {
      if (i >= 3) {
        EXPECT_TRUE(std::isnan(effects[row]));
      } else if (!std::isnan(own[row])) {
        EXPECT_EQ(effects[row], own[row]);
      }
    }
  }
  const Caused again(session, some.results);
  EXPECT_TRUE(again.study.whole);
  EXPECT_EQ(again.study.passes, all.study.passes) << "nothing was measured twice";
}

TEST(CausesWork, ADotIsWhatTheEditsOfTheHeadGive) {
  const Session session = with_causes(causes_session(), [](CausesLab& lab) {
    lab.page = CausesLab::Page::attention;
    lab.over = CausesLab::Over::stage;
  });
  const Caused caused(session);
  ASSERT_TRUE(caused.study.dots);
  EXPECT_FALSE(caused.study.dots->over_pairs);
  ASSERT_FALSE(caused.study.dots->dots.empty());
  const double stays = caused.difference(0), goes = caused.difference(1);
  for (const HeadDot& dot : caused.study.dots->dots) {
    Session edited = session;
    const std::string path = output_of(dot.head);
    const int rows = caused.results->trace(0)->read(path).shape().rows;
    for (int row = 0; row < rows; ++row) {
      // Of what is written the rows behind the place do not matter.
      if (dot.head.stack == "decoder" && row > caused.study.question.place) break;
      SessionEdit edit({.path = path, .row = row}, true, 0);
      edit.from = row;
      edited.edits.push_back(edit);
    }
    const Caused made(edited);
    EXPECT_EQ(made.results->error, "");
    const double effect = (made.difference(0) - stays) / (goes - stays);
    EXPECT_NEAR(dot.effect, effect, 2e-3 * std::max(1.0, std::fabs(effect))) << path;
  }
  const LabTable* table = caused.results->lab->table("attention and effect");
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->rows.size(), caused.study.dots->dots.size());
}

TEST(CausesWork, TheSumOfAScoreIsTheScore) {
  Session session = with_causes(causes_session(), [](CausesLab& lab) { lab.page = CausesLab::Page::score; });
  session.token = 7;
  for (const int key : {-1, 0, 4}) {
    session.labs.get<CausesLab>().key = key;
    const Caused caused(session);
    ASSERT_TRUE(caused.study.score) << caused.study.no_score;
    const ScoreSum& sum = *caused.study.score;
    EXPECT_EQ(sum.query, 7);
    if (key >= 0) {
      EXPECT_EQ(sum.key, key);
    }
    const Trace& trace = *caused.results->trace(0);
    const std::string head = "encoder.1.self_attention.head.0.";
    const float score = trace.read(head + "scores")(7, sum.key);
    EXPECT_NEAR(sum.parts.pairs.sum(), static_cast<double>(score), 1e-4);
    EXPECT_NEAR(sum.scaled, static_cast<double>(trace.read(head + "scaled")(7, sum.key)), 1e-6);
    EXPECT_NEAR(sum.parts.score / sum.divided_by, sum.scaled, 1e-4);
    const Heatmap& map = *sum.map;
    EXPECT_NEAR(static_cast<double>(map.value(map.rows - 1, map.columns - 1)), static_cast<double>(score),
                1e-4);
    float row = 0;
    for (int column = 0; column + 1 < map.columns; ++column) row += map.value(0, column);
    EXPECT_NEAR(row, map.value(0, map.columns - 1), 1e-4);
    EXPECT_NE(sum.says.find("The largest part of q · k"), std::string::npos);
    const LabTable* table = caused.results->lab->table("all parts of the score");
    ASSERT_NE(table, nullptr);
    EXPECT_NEAR(table->rows.back().back(), static_cast<double>(score), 1e-4);
  }
}

// Of every model each head's part of the logit is the sum of the words that it looks at.
TEST(CausesWork, TheWordsOfAHeadAddUpToItsPart) {
  for (const std::string& model :
       {tiny_model_folder(), tiny_language_model_folder(), std::string("translator")}) {
    Session session =
        with_causes(causes_session(model), [](CausesLab& lab) { lab.page = CausesLab::Page::logit; });
    if (model == tiny_language_model_folder()) {
      session.text(0) = "The animal was too tired.";
      session.text(1) = "The animal was too wide.";
    }
    const Caused caused(session);
    ASSERT_TRUE(caused.study.parts) << caused.study.no_parts;
    const std::size_t streams = model == tiny_language_model_folder() ? 1 : 2;
    ASSERT_EQ(caused.study.logit_words.size(), streams) << model;
    std::size_t heads = 0;
    for (const LogitWords& words : caused.study.logit_words) {
      heads += words.heads.size();
      const Heatmap& map = *words.map;
      const auto rows = static_cast<std::size_t>(map.rows);
      const bool read = words.looked_at == Stream::source;
      EXPECT_EQ(words.parts.cols(),
                read ? std::ssize(caused.study.to->tokens(Stream::source)) : caused.study.question.place + 1)
          << "what is not written yet has no column";
      const LabTable* table = caused.results->lab->table(streams == 1 ? "all parts by words"
                                                         : read       ? "all parts by words read"
                                                                      : "all parts by words written");
      ASSERT_NE(table, nullptr);
      ASSERT_EQ(table->rows.size(), rows);
      double all = 0;
      for (std::size_t i = 0; i < words.heads.size(); ++i) {
        const std::string path = output_of(words.heads[i]);
        const auto& parts = caused.study.parts->parts;
        const auto part = std::find_if(parts.begin(), parts.end(),
                                       [&](const AttributedPart& each) { return each.path == path; });
        ASSERT_NE(part, parts.end()) << path;
        EXPECT_NEAR(words.parts.row(static_cast<Eigen::Index>(i)).sum(), part->amount, 1e-4) << path;
        EXPECT_NEAR(table->rows[i].back(), part->amount, 1e-4) << path;
        EXPECT_NEAR(static_cast<double>(map.value(static_cast<int>(i), map.columns - 1)), part->amount, 1e-4);
        all += part->amount;
      }
      EXPECT_NEAR(table->rows.back().back(), all, 1e-4);
      EXPECT_NEAR(static_cast<double>(map.value(map.rows - 1, map.columns - 1)), all, 1e-4);
      EXPECT_NE(caused.results->lab->table(table->name.substr(10)), nullptr) << "its picture";
    }
    EXPECT_EQ(heads,
              static_cast<std::size_t>(std::count_if(
                  caused.study.parts->parts.begin(), caused.study.parts->parts.end(),
                  [](const AttributedPart& each) { return each.kind == AttributedPart::Kind::head; })));
    EXPECT_NE(caused.study.logit_says.find("adds most: "), std::string::npos);
  }
}

// With more words than can be told apart, the smallest stand together; the sums stay.
TEST(CausesWork, ManyWordsStandTogether) {
  Session session = with_causes(causes_session(), [](CausesLab& lab) { lab.page = CausesLab::Page::logit; });
  session.text(0) = tired_sentence;
  for (int i = 0; i < 40; ++i) session.text(0) += " tired";
  session.text(1).clear();
  const Caused caused(session);
  ASSERT_FALSE(caused.study.logit_words.empty());
  const LogitWords& read = caused.study.logit_words.front();
  ASSERT_GT(read.parts.cols(), 40);
  EXPECT_EQ(read.columns.size(), 40U);
  EXPECT_EQ(read.columns.back(), -1);
  EXPECT_NE(read.map->column_labels[39].find(" others"), std::string::npos);
  EXPECT_NEAR(static_cast<double>(read.map->value(0, 40)), read.parts.row(0).sum(), 1e-4);
}

TEST(CausesWork, WhatAnEditSetsHasNoWords) {
  Session session = with_causes(causes_session(), [](CausesLab& lab) { lab.page = CausesLab::Page::logit; });
  const Caused whole(session);
  const LogitWords& before = whole.study.logit_words.back();
  session.edits.emplace_back(
      Edit{.path = output_of(before.heads.front()), .row = whole.study.question.place, .values = {1.5F}});
  const Caused caused(session);
  EXPECT_EQ(caused.results->lab->without_edits, "") << "it is as edited";
  const LogitWords& after = caused.study.logit_words.back();
  ASSERT_EQ(after.heads.size() + 1, before.heads.size());
  EXPECT_EQ(after.heads.front(), before.heads[1]);
}

// Another view draws them; what was measured for the view of causes is not measured again.
TEST(CausesWork, RibbonsAreTheCellsOfTheMap) {
  Session session = causes_session();
  const Caused map(session);
  session.view = ViewKind::flow;
  EXPECT_EQ(compute(session, map.results)->lab, nullptr) << "off as it begins";
  session.cause_ribbons = true;
  EXPECT_FALSE(belongs_to(*map.results, session));
  const ResultsPtr flow = compute(session, map.results);
  EXPECT_TRUE(belongs_to(*flow, session));
  const CauseWays* ways = cause_ways(session, *flow);
  ASSERT_NE(ways, nullptr);
  EXPECT_EQ(flow->lab->result<CausesStudy>()->mapping, map.study.mapping);
  std::size_t cells = 0;
  for (const CausalMap::Block& block : map.study.map.blocks) {
    for (std::size_t row = 0; row < block.effects.size(); ++row) {
      if (std::isnan(block.effects[row])) continue;
      ASSERT_LT(cells, ways->rows.size());
      EXPECT_EQ(ways->rows[cells].path, block.path);
      EXPECT_EQ(ways->rows[cells++].effect, block.effects[row]);
    }
  }
  EXPECT_EQ(cells, ways->rows.size());
  for (const CauseWays::Link& link : ways->links) EXPECT_TRUE(std::isfinite(link.effect));
  session.text(1).clear();
  EXPECT_EQ(cause_ways(session, *compute(session, flow)), nullptr)
      << "without a second sentence there are none";
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
