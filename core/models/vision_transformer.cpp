#include "core/models/vision_transformer.h"

#include <stdexcept>

#include "core/models/captioner.h"
#include "core/models/decoding.h"
#include "core/models/folder.h"
#include "core/models/gathered.h"
#include "core/models/keeping.h"
#include "core/pictures/caption.h"
#include "core/tape/ops/ops.h"

namespace headlight {

namespace {

void require_class_token(const PictureTransformerConfig& config) {
  require_picture_size(config.features);
  if (!config.has_class_token()) throw std::invalid_argument("a model with one label has no decoder");
}

}  // namespace

Vocabulary shape_labels() { return Vocabulary(shape_answers()); }

VisionTransformer::VisionTransformer(const PictureTransformerConfig& config, Weights weights,
                                     Vocabulary labels)
    : Model(anatomy_of(config), std::move(weights)),
      config_(config),
      reader_(*anatomy().picture),
      labels_(std::move(labels)),
      label_words_(labels_.shared_words()) {
  require_class_token(config_);
}

std::shared_ptr<const VisionTransformer> VisionTransformer::load(const std::filesystem::path& folder) {
  auto files = read_model<PictureTransformerConfig>(folder, require_class_token);
  return std::make_shared<const VisionTransformer>(files.config, std::move(files.weights),
                                                   std::move(files.words.target));
}

void VisionTransformer::save(const std::filesystem::path& folder, StoredType stored) const {
  write_model(folder, config_, weights(), {Vocabulary(), labels_}, stored);
}

Tape VisionTransformer::record(const Matrix& pixels) const {
  Tape tape;
  PictureTransformerRecording recording(tape, config_, weights());
  recording.look(view(pixels));
  const int logits = recording.label();
  Label probabilities = Block{Family::output, ""}["probabilities"];
  probabilities.rows = Axis::one;
  tape.record(std::move(probabilities), softmax(), {logits});
  keep_what_fits(tape);
  return tape;
}

TracePtr VisionTransformer::traced(Tape tape) const {
  Trace::Words words = reader_.words();
  words.next = labels_.words_of(likeliest(tape.value(tape.size() - 1)));
  words.target_vocabulary = label_words_;
  return std::make_shared<const Trace>(std::move(tape), std::move(words), shared_weights(), shared_anatomy());
}

TracePtr VisionTransformer::trace(const TraceRequest& request) const {
  const Matrix pixels = PictureReader::pixels(request.text);
  // Of the same picture, under other edits: only what these change is computed.
  const bool replay = PictureReader::is_of(request.like, weights(), pixels);
  Tape tape = replay ? request.like->tape().fork() : record(pixels);
  tape.set_edits(at_their_source(tape, request.edits));
  return tape.forward(request.watch, request.cancel) ? traced(std::move(tape)) : nullptr;
}

TracePtr VisionTransformer::pass(const Matrix& pixels, const std::vector<Edit>& edits) const {
  Tape tape = record(pixels);
  tape.set_edits(at_their_source(tape, edits));
  tape.forward();
  return traced(std::move(tape));
}

}  // namespace headlight
