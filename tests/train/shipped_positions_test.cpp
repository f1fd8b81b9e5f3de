// The small models that are shipped for the kinds of positions: their card keeps its promises, a sample
// measured again agrees with it, and none of them is taken for a translator.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/files/whole_file.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "train/learn/positions_runs.h"

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
  const std::string& target(const std::string& name) const {
    for (const Measure& measure : card.measures) {
      if (measure.name == name) return measure.target;
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
  for (const char* task : {"two_back", "third"}) {
    for (const char* where : {"within_", "beyond_"}) {
      const std::string start = std::string(task) + "_" + where;
      EXPECT_NO_THROW(value(start + "bag"));
      for (const PositionsVariant& variant : positions_variants()) {
        if (!variant.promise(order_task(task))) continue;
        const std::string name = start + std::string(variant.name);
        const Spread& seeds = spread(name);
        const OrderPromise& promise = *variant.promise(order_task(task));
        const char* kept = std::string(where) == "within_" ? promise.within : promise.beyond;
        EXPECT_EQ(target(name), kept) << "the card has another promise than the recipe: " << name;
        EXPECT_EQ(seeds.runs, static_cast<int>(position_seeds.size()));
        EXPECT_LE(seeds.least, seeds.median + 1e-12);
        EXPECT_LE(seeds.median, seeds.most + 1e-12);
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

// The surprises that the lessons tell, each over all seeds.
TEST_F(ShippedPositions, ShowTheSurprisesOfTheLessons) {
  // ALiBi answers two ahead as readily as two back; one-sided heads do not.
  EXPECT_NEAR(value("two_back_ahead_alibi"), value("two_back_beyond_alibi"), 0.05);
  EXPECT_LT(value("two_back_ahead_alibi_one_sided"), 0.1);
  // A map is not an explanation.
  EXPECT_LT(value("two_back_weight_beyond_alibi_one_sided"), 0.2);
  EXPECT_GT(spread("two_back_beyond_alibi_one_sided").least, 0.9);
  EXPECT_LT(spread("two_back_peak_beyond_alibi_one_sided").most, 0.05);
  // A random start rescues one task and ruins the other.
  for (const char* kind : {"sinusoidal", "learned"}) {
    const std::string started = std::string(kind) + "_random_start";
    EXPECT_GT(spread("two_back_beyond_" + started).least, 0.7);
    EXPECT_GT(spread("two_back_beyond_" + started).least,
              spread("two_back_beyond_" + std::string(kind)).most);
    EXPECT_LT(spread("third_within_" + started).most, 0.5);
    EXPECT_GT(spread("third_within_" + std::string(kind)).least, 0.99);
  }
  // Without positions, causal layers learn order, one layer does not.
  EXPECT_NEAR(spread("two_back_within_causal_1_layer").mean, value("two_back_within_bag_causal"), 0.05);
  EXPECT_GT(spread("two_back_within_causal_2_layers").least, spread("two_back_within_causal_1_layer").most);
  EXPECT_GT(spread("two_back_within_causal_3_layers").mean, spread("two_back_within_causal_2_layers").mean);
  // As right, and blurred.
  EXPECT_GT(spread("two_back_within_relative_slow").least, 0.99);
  EXPECT_LT(spread("two_back_weight_within_relative_slow").most, 0.5);
  EXPECT_GT(spread("two_back_weight_within_relative").least, 0.9);
  // Two layers of distances find a place.
  EXPECT_GT(spread("third_beyond_relative_2_layers").least, spread("third_beyond_relative").most);
}

// What a pupil proposes: counting is worth something, and less than waves or a learned row for each place.
TEST_F(ShippedPositions, CountingIsWorthLessThanVectorsForPlaces) {
  for (const std::string task : {"two_back_", "third_"}) {
    const double guess = value(task + "within_bag");
    for (const char* vectors : {"sinusoidal", "learned", "sines"})
      EXPECT_GT(spread(task + "within_" + vectors).least, spread(task + "within_counted").most + 0.4);
    EXPECT_GT(spread(task + "within_counted").least, spread(task + "within_divided").most);
    EXPECT_GT(spread(task + "within_divided").least, guess);
    // In all numbers alike it is nothing to a norm: as if there were no positions.
    for (const char* where : {"within_", "beyond_"})
      EXPECT_NEAR(spread(task + where + "counted_all").median, spread(task + where + "none").median, 0.01);
  }
  EXPECT_LT(spread("two_back_beyond_counted").most, value("two_back_beyond_bag"));
}

// A sample of what `headlight-train evaluate positions` measures in full.
TEST_F(ShippedPositions, AnswerAsTheCardSays) {
  for (const OrderTask task : {OrderTask::two_back, OrderTask::third}) {
    for (const PositionsVariant& variant : positions_variants()) {
      if (!variant.promise(task)) continue;
      const auto model = load_model(positions_model(name_of(task), variant.name), AnswerKind::labels);
      const std::string name = name_of(task) + "_beyond_" + std::string(variant.name);
      EXPECT_NEAR(order_score(*model, task, beyond_length, 25).accuracy, value(name), 0.12) << name;
      EXPECT_EQ(model->target().words(), letter_vocabulary().words());
      EXPECT_EQ(model->config(), positions_recipe(task, variant.name, 0).model) << name;
    }
  }
  EXPECT_EQ(load_model(positions_model("third", Positions::rotary), AnswerKind::labels)->config().positions,
            Positions::rotary);
}

TEST_F(ShippedPositions, AreNotTakenForATranslator) {
  try {
    load_model(model_folder("positions"), AnswerKind::translation);
    FAIL();
  } catch (const FileError& error) {
    const std::string line = error.what();
    EXPECT_NE(line.find("positions lab"), std::string::npos) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos);
  }
  EXPECT_THROW(load_model(positions_model("third", Positions::none), AnswerKind::translation), FormatError);
}

}  // namespace
}  // namespace headlight
