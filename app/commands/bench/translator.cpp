#include "core/models/translator.h"
#include "app/commands/bench/bench.h"
#include "core/learn/corpus.h"
#include "core/models/transformer.h"
#include "core/text/nearest.h"

namespace headlight {

namespace {

// How long a replay takes against a whole forward, when one head's temperature has changed.
double replay_over_forward(const Translator& model) {
  const Example& shown = showcase().front();
  const TracePtr trace = model.translate(encode(model.source(), shown.source));
  Tape tape;
  Recording recording(tape, model.config(), model.weights());
  const int encoded = record_encoder(recording, encode(model.source(), shown.source));
  const int decoded = record_decoder(recording, encode(model.target(), trace->words().target), encoded);
  record_probabilities(recording, record_logits(recording, decoded));
  tape.forward();

  Edit edit;
  edit.path = head_path("encoder", model.config().encoder_layers - 1, "self_attention", 0, "scaled");
  edit.kind = Edit::Kind::multiply;
  float temperature = 1.0F;
  const auto replay = [&] {
    temperature = temperature > 2.0F ? 0.5F : temperature + 0.1F;
    edit.values = {1.0F / temperature};
    tape.set_edits({edit});
    tape.forward();
  };
  const auto whole = [&] {
    tape.touch_parameters();
    tape.forward();
  };
  return median_ratio(301, replay, whole);
}

}  // namespace

std::vector<Measure> bench_translator() {
  const auto model = Translator::load(model_folder("translator"));
  const std::vector<int> tired = encode(model->source(), showcase()[0].source);
  const std::vector<int> wide = encode(model->source(), showcase()[1].source);
  const double two = median_ms(101, [&] {
    const TracePtr first = model->translate(tired);
    model->translate(wide, {}, first.get());
  });
  return {{"translator_two_sentences_ms", two, "ms", "<= 4"},
          {"replay_over_forward", replay_over_forward(*model), "", ""}};
}

}  // namespace headlight
