// The model under a mask against models that have such a mask by themselves, and against shorter sentences.
#include <gtest/gtest.h>

#include <cmath>

#include "app/lab/lab_work.h"
#include "app/labs/masks/masks_lab.h"
#include "app/labs/training/training_lab.h"
#include "app/session/open_lab.h"
#include "app/session/results.h"
#include "app/session/session_figure.h"
#include "core/models/trace.h"
#include "tests/session/tiny_session.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

Session masks_session(MaskKind kind) {
  Session session;
  session.model = tiny_model_folder();
  session.text(0) = tired_sentence;
  session.text(1) = "";
  session.view = ViewKind::lab;
  session.lab = lab_named("masks");
  session.labs.get<MasksLab>().mask = kind;
  session.layer = 1;
  return session;
}

TracePtr masked(const Session& session) {
  const ResultsPtr results = compute(session, nullptr);
  EXPECT_EQ(error_of(*results), "");
  EXPECT_EQ(results->lab->error, "");
  return results->lab->recorded->runs[0].trace;
}

// The largest difference over all heads' weights of a stack, and what is written.
void expect_same(const Trace& a, const Trace& b, const char* stack, int layers, int heads) {
  for (int layer = 0; layer < layers; ++layer) {
    for (int head = 0; head < heads; ++head) {
      const std::string path = head_path(stack, layer, "self_attention", head, "weights");
      const auto difference = (a.read(path).view().map() - b.read(path).view().map()).cwiseAbs().maxCoeff();
      EXPECT_LT(difference, 1e-6F) << path;
    }
  }
}

TEST(MasksWork, NoMaskIsTheModelItself) {
  const Session session = masks_session(MaskKind::none);
  const ResultsPtr results = compute(session, nullptr);
  const Trace& with = *results->lab->recorded->runs[0].trace;
  expect_same(with, *results->trace(0), "encoder", 2, 2);
  EXPECT_EQ(written(with), written(*results->trace(0)));
  EXPECT_GE(with.find("encoder.1.self_attention.head.0.masked"), 0) << "the step is there, and masks nothing";
}

TEST(MasksWork, IsWhatAModelWithThatMaskComputes) {
  for (const bool causal : {false, true}) {
    for (int window = 1; window <= 4; ++window) {
      Session session = masks_session(MaskKind::window);
      session.labs.get<MasksLab>().window = window;
      session.labs.get<MasksLab>().causal = causal;
      const TracePtr with = masked(session);
      TransformerConfig config{.d_model = 16, .d_ff = 24};
      config.causal_encoder = causal;
      config.encoder_window = window;
      const TracePtr twin = tiny_translator(config).trace({.text = tired_sentence});
      expect_same(*with, *twin, "encoder", 2, 2);
      EXPECT_EQ(written(*with), written(*twin));
    }
  }
}

TEST(MasksWork, EveryFewLayersOneSeesAll) {
  Session session = masks_session(MaskKind::window);
  MasksLab& lab = session.labs.get<MasksLab>();
  lab.window = 2;
  lab.causal = false;
  lab.sees_all = 2;
  const TracePtr with = masked(session);
  const auto seen = [&](int layer) {
    const Matrix weights =
        with->read(head_path("encoder", layer, "self_attention", 0, "weights")).view().map();
    return (weights.array() > 0).count() == weights.size();
  };
  EXPECT_FALSE(seen(0));
  EXPECT_TRUE(seen(1)) << "the second layer has no mask";
  // Through the window alone a word far away takes as many layers as there are words between.
  const ResultsPtr results = compute(session, nullptr);
  const auto& study = *LabWork::result_in<MasksStudy>(&results->lab->found)->sides[0];
  const auto words = static_cast<int>(study.words.size());
  EXPECT_EQ(sees_all_after(study.needed, words, 0, words), 2);
  lab.all_heads = false;
  EXPECT_EQ(masks_layers_needed(lab, study.pattern), layers_needed(study.pattern))
      << "of one head no layer is";
}

TEST(MasksWork, PaddingIsAsIfTheWordsWereNotThere) {
  Session session = masks_session(MaskKind::padding);
  session.labs.get<MasksLab>().padding = 3;
  const TracePtr with = masked(session);
  const TracePtr twin = tiny_translator().trace({.text = "The animal didn't cross the street because it"});
  const auto encoded = [](const Trace& trace, int rows) {
    return Matrix(trace.read("encoder.1.normalized_2").view().map().topRows(rows));
  };
  EXPECT_LT((encoded(*with, 8) - encoded(*twin, 8)).cwiseAbs().maxCoeff(), 1e-5F);
  // A longer sentence may only be given a longer translation.
  EXPECT_TRUE(written(*with).starts_with(written(*twin)));
}

TEST(MasksWork, TheDecodersOwnMaskIsReplaced) {
  Session session = masks_session(MaskKind::causal);
  session.attention = Attention::decoder;
  session.layer = 0;
  const ResultsPtr results = compute(session, nullptr);
  expect_same(*results->lab->recorded->runs[0].trace, *results->trace(0), "decoder", 1, 4);
  session.labs.get<MasksLab>().mask = MaskKind::none;
  const TracePtr open = masked(session);
  const Reading weights = open->read("decoder.0.self_attention.head.1.weights");
  EXPECT_GT(weights(0, weights.shape().cols - 1), 0) << "now it looks ahead";
}

TEST(MasksWork, OneHeadAloneLeavesTheOthers) {
  Session session = masks_session(MaskKind::causal);
  session.layer = 0;
  session.head = 1;
  session.labs.get<MasksLab>().all_heads = false;
  const ResultsPtr results = compute(session, nullptr);
  const Trace& with = *results->lab->recorded->runs[0].trace;
  const auto weights = [](const Trace& trace, int head) {
    return Matrix(trace.read(head_path("encoder", 0, "self_attention", head, "weights")).view().map());
  };
  EXPECT_EQ(weights(with, 0), weights(*results->trace(0), 0));
  EXPECT_EQ(weights(with, 1)(0, 5), 0);
  EXPECT_NE(weights(*results->trace(0), 1)(0, 5), 0);
}

TEST(MasksWork, ARowWithoutAKeyIsNotANumber) {
  Session session = masks_session(MaskKind::own);
  for (int key = 0; key < 11; ++key) {
    session.labs.get<MasksLab>().painted.push_back(7);
    session.labs.get<MasksLab>().painted.push_back(key);
  }
  const TracePtr with = masked(session);
  const Reading weights = with->read("encoder.0.self_attention.head.0.weights");
  for (int key = 0; key < 11; ++key) {
    EXPECT_TRUE(std::isnan(weights(7, key)));
    EXPECT_FALSE(std::isnan(weights(6, key)));
  }
}

TEST(MasksWork, FollowsTheSelectedHeadAndIsKeptOtherwise) {
  Session session = masks_session(MaskKind::causal);
  const ResultsPtr first = compute(session, nullptr);
  session.token = 3;
  EXPECT_TRUE(belongs_to(*first, session));
  EXPECT_EQ(compute(session, first)->lab, first->lab);
  session.head = 1;
  EXPECT_FALSE(belongs_to(*first, session));
  const ResultsPtr other = compute(session, first);
  EXPECT_EQ(other->lab->shown, "encoder.1.self_attention.head.1.weights");
}

TEST(MasksWork, OnlyWhatLooksBackByItsRuleIsWrittenWordByWord) {
  const auto keeps = [](const Session& session) {
    return compute(session, nullptr)->lab->table("cache", 0) != nullptr;
  };
  EXPECT_TRUE(keeps(masks_session(MaskKind::causal)));
  // With a single word left, or each word for itself, the pattern is triangular by chance.
  Session session = masks_session(MaskKind::padding);
  session.labs.get<MasksLab>().padding = 10;
  EXPECT_FALSE(keeps(session));
  session = masks_session(MaskKind::window);
  session.labs.get<MasksLab>().window = 1;
  session.labs.get<MasksLab>().causal = false;
  EXPECT_FALSE(keeps(session));
  session.labs.get<MasksLab>().causal = true;
  EXPECT_TRUE(keeps(session));
  session.labs.get<MasksLab>().painted = masked_cells(pattern_of({.kind = MaskKind::causal}, 11));
  session.labs.get<MasksLab>().mask = MaskKind::own;
  EXPECT_TRUE(keeps(session));
  session.labs.get<MasksLab>().painted.clear();
  EXPECT_FALSE(keeps(session));
}

TEST(MasksWork, ItsFigureAndTablesAreUnderTheMask) {
  const Session session = masks_session(MaskKind::causal);
  const ResultsPtr results = compute(session, nullptr);
  const Figure figure = figure_of(session, *results);
  ASSERT_EQ(figure.panels.size(), 1U);
  EXPECT_EQ(figure.panels[0].state(0, 1), CellState::masked);
  EXPECT_NE(figure.caption.find("Masks lab: encoder layer 2, head 1 under a mask: a causal mask"),
            std::string::npos)
      << figure.caption;
  ASSERT_EQ(results->lab->tables.size(), 4U);
  EXPECT_EQ(results->lab->tables[0].rows[0][1], 0);
  EXPECT_EQ(results->lab->tables[2].rows[10][2], 11);
}

// The lab on training: what it teaches, what that costs, and what some steps do.

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
  EXPECT_NE(without_words->lab->missing, "") << "it has no next word";
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
  const auto mean = [](const std::vector<WordLoss>& words) {
    double sum = 0;
    for (const WordLoss& word : words) sum += word.nats;
    return sum / static_cast<double>(words.size());
  };
  EXPECT_NEAR(mean(descent->after), descent->steps.back().loss, 1e-5);
  EXPECT_NEAR(mean(training_study(results).reading->words), descent->steps.front().loss, 1e-5);
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

}  // namespace
}  // namespace headlight
