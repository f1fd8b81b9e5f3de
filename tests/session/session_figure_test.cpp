// The figure of what a session shows.
#include "app/session/session_figure.h"
#include "app/session/session_caption.h"

#include <gtest/gtest.h>

#include <array>

#include "core/explain/view.h"
#include "tests/scripted_model.h"
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
  session.text(1) = "";
  const ResultsPtr results = compute(session, nullptr);
  const Figure figure = figure_of(session, *results);
  const Trace::Words& words = results->trace(0)->words();
  EXPECT_EQ(figure.panels[0].row_label(1), words.target[1] + " → " + words.next[1]);
  EXPECT_NE(figure.caption.find("the word it writes next"), std::string::npos) << figure.caption;
}

TEST(SessionFigure, HeadsTogetherAreTheirMeanAndTheirRollout) {
  Session session = tiny_session();
  session.text(1) = "";
  session.layer = 1;
  const ResultsPtr results = compute(session, nullptr);
  const auto weights = [&](int layer, int row, int col) {
    double sum = 0;
    for (int head = 0; head < 2; ++head) {
      session.layer = layer;
      session.head = head;
      sum += figure_of(session, *results).panels[0].value(row, col);
    }
    return sum / 2;
  };
  const auto step = [&](int layer, int row, int col) {
    return 0.5 * weights(layer, row, col) + (row == col ? 0.5 : 0);
  };
  const Figure mean = figure_of_heads(session, *results, HeadsTogether::mean);
  const Figure rollout = figure_of_heads(session, *results, HeadsTogether::rollout);
  ASSERT_EQ(mean.panels.size(), 1U);
  const int tokens = mean.panels[0].rows;
  for (int row = 0; row < tokens; row += 3) {
    for (int col = 0; col < tokens; ++col) {
      EXPECT_NEAR(mean.panels[0].value(row, col), weights(1, row, col), 1e-5);
      double through = 0;
      for (int between = 0; between < tokens; ++between)
        through += step(1, row, between) * step(0, between, col);
      EXPECT_NEAR(rollout.panels[0].value(row, col), through, 1e-5);
    }
  }
  session.text(1) = tiny_session().text(1);
  EXPECT_EQ(figure_of_heads(session, *compute(session, nullptr), HeadsTogether::rollout).panels.size(), 3U);
  session.attention = Attention::cross;
  session.layer = session.head = 0;
  EXPECT_NO_THROW(figure_of_heads(session, *results, HeadsTogether::mean));
  EXPECT_THROW(figure_of_heads(session, *results, HeadsTogether::rollout), std::invalid_argument);
}

TEST(SessionFigure, CutsAVocabularyInPicturesOnly) {
  Session session = tiny_session();
  session.view = ViewKind::steps;
  session.step = "probabilities";
  const ResultsPtr results = compute(session, nullptr);
  const int all = results->translator()->config().target_words;
  EXPECT_EQ(figure_of(session, *results, false).panels[0].columns, all);
  EXPECT_LE(figure_of(session, *results, true).panels[0].columns, 24);
}

TEST(SessionFigure, SaysWhatIsNotSure) {
  const auto captions = [](const Session& session) {
    const ResultsPtr results = compute(session, nullptr);
    return std::array{figure_of(session, *results).caption, stage_caption(session, *results).text.plain()};
  };
  for (const std::string& caption : captions(scripted(unlikely_script, sure_script))) {
    EXPECT_NE(caption.find("→ “la animal”. Not sure: least sure of “animal” (0.60)."), std::string::npos)
        << caption;
    EXPECT_EQ(caption.find("ot sure", caption.find("“la rue”")), std::string::npos) << caption;
  }
  for (const std::string& caption : captions(scripted(ambiguous_script))) {
    EXPECT_NE(caption.find("→ “rue il était” (0.55) or “rue elle était” (0.43). Ambiguous."),
              std::string::npos)
        << caption;
  }
  for (const std::string& caption : captions(scripted(repeating_script)))
    EXPECT_NE(caption.find("Probably wrong: says “rue” three times."), std::string::npos) << caption;
}

TEST(SessionFigure, SaysWhichSentenceWasEdited) {
  Session session = tiny_session();
  const Edit off{.path = "encoder.1.self_attention.head.0.output", .values = {0}};
  const Edit also{.path = "encoder.0.self_attention.head.1.output", .values = {0}};
  const auto said = [&](std::vector<SessionEdit> edits) {
    session.edits = std::move(edits);
    const ResultsPtr results = compute(session, nullptr);
    const std::string stage = stage_caption(session, *results).text.plain();
    const auto behind_model = [](const std::string& caption) {
      const std::size_t at = caption.find(" Edited: ");
      return at == std::string::npos ? "" : caption.substr(at + 1);
    };
    if (session.view != ViewKind::steps) {
      EXPECT_EQ(behind_model(figure_of(session, *results).caption), behind_model(stage));
    }
    return behind_model(stage);
  };
  EXPECT_EQ(said({}), "");
  EXPECT_EQ(said({off, also}), "Edited: 2 interventions.");
  EXPECT_EQ(said({{off, true, 1}}), "Edited: 1 intervention in the second sentence.");
  EXPECT_EQ(said({off, {also, true, 0}}),
            "Edited: 2 interventions in the first sentence, 1 intervention in the second sentence.");
  // Steps of one sentence are made without the edits of the other.
  session.view = ViewKind::steps;
  EXPECT_EQ(said({{off, true, 1}}), "");
  session.sides = Sides::both;
  EXPECT_EQ(said({{off, true, 1}}), "Edited: 1 intervention in the second sentence.");
  session.sides = Sides::one;
  session.side = 1;
  EXPECT_EQ(said({{off, true, 1}}), "Edited: 1 intervention.");
  session.view = ViewKind::lines;
  session.text(1).clear();
  EXPECT_EQ(said({off}), "Edited: 1 intervention.");
}

TEST(SessionFigure, HeadsSideBySideAreOnOneScale) {
  Session session = tiny_session();
  session.layer = 1;
  const ResultsPtr results = compute(session, nullptr);
  const Figure figure = figure_of_heads(session, *results, shown_heads("0.1,1.0,mean,0.mean,rollout", 1));
  ASSERT_EQ(figure.panels.size(), 5U);
  EXPECT_EQ(figure.panels[0].title.plain(), "layer 1, head 2");
  EXPECT_EQ(figure.panels[2].title.plain(), "layer 2, mean of its heads");
  EXPECT_EQ(figure.panels[3].title.plain(), "layer 1, mean of its heads");
  EXPECT_EQ(figure.panels[4].title.plain(), "layer 2, rollout up to it");
  const Trace& trace = *results->trace(0);
  const auto weight = [&](int layer, int head) {
    return view_of(trace, head_path("encoder", layer, "self_attention", head, "weights")).value(2, 1);
  };
  EXPECT_EQ(figure.panels[0].value(2, 1), weight(0, 1));
  EXPECT_EQ(figure.panels[1].value(2, 1), weight(1, 0));
  EXPECT_NEAR(figure.panels[2].value(2, 1), (weight(1, 0) + weight(1, 1)) / 2, 1e-6);
  for (const Heatmap& panel : figure.panels) {
    EXPECT_TRUE(panel.scale == figure.panels[0].scale);
    EXPECT_NO_THROW(check(panel));
  }
  EXPECT_NE(figure.caption.find(session.text(0)), std::string::npos);
}

TEST(SessionFigure, HeadsThatAreNotThereAreSaid) {
  const auto said = [](const std::string& list) -> std::string {
    const Session session = tiny_session();
    try {
      figure_of_heads(session, tiny_results(), shown_heads(list, session.layer));
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(said("0.0,1.1"), "");
  EXPECT_EQ(said("7.0"), "--heads: there is no layer 7; they run from 0 to 1");
  EXPECT_EQ(said("0.9"), "--heads: layer 0 has no head 9; its heads run from 0 to 1");
  for (const char* wrong : {"", "0.0,", "1", "x", "0.x", "-1.0", "0.0,,1.0", "0.99999999999"})
    EXPECT_NE(said(wrong).find("write layer.head, mean or rollout"), std::string::npos) << wrong;
  std::string many = "0.0";
  for (int i = 0; i < 24; ++i) many += ",0.0";
  EXPECT_NE(said(many).find("25 are too many"), std::string::npos);
}

TEST(SessionFigure, WhatIsNotWrittenIsNotQuoted) {
  Session session;
  session.model = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/bert";
  session.text(0) = "the animal was tired";
  session.text(1).clear();
  const std::string caption = figure_of(session, *compute(session, nullptr)).caption;
  EXPECT_NE(caption.find("“the animal was tired”."), std::string::npos) << caption;
  EXPECT_EQ(caption.find("“”"), std::string::npos) << caption;
}

TEST(SessionFigure, PutsThePiecesOfAWordTogether) {
  Session session = tiny_session();
  session.model = HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/bert";
  session.text(0) = "The animals crossed";
  session.text(1) = "";
  session.layer = session.head = 0;
  const ResultsPtr results = compute(session, nullptr);
  const Figure pieces = figure_of(session, *results);
  session.merge_pieces = true;
  const Figure words = figure_of(session, *results);
  ASSERT_EQ(words.panels.size(), 1U);
  EXPECT_LT(words.panels[0].rows, pieces.panels[0].rows);
  EXPECT_EQ(words.panels[0].row_label(0), "[CLS]");
  EXPECT_EQ(words.panels[0].column_axis, "key word");
  EXPECT_NE(words.caption.find("How much a word takes from each of the words"), std::string::npos);
  EXPECT_NE(
      words.caption.find("The pieces of each word together: weights added up over keys, mean over queries."),
      std::string::npos)
      << words.caption;
  EXPECT_EQ(pieces.caption.find("pieces of each word"), std::string::npos);
  const Figure mean = figure_of_heads(session, *results, HeadsTogether::mean);
  EXPECT_EQ(mean.panels[0].rows, words.panels[0].rows);
  EXPECT_NE(mean.caption.find("pieces of each word together"), std::string::npos);
  // Two sentences are paired by words.
  session.text(1) = "The animals slept";
  const Figure both = figure_of(session, *compute(session, nullptr));
  ASSERT_EQ(both.panels.size(), 3U);
  EXPECT_EQ(both.panels[2].column_label(1).find("##"), std::string::npos);
  for (const Heatmap& panel : both.panels) EXPECT_NO_THROW(check(panel));
  // Scores are no shares that could be added.
  session.text(1) = "";
  session.part = "scores";
  const Figure scores = figure_of(session, *results);
  EXPECT_EQ(scores.panels[0].rows, pieces.panels[0].rows);
  EXPECT_NE(scores.caption.find("These are not weights, so the pieces of words stay apart."),
            std::string::npos)
      << scores.caption;
}

TEST(SessionFigure, TellsWhatSeveralWordsGiveTogether) {
  Session session = tiny_session();
  session.text(1) = "";
  session.token = 7;
  session.also_tokens = {5};
  session.key_tokens = {0, 1};
  const ResultsPtr results = compute(session, nullptr);
  const Figure figure = figure_of(session, *results);
  const Heatmap& map = figure.panels[0];
  const float each[] = {map.value(5, 0) + map.value(5, 1), map.value(7, 0) + map.value(7, 1)};
  EXPECT_NE(figure.caption.find("look at “the animal”: " + fixed_text((each[0] + each[1]) / 2, 2)),
            std::string::npos)
      << figure.caption;
  EXPECT_NE(figure.caption.find("(sum over keys, mean over queries)."), std::string::npos);
  EXPECT_EQ(map.chosen_rows, (std::vector<int>{5, 7}));
  EXPECT_EQ(map.chosen_columns, (std::vector<int>{0, 1}));
  // Of two sentences each, on common rows and columns.
  session.text(1) = tiny_session().text(1);
  const Figure both = figure_of(session, *compute(session, nullptr));
  EXPECT_NE(both.caption.find("Added up, in the second: "), std::string::npos) << both.caption;
  for (const Heatmap& panel : both.panels) EXPECT_NO_THROW(check(panel));
  EXPECT_EQ(both.panels[2].chosen_rows.size(), 2U);
  EXPECT_EQ(both.panels[2].chosen_columns.size(), 2U);
  // Columns alone, as on screen: one word that asks is no selection of several.
  session.also_tokens.clear();
  const Figure keys = figure_of(session, *compute(session, nullptr));
  EXPECT_TRUE(keys.panels[0].chosen_rows.empty());
  EXPECT_EQ(keys.panels[0].chosen_columns.size(), 2U);
  // One word that asks is the row in focus, as before.
  session.also_tokens.clear();
  session.key_tokens.clear();
  EXPECT_EQ(figure_of(session, *compute(session, nullptr)).caption.find("Added up"), std::string::npos);
}

TEST(SessionFigure, HasTheColoursOfTheSession) {
  Session session = tiny_session();
  session.colour_scale = {.logarithmic = true, .without_sink = true};
  const Figure figure = figure_of(session, tiny_results());
  const Figure plain = figure_of(tiny_session(), tiny_results());
  ASSERT_EQ(figure.panels.size(), 3U);
  for (const Heatmap& panel : figure.panels) {
    EXPECT_EQ(panel.left_out, sink_column(plain.panels[0]));
    EXPECT_GT(panel.scale.log_from, 0);
    EXPECT_NO_THROW(check(panel));
  }
  EXPECT_TRUE(figure.panels[0].scale == figure.panels[1].scale);
  EXPECT_EQ(figure.panels[0].values, plain.panels[0].values) << "colours change no numbers";
  EXPECT_NE(figure.caption.find(" Colours: logarithmic; the column of “"), std::string::npos)
      << figure.caption;
  EXPECT_EQ(plain.caption.find("Colours"), std::string::npos);
  // A range of one's own is of weights and, as far to either side, of their difference.
  session.colour_scale = {.own_range = true, .low = 0, .high = 0.1F};
  const Figure ranged = figure_of(session, tiny_results());
  EXPECT_EQ(ranged.panels[0].scale.high, 0.1F);
  EXPECT_TRUE(ranged.panels[0].scale.more_above);
  EXPECT_EQ(ranged.panels[2].scale.low, -0.1F);
}

}  // namespace
}  // namespace headlight
