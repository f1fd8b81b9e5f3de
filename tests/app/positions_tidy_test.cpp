// The lab on positions is tidy: every page with every kind, in every size.
#include <gtest/gtest.h>

#include <array>

#include "app/labs/positions/positions_lab.h"
#include "tests/app/driver.h"
#include "tests/app/positions_session.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

constexpr std::array kinds{Positions::sinusoidal, Positions::learned, Positions::relative,
                           Positions::alibi,      Positions::rotary,  Positions::none};
constexpr std::array every_page{PositionsPage::places, PositionsPage::properties, PositionsPage::scores,
                                PositionsPage::attention};

TEST(PositionsLab, EveryPageIsTidy) {
  constexpr Size shown[] = {{1024, 768, 1}, {1280, 800, 1}, {1440, 900, 1}};
  for (const Size& size : shown) {
    for (const PositionsPage page : every_page) {
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
    for (const PositionsPage page : every_page) {
      for (const Positions kind :
           {Positions::sinusoidal, Positions::alibi, Positions::rotary, Positions::none}) {
        if (page != PositionsPage::places && kind != Positions::none) continue;
        for (const int words : {1, 11, 40}) {
          Session session = positions_session(page, kind);
          if (words != 11) {
            session.text(0) = words == 1 ? "animal" : many_words(40);
            session.text(1).clear();
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
