// The lab on captioners: three captioners on one picture, and what their cards measured.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/lab/lab_work.h"
#include "app/labs/captioners/captioners_lab.h"
#include "app/labs/recurrence/recurrence_lab.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "core/learn/known_translations.h"
#include "core/models/picture_models.h"
#include "core/models/trace.h"
#include "core/pictures/draw_scene.h"
#include "core/pictures/picture.h"
#include "core/pictures/scene.h"
#include "tests/reference_head.h"
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
  EXPECT_EQ(study.picture, pixels_of(draw(scene_of(two_objects))));
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
  session.labs.get<CaptionersLab>().page = CaptionersPage::sides;
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

// Counts of scenes, worked back from the shares of the card.
TEST(CaptionersLab, CountsWhatWrongCaptionsSay) {
  const ResultsPtr results = compute(on_captioners(CaptionersPage::objects, two_objects), nullptr);
  const auto table = std::find_if(results->lab->tables.begin(), results->lab->tables.end(),
                                  [](const LabTable& each) { return each.name == "wrong captions"; });
  ASSERT_NE(table, results->lab->tables.end());
  ASSERT_EQ(table->rows.size(), 3U);
  for (std::size_t i = 0; i < captioners.size(); ++i) {
    const Card card = load_card(model_folder(captioners.at(i).folder));
    const auto share = [&](const char* name) {
      const auto found = std::find_if(card.measures.begin(), card.measures.end(),
                                      [&](const Measure& each) { return each.name == name; });
      return found == card.measures.end() ? -1 : found->value;
    };
    const std::vector<double>& row = table->rows[i];
    ASSERT_EQ(row.size(), table->columns.size());
    EXPECT_NEAR(row[1] / row[0], 1 - share("exact_captions"), 1e-9);
    EXPECT_NEAR(row[2] / row[1], share("wrong_shape"), 1e-9) << "a whole number of captions";
    EXPECT_NEAR(row[3] / row[1], share("wrong_colour"), 1e-9);
    EXPECT_NEAR(row[4] / row[1], share("wrong_size"), 1e-9);
    EXPECT_NEAR(row[5] / row[1], share("wrong_exchanged"), 1e-9);
  }
}

// The lab on recurrence: three translators on one sentence, and what their cards measured.

Session on_page(RecurrencePage page, const std::string& sentence = tired_sentence) {
  Session session = tiny_session();
  session.text(0) = sentence;
  session.text(1).clear();
  show_lab(session, lab_named("recurrence"));
  session.labs.get<RecurrenceLab>().page = page;
  return session;
}

RecurrenceStudy study_of(const ResultsPtr& results) {
  EXPECT_EQ(results->lab->error, "");
  const auto* study = results->lab->result<RecurrenceStudy>();
  return study == nullptr ? RecurrenceStudy{} : *study;
}

TEST(RecurrenceLab, ReadsTheShippedTranslatorsWhateverIsOnStage) {
  const ResultsPtr results = compute(on_page(RecurrencePage::sides), nullptr);
  const RecurrenceStudy study = study_of(results);
  ASSERT_EQ(study.models.size(), 4U) << "and the run on the stage, which is of another model";
  const std::vector<const char*> folders{"seq2seq", "seq2seq-attention", "translator"};
  for (std::size_t i = 0; i < 3; ++i) {
    const ComparedTranslator& model = study.models[i];
    ASSERT_NE(model.trace(), nullptr) << model.run.error;
    const TracePtr own = load_model(model_folder(folders[i]))->trace({.text = tired_sentence});
    EXPECT_EQ(written(*model.trace()), written(*own));
    // Either the weights of an attention, row for row, or one vector.
    EXPECT_NE(model.alignment == nullptr, model.bottleneck == nullptr) << model.name;
    if (model.alignment == nullptr) continue;
    const Reading weights = own->read(model.alignment->path);
    ASSERT_EQ(model.alignment->rows, weights.shape().rows);
    EXPECT_EQ(model.alignment->value(3, 1), weights(3, 1));
  }
  EXPECT_NE(study.models[0].bottleneck, nullptr);
  EXPECT_EQ(study.models[0].bottleneck->columns, 1);
  EXPECT_EQ(study.models[3].run.trace, results->runs[0].trace) << "as it was computed for the stage";
}

TEST(RecurrenceLab, ARunOffTheStageStandsBesideTheShippedOnes) {
  Session session = on_page(RecurrencePage::sides);
  session.model = "translator";
  const ResultsPtr before = compute(session, nullptr);
  ASSERT_EQ(study_of(before).models.size(), 3U);
  EXPECT_EQ(study_of(before).models[2].run.trace, before->runs[0].trace);
  session.runs.push_back({tired_sentence});
  session.edits.emplace_back(Edit{.path = reference_head + "output", .values = {0}}, true, 2);
  const ResultsPtr after = compute(session, before);
  const RecurrenceStudy study = study_of(after);
  ASSERT_EQ(study.models.size(), 4U);
  EXPECT_EQ(study.models[3].name, "translator, edited");
  EXPECT_EQ(study.models[3].run.trace, after->runs[2].trace);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(study.models[i].run.trace, study_of(before).models[i].run.trace) << "not computed again";
}

TEST(RecurrenceLab, MarksWordsAgainstAKnownTranslation) {
  const RecurrenceStudy study = study_of(compute(on_page(RecurrencePage::sides), nullptr));
  ASSERT_FALSE(study.known.empty());
  for (const ComparedRun& model : study.models) {
    const std::string text = written(*model.trace());
    const bool known = std::any_of(study.known.begin(), study.known.end(),
                                   [&](const std::string& each) { return same_french(each, text); });
    EXPECT_EQ(model.right, known) << text;
    if (known) {
      EXPECT_EQ(model.others(), 0) << text;
    }
  }
  EXPECT_TRUE(study.models[2].right);
}

TEST(RecurrenceLab, WithoutOneMarksWhatIsNotInAllThree) {
  const char* sentence = "The agreement was signed in May";
  ASSERT_TRUE(known_translations(sentence, model_folder("translator")).empty());
  Session session = on_page(RecurrencePage::sides, sentence);
  session.model = "translator";
  const RecurrenceStudy study = study_of(compute(session, nullptr));
  for (const ComparedRun& model : study.models) {
    EXPECT_FALSE(model.right);
    for (const ComparedRun::Word& word : model.written) {
      if (word.other) continue;
      for (const ComparedRun& each : study.models) {
        EXPECT_TRUE(std::any_of(each.written.begin(), each.written.end(), [&](const auto& other) {
          return other.text == word.text;
        })) << word.text;
      }
    }
  }
}

TEST(RecurrenceLab, WhatNoneCanReadIsSaid) {
  const ResultsPtr results = compute(on_page(RecurrencePage::sides, "zzzz qqqq"), nullptr);
  EXPECT_NE(results->lab->error, "");
}

TEST(RecurrenceLab, TheSliderComputesNothing) {
  Session session = on_page(RecurrencePage::waiting);
  const ResultsPtr first = compute(session, nullptr);
  session.labs.get<RecurrenceLab>().step = 4;
  session.labs.get<RecurrenceLab>().learning = true;
  const ResultsPtr second = compute(session, first);
  EXPECT_EQ(first->lab->result<RecurrenceStudy>(), second->lab->result<RecurrenceStudy>());
}

TEST(RecurrenceLab, CurvesAreThoseOfTheCards) {
  const RecurrenceStudy lengths = study_of(compute(on_page(RecurrencePage::length), nullptr));
  ASSERT_EQ(lengths.exact.size(), 3U);
  EXPECT_TRUE(lengths.without.empty());
  const Card card = load_card(model_folder("seq2seq-attention"));
  const auto found = std::find_if(card.curves.begin(), card.curves.end(),
                                  [](const MeasuredCurve& each) { return each.name == exact_by_length; });
  ASSERT_NE(found, card.curves.end());
  ASSERT_EQ(lengths.exact[1].curve.points.size(), found->points.size());
  for (std::size_t i = 0; i < found->points.size(); ++i) {
    EXPECT_EQ(lengths.exact[1].curve.points[i].value, found->points[i].value);
    EXPECT_EQ(lengths.exact[1].curve.points[i].count, found->points[i].count);
  }
  EXPECT_EQ(study_of(compute(on_page(RecurrencePage::gradient), nullptr)).gradients.size(), 3U);
}

MeasuredCurve curve_of(const std::vector<double>& values) {
  MeasuredCurve curve;
  for (const double value : values)
    curve.points.push_back({static_cast<double>(curve.points.size()), value, 1});
  return curve;
}

TEST(RecurrenceLab, ALeadIsCounted) {
  const CurveLead lead = lead_of(curve_of({1, 5, 6, 2, 1}), curve_of({2, 4, 5, 3}));
  EXPECT_EQ(lead.distances, 4);
  EXPECT_EQ(lead.above, 2);
  EXPECT_EQ(lead.first, 1);
  EXPECT_EQ(lead.last, 2);
  EXPECT_EQ(lead_of(curve_of({1, 1}), curve_of({1, 2})).above, 0);
}

TEST(KnownTranslations, AreOfTheLessonsAndOfTheLists) {
  const auto lists = model_folder("translator");
  const auto tired =
      known_translations("the ANIMAL didn't cross the street, because it was too tired!", lists);
  ASSERT_EQ(tired.size(), 1U);
  EXPECT_EQ(tired.front(), "l'animal n'a pas traversé la rue parce qu'il était trop fatigué");
  const std::vector<ClassSentence> listed = read_class_set(lists / "class.tsv");
  EXPECT_EQ(known_translations(listed.at(1).english, lists), listed.at(1).accepted);
  EXPECT_TRUE(known_translations("The cat", lists).empty());
  EXPECT_EQ(known_translations(tired_sentence, "nowhere").size(), 1U) << "no lists are no error";
}

}  // namespace
}  // namespace headlight
