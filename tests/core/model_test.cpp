// Models of three families behind one interface.
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "core/models/card.h"
#include "core/models/catalogue.h"
#include "core/models/model.h"
#include "core/models/outline.h"
#include "core/models/read_trace.h"
#include "core/models/single_stack.h"
#include "core/models/translator.h"
#include "core/text/encode.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

struct Family {
  std::string folder;
  std::string text;
  AnswerKind answer;
};

std::vector<Family> families() {
  return {{tiny_model_folder(), "the animal was tired", AnswerKind::translation},
          {tiny_labeller_folder(), "a b C", AnswerKind::labels},
          {tiny_language_model_folder(), "The animal was tired.", AnswerKind::next_token}};
}

TEST(Model, AFolderSaysWhichFamilyItIs) {
  for (const Family& family : families()) {
    const ModelPtr model = load_model(family.folder);
    EXPECT_EQ(model->translator() != nullptr, family.answer == AnswerKind::translation);
    EXPECT_EQ(model->anatomy().answer, family.answer);
    EXPECT_EQ(outline_of(family.folder)->anatomy().attentions.size(), model->anatomy().attentions.size());
  }
}

TEST(Model, ATraceIsOfWhatWasTyped) {
  for (const Family& family : families()) {
    const ModelPtr model = load_model(family.folder);
    const std::vector<int> read = model->read(family.text);
    EXPECT_EQ(read, model->tokenizer().encoded(family.text));
    const TracePtr trace = model->trace({.text = family.text});
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->typed(), model->tokenizer().understood(family.text).words);
    EXPECT_EQ(outline_of(family.folder)->tokenizer().encoded(family.text), read);
    EXPECT_EQ(trace->lender(), &model->weights());
    EXPECT_FALSE(written(*trace).empty());
    // Under an edit, and from the trace before it.
    const AttentionInfo& own = model->anatomy().attentions.front().info();
    const Edit edit{.path = own.path(0, 0, "output"), .values = {2.0F}};
    const TracePtr edited = model->trace({.text = family.text, .edits = {edit}, .like = trace.get()});
    const TracePtr afresh = model->trace({.text = family.text, .edits = {edit}});
    EXPECT_EQ(Matrix(edited->read("logits").view().map()), Matrix(afresh->read("logits").view().map()));
    EXPECT_EQ(edited->read(edit.path)(0, 0), 2.0F);
  }
}

// At each place it says what follows, from what stands up to there alone; the answer is what follows the
// last.
TEST(LanguageModel, SaysWhatComesNextAtEveryPlace) {
  const LanguageModel model = tiny_language_model();
  const std::vector<int> whole = model.read("it was too tired");
  const TracePtr trace = model.pass(whole);
  EXPECT_TRUE(trace->words().source.empty());
  EXPECT_EQ(trace->words().target, (std::vector<std::string>{"it", "was", "too", "tired"}));
  const Reading probabilities = trace->read("probabilities");
  EXPECT_EQ(probabilities.shape(), (Shape{4, model.vocabulary().size()}));
  const std::vector<int> next = model.predict(whole);
  for (std::size_t count = 1; count <= whole.size(); ++count) {
    const std::vector<int> begins(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(count));
    EXPECT_EQ(model.predict(begins).back(), next[count - 1]) << "no word sees what follows it";
    EXPECT_EQ(trace->words().next[count - 1], model.vocabulary().word(next[count - 1]));
  }
  EXPECT_EQ(written(*trace), trace->words().next.back());
  EXPECT_EQ(row_of_written(*trace, 0), 3);
  EXPECT_THROW(model.read(""), std::invalid_argument);
  const ModelPtr again = load_model(tiny_language_model_folder());
  EXPECT_EQ(Matrix(again->trace({.text = "it was"})->read("logits").view().map()),
            Matrix(model.pass(model.read("it was"))->read("logits").view().map()));
}

TEST(LanguageModel, BeginsWithAStartWhereItsWordsDo) {
  TransformerConfig config{.d_model = 6, .d_ff = 4, .encoder_layers = 0};
  config.decoder_heads = 2;
  config.target_words = 3;
  const LanguageModel model(config, Weights::random(config, 1), Vocabulary({"<s>", "it", "Was"}));
  EXPECT_EQ(model.read("It Was"), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(model.read("<s> it"), (std::vector<int>{0, 1}));
}

TEST(Model, NamesAllThatItDoesNotKnow) {
  const ModelPtr letters = load_model(tiny_labeller_folder());
  try {
    letters->read("A é B 3");
    FAIL();
  } catch (const UnknownWord& error) {
    EXPECT_EQ(error.place, 1);
    EXPECT_NE(std::string(error.what()).find("é"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("3"), std::string::npos) << error.what();
  } catch (const std::invalid_argument& error) {
    FAIL() << error.what();
  }
  EXPECT_THROW(letters->read(" "), std::invalid_argument);
  EXPECT_THROW(letters->read(std::string(65, 'a')), std::invalid_argument);
}

TEST(Model, GivesNothingOnceCancelled) {
  for (const Family& family : families()) {
    const ModelPtr model = load_model(family.folder);
    Cancel cancel;
    EXPECT_NE(model->trace({.text = family.text, .cancel = &cancel}), nullptr);
    cancel.request();
    EXPECT_EQ(model->trace({.text = family.text, .cancel = &cancel}), nullptr);
  }
}

TEST(Model, OneOfSeveralIsNamedByItsFolders) {
  EXPECT_EQ(model_folder("positions/third/rotary"), positions_model("third", Positions::rotary));
  EXPECT_EQ(model_folder(tiny_model_folder()), std::filesystem::path(tiny_model_folder()));
  EXPECT_THROW(model_folder("positions/third"), std::invalid_argument);
  EXPECT_THROW(model_folder("positions/third/sideways"), std::invalid_argument);
  EXPECT_THROW(model_folder("positions/../../models/translator/x"), std::invalid_argument);
}

// The models at hand.

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
