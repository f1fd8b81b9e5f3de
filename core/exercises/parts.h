// What tasks for pencil and paper are made with: numbers as they are printed, a step with its words, and
// sentences about both. Private to core/exercises.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/exercises/work_sheet.h"
#include "core/explain/matrix_formulas.h"
#include "core/layers/sites.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight::exercises {

// A number as it is printed: so many units of its last decimal place. Sums and products of them come out.
class Decimal {
 public:
  Decimal() = default;
  // Throws std::domain_error for what nobody would calculate with: NaN, infinities, numbers of many digits.
  Decimal(double value, int places) : places_(places) {
    const double units = value * std::pow(10.0, places);
    if (!(std::fabs(units) < 1e9)) throw std::domain_error("no number to calculate by hand");
    units_ = std::llround(units);
  }
  static Decimal of_units(std::int64_t units, int places) {
    Decimal made;
    made.units_ = units;
    made.places_ = places;
    return made;
  }

  std::int64_t units() const { return units_; }
  int places() const { return places_; }
  double value() const { return static_cast<double>(units_) / std::pow(10.0, places_); }
  std::string text() const {
    std::string digits = std::to_string(units_ < 0 ? -units_ : units_);
    const auto places = static_cast<std::size_t>(places_);
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    if (places > 0) digits.insert(digits.size() - places, ".");
    return (units_ < 0 ? "\u2212" : "") + digits;
  }

  friend Decimal operator*(Decimal a, Decimal b) {
    return of_units(a.units_ * b.units_, a.places_ + b.places_);
  }
  friend Decimal operator+(Decimal a, Decimal b) {
    const int places = std::max(a.places_, b.places_);
    return of_units(a.at(places) + b.at(places), places);
  }
  Decimal operator-() const { return of_units(-units_, places_); }
  friend Decimal operator-(Decimal a, Decimal b) { return a + -b; }

 private:
  std::int64_t at(int places) const {
    std::int64_t units = units_;
    for (int i = places_; i < places; ++i) units *= 10;
    return units;
  }

  std::int64_t units_ = 0;
  int places_ = 0;
};

// As many decimal places as leave the largest of these numbers two digits.
int places_for(std::span<const double> values);
// "tenths"
const char* name_of_places(int places);
std::vector<Decimal> rounded(std::span<const double> values, int places);
inline std::vector<Decimal> rounded(std::span<const double> values) {
  return rounded(values, places_for(values));
}

// Cells and rows of tables.

inline SheetCell given(const Decimal& number) { return {number.text()}; }
inline SheetCell blank(const Decimal& answer, double exact) { return {answer.text(), true, exact}; }
SheetRow given_row(RichText name, std::span<const Decimal> numbers);

// Words.

// Four significant digits: a number of the model, beside an answer.
std::string number_text(double value);
std::string capital(std::string text);
// "The model: 0.12, 3.4 and 5.6."
std::string of_the_model(const std::vector<std::string>& numbers);
// "4 of the 32 dimensions"; "all 4 dimensions".
std::string part_of(std::size_t some, int all, const std::string& what);
// "rounded to tenths"; of two that differ "A rounded to tenths, B to hundredths".
std::string rounded_text(const std::string& first, int places_of_first, const std::string& second,
                         int places_of_second);
// "weights", "probabilities".
std::string plural_of(const std::string& noun);
// Says at the end of the rounding how far the answers are from what the model's own numbers give: the largest
// such distance, rounded up.
void end_with_distance(SheetTask& task);

// Places of a row.

// Of the largest of these, in their order.
std::vector<int> largest(
    std::span<const double> values, int most,
    const std::function<double(double)>& size = [](double x) { return std::fabs(x); });
inline double as_it_is(double x) { return x; }
std::vector<int> first_places(int count, int most);
std::vector<double> picked(std::span<const double> values, const std::vector<int>& places);

// A node of a trace with the row that a task is about.
class Step {
 public:
  Step(const Trace& trace, int node, int row) : trace_(trace), id_(node), row_(row) {}

  const Trace& trace() const { return trace_; }
  int id() const { return id_; }
  int row() const { return row_; }
  const Node& node() const { return node_of(id_); }
  const Node& node_of(int id) const { return trace_.tape().node(id); }
  int columns() const { return node().shape.cols; }

  double cell(Cell at) const { return static_cast<double>(trace_.cell(at)); }
  std::vector<double> row_of(int id, int row) const {
    const Reading values = trace_.rows(id, row, 1);
    std::vector<double> all;
    for (int column = 0; column < values.shape().cols; ++column)
      all.push_back(static_cast<double>(values(0, column)));
    return all;
  }
  std::vector<double> own_row() const { return row_of(id_, row_); }

  bool has_words(Axis axis) const {
    const AxisKind kind = info(axis).kind;
    return kind == AxisKind::tokens || kind == AxisKind::vocabulary;
  }
  // A word, with its place where the sentence has it more than once; of what has no words its number.
  std::string head(Axis axis, int size, int place) const {
    const std::string word = trace_.label(axis, place);
    for (int i = 0; i < size && info(axis).kind == AxisKind::tokens; ++i)
      if (i != place && trace_.label(axis, i) == word) return word + " (" + std::to_string(place) + ")";
    return word;
  }
  std::string column_head(int column) const { return head(node().label.cols, columns(), column); }
  std::vector<RichText> heads(const std::vector<int>& columns) const {
    std::vector<RichText> all;
    for (const int column : columns) all.emplace_back(column_head(column));
    return all;
  }
  // "word"; of a picture "cell", of pieces of words "token", of what has none of these "dimension".
  std::string thing(Axis axis) const {
    if (!has_words(axis)) return "dimension";
    if (trace_.anatomy().picture && info(axis).stream == Stream::source) return "cell";
    return trace_.pieces(axis) != nullptr ? "token" : "word";
  }
  std::string corner() const { return thing(node().label.cols); }
  std::string quoted(Axis axis, int size, int place) const { return "“" + head(axis, size, place) + "”"; }
  // "score of “it”"; "score" where the step has no words.
  std::string of_row(const std::string& noun, int id, int row) const {
    const Label& label = trace_.label(id);
    if (!has_words(label.rows)) return noun;
    return say("{noun} of {word}",
               {{"noun", noun}, {"word", quoted(label.rows, node_of(id).shape.rows, row)}});
  }
  std::string of_row(const std::string& noun) const { return of_row(noun, id_, row_); }

  // "score", "normalized value"; of a parameter its letter.
  std::string noun_of(int id) const {
    const Site* site = site_of(trace_.label(id).path);
    return site == nullptr ? symbol_of(trace_.label(id).path) : std::string(site->noun);
  }
  std::string noun() const { return noun_of(id_); }
  RichText symbol(int id) const {
    const std::string letters = symbol_of(trace_.label(id).path);
    return letters.empty() ? RichText(noun_of(id)) : in_one_line(letters);
  }
  RichText equation() const { return in_one_line(equation_of(trace_, id_)); }

  // Which columns of the row the softmax of the same head leaves out.
  std::vector<bool> masked_columns() const;

 private:
  const Trace& trace_;
  int id_, row_;
};

// A row whose weights are worth calculating with, where one word has nearly all of those of `row`: the one
// that shares them out best among three words, and a sentence that says so. Else `row` itself.
struct SharingRow {
  int row = 0;
  std::string says = {};
};
SharingRow row_that_shares(const Trace& trace, int weights, int row);

// A task on a step's row; nothing where the step is of another kind.
using Task = std::optional<SheetTask>;

// Products (products.cpp).
Task dot_product(const Trace& trace, int node, int row);        // of two words: Q K^T
Task number_of_product(const Trace& trace, int node, int row);  // one of X W + b
Task weighted_sum(const Trace& trace, int node, int row);       // A V
Task counting(const Trace& trace, int node, int row);           // sizes of what is multiplied

// Rows of scores (scores.cpp).
Task scaling(const Trace& trace, int node, int row);
Task masking(const Trace& trace, int node, int row);
Task softmax_of_row(const Trace& trace, int node, int row);

// Number by number (numbers.cpp).
Task sum_of_two(const Trace& trace, int node, int row);
Task product_of_two(const Trace& trace, int node, int row);
Task not_negative(const Trace& trace, int node, int row);
Task position(const Trace& trace, int node, int row);
Task mean_and_spread(const Trace& trace, int node, int row);  // of four numbers
Task normalization(const Trace& trace, int node, int row);    // as the model does it

}  // namespace headlight::exercises
