// The lab on positions: kinds, pages and places by mouse and keyboard, the inspector, and that it is tidy.
#include <gtest/gtest.h>

#include "app/panels/labs/labs.h"
#include "app/session/labs/positions_work.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

Session positions_session(PositionsPage page = PositionsPage::places,
                          Positions kind = Positions::sinusoidal) {
  Session session = tiny_session();
  session.view = ViewKind::lab;
  session.lab = LabKind::positions;
  session.labs.positions.page = page;
  session.labs.positions.kind = kind;
  return session;
}

const PositionsLab& lab(const Driver& driver) { return driver.session().labs.positions; }

void focus(Driver& driver, const std::string& id) {
  driver.state().focus = id;
  driver.state().focus_visible = true;
}

constexpr std::array kinds{Positions::sinusoidal, Positions::learned, Positions::relative,
                           Positions::alibi,      Positions::rotary,  Positions::none};
constexpr std::array pages{PositionsPage::places, PositionsPage::properties, PositionsPage::scores,
                           PositionsPage::attention};

TEST(PositionsLab, KindsAndPagesByClickAndByKeyboard) {
  Driver driver(positions_session(), 1280, 800);
  driver.settle();
  const std::vector<std::pair<const char*, Positions>> by_label{{"RoPE", Positions::rotary},
                                                                {"learned", Positions::learned},
                                                                {"ALiBi", Positions::alibi},
                                                                {"none", Positions::none},
                                                                {"sinusoidal", Positions::sinusoidal}};
  for (const auto& [label, kind] : by_label) {
    driver.click(std::string("positions/kind/") + label);
    EXPECT_EQ(lab(driver).kind, kind);
    EXPECT_TRUE(driver.document()->lab->error.empty()) << driver.document()->lab->error;
  }
  focus(driver, "positions/kind/relative");
  driver.press(Key::enter);
  EXPECT_EQ(lab(driver).kind, Positions::relative);
  focus(driver, "positions/page/Properties");
  driver.press(Key::space);
  EXPECT_EQ(lab(driver).page, PositionsPage::properties);
  driver.click("kind/ALiBi");
  EXPECT_EQ(lab(driver).kind, Positions::alibi);
  driver.press(Key::undo);
  EXPECT_EQ(lab(driver).kind, Positions::relative);
}

TEST(PositionsLab, ThePlaceMovesByMouseAndKeyboardAndComesBack) {
  Driver driver(positions_session(), 1280, 800);
  driver.settle();
  EXPECT_TRUE(driver.shows("position 7, it"));
  focus(driver, "slide/position");
  driver.press(Key::right);
  EXPECT_EQ(lab(driver).position, 8);
  EXPECT_TRUE(driver.shows("position 8, was"));
  driver.press(Key::undo);
  EXPECT_EQ(lab(driver).position, 7);
  driver.click("place/1");
  EXPECT_TRUE(driver.shows("position 1, animal"));
  const Area track = driver.area("slide/position");
  driver.click_at(track.right - 2, track.middle_y());
  EXPECT_EQ(lab(driver).position, least_places - 1);
}

TEST(PositionsLab, CurvesAreChosenByRowsClocksAndNames) {
  Driver driver(positions_session(), 1440, 900);
  driver.settle();
  driver.click("clock/0");
  EXPECT_EQ(lab(driver).dimensions, (std::vector{0, 1}));
  const Area rows = driver.area("positions/rows");
  driver.click_at(rows.middle_x(), rows.bottom - 2);
  EXPECT_EQ(lab(driver).dimensions, (std::vector{0, 1, 15}));
  EXPECT_TRUE(driver.shows("dim 15"));
  focus(driver, "slide/dimension/2");
  driver.press(Key::left);
  EXPECT_EQ(lab(driver).dimensions, (std::vector{0, 1, 14}));
  driver.click("slide/dimension/0");
  EXPECT_EQ(lab(driver).dimensions, (std::vector{1, 14}));
}

TEST(PositionsLab, ACellOpensTheInspectorOnTheLabsOwnTape) {
  Driver driver(positions_session(), 1440, 900);
  driver.settle();
  const Area cells = driver.area("positions/numbers");
  driver.click_at(cells.left + cells.width() * 3.5F / least_places, cells.top + 1);
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_EQ(driver.session().trail[0].path, "source.positions");
  EXPECT_EQ(driver.session().trail[0].row, 3);
  EXPECT_EQ(driver.session().trail[0].col, 0);
  EXPECT_TRUE(driver.shows("0.14"));  // sin 3
}

TEST(PositionsLab, MovingBothWordsKeepsTheirTurnedScore) {
  Session session = positions_session(PositionsPage::places, Positions::rotary);
  Driver driver(session, 1440, 900);
  driver.settle();
  const DocumentPtr document = driver.document();
  const Reading scores = document->lab->recorded->trace(0)->read("encoder.0.self_attention.head.0.scores");
  focus(driver, "slide/moved");
  for (int i = 0; i < 5; ++i) driver.press(Key::right);
  EXPECT_EQ(lab(driver).moved, 5);
  EXPECT_NEAR(scores(7 + 5, 1 + 5), scores(7, 1), 1e-4);
  EXPECT_TRUE(driver.shows("score at places 12 and 6"));
}

TEST(PositionsLab, TheModelWithAnotherKindIsCompared) {
  Driver driver(positions_session(PositionsPage::attention), 1440, 900);
  driver.settle();
  EXPECT_FALSE(driver.has("positions/difference"));
  EXPECT_FALSE(driver.has("positions/kind/learned"));  // there is no table
  driver.click("positions/kind/none");
  EXPECT_TRUE(driver.has("positions/difference"));
  EXPECT_TRUE(driver.shows("not what it was trained with"));
  driver.click("positions/after");
  ASSERT_EQ(driver.session().trail.size(), 1U);
  EXPECT_TRUE(driver.has("compared/before"));
}

TEST(PositionsLab, SettingsGoThroughAFile) {
  Session session = positions_session(PositionsPage::scores, Positions::rotary);
  session.labs.positions.appended = true;
  session.labs.positions.position = 3;
  session.labs.positions.key = 4;
  session.labs.positions.moved = 5;
  session.labs.positions.head = 1;
  session.labs.positions.layer = 1;
  session.labs.positions.dimensions = {3, 9};
  EXPECT_EQ(session_from_json(to_json(session)), session);
}

TEST(PositionsLab, EveryPageIsTidy) {
  constexpr Size shown[] = {{1024, 768, 1}, {1280, 800, 1}, {1440, 900, 1}};
  for (const Size& size : shown) {
    for (const PositionsPage page : pages) {
      for (const Positions kind : kinds) {
        const bool all_kinds = page == PositionsPage::places || page == PositionsPage::attention;
        if (!all_kinds && kind != Positions::sinusoidal) continue;
        Driver driver(positions_session(page, kind), size.width, size.height, size.scale);
        driver.settle();
        expect_tidy(driver, name_of(size, "page " + std::to_string(static_cast<int>(page)) + " of " +
                                              headlight::name_of(kind)));
      }
    }
  }
}

TEST(PositionsLab, IsTidyForOneWordAndForFortyAndBesideTheInspector) {
  constexpr Size shown[] = {{1024, 768, 1}, {1280, 800, 1}};
  for (const Size& size : shown) {
    for (const PositionsPage page : pages) {
      for (const Positions kind :
           {Positions::sinusoidal, Positions::alibi, Positions::rotary, Positions::none}) {
        if (page != PositionsPage::places && kind != Positions::none) continue;
        for (const int words : {1, 11, 40}) {
          Session session = positions_session(page, kind);
          if (words != 11) {
            session.sentence = words == 1 ? "animal" : many_words(40);
            session.compare.clear();
          } else if (page == PositionsPage::places && kind == Positions::sinusoidal) {
            session.trail = {{"source.positions", 3, 2}};
          }
          Driver driver(session, size.width, size.height, size.scale);
          driver.settle();
          expect_tidy(driver, name_of(size, std::to_string(words) + " words, page " +
                                                std::to_string(static_cast<int>(page)) + " of " +
                                                headlight::name_of(kind)));
        }
      }
    }
  }
}

}  // namespace
}  // namespace headlight
