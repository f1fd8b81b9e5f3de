#include "core/labs/lookup.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/labs/softmax.h"
#include "core/layers/sites.h"
#include "core/matrix/random.h"
#include "core/tape/ops/ops.h"

namespace headlight {

std::vector<int> letters_of(std::string_view text, int most) {
  std::vector<int> letters;
  for (const char c : text) {
    if (static_cast<int>(letters.size()) == most) break;
    if (c >= 'a' && c <= 'z') letters.push_back(c - 'a');
    if (c >= 'A' && c <= 'Z') letters.push_back(c - 'A');
  }
  return letters;
}

std::string letters_text(std::span<const int> letters) {
  std::string text;
  for (const int letter : letters) text += static_cast<char>('A' + letter);
  return text;
}

Matrix random_table(int rows, int columns, std::uint64_t seed) {
  Random random(seed);
  return normal_matrix(rows, columns, random);
}

TracePtr record_lookup(const LookupTask& task, ConstView table, std::shared_ptr<const void> lender,
                       const std::string& embedding, const std::vector<Edit>& edits) {
  const Block lab{Family::lab, "lookup_lab"};
  const int count = static_cast<int>(task.tokens.size());
  Tape tape;
  const std::vector<float> numbers(task.tokens.begin(), task.tokens.end());
  const int tokens = tape.constant(lab["tokens"], {numbers.data(), {count, 1}});
  const int rows = lender != nullptr
                       ? tape.parameter({"parameters." + embedding, Axis::source_word, Axis::model}, table)
                       : tape.constant(lab["table"], table);
  Matrix ones = Matrix::Zero(count, table.shape.rows);
  for (int t = 0; t < count; ++t) ones(t, task.tokens[t]) = 1;
  const int one_hot = tape.constant(lab["one_hot"], view(ones));
  const int product = tape.record(lab["product"], linear(0, table.shape.cols), {one_hot, rows});
  const int looked_up = tape.record(lab["looked_up"], lookup(), {tokens, rows});
  const int negative = tape.record(lab["negative"], scale(-1), {looked_up});
  tape.record(lab["difference"], add(), {product, negative});
  tape.set_edits(edits);
  tape.forward();
  Trace::Words words;
  words.source = task.words;
  words.source_vocabulary = task.vocabulary;
  return std::make_shared<const Trace>(std::move(tape), std::move(words), std::move(lender));
}

LookupCost lookup_cost(const Trace& trace) {
  const Shape one_hot = trace.read("lookup_lab.one_hot").shape();
  const Shape found = trace.read("lookup_lab.looked_up").shape();
  LookupCost cost;
  cost.product_terms = one_hot.size() * found.cols;
  cost.product_reads = cost.product_terms;
  cost.lookup_reads = found.size();
  return cost;
}

namespace {

Matrix rows_of(std::span<const float> numbers, std::size_t rows, std::size_t columns) {
  Matrix matrix(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  std::copy_n(numbers.begin(), rows * columns, matrix.data());
  return matrix;
}

constexpr std::array<std::string_view, 5> film_names{"Two Left Shoes", "The Last Tram", "Rain on Tuesday",
                                                     "Hold the Bus", "Laugh, Then Cry"};
constexpr std::array<std::string_view, 4> film_attributes{"funny", "sad", "songs", "chases"};
constexpr std::array<std::string_view, 2> film_amounts{"minutes", "stars"};
constexpr std::array film_keys{1.F, 0.F, 1.F, 0.F,  //
                               0.F, 1.F, 0.F, 1.F,  //
                               0.F, 1.F, 1.F, 0.F,  //
                               1.F, 0.F, 0.F, 1.F,  //
                               1.F, 1.F, 0.F, 0.F};
constexpr std::array film_values{94.F,  3.F,  //
                                 128.F, 4.F,  //
                                 141.F, 5.F,  //
                                 88.F,  2.F,  //
                                 112.F, 4.F};

constexpr std::array<std::string_view, 4> paint_names{"peach", "brick", "sky", "navy"};
constexpr std::array<std::string_view, 4> paint_attributes{"warm", "cool", "light", "dark"};
constexpr std::array<std::string_view, 3> paint_amounts{"red", "green", "blue"};
constexpr std::array paint_keys{1.F, 0.F, 1.F, 0.F,  //
                                1.F, 0.F, 0.F, 1.F,  //
                                0.F, 1.F, 1.F, 0.F,  //
                                0.F, 1.F, 0.F, 1.F};
constexpr std::array paint_values{1.00F, 0.78F, 0.62F,  //
                                  0.62F, 0.24F, 0.18F,  //
                                  0.56F, 0.80F, 0.96F,  //
                                  0.08F, 0.14F, 0.40F};

Matrix one_row(std::span<const float> numbers) { return rows_of(numbers, 1, numbers.size()); }

}  // namespace

Matrix LookupCatalogue::key_rows() const { return rows_of(keys, entries.size(), attributes.size()); }
Matrix LookupCatalogue::value_rows() const { return rows_of(values, entries.size(), amounts.size()); }

const LookupCatalogue& film_catalogue() {
  static constexpr LookupCatalogue films{"films",      "film",    film_names, film_attributes,
                                         film_amounts, film_keys, film_values};
  return films;
}

const LookupCatalogue& paint_catalogue() {
  static constexpr LookupCatalogue paints{"paint",       "tin",      paint_names,  paint_attributes,
                                          paint_amounts, paint_keys, paint_values, true};
  return paints;
}

TracePtr record_soft_lookup(const LookupCatalogue& catalogue, std::span<const float> query,
                            float temperature) {
  if (query.size() != catalogue.attributes.size())
    throw std::invalid_argument("a query has as many numbers as a key: " +
                                std::to_string(catalogue.attributes.size()));
  if (!(temperature > 0)) throw std::invalid_argument("a temperature must be above 0");
  const Block lab{Family::lab, "lookup_lab"};
  const Matrix asked = one_row(query), keys = catalogue.key_rows(), values = catalogue.value_rows();
  Tape tape;
  const int q = tape.constant(lab["query"], view(asked));
  const int k = tape.constant(lab["key"], view(keys));
  const int v = tape.constant(lab["value"], view(values));
  Matrix exact = Matrix::Zero(1, keys.rows());
  for (Eigen::Index entry = 0; entry < keys.rows(); ++entry)
    exact(0, entry) = keys.row(entry) == asked.row(0) ? 1.0F : 0.0F;
  tape.record(lab["exact_value"], mix(), {tape.constant(lab["exact"], view(exact)), v});
  const int scores = tape.record(lab["scores"], dot_products(), {q, k});
  tape.forward();
  const Matrix found = tape.value(scores).map();
  const Matrix nearest =
      one_row(coldest_limit(std::span<const float>(found.data(), static_cast<std::size_t>(found.cols()))));
  tape.record(lab["nearest_value"], mix(), {tape.constant(lab["nearest"], view(nearest)), v});
  const int scaled = tape.record(lab["scaled"], scale(1 / temperature), {scores});
  const int weights = tape.record(lab["weights"], softmax(), {scaled});
  tape.record(lab["mixed"], mix(), {weights, v});
  tape.forward();
  Trace::Words words;
  words.source.assign(catalogue.entries.begin(), catalogue.entries.end());
  words.target = {"the query"};
  return std::make_shared<const Trace>(std::move(tape), std::move(words), nullptr);
}

}  // namespace headlight
