// What is computed for a session, what of it is used again, and what is said when it cannot be computed.
#include "app/session/results.h"

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
  const ResultsPtr results = compute(tiny_session(), nullptr);
  EXPECT_EQ(error_of(*results), "");
  ASSERT_NE(results->trace(0), nullptr);
  ASSERT_NE(results->trace(1), nullptr);
  EXPECT_EQ(results->trace(1)->words().source.back(), "wide");
  EXPECT_EQ(results->runs[0].trace, results->runs[0].unedited);
}

TEST(Compute, ReusesWhatDidNotChange) {
  Session session = tiny_session();
  const ResultsPtr first = compute(session, nullptr);
  std::swap(session.sentence, session.compare);
  const ResultsPtr swapped = compute(session, first);
  EXPECT_EQ(swapped->model, first->model);
  EXPECT_EQ(swapped->runs[0].trace, first->runs[1].trace);
  EXPECT_EQ(swapped->runs[1].trace, first->runs[0].trace);

  session.edits = {halved()};
  const ResultsPtr edited = compute(session, swapped);
  EXPECT_EQ(edited->runs[0].unedited, swapped->runs[0].trace);
  EXPECT_NE(edited->runs[0].trace, edited->runs[0].unedited);
  EXPECT_EQ(edited->runs[0].ripple.size(), edited->runs[0].trace->steps().size());
  session.compare.clear();
  EXPECT_EQ(compute(session, edited)->runs[0].trace, edited->runs[0].trace);
  session.edits[0].on = false;
  const ResultsPtr off = compute(session, edited);
  EXPECT_EQ(off->runs[0].trace, edited->runs[0].unedited);
  EXPECT_TRUE(belongs_to(*off, session));
}

TEST(Compute, SaysWhatIsWrongWithASentence) {
  Session session = tiny_session();
  session.sentence = "The anmal was tired";
  session.compare = "";
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(results->trace(0), nullptr);
  EXPECT_EQ(results->error, "");
  EXPECT_NE(results->runs[0].error.find("anmal"), std::string::npos);
  EXPECT_NE(results->runs[0].error.find("animal"), std::string::npos);
  EXPECT_EQ(results->runs[0].error.find('\n'), std::string::npos);
  EXPECT_THROW(figure_of(session, *results), std::invalid_argument);
}

TEST(Compute, KeepsOneSideWhenTheOtherIsWrong) {
  Session session = tiny_session();
  session.compare = "unheard words";
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_NE(results->trace(0), nullptr);
  EXPECT_EQ(results->trace(1), nullptr);
  EXPECT_NE(error_of(*results).find("second sentence"), std::string::npos);
}

TEST(Compute, SaysWhatIsWrongWithTheModelOrAnEdit) {
  Session session = tiny_session();
  session.edits = {halved()};
  session.edits[0].path = "encoder.9.nothing";
  EXPECT_NE(compute(session, nullptr)->error.find("encoder.9.nothing"), std::string::npos);
  session.model = "no such model";
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(results->model, nullptr);
  EXPECT_NE(results->error.find("no such model"), std::string::npos);
}

TEST(Compute, AnEditOfOneSentenceLeavesTheOtherAlone) {
  Session session = tiny_session();
  session.edits = {SessionEdit(halved(), true, 1)};
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_FALSE(results->runs[0].edited());
  ASSERT_TRUE(results->runs[1].edited());
  const std::string path = halved().path;
  EXPECT_FLOAT_EQ(results->trace(1)->read(path)(2, 3), 0.5F * results->runs[1].unedited->read(path)(2, 3));
  session.edits[0].side = 0;
  EXPECT_FALSE(belongs_to(*results, session));
  const ResultsPtr other = compute(session, results);
  EXPECT_TRUE(other->runs[0].edited());
  EXPECT_EQ(other->runs[1].trace, results->runs[1].unedited);
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
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(error_of(*results), "");
  EXPECT_TRUE(belongs_to(*results, session));
  const Reading clean = results->trace(1)->read(copy.path);
  const Reading patched = results->trace(0)->read(copy.path);
  const Reading before = results->runs[0].unedited->read(copy.path);
  for (int col = 0; col < clean.shape().cols; ++col) {
    EXPECT_EQ(patched(7, col), clean(3, col));
    EXPECT_EQ(patched(6, col), before(6, col));
  }
  EXPECT_EQ(results->runs[1].trace, results->runs[1].unedited) << "the edit is of the first alone";
  EXPECT_EQ(session_from_json(to_json(session)), session);
  EXPECT_EQ(compute(session, results)->runs[0].trace, results->runs[0].trace) << "known";
  // Another second sentence has another row.
  session.compare = "the animal was tired";
  const ResultsPtr other = compute(session, results);
  EXPECT_NE(other->trace(0)->read(copy.path)(7, 0), clean(3, 0));
  session.edits[0].from = 9;
  EXPECT_NE(error_of(*compute(session, results)).find("no row 9"), std::string::npos);
  session.compare.clear();
  EXPECT_NE(error_of(*compute(session, results)).find("second sentence"), std::string::npos);
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
  const ResultsPtr results = compute(session, nullptr);
  const Reading row = results->trace(0)->read(set.path);
  const Reading before = results->runs[0].unedited->read(set.path);
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

TEST(Results, KnowsHowSureWhatItShowsIs) {
  Session session = scripted(ambiguous_script);
  const ResultsPtr first = compute(session, nullptr);
  EXPECT_TRUE(first->runs[0].certainty.two_ways());
  Session moved = session;
  std::swap(moved.sentence, moved.compare);
  moved.sentence = wide_sentence;
  moved.compare = session.sentence;
  for (SessionEdit& edit : moved.edits) edit.side = 1;
  const ResultsPtr second = compute(moved, first);
  EXPECT_EQ(second->runs[1].trace, first->runs[0].trace);
  EXPECT_TRUE(second->runs[1].certainty.two_ways());
  session.edits.clear();
  const ResultsPtr plain = compute(session, first);
  EXPECT_FALSE(plain->runs[0].certainty.two_ways());
  EXPECT_TRUE(plain->runs[0].certainty.measured);
  session.model = tiny_model_folder();
  EXPECT_FALSE(compute(session, plain)->runs[0].certainty.measured) << "it has no card";
}

}  // namespace
}  // namespace headlight
