#include "train/learn/reference_translations.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>

#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/trace.h"
#include "core/text/languages.h"
#include "core/text/unicode.h"
#include "train/learn/corpus.h"

namespace headlight {

namespace {

double share(int part, int all) { return part / static_cast<double>(std::max(1, all)); }

}  // namespace

std::vector<Measure> measures_of_class(const std::filesystem::path& folder, const Model& model,
                                       const Card& card) {
  std::vector<Measure> measures;
  const Calibration* calibration = card.certainty ? &*card.certainty : nullptr;
  const ModelPtr witness = calibration == nullptr ? nullptr : witness_of(*calibration);
  for (const std::string list : class_lists) {
    const auto file = folder / (list + ".tsv");
    if (!std::filesystem::exists(file)) continue;
    for (Measure& measure : class_measures(list, model, read_class_set(file), calibration, witness.get()))
      measures.push_back(std::move(measure));
  }
  return measures;
}

ModelPtr witness_of(const Calibration& calibration) {
  return calibration.witness.empty() ? nullptr : load_model(model_folder(calibration.witness));
}

RealShares real_shares(const Model& model, std::span<const RealPair> sentences, const Progress& progress) {
  RealShares shares;
  ChrF near;
  int accepted = 0;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (progress && !progress(static_cast<double>(i) / static_cast<double>(sentences.size()))) break;
    const RealPair& pair = sentences[i];
    std::string french;
    try {
      french = plain_french(join_french(model.target().words_of(model.answer(model.input(pair.typed)))));
      ++accepted;
    } catch (const std::invalid_argument&) {  // a letter that it cannot spell
    }
    std::vector<std::string> known;
    for (const auto& words : pair.french) known.push_back(plain_french(join_french(words)));
    shares.lengths.add(static_cast<int>(pair.english.size()),
                       std::find(known.begin(), known.end(), french) != known.end());
    near.add(french, known);
  }
  shares.accepted = share(accepted, static_cast<int>(sentences.size()));
  shares.chrf = near.score();
  return shares;
}

std::vector<Measure> real_measures(const RealShares& shares) {
  return {{"real_accepted", shares.accepted, "", ">= 0.97"},
          {"real_exact", shares.lengths.share(), "", ""},
          {"real_exact_short", shares.lengths.share_of_short(), "", ""},
          {"real_exact_long", shares.lengths.share_of_long(), "", ""},
          {"real_chrf", shares.chrf, "", ""}};
}

bool is_of_real(const Measure& measure) { return measure.name.starts_with("real_"); }

std::string watched_real(const Model& model, const Corpus& corpus) {
  if (corpus.aside.empty()) return "";
  constexpr std::size_t watched = 200;
  const auto some = std::span(corpus.aside).first(std::min(watched, corpus.aside.size()));
  char text[64];
  std::snprintf(text, sizeof text, ", of real sentences %5.1f %%",
                100 * real_shares(model, some).lengths.share());
  return text;
}

void put_real_shares(Card& card, const Model& model, std::span<const RealPair> sentences) {
  if (sentences.empty()) return;
  const RealShares shares = real_shares(model, sentences);
  std::erase_if(card.measures, is_of_real);
  std::erase_if(card.curves, [](const MeasuredCurve& each) { return each.name == real_exact_by_length; });
  for (Measure& measure : real_measures(shares)) card.measures.push_back(std::move(measure));
  card.curves.push_back(shares.lengths.curve(real_exact_by_length));
}

ClassAnswer class_answer(const Model& model, const ClassSentence& sentence, const Calibration* calibration,
                         const Model* witness) {
  ClassAnswer answer;
  TracePtr trace;
  try {
    trace = model.trace({.text = sentence.english});
  } catch (const std::invalid_argument&) {
    return answer;
  }
  answer.accepted = true;
  answer.french = written(*trace);
  answer.right = std::any_of(sentence.accepted.begin(), sentence.accepted.end(),
                             [&](const std::string& french) { return same_french(french, answer.french); });
  Certainty certainty = certainty_of(model, *trace, {}, calibration, sentence.english);
  if (witness != nullptr && !certainty.asks.empty()) {
    const std::vector<int> second = witness->answer(witness->input(sentence.english));
    hear_witness(certainty, *trace, witness->target().words_of(second));
  }
  answer.least = certainty.signs.least;
  if (!certainty.sure()) {
    answer.mark =
        certainty.probably_wrong() ? ClassAnswer::Mark::probably_wrong : ClassAnswer::Mark::not_sure;
  }
  return answer;
}

std::vector<Measure> class_measures(const std::string& list, const Model& model,
                                    const std::vector<ClassSentence>& sentences,
                                    const Calibration* calibration, const Model* witness) {
  struct Count {
    int all = 0, right = 0;
    double right_share() const { return share(right, all); }
  };
  Count accepted;
  std::array<Count, 3> marked;
  for (const ClassSentence& sentence : sentences) {
    const ClassAnswer answer = class_answer(model, sentence, calibration, witness);
    if (!answer.accepted) continue;
    for (Count* const count : {&accepted, &marked.at(static_cast<std::size_t>(answer.mark))}) {
      ++count->all;
      count->right += answer.right ? 1 : 0;
    }
  }
  const auto all = static_cast<int>(sentences.size());
  const int wrong = accepted.all - accepted.right;
  const int wrong_unmarked = marked[0].all - marked[0].right;
  return {{list + "_accepted", share(accepted.all, all), "", ">= 0.85"},
          {list + "_right", accepted.right_share(), "", ""},
          {list + "_unmarked", share(marked[0].all, all), "", ">= 0.5"},
          {list + "_unmarked_right", marked[0].right_share(), "", ">= 0.95"},
          {list + "_not_sure_right", marked[1].right_share(), "", ""},
          {list + "_probably_wrong_right", marked[2].right_share(), "", ""},
          {list + "_wrong_marked", share(wrong - wrong_unmarked, wrong), "", ""},
          {list + "_right_marked", share(accepted.right - marked[0].right, accepted.right), "", ""}};
}

float sure_from(const Model& model, Calibration calibration, const std::vector<ClassSentence>& sentences,
                double right) {
  calibration.least = 0;
  std::vector<ClassAnswer> alike;  // without a mark but for how likely they are
  for (const ClassSentence& sentence : sentences) {
    ClassAnswer answer = class_answer(model, sentence, &calibration);
    if (answer.accepted && answer.mark == ClassAnswer::Mark::none) alike.push_back(std::move(answer));
  }
  float from = 1;
  for (int hundredth = 99; hundredth > 0; --hundredth) {
    const float least = static_cast<float>(hundredth) / 100;
    int sure = 0;
    int right_ones = 0;
    for (const ClassAnswer& answer : alike) {
      if (answer.least < least) continue;
      ++sure;
      right_ones += answer.right ? 1 : 0;
    }
    if (sure > 0 && share(right_ones, sure) >= right) from = least;
  }
  return from;
}

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
