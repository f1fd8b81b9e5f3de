// A head is called the same wherever it is named: on its page, above all heads, in Find.
#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <string>

#include "app/panels/common/head_names.h"
#include "app/panels/common/stage.h"
#include "app/session/opening.h"
#include "tests/app/driver.h"

namespace headlight {
namespace {

TEST(HeadNames, AreTheSameInEveryView) {
  for (const char* const model : {"translator", "causal"}) {
    Session session = opening_session(model);
    session.altitude = Altitude::head;
    session.reduced_motion = true;
    Driver driver(session, 1280, 800);
    const ResultsPtr results = driver.results();
    TraceMaps pictures;
    pictures.follow(results);
    std::set<std::string> names;
    int of_both = 0;
    for (const AttentionHeads& kind : results->model->anatomy().attentions) {
      for (int number = 0; number < kind.count() && names.size() < 9; ++number) {
        const auto [layer, head] = kind.place_of(number);
        const HeadChoice choice{kind.id, layer, head};
        const std::string does = name_of_head(pictures, results->card, 0, choice).does;
        if (does.empty() || !names.insert(does).second) continue;
        of_both += does.find("; here it ") != std::string::npos ? 1 : 0;
        driver.apply(GoTo{.altitude = Altitude::head, .head = choice, .heads = HeadsShown::one});
        driver.settle();
        driver.pass(0.4);
        EXPECT_TRUE(driver.shows(does)) << model << ", on its page: " << does;
        driver.click("find");
        driver.type("what does " + head_title(kind.id, layer, head) + " do?");
        driver.settle();
        std::string sentence = does + ".";
        sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
        EXPECT_TRUE(driver.shows(sentence)) << model << ", in Find: " << sentence;
        driver.press(Key::escape);
      }
    }
    EXPECT_GE(names.size(), 4U) << model;
    EXPECT_GE(of_both, 1) << model << ": this sentence shows something else of some head";
  }
}

// What the card says stands before what was measured, and what this sentence shows is said beside it.
TEST(HeadNames, AreOfManySentencesAndThisOneBesideThem) {
  Session session = opening_session("translator");
  session.text(0) = "the dog sleeps";
  session.text(1).clear();
  const ResultsPtr results = compute(session, nullptr);
  TraceMaps pictures;
  pictures.follow(results);
  const HeadPlace& known = *results->card.reference_head;
  const HeadName name = name_of_head(pictures, results->card, 0,
                                     {attention_of(known.stack, known.attention), known.layer, known.head});
  EXPECT_TRUE(name.does.starts_with("finds what “it” means in ")) << name.does;
  EXPECT_NE(name.does.find(" of held-out sentences; here it "), std::string::npos) << name.does;
}

}  // namespace
}  // namespace headlight
