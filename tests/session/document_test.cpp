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
