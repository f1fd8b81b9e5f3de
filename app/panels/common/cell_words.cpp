#include "app/panels/common/cell_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "app/panels/common/step_names.h"
#include "app/session/session_caption.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"
#include "core/text/say.h"

namespace headlight {
namespace {

class CellInWords {
 public:
  CellInWords(const Trace& trace, const Cell& cell, bool of_words)
      : trace_(trace),
        cell_(cell),
        read_(trace),
        label_(trace.label(cell.node)),
        word_(word_run(word_said(trace, label_.rows, cell.row))),
        value_(number(cell)),
        of_words_(of_words) {}

  RichText say_it() {
    if (const std::optional<Product> product = product_of(trace_, cell_.node)) return of_product(*product);
    const OpPtr& op = trace_.tape().node(cell_.node).op;
    if (op == nullptr) return meaning();
    find_sources();
    if (op == softmax()) return of_softmax();
    if (op == concatenate())
      return told("Nothing is computed here: rows are put side by side. This number is {value}.",
                  {{"value", value_}});
    if (sources_.size() == 2 && adds_lines(trace_, cell_.node))
      return told(
          "Here the line of {word} has {a}. To it {b} is added. Together that is {value}.",
          {{"word", word_}, {"a", number(sources_[0])}, {"b", number(sources_[1])}, {"value", value_}});
    if (sources_.size() == 2 && op == multiply())
      return told("{a} times {b} is {value}.",
                  {{"a", number(sources_[0])}, {"b", number(sources_[1])}, {"value", value_}});
    return sources_.size() == 1 ? of_one(*op) : meaning();
  }

  RichText say_product(int number_of_it) {
    const std::optional<Product> product = product_of(trace_, cell_.node);
    if (!product || number_of_it < 0 || number_of_it >= product->inner) return say_it();
    const PrintedProduct printed =
        printed_product(static_cast<float>(read_(left_cell(*product, cell_.row, number_of_it))),
                        static_cast<float>(read_(right_cell(*product, cell_.col, number_of_it))));
    const Role left = role_of(trace_.label(product->left).path),
               right = role_of(trace_.label(product->right).path);
    const bool of_words = info(label_.cols).kind == AxisKind::tokens;
    return told(
        of_words
            ? "Number {n} of the row of {row} is {a}, and number {n} of the row of {other} is {b}. "
              "Multiplied, they give {product}. The {all} products of this kind add up to {value}."
            : "Number {n} of the row of {row} is {a}, and number {n} of column {c} of the other matrix is "
              "{b}. Multiplied, they give {product}, one of the {all} products that are added up to {value}.",
        {{"n", word_run(from_one(number_of_it))},
         {"row", word_},
         {"other", of_words ? word_run(word_said(trace_, label_.cols, cell_.col)) : TextRun()},
         {"c", word_run(from_one(cell_.col))},
         {"a", word_run(printed.left, left)},
         {"b", word_run(printed.right, right)},
         {"product", word_run(printed.product)},
         {"all", word_run(std::to_string(product->inner))},
         {"value", value_}});
  }

  std::vector<RichText> say_step() {
    const std::string noun = noun_of(label_.path);
    RichText here =
        info(label_.cols).kind == AxisKind::tokens
            ? told("The {noun} of {row} for {column} is {value}.",
                   {{"noun", {noun}},
                    {"row", word_},
                    {"column", word_run(word_said(trace_, label_.cols, cell_.col))},
                    {"value", value_}})
            : told("Number {c} of the {noun} of {row} is {value}.", {{"c", word_run(from_one(cell_.col))},
                                                                     {"noun", {noun}},
                                                                     {"row", word_},
                                                                     {"value", value_}});
    RichText text = meaning();
    if (text.runs.empty()) return {std::move(here)};
    text.runs.push_back({" ", Role::text_2});
    text.runs.insert(text.runs.end(), here.runs.begin(), here.runs.end());
    return {std::move(text), std::move(here)};
  }

 private:
  TextRun number(const Cell& cell) {
    const bool share = site_id(trace_.label(cell.node).path) == SiteId::weights;
    return word_run(
        number_alone(static_cast<float>(read_(cell)), share ? NumberFormat::weight : NumberFormat::score));
  }
  RichText meaning() const {
    const Site* const site = site_of(label_.path);
    if (site == nullptr) return {};
    std::string means(site->meaning);
    return RichText({TextRun{of_words_ ? said_of_words(std::move(means)) : means, Role::text_2}});
  }

  // Of each row that it reads the number at its own place, or the first.
  void find_sources() {
    for (const Cell& each : trace_.tape().explain(cell_).cells()) {
      if (trace_.tape().node(each.node).kind == Node::Kind::parameter) continue;
      const auto same = std::find_if(sources_.begin(), sources_.end(), [&](const Cell& known) {
        return known.node == each.node && known.row == each.row;
      });
      if (same == sources_.end()) {
        sources_.push_back(each);
      } else if (each.col == cell_.col) {
        *same = each;
      }
    }
  }

  RichText of_product(const Product& product) {
    const Role asks = role_of(trace_.label(product.left).path),
               offers = role_of(trace_.label(product.right).path);
    const TextRun n = word_run(std::to_string(product.inner));
    if (info(label_.cols).kind != AxisKind::tokens) {
      const std::vector<Cell> cells = trace_.tape().explain(cell_).cells();
      const auto bias = std::find_if(cells.begin(), cells.end(), [&](const Cell& each) {
        return product.bias && each.node == *product.bias;
      });
      return told(bias == cells.end()
                      ? "The row of {row} and column {c} of the other matrix have {n} numbers each. Number "
                        "by number they are multiplied, and the {n} products are added up. That is {value}. "
                      : "The row of {row} and column {c} of the other matrix have {n} numbers each. Number "
                        "by number they are multiplied. The {n} products are added up, and with them {b}, a "
                        "number that was learned. That is {value}. ",
                  {{"row", word_},
                   {"c", word_run(from_one(cell_.col))},
                   {"n", n},
                   {"b", bias == cells.end() ? TextRun() : number(*bias)},
                   {"value", value_}});
    }
    RichText text = told(
        "{row} has {n} numbers: {asks}. {column} has {n}: {offers}. Number by number they are multiplied, "
        "and the {n} products are added up. That is {value}. ",
        {{"row", word_},
         {"n", n},
         {"asks", word_run(say("what it asks"), asks)},
         {"column", word_run(word_said(trace_, label_.cols, cell_.col))},
         {"offers", word_run(say("what it offers"), offers)},
         {"value", value_}});
    const RichText more = with_which_most();
    text.runs.insert(text.runs.end(), more.runs.begin(), more.runs.end());
    return text;
  }

  // Of the row of a softmax, the power of this number and the sum of all, as they are printed elsewhere.
  RichText of_softmax() {
    const auto own = std::find_if(sources_.begin(), sources_.end(),
                                  [&](const Cell& each) { return each.col == cell_.col; });
    if (own == sources_.end()) return meaning();
    const Reading row = trace_.rows(own->node, own->row, 1);
    const int count = row.shape().cols;
    float most = -std::numeric_limits<float>::infinity();
    for (int column = 0; column < count; ++column) most = std::max(most, row(0, column));
    const float here = row(0, own->col);
    if (here == -std::numeric_limits<float>::infinity())
      return told("{row} may not look there, so the share is {value}.", {{"row", word_}, {"value", value_}});
    double sum = 0;
    for (int column = 0; column < count; ++column)
      sum += std::exp(static_cast<double>(row(0, column)) - static_cast<double>(most));
    if (!std::isfinite(sum)) return meaning();
    const double power = std::exp(static_cast<double>(here) - static_cast<double>(most));
    return told(
        "From {a} take the largest number of the row, {most}, and raise {e} to what is left: {power}. All "
        "{n} numbers of the row, treated in the same way, add up to {sum}. {power} divided by {sum} is "
        "{value}.",
        {{"a", number(*own)},
         {"most", word_run(number_alone(most, NumberFormat::score))},
         {"e", word_run("e")},
         {"power", word_run(power < 0.00005 ? "<.0001" : fixed_text(static_cast<float>(power), 4))},
         {"n", word_run(std::to_string(count))},
         {"sum", word_run(fixed_text(static_cast<float>(sum), 4))},
         {"value", value_}});
  }

  // With which word it fits best.
  RichText with_which_most() {
    const Reading row = trace_.rows(cell_.node, cell_.row, 1);
    int most = -1;
    for (int column = 0; column < row.shape().cols; ++column) {
      if (std::isfinite(row(0, column)) && (most < 0 || row(0, column) > row(0, most))) most = column;
    }
    if (most < 0) return {};
    if (most == cell_.col) return told("It is more than with any other word.");
    return told("With {word} it is more: {value}.", {{"word", word_run(word_said(trace_, label_.cols, most))},
                                                     {"value", number({cell_.node, cell_.row, most})}});
  }

  RichText of_one(const Op& op) {
    const TextRun from = number(sources_[0]);
    if (normalizes(trace_, cell_.node)) return of_norm(from, op.symbol().starts_with("RMS"));
    const std::string through = lets_through(trace_, cell_.node);
    if (through == "ReLU")
      return told(read_(cell_) > 0 ? "{a} is above zero, so it stays as it is."
                                   : "{a} is not above zero, so it becomes 0.",
                  {{"a", from}});
    if (!through.empty())
      return told(
          "{a} becomes {value}. What is far below zero becomes nearly 0, and what is far above stays nearly "
          "as it is.",
          {{"a", from}, {"value", value_}});
    return meaning();
  }

  RichText of_norm(const TextRun& from, bool of_squares) {
    const Reading row = trace_.rows(sources_[0].node, sources_[0].row, 1);
    double sum = 0, squares = 0;
    for (int column = 0; column < row.shape().cols; ++column) {
      const auto value = static_cast<double>(row(0, column));
      sum += value;
      squares += value * value;
    }
    const double mean = sum / row.shape().cols, square = squares / row.shape().cols;
    const auto run = [](double value) { return word_run(fixed_text(static_cast<float>(value), 2)); };
    if (of_squares)
      return told(
          "Divide {a} by the root of the mean square of its row, {root}. Then multiply by a number that was "
          "learned. That is {value}.",
          {{"a", from}, {"root", run(std::sqrt(square))}, {"value", value_}});
    return told(
        "Take the mean of the row, {mean}, from {a}, and divide by the spread, {spread}. Then come two "
        "numbers that were learned: one is multiplied, one is added. That is {value}.",
        {{"a", from},
         {"mean", run(mean)},
         {"spread", run(std::sqrt(std::max(square - mean * mean, 0.0)))},
         {"value", value_}});
  }

  const Trace& trace_;
  Cell cell_;
  CellReader read_;
  const Label& label_;
  TextRun word_, value_;
  bool of_words_;
  std::vector<Cell> sources_;
};

}  // namespace

RichText words_of_cell(const Trace& trace, const Cell& cell, bool of_words) {
  return CellInWords(trace, cell, of_words).say_it();
}
RichText words_of_product(const Trace& trace, const Cell& cell, int number, bool of_words) {
  return CellInWords(trace, cell, of_words).say_product(number);
}
std::vector<RichText> words_of_step(const Trace& trace, const Cell& cell, bool of_words) {
  return CellInWords(trace, cell, of_words).say_step();
}

std::string plain_text(const RichText& text) {
  std::string all;
  for (const TextRun& run : text.runs) all += run.text;
  return all;
}

bool adds_lines(const Trace& trace, int node) {
  return trace.tape().node(node).op == add() && !place_of(trace.label(node).path).time;
}

bool normalizes(const Trace& trace, int node) {
  const OpPtr& op = trace.tape().node(node).op;
  return op != nullptr && op->name() == "normalize";
}

std::string lets_through(const Trace& trace, int node) {
  const OpPtr& op = trace.tape().node(node).op;
  if (op == nullptr) return "";
  constexpr std::array<std::string_view, 3> those{"ReLU", "GELU", "SiLU"};
  const auto found = std::find(those.begin(), those.end(), op->name());
  return found == those.end() ? "" : std::string(*found);
}

}  // namespace headlight
