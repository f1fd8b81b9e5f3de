#include "core/figure/figure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/figure/canvas.h"
#include "core/files/whole_file.h"
#include "core/text/word_pairs.h"

namespace headlight {
namespace {

using Places = std::vector<std::optional<int>>;

std::vector<std::string> rows_of(const Heatmap& map) {
  std::vector<std::string> words;
  words.reserve(static_cast<std::size_t>(map.rows));
  for (int row = 0; row < map.rows; ++row) words.push_back(map.row_label(row));
  return words;
}

std::vector<std::string> columns_of(const Heatmap& map) {
  std::vector<std::string> words;
  words.reserve(static_cast<std::size_t>(map.columns));
  for (int column = 0; column < map.columns; ++column) words.push_back(map.column_label(column));
  return words;
}

using SharedPieces = std::shared_ptr<const PieceWords>;

CommonPlaces paired(const std::vector<std::string>& first, const std::vector<std::string>& second,
                    const SharedPieces& first_pieces, const SharedPieces& second_pieces) {
  CommonPlaces places;
  for (const WordPair& pair : pairs_of(first, first_pieces.get(), second, second_pieces.get())) {
    places.own[0].push_back(pair.first);
    places.own[1].push_back(pair.second);
  }
  return places;
}

std::vector<std::string> own_words(const Places& places, const std::vector<std::string>& words) {
  std::vector<std::string> labels;
  labels.reserve(places.size());
  for (const auto& place : places) labels.push_back(place ? words[*place] : "");
  return labels;
}

std::vector<std::string> joint_words(const std::vector<std::string>& first,
                                     const std::vector<std::string>& second) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < first.size(); ++i) {
    labels.push_back(second[i].empty()  ? first[i]
                     : first[i].empty() ? second[i]
                                        : joint_label(first[i], second[i]));
  }
  return labels;
}

int place_in(const Places& places, int own) {
  return static_cast<int>(std::find(places.begin(), places.end(), own) - places.begin());
}

// The map on the common rows and columns; cells without a counterpart are absent.
Heatmap spread(const Heatmap& map, const Places& rows, const Places& columns) {
  Heatmap wide = map;
  wide.rows = static_cast<int>(rows.size());
  wide.columns = static_cast<int>(columns.size());
  wide.column_labels = own_words(columns, columns_of(map));
  wide.absent_means = "no such word";
  wide.row_pieces = wide.column_pieces = nullptr;
  wide.values.clear();
  wide.states.clear();
  for (const auto& row : rows) {
    for (const auto& column : columns) {
      const bool here = row && column;
      wide.values.push_back(here ? map.value(*row, *column) : std::numeric_limits<float>::quiet_NaN());
      wide.states.push_back(here ? map.state(*row, *column) : CellState::absent);
    }
  }
  if (map.focus_row) wide.focus_row = place_in(rows, *map.focus_row);
  if (map.focus_column) wide.focus_column = place_in(columns, *map.focus_column);
  for (Mark& mark : wide.marks) {
    mark = {place_in(rows, mark.row), place_in(columns, mark.column), mark.role};
  }
  return wide;
}

CellState state_of_difference(CellState a, CellState b) {
  if (a == CellState::absent || b == CellState::absent) return CellState::absent;
  return a == CellState::masked || b == CellState::masked ? CellState::masked : CellState::value;
}

Heatmap difference_of(const Heatmap& first, const Heatmap& second, const ComparisonNames& names) {
  Heatmap map = second;
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    map.states[i] = state_of_difference(first.states[i], second.states[i]);
    map.values[i] = map.states[i] == CellState::masked ? -std::numeric_limits<float>::infinity()
                                                       : second.values[i] - first.values[i];
  }
  map.path.clear();
  map.column_labels = joint_words(first.column_labels, second.column_labels);
  map.marks.insert(map.marks.begin(), first.marks.begin(), first.marks.end());
  map.title = std::vector<TextRun>{{names.second, Role::second_sentence, true},
                                   {" minus ", Role::text_2},
                                   {names.first, Role::first_sentence, true}};
  if (first.scale.ramp == Ramp::sequential) {
    const float most = first.scale.high - first.scale.low;
    map.scale = {.ramp = Ramp::diverging, .low = -most, .high = most};
  } else {
    map.scale = symmetric_scale(map.values);
  }
  map.scale.label = "difference";
  map.scale.high_means =
      std::vector<TextRun>{{say("more in {sentence}", {{"sentence", names.second}}), Role::second_sentence}};
  map.scale.low_means =
      std::vector<TextRun>{{say("more in {sentence}", {{"sentence", names.first}}), Role::first_sentence}};
  return map;
}

void name_it(Heatmap& map, const ComparisonNames& names, const std::string& word, Role role) {
  if (map.title.empty()) map.title = std::vector<TextRun>{{names.lead, Role::text_2}, {word, role, true}};
}

}  // namespace

void share_scale(Figure& figure) {
  if (figure.panels.empty()) return;
  Scale shared = figure.panels.front().scale;
  for (const Heatmap& map : figure.panels) {
    if (map.scale.ramp != shared.ramp) throw std::invalid_argument("share_scale: the ramps differ");
    shared.low = std::min(shared.low, map.scale.low);
    shared.high = std::max(shared.high, map.scale.high);
  }
  if (shared.ramp == Ramp::diverging) {
    shared.high = std::max(shared.high, -shared.low);
    shared.low = -shared.high;
  }
  for (Heatmap& map : figure.panels) map.scale = shared;
}

std::optional<int> CommonPlaces::common(int map, int place) const {
  const Places& places = own.at(map);
  const int found = place_in(places, place);
  return found < std::ssize(places) ? std::optional(found) : std::nullopt;
}

ComparedFigure compare(const Heatmap& first, const Heatmap& second, const ComparisonNames& names) {
  check(first);
  check(second);
  ComparedFigure figure;
  figure.rows = paired(rows_of(first), rows_of(second), first.row_pieces, second.row_pieces);
  figure.columns = paired(columns_of(first), columns_of(second), first.column_pieces, second.column_pieces);
  figure.panels.push_back(spread(first, figure.rows.own[0], figure.columns.own[0]));
  figure.panels.push_back(spread(second, figure.rows.own[1], figure.columns.own[1]));
  // Numbers of two kinds: the scale of both has a sign.
  if (figure.panels[0].scale.ramp != figure.panels[1].scale.ramp) {
    for (Heatmap& map : figure.panels) {
      const float most = std::max(std::fabs(map.scale.low), std::fabs(map.scale.high));
      map.scale = symmetric_scale(std::array{most}, map.scale.label);
    }
  }
  share_scale(figure);
  const auto words = joint_words(own_words(figure.rows.own[0], rows_of(first)),
                                 own_words(figure.rows.own[1], rows_of(second)));
  for (Heatmap& map : figure.panels) map.row_labels = words;
  name_it(figure.panels[0], names, names.first, Role::first_sentence);
  name_it(figure.panels[1], names, names.second, Role::second_sentence);
  figure.panels.push_back(difference_of(figure.panels[0], figure.panels[1], names));
  return figure;
}

// The table of formats, and a figure written in one of them.

namespace {

std::string csv_cell(const Heatmap& map, int row, int column) {
  switch (map.state(row, column)) {
    case CellState::masked:
      return map.mask == map.value(row, column) ? csv_number(*map.mask) : "masked";
    case CellState::absent:
      return "";
    case CellState::value:
      break;
  }
  return csv_number(map.value(row, column));
}

// One table for each panel, one below the other. Several panels have their title in a first column.
std::vector<CsvRecord> csv_records(const Figure& figure) {
  std::vector<CsvRecord> records;
  const bool several = figure.panels.size() > 1;
  for (const Heatmap& map : figure.panels) {
    CsvRecord head;
    if (several) head.emplace_back("panel");
    head.push_back(map.row_axis + " / " + map.column_axis);
    for (int column = 0; column < map.columns; ++column) head.push_back(map.column_label(column));
    records.push_back(std::move(head));
    for (int row = 0; row < map.rows; ++row) {
      CsvRecord record;
      if (several) record.push_back(map.title.plain());
      record.push_back(map.row_label(row));
      for (int column = 0; column < map.columns; ++column) record.push_back(csv_cell(map, row, column));
      records.push_back(std::move(record));
    }
  }
  // Every line of a table has the same number of fields, also when one sentence is longer.
  std::size_t widest = 0;
  for (const CsvRecord& record : records) widest = std::max(widest, record.size());
  for (CsvRecord& record : records) record.resize(widest);
  return records;
}

NumberTable numbers_of(const Figure& figure) {
  NumberTable numbers{csv_records(figure), {}, {}};
  const Heatmap& first = figure.panels.front();
  for (const Heatmap& map : figure.panels) {
    if (map.rows != first.rows || map.columns != first.columns) return numbers;
    for (int row = 0; row < map.rows; ++row) {
      for (int column = 0; column < map.columns; ++column) {
        const bool absent = map.state(row, column) == CellState::absent;
        numbers.values.push_back(absent ? std::numeric_limits<float>::quiet_NaN() : map.value(row, column));
      }
    }
  }
  numbers.shape = {first.rows, first.columns};
  if (figure.panels.size() > 1) numbers.shape.insert(numbers.shape.begin(), std::ssize(figure.panels));
  return numbers;
}

constexpr std::array all_formats{
    Format{".png", "PNG", FormatKind::picture, true, nullptr, nullptr},
    Format{".svg", "SVG", FormatKind::picture, false, write_svg, nullptr},
    Format{".pdf", "PDF", FormatKind::picture, false, write_pdf, nullptr},
    Format{".csv", "CSV", FormatKind::numbers, false, nullptr,
           [](const std::filesystem::path& path, const NumberTable& numbers) {
             write_csv(path, numbers.records);
           }},
    Format{".npy", "NPY", FormatKind::numbers, false, nullptr,
           [](const std::filesystem::path& path, const NumberTable& numbers) {
             if (numbers.shape.empty())
               throw std::invalid_argument(
                   "figure: panels of different shapes do not fit one .npy; write .csv");
             write_npy(path, numbers.shape, numbers.values);
           }},
    Format{".tsv", "TSV", FormatKind::numbers, false, nullptr,
           [](const std::filesystem::path& path, const NumberTable& numbers) {
             const std::string text = tab_separated(numbers.records);
             replace_file(path, std::span<const char>(text));
           }},
    Format{".gif", "GIF", FormatKind::animation, true, nullptr, nullptr},
    Format{".safetensors", "safetensors", FormatKind::pass, false, nullptr, nullptr}};

}  // namespace

std::vector<const Format*> formats_of(FormatKind kind) {
  std::vector<const Format*> found;
  for (const Format& each : all_formats) {
    if (each.kind == kind) found.push_back(&each);
  }
  return found;
}

std::vector<std::string> endings_of(std::span<const FormatKind> kinds) {
  std::vector<std::string> endings;
  for (const FormatKind kind : kinds) {
    for (const Format* each : formats_of(kind)) endings.emplace_back(each->ending);
  }
  return endings;
}

std::string in_words(std::span<const std::string> endings) { return with_or(endings); }

const Format& format_of(const std::filesystem::path& path, const std::string& what,
                        std::span<const FormatKind> kinds) {
  const std::string ending = ending_of(path);
  for (const Format& each : all_formats) {
    if (each.ending == ending && std::find(kinds.begin(), kinds.end(), each.kind) != kinds.end()) return each;
  }
  throw FormatError(path, "no " + what + " can be written with this ending",
                    "end the name in " + in_words(endings_of(kinds)));
}

std::string tab_separated(const Figure& figure) { return tab_separated(csv_records(figure)); }

bool holds_numbers(const std::filesystem::path& path) {
  const std::string ending = ending_of(path);
  const auto numbers = formats_of(FormatKind::numbers);
  return std::any_of(numbers.begin(), numbers.end(),
                     [&](const Format* each) { return each->ending == ending; });
}

void write_figure(const Figure& figure, const std::filesystem::path& path, const FigureOptions& options,
                  std::vector<std::string>* notes) {
  const Format& format = format_of(path, "figure", std::array{FormatKind::picture, FormatKind::numbers});
  if (format.write == nullptr)
    return write_drawing(drawing_of(figure, options, notes), path,
                         {.scale = options.scale, .ground = options.ground});
  if (figure.panels.empty()) throw std::invalid_argument("figure: there is nothing to write");
  for (const Heatmap& map : figure.panels) check(map);
  format.write(path, numbers_of(figure));
}

}  // namespace headlight
