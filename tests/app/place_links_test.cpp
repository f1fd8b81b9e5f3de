// What older versions of Headlight wrote, and what one types by hand, opens in the one place: links, sessions
// without an altitude, labs and views by their names.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "app/lessons/library.h"
#include "app/lessons/link.h"
#include "app/session/altitudes.h"
#include "app/session/opening.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

Driver& ask_for(Driver& driver, const std::string& link) {
  driver.state().requests.push_back(OpenLink{link});
  driver.frame();
  driver.settle();
  return driver;
}

TEST(PlaceLinks, AViewIsTheAltitudeThatShowsIt) {
  Driver driver(opening_session("translator"), 1280, 800);
  const auto altitude = [&](const std::string& link) { return ask_for(driver, link).session().altitude; };
  EXPECT_EQ(altitude("#view=map"), Altitude::model);
  EXPECT_EQ(altitude("#view=flow"), Altitude::model);
  EXPECT_EQ(altitude("#view=lines"), Altitude::head);
  EXPECT_EQ(altitude("#view=heads"), Altitude::head);
  EXPECT_EQ(driver.session().heads_shown, HeadsShown::of_layer);
  EXPECT_EQ(altitude("#view=steps"), Altitude::step);
  EXPECT_EQ(altitude("#layer=2&head=1"), Altitude::head);
  EXPECT_EQ(driver.session().layer, 2);
  EXPECT_EQ(altitude("#text=I%20love%20bears"), Altitude::sentence);
  EXPECT_EQ(altitude("#model=seq2seq&view=unrolled"), Altitude::model);
  EXPECT_EQ(altitude("#model=caption-attention&view=picture"), Altitude::head);
}

TEST(PlaceLinks, EveryLabIsItsExperiment) {
  Driver driver(opening_session("translator"), 1280, 800);
  for (const Lab* lab : labs()) {
    ask_for(driver, std::string("#lab=") + lab->name);
    EXPECT_TRUE(shows_experiment(driver.session())) << lab->name;
    EXPECT_EQ(lab_on_stage(driver.session()), lab);
    EXPECT_TRUE(driver.has("place/back")) << lab->name;
  }
  for (const char* const view : {"causes", "decoding"}) {
    ask_for(driver, std::string("#view=") + view);
    EXPECT_TRUE(shows_experiment(driver.session())) << view;
  }
}

TEST(PlaceLinks, ALessonIsBesideThePlace) {
  Driver driver(opening_session("translator"), 1280, 800);
  ask_for(driver, "#lesson=it&step=3");
  EXPECT_EQ(driver.session().lesson_step, 2);
  EXPECT_EQ(driver.session().altitude, Altitude::head);
  EXPECT_TRUE(driver.has("rail/next"));
  EXPECT_FALSE(driver.has("rail/return"));
  driver.click("rail/next");
  EXPECT_TRUE(driver.session().altitude.has_value());
}

// Those of the tests that the form of links is held to.
TEST(PlaceLinks, LinksOfEveryVersionOpenThere) {
  std::ifstream known(HEADLIGHT_SOURCE_DIR "/tests/snapshots/session/link.txt");
  int opened = 0;
  for (std::string line; std::getline(known, line);) {
    const std::size_t end = line.find(" => {");
    if (end == std::string::npos) continue;
    const Session asked = session_of_link(line.substr(0, end));
    if (asked.altitude) continue;
    const Session shown = shown_in_place(asked);
    EXPECT_TRUE(shown.altitude.has_value()) << line.substr(0, end);
    EXPECT_EQ(shown.runs, asked.runs);
    EXPECT_EQ(shown.edits, asked.edits);
    ++opened;
  }
  EXPECT_GT(opened, 3);
}

TEST(PlaceLinks, AnOldSessionFileOpensThere) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "old.headlight";
  {
    std::ofstream(file) << R"({"model": "translator", "view": "steps",
      "step": "encoder.2.self_attention.head.1.scores",
      "trail": [{"path": "encoder.2.self_attention.head.1.scores", "row": 7, "col": 1}]})";
  }
  Driver driver(opening_session("translator"), 1280, 800);
  driver.state().requests.push_back(OpenFile{file.string()});
  driver.frame();
  driver.settle();
  EXPECT_EQ(driver.session().altitude, Altitude::cell);
  EXPECT_EQ(driver.session().layer, 2);
  EXPECT_EQ(driver.session().head, 1);
  EXPECT_TRUE(driver.has("place/map"));
}

}  // namespace
}  // namespace headlight
