// What is computed for a session, what of it is used again, and what is said when it cannot be computed.
#include "app/session/document.h"

#include <gtest/gtest.h>

#include "app/session/session_figure.h"
#include "tests/scripted_model.h"
#include "tests/session/tiny_session.h"

namespace headlight {
namespace {

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
  EXPECT_EQ(edited->sides[0].ripple.size(), edited->sides[0].trace->steps().size());
  session.compare.clear();
  EXPECT_EQ(compute(session, edited)->sides[0].trace, edited->sides[0].trace);
  session.edits[0].on = false;
  const DocumentPtr off = compute(session, edited);
  EXPECT_EQ(off->sides[0].trace, edited->sides[0].unedited);
  EXPECT_TRUE(belongs_to(*off, session));
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

TEST(Compute, AnEditOfOneSentenceLeavesTheOtherAlone) {
  Session session = tiny_session();
  session.edits = {SessionEdit(halved(), true, 1)};
  const DocumentPtr document = compute(session, nullptr);
  EXPECT_FALSE(document->sides[0].edited());
  ASSERT_TRUE(document->sides[1].edited());
  const std::string path = halved().path;
  EXPECT_FLOAT_EQ(document->trace(1)->read(path)(2, 3), 0.5F * document->sides[1].unedited->read(path)(2, 3));
  session.edits[0].side = 0;
  EXPECT_FALSE(belongs_to(*document, session));
  const DocumentPtr other = compute(session, document);
  EXPECT_TRUE(other->sides[0].edited());
  EXPECT_EQ(other->sides[1].trace, document->sides[1].unedited);
}

// Without its edits the sentence is another one; with them again it is as sure as before.
TEST(Compute, ARowCopiedFromTheOtherSentenceIsThatRow) {
  Session session = tiny_session();
  SessionEdit copy;
  copy.path = "encoder.1.normalized_2";
  copy.row = 7;
  copy.from = 3;
  copy.side = 0;
  session.edits = {copy};
  const DocumentPtr document = compute(session, nullptr);
  EXPECT_EQ(error_of(*document), "");
  EXPECT_TRUE(belongs_to(*document, session));
  const Reading clean = document->trace(1)->read(copy.path);
  const Reading patched = document->trace(0)->read(copy.path);
  const Reading before = document->sides[0].unedited->read(copy.path);
  for (int col = 0; col < clean.shape().cols; ++col) {
    EXPECT_EQ(patched(7, col), clean(3, col));
    EXPECT_EQ(patched(6, col), before(6, col));
  }
  EXPECT_EQ(document->sides[1].trace, document->sides[1].unedited) << "the edit is of the first alone";
  EXPECT_EQ(session_from_json(to_json(session)), session);
  EXPECT_EQ(compute(session, document)->sides[0].trace, document->sides[0].trace) << "known";
  // Another second sentence has another row.
  session.compare = "the animal was tired";
  const DocumentPtr other = compute(session, document);
  EXPECT_NE(other->trace(0)->read(copy.path)(7, 0), clean(3, 0));
  session.edits[0].from = 9;
  EXPECT_NE(error_of(*compute(session, document)).find("no row 9"), std::string::npos);
  session.compare.clear();
  EXPECT_NE(error_of(*compute(session, document)).find("second sentence"), std::string::npos);
}

TEST(Compute, TheRestOfARowMakesRoom) {
  Session session = tiny_session();
  SessionEdit set;
  set.path = "encoder.1.self_attention.head.0.weights";
  set.row = 7;
  set.col = 5;
  set.values = {0.6F};
  set.keep_sum = true;
  session.edits = {set};
  const DocumentPtr document = compute(session, nullptr);
  const Reading row = document->trace(0)->read(set.path);
  const Reading before = document->sides[0].unedited->read(set.path);
  double sum = 0;
  for (int col = 0; col < row.shape().cols; ++col) {
    sum += static_cast<double>(row(7, col));
    if (col == 5) continue;
    EXPECT_NEAR(row(7, col) * before(7, 1), before(7, col) * row(7, 1), 1e-6) << "in proportion";
  }
  EXPECT_NEAR(sum, 1, 1e-6);
  EXPECT_FLOAT_EQ(row(7, 5), 0.6F);
  EXPECT_EQ(session_from_json(to_json(session)), session);
  EXPECT_THROW(session_from_json(R"({"edits": [{"path": "logits", "values": [1], "keep_sum": true}]})"),
               std::invalid_argument);
  EXPECT_THROW(session_from_json(R"({"edits": [{"path": "logits", "from": 1}]})"), std::invalid_argument);
}

TEST(Document, KnowsHowSureWhatItShowsIs) {
  Session session = scripted(ambiguous_script);
  const DocumentPtr first = compute(session, nullptr);
  EXPECT_TRUE(first->sides[0].certainty.two_ways());
  Session moved = session;
  std::swap(moved.sentence, moved.compare);
  moved.sentence = wide_sentence;
  moved.compare = session.sentence;
  for (SessionEdit& edit : moved.edits) edit.side = 1;
  const DocumentPtr second = compute(moved, first);
  EXPECT_EQ(second->sides[1].trace, first->sides[0].trace);
  EXPECT_TRUE(second->sides[1].certainty.two_ways());
  session.edits.clear();
  const DocumentPtr plain = compute(session, first);
  EXPECT_FALSE(plain->sides[0].certainty.two_ways());
  EXPECT_TRUE(plain->sides[0].certainty.measured);
  session.model = tiny_model_folder();
  EXPECT_FALSE(compute(session, plain)->sides[0].certainty.measured) << "it has no card";
}

}  // namespace
}  // namespace headlight
