// What holds for every lab, whatever it is about.
#include <gtest/gtest.h>

#include <imgui.h>
#include <algorithm>
#include <functional>
#include <regex>
#include <set>

#include "app/lab/lab_work.h"
#include "app/labs/learn/learn_lab.h"
#include "app/labs/lookup/lookup_lab.h"
#include "app/labs/scaling/scaling_lab.h"
#include "app/panels/commands/commands.h"
#include "app/panels/files/export_dialog.h"
#include "app/panels/labs/labs.h"
#include "app/session/session_caption.h"
#include "tests/app/lab_checks.h"
#include "tests/session/lab_pages.h"

namespace headlight {
namespace {

void for_labs(const std::function<void(const LabPanel&)>& visit) {
  for (const LabPanel* panel : lab_panels()) {
    SCOPED_TRACE(panel->lab->title);
    visit(*panel);
  }
}

// A training plays from its start until somebody has chosen a step.
Session at_rest(const LabPanel& lab) {
  Session session = lab_session(lab.lab);
  session.labs.get<LearnLab>().step = 0;
  return session;
}

TEST(Labs, EachHasAPanelInTheOrderOfTheRows) {
  ASSERT_EQ(lab_panels().size(), labs().size());
  for (std::size_t i = 0; i < labs().size(); ++i) EXPECT_EQ(lab_panels()[i]->lab, labs()[i]);
}

TEST(Labs, OpenFromThePalette) {
  Session start = lab_session(lab_named("cost"));
  Driver driver(start);
  for_labs([&](const LabPanel& lab) {
    driver.apply(OpenLab{lab.lab});
    EXPECT_EQ(lab_on_stage(driver.session()), lab.lab);
    EXPECT_TRUE(driver.shows(lab.lab->question));
  });
  for_labs([&](const LabPanel& lab) {
    driver.apply(SetView{ViewKind::lines});
    driver.press(Key::find);
    driver.type(lab.lab->own_view ? called(lab.lab) + " view" : called(lab.lab));
    driver.enter();
    EXPECT_TRUE(shows_lab(driver.session()));
    EXPECT_EQ(lab_on_stage(driver.session()), lab.lab);
  });
}

// They are of the model, whose words and steps the open lab may not have.
TEST(Labs, EditsAreNamedAsInEveryOtherView) {
  Session session = lab_session(lab_named("lookup"));
  session.edits.emplace_back(Edit{.path = "encoder.1.self_attention.head.0.weights",
                                  .kind = Edit::Kind::swap,
                                  .row = 7,
                                  .col = 1,
                                  .other = 5});
  session.edits_open = true;
  for_labs([&](const LabPanel& lab) {
    show_lab(session, lab.lab);
    Driver driver(session, 1440, 900);
    EXPECT_TRUE(driver.shows("swapped"));
    EXPECT_TRUE(driver.shows("Head on"));
  });
}

TEST(Labs, KeysGoThroughAllOfThem) {
  Driver driver(lab_session(labs().front()));
  std::set<const Lab*> seen;
  const auto tabs = static_cast<std::size_t>(
      std::count_if(labs().begin(), labs().end(), [](const Lab* lab) { return !lab->own_view; }));
  for (std::size_t i = 0; i < tabs; ++i) {
    seen.insert(driver.session().lab);
    driver.press(Key::next_lab);
  }
  EXPECT_EQ(seen.size(), tabs);
  EXPECT_EQ(driver.session().lab, labs().front()) << "the first comes after the last";
  driver.press(Key::previous_lab);
  EXPECT_EQ(driver.session().lab, labs()[tabs - 1]);
  EXPECT_EQ(key_of_chord("Ctrl Page Down", false)->key, Key::next_lab);
}

TEST(Labs, TheSheetOfKeysExplainsEachFirstWhereItIsOpen) {
  for_labs([](const LabPanel& lab) {
    EXPECT_GT(std::string(lab.help).size(), 20U);
    Driver driver(lab_session(lab.lab));
    driver.move(720, 500);
    driver.press(Key::help);
    const std::string called_there = lab.lab->own_view ? lab.lab->title : lab.lab->question;
    EXPECT_EQ(driver.state<KeysSheet>().explained, called_there);
    EXPECT_TRUE(driver.shows(called_there));
  });
}

TEST(Labs, DrawOnAnEmptySession) {
  for_labs([](const LabPanel& lab) {
    Session session = lab_session(lab.lab);
    session.text(0) = session.text(1) = "";
    Driver driver(session);
    EXPECT_FALSE(driver.placed().empty());
    session.text(0) = "xyzzy";
    Driver unknown(session);
    EXPECT_FALSE(unknown.placed().empty());
  });
}

TEST(Labs, AreTidyOnEveryScreen) {
  const std::string sentences[][2] = {
      {tired_sentence, wide_sentence}, {tired_sentence, ""}, {"animal", ""}, {many_words(40), ""}};
  for_labs([&](const LabPanel& lab) {
    for (const auto& [first, second] : sentences) {
      Session session = lab_session(lab.lab);
      session.text(0) = first;
      session.text(1) = second;
      session.token = -1;
      session.theme = second.empty() ? Theme::dark : Theme::light;
      expect_tidy_at_every_size(session, std::string(lab.lab->title) + ": " + first.substr(0, 20));
    }
  });
}

TEST(Labs, AreTidyBeforeAClass) {
  for_labs([](const LabPanel& lab) {
    for (const Size& size : {Size{1024, 768, 1}, Size{1440, 900, 1}}) {
      Session session = lab_session(lab.lab);
      session.presenting = true;
      Driver driver(session, size.width, size.height, size.scale);
      expect_tidy(driver, name_of(size, std::string(lab.lab->title) + ", presented"));
      EXPECT_TRUE(driver.shows(lab.lab->question));
    }
  });
}

TEST(Labs, AreTheSameAfterTheSessionWasSaved) {
  for_labs([](const LabPanel& lab) {
    const Session session = lab_session(lab.lab);
    EXPECT_EQ(session_from_json(to_json(session)), session);
  });
}

// Sliders take the arrows: the first one of each lab is moved, and the move taken back.
TEST(Labs, ASettingCanBeTakenBack) {
  for_labs([](const LabPanel& lab) {
    Driver driver(lab_session(lab.lab));
    const Session before = driver.session();
    const auto slider = std::find_if(driver.placed().begin(), driver.placed().end(), [](const Placed& each) {
      return each.kind == Placed::Kind::item && each.name.starts_with("slide/") &&
             each.name != "slide/steps" &&
             !each.name.starts_with("slide/order/");  // words that the arrows move
    });
    if (slider == driver.placed().end()) return;
    const std::string id = slider->name;
    const Area place = slider->area;
    for (const float share : {0.02F, 0.98F}) {
      driver.click_at(place.left + share * place.width(), place.middle_y());
      if (driver.session().labs != before.labs) break;
    }
    ASSERT_NE(driver.session().labs, before.labs) << id;
    driver.press(Key::undo);
    EXPECT_EQ(driver.session().labs, before.labs) << id;
    driver.press(Key::redo);
    EXPECT_NE(driver.session().labs, before.labs) << id;
  });
}

TEST(Labs, ExportWhatTheyHave) {
  const TemporaryFolder folder;
  for_labs([&](const LabPanel& lab) {
    Driver driver(lab_session(lab.lab));
    driver.press(Key::export_figure);
    ExportDialog& dialog = driver.state<ExportDialog>();
    EXPECT_EQ(dialog.name, name_of(lab_names(), lab.lab)) << "the name says which lab";
    expect_tidy(driver, std::string("export of ") + lab.lab->title);
    dialog.more = true;
    driver.frame();
    EXPECT_TRUE(driver.shows(called(lab.lab) + ": "));
    dialog.folder = folder.path().string();
    int written = 0;
    const auto write = [&](const std::string& kind) {
      driver.click("export/kind/" + kind);
      dialog.name = std::string(lab.lab->title) + std::to_string(written++);
      driver.click("export/write");
      EXPECT_EQ(dialog.error, "") << kind;
      EXPECT_TRUE(driver.shows("Written")) << kind;
    };
    for (const char* kind : {"PNG", "SVG", "PDF"}) write(kind);
    for (const char* what : {"heatmaps", "numbers"}) {
      const std::string id = std::string("export/what/") + what;
      if (!driver.has(id)) continue;
      driver.click(id);
      expect_tidy(driver, std::string("export of ") + lab.lab->title);
      if (std::string(what) == "heatmaps") {
        write("PNG");
      } else {
        for (const char* kind : {"CSV", "NPY", "TSV"}) write(kind);
      }
    }
    EXPECT_FALSE(driver.has("export/what/animation")) << "steps are the model's";
  });
}

TEST(Labs, TheCaptionNamesTheLabAndItsSettings) {
  for_labs([](const LabPanel& lab) {
    Driver driver(lab_session(lab.lab));
    const StageCaption caption = stage_caption(driver.session(), *driver.results());
    EXPECT_EQ(caption.path.find(called(lab.lab) + ": "), 0U) << caption.path;
    EXPECT_EQ(caption.path.find(".self_attention."), std::string::npos) << caption.path;
  });
}

TEST(Labs, EveryControlIsReachedByTabAndShowsIt) {
  for_labs([](const LabPanel& lab) {
    Driver driver(at_rest(lab));
    driver.press(Key::tab);
    const std::vector<std::string> order = driver.state().focus_order;
    ASSERT_FALSE(order.empty());
    std::set<std::string> reached;
    for (std::size_t i = 0; i < 2 * order.size(); ++i) {
      reached.insert(driver.state().focus);
      EXPECT_TRUE(driver.state().focus_visible);
      ASSERT_TRUE(driver.has(driver.state().focus)) << driver.state().focus;
      EXPECT_FALSE(driver.area(driver.state().focus).empty()) << driver.state().focus;
      // A text field that takes what is typed shows it, focus or not.
      const bool typing = !driver.state().typing.empty();
      const int with = ImGui::GetDrawData()->TotalVtxCount;
      driver.state().focus_visible = false;
      driver.frame();
      EXPECT_TRUE(typing || ImGui::GetDrawData()->TotalVtxCount < with)
          << driver.state().focus << " shows no focus";
      driver.state().focus_visible = true;
      driver.frame();
      if (reached.size() == order.size()) break;
      driver.press(Key::tab);
    }
    EXPECT_EQ(reached, std::set<std::string>(order.begin(), order.end()));
  });
}

TEST(Labs, AreAtRestWhenNobodyDoesAnything) {
  for_labs([](const LabPanel& lab) {
    Driver driver(at_rest(lab));
    driver.pass(1);
    EXPECT_FALSE(driver.wants_another_frame());
    EXPECT_GT(driver.rest(), 1.0);
  });
}

// What is chosen in a lab: the row and column that it comes from, and their way there.

void click_cell(Driver& driver, const std::string& id, float right, float down) {
  const Area cells = driver.area(id);
  driver.click_at(cells.left + right * cells.width(), cells.top + down * cells.height());
}

// Half a second later nothing moves any more; at once it does, unless motion is off.
void expect_motion_then_rest(Driver& driver, bool moves) {
  EXPECT_EQ(driver.wants_another_frame(), moves);
  driver.pass(0.5);
  EXPECT_FALSE(driver.wants_another_frame());
  EXPECT_GT(driver.rest(), 1.0);
}

TEST(LabMotion, ACellOfAttentionIsWhereItsRowAndColumnMeet) {
  for (const bool still : {false, true}) {
    for (const char* part : {"stage/scores", "stage/weights", "stage/output"}) {
      SCOPED_TRACE(part);
      Session session = lab_session(lab_named("attention"));
      session.reduced_motion = still;
      Driver driver(session, 1440, 900);
      driver.pass(0.5);
      EXPECT_FALSE(driver.wants_another_frame()) << "what was there when the lab opened is at rest";
      click_cell(driver, part, 0.6F, 0.3F);
      ASSERT_FALSE(driver.session().trail.empty());
      driver.frame();
      expect_motion_then_rest(driver, !still);
    }
  }
}

TEST(LabMotion, AnotherLabOpensAtRest) {
  Driver driver(lab_session(lab_named("attention")), 1440, 900);
  driver.pass(0.5);
  driver.apply(OpenLab{lab_named("lookup")});
  driver.frame();
  EXPECT_FALSE(driver.wants_another_frame());
}

TEST(LabMotion, ALetterLeavesTheTable) {
  for (const bool still : {false, true}) {
    Session session = lab_session(lab_named("lookup"));
    session.reduced_motion = still;
    Driver driver(session, 1440, 900);
    driver.pass(0.5);
    EXPECT_FALSE(driver.wants_another_frame());
    click_cell(driver, "product", 0.5F, 0.9F);
    EXPECT_EQ(driver.session().labs.get<LookupLab>().place, 4);
    driver.frame();
    expect_motion_then_rest(driver, !still);
  }
}

// How the labs write numbers, on every page.

TEST(LabNumbers, HaveTheTypographicMinus) {
  const std::regex keyboards("(^|[^A-Za-z0-9])-[.0-9]");
  int minuses = 0;
  for (const LabPage& page : lab_pages()) {
    Driver driver(page.session);
    for (const Placed& each : driver.placed()) {
      if (each.kind != Placed::Kind::text) continue;
      EXPECT_FALSE(std::regex_search(each.name, keyboards)) << page.name << ": " << each.name;
      minuses += each.name.find("−") != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(minuses, 100);
}

// Where the lab reads the model without the session's edits it says so on its stage.
TEST(LabNumbers, OfAModelWithoutItsEditsAreSaidToBeThat) {
  Session session = lab_session(lab_named("positions"));
  session.labs.get<PositionsLab>().page = PositionsPage::scores;
  session.edits = {
      Edit{.path = "encoder.0.self_attention.head.0.scaled", .kind = Edit::Kind::multiply, .values = {0.5F}}};
  expect_tidy_on_screens(session, "scores without an edit");
  Driver driver(session);
  EXPECT_TRUE(driver.shows("Without your 1 edit"));
  session.labs.get<PositionsLab>().page = PositionsPage::attention;
  Driver edited(session);
  EXPECT_FALSE(edited.shows("Without your"));
}

TEST(LabNumbers, OfARandomProductAreTakenApart) {
  Session session = lab_session(lab_named("scaling"));
  session.labs.get<ScalingLab>().page = ScalingLab::Page::softmax;
  for (const auto source : {ScalingLab::Source::sampled, ScalingLab::Source::model}) {
    session.labs.get<ScalingLab>().source = source;
    Driver driver(session);
    driver.click("scaling/bars/plain/3");
    ASSERT_EQ(driver.session().trail.size(), 1U);
    const CellName cell = driver.session().trail[0];
    EXPECT_EQ(cell.path, "attention_lab.scores");
    EXPECT_EQ(cell.col, 3);
    const ScalingStudy& study = *driver.results()->lab->result<ScalingStudy>();
    const Trace& trace = *driver.results()->lab->recorded->trace(driver.session().side);
    EXPECT_EQ(trace.cell({trace.at(cell.path), cell.row, cell.col}), study.softmax.scores(cell.row, 3));
    EXPECT_TRUE(driver.shows("attention_lab.scores")) << "the inspector";
    driver.click("scaling/bars/scaled/2");
    EXPECT_EQ(driver.session().trail.back().path, "attention_lab.scaled");
    expect_tidy(driver, "a product in the inspector");
  }
}

}  // namespace
}  // namespace headlight
