// The models at hand.
#include "core/models/catalogue.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "core/models/outline.h"
#include "tests/tiny_labeller.h"

namespace headlight {
namespace {

TEST(Shelf, HasEveryShippedModelAndEachCanBeOpened) {
  const std::vector<ShelfModel> shelf = shipped_shelf();
  const std::vector<std::string> own{
      "caption-attention", "caption-rnn", "caption-transformer", "causal",     "characters",
      "characters-rnn",    "seq2seq",     "seq2seq-attention",   "translator", "vit"};
  ASSERT_GE(shelf.size(), 25U + own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    EXPECT_EQ(shelf[i].name, own[i]);
    EXPECT_TRUE(shelf[i].group.empty());
    ASSERT_FALSE(shelf[i].measures.empty());
    EXPECT_FALSE(shelf[i].other_names.empty()) << own[i] << " is to be found by what else it is called";
  }
  // What is shown first of a card is said in words.
  for (const auto& [model, measure, words] :
       {std::tuple{"translator", "exact_translation", "translations exactly right"},
        {"caption-rnn", "exact_captions", "captions exactly right"},
        {"vit", "accuracy", "answers right"}}) {
    EXPECT_EQ(shelf_model(model).measures.front().name, measure);
    EXPECT_EQ(words_of_measure(measure), words);
  }
  EXPECT_EQ(words_of_measure("two_back_within_rotary"), "two back within rotary");
  std::set<std::string> names;
  for (const ShelfModel& model : shelf) {
    EXPECT_TRUE(names.insert(model.name).second) << model.name;
    EXPECT_NO_THROW(outline_of(model_folder(model.name))->anatomy()) << model.name;
    EXPECT_FALSE(model.title.empty()) << model.name;
    EXPECT_EQ(model.origin, "trained") << model.name;
    EXPECT_FALSE(model.data.empty()) << model.name;
    EXPECT_GT(model.bytes, 10000U) << model.name;
  }
  EXPECT_TRUE(names.contains("positions/two_back/causal_3_layers"));
}

TEST(Shelf, DescribesAFolderOfOnesOwn) {
  EXPECT_EQ(shelf_model("positions/third/rotary").title, "third · rotary");
  const ShelfModel own = shelf_model(tiny_labeller_folder());
  EXPECT_EQ(own.name, tiny_labeller_folder());
  EXPECT_EQ(own.origin, "yours");
  EXPECT_GT(own.bytes, 0U);
  EXPECT_THROW(shelf_model("no such model"), std::invalid_argument);
}

}  // namespace
}  // namespace headlight
