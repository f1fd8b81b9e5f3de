// Models that look at pictures as the stage knows them: what they have, how a caption is searched, edits, and
// folders.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "core/files/read_file.h"
#include "core/files/write_file.h"
#include "core/layers/sites.h"
#include "core/models/card.h"
#include "core/models/outline.h"
#include "core/models/read_trace.h"
#include "core/pictures/picture.h"
#include "core/tape/ops/ops.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

constexpr const char* looked_at = "decoder.0.cross_attention.head.0.weights";

std::vector<std::shared_ptr<const Captioner>> captioners() {
  return {std::make_shared<const Captioner>(tiny_recurrent_captioner(false)),
          std::make_shared<const Captioner>(tiny_recurrent_captioner(true)),
          std::make_shared<const Captioner>(tiny_transformer_captioner())};
}

std::vector<ModelPtr> picture_models() {
  std::vector<ModelPtr> all;
  for (const auto& each : captioners()) all.push_back(each);
  all.push_back(std::make_shared<const VisionTransformer>(tiny_vision_transformer()));
  return all;
}

Matrix pixels_of(const char* text) { return scaled(picture_of(text)); }

void expect_same(const Trace& a, const Trace& b) {
  ASSERT_EQ(a.tape().size(), b.tape().size());
  for (int id = 0; id < a.tape().size(); ++id)
    EXPECT_EQ(a.read(id).view().map(), b.read(id).view().map()) << a.label(id).path;
}

// Every step and every tensor, of the times the first.
std::string named(const std::string& title, const Trace& trace) {
  std::string list = title + "\n";
  for (int id = 0; id < trace.tape().size(); ++id) {
    const Node& node = trace.tape().node(id);
    if (place_of(node.label.path).time.value_or(0) != 0) continue;
    if (node.kind != Node::Kind::parameter) {
      EXPECT_NE(site_of(node.label.path), nullptr) << node.label.path;
    }
    list += "  " + node.label.path + " [" + std::string(info(node.label.rows).letter) + ", " +
            std::string(info(node.label.cols).letter) + "]\n";
  }
  return list;
}

TEST(PictureModels, HaveTheFrozenNames) {
  const std::vector<int> words{2, 3};
  const Matrix pixels = pixels_of(one_object);
  const std::string all = named("caption-rnn", *tiny_recurrent_captioner(false).force(pixels, words)) +
                          named("caption-attention", *tiny_recurrent_captioner(true).force(pixels, words)) +
                          named("caption-transformer", *tiny_transformer_captioner().force(pixels, words)) +
                          named("vit", *tiny_vision_transformer().pass(pixels));
  std::ifstream file(HEADLIGHT_SOURCE_DIR "/tests/golden/picture_names.txt");
  std::ostringstream frozen;
  frozen << file.rdbuf();
  EXPECT_EQ(all, frozen.str());
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

TEST(PictureModels, AFolderIsReadAsItsFamily) {
  const std::vector<ModelPtr> made = picture_models();
  const std::vector<std::string> folders{tiny_caption_rnn_folder(), tiny_caption_attention_folder(),
                                         tiny_caption_transformer_folder(), tiny_vit_folder()};
  for (std::size_t i = 0; i < made.size(); ++i) {
    const ModelPtr read = load_model(folders[i]);
    expect_same(*read->trace({.text = one_object}), *made[i]->trace({.text = one_object}));
    EXPECT_EQ(outline_of(folders[i])->tokenizer().encoded(one_object), made[i]->read(one_object));
    EXPECT_EQ(outline_of(folders[i])->anatomy().max_tokens, made[i]->anatomy().max_tokens);
  }
  EXPECT_THROW(VisionTransformer::load(tiny_caption_transformer_folder()), FormatError);
  EXPECT_THROW(Captioner::load(tiny_vit_folder()), FormatError);
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

TEST(Captioners, GreedyWordsAreTheLikeliestOfTheirRows) {
  for (const auto& model : captioners()) {
    const TracePtr trace = model->trace({.text = two_objects});
    const Trace::Words& words = trace->words();
    ASSERT_EQ(words.next.size(), words.target.size());
    EXPECT_EQ(words.target.front(), "<s>");
    for (std::size_t t = 1; t < words.target.size(); ++t) EXPECT_EQ(words.target[t], words.next[t - 1]);
    EXPECT_EQ(model->written().words_of(model->decode(pixels_of(two_objects))), written_words(*trace));
    expect_same(*trace, *model->force(pixels_of(two_objects), model->decode(pixels_of(two_objects))));
  }
}

TEST(Captioners, ADraftChangesNothing) {
  const std::vector<Edit> edits{{.path = "features.0.activation", .row = 70, .values = {3}},
                                {.path = "source.input", .row = 9, .values = {-1}}};
  for (const ModelPtr& model : picture_models()) {
    const TracePtr one = model->trace({.text = one_object});
    const TracePtr two = model->trace({.text = two_objects});
    expect_same(*model->trace({.text = two_objects, .like = one.get()}), *two);
    expect_same(*model->trace({.text = two_objects, .edits = edits, .like = two.get()}),
                *model->trace({.text = two_objects, .edits = edits}));
    // A picture that was edited is not the one typed.
    const std::vector<Edit> black{{.path = "picture", .values = {0}}};
    const TracePtr edited = model->trace({.text = two_objects, .edits = black, .like = two.get()});
    expect_same(*model->trace({.text = one_object, .like = edited.get()}), *one);
  }
}

TEST(Captioners, AnEditOfGatheredWeightsActsAtItsTime) {
  const Captioner model = tiny_recurrent_captioner(true);
  const std::vector<int> words{2, 3, 4};
  std::vector<float> only(64, 0.0F);
  only[27] = 1;
  const Matrix pixels = pixels_of(two_objects);
  const TracePtr plain = model.force(pixels, words);
  const TracePtr edited = model.force(pixels, words, {{.path = looked_at, .row = 1, .values = only}});
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

TEST(Captioners, WritingAsksForTheSameProbabilities) {
  for (const auto& model : captioners()) {
    const std::optional<Writing> writing = model->writing(two_objects);
    ASSERT_TRUE(writing);
    const std::vector<int> added{2, 3};
    const Matrix pixels = pixels_of(two_objects);
    EXPECT_EQ(writing->next(added), last_row(model->force(pixels, added)->read("probabilities").view()));
    EXPECT_EQ(writing->next({}), last_row(model->force(pixels, {})->read("probabilities").view()));
    EXPECT_EQ(writing->trace(added, {})->words().target.size(), 3U);
    EXPECT_EQ(writing->given, std::vector<std::string>{"<s>"});
  }
  EXPECT_FALSE(tiny_vision_transformer().writing(two_objects));
}

TEST(Captioners, OneVectorIsTheBottleneckWithoutAttention) {
  const std::vector<std::shared_ptr<const Captioner>> all = captioners();
  EXPECT_EQ(bottleneck_of(*all[0]->trace({.text = one_object})), "features.summary");
  EXPECT_EQ(bottleneck_of(*all[1]->trace({.text = one_object})), "");
  EXPECT_EQ(bottleneck_of(*all[2]->trace({.text = one_object})), "");
}

TEST(Captioners, CommasStandBehindTheWordBeforeThem) {
  EXPECT_EQ(text_of({"a", "small", "red", "circle", ",", "a", "star"}, AnswerKind::caption),
            "a small red circle, a star");
}

// The last cells, and one inside every picture and feature map: the number that a formula gives is the
// cell's.
TEST(PictureModels, EveryCellIsExplained) {
  for (const ModelPtr& model : picture_models()) {
    const TracePtr trace = model->trace({.text = one_object});
    for (int id = 0; id < trace->tape().size(); ++id) {
      const Node& node = trace->tape().node(id);
      if (node.op == nullptr) continue;
      for (const Cell cell : {Cell{id, node.shape.rows - 1, node.shape.cols - 1},
                              Cell{id, node.shape.rows / 2, node.shape.cols / 2}}) {
        const Expression made = trace->tape().explain(cell);
        const double value = made.evaluate([&](Cell of) { return static_cast<double>(trace->cell(of)); });
        EXPECT_NEAR(value, static_cast<double>(trace->cell(cell)), 1e-5) << node.label.path;
      }
    }
  }
}

}  // namespace
}  // namespace headlight
