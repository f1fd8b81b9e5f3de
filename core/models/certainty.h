// How sure a translation is: read from what its pass recorded, against thresholds that were chosen on
// sentences of which the right translation is known (train/learn/evaluate.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files/fields.h"
#include "core/models/trace.h"
#include "core/pictures/training_scenes.h"
#include "core/text/word_pairs.h"

namespace headlight {

class Model;

// From where on a model's translations are sure; part of its card.
struct Calibration {
  float least = 0;  // the least sure word of the translation has at least this probability
  float read = 0;   // each word of the source gets this weight in some row of cross-attention
  std::vector<std::string> unread = {};  // but for these, which right translations leave unread, too: "to"
  // A shipped translator that was trained apart, and is asked as well where this one is not sure. Empty:
  // none.
  std::string witness = {};

  static void fields(auto& self, auto&& visit) {
    visit("least", self.least);
    visit("read", self.read);
    visit("unread", self.unread);
    visit("witness", self.witness, MayMiss{});
  }
};

// What tells a right translation from a wrong one. Places of the translation count from 0 behind <s>.
struct Signs {
  float least = 1;            // the smallest probability of a word, the end included
  int place = 0;              // where it stands
  std::vector<float> likely;  // of each word, and of the end where the translation came to one
  std::vector<float> read;    // of each source word its largest weight; empty without a decoder's rows
  // The first place of words that are said again at once: two or more words or the same word twice anywhere,
  // where the source says nothing twice.
  std::optional<int> repeat;
  int length = 0;  // tokens that are repeated
  int times = 0;   // how often they are said
  // The first places of words that are copied letter for letter because the model does not know them. Only
  // what was typed tells them from names: certainty_of() finds them.
  std::vector<int> copied;
};
// Nothing where there is no translation: an encoder alone, or probabilities that are not numbers.
std::optional<Signs> signs_of(const Trace& trace);

struct Doubt {
  enum class Kind {
    repeats,    // says the same words over and over
    unread,     // a part of the source that no row reads
    copied,     // a word that the model does not know, copied as it was typed
    unlikely,   // a word that the model itself was not sure of
    disagrees,  // another translator, trained apart, writes something else
    two_ways,   // two words are likely at one place, either makes a translation that is sure else, and they
                // mean something else
    unlike,     // a picture unlike all that it learned from; `places`: in what, as UnlikeLearned has it
  };
  Kind kind = Kind::unlikely;
  std::vector<int> places;  // of the source's words where one is unread, else of the translation's
};

// One of two ways to go on at a place.
struct Way {
  float probability = 0;
  std::vector<std::string> words;  // the translation, without <s> and </s>
};

struct Certainty {
  bool measured = false;  // the model is calibrated; without that only what repeats is a doubt
  float least = 0;        // the calibration's
  Signs signs;
  std::vector<Doubt> doubts;
  std::vector<Way> ways;  // two, the likelier first, where the sentence leaves open which; else none
  int parts = 0;          // the place at which they part
  LeftOpen open =
      LeftOpen::meaning;  // in what they differ: a difference of meaning is a doubt, others are not
  std::string asks;       // the witness that is still to be heard: its model's name; empty: none
  std::optional<std::string> second;  // what the witness writes; nothing before it was heard

  bool sure() const { return doubts.empty(); }
  // For such a reason most translations are wrong: it repeats itself, it copies a word that it does not know,
  // or the witness writes something else and a word was not read, or one is not half as likely as is asked.
  bool probably_wrong() const;
  // Whether there is something to say of it beside the translation.
  bool is_remarked() const { return !sure() || two_ways(); }
  bool two_ways() const { return !ways.empty(); }
};

// The doubts alone, without another translation.
std::vector<Doubt> doubts_of(const Signs& signs, const std::vector<std::string>& source,
                             const Calibration* calibration);

// `edits` are those the trace was made under: the second way is translated under the same, and no witness is
// asked about them. A null calibration measures nothing. `typed`: the text, where it is known: a name shows
// by its capital that it is rightly copied, and without the text nothing copied is doubted.
Certainty certainty_of(const Model& model, const Trace& trace, const std::vector<Edit>& edits,
                       const Calibration* calibration, std::string_view typed = {});

// What the witness writes of the same text, as its vocabulary's words.
void hear_witness(Certainty& certainty, const Trace& trace, const std::vector<std::string>& writes);

// From where on a caption is sure: its least sure word has this probability. What that marks of right and of
// wrong captions is on the captioners' cards (unsure_inside, unsure_wrong): with attention at least .93 of
// the wrong ones and .11 of the right ones. Of scenes unlike those learned from it says nothing: where
// objects overlapped, 83 of 117 wrong captions were above it (core/pictures/training_scenes.h marks those).
inline constexpr float least_of_caption = 0.9F;
Certainty certainty_of_caption(const Trace& trace);

// The first of all doubts: a picture unlike those learned from.
void doubt_picture(Certainty& certainty, const UnlikeLearned& unlike);

}  // namespace headlight
