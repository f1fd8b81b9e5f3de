// The lab on blocks, used by mouse.
#include "app/labs/block/block_lab.h"
#include "app/lab/lab_work.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

const BlockStudy& block_study_of(Driver& driver) { return *driver.results()->lab->result<BlockStudy>(); }

TEST(BlockLabView, TheModelsOwnNormIsTheModels) {
  Session session = lab_session(lab_named("block"));
  session.token = 7;
  Driver driver(session);
  driver.settle();
  for (const bool after_mlp : {false, true}) {
    driver.click(after_mlp ? "block/norm/of the MLP" : "block/norm/of the attention");
    driver.settle();
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
  driver.settle();
  const Area strip = driver.area("block/rms");
  driver.click_at(strip.right - 2, strip.middle_y());
  driver.settle();
  EXPECT_EQ(driver.session().labs.get<BlockLab>().dimension, 15);
  ASSERT_FALSE(driver.session().trail.empty());
  EXPECT_EQ(driver.session().trail[0].path, "block_lab.rms");
  EXPECT_TRUE(driver.shows("dimension 15: x = "));
}

TEST(BlockLabView, MixturesStayInTheirSpanAndHeadsCostTheSame) {
  Driver driver(lab_session(lab_named("block")));
  driver.settle();
  driver.click("block/page/Span");
  driver.settle();
  ASSERT_EQ(block_study_of(driver).spans.size(), 2U);
  EXPECT_LT(block_study_of(driver).spans[0].found.largest(), 1e-4);
  driver.click("block/page/Heads");
  driver.settle();
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

}  // namespace
}  // namespace headlight
