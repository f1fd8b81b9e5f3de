// The view of decoding in front of a person: words are taken, forced, typed and taken back.
#include <gtest/gtest.h>

#include <string>

#include "app/lab/lab_work.h"
#include "app/labs/decoding/decoding_lab.h"
#include "app/panels/commands/commands.h"
#include "app/panels/common/panels.h"
#include "tests/app/tidy.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"

namespace headlight {
namespace {

Session decoding_on(const std::string& model = tiny_model_folder()) {
  Session session = tiny_session();
  session.model = model;
  session.text(1).clear();
  session.view = ViewKind::decoding;
  return session;
}

class DecodingTest : public ::testing::Test {
 protected:
  DecodingTest() : driver_(decoding_on()) {}

  const DecodingLab& lab() { return driver_.session().labs.get<DecodingLab>(); }
  const DecodingStudy& study() { return *driver_.results()->lab->result<DecodingStudy>(); }
  template <typename Set>
  void change(Set set) {
    Labs labs = driver_.session().labs;
    set(labs.get<DecodingLab>());
    driver_.apply(SetLabs{labs});
  }
  void press(Key key) { driver_.press(key); }
  void click(const std::string& id) { driver_.click(id); }

  Driver driver_;
};

TEST_F(DecodingTest, SteppersGoRoundAndAChoiceIsOfItsField) {
  change([](DecodingLab& settings) { settings.strategy = DecodingLab::Strategy::beam; });
  const int beams = lab().beams;
  for (int i = 0; i < beams; ++i) click("decoding/beams/back");
  EXPECT_EQ(lab().beams, 8) << "before the least the most";
  click("decoding/beams/on");
  EXPECT_EQ(lab().beams, 1);
  change([](DecodingLab& settings) {
    settings.strategy = DecodingLab::Strategy::sampling;
    settings.seed = 0;
  });
  click("decoding/seed/back");
  EXPECT_EQ(lab().seed, 9999);
  change([](DecodingLab& settings) { settings.page = DecodingLab::Page::cache; });
  ASSERT_TRUE(lab().cache);
  click("decoding/cache/Without");
  EXPECT_FALSE(lab().cache);
  click("decoding/cache/With a cache");
  EXPECT_TRUE(lab().cache);
}

TEST_F(DecodingTest, KeysTakeAWordAndTakeItBack) {
  const std::string first = study().next_words.front();
  press(Key::right);
  EXPECT_EQ(lab().written, std::vector<std::string>{first});
  EXPECT_EQ(driver_.session().view, ViewKind::decoding) << "the arrows are the words' here";
  press(Key::right);
  EXPECT_EQ(lab().written.size(), 2U);
  press(Key::left);
  EXPECT_EQ(lab().written.size(), 1U);
  press(Key::backspace);
  EXPECT_TRUE(lab().written.empty());
  press(Key::undo);
  EXPECT_EQ(lab().written.size(), 1U);
  press(Key::end);
  EXPECT_TRUE(study().ended);
  press(Key::right);
  EXPECT_TRUE(study().ended);
  press(Key::home);
  EXPECT_TRUE(lab().written.empty());
  EXPECT_EQ(key_of_chord("Backspace", false)->key, Key::backspace);
  EXPECT_FALSE(key_of_chord("Backspace", true)) << "a text field needs it";
}

TEST_F(DecodingTest, AnyWordIsTakenByAClickAndAnyOneLeftAgain) {
  const std::string third = study().next_words[2];
  click("decoding/next/2");
  EXPECT_EQ(lab().written, std::vector<std::string>{third});
  click("decoding/take");
  ASSERT_EQ(lab().written.size(), 2U);
  click("decoding/word/0");
  EXPECT_TRUE(lab().written.empty());
  if (!driver_.has("decoding/ahead/1")) return;
  click("decoding/ahead/1");
  EXPECT_EQ(lab().written.size(), 2U);
}

TEST_F(DecodingTest, WhatIsTypedIsWritten) {
  click("decoding/typed");
  driver_.type("l'animal xyzzy");
  driver_.enter();
  EXPECT_EQ(study().written.size(), 2U);
  EXPECT_TRUE(driver_.shows("is not a word that this model can write"));
  click("decoding/back");
  EXPECT_FALSE(driver_.shows("is not a word that this model can write"));
  EXPECT_EQ(lab().written, std::vector<std::string>{"l'"});
}

TEST_F(DecodingTest, DrawsAndBeginningsAreTakenByAClick) {
  change([](DecodingLab& settings) { settings.strategy = DecodingLab::Strategy::sampling; });
  const std::size_t drawn = study().draws[0].words.size();
  click("decoding/draw/0");
  EXPECT_EQ(lab().written.size(), drawn);
  press(Key::home);
  change([](DecodingLab& settings) { settings.strategy = DecodingLab::Strategy::beam; });
  click("decoding/beam/1");
  EXPECT_EQ(lab().written.size(), 1U);
  click("decoding/found/0");
  EXPECT_TRUE(study().ended);
}

TEST_F(DecodingTest, TheArrowsGoThroughTheBeamTree) {
  change([](DecodingLab& settings) { settings.strategy = DecodingLab::Strategy::beam; });
  const std::string second = study().tree_words[2];
  for (int i = 0; i < 200 && driver_.state().focus != "decoding/beam"; ++i) driver_.press(Key::tab);
  ASSERT_EQ(driver_.state().focus, "decoding/beam");
  for (const Key key : {Key::right, Key::right, Key::left, Key::down}) press(key);
  EXPECT_TRUE(lab().written.empty()) << "looking takes nothing";
  press(Key::enter);
  EXPECT_EQ(lab().written, std::vector<std::string>{second});
}

TEST_F(DecodingTest, ACellOfTheAlignmentOpensInTheInspector) {
  const Area map = driver_.area("decoding/alignment");
  driver_.click_at(map.left + 6, map.top + 6);
  ASSERT_FALSE(driver_.session().trail.empty());
  EXPECT_EQ(driver_.session().trail.back().path, study().alignment_path);
}

TEST(Decoding, IsTidyOnEveryPageAndScreen) {
  using Strategy = DecodingLab::Strategy;
  using Page = DecodingLab::Page;
  for (const std::string& model : {tiny_model_folder(), tiny_language_model_folder()}) {
    for (const Page page : {Page::words, Page::cache, Page::layers}) {
      for (const Strategy strategy : {Strategy::greedy, Strategy::sampling, Strategy::beam}) {
        if (page != Page::words && strategy != Strategy::greedy) continue;
        for (const int words : {1, 11, 40}) {
          Session session = decoding_on(model);
          if (words != 11) session.text(0) = words == 1 ? "animal" : many_words(words);
          session.theme = words == 1 ? Theme::dark : Theme::light;
          session.rail = words == 1;
          DecodingLab& lab = session.labs.get<DecodingLab>();
          lab.page = page;
          lab.strategy = strategy;
          if (words != 1) lab.written = {"animal"};
          lab.top_k = strategy == Strategy::sampling ? 3 : 0;
          expect_tidy_at_every_size(session, "decoding, page " + std::to_string(static_cast<int>(page)) +
                                                 ", strategy " + std::to_string(static_cast<int>(strategy)) +
                                                 ", words " + std::to_string(words));
        }
      }
    }
  }
}

TEST(Decoding, IsTidyBeforeAClass) {
  for (const DecodingLab::Page page :
       {DecodingLab::Page::words, DecodingLab::Page::cache, DecodingLab::Page::layers}) {
    for (const auto strategy :
         {DecodingLab::Strategy::greedy, DecodingLab::Strategy::sampling, DecodingLab::Strategy::beam}) {
      for (const Size& size : {Size{1024, 768, 1}, Size{1920, 1080, 1}}) {
        Session session = decoding_on();
        session.presenting = true;
        session.labs.get<DecodingLab>().page = page;
        session.labs.get<DecodingLab>().strategy = strategy;
        Driver driver(session, size.width, size.height, size.scale);
        expect_tidy(driver, name_of(size, "decoding presented, " + std::to_string(static_cast<int>(page)) +
                                              " " + std::to_string(static_cast<int>(strategy))));
        driver.press(Key::page_down);
        EXPECT_EQ(driver.session().labs.get<DecodingLab>().written.size(), 1U);
      }
    }
  }
}

TEST(Decoding, HasNoTabOfAModelThatWritesNothing) {
  Session session = decoding_on(tiny_labeller_folder());
  session.text(0) = "A B C A";
  Driver driver(session);
  EXPECT_FALSE(driver.shows("Decoding"));
  expect_tidy(driver, "a labeller instead of its decoding");
}

}  // namespace
}  // namespace headlight
