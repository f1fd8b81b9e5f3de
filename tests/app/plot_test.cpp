// Ticks and ranges of plots; zooming one on screen.
#include "app/widgets/plot.h"
#include "app/labs/scaling/scaling_lab.h"

#include <array>
#include <cmath>

#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

TEST(Plot, TicksAreRoundAndInside) {
  for (const double to : {0.003, 1.0, 7.0, 43.0, 1e6}) {
    for (const int most : {2, 3, 5, 8}) {
      const std::vector<double> ticks = tick_values({.title = "", .from = -to / 3, .to = to}, most);
      ASSERT_GE(ticks.size(), 1U) << to << " " << most;
      EXPECT_LE(ticks.size(), static_cast<std::size_t>(most) + 1);
      for (const double tick : ticks) {
        EXPECT_GE(tick, -to / 3 - 1e-9 * to);
        EXPECT_LE(tick, to * (1 + 1e-9));
      }
      const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
      const double lead = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
      if (ticks.size() < 2) continue;
      EXPECT_TRUE(std::fabs(lead - 1) < 1e-6 || std::fabs(lead - 2) < 1e-6 || std::fabs(lead - 5) < 1e-6)
          << step;
    }
  }
}

TEST(Plot, LogarithmicTicksArePowersAndFinerWhereThereAreFew) {
  const PlotAxis powers{.title = "", .from = 1, .to = 1024, .logarithmic = true, .base = 2};
  EXPECT_EQ(tick_values(powers, 20).size(), 11U);
  EXPECT_EQ(tick_values(powers, 20).back(), 1024);
  EXPECT_LE(tick_values(powers, 4).size(), 5U);
  const PlotAxis decade{.title = "", .from = 1, .to = 30, .logarithmic = true};
  EXPECT_EQ(tick_values(decade, 8), (std::vector<double>{1, 2, 5, 10, 20}));
  EXPECT_EQ(tick_values(decade, 2), (std::vector<double>{1, 10})) << "no room for more";
}

TEST(Plot, TheFittedAxisHoldsEveryPoint) {
  PlotSeries series{.name = "", .colour = {}};
  series.points = {{0, 3}, {1, -2}, {2, std::nan("")}, {3, 8}};
  const PlotAxis axis = fitted_axis({.title = ""}, std::array{series});
  EXPECT_LT(axis.from, -2);
  EXPECT_GT(axis.to, 8);
  const PlotAxis logarithmic = fitted_axis({.title = "", .logarithmic = true}, std::array{series});
  EXPECT_GT(logarithmic.from, 0) << "what is not positive has no place on it";
  EXPECT_LT(logarithmic.from, 3);
  const PlotAxis none = fitted_axis({.title = "", .from = 0, .to = 1}, {});
  EXPECT_EQ(none.to, 1);
}

// One x is read off everything: a curve that ends before it has no number there, a line none but its own.
TEST(Plot, AllSeriesAreReadAtOnePlace) {
  const PlotAxis x{.title = "T", .from = 1, .to = 1000, .logarithmic = true};
  const PlotAxis y{.title = "", .from = 0, .to = 10};
  PlotSeries solid{.name = "", .colour = {}};
  solid.points = {{1, 1}, {10, 2}, {100, 3}};
  PlotSeries dashed{.name = "", .colour = {}, .points = {}, .kind = PlotSeries::Kind::dashed};
  dashed.points = {{100, 3}, {1000, 4}};
  PlotSeries limit = dashed;
  limit.points = {{1, 5}, {1000, 8}};
  PlotSeries dots{.name = "", .colour = {}, .points = {}, .kind = PlotSeries::Kind::dots};
  dots.points = {{1, 1}, {1000, 2}};
  const std::array all{solid, dashed, limit, dots};
  EXPECT_EQ(read_at(x, y, all, 13), 10);
  EXPECT_EQ(read_at(x, y, all, 700), 1000);
  EXPECT_EQ(drawn_at(x, y, solid, 10)->y, 2);
  EXPECT_FALSE(drawn_at(x, y, dashed, 10)) << "it begins later";
  EXPECT_FALSE(drawn_at(x, y, solid, 1000)) << "it ends before";
  EXPECT_NEAR(drawn_at(x, y, limit, 10)->y, 6, 1e-9) << "a third of the way on a logarithmic axis";
  EXPECT_FALSE(drawn_at(x, y, dots, 10)) << "between dots is nothing";
  EXPECT_EQ(drawn_at(x, y, dots, 1000)->y, 2);
}

Session plotted() {
  Session session = lab_session(lab_named("scaling"));
  session.labs.get<ScalingLab>().page = ScalingLab::Page::products;
  session.labs.get<ScalingLab>().samples = 200;
  return session;
}

TEST(Plot, TheWheelZoomsAroundTheMouseAndADoubleClickShowsAllAgain) {
  Driver driver(plotted());
  driver.hover("scaling/variance");
  EXPECT_TRUE(driver.state().plots.empty());
  driver.wheel(3);
  ASSERT_EQ(driver.state().plots.count("scaling/variance"), 1U);
  const auto [from, to] = driver.state().plots.at("scaling/variance");
  EXPECT_GT(from, 1);
  EXPECT_LT(to, 1024);
  expect_tidy(driver, "zoomed");
  for (int i = 0; i < 6; ++i) driver.wheel(-3);
  EXPECT_TRUE(driver.state().plots.empty()) << "far out is all of it";
}

TEST(Plot, TheKeyboardZoomsMovesAndShowsAllAgain) {
  Driver driver(plotted());
  tab_to(driver, "scaling/variance");
  const Session before = driver.session();
  driver.press(Key::up);
  driver.press(Key::up);
  ASSERT_EQ(driver.state().plots.count("scaling/variance"), 1U);
  const auto [from, to] = driver.state().plots.at("scaling/variance");
  EXPECT_LT(from, 64) << "around what is followed";
  EXPECT_GT(to, 64);
  driver.press(Key::right);
  const auto [later, further] = driver.state().plots.at("scaling/variance");
  EXPECT_GT(later, from);
  EXPECT_GT(further, to);
  for (int i = 0; i < 40; ++i) driver.press(Key::right);
  EXPECT_NEAR(driver.state().plots.at("scaling/variance").second, 1024, 1) << "not past the end";
  EXPECT_NEAR(std::log(driver.state().plots.at("scaling/variance").second /
                       driver.state().plots.at("scaling/variance").first),
              std::log(to / from), 1e-6)
      << "what is shown keeps its length";
  driver.press(Key::home);
  EXPECT_TRUE(driver.state().plots.empty());
  EXPECT_EQ(driver.session(), before) << "the arrows and Home are the plot's alone";
}

TEST(Plot, ThoseAboveOneAnotherShareTheirEdges) {
  Session session = plotted();
  session.labs.get<ScalingLab>().page = ScalingLab::Page::softmax;
  Driver driver(session);
  const Area first = driver.area("scaling/largest weight, mean");
  for (const char* other :
       {"scaling/entropy / bits, mean", "scaling/median gradient for q · k; dashed: q · k / √dₖ"}) {
    EXPECT_EQ(driver.area(other).left, first.left) << other;
    EXPECT_EQ(driver.area(other).right, first.right) << other;
  }
  Session with_plots = lab_session(lab_named("temperature"));
  with_plots.experts = true;
  Driver temperature(with_plots);
  const Area entropy = temperature.area("temperature/entropy / bits");
  const Area largest = temperature.area("temperature/largest bar");
  EXPECT_EQ(entropy.left, largest.left);
  EXPECT_EQ(entropy.right, largest.right);
}

TEST(Plot, WhatIsUnderTheMouseIsReadOff) {
  Driver driver(plotted());
  driver.hover("scaling/variance");
  EXPECT_TRUE(driver.shows("dₖ  "));
  EXPECT_TRUE(driver.shows("measured  "));
}

}  // namespace
}  // namespace headlight
