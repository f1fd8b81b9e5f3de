// What the view of decoding computes: the model's own numbers, for every model that writes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/lab/lab.h"
#include "app/lab/lab_work.h"
#include "app/labs/cost/cost_lab.h"
#include "app/labs/decoding/decoding_lab.h"
#include "app/session/action.h"
#include "app/session/open_lab.h"
#include "app/session/opening.h"
#include "app/session/session_figure.h"
#include "core/models/trace.h"
#include "tests/session/lab_pages.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

Session decoding_session(const std::string& model = tiny_model_folder()) {
  Session session;
  session.model = model;
  session.text(0) = "the animal was too tired";
  session.text(1).clear();
  session.view = ViewKind::decoding;
  return session;
}

struct Decoded {
  ResultsPtr results;
  const DecodingStudy& study;

  explicit Decoded(const Session& session)
      : results(compute(session, nullptr)), study(*results->lab->result<DecodingStudy>()) {}
};

template <typename Set>
Session with(Session session, Set set) {
  set(session.labs.get<DecodingLab>());
  return session;
}

void expect_row_of(const DecodingStudy& study, const Trace& trace, int row) {
  const Reading probabilities = trace.read("probabilities");
  ASSERT_FALSE(study.next.empty());
  for (const Candidate& each : study.next)
    EXPECT_NEAR(each.probability, static_cast<double>(probabilities(row, each.word)), 1e-5);
  double all = study.others_probability;
  for (const Candidate& each : study.next) all += each.probability;
  EXPECT_NEAR(all, 1, 1e-4);
}

TEST(DecodingWork, TheNextWordsAreThoseOfTheTrace) {
  Session session = decoding_session();
  const Decoded begun(session);
  expect_row_of(begun.study, *begun.results->trace(0), 0);
  const std::vector<std::string> written = written_words(*begun.results->trace(0));
  ASSERT_GE(written.size(), 3U);
  const Decoded later(with(session, [&](DecodingLab& lab) { lab.written = {written[0], written[1]}; }));
  expect_row_of(later.study, *later.results->trace(0), 2);
  EXPECT_EQ(later.study.next_words.front(), written[2]);
  EXPECT_NEAR(later.study.written[0].probability, begun.study.next.front().probability, 1e-6);

  const Decoded text(decoding_session(tiny_language_model_folder()));
  EXPECT_EQ(text.results->lab->error, "") << "any model that writes";
  EXPECT_EQ(text.study.given.size(), 5U);
  expect_row_of(text.study, *text.results->trace(0), 4);
}

TEST(DecodingWork, ALabellerWritesNothing) {
  Session session = decoding_session(tiny_labeller_folder());
  session.text(0) = "A B C A";
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_NE(results->lab->error.find("writes nothing"), std::string::npos) << results->lab->error;
}

TEST(DecodingWork, EditsAreInForce) {
  Session session = decoding_session();
  session.edits.emplace_back(Edit{.path = "logits", .kind = Edit::Kind::multiply, .values = {4}});
  const Decoded edited(session);
  expect_row_of(edited.study, *edited.results->trace(0), 0);
  session.edits.clear();
  EXPECT_GT(edited.study.next.front().probability, Decoded(session).study.next.front().probability);
}

TEST(DecodingWork, AnyWordCanBeForcedAndAnUnknownOneIsNamed) {
  const Session session = decoding_session();
  const Decoded forced(with(session, [](DecodingLab& lab) { lab.written = {"la", "rue"}; }));
  ASSERT_EQ(forced.study.written.size(), 2U);
  EXPECT_EQ(forced.study.alignment->rows, 3) << "one for each word, and one for the next";
  EXPECT_EQ(forced.study.alignment->row_labels, (std::vector<std::string>{"la", "rue", "next"}));
  const Decoded unknown(with(session, [](DecodingLab& lab) { lab.written = {"la", "xyzzy", "rue"}; }));
  EXPECT_EQ(unknown.study.unknown, "xyzzy");
  EXPECT_EQ(unknown.study.written.size(), 1U);
  const Decoded ended(with(session, [](DecodingLab& lab) { lab.written = {"la", "</s>", "rue"}; }));
  EXPECT_TRUE(ended.study.ended);
  EXPECT_EQ(ended.study.written.size(), 2U);
  EXPECT_TRUE(ended.study.next.empty());
  EXPECT_EQ(ended.study.alignment->row_labels.back(), "</s>");
}

// Rows of the alignment are those of the recorded weights.
TEST(DecodingWork, TheAlignmentIsTheTracesOwn) {
  for (const std::string& model : {tiny_model_folder(), tiny_language_model_folder()}) {
    const Decoded made(with(decoding_session(model), [](DecodingLab& lab) { lab.written = {}; }));
    const DecodingStudy& study = made.study;
    ASSERT_NE(study.alignment, nullptr);
    const Reading weights = made.results->lab->recorded->trace(0)->read(study.alignment_path);
    for (int row = 0; row < study.alignment->rows; ++row) {
      for (int col = 0; col < study.alignment->columns; ++col)
        EXPECT_EQ(study.alignment->value(row, col),
                  weights(study.alignment_rows[static_cast<std::size_t>(row)], col));
    }
  }
}

TEST(DecodingWork, DrawsSayWhatTheyLeaveOut) {
  const Decoded made(with(decoding_session(), [](DecodingLab& lab) {
    lab.strategy = DecodingLab::Strategy::sampling;
    lab.temperature = 2;
    lab.top_k = 5;
    lab.top_p = 0.5F;
  }));
  const DecodingStudy& study = made.study;
  EXPECT_EQ(study.cut_by_k, 11 - 5);
  EXPECT_GT(study.cut_by_p, 0);
  const double drawn = std::accumulate(study.next.begin(), study.next.end(), 0.0,
                                       [](double sum, const Candidate& each) { return sum + each.drawn; });
  EXPECT_NEAR(drawn + study.others_drawn, 1, 1e-6);
  EXPECT_EQ(study.draws.size(), 8U);
  // What was drawn and taken leads to the same text.
  const std::vector<DecodingStudy::Word> first = study.draws[0].words;
  const Decoded next(with(decoding_session(), [&](DecodingLab& lab) {
    lab.strategy = DecodingLab::Strategy::sampling;
    lab.temperature = 2;
    lab.top_k = 5;
    lab.top_p = 0.5F;
    lab.written = {first[0].word};
  }));
  EXPECT_EQ(next.study.draws[0].text, study.draws[0].text);
}

TEST(DecodingWork, TheBeamFindsNothingWorseThanGreedy) {
  const Decoded made(with(decoding_session(), [](DecodingLab& lab) {
    lab.strategy = DecodingLab::Strategy::beam;
    lab.beams = 6;
  }));
  const BeamTree& tree = made.study.tree;
  ASSERT_FALSE(tree.finished.empty());
  EXPECT_GE(tree.nodes[static_cast<std::size_t>(tree.finished[0])].score,
            made.study.onwards.log_probability - 1e-9);
  EXPECT_EQ(made.study.tree_texts.size(), tree.nodes.size());
}

TEST(DecodingWork, AStepCostsLessWithACache) {
  const Decoded made(with(decoding_session(), [](DecodingLab& lab) { lab.page = DecodingLab::Page::cache; }));
  const DecodingStudy& study = made.study;
  ASSERT_EQ(study.cached.size(), study.onwards.words.size());
  EXPECT_EQ(study.cached[0].total(), study.whole[0].total()) << "nothing is kept yet";
  for (std::size_t t = 1; t < study.cached.size(); ++t) {
    EXPECT_LT(study.cached[t].total(), study.whole[t].total());
    EXPECT_GT(study.whole[t].total(), study.whole[t - 1].total());
  }
}

TEST(DecodingWork, StopsWhenItIsTold) {
  Cancel cancel;
  const Session session =
      with(decoding_session(), [](DecodingLab& lab) { lab.page = DecodingLab::Page::words; });
  const ResultsPtr before = compute(with(session, [](DecodingLab& lab) { lab.seed = 1; }), nullptr);
  cancel.request();
  const ResultsPtr stopped = compute(session, before, {.cancel = &cancel});
  EXPECT_TRUE(stopped->computing);
  EXPECT_EQ(stopped->lab, nullptr);
}

TEST(DecodingWork, TypedWordsAreTakenApart) {
  const Vocabulary words({"l'", "animal", "n'", "a", ".", "aujourd'hui"});
  EXPECT_EQ(typed_words({"L’animal", "n'a", "animal."}, words).ids, (std::vector<int>{0, 1, 2, 3, 1, 4}));
  EXPECT_EQ(typed_words({"l'animal n'a"}, words).ids, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(typed_words({"aujourd'hui"}, words).ids, (std::vector<int>{5}));
  EXPECT_EQ(typed_words({"a", "l'xyzzy"}, words).unknown, "xyzzy");
  EXPECT_TRUE(typed_words({"", "  "}, words).ids.empty());
  const Vocabulary characters({" ", "a", "n", "\n"});
  EXPECT_EQ(typed_words({"a an", "\n"}, characters, "").ids, (std::vector<int>{1, 0, 1, 2, 3}));
  EXPECT_EQ(typed_words({"ah a"}, characters, "").unknown, "h");
}

// A file that opens the labs' view on it is the view itself, and the labs stay in reach.
TEST(DecodingWork, IsAViewOfItsOwn) {
  Session session = decoding_session();
  EXPECT_EQ(session_from_json(to_json(session)), session);
  session.view = ViewKind::lab;
  session.lab = lab_named("decoding");
  const Results nothing;
  const Session there = clamped(session, {nothing});
  EXPECT_EQ(there.view, ViewKind::decoding);
  EXPECT_FALSE(there.lab->own_view);
  EXPECT_EQ(update(there, SetView{ViewKind::lab}, {nothing}).view, ViewKind::lab);
  EXPECT_EQ(update(there, OpenLab{lab_named("decoding")}, {nothing}).view, ViewKind::decoding);
}

// What the lab on cost works out and writes below its pictures.

Session models_session(std::vector<std::string> models) {
  Session session = lab_pages().front().session;
  session.lab = lab_named("cost");
  session.labs.get<CostLab>().page = CostLab::Page::models;
  session.labs.get<CostLab>().models = std::move(models);
  return session;
}

std::string caption_of(const Session& session) {
  return lab_caption(session, *compute(session, nullptr)).says;
}

TEST(CostWork, CurvesGoToTheMostTokens) {
  const ResultsPtr results = compute(models_session({"Transformer base", "ViT-B/16"}), nullptr);
  ASSERT_EQ(results->lab->result<CostStudy>()->curves.size(), 2U);
  for (const CostStudy::Curve& curve : results->lab->result<CostStudy>()->curves) {
    ASSERT_EQ(curve.tokens.size(), curve.costs.size());
    EXPECT_EQ(curve.tokens.front(), 1);
    EXPECT_EQ(curve.tokens.back(), CostLab::most_tokens);
    for (std::size_t i = 0; i < curve.tokens.size(); ++i)
      EXPECT_EQ(curve.costs[i].activations, cost_of(*curve.model, curve.tokens[i]).activations);
  }
  EXPECT_EQ(results->lab->result<CostStudy>()->curves[0].model->context, 0) << "the paper does not say";
  EXPECT_EQ(results->lab->result<CostStudy>()->curves[1].trained.multiply_adds,
            cost_of(*real_model("ViT-B/16"), 197).multiply_adds);
}

TEST(CostWork, TheCaptionSaysWhatIsCountedInAnotherWay) {
  Session session = models_session({"GPT-2 small"});
  EXPECT_EQ(caption_of(session).find("dense"), std::string::npos);
  session.labs.get<CostLab>().models.emplace_back("GPT-3 175B");
  EXPECT_NE(caption_of(session).find("GPT-3 175B counted as if every layer were dense"), std::string::npos);
  EXPECT_EQ(caption_of(session).find("each counted once"), std::string::npos);
  session.labs.get<CostLab>().quantity = CostLab::Quantity::activations;
  EXPECT_NE(caption_of(session).find("activations: the values of every step, each counted once"),
            std::string::npos);
}

TEST(CostWork, TheLineIsOfTheModelsInTheList) {
  Session session = models_session({});
  session.labs.get<CostLab>().page = CostLab::Page::growth;
  EXPECT_NE(caption_of(session).find("the largest model"), std::string::npos) << caption_of(session);
  const ResultsPtr results = compute(session, nullptr);
  std::vector<std::string> names;
  for (const RealModel* model : results->lab->result<CostStudy>()->growth.largest)
    names.emplace_back(model->name);
  EXPECT_EQ(names, (std::vector<std::string>{"BERT large", "GPT-2 XL", "GPT-3 175B", "PaLM 540B",
                                             "Llama 2 70B", "Llama 3.1 405B"}));
}

}  // namespace
}  // namespace headlight
