// Models of two families behind one interface.
#include "core/models/model.h"

#include <gtest/gtest.h>

#include "core/models/card.h"
#include "core/models/labeller.h"
#include "core/models/translator.h"
#include "core/text/nearest.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_model.h"

namespace headlight {
namespace {

struct Family {
  std::string folder;
  std::string text;
  bool translates;
};

std::vector<Family> families() {
  return {{tiny_model_folder(), "the animal was tired", true}, {tiny_labeller_folder(), "a b C", false}};
}

TEST(Model, AFolderSaysWhichFamilyItIs) {
  for (const Family& family : families()) {
    const ModelPtr model = load_model(family.folder);
    EXPECT_EQ(model->translator() != nullptr, family.translates);
    EXPECT_EQ(model->anatomy().written == Stream::target, family.translates);
    EXPECT_EQ(read_anatomy(family.folder).attentions.size(), model->anatomy().attentions.size());
  }
}

TEST(Model, ATraceIsOfWhatWasTyped) {
  for (const Family& family : families()) {
    const ModelPtr model = load_model(family.folder);
    const std::vector<int> read = model->read(family.text);
    EXPECT_EQ(read, model->tokenizer().encoded(family.text));
    const TracePtr trace = model->trace({.text = family.text});
    ASSERT_NE(trace, nullptr);
    EXPECT_EQ(trace->tokens(Stream::source), model->tokenizer().understood(family.text).words);
    EXPECT_EQ(trace->lender(), &model->weights());
    EXPECT_FALSE(written(*trace).empty());
    // Under an edit, and from the trace before it.
    const Edit edit{.path = "encoder.0.self_attention.head.0.output", .values = {2.0F}};
    const TracePtr edited = model->trace({.text = family.text, .edits = {edit}, .like = trace.get()});
    const TracePtr afresh = model->trace({.text = family.text, .edits = {edit}});
    EXPECT_EQ(Matrix(edited->read("logits").view().map()), Matrix(afresh->read("logits").view().map()));
    EXPECT_EQ(edited->read(edit.path)(0, 0), 2.0F);
  }
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

}  // namespace
}  // namespace headlight
