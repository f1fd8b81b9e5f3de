#include "core/models/picture_models.h"

#include <algorithm>
#include <stdexcept>

#include "core/models/decoding.h"
#include "core/models/folder.h"
#include "core/models/logit_lens.h"
#include "core/models/translator.h"
#include "core/models/whole_pass.h"
#include "core/pictures/caption.h"
#include "core/pictures/picture.h"
#include "core/tape/ops/ops.h"
#include "core/text/encode.h"

namespace headlight {

std::vector<std::string> cell_labels(const PictureInfo& picture) {
  std::vector<std::string> labels;
  if (picture.class_token) labels.emplace_back("[class]");
  const int side = picture.features.grid();
  for (int cell = 0; cell < side * side; ++cell) labels.push_back(cell_name(cell, side));
  return labels;
}

Understood PictureCells::understood(std::string_view typed) const {
  picture_of(typed);
  return {vocabulary().words(), {}};
}

PictureReader::PictureReader(const PictureInfo& picture)
    : cells_(picture), labels_(cells_.vocabulary().shared_words()) {}

Matrix PictureReader::pixels(std::string_view typed) { return scaled(picture_of(typed)); }

bool PictureReader::is_of(const Trace* trace, const Weights& weights, const Matrix& pixels) {
  if (trace == nullptr || trace->lender() != &weights) return false;
  const int node = trace->find("picture");
  const std::vector<Edit>& edits = trace->tape().edits();
  const bool edited = std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
    return node >= 0 && edit.path == trace->label(node).path;
  });
  return node >= 0 && !edited && trace->read(node).view().map() == pixels;
}

Trace::Words PictureReader::words() const {
  return {
      .source = *labels_, .target = {}, .next = {}, .source_vocabulary = labels_, .target_vocabulary = {}};
}

void require_picture_size(const FeaturesConfig& config) {
  if (config.side == Picture::side) return;
  throw std::invalid_argument("\"side\" must be " + std::to_string(Picture::side) +
                              ": pictures have as many pixels along a side");
}

namespace {

constexpr int caption_start = TranslationWords::start, caption_end = TranslationWords::end;

Anatomy anatomy_of_any(const Captioner::Config& config) {
  return std::visit([](const auto& each) { return anatomy_of(each); }, config);
}

std::unique_ptr<CaptionRecording> recording_of(const Captioner::Config& config, Tape& tape,
                                               const Weights& weights) {
  if (const auto* const transformer = std::get_if<PictureTransformerConfig>(&config))
    return std::make_unique<PictureTransformerRecording>(tape, *transformer, weights);
  return std::make_unique<RecurrentCaptionRecording>(tape, std::get<RecurrentCaptionerConfig>(config),
                                                     weights);
}

WholePass caption_pass(const Captioner& model, const Matrix& pixels, const TraceRequest& request) {
  const auto make = [&](Tape& tape) {
    const std::shared_ptr<CaptionRecording> recording = recording_of(model.config(), tape, model.weights());
    return WholePass::Recorder{
        .read = [recording, pixels] { recording->look(view(pixels)); },
        .write = [recording](std::span<const int> target) { return recording->write(target); },
        .rewind = [recording](int size) { recording->rewind(size); }};
  };
  return {make, request, caption_start, caption_end};
}

std::vector<int> behind_start(std::span<const int> caption) {
  std::vector<int> target{caption_start};
  target.insert(target.end(), caption.begin(), caption.end());
  return target;
}

void require_captioner(const RecurrentCaptionerConfig& config) { require_picture_size(config.features); }
void require_captioner(const PictureTransformerConfig& config) {
  require_picture_size(config.features);
  if (config.has_class_token()) throw std::invalid_argument("a captioner needs a decoder");
}

template <typename Config>
std::shared_ptr<const Captioner> load_captioner(const std::filesystem::path& path) {
  auto files = read_model<Config>(path, require_captioner);
  require_ends(path, files.words.target);
  return std::make_shared<const Captioner>(files.config, std::move(files.weights),
                                           std::move(files.words.target));
}

}  // namespace

Anatomy anatomy_of(const RecurrentCaptionerConfig& config) {
  Anatomy anatomy;
  anatomy.stacks.push_back({.name = "encoder",
                            .title = "Encoder",
                            .stream = Stream::source,
                            .input = "source",
                            .from = "features"});
  anatomy.stacks.push_back({.name = "decoder",
                            .title = "Decoder",
                            .stream = Stream::target,
                            .input = "target",
                            .layers = 1,
                            .recurrence = Recurrence{config.cell}});
  if (config.attention)
    anatomy.attentions.push_back({.id = Attention::cross, .heads = {1}, .additive = true});
  anatomy.answer = AnswerKind::caption;
  anatomy.picture = PictureInfo{config.features};
  anatomy.max_tokens = anatomy.picture->rows();
  return anatomy;
}

Anatomy anatomy_of(const PictureTransformerConfig& config) {
  Anatomy anatomy = anatomy_of(config.transformer());
  anatomy.stacks.front().from = "features";
  anatomy.answer = config.has_class_token() ? AnswerKind::one_label : AnswerKind::caption;
  anatomy.picture = PictureInfo{config.features, config.has_class_token()};
  anatomy.max_tokens = anatomy.picture->rows();
  return anatomy;
}

Vocabulary caption_vocabulary() {
  std::vector<std::string> words{"<s>", "</s>"};
  for (std::string& word : caption_words()) words.push_back(std::move(word));
  return Vocabulary(std::move(words));
}

Captioner::Captioner(const Config& config, Weights weights, Vocabulary written)
    : Model(anatomy_of_any(config), std::move(weights)),
      config_(config),
      reader_(*anatomy().picture),
      written_(std::move(written)),
      written_words_(written_.shared_words()) {
  std::visit([](const auto& each) { require_captioner(each); }, config_);
}

std::shared_ptr<const Captioner> Captioner::load(const std::filesystem::path& folder) {
  if (outline_of(folder)->family() == PictureTransformerConfig::family)
    return load_captioner<PictureTransformerConfig>(folder);
  return load_captioner<RecurrentCaptionerConfig>(folder);
}

void Captioner::save(const std::filesystem::path& folder, StoredType stored) const {
  std::visit(
      [&](const auto& each) {
        write_model(folder, each, weights(), {Vocabulary(), written_}, stored);
      },
      config_);
}

std::size_t Captioner::longest() const {
  return std::visit([](const auto& each) { return static_cast<std::size_t>(each.max_tokens); }, config_);
}

TracePtr Captioner::traced(Tape tape, std::span<const int> target, std::vector<int> next) const {
  std::replace(next.begin(), next.end(), no_word, caption_end);
  Trace::Words words = reader_.words();
  words.target = written_.words_of(target);
  words.next = written_.words_of(next);
  words.target_vocabulary = written_words_;
  return std::make_shared<const Trace>(std::move(tape), std::move(words), shared_weights(), shared_anatomy());
}

TracePtr Captioner::trace(const TraceRequest& request) const {
  const Matrix pixels = PictureReader::pixels(request.text);
  WholePass pass = caption_pass(*this, pixels, request);
  std::vector<int> draft;
  if (request.like != nullptr) draft = encode(written_, request.like->words().target);
  try {
    if (PictureReader::is_of(request.like, weights(), pixels)) pass.take_up(request.like->tape(), draft);
    // Where an edit may let words look ahead, what follows decides too: only word by word is then greedy.
    if (may_look_ahead(request.edits)) draft.clear();
    if (!draft.empty()) draft.erase(draft.begin());
    const std::vector<int> target = pass.written(draft, longest());
    std::vector<int> next = pass.next(target);
    return traced(pass.take(), target, std::move(next));
  } catch (const WholePass::Cancelled&) {
    return nullptr;
  }
}

TracePtr Captioner::force(const Matrix& pixels, std::span<const int> caption,
                          const std::vector<Edit>& edits) const {
  WholePass pass = caption_pass(*this, pixels, {.text = {}, .edits = edits});
  const std::vector<int> target = behind_start(caption);
  std::vector<int> next = pass.next(target);
  return traced(pass.take(), target, std::move(next));
}

std::optional<Writing> Captioner::writing(std::string_view typed) const {
  const Matrix pixels = PictureReader::pixels(typed);
  // The picture is looked at once, whatever is written of it.
  const std::shared_ptr<WholePass> pass(new WholePass(caption_pass(*this, pixels, {})));
  Writing writing{
      .next = [pass](std::span<const int> added) { return pass->probabilities_behind(added); },
      .end = {caption_end, static_cast<int>(longest()) - 1},
      .words = &written_,
      .given = {written_.word(caption_start)},
      .trace = [this, pixels](std::span<const int> added,
                              const std::vector<Edit>& edits) { return force(pixels, added, edits); }};
  if (const auto* const config = std::get_if<PictureTransformerConfig>(&config_)) {
    writing.lens = [this, layers = config->transformer()](const Trace& trace, int most) {
      return logit_lens(layers, weights(), trace, most);
    };
  }
  return writing;
}

std::vector<int> Captioner::decode(const Matrix& pixels) const {
  std::vector<int> target = caption_pass(*this, pixels, {}).written({}, longest());
  target.erase(target.begin());
  return target;
}

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
