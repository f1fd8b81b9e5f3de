#include "core/labs/head_tasks.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/tape/ops/ops.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Where the parts of an input vector begin.
constexpr int places_from = task_letters;
constexpr int always_at = places_from + task_places;
constexpr int before_from = always_at + 1;
constexpr int third = 3;

bool reads_first_head(HeadTask task, int head) { return task == HeadTask::induction && head == 1; }

int size_of_input(HeadTask task, int head) {
  return before_from + (reads_first_head(task, head) ? task_letters : 0);
}

std::string letter_name(int letter) {
  return letter < 0 ? "start" : std::string(1, static_cast<char>('A' + letter));
}
std::string place_name(int place) { return place == 0 ? "start" : std::to_string(place); }

std::vector<std::string> words_of(const TaskText& text) {
  std::vector<std::string> words;
  for (const int letter : text.letters) words.push_back(letter_name(letter));
  return words;
}

// [places, d], with what the first head wrote where it is read.
Matrix inputs_of(const TaskText& text, const Matrix& written) {
  const Matrix table = letter_table();
  const std::vector<int> rows = table_rows_of(text);
  Matrix inputs(static_cast<Eigen::Index>(rows.size()), table.cols() + written.cols());
  for (std::size_t t = 0; t < rows.size(); ++t)
    inputs.row(static_cast<Eigen::Index>(t)).head(table.cols()) = table.row(rows[t]);
  inputs.rightCols(written.cols()) = written;
  return inputs;
}

TracePtr record_head(const TaskText& text, const Matrix& written, HeadMatrices matrices, float strength) {
  matrices.query *= strength;
  GeneralAttention layer;
  layer.inputs = inputs_of(text, written);
  layer.mask = only_before(layer.inputs.rows());
  layer.matrices = std::move(matrices);
  Tape tape;
  record_general_attention(tape, layer);
  Trace::Words words;
  words.source = words.target = words_of(text);
  return std::make_shared<const Trace>(std::move(tape), std::move(words), nullptr);
}

// -1 where two are as large.
int largest_of(const Matrix& output, Eigen::Index row) {
  constexpr float same = 1e-4F;
  Eigen::Index at = 0;
  const float most = output.row(row).maxCoeff(&at);
  return (output.row(row).array() > most - same).count() > 1 ? -1 : static_cast<int>(at);
}

int wanted_at(HeadTask task, const std::vector<int>& letters, int t) {
  const auto at = [&](int place) { return letters[place]; };
  const auto begin = letters.begin();
  const auto earlier = std::count(begin, begin + t, at(t));
  const int place = static_cast<int>(std::find(begin, begin + t, at(t)) - begin);
  switch (task) {
    case HeadTask::letter_before:
      return t > 1 ? at(t - 1) : -1;
    case HeadTask::third_letter:
      return t > third ? at(third) : -1;
    case HeadTask::stood_before:
      return earlier == 1 ? place : -1;
    case HeadTask::induction:
      return earlier == 1 && place + 1 < t ? at(place + 1) : -1;
  }
  return -1;
}

void check(HeadTask task, std::span<const HeadMatrices> heads) {
  if (static_cast<int>(heads.size()) != heads_of(task))
    throw std::invalid_argument("this task has " + std::to_string(heads_of(task)) + " heads, not " +
                                std::to_string(heads.size()));
  for (int head = 0; head < heads_of(task); ++head) {
    const HeadMatrices empty = empty_matrices(task, head);
    for (const HeadMatrix which : {HeadMatrix::query, HeadMatrix::key, HeadMatrix::value}) {
      const Matrix &wanted = matrix_of(empty, which), &given = matrix_of(heads[head], which);
      if (given.rows() != wanted.rows() || given.cols() != wanted.cols())
        throw std::invalid_argument("a matrix of a head has " + std::to_string(given.rows()) + " x " +
                                    std::to_string(given.cols()) + " numbers instead of " +
                                    std::to_string(wanted.rows()) + " x " + std::to_string(wanted.cols()));
    }
  }
}

}  // namespace

int heads_of(HeadTask task) { return task == HeadTask::induction ? 2 : 1; }

std::vector<std::string> input_names(HeadTask task, int head) {
  std::vector<std::string> names;
  for (int letter = 0; letter < task_letters; ++letter) names.push_back(letter_name(letter));
  for (int place = 0; place < task_places; ++place)
    names.push_back(place == 0 ? "start" : say("place {n}", {{"n", place_name(place)}}));
  names.emplace_back("always");
  for (int letter = 0; reads_first_head(task, head) && letter < task_letters; ++letter)
    names.push_back(say("head 1: {letter}", {{"letter", letter_name(letter)}}));
  return names;
}

std::vector<std::string> answer_names(HeadTask task, int /*head*/) {
  std::vector<std::string> names;
  if (task == HeadTask::stood_before) {
    for (int place = 0; place < task_places; ++place) names.push_back(place_name(place));
  } else {
    for (int letter = 0; letter < task_letters; ++letter) names.push_back(letter_name(letter));
  }
  return names;
}

Matrix& matrix_of(HeadMatrices& matrices, HeadMatrix which) {
  return which == HeadMatrix::query ? matrices.query
         : which == HeadMatrix::key ? matrices.key
                                    : matrices.value;
}
const Matrix& matrix_of(const HeadMatrices& matrices, HeadMatrix which) {
  return which == HeadMatrix::query ? matrices.query
         : which == HeadMatrix::key ? matrices.key
                                    : matrices.value;
}

HeadMatrices empty_matrices(HeadTask task, int head) {
  const int d = size_of_input(task, head);
  const auto answers = static_cast<Eigen::Index>(answer_names(task, head).size());
  return {Matrix::Zero(d, task_key_size), Matrix::Zero(d, task_key_size), Matrix::Zero(d, answers)};
}

std::vector<HeadPart> parts_for(HeadTask task, int head, HeadMatrix which) {
  using enum HeadPart;
  if (which == HeadMatrix::query) return {nothing, letter, place, next_place, place_before, third_place};
  if (which == HeadMatrix::value) return {nothing, task == HeadTask::stood_before ? place : letter};
  std::vector<HeadPart> parts{nothing, letter, place};
  if (reads_first_head(task, head)) parts.push_back(letter_before);
  return parts;
}

std::string name_of(HeadPart part) {
  switch (part) {
    case HeadPart::nothing:
      return "nothing";
    case HeadPart::letter:
      return "letter";
    case HeadPart::place:
      return "place";
    case HeadPart::next_place:
      return "next place";
    case HeadPart::place_before:
      return "place before";
    case HeadPart::third_place:
      return "place 3";
    case HeadPart::letter_before:
      return "from head 1";
  }
  return "";
}

Matrix matrix_of_part(HeadTask task, int head, HeadMatrix which, HeadPart part) {
  Matrix matrix = matrix_of(empty_matrices(task, head), which);
  const auto pass = [&](int from, int count, int by) {
    for (int i = 0; i < count; ++i)
      if (i + by >= 0 && i + by < matrix.cols()) matrix(from + i, i + by) = 1;
  };
  switch (part) {
    case HeadPart::nothing:
      break;
    case HeadPart::letter:
      pass(0, task_letters, 0);
      break;
    case HeadPart::place:
      pass(places_from, task_places, 0);
      break;
    case HeadPart::next_place:
      pass(places_from, task_places, 1);
      break;
    case HeadPart::place_before:
      pass(places_from, task_places, -1);
      break;
    case HeadPart::third_place:
      matrix(always_at, third) = 1;
      break;
    case HeadPart::letter_before:
      pass(before_from, task_letters, 0);
      break;
  }
  return matrix;
}

HeadMatrices solution_of(HeadTask task, int head) {
  using enum HeadPart;
  const auto made = [&](HeadPart query, HeadPart key, HeadPart value) {
    return HeadMatrices{matrix_of_part(task, head, HeadMatrix::query, query),
                        matrix_of_part(task, head, HeadMatrix::key, key),
                        matrix_of_part(task, head, HeadMatrix::value, value)};
  };
  switch (task) {
    case HeadTask::letter_before:
      return made(place_before, place, letter);
    case HeadTask::third_letter:
      return made(third_place, place, letter);
    case HeadTask::stood_before:
      return made(letter, letter, place);
    case HeadTask::induction:
      return head == 0 ? made(place_before, place, letter) : made(letter, HeadPart::letter_before, letter);
  }
  return empty_matrices(task, head);
}

TaskText drawn_text(HeadTask task, Random& random) {
  constexpr int fewest_questions = 2;
  TaskText text;
  int asked = 0;
  do {
    text = {};
    text.letters.push_back(-1);
    for (int t = 1; t < task_places; ++t) text.letters.push_back(random.below(task_letters));
    text.wanted.push_back(-1);
    for (int t = 1; t < task_places; ++t) text.wanted.push_back(wanted_at(task, text.letters, t));
    asked = static_cast<int>(task_places - std::count(text.wanted.begin(), text.wanted.end(), -1));
  } while (asked < fewest_questions);
  return text;
}

Matrix letter_table() {
  constexpr int signs = task_letters + 1;  // the start too
  Matrix table = Matrix::Zero(signs * task_places, before_from);
  for (int place = 0; place < task_places; ++place) {
    for (int sign = 0; sign < signs; ++sign) {
      const int row = place * signs + sign;
      if (sign > 0) table(row, sign - 1) = 1;
      table(row, places_from + place) = 1;
      table(row, always_at) = 1;
    }
  }
  return table;
}

std::vector<int> table_rows_of(const TaskText& text) {
  std::vector<int> rows;
  for (std::size_t t = 0; t < text.letters.size(); ++t)
    rows.push_back(static_cast<int>(t) * (task_letters + 1) + text.letters[t] + 1);
  return rows;
}

Matrix only_before(Eigen::Index count) {
  Matrix mask = Matrix::Zero(count, count);
  for (Eigen::Index query = 0; query < count; ++query)
    for (Eigen::Index key = std::max<Eigen::Index>(query, 1); key < count; ++key)
      mask(query, key) = -std::numeric_limits<float>::infinity();
  return mask;
}

BuiltRun run_built(HeadTask task, std::span<const HeadMatrices> heads, float strength, const TaskText& text) {
  check(task, heads);
  BuiltRun run;
  Matrix written(static_cast<Eigen::Index>(text.letters.size()), 0);
  for (const HeadMatrices& head : heads) {
    run.heads.push_back(record_head(text, written, head, strength));
    written = run.heads.back()->read("attention_lab.output").view().map();
  }
  for (Eigen::Index t = 0; t < written.rows(); ++t) {
    run.answers.push_back(largest_of(written, t));
    const int wanted = text.wanted[t];
    if (wanted < 0) continue;
    ++run.asked;
    run.right += run.answers.back() == wanted ? 1 : 0;
  }
  return run;
}

double built_accuracy(HeadTask task, std::span<const HeadMatrices> heads, float strength, int texts,
                      std::uint64_t seed) {
  Random random(seed);
  int asked = 0;
  int right = 0;
  for (int i = 0; i < texts; ++i) {
    const BuiltRun run = run_built(task, heads, strength, drawn_text(task, random));
    asked += run.asked;
    right += run.right;
  }
  return static_cast<double>(right) / std::max(1, asked);
}

}  // namespace headlight
