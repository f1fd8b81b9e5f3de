#include "core/explain/sentence_vectors.h"

#include <cmath>
#include <cstddef>

namespace headlight {
namespace {

constexpr const char* sentence_path = "sentence";

double dot(ConstView a, int row, const std::vector<float>& b) {
  double sum = 0;
  for (int col = 0; col < a.shape.cols; ++col)
    sum += static_cast<double>(a(row, col)) * static_cast<double>(b[static_cast<std::size_t>(col)]);
  return sum;
}

// The rows that a vector is the mean of: a mixture reads its shares, then these.
int rows_of_mean(const Trace& trace, int node) {
  const Node& made = trace.tape().node(node);
  return made.inputs.size() == 2 ? made.inputs[1] : -1;
}

}  // namespace

std::optional<SentenceVector> sentence_vector(const Trace& trace) {
  const int node = trace.find(sentence_path);
  if (trace.anatomy().answer != AnswerKind::vector || node < 0) return std::nullopt;
  const Reading read = trace.read(node);
  SentenceVector vector;
  vector.numbers.assign(read.view().data, read.view().data + read.shape().size());
  vector.length = std::sqrt(dot(read.view(), 0, vector.numbers));
  if (const int rows = rows_of_mean(trace, node); rows >= 0) {
    vector.is_mean = true;
    vector.rows = trace.tape().node(rows).shape.rows;
  }
  return vector;
}

std::optional<double> sentence_cosine(const Trace& first, const Trace& second) {
  const std::optional<SentenceVector> a = sentence_vector(first), b = sentence_vector(second);
  if (!a || !b || a->numbers.size() != b->numbers.size() || !(a->length > 0) || !(b->length > 0))
    return std::nullopt;
  return dot(first.read(sentence_path).view(), 0, b->numbers) / (a->length * b->length);
}

std::vector<double> added_to_cosine(const Trace& of, const Trace& other) {
  const std::optional<SentenceVector> own = sentence_vector(of), others = sentence_vector(other);
  if (!sentence_cosine(of, other) || !own->is_mean) return {};
  const Reading rows = of.read(rows_of_mean(of, of.at(sentence_path)));
  std::vector<double> added;
  for (int row = 0; row < rows.shape().rows; ++row)
    added.push_back(dot(rows.view(), row, others->numbers) / (own->rows * own->length * others->length));
  return added;
}

}  // namespace headlight
