// Tasks for pencil and paper: their answers come out of the numbers that are printed, and are those of the
// trace within what the sheet says.
#include "core/exercises/exercise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <regex>
#include <set>
#include <string>

#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double number(std::string text) {
  std::erase(text, ',');  // of thousands
  if (text.starts_with("\u2212")) text.replace(0, 3, "-");
  if (text == "-\u221e") return -infinite;
  std::size_t end = 0;
  const double value = std::stod(text, &end);
  EXPECT_EQ(end, text.size()) << text;
  return value;
}

// Half of the last decimal place that is printed.
double half_a_unit(const std::string& text) {
  const std::size_t dot = text.find('.');
  return dot == std::string::npos ? 0.5 : 0.5 * std::pow(10, -static_cast<double>(text.size() - dot - 1));
}

std::vector<double> numbers(const SheetRow& row) {
  std::vector<double> all;
  for (const SheetCell& cell : row.cells) all.push_back(cell.text.empty() ? 0 : number(cell.text));
  return all;
}

// The distance from the model's numbers that a task admits.
double stated(const SheetTask& task) {
  std::smatch found;
  if (!std::regex_search(task.rounding, found, std::regex("up to ([0-9.]+) away"))) return 1e-6;
  return std::stod(found[1]);
}

void expect_near(double answer, double wanted, double within, const std::string& where) {
  if (std::isinf(wanted) || std::isinf(answer)) {
    EXPECT_EQ(answer, wanted) << where;
  } else {
    EXPECT_NEAR(answer, wanted, within + 1e-6) << where;
  }
}

// The answers once more, from what is printed on the sheet and nothing else.
using Again = void (*)(const SheetTask& task, const std::string& where);

void products_again(const SheetRow& a, const SheetRow& b, const SheetRow& products,
                    const std::string& where) {
  const std::vector<double> x = numbers(a), y = numbers(b), z = numbers(products);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    expect_near(z[i], x[i] * y[i], 0, where);
    sum += x[i] * y[i];
  }
  if (y.size() > x.size()) sum += y.back();  // the bias
  expect_near(z.back(), sum, 0, where);
}

const std::map<std::string, Again>& again() {
  static const std::map<std::string, Again> recipes{
      {"a dot product",
       [](const SheetTask& task, const std::string& where) {
         const auto& rows = task.tables[0].rows;
         for (std::size_t i = 1; i + 1 < rows.size(); i += 2)
           products_again(rows[0], rows[i], rows[i + 1], where);
       }},
      {"one number of a product",
       [](const SheetTask& task, const std::string& where) {
         const auto& rows = task.tables[0].rows;
         products_again(rows[0], rows[1], rows[2], where);
       }},
      {"scaling",
       [](const SheetTask& task, const std::string& where) {
         const bool divides = task.title.find("divided") != std::string::npos;
         const auto& rows = task.tables.back().rows;
         std::smatch found;
         double factor = 0;
         if (task.tables.size() == 2) {
           factor = number(task.tables[0].rows[0].cells[0].text);
           ASSERT_TRUE(std::regex_search(task.says[0], found, std::regex("√([0-9]+)"))) << where;
           expect_near(factor, std::sqrt(std::stod(found[1])),
                       half_a_unit(task.tables[0].rows[0].cells[0].text), where);
         } else {
           ASSERT_TRUE(std::regex_search(task.says[0], found, std::regex("number is ([0-9.]+)\\."))) << where;
           factor = std::stod(found[1]);
         }
         const std::vector<double> before = numbers(rows[0]), after = numbers(rows[1]);
         const double half = half_a_unit(rows[1].cells[0].text);
         for (std::size_t i = 0; i < before.size(); ++i)
           expect_near(after[i], divides ? before[i] / factor : before[i] * factor, half, where);
       }},
      {"a mask",
       [](const SheetTask& task, const std::string& where) {
         int open = 0, masked = 0;
         for (std::size_t i = 0; i < task.tables[0].rows.size(); ++i) {
           const std::vector<double> before = numbers(task.tables[0].rows[i]),
                                     after = numbers(task.tables[1].rows[i]);
           for (std::size_t j = 0; j < before.size(); ++j) {
             expect_near(after[j], j > i ? -infinite : before[j], 0, where);
             ++(j > i ? masked : open);
           }
         }
         EXPECT_GT(open, 0) << where;
         EXPECT_GT(masked, 0) << where;
       }},
      {"softmax",
       [](const SheetTask& task, const std::string& where) {
         const auto& rows = task.tables[0].rows;
         const std::vector<double> scores = numbers(rows[0]), less = numbers(rows[1]),
                                   powers = numbers(rows[2]), weights = numbers(rows[3]);
         const double most = *std::max_element(scores.begin(), scores.end());
         double sum = 0;
         for (std::size_t i = 0; i < scores.size(); ++i) {
           expect_near(less[i], scores[i] - most, 1e-5, where);
           // As it stands in the small table.
           const int tenths = std::isinf(less[i]) ? 100 : static_cast<int>(std::lround(-less[i] * 10));
           const double looked_up = tenths < 50 ? number(task.tables[1]
                                                             .rows[static_cast<std::size_t>(tenths / 10)]
                                                             .cells[static_cast<std::size_t>(tenths % 10)]
                                                             .text)
                                                : 0;
           expect_near(powers[i], looked_up, 0, where);
           expect_near(looked_up, std::exp(less[i]), 0.0075, where);
           sum += looked_up;
         }
         expect_near(powers.back(), sum, 1e-5, where);
         for (std::size_t i = 0; i < scores.size(); ++i)
           expect_near(weights[i], powers[i] / sum, 0.005, where);
       }},
      {"a weighted sum",
       [](const SheetTask& task, const std::string& where) {
         double sums[2] = {0, 0};
         for (const SheetRow& row : task.tables[0].rows) {
           const std::vector<double> all = numbers(row);
           for (std::size_t j = 0; j < 2; ++j) {
             if (&row == &task.tables[0].rows.back()) {
               expect_near(all[1 + 2 + j], sums[j], 1e-5, where);
             } else {
               expect_near(all[3 + j], all[0] * all[1 + j], 1e-5, where);
               sums[j] += all[3 + j];
             }
           }
         }
       }},
      {"a sum",
       [](const SheetTask& task, const std::string& where) {
         const auto& rows = task.tables[0].rows;
         const std::vector<double> a = numbers(rows[0]), b = numbers(rows[1]), c = numbers(rows[2]);
         for (std::size_t i = 0; i < a.size(); ++i) expect_near(c[i], a[i] + b[i], 1e-5, where);
       }},
      {"a product",
       [](const SheetTask& task, const std::string& where) {
         const auto& rows = task.tables[0].rows;
         const std::vector<double> a = numbers(rows[0]), b = numbers(rows[1]), c = numbers(rows[2]);
         for (std::size_t i = 0; i < a.size(); ++i) expect_near(c[i], a[i] * b[i], 1e-5, where);
       }},
      {"ReLU",
       [](const SheetTask& task, const std::string& where) {
         const std::vector<double> a = numbers(task.tables[0].rows[0]), b = numbers(task.tables[0].rows[1]);
         for (std::size_t i = 0; i < a.size(); ++i) expect_near(b[i], std::max(a[i], 0.0), 0, where);
       }},
      {"mean and standard deviation",
       [](const SheetTask& task, const std::string& where) {
         const auto& rows = task.tables[0].rows;
         const std::vector<double> x = numbers(rows[0]), apart = numbers(rows[1]), squares = numbers(rows[2]),
                                   results = numbers(rows[3]), moments = numbers(task.tables[1].rows[0]);
         const double mean = (x[0] + x[1] + x[2] + x[3]) / 4;
         double sum = 0;
         for (std::size_t i = 0; i < 4; ++i) {
           expect_near(apart[i], x[i] - mean, 1e-5, where);
           expect_near(squares[i], apart[i] * apart[i], 1e-5, where);
           sum += squares[i];
         }
         expect_near(x[4], 4 * mean, 1e-5, where);
         expect_near(squares[4], sum, 1e-5, where);
         // They come out: nothing here is rounded.
         expect_near(moments[0], mean, 1e-5, where);
         expect_near(moments[1], sum / 4, 1e-5, where);
         expect_near(moments[2], std::sqrt(sum / 4), 1e-5, where);
         for (std::size_t i = 0; i < 4; ++i) expect_near(results[i], apart[i] / moments[2], 0.05, where);
       }},
      {"normalization",
       [](const SheetTask& task, const std::string& where) {
         std::smatch found;
         ASSERT_TRUE(
             std::regex_search(task.says[0], found, std::regex("μ = (−)?([0-9.]+) and .* σ = ([0-9.]+)\\. ")))
             << task.says[0];
         const double mean = (found[1].length() > 0 ? -1 : 1) * std::stod(found[2]),
                      spread = std::stod(found[3]);
         const auto& rows = task.tables[0].rows;
         const std::vector<double> x = numbers(rows[0]), apart = numbers(rows[1]),
                                   quotients = numbers(rows[2]), gains = numbers(rows[3]),
                                   last = numbers(rows.back());
         for (std::size_t i = 0; i < x.size(); ++i) {
           expect_near(apart[i], x[i] - mean, 1e-5, where);
           expect_near(quotients[i], apart[i] / spread, 0.05, where);
           const double shift = rows.size() > 5 ? numbers(rows[4])[i] : 0;
           expect_near(last[i], gains[i] * quotients[i] + shift, 0.05, where);
         }
       }},
      {"a position",
       [](const SheetTask& task, const std::string& where) {
         const auto& rows = task.tables[0].rows;
         const double position = std::stod(task.title.substr(task.title.rfind(' ')));
         const std::vector<double> divisors = numbers(rows[0]), angles = numbers(rows[1]),
                                   answers = numbers(rows[2]);
         std::map<std::string, std::size_t> places;
         const SheetTable& sines = task.tables[1];
         for (std::size_t i = 0; i < sines.columns.size(); ++i) places[sines.columns[i].plain()] = i;
         for (std::size_t i = 0; i < divisors.size(); ++i) {
           expect_near(angles[i], position / divisors[i], 0.005, where);
           ASSERT_TRUE(places.contains(rows[1].cells[i].text)) << where;
           expect_near(answers[i], numbers(sines.rows[i % 2])[places[rows[1].cells[i].text]], 0, where);
           expect_near(answers[i], i % 2 == 0 ? std::sin(angles[i]) : std::cos(angles[i]), 0.005, where);
         }
       }},
      {"counting", [](const SheetTask& task, const std::string& where) {
         std::vector<std::vector<double>> rows;
         for (const SheetRow& row : task.tables[0].rows) rows.push_back(numbers(row));
         for (const std::vector<double>& row : rows) expect_near(row[2], row[0] * row[1], 0, where);
         expect_near(rows[0][1], rows[1][0], 0, where);
         expect_near(rows[2][0], rows[0][0], 0, where);
         expect_near(rows[2][1], rows[1][1], 0, where);
         expect_near(numbers(task.tables[1].rows[0])[0], rows[0][0] * rows[0][1] * rows[1][1], 0, where);
       }}};
  return recipes;
}

// What each answer is before it is rounded, where it is a cell of the trace: by the step's own formula.
void expect_cells_of_trace(const Trace& trace, int node, int row, const Exercise& exercise,
                           const std::string& where) {
  const std::string kind = exercise.kind->name;
  if (kind != "a sum" && kind != "a product" && kind != "ReLU" && kind != "normalization") return;
  const SheetTable& table = exercise.task.tables.back();
  const std::vector<SheetCell>& answers = table.rows.back().cells;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string head = table.columns[i].plain();
    if (head.find_first_not_of("0123456789") != std::string::npos) return;  // a word
    const float cell =
        trace.cell({node, std::min(row, trace.tape().node(node).shape.rows - 1), std::stoi(head)});
    EXPECT_NEAR(*answers[i].exact, static_cast<double>(cell), 1e-5) << where;
  }
}

std::set<std::string> expect_tasks(const Trace& trace, int row) {
  std::set<std::string> kinds;
  for (const int node : trace.steps()) {
    for (const Exercise& exercise : exercises_of(trace, node, row)) {
      const SheetTask& task = exercise.task;
      const std::string where = trace.label(node).path + ": " + exercise.kind->name;
      kinds.insert(exercise.kind->name);
      again().at(exercise.kind->name)(task, where);
      expect_cells_of_trace(trace, node, row, exercise, where);
      int blanks = 0;
      double most = 0;
      for (const SheetTable& table : task.tables) {
        for (const SheetRow& each : table.rows) {
          for (const SheetCell& cell : each.cells) {
            if (!cell.blank) continue;
            ++blanks;
            if (std::isfinite(number(cell.text))) most = std::max(most, std::fabs(number(cell.text)));
            EXPECT_TRUE(cell.exact) << where;
            expect_near(number(cell.text), cell.exact.value_or(0), stated(task), where);
          }
        }
      }
      EXPECT_GT(blanks, 0) << where;
      EXPECT_FALSE(task.title.empty() || task.says.empty() || task.rounding.empty() || task.formula.empty())
          << where;
      EXPECT_LT(stated(task), 0.3 * std::max(most, 1.0)) << where << ": " << task.rounding;
    }
  }
  return kinds;
}

ModelPtr shipped(const char* name) { return load_model(model_folder(name)); }

const char* const sentence = "The animal didn't cross the street because it was too tired";

TEST(Exercise, EveryKindIsOnTheShippedModels) {
  std::set<std::string> kinds;
  for (const char* name : {"translator", "causal"}) {
    const TracePtr trace = shipped(name)->trace({.text = sentence});
    const std::set<std::string> here = expect_tasks(*trace, 7);
    kinds.insert(here.begin(), here.end());
    for (const char* kind :
         {"a dot product", "one number of a product", "scaling", "a mask", "softmax", "a weighted sum",
          "a sum", "mean and standard deviation", "normalization", "counting"})
      EXPECT_TRUE(here.contains(kind)) << name << ": " << kind;
  }
  const TracePtr letters = shipped("characters")->trace({.text = "the ani"});
  const std::set<std::string> here = expect_tasks(*letters, 3);
  kinds.insert(here.begin(), here.end());
  EXPECT_TRUE(here.contains("a product")) << "of a gate and a state";
  for (const ExerciseKind& kind : exercise_kinds()) EXPECT_TRUE(kinds.contains(kind.name)) << kind.name;
}

TEST(Exercise, EveryRowOfAHeadHasItsTasks) {
  const TracePtr trace = shipped("causal")->trace({.text = sentence});
  for (const char* part : {"scores", "weights", "output"}) {
    const std::string path = std::string("decoder.0.self_attention.head.0.") + part;
    for (int row = 0; row < 11; ++row) {
      const auto all = exercises_of(*trace, trace->at(path), row);
      ASSERT_FALSE(all.empty()) << path << " " << row;
      again().at(all.front().kind->name)(all.front().task, path);
    }
  }
}

TEST(Exercise, TheModelsOwnNumbersStandBesideTheAnswers) {
  const TracePtr trace = shipped("translator")->trace({.text = sentence});
  const std::string head = "encoder.3.self_attention.head.0.";
  const int scores = trace->at(head + "scores");
  const SheetTask task = exercises_of(*trace, scores, 7).front().task;
  int largest = 0;
  for (int column = 0; column < 11; ++column)
    if (trace->cell({scores, 7, column}) > trace->cell({scores, 7, largest})) largest = column;
  const std::string own = significant_text(trace->cell({scores, 7, largest}), 4);
  EXPECT_NE(task.answers.back().find(own), std::string::npos) << task.answers.back();
  EXPECT_NE(task.says[0].find("“" + trace->label(Axis::source_key, largest)), std::string::npos)
      << task.says[0];
  // The part that is taken, not rounded, is a part of the whole: its sum by the cells of query and key.
  const auto product = product_of(*trace, scores);
  double sum = 0;
  for (std::size_t i = 0; i + 1 < task.tables[0].columns.size(); ++i) {
    const int term = std::stoi(task.tables[0].columns[i].plain());
    sum += static_cast<double>(trace->cell(left_cell(*product, 7, term))) *
           static_cast<double>(trace->cell(right_cell(*product, largest, term)));
  }
  EXPECT_NEAR(*task.tables[0].rows[2].cells.back().exact, sum, 1e-6);

  // A softmax over some words is the whole one, shared out among them. The row of "it" has nearly all on one
  // word, so that another row is taken, which the task names.
  const int weights = trace->at(head + "weights");
  const SheetTask softmax_task = exercises_of(*trace, weights, 7).front().task;
  std::smatch named;
  ASSERT_TRUE(std::regex_search(softmax_task.says[0], named, std::regex("another (?:word|token): “(.*)”\\.")))
      << softmax_task.says[0];
  const auto place_of_word = [&](const std::string& word) {
    for (int place = 0; place < 11; ++place) {
      const std::string label = trace->label(Axis::source_key, place);
      if (word == label || word == label + " (" + std::to_string(place) + ")") return place;
    }
    return -1;
  };
  const int row = place_of_word(named[1]);
  ASSERT_GE(row, 0) << named[1];
  const auto& columns = softmax_task.tables[0].columns;
  std::vector<double> own_weights;
  for (std::size_t i = 0; i + 1 < columns.size(); ++i)
    own_weights.push_back(
        static_cast<double>(trace->cell({weights, row, place_of_word(columns[i].plain())})));
  const double together = std::accumulate(own_weights.begin(), own_weights.end(), 0.0);
  for (std::size_t i = 0; i < own_weights.size(); ++i)
    EXPECT_NEAR(*softmax_task.tables[0].rows[3].cells[i].exact, own_weights[i] / together, 1e-4);
  EXPECT_LT(*std::max_element(own_weights.begin(), own_weights.end()), 0.9);
}

TEST(Exercise, AStepThatAnEditChangedHasNone) {
  const ModelPtr model = shipped("translator");
  const std::string path = "encoder.1.self_attention.head.0.weights";
  const TracePtr trace = model->trace({.text = sentence, .edits = {Edit{.path = path, .values = {0}}}});
  EXPECT_TRUE(exercises_of(*trace, trace->at(path), 7).empty());
  EXPECT_FALSE(exercises_of(*trace, trace->at("encoder.1.self_attention.head.0.scores"), 7).empty());
}

TEST(Exercise, PicturesHaveCellsAndStatesHaveTimes) {
  const TracePtr picture = shipped("vit")->trace({.text = "large red circle at 18,22; background 7"});
  const SheetTask task =
      exercises_of(*picture, picture->at("encoder.1.self_attention.head.1.weights"), 7).front().task;
  EXPECT_EQ(task.tables[0].corner, "cell");
  const TracePtr states = shipped("seq2seq-attention")->trace({.text = "the animal was tired"});
  int gathered = 0;
  for (const int node : states->steps()) {
    const std::string& path = states->label(node).path;
    if (path.ends_with("cross_attention.head.0.weights")) {
      ++gathered;
      ASSERT_FALSE(exercises_of(*states, node, 1).empty()) << path;
      EXPECT_STREQ(exercises_of(*states, node, 1).front().kind->name, "softmax");
    }
  }
  EXPECT_EQ(gathered, 1);
}

TEST(Exercise, StepsWithTasksHaveNames) {
  const TracePtr trace = shipped("translator")->trace({.text = sentence});
  const std::vector<std::string> names = steps_with_exercises(*trace);
  for (const char* name : {"query", "score", "weight", "output"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  EXPECT_LT(names.size(), exercise_kinds().size());
}

}  // namespace
}  // namespace headlight
