// Work sheets on pages: what stands where, with blanks and with answers; and as a PDF.
#include "core/exercises/work_sheet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <variant>
#include <vector>

#include "core/exercises/exercise.h"
#include "core/figure/text.h"
#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "tests/snapshot.h"

namespace headlight {
namespace {

// A sheet with every kind of task that these models have, each once.
WorkSheet long_sheet() {
  WorkSheet sheet{.title = "of everything",
                  .about = "“The animal didn't cross the street because it was too tired”",
                  .source = "Model: a trained one. Step: all of them."};
  std::vector<const ExerciseKind*> had;
  for (const char* name : {"translator", "causal"}) {
    const TracePtr trace =
        load_model(model_folder(name))
            ->trace({.text = "The animal didn't cross the street because it was too tired"});
    for (const int node : trace->steps()) {
      for (Exercise& each : exercises_of(*trace, node, 7)) {
        if (std::count(had.begin(), had.end(), each.kind) > 0) continue;
        had.push_back(each.kind);
        sheet.tasks.push_back(std::move(each.task));
      }
    }
  }
  return sheet;
}

std::vector<std::string> texts(const std::vector<Drawing>& pages) {
  std::vector<std::string> all;
  for (const Drawing& page : pages) {
    for (const DrawnItem& item : page.items) {
      if (const auto* text = std::get_if<DrawnText>(&item)) all.push_back(text->text);
    }
  }
  return all;
}

bool says(const std::vector<Drawing>& pages, const std::string& words) {
  const std::vector<std::string> all = texts(pages);
  return std::any_of(all.begin(), all.end(),
                     [&](const std::string& text) { return text.find(words) != std::string::npos; });
}

TEST(WorkSheetPages, NothingLiesOverAnythingElseOrBeyondTheEdge) {
  const WorkSheet sheet = long_sheet();
  ASSERT_GT(sheet.tasks.size(), 10U);
  TextRuler ruler;
  for (const Paper paper : {Paper::a4, Paper::letter}) {
    for (const Drawing& page : pages_of(sheet, {.paper = paper, .answers = Answers::behind})) {
      std::vector<std::pair<Box, std::string>> placed;
      for (const DrawnItem& item : page.items) {
        if (const auto* text = std::get_if<DrawnText>(&item)) {
          // The middle of the letters: lines of print may touch.
          const TextSize size = ruler.measure(*text);
          placed.push_back(
              {{text->at.x, text->at.y + text->drop - 0.5 * size.ascent, size.width, 0.5 * size.ascent},
               text->text});
        }
      }
      for (std::size_t i = 0; i < placed.size(); ++i) {
        const Box& a = placed[i].first;
        EXPECT_GT(a.x, 40) << placed[i].second;
        EXPECT_GT(a.y, 40) << placed[i].second;
        EXPECT_LT(a.right(), page.width - 40) << placed[i].second;
        EXPECT_LT(a.bottom(), page.height - 40) << placed[i].second;
        for (std::size_t j = i + 1; j < placed.size(); ++j) {
          const Box& b = placed[j].first;
          const bool apart =
              a.right() <= b.x + 0.5 || b.right() <= a.x + 0.5 || a.bottom() <= b.y || b.bottom() <= a.y;
          EXPECT_TRUE(apart) << placed[i].second << " | " << placed[j].second;
        }
      }
    }
  }
}

TEST(WorkSheetPages, AnswersStandOnPagesOfTheirOwn) {
  const WorkSheet sheet = long_sheet();
  const std::vector<Drawing> blank = pages_of(sheet), behind = pages_of(sheet, {.answers = Answers::behind}),
                             alone = pages_of(sheet, {.answers = Answers::alone});
  EXPECT_EQ(blank.size() + alone.size(), behind.size());
  EXPECT_TRUE(says(blank, "Name"));
  EXPECT_FALSE(says(blank, "The model:"));
  EXPECT_FALSE(says(alone, "Name"));
  EXPECT_TRUE(says(alone, "The model:"));
  EXPECT_TRUE(says(alone, "Answers: of everything"));
  // Every printed number stands on both, an answer on one alone.
  const std::vector<std::string> on_blank = texts(blank), on_alone = texts(alone);
  std::size_t given = 0, asked = 0;
  for (const SheetTask& task : sheet.tasks) {
    for (const SheetTable& table : task.tables) {
      for (const SheetRow& row : table.rows) {
        for (const SheetCell& cell : row.cells) (cell.blank ? asked : given) += cell.text.empty() ? 0 : 1;
      }
    }
  }
  EXPECT_GT(asked, 80U);
  const auto is_number = [](const std::string& text) {
    return std::regex_match(text, std::regex("(\u2212)?(\u221e|[0-9][0-9,]*(\\.[0-9]+)?)"));
  };
  const auto numbers_in = [&](const std::vector<std::string>& all) {
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_number));
  };
  EXPECT_EQ(numbers_in(on_alone) - numbers_in(on_blank), asked);
}

TEST(WorkSheetPages, APdfHasAPageForEach) {
  const WorkSheet sheet = long_sheet();
  const TemporaryFolder folder;
  for (const auto& [paper, box] :
       {std::pair(Paper::a4, "595.2[0-9]* 841.8[0-9]*"), std::pair(Paper::letter, "612 792")}) {
    const SheetOptions options{.paper = paper, .answers = Answers::behind};
    write_work_sheet(sheet, folder / "sheet.pdf", options);
    std::ifstream in(folder / "sheet.pdf", std::ios::binary);
    const std::string pdf{std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(pdf.rfind("%PDF-", 0), 0U);
    EXPECT_NE(pdf.find("%%EOF"), std::string::npos);
    const std::regex page("/MediaBox \\[ 0 0 " + std::string(box) + " \\]");
    const auto count =
        std::distance(std::sregex_iterator(pdf.begin(), pdf.end(), page), std::sregex_iterator());
    EXPECT_EQ(static_cast<std::size_t>(count), pages_of(sheet, options).size());
    EXPECT_NE(pdf.find("Work sheet"), std::string::npos) << "its title";
  }
  EXPECT_NE(thrown_by([&] { write_work_sheet(sheet, folder / "sheet.png"); }).find("a work sheet is a PDF"),
            std::string::npos);
}

}  // namespace
}  // namespace headlight
