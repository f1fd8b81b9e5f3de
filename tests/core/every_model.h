// A model of each kind there is: what holds for all of them is tested on each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/models/model.h"
#include "tests/long_labeller.h"
#include "tests/tiny_labeller.h"
#include "tests/tiny_language_model.h"
#include "tests/tiny_model.h"
#include "tests/tiny_pictures.h"
#include "tests/tiny_recurrent.h"

namespace headlight {

// A model of each kind, with two texts that are much alike and edits of a trace of the first.
struct ModelRow {
  const char* name;
  std::shared_ptr<const Model> model;
  std::string folder;
  std::string text, other;
  std::vector<Edit> edits;
};

inline const std::vector<ModelRow>& every_model() {
  const auto made = [](Model model) { return std::make_shared<const Model>(std::move(model)); };
  const std::vector<Edit> states{{.path = "encoder.0.states", .row = 3, .values = {1.5F}}};
  const std::vector<Edit> seen{{.path = "features.0.activation", .row = 70, .values = {3}},
                               {.path = "source.input", .row = 9, .values = {-1}}};
  const std::vector<Edit> looked_at{{.path = "features.0.activation", .row = 70, .values = {3}},
                                    {.path = "source.annotations", .row = 9, .values = {-1}}};
  const std::vector<Edit> patches{{.path = "features.0.activation", .row = 7, .values = {3}},
                                  {.path = "source.input", .row = 9, .values = {-1}}};
  const auto of_others = [](const char* name, const char* edited) {
    const std::string folder = std::string(HEADLIGHT_SOURCE_DIR "/tests/golden/foreign/") + name;
    return ModelRow{name,
                    load_model(folder),
                    folder,
                    "The animal crossed",
                    "The dog crossed",
                    {{.path = edited, .values = {2}}}};
  };
  static const std::vector<ModelRow> all{
      of_others("gpt2", "decoder.0.self_attention.head.0.output"),
      of_others("llama", "decoder.0.self_attention.head.1.value"),
      of_others("bert", "encoder.0.self_attention.head.0.output"),
      of_others("marian", "encoder.0.self_attention.head.0.output"),
      {"translator",
       made(tiny_translator()),
       tiny_model_folder(),
       tired_sentence,
       wide_sentence,
       {{.path = "encoder.0.self_attention.head.0.output", .values = {2}}}},
      {"labeller",
       made(tiny_labeller()),
       tiny_labeller_folder(),
       "a b C",
       "a b D",
       {{.path = "encoder.0.self_attention.head.0.output", .values = {2}}}},
      {"language model",
       made(tiny_language_model()),
       tiny_language_model_folder(),
       "The animal was tired.",
       "The animal was wide.",
       {{.path = "decoder.0.self_attention.head.0.output", .values = {2}}}},
      {"seq2seq", made(tiny_recurrent(false)), tiny_seq2seq_folder(), tired_sentence, wide_sentence, states},
      {"seq2seq-attention", made(tiny_recurrent(true)), tiny_seq2seq_attention_folder(), tired_sentence,
       wide_sentence, states},
      {"characters",
       made(tiny_characters()),
       tiny_lstm_folder(),
       "a street",
       "a strain",
       {{.path = "decoder.0.time.2.forget_gate", .values = {0}}}},
      {"characters-rnn",
       made(tiny_characters(RecurrentCell::rnn, 2)),
       tiny_rnn_folder(),
       "a street",
       "a strain",
       {{.path = "decoder.0.time.2.state", .values = {0}}}},
      {"caption-rnn", made(tiny_recurrent_captioner(false)), tiny_caption_rnn_folder(), two_objects,
       one_object, looked_at},
      {"caption-attention", made(tiny_recurrent_captioner(true)), tiny_caption_attention_folder(),
       two_objects, one_object, looked_at},
      {"caption-transformer", made(tiny_transformer_captioner()), tiny_caption_transformer_folder(),
       two_objects, one_object, seen},
      {"vit", made(tiny_vision_transformer()), tiny_vit_folder(), two_objects, one_object, patches},
      of_others("gpt_neox", "decoder.0.self_attention.head.0.output"),
      of_others("gpt_neo", "decoder.0.self_attention.head.0.output"),
      of_others("gemma2", "decoder.0.self_attention.head.0.output"),
      of_others("gemma3", "decoder.0.self_attention.head.1.value"),
      of_others("modernbert", "encoder.1.self_attention.head.0.output"),
      of_others("t5", "encoder.0.self_attention.head.0.output"),
      of_others("roberta", "encoder.0.self_attention.head.0.output")};
  return all;
}

}  // namespace headlight
