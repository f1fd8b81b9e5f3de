// What is computed for a session, what of it is used again, and what is said when it cannot be computed.
#include "app/session/results.h"

#include <gtest/gtest.h>

#include "app/session/altitudes.h"
#include "app/session/open_lab.h"
#include "app/session/session_figure.h"
#include "core/explain/confidence.h"
#include "tests/scripted_model.h"
#include "tests/session/tiny_session.h"
#include "tests/tiny_language_model.h"

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
  EXPECT_EQ(results->side(0).trace, results->side(0).unedited);
}

TEST(Compute, ReusesWhatDidNotChange) {
  Session session = tiny_session();
  const ResultsPtr first = compute(session, nullptr);
  std::swap(session.text(0), session.text(1));
  const ResultsPtr swapped = compute(session, first);
  EXPECT_EQ(swapped->model, first->model);
  EXPECT_EQ(swapped->side(0).trace, first->side(1).trace);
  EXPECT_EQ(swapped->side(1).trace, first->side(0).trace);

  session.edits = {halved()};
  const ResultsPtr edited = compute(session, swapped);
  EXPECT_EQ(edited->side(0).unedited, swapped->side(0).trace);
  EXPECT_NE(edited->side(0).trace, edited->side(0).unedited);
  EXPECT_EQ(edited->side(0).ripple.size(), edited->side(0).trace->steps().size());
  session.text(1).clear();
  EXPECT_EQ(compute(session, edited)->side(0).trace, edited->side(0).trace);
  session.edits[0].on = false;
  const ResultsPtr off = compute(session, edited);
  EXPECT_EQ(off->side(0).trace, edited->side(0).unedited);
  EXPECT_TRUE(belongs_to(*off, session));
}

TEST(Compute, SaysWhatIsWrongWithASentence) {
  Session session = tiny_session();
  session.text(0) = "The anmal was tired";
  session.text(1) = "";
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(results->trace(0), nullptr);
  EXPECT_EQ(results->error, "");
  EXPECT_NE(results->side(0).error.find("anmal"), std::string::npos);
  EXPECT_NE(results->side(0).error.find("animal"), std::string::npos);
  EXPECT_EQ(results->side(0).error.find('\n'), std::string::npos);
  EXPECT_THROW(figure_of(session, *results), std::invalid_argument);
}

TEST(Compute, KeepsOneSideWhenTheOtherIsWrong) {
  Session session = tiny_session();
  session.text(1) = "unheard words";
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
  EXPECT_FALSE(results->side(0).edited());
  ASSERT_TRUE(results->side(1).edited());
  const std::string path = halved().path;
  EXPECT_FLOAT_EQ(results->trace(1)->read(path)(2, 3), 0.5F * results->side(1).unedited->read(path)(2, 3));
  session.edits[0].run = 0;
  EXPECT_FALSE(belongs_to(*results, session));
  const ResultsPtr other = compute(session, results);
  EXPECT_TRUE(other->side(0).edited());
  EXPECT_EQ(other->side(1).trace, results->side(1).unedited);
}

// Without its edits the sentence is another one; with them again it is as sure as before.
TEST(Compute, ARowCopiedFromTheOtherSentenceIsThatRow) {
  Session session = tiny_session();
  SessionEdit copy;
  copy.path = "encoder.1.normalized_2";
  copy.row = 7;
  copy.from = 3;
  copy.run = 0;
  session.edits = {copy};
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(error_of(*results), "");
  EXPECT_TRUE(belongs_to(*results, session));
  const Reading clean = results->trace(1)->read(copy.path);
  const Reading patched = results->trace(0)->read(copy.path);
  const Reading before = results->side(0).unedited->read(copy.path);
  for (int col = 0; col < clean.shape().cols; ++col) {
    EXPECT_EQ(patched(7, col), clean(3, col));
    EXPECT_EQ(patched(6, col), before(6, col));
  }
  EXPECT_EQ(results->side(1).trace, results->side(1).unedited) << "the edit is of the first alone";
  EXPECT_EQ(session_from_json(to_json(session)), session);
  EXPECT_EQ(compute(session, results)->side(0).trace, results->side(0).trace) << "known";
  // Another second sentence has another row.
  session.text(1) = "the animal was tired";
  const ResultsPtr other = compute(session, results);
  EXPECT_NE(other->trace(0)->read(copy.path)(7, 0), clean(3, 0));
  session.edits[0].from = 9;
  EXPECT_NE(error_of(*compute(session, results)).find("no row 9"), std::string::npos);
  session.text(1).clear();
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
  const Reading before = results->side(0).unedited->read(set.path);
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
  EXPECT_TRUE(first->side(0).certainty.two_ways());
  Session moved = session;
  std::swap(moved.text(0), moved.text(1));
  moved.text(0) = wide_sentence;
  moved.text(1) = session.text(0);
  for (SessionEdit& edit : moved.edits) edit.run = 1;
  const ResultsPtr second = compute(moved, first);
  EXPECT_EQ(second->side(1).trace, first->side(0).trace);
  EXPECT_TRUE(second->side(1).certainty.two_ways());
  session.edits.clear();
  const ResultsPtr plain = compute(session, first);
  EXPECT_FALSE(plain->side(0).certainty.two_ways());
  EXPECT_TRUE(plain->side(0).certainty.measured);
  session.model = tiny_model_folder();
  EXPECT_FALSE(compute(session, plain)->side(0).certainty.measured) << "it has no card";
}

// A translator with a witness, from a folder of its own; the witness is the same model with other weights, or
// with its own.
class WithWitness {
 public:
  explicit WithWitness(bool same) {
    const Model model = tiny_translator();
    Model(model.config(), same ? model.weights() : Weights::random(model.config(), 77), model.words())
        .save(witness_.path());
    Card card;
    card.name = "tiny";
    card.certainty = Calibration{.least = 1, .witness = witness_.path().string()};
    model.save(folder_.path());
    save_card(card, folder_.path());
  }
  Session session() const {
    Session session = tiny_session();
    session.model = folder_.path().string();
    session.text(1).clear();
    return session;
  }
  void lose() { std::filesystem::remove_all(witness_.path()); }

 private:
  TemporaryFolder folder_, witness_;
};

bool is_contradicted(const Certainty& certainty) {
  return !certainty.sure() && certainty.doubts.front().kind == Doubt::Kind::disagrees;
}

TEST(Results, AskAWitnessAndHearItLaterWhereThatIsWanted) {
  for (const bool same : {true, false}) {
    const WithWitness with(same);
    const ResultsPtr heard = compute(with.session(), nullptr);
    ASSERT_TRUE(heard->side(0).certainty.second);
    EXPECT_EQ(is_contradicted(heard->side(0).certainty), !same);
    Computing later;
    later.witness_later = true;
    const ResultsPtr first = compute(with.session(), nullptr, later);
    EXPECT_FALSE(first->side(0).certainty.second);
    const ResultsPtr then = hear_witnesses(first);
    ASSERT_NE(then, nullptr);
    EXPECT_EQ(then->side(0).certainty.second, heard->side(0).certainty.second);
    EXPECT_EQ(then->side(0).trace, first->side(0).trace);
    EXPECT_EQ(hear_witnesses(then), nullptr) << "nothing is left to hear";
    const ResultsPtr again = compute(with.session(), then, later);
    EXPECT_EQ(again->side(0).certainty.second, heard->side(0).certainty.second) << "it is not asked again";
  }
}

TEST(Results, StandAloneWithoutTheWitnessThatTheyName) {
  WithWitness with(false);
  with.lose();
  const ResultsPtr results = compute(with.session(), nullptr);
  EXPECT_TRUE(results->side(0).error.empty());
  EXPECT_FALSE(is_contradicted(results->side(0).certainty));
  EXPECT_FALSE(results->side(0).certainty.second);
  EXPECT_EQ(hear_witnesses(results), nullptr);
}

// Clean, corrupted, and corrupted with one row put back.
Session three_runs() {
  Session session = tiny_session();
  session.runs.push_back(session.runs[1]);
  SessionEdit restored;
  restored.path = "encoder.1.normalized_2";
  restored.row = 10;
  restored.from = 10;
  restored.run = 2;
  session.edits = {restored};
  return session;
}

TEST(Runs, AThirdOneIsRestoredFromTheFirst) {
  const Session session = three_runs();
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(error_of(*results), "");
  EXPECT_TRUE(belongs_to(*results, session));
  ASSERT_EQ(results->runs.size(), 3U);
  EXPECT_FALSE(results->runs[1].edited());
  ASSERT_TRUE(results->runs[2].edited());
  EXPECT_EQ(results->runs[2].unedited, results->runs[1].trace) << "the same text is computed once";
  const std::string& path = session.edits[0].path;
  const Reading clean = results->runs[0].trace->read(path), restored = results->runs[2].trace->read(path);
  const Reading corrupted = results->runs[1].trace->read(path);
  EXPECT_EQ(restored(10, 0), clean(10, 0));
  EXPECT_EQ(restored(9, 0), corrupted(9, 0));
}

TEST(Runs, AnyTwoStandOnTheStage) {
  const Session session = shown_in_place(three_runs());
  const ResultsPtr results = compute(session, nullptr);
  const Session other = update(session, PutOnStage{1, 2}, {*results});
  EXPECT_EQ(other.pair, (StagePair{0, 2}));
  EXPECT_EQ(other.text(1), wide_sentence);
  const ResultsPtr shown = compute(other, results);
  EXPECT_EQ(shown->trace(1), results->runs[2].trace.get());
  EXPECT_TRUE(shown->side(1).edited());
  ASSERT_NE(shown->alignment, nullptr);
  EXPECT_EQ(shown->alignment->source.size(), shown->trace(0)->words().source.size());
  EXPECT_EQ(update(session, PutOnStage{0, 1}, {*results}).pair, (StagePair{1, 0})) << "they change places";
  EXPECT_EQ(update(session, PutOnStage{0, 7}, {*results}), session) << "there is none";
  EXPECT_EQ(update(other, PutOnStage{1, 1}, {*shown}).pair, StagePair{});
  const Session less = update(other, SetCompare{false}, {*shown});
  EXPECT_EQ(less.runs, tiny_session().runs);
  EXPECT_TRUE(less.edits.empty()) << "those of a run go with it";
}

TEST(Runs, AnEditOfAllIsTakenFromOneAlone) {
  Session session = three_runs();
  session.edits = {halved()};
  SessionEdit own(halved(), true, 1);
  own.values = {0.25F};
  const ResultsPtr results = compute(session, nullptr);
  session = update(session, AddEdits{{own}}, {*results});
  for (int run = 0; run < 3; ++run) {
    const std::vector<SessionEdit> edits = edits_in_force(session, run);
    ASSERT_EQ(edits.size(), 1U);
    EXPECT_EQ(edits[0].values[0], run == 1 ? 0.25F : 0.5F);
  }
}

TEST(Runs, TwoModelsReadOneText) {
  Session session = tiny_session();
  session.text(1) = session.text(0);
  session.runs[1].model = tiny_language_model_folder();
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(error_of(*results), "");
  EXPECT_TRUE(belongs_to(*results, session));
  ASSERT_NE(results->trace(1), nullptr);
  EXPECT_NE(results->side(0).model, results->side(1).model);
  EXPECT_EQ(results->trace(1)->anatomy().answer, AnswerKind::next_token);
  EXPECT_EQ(lab_input(session, *results).trace(1), nullptr) << "labs compute with the model on stage";
  const Session turned = update(session, PutOnStage{0, 1}, {*results});
  const ResultsPtr other = compute(turned, results);
  EXPECT_EQ(other->model, results->side(1).model);
  EXPECT_EQ(other->trace(0), results->trace(1));
}

TEST(Runs, ASessionOfTwoSentencesIsWrittenAsBefore) {
  const std::string plain = to_json(tiny_session());
  EXPECT_EQ(plain.find("\"runs\""), std::string::npos);
  EXPECT_EQ(plain.find("\"pair\""), std::string::npos);
  Session session = three_runs();
  session.runs[2].model = "models/mine";
  session.pair = {0, 2};
  EXPECT_EQ(session_from_json(to_json(session)), session);
  const Session one = session_from_json(R"({"runs": [{"text": "it was tired"}]})");
  EXPECT_EQ(one.text(0), "it was tired");
  EXPECT_FALSE(one.two());
  EXPECT_THROW(session_from_json(R"({"runs": []})"), std::invalid_argument);
  EXPECT_THROW(session_from_json(R"({"pair": {"second": 2}})"), std::invalid_argument);
}

}  // namespace
}  // namespace headlight
