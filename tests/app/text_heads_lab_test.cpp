// Heads over a text in front of a person: read on, stopped, a row put on stage, a file dropped.
#include <gtest/gtest.h>

#include <chrono>
#include <ostream>
#include <string>
#include <thread>

#include "app/lab/lab_work.h"
#include "app/labs/text_heads/text_heads_lab.h"
#include "app/panels/common/panels.h"
#include "app/panels/files/files.h"
#include "core/files/whole_file.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

class TextHeadsView : public testing::Test {
 protected:
  std::string written(const std::string& name, const std::string& text) {
    replace_file(folder_.path() / name, [&](std::ostream& out) { out << text; });
    return (folder_.path() / name).string();
  }
  static std::string lines(int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += std::string(i % 3 == 0 ? "the animal was" : "the street was very very") +
              (i % 2 == 0 ? " tired\n" : " wide\n");
    return text;
  }
  Session reading(const std::string& file, TextHeadsLab::Page page = TextHeadsLab::Page::heads) {
    Session session = lab_session(lab_named("text_heads"));
    session.labs.get<TextHeadsLab>().file = file;
    session.labs.get<TextHeadsLab>().page = page;
    return session;
  }
  static const TextHeadsStudy& study(Driver& driver) {
    return *driver.results()->lab->result<TextHeadsStudy>();
  }
  static const TextHeadsLab& lab(Driver& driver) { return driver.session().labs.get<TextHeadsLab>(); }

  TemporaryFolder folder_;
};

TEST_F(TextHeadsView, ReadsSomeFirstSaysHowLongTheRestTakesAndReadsIt) {
  Driver driver(reading(written("a.txt", lines(230))), 1280, 800);
  EXPECT_EQ(study(driver).measures->read, TextHeadsLab::first_parts);
  EXPECT_TRUE(driver.shows("200 of 230 parts; the others take about"));
  EXPECT_TRUE(driver.shows("parts of a.txt"));
  driver.click("text_heads/go on");
  driver.settle();
  EXPECT_TRUE(study(driver).whole());
  EXPECT_FALSE(driver.has("text_heads/go on"));
  driver.press(Key::undo);
  driver.settle();
  EXPECT_EQ(study(driver).measures->read, TextHeadsLab::first_parts);
}

TEST_F(TextHeadsView, IsShownAsFarAsItIsAndStaysWhereItIsCancelled) {
  using Clock = std::chrono::steady_clock;
  std::string text;
  for (int i = 0; i < 3000; ++i) text += std::string(tired_sentence) + "\n";
  Session session = reading(written("long.txt", text));
  session.model = "translator";
  session.labs.get<TextHeadsLab>().parts = 1;
  Driver driver(session, 1280, 800);
  Labs labs = session.labs;
  labs.get<TextHeadsLab>().parts = TextHeadsLab::most_parts;
  driver.begin(SetLabs{labs});
  const auto until = [&](const auto& there) {
    for (const auto last = Clock::now() + std::chrono::seconds(120); !there() && Clock::now() < last;) {
      driver.frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return there();
  };
  ASSERT_TRUE(until([&] { return driver.has("text_heads/cancel"); }));
  EXPECT_TRUE(driver.shows(" left"));
  EXPECT_TRUE(driver.results()->lab->partial);
  driver.click("text_heads/cancel");
  const int read = lab(driver).parts;
  ASSERT_TRUE(until([&] { return driver.has("text_heads/go on") && !driver.results()->lab->partial; }));
  EXPECT_EQ(study(driver).measures->read, read);
  EXPECT_FALSE(study(driver).whole());
  EXPECT_TRUE(driver.has("text_heads/dots")) << "what was measured is kept";
}

TEST_F(TextHeadsView, ALineOrADotSelectsAHead) {
  Driver driver(reading(written("a.txt", lines(30))), 1280, 800);
  driver.click("text_heads/head/enc 2.2");
  EXPECT_EQ(driver.session().layer, 1);
  EXPECT_EQ(driver.session().head, 1);
  EXPECT_EQ(lab_on_stage(driver.session()), lab_named("text_heads"));
  driver.settle();
  EXPECT_EQ(study(driver).heads.at(static_cast<std::size_t>(study(driver).chosen)),
            (HeadChoice{Attention::encoder, 1, 1}));
  driver.click("text_heads/up/on");
  EXPECT_NE(lab(driver).up, Trait::previous);
}

TEST_F(TextHeadsView, AnExampleIsPutOnStageWithItsRow) {
  Driver driver(reading(written("a.txt", lines(30)), TextHeadsLab::Page::head), 1280, 800);
  ASSERT_FALSE(study(driver).examples.empty());
  const TextExample example = study(driver).examples.front();
  EXPECT_TRUE(driver.shows("“" + example.asks + "” looks most at “" + example.key + "”"));
  driver.click("text_heads/example/0");
  EXPECT_EQ(driver.session().text(0), example.text);
  EXPECT_EQ(driver.session().token, example.row.row);
  EXPECT_EQ(driver.session().altitude, Altitude::head);
  EXPECT_FALSE(shows_lab(driver.session()));
  driver.settle();
  ASSERT_NE(driver.results()->trace(0), nullptr);
  ASSERT_NE(driver.results()->over_text, nullptr);
  const std::string path = selected_head(driver.session()).path("weights");
  // On several lines, in pieces.
  const auto together = [](std::string text) {
    std::erase(text, ' ');
    return text;
  };
  std::string shown;
  for (const Placed& each : driver.placed())
    if (each.kind == Placed::Kind::text) shown += together(each.name);
  EXPECT_NE(shown.find(together("Over a.txt, " + driver.results()->over_text->does.at(path) + ".")),
            std::string::npos)
      << "the head tells of the whole text";
  driver.press(Key::undo);
  driver.settle();
  EXPECT_EQ(lab_on_stage(driver.session()), lab_named("text_heads"));
  EXPECT_EQ(driver.session().text(0), tired_sentence);
}

TEST_F(TextHeadsView, BesideTheShortTest) {
  Driver driver(reading(written("a.txt", lines(30)), TextHeadsLab::Page::narrow), 1280, 800);
  ASSERT_NE(study(driver).short_test, nullptr);
  EXPECT_TRUE(driver.shows("The short test names "));
  EXPECT_TRUE(driver.has("text_heads/narrow"));
  for (int head = 0; head < static_cast<int>(study(driver).heads.size()); ++head) {
    const auto in_test = in_short_test(study(driver), head, Trait::previous);
    const auto found = study(driver).short_test->find(study(driver).head(head).path);
    if (found != study(driver).short_test->end()) {
      EXPECT_EQ(in_test, found->second[Trait::previous_token]) << "that of random tokens";
    }
  }
}

TEST_F(TextHeadsView, ATextThatIsDroppedIsMeasured) {
  Driver driver(tiny_session(), 1280, 800);
  const auto drop = [&](const std::string& file) {
    driver.state().requests.push_back(OpenFile{file});
    driver.frame();
    driver.settle();
  };
  drop(written("a.txt", lines(12)));
  EXPECT_EQ(lab_on_stage(driver.session()), lab_named("text_heads"));
  driver.settle();
  EXPECT_EQ(study(driver).parts(), 12);
  drop(written("b.csv", "n,text\n1,the animal was tired\n2,the street was wide\n"));
  driver.settle();
  EXPECT_EQ(study(driver).parts(), 2) << "while the lab is open a table is one of texts";
  EXPECT_TRUE(driver.shows("column text"));
  driver.click("text_heads/ours");
  EXPECT_EQ(lab(driver).file, "");
}

TEST_F(TextHeadsView, AFileThatIsNotThereLeavesTheControls) {
  Driver driver(reading((folder_.path() / "none.txt").string()), 1280, 800);
  EXPECT_TRUE(driver.shows("none.txt"));
  EXPECT_TRUE(driver.has("text_heads/file"));
  EXPECT_TRUE(driver.has("text_heads/ours"));
}

TEST_F(TextHeadsView, IsTidyOnEveryScreen) {
  const std::string file = written("a.txt", lines(230) + "what is unknown\n");
  for (const auto page : {TextHeadsLab::Page::heads, TextHeadsLab::Page::head, TextHeadsLab::Page::narrow})
    expect_tidy_on_screens(reading(file, page), "over a text " + std::to_string(static_cast<int>(page)));
}

}  // namespace
}  // namespace headlight
