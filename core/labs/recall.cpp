#include "core/labs/recall.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "core/layers/sites.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

constexpr std::array<const char*, most_recall_pairs> key_names{"Ann",  "Ben", "Cleo", "Dan", "Eva", "Finn",
                                                               "Gus",  "Ida", "Jim",  "Kai", "Lea", "Max",
                                                               "Nora", "Oto", "Pia",  "Rik"};
constexpr std::array<const char*, recall_values> value_names{"tea", "milk", "soup", "cake", "rice", "plum"};

// Another one than `not_this`, which may be none.
int drawn_value(int not_this, Random& random) {
  if (not_this < 0) return random.below(recall_values);
  const int drawn = random.below(recall_values - 1);
  return drawn < not_this ? drawn : drawn + 1;
}

}  // namespace

std::string recall_key_name(int key) { return key_names.at(static_cast<std::size_t>(key)); }
std::string recall_value_name(int value) { return value_names.at(static_cast<std::size_t>(value)); }

int RecallText::wanted(int read) const {
  int last = -1;
  for (int t = 0; t < read; ++t)
    if (keys[t] == asked) last = values[t];
  return last;
}

int RecallText::names() const { return static_cast<int>(std::set<int>(keys.begin(), keys.end()).size()); }

RecallText drawn_recall(int pairs, bool again, Random& random) {
  const int names = again ? std::max(1, pairs / 2) : pairs;
  RecallText text;
  std::vector<int> last(static_cast<std::size_t>(names), -1);
  for (int t = 0; t < pairs; ++t) {
    const int key = t < names ? t : random.below(names);
    last[key] = drawn_value(last[key], random);
    text.keys.push_back(key);
    text.values.push_back(last[key]);
  }
  text.asked = text.keys[again && pairs > names ? names + random.below(pairs - names) : random.below(pairs)];
  return text;
}

Matrix recall_keys(int names, int numbers, Random& random) {
  if (names <= numbers) return Matrix::Identity(names, numbers);
  Matrix keys = normal_matrix(names, numbers, random);
  keys.rowwise().normalize();
  return keys;
}

RecallMemory recall_memory(const RecallText& text, const Matrix& keys_of_names) {
  const auto count = static_cast<Eigen::Index>(text.keys.size());
  RecallMemory memory;
  memory.keys = Matrix::Zero(count, keys_of_names.cols());
  memory.values = Matrix::Zero(count, recall_values);
  for (Eigen::Index t = 0; t < count; ++t) {
    memory.keys.row(t) = keys_of_names.row(text.keys[t]);
    memory.values(t, text.values[t]) = 1;
  }
  return memory;
}

Matrix RecallMemory::weights(int read, const Matrix& query) const {
  Matrix shares = strength * query * keys.topRows(read).transpose();
  if (read == 0) return shares;
  for (int t = 0; t < read; ++t) shares(0, t) += std::log(kept) * static_cast<float>(read - 1 - t);
  shares = (shares.array() - shares.maxCoeff()).exp().matrix().eval();
  shares /= shares.sum();
  return shares;
}

Matrix RecallMemory::state(RecallKind kind, int read) const {
  Matrix state = Matrix::Zero(keys.cols(), values.cols());
  Matrix written(1, values.cols());
  for (int t = 0; t < read; ++t) {
    state *= kept;
    written = values.row(t);
    if (kind == RecallKind::delta) written.noalias() -= keys.row(t) * state;
    state.noalias() += keys.row(t).transpose() * written;
  }
  return state;
}

Matrix RecallMemory::answer(RecallKind kind, int read, const Matrix& query) const {
  if (kind == RecallKind::softmax) return weights(read, query) * values.topRows(read);
  return query * state(kind, read);
}

void record_reading(Tape& tape, const RecallMemory& memory, int read, const Matrix& query) {
  if (read < 1) throw std::invalid_argument("nothing is read");
  const Block lab{Family::lab, "beyond_lab"};
  const int values = static_cast<int>(memory.values.cols());
  const auto given = [&](const char* part, const Matrix& matrix) {
    return tape.constant(lab[part], view(matrix));
  };
  int before = given("held_before", memory.state(RecallKind::delta, read - 1));
  if (memory.kept < 1) before = tape.record(lab["kept"], scale(memory.kept), {before});
  const Matrix key = memory.keys.row(read - 1);
  const int found = tape.record(lab["found"], linear(0, values), {given("key", key), before});
  const int taken = tape.record(lab["taken_out"], scale(-1), {found});
  const int difference =
      tape.record(lab["difference"], add(), {given("value", memory.values.row(read - 1)), taken});
  const int written =
      tape.record(lab["added"], linear(0, values), {given("key_column", key.transpose()), difference});
  const int state = tape.record(lab["state"], add(), {before, written});
  tape.record(lab["answer"], linear(0, values), {given("query", query), state});
}

int recalled(const Matrix& answer) {
  constexpr float same = 0.01F;
  Eigen::Index at = 0;
  const float most = answer.row(0).maxCoeff(&at);
  if (most < same || (answer.row(0).array() > most - same).count() > 1) return -1;
  return static_cast<int>(at);
}

std::array<double, 3> recall_shares(const RecallSizes& sizes, int texts, std::uint64_t seed) {
  Random random(seed);
  std::array<int, 3> right{};
  for (int i = 0; i < texts; ++i) {
    const RecallText text = drawn_recall(sizes.pairs, sizes.again, random);
    const Matrix keys = recall_keys(text.names(), sizes.numbers, random);
    RecallMemory memory = recall_memory(text, keys);
    memory.kept = sizes.kept;
    const Matrix query = keys.row(text.asked);
    for (std::size_t kind = 0; kind < recall_kinds.size(); ++kind)
      right[kind] +=
          recalled(memory.answer(recall_kinds[kind], sizes.pairs, query)) == text.wanted(sizes.pairs);
  }
  std::array<double, 3> shares{};
  for (std::size_t kind = 0; kind < shares.size(); ++kind)
    shares[kind] = static_cast<double>(right[kind]) / std::max(1, texts);
  return shares;
}

}  // namespace headlight
