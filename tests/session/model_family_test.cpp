// Sessions on models that are no translators.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/lab/lab.h"
#include "app/lab/lab_work.h"
#include "app/session/action.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "app/session/sentence.h"
#include "app/session/session_figure.h"
#include "core/layers/sites.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "tests/session/lab_pages.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_pictures.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

Session letters_session(const std::string& letters = "A B C A") {
  Session session = opening_session(tiny_labeller_folder());
  session.text(0) = letters;
  return session;
}

TEST(ModelFamily, ALabellerOpensOnLetters) {
  for (const std::string& model : {std::string("positions/third/rotary"), tiny_labeller_folder()}) {
    const Session session = opening_session(model);
    EXPECT_EQ(session.text(0), example_letters);
    EXPECT_EQ(session.text(1), "");
    EXPECT_EQ(session.token, -1);
    const ResultsPtr results = compute(session, nullptr);
    EXPECT_EQ(error_of(*results), "");
    ASSERT_NE(results->trace(0), nullptr);
    EXPECT_EQ(results->translator(), nullptr);
    EXPECT_TRUE(results->side(0).certainty.sure());
  }
}

// A file of a few lines, as people write them.
TEST(ModelFamily, AFileMayLeaveTheHeadToTheModel) {
  for (const char* const model : {"translator", "causal", "seq2seq-attention", "characters"}) {
    const Session session = session_of_text(R"({"model": ")" + std::string(model) + R"("})");
    const Session opening = opening_session(model);
    EXPECT_EQ(session.model, model);
    EXPECT_EQ(session.attention, opening.attention) << model;
    EXPECT_EQ(session.layer, opening.layer) << model;
    EXPECT_EQ(session.head, opening.head) << model;
  }
  EXPECT_EQ(session_of_text(R"({"head": 1})", "causal").head, 1);
  EXPECT_EQ(session_of_text(R"({"head": 1})", "causal").attention, opening_session("causal").attention);
}

TEST(ModelFamily, AnotherModelKeepsTheViewAndWhatItHas) {
  Session session = opening_session("translator");
  session.view = ViewKind::heads;
  session.theme = Theme::dark;
  session.text(0) = "The cat is tired";
  session.edits.push_back(Edit{.path = "encoder.1.self_attention.head.1.output", .values = {3.0F}});
  session.lesson = "many-heads";
  const Session letters = with_model(session, "positions/third/rotary");
  EXPECT_EQ(letters.view, ViewKind::heads);
  EXPECT_EQ(letters.theme, Theme::dark);
  EXPECT_EQ(letters.text(0), example_letters) << "no sentence for a model of letters";
  EXPECT_EQ(letters.layer, 0) << "it has one";
  EXPECT_TRUE(letters.edits.empty());
  EXPECT_EQ(letters.lesson, "many-heads") << "it stays open, and leads back";
  const ResultsPtr results = compute(letters, nullptr);
  EXPECT_EQ(error_of(*results), "");
  EXPECT_EQ(clamped_away(letters, *results), "");

  Session own = letters;
  own.text(0) = "A B A B";
  own.attention = Attention::encoder;
  const Session other = with_model(own, "positions/two_back/causal_2_layers");
  EXPECT_EQ(other.text(0), "A B A B") << "both read letters";
  EXPECT_EQ(other.model, "positions/two_back/causal_2_layers");
  own.attention = Attention::cross;
  EXPECT_EQ(with_model(own, "positions/third/none").attention, Attention::encoder);
  EXPECT_EQ(with_model(letters, "translator").text(0), opening_session("translator").text(0));
  EXPECT_THROW(with_model(session, "no such model"), std::invalid_argument);
}

TEST(ModelFamily, EditsRippleThroughIt) {
  Session session = letters_session();
  session.edits.push_back(Edit{.path = "encoder.2.self_attention.head.1.output", .values = {3.0F}});
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(error_of(*results), "");
  const headlight::Run& run = results->side(0);
  ASSERT_TRUE(run.edited());
  ASSERT_EQ(run.ripple.size(), run.trace->steps().size());
  EXPECT_EQ(run.ripple.front().changed, 0);
  EXPECT_GT(run.ripple.back().changed, 0);
}

TEST(ModelFamily, SelectionsOfADecoderAreClippedAndSaid) {
  Session session = letters_session();
  session.attention = Attention::cross;
  session.layer = 2;
  session.head = 2;
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(clamped_away(session, *results), "there is no such attention: no decoder");
  const Session clipped = clamped(session, {*results});
  EXPECT_EQ(clipped.attention, Attention::encoder);
  EXPECT_EQ(clipped.layer, 2);
  EXPECT_EQ(clipped.head, 2);
  session.attention = Attention::encoder;
  session.head = 3;
  EXPECT_EQ(clamped_away(session, *results), "head 3 does not exist: they run from 0 to 2");
  EXPECT_EQ(clamped(session, {*results}).head, 2);
}

// In letters "A" is no article.
TEST(ModelFamily, ALetterIsReplacedAsALetter) {
  const Letters letters{letter_vocabulary()};
  EXPECT_EQ(words_of("ab C", &letters), (std::vector<std::string>{"A", "B", "C"}));
  EXPECT_EQ(with_word("A B C", 1, "E", &letters), "A E C");
  EXPECT_EQ(with_word("ABC", 1, "E", &letters), "A E C");
}

TEST(ModelFamily, AFigureSaysItsLabels) {
  const Session session = letters_session();
  const ResultsPtr results = compute(session, nullptr);
  std::string labels;
  for (const std::string& label : results->trace(0)->words().next)
    labels += (labels.empty() ? "" : " ") + label;
  const Figure figure = figure_of(clamped(session, {*results}), *results, true);
  EXPECT_NE(figure.caption.find("“A B C A” → “" + labels + "”"), std::string::npos) << figure.caption;
}

// What has no number is NaN, a masked score is -infinity; and every step that a lab computes has its row in
// the table of sites.
void expect_numbers_and_names(const LabWork& work) {
  for (const LabTable& table : work.tables) {
    for (const std::vector<double>& row : table.rows)
      EXPECT_TRUE(std::none_of(row.begin(), row.end(), [](double each) {
        return std::isinf(each) && each > 0;
      })) << table.name;
  }
  if (work.recorded == nullptr) return;
  for (const Run& run : work.recorded->runs) {
    if (run.trace == nullptr) continue;
    for (const int step : run.trace->steps()) {
      const std::string& path = run.trace->label(step).path;
      if (!path.starts_with("parameters.")) {
        EXPECT_NE(site_of(path), nullptr) << path;
      }
    }
  }
}

// Every page of every lab works with every model, or says what it lacks; where the lab has a page for any,
// that one works.
TEST(ModelFamily, ALabWorksOrSaysWhatIsMissing) {
  const std::vector<LabPage> pages = lab_pages();
  for (const Session& opening :
       {letters_session(), opening_session("positions/two_back/appended"),
        opening_session(tiny_language_model_folder()), opening_session(tiny_seq2seq_folder()),
        opening_session(tiny_seq2seq_attention_folder()), opening_session(tiny_lstm_folder()),
        opening_session(tiny_rnn_folder()), opening_session(tiny_caption_rnn_folder()),
        opening_session(tiny_caption_attention_folder()), opening_session(tiny_caption_transformer_folder()),
        opening_session(tiny_vit_folder()), opening_session(tiny_model_folder())}) {
    ResultsPtr results;
    std::set<std::string> refused;
    for (const LabPage& page : pages) {
      if (page.session.view != ViewKind::lab) continue;
      SCOPED_TRACE(opening.model + ", " + page.name);
      Session session = opening;
      session.view = ViewKind::lab;
      session.lab = page.session.lab;
      session.labs = page.session.labs;
      results = compute(session, results);
      ASSERT_NE(results->lab, nullptr);
      const Lab& lab = *results->lab->lab;
      EXPECT_EQ(results->lab->error, results->lab->missing);
      expect_numbers_and_names(*results->lab);
      const std::string instead = shown_instead(lab, session.labs.of(&lab), results->model->anatomy());
      if (!results->lab->missing.empty() || !instead.empty()) refused.insert(lab.name);
      EXPECT_TRUE(results->lab->missing.empty() || results->lab->tables.empty());
    }
    const Anatomy& model = results->model->anatomy();
    if (model.reading() != nullptr && !model.picture) {
      for (const char* each : {"lookup", "positions", "order", "attention", "masks", "block"})
        EXPECT_FALSE(refused.contains(each)) << opening.model << " has no " << each;
    }
  }
}

TEST(ModelFamily, ViewsAreThoseThatMeanSomething) {
  for (const std::string& model : {tiny_seq2seq_folder(), tiny_caption_rnn_folder(), tiny_vit_folder(),
                                   tiny_labeller_folder(), tiny_language_model_folder()}) {
    const Session session = opening_session(model);
    const OutlinePtr outline = outline_of(model);
    const Anatomy& has = outline->anatomy();
    EXPECT_TRUE(has_view(has, session.view)) << model;
    EXPECT_EQ(has_view(has, ViewKind::lines), !has.attentions.empty()) << model;
    EXPECT_EQ(has_view(has, ViewKind::flow), !has.recurrent()) << model;
  }
  EXPECT_EQ(opening_session(tiny_vit_folder()).lab, lab_named("captioners"));
  EXPECT_EQ(opening_session("translator").lab, Session{}.lab);
}

// The focus is on a word: of another sentence it is where that is now.
TEST(ModelFamily, TheFocusStaysWithItsWord) {
  Session session = opening_session("translator");
  const ResultsPtr results = compute(session, nullptr);
  const World world{*results};
  ASSERT_EQ(words_of(session.text(0), results->tokenizer())[7], "it");
  EXPECT_EQ(update(session, SetSentence{0, "the dog ate the bone because it was hungry"}, world).token, 6);
  EXPECT_EQ(update(session, SetSentence{0, "the dog was tired"}, world).token, -1);
  EXPECT_EQ(update(session, SetSentence{1, "the dog was tired"}, world).token, 7) << "the other sentence";
}

// The two sentences that Headlight opens with are a pair: a new first one is not compared with the old
// second.
TEST(ModelFamily, ANewFirstSentenceLeavesThePairOfTheOpening) {
  const Session session = opening_session("translator");
  ASSERT_FALSE(session.text(1).empty());
  const ResultsPtr results = compute(session, nullptr);
  const World world{*results};
  const std::string another = "the dog did not eat the bread because it was too hard";
  EXPECT_EQ(update(session, SetSentence{0, another}, world).text(1), "");
  const std::string one_word = "the dog didn't cross the street because it was too tired";
  EXPECT_EQ(update(session, SetSentence{0, one_word}, world).text(1), session.text(1));
  Session own = session;
  own.text(1) = "the street was wide";
  EXPECT_EQ(update(own, SetSentence{0, another}, world).text(1), own.text(1)) << "chosen by the user";
}

TEST(ModelFamily, ALanguageModelOpensOnASentenceThatItReads) {
  const Session session = opening_session(tiny_language_model_folder());
  EXPECT_EQ(session.text(0), Session{}.text(0));
  EXPECT_EQ(session.text(1), Session{}.text(1));
  EXPECT_EQ(session.attention, Attention::decoder);
  EXPECT_EQ(session.token, 7);
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(error_of(*results), "");
  EXPECT_EQ(clamped_away(session, *results), "");
  EXPECT_EQ(results->origin, "yours");
  const std::string next = results->trace(0)->words().next.back();
  const Figure figure = figure_of(clamped(session, {*results}), *results, true);
  EXPECT_NE(figure.caption.find("too tired” → “" + next + "”"), std::string::npos) << figure.caption;
}

TEST(ModelFamily, SentencesStayWhereTheyCanBeRead) {
  Session session = opening_session("translator");
  session.text(0) = "it was very wide";
  session.text(1).clear();
  session.view = ViewKind::heads;
  const Session words = with_model(session, tiny_language_model_folder());
  EXPECT_EQ(words.text(0), session.text(0));
  EXPECT_EQ(words.attention, Attention::decoder);
  EXPECT_EQ(words.view, ViewKind::heads);
  EXPECT_EQ(with_model(words, "translator").text(0), session.text(0));
  EXPECT_EQ(with_model(words, tiny_labeller_folder()).text(0), example_letters);
  session.text(0) = "the cat is tired";
  EXPECT_EQ(with_model(session, tiny_language_model_folder()).text(0), Session{}.text(0)) << "no cats";
}

TEST(ModelFamily, AModelOfPicturesOpensOnOne) {
  for (const std::string& model : {tiny_caption_rnn_folder(), tiny_caption_attention_folder(),
                                   tiny_caption_transformer_folder(), tiny_vit_folder()}) {
    const Session session = opening_session(model);
    EXPECT_EQ(session.text(0), example_picture);
    EXPECT_EQ(session.text(1), "");
    const ResultsPtr results = compute(session, nullptr);
    EXPECT_EQ(error_of(*results), "");
    ASSERT_NE(results->trace(0), nullptr);
    EXPECT_EQ(with_word(session.text(0), 3, "r2c2", results->tokenizer()), session.text(0))
        << "no cell is typed";
    Session wrong = session;
    wrong.text(0) = "the animal was tired";
    EXPECT_NE(error_of(*compute(wrong, nullptr)), "");
  }
}

TEST(ModelFamily, PicturesStayBetweenModelsOfPictures) {
  Session session = opening_session("translator");
  session.text(0) = "The cat is tired";
  Session picture = with_model(session, tiny_caption_attention_folder());
  EXPECT_EQ(picture.text(0), example_picture);
  picture.text(0) = two_objects;
  EXPECT_EQ(with_model(picture, tiny_vit_folder()).text(0), two_objects);
  EXPECT_EQ(with_model(picture, "translator").text(0), opening_session("translator").text(0));
  EXPECT_EQ(with_model(picture, tiny_labeller_folder()).text(0), example_letters);
}

// One that reads a single token.
TEST(ModelFamily, AModelOfFewWordsOpensOnSomeOfThem) {
  const TemporaryFolder folder;
  TransformerConfig config{.d_model = 4, .d_ff = 4};
  config.decoder_heads = 2;
  config.max_tokens = 1;
  tiny_language_model(config).save(folder.path());
  const Session session = opening_session(folder.path().string());
  EXPECT_EQ(session.text(0), "the");
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(error_of(*results), "");
  EXPECT_NE(results->trace(0), nullptr);
}

}  // namespace
}  // namespace headlight
