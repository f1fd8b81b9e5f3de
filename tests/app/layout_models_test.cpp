// Every view of models that are no translators of one or two layers, and of all shapes.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/app/tidy.h"
#include "tests/session/lab_pages.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_pictures.h"

namespace headlight {
namespace {

struct ModelOnStage {
  std::string what, model, text;
  std::string compare = {};
};

// Pre-norm, heads of five numbers, seven of them where the encoder is read.
const std::string& odd_translator_folder() {
  static const TemporaryFolder folder;
  static const std::string path = saved_model(folder, {.d_model = 12,
                                                       .d_ff = 7,
                                                       .encoder_layers = 1,
                                                       .encoder_heads = 3,
                                                       .decoder_layers = 2,
                                                       .decoder_heads = 2,
                                                       .cross_heads = 7,
                                                       .head_size = 5,
                                                       .norm_place = NormPlace::pre});
  return path;
}

std::vector<ModelOnStage> shown() {
  return {{"labeller", tiny_labeller_folder(), "TRANSFORMER"},
          {"labeller of one letter", tiny_labeller_folder(), "Q"},
          {"small model that is shipped", "positions/third/rotary", "TRANSFORMER"},
          {"translator of one word", tiny_model_folder(), "animal"},
          {"language model", tiny_language_model_folder(), tired_sentence, wide_sentence},
          {"language model, one sentence", tiny_language_model_folder(), tired_sentence},
          {"language model of one word", tiny_language_model_folder(), "it"},
          {"odd translator", odd_translator_folder(), tired_sentence, wide_sentence},
          {"odd translator of one word", odd_translator_folder(), "it"},
          {"recurrent", tiny_seq2seq_folder(), tired_sentence, wide_sentence},
          {"recurrent, one word", tiny_seq2seq_folder(), "it"},
          {"recurrent with attention", tiny_seq2seq_attention_folder(), tired_sentence, wide_sentence},
          {"recurrent with attention, one sentence", tiny_seq2seq_attention_folder(), tired_sentence},
          {"recurrent with attention, one word", tiny_seq2seq_attention_folder(), "it"},
          {"characters", tiny_lstm_folder(), "the animal is tired"},
          {"one character", tiny_lstm_folder(), "a"},
          {"many characters of two layers", tiny_rnn_folder(),
           "the animal didn't cross the street because it was too tired, and the street was wide"},
          {"144 heads on 200 letters", many_heads_folder(), random_letters(200)},
          {"caption of one vector", tiny_caption_rnn_folder(), two_objects},
          {"caption with attention", tiny_caption_attention_folder(), two_objects, one_object},
          {"caption by a Transformer", tiny_caption_transformer_folder(), two_objects, one_object},
          {"caption by a Transformer, one picture", tiny_caption_transformer_folder(), one_object},
          {"vision Transformer", tiny_vit_folder(), two_objects}};
}

Session session_on(const ModelOnStage& what, ViewKind view) {
  Session session;
  session.model = what.model;
  session.text(0) = what.text;
  session.text(1) = what.compare;
  session.view = view;
  session.layer = 0;
  session.head = 1;
  session.token = 0;
  return session;
}

TEST(LayoutOfModels, EveryViewIsTidy) {
  for (const ModelOnStage& what : shown()) {
    for (const auto& [view, name] : view_names()) {
      for (const Size& size : {Size{1024, 768, 1}, Size{1440, 900, 1}}) {
        Driver driver(session_on(what, view), size.width, size.height, size.scale);
        ASSERT_NE(driver.results()->trace(0), nullptr) << driver.results()->side(0).error;
        expect_tidy(driver, name_of(size, what.what + ": " + name));
      }
    }
  }
}

// The pages of labs that are about what is on stage, with models that are no translators.
TEST(LayoutOfModels, EveryPageOfALabIsTidy) {
  const std::vector<LabPage> every_page = lab_pages();
  for (const ModelOnStage& what : shown()) {
    const std::vector<std::string> models{"labeller", "language model", "characters",
                                          "caption by a Transformer", "vision Transformer"};
    if (std::find(models.begin(), models.end(), what.what) == models.end()) continue;
    for (const LabPage& page : every_page) {
      const std::string lab = page.session.lab->name;
      const auto& labs = page.session.labs;
      const bool usual = labs.get<PositionsLab>().kind == Positions::sinusoidal ||
                         labs.get<PositionsLab>().kind == Positions::none;
      const bool of_model = (lab == "positions" && usual) || lab == "order" || lab == "masks" ||
                            lab == "block" || page.name == "lookup, sentence" ||
                            page.name.starts_with("attention, sentence, inputs, scaled_dot");
      if (!of_model || page.session.view != ViewKind::lab) continue;
      for (const Size& size : {Size{1280, 800, 1}, Size{1366, 768, 1.25F}}) {
        Session session = session_on(what, ViewKind::lab);
        session.lab = page.session.lab;
        session.labs = labs;
        Driver driver(session, size.width, size.height, size.scale);
        expect_tidy(driver, name_of(size, what.what + ": " + page.name));
      }
    }
  }
}

}  // namespace
}  // namespace headlight
