#include "core/text/qr_code.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace headlight {
namespace {

constexpr int last_version = 40;
// Of the least error correction, by version: codewords of correction a block, and blocks.
constexpr std::array correction_of_block{7,  10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30,
                                         22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30,
                                         30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30};
constexpr std::array blocks_of{1, 1, 1, 1,  1,  2,  2,  2,  2,  4,  4,  4,  4,  4,  6,  6,  6,  6,  7,  8,
                               8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25};
static_assert(correction_of_block.size() == last_version && blocks_of.size() == last_version);

using Bytes = std::vector<std::uint8_t>;

int size_of(int version) { return 4 * version + 17; }

// Modules for data and correction.
int modules_of(int version) {
  int modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const int marks = version / 7 + 2;
    modules -= (25 * marks - 10) * marks - 55;
    if (version >= 7) modules -= 36;
  }
  return modules;
}

int codewords_of(int version) { return modules_of(version) / 8; }
int data_of(int version) {
  return codewords_of(version) - correction_of_block[version - 1] * blocks_of[version - 1];
}
int bits_of_length(int version) { return version < 10 ? 8 : 16; }

// The field of 256 numbers over x^8 + x^4 + x^3 + x^2 + 1.
std::uint8_t product(std::uint8_t a, std::uint8_t b) {
  int z = 0;
  for (int i = 7; i >= 0; --i) {
    z = (z << 1) ^ ((z >> 7) * 0x11D);
    z ^= ((b >> i) & 1) * a;
  }
  return static_cast<std::uint8_t>(z);
}

// The polynomial with the roots 1, 2, 4, ...; its first coefficient, 1, is left out.
Bytes divisor_of(int degree) {
  Bytes divisor(degree, 0);
  divisor.back() = 1;
  std::uint8_t root = 1;
  for (int i = 0; i < degree; ++i) {
    for (int j = 0; j < degree; ++j) {
      divisor[j] = product(divisor[j], root);
      if (j + 1 < degree) divisor[j] ^= divisor[j + 1];
    }
    root = product(root, 2);
  }
  return divisor;
}

Bytes remainder_of(const std::uint8_t* first, const std::uint8_t* end, const Bytes& divisor) {
  Bytes rest(divisor.size(), 0);
  for (const std::uint8_t* at = first; at != end; ++at) {
    const auto factor = static_cast<std::uint8_t>(*at ^ rest.front());
    rest.erase(rest.begin());
    rest.push_back(0);
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] ^= product(divisor[i], factor);
  }
  return rest;
}

Bytes data_words(std::string_view text, int version) {
  std::vector<bool> bits;
  const auto put = [&bits](unsigned value, int count) {
    for (int i = count - 1; i >= 0; --i) bits.push_back(((value >> i) & 1) != 0);
  };
  put(4, 4);  // bytes
  put(static_cast<unsigned>(text.size()), bits_of_length(version));
  for (const char each : text) put(static_cast<unsigned char>(each), 8);
  const std::size_t room = static_cast<std::size_t>(data_of(version)) * 8;
  put(0, static_cast<int>(std::min<std::size_t>(4, room - bits.size())));
  put(0, static_cast<int>((8 - bits.size() % 8) % 8));
  for (unsigned filler = 0xEC; bits.size() < room; filler ^= 0xEC ^ 0x11) put(filler, 8);
  Bytes words(bits.size() / 8, 0);
  for (std::size_t i = 0; i < bits.size(); ++i)
    words[i / 8] = static_cast<std::uint8_t>(words[i / 8] << 1 | (bits[i] ? 1 : 0));
  return words;
}

// The data in blocks with their correction, the first word of each, the second, and so on.
Bytes all_words(const Bytes& data, int version) {
  const int blocks = blocks_of[version - 1], correction = correction_of_block[version - 1];
  const int all = codewords_of(version), short_blocks = blocks - all % blocks;
  const int short_data = all / blocks - correction;
  const Bytes divisor = divisor_of(correction);
  std::vector<Bytes> parts, corrections;
  const std::uint8_t* at = data.data();
  for (int i = 0; i < blocks; ++i) {
    const std::uint8_t* const end = at + short_data + (i < short_blocks ? 0 : 1);
    parts.emplace_back(at, end);
    corrections.push_back(remainder_of(at, end, divisor));
    at = end;
  }
  Bytes words;
  for (int i = 0; i <= short_data; ++i) {
    for (const Bytes& part : parts) {
      if (i < static_cast<int>(part.size())) words.push_back(part[i]);
    }
  }
  for (int i = 0; i < correction; ++i) {
    for (const Bytes& part : corrections) words.push_back(part[i]);
  }
  return words;
}

struct Drawing {
  explicit Drawing(int wanted)
      : version(wanted), size(size_of(wanted)), dark(size * size, false), fixed(size * size, false) {}

  int version, size;
  std::vector<bool> dark, fixed;  // what is fixed holds no data

  bool is_dark(int row, int column) const { return dark[row * size + column]; }
  void fix(int row, int column, bool is) {
    dark[row * size + column] = is;
    fixed[row * size + column] = true;
  }
};

std::vector<int> marks_of(int version) {
  if (version == 1) return {};
  const int count = version / 7 + 2;
  const int apart = version == 32 ? 26 : (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2;
  std::vector<int> places(count, 6);
  for (int i = count - 1, at = size_of(version) - 7; i > 0; --i, at -= apart) places[i] = at;
  return places;
}

// Rings around a place: a corner's of nine modules a side, a mark's of five.
void draw_rings(Drawing& to, int row, int column, int reach) {
  for (int dy = -reach; dy <= reach; ++dy) {
    for (int dx = -reach; dx <= reach; ++dx) {
      const int y = row + dy, x = column + dx, ring = std::max(std::abs(dx), std::abs(dy));
      if (y < 0 || y >= to.size || x < 0 || x >= to.size) continue;
      to.fix(y, x, reach == 4 ? ring != 2 && ring != 4 : ring != 1);
    }
  }
}

// Which mask is used, and how much is corrected ("01": least), twice.
void draw_format(Drawing& to, int mask) {
  const int data = 1 << 3 | mask;
  int rest = data;
  for (int i = 0; i < 10; ++i) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const int bits = (data << 10 | rest) ^ 0x5412, size = to.size;
  const auto bit = [bits](int i) { return ((bits >> i) & 1) != 0; };
  for (int i = 0; i <= 5; ++i) to.fix(i, 8, bit(i));
  to.fix(7, 8, bit(6));
  to.fix(8, 8, bit(7));
  to.fix(8, 7, bit(8));
  for (int i = 9; i < 15; ++i) to.fix(8, 14 - i, bit(i));
  for (int i = 0; i < 8; ++i) to.fix(8, size - 1 - i, bit(i));
  for (int i = 8; i < 15; ++i) to.fix(size - 15 + i, 8, bit(i));
  to.fix(size - 8, 8, true);
}

void draw_version(Drawing& to) {
  if (to.version < 7) return;
  int rest = to.version;
  for (int i = 0; i < 12; ++i) rest = (rest << 1) ^ ((rest >> 11) * 0x1F25);
  const int bits = to.version << 12 | rest;
  for (int i = 0; i < 18; ++i) {
    const bool is = ((bits >> i) & 1) != 0;
    to.fix(i / 3, to.size - 11 + i % 3, is);
    to.fix(to.size - 11 + i % 3, i / 3, is);
  }
}

void draw_fixed(Drawing& to) {
  for (int i = 0; i < to.size; ++i) {
    to.fix(6, i, i % 2 == 0);
    to.fix(i, 6, i % 2 == 0);
  }
  for (const auto& [row, column] : {std::pair(3, 3), std::pair(3, to.size - 4), std::pair(to.size - 4, 3)})
    draw_rings(to, row, column, 4);
  const std::vector<int> marks = marks_of(to.version);
  for (const int row : marks) {
    for (const int column : marks) {
      const bool in_corner = (row == 6 && column == 6) || (row == 6 && column == marks.back()) ||
                             (row == marks.back() && column == 6);
      if (!in_corner) draw_rings(to, row, column, 2);
    }
  }
  draw_format(to, 0);
  draw_version(to);
}

// In columns of two from the right, up and down in turn.
void draw_words(Drawing& to, const Bytes& words) {
  std::size_t next = 0;
  for (int right = to.size - 1; right >= 1; right -= 2) {
    if (right == 6) right = 5;
    for (int i = 0; i < to.size; ++i) {
      for (int column = right; column > right - 2; --column) {
        const bool up = ((right + 1) & 2) == 0;
        const int row = up ? to.size - 1 - i : i;
        if (to.fixed[row * to.size + column] || next >= words.size() * 8) continue;
        to.dark[row * to.size + column] = ((words[next / 8] >> (7 - next % 8)) & 1) != 0;
        ++next;
      }
    }
  }
}

bool is_masked(int mask, int y, int x) {
  switch (mask) {
    case 0:
      return (x + y) % 2 == 0;
    case 1:
      return y % 2 == 0;
    case 2:
      return x % 3 == 0;
    case 3:
      return (x + y) % 3 == 0;
    case 4:
      return (x / 3 + y / 2) % 2 == 0;
    case 5:
      return x * y % 2 + x * y % 3 == 0;
    case 6:
      return (x * y % 2 + x * y % 3) % 2 == 0;
    default:
      return ((x + y) % 2 + x * y % 3) % 2 == 0;
  }
}

Drawing masked(Drawing drawing, int mask) {
  for (int y = 0; y < drawing.size; ++y) {
    for (int x = 0; x < drawing.size; ++x) {
      if (!drawing.fixed[y * drawing.size + x] && is_masked(mask, y, x))
        drawing.dark[y * drawing.size + x] = !drawing.is_dark(y, x);
    }
  }
  draw_format(drawing, mask);
  return drawing;
}

// A row or a column: what in it a camera takes for something else.
int penalty_of_line(const std::vector<bool>& line) {
  int penalty = 0, run = 0;
  const int size = static_cast<int>(line.size());
  for (int i = 0; i < size; ++i) {
    run = i > 0 && line[i] == line[i - 1] ? run + 1 : 1;
    if (run == 5) penalty += 3;
    if (run > 5) penalty += 1;
  }
  // As the middle of a corner, with light beside it.
  constexpr std::array corner{true, false, true, true, true, false, true};
  const auto is_light = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      if (i >= 0 && i < size && line[i]) return false;
    }
    return true;
  };
  for (int i = 0; i + 7 <= size; ++i) {
    if (!std::equal(corner.begin(), corner.end(), line.begin() + i)) continue;
    if (is_light(i - 4, i)) penalty += 40;
    if (is_light(i + 7, i + 11)) penalty += 40;
  }
  return penalty;
}

int penalty_of(const Drawing& of) {
  int penalty = 0, dark = 0;
  for (int i = 0; i < of.size; ++i) {
    std::vector<bool> row, column;
    for (int j = 0; j < of.size; ++j) {
      row.push_back(of.is_dark(i, j));
      column.push_back(of.is_dark(j, i));
      dark += of.is_dark(i, j) ? 1 : 0;
      if (i == 0 || j == 0) continue;
      const bool is = of.is_dark(i, j);
      if (of.is_dark(i - 1, j) == is && of.is_dark(i, j - 1) == is && of.is_dark(i - 1, j - 1) == is)
        penalty += 3;
    }
    penalty += penalty_of_line(row) + penalty_of_line(column);
  }
  const int all = of.size * of.size;
  return penalty + std::abs(dark * 20 - all * 10) / all * 10;
}

}  // namespace

std::optional<QrCode> qr_code(std::string_view text) {
  int version = 1;
  while (version <= last_version &&
         4 + bits_of_length(version) + text.size() * 8 > static_cast<std::size_t>(data_of(version)) * 8)
    ++version;
  if (version > last_version) return std::nullopt;
  Drawing plain(version);
  draw_fixed(plain);
  draw_words(plain, all_words(data_words(text, version), version));
  Drawing best = masked(plain, 0);
  int least = penalty_of(best);
  for (int mask = 1; mask < 8; ++mask) {
    Drawing other = masked(plain, mask);
    const int penalty = penalty_of(other);
    if (penalty >= least) continue;
    least = penalty;
    best = std::move(other);
  }
  return QrCode{best.size, std::move(best.dark)};
}

}  // namespace headlight
