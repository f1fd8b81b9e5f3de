#include <gtest/gtest.h>

#include <fstream>

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
  TemporaryFolder folder_;
  Driver driver_;
};

TEST_F(Export, WritesWhatIsShownInEveryKind) {
  for (const char* kind : {"PNG", "SVG", "PDF", "CSV", "NPY"}) {
    driver_.click(std::string("export/kind/") + kind);
    driver_.click("export/write");
    EXPECT_EQ(driver_.state().export_dialog.error, "") << kind;
    EXPECT_TRUE(driver_.shows("Written")) << kind;
  }
  for (const char* file : {"map.png", "map.svg", "map.pdf", "map.csv", "map.npy"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / file)) << file;
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
  driver_.state().export_dialog.folder = (folder_.path() / "nowhere").string();
  driver_.frame();
  driver_.click("export/write");
  EXPECT_FALSE(driver_.state().export_dialog.error.empty());
  EXPECT_TRUE(driver_.state().export_dialog.done.empty());
}

TEST_F(Export, ClosesWithoutWriting) {
  driver_.click("export/close");
  EXPECT_EQ(driver_.state().overlay, Overlay::none);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

}  // namespace
}  // namespace headlight
