#include "core/models/certainty.h"

#include <algorithm>
#include <cctype>

#include "core/models/model.h"
#include "core/text/cut_words.h"
#include "core/text/encode.h"
#include "core/text/languages.h"

namespace headlight {
namespace {

// A second word is another way to go on when it has so much of the probability.
constexpr float contender = 0.15F;
// Three that are likely are no choice between two: so much of the probability is theirs.
constexpr float of_the_two = 0.75F;

float probability_of(const Trace& trace, const ConstView& probabilities, int place) {
  const auto row = probabilities.map().row(place);
  const Trace::Words& words = trace.words();
  const auto behind = static_cast<std::size_t>(place) + 1;
  if (behind == words.target.size() || words.next[behind - 1] == words.target[behind]) return row.maxCoeff();
  return row(words.target_ids[behind]);
}

std::vector<float> most_read(const Trace& trace) {
  std::vector<float> most(trace.words().source.size(), 0);
  bool any = false;
  for (int layer = 0;; ++layer) {
    for (int head = 0;; ++head) {
      const int node = trace.find(head_path("decoder", layer, "cross_attention", head, "weights"));
      if (node < 0 && head == 0) return any ? most : std::vector<float>{};
      if (node < 0) break;
      any = true;
      const Reading weights = trace.read(node);
      const auto largest = weights.view().map().colwise().maxCoeff().eval();
      for (std::size_t word = 0; word < most.size(); ++word)
        most[word] = std::max(most[word], largest(static_cast<Eigen::Index>(word)));
    }
  }
}

bool is_only_signs(const std::string& word) {
  return std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::ispunct(c) != 0; });
}

struct Repeat {
  std::size_t first = 0;   // word
  std::size_t length = 0;  // words
  int times = 0;
};

// The shortest run of words that stands twice side by side. French says "nous nous levons".
std::optional<Repeat> find_repeat(std::span<const std::string> words) {
  for (std::size_t length = 1; 2 * length <= words.size(); ++length) {
    for (std::size_t first = 0; first + 2 * length <= words.size(); ++first) {
      const auto run = words.subspan(first, length);
      if (length == 1 && is_only_signs(run[0])) continue;
      int times = 1;
      for (std::size_t next = first + length; next + length <= words.size(); next += length, ++times) {
        if (!std::equal(run.begin(), run.end(), words.begin() + static_cast<std::ptrdiff_t>(next))) break;
      }
      if (times == 2 && length == 1 && (run[0] == "nous" || run[0] == "vous")) continue;
      if (times > 1) return Repeat{first, length, times};
    }
  }
  return std::nullopt;
}

PieceWords source_words_of(const Trace::Words& words) {
  return words.source_pieces != nullptr ? *words.source_pieces : whole_words(words.source);
}
PieceWords target_words_of(const Trace::Words& words) {
  return words.target_pieces != nullptr ? *words.target_pieces : whole_words(words.target);
}

// The place of a word's first token, counted from 0 after <s>; for the place after the last word, that after
// the last token.
int token_place(std::size_t word, const PieceWords& target) {
  const auto found = std::find(target.word_of.begin(), target.word_of.end(), static_cast<int>(word));
  return static_cast<int>(found - target.word_of.begin()) - 1;
}

// What is said again at once though nothing is in the source.
void find_repeats(const Trace::Words& words, Signs& signs) {
  const PieceWords source = source_words_of(words), target = target_words_of(words);
  const auto written = std::span(target.words).subspan(1);
  const auto tokens = std::span(words.target).subspan(1);
  const std::optional<Repeat> repeat = find_repeat(written), typed = find_repeat(source.words);
  const int lost = times_lost_after(std::span(words.source));
  if (repeat && repeat->times > (typed ? typed->times : 1)) {
    signs.repeat = token_place(repeat->first + 1, target);
    signs.length = token_place(repeat->first + 1 + repeat->length, target) - *signs.repeat;
    signs.times = repeat->times;
  } else if (const int length = repeated_run(tokens, lost); length > 0) {  // pieces of one word
    signs.repeat = static_cast<int>(tokens.size()) - lost * length;
    signs.length = length;
    signs.times = lost;
  }
}

// The probabilities of the likeliest word and of the second at a place, and which the second is.
struct Two {
  float first = 0, second = 0;
  int word = 0;
};
Two two_likeliest(const ConstView& probabilities, int place) {
  Eigen::RowVectorXf row = probabilities.map().row(place);
  Eigen::Index at = 0;
  Two two;
  two.first = row.maxCoeff(&at);
  row(at) = -1;
  two.second = row.maxCoeff(&at);
  two.word = static_cast<int>(at);
  return two;
}

std::vector<std::string> without_start(const Trace& trace) {
  const std::vector<std::string>& target = trace.words().target;
  return {target.begin() + 1, target.end()};
}

// Whether `place` is the only doubt, or there is none.
bool sure_but_for(int place, Signs signs, const Trace& trace, const Calibration& calibration) {
  signs.likely.at(place) = 1;
  return doubts_of(signs, trace.words().source, &calibration).empty();
}

// The translation with the second word at its least sure place, where that makes one as sure else.
std::vector<Way> two_ways(const Model& model, const Trace& trace, const std::vector<Edit>& edits,
                          const Signs& signs, const Calibration& calibration) {
  const Trace::Words& words = trace.words();
  if (!sure_but_for(signs.place, signs, trace, calibration)) return {};
  std::vector<int> given(words.target_ids.begin() + 1, words.target_ids.end());
  const auto place = static_cast<std::size_t>(signs.place);
  if (place >= given.size()) return {};  // whether it ends is no choice between words
  const Two two = two_likeliest(trace.read("probabilities").view(), signs.place);
  if (two.second < contender || two.first + two.second < of_the_two) return {};
  if (two.word == model.ends().start || two.word == model.ends().end) return {};
  given.resize(place);
  given.push_back(two.word);
  const TracePtr other =
      model.trace({.input = words.source_ids, .words = given, .goes_on = true, .edits = edits});
  const std::optional<Signs> others = signs_of(*other);
  if (!others || !sure_but_for(signs.place, *others, *other, calibration)) return {};
  return {{two.first, without_start(trace)}, {two.second, without_start(*other)}};
}

}  // namespace

std::optional<Signs> signs_of(const Trace& trace) {
  const Trace::Words& words = trace.words();
  const int node = trace.find("probabilities");
  if (words.target.empty() || node < 0) return std::nullopt;
  const Reading read = trace.read(node);
  const ConstView probabilities = read.view();
  if (!probabilities.map().allFinite()) return std::nullopt;
  Signs signs;
  const bool ends = words.next.back() == "</s>";
  const int places = static_cast<int>(words.target.size()) - (ends ? 0 : 1);
  for (int place = 0; place < places; ++place) {
    signs.likely.push_back(probability_of(trace, probabilities, place));
    if (signs.likely.back() >= signs.least) continue;
    signs.least = signs.likely.back();
    signs.place = place;
  }
  signs.read = most_read(trace);
  find_repeats(words, signs);
  return signs;
}

std::vector<Doubt> doubts_of(const Signs& signs, const std::vector<std::string>& source,
                             const Calibration* calibration) {
  std::vector<Doubt> doubts;
  if (signs.repeat) doubts.push_back({Doubt::Kind::repeats, {*signs.repeat}});
  if (calibration == nullptr) return doubts;
  Doubt unread{Doubt::Kind::unread, {}};
  for (std::size_t word = 0; word < signs.read.size(); ++word) {
    const auto& usual = calibration->unread;
    if (signs.read[word] < calibration->read &&
        std::find(usual.begin(), usual.end(), source[word]) == usual.end())
      unread.places.push_back(static_cast<int>(word));
  }
  if (!unread.places.empty()) doubts.push_back(std::move(unread));
  if (!signs.copied.empty()) doubts.push_back({Doubt::Kind::copied, signs.copied});
  const auto least = std::min_element(signs.likely.begin(), signs.likely.end());
  if (least != signs.likely.end() && *least < calibration->least)
    doubts.push_back({Doubt::Kind::unlikely, {static_cast<int>(least - signs.likely.begin())}});
  return doubts;
}

Certainty certainty_of_caption(const Trace& trace) {
  Certainty certainty;
  std::optional<Signs> signs = signs_of(trace);
  if (!signs) return certainty;
  certainty.measured = true;
  certainty.signs = std::move(*signs);
  const Calibration calibration{.least = least_of_caption};
  certainty.doubts = doubts_of(certainty.signs, trace.words().source, &calibration);
  return certainty;
}

void doubt_picture(Certainty& certainty, const UnlikeLearned& unlike) {
  certainty.measured = true;
  certainty.doubts.insert(certainty.doubts.begin(),
                          {Doubt::Kind::unlike, {static_cast<int>(unlike.in), unlike.count}});
}

bool Certainty::probably_wrong() const {
  const auto has = [&](Doubt::Kind kind) {
    return std::any_of(doubts.begin(), doubts.end(), [&](const Doubt& doubt) { return doubt.kind == kind; });
  };
  if (!measured || two_ways()) return false;
  if (has(Doubt::Kind::repeats) || has(Doubt::Kind::copied)) return true;
  return has(Doubt::Kind::disagrees) && (has(Doubt::Kind::unread) || signs.least < least / 2);
}

namespace {

// The words of a translation, whatever stands between them.
std::vector<std::string> bare_words(const std::vector<std::string>& tokens) {
  std::vector<std::string> words = joined_words(tokens);
  std::erase_if(words, [](const std::string& word) { return word == "," || word == "." || word == "?"; });
  return words;
}

// The tokens of a translation that the other one does not have; its end where it has them all.
std::vector<int> other_places(const std::vector<std::string>& own, const std::vector<std::string>& other) {
  std::vector<int> places;
  for (const WordPair& pair : pair_words(own, other)) {
    const bool same = pair.first && pair.second && own[*pair.first] == other[*pair.second];
    if (pair.first && !same) places.push_back(*pair.first);
  }
  if (places.empty()) places.push_back(static_cast<int>(own.size()));
  return places;
}

}  // namespace

void hear_witness(Certainty& certainty, const Trace& trace, const std::vector<std::string>& writes) {
  certainty.asks.clear();
  certainty.second = join_french(writes);
  const std::vector<std::string> own = without_start(trace);
  const auto says_the_same = [&](const std::vector<std::string>& words) {
    return bare_words(words) == bare_words(writes);
  };
  const bool one_of_two = std::any_of(certainty.ways.begin(), certainty.ways.end(),
                                      [&](const Way& way) { return says_the_same(way.words); });
  if (one_of_two || says_the_same(own)) return;
  // Of what the sentence leaves open either may write either.
  const std::optional<LeftOpen> open =
      left_open_between(joined_words(trace.words().source), bare_words(own), bare_words(writes));
  if (open && *open != LeftOpen::meaning) return;
  certainty.ways.clear();
  std::erase_if(certainty.doubts, [](const Doubt& doubt) { return doubt.kind == Doubt::Kind::two_ways; });
  certainty.doubts.insert(certainty.doubts.begin(), {Doubt::Kind::disagrees, other_places(own, writes)});
}

namespace {

// The places of words that the model spells, copies letter for letter, and that may be slips: no names, and
// with something near that the model knows.
std::vector<int> copied_slips(const Trace::Words& words, const Model& model, std::string_view typed) {
  const PieceWords source = source_words_of(words), target = target_words_of(words);
  const auto written = std::span(target.words).subspan(1);
  const auto find_written = [&](const std::string& word) {
    return std::find(written.begin(), written.end(), word);
  };
  bool any = false;  // to look for something near takes long
  for (std::size_t i = 0; i < source.word_of.size() && !typed.empty(); ++i) {
    any = any || (is_gone_on_with(words.source[i]) &&
                  find_written(source.words[source.word_of[i]]) != written.end());
  }
  if (!any) return {};
  constexpr int most = 16;
  std::vector<int> places;
  for (const UnknownWord& slip : spelled_words(model.source(), typed, most)) {
    if (const auto found = find_written(slip.word); found != written.end())
      places.push_back(token_place(static_cast<std::size_t>(found - written.begin()) + 1, target));
  }
  return places;
}

// Keeps two ways where they differ in what the sentence leaves open.
void keep_two_ways(Certainty& certainty, std::vector<Way> ways, const Trace& trace) {
  if (ways.empty()) return;
  const std::optional<LeftOpen> open = left_open_between(
      joined_words(trace.words().source), joined_words(ways[0].words), joined_words(ways[1].words));
  if (!open) return;
  certainty.ways = std::move(ways);
  certainty.parts = certainty.signs.place;
  certainty.open = *open;
}

}  // namespace

Certainty certainty_of(const Model& model, const Trace& trace, const std::vector<Edit>& edits,
                       const Calibration* calibration, std::string_view typed) {
  Certainty certainty;
  std::optional<Signs> signs = signs_of(trace);
  if (!signs) return certainty;
  certainty.measured = calibration != nullptr;
  if (calibration != nullptr) certainty.least = calibration->least;
  certainty.signs = std::move(*signs);
  certainty.signs.copied = copied_slips(trace.words(), model, typed);
  if (calibration != nullptr)
    keep_two_ways(certainty, two_ways(model, trace, edits, certainty.signs, *calibration), trace);
  // Both ways together are as likely as the place is.
  Signs judged = certainty.signs;
  if (certainty.two_ways())
    judged.likely[certainty.parts] = certainty.ways[0].probability + certainty.ways[1].probability;
  certainty.doubts = doubts_of(judged, trace.words().source, calibration);
  if (certainty.two_ways() && certainty.open == LeftOpen::meaning) {
    certainty.doubts = {{Doubt::Kind::two_ways, {certainty.parts}}};
  } else if (!certainty.sure()) {
    certainty.ways.clear();
  }
  if (calibration != nullptr && edits.empty() && !certainty.sure()) certainty.asks = calibration->witness;
  return certainty;
}

}  // namespace headlight
