// Labs before a class: every page of them fits, in words that the last row reads.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "app/labs/every_lab.h"
#include "tests/app/lab_checks.h"

namespace headlight {
namespace {

struct Page {
  const char* name;
  LabKind lab;
  std::function<void(Session&)> set = [](Session&) {};
};

std::vector<Page> pages() {
  return {
      {"letters", LabKind::lookup},
      {"the sentence's rows", LabKind::lookup,
       [](Session& s) { s.labs.get<LookupLab>().of = LookupOf::sentence; }},
      {"a catalogue of films", LabKind::lookup,
       [](Session& s) { s.labs.get<LookupLab>().of = LookupOf::films; }},
      {"a paint shop", LabKind::lookup, [](Session& s) { s.labs.get<LookupLab>().of = LookupOf::paint; }},
      {"nothing moved", LabKind::order},
      {"weights of words in another order", LabKind::order,
       [](Session& s) {
         s.labs.get<OrderLab>().shown = OrderShown::weights;
         s.labs.get<OrderLab>().order = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
       }},
      {"a random layer", LabKind::attention},
      {"a model's head", LabKind::attention,
       [](Session& s) { s.labs.get<AttentionLab>().projections = Projections::head; }},
      {"small numbers", LabKind::attention,
       [](Session& s) {
         s.labs.get<AttentionLab>().inputs = AttentionInputs::small;
         s.labs.get<AttentionLab>().projections = Projections::none;
       }},
      {"products", LabKind::scaling},
      {"their softmax", LabKind::scaling,
       [](Session& s) { s.labs.get<ScalingLab>().page = ScalingLab::Page::softmax; }},
      {"the model's products", LabKind::scaling,
       [](Session& s) { s.labs.get<ScalingLab>().source = ScalingLab::Source::model; }},
      {"a row", LabKind::temperature, [](Session& s) { s.labs.get<TemperatureLab>().temperature = 0.3F; }},
      {"the next word", LabKind::temperature,
       [](Session& s) { s.labs.get<TemperatureLab>().of = TemperatureLab::Of::output; }},
      {"a window", LabKind::masks, [](Session& s) { s.labs.get<MasksLab>().mask = MaskKind::window; }},
      {"through twelve layers", LabKind::masks, [](Session& s) { s.labs.get<MasksLab>().layers = 12; }},
      {"of the sentence", LabKind::cost},
      {"of models", LabKind::cost, [](Session& s) { s.labs.get<CostLab>().page = CostLab::Page::models; }},
      {"of no model", LabKind::cost,
       [](Session& s) {
         s.labs.get<CostLab>().page = CostLab::Page::models;
         s.labs.get<CostLab>().models.clear();
       }},
      {"of your own", LabKind::cost,
       [](Session& s) {
         s.labs.get<CostLab>().page = CostLab::Page::models;
         s.labs.get<CostLab>().models = {"Your own", "Llama 2 13B"};
       }},
      {"a picture", LabKind::cost, [](Session& s) { s.labs.get<CostLab>().page = CostLab::Page::pictures; }},
      {"by year", LabKind::cost, [](Session& s) { s.labs.get<CostLab>().page = CostLab::Page::growth; }},
      {"words as points", LabKind::vectors,
       [](Session& s) { s.labs.get<VectorsLab>().of = VectorsOf::stage; }},
      {"sentences in space", LabKind::vectors,
       [](Session& s) {
         s.labs.get<VectorsLab>().of = VectorsOf::sentences;
         s.labs.get<VectorsLab>().in_space = true;
       }},
      {"three translators", LabKind::recurrence},
      {"what waits for what", LabKind::recurrence,
       [](Session& s) { s.labs.get<RecurrenceLab>().page = RecurrencePage::waiting; }},
      {"exact by length", LabKind::recurrence,
       [](Session& s) { s.labs.get<RecurrenceLab>().page = RecurrencePage::length; }},
      {"gradient through time", LabKind::recurrence,
       [](Session& s) { s.labs.get<RecurrenceLab>().page = RecurrencePage::gradient; }},
      {"three norms", LabKind::block},
      {"in the span", LabKind::block, [](Session& s) { s.labs.get<BlockLab>().page = BlockPage::span; }},
      {"many heads", LabKind::block, [](Session& s) { s.labs.get<BlockLab>().page = BlockPage::heads; }},
      {"three captioners", LabKind::captioners},
      {"exact by objects", LabKind::captioners,
       [](Session& s) { s.labs.get<CaptionersLab>().page = CaptionersPage::objects; }},
      {"what words cost", LabKind::training},
      {"some steps of training", LabKind::training,
       [](Session& s) { s.labs.get<TrainingLab>().page = TrainingPage::step; }},
      {"while it learned", LabKind::training,
       [](Session& s) { s.labs.get<TrainingLab>().page = TrainingPage::learning; }},
  };
}

Session presented(const Page& page) {
  Session session = lab_session(page.lab);
  page.set(session);
  session.presenting = true;
  return session;
}

TEST(PresentedLabs, EveryPageIsTidy) {
  for (const Page& page : pages()) {
    for (const Size& size : {Size{1024, 768, 1}, Size{1280, 720, 1}, Size{1920, 1080, 1}}) {
      Driver driver(presented(page), size.width, size.height, size.scale);
      driver.settle();
      expect_tidy(driver, name_of(size, page.name));
    }
  }
}

TEST(PresentedLabs, SoItIsForOneWordAndForForty) {
  for (const Page& page : pages()) {
    for (const int words : {1, 40}) {
      Session session = presented(page);
      session.text(0) = words == 1 ? "animal" : many_words(words);
      session.text(1).clear();
      Driver driver(session, 1024, 768);
      driver.settle();
      expect_tidy(driver, page.name + (", words: " + std::to_string(words)));
    }
  }
}

TEST(PresentedLabs, WordsGrowMoreThanPictures) {
  Session session = lab_session(LabKind::temperature);
  const auto height_of = [&](const std::string& text) {
    Driver driver(session, 1024, 768);
    driver.settle();
    for (const Placed& each : driver.placed()) {
      if (each.kind == Placed::Kind::text && each.name == text) return each.area.height();
    }
    ADD_FAILURE() << text << " is not there";
    return 1.0F;
  };
  const float at_desk = height_of("entropy / bits");
  session.presenting = true;
  EXPECT_GT(height_of("entropy / bits"), 1.3F * at_desk);
  session.view = ViewKind::heads;
  Driver heads(session, 1024, 768);
  heads.settle();
  expect_tidy(heads, "another view keeps its type");
}

}  // namespace
}  // namespace headlight
