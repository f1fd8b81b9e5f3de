// What the lab on cost works out and writes below its pictures.
#include "app/labs/cost/cost_lab.h"

#include <gtest/gtest.h>

#include "app/session/open_lab.h"
#include "tests/session/lab_pages.h"

namespace headlight {
namespace {

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
  EXPECT_EQ(caption_of(session).find("each step once"), std::string::npos);
  session.labs.get<CostLab>().quantity = CostLab::Quantity::activations;
  EXPECT_NE(caption_of(session).find("activations: the value of each step once"), std::string::npos);
}

TEST(CostWork, TheLineIsOfTheModelsInTheList) {
  Session session = models_session({});
  session.labs.get<CostLab>().page = CostLab::Page::growth;
  EXPECT_NE(caption_of(session).find("the largest among them"), std::string::npos) << caption_of(session);
  const ResultsPtr results = compute(session, nullptr);
  std::vector<std::string> names;
  for (const RealModel* model : results->lab->result<CostStudy>()->growth.largest)
    names.emplace_back(model->name);
  EXPECT_EQ(names, (std::vector<std::string>{"BERT large", "GPT-2 XL", "GPT-3 175B", "PaLM 540B",
                                             "Llama 2 70B", "Llama 3.1 405B"}));
}

}  // namespace
}  // namespace headlight
