#include "core/explain/together.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/explain/merge.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

Groups grouped(int places, const std::vector<int>& chosen) {
  return chosen.empty() ? each_alone(places) : one_group(places, chosen);
}

// Numbers and what they come to, with the fewest decimals that let it come out as it is written.
struct WrittenSum {
  std::vector<std::string> parts;
  std::string total;
  std::string equals = " = ";
};

// `count`: what the sum is divided by.
WrittenSum written(const std::vector<float>& parts, float total, int count) {
  constexpr int fewest = 2, most = 4;
  const auto write = [&](int decimals) {
    WrittenSum sum;
    for (const float part : parts) sum.parts.push_back(fixed_text(part, decimals));
    sum.total = fixed_text(total, decimals);
    return sum;
  };
  for (int decimals = fewest; decimals <= most; ++decimals) {
    const double unit = std::pow(10.0, decimals);
    const auto rounded = [&](float value) { return std::llround(static_cast<double>(value) * unit); };
    std::int64_t sum = 0;
    bool hidden = false;
    for (const float part : parts) {
      if (!std::isfinite(part)) return write(fewest);
      sum += rounded(part);
      hidden = hidden || (part != 0 && rounded(part) == 0);
    }
    const bool right = std::llround(static_cast<double>(sum) / static_cast<double>(count)) == rounded(total);
    if (right && (!hidden || decimals == most)) return write(decimals);
  }
  WrittenSum sum = write(fewest);
  sum.equals = " ≈ ";
  return sum;
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

// "0.62 = 0.31 + 0.31", "0.40 = (0.62 + 0.18) / 2"; of many parts the number alone.
std::string equation(const std::vector<float>& parts, float total, bool mean) {
  constexpr std::size_t most = 6;
  if (parts.size() < 2 || parts.size() > most) return weight_alone(total);
  const int count = mean ? static_cast<int>(parts.size()) : 1;
  const WrittenSum sum = written(parts, total, count);
  const std::string added = joined(sum.parts, " + ");
  return sum.total + sum.equals + (mean ? "(" + added + ") / " + std::to_string(count) : added);
}

std::string how(const ChosenWords& chosen) {
  std::string said;
  if (chosen.keys.size() > 1) said = "sum over keys";
  if (chosen.queries.size() > 1) said += (said.empty() ? "" : ", ") + std::string("mean over queries");
  return said.empty() ? "" : " (" + said + ")";
}

// The heaviest of a row or a column of numbers, at most three that can be seen.
std::vector<int> heaviest(std::span<const float> numbers) {
  constexpr std::size_t most = 3;
  constexpr float least = 0.01F;
  std::vector<int> places;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (std::isfinite(numbers[i]) && numbers[i] >= least) places.push_back(static_cast<int>(i));
  }
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
    return numbers[static_cast<std::size_t>(a)] > numbers[static_cast<std::size_t>(b)];
  });
  places.resize(std::min(places.size(), most));
  return places;
}

std::vector<std::string> labels_of_rows(const Heatmap& map) {
  std::vector<std::string> labels;
  for (int row = 0; row < map.rows; ++row) labels.push_back(map.row_label(row));
  return labels;
}
std::vector<std::string> labels_of_columns(const Heatmap& map) {
  std::vector<std::string> labels;
  for (int column = 0; column < map.columns; ++column) labels.push_back(map.column_label(column));
  return labels;
}

// The weights of one query for the chosen keys; in a map without chosen keys none.
std::vector<float> summands(const Heatmap& map, int query, const std::vector<int>& keys) {
  std::vector<float> parts;
  for (const int key : keys) parts.push_back(map.value(query, key));
  return parts;
}

}  // namespace

Matrix together(const Heatmap& map, const ChosenWords& chosen) {
  return merged({map.values.data(), {map.rows, map.columns}}, grouped(map.rows, chosen.queries),
                grouped(map.columns, chosen.keys));
}

std::string quoted_words(const std::vector<std::string>& labels, const std::vector<int>& places) {
  constexpr std::size_t most = 4;
  std::vector<std::string> quoted;
  int last = -2;
  for (const int place : places) {
    const std::string& label = labels[static_cast<std::size_t>(place)];
    if (place == last + 1) {
      quoted.back() += " " + label;
    } else {
      quoted.push_back(label);
    }
    last = place;
  }
  const std::size_t shown = quoted.size() > most ? most - 1 : quoted.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last_one = i + 1 == quoted.size();
    text += (i == 0 ? "“" : last_one ? " and “" : ", “") + quoted[i] + "”";
  }
  if (shown < quoted.size()) text += " and " + count_text(quoted.size() - shown) + " more";
  return text;
}

std::string together_in_words(const Heatmap& map, const ChosenWords& chosen) {
  if (!chosen.several()) return "";
  if (map.format != NumberFormat::weight) return "these are no weights: they are not added up";
  const auto& [queries, keys] = chosen;
  const Matrix sums = together(map, chosen);
  if (!queries.empty() && !keys.empty()) {
    std::vector<float> parts = summands(map, queries.front(), keys);
    if (queries.size() > 1) {
      const Matrix rows = together(map, {{}, keys});
      parts.clear();
      for (const int query : queries) parts.push_back(rows(query, 0));
    }
    return quoted_words(labels_of_rows(map), queries) + (queries.size() > 1 ? " look at " : " looks at ") +
           quoted_words(labels_of_columns(map), keys) + ": " +
           equation(parts, sums(0, 0), queries.size() > 1) + how(chosen);
  }
  const bool rows = keys.empty();
  const std::vector<float> numbers(sums.data(), sums.data() + sums.size());
  std::vector<std::string> said;
  for (const int place : heaviest(numbers)) {
    const std::string number = weight_alone(numbers[static_cast<std::size_t>(place)]);
    said.push_back(rows ? number + " “" + map.column_label(place) + "”"
                        : number + " from “" + map.row_label(place) + "”");
  }
  const std::string words =
      rows ? quoted_words(labels_of_rows(map), queries) : quoted_words(labels_of_columns(map), keys);
  return words + how(chosen) + ": " + (said.empty() ? "less than .01 each" : joined(said, ", "));
}

std::vector<std::string> summands_in_words(const Heatmap& map, const ChosenWords& chosen) {
  if (map.format != NumberFormat::weight || chosen.keys.empty()) return {};
  const Matrix sums = together(map, {{}, chosen.keys});
  std::vector<std::string> lines;
  for (const int query : chosen.queries) {
    const WrittenSum sum = written(summands(map, query, chosen.keys), sums(query, 0), 1);
    std::vector<std::string> named;
    for (std::size_t i = 0; i < chosen.keys.size(); ++i) {
      const bool masked = map.state(query, chosen.keys[i]) == CellState::masked;
      named.push_back(map.column_label(chosen.keys[i]) + " " + (masked ? "masked" : sum.parts[i]));
    }
    lines.push_back(map.row_label(query) + ": " +
                    (named.size() > 1 ? sum.total + sum.equals : std::string()) + joined(named, " + "));
  }
  return lines;
}

}  // namespace headlight
