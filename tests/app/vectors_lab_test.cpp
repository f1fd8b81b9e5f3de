// The lab on vectors: points that can be pointed at, places along the stream, three axes that turn.
#include <gtest/gtest.h>

#include <cmath>

#include "app/lab/lab_work.h"
#include "app/labs/vectors/vectors_lab.h"
#include "app/labs/vectors/vectors_panel.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

Session of_translator() {
  Session session = lab_session(lab_named("vectors"));
  session.model = Session{}.model;
  return session;
}

TEST(VectorsLabView, BearsAreOneVectorInTheTableAndComeApartInTheLayers) {
  Driver driver(of_translator());
  driver.settle();
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
  driver.settle();
  study = driver.results()->lab->result<VectorsStudy>();
  EXPECT_EQ(study->axes.share.front(), 0);
  EXPECT_EQ(study->all, before) << "the sentences are read once";
  EXPECT_TRUE(driver.shows("All 21 vectors are the same here"));
}

TEST(VectorsLabView, AModelWithoutBearsShowsTheStage) {
  Driver driver(lab_session(lab_named("vectors")));
  driver.settle();
  const auto* study = driver.results()->lab->result<VectorsStudy>();
  ASSERT_NE(study, nullptr);
  EXPECT_EQ(study->of, VectorsOf::stage);
  EXPECT_TRUE(driver.shows("words on stage"));
}

TEST(VectorsLabView, ThreeAxesAreTurnedByMouseAndKeys) {
  Session session = lab_session(lab_named("vectors"));
  session.labs.get<VectorsLab>().of = VectorsOf::stage;
  Driver driver(session);
  driver.settle();
  driver.click("vectors/axes/3 axes");
  driver.settle();
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
