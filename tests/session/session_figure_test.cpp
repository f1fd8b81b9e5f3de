// The figure of what a session shows.
#include "app/session/session_figure.h"

#include <gtest/gtest.h>

#include "tests/session/tiny_session.h"

namespace headlight {
namespace {

TEST(SessionFigure, ComparesTwoSentencesOnOneScale) {
  const Session session = tiny_session();
  const Figure figure = figure_of(session, *compute(session, nullptr));
  ASSERT_EQ(figure.panels.size(), 3U);
  EXPECT_TRUE(figure.panels[0].scale == figure.panels[1].scale);
  EXPECT_NE(figure.caption.find(wide_sentence), std::string::npos);
  for (const Heatmap& panel : figure.panels) EXPECT_NO_THROW(check(panel));
}

TEST(SessionFigure, SaysWhichWordsARowOfEncoderDecoderAttentionBelongsTo) {
  Session session = tiny_session();
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
