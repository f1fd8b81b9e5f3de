// What Find lists first, and what it does not list at all.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <map>

#include "app/lessons/library.h"
#include "app/panels/commands/commands.h"
#include "app/panels/files/export_dialog.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/widgets/finder.h"
#include "tests/app/driver.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

class Find : public ::testing::Test {
 protected:
  Find() : driver_(Session{}) { driver_.press(Key::find); }
  void ask(const std::string& query) {
    driver_.state().overlay = Overlay::none;
    driver_.frame();
    driver_.frame();
    driver_.press(Key::find);
    driver_.type(query);
  }
  // All that stands in a row, from left to right.
  std::string row(int number) {
    const std::string id = "palette/row/" + std::to_string(number);
    if (!driver_.has(id)) return "";
    const Area area = driver_.area(id);
    std::map<float, std::string> texts;
    for (const Placed& each : driver_.placed()) {
      const bool inside = area.contains({each.area.left, each.area.middle_y()});
      if (each.kind == Placed::Kind::text && each.layer > 0 && inside) texts[each.area.left] = each.name;
    }
    std::string text;
    for (const auto& [left, each] : texts) text += each;
    return text;
  }
  Driver driver_;
};

TEST_F(Find, PutsWhatIsMeantFirst) {
  expect_answers([&](const std::string& query) {
    ask(query);
    return row(0);
  });
}

// As ten kinds of people say it: pupil, teacher, author, engineer, linguist, student, reviewer, parent, a
// reader of papers, one who knows another tool. "query: how a row begins", and whether it is among the first
// three.
TEST_F(Find, KnowsWhatPeopleCallThings) {
  expect_answers([&](const std::string& question) {
    const std::size_t colon = question.find(": ");
    ask(question.substr(0, colon));
    const std::string meant = question.substr(colon + 2);
    for (int i = 0; i < 3; ++i) {
      if (row(i).starts_with(meant)) return std::string("found");
    }
    return "not found, but " + row(0) + " | " + row(1) + " | " + row(2);
  });
}

TEST_F(Find, HasNoWildHits) {
  for (const auto& [query, wild] : {std::pair("rope", "Start again"), std::pair("rope", "Previous step"),
                                    std::pair("mask", "Smaller"), std::pair("causal", "Close")}) {
    ask(query);
    for (int i = 0; !row(i).empty(); ++i) EXPECT_EQ(row(i).find(wild), std::string::npos) << row(i);
  }
  for (const char* query : {"rope", "lstm", "kv cache", "beam", "relu", "gelu"}) {
    ask(query);
    int rows = 0;
    while (!row(rows).empty()) ++rows;
    EXPECT_GT(rows, 0) << query;
    EXPECT_LT(rows, 12) << query;
  }
  for (const char* query : {"xyzzy", "ofni", "eads", "rtoy"}) {
    ask(query);
    EXPECT_TRUE(driver_.shows("Nothing has that name")) << query << " finds: " << row(0);
  }
}

TEST_F(Find, SaysTheSentenceOfTheChosenWordAndGoesThere) {
  ask("causal");
  EXPECT_TRUE(driver_.shows("itself")) << "of its sentence";
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  EXPECT_EQ(driver_.session().step, "decoder.0.self_attention.head.0.masked");
}

TEST_F(Find, ShowsAMatrixWhereItIsDrawn) {
  driver_.state().overlay = Overlay::none;
  driver_.apply(ShowSides{Sides::difference});
  ask("W^O");
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().step, "encoder.1.self_attention.projected") << "of the head that is looked at";
  EXPECT_EQ(driver_.session().sides, Sides::one) << "a difference is drawn without what it is made of";
  EXPECT_TRUE(driver_.has("right"));
}

TEST_F(Find, GoesToALayer) {
  ask("decoder 0");
  driver_.press(Key::enter);
  EXPECT_EQ(shown_path(driver_.session()).find("decoder.0."), 0U) << driver_.session().step;
}

TEST_F(Find, OpensTheExportOfAWorkSheet) {
  ask("worksheet");
  EXPECT_TRUE(row(0).starts_with("Work sheet")) << row(0);
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.state().overlay, Overlay::export_figure);
  EXPECT_TRUE(driver_.has("export/answers/none"));
  EXPECT_EQ(driver_.state<ExportDialog>().name, "work-sheet");
}

TEST_F(Find, UnfoldsTheNoteForTheTeacherWhereThereIsOne) {
  const auto lists_it = [&] {
    ask("teacher");
    for (int i = 0; !row(i).empty(); ++i) {
      if (row(i).starts_with("For the teacher")) return i;
    }
    return -1;
  };
  EXPECT_EQ(lists_it(), -1) << "no lesson is open";
  const auto has_note = [](const LessonStep& step) { return !step.note.empty(); };
  for (const LessonPtr& lesson : shipped_lessons()) {
    const auto noted = std::find_if(lesson->steps.begin(), lesson->steps.end(), has_note);
    if (noted == lesson->steps.end()) continue;
    driver_.apply(OpenLesson{lesson->name, static_cast<int>(noted - lesson->steps.begin())});
    break;
  }
  ASSERT_FALSE(driver_.session().lesson.empty());
  driver_.apply(SetRail{false});
  const int place = lists_it();
  ASSERT_GE(place, 0);
  driver_.click("palette/row/" + std::to_string(place));
  driver_.frame();
  EXPECT_TRUE(driver_.session().rail) << "the rail is open";
  EXPECT_TRUE(driver_.state<LessonState>().note_open);
}

TEST_F(Find, OpensThePageOfAWordThatIsNowhereToBeSeen) {
  ask("curriculum");
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.state().overlay, Overlay::glossary);
  EXPECT_TRUE(driver_.shows("curriculum"));
}

// The last letters and Enter may come within one frame, as from a fast hand on a slow machine.
TEST_F(Find, EnterTakesWhatIsTypedAtThatMoment) {
  ask("");
  ImGui::GetIO().AddInputCharactersUTF8("heads");
  driver_.press(Key::enter);
  EXPECT_EQ(driver_.session().view, ViewKind::heads);
  EXPECT_EQ(driver_.session().altitude, Altitude::head);
}

TEST(Fuzzy, BeginsAtTheBeginningOfWords) {
  EXPECT_TRUE(fuzzy_match("norm", "LayerNorm"));
  EXPECT_TRUE(fuzzy_match("esa", "Encoder self-attention"));
  EXPECT_TRUE(fuzzy_match("laynor", "layer normalization"));
  EXPECT_FALSE(fuzzy_match("rope", "Start again: the animal and the street"));
  EXPECT_FALSE(fuzzy_match("eads", "Heads view"));
  EXPECT_FALSE(fuzzy_match("rope", "properties"));
  EXPECT_TRUE(fuzzy_match("rope", "reset default opening example")) << "initials of a name";
  EXPECT_FALSE(match_beginnings("rope", "reset default opening example"));
  EXPECT_TRUE(match_beginnings("def ex", "reset default opening example"));
  EXPECT_FALSE(fuzzy_match("az", "a b c d z")) << "too far apart";
}

TEST(Fuzzy, AHyphenIsASpaceAndACaretAnUnderscore) {
  EXPECT_TRUE(fuzzy_match("feed-forward", "feed forward"));
  EXPECT_TRUE(fuzzy_match("feed forward", "feed-forward"));
  EXPECT_TRUE(fuzzy_match("w_o", "W^O"));
  EXPECT_EQ(fuzzy_match("- -", "anything")->score, 0);
}

TEST(Names, ANumberBelongsToTheWordBeforeIt) {
  const auto score = [](std::string_view query, std::string_view name) {
    const auto match = match_names(query, name, {});
    return match ? match->score : 0;
  };
  EXPECT_GT(score("head 2 layer 0", "Decoder layer 0, head 2"),
            score("head 2 layer 0", "Decoder layer 2, head 0"));
  EXPECT_GT(score("layer 1", "Encoder layer 1, head 0"), score("layer 1", "Encoder layer 10, head 1"));
}

TEST(Names, TheNameItselfIsBest) {
  const std::vector<std::string> also{"W_O", "output projection"};
  const int exact = match_names("output-projection", "W^O", also)->score;
  const int part = match_names("output", "W^O", also)->score;
  EXPECT_GT(exact, part);
  EXPECT_TRUE(match_names("output", "W^O", also)->positions.empty());
  EXPECT_FALSE(match_names("W^O", "W^O", also)->positions.empty());
  EXPECT_FALSE(match_names("input", "W^O", also));
}

}  // namespace
}  // namespace headlight
