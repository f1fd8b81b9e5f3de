// Pictures and numbers of the labs from the command line.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/lab/lab.h"
#include "app/session/session.h"
#include "tests/end_to_end/model_commands.h"

namespace headlight {
namespace {

using nlohmann::json;

using LabCommands = ModelCommands;

TEST_F(LabCommands, EveryLabIsDrawnInEveryType) {
  for (const auto& [lab, name] : lab_names()) {
    for (const auto& [extension, start] : std::vector<std::pair<std::string, std::string>>{
             {".png", "\x89PNG\r"}, {".svg", "<?xml"}, {".pdf", "%PDF-"}}) {
      const std::string file = name + extension;
      const Result result =
          on_model({"figure", "--lab", name, "--sentence", tired_sentence, "--stage", "-o", file});
      EXPECT_EQ(result.code, 0) << result.error;
      EXPECT_EQ(beginning(file), start) << file;
      EXPECT_NE(result.output.find(std::string(name).substr(1) + (lab->own_view ? ": " : " lab: ")),
                std::string::npos)
          << result.output;
    }
    const Result heatmap = on_model({"figure", "--lab", name, "--sentence", tired_sentence, "-o", "h.svg"});
    EXPECT_EQ(heatmap.code, 0) << name << ": " << heatmap.error;
  }
}

TEST_F(LabCommands, ASessionsLabHasItsTables) {
  std::ofstream(folder_.path() / "s.json")
      << R"({"view": "lab", "lab": "masks", "sentence": "it was too", "compare": "", "model": ")"
      << tiny_model_folder() << R"(", "labs": {"masks": {"mask": "causal"}}})";
  const auto figure = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"figure", "--session", "s.json"});
    return run(more, folder_.path());
  };
  ASSERT_EQ(figure({"-o", "a.csv"}).code, 0);
  EXPECT_EQ(contents(folder_ / "a.csv"), "query / key,it,was,too\r\nit,1,0,0\r\nwas,1,1,0\r\ntoo,1,1,1\r\n");
  ASSERT_EQ(figure({"-o", "c.tsv", "--table", "cache"}).code, 0);
  EXPECT_EQ(contents(folder_ / "c.tsv"),
            "word\twords\tkeys without a mask\tkeys kept\nit\t1\t1\t1\nwas\t2\t2\t2\ntoo\t3\t3\t3\n");
  ASSERT_EQ(figure({"-o", "w.csv", "--table", "weights"}).code, 0);
  EXPECT_NE(contents(folder_ / "w.csv").find("masked"), std::string::npos);
  ASSERT_EQ(figure({"-o", "a.npy"}).code, 0);
  EXPECT_EQ(beginning("a.npy"), "\x93NUMP");
  ASSERT_EQ(figure({"-o", "w.png", "--table", "weights"}).code, 0);
  EXPECT_EQ(beginning("w.png"), "\x89PNG\r");
  const Result wrong = figure({"-o", "x.csv", "--table", "nothing"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.error.find("mask, layers needed, cache, weights"), std::string::npos) << wrong.error;
  const json said = json::parse(figure({"--json"}).output);
  ASSERT_EQ(said.at("tables").size(), 4U);
  EXPECT_EQ(said.at("tables").at(0).at("row_names").at(2), "too");
  EXPECT_EQ(said.at("tables").at(3).at("panels").at(0).at("values").at(0).at(1), nullptr) << "masked";
  EXPECT_EQ(said.at("panels").at(0).at("values").at(0).at(1), nullptr) << "masked";
}

TEST_F(LabCommands, ScreenshotsShowEveryLab) {
  const Result result = on_model({"screenshots", "-o", "all"});
  ASSERT_EQ(result.code, 0) << result.error;
  const std::vector<std::string> files = files_in(folder_ / "all");
  for (const auto& [lab, name] : lab_names()) {
    const std::string file = (lab->own_view ? "" : "lab-") + std::string(name) + "-dark-1280x800.png";
    EXPECT_NE(std::find(files.begin(), files.end(), file), files.end()) << file;
  }
}

}  // namespace
}  // namespace headlight
