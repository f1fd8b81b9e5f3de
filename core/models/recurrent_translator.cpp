#include "core/models/recurrent_translator.h"

#include "core/models/folder.h"
#include "core/models/seq2seq.h"
#include "core/models/whole_pass.h"
#include "core/text/encode.h"

namespace headlight {

namespace {

WholePass pass_over(const RecurrentTranslator& model, std::span<const int> source,
                    const TraceRequest& request) {
  struct Parts {
    Parts(Tape& tape, const RecurrentTranslator& of)
        : layers(tape, of.weights()), seq2seq(layers, of.config()) {}
    LayerRecording layers;
    Seq2SeqRecording seq2seq;
  };
  const auto make = [&](Tape& tape) {
    const auto parts = std::make_shared<Parts>(tape, model);
    return WholePass::Recorder{
        .read = [parts,
                 words = std::vector<int>(source.begin(), source.end())] { parts->seq2seq.read(words); },
        .write = [parts](std::span<const int> target) { return parts->seq2seq.write(target); },
        .rewind = [parts](int size) { parts->layers.rewind(size); }};
  };
  return {make, request, TranslationWords::start, TranslationWords::end};
}

}  // namespace

Anatomy anatomy_of(const Seq2SeqConfig& config) {
  Anatomy anatomy;
  anatomy.stacks.push_back({.name = "encoder",
                            .title = "Encoder",
                            .stream = Stream::source,
                            .input = "source",
                            .layers = 1,
                            .recurrence = Recurrence{config.cell, config.attention}});
  anatomy.stacks.push_back({.name = "decoder",
                            .title = "Decoder",
                            .stream = Stream::target,
                            .input = "target",
                            .layers = 1,
                            .recurrence = Recurrence{config.cell}});
  if (config.attention)
    anatomy.attentions.push_back({.id = Attention::cross, .heads = {1}, .additive = true});
  anatomy.answer = AnswerKind::translation;
  anatomy.max_tokens = config.max_tokens;
  return anatomy;
}

RecurrentTranslator::RecurrentTranslator(const Seq2SeqConfig& config, Weights weights, Vocabulary source,
                                         Vocabulary target)
    : Model(anatomy_of(config), std::move(weights)),
      config_(config),
      words_(std::move(source), std::move(target)) {}

std::shared_ptr<const RecurrentTranslator> RecurrentTranslator::load(const std::filesystem::path& folder) {
  auto files = read_model<Seq2SeqConfig>(folder);
  require_ends(folder, files.words.target);
  return std::make_shared<const RecurrentTranslator>(
      files.config, std::move(files.weights), std::move(files.words.source), std::move(files.words.target));
}

void RecurrentTranslator::save(const std::filesystem::path& folder, StoredType stored) const {
  write_model(folder, config_, weights(), {source(), target()}, stored);
}

std::vector<int> RecurrentTranslator::read(std::string_view typed) const {
  return words_.read(typed, config_.max_tokens);
}

TracePtr RecurrentTranslator::trace(const TraceRequest& request) const {
  const std::vector<int> source = read(request.text);
  WholePass pass = pass_over(*this, source, request);
  std::vector<int> draft;
  if (request.like != nullptr) draft = encode(target(), request.like->words().target);
  try {
    const bool same = request.like != nullptr && request.like->lender() == &weights() &&
                      request.like->words().source == this->source().words_of(source);
    if (same) pass.take_up(request.like->tape(), draft);
    if (!draft.empty()) draft.erase(draft.begin());
    const std::vector<int> written =
        pass.written(draft, TranslationWords::longest(source, config_.max_tokens));
    Trace::Words words = words_.labels(source, written, pass.next(written));
    return std::make_shared<const Trace>(pass.take(), std::move(words), shared_weights(), shared_anatomy());
  } catch (const WholePass::Cancelled&) {
    return nullptr;
  }
}

TracePtr RecurrentTranslator::force(std::span<const int> source, std::span<const int> target,
                                    const std::vector<Edit>& edits) const {
  WholePass pass = pass_over(*this, source, {.text = {}, .edits = edits});
  std::vector<int> written{TranslationWords::start};
  written.insert(written.end(), target.begin(), target.end());
  Trace::Words words = words_.labels(source, written, pass.next(written));
  return std::make_shared<const Trace>(pass.take(), std::move(words), shared_weights(), shared_anatomy());
}

std::optional<Writing> RecurrentTranslator::writing(std::string_view typed) const {
  const std::vector<int> source = read(typed);
  // The sentence is read once, whatever is written behind it.
  const std::shared_ptr<WholePass> pass(new WholePass(pass_over(*this, source, {})));
  const auto most = static_cast<int>(TranslationWords::longest(source, config_.max_tokens)) - 1;
  return Writing{
      .next = [pass](std::span<const int> added) { return pass->probabilities_behind(added); },
      .end = {TranslationWords::end, most},
      .words = &target(),
      .given = {target().word(TranslationWords::start)},
      .trace = [this, source](std::span<const int> added,
                              const std::vector<Edit>& edits) { return force(source, added, edits); }};
}

std::vector<int> RecurrentTranslator::decode(std::span<const int> source) const {
  std::vector<int> written =
      pass_over(*this, source, {}).written({}, TranslationWords::longest(source, config_.max_tokens));
  written.erase(written.begin());
  return written;
}

}  // namespace headlight
