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
  const Lab* lab;
  std::function<void(Session&)> set = [](Session&) {};
};

std::vector<Page> pages() {
  return {
      {"letters", lab_named("lookup")},
      {"the sentence's rows", lab_named("lookup"),
       [](Session& s) { s.labs.get<LookupLab>().of = LookupOf::sentence; }},
      {"a catalogue of films", lab_named("lookup"),
       [](Session& s) { s.labs.get<LookupLab>().of = LookupOf::films; }},
      {"a paint shop", lab_named("lookup"), [](Session& s) { s.labs.get<LookupLab>().of = LookupOf::paint; }},
      {"nothing moved", lab_named("order")},
      {"weights of words in another order", lab_named("order"),
       [](Session& s) {
         s.labs.get<OrderLab>().shown = OrderShown::weights;
         s.labs.get<OrderLab>().order = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
       }},
      {"a random layer", lab_named("attention")},
      {"a model's head", lab_named("attention"),
       [](Session& s) { s.labs.get<AttentionLab>().projections = Projections::head; }},
      {"small numbers", lab_named("attention"),
       [](Session& s) {
         s.labs.get<AttentionLab>().inputs = AttentionInputs::small;
         s.labs.get<AttentionLab>().projections = Projections::none;
       }},
      {"products", lab_named("scaling")},
      {"their softmax", lab_named("scaling"),
       [](Session& s) { s.labs.get<ScalingLab>().page = ScalingLab::Page::softmax; }},
      {"the model's products", lab_named("scaling"),
       [](Session& s) { s.labs.get<ScalingLab>().source = ScalingLab::Source::model; }},
      {"a row", lab_named("temperature"),
       [](Session& s) { s.labs.get<TemperatureLab>().temperature = 0.3F; }},
      {"the next word", lab_named("temperature"),
       [](Session& s) { s.labs.get<TemperatureLab>().of = TemperatureLab::Of::output; }},
      {"a window", lab_named("masks"), [](Session& s) { s.labs.get<MasksLab>().mask = MaskKind::window; }},
      {"through twelve layers", lab_named("masks"), [](Session& s) { s.labs.get<MasksLab>().layers = 12; }},
      {"of the sentence", lab_named("cost")},
      {"of models", lab_named("cost"),
       [](Session& s) { s.labs.get<CostLab>().page = CostLab::Page::models; }},
      {"of no model", lab_named("cost"),
       [](Session& s) {
         s.labs.get<CostLab>().page = CostLab::Page::models;
         s.labs.get<CostLab>().models.clear();
       }},
      {"of your own", lab_named("cost"),
       [](Session& s) {
         s.labs.get<CostLab>().page = CostLab::Page::models;
         s.labs.get<CostLab>().models = {"Your own", "Llama 2 13B"};
       }},
      {"a picture", lab_named("cost"),
       [](Session& s) { s.labs.get<CostLab>().page = CostLab::Page::pictures; }},
      {"by year", lab_named("cost"), [](Session& s) { s.labs.get<CostLab>().page = CostLab::Page::growth; }},
      {"words as points", lab_named("vectors"),
       [](Session& s) { s.labs.get<VectorsLab>().of = VectorsOf::stage; }},
      {"sentences in space", lab_named("vectors"),
       [](Session& s) {
         s.labs.get<VectorsLab>().of = VectorsOf::sentences;
         s.labs.get<VectorsLab>().in_space = true;
       }},
      {"three translators", lab_named("recurrence")},
      {"what waits for what", lab_named("recurrence"),
       [](Session& s) { s.labs.get<RecurrenceLab>().page = RecurrencePage::waiting; }},
      {"exact by length", lab_named("recurrence"),
       [](Session& s) { s.labs.get<RecurrenceLab>().page = RecurrencePage::length; }},
      {"gradient through time", lab_named("recurrence"),
       [](Session& s) { s.labs.get<RecurrenceLab>().page = RecurrencePage::gradient; }},
      {"three norms", lab_named("block")},
      {"in the span", lab_named("block"), [](Session& s) { s.labs.get<BlockLab>().page = BlockPage::span; }},
      {"many heads", lab_named("block"), [](Session& s) { s.labs.get<BlockLab>().page = BlockPage::heads; }},
      {"three captioners", lab_named("captioners")},
      {"exact by objects", lab_named("captioners"),
       [](Session& s) { s.labs.get<CaptionersLab>().page = CaptionersPage::objects; }},
      {"what words cost", lab_named("training")},
      {"some steps of training", lab_named("training"),
       [](Session& s) { s.labs.get<TrainingLab>().page = TrainingPage::step; }},
      {"while it learned", lab_named("training"),
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
  Session session = lab_session(lab_named("temperature"));
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
