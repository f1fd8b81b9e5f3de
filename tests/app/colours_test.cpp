// The colour scale on the stage: the sheet that a colour bar opens, what it sets, and what the maps are drawn
// with.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/labs/order/order_lab.h"
#include "app/labs/positions/positions_lab.h"
#include "app/panels/common/colours.h"
#include "app/panels/common/panels.h"
#include "app/window/exporter.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

// The maps that the stage draws, as a file would have them.
std::vector<DrawnCells> drawn(Driver& driver) {
  StageRecorder recorder;
  TraceMaps pictures;
  pictures.follow(driver.results());
  const Drawing drawing =
      recorder.record(driver.session(), driver.results(), pictures, *fonts_for(1), driver.states(), {});
  std::vector<DrawnCells> found;
  for (const DrawnItem& item : drawing.items) {
    if (const auto* cells = std::get_if<DrawnCells>(&item)) found.push_back(*cells);
  }
  return found;
}

class Colours : public ::testing::Test {
 protected:
  Colours() : driver_(tiny_session()) {}
  const ColourScale& scale() const { return driver_.session().colour_scale; }
  Driver driver_;
};

TEST_F(Colours, AColourBarOpensTheSheetAndTheSheetSetsTheScale) {
  driver_.click("map/scale/1");
  ASSERT_EQ(driver_.state().overlay, Overlay::colour_scale);
  driver_.click("colours/steps/logarithmic");
  EXPECT_TRUE(scale().logarithmic);
  driver_.click("colours/sink");
  EXPECT_TRUE(scale().without_sink);
  driver_.click("colours/range/my own");
  EXPECT_TRUE(scale().own_range);
  driver_.click("colours/close");
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  driver_.press(Key::undo);
  EXPECT_FALSE(scale().own_range) << "undone like everything one looks at";
}

TEST_F(Colours, TheMapsOfTheStageHaveIt) {
  for (const DrawnCells& cells : drawn(driver_)) EXPECT_FALSE(cells.scale);
  driver_.apply(SetColourScale{{.logarithmic = true, .without_sink = true}});
  int coloured = 0;
  for (const DrawnCells& cells : drawn(driver_)) {
    if (!cells.scale) continue;
    ++coloured;
    EXPECT_GT(cells.scale->log_from, 0);
    EXPECT_TRUE(cells.left_out);
  }
  EXPECT_EQ(coloured, 3) << "both sentences and the difference";
}

TEST_F(Colours, AllHeadsOfTheGridShareOneScale) {
  driver_.apply(SetColourScale{{.without_sink = true}});
  driver_.apply(SetView{ViewKind::heads});
  std::vector<Scale> scales;
  for (const DrawnCells& cells : drawn(driver_)) {
    if (cells.scale && cells.map->columns == cells.columns) scales.push_back(*cells.scale);
  }
  ASSERT_GE(scales.size(), 4U);
  // The last one is the selected head, large, on its own.
  for (std::size_t i = 1; i + 1 < scales.size(); ++i) EXPECT_TRUE(scales[i] == scales[0]);
}

TEST_F(Colours, ARangeIsTyped) {
  driver_.apply(SetColourScale{{.own_range = true, .low = 0, .high = 0.5F}});
  driver_.click("map/scale/1");
  driver_.click("colours/high");
  driver_.type("0.25");
  EXPECT_EQ(scale().high, 0.25F);
  driver_.type("x");
  EXPECT_TRUE(driver_.shows("Two numbers, the smaller one first"));
  EXPECT_EQ(scale().high, 0.25F) << "kept until there is another one";
}

TEST(FaintMaps, SayItAndOfferTheScalesThatShowMore) {
  Session session = tiny_session();
  session.text(0) = many_words(60);
  session.text(1).clear();
  Driver driver(session, 1280, 800);
  const auto scale = [&] { return driver.session().colour_scale; };
  EXPECT_TRUE(driver.shows("argest weight here is") || driver.shows("rows, no weight is above"));
  EXPECT_TRUE(scale() == ColourScale{}) << "nothing changes by itself";
  driver.click("map/colours/logarithmic");
  EXPECT_TRUE(scale() == ColourScale{.logarithmic = true});
  driver.click("map/colours/0 to 1");
  EXPECT_TRUE(scale() == ColourScale{});
  Driver short_text(tiny_session());
  EXPECT_FALSE(short_text.has("map/colours/logarithmic"));
}

TEST(FaintMaps, OfferThemForTwoSentences) {
  Session session = tiny_session();
  session.text(0) = session.text(1) = many_words(60);
  Driver driver(session, 1280, 800);
  driver.click("map/colours/logarithmic");
  EXPECT_TRUE(driver.session().colour_scale == ColourScale{.logarithmic = true});
  session.text(1) = "the animal";
  EXPECT_FALSE(Driver(session, 1280, 800).has("map/colours/logarithmic")) << "one of them is not faint";
}

TEST(FaintMaps, OfferThemInLabs) {
  for (const auto& [lab, id] : {std::pair{"attention", "stage/colours"},
                                {"masks", "masks/colours"},
                                {"order", "order/colours"},
                                {"positions", "positions/colours"}}) {
    SCOPED_TRACE(lab);
    Session session = tiny_session();
    session.text(0) = many_words(60);
    session.text(1).clear();
    session.labs.get<OrderLab>().shown = OrderShown::weights;
    session.labs.get<PositionsLab>().page = PositionsPage::attention;
    show_lab(session, lab_named(lab));
    Driver driver(session, 1280, 800);
    driver.click(std::string(id) + "/logarithmic");
    EXPECT_TRUE(driver.session().colour_scale == ColourScale{.logarithmic = true});
    const std::vector<DrawnCells> cells = drawn(driver);
    EXPECT_TRUE(std::any_of(cells.begin(), cells.end(),
                            [](const DrawnCells& each) { return each.scale && each.scale->log_from > 0; }));
  }
}

}  // namespace
}  // namespace headlight
