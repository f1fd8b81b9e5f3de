// The session as data: its paths, its file, and the one that the program opens with.
#include <gtest/gtest.h>

#include <limits>

#include "app/labs/training/training_lab.h"
#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/session/edits.h"
#include "app/session/opening.h"
#include "app/session/session.h"
#include "app/session/session_file.h"
#include "core/files/json.h"
#include "tests/snapshot.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

Session full_session() {
  Session session;
  session.model = "models/mine";
  session.text(0) = "“quoted” and\na new line";
  session.text(1) = "";
  session.view = ViewKind::steps;
  session.attention = Attention::cross;
  session.layer = 0;
  session.head = 3;
  session.heads_shown = HeadsShown::of_model;
  session.sort_heads = Trait::previous;
  session.part = "scores";
  session.token = 4;
  session.also_tokens = {5, 6};
  session.key_tokens = {0, 1};
  session.merge_pieces = true;
  session.side = 1;
  session.step = "decoder.0.residual_1";
  session.trail = {{"logits", 1, 2}, {"decoder.0.normalized_3", 1, 0}};
  Edit set;
  set.path = "encoder.1.self_attention.head.0.masked";
  set.row = 3;
  set.col = 2;
  set.values = {-std::numeric_limits<float>::infinity()};
  Edit swap;
  swap.path = "encoder.1.self_attention.head.0.weights";
  swap.kind = Edit::Kind::swap;
  swap.row = 7;
  swap.col = 1;
  swap.other = 5;
  session.edits = {set, {swap, false}, {set, true, 1}};
  session.edits_open = true;
  session.theme = Theme::dark;
  session.scale = 1.1F;
  session.sides = Sides::difference;
  session.colour_scale = {
      .logarithmic = true, .own_range = true, .low = 0.001F, .high = 0.2F, .without_sink = true};
  session.cause_ribbons = true;
  session.reduced_motion = true;
  return session;
}

std::string message_of(const std::string& json) {
  try {
    session_from_json(json);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

TEST(Session, NamesTheSelectedHead) {
  Session session;
  EXPECT_EQ(selected_path(session), "encoder.1.self_attention.head.0.weights");
  session.attention = Attention::decoder;
  EXPECT_EQ(selected_head_path(session, "query"), "decoder.1.self_attention.head.0.query");
  session.attention = Attention::cross;
  session.layer = 0;
  EXPECT_EQ(selected_path(session), "decoder.0.cross_attention.head.0.weights");
}

TEST(Session, ShowsTheStepOnlyInTheSteps) {
  Session session;
  session.step = "logits";
  EXPECT_EQ(shown_path(session), selected_path(session));
  session.view = ViewKind::steps;
  EXPECT_EQ(shown_path(session), "logits");
}

TEST(SessionFile, ComesBackAsItWas) {
  EXPECT_EQ(session_from_json(to_json(Session{})), Session{});
  EXPECT_EQ(session_from_json(to_json(full_session())), full_session());
}

TEST(SessionFile, ChangesOnlyWhatItNames) {
  Session expected = full_session();
  expected.layer = 2;
  EXPECT_EQ(session_from_json(R"({"layer": 2})", full_session()), expected);
  EXPECT_EQ(session_from_json("{}"), Session{});
}

// The lab on training had a page about a small model while it learned, and settings for it.
TEST(Session, OfAnEarlierVersionGoesToTheLabOnLearning) {
  const std::string old = R"({"view": "lab", "lab": "training", "labs": {"training": {
    "page": "learning", "rate": 0.5, "checkpoint": 3, "head": 1}}})";
  const Session session = session_from_json(old);
  EXPECT_EQ(session.lab, lab_named("learn"));
  EXPECT_EQ(session.view, ViewKind::lab);
  EXPECT_EQ(session.labs.get<TrainingLab>().page, TrainingPage::word);
  EXPECT_EQ(session.labs.get<TrainingLab>().rate, 0.5F) << "all else stays";
  const Session other = session_from_json(
      R"({"lab": "masks", "labs": {"training": {"page": "step", "checkpoint": 5, "head": 0}}})");
  EXPECT_EQ(other.lab, lab_named("masks"));
  EXPECT_EQ(other.labs.get<TrainingLab>().page, TrainingPage::step);
  const Session closed = session_from_json(R"({"lab": "masks", "labs": {"training": {"page": "learning"}}})");
  EXPECT_EQ(closed.lab, lab_named("masks")) << "which was open";
}

TEST(SessionFile, OfAnEarlierVersionIsOpenedWithoutWhatNothingShowsAnyMore) {
  EXPECT_EQ(session_from_json(R"({"also_heads": [0, 2], "picture_cells": true, "picture_dark": 0.5,
                                  "lesson_in_place": true})"),
            Session{});
}

TEST(SessionFile, NamesTheFieldThatIsWrong) { expect_answers(message_of); }

TEST(SessionFile, NamesTheLineOfTheField) { expect_answers(message_of); }

TEST(SessionFile, NamesTheLineThatIsBroken) { expect_answers(message_of); }

TEST(SessionFile, IsReadWithoutTrustingIt) {
  EXPECT_EQ(message_of("{\"view\":\n" + std::string(100'000, '[')),
            "session: line 2: more than 32 lists and objects are nested inside one another");
  expect_answers(message_of);
  EXPECT_LT(message_of("{\"" + std::string(1'000'000, 'x') + "\": 1}").size(), 200U);
  EXPECT_LT(message_of("{\"view\": \"" + std::string(1'000'000, 'x') + "\"}").size(), 250U);
  std::string fields = "{\"layer\": 1";
  for (int i = 0; i < 100'000; ++i) fields += ",\"" + std::to_string(i) + "\": 1";
  EXPECT_EQ(message_of(fields + "}"), "session: line 1: field \"0\" is not known");
}

TEST(SessionFile, HasNoMoreEditsThanAnybodyMakes) {
  Session session;
  Edit edit;
  edit.path = "logits";
  edit.values = {1};
  for (std::size_t row = 0; row < most_edits; ++row) {
    edit.row = static_cast<int>(row);
    session.edits.emplace_back(edit);
  }
  EXPECT_EQ(session_from_json(to_json(session)), session);
  Session more = session;
  edit.row = static_cast<int>(most_edits);
  more.edits.emplace_back(edit);
  const std::string text = to_json(more);
  EXPECT_EQ(message_of(text), "session: line " + std::to_string(line_of_field(text, "edits")) +
                                  ": field \"edits\" has 257 members; at most 256 are read");
  std::vector<SessionEdit> edits = session.edits;
  add_edit(edits, edit, nullptr);
  EXPECT_EQ(edits, session.edits) << "one more is left out";
  edit.row = 5;
  edit.values = {2};
  add_edit(edits, edit, nullptr);
  EXPECT_EQ(edits.size(), most_edits);
  EXPECT_NE(edits, session.edits) << "one in the place of another is taken";
}

// What Headlight opens with to compare belongs to its own first sentence.
TEST(SessionFile, ASentenceWithoutASecondOneStandsAlone) {
  EXPECT_EQ(session_of_text("{\"layer\": 0}").text(1), Session{}.text(1));
  EXPECT_EQ(session_of_text("{\"sentence\": \"I am a student\"}").text(1), "");
  EXPECT_EQ(session_of_text("{\"sentence\": \"I am\", \"compare\": \"you are\"}").text(1), "you are");
}

TEST(Opening, FocusesOnARowOfTheModel) {
  EXPECT_EQ(word_in_focus("the dog because it was old", "translator"), 3);
  EXPECT_EQ(word_in_focus("the dog because it was old", "causal"), 4) << "<s> comes first";
}

TEST(Opening, PutsItInFocus) {
  EXPECT_EQ(word_in_focus(tired_sentence), 7);
  EXPECT_EQ(word_in_focus("I am a student"), -1);
  EXPECT_EQ(opening_session(tiny_model_folder()).token, 7);
}

TEST(SessionFile, AnEditIsOfBothSentencesUnlessItSaysWhich) {
  const std::string edit = R"("path": "logits", "kind": "multiply", "values": [2])";
  const Session both = session_from_json("{\"edits\": [{" + edit + "}]}");
  EXPECT_EQ(both.edits.at(0).run, std::nullopt);
  EXPECT_EQ(session_from_json("{\"edits\": [{" + edit + ", \"side\": 1}]}").edits.at(0).run, 1);
  EXPECT_NE(message_of("{\"edits\": [{" + edit + ", \"side\": 2}]}").find("0 (the first sentence) or 1"),
            std::string::npos);
}

}  // namespace
}  // namespace headlight
