// What a tape takes of memory, counted on the heap: nothing before it computes, and then what it holds.
#include <gtest/gtest.h>

#include "core/tape/ops/ops.h"
#include "core/tape/tape.h"
#include "tests/core/allocations.h"
#include "tests/core/seeded_matrix.h"

namespace headlight {
namespace {

constexpr int side = 128;
constexpr long value_bytes = long{side} * side * static_cast<long>(sizeof(float));

// x, and so many steps that each read the one before.
int record_chain(Tape& tape, int steps) {
  int x = tape.constant({"x"}, view(random_matrix(side, side, 1)));
  for (int i = 0; i < steps; ++i) x = tape.record({"step." + std::to_string(i)}, scale(1.5F), {x});
  return x;
}

TEST(TapeMemory, IsTakenWhenAValueIsComputed) {
  constexpr int steps = 20;
  const long before = bytes_in_use();
  Tape tape;
  record_chain(tape, steps);
  EXPECT_EQ(tape.bytes(), value_bytes) << "x alone";
  EXPECT_LT(bytes_in_use() - before, 2 * value_bytes);
  begin_peak();
  tape.forward();
  EXPECT_EQ(tape.bytes(), (steps + 1) * value_bytes);
  EXPECT_LT(peak_bytes() - before, (steps + 2) * value_bytes);
}

TEST(TapeMemory, WhatIsDroppedIsNotInThePeak) {
  constexpr int steps = 20;
  Tape tape;
  const int last = record_chain(tape, steps);
  for (int id = 1; id < last; ++id) tape.make_droppable(id);
  const long before = bytes_in_use();
  begin_peak();
  tape.forward();
  EXPECT_EQ(tape.bytes(), 2 * value_bytes) << "x and the last";
  EXPECT_LT(peak_bytes() - before, 3 * value_bytes) << "a value, and the one it is made from";
}

}  // namespace
}  // namespace headlight
