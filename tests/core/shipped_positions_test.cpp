// The small models that are shipped for the kinds of positions: their card keeps its promises, a sample
// measured again agrees with it, and none of them is taken for a translator.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/files/file_error.h"
#include "core/learn/positions_evaluate.h"
#include "core/learn/positions_trainer.h"
#include "core/models/card.h"

namespace headlight {
namespace {

class ShippedPositions : public testing::Test {
 protected:
  double value(const std::string& name) const {
    for (const Measure& measure : card.measures) {
      if (measure.name == name) return measure.value;
    }
    throw std::out_of_range(name);
  }
  const Spread& spread(const std::string& name) const {
    for (const Spread& each : card.spreads) {
      if (each.name == name) return each;
    }
    throw std::out_of_range(name);
  }
  Card card = load_card(model_folder("positions"));
};

TEST_F(ShippedPositions, HaveACardThatKeepsItsPromises) {
  EXPECT_EQ(card.origin, "trained");
  EXPECT_FALSE(card.reference_head);
  for (const Measure& measure : card.measures)
    EXPECT_TRUE(measure.met()) << measure.name << " " << measure.value << " " << measure.target;
  for (const char* task : {"two_back_", "third_"}) {
    for (const char* where : {"within_", "beyond_"}) {
      const std::string start = std::string(task) + where;
      EXPECT_NO_THROW(value(start + "bag"));
      for (const std::string_view kind : position_kinds()) {
        const std::string name = start + std::string(kind);
        const Spread& seeds = spread(name);
        EXPECT_EQ(seeds.runs, 3);
        EXPECT_LE(seeds.least, seeds.mean + 1e-12);
        EXPECT_LE(seeds.mean, seeds.most + 1e-12);
        EXPECT_GE(value(name), seeds.least - 1e-9) << "the shipped one is one of the three: " << name;
        EXPECT_LE(value(name), seeds.most + 1e-9) << name;
      }
    }
  }
}

// No overall winner: what lessons tell, read off the card.
TEST_F(ShippedPositions, TheTwoTasksDisagree) {
  for (const char* distance : {"relative", "rotary"}) {
    for (const char* place : {"sinusoidal", "appended", "learned"}) {
      EXPECT_GT(spread(std::string("two_back_beyond_") + distance).least,
                spread(std::string("two_back_beyond_") + place).most);
      EXPECT_LT(spread(std::string("third_beyond_") + distance).most,
                spread(std::string("third_beyond_") + place).least);
    }
  }
  EXPECT_LT(spread("two_back_beyond_alibi").most, spread("two_back_beyond_alibi_one_sided").least);
  for (const char* task : {"two_back", "third"}) {
    for (const char* where : {"_within_", "_beyond_"}) {
      EXPECT_NEAR(spread(task + std::string(where) + "none").mean, value(task + std::string(where) + "bag"),
                  0.06);
    }
  }
}

// A sample of what `headlight evaluate positions` measures in full.
TEST_F(ShippedPositions, AnswerAsTheCardSays) {
  for (const OrderTask task : {OrderTask::two_back, OrderTask::third}) {
    for (const std::string_view kind : position_kinds()) {
      const auto model = Labeller::load(positions_model(name_of(task), kind));
      const std::string name = name_of(task) + "_beyond_" + std::string(kind);
      EXPECT_NEAR(order_score(*model, task, beyond_length, 25).accuracy, value(name), 0.12) << name;
      EXPECT_EQ(model->vocabulary().words(), letter_vocabulary().words());
    }
  }
  EXPECT_EQ(Labeller::load(positions_model("third", Positions::rotary))->config().positions,
            Positions::rotary);
}

TEST_F(ShippedPositions, AreNotTakenForATranslator) {
  try {
    Translator::load(model_folder("positions"));
    FAIL();
  } catch (const FileError& error) {
    const std::string line = error.what();
    EXPECT_NE(line.find("positions lab"), std::string::npos) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos);
  }
  EXPECT_THROW(Translator::load(positions_model("third", Positions::none)), FormatError);
}

}  // namespace
}  // namespace headlight
