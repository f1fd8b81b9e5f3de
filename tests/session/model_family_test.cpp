// Sessions on models that are no translators.
#include <gtest/gtest.h>

#include "app/labs/lab.h"
#include "app/labs/lab_work.h"
#include "app/session/action.h"
#include "app/session/clamp.h"
#include "app/session/document.h"
#include "app/session/lesson_script.h"
#include "app/session/opening.h"
#include "app/session/sentence.h"
#include "app/session/session_figure.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_pictures.h"
#include "tests/tiny_recurrent.h"

namespace headlight {
namespace {

Session letters_session(const std::string& letters = "A B C A") {
  Session session = opening_session(tiny_labeller_folder());
  session.sentence = letters;
  return session;
}

TEST(ModelFamily, ALabellerOpensOnLetters) {
  for (const std::string& model : {std::string("positions/third/rotary"), tiny_labeller_folder()}) {
    const Session session = opening_session(model);
    EXPECT_EQ(session.sentence, example_letters);
    EXPECT_EQ(session.compare, "");
    EXPECT_EQ(session.token, -1);
    const DocumentPtr document = compute(session, nullptr);
    EXPECT_EQ(error_of(*document), "");
    ASSERT_NE(document->trace(0), nullptr);
    EXPECT_EQ(document->translator(), nullptr);
    EXPECT_TRUE(document->sides[0].certainty.sure());
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
  session.sentence = "The cat is tired";
  session.edits.push_back(Edit{.path = "encoder.1.self_attention.head.1.output", .values = {3.0F}});
  session.lesson = "many-heads";
  const Session letters = with_model(session, "positions/third/rotary");
  EXPECT_EQ(letters.view, ViewKind::heads);
  EXPECT_EQ(letters.theme, Theme::dark);
  EXPECT_EQ(letters.sentence, example_letters) << "no sentence for a model of letters";
  EXPECT_EQ(letters.layer, 0) << "it has one";
  EXPECT_TRUE(letters.edits.empty());
  EXPECT_EQ(letters.lesson, "many-heads") << "it stays open, and leads back";
  const DocumentPtr document = compute(letters, nullptr);
  EXPECT_EQ(error_of(*document), "");
  EXPECT_EQ(not_there(letters, *document), "");

  Session own = letters;
  own.sentence = "A B A B";
  own.attention = Attention::encoder;
  const Session other = with_model(own, "positions/two_back/causal_2_layers");
  EXPECT_EQ(other.sentence, "A B A B") << "both read letters";
  EXPECT_EQ(other.model, "positions/two_back/causal_2_layers");
  own.attention = Attention::cross;
  EXPECT_EQ(with_model(own, "positions/third/none").attention, Attention::encoder);
  EXPECT_EQ(with_model(letters, "translator").sentence, opening_session("translator").sentence);
  EXPECT_THROW(with_model(session, "no such model"), std::invalid_argument);
}

TEST(ModelFamily, EditsRippleThroughIt) {
  Session session = letters_session();
  session.edits.push_back(Edit{.path = "encoder.2.self_attention.head.1.output", .values = {3.0F}});
  const DocumentPtr document = compute(session, nullptr);
  EXPECT_EQ(error_of(*document), "");
  const Side& side = document->sides[0];
  ASSERT_TRUE(side.edited());
  ASSERT_EQ(side.ripple.size(), side.trace->steps().size());
  EXPECT_EQ(side.ripple.front().changed, 0);
  EXPECT_GT(side.ripple.back().changed, 0);
}

TEST(ModelFamily, SelectionsOfADecoderAreClippedAndSaid) {
  Session session = letters_session();
  session.attention = Attention::cross;
  session.layer = 2;
  session.head = 2;
  const DocumentPtr document = compute(session, nullptr);
  EXPECT_EQ(not_there(session, *document), "the attention asked for is not there: no decoder");
  const Session clipped = fitted(session, {*document});
  EXPECT_EQ(clipped.attention, Attention::encoder);
  EXPECT_EQ(clipped.layer, 2);
  EXPECT_EQ(clipped.head, 2);
  session.attention = Attention::encoder;
  session.head = 3;
  EXPECT_EQ(not_there(session, *document), "head 3 is not there: they run from 0 to 2");
  EXPECT_EQ(fitted(session, {*document}).head, 2);
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
  const DocumentPtr document = compute(session, nullptr);
  std::string labels;
  for (const std::string& label : document->trace(0)->words().next)
    labels += (labels.empty() ? "" : " ") + label;
  const Figure figure = figure_of(fitted(session, {*document}), *document, true);
  EXPECT_NE(figure.caption.find("“A B C A” → “" + labels + "”"), std::string::npos) << figure.caption;
}

// Every lab works with every model, or says what it lacks; where it has a page for any, that one works.
TEST(ModelFamily, ALabWorksOrSaysWhatIsMissing) {
  for (Session session : {letters_session(), opening_session(tiny_language_model_folder()),
                          opening_session(tiny_seq2seq_folder()), opening_session(tiny_caption_rnn_folder()),
                          opening_session(tiny_caption_transformer_folder()),
                          opening_session(tiny_vit_folder()), opening_session("translator")}) {
    session.view = ViewKind::lab;
    for (const auto& [lab, name] : lab_names()) {
      if (!has_tab(lab)) continue;
      SCOPED_TRACE(session.model + ", " + name);
      session.lab = lab;
      const DocumentPtr document = compute(session, nullptr);
      ASSERT_NE(document->lab, nullptr);
      EXPECT_EQ(document->lab->error, document->lab->missing);
      if (lab_of(lab).without_model == nullptr) continue;
      Session any = session;
      lab_of(lab).without_model(any.labs.of(lab));
      EXPECT_EQ(compute(any, nullptr)->lab->error, "");
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
  EXPECT_EQ(opening_session(tiny_vit_folder()).lab, LabKind::captioners);
  EXPECT_EQ(opening_session("translator").lab, Session{}.lab);
}

// The focus is on a word: of another sentence it is where that is now.
TEST(ModelFamily, TheFocusStaysWithItsWord) {
  Session session = opening_session("translator");
  const DocumentPtr document = compute(session, nullptr);
  const World world{*document};
  ASSERT_EQ(words_of(session.sentence, document->tokenizer())[7], "it");
  EXPECT_EQ(update(session, SetSentence{0, "the dog ate the bone because it was hungry"}, world).token, 6);
  EXPECT_EQ(update(session, SetSentence{0, "the dog was tired"}, world).token, -1);
  EXPECT_EQ(update(session, SetSentence{1, "the dog was tired"}, world).token, 7) << "the other sentence";
}

// The two sentences that Headlight opens with are a pair: a new first one is not compared with the old
// second.
TEST(ModelFamily, ANewFirstSentenceLeavesThePairOfTheOpening) {
  const Session session = opening_session("translator");
  ASSERT_FALSE(session.compare.empty());
  const DocumentPtr document = compute(session, nullptr);
  const World world{*document};
  const std::string another = "the dog did not eat the bread because it was too hard";
  EXPECT_EQ(update(session, SetSentence{0, another}, world).compare, "");
  const std::string one_word = "the dog didn't cross the street because it was too tired";
  EXPECT_EQ(update(session, SetSentence{0, one_word}, world).compare, session.compare);
  Session own = session;
  own.compare = "the street was wide";
  EXPECT_EQ(update(own, SetSentence{0, another}, world).compare, own.compare) << "chosen by the user";
}

TEST(ModelFamily, ALanguageModelOpensOnASentenceThatItReads) {
  const Session session = opening_session(tiny_language_model_folder());
  EXPECT_EQ(session.sentence, Session{}.sentence);
  EXPECT_EQ(session.compare, Session{}.compare);
  EXPECT_EQ(session.attention, Attention::decoder);
  EXPECT_EQ(session.token, 7);
  const DocumentPtr document = compute(session, nullptr);
  EXPECT_EQ(error_of(*document), "");
  EXPECT_EQ(not_there(session, *document), "");
  EXPECT_EQ(document->origin, "yours");
  const std::string next = document->trace(0)->words().next.back();
  const Figure figure = figure_of(fitted(session, {*document}), *document, true);
  EXPECT_NE(figure.caption.find("too tired” → “" + next + "”"), std::string::npos) << figure.caption;
}

TEST(ModelFamily, SentencesStayWhereTheyCanBeRead) {
  Session session = opening_session("translator");
  session.sentence = "it was very wide";
  session.compare.clear();
  session.view = ViewKind::map;
  const Session words = with_model(session, tiny_language_model_folder());
  EXPECT_EQ(words.sentence, session.sentence);
  EXPECT_EQ(words.attention, Attention::decoder);
  EXPECT_EQ(words.view, ViewKind::map);
  EXPECT_EQ(with_model(words, "translator").sentence, session.sentence);
  EXPECT_EQ(with_model(words, tiny_labeller_folder()).sentence, example_letters);
  session.sentence = "the cat is tired";
  EXPECT_EQ(with_model(session, tiny_language_model_folder()).sentence, Session{}.sentence) << "no cats";
}

TEST(ModelFamily, AModelOfPicturesOpensOnOne) {
  for (const std::string& model : {tiny_caption_rnn_folder(), tiny_caption_attention_folder(),
                                   tiny_caption_transformer_folder(), tiny_vit_folder()}) {
    const Session session = opening_session(model);
    EXPECT_EQ(session.sentence, example_picture);
    EXPECT_EQ(session.compare, "");
    const DocumentPtr document = compute(session, nullptr);
    EXPECT_EQ(error_of(*document), "");
    ASSERT_NE(document->trace(0), nullptr);
    EXPECT_EQ(with_word(session.sentence, 3, "r2c2", document->tokenizer()), session.sentence)
        << "no cell is typed";
    Session wrong = session;
    wrong.sentence = "the animal was tired";
    EXPECT_NE(error_of(*compute(wrong, nullptr)), "");
  }
}

TEST(ModelFamily, PicturesStayBetweenModelsOfPictures) {
  Session session = opening_session("translator");
  session.sentence = "The cat is tired";
  Session picture = with_model(session, tiny_caption_attention_folder());
  EXPECT_EQ(picture.sentence, example_picture);
  picture.sentence = two_objects;
  EXPECT_EQ(with_model(picture, tiny_vit_folder()).sentence, two_objects);
  EXPECT_EQ(with_model(picture, "translator").sentence, opening_session("translator").sentence);
  EXPECT_EQ(with_model(picture, tiny_labeller_folder()).sentence, example_letters);
}

// One that reads a single token.
TEST(ModelFamily, AModelOfFewWordsOpensOnSomeOfThem) {
  const TemporaryFolder folder;
  TransformerConfig config{.d_model = 4, .d_ff = 4};
  config.decoder_heads = 2;
  config.max_tokens = 1;
  tiny_language_model(config).save(folder.path());
  const Session session = opening_session(folder.path().string());
  EXPECT_EQ(session.sentence, "the");
  const DocumentPtr document = compute(session, nullptr);
  EXPECT_EQ(error_of(*document), "");
  EXPECT_NE(document->trace(0), nullptr);
}

}  // namespace
}  // namespace headlight
