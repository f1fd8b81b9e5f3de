// `headlight code -o FILE.xlsx`: its formulas, computed again by LibreOffice, give the numbers of the trace,
// and follow a number that is changed.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "core/files/safetensors.h"
#include "tests/end_to_end/program.h"

namespace headlight {
namespace {

using Table = std::vector<std::vector<double>>;

bool has_office() { return std::system("soffice --version >/dev/null 2>&1") == 0; }

// The numbers of a sheet without its words; of "-inf" what stands for it.
Table numbers_of(const std::filesystem::path& file) {
  Table table;
  std::stringstream lines(contents(file));
  std::string line;
  for (int row = 0; std::getline(lines, line); ++row) {
    if (row == 0) continue;
    std::vector<double> numbers;
    std::stringstream cells(line);
    std::string cell;
    for (int col = 0; std::getline(cells, cell, ','); ++col) {
      if (col > 0) numbers.push_back(std::strtod(cell.c_str(), nullptr));
    }
    table.push_back(std::move(numbers));
  }
  return table;
}

// The file without what its formulas came to, so that they have to be computed; `change`: of the second sheet
// a number that becomes another one, by its place.
void without_results(const std::filesystem::path& folder, const std::string& file,
                     const std::string& change) {
  std::ofstream(folder / "change.py") << R"(
import re, sys, zipfile
name, place = sys.argv[1:3]
with zipfile.ZipFile(name) as old, zipfile.ZipFile("bare-" + name, "w") as new:
    for part in old.namelist():
        data = re.sub(rb"(</f>)<v>[^<]*</v>", rb"\1", old.read(part))
        if place and part == "xl/worksheets/sheet2.xml":
            data, count = re.subn(rb'(<c r="' + place.encode() + rb'"[^>]*><v>)[^<]*', rb"\g<1>100", data)
            assert count == 1
        new.writestr(part, data)
)";
  const std::string command = "cd " + quoted_for_shell(folder.string()) + " && /usr/bin/python3 change.py " +
                              quoted_for_shell(file) + " " + quoted_for_shell(change);
  ASSERT_EQ(std::system(command.c_str()), 0);
}

// Every sheet of a file by its name, as LibreOffice computes it.
std::map<std::string, Table> computed_again(const std::filesystem::path& folder, const std::string& written,
                                            const std::string& change = "") {
  without_results(folder, written, change);
  const std::string file = "bare-" + written;
  // An address has no spaces.
  std::string profile = "-env:UserInstallation=file://" + (folder / "office").string();
  for (std::size_t at = profile.find(' '); at != std::string::npos; at = profile.find(' ', at))
    profile.replace(at, 1, "%20");
  const std::string command = "cd " + quoted_for_shell(folder.string()) +
                              " && rm -f *.csv && timeout 120 soffice " + quoted_for_shell(profile) +
                              " --headless --convert-to 'csv:Text - txt - csv "
                              "(StarCalc):44,34,76,1,,0,false,true,false,false,false,-1' " +
                              quoted_for_shell(file) + " >said 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << contents(folder / "said");
  std::map<std::string, Table> sheets;
  const std::string stem = std::filesystem::path(file).stem().string() + "-";
  for (const auto& each : std::filesystem::directory_iterator(folder)) {
    const std::string name = each.path().stem().string();
    if (each.path().extension() == ".csv" && name.starts_with(stem))
      sheets[name.substr(stem.size())] = numbers_of(each.path());
  }
  return sheets;
}

void expect_same(const Table& sheet, const Tensor& value, const std::string& name) {
  ASSERT_EQ(static_cast<std::int64_t>(sheet.size()), value.shape.at(0)) << name;
  double most = 0;
  for (const float number : value.data) most = std::max(most, std::fabs(static_cast<double>(number)));
  for (std::size_t row = 0; row < sheet.size(); ++row) {
    ASSERT_EQ(static_cast<std::int64_t>(sheet[row].size()), value.shape.at(1)) << name;
    for (std::size_t col = 0; col < sheet[row].size(); ++col) {
      const auto trace = static_cast<double>(value.data[row * sheet[row].size() + col]);
      if (std::isinf(trace)) {
        EXPECT_LT(sheet[row][col], -1e299) << name;
      } else {
        EXPECT_NEAR(sheet[row][col], trace, 1e-5 * most) << name << " " << row << " " << col;
      }
    }
  }
}

TEST(Spreadsheet, AHeadFromQKVToItsOutput) {
  if (!has_office()) GTEST_SKIP() << "LibreOffice is not installed (libreoffice-calc-nogui)";
  const TemporaryFolder folder;
  const std::vector<std::string> sentence{"--sentence", "I am a student"};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), sentence.begin(), sentence.end());
    const Result result = run(arguments, folder.path());
    EXPECT_EQ(result.code, 0) << result.error;
  };
  with({"trace", "-o", "t.safetensors"});
  const TensorFile trace = read_safetensors(folder / "t.safetensors");
  struct Case {
    const char* site;
    std::map<std::string, std::string> sheets;  // their parts of the head
  };
  for (const Case& each :
       {Case{"encoder.3.self_attention.head.0.scores",
             {{"S", "scores"}, {"S_scaled", "scaled"}, {"A", "weights"}, {"head_0", "output"}}},
        Case{"decoder.0.self_attention.head.2.scores",
             {{"S", "scores"}, {"M", "masked"}, {"A", "weights"}, {"head_2", "output"}}}}) {
    with({"code", "--site", each.site, "--whole-head", "-o", "head.xlsx"});
    std::map<std::string, Table> sheets = computed_again(folder.path(), "head.xlsx");
    const std::string head = std::string(each.site).substr(0, std::string(each.site).rfind('.') + 1);
    for (const auto& [name, part] : each.sheets) expect_same(sheets[name], *trace.find(head + part), name);
  }
  // Norms and learned matrices, cell by cell.
  for (const auto& [site, name] :
       {std::pair("encoder.3.normalized_1", "N_1"), std::pair("encoder.0.feed_forward.activated", "F"),
        std::pair("encoder.0.self_attention.head.1.query", "Q")}) {
    with({"code", "--site", site, "-o", "step.xlsx"});
    std::map<std::string, Table> sheets = computed_again(folder.path(), "step.xlsx");
    ASSERT_TRUE(sheets.contains(name)) << site << " has " << sheets.begin()->first << " ...";
    expect_same(sheets[name], *trace.find(site), site);
  }
}

TEST(Spreadsheet, TheRowFollowsANumberThatIsChanged) {
  if (!has_office()) GTEST_SKIP() << "LibreOffice is not installed (libreoffice-calc-nogui)";
  const TemporaryFolder folder;
  ASSERT_EQ(run({"code", "--sentence", "I am a student", "--site", "encoder.3.self_attention.head.0.weights",
                 "-o", "row.xlsx"},
                folder.path())
                .code,
            0);
  const Table before = computed_again(folder.path(), "row.xlsx")["A"];
  // The score in row 1, column 2 becomes 100.
  const Table after = computed_again(folder.path(), "row.xlsx", "C2")["A"];
  ASSERT_EQ(after.size(), before.size());
  EXPECT_GT(after[0][1], 0.99);
  EXPECT_LT(before[0][1], 0.99);
  double sum = 0;
  for (const double share : after[0]) sum += share;
  EXPECT_NEAR(sum, 1, 1e-9);
  EXPECT_EQ(after[1], before[1]) << "other rows stay";
}

// As they stand in the window, with their signs, and words at the ends.
TEST(Spreadsheet, ShowsNumbersWithTheirSigns) {
  if (!has_office()) GTEST_SKIP() << "LibreOffice is not installed (libreoffice-calc-nogui)";
  const TemporaryFolder folder;
  ASSERT_EQ(run({"code", "--sentence", "I am a student", "--site", "decoder.0.self_attention.head.2.masked",
                 "-o", "mask.xlsx"},
                folder.path())
                .code,
            0);
  const std::string command =
      "cd " + quoted_for_shell(folder.path()) + " && timeout 120 soffice -env:UserInstallation=file://" +
      folder.path().string() +
      "/office --headless --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,"
      "false,-1' mask.xlsx >said 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0) << contents(folder / "said");
  const std::string shown = contents(folder / "mask-M.csv");
  EXPECT_NE(shown.find("−∞"), std::string::npos) << shown;
  EXPECT_NE(shown.find(",-"), std::string::npos) << "no number is below 0: " << shown;
}

TEST(Spreadsheet, SaysWhatItCannotHold) {
  const TemporaryFolder folder;
  EXPECT_NE(run({"code", "--whole-model", "-o", "all.xlsx"}, folder.path()).error.find("a step or a head"),
            std::string::npos);
  EXPECT_NE(
      run({"code", "--site", "logits", "-o", "logits.xlsx"}, folder.path()).error.find("at most 300000"),
      std::string::npos);
}

}  // namespace
}  // namespace headlight
