// The lab on training: what it teaches, what that costs, and what some steps do.
#include <gtest/gtest.h>

#include <cmath>

#include "app/lab/lab_work.h"
#include "app/labs/training/training_lab.h"
#include "app/session/results.h"
#include "tests/session/tiny_session.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"

namespace headlight {
namespace {

Session on_training_page(TrainingPage page) {
  Session session = tiny_session();
  session.text(0) = "the animal was tired";
  session.text(1).clear();
  show_lab(session, lab_named("training"));
  session.labs.get<TrainingLab>().page = page;
  return session;
}

const TrainingStudy& training_study(const ResultsPtr& results) {
  EXPECT_EQ(results->lab->error, "");
  static const TrainingStudy nothing;
  const auto* study = results->lab->result<TrainingStudy>();
  return study == nullptr ? nothing : *study;
}

TEST(TrainingWork, SaysWhereTheAnswerComesFrom) {
  Session session = on_training_page(TrainingPage::word);
  const ResultsPtr own = compute(session, nullptr);
  EXPECT_EQ(training_study(own).reading->source, TrainingReading::Source::own);
  session.labs.get<TrainingLab>().taught = "l'animal était";
  const ResultsPtr typed = compute(session, nullptr);
  EXPECT_EQ(training_study(typed).reading->source, TrainingReading::Source::typed);
  EXPECT_EQ(training_study(typed).reading->taught.next, (std::vector<int>{2, 3, 10, 1}));
  session.labs.get<TrainingLab>().taught = "le chien";
  EXPECT_NE(compute(session, nullptr)->lab->error.find("“le”"), std::string::npos);
  session.labs.get<TrainingLab>().taught.clear();
  session.model = tiny_language_model_folder();
  const ResultsPtr going_on = compute(session, nullptr);
  EXPECT_EQ(training_study(going_on).reading->source, TrainingReading::Source::sentence);
  session.model = tiny_labeller_folder();
  session.text(0) = "A B C";
  const ResultsPtr without_words = compute(session, nullptr);
  EXPECT_EQ(without_words->lab->missing, "");
  EXPECT_EQ(without_words->lab->settings<TrainingLab>().page, TrainingPage::learning)
      << "shown instead: it needs no words";
}

TEST(TrainingWork, FollowsTheWordThatCostsMostUnlessAnotherIsChosen) {
  Session session = on_training_page(TrainingPage::word);
  session.labs.get<TrainingLab>().taught = "l'animal était";
  const ResultsPtr results = compute(session, nullptr);
  const TrainingStudy& study = training_study(results);
  for (const WordLoss& word : study.reading->words) EXPECT_LE(word.nats, study.followed_word().nats);
  double gradients = study.others.gradient, probabilities = study.others.probability;
  for (const auto& share : study.shares) {
    gradients += share.gradient;
    probabilities += share.probability;
  }
  EXPECT_NEAR(gradients, 0, 1e-5) << "what the right word gains the others lose";
  EXPECT_NEAR(probabilities, 1, 1e-5);
  EXPECT_LT(study.shares.front().gradient, 0);
  session.labs.get<TrainingLab>().place = 1;
  EXPECT_EQ(training_study(compute(session, results)).followed_word().place, 1);
}

TEST(TrainingWork, AWeightsGradientIsTheSlopeMeasuredBesideIt) {
  Session session = on_training_page(TrainingPage::step);
  ResultsPtr results = compute(session, nullptr);
  const auto tensors = training_study(results).reading->tensors;
  for (const auto& tensor : tensors) {
    session.labs.get<TrainingLab>().tensor = tensor.name;
    results = compute(session, results);
    const TrainingStudy& study = training_study(results);
    EXPECT_EQ(study.tensor, tensor.name);
    EXPECT_NEAR(study.gradient, study.slope(), 1e-3 + 0.03 * std::fabs(study.slope())) << tensor.name;
  }
}

TEST(TrainingWork, StepsLowerTheLossUntilTheyAreTooLarge) {
  Session session = on_training_page(TrainingPage::step);
  session.labs.get<TrainingLab>().taught = "l'animal était";
  session.labs.get<TrainingLab>().steps = 8;
  const ResultsPtr results = compute(session, nullptr);
  const auto descent = training_study(results).descent;
  ASSERT_EQ(descent->steps.size(), 9U);
  for (std::size_t i = 1; i < descent->steps.size(); ++i)
    EXPECT_LT(descent->steps[i].loss, descent->steps[i - 1].loss);
  EXPECT_NEAR(mean_nats(descent->after), descent->steps.back().loss, 1e-5);
  EXPECT_NEAR(mean_nats(training_study(results).reading->words), descent->steps.front().loss, 1e-5);
  // Going on from what there is gives the same as beginning again.
  session.labs.get<TrainingLab>().steps = 10;
  const auto longer = training_study(compute(session, results)).descent;
  const auto fresh = training_study(compute(session, nullptr)).descent;
  ASSERT_EQ(longer->steps.size(), 11U);
  for (std::size_t i = 0; i < longer->steps.size(); ++i) {
    EXPECT_EQ(longer->steps[i].loss, fresh->steps[i].loss);
    EXPECT_EQ(longer->steps[i].held_out.nats, fresh->steps[i].held_out.nats);
  }
  session.labs.get<TrainingLab>().rate = most_rate;
  const auto far = training_study(compute(session, results)).descent;
  EXPECT_TRUE(far->diverged || far->steps.back().loss > far->steps.front().loss);
}

TEST(TrainingWork, TheSmallModelIsShownWhateverIsOnStage) {
  Session session = on_training_page(TrainingPage::learning);
  session.model = tiny_labeller_folder();
  session.text(0) = "A B C";
  const ResultsPtr results = compute(session, nullptr);
  const TrainingStudy& study = training_study(results);
  EXPECT_TRUE(study.without.empty()) << study.without.front();
  ASSERT_EQ(study.checkpoints.size(), 6U);
  EXPECT_GT(study.checkpoints.front().held_out_loss, study.checkpoints.back().held_out_loss);
  EXPECT_LT(study.checkpoints.front().accuracy, study.checkpoints.back().accuracy);
  for (const TrainingCheckpoint& at : study.checkpoints) EXPECT_EQ(at.heads.size(), 2U);
}

}  // namespace
}  // namespace headlight
