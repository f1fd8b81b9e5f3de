// The lab on captioners: three captioners on one picture, and what their cards measured.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/lab/lab_work.h"
#include "app/labs/captioners/captioners_lab.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "core/models/picture_models.h"
#include "core/models/read_trace.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/picture.h"
#include "core/pictures/scene.h"
#include "tests/session/tiny_session.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

Session on_captioners(CaptionersPage page, const std::string& picture) {
  Session session = opening_session(tiny_vit_folder());
  session.text(0) = picture;
  show_lab(session, lab_named("captioners"));
  session.labs.get<CaptionersLab>().page = page;
  return session;
}

CaptionersStudy captioners_found(const ResultsPtr& results) {
  EXPECT_EQ(results->lab->error, "");
  const auto* study = results->lab->result<CaptionersStudy>();
  return study == nullptr ? CaptionersStudy{} : *study;
}

TEST(CaptionersLab, ReadsTheShippedCaptionersOnThePictureOnStage) {
  const CaptionersStudy study =
      captioners_found(compute(on_captioners(CaptionersPage::sides, two_objects), nullptr));
  EXPECT_EQ(study.text, two_objects);
  EXPECT_EQ(study.picture, draw(scene_of(two_objects)));
  ASSERT_EQ(study.models.size(), 3U);
  const std::vector<const char*> folders{"caption-rnn", "caption-attention", "caption-transformer"};
  for (std::size_t i = 0; i < 3; ++i) {
    const ComparedRun& model = study.models[i];
    ASSERT_NE(model.trace(), nullptr) << model.run.error;
    const TracePtr own = load_model(model_folder(folders[i]))->trace({.text = two_objects});
    ASSERT_EQ(model.written.size() + 1, own->words().next.size());
    const Reading probabilities = own->read("probabilities");
    for (std::size_t word = 0; word < model.written.size(); ++word) {
      const auto row = static_cast<int>(word);
      EXPECT_EQ(model.written[word].text, own->words().next[word]);
      EXPECT_EQ(probability_of(*model.trace(), row), probabilities.view().map().row(row).maxCoeff());
      const std::vector<float> weights = weights_of(*model.trace(), row);
      ASSERT_EQ(weights.size(), i == 0 ? 0U : 64U);
      if (i > 0) {
        EXPECT_EQ(weights[5], own->read("decoder.0.cross_attention.head.0.weights")(row, 5));
      }
    }
  }
}

TEST(CaptionersLab, MarksWordsThatAreNotAsByRule) {
  const std::string crowded =
      "large white star at 14,40; small purple circle at 36,14; large green triangle at 50,44; background 11";
  const CaptionersStudy study =
      captioners_found(compute(on_captioners(CaptionersPage::sides, crowded), nullptr));
  EXPECT_EQ(text_of(study.by_rule, AnswerKind::caption),
            "a large white star, a small purple circle and a large green triangle");
  for (const ComparedRun& model : study.models) {
    const std::string text = text_of(model.words(), AnswerKind::caption);
    EXPECT_EQ(model.right, model.words() == study.by_rule) << text;
    EXPECT_EQ(model.others() > 0, !model.right) << text;
  }
  EXPECT_TRUE(study.models[2].right);
  EXPECT_FALSE(study.models[0].right) << "one vector is not enough here";
}

TEST(CaptionersLab, NothingIsMarkedOnAPictureOfOnesOwn) {
  const CaptionersStudy study = captioners_found(
      compute(on_captioners(CaptionersPage::sides, data_uri(draw(scene_of(two_objects)))), nullptr));
  EXPECT_TRUE(study.by_rule.empty());
  for (const ComparedRun& model : study.models) {
    EXPECT_FALSE(model.written.empty());
    EXPECT_EQ(model.others(), 0);
  }
}

TEST(CaptionersLab, WhereSentencesAreReadAnExampleIsShown) {
  Session session = tiny_session();
  show_lab(session, lab_named("captioners"));
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(captioners_found(results).text, example_picture);
  EXPECT_FALSE(results->lab->note.empty());
}

TEST(CaptionersLab, AnotherWordComputesNothing) {
  Session session = on_captioners(CaptionersPage::sides, two_objects);
  const ResultsPtr first = compute(session, nullptr);
  session.labs.get<CaptionersLab>().word = 7;
  const ResultsPtr second = compute(session, first);
  EXPECT_EQ(first->lab->result<CaptionersStudy>(), second->lab->result<CaptionersStudy>());
}

TEST(CaptionersLab, ItsCurvesAreThoseOfTheCards) {
  const CaptionersStudy study =
      captioners_found(compute(on_captioners(CaptionersPage::objects, two_objects), nullptr));
  ASSERT_EQ(study.exact.size(), 3U);
  const Card card = load_card(model_folder("caption-rnn"));
  ASSERT_EQ(study.exact[0].curve.points.size(), card.curves[0].points.size());
  for (std::size_t i = 0; i < card.curves[0].points.size(); ++i)
    EXPECT_EQ(study.exact[0].curve.points[i].value, card.curves[0].points[i].value);
}

}  // namespace
}  // namespace headlight
