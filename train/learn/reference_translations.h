// Translations that are known to be right: those of a class's sentences, and of the corpus.
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/learn/known_translations.h"
#include "core/models/certainty.h"
#include "train/learn/evaluate.h"

namespace headlight {

// What the model makes of one of them.
struct ClassAnswer {
  bool accepted = false;  // every word is known, as typed or as understood
  bool right = false;     // the translation is one of the accepted ones, but for punctuation
  enum class Mark { none, not_sure, probably_wrong } mark = Mark::none;
  float least = 0;     // of the probabilities of its words
  std::string french;  // empty where not accepted

  bool sure() const { return accepted && mark == Mark::none; }
};
// `witness`: the model that the calibration names, or null where it names none.
ClassAnswer class_answer(const Model& model, const ClassSentence& sentence, const Calibration* calibration,
                         const Model* witness = nullptr);

// By the names of the card, for a list called "class": class_accepted (of all), class_right (of the
// accepted), class_unmarked (of all), and the shares that are right of the answers without a mark
// (class_unmarked_right), of those marked "not sure" (class_not_sure_right) and "probably wrong"
// (class_probably_wrong_right); of the wrong and of the right ones the shares that are marked
// (class_wrong_marked, class_right_marked).
std::vector<Measure> class_measures(const std::string& list, const Model& model,
                                    const std::vector<ClassSentence>& sentences,
                                    const Calibration* calibration, const Model* witness = nullptr);

// From which least probability on a translation is sure: the lowest, in steps of a hundredth, with which at
// least `right` of the answers without a mark are right. 1 where there is none. The limit that the
// calibration has for that is not asked.
float sure_from(const Model& model, Calibration calibration, const std::vector<ClassSentence>& sentences,
                double right = 0.95);

// The shipped model that a calibration asks as well; null where it asks none. Throws FileError.
ModelPtr witness_of(const Calibration& calibration);

// The same on the lists that lie beside a model in its folder; none without the files.
std::vector<Measure> measures_of_class(const std::filesystem::path& folder, const Model& model,
                                       const Card& card);

// What a model makes of real sentences that it did not learn, beside the translations that people gave. They
// gave one or two of many: of other answers some are right as well.
struct RealShares {
  double accepted = 0;    // it reads every word
  ExactByLength lengths;  // the same as one that was given, but for punctuation; by words read
  double chrf = 0;        // ChrF; where it does not read a sentence its answer is empty
};
RealShares real_shares(const Model& model, std::span<const RealPair> sentences,
                       const Progress& progress = {});

// Whether it is one of real_measures().
bool is_of_real(const Measure& measure);

// "real_accepted", "real_exact", "real_exact_short", "real_exact_long" and "real_chrf".
std::vector<Measure> real_measures(const RealShares& shares);

// The same on a card, with a curve by length, instead of those it has; nothing without sentences.
inline constexpr const char* real_exact_by_length = "real_exact_by_length";
// ", of real sentences 12.5 %", of some of them; empty where none are kept aside.
std::string watched_real(const Model& model, const Corpus& corpus);
void put_real_shares(Card& card, const Model& model, std::span<const RealPair> sentences);

// How near translations are to known ones, by their letters.

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
