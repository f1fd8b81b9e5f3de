#include "core/models/run.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "core/models/logit_lens.h"
#include "core/tape/ops/ops.h"

namespace headlight {
namespace {

bool is_between_tokens(const Label& label) {
  return info(label.rows).kind == AxisKind::tokens && info(label.cols).kind == AxisKind::tokens;
}

// What of an edit concerns the rows first .. first + rows of the gathered node, as edits of the node that
// has these rows alone.
void add_part(std::vector<Edit>& parts, const Edit& edit, const Node& source, int first) {
  const int rows = source.shape.rows;
  if (edit.row && (*edit.row < first || *edit.row >= first + rows)) return;
  Edit part = edit;
  part.path = source.label.path;
  if (edit.row) part.row = *edit.row - first;
  if (edit.kind != Edit::Kind::causal) {
    parts.push_back(std::move(part));
    return;
  }
  // Rows are counted in the gathered node.
  part.kind = Edit::Kind::set;
  part.values = {-std::numeric_limits<float>::infinity()};
  for (int row = 0; row < rows; ++row) {
    if (edit.row && *edit.row != first + row) continue;
    part.row = row;
    part.col = std::max(first + row + 1, edit.col.value_or(0));
    part.cols =
        (edit.col ? std::min(*edit.col + edit.cols, source.shape.cols) : source.shape.cols) - *part.col;
    if (part.cols > 0) parts.push_back(part);
  }
}

}  // namespace

void require_whole(const Weights& weights) {
  if (!weights.are_whole())
    throw std::runtime_error(
        "the file of the weights has become shorter while it was open; open the model again");
}

std::int64_t bytes_of_all(const Tape& tape) {
  std::int64_t cells = 0;
  for (int id = 0; id < tape.size(); ++id) {
    if (tape.node(id).kind == Node::Kind::computed) cells += tape.node(id).shape.size();
  }
  return cells * static_cast<std::int64_t>(sizeof(float));
}

void keep_what_fits(Tape& tape, std::int64_t most_bytes) {
  if (bytes_of_all(tape) <= most_bytes) return;
  for (int id = 0; id < tape.size(); ++id) {
    const Label& label = tape.node(id).label;
    if (is_between_tokens(label)) tape.make_droppable(id);
    // The widest ones: what a layer's feed-forward network has inside, and a number for each word there is.
    if (label.cols == Axis::hidden || info(label.cols).kind == AxisKind::vocabulary)
      tape.compute_in_blocks(id);
  }
}

bool touches(const std::vector<Edit>& edits, std::string_view start, std::string_view part) {
  return std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
    return edit.path.starts_with(start) && edit.path.find(part) != std::string::npos;
  });
}

bool may_look_ahead(const std::vector<Edit>& edits) { return touches(edits, "decoder.", "self_attention"); }

std::vector<Edit> at_their_source(const Tape& tape, const std::vector<Edit>& edits) {
  std::vector<Edit> all;
  for (const Edit& edit : edits) {
    const std::optional<int> id = tape.find(edit.path);
    if (!id || tape.node(*id).op != stack()) {
      all.push_back(edit);
      continue;
    }
    int first = 0;
    for (const int input : tape.node(*id).inputs) {
      const Node& source = tape.node(input);
      add_part(all, edit, source, first);
      first += source.shape.rows;
    }
  }
  return all;
}

ModelRun::ModelRun(const Model& model, ModelInput input, How how)
    : model_(model),
      input_(std::move(input)),
      how_(std::move(how)),
      whole_output_(touches(how_.edits, "logits") || touches(how_.edits, "probabilities")) {}

void ModelRun::take_up(const Trace& recorded) {
  tape_ = recorded.tape().fork();
  tape_.set_edits(at_their_source(tape_, how_.edits));
  taken_up_ = stale_ = true;
  words_ = recorded.words().target_ids;
  probabilities_ = tape_.find("probabilities").value_or(-1);
  passed_ = true;
}

void ModelRun::read() {
  if (begun_) return;
  begun_ = true;
  const auto make = [this] {
    recorder_ = model_.family().record(tape_, model_.any_config(), model_.weights(), {.cache = how_.cache});
  };
  make();
  if (taken_up_) {
    if (recorder_.resume) return recorder_.resume(words_);
    tape_ = Tape();
    make();
  }
  tape_.set_edits(how_.edits);
  if (recorder_.read) recorder_.read(input_);
  read_end_ = tape_.size();
}

ConstView ModelRun::probabilities(std::span<const int> words, int from) {
  if (whole_output_) from = 0;
  const bool there =
      passed_ && from >= from_ && std::equal(words.begin(), words.end(), words_.begin(), words_.end());
  if (!there) record(words, from);
  if (stale_) compute();
  return probabilities_ < 0 ? ConstView() : tape_.value(probabilities_);
}

std::vector<int> ModelRun::next(std::span<const int> words, int from) {
  return likeliest(probabilities(words, from));
}

void ModelRun::record(std::span<const int> words, int from) {
  read();
  if (recorder_.rewind) recorder_.rewind(read_end_);
  if (recorder_.write) {
    const int logits = recorder_.write(words, from);
    from_ = std::max(0, static_cast<int>(words.size()) - tape_.node(logits).shape.rows);
    Label label = tape_.node(logits).label;
    label.path = "probabilities";
    const bool separate = model_.anatomy().separate_labels;
    probabilities_ =
        tape_.record(std::move(label), separate ? activate(Activation::sigmoid) : softmax(), {logits});
  }
  words_.assign(words.begin(), words.end());
  keep_what_fits(tape_);
  if (!how_.edits.empty()) tape_.set_edits(at_their_source(tape_, how_.edits));
  passed_ = stale_ = true;
}

void ModelRun::compute() {
  if (!tape_.forward(how_.watch, how_.cancel)) throw Cancelled();
  stale_ = false;
}

namespace {

// Whether a trace is of this picture, whatever is edited but the picture.
bool shows(const Trace& trace, const Matrix& pixels) {
  const int node = trace.find("picture");
  return node >= 0 && !touches(trace.tape().edits(), trace.label(node).path) &&
         trace.read(node).view().map() == pixels;
}

}  // namespace

std::vector<int> Model::with_start(const ModelInput& input, std::span<const int> words) const {
  // What was written elsewhere is no answer, but has words.
  std::vector<int> all(anatomy().answer == AnswerKind::none ? target().size() : 0);
  std::iota(all.begin(), all.end(), 0);
  if (anatomy().answer != AnswerKind::next_token && !ends_.start) return all;
  all = ends_.start ? std::vector<int>{*ends_.start} : input.tokens;
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

std::size_t Model::longest(const ModelInput& input) const {
  // A translation is rarely longer than twice its source.
  const std::size_t most = ends_.most;
  return anatomy().answer == AnswerKind::translation ? std::min(2 * input.tokens.size() + 10, most) : most;
}

TracePtr Model::trace(const TraceRequest& request) const {
  const ModelInput input = request.input.empty() ? this->input(request.text) : request.input;
  std::vector<int> words = with_start(input, request.words.value_or(std::vector<int>()));
  if (!ends_.start && !anatomy().picture) check_length(words.empty() ? input.tokens : words);
  const bool searches = request.goes_on || (ends_.start && !request.words);
  const Cancel cancel([&] {
    return (request.cancel != nullptr && request.cancel->requested()) ||
           (!searches && request.turn_is_over && request.turn_is_over());
  });
  auto run = request.begun == nullptr ? nullptr : std::exchange(*request.begun, nullptr);
  const bool resumed = run != nullptr;
  if (!resumed) run = std::make_shared<ModelRun>(*this, input, ModelRun::How{.edits = request.edits});
  run->watched_by(&cancel, request.watch);
  // Where an edit may let words look ahead, what follows decides too: only word by word is then greedy.
  const bool word_by_word = may_look_ahead(request.edits);
  std::vector<int> draft;
  if (!word_by_word) draft = request.draft;
  if (const Trace* const like = request.like; like != nullptr && !resumed) {
    const Trace::Words& known = like->words();
    const bool same = like->lender() == weights_.get() &&
                      (anatomy().picture                     ? shows(*like, input.pixels)
                       : anatomy().typed() == Stream::source ? known.source_ids == input.tokens
                                                             : known.target_ids == words);
    if (same) run->take_up(*like);
    const bool answered = known.target_vocabulary == target().labels() && known.target_ids.size() > 1;
    if (draft.empty() && answered && !request.words && !word_by_word)
      draft.assign(known.target_ids.begin() + 1, known.target_ids.end());
  }
  try {
    if (searches) {
      words = greedy([&](std::span<const int> target, int from) { return run->next(target, from); }, words,
                     ends_.end, draft, longest(input), times_lost_after(std::span(input.tokens)));
    }
    std::vector<int> next = run->next(words);
    require_whole(weights());
    return std::make_shared<const Trace>(run->take(), labels(input, std::move(words), std::move(next)),
                                         weights_, anatomy_);
  } catch (const ModelRun::Cancelled&) {
    if (request.begun != nullptr && !searches) *request.begun = std::move(run);
    return nullptr;
  }
}

std::vector<int> Model::answer(const ModelInput& input, const std::vector<Edit>& edits,
                               std::span<const int> draft) const {
  std::vector<int> words = with_start(input, {});
  ModelRun run(*this, input, {.edits = edits});
  if (!ends_.start) {
    if (!anatomy().picture) check_length(input.tokens);
    return run.next(words);
  }
  words = greedy([&](std::span<const int> target, int from) { return run.next(target, from); }, words,
                 ends_.end, may_look_ahead(edits) ? std::span<const int>() : draft, longest(input),
                 times_lost_after(std::span(input.tokens)));
  words.erase(words.begin());
  return words;
}

Trace::Words Model::labels(const ModelInput& input, std::vector<int> words, std::vector<int> next) const {
  const Vocabulary& read = tokenizer().vocabulary();
  Trace::Words all;
  all.pieces = ends_.between.empty();
  all.target_vocabulary = all.source_vocabulary = target().labels();
  if (anatomy().typed() == Stream::source) {
    all.source_vocabulary = read.labels();
    all.source = anatomy().picture ? read.words() : read.labels_of_text(input.tokens);
    all.source_ids = input.tokens;
  }
  if (!input.texts.empty()) {
    // What is written here are the texts themselves: the answer is one of them.
    std::vector<std::string> texts;
    for (const TextRead& each : input.texts) {
      texts.push_back(each.text);
      std::vector<std::string> own = target().labels_of_text(each.tokens);
      // Their names are as long as a text.
      for (std::string& label : own)
        label = label == "<|startoftext|>" ? "<start>" : label == "<|endoftext|>" ? "<end>" : label;
      all.target.insert(all.target.end(), own.begin(), own.end());
      all.target_ids.insert(all.target_ids.end(), each.tokens.begin(), each.tokens.end());
    }
    for (const int best : next) all.next.push_back(best < 0 ? std::string() : texts.at(best));
    all.next_ids = std::move(next);
    all.target_vocabulary = std::make_shared<const std::vector<std::string>>(std::move(texts));
    return all;
  }
  const auto pieces_of = [](const Vocabulary& vocabulary, std::span<const int> ids) {
    std::optional<PieceWords> pieces = vocabulary.words_of_pieces(ids);
    return pieces ? std::make_shared<const PieceWords>(*std::move(pieces)) : nullptr;
  };
  if (!all.source_ids.empty() && !anatomy().picture) all.source_pieces = pieces_of(read, all.source_ids);
  all.target_pieces = pieces_of(target(), words);
  if (ends_.start) std::replace(next.begin(), next.end(), no_word, ends_.end.value_or(no_word));
  all.target = target().labels_of_text(words);
  all.target_texts = target().shared_texts();
  all.next = target().labels_of(next);
  all.target_ids = std::move(words);
  all.next_ids = std::move(next);
  return all;
}

std::optional<Writing> Model::writing(std::string_view typed) const {
  if (anatomy().answer != AnswerKind::next_token && !ends_.start) return std::nullopt;
  const ModelInput given = input(typed);
  // What was typed is read once, whatever is written behind it.
  const auto run = std::make_shared<ModelRun>(*this, given, ModelRun::How{.cache = true});
  const std::vector<int> first = with_start(given, {});
  const int room = static_cast<int>(longest(given)) - static_cast<int>(first.size());
  Writing writing{
      .next =
          [this, run, given](std::span<const int> added) {
            return last_row(run->probabilities(with_start(given, added)));
          },
      .end = {ends_.end, std::min(room, ends_.most_added)},
      .words = &target(),
      .between = ends_.between,
      .given = labels(given, first, {}).target,
      .trace =
          [this, given](std::span<const int> added, const std::vector<Edit>& edits) {
            return trace(
                {.input = given, .words = std::vector<int>(added.begin(), added.end()), .edits = edits});
          }};
  if (is<TransformerConfig>()) {
    const int read = anatomy().typed() == Stream::source ? static_cast<int>(given.tokens.size()) : 0;
    writing.cost = [this, read](int before, int added) {
      return decoder_cost(config(), read, before, added);
    };
  }
  if (transformer_) {
    writing.lens = [this](const Trace& trace, int most) {
      return logit_lens(*transformer_, weights(), trace, most);
    };
  }
  return writing;
}

}  // namespace headlight
