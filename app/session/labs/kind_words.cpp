#include "app/session/labs/kind_words.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace headlight {
namespace {

constexpr std::array table{
    KindWords{.key = "sinusoidal",
              .name = "sinusoids",
              .model = "sinusoids, added to the letters.",
              .remark = "Sinusoids have all four. That they exist for every place does not mean that a model "
                        "trained on short sentences knows what to do with the later ones."},
    KindWords{.key = "appended",
              .name = "sinusoids, appended",
              .model = "sinusoids in 16 dimensions of their own, behind the letter's 32.",
              .remark = "Appended, the numbers have dimensions of their own: word and place cannot disturb "
                        "each other, but the word has fewer dimensions."},
    KindWords{.key = "learned",
              .name = "learned table",
              .model = "a learned row for each of 64 places; those from 16 on were never trained.",
              .remark = "A table is as good as its training: rows that were never used stay random, and "
                        "behind the last one there is nothing. Equal distances need not look alike."},
    KindWords{.key = "relative",
              .name = "relative bias",
              .model = "a learned number for each distance up to 8, in every head.",
              .remark =
                  "A bias gives a place no vector: it knows the distance and nothing else. The distance is "
                  "clipped: far away, all places are one. Measured on head 0."},
    KindWords{.key = "alibi",
              .name = "ALiBi",
              .model = "a penalty for the distance, the same on both sides.",
              .remark =
                  "The penalty grows without end, with m, the head's slope. That is wanted: far words fade "
                  "out, however long the text."},
    KindWords{.key = "alibi_one_sided",
              .name = "ALiBi, one way",
              .model = "a penalty for the distance; every other head looks back only, the rest ahead only."},
    KindWords{.key = "rotary",
              .name = "RoPE",
              .model = "queries and keys turned by their places, in heads of 24 dimensions.",
              .remark = "Measured on the cosines and sines of its angles: these are the sinusoids' numbers, "
                        "used to turn and not to add."},
    KindWords{.key = "none",
              .name = "none",
              .model = "no positions at all.",
              .remark = "The same for every place: bounded, deterministic, and of no use. Only being unique "
                        "tells it from the others."},
    KindWords{.key = "sinusoidal_random_start",
              .name = "sinusoids, random start",
              .model = "sinusoids; in training the first letter stood at a place drawn from 0 to 48.",
              .among = "random start"},
    KindWords{.key = "learned_random_start",
              .name = "learned table, random start",
              .model = "a learned table; in training the first letter stood at a place drawn from 0 to 48.",
              .among = "random start"},
    KindWords{.key = "relative_slow",
              .name = "relative bias, slow",
              .model = "a relative bias that learned no faster than the other weights, not 30 times as fast.",
              .among = "slow table"},
    KindWords{.key = "relative_2_layers",
              .name = "relative bias, 2 layers",
              .model = "a relative bias in two layers.",
              .among = "2 layers"},
    KindWords{.key = "causal_1_layer",
              .name = "none, causal, 1 layer",
              .model = "no positions, and no letter looks ahead; one layer of four heads.",
              .among = "causal, 1 layer"},
    KindWords{.key = "causal_2_layers",
              .name = "none, causal, 2 layers",
              .model = "no positions, and no letter looks ahead; two layers of four heads.",
              .among = "causal, 2 layers"},
    KindWords{.key = "causal_3_layers",
              .name = "none, causal, 3 layers",
              .model = "no positions, and no letter looks ahead; three layers of four heads.",
              .among = "causal, 3 layers"},
    KindWords{.key = "bag",
              .name = "guess from the letters",
              .model = "the best guess of one who sees which letters there are, but not their order."},
    KindWords{.key = "bag_causal",
              .name = "guess, causal",
              .model = "the same guess from the letters up to the place alone."},
};

}  // namespace

const KindWords& words_of_kind(std::string_view key) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const KindWords& each) { return each.key == key; });
  if (found == table.end()) throw std::out_of_range("no words for positions \"" + std::string(key) + "\"");
  return *found;
}

const KindWords& words_of_kind(Positions kind) { return words_of_kind(name_of(kind)); }

std::string about_kind(const PositionsLab& lab, int dimensions, const std::string& origin) {
  switch (lab.kind) {
    case Positions::sinusoidal:
    case Positions::appended:
      return "Every place gets " + std::to_string(dimensions) +
             " numbers: sines and cosines, fast at the top, slow at the bottom. " +
             (lab.appended ? "They stand behind the word's own." : "They are added to the word's.");
    case Positions::learned:
      return "Every place has a row of a table. " + origin + " Behind its last row there is nothing.";
    case Positions::relative:
      return "Each distance has a number, added to the score. " + origin +
             " No vector: every head has numbers of its own, b(j − i).";
    case Positions::alibi:
      return std::string(lab.one_sided
                             ? "A penalty for the distance; even heads look back only, odd ahead only."
                             : "Every head takes a penalty for the distance from the score.") +
             " It is −m |j − i|, with a slope m for each head: no vector, and nothing learned.";
    case Positions::rotary:
      return "No vector: queries and keys are turned, pair by pair, the further on in the sentence the more. "
             "What is left of it in a score is the distance.";
    case Positions::none:
      return "The sentence is read backwards: how much the encoder’s output for each word changes. Without "
             "positions attention sees a bag of words.";
  }
  return "";
}

}  // namespace headlight
