// Tasks on rows of letters that one head of attention solves exactly, or two one after the other; and heads
// whose matrices are set by hand.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/labs/general_attention.h"
#include "core/models/trace.h"

namespace headlight {

enum class HeadTask {
  letter_before,  // which letter stands just before
  third_letter,   // which letter stands third in the row
  stood_before,   // at which place the same letter stood before
  induction,      // which letter came behind the same letter before: two heads (Olsson et al. 2022)
};

inline constexpr int task_letters = 5;   // A to E
inline constexpr int task_places = 9;    // of a row: its start, and eight letters
inline constexpr int task_key_size = 9;  // d_k

int heads_of(HeadTask task);

// The input vector of a letter [d]: a 1 at its letter, a 1 at its place, and a 1 that is always there; for
// the second head of `induction` also what the first one wrote, as letters. d = 15 or 20. The start of a row
// has no letter.
std::vector<std::string> input_names(HeadTask task, int head);
// What a head can write [d_v]: letters, or places. Columns of W^V.
std::vector<std::string> answer_names(HeadTask task, int head);

enum class HeadMatrix { query, key, value };
Matrix& matrix_of(HeadMatrices& matrices, HeadMatrix which);
const Matrix& matrix_of(const HeadMatrices& matrices, HeadMatrix which);
// All zeros.
HeadMatrices empty_matrices(HeadTask task, int head);

// Matrices with a name: each passes on one part of the input vector.
enum class HeadPart {
  nothing,
  letter,         // the letter as it is
  place,          // the place as it is
  next_place,     // of place t, place t + 1
  place_before,   // of place t, place t - 1
  third_place,    // always place 3
  letter_before,  // what the first head wrote
};
// Those that make sense for a matrix, `nothing` first.
std::vector<HeadPart> parts_for(HeadTask task, int head, HeadMatrix which);
std::string name_of(HeadPart part);
Matrix matrix_of_part(HeadTask task, int head, HeadMatrix which, HeadPart part);
// Matrices that solve the task.
HeadMatrices solution_of(HeadTask task, int head);

struct TaskText {
  std::vector<int> letters;  // [task_places] from 0, behind the start, which is -1
  std::vector<int> wanted;   // [task_places] the answer, by its column; -1 where nothing is asked
};
// A row of random letters with two questions at least.
TaskText drawn_text(HeadTask task, Random& random);

// The input vector of every letter at every place [6 * task_places, d of a first head], and for each place of
// a row of letters which of these it is.
Matrix letter_table();
std::vector<int> table_rows_of(const TaskText& text);
// [count, count] 0 or minus infinity: the start sees itself, a letter all before it.
Matrix only_before(Eigen::Index count);

struct BuiltRun {
  std::vector<TracePtr> heads;  // "attention_lab.…" of each; the start sees itself, a letter all before it
  std::vector<int> answers;     // the largest number of the last head's output; -1 where two are as large
  int asked = 0, right = 0;
};
// `strength` multiplies W^Q, so that the softmax is sharper. Throws std::invalid_argument for another number
// of heads, or other sizes.
BuiltRun run_built(HeadTask task, std::span<const HeadMatrices> heads, float strength, const TaskText& text);

// The share of questions that is right, over so many rows of letters.
double built_accuracy(HeadTask task, std::span<const HeadMatrices> heads, float strength, int texts,
                      std::uint64_t seed);

}  // namespace headlight
