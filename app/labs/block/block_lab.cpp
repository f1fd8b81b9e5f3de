// The lab on blocks as a row of the labs.
#include "app/labs/block/block_lab.h"

#include <algorithm>
#include <cmath>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/layers/config.h"
#include "core/text/say.h"

namespace headlight {
namespace {

std::string layer_prefix(const LabInput& input) {
  return std::string(info(input.head.attention).stack) + "." + std::to_string(input.head.layer) + ".";
}

// The norm behind (before, in pre-norm models) the attention, or the last one of the layer.
int norm_node(const Trace& trace, const std::string& layer, bool after_mlp) {
  for (const char* part : {"normalized_3", "normalized_2"}) {
    if (!after_mlp) break;
    if (const int node = trace.find(layer + part); node >= 0) return node;
  }
  // In some models the first layer's attention reads what no norm made.
  const int first = trace.find(layer + "normalized_1");
  return first >= 0 ? first : trace.at(layer + "normalized_2");
}

struct NormRow {
  std::optional<Normalization> kind;
  const char* part;
  const char* name;
};
constexpr std::array norm_rows{NormRow{Normalization::layer, "layer", "LayerNorm"},
                               NormRow{Normalization::scale_only, "scale_only", "LayerNorm, scale only"},
                               NormRow{Normalization::rms, "rms", "RMSNorm"},
                               NormRow{std::nullopt, "batch", "BatchNorm"}};

// `alone`: the same without the other sentence.
BlockStudy::Norm norm_of(const Trace& recorded, const Trace& alone, const NormRow& of,
                         const BlockStudy& study) {
  BlockStudy::Norm norm{.kind = of.kind, .part = of.part, .name = of.name};
  const std::string path = std::string("block_lab.") + of.part;
  const Matrix all = recorded.read(path).view().map(), without = alone.read(path).view().map();
  const Matrix base = recorded.read("block_lab.layer").view().map();
  const Eigen::VectorXd row = all.row(study.row).transpose().cast<double>();
  norm.mean = row.mean();
  norm.spread = std::sqrt((row.array() - norm.mean).square().mean());
  norm.length = row.norm();
  norm.value = row(study.dimension);
  norm.difference = static_cast<double>((all - base).cwiseAbs().maxCoeff());
  norm.alone = static_cast<double>(without(study.row, study.dimension));
  norm.moved = static_cast<double>((all - without).cwiseAbs().maxCoeff());
  return norm;
}

void study_norms(BlockStudy& study, LabWork& work, const LabInput& input, const Trace& trace) {
  const auto& settings = input.settings<BlockLab>();
  const int node = norm_node(trace, layer_prefix(input), settings.after_mlp);
  const Node& norm = trace.tape().node(node);
  if (const std::string edits = input.edits_on_stage({norm.label.path}); !edits.empty())
    work.without_edits =
        say("Without your {edits} of this norm’s values: the lab computes them from the norm’s input.",
            {{"edits", edits}});
  const TransformerConfig& config = input.config();
  NormTask task;
  const int side = input.side_on_stage();
  const Trace* const other = input.trace(1 - side);
  if (const int same = other == nullptr ? -1 : other->find(norm.label.path); same >= 0) {
    const Node& beside = other->tape().node(same);
    task.others = other->read(beside.inputs.at(0)).view().map();
    task.other_words = other->labels(beside.label.rows, beside.shape.rows);
    study.others = beside.shape.rows;
  }
  task.x = trace.read(norm.inputs.at(0)).view().map();
  task.gain = trace.read(norm.inputs.at(1)).view().map();
  task.bias = Matrix::Zero(1, task.gain.cols());
  if (norm.inputs.size() > 2) task.bias = trace.read(norm.inputs[2]).view().map();
  task.epsilon = config.norm_epsilon;
  task.words = trace.labels(norm.label.rows, norm.shape.rows);
  study.words = task.words;
  if (headlight::info(input.head.attention).asks == input.model->anatomy().typed())
    study.tokens = input.model->tokenizer().tokens_called();
  const int weights = trace.find(input.head.path("weights"));
  const int asked = weights < 0 ? std::max(0, input.token) : row_in_question(input.token, trace, weights);
  study.row = std::min(asked, norm.shape.rows - 1);
  study.word = study.words.at(study.row);
  study.dimension = std::min(settings.dimension, norm.shape.cols - 1);
  const bool before = config.norm_place == NormPlace::pre;
  study.at = say(
      settings.after_mlp ? (before ? to_be_said("before the feed-forward network of {stack} layer {layer}")
                                   : to_be_said("after the feed-forward network of {stack} layer {layer}"))
                         : (before ? to_be_said("before the attention of {stack} layer {layer}")
                                   : to_be_said("after the attention of {stack} layer {layer}")),
      {{"stack", std::string(info(input.head.attention).stack)}, {"layer", from_one(input.head.layer)}});

  LabRecord recorded;
  recorded.set(side, record_norms(task));
  const Trace& own = *recorded.trace(side);
  NormTask of_this = task;
  of_this.others = Matrix();
  of_this.other_words.clear();
  const TracePtr alone = study.others > 0 ? record_norms(of_this) : recorded.runs.at(side).trace;
  const Eigen::VectorXd x = task.x.row(study.row).transpose().cast<double>();
  BlockStudy::Numbers& numbers = study.numbers;
  numbers.x = x(study.dimension);
  numbers.mean = x.mean();
  numbers.variance = (x.array() - numbers.mean).square().mean();
  numbers.squares = x.array().square().mean();
  numbers.length = x.norm();
  numbers.gain = static_cast<double>(task.gain(0, study.dimension));
  numbers.bias = static_cast<double>(task.bias(0, study.dimension));
  numbers.epsilon = static_cast<double>(task.epsilon);
  Eigen::VectorXd batch(task.x.rows() + task.others.rows());
  batch.head(task.x.rows()) = task.x.col(study.dimension).cast<double>();
  if (study.others > 0) batch.tail(study.others) = task.others.col(study.dimension).cast<double>();
  numbers.batch_mean = batch.mean();
  numbers.batch_variance = (batch.array() - numbers.batch_mean).square().mean();
  for (std::size_t i = 0; i < norm_rows.size(); ++i) {
    study.norms[i] = norm_of(own, *alone, norm_rows[i], study);
    study.norms[i].of_model = config.normalization == norm_rows[i].kind;
  }
  float most = 0;
  for (const BlockStudy::Norm& each : study.norms)
    most = std::max(most, own.rows(own.at(std::string("block_lab.") + each.part), study.row, 1)
                              .view()
                              .map()
                              .cwiseAbs()
                              .maxCoeff());
  const std::array rows{study.row};
  for (const char* part : {"x", "layer", "scale_only", "rms", "batch"}) {
    Heatmap map = with_rows(view_of(own, std::string("block_lab.") + part), rows);
    if (std::string_view(part) != "x") {
      map.scale.low = -most;
      map.scale.high = most;
    } else {
      map.scale = symmetric_scale(map.values, map.scale.label);
    }
    work.maps[part] = std::make_shared<const Heatmap>(std::move(map));
  }
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  work.shown = "block_lab.layer";
}

void study_spans(BlockStudy& study, const LabInput& input, const Trace& trace) {
  const auto add = [&](const std::string& vectors, const std::string& spanning) {
    if (trace.find(vectors) < 0 || trace.find(spanning) < 0) return;
    const Reading of = trace.read(vectors);
    study.spans.push_back({vectors, spanning, of.shape().cols,
                           span_distance(of.view().map(), trace.read(spanning).view().map())});
  };
  add(input.head.path("output"), input.head.path("value"));
  const std::string layer = layer_prefix(input);
  const std::string activated = layer + "feed_forward.activated";
  if (const int node = trace.find(activated); node >= 0)
    add(activated, trace.label(trace.tape().node(node).inputs.at(0)).path);
}

void study_heads(BlockStudy& study, const LabInput& input) {
  const TransformerConfig& config = input.config();
  study.d = config.d_model;
  study.n = static_cast<int>(study.words.size());
  study.model_heads = config.reading_heads();
  study.nonlinearity = config.feed_forward == FeedForward::relu ? "max(0, ·)" : "its nonlinearity";
  constexpr int most_heads = 64;
  for (int heads = 1; heads <= std::min(most_heads, study.d); heads *= 2) {
    if (study.d % heads != 0) continue;
    study.heads.push_back({heads, heads_cost(study.d, heads, study.d / heads, study.n, true),
                           heads_cost(study.d, heads, study.d, study.n, true)});
  }
}

std::vector<LabTable> tables_of(const BlockStudy& study, BlockPage page) {
  LabTable norms{.name = "norms",
                 .columns = {"mean", "spread", "length", "largest difference from LayerNorm", "value",
                             "value alone", "largest difference from alone"},
                 .rows_are = "norm"};
  for (const BlockStudy::Norm& each : study.norms) {
    norms.row_names.emplace_back(each.name);
    norms.rows.push_back(
        {each.mean, each.spread, each.length, each.difference, each.value, each.alone, each.moved});
  }
  LabTable span{.name = "span",
                .columns = {"dimensions", "rank", "largest distance", "mean distance", "at random"},
                .rows_are = "vectors"};
  for (const BlockStudy::Span& each : study.spans) {
    span.row_names.push_back(each.vectors);
    span.rows.push_back({double(each.dimensions), double(each.found.rank), each.found.largest(),
                         each.found.mean(), distance_at_random(each.found.rank, each.dimensions)});
  }
  LabTable heads{.name = "heads",
                 .columns = {"heads", "numbers each", "side by side", "parameters", "multiply-adds",
                             "parameters, d numbers each", "multiply-adds, d numbers each"},
                 .rows_are = "heads"};
  for (const BlockStudy::Heads& each : study.heads) {
    heads.row_names.push_back(std::to_string(each.heads));
    heads.rows.push_back({double(each.heads), double(study.d / each.heads), double(each.small.beside),
                          double(each.small.parameters), double(each.small.multiply_adds),
                          double(each.large.parameters), double(each.large.multiply_adds)});
  }
  std::vector<LabTable> tables{std::move(norms), std::move(span), std::move(heads)};
  std::rotate(tables.begin(), tables.begin() + static_cast<int>(page), tables.end());
  for (const char* part : {"layer", "scale_only", "rms", "batch"})
    tables.push_back({.name = part, .path = std::string("block_lab.") + part});
  return tables;
}

// Records "block_lab". Maps: "x", "layer", "scale_only", "rms" and "batch", the row of the word. Tables:
// "norms", "span", "heads".
void compute_block(const LabInput& input, LabWork& work) {
  const TracePtr trace = input.sentence_on_stage();
  BlockStudy study;
  study_norms(study, work, input, *trace);
  study_spans(study, input, *trace);
  study_heads(study, input);
  work.tables = tables_of(study, input.settings<BlockLab>().page);
  work.keep(std::move(study));
}

LabCaption block_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<BlockLab>();
  const auto* study = asked.result<BlockStudy>();
  if (study == nullptr) return {"norms, spans and heads of a block", {asked.side}};
  switch (lab.page) {
    case BlockPage::norms:
      return {say("the vector of {word} {place}, normalized in four ways with the model’s γ and β",
                  {{"word", in_curly_quotes(study->word)}, {"place", study->at}}),
              {asked.side}};
    case BlockPage::span:
      return {say("how far the vector of each of {words} lies from everything that the others can be mixed "
                  "into: the output of {head} from its values, and the feed-forward network’s activated "
                  "values from those before",
                  {{"words", counted_of(study->n, study->tokens)}, {"head", asked.selected_head()}}),
              {asked.side}};
    case BlockPage::heads:
      return {say("parameters and multiply-adds of attention with more and more heads, d = {d}, {words}",
                  {{"d", count_text(study->d)}, {"words", counted_of(study->n, study->tokens)}}),
              {asked.side}};
  }
  return {"", {}};
}

constexpr std::array block_drags{LabDrag{"block, the dimension that is followed",
                                         [](Labs& labs, int i) { labs.get<BlockLab>().dimension = i % 16; }}};

}  // namespace

constinit const Lab BlockLab::lab_row{.name = "block",
                                      .title = "Block",
                                      .question = "What else is in a layer?",
                                      .settings = settings_of<BlockLab>(),
                                      .compute = compute_block,
                                      .caption = block_caption,
                                      .drags = block_drags,
                                      .of_word = true,
                                      .needs = always<needs_heads>};

}  // namespace headlight
