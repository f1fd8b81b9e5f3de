// How near translations are to known ones, by their letters.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace headlight {

// chrF (Popovic 2015): the runs of 1 to 6 letters of a translation, blanks left out, that the known one has
// too; P their mean share of the translation's runs, R of the known one's; (1 + 2^2) P R / (2^2 P + R). Added
// up over all sentences before shares are taken, as sacreBLEU does.
class ChrF {
 public:
  // `known`: one translation or more; the nearest counts.
  void add(const std::string& translation, const std::vector<std::string>& known);
  // 0 to 1; 0 without sentences.
  double score() const;

 private:
  struct Runs {
    int written = 0, known = 0, both = 0;
  };
  using Counts = std::array<Runs, 6>;  // by length
  static Counts compared(const std::u32string& translation, const std::u32string& known);
  static double score_of(const Counts& counts);

  Counts sum_ = {};
};

}  // namespace headlight
