// The stage as a picture: the same texts, shapes and numbers as on the screen.
#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <set>

#include "app/panels/common/panels.h"
#include "app/panels/labs/labs.h"
#include "app/session/opening.h"
#include "app/window/exporter.h"
#include "app/window/run.h"
#include "tests/app/driver.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

// The stage of a session, at the size it has in the driver's window if no other is given.
class Recorded {
 public:
  explicit Recorded(Driver& driver)
      : Recorded(driver, driver.state<StageArea>().area.width(), driver.state<StageArea>().area.height()) {}
  Recorded(Driver& driver, float width, float height) : fonts_(fonts_for(1)) {
    pictures_.follow(driver.results());
    drawing_ = recorder_.record(driver.session(), driver.results(), pictures_, *fonts_, driver.states(),
                                {width, height});
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
  FontsPtr fonts_;
  StageRecorder recorder_;
  TraceMaps pictures_;
  Drawing drawing_;
};

// What each view shows: a picture where it shows one.
Session session_for(ViewKind view) {
  Session session = tiny_session();
  if (view == ViewKind::picture) {
    session.model = tiny_vit_folder();
    session.text(0) = two_objects;
    session.text(1).clear();
  }
  session.view = view;
  return session;
}

using TextAt = std::tuple<std::string, int, int>;

// More heads than fit are scrolled: in a picture as it is large, whatever the window showed of them.
TEST(StagePicture, OfManyHeadsIsTheSameFromEveryWindow) {
  for (const Altitude altitude : {Altitude::model, Altitude::head}) {
    Session session = opening_session("translator");
    session.altitude = altitude;
    std::vector<std::set<TextAt>> texts;
    for (const int height : {700, 1000}) {
      Driver driver(session, height + 400, height);
      const Recorded recorded(driver, 1280, 720);
      texts.emplace_back();
      for (const DrawnText& text : recorded.all<DrawnText>())
        texts.back().emplace(text.text, static_cast<int>(std::lround(text.at.x)),
                             static_cast<int>(std::lround(text.at.y)));
    }
    EXPECT_EQ(texts[0], texts[1]);
  }
}

TEST(StagePicture, ShowsTheTextsOfTheScreenWhereTheyAre) {
  for (const StageView& view : views()) {
    Driver driver(session_for(view.kind));
    const Area stage = driver.state<StageArea>().area;
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
      // In the window it stands in the margin, in other lines.
      if (driver.state<LabText>().text.find(text.text) != std::string::npos) continue;
      // The name of a head has more room where the choice beside it is left out.
      if (text.text.ends_with("looks at many words")) continue;
      EXPECT_TRUE(on_screen.contains(
          {text.text, static_cast<int>(std::lround(text.at.x)), static_cast<int>(std::lround(text.width))}))
          << view.title() << ": \"" << text.text << "\" at " << text.at.x;
    }
    EXPECT_GT(texts, 20) << view.title();
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
      sum += rgb.at(3 * static_cast<std::size_t>(at) + static_cast<std::size_t>(channel));
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
    // Without what can only be pressed the rest of a lab stands higher.
    if (shows_lab(view.kind)) continue;
    Session session = view.kind == ViewKind::picture ? session_for(view.kind) : tiny_session();
    session.view = view.kind;
    ASSERT_EQ(
        write_screenshot(session, nullptr, {.picture = folder / "screen.png", .width = 1280, .height = 800}),
        0);
    Driver driver(session, 1280, 800);
    const Area stage = driver.state<StageArea>().area;
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
    EXPECT_GT(squares, 3500) << view.title();
    // The name of a control is left out with it.
    EXPECT_LT(other, squares / 150) << view.title() << ": " << other << " of " << squares
                                    << " squares differ";
  }
}

TEST(StagePicture, StaysOnItsPageAndClosesItsClips) {
  for (const StageView& view : views()) {
    Driver driver(session_for(view.kind));
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
    EXPECT_EQ(recorded.drawing().width, static_cast<double>(driver.state<StageArea>().area.width()));
  }
}

TEST(StagePicture, HoldsTheNumbersOfTheTrace) {
  Driver driver(tiny_session());
  const Recorded recorded(driver);
  const std::string path = selected_path(driver.session());
  const Trace& trace = *driver.results()->trace(0);
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
