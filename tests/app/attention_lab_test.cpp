// The lab on the general attention layer.
#include <gtest/gtest.h>

#include <cmath>

#include "app/lab/lab_work.h"
#include "app/labs/attention/attention_lab.h"
#include "app/labs/block/block_lab.h"
#include "app/labs/vectors/vectors_lab.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

Session small_session() {
  Session session = lab_session(lab_named("attention"));
  session.labs.get<AttentionLab>().inputs = AttentionInputs::small;
  session.labs.get<AttentionLab>().projections = Projections::none;
  session.labs.get<AttentionLab>().alignment = Alignment::dot;
  return session;
}

float cell(Driver& driver, const std::string& part, int row, int col) {
  return driver.results()->lab->recorded->trace(0)->read("attention_lab." + part)(row, col);
}

TEST(AttentionLabView, WithoutWeightsThereIsNothingToLearn) {
  Driver driver(small_session());
  EXPECT_TRUE(driver.shows("0 parameters: nothing to learn"));
  EXPECT_FALSE(driver.has("stage/query")) << "the vectors are queries, keys and values";
  EXPECT_EQ(cell(driver, "scores", 0, 0), 5);
  EXPECT_EQ(cell(driver, "scores", 0, 2), 2);
}

TEST(AttentionLabView, ANumberOfXIsTyped) {
  Driver driver(small_session());
  driver.click("x/0/1");
  driver.type("-3");
  driver.settle();
  EXPECT_EQ(cell(driver, "inputs", 0, 1), -3);
  EXPECT_EQ(cell(driver, "scores", 0, 0), 14);
  driver.enter();
  driver.click("attention/shares/none");
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().shares, Weighting::none);
  driver.press(Key::undo);
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().shares, Weighting::softmax);
  EXPECT_EQ(after_json(driver.session()), driver.session());
}

TEST(AttentionLabView, EveryAlignmentIsOneClickAway) {
  Driver driver(lab_session(lab_named("attention")));
  EXPECT_TRUE(driver.has("stage/scaled"));
  driver.click("attention/alignment/dot");
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().alignment, Alignment::dot);
  EXPECT_FALSE(driver.has("stage/scaled"));
  driver.click("attention/projections/none");
  EXPECT_TRUE(driver.shows("nothing to learn"));
  driver.click("attention/alignment/additive");
  EXPECT_FALSE(driver.shows("nothing to learn")) << "additive alignment has weights of its own";
  EXPECT_FALSE(driver.has("attention/projections/none"));
  driver.click("attention/shares/none");
  EXPECT_FALSE(driver.has("stage/weights"));
  EXPECT_TRUE(driver.has("stage/output"));
}

TEST(AttentionLabView, AHeadOfTheModelIsThatHead) {
  Driver driver(lab_session(lab_named("attention")));
  driver.click("attention/projections/of a head");
  const LabWork& work = *driver.results()->lab;
  EXPECT_LT(work.result<AttentionStudy>()->model_difference, 1e-6);
  EXPECT_GE(work.result<AttentionStudy>()->model_difference, 0);
  const Reading here = work.recorded->trace(0)->read("attention_lab.weights");
  const Reading there = driver.results()->trace(0)->read("encoder.1.self_attention.head.0.weights");
  EXPECT_EQ(here(7, 1), there(7, 1));
}

// What is no share is said in the numbers of the row.
TEST(AttentionLabView, DividedByTheirSumScoresAreNoShares) {
  Session session = small_session();
  AttentionLab& lab = session.labs.get<AttentionLab>();
  lab.rows = lab.columns = 2;
  lab.small = {2, 0, 0, 0, 0, 0, -1, 1};
  Driver driver(session);
  driver.click("attention/shares/÷ sum");
  // Row 1: scores 4 and -2.
  EXPECT_FLOAT_EQ(cell(driver, "shares", 0, 0), 2);
  EXPECT_FLOAT_EQ(cell(driver, "shares", 0, 1), -1);
  const auto wrong = [](Driver& of) { return of.results()->lab->result<AttentionStudy>()->wrong; };
  EXPECT_TRUE(driver.shows("1 of 2 is below zero."));
  EXPECT_EQ(wrong(driver).at(0), "1 of 2 is below zero. “x 0” gets 2.0: more than all there is.");
  driver.click("attention/shares/none");
  EXPECT_EQ(wrong(driver).at(0), "The row adds up to 2.0, not to 1. 1 of 2 is below zero.");
  driver.click("attention/shares/softmax");
  EXPECT_FALSE(driver.shows("below zero"));
  // Scores that add up to 0.
  session.labs.get<AttentionLab>().shares = Weighting::sum;
  session.labs.get<AttentionLab>().small = {2, 0, 0, 0, 0, 0, -2, 0};
  Driver zero(session);
  EXPECT_EQ(wrong(zero).at(0), "The scores of this row add up to 0: there are no shares of nothing.");
}

TEST(AttentionLabView, TwoMatricesAreOneMap) {
  Session session = lab_session(lab_named("attention"));
  session.token = 7;
  Driver driver(session);
  driver.click("attention/page/Two matrices as one");
  const auto study = [&]() -> const OneMapStudy& { return *driver.results()->lab->result<OneMapStudy>(); };
  const std::string weights = selected_head_path(driver.session(), "weights");
  const Trace& trace = *driver.results()->trace(0);
  const Shape size = trace.read(selected_head_path(driver.session(), "query")).shape();
  EXPECT_EQ(study().query, 7);
  EXPECT_EQ(study().map.rank, size.cols);
  EXPECT_TRUE(driver.shows("rank"));
  EXPECT_TRUE(driver.shows(" of " + std::to_string(study().map.singular_values.size())));
  const Trace& recorded = *driver.results()->lab->recorded->trace(0);
  EXPECT_NEAR(recorded.read("attention_lab.map_score")(0, 0), study().map.without_biases, 1e-4);
  EXPECT_NEAR(study().map.score,
              static_cast<double>(trace.cell(
                  {trace.at(selected_head_path(driver.session(), "scores")), study().query, study().key})),
              1e-5);
  const int before = study().key;
  driver.click("attention/key/on");
  EXPECT_EQ(study().key, (before + 1) % static_cast<int>(study().keys.size()));
  driver.click_at(driver.area("attention/one_map").left + 2, driver.area("attention/one_map").top + 2);
  ASSERT_FALSE(driver.session().trail.empty());
  EXPECT_EQ(driver.session().trail[0], (CellName{"attention_lab.one_map", 0, 0}));
  EXPECT_EQ(after_json(driver.session()), driver.session());
  // Of the decoder's look at the encoder the two words are of two texts.
  session = driver.session();
  session.trail.clear();
  session.attention = Attention::cross;
  session.layer = session.head = 0;
  driver.apply(OpenSession{session});
  EXPECT_TRUE(std::isnan(study().map.symmetric));
  EXPECT_FALSE(driver.shows("symmetric part"));
}

TEST(AttentionLabView, ASwitchOfAnEarlierVersionOpens) {
  for (const bool softmax : {true, false}) {
    const Session session = session_from_json(
        std::string(R"({"view": "lab", "lab": "attention", "labs": {"attention": {"softmax": )") +
            (softmax ? "true" : "false") + "}}}",
        Session());
    EXPECT_EQ(session.labs.get<AttentionLab>().shares, softmax ? Weighting::softmax : Weighting::none);
  }
}

TEST(AttentionLabView, ShuffledInputsLeaveTheOutput) {
  Driver driver(lab_session(lab_named("attention")));
  const float before = cell(driver, "output", 7, 2);
  driver.click("attention/shuffle");
  EXPECT_NE(driver.results()->lab->recorded->trace(0)->words().source,
            driver.results()->trace(0)->words().source);
  EXPECT_NEAR(cell(driver, "output", 7, 2), before, 1e-5);
  EXPECT_LT(driver.results()->lab->result<AttentionStudy>()->order_difference, 1e-5);
  EXPECT_TRUE(driver.shows("the output differs by"));
  driver.click("attention/as given");
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().shuffle, 0);
}

TEST(AttentionLabView, ACellOpensAndItsRowIsFollowed) {
  Driver driver(lab_session(lab_named("attention")));
  const Area weights = driver.area("stage/weights");
  driver.click_at(weights.left + 2, weights.bottom - 2);
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().row, 10);
  ASSERT_FALSE(driver.session().trail.empty());
  EXPECT_EQ(driver.session().trail[0], (CellName{"attention_lab.weights", 10, 0}));
}

TEST(AttentionLabView, SlidersMoveByKeys) {
  Driver driver(lab_session(lab_named("attention")));
  for (const char* id : {"slide/attention/d_k", "slide/attention/d_v"}) {
    driver.state().focus = id;
    driver.state().focus_visible = true;
    driver.press(Key::right);
  }
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().d_k, 9);
  EXPECT_EQ(driver.session().labs.get<AttentionLab>().d_v, 5);
  EXPECT_EQ(driver.results()->lab->recorded->trace(0)->read("attention_lab.output").shape(), (Shape{11, 5}));
}

TEST(AttentionLabView, IsTidy) {
  for (const AttentionInputs inputs : {AttentionInputs::sentence, AttentionInputs::small}) {
    for (const AttentionAsking asking : {AttentionAsking::inputs, AttentionAsking::random}) {
      for (const Projections projections : {Projections::none, Projections::random, Projections::head}) {
        Session session = lab_session(lab_named("attention"));
        AttentionLab& lab = session.labs.get<AttentionLab>();
        lab.inputs = inputs;
        lab.asking = asking;
        lab.projections = projections;
        lab.shuffle = asking == AttentionAsking::random ? 2 : 0;
        lab.rows = 6;
        lab.columns = 6;
        expect_tidy_on_screens(session, "attention " + std::to_string(static_cast<int>(inputs)) +
                                            std::to_string(static_cast<int>(asking)) +
                                            std::to_string(static_cast<int>(projections)));
      }
    }
  }
  for (const Weighting shares : {Weighting::none, Weighting::sum}) {
    Session session = lab_session(lab_named("attention"));
    session.labs.get<AttentionLab>().shares = shares;
    expect_tidy_on_screens(session, "attention, shares " + std::to_string(static_cast<int>(shares)));
  }
  Session one_map = lab_session(lab_named("attention"));
  one_map.labs.get<AttentionLab>().page = AttentionPage::one_map;
  expect_tidy_on_screens(one_map, "attention, one map");
  for (const int words : {1, 4, 40})
    expect_tidy_on_screens(lab_session(lab_named("attention"), words), std::to_string(words) + " words",
                           {"attention_lab.scores", 0, 0});
}

// The lab on blocks, used by mouse.

const BlockStudy& block_study_of(Driver& driver) { return *driver.results()->lab->result<BlockStudy>(); }

TEST(BlockLabView, TheModelsOwnNormIsTheModels) {
  Session session = lab_session(lab_named("block"));
  session.token = 7;
  Driver driver(session);
  for (const bool after_mlp : {false, true}) {
    driver.click(after_mlp ? "block/after_mlp/feed-forward’s norm" : "block/after_mlp/attention’s norm");
    const Trace& recorded = *driver.results()->lab->recorded->trace(0);
    const Reading own =
        driver.results()->trace(0)->read(std::string("encoder.") + std::to_string(driver.session().layer) +
                                         (after_mlp ? ".normalized_2" : ".normalized_1"));
    const Reading lab = recorded.read("block_lab.layer");
    ASSERT_EQ(lab.shape().cols, own.shape().cols);
    for (int i = 0; i < own.shape().cols; ++i) EXPECT_NEAR(lab(7, i), own(7, i), 1e-5F) << i;
    const BlockStudy& study = block_study_of(driver);
    EXPECT_TRUE(study.norms[0].of_model);
    EXPECT_EQ(study.norms[0].difference, 0);
    EXPECT_NEAR(
        study.norms[2].value,
        study.numbers.gain * study.numbers.x / std::sqrt(study.numbers.squares + study.numbers.epsilon),
        1e-5);
    EXPECT_NEAR(study.norms[0].value - study.norms[1].value, study.numbers.bias, 1e-5);
  }
}

TEST(BlockLabView, APressedCellIsFollowed) {
  Driver driver(lab_session(lab_named("block")));
  const Area strip = driver.area("block/rms");
  driver.click_at(strip.right - 2, strip.middle_y());
  EXPECT_EQ(driver.session().labs.get<BlockLab>().dimension, 15);
  ASSERT_FALSE(driver.session().trail.empty());
  EXPECT_EQ(driver.session().trail[0].path, "block_lab.rms");
  EXPECT_TRUE(driver.shows("number 16: x = "));
}

// BatchNorm's numbers are also the other sentence's: with it, with another one, and without it.
TEST(BlockLabView, TheOtherSentenceMovesBatchNormAndNoOther) {
  Session session = lab_session(lab_named("block"));
  session.token = 1;
  session.text(1).clear();
  Driver alone(session);
  const auto norms = [](Driver& driver) { return block_study_of(driver).norms; };
  const auto without = norms(alone);
  EXPECT_TRUE(alone.shows("Compare with a second sentence, and these numbers move."));
  EXPECT_EQ(without[3].moved, 0);
  for (const char* second : {"The animal", "the street was too wide"}) {
    session.text(1) = second;
    Driver driver(session);
    const auto with = norms(driver);
    EXPECT_EQ(block_study_of(driver).others, second == std::string("The animal") ? 2 : 5);
    EXPECT_TRUE(driver.shows("BatchNorm, over both sentences"));
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(with[i].value, without[i].value) << i;
      EXPECT_EQ(with[i].moved, 0) << i;
    }
    EXPECT_EQ(with[3].alone, without[3].value);
    EXPECT_NE(with[3].value, without[3].value);
    EXPECT_GT(with[3].moved, 1e-3);
    // The strip is what the formula below it says.
    const BlockStudy::Numbers& numbers = block_study_of(driver).numbers;
    EXPECT_NEAR(with[3].value,
                numbers.gain * (numbers.x - numbers.batch_mean) /
                        std::sqrt(numbers.batch_variance + numbers.epsilon) +
                    numbers.bias,
                1e-5);
    expect_tidy(driver, std::string("batch norm beside ") + second);
  }
}

TEST(BlockLabView, MixturesStayInTheirSpanAndHeadsCostTheSame) {
  Driver driver(lab_session(lab_named("block")));
  driver.click("block/page/Span");
  ASSERT_EQ(block_study_of(driver).spans.size(), 2U);
  EXPECT_LT(block_study_of(driver).spans[0].found.largest(), 1e-4);
  driver.click("block/page/Heads");
  const std::vector<BlockStudy::Heads>& heads = block_study_of(driver).heads;
  ASSERT_GT(heads.size(), 2U);
  for (const BlockStudy::Heads& each : heads) {
    EXPECT_EQ(each.small.parameters, heads.front().small.parameters);
    EXPECT_EQ(each.small.multiply_adds, heads.front().small.multiply_adds);
    EXPECT_EQ(each.small.beside, block_study_of(driver).d);
  }
  EXPECT_EQ(after_json(driver.session()), driver.session());
}

TEST(BlockLabView, IsTidy) {
  for (const auto& [page, name] : block_page_names()) {
    Session session = lab_session(lab_named("block"));
    session.labs.get<BlockLab>().page = page;
    expect_tidy_on_screens(session, std::string("block, ") + name);
  }
}

// The lab on vectors: points that can be pointed at, places along the stream, three axes that turn.

Session of_translator() {
  Session session = lab_session(lab_named("vectors"));
  session.model = Session{}.model;
  return session;
}

TEST(VectorsLabView, BearsAreOneVectorInTheTableAndComeApartInTheLayers) {
  Driver driver(of_translator());
  const auto* study = driver.results()->lab->result<VectorsStudy>();
  ASSERT_NE(study, nullptr);
  EXPECT_EQ(study->all->items.size(), 21U);
  for (const VectorItem& item : study->all->items) EXPECT_EQ(item.word, "bears");
  EXPECT_NEAR(study->cosines.front().other, 1, 1e-6);
  EXPECT_GT(study->cosines.back().same, study->cosines.back().other + 0.2);
  const std::shared_ptr<const CollectedVectors> before = study->all;
  Session session = driver.session();
  session.labs.get<VectorsLab>().place = 0;
  driver.apply(OpenSession{session});
  study = driver.results()->lab->result<VectorsStudy>();
  EXPECT_EQ(study->axes.share.front(), 0);
  EXPECT_EQ(study->all, before) << "the sentences are read once";
  EXPECT_TRUE(driver.shows("All 21 vectors are the same here"));
}

TEST(VectorsLabView, AModelWithoutBearsShowsTheStage) {
  Driver driver(lab_session(lab_named("vectors")));
  const auto* study = driver.results()->lab->result<VectorsStudy>();
  ASSERT_NE(study, nullptr);
  EXPECT_EQ(study->of, VectorsOf::stage);
  EXPECT_TRUE(driver.shows("words on stage"));
}

TEST(VectorsLabView, ThreeAxesAreTurnedByMouseAndKeys) {
  Session session = lab_session(lab_named("vectors"));
  session.labs.get<VectorsLab>().of = VectorsOf::stage;
  Driver driver(session);
  driver.click("vectors/in_space/3 axes");
  const auto settings = [&] { return driver.session().labs.get<VectorsLab>(); };
  ASSERT_TRUE(settings().in_space);
  const VectorsLab before = settings();
  const Area plot = driver.area("slide/vectors/turn");
  driver.move(plot.left + 60, plot.bottom - 60);
  driver.frame();
  ImGui::GetIO().MouseDown[0] = true;
  driver.frame();
  driver.move(plot.left + 120, plot.bottom - 90);
  driver.frame();
  ImGui::GetIO().MouseDown[0] = false;
  driver.frame();
  EXPECT_GT(settings().turn, before.turn);
  EXPECT_LT(settings().tilt, before.tilt);
  const float by_mouse = settings().turn;
  driver.state().focus = "slide/vectors/turn";
  driver.state().focus_visible = true;
  driver.press(Key::left);
  EXPECT_LT(settings().turn, by_mouse);
  for (int i = 0; i < 80; ++i) driver.press(Key::left);
  EXPECT_LE(std::abs(settings().turn), 3.1416F) << "it goes round";
}

}  // namespace
}  // namespace headlight
