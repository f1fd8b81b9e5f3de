// What the lab on positions computes, and what its pictures say: heads, slopes and what was never measured.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "app/lab/lab_work.h"
#include "app/labs/positions/positions_lab.h"
#include "app/labs/positions/positions_work.h"
#include "app/labs/positions/trained_positions.h"
#include "app/session/open_lab.h"
#include "app/session/results.h"
#include "app/session/session_figure.h"
#include "core/learn/letters_training.h"
#include "core/learn/positions_task.h"
#include "core/models/outline.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

Session positions_session(PositionsPage page, Positions kind) {
  Session session;
  session.model = tiny_model_folder();
  session.text(0) = tired_sentence;
  session.text(1).clear();
  session.view = ViewKind::lab;
  session.lab = lab_named("positions");
  session.labs.get<PositionsLab>().page = page;
  session.labs.get<PositionsLab>().kind = kind;
  return session;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The relative table has two heads, the model on stage eight.
TEST(PositionsWork, CaptionsNameHeadsThatThereAre) {
  const TemporaryFolder folder;
  Session session = positions_session(PositionsPage::places, Positions::relative);
  session.model = saved_model(folder, {.d_model = 16, .d_ff = 24, .encoder_heads = 8});
  session.labs.get<PositionsLab>().head = 5;
  const ResultsPtr results = compute(session, nullptr);
  const std::string says = lab_caption(session, *results).says;
  EXPECT_TRUE(has(says, "head 2 of 2")) << says;
  EXPECT_FALSE(has(says, "head 6")) << says;
  const std::string all = figure_of(session, *results, *results->lab->table(every_bias_table, 0)).caption;
  EXPECT_TRUE(has(all, "2 heads side by side")) << all;
  EXPECT_FALSE(has(all, "head 2")) << all;
}

// Whether a kind works on longer sentences is what the card of the small models says, of each kind.
TEST(PositionsWork, LongerSentencesAreThoseOfTheTrainedModels) {
  const Session session = positions_session(PositionsPage::properties, Positions::sinusoidal);
  const ResultsPtr results = compute(session, nullptr);
  const auto* study = results->lab->result<PositionsStudy>();
  ASSERT_NE(study, nullptr);
  ASSERT_TRUE(has_trained_positions());
  const OutlinePtr trained = outline_of(model_folder("positions"));
  int longer = 0;
  for (const PositionsStudy::Properties& each : study->properties) {
    const TrainedRate rate = rates_of(trained->card(), OrderTask::two_back, {name_of(each.kind)}).front();
    ASSERT_TRUE(each.measured_longer()) << name_of(each.kind);
    EXPECT_EQ(each.within, rate.near.median);
    EXPECT_EQ(each.beyond, rate.far.median);
    longer += each.longer() ? 1 : 0;
    const bool by_distance = each.kind == Positions::relative || each.kind == Positions::rotary;
    EXPECT_TRUE(each.longer() || !by_distance) << name_of(each.kind);
    EXPECT_FALSE(each.longer() && each.kind == Positions::learned) << "its later rows were never trained";
  }
  EXPECT_LT(longer, static_cast<int>(study->properties.size()));
}

TEST(PositionsWork, SlopesAreThePapersOrTheModelsOwn) {
  EXPECT_EQ(slope_text(1), "1");
  EXPECT_EQ(slope_text(0.0625), "1/16");
  EXPECT_EQ(slope_text(0.3), "0.3");
  EXPECT_EQ(slope_text(std::ldexp(1.0, -31)), "4.66e−10") << "of the last of 32 heads";
  Session session = positions_session(PositionsPage::places, Positions::alibi);
  session.labs.get<PositionsLab>().head = 3;
  const ResultsPtr papers = compute(session, nullptr);
  ASSERT_EQ(papers->lab->table(slopes_table, 0)->rows.size(), static_cast<std::size_t>(alibi_heads));
  EXPECT_TRUE(has(lab_caption(session, *papers).says, "head 4 of 8, m = 1/16"));
  EXPECT_TRUE(has(papers->lab->note, "the paper’s slopes for 8 heads")) << papers->lab->note;

  const TemporaryFolder folder;
  session.model = saved_model(
      folder,
      {.d_model = 16, .d_ff = 24, .encoder_heads = 4, .positions = Positions::alibi, .position_slope = 0.5F});
  const ResultsPtr own = compute(session, nullptr);
  const LabTable& slopes = *own->lab->table(slopes_table, 0);
  ASSERT_EQ(slopes.rows.size(), 4U);
  for (int head = 0; head < 4; ++head) {
    const std::string path = head_path("encoder", 0, "self_attention", head, "position_bias");
    EXPECT_EQ(slopes.rows[static_cast<std::size_t>(head)][0],
              -static_cast<double>(own->trace(0)->read(path)(0, 1)));
    EXPECT_EQ(own->lab->recorded->trace(0)->read(path)(0, 1), own->trace(0)->read(path)(0, 1));
  }
  EXPECT_TRUE(has(lab_caption(session, *own).says, "head 4 of 4, m = 1/16"));
  EXPECT_TRUE(has(own->lab->note, "the model on stage")) << own->lab->note;

  EXPECT_EQ(slope_text(1), "1");
  EXPECT_EQ(slope_text(1.0 / 256), "1/256");
  EXPECT_EQ(slope_text(0.7), "0.7");
}

TEST(PositionsWork, AFormulaHasNoVectorsToCount) {
  const ResultsPtr results =
      compute(positions_session(PositionsPage::scores, Positions::sinusoidal), nullptr);
  const LabTable* angles = results->lab->table("orthogonality", 0);
  ASSERT_NE(angles, nullptr);
  ASSERT_EQ(angles->rows.size(), 3U);
  EXPECT_GT(angles->rows[2][0], 0);
  for (const std::size_t column : {1, 2, 3}) EXPECT_TRUE(std::isnan(angles->rows[2][column])) << column;
}

// The same number under the same name as on the card: over the places that are scored, not over all.
TEST(PositionsWork, TheHeadIsMeasuredWhereTheCardMeasures) {
  for (const PositionsTask task : {PositionsTask::two_back, PositionsTask::third}) {
    for (const int length : {within_length, beyond_length}) {
      Session session = positions_session(PositionsPage::trained, Positions::relative);
      session.labs.get<PositionsLab>().task = task;
      session.labs.get<PositionsLab>().length = length;
      const ResultsPtr results = compute(session, nullptr);
      const Trace& trace = *results->lab->recorded->trace(0);
      const OrderTask asked = trained_task(session.labs.get<PositionsLab>());
      const auto model = small_model(positions_model(name_of(asked), Positions::relative));
      const HeadLooks best = best_head(head_looks(trace, model->config(), asked, first_scored(length)));
      const HeadLooks& found = results->lab->result<PositionsStudy>()->trained->head;
      EXPECT_EQ(found.weight, best.weight);
      EXPECT_EQ(found.peak, best.peak);
      EXPECT_EQ(found.head, best.head);
      const LabTable& table = *results->lab->table("head");
      EXPECT_EQ(table.rows, (std::vector<std::vector<double>>{
                                {double(best.head), best.weight, double(best.layer), best.peak}}));
    }
  }
}

TEST(PositionsWork, WhatTheCardDoesNotHaveIsNotMeasured) {
  Card card;
  card.measures = {{"two_back_within_rotary", 0.9, "", ""}};
  card.spreads = {spread_over("two_back_within_rotary", {0.1, 0.9, 0.2, 0.3})};
  const LabTable rates =
      rates_table("rates", OrderTask::two_back, rates_of(card, OrderTask::two_back, {"rotary", "alibi"}));
  const auto number = [&](std::size_t row, const char* column) {
    const auto at = std::find(rates.columns.begin(), rates.columns.end(), column);
    return rates.rows.at(row).at(static_cast<std::size_t>(at - rates.columns.begin()));
  };
  EXPECT_EQ(number(0, "within"), 0.9);
  EXPECT_EQ(number(0, "middle within"), 0.25);
  EXPECT_TRUE(std::isnan(number(0, "beyond")));
  EXPECT_EQ(number(0, "runs"), 0) << "none beyond";
  for (const char* column : {"within", "beyond", "ahead", "least within", "middle beyond"})
    EXPECT_TRUE(std::isnan(number(1, column))) << column;
}

TEST(PositionsWork, SmallModelsAreReadOnce) {
  const auto folder = positions_model("third", Positions::learned);
  EXPECT_EQ(small_model(folder), small_model(folder));
  EXPECT_NE(small_model(folder), small_model(positions_model("third", Positions::rotary)));
  const TemporaryFolder copied;
  for (const char* file : {"config.json", "words.json", "model.safetensors"})
    std::filesystem::copy_file(folder / file, copied.path() / file);
  const auto first = small_model(copied.path());
  const auto weights = copied.path() / "model.safetensors";
  std::filesystem::last_write_time(weights,
                                   std::filesystem::last_write_time(weights) + std::chrono::seconds(2));
  EXPECT_NE(small_model(copied.path()), first) << "written since";
}

// Its numbers are the recipe's; no brace is left.
TEST(PositionsWork, WordsOfTheModelsAreFilledIn) {
  for (const PositionsVariant& variant : positions_variants()) {
    const std::string text = about_model(variant.name);
    EXPECT_FALSE(has(text, "{") || has(text, "}")) << text;
  }
  EXPECT_TRUE(has(about_model("alibi"), "slopes 1 and 1/2."));
  EXPECT_TRUE(has(about_model("alibi_one_sided"), "slopes 1, 1/2, 1/4 and 1/8."));
  EXPECT_TRUE(has(about_model("causal_3_layers"), "3 layers of 4 heads."));
  EXPECT_TRUE(has(about_model("learned"), "64 positions; only the first 16"));
  EXPECT_TRUE(has(about_model("rotary"), "heads of 24 dimensions"));
  EXPECT_FALSE(about_model("bag_causal").empty());
}

}  // namespace
}  // namespace headlight
