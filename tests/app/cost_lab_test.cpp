// The lab on cost, used by mouse and keyboard.
#include "app/labs/cost/cost_lab.h"
#include "app/lab/lab_work.h"
#include "app/session/opening.h"
#include "tests/app/lab_checks.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

Session cost_session(CostLab::Page page = CostLab::Page::sentence) {
  Session session = lab_session(lab_named("cost"));
  session.labs.get<CostLab>().page = page;
  return session;
}
const CostStudy& cost_study_of(Driver& driver) { return *driver.results()->lab->result<CostStudy>(); }

TEST(CostLab, ThePathFollowsTheTwoWords) {
  Driver driver(cost_session());
  EXPECT_EQ(cost_study_of(driver).sentence.from, 10);
  EXPECT_EQ(cost_study_of(driver).sentence.to, 0);
  EXPECT_TRUE(driver.shows("Recurrent: path of 10 steps"));
  EXPECT_TRUE(driver.shows("Attention: path of 1 step"));
  driver.click("cost/word/7");
  EXPECT_TRUE(driver.shows("Recurrent: path of 3 steps"));
  driver.click("cost/from/back");
  EXPECT_TRUE(driver.shows("Recurrent: path of 2 steps"));
  driver.press(Key::undo);
  EXPECT_TRUE(driver.shows("Recurrent: path of 3 steps"));
}

TEST(CostLab, WhatIsCountedOnTheTapeIsWhatTheFormulaSays) {
  Driver driver(cost_session());
  const CostStudy::OnStage& stage = cost_study_of(driver).sentence;
  EXPECT_EQ(static_cast<double>(stage.counted), attention_multiply_adds(11, stage.d));
  EXPECT_EQ(stage.weights_bytes, 4.0 * stage.heads * 121);
}

// A model without heads that compare queries with keys: the page on its sentence has nothing to show.
TEST(CostLab, AModelWithoutHeadsGetsTheWellKnownOnes) {
  Session session = opening_session(tiny_caption_rnn_folder());
  show_lab(session, lab_named("cost"));
  session.labs.get<CostLab>().page = CostLab::Page::sentence;
  Driver driver(session);
  EXPECT_TRUE(driver.shows("Shown instead: Real models."));
  EXPECT_TRUE(driver.shows("109,482,240"));
  EXPECT_EQ(driver.session().labs.get<CostLab>().page, CostLab::Page::sentence) << "as it was left";
  hold_at(driver, "slide/cost/tokens", 0.999F);
  EXPECT_EQ(driver.session().labs.get<CostLab>().page, CostLab::Page::models);
  EXPECT_FALSE(driver.shows("Shown instead"));
}

// On a low screen the table gives way to the curves.
TEST(CostLab, TheCurvesHaveRoomOnALowScreen) {
  for (const bool rail : {false, true}) {
    Session session = cost_session(CostLab::Page::models);
    session.rail = rail;
    if (rail) session.lesson = "it";
    Driver driver(session, 1366, 768, 1.25F);
    EXPECT_TRUE(driver.has("cost/models")) << rail;
    EXPECT_TRUE(driver.shows("multiply-adds of a pass")) << rail;
  }
}

TEST(CostLab, UpToThreeModelsAreCompared) {
  Driver driver(cost_session(CostLab::Page::models));
  EXPECT_EQ(cost_study_of(driver).curves.size(), 3U);
  EXPECT_TRUE(driver.shows("109,482,240"));
  driver.click("cost/model/Llama 2 70B");
  ASSERT_EQ(cost_study_of(driver).curves.size(), 3U);
  EXPECT_EQ(cost_study_of(driver).curves[2].model->name, "Llama 2 70B");
  EXPECT_TRUE(driver.shows("109,482,240")) << "the last one made room: the others keep their colours";
  EXPECT_TRUE(driver.shows("68,976,648,192"));
  driver.click("cost/model/Llama 2 70B");
  EXPECT_EQ(cost_study_of(driver).curves.size(), 2U);
  tab_to(driver, "cost/model/ViT-B/16");
  driver.press(Key::enter);
  EXPECT_EQ(cost_study_of(driver).curves.size(), 3U);
}

TEST(CostLab, TheSizesOfADeckCanBeSetAndSeen) {
  Session session = cost_session(CostLab::Page::models);
  session.labs.get<CostLab>().models = {"Llama 2 13B"};
  Driver driver(session);
  EXPECT_FALSE(driver.has("slide/cost/own_d")) << "only of a model of one's own";
  EXPECT_TRUE(driver.shows("5,120 · 40 · 40"));
  driver.click("cost/model/Your own");
  hold_at(driver, "slide/cost/own_layers", 0);
  EXPECT_EQ(driver.session().labs.get<CostLab>().own_layers, 1);
  EXPECT_TRUE(driver.shows("5,120 · 1 · 40"));
  const double once = cost_study_of(driver).curves[1].at.multiply_adds;
  hold_at(driver, "slide/cost/batch", 0.5F);
  const int batch = driver.session().labs.get<CostLab>().batch;
  EXPECT_GT(batch, 1);
  EXPECT_EQ(cost_study_of(driver).curves[1].at.multiply_adds, batch * once);
  // The arrows stay with the slider that was pressed last.
  driver.press(Key::right);
  EXPECT_EQ(driver.session().labs.get<CostLab>().batch, 2 * batch);
  EXPECT_EQ(driver.session().view, ViewKind::lab);
  driver.press(Key::left);
  EXPECT_TRUE(driver.shows(std::to_string(batch) + " × 1,024 × 5,120"));
}

TEST(CostLab, TheTableOfTheCrossAttentionHasARowForEachWordWritten) {
  Driver driver(cost_session());
  const CostStudy::OnStage& stage = cost_study_of(driver).sentence;
  const Trace& trace = *driver.results()->trace(0);
  const Shape one = trace.read("decoder.0.cross_attention.head.0.weights").shape();
  EXPECT_EQ(stage.written, one.rows);
  EXPECT_EQ(one.cols, 11);
  EXPECT_EQ(stage.cross_bytes, 4.0 * stage.cross_heads * static_cast<double>(one.size()));
  EXPECT_TRUE(driver.shows("h n m = "));
}

TEST(CostLab, NamesItsSourcesAndAsksForAModelWhereThereIsNone) {
  Session session = cost_session(CostLab::Page::models);
  Driver driver(session);
  EXPECT_TRUE(driver.shows("Devlin et al. 2019"));
  session.labs.get<CostLab>().models.clear();
  Driver none(session);
  EXPECT_TRUE(none.shows("Choose one model"));
  EXPECT_FALSE(none.has("cost/models")) << "no empty plot";
  Driver growth(cost_session(CostLab::Page::growth));
  EXPECT_TRUE(growth.shows("Vaswani et al. 2017"));
}

TEST(CostLab, WhatAPaperDoesNotSayIsNotOnScreen) {
  Session session = cost_session(CostLab::Page::models);
  session.labs.get<CostLab>().models = {"Transformer base", "Transformer big"};
  Driver driver(session);
  EXPECT_FALSE(driver.shows("dashed")) << "no length is known from which on it would be";
  EXPECT_TRUE(driver.shows("63,045,632"));
  EXPECT_TRUE(driver.shows("65 M"));
  driver.hover("cost/model/Transformer base");
  driver.settle();
  EXPECT_TRUE(driver.shows("the paper says 65,000,000"));
  EXPECT_FALSE(driver.shows("trained with"));
  driver.hover("cost/model/Llama 3 8B");
  driver.settle();
  EXPECT_TRUE(driver.shows("trained with 8,192 tokens"));
  driver.click("cost/model/Llama 3 8B");
  EXPECT_TRUE(driver.shows("dashed: longer than in training"));
}

TEST(CostLab, SaysHowItCounts) {
  Session session = cost_session(CostLab::Page::models);
  session.labs.get<CostLab>().models = {"GPT-2 small"};
  Driver plain(session);
  EXPECT_FALSE(plain.shows("dense"));
  EXPECT_FALSE(plain.shows("each counted once"));
  session.labs.get<CostLab>().models = {"GPT-2 small", "GPT-3 175B"};
  session.labs.get<CostLab>().quantity = CostLab::Quantity::activations;
  Driver noted(session);
  EXPECT_TRUE(noted.shows("GPT-3 175B is counted as if every layer were dense"));
}

TEST(CostLab, TheSliderReachesAMillionTokens) {
  Driver driver(cost_session(CostLab::Page::models));
  hold_at(driver, "slide/cost/tokens", 0.999F);
  EXPECT_EQ(driver.session().labs.get<CostLab>().tokens, 1 << 20);
  driver.click("cost/quantity/T × T weights");
  EXPECT_EQ(driver.session().labs.get<CostLab>().quantity, CostLab::Quantity::weights);
  // 12 layers of 12 heads, 2^40 pairs, 2 bytes.
  EXPECT_EQ(cost_study_of(driver).curves[0].at.weights, 2.0 * 12 * 12 * 1024 * 1024 * 1024 * 1024);
}

TEST(CostLab, AWordIsNoWayFromItself) {
  Session session = cost_session();
  session.labs.get<CostLab>().from = session.labs.get<CostLab>().to = 2;
  Driver driver(session);
  EXPECT_TRUE(driver.shows("Recurrent: path of 0 steps"));
  EXPECT_TRUE(driver.shows("Attention: path of 0 steps"));
  EXPECT_FALSE(driver.shows("path of 1 "));
}

TEST(CostLab, NeverCutsANumber) {
  Session session = cost_session(CostLab::Page::models);
  session.labs.get<CostLab>().models = {"GPT-3 175B", "Llama 3 70B", "ViT-H/14"};
  for (const bool presenting : {false, true}) {
    session.presenting = presenting;
    for (const int width : {1024, 1280}) {
      Driver driver(session, width, width == 1024 ? 768 : 800);
      EXPECT_TRUE(driver.shows("174,604,259,328") || driver.shows("174.6 G"));
      EXPECT_FALSE(driver.shows("174,604,259,3…"));
    }
  }
}

TEST(CostLab, NamesTheModelsThatKeepNoCache) {
  Session session = cost_session(CostLab::Page::models);
  session.labs.get<CostLab>().quantity = CostLab::Quantity::cache;
  session.labs.get<CostLab>().models = {"BERT base", "Llama 3 70B", "ViT-H/14"};
  Driver driver(session);
  EXPECT_TRUE(driver.shows("no cache: BERT base, ViT-H/14"));
  session.labs.get<CostLab>().models = {"Llama 3 70B"};
  Driver one(session);
  EXPECT_FALSE(one.shows("no cache"));
  session.labs.get<CostLab>().models = {"BERT base"};
  Driver none(session);
  EXPECT_TRUE(none.shows("no cache: BERT base"));
  EXPECT_FALSE(none.has("cost/models")) << "no empty plot";
}

TEST(CostLab, SettingsSurviveAFileAndUnknownModelsAreLeftOut) {
  Session session = cost_session(CostLab::Page::models);
  session.labs.get<CostLab>().models = {"ViT-H/14", "a model of tomorrow"};
  session.labs.get<CostLab>().tokens = 77;
  EXPECT_EQ(session_from_json(to_json(session)).labs, session.labs);
  Driver driver(session);
  ASSERT_EQ(cost_study_of(driver).curves.size(), 1U);
  EXPECT_EQ(cost_study_of(driver).curves[0].model->name, "ViT-H/14");
}

TEST(CostLab, IsTidy) {
  for (const auto page : {CostLab::Page::sentence, CostLab::Page::models, CostLab::Page::growth}) {
    expect_tidy_on_screens(cost_session(page), "cost " + std::to_string(static_cast<int>(page)));
  }
  Session session = cost_session(CostLab::Page::models);
  session.labs.get<CostLab>().models = {"Transformer base", "Llama 2 13B", "GPT-3 175B"};
  session.labs.get<CostLab>().tokens = 1 << 20;
  for (const auto quantity :
       {CostLab::Quantity::cache, CostLab::Quantity::weights, CostLab::Quantity::activations}) {
    session.labs.get<CostLab>().quantity = quantity;
    expect_tidy_on_screens(session, "cost of long texts");
  }
  session.labs.get<CostLab>().models.clear();
  expect_tidy_on_screens(session, "cost of no model");
  session = cost_session();
  session.text(1).clear();
  session.text(0) = "animal";
  expect_tidy_on_screens(session, "cost of one word");
  session.text(0).clear();
  for (int i = 0; i < 40; ++i) session.text(0) += i % 2 == 0 ? "because " : "didn't ";
  expect_tidy_on_screens(session, "cost of forty words");
}

}  // namespace
}  // namespace headlight
