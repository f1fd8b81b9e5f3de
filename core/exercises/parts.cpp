#include "core/exercises/parts.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include "core/figure/numbers.h"
#include "core/platform/portable.h"
#include "core/text/say.h"

namespace headlight::exercises {

int places_for(std::span<const double> values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::fabs(value));
  if (most == 0) return 1;
  // What rounds up to 10 has two digits before the point.
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(most * 1.0000001))), 0, 4);
}

const char* name_of_places(int places) {
  static constexpr std::array names{"whole numbers", "tenths", "hundredths", "thousandths",
                                    "four decimal places"};
  return names.at(static_cast<std::size_t>(std::clamp(places, 0, 4)));
}

std::vector<Decimal> rounded(std::span<const double> values, int places) {
  std::vector<Decimal> all;
  for (const double value : values) all.emplace_back(value, places);
  return all;
}

SheetRow given_row(RichText name, std::span<const Decimal> numbers) {
  SheetRow row{std::move(name), {}};
  for (const Decimal& number : numbers) row.cells.push_back(given(number));
  return row;
}

std::string number_text(double value) { return significant_text(static_cast<float>(value), 4); }

std::string of_the_model(const std::vector<std::string>& numbers) {
  return say("The model: {numbers}.", {{"numbers", with_and(numbers)}});
}

std::string plural_of(const std::string& noun) {
  return noun.ends_with('y') ? noun.substr(0, noun.size() - 1) + "ies" : noun + "s";
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string part_of(std::size_t some, int all, const std::string& what) {
  if (static_cast<int>(some) == all)
    return say("all {all} {things}", {{"all", std::to_string(all)}, {"things", what}});
  return say("{n} of the {all} {things}",
             {{"n", std::to_string(some)}, {"all", std::to_string(all)}, {"things", what}});
}

std::string rounded_text(const std::string& first, int places_of_first, const std::string& second,
                         int places_of_second) {
  if (places_of_first == places_of_second)
    return say("rounded to {tenths}", {{"tenths", name_of_places(places_of_first)}});
  return say("{first} rounded to {tenths}, {second} to {hundredths}",
             {{"first", first},
              {"tenths", name_of_places(places_of_first)},
              {"second", second},
              {"hundredths", name_of_places(places_of_second)}});
}

std::vector<int> largest(std::span<const double> values, int most,
                         const std::function<double(double)>& size) {
  std::vector<int> places(values.size());
  std::iota(places.begin(), places.end(), 0);
  const auto at = [&](int i) { return size(values[i]); };
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return at(a) > at(b); });
  places.resize(std::min(places.size(), static_cast<std::size_t>(most)));
  std::sort(places.begin(), places.end());
  return places;
}

std::vector<int> first_places(int count, int most) {
  std::vector<int> places(static_cast<std::size_t>(std::min(count, most)));
  std::iota(places.begin(), places.end(), 0);
  return places;
}

std::vector<double> picked(std::span<const double> values, const std::vector<int>& places) {
  std::vector<double> some;
  for (const int place : places) some.push_back(values[place]);
  return some;
}

namespace {

constexpr double nearly_all = 0.9;
constexpr Eigen::Index most_searched = 1'000'000;  // numbers

// The largest weights of a row, the first of them first.
struct TopThree {
  std::array<double, 3> weights{};
  double sum() const { return weights[0] + weights[1] + weights[2]; }
  double share() const { return weights[0] / sum(); }  // of the largest one
};
TopThree top_three(const Reading& all, int row) {
  TopThree top;
  for (int column = 0; column < all.shape().cols; ++column) {
    double next = static_cast<double>(all(row, column));
    for (double& place : top.weights)
      if (next > place) std::swap(next, place);
  }
  return top;
}

}  // namespace

std::vector<bool> Step::masked_columns() const {
  std::vector<bool> masked(static_cast<std::size_t>(columns()));
  const std::string& path = trace_.label(id_).path;
  const std::size_t dot = path.rfind('.');
  const int weights = dot == std::string::npos ? -1 : trace_.find(path.substr(0, dot + 1) + "weights");
  if (weights < 0 || !(node_of(weights).shape == node().shape) || node_of(weights).inputs.empty())
    return masked;
  const std::vector<double> scores = row_of(node_of(weights).inputs[0], row_);
  for (std::size_t i = 0; i < masked.size(); ++i) masked[i] = std::isinf(scores[i]);
  return masked;
}

SharingRow row_that_shares(const Trace& trace, int weights, int row) {
  const Step step(trace, weights, row);
  if (step.columns() < 2 || step.node().shape.size() > most_searched) return {row};
  const Reading all = trace.read(weights);
  if (!(top_three(all, row).share() > nearly_all)) return {row};
  int best = row;
  double best_shared = 0;
  for (int each = 0; each < all.shape().rows; ++each) {
    const TopThree top = top_three(all, each);
    const double shared = top.weights[1] * top.sum();
    if (!(top.share() < nearly_all) || !(shared > best_shared)) continue;
    best = each;
    best_shared = shared;
  }
  if (best == row) return {row};
  const std::vector<double> own = step.own_row();
  const auto most = std::max_element(own.begin(), own.end());
  const Axis rows = step.node().label.rows;
  const int count = step.node().shape.rows;
  const std::string on =
      step.quoted(step.node().label.cols, step.columns(), static_cast<int>(most - own.begin()));
  return {best, say("For {word}, almost all the weight is on {other} ({weight}), so this task is about "
                    "another {thing}: {best}.",
                    {{"word", step.quoted(rows, count, row)},
                     {"other", on},
                     {"weight", number_text(Decimal(*most, 3).value())},
                     {"thing", step.thing(rows)},
                     {"best", step.quoted(rows, count, best)}})};
}

namespace {

// As it is printed; infinite where it is no number.
double number_of(std::string text) {
  if (const std::size_t minus = text.find("\u2212"); minus == 0) text.replace(0, 3, "-");
  double number = std::numeric_limits<double>::infinity();
  portable::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string distance_text(const std::vector<SheetTable>& tables) {
  double most = 0;
  for (const SheetTable& table : tables) {
    for (const SheetRow& row : table.rows) {
      for (const SheetCell& cell : row.cells) {
        if (!cell.blank || !cell.exact) continue;
        const double answer = number_of(cell.text);
        if (std::isfinite(answer)) most = std::max(most, std::fabs(answer - *cell.exact));
      }
    }
  }
  if (most < 1e-6) return say("The answers are the model’s own numbers.");
  const int places = std::clamp(1 - static_cast<int>(std::floor(std::log10(most))), 0, 6);
  const double unit = std::pow(10.0, -places);
  const Decimal up(std::ceil(most / unit - 1e-9) * unit, places);
  return say("So the answers are up to {distance} away from what the model’s own numbers would give.",
             {{"distance", up.text()}});
}

}  // namespace

void end_with_distance(SheetTask& task) { task.rounding += " " + distance_text(task.tables); }

}  // namespace headlight::exercises
