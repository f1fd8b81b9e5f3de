// How sure a translation is: what is a doubt, what is said of it, and when a search stops.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "core/explain/confidence.h"
#include "core/explain/pronouns.h"
#include "core/models/run.h"
#include "core/models/trace.h"
#include "core/text/encode.h"
#include "core/text/languages.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

int run_of(const std::vector<int>& words) { return repeated_run(std::span<const int>(words)); }

TEST(Repeats, AreRunsOfOneToFourWordsThreeTimes) {
  EXPECT_EQ(run_of({}), 0);
  EXPECT_EQ(run_of({5, 5}), 0);
  EXPECT_EQ(run_of({1, 5, 5, 5}), 1);
  EXPECT_EQ(run_of({5, 5, 5, 1}), 0) << "it went on";
  EXPECT_EQ(run_of({9, 1, 2, 1, 2, 1, 2}), 2);
  EXPECT_EQ(run_of({1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}), 4);
  EXPECT_EQ(run_of({1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5}), 0) << "longer than a phrase";
}

TEST(Repeats, AreCountedFromWhatTheSourceSays) {
  const auto lost_after = [](const std::vector<int>& source) { return times_lost_after(std::span(source)); };
  EXPECT_EQ(lost_after({}), 3);
  EXPECT_EQ(lost_after({1, 2, 3}), 3);
  EXPECT_EQ(lost_after({1, 5, 5}), 3);
  EXPECT_EQ(lost_after({1, 5, 5, 5, 2}), 4);
  EXPECT_EQ(lost_after({1, 2, 1, 2, 1, 2, 1, 2}), 3);
  EXPECT_EQ(lost_after(std::vector<int>(40, 5)), 8);
}

// Many models with random weights, of which most go round for ever.
std::vector<Model> lost_models() {
  std::vector<Model> models;
  const Model like = tiny_translator();
  for (std::uint64_t seed = 1; seed <= 12; ++seed)
    models.emplace_back(like.config(), Weights::random(like.config(), seed), like.words());
  return models;
}

TEST(Repeats, EndASearchWhereTheyBeginToBeSaidAgain) {
  int stopped = 0;
  for (const Model& model : lost_models()) {
    const std::vector<int> source = model.read(tired_sentence);
    const std::vector<int> words = model.answer(source);
    for (std::size_t end = 0; end < words.size(); ++end)
      EXPECT_EQ(repeated_run(std::span(words).first(end)), 0) << "it should have stopped there";
    stopped += repeated_run(std::span(words)) > 0 ? 1 : 0;
  }
  EXPECT_GT(stopped, 0);
}

TEST(Repeats, EndASearchAtTheSamePlaceWithAnyDraft) {
  for (const Model& model : lost_models()) {
    const std::vector<int> source = model.read(tired_sentence);
    const TracePtr alone = model.trace({.input = source});
    std::vector<int> longer = model.answer(source);
    longer.insert(longer.end(), 6, longer.empty() ? 3 : longer.back());
    for (const std::vector<int>& draft : {std::vector<int>(9, 3), longer}) {
      const TracePtr guess = model.trace({.input = source, .words = draft});
      EXPECT_EQ(model.trace({.input = source, .like = guess.get()})->words().target, alone->words().target);
    }
  }
}

TEST(GoesOn, BehindTheWordsThatAreGiven) {
  for (const Model& model : lost_models()) {
    const std::vector<int> source = model.read(wide_sentence);
    const std::vector<int> all = model.answer(source);
    const TracePtr alone = model.trace({.input = source});
    for (std::size_t count = 0; count <= all.size(); ++count) {
      const std::vector<int> given(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
      EXPECT_EQ(model.trace({.input = source, .words = given, .goes_on = true})->words().target,
                alone->words().target);
    }
    const TracePtr other = model.trace({.input = source, .words = std::vector<int>{7, 8}, .goes_on = true});
    ASSERT_GE(other->words().target.size(), 3U);
    EXPECT_EQ(other->words().target[1], model.target().word(7));
    EXPECT_EQ(other->words().target[2], model.target().word(8));
  }
}

Signs some_signs() {
  Signs signs;
  signs.likely = {0.9F, 0.52F, 0.95F, 0.9F};
  signs.least = 0.52F;
  signs.place = 1;
  signs.read = {0.01F, 0.9F, 0.2F};
  return signs;
}

const std::vector<std::string> some_source{"the", "dog", "sleeps"};

TEST(Doubts, AreWhatIsUnlikelyUnreadOrRepeated) {
  const Calibration strict{.least = 0.8F, .read = 0.3F, .unread = {"the"}};
  Signs signs = some_signs();
  std::vector<Doubt> doubts = doubts_of(signs, some_source, &strict);
  ASSERT_EQ(doubts.size(), 2U);
  EXPECT_EQ(doubts[0].kind, Doubt::Kind::unread);
  EXPECT_EQ(doubts[0].places, std::vector<int>{2}) << "\"the\" is left unread by right translations, too";
  EXPECT_EQ(doubts[1].kind, Doubt::Kind::unlikely);
  EXPECT_EQ(doubts[1].places, std::vector<int>{1});

  const Calibration mild{.least = 0.5F, .read = 0.1F, .unread = {"the"}};
  EXPECT_TRUE(doubts_of(signs, some_source, &mild).empty());
  EXPECT_TRUE(doubts_of(signs, some_source, nullptr).empty()) << "nothing was measured";
  signs.repeat = 1;
  signs.length = 1;
  signs.times = 3;
  for (const Calibration* calibration : {&mild, static_cast<const Calibration*>(nullptr)}) {
    doubts = doubts_of(signs, some_source, calibration);
    ASSERT_EQ(doubts.size(), 1U);
    EXPECT_EQ(doubts[0].kind, Doubt::Kind::repeats);
  }
}

// Signs of a translation by a model that reads and writes these words.
Signs signs_of_words(const std::vector<std::string>& source, const std::vector<std::string>& target) {
  std::vector<std::string> read, write{"<s>", "</s>"};
  const auto add = [](std::vector<std::string>& words, const std::vector<std::string>& more) {
    for (const std::string& word : more)
      if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  };
  add(read, source);
  add(write, target);
  TransformerConfig config{.d_model = 16, .d_ff = 24};
  config.source_words = static_cast<int>(read.size());
  config.target_words = static_cast<int>(write.size());
  const Model model(config, Weights::random(config, 1), {Vocabulary(read), Vocabulary(write)});
  const TracePtr trace =
      model.trace({.input = encode(model.source(), source), .words = encode(model.target(), target)});
  return *signs_of(*trace);
}

TEST(Repeats, AreDoubtedWhereTheSourceHasNone) {
  using Words = std::vector<std::string>;
  const Words wide{"it", "was", "wide"}, very{"very", "very", "very", "tired"};
  Signs signs = signs_of_words(wide, {"l'animal", "ne", "l'animal", "ne", "l'a", "pas"});
  EXPECT_EQ(signs.repeat, 0);
  EXPECT_EQ(signs.length, 2);
  EXPECT_EQ(signs.times, 2);
  signs = signs_of_words(wide, {"il", "est", "p##", "##eu", "p##", "##eu", "large"});
  EXPECT_EQ(signs.repeat, 2);
  EXPECT_EQ(signs.length, 2) << "a word of two pieces";
  EXPECT_FALSE(signs_of_words(wide, {"nous", "nous", "levons"}).repeat);
  EXPECT_TRUE(signs_of_words(wide, {"nous", "nous", "nous"}).repeat);
  EXPECT_FALSE(signs_of_words(wide, {"large", "!", "!"}).repeat);
  EXPECT_FALSE(signs_of_words(very, {"très", "très", "très", "fatigué"}).repeat);
  EXPECT_TRUE(signs_of_words(very, {"très", "très", "très", "très"}).repeat);
  EXPECT_FALSE(signs_of_words({"1", "0", "0", "0", "0"}, {"1", "0", "0", "0", "0"}).repeat);
}

TEST(Doubts, AreWordsThatAreCopiedLetterForLetter) {
  Signs signs = signs_of_words({"the", "ch##", "##oc"}, {"le", "ch##", "##oc"});
  EXPECT_TRUE(signs.copied.empty()) << "it may be a name";
  signs.copied = {1};
  const Calibration calibration{.least = 0, .read = 0, .unread = {}};
  const std::vector<Doubt> doubts = doubts_of(signs, {"the", "ch##", "##oc"}, &calibration);
  ASSERT_EQ(doubts.size(), 1U);
  EXPECT_EQ(doubts[0].kind, Doubt::Kind::copied);
  EXPECT_TRUE(doubts_of(signs, {"the", "ch##", "##oc"}, nullptr).empty());
}

TEST(Witness, IsADoubtWhereItWritesSomethingElse) {
  const Model model = tiny_translator();
  const TracePtr trace = model.trace({.text = tired_sentence});
  const Calibration calibration{.least = 1, .witness = "another"};
  const Certainty before = certainty_of(model, *trace, {}, &calibration);
  EXPECT_EQ(before.asks, "another");
  EXPECT_FALSE(before.second);
  const std::vector<std::string> own(trace->words().target.begin() + 1, trace->words().target.end());

  Certainty same = before;
  hear_witness(same, *trace, own);
  EXPECT_TRUE(same.asks.empty());
  EXPECT_EQ(same.second, written(*trace));
  EXPECT_EQ(same.doubts.size(), before.doubts.size());
  std::vector<std::string> with_comma = own;
  with_comma.insert(with_comma.begin() + 1, ",");
  Certainty comma = before;
  hear_witness(comma, *trace, with_comma);
  EXPECT_EQ(comma.doubts.size(), before.doubts.size()) << "a comma is no other translation";

  std::vector<std::string> other = own;
  other.back() = "large";
  Certainty differs = before;
  hear_witness(differs, *trace, other);
  ASSERT_EQ(differs.doubts.size(), before.doubts.size() + 1);
  EXPECT_EQ(differs.doubts[0].kind, Doubt::Kind::disagrees);
  EXPECT_EQ(differs.doubts[0].places, std::vector<int>{static_cast<int>(own.size()) - 1});
  EXPECT_EQ(mark_of(differs), "probably wrong") << "no word of it is likely";
  Certainty half = differs;
  half.least = 2 * half.signs.least;
  std::erase_if(half.doubts, [](const Doubt& doubt) { return doubt.kind != Doubt::Kind::disagrees; });
  EXPECT_EQ(mark_of(half), "not sure");
  half.doubts.push_back({Doubt::Kind::unread, {0}});
  EXPECT_EQ(mark_of(half), "probably wrong");
  EXPECT_EQ(reason_of(differs.doubts[0], differs, trace->words()),
            "a second translator writes “" + join_french(other) + "”");

  std::vector<std::string> longer = own;
  longer.push_back("large");
  hear_witness(differs = before, *trace, longer);
  EXPECT_EQ(differs.doubts.at(0).places, std::vector<int>{static_cast<int>(own.size())}) << "its end";
}

TEST(Witness, LeavesWhatIsAmbiguousWhereItWritesOneOfTheWays) {
  const Model model = tiny_translator();
  const TracePtr trace = model.trace({.text = tired_sentence});
  const std::vector<std::string> own(trace->words().target.begin() + 1, trace->words().target.end());
  std::vector<std::string> other = own;
  other.back() = "large";
  Certainty certainty;
  certainty.measured = true;
  certainty.ways = {{0.5F, own}, {0.4F, other}};
  certainty.doubts = {{Doubt::Kind::two_ways, {0}}};
  hear_witness(certainty, *trace, other);
  EXPECT_EQ(mark_of(certainty), "ambiguous");
  other.front() = "large";
  hear_witness(certainty, *trace, other);
  EXPECT_EQ(mark_of(certainty), "not sure");
  EXPECT_FALSE(certainty.two_ways());
}

TEST(Witness, IsNotAskedOfWhatIsSureNorOfWhatIsEdited) {
  const Model model = tiny_translator();
  const TracePtr trace = model.trace({.text = tired_sentence, .words = std::vector<int>{2, 3, 4}});
  const Calibration sure{.least = 0, .witness = "another"}, unsure{.least = 1, .witness = "another"};
  const std::vector<Edit> edits{{.path = "logits", .kind = Edit::Kind::multiply, .values = {1}}};
  EXPECT_TRUE(certainty_of(model, *trace, {}, &sure).asks.empty());
  EXPECT_EQ(certainty_of(model, *trace, {}, &unsure).asks, "another");
  EXPECT_TRUE(certainty_of(model, *trace, edits, &unsure).asks.empty());
}

TEST(Doubts, AreSaidInWords) {
  Trace::Words words;
  words.source = some_source;
  words.target = {"<s>", "le", "chien", "dort"};
  Certainty certainty;
  certainty.signs = some_signs();
  const auto said = [&](const Doubt& doubt) { return reason_of(doubt, certainty, words); };
  EXPECT_EQ(said({Doubt::Kind::unlikely, {1}}), "least sure of “chien” (0.52)");
  EXPECT_EQ(said({Doubt::Kind::unlikely, {3}}), "not sure that it ends here (0.90)");
  EXPECT_EQ(said({Doubt::Kind::unread, {2}}), "hardly looks at “sleeps”");
  EXPECT_EQ(said({Doubt::Kind::unread, {0, 1, 2}}), "hardly looks at “the”, “dog” and “sleeps”");
  EXPECT_EQ(said({Doubt::Kind::unread, {0, 1, 2, 2, 2}}),
            "hardly looks at “the”, “dog”, “sleeps” and 2 more");
  certainty.signs.length = 2;
  certainty.signs.times = 4;
  EXPECT_EQ(said({Doubt::Kind::repeats, {0}}), "says “le chien” four times");
  certainty.signs.times = 2;
  EXPECT_EQ(said({Doubt::Kind::repeats, {0}}), "says “le chien” twice");
  EXPECT_EQ(said({Doubt::Kind::copied, {1, 2}}), "does not know “chien” and “dort” and copies them");
  certainty.ways = {{0.55F, {"le", "chien"}}, {0.43F, {"le", "chat"}}};
  certainty.parts = 1;
  EXPECT_EQ(said({Doubt::Kind::two_ways, {1}}), "“chien” (0.55) or “chat” (0.43)");
}

TEST(Doubts, HaveAMark) {
  Certainty certainty;
  EXPECT_EQ(mark_of(certainty), "");
  certainty.doubts = {{Doubt::Kind::repeats, {0}}};
  EXPECT_EQ(mark_of(certainty), "repeats itself") << "also of a model that is not calibrated";
  certainty.measured = true;
  EXPECT_EQ(mark_of(certainty), "probably wrong");
  certainty.doubts = {{Doubt::Kind::copied, {0}}};
  EXPECT_EQ(mark_of(certainty), "probably wrong");
  certainty.doubts = {{Doubt::Kind::unlikely, {0}}};
  EXPECT_EQ(mark_of(certainty), "not sure");
  certainty.ways = {{}, {}};
  EXPECT_EQ(mark_of(certainty), "ambiguous");
}

TEST(Certainty, ReadsTheTraceOfATranslation) {
  const Model model = tiny_translator();
  const TracePtr trace = model.trace({.text = tired_sentence});
  const std::optional<Signs> signs = signs_of(*trace);
  ASSERT_TRUE(signs);
  const Reading probabilities = trace->read("probabilities");
  const bool ends = trace->words().next.back() == "</s>";
  ASSERT_EQ(signs->likely.size(), trace->words().target.size() - (ends ? 0 : 1));
  for (std::size_t place = 0; place < signs->likely.size(); ++place) {
    EXPECT_EQ(signs->likely[place],
              probabilities.view().map().row(static_cast<Eigen::Index>(place)).maxCoeff());
  }
  EXPECT_EQ(signs->least, *std::min_element(signs->likely.begin(), signs->likely.end()));
  ASSERT_EQ(signs->read.size(), trace->words().source.size());
  const Reading weights = trace->read("decoder.0.cross_attention.head.0.weights");
  for (std::size_t word = 0; word < signs->read.size(); ++word)
    EXPECT_EQ(signs->read[word], weights.view().map().col(static_cast<Eigen::Index>(word)).maxCoeff());
}

TEST(Certainty, OfWordsThatWereGivenIsTheirOwn) {
  const Model model = tiny_translator();
  const TracePtr trace = model.trace({.input = model.read(tired_sentence), .words = std::vector<int>{4, 9}});
  const std::optional<Signs> signs = signs_of(*trace);
  ASSERT_TRUE(signs);
  const Reading probabilities = trace->read("probabilities");
  EXPECT_EQ(signs->likely[0], probabilities(0, 4));
  EXPECT_EQ(signs->likely[1], probabilities(1, 9));
}

TEST(Certainty, IsNoneWhereProbabilitiesAreNoNumbers) {
  const Model model = tiny_translator();
  const Edit edit{
      .path = "probabilities", .row = 0, .col = 0, .values = {std::numeric_limits<float>::quiet_NaN()}};
  const TracePtr trace = model.trace({.text = tired_sentence, .edits = {edit}});
  EXPECT_FALSE(signs_of(*trace));
  const Calibration calibration{.least = 0.8F};
  const Certainty certainty = certainty_of(model, *trace, {edit}, &calibration);
  EXPECT_FALSE(certainty.measured);
  EXPECT_TRUE(certainty.sure());
}

TEST(Certainty, IsNotMeasuredWithoutACalibration) {
  const Model model = tiny_translator();
  const TracePtr trace = model.trace({.text = tired_sentence});
  const Certainty certainty = certainty_of(model, *trace, {}, nullptr);
  EXPECT_FALSE(certainty.measured);
  EXPECT_TRUE(certainty.ways.empty());
  for (const Doubt& doubt : certainty.doubts) EXPECT_EQ(doubt.kind, Doubt::Kind::repeats);
}

// A translation that is written into the output: at each place the probabilities of a few words.
std::vector<Edit> scripted(const Model& model, const std::vector<std::map<int, float>>& places) {
  std::vector<Edit> edits;
  for (std::size_t place = 0; place < places.size(); ++place) {
    std::vector<float> row(static_cast<std::size_t>(model.target().size()), 0.001F);
    for (const auto& [word, probability] : places[place]) row[static_cast<std::size_t>(word)] = probability;
    edits.push_back({.path = "probabilities", .row = static_cast<int>(place), .values = std::move(row)});
  }
  return edits;
}

Certainty certainty_under(const Model& model, const std::vector<Edit>& edits) {
  const Calibration calibration{.least = 0.8F};
  return certainty_of(model, *model.trace({.text = tired_sentence, .edits = edits}), edits, &calibration);
}

TEST(Ambiguous, IsOneWordWithTwoWaysToGoOn) {
  const Model model = pronoun_translator();
  const auto ends = static_cast<std::size_t>(*model.ends().end);
  const int il = *model.target().id("il");
  const int elle = *model.target().id("elle");
  const auto word = [&](int id) { return model.target().word(id); };
  const Certainty two = certainty_under(
      model, scripted(model, {{{2, 0.95F}}, {{il, 0.55F}, {elle, 0.43F}}, {{5, 0.9F}}, {{ends, 0.9F}}}));
  EXPECT_EQ(mark_of(two), "ambiguous");
  ASSERT_EQ(two.doubts.size(), 1U);
  EXPECT_EQ(two.doubts[0].kind, Doubt::Kind::two_ways);
  EXPECT_EQ(two.doubts[0].places, std::vector<int>{1});
  ASSERT_EQ(two.ways.size(), 2U);
  EXPECT_EQ(two.ways[0].words, (std::vector<std::string>{word(2), "il", word(5)}));
  EXPECT_EQ(two.ways[1].words, (std::vector<std::string>{word(2), "elle", word(5)}));
  EXPECT_FLOAT_EQ(two.ways[0].probability, 0.55F);
  EXPECT_FLOAT_EQ(two.ways[1].probability, 0.43F);

  const Certainty many = certainty_under(
      model, scripted(model, {{{2, 0.95F}}, {{il, 0.3F}, {elle, 0.25F}}, {{5, 0.9F}}, {{ends, 0.9F}}}));
  EXPECT_EQ(mark_of(many), "not sure") << "more words than two are likely";
  const Certainty more = certainty_under(
      model, scripted(model, {{{2, 0.95F}}, {{il, 0.55F}, {elle, 0.43F}}, {{5, 0.6F}}, {{ends, 0.9F}}}));
  EXPECT_EQ(mark_of(more), "not sure") << "another word is unlikely, too";
  const Certainty end =
      certainty_under(model, scripted(model, {{{2, 0.95F}}, {{il, 0.55F}, {ends, 0.43F}}, {{ends, 0.9F}}}));
  EXPECT_EQ(mark_of(end), "not sure") << "an end is no word";
  const Certainty sure = certainty_under(model, scripted(model, {{{2, 0.95F}}, {{ends, 0.9F}}}));
  EXPECT_EQ(mark_of(sure), "");

  const Certainty reworded = certainty_under(
      model, scripted(model, {{{2, 0.95F}}, {{3, 0.55F}, {4, 0.43F}}, {{5, 0.9F}}, {{ends, 0.9F}}}));
  EXPECT_EQ(mark_of(reworded), "not sure") << "another wording is no other meaning";
  EXPECT_FALSE(reworded.two_ways());
}

TEST(LeftOpen, OfWhatTheSentenceLeavesOpenIsNoDoubt) {
  Certainty certainty;
  certainty.measured = true;
  certainty.ways = {{0.55F, {"je", "suis", "prêt"}}, {0.43F, {"je", "suis", "prête"}}};
  certainty.parts = 2;
  certainty.open = LeftOpen::gender;
  EXPECT_TRUE(certainty.sure());
  EXPECT_TRUE(certainty.is_remarked());
  EXPECT_EQ(mark_of(certainty), "masculine or feminine");
  EXPECT_EQ(reasons_of(certainty, {}), "“prêt” (0.55) or “prête” (0.43); the sentence does not say which");
}

TEST(LeftOpen, IsLeftToEitherTranslator) {
  const Vocabulary source({"i", "am", "ready"});
  const Vocabulary target({"<s>", "</s>", "je", "suis", "prêt", "prête"});
  TransformerConfig config{.d_model = 16, .d_ff = 24};
  config.source_words = source.size();
  config.target_words = target.size();
  const Model model(config, Weights::random(config, 1), {source, target});
  const TracePtr trace = model.trace({.text = "I am ready", .words = std::vector<int>{2, 3, 4}});
  const Calibration calibration{.least = 0, .witness = "another"};
  Certainty certainty = certainty_of(model, *trace, {}, &calibration);
  hear_witness(certainty, *trace, {"je", "suis", "prête"});
  EXPECT_TRUE(certainty.sure());
  hear_witness(certainty, *trace, {"je", "suis"});
  EXPECT_EQ(mark_of(certainty), "not sure");
}

TEST(Pronouns, OfHeAndSheAreNotOfIt) {
  const auto words = [](const char* text) {
    std::istringstream read(text);
    return std::vector<std::string>(std::istream_iterator<std::string>(read), {});
  };
  const auto place = [&](const char* english, const char* french) {
    return place_of_it(words(english), words(french));
  };
  EXPECT_EQ(place("the dog sleeps because it is tired", "le chien dort parce qu' il est fatigué"), 5);
  EXPECT_EQ(
      place("the girl reads a book because she likes it", "la fille lit un livre parce qu' elle l' aime"),
      -1);
  EXPECT_EQ(place("she reads the book because it is good", "elle lit le livre parce qu' il est bon"), 6);
  EXPECT_EQ(place("it barks and he sleeps", "il aboie et il dort"), 0);
  EXPECT_EQ(place("the cat sleeps", "il dort"), -1) << "nobody asks what it means";
}
}  // namespace
}  // namespace headlight
