#include "core/models/recurrent_translator.h"

#include <algorithm>

#include "core/models/decoding.h"
#include "core/models/folder.h"
#include "core/models/gathered.h"
#include "core/models/keeping.h"
#include "core/models/seq2seq.h"
#include "core/tape/ops/ops.h"
#include "core/text/nearest.h"

namespace headlight {

namespace {

constexpr int first_word = TranslationWords::start;
constexpr int last_word = TranslationWords::end;

// The encoder recorded once; the decoder again behind it for every guess at the translation.
class RecurrentPass {
 public:
  struct Cancelled {};

  // All arguments must outlive it.
  RecurrentPass(const RecurrentTranslator& model, std::span<const int> source, const TraceRequest& request)
      : source_(source.begin(), source.end()),
        request_(request),
        layers_(tape_, model.weights()),
        seq2seq_(layers_, model.config()) {}
  RecurrentPass(const RecurrentPass&) = delete;
  RecurrentPass& operator=(const RecurrentPass&) = delete;

  // Goes on from all that was recorded of the same sentence over `target`, under whatever edits.
  void take_up(const Tape& recorded, std::vector<int> target) {
    tape_ = recorded.fork();
    written_ = std::move(target);
    compute();
  }

  // The likeliest next word behind each place of `target`, its first word <s>.
  std::vector<int> next(std::span<const int> target) {
    if (!std::ranges::equal(target, written_)) record(target);
    return likeliest(tape_.value(tape_.find("probabilities").value()));
  }

  std::vector<float> last_probabilities(std::span<const int> target) {
    next(target);
    return last_row(tape_.value(tape_.find("probabilities").value()));
  }

  Tape take() { return std::move(tape_); }

 private:
  void record(std::span<const int> target) {
    layers_.rewind(encoder_end_);
    if (encoder_end_ == 0) {
      seq2seq_.read(source_);
      encoder_end_ = tape_.size();
    }
    const int logits = seq2seq_.write(target);
    tape_.record(Block{Family::output, "", Stream::target}["probabilities"], softmax(), {logits});
    keep_what_fits(tape_);
    written_.assign(target.begin(), target.end());
    compute();
  }

  void compute() {
    tape_.set_edits(at_their_source(tape_, request_.edits));
    if (!tape_.forward(request_.watch, request_.cancel)) throw Cancelled();
  }

  std::vector<int> source_;
  TraceRequest request_;
  Tape tape_;
  LayerRecording layers_;
  Seq2SeqRecording seq2seq_;
  int encoder_end_ = 0;       // 0 as long as it is not recorded here
  std::vector<int> written_;  // what the decoder on the tape read
};

std::vector<int> searched(RecurrentPass& pass, std::span<const int> draft, std::size_t most) {
  return greedy([&](std::span<const int> target, int) { return pass.next(target); }, first_word, last_word, {}, draft,
                most);
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
  RecurrentPass pass(*this, source, request);
  std::vector<int> draft;
  if (request.like != nullptr) draft = encode(target(), request.like->words().target);
  try {
    const bool same = request.like != nullptr && request.like->lender() == &weights() &&
                      request.like->words().source == this->source().words_of(source);
    if (same) pass.take_up(request.like->tape(), draft);
    if (!draft.empty()) draft.erase(draft.begin());
    const std::vector<int> written =
        searched(pass, draft, TranslationWords::longest(source, config_.max_tokens));
    Trace::Words words = words_.labels(source, written, pass.next(written));
    return std::make_shared<const Trace>(pass.take(), std::move(words), shared_weights(), shared_anatomy());
  } catch (const RecurrentPass::Cancelled&) {
    return nullptr;
  }
}

TracePtr RecurrentTranslator::force(std::span<const int> source, std::span<const int> target,
                                    const std::vector<Edit>& edits) const {
  RecurrentPass pass(*this, source, {.text = {}, .edits = edits});
  std::vector<int> written{first_word};
  written.insert(written.end(), target.begin(), target.end());
  Trace::Words words = words_.labels(source, written, pass.next(written));
  return std::make_shared<const Trace>(pass.take(), std::move(words), shared_weights(), shared_anatomy());
}

std::optional<Writing> RecurrentTranslator::writing(std::string_view typed) const {
  const std::vector<int> source = read(typed);
  // The sentence is read once, whatever is written behind it.
  const auto pass = std::make_shared<RecurrentPass>(*this, source, TraceRequest{});
  const auto next = [pass](std::span<const int> added) {
    std::vector<int> written{first_word};
    written.insert(written.end(), added.begin(), added.end());
    return pass->last_probabilities(written);
  };
  const auto most = static_cast<int>(TranslationWords::longest(source, config_.max_tokens)) - 1;
  return Writing{next, {last_word, most}, &target()};
}

std::vector<int> RecurrentTranslator::decode(std::span<const int> source) const {
  RecurrentPass pass(*this, source, {});
  std::vector<int> written = searched(pass, {}, TranslationWords::longest(source, config_.max_tokens));
  written.erase(written.begin());
  return written;
}

}  // namespace headlight
