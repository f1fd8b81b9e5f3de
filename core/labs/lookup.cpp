#include "core/labs/lookup.h"

#include "core/matrix/random_matrix.h"
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
                       const std::vector<Edit>& edits) {
  const Block lab{Family::lookup_lab, "lookup_lab"};
  const int count = static_cast<int>(task.tokens.size());
  Tape tape;
  const std::vector<float> numbers(task.tokens.begin(), task.tokens.end());
  const int tokens = tape.constant(lab["tokens"], {numbers.data(), {count, 1}});
  const int rows =
      lender != nullptr
          ? tape.parameter({"parameters.source.embedding", Axis::source_word, Axis::model}, table)
          : tape.constant(lab["table"], table);
  Matrix ones = Matrix::Zero(count, table.shape.rows);
  for (int t = 0; t < count; ++t) ones(t, task.tokens[static_cast<std::size_t>(t)]) = 1;
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

}  // namespace headlight
