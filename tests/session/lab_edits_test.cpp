// Labs that read the model on stage read it as it was edited, or say that they do not.
#include <gtest/gtest.h>

#include <numeric>

#include "app/lab/lab_work.h"
#include "app/labs/attention/attention_lab.h"
#include "app/labs/order/order_lab.h"
#include "app/session/edits.h"
#include "app/session/results.h"
#include "core/labs/model_positions.h"
#include "core/matrix/random.h"
#include "tests/reference_head.h"
#include "tests/session/lab_pages.h"

namespace headlight {
namespace {

Session edited(const Lab* lab, std::vector<Edit> edits) {
  Session session;
  session.model = tiny_model_folder();
  session.text(0) = tired_sentence;
  session.text(1).clear();
  session.view = ViewKind::lab;
  session.lab = lab;
  session.token = 7;
  for (Edit& edit : edits) session.edits.emplace_back(std::move(edit));
  return session;
}

Edit temperature_of(const std::string& path) {
  return {.path = path, .kind = Edit::Kind::multiply, .values = {0.25F}};
}
Edit without(const std::string& path) { return {.path = path, .kind = Edit::Kind::pass}; }

float difference(const Matrix& a, const Reading& b) {
  return (a - Matrix(b.view().map())).cwiseAbs().maxCoeff();
}
Matrix read(const Trace& trace, const std::string& path) { return trace.read(path).view().map(); }

TEST(LabEdits, TheOrdersAreReadByTheEditedEncoder) {
  Session session = edited(lab_named("order"),
                           {{.path = reference_head + "output", .kind = Edit::Kind::multiply, .values = {0}},
                            temperature_of("encoder.0.self_attention.head.1.scaled")});
  session.labs.get<OrderLab>().positions = true;
  const ResultsPtr results = compute(session, nullptr);
  const std::string path = reading_output_path(*results->model);
  const Matrix output = read(*results->lab->recorded->trace(0), path);
  EXPECT_LT(difference(output, results->trace(0)->read(path)), 1e-6F);
  EXPECT_GT(difference(output, results->side(0).unedited->read(path)), 1e-3F);
}

// What was done to a word goes with it; without positions the rows still only move.
TEST(LabEdits, AnEditOfAWordMovesWithIt) {
  Session session =
      edited(lab_named("order"), {{.path = reference_head + "query", .row = 7, .values = {2}},
                                  {.path = "encoder.0.self_attention.head.0.scaled",
                                   .row = 3,
                                   .values = {1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 2}},
                                  {.path = reference_head + "weights", .row = 1, .col = 4, .values = {1}}});
  session.labs.get<OrderLab>().order = {3, 7, 1, 0, 2, 10, 9, 8, 4, 5, 6};
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_LT(results->lab->result<OrderStudy>()->largest_difference(false), 1e-5);
  EXPECT_GT(results->lab->result<OrderStudy>()->largest_difference(true), 1e-3);
  session.edits.clear();
  const ResultsPtr plain = compute(session, nullptr);
  const std::string path = reading_output_path(*results->model);
  EXPECT_GT(
      difference(read(*results->lab->recorded->trace(0), path), plain->lab->recorded->trace(0)->read(path)),
      1e-3F);
}

TEST(LabEdits, TheGeneralLayerWithAHeadsWeightsIsThatHeadEditedToo) {
  const std::vector<std::vector<Edit>> cases{
      {temperature_of(reference_head + "scaled")},
      {without(reference_head + "scaled")},
      {{.path = reference_head + "key", .row = 2, .values = {1.5F}}},
      {{.path = reference_head + "weights", .row = 7, .values = {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}}},
      {{.path = "parameters.encoder.1.self_attention.value.weight",
        .kind = Edit::Kind::multiply,
        .values = {2}}},
      {{.path = "encoder.0.self_attention.head.1.output", .kind = Edit::Kind::multiply, .values = {0}}}};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Session session = edited(lab_named("attention"), cases[i]);
    session.labs.get<AttentionLab>().projections = Projections::head;
    const ResultsPtr results = compute(session, nullptr);
    ASSERT_EQ(results->error, "") << i;
    EXPECT_LT(results->lab->result<AttentionStudy>()->model_difference, 1e-5) << i;
    EXPECT_GT(difference(read(*results->lab->recorded->trace(0), "attention_lab.output"),
                         results->side(0).unedited->read(reference_head + "output")),
              1e-4F)
        << i;
    session.labs.get<AttentionLab>().shuffle = 5;
    EXPECT_LT(compute(session, nullptr)->lab->result<AttentionStudy>()->order_difference, 1e-5) << i;
  }
}

// Random queries, no division and no softmax leave some of the head's steps out.
TEST(LabEdits, StepsThatTheGeneralLayerDoesNotHaveAreSaid) {
  const auto said = [](const Edit& edit, auto set) {
    Session session = edited(lab_named("attention"), {edit});
    session.labs.get<AttentionLab>().projections = Projections::head;
    set(session.labs.get<AttentionLab>());
    return compute(session, nullptr)->lab->without_edits;
  };
  const auto nothing = [](AttentionLab&) {};
  const auto dot = [](AttentionLab& lab) { lab.alignment = Alignment::dot; };
  const auto open_ended = [](AttentionLab& lab) { lab.shares = Weighting::none; };
  const auto asked = [](AttentionLab& lab) { lab.asking = AttentionAsking::random; };
  const auto random = [](AttentionLab& lab) { lab.projections = Projections::random; };
  const Edit scaled = temperature_of(reference_head + "scaled");
  const Edit weights{.path = reference_head + "weights", .row = 7, .values = {0.5F}};
  EXPECT_EQ(said(scaled, nothing), "");
  EXPECT_NE(said(scaled, dot).find("1 edit"), std::string::npos);
  EXPECT_NE(said(weights, open_ended), "");
  EXPECT_NE(said(temperature_of(reference_head + "query"), asked), "");
  EXPECT_EQ(said(temperature_of(reference_head + "key"), asked), "");
  EXPECT_EQ(said(scaled, random), "") << "random weights are no head's";
  EXPECT_EQ(said(temperature_of("encoder.1.self_attention.head.1.scaled"), dot), "") << "of another head";
}

TEST(LabEdits, LookupReadsTheEditedTable) {
  Session session =
      edited(lab_named("lookup"), {{.path = "parameters.source.embedding", .row = 1, .values = {3}}});
  session.labs.get<LookupLab>().of = LookupOf::sentence;
  const ResultsPtr results = compute(session, nullptr);
  const Matrix product = read(*results->lab->recorded->trace(0), "lookup_lab.product");
  EXPECT_EQ(product(1, 0), 3);
  EXPECT_LT(difference(product, results->trace(0)->read("source.embedded")), 1e-6F);
}

TEST(LabEdits, VectorsOfTheStageAreEdited) {
  Session session =
      edited(lab_named("vectors"), {{.path = "encoder.0.normalized_2", .row = 3, .values = {2}}});
  session.labs.get<VectorsLab>().of = VectorsOf::stage;
  session.labs.get<VectorsLab>().place = 2;
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(results->lab->without_edits, "");
  EXPECT_LT(difference(read(*results->lab->recorded->trace(0), "vectors_lab.vectors"),
                       results->trace(0)->read("encoder.0.normalized_2")),
            1e-6F);
}

TEST(LabEdits, MasksAndOtherPositionsAreEdited) {
  Session session = edited(lab_named("masks"), {temperature_of(reference_head + "scaled")});
  session.labs.get<MasksLab>().mask = MaskKind::none;
  const ResultsPtr masks = compute(session, nullptr);
  EXPECT_LT(difference(read(*masks->lab->recorded->trace(0), reference_head + "weights"),
                       masks->trace(0)->read(reference_head + "weights")),
            1e-6F);
  session.lab = lab_named("positions");
  session.labs.get<PositionsLab>().page = PositionsPage::attention;
  session.labs.get<PositionsLab>().kind = masks->translator()->config().positions;
  session.labs.get<PositionsLab>().layer = 1;
  const ResultsPtr positions = compute(session, nullptr);
  const Heatmap& trained = *positions->lab->maps.at("as trained 0");
  const Reading weights = positions->trace(0)->read(reference_head + "weights");
  for (int key = 0; key < trained.columns; ++key) EXPECT_EQ(trained.value(7, key), weights(7, key));
}

TEST(LabEdits, WhatIsReadWithoutThemIsSaid) {
  const auto said = [](const Lab* lab, const Edit& edit, auto set) {
    Session session = edited(lab, {edit});
    set(session.labs);
    return compute(session, nullptr)->lab->without_edits;
  };
  const Edit scaled = temperature_of(reference_head + "scaled");
  const Edit weights{.path = reference_head + "weights", .row = 7, .values = {0.5F}};
  const auto nothing = [](Labs&) {};
  const auto model = [](Labs& labs) { labs.get<ScalingLab>().source = ScalingLab::Source::model; };
  EXPECT_NE(said(lab_named("scaling"), scaled, model).find("1 edit of this head"), std::string::npos);
  EXPECT_EQ(said(lab_named("scaling"), scaled, nothing), "") << "sampled vectors are nobody's";
  EXPECT_EQ(said(lab_named("scaling"), temperature_of(reference_head + "query"), model), "")
      << "read as they are edited";
  EXPECT_NE(said(lab_named("temperature"), weights, nothing), "");
  EXPECT_EQ(said(lab_named("temperature"), scaled, nothing), "");
  EXPECT_NE(said(lab_named("positions"), scaled,
                 [](Labs& labs) { labs.get<PositionsLab>().page = PositionsPage::scores; }),
            "");
  EXPECT_EQ(said(lab_named("positions"), scaled, nothing), "") << "sinusoids have nothing of the model";
  EXPECT_NE(said(lab_named("block"), {.path = "encoder.1.normalized_1", .row = 7, .values = {0.5F}}, nothing),
            "");
  EXPECT_EQ(said(lab_named("block"), {.path = "encoder.1.residual_1", .row = 7, .values = {0.5F}}, nothing),
            "")
      << "what comes in is read as it is edited";
  EXPECT_EQ(said(lab_named("order"), scaled, nothing), "");
}

TEST(TurnWeights, TheOthersKeepTheirProportions) {
  const std::vector<float> row{0.1F, 0.2F, 0.0F, 0.7F};
  const std::vector<char> may_look{1, 1, 0, 1};
  const std::vector<float> turned = turned_weights(row, 3, 0.4F, may_look);
  EXPECT_FLOAT_EQ(turned[3], 0.4F);
  EXPECT_FLOAT_EQ(turned[0], 0.2F);
  EXPECT_FLOAT_EQ(turned[1], 0.4F);
  EXPECT_EQ(turned[2], 0);
  EXPECT_EQ(turned_weights(row, 2, 0.4F, may_look), row) << "it may not look there";
}

TEST(TurnWeights, FromAllOnOneTheRestIsShared) {
  const std::vector<float> turned =
      turned_weights(std::vector<float>{1, 0, 0}, 0, 0.5F, std::vector<char>{1, 1, 1});
  EXPECT_EQ(turned, (std::vector<float>{0.5F, 0.25F, 0.25F}));
  EXPECT_EQ(turned_weights(std::vector<float>{1}, 0, 0.5F, std::vector<char>{1}), std::vector<float>{1});
}

TEST(TurnWeights, ARowAddsUpToOneHoweverItIsTurned) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const int keys = 2 + random.below(12);
    std::vector<float> row;
    std::vector<char> may_look;
    for (int i = 0; i < keys; ++i) {
      may_look.push_back(i < 2 || random.chance(0.8) ? 1 : 0);
      row.push_back(may_look.back() != 0 ? static_cast<float>(random.below(5)) : 0);
    }
    row[0] += 1;
    const float sum = std::accumulate(row.begin(), row.end(), 0.0F);
    for (float& weight : row) weight /= sum;
    const int key = random.below(2);
    const auto turned = turned_weights(row, key, static_cast<float>(random.below(15) - 2) / 10, may_look);
    EXPECT_NEAR(std::accumulate(turned.begin(), turned.end(), 0.0), 1, 1e-5);
    for (int i = 0; i < keys; ++i) EXPECT_TRUE(turned[i] >= 0 && (may_look[i] != 0 || turned[i] == 0));
  }
}

}  // namespace
}  // namespace headlight
