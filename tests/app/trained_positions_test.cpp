// The page of the small models: kinds and variants by mouse and keyboard, what its tables say, and that it is
// tidy.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "app/lab/lab_work.h"
#include "app/labs/positions/positions_lab.h"
#include "app/labs/positions/positions_work.h"
#include "app/labs/positions/trained_positions.h"
#include "core/learn/positions_task.h"
#include "tests/app/driver.h"
#include "tests/app/positions_session.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

Session trained_session(PositionsTask task = PositionsTask::two_back, Positions kind = Positions::relative,
                        int length = 48) {
  Session session = tiny_session();
  session.view = ViewKind::lab;
  session.lab = lab_named("positions");
  session.labs.get<PositionsLab>().page = PositionsPage::trained;
  session.labs.get<PositionsLab>().kind = kind;
  session.labs.get<PositionsLab>().task = task;
  session.labs.get<PositionsLab>().length = length;
  return session;
}

const PositionsLab& positions_of(const Driver& driver) { return driver.session().labs.get<PositionsLab>(); }

double number(Driver& driver, const char* table, std::size_t row, const char* column) {
  const ResultsPtr results = driver.results();
  const LabTable* found = results->lab->table(table);
  if (found == nullptr) throw std::out_of_range(table);
  const auto at = std::find(found->columns.begin(), found->columns.end(), column);
  return found->rows.at(row).at(static_cast<std::size_t>(at - found->columns.begin()));
}

TEST(TrainedPositions, RowsAreChosenAmongKindsAndAmongVariants) {
  Driver driver(trained_session(), 1280, 800);
  driver.click("rate/alibi_one_sided");
  EXPECT_EQ(positions_of(driver).kind, Positions::alibi);
  EXPECT_TRUE(positions_of(driver).one_sided);
  driver.click("rate/appended");
  EXPECT_EQ(trained_name(positions_of(driver)), "appended");
  driver.click("positions/variant/variants");
  EXPECT_EQ(trained_name(positions_of(driver)), "sinusoidal");
  driver.click("rate/relative_slow");
  EXPECT_EQ(trained_name(positions_of(driver)), "relative_slow");
  EXPECT_TRUE(driver.shows("as fast as"));
  driver.state().focus = "rate/causal_3_layers";
  driver.state().focus_visible = true;
  driver.press(Key::enter);
  EXPECT_EQ(trained_name(positions_of(driver)), "causal_3_layers");
  EXPECT_TRUE(driver.results()->lab->error.empty()) << driver.results()->lab->error;
  // Not trained on this task: its kind answers.
  driver.click("positions/task/third letter");
  EXPECT_EQ(trained_name(positions_of(driver)), "none");
  EXPECT_FALSE(driver.has("rate/causal_3_layers"));
  EXPECT_TRUE(driver.has("rate/relative_2_layers"));
  driver.click("positions/kind/RoPE");
  EXPECT_EQ(trained_name(positions_of(driver)), "rotary");
  EXPECT_EQ(positions_of(driver).variant, PositionsVariantAt::none);
  driver.press(Key::undo);
  EXPECT_EQ(trained_name(positions_of(driver)), "none");
}

TEST(TrainedPositions, TheBestHeadIsDrawnByDistanceToo) {
  Driver driver(trained_session(PositionsTask::two_back, Positions::rotary), 1440, 900);
  EXPECT_TRUE(driver.has("positions/best"));
  driver.click("positions/by_distance/by distance");
  EXPECT_TRUE(positions_of(driver).by_distance);
  EXPECT_FALSE(driver.has("positions/best"));
  EXPECT_TRUE(driver.shows("4 turns"));
  driver.click("rate/relative");
  EXPECT_FALSE(driver.shows("4 turns"));  // without dials
}

// Weights of a row add up to one: so do those by place, while by distance each has rows of its own.
TEST(TrainedPositions, MeanWeightsAreThoseOfTheTrace) {
  Driver driver(trained_session(PositionsTask::third, Positions::learned), 1440, 900);
  const ResultsPtr results = driver.results();
  const LabTable* looks = results->lab->table("looks");
  ASSERT_NE(looks, nullptr);
  ASSERT_EQ(looks->rows.size(), 48U);
  double sum = 0;
  for (const std::vector<double>& row : looks->rows) sum += row[1];
  EXPECT_NEAR(sum, 1, 1e-5);

  Driver back(trained_session(PositionsTask::two_back, Positions::rotary), 1440, 900);
  const ResultsPtr other = back.results();
  const int head = static_cast<int>(number(back, "head", 0, "head"));
  const Reading weights =
      other->lab->recorded->trace(0)->read(head_path("encoder", 0, "self_attention", head, "weights"));
  double mean = 0;
  for (int row = 27; row < 48; ++row) mean += static_cast<double>(weights(row, row - 27)) / 21;
  const LabTable* distances = other->lab->table("looks");
  const auto at = std::find_if(distances->rows.begin(), distances->rows.end(),
                               [](const std::vector<double>& row) { return row[0] == -27; });
  ASSERT_NE(at, distances->rows.end());
  EXPECT_NEAR((*at)[1], mean, 1e-9);
}

TEST(TrainedPositions, RatesAreTheCardsOwn) {
  Driver driver(trained_session(), 1440, 900);
  const Card card = load_card(model_folder("positions"));
  const auto measure = [&](const std::string& name) {
    for (const Measure& each : card.measures) {
      if (each.name == name) return each.value;
    }
    throw std::out_of_range(name);
  };
  const ResultsPtr results = driver.results();
  const TrainedStudy& study = *results->lab->result<PositionsStudy>()->trained;
  EXPECT_EQ(study.kinds.size(), 12U);
  EXPECT_GT(study.variants.size(), 5U);
  for (std::size_t i = 0; i < study.kinds.size(); ++i)
    EXPECT_EQ(number(driver, "rates", i, "beyond"), measure("two_back_beyond_" + study.kinds[i].key));
  for (std::size_t i = 0; i < study.variants.size(); ++i)
    EXPECT_EQ(number(driver, "variants", i, "within"), measure("two_back_within_" + study.variants[i].key));
}

TEST(TrainedPositions, ThePageIsTidy) {
  constexpr Size shown[] = {{1024, 768, 1}, {1280, 800, 1}, {1440, 900, 1}, {2560, 1440, 2}};
  for (const Size& size : shown) {
    for (const PositionsTask task : {PositionsTask::two_back, PositionsTask::third}) {
      for (const char* variant : {"", "rotary", "causal_3_layers", "relative_2_layers"}) {
        for (const bool by_distance : {false, true}) {
          for (const int length : {8, 48}) {
            Session session = trained_session(task, Positions::alibi, length);
            session.labs.get<PositionsLab>().by_distance = by_distance;
            if (*variant != 0) session.labs.get<PositionsLab>().variant = variant_at(variant);
            Driver driver(session, size.width, size.height, size.scale);
            expect_tidy(driver, name_of(size, std::string("variant \"") + variant + "\", " +
                                                  std::to_string(length) + " letters"));
          }
        }
      }
    }
  }
}

// The lab on positions is tidy: every page with every kind, in every size.

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
