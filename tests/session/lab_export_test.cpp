// What labs write: every page has numbers, and they are those of its work; every caption reads like one.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <regex>
#include <sstream>

#include "app/session/open_lab.h"
#include "app/session/session_caption.h"
#include "app/session/session_figure.h"
#include "tests/session/lab_pages.h"

namespace headlight {
namespace {

std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

// The fields of a file of comma-separated values, without its quotes.
std::vector<std::vector<std::string>> read_csv(const std::string& file) {
  std::vector<std::vector<std::string>> records{{""}};
  bool quoted = false;
  for (const char letter : contents(file)) {
    if (letter == '"') {
      quoted = !quoted;
    } else if (letter == ',' && !quoted) {
      records.back().emplace_back();
    } else if (letter == '\n' && !quoted) {
      records.push_back({""});
    } else if (letter != '\r') {
      records.back().back() += letter;
    }
  }
  records.pop_back();
  return records;
}

std::vector<float> read_npy(const std::string& file) {
  const std::string text = contents(file);
  const std::size_t begin =
      10 + static_cast<unsigned char>(text.at(8)) + 256U * static_cast<unsigned char>(text.at(9));
  std::vector<float> numbers((text.size() - begin) / sizeof(float));
  std::memcpy(numbers.data(), text.data() + begin, numbers.size() * sizeof(float));
  return numbers;
}

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || a == b || std::fabs(a - b) <= 1e-13 * std::fabs(a);
}

// What a field says: nothing where there is no value, and a letter where the numbers stand for letters.
double number_in(const std::string& field, const LabTable& table) {
  if (field.empty()) return std::nan("");
  return table.letters ? field.at(0) - 'A' : std::stod(field);
}

void expect_table(const LabTable& table, const TemporaryFolder& folder) {
  write_table(table, folder / "t.csv");
  const auto records = read_csv(folder / "t.csv");
  ASSERT_EQ(records.size(), table.rows.size() + 1);
  const std::size_t names = table.row_names.empty() ? 0 : 1;
  ASSERT_EQ(records[0].size(), table.columns.size() + names);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (names == 1) {
      EXPECT_EQ(records[row + 1][0], table.row_names[row]);
    }
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      EXPECT_EQ(records[0][i + names], table.columns[i]);
      EXPECT_TRUE(same(number_in(records[row + 1][i + names], table), table.rows[row][i]));
    }
  }
  write_table(table, folder / "t.npy");
  const std::vector<float> numbers = read_npy(folder / "t.npy");
  ASSERT_EQ(numbers.size(), table.rows.size() * table.columns.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto held = static_cast<float>(table.rows[i / table.columns.size()][i % table.columns.size()]);
    EXPECT_TRUE(same(static_cast<double>(numbers[i]), static_cast<double>(held)));
  }
}

// The numbers that the work holds for a matrix: of its pictures, or of the first side that was recorded.
std::vector<float> held_numbers(const LabTable& table, const LabWork& work) {
  std::vector<float> held;
  for (const std::string& name : table.maps) {
    const std::vector<float>& values = work.maps.at(name)->values;
    held.insert(held.end(), values.begin(), values.end());
  }
  if (table.path.empty()) return held;
  const Reading reading = work.recorded->trace(0)->read(table.path);
  return {reading.view().data, reading.view().data + reading.shape().size()};
}

void expect_matrix(const LabTable& table, const Session& session, const Results& results,
                   const TemporaryFolder& folder) {
  const Figure figure = figure_of(session, results, table, false);
  write_figure(figure, folder / "m.npy");
  const std::vector<float> numbers = read_npy(folder / "m.npy");
  const std::vector<float> held = held_numbers(table, *results.lab);
  ASSERT_GE(numbers.size(), held.size());
  for (std::size_t i = 0; i < held.size(); ++i)
    ASSERT_TRUE(same(static_cast<double>(numbers[i]), static_cast<double>(held[i]))) << i;
  write_figure(figure, folder / "m.csv");
  const auto records = read_csv(folder / "m.csv");
  const Heatmap& first = figure.panels.at(0);
  const std::size_t before = figure.panels.size() > 1 ? 2 : 1;
  ASSERT_GE(records.size(), static_cast<std::size_t>(first.rows) + 1);
  for (int row = 0; row < first.rows; ++row) {
    for (int column = 0; column < first.columns; ++column) {
      const std::string& cell =
          records[static_cast<std::size_t>(row) + 1][static_cast<std::size_t>(column) + before];
      const CellState state = first.state(row, column);
      if (state == CellState::masked) {
        EXPECT_EQ(cell, "masked");
      } else if (state == CellState::value) {
        EXPECT_EQ(std::stof(cell), held[static_cast<std::size_t>(row * first.columns + column)]);
      }
    }
  }
}

TEST(LabExport, EveryPageHasItsNumbers) {
  const TemporaryFolder folder;
  for (const LabPage& page : lab_pages()) {
    SCOPED_TRACE(page.name);
    const ResultsPtr results = compute(page.session, nullptr);
    ASSERT_EQ(results->lab->error, "");
    const std::vector<const LabTable*> tables = lab_tables(page.session, *results);
    ASSERT_FALSE(tables.empty());
    for (const LabTable* table : tables) {
      SCOPED_TRACE(table->name);
      EXPECT_EQ(std::count_if(tables.begin(), tables.end(),
                              [&](const LabTable* each) { return each->name == table->name; }),
                1);
      if (table->is_matrix()) {
        expect_matrix(*table, page.session, *results, folder);
      } else {
        ASSERT_FALSE(table->rows.empty());
        expect_table(*table, folder);
      }
    }
  }
}

TEST(LabExport, FirstIsWhatTheEyeSeesFirst) {
  const auto first = [](const Session& session) {
    return lab_tables(session, *compute(session, nullptr)).at(0)->name;
  };
  std::map<std::string, std::string> expected{{"lookup, letters", "product"},
                                              {"positions, places, sinusoidal", "positions"},
                                              {"positions, places, alibi", "bias"},
                                              {"positions, places, rotary", "scores"},
                                              {"positions, places, none", "reversed"},
                                              {"positions, scores, none", "parts of the scores"},
                                              {"positions, attention, alibi", "weights"},
                                              {"positions, trained, alibi", "answers"},
                                              {"order, output", "outputs"},
                                              {"attention, sentence, inputs, dot, random", "weights"},
                                              {"scaling, products", "products"},
                                              {"scaling, softmax", "weights of one query"},
                                              {"temperature, output", "shares"},
                                              {"masks, causal", "mask"},
                                              {"cost, 0", "layers of the sentence"},
                                              {"cost, 1", "models"},
                                              {"cost, 2", "models that read pictures"},
                                              {"cost, 3", "parameters by year"},
                                              {"lookup, films", "entries"},
                                              {"block, norms", "norms"},
                                              {"block, span", "span"},
                                              {"block, heads", "heads"},
                                              {"recurrence, sides", "alignment, RNN with attention"},
                                              {"recurrence, waiting", "waiting"},
                                              {"recurrence, length", "exact by length"},
                                              {"recurrence, gradient", "gradient through time"}};
  for (const LabPage& page : lab_pages()) {
    if (const auto found = expected.find(page.name); found != expected.end()) {
      EXPECT_EQ(first(page.session), found->second) << page.name;
      expected.erase(found);
    }
  }
  EXPECT_TRUE(expected.empty()) << expected.begin()->first;
}

TEST(LabExport, TheTablesAreThoseOfTheSentenceOnStage) {
  Session session = lab_pages().front().session;
  session.lab = lab_named("masks");
  session.text(0) = "it was too tired";
  for (const int side : {0, 1}) {
    session.side = side;
    const ResultsPtr results = compute(session, nullptr);
    EXPECT_EQ(lab_tables(session, *results).at(0)->rows.size(), side == 0 ? 4U : 11U);
  }
}

std::string all_captions(const Session& session, const Results& results) {
  const StageCaption stage = stage_caption(session, results);
  std::string all = stage.path + "\n" + stage.text.plain();
  for (const LabTable* table : lab_tables(session, results)) {
    if (table->is_matrix()) all += "\n" + figure_of(session, results, *table).caption;
  }
  return all;
}

TEST(LabExport, CaptionsReadLikeSentences) {
  const std::regex sentinel("[-−]1(?![0-9])");
  for (const LabPage& page : lab_pages()) {
    const ResultsPtr results = compute(page.session, nullptr);
    const std::string all = all_captions(page.session, *results);
    for (const char* wrong : {"“”", "  ", "_", " ,", "..", " .", "not "})
      EXPECT_EQ(all.find(wrong), std::string::npos) << page.name << ": \"" << wrong << "\" in " << all;
    EXPECT_FALSE(std::regex_search(all, sentinel)) << all;
    const LabCaption caption = lab_caption(page.session, *results);
    EXPECT_TRUE(caption.says.ends_with('.')) << caption.says;
    EXPECT_EQ(all.find("Model: ") != std::string::npos, caption.of_model) << all;
    EXPECT_EQ(all.find(tired_sentence) != std::string::npos, !caption.sides.empty()) << all;
  }
}

// A setting of another page is no business of this one.
TEST(LabExport, CaptionsNameWhatMattersOnTheirPage) {
  const auto says = [](const Session& session) {
    return lab_caption(session, *compute(session, nullptr)).says;
  };
  for (const LabPage& page : lab_pages()) {
    Session other = page.session;
    other.labs.get<PositionsLab>().moved = 3;
    other.labs.get<PositionsLab>().dimensions = {1, 2};
    if (page.session.labs.get<PositionsLab>().page != PositionsPage::trained) {
      other.labs.get<PositionsLab>().length = 20;
      other.labs.get<PositionsLab>().letters = "ABC";
    }
    other.labs.get<AttentionLab>().row = 2;
    other.labs.get<LookupLab>().place = 1;
    if (page.session.labs.get<ScalingLab>().page == ScalingLab::Page::products)
      other.labs.get<ScalingLab>().keys = 9;
    other.labs.get<MasksLab>().layers = 5;
    EXPECT_EQ(says(other), says(page.session)) << page.name;
  }
  Session masks = lab_pages().front().session;
  masks.lab = lab_named("masks");
  masks.labs.get<MasksLab>().mask = MaskKind::window;
  masks.labs.get<MasksLab>().window = 1;
  masks.labs.get<MasksLab>().causal = false;
  EXPECT_NE(says(masks).find("a window of 1 word to both sides"), std::string::npos) << says(masks);
}

TEST(LabExport, AFigureSaysWhichSoftmaxWasComputed) {
  for (const LabPage& page : lab_pages()) {
    if (page.session.lab != lab_named("attention")) continue;
    const ResultsPtr results = compute(page.session, nullptr);
    const LabTable* weights = results->lab->table("weights");
    if (weights == nullptr) continue;
    const std::string title = figure_of(page.session, *results, *weights).title.plain();
    const bool scaled = page.session.labs.get<AttentionLab>().alignment == Alignment::scaled_dot;
    EXPECT_NE(title.find(scaled ? "softmax(S / √dₖ)" : "softmax(S)"), std::string::npos) << title;
  }
}

}  // namespace
}  // namespace headlight
