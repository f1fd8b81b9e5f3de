#include <gif_lib.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <png.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "app/panels/panels.h"
#include "app/window/run.h"
#include "app/window/stage_recorder.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

class Export : public ::testing::Test {
 protected:
  Export() : driver_(tiny_session()) {
    driver_.settle();
    driver_.press(Key::export_figure);
    driver_.state().export_dialog.folder = folder_.path().string();
    driver_.state().export_dialog.name = "map";
    driver_.frame();
  }
  ExportDialog& dialog() { return driver_.state().export_dialog; }
  bool written(const std::string& name) const { return std::filesystem::exists(folder_.path() / name); }

  TemporaryFolder folder_;
  Driver driver_;
};

TEST_F(Export, WritesEverythingInEveryType) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> all{{"stage", {"PNG", "SVG", "PDF"}},
                                                                          {"heatmaps", {"PNG", "SVG", "PDF"}},
                                                                          {"numbers", {"CSV", "NPY", "TSV"}},
                                                                          {"steps, animated", {"GIF"}}};
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
                           "numbe.csv", "numbe.npy", "numbe.tsv", "steps.gif"}) {
    EXPECT_TRUE(written(file)) << file;
  }
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
  driver_.click("export/what/steps, animated");
  driver_.click("export/scale/1×");
  driver_.click("export/write");
  ASSERT_TRUE(written("map.gif")) << dialog().error;
  GifFileType* gif = DGifOpenFileName((folder_ / "map.gif").c_str(), nullptr);
  ASSERT_NE(gif, nullptr);
  EXPECT_EQ(DGifSlurp(gif), GIF_OK);
  EXPECT_EQ(gif->ImageCount, dialog().drawings);
  EXPECT_GT(gif->ImageCount, 4) << "query, key, value, scores ...";
  EXPECT_EQ(gif->SWidth, static_cast<int>(driver_.state().stage.width()));
  DGifCloseFile(gif, nullptr);
}

TEST_F(Export, AnAnimationCanBeCancelled) {
  driver_.click("export/what/steps, animated");
  dialog().all_steps = true;
  dialog().target = folder_.path() / "map.gif";
  dialog().start = true;
  driver_.frame();
  ASSERT_TRUE(driver_.exporting()) << "so many steps take more than a frame";
  driver_.frame();
  driver_.click("export/cancel");
  EXPECT_TRUE(driver_.shows("Cancelled"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(Export, ClosingGivesUpWhatIsBeingWritten) {
  dialog().what = ExportWhat::steps;
  dialog().all_steps = true;
  dialog().target = folder_.path() / "map.gif";
  dialog().start = true;
  driver_.frame();
  driver_.press(Key::escape);
  EXPECT_FALSE(driver_.exporting());
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

// The stage of a session at the size it has in the driver's window.
class Recorded {
 public:
  explicit Recorded(Driver& driver) : fonts_(atlas_, 1), recorder_(atlas_) {
    pictures_.follow(driver.document());
    const Area& stage = driver.state().stage;
    drawing_ = recorder_.record(driver.session(), driver.document(), pictures_, fonts_, driver.state(),
                                {stage.width(), stage.height()});
  }
  const Drawing& drawing() const { return drawing_; }

  template <typename Kind>
  std::vector<Kind> all() const {
    std::vector<Kind> found;
    for (const DrawnItem& item : drawing_.items) {
      if (const Kind* kind = std::get_if<Kind>(&item)) found.push_back(*kind);
    }
    return found;
  }

 private:
  ImFontAtlas atlas_;
  Fonts fonts_;
  StageRecorder recorder_;
  Pictures pictures_;
  Drawing drawing_;
};

using TextAt = std::tuple<std::string, int, int>;

TEST(StagePicture, ShowsTheTextsOfTheScreenWhereTheyAre) {
  for (const StageView& view : views()) {
    Session session = tiny_session();
    session.view = view.kind;
    Driver driver(session);
    driver.settle();
    const Area stage = driver.state().stage;
    std::set<TextAt> on_screen;
    for (const Placed& each : driver.placed()) {
      if (each.kind != Placed::Kind::text || each.layer != 0) continue;
      on_screen.emplace(each.name, static_cast<int>(std::lround(each.area.left - stage.left)),
                        static_cast<int>(std::lround(each.area.right - each.area.left)));
    }
    const Recorded recorded(driver);
    int texts = 0;
    for (const DrawnText& text : recorded.all<DrawnText>()) {
      if (text.at.y > static_cast<double>(stage.height()) || text.degrees != 0) continue;
      ++texts;
      EXPECT_TRUE(on_screen.contains(
          {text.text, static_cast<int>(std::lround(text.at.x)), static_cast<int>(std::lround(text.width))}))
          << view.panel.title << ": \"" << text.text << "\" at " << text.at.x;
    }
    EXPECT_GT(texts, 20) << view.panel.title;
  }
}

struct Image {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb = {};

  // Of the pixels in a square, a channel.
  int mean(int left, int top, int side, int channel) const {
    int sum = 0;
    for (int i = 0; i < side * side; ++i) {
      const int at = (top + i / side) * width + left + i % side;
      sum += rgb.at(static_cast<std::size_t>(3 * at + channel));
    }
    return sum / (side * side);
  }
};

Image read_png(const std::string& path) {
  png_image file{};
  file.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_file(&file, path.c_str()), 0) << file.message;
  file.format = PNG_FORMAT_RGB;
  Image image{static_cast<int>(file.width), static_cast<int>(file.height)};
  image.rgb.resize(PNG_IMAGE_SIZE(file));
  png_image_finish_read(&file, nullptr, image.rgb.data(), 0, nullptr);
  return image;
}

// A shape that is drawn but not recorded would be missing from every file. Pictures of the two ways differ in
// the rims of letters, so squares are compared; what can be pressed may be left out.
TEST(StagePicture, HasEveryShapeOfTheScreen) {
  constexpr int side = 8;
  const TemporaryFolder folder;
  for (const StageView& view : views()) {
    if (view.kind == ViewKind::lab) continue;  // without its tabs the rest of a lab stands higher
    Session session = tiny_session();
    session.view = view.kind;
    ASSERT_EQ(write_screenshot(session, folder / "screen.png", 1280, 800, 1), 0);
    Driver driver(session, 1280, 800);
    driver.settle();
    const Area stage = driver.state().stage;
    write_drawing(Recorded(driver).drawing(), folder / "stage.png", {.scale = 1});
    const Image drawn = read_png(folder / "stage.png");
    const Image screen = read_png(folder / "screen.png");
    int squares = 0;
    int other = 0;
    for (int y = 0; y + side <= static_cast<int>(stage.height()); y += side) {
      for (int x = 0; x + side <= static_cast<int>(stage.width()); x += side) {
        const Area square =
            Area::at(stage.left + static_cast<float>(x), stage.top + static_cast<float>(y), side, side);
        const bool pressable =
            std::any_of(driver.placed().begin(), driver.placed().end(), [&](const Placed& each) {
              return each.kind == Placed::Kind::item && each.area.outset(4).overlaps(square) &&
                     each.area.width() * each.area.height() < 0.2F * stage.width() * stage.height();
            });
        if (pressable) continue;
        ++squares;
        int off = 0;
        for (int channel = 0; channel < 3; ++channel) {
          off = std::max(off, std::abs(drawn.mean(x, y, side, channel) -
                                       screen.mean(static_cast<int>(square.left),
                                                   static_cast<int>(square.top), side, channel)));
        }
        other += off > 20 ? 1 : 0;
      }
    }
    EXPECT_GT(squares, 4000) << view.panel.title;
    EXPECT_LT(other, squares / 200) << view.panel.title << ": " << other << " of " << squares
                                    << " squares differ";
  }
}

TEST(StagePicture, StaysOnItsPageAndClosesItsClips) {
  for (const StageView& view : views()) {
    Session session = tiny_session();
    session.view = view.kind;
    Driver driver(session);
    driver.settle();
    const Recorded recorded(driver);
    int open = 0;
    for (const DrawnItem& item : recorded.drawing().items) {
      if (std::holds_alternative<ClipBegin>(item)) ++open;
      if (std::holds_alternative<ClipEnd>(item)) --open;
      EXPECT_GE(open, 0);
    }
    EXPECT_EQ(open, 0);
    for (const DrawnText& text : recorded.all<DrawnText>()) {
      EXPECT_GE(text.at.y, 0);
      EXPECT_LE(text.at.y + text.drop, recorded.drawing().height);
    }
    EXPECT_EQ(recorded.drawing().width, static_cast<double>(driver.state().stage.width()));
  }
}

TEST(StagePicture, HoldsTheNumbersOfTheTrace) {
  Driver driver(tiny_session());
  driver.settle();
  const Recorded recorded(driver);
  const std::string path = selected_path(driver.session());
  const Trace& trace = *driver.document()->trace(0);
  const Reading weights = trace.read(path);
  int maps = 0;
  for (const DrawnCells& cells : recorded.all<DrawnCells>()) {
    if (cells.map->path != path || cells.map->rows != weights.shape().rows) continue;
    bool same = true;
    for (int row = 0; row < cells.map->rows; ++row) {
      for (int column = 0; column < cells.map->columns; ++column) {
        same = same && cells.map->value(row, column) == weights(row, column);
      }
    }
    maps += same ? 1 : 0;
  }
  EXPECT_GE(maps, 1);
}

TEST(StagePicture, LeavesOutWhatCanOnlyBePressedAndSaysWhoseItIs) {
  Driver driver(tiny_session());
  driver.settle();
  const Recorded recorded(driver);
  std::string said;
  for (const DrawnText& text : recorded.all<DrawnText>()) {
    EXPECT_NE(text.text, "Swap");
    EXPECT_NE(text.text, "Type");
    said += text.text;
  }
  EXPECT_NE(said.find("Model: "), std::string::npos);
  EXPECT_NE(said.find("encoder.1.self_attention.head.0.weights"), std::string::npos);
  EXPECT_NE(said.find(wide_sentence), std::string::npos);
}

}  // namespace
}  // namespace headlight
