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

// A number that is printed on cells, and the colour under it.
struct NumberOnCells {
  DrawnText text;
  Rgb ground;
};
std::vector<NumberOnCells> numbers_on_cells(Driver& driver) {
  StageRecorder recorder;
  TraceMaps pictures;
  pictures.follow(driver.results());
  const Drawing drawing =
      recorder.record(driver.session(), driver.results(), pictures, *fonts_for(1), driver.states(), {});
  std::vector<NumberOnCells> found;
  std::vector<DrawnCells> under;
  for (const DrawnItem& item : drawing.items) {
    if (const auto* cells = std::get_if<DrawnCells>(&item)) under.push_back(*cells);
    const auto* text = std::get_if<DrawnText>(&item);
    if (text == nullptr || text->text.find_first_not_of("0123456789.-−") != std::string::npos) continue;
    const double x = text->at.x + text->width / 2, y = text->at.y + text->drop - 4;
    const auto on = std::find_if(under.rbegin(), under.rend(), [&](const DrawnCells& cells) {
      return x > cells.area.x && x < cells.area.right() && y > cells.area.y && y < cells.area.bottom();
    });
    if (on == under.rend()) continue;
    const Box& area = on->area;
    const int row = on->row + static_cast<int>((y - area.y) / area.height * on->rows);
    const int column = on->column + static_cast<int>((x - area.x) / area.width * on->columns);
    if (on->map->state(row, column) != CellState::value) continue;
    const Rgb ground = colour_on_scale(on->scale.value_or(on->map->scale), on->map->value(row, column),
                                       driver.session().theme);
    found.push_back({*text, mix(ground, on->paper, on->fade)});
  }
  return found;
}

TEST(NumbersOnCells, CanBeReadInBothThemes) {
  for (const Theme theme : {Theme::light, Theme::dark}) {
    Session session;  // of the shipped translator
    session.layer = 3;
    session.token = 7;
    session.altitude = Altitude::step;
    session.theme = theme;
    session.reduced_motion = true;
    Driver driver(session, 1280, 800);
    int count = 0, bold = 0;
    for (const char* const part : {"query", "key", "scores", "output", "weights"}) {
      if (std::string(part) == "weights")
        driver.apply(GoTo{.altitude = Altitude::head});
      else
        driver.apply(GoTo{.altitude = Altitude::step, .part = part});
      driver.settle();
      driver.pass(0.4);
      for (const auto& [text, ground] : numbers_on_cells(driver)) {
        ++count;
        const double reads = contrast(text.paint.colour, ground);
        EXPECT_GE(reads, 4.5) << part << ": " << text.text;
        if (reads >= 6.5) continue;
        ++bold;
        EXPECT_EQ(text.type.face, Face::mono_bold) << part << ": " << text.text << " has thin strokes";
      }
    }
    EXPECT_GT(count, 300);
    EXPECT_GT(bold, 5);
    EXPECT_LT(bold, count / 3) << "most numbers are as they are";
  }
}

class Colours : public ::testing::Test {
 protected:
  Colours() : driver_(tiny_session()) {}
  const ColourScale& scale() const { return driver_.session().colour_scale; }
  Driver driver_;
};

TEST_F(Colours, TheSheetSetsTheScale) {
  driver_.state().overlay = Overlay::colour_scale;
  driver_.settle();
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

TEST_F(Colours, ARangeIsTyped) {
  driver_.apply(SetColourScale{{.own_range = true, .low = 0, .high = 0.5F}});
  driver_.state().overlay = Overlay::colour_scale;
  driver_.settle();
  driver_.click("colours/high");
  driver_.type("0.25");
  EXPECT_EQ(scale().high, 0.25F);
  driver_.type("x");
  EXPECT_TRUE(driver_.shows("Two numbers, the smaller one first"));
  EXPECT_EQ(scale().high, 0.25F) << "kept until there is another one";
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
