// The export sheet: what it writes and where, what it says, and how it ends.
#include <gif_lib.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "app/panels/common/panels.h"
#include "app/panels/files/export_dialog.h"
#include "tests/app/driver.h"
#include "tests/app/tidy.h"

namespace headlight {
namespace {

class Export : public ::testing::Test {
 protected:
  Export() : driver_(tiny_session()) {
    driver_.press(Key::export_figure);
    driver_.state<ExportDialog>().folder = folder_.path().string();
    driver_.state<ExportDialog>().name = "map";
    driver_.state<ExportDialog>().more = true;
    driver_.frame();
  }
  ExportDialog& dialog() { return driver_.state<ExportDialog>(); }
  bool written(const std::string& name) const { return std::filesystem::exists(folder_.path() / name); }

  TemporaryFolder folder_;
  Driver driver_;
};

TEST_F(Export, WritesEverythingInEveryType) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> all{{"stage", {"PNG", "SVG", "PDF"}},
                                                                          {"heatmaps", {"PNG", "SVG", "PDF"}},
                                                                          {"numbers", {"CSV", "NPY", "TSV"}},
                                                                          {"animation", {"GIF"}}};
  for (const auto& [what, kinds] : all) {
    driver_.click("export/what/" + what);
    for (const std::string& kind : kinds) {
      dialog().name = what.substr(0, 5);
      driver_.click("export/kind/" + kind);
      driver_.click("export/write");
      EXPECT_EQ(dialog().error, "") << what << " " << kind;
      EXPECT_TRUE(driver_.shows("Written")) << what << " " << kind;
    }
  }
  for (const char* file : {"stage.png", "stage.svg", "stage.pdf", "heatm.png", "heatm.svg", "heatm.pdf",
                           "numbe.csv", "numbe.npy", "numbe.tsv", "anima.gif"}) {
    EXPECT_TRUE(written(file)) << file;
  }
}

TEST_F(Export, AWorkSheetIsAPdfWithOrWithoutAnswers) {
  const Session before = driver_.session();
  driver_.click("export/what/work sheet");
  driver_.state<ExportDialog>().name = "sheet";
  driver_.frame();
  EXPECT_FALSE(driver_.has("export/kind/PNG"));
  const auto pages = [&](const char* name) {
    driver_.click("export/write");
    EXPECT_EQ(dialog().error, "");
    EXPECT_TRUE(driver_.shows("Written"));
    std::ifstream in(folder_.path() / name, std::ios::binary);
    const std::string pdf{std::istreambuf_iterator<char>(in), {}};
    std::size_t count = 0;
    for (std::size_t at = pdf.find("/MediaBox"); at != std::string::npos; at = pdf.find("/MediaBox", at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(pages("sheet.pdf"), 1U);
  driver_.click("export/answers/on extra pages");
  dialog().name = "both";
  EXPECT_EQ(pages("both.pdf"), 2U);
  driver_.click("export/tasks/the whole head");
  driver_.click("export/paper/Letter");
  dialog().name = "head";
  EXPECT_GT(pages("head.pdf"), 3U);
  expect_tidy(driver_, "what came of it, below all choices");
  EXPECT_TRUE(driver_.session() == before) << "it is no change of the session";
}

TEST_F(Export, AStepWithoutTasksSaysWhichHaveSome) {
  driver_.press(Key::escape);
  driver_.apply(GoToStep{"source.tokens"});
  driver_.apply(SetView{ViewKind::steps});
  driver_.press(Key::export_figure);
  driver_.click("export/what/work sheet");
  EXPECT_FALSE(driver_.has("export/tasks/this step")) << "of no head there is nothing more";
  driver_.click("export/write");
  EXPECT_TRUE(driver_.shows("nothing to calculate by hand in this step: choose")) << dialog().error;
  EXPECT_FALSE(written("work-sheet.pdf"));
}

TEST_F(Export, AsksBeforeItWritesOver) {
  std::ofstream(folder_.path() / "map.png") << "mine";
  driver_.click("export/write");
  EXPECT_TRUE(driver_.shows("already there"));
  EXPECT_EQ(std::filesystem::file_size(folder_.path() / "map.png"), 4U);
  driver_.click("export/write");
  EXPECT_TRUE(driver_.shows("Written"));
  EXPECT_GT(std::filesystem::file_size(folder_.path() / "map.png"), 4U);
}

TEST_F(Export, WhatWasWrittenIsSaidUntilSomethingChanges) {
  for (const char* change : {"export/what/heatmaps", "export/kind/SVG", "export/what/animation",
                             "export/delay/1.6 s", "export/range/all"}) {
    dialog().done = "Written: before";
    driver_.frame();
    std::string id = change;
    for (const Placed& each : driver_.placed()) {
      if (each.name.starts_with(change)) id = each.name;
    }
    driver_.click(id);
    EXPECT_FALSE(driver_.shows("Written")) << change;
  }
  dialog().done = "Written: before";
  driver_.frame();
  EXPECT_TRUE(driver_.shows("Written"));
  driver_.press(Key::escape);
  driver_.press(Key::export_figure);
  EXPECT_EQ(driver_.state().overlay, Overlay::export_figure);
  EXPECT_FALSE(driver_.shows("Written")) << "opened again, it begins afresh";
}

TEST_F(Export, SaysWhyItCouldNot) {
  dialog().folder = (folder_.path() / "nowhere").string();
  driver_.frame();
  driver_.click("export/write");
  EXPECT_FALSE(dialog().error.empty());
  EXPECT_TRUE(dialog().done.empty());
}

TEST_F(Export, ClosesWithoutWriting) {
  driver_.click("export/close");
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(Export, AnAnimationHasAFrameAStep) {
  driver_.click("export/what/animation");
  driver_.click("export/scale/1×");
  driver_.click("export/write");
  ASSERT_TRUE(written("map.gif")) << dialog().error;
  GifFileType* gif = DGifOpenFileName((folder_ / "map.gif").c_str(), nullptr);
  ASSERT_NE(gif, nullptr);
  EXPECT_EQ(DGifSlurp(gif), GIF_OK);
  EXPECT_EQ(gif->ImageCount, dialog().drawings);
  EXPECT_GT(gif->ImageCount, 4) << "query, key, value, scores ...";
  EXPECT_EQ(gif->SWidth, static_cast<int>(driver_.state<StageArea>().area.width()));
  DGifCloseFile(gif, nullptr);
}

TEST_F(Export, AnAnimationCanBeCancelled) {
  driver_.click("export/what/animation");
  dialog().all_steps = true;
  driver_.state().requests.push_back(WriteExport{folder_ / "map.gif"});
  driver_.frame();
  ASSERT_TRUE(driver_.busy()) << "so many steps take more than a frame";
  driver_.frame();
  driver_.click("export/cancel");
  EXPECT_TRUE(driver_.shows("Cancelled"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(Export, ClosingGivesUpWhatIsBeingWritten) {
  dialog().what = ExportWhat::steps;
  dialog().all_steps = true;
  driver_.state().requests.push_back(WriteExport{folder_ / "map.gif"});
  driver_.frame();
  driver_.press(Key::escape);
  EXPECT_FALSE(driver_.busy());
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(Export, CopiesTheNumbersWithTheirWords) {
  driver_.click("export/copy");
  const std::string copied = ImGui::GetClipboardText();
  EXPECT_NE(copied.find("\tanimal\t"), std::string::npos) << copied;
  EXPECT_EQ(std::count(copied.begin(), copied.end(), '\n'), 3 * 12) << "three panels with their heads";
  driver_.click("export/copy_path");
  EXPECT_STREQ(ImGui::GetClipboardText(), "encoder.1.self_attention.head.0.weights");
}

TEST_F(Export, HeatmapsHaveWhatTheSheetSays) {
  driver_.click("export/what/heatmaps");
  driver_.click("export/kind/SVG");
  const auto svg = [&] {
    driver_.click("export/write");
    if (dialog().overwrite) driver_.click("export/write");
    EXPECT_EQ(dialog().error, "");
    std::ifstream in(folder_.path() / "map.svg");
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string usual = svg();
  EXPECT_NE(usual.find(">encoder.1.self_attention.head.0.weights</text>"), std::string::npos);
  EXPECT_NE(usual.find("<linearGradient"), std::string::npos);
  for (const char* off : {"export/with path", "export/with caption", "export/with bar"}) driver_.click(off);
  driver_.click("export/width/two columns, 174 mm");
  driver_.click("export/points/7 pt");
  dialog().title = "Mine";
  const std::string bare = svg();
  EXPECT_EQ(bare.find("head.0.weights</text>"), std::string::npos);
  EXPECT_EQ(bare.find("<linearGradient"), std::string::npos);
  EXPECT_NE(bare.find(">Mine</text>"), std::string::npos);
  EXPECT_NE(bare.find("width=\"174mm\""), std::string::npos);
  // What was chosen stays, also when the sheet is opened again.
  driver_.press(Key::escape);
  driver_.press(Key::export_figure);
  EXPECT_FALSE(dialog().figure.path);
  EXPECT_EQ(dialog().figure.width_mm, two_columns_mm);
  driver_.click("export/colours/logarithmic");
  driver_.click("export/without sink");
  EXPECT_TRUE(driver_.session().colour_scale.logarithmic);
  EXPECT_TRUE(driver_.session().colour_scale.without_sink);
}

TEST(ExportOfWhatIsShown, ARightClickOnAPictureOpensTheSheet) {
  Session session = tiny_session();
  session.altitude = Altitude::head;
  Driver driver(session, 1280, 800);
  const auto right_click = [&](const Area& at) {
    driver.input().move(at.middle_x(), at.middle_y());
    driver.frame();
    driver.input().button(1, true);
    driver.frame();
    driver.input().button(1, false);
    driver.draw_until_at_rest();
  };
  right_click(driver.area("place/map"));
  EXPECT_EQ(driver.state().overlay, Overlay::none) << "the small map is no picture to save";
  right_click(driver.area("place/table"));
  EXPECT_EQ(driver.state().overlay, Overlay::export_figure);
  EXPECT_EQ(driver.state<ExportDialog>().what, ExportWhat::heatmap);
}

TEST_F(Export, TheFirstLookHasFiveChoices) {
  driver_.click("export/more");
  const auto first = [&] {
    std::set<std::string> asked;
    for (const std::string& id : driver_.state().focus_order) {
      const std::size_t end = id.find('/', std::string_view("export/").size());
      if (id.starts_with("export/")) asked.insert(id.substr(0, end));
    }
    return asked;
  };
  // A heatmap: as, how wide, four things with it, two for print, and its name.
  dialog().what = ExportWhat::heatmap;
  dialog().what_chosen = true;
  driver_.frame();
  const std::set<std::string> of_maps{"export/as",           "export/width",     "export/with title",
                                      "export/with numbers", "export/with bar",  "export/with caption",
                                      "export/grey",         "export/no ground", "export/name",
                                      "export/more",         "export/copy",      "export/copy_picture",
                                      "export/close",        "export/write"};
  for (const std::string& id : first()) EXPECT_TRUE(of_maps.contains(id)) << id;
  for (const auto& [as, what, ending] : {std::tuple{"SVG", ExportWhat::heatmap, "svg"},
                                         {"GIF", ExportWhat::steps, "gif"},
                                         {"CSV", ExportWhat::numbers, "csv"},
                                         {"PDF", ExportWhat::heatmap, "pdf"}}) {
    driver_.click(std::string("export/as/") + as);
    EXPECT_EQ(dialog().what, what) << as;
    driver_.click("export/write");
    EXPECT_TRUE(written(std::string("map.") + ending)) << dialog().error;
  }
  driver_.click("export/more");
  EXPECT_TRUE(driver_.has("export/what/whole pass"));
  EXPECT_TRUE(driver_.has("export/folder"));
}

TEST_F(Export, ThePreviewIsWhatWillBeWritten) {
  driver_.click("export/what/heatmaps");
  const auto wait_for = [&](const char* text) {
    for (int i = 0; i < 8000 && !driver_.shows(text); ++i) driver_.pass(0.02);
    return driver_.shows(text);
  };
  EXPECT_TRUE(wait_for("units."));
  driver_.click("export/width/one column, 85 mm");
  dialog().figure.stacked = true;
  EXPECT_TRUE(wait_for("85 ×"));
  dialog().figure.font = "No Such Font";
  EXPECT_TRUE(wait_for("no font called")) << "what cannot be drawn is said there";
}

}  // namespace
}  // namespace headlight
