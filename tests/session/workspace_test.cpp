// What is computed for a session, when, and what is said when it cannot be; and the history.
#include "app/session/workspace.h"

#include <gtest/gtest.h>

#include <atomic>

#include "app/session/opening.h"
#include "app/session/session_figure.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

Session tiny_session() {
  Session session;
  session.model = tiny_model_folder();
  return session;
}

Edit halved() {
  Edit edit;
  edit.path = "encoder.1.self_attention.head.0.scaled";
  edit.kind = Edit::Kind::multiply;
  edit.values = {0.5F};
  return edit;
}

TEST(Compute, MakesATraceForEachSentence) {
  const DocumentPtr document = compute(tiny_session(), nullptr);
  EXPECT_EQ(error_of(*document), "");
  ASSERT_NE(document->trace(0), nullptr);
  ASSERT_NE(document->trace(1), nullptr);
  EXPECT_EQ(document->trace(1)->words().source.back(), "wide");
  EXPECT_EQ(document->sides[0].trace, document->sides[0].unedited);
}

TEST(Compute, ReusesWhatDidNotChange) {
  Session session = tiny_session();
  const DocumentPtr first = compute(session, nullptr);
  std::swap(session.sentence, session.compare);
  const DocumentPtr swapped = compute(session, first);
  EXPECT_EQ(swapped->model, first->model);
  EXPECT_EQ(swapped->sides[0].trace, first->sides[1].trace);
  EXPECT_EQ(swapped->sides[1].trace, first->sides[0].trace);

  session.edits = {halved()};
  const DocumentPtr edited = compute(session, swapped);
  EXPECT_EQ(edited->sides[0].unedited, swapped->sides[0].trace);
  EXPECT_NE(edited->sides[0].trace, edited->sides[0].unedited);
  session.compare.clear();
  EXPECT_EQ(compute(session, edited)->sides[0].trace, edited->sides[0].trace);
}

TEST(Compute, SaysWhatIsWrongWithASentence) {
  Session session = tiny_session();
  session.sentence = "The anmal was tired";
  session.compare = "";
  const DocumentPtr document = compute(session, nullptr);
  EXPECT_EQ(document->trace(0), nullptr);
  EXPECT_EQ(document->error, "");
  EXPECT_NE(document->sides[0].error.find("anmal"), std::string::npos);
  EXPECT_NE(document->sides[0].error.find("animal"), std::string::npos);
  EXPECT_EQ(document->sides[0].error.find('\n'), std::string::npos);
  EXPECT_THROW(figure_of(session, *document), std::invalid_argument);
}

TEST(Compute, KeepsOneSideWhenTheOtherIsWrong) {
  Session session = tiny_session();
  session.compare = "unheard words";
  const DocumentPtr document = compute(session, nullptr);
  EXPECT_NE(document->trace(0), nullptr);
  EXPECT_EQ(document->trace(1), nullptr);
  EXPECT_NE(error_of(*document).find("second sentence"), std::string::npos);
}

TEST(Compute, SaysWhatIsWrongWithTheModelOrAnEdit) {
  Session session = tiny_session();
  session.edits = {halved()};
  session.edits[0].path = "encoder.9.nothing";
  EXPECT_NE(compute(session, nullptr)->error.find("encoder.9.nothing"), std::string::npos);
  session.model = "no such model";
  const DocumentPtr document = compute(session, nullptr);
  EXPECT_EQ(document->model, nullptr);
  EXPECT_NE(document->error.find("no such model"), std::string::npos);
}

TEST(Workspace, ComputesWhatWasAppliedLast) {
  std::atomic<int> woken = 0;
  Workspace workspace(tiny_session(), [&] { ++woken; });
  for (const char* text : {"the animal", "the street", "it was tired"}) workspace.apply(SetSentence{0, text});
  const DocumentPtr document = workspace.wait();
  EXPECT_FALSE(document->computing);
  EXPECT_EQ(document->sides[0].text, "it was tired");
  EXPECT_EQ(document->trace(0)->words().source.size(), 3U);
  EXPECT_GE(woken, 1);
}

TEST(Workspace, LetsGoWhatTheNewSentenceDoesNotHave) {
  Workspace workspace(tiny_session());
  workspace.wait();
  workspace.apply(SelectToken{10});
  workspace.apply(SetSentence{0, "it was tired"});
  workspace.wait();
  EXPECT_EQ(workspace.session().token, 2);
}

TEST(Workspace, GoesBackAndForthThroughItsHistory) {
  Workspace workspace(tiny_session());
  workspace.wait();
  std::vector<Session> seen{workspace.session()};
  const std::vector<Action> actions{SelectHead{0, 1},         SelectToken{3},  SetTheme{Theme::dark},
                                    AddEdit{halved()},        SwapSentences{}, SetSentence{1, "it was tired"},
                                    SetView{ViewKind::steps}, MoveStep{5}};
  for (const Action& action : actions) {
    workspace.apply(action);
    workspace.wait();
    seen.push_back(workspace.session());
  }
  workspace.apply(SetTheme{Theme::dark});  // already so: not in the history
  for (std::size_t i = seen.size() - 1; i > 0; --i) {
    ASSERT_TRUE(workspace.can_undo());
    workspace.undo();
    workspace.wait();
    EXPECT_EQ(workspace.session(), seen[i - 1]) << i;
  }
  EXPECT_FALSE(workspace.can_undo());
  workspace.undo();
  for (std::size_t i = 1; i < seen.size(); ++i) {
    workspace.redo();
    workspace.wait();
    EXPECT_EQ(workspace.session(), seen[i]) << i;
  }
  EXPECT_FALSE(workspace.can_redo());
  workspace.undo();
  workspace.apply(SelectToken{1});
  EXPECT_FALSE(workspace.can_redo());
}

TEST(Workspace, EndsWhileItIsComputing) {
  for (int i = 0; i < 5; ++i) Workspace workspace(tiny_session());
}

TEST(Opening, PutsItInFocus) {
  EXPECT_EQ(word_in_focus(tired_sentence), 7);
  EXPECT_EQ(word_in_focus("I am a student"), -1);
  EXPECT_EQ(opening_session(tiny_model_folder()).token, 7);
}

TEST(SessionFigure, ComparesTwoSentencesOnOneScale) {
  const Session session = tiny_session();
  const Figure figure = figure_of(session, *compute(session, nullptr));
  ASSERT_EQ(figure.panels.size(), 3U);
  EXPECT_TRUE(figure.panels[0].scale == figure.panels[1].scale);
  EXPECT_NE(figure.caption.find(wide_sentence), std::string::npos);
  for (const Heatmap& panel : figure.panels) EXPECT_NO_THROW(check(panel));
}

TEST(SessionFigure, SaysWhichWordsARowOfEncoderDecoderAttentionBelongsTo) {
  Session session;
  session.model = tiny_model_folder();
  session.attention = Attention::cross;
  session.layer = 0;
  session.compare = "";
  const DocumentPtr document = compute(session, nullptr);
  const Figure figure = figure_of(session, *document);
  const Trace::Words& words = document->trace(0)->words();
  EXPECT_EQ(figure.panels[0].row_label(1), words.target[1] + " → " + words.next[1]);
  EXPECT_NE(figure.caption.find("the word it writes next"), std::string::npos) << figure.caption;
}

TEST(SessionFigure, CutsAVocabularyInPicturesOnly) {
  Session session = tiny_session();
  session.view = ViewKind::steps;
  session.step = "probabilities";
  const DocumentPtr document = compute(session, nullptr);
  const int all = document->model->config().target_words;
  EXPECT_EQ(figure_of(session, *document, false).panels[0].columns, all);
  EXPECT_LE(figure_of(session, *document, true).panels[0].columns, 24);
}

}  // namespace
}  // namespace headlight
