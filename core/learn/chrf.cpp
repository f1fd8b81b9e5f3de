#include "core/learn/chrf.h"

#include <algorithm>
#include <map>

#include "core/text/unicode.h"

namespace headlight {
namespace {

std::u32string letters_of(const std::string& text) {
  std::u32string letters;
  for (const char32_t letter : code_points(text))
    if (!is_space(letter)) letters += letter;
  return letters;
}

}  // namespace

ChrF::Counts ChrF::compared(const std::u32string& translation, const std::u32string& known) {
  Counts counts;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::size_t length = i + 1;
    std::map<std::u32string, int> left;  // of the known one, not found yet
    for (std::size_t at = 0; at + length <= known.size(); ++at, ++counts[i].known)
      ++left[known.substr(at, length)];
    for (std::size_t at = 0; at + length <= translation.size(); ++at, ++counts[i].written) {
      const auto found = left.find(translation.substr(at, length));
      if (found == left.end() || found->second == 0) continue;
      --found->second;
      ++counts[i].both;
    }
  }
  return counts;
}

double ChrF::score_of(const Counts& counts) {
  double precision = 0;
  double recall = 0;
  int lengths = 0;
  for (const Runs& runs : counts) {
    if (runs.written == 0 || runs.known == 0) continue;
    precision += static_cast<double>(runs.both) / runs.written;
    recall += static_cast<double>(runs.both) / runs.known;
    ++lengths;
  }
  if (precision + recall == 0) return 0;
  precision /= lengths;
  recall /= lengths;
  constexpr double weight_of_recall = 4;
  return (1 + weight_of_recall) * precision * recall / (weight_of_recall * precision + recall);
}

void ChrF::add(const std::string& translation, const std::vector<std::string>& known) {
  const std::u32string written = letters_of(translation);
  Counts nearest;
  double best = -1;
  for (const std::string& each : known) {
    const Counts counts = compared(written, letters_of(each));
    if (score_of(counts) <= best) continue;
    best = score_of(counts);
    nearest = counts;
  }
  if (best < 0) return;
  for (std::size_t i = 0; i < sum_.size(); ++i) {
    sum_[i].written += nearest[i].written;
    sum_[i].known += nearest[i].known;
    sum_[i].both += nearest[i].both;
  }
}

double ChrF::score() const { return score_of(sum_); }

}  // namespace headlight
