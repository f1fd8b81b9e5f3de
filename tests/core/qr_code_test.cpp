// The code itself was read by ZBar when these rows were written; texts of all sizes are read in the browser's
// test.
#include "core/text/qr_code.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace headlight {
namespace {

std::vector<std::string> rows_of(const QrCode& code) {
  std::vector<std::string> rows;
  for (int row = 0; row < code.size; ++row) {
    rows.emplace_back();
    for (int column = 0; column < code.size; ++column) rows.back() += code.at(row, column) ? '#' : '.';
  }
  return rows;
}

TEST(QrCode, IsAsItWasRead) {
  const std::optional<QrCode> code = qr_code("lesson=it&step=3");
  ASSERT_TRUE(code.has_value());
  EXPECT_EQ(rows_of(*code), (std::vector<std::string>{
                                "#######..#.#..#######", "#.....#.#.#.#.#.....#", "#.###.#..#.##.#.###.#",
                                "#.###.#.##.#..#.###.#", "#.###.#...##..#.###.#", "#.....#.###.#.#.....#",
                                "#######.#.#.#.#######", "..........#.#........", "#####.####..##.#.#.#.",
                                "....#..#####..#####.#", "..##.#####.###...###.", ".#..##.##..###...##..",
                                "#.###.###..####.##.##", "........###..#..#.#.#", "#######.#.###..#.#.#.",
                                "#.....#..#..#..####..", "#.###.#.#..##.#.##...", "#.###.#.##.#.#.##.##.",
                                "#.###.#.#..##.#..#...", "#.....#.##.#.#..###..", "#######.##..###.#..#."}));
}

TEST(QrCode, GrowsWithItsText) {
  const auto size = [](int letters) {
    const std::optional<QrCode> code = qr_code(std::string(letters, 'a'));
    return code ? code->size : 0;
  };
  // Byte mode, level L: ISO/IEC 18004, table 7.
  EXPECT_EQ(size(0), 21);
  EXPECT_EQ(size(17), 21);
  EXPECT_EQ(size(18), 25);
  EXPECT_EQ(size(230), 53);
  EXPECT_EQ(size(231), 57);
  EXPECT_EQ(size(271), 57);
  EXPECT_EQ(size(1273), 117);
  EXPECT_EQ(size(1274), 121);
  EXPECT_EQ(size(2953), 177);
  EXPECT_EQ(size(2954), 0);
}

}  // namespace
}  // namespace headlight
