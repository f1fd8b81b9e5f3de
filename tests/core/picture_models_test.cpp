// Models that look at pictures as the stage knows them: what they have, how a caption is searched, edits, and
// folders.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/files/whole_file.h"
#include "core/layers/sites.h"
#include "core/models/card.h"
#include "core/models/outline.h"
#include "core/models/trace.h"
#include "core/pictures/picture.h"
#include "core/tape/ops/ops.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

constexpr const char* looked_at = "decoder.0.cross_attention.head.0.weights";

std::vector<ModelPtr> captioners() {
  return {std::make_shared<const Model>(tiny_recurrent_captioner(false)),
          std::make_shared<const Model>(tiny_recurrent_captioner(true)),
          std::make_shared<const Model>(tiny_transformer_captioner())};
}

std::vector<ModelPtr> picture_models() {
  std::vector<ModelPtr> all;
  for (const auto& each : captioners()) all.push_back(each);
  all.push_back(std::make_shared<const Model>(tiny_vision_transformer()));
  return all;
}

Matrix pixels_of(const char* text) { return scaled(picture_of(text)); }

void expect_same(const Trace& a, const Trace& b) {
  ASSERT_EQ(a.tape().size(), b.tape().size());
  for (int id = 0; id < a.tape().size(); ++id)
    EXPECT_EQ(a.read(id).view().map(), b.read(id).view().map()) << a.label(id).path;
}

TEST(PictureModels, AnAnatomySaysWhatThereIs) {
  for (const ModelPtr& model : picture_models()) {
    const Anatomy& has = model->anatomy();
    ASSERT_TRUE(has.picture);
    EXPECT_EQ(has.typed(), Stream::source);
    EXPECT_EQ(has.picture->features.cells(), 64);
    EXPECT_EQ(has.picture->rows(), static_cast<int>(model->read(two_objects).size()));
    EXPECT_EQ(model->trace({.text = two_objects})->typed(), model->tokenizer().vocabulary().words());
  }
  const Anatomy attention = tiny_recurrent_captioner(true).anatomy();
  EXPECT_TRUE(attention.find(Attention::cross)->additive);
  EXPECT_TRUE(attention.recurrent());
  EXPECT_TRUE(tiny_recurrent_captioner(false).anatomy().attentions.empty());
  const Anatomy transformer = tiny_transformer_captioner().anatomy();
  EXPECT_EQ(transformer.attentions.size(), 3U);
  EXPECT_EQ(transformer.answer, AnswerKind::caption);
  EXPECT_TRUE(writes_from_start(transformer.answer));
  const Anatomy vit = tiny_vision_transformer().anatomy();
  EXPECT_EQ(vit.answer, AnswerKind::one_label);
  EXPECT_TRUE(vit.picture->class_token);
  EXPECT_FALSE(writes_from_start(vit.answer));
}

TEST(PictureModels, TheFirstStepIsThePictureTyped) {
  for (const ModelPtr& model : picture_models()) {
    const TracePtr trace = model->trace({.text = two_objects});
    EXPECT_EQ(trace->read("picture").view().map(), pixels_of(two_objects));
    EXPECT_EQ(trace->label(Axis::source_token, trace->anatomy().picture->class_token ? 9 : 8), "r2c1");
    EXPECT_THROW(model->read("large red thing at 20,30"), std::invalid_argument);
    EXPECT_THROW(model->trace({.text = ""}), std::invalid_argument);
  }
}

TEST(PictureModels, PicturesOfAnotherSizeAreRefused) {
  const TemporaryFolder folder;
  PictureTransformerConfig config = vision_transformer_config();
  config.features.side = 128;
  write_random_model(folder.path(), config, words_for(config), 1);
  try {
    load_model(folder.path());
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find("\"side\""), std::string::npos) << error.what();
  }
}

TEST(PictureModels, RandomOnesAreMadeAndSayWhatTheyAre) {
  const TemporaryFolder folder;
  const RecurrentCaptionerConfig captioner{.attention = true};
  write_random_model(folder.path() / "a", captioner, words_for(captioner), 1);
  const PictureTransformerConfig vit = vision_transformer_config();
  write_random_model(folder.path() / "b", vit, words_for(vit), 1);
  EXPECT_EQ(load_card(folder.path() / "a").title, "Untrained: 4 convolutions, decoder of 1 GRU layer");
  EXPECT_EQ(load_card(folder.path() / "b").title, "Untrained: 2 convolutions, encoder of 2 layers");
  EXPECT_NE(load_model(folder.path() / "a")->trace({.text = two_objects}), nullptr);
  EXPECT_EQ(load_model(folder.path() / "b")->trace({.text = two_objects})->words().next.size(), 1U);
}

TEST(PictureModels, APictureThatWasEditedIsNotTheOneTyped) {
  for (const ModelPtr& model : picture_models()) {
    const std::vector<Edit> black{{.path = "picture", .values = {0}}};
    const TracePtr edited = model->trace({.text = two_objects, .edits = black});
    const TracePtr one = model->trace({.text = one_object});
    expect_same(*model->trace({.text = one_object, .like = edited.get()}), *one);
  }
}

TEST(Captioners, AnEditOfGatheredWeightsActsAtItsTime) {
  const Model model = tiny_recurrent_captioner(true);
  const std::vector<int> words{2, 3, 4};
  std::vector<float> only(64, 0.0F);
  only[27] = 1;
  const Matrix pixels = pixels_of(two_objects);
  const TracePtr plain = model.trace({.input = pixels, .words = words});
  const TracePtr edited = model.trace(
      {.input = pixels, .words = words, .edits = {{.path = looked_at, .row = 1, .values = only}}});
  EXPECT_EQ(edited->read("decoder.0.time.1.context").view().map().row(0),
            edited->read("source.annotations").view().map().row(27));
  EXPECT_EQ(edited->read("logits").view().map().row(0), plain->read("logits").view().map().row(0));
  EXPECT_NE(edited->read("logits").view().map().row(1), plain->read("logits").view().map().row(1));
}

// Pixels covered by hand change what is made of them, and the answer with it.
TEST(PictureModels, AnEditOfThePictureReachesTheAnswer) {
  for (const ModelPtr& model : picture_models()) {
    const TracePtr plain = model->trace({.text = two_objects});
    std::vector<Edit> covered;
    for (int row = 0; row < 64 * 64; row += 3)
      covered.push_back({.path = "picture", .row = row, .values = {2}});
    const TracePtr edited = model->trace({.text = two_objects, .edits = covered, .like = plain.get()});
    EXPECT_NE(edited->read("features.grid").view().map(), plain->read("features.grid").view().map());
    EXPECT_NE(edited->read("probabilities").view().map().row(0),
              plain->read("probabilities").view().map().row(0));
  }
}

TEST(Captioners, OneVectorIsTheBottleneckWithoutAttention) {
  const std::vector<ModelPtr> all = captioners();
  EXPECT_EQ(bottleneck_of(*all[0]->trace({.text = one_object})), "features.summary");
  EXPECT_EQ(bottleneck_of(*all[1]->trace({.text = one_object})), "");
  EXPECT_EQ(bottleneck_of(*all[2]->trace({.text = one_object})), "");
}

TEST(Captioners, CommasStandBehindTheWordBeforeThem) {
  EXPECT_EQ(text_of({"a", "small", "red", "circle", ",", "a", "star"}, AnswerKind::caption),
            "a small red circle, a star");
}

}  // namespace
}  // namespace headlight
