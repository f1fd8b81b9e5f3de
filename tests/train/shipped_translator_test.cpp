// The translator that is shipped: what lessons and figures show must be so.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/search.h"
#include "core/models/trace.h"
#include "core/text/encode.h"
#include "core/text/languages.h"
#include "train/learn/causal_training.h"
#include "train/learn/corpus.h"
#include "train/learn/evaluate.h"
#include "train/learn/reference_translations.h"
#include "train/learn/translator_training.h"

namespace headlight {
namespace {

class ShippedTranslator : public testing::Test {
 protected:
  ShippedTranslator()
      : folder(HEADLIGHT_SOURCE_DIR "/assets/models/translator"),
        model(load_model(folder, AnswerKind::translation)),
        card(load_card(folder)) {}

  std::string french(const std::string& typed) const { return written(*model->trace({.text = typed})); }

  std::vector<Example> held_out(int count) const {
    return held_out_examples(model->source(), model->target(), {.held_out = count});
  }

  std::filesystem::path folder;
  ModelPtr model;
  Card card;
};

TEST_F(ShippedTranslator, TranslatesWhatIsShown) {
  for (const Example& example : showcase()) {
    std::string english;
    for (const std::string& word : example.source) english += word + " ";
    EXPECT_EQ(french(english), join_french(example.target));
  }
}

TEST_F(ShippedTranslator, ReadsSentencesAsPeopleTypeThem) {
  const std::string tired = "l'animal n'a pas traversé la rue parce qu'il était trop fatigué";
  EXPECT_EQ(french("The animal didn't cross the street because it was too tired."), tired);
  EXPECT_EQ(french("THE ANIMAL DIDN’T CROSS THE STREET BECAUSE IT WAS TOO TIRED"), tired);
  EXPECT_EQ(french("  The animal did not cross the street, because it was too tired!"), tired);
  EXPECT_NE(french("The animal didn't cross the strete because it was too tired"), "");
  EXPECT_THROW(french("狗 is here"), UnknownWord);
}

TEST_F(ShippedTranslator, LooksAtTheNounThatItMeans) {
  for (const std::size_t shown : {0, 1}) {
    EXPECT_GE(reference_weights(*model, {showcase()[shown]}, *card.reference_head).antecedent, 0.8);
  }
}

TEST_F(ShippedTranslator, ShowsTheHeadThatTrainingLooksFor) {
  const std::vector<Example> examples = held_out(600);
  EXPECT_GE(best_reference_accuracy(*model, examples, 100), 0.95);
  const Model untrained(model->config(), Weights::random(model->config(), 1), model->words());
  EXPECT_LE(best_reference_accuracy(untrained, examples, 100), 0.75);
  EXPECT_EQ(best_reference_accuracy(*model, {}, 100), 0);
}

TEST_F(ShippedTranslator, ChangesGenderWhenItIsMadeToLookElsewhere) {
  const GenderFlip flip =
      gender_flip(*model, {showcase()[0], showcase()[1]},
                  {{"encoder", "self_attention", 3, 0}, {"encoder", "self_attention", 3, 1}});
  EXPECT_EQ(flip.sentences, 2);
  EXPECT_EQ(flip.all, 1.0);
}

TEST_F(ShippedTranslator, AlignsTheAgreementBackwards) {
  EXPECT_EQ(alignment_accuracy(*model, {showcase()[3]}), 1.0);
}

// A card's targets are where it is to come to; what it has come to must not be lost.
TEST_F(ShippedTranslator, HasACardWithWhatItHasComeTo) {
  EXPECT_EQ(card.origin, "trained");
  const std::map<std::string, double> at_least{{"exact_translation", 0.9},
                                               {"antecedent_accuracy", 0.97},
                                               {"antecedent_weight", 0.96},
                                               {"canonical_tired_weight", 0.98},
                                               {"canonical_wide_weight", 0.98},
                                               {"alignment_accuracy", 0.98},
                                               {"gender_flip_rate", 0.94},
                                               {"pronoun_flip_rate_layer", 0.97},
                                               {"bears_same_sense_cosine", 0.6},
                                               {"showcase_exact", 1},
                                               {"unsure_outside", 0.65},
                                               {"class_accepted", 0.97},
                                               {"class_right", 0.85},
                                               {"class_wrong_marked", 0.65},
                                               {"class_later_accepted", 0.97},
                                               {"class_later_right", 0.83},
                                               {"class_later_wrong_marked", 0.85},
                                               {"class_unmarked", 0.72},
                                               {"class_unmarked_right", 0.93},
                                               {"class_later_unmarked", 0.6},
                                               {"class_fresh_accepted", 0.97},
                                               {"class_fresh_right", 0.47},
                                               {"class_later_unmarked_right", 0.96},
                                               {"real_exact", 0.34},
                                               {"class_fresh_wrong_marked", 0.9},
                                               {"real_accepted", 0.97},
                                               {"real_chrf", 0.7},
                                               {"patch_effect_named_heads", 0.9}};
  const std::map<std::string, double> at_most{{"other_noun_weight", 0.03},
                                              {"bears_other_sense_cosine", 0.7},
                                              {"unsure_inside", 0.08},
                                              {"class_right_marked", 0.2}};
  const auto value = [&](const std::string& name) {
    const auto found = std::find_if(card.measures.begin(), card.measures.end(),
                                    [&](const Measure& measure) { return measure.name == name; });
    EXPECT_NE(found, card.measures.end()) << name;
    return found == card.measures.end() ? std::nan("") : found->value;
  };
  for (const auto& [name, least] : at_least) EXPECT_GE(value(name), least) << name;
  for (const auto& [name, most] : at_most) EXPECT_LE(value(name), most) << name;
}

// A sample of what `headlight-train evaluate translator` measures in full.
TEST_F(ShippedTranslator, TranslatesHeldOutSentences) {
  const std::vector<Example> sample = held_out(300);
  EXPECT_GE(exact_translation(*model, sample), 0.87);
  EXPECT_GE(reference_weights(*model, sample, *card.reference_head).accuracy, 0.95);
}

TEST_F(ShippedTranslator, IsSureOfWhatIsShown) {
  ASSERT_TRUE(card.certainty);
  for (const Example& example : showcase()) {
    const TracePtr trace = model->trace({.input = encode(model->source(), example.source)});
    EXPECT_TRUE(certainty_of(*model, *trace, {}, &*card.certainty).sure()) << written(*trace);
  }
}

// What a class makes of the first sentences on the screen: right, or marked. The list was written beside the
// grammar; how far the model really goes the lists of the card say.
TEST_F(ShippedTranslator, DoesNotEmbarrassOnTheFirstScreen) {
  const std::vector<ClassSentence> sentences =
      read_class_set(HEADLIGHT_SOURCE_DIR "/tests/train/first_screen.tsv");
  ASSERT_GE(sentences.size(), 90U);
  const ModelPtr witness = witness_of(*card.certainty);
  int marked = 0;
  for (const ClassSentence& sentence : sentences) {
    const ClassAnswer answer = class_answer(*model, sentence, &*card.certainty, witness.get());
    EXPECT_TRUE(answer.accepted) << sentence.english;
    EXPECT_TRUE(answer.right || !answer.sure()) << sentence.english << ": " << answer.french;
    marked += answer.sure() ? 0 : 1;
  }
  EXPECT_LE(marked, 8);
}

std::string last_pronoun(const std::vector<std::string>& french) {
  const auto last = std::find_if(french.rbegin(), french.rend(),
                                 [](const std::string& word) { return word == "il" || word == "elle"; });
  return last == french.rend() ? "" : *last;
}

// How far it carries what "it" means: pairs as a teacher makes them, by people who had seen neither its
// tables nor its corpus. Their nouns differ in gender, and the last pronoun of the French is that of "it".
TEST_F(ShippedTranslator, FindsWhatItMeansInHalfOfATeachersPairs) {
  std::istringstream lines(read_text(HEADLIGHT_SOURCE_DIR "/tests/train/fresh_pairs.tsv"));
  std::string line;
  std::getline(lines, line);  // the names of the columns
  int pairs = 0, both = 0, right = 0;
  while (std::getline(lines, line)) {
    std::vector<std::string> cells;
    std::istringstream columns(line);
    for (std::string cell; std::getline(columns, cell, '\t');) cells.push_back(cell);
    ASSERT_EQ(cells.size(), 5U) << line;
    int here = 0;
    for (const std::size_t side : {0, 1}) {
      const std::vector<std::string> words =
          model->target().words_of(model->answer(model->input(cells[side])));
      here += last_pronoun(words) == cells[2 + side] ? 1 : 0;
    }
    ++pairs;
    right += here;
    both += here == 2 ? 1 : 0;
  }
  EXPECT_EQ(pairs, 60);
  EXPECT_GE(right, 88) << "92 when it was shipped, 71 by the translator before";
  EXPECT_GE(both, 30) << "33 when it was shipped, 16 by the translator before";
}

TEST_F(ShippedTranslator, WritesBothPronounsOfEachPairThatItOffers) {
  EXPECT_GE(card.pairs.size(), 6U);
  for (const SentencePair& pair : card.pairs) {
    const TracePtr one = model->trace({.text = pair.first}), other = model->trace({.text = pair.second});
    EXPECT_NE(last_pronoun(one->words().target), last_pronoun(other->words().target))
        << pair.first << ": " << written(*one) << "; " << pair.second << ": " << written(*other);
    for (const auto& [trace, typed] : {std::pair{one, pair.first}, {other, pair.second}})
      EXPECT_TRUE(certainty_of(*model, *trace, {}, &*card.certainty, typed).sure()) << typed;
  }
}

// A sample of what the card says of it.
TEST_F(ShippedTranslator, KnowsWhatItDoesNotKnow) {
  ASSERT_TRUE(card.certainty);
  const std::vector<Example> sample = held_out(400);
  const UnsureShares shares = unsure_shares(*model, *card.certainty, sample);
  const auto measure = [&](const std::string& name) {
    const auto found = std::find_if(card.measures.begin(), card.measures.end(),
                                    [&](const Measure& each) { return each.name == name; });
    return found == card.measures.end() ? -1.0 : found->value;
  };
  EXPECT_NEAR(shares.right, measure("unsure_inside"), 0.03);
  EXPECT_NEAR(shares.outside, measure("unsure_outside"), 0.08);
}

// What is ambiguous has two translations that differ, each sure but for the word where they part. It is a
// doubt where they mean something else.
TEST_F(ShippedTranslator, ShowsBothWaysOfWhatIsAmbiguous) {
  ASSERT_TRUE(card.certainty);
  const std::vector<Example> sample = held_out(100);
  int ambiguous = 0;
  for (const std::vector<std::string>& words : outside_sentences(*model, sample)) {
    const std::vector<int> source = encode(model->source(), words);
    const TracePtr trace = model->trace({.input = source});
    const Certainty certainty = certainty_of(*model, *trace, {}, &*card.certainty);
    if (!certainty.two_ways()) continue;
    ++ambiguous;
    EXPECT_EQ(certainty.doubts.size(), certainty.open == LeftOpen::meaning ? 1U : 0U);
    ASSERT_EQ(certainty.ways.size(), 2U);
    const auto& [first, second] = std::tie(certainty.ways[0], certainty.ways[1]);
    EXPECT_EQ(join_french(first.words), written(*trace));
    EXPECT_GE(first.probability, second.probability);
    EXPECT_LE(first.probability + second.probability, 1.0001F);
    const auto place = static_cast<std::ptrdiff_t>(certainty.parts);
    EXPECT_TRUE(std::equal(first.words.begin(), first.words.begin() + place, second.words.begin()));
    EXPECT_NE(first.words.at(static_cast<std::size_t>(place)),
              second.words.at(static_cast<std::size_t>(place)));
  }
}

// A name is copied rightly, and is no slip in either way. What has no capital and a word near it may be one.
TEST_F(ShippedTranslator, ShowsBothWaysOfASentenceWithAName) {
  ASSERT_TRUE(card.certainty);
  const auto certainty = [&](const char* typed) {
    return certainty_of(*model, *model->trace({.text = typed}), {}, &*card.certainty, typed);
  };
  for (const char* typed : {"You are with Zoé.", "Are you Zoé?"}) {
    EXPECT_TRUE(certainty(typed).two_ways()) << typed;
    EXPECT_TRUE(certainty(typed).sure()) << typed;
  }
  const Certainty slip = certainty("I like choclate.");
  EXPECT_EQ(slip.signs.copied.size(), 1U);
  EXPECT_TRUE(slip.probably_wrong());
}

TEST(Card, KeepsFromWhereOnItIsSure) {
  Card card;
  card.certainty = Calibration{.least = 0.8217F, .read = 0.3F, .unread = {"a", "to"}};
  const Card again = card_from_json(to_json(card));
  ASSERT_TRUE(again.certainty);
  EXPECT_NEAR(again.certainty->least, 0.8217, 1e-6);
  EXPECT_NEAR(again.certainty->read, 0.3, 1e-6);
  EXPECT_EQ(again.certainty->unread, card.certainty->unread);
  card.certainty->least = 2;
  EXPECT_THROW(card_from_json(to_json(card)), std::invalid_argument);
  EXPECT_FALSE(card_from_json(to_json(Card{})).certainty);
}

TEST(Agreement, ChangesThePronounAndWhatAgreesWithIt) {
  EXPECT_EQ(with_other_gender({"la", "rue", "car", "elle", "était", "trop", "fatiguée"}, 3),
            (std::vector<std::string>{"la", "rue", "car", "il", "était", "trop", "fatigué"}));
  EXPECT_EQ(with_other_gender({"il", "était", "large"}, 0),
            (std::vector<std::string>{"elle", "était", "large"}));
}

const std::filesystem::path kShipped = HEADLIGHT_SOURCE_DIR "/assets/models/translator";

TEST(ClassSet, HasEveryHabitAndNoSentenceTwice) {
  for (const std::string list : class_lists) {
    const std::vector<ClassSentence> sentences = read_class_set(kShipped / (list + ".tsv"));
    EXPECT_GE(sentences.size(), 200U);
    std::set<std::string> habits;
    std::set<std::string> typed;
    for (const ClassSentence& sentence : sentences) {
      habits.insert(sentence.habit);
      EXPECT_TRUE(typed.insert(sentence.english).second) << sentence.english;
      EXPECT_FALSE(sentence.accepted.empty());
    }
    for (const char* const habit : {"joker", "pupil", "teacher"}) EXPECT_TRUE(habits.contains(habit)) << list;
  }
}

TEST(ClassSet, ComparesWordsAndNotPunctuation) {
  EXPECT_TRUE(same_french("Où est le chat\u202f?", "où est le chat"));
  EXPECT_TRUE(same_french("l’animal, fatigué", "l'animal fatigué."));
  EXPECT_FALSE(same_french("il est fatigué", "elle est fatiguée"));
}

TEST(ClassSet, CountsWhatIsAcceptedRightAndMarked) {
  const auto model = load_model(kShipped, AnswerKind::translation);
  const std::vector<ClassSentence> sentences{
      {"pupil",
       "screen",
       "The animal didn't cross the street because it was too tired!",
       {"l'animal n'a pas traversé la route",
        "l'animal n'a pas traversé la rue parce qu'il était trop fatigué"}},
      {"pupil", "wrong", "I am a student", {"bonjour"}},
      {"joker", "unknown", "狗 is here", {"bonjour"}},
  };
  const std::vector<Measure> measures = class_measures("class", *model, sentences, nullptr);
  std::map<std::string, double> values;
  for (const Measure& measure : measures) values[measure.name] = measure.value;
  EXPECT_NEAR(values.at("class_accepted"), 2.0 / 3, 1e-9);
  EXPECT_NEAR(values.at("class_right"), 0.5, 1e-9);
  EXPECT_NEAR(values.at("class_unmarked"), 2.0 / 3, 1e-9);
  EXPECT_NEAR(values.at("class_unmarked_right"), 0.5, 1e-9);
  EXPECT_EQ(values.at("class_wrong_marked"), 0);
  EXPECT_EQ(values.at("class_right_marked"), 0);
}

TEST(ClassSet, SaysWhichLineIsBroken) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "class.tsv";
  std::ofstream(file) << "habit\tkind\tenglish\tfrench\npupil\tscreen\tonly three\n";
  try {
    read_class_set(file);
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find("line 2"), std::string::npos) << error.what();
  }
}

// Heads are exchangeable: the same translation with the same probabilities, and the weights under the other's
// name.
TEST(HeadOrder, ChangesNoTranslation) {
  const auto model = load_model(kShipped, AnswerKind::translation);
  Weights weights = model->weights();
  exchange_heads(weights, model->config(), 3, 0, 1);
  const Model exchanged(model->config(), std::move(weights), model->words());
  const std::string typed = "The animal didn't cross the street because it was too wide";
  const TracePtr before = model->trace({.text = typed});
  const TracePtr after = exchanged.trace({.text = typed});
  EXPECT_EQ(written(*before), written(*after));
  const Reading first = before->read("encoder.3.self_attention.head.0.weights");
  const Reading second = after->read("encoder.3.self_attention.head.1.weights");
  for (int row = 0; row < first.shape().rows; ++row) {
    for (int col = 0; col < first.shape().cols; ++col) EXPECT_NEAR(first(row, col), second(row, col), 1e-5);
  }
  const auto ordered = with_heads_in_order(exchanged, showcase());
  EXPECT_EQ(find_reference_head(*ordered, showcase()).head, 0);
}

// The shipped causal language model: what its card says of it, and what no causal model can know.

ModelPtr causal() { return load_model(model_folder("causal"), AnswerKind::next_token); }

TEST(ShippedCausal, BeatsCountingThreeWords) {
  std::map<std::string, double> measured;
  for (const Measure& measure : load_card(model_folder("causal")).measures)
    measured[measure.name] = measure.value;
  EXPECT_LT(measured.at("perplexity"), 0.7 * measured.at("trigram_perplexity"));
}

TEST(ShippedCausal, CopiesAListByHeadsThatLookBehindTheWordBefore) {
  const auto model = causal();
  const Induction copied = induction(*model, induction_lists(model->target(), 20));
  EXPECT_GE(copied.accuracy, 0.97);
  EXPECT_GE(copied.weight, 0.9);
  EXPECT_GE(copied.without_head, 0.9) << "there are others like it";
  EXPECT_LE(copied.without_heads, 0.1);
  EXPECT_EQ(load_card(model_folder("causal")).reference_head, copied.head);
}

// The heads of layers 1 and 2 look at the same place; what docs/models.md and the lesson say of who needs
// them.
TEST(ShippedCausal, WhatLooksTheSameIsNotNeededAlike) {
  const auto model = causal();
  const Induction copied = induction(*model, induction_lists(model->target(), 20));
  ASSERT_EQ(copied.without_layer.size(), 3U);
  EXPECT_LE(copied.without_layer[0], 0.05);
  EXPECT_LE(copied.without_layer[1], 0.3);
  EXPECT_GE(copied.without_layer[2], 0.95);
}

// Two heads hand on the word before. Either can do it for the other; the rest of their layer cannot.
TEST(ShippedCausal, NeedsOneOfTwoHeadsThatLookAtTheWordBefore) {
  const auto model = causal();
  const Induction copied = induction(*model, induction_lists(model->target(), 20));
  EXPECT_EQ(copied.previous_heads, 2);
  EXPECT_GE(copied.without_previous_head, 0.8);
  EXPECT_LE(copied.without_previous_heads, 0.2);
  EXPECT_GE(copied.without_no_previous_heads, 0.9);
}

TEST(ShippedCausal, KnowsNoListLongerThanItWasTrainedOn) {
  const auto model = causal();
  EXPECT_LE(induction(*model, induction_lists(model->target(), 20, 12)).accuracy, 0.5);
}

TEST(ShippedCausal, AtItNobodyKnowsWhatComesLater) {
  const auto model = causal();
  const std::string begins = "the animal didn't cross the street because it was too ";
  const TracePtr tired = model->trace({.text = begins + "tired"});
  const TracePtr wide = model->trace({.text = begins + "wide"});
  const AttentionHeads& heads = *model->anatomy().find(Attention::decoder);
  const int last = static_cast<int>(tired->words().target.size()) - 1;
  for (int layer = 0; layer < heads.layers(); ++layer) {
    for (int head = 0; head < heads.in(layer); ++head) {
      const std::string path = heads.info().path(layer, head, "weights");
      const Reading one = tired->read(path);
      const Reading other = wide->read(path);
      for (int row = 0; row < last; ++row) {
        for (int col = 0; col <= last; ++col) ASSERT_NEAR(one(row, col), other(row, col), 1e-5F) << path;
      }
    }
  }
}

TEST(ShippedCausal, GoesOnToTheEndOfASentence) {
  const auto model = causal();
  const std::optional<Writing> writing = model->writing("the animal didn't cross the street because it");
  ASSERT_TRUE(writing);
  const std::vector<AddedWord> added = greedy(writing->next, writing->end);
  ASSERT_FALSE(added.empty());
  EXPECT_LT(added.size(), 12U);
  EXPECT_EQ(writing->words->word(added.back().word), "</s>");
}

}  // namespace
}  // namespace headlight
