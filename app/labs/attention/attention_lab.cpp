// The lab on attention as a row of the labs.
#include "app/labs/attention/attention_lab.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/lab/lab.h"
#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/labs/general_attention.h"
#include "core/labs/model_positions.h"
#include "core/matrix/random.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/tape/ops/ops.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// What enters the attention whose head is used, or the words' embeddings, scaled where the model does that;
// of a picture what the convolutions make of its cells.
std::string inputs_path(const AttentionLab& settings, const HeadChoice& head, const Trace& trace) {
  if (projections_in_force(settings) == Projections::head)
    return trace.label(trace.tape().node(trace.at(head.path("query"))).inputs[0]).path;
  const std::string stream = trace.anatomy().typed() == Stream::source ? "source." : "target.";
  for (const char* part : {"scaled", "embedded", "with_class"}) {
    if (trace.find(stream + part) >= 0) return stream + part;
  }
  return "features.grid";
}

// What the mask of the head hides, for inputs in this order; nothing where it has none.
Matrix mask_of(const Trace& trace, const HeadChoice& head, const std::vector<int>& order) {
  const int node = trace.find(head.path("masked"));
  if (node < 0) return {};
  const Matrix masked = trace.read(node).view().map().unaryExpr(
      [](float x) { return x == -std::numeric_limits<float>::infinity() ? x : 0.0F; });
  Matrix moved = masked;
  for (std::size_t place = 0; place < order.size(); ++place)
    moved.col(static_cast<Eigen::Index>(place)) = masked.col(order[place]);
  return moved;
}

Matrix small_inputs(const AttentionLab& settings) {
  Matrix x = Matrix::Zero(settings.rows, settings.columns);
  for (int row = 0; row < settings.rows; ++row) {
    for (int column = 0; column < settings.columns; ++column) {
      const auto at =
          static_cast<std::size_t>(row) * AttentionLab::most_columns + static_cast<std::size_t>(column);
      if (at < settings.small.size()) x(row, column) = settings.small[at];
    }
  }
  return x;
}

// As long as the inputs are on average.
Matrix random_queries(const AttentionLab& settings, const Matrix& inputs) {
  const float spread =
      std::sqrt(inputs.squaredNorm() / static_cast<float>(std::max<Eigen::Index>(1, inputs.size())));
  Random random = stream_of(static_cast<std::uint64_t>(settings.seed), Drawn::queries);
  return normal_matrix(settings.queries, inputs.cols(), random, static_cast<double>(spread));
}

// Before the steps of the head whose weights are used.
std::string head_prefix(const GeneralAttention& layer) {
  return layer.head.attention + ".head." + std::to_string(layer.head.head) + ".";
}

// The edits in force as far as the lab has their steps: those of the model's weights, and of the head whose
// weights it uses, under the names of the lab. Inputs in another order are keys at other places.
std::vector<Edit> edits_here(const AttentionLab& settings, const GeneralAttention& layer,
                             const std::vector<Edit>& edits, const Trace& sentence) {
  if (layer.projections != Projections::head) return {};
  const std::string head = head_prefix(layer);
  const bool own_queries = settings.asking == AttentionAsking::inputs;
  std::vector<Edit> here;
  for (const Edit& edit : edits) {
    const bool of_head = edit.path.starts_with(head);
    const std::string part = of_head ? edit.path.substr(head.size()) : "";
    const bool of_inputs = part == "key" || part == "value";
    if (!of_head && !edit.path.starts_with("parameters.")) continue;
    if (of_head && !own_queries && !of_inputs) continue;
    Edit& moved = here.emplace_back(edit);
    if (!of_head) continue;
    moved.path = "attention_lab." + part;
    if (layer.order.empty()) continue;
    // Queries keep their places when the inputs move.
    const std::optional<int> row = moved.row;
    moved.path = edit.path;
    moved = moved_edits({moved}, sentence, places_of(layer.order)).front();
    if (!of_inputs) moved.row = row;
    moved.path = "attention_lab." + part;
  }
  return here;
}

// What of the head's edits is not among those: of steps that the layer does not have as it is set.
std::string without_edits(const GeneralAttention& layer, const std::vector<Edit>& edits,
                          const std::vector<Edit>& here, const Tape& tape) {
  if (layer.projections != Projections::head) return "";
  const std::string head = head_prefix(layer);
  const auto of_head = std::count_if(edits.begin(), edits.end(),
                                     [&](const Edit& edit) { return edit.path.starts_with(head); });
  const auto in_force = std::count_if(here.begin(), here.end(), [&](const Edit& edit) {
    return edit.path.starts_with("attention_lab.") && tape.find(edit.path);
  });
  if (of_head == in_force) return "";
  const auto without = of_head - in_force;
  return say(several(without,
                     "Without your {n} edit of this head’s other steps: with these settings the layer has no "
                     "place for it.",
                     "Without your {n} edits of this head’s other steps: with these settings the layer has "
                     "no place for them."),
             {{"n", count_text(without)}});
}

std::vector<std::string> numbered(const char* letter, int count) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) names.push_back(letter + std::string(" ") + std::to_string(i));
  return names;
}

// What was recorded, first what the eye sees first; then the numbers of the layer.
std::vector<LabTable> tables_of(const AttentionStudy& study, const Trace& trace) {
  std::vector<LabTable> tables;
  for (const char* part : {"weights", "shares", "output", "scores", "query", "key", "value", "inputs"}) {
    const std::string path = std::string("attention_lab.") + part;
    if (trace.find(path) >= 0) tables.push_back({.name = part, .path = path});
  }
  tables.push_back(
      {"layer",
       {"learned numbers", "order difference", "difference to the model"},
       {{static_cast<double>(study.learned_numbers), study.order_difference, study.model_difference}}});
  return tables;
}

// Whether a row can be shares of one whole: none below zero, all together 1.
std::string wrong_with(const std::vector<std::string>& keys, const Reading& weights, int row) {
  constexpr float rounding = 1e-3F;
  float sum = 0;
  int below = 0, most = 0;
  for (int key = 0; key < weights.shape().cols; ++key) {
    sum += weights(row, key);
    below += weights(row, key) < 0 ? 1 : 0;
    if (weights(row, key) > weights(row, most)) most = key;
  }
  const std::string word = keys[static_cast<std::size_t>(most)];
  const NamedValue n{"n", count_text(below)}, all{"all", count_text(weights.shape().cols)},
      together{"sum", number_alone(sum, NumberFormat::score)}, name{"word", in_curly_quotes(word)},
      most_of{"share", number_alone(weights(row, most), NumberFormat::score)};
  const std::string shares =
      below == 0
          ? say("None of {all} is below zero.", {all})
          : say(several(below, "{n} of {all} is below zero.", "{n} of {all} are below zero."), {n, all});
  if (!std::isfinite(sum)) return say("The scores of this row add up to 0: there are no shares of nothing.");
  if (std::abs(sum - 1) > rounding)
    return paragraph({say("The row adds up to {sum}, not to 1.", {together}), shares});
  if (weights(row, most) <= 1) return shares;
  return paragraph({shares, say("{word} gets {share}: more than all there is.", {name, most_of})});
}

// W^Q W^K^T of the selected head, and a pair of words that it compares.
void compute_one_map(const LabInput& input, LabWork& work) {
  const TracePtr sentence = input.sentence_on_stage();
  const Trace& trace = *sentence;
  const AttentionInfo& about = info(input.head.attention);
  const HeadPlace head{std::string(about.stack), std::string(about.part), input.head.layer, input.head.head};
  if (const std::string why = no_score_map(trace, head); !why.empty()) throw std::runtime_error(why);
  const int weights = trace.at(input.head.path("weights")), scores = trace.at(input.head.path("scores"));
  OneMapStudy study;
  study.crosses = about.crosses();
  const Label& label = trace.label(weights);
  const int query = row_in_question(input.token, trace, weights);
  const Reading row = trace.rows(weights, query, 1);
  study.keys = trace.labels(label.cols, row.shape().cols);
  Eigen::Index most = 0;
  row.view().map().row(0).maxCoeff(&most);
  const int asked = input.settings<AttentionLab>().key;
  const int key = asked < 0 ? static_cast<int>(most) : std::min(asked, row.shape().cols - 1);
  study.query = query;
  study.key = key;
  study.query_word = trace.label(label.rows, query);
  study.map = score_map(trace, head, query, key);
  const int scaled = trace.find(input.head.path("scaled"));
  study.scaled = static_cast<double>(trace.cell({scaled < 0 ? scores : scaled, query, key}));
  if (!study.crosses) study.back = static_cast<double>(trace.cell({scores, key, query}));

  // Cells of larger maps would be less than a point.
  constexpr Eigen::Index most_drawn = 1024;
  study.drawn = std::max(study.map.query.rows(), study.map.key.rows()) <= most_drawn;
  if (study.drawn) {
    const Block lab{Family::lab, "attention_lab"};
    Tape tape;
    const int of_query = tape.constant(lab["query_weight"], view(std::as_const(study.map.query)));
    const int of_key = tape.constant(lab["key_weight"], view(std::as_const(study.map.key)));
    const int map = tape.record(lab["one_map"], dot_products(), {of_query, of_key});
    const int x = tape.constant(lab["query_vector"], view(std::as_const(study.map.x)));
    const int other = tape.constant(lab["key_vector"], view(std::as_const(study.map.other)));
    const int moved =
        tape.record(lab["moved_vector"], linear(0, static_cast<int>(study.map.key.rows())), {x, map});
    tape.record(lab["map_score"], dot_products(), {moved, other});
    tape.forward();
    LabRecord recorded;
    recorded.runs[0].text = input.run_on_stage().text;
    recorded.set(0, std::make_shared<const Trace>(std::move(tape), Trace::Words(), input.model));
    work.maps["one_map"] =
        std::make_shared<const Heatmap>(view_of(*recorded.trace(0), "attention_lab.one_map"));
    work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
    work.shown = "attention_lab.one_map";
    work.tables.push_back({.name = "one map", .path = work.shown});
  }
  LabTable values{.name = "singular values", .columns = {"place", "singular value"}};
  for (std::size_t i = 0; i < study.map.singular_values.size(); ++i)
    values.rows.push_back({static_cast<double>(i + 1), study.map.singular_values[i]});
  work.tables.push_back(std::move(values));
  const ScoreMap& map = study.map;
  const auto rows = static_cast<double>(map.query.rows()), columns = static_cast<double>(map.key.rows());
  const auto narrow = static_cast<double>(map.query.cols());
  work.tables.push_back({"of the map",
                         {"rank", "half of the squares in", "symmetric share", "numbers", "numbers of two"},
                         {{static_cast<double>(map.rank), static_cast<double>(map.half), map.symmetric,
                           rows * columns, (rows + columns) * narrow}}});
  work.tables.push_back({"score",
                         {"without biases", "by biases", "score", "scaled", "other way round"},
                         {{map.without_biases, map.by_biases, map.score, study.scaled, study.back}}});
  work.keep(std::move(study));
}

void compute_attention(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<AttentionLab>();
  if (settings.page == AttentionPage::one_map) return compute_one_map(input, work);
  const std::vector<Edit>& edits = input.run(0).edits;
  const bool small = settings.inputs == AttentionInputs::small;
  const TracePtr sentence = small ? input.run(0).trace : input.first_sentence();

  GeneralAttention layer;
  layer.alignment = settings.alignment;
  layer.shares = settings.shares;
  layer.projections = projections_in_force(settings);
  layer.d_k = settings.d_k;
  layer.d_v = settings.d_v;
  layer.seed = static_cast<std::uint64_t>(settings.seed);
  const Anatomy& model = input.model->anatomy();
  const HeadChoice head = reading_head(model, settings.layer, settings.head);
  if (layer.projections == Projections::head)
    layer.head = {&input.config(), &input.model->weights(), info(head.attention).block(head.layer), head.head,
                  model.heads(head.attention, head.layer)};
  std::string from = "small";
  if (small) {
    layer.inputs = small_inputs(settings);
  } else {
    from = inputs_path(settings, head, *sentence);
    layer.inputs = Matrix(sentence->read(from).view().map());
  }
  if (settings.asking == AttentionAsking::random) layer.queries = random_queries(settings, layer.inputs);
  const int count = static_cast<int>(layer.inputs.rows());
  if (settings.shuffle != 0)
    layer.order = shuffled_order(count, static_cast<std::uint64_t>(settings.shuffle));
  // Minus infinity hides an input from a softmax alone.
  const bool of_head =
      layer.projections == Projections::head && !layer.queries && settings.shares == Weighting::softmax;
  if (of_head) layer.mask = mask_of(*sentence, head, layer.order);

  const auto record = [&](Tape& on, const GeneralAttention& asked) {
    const int output = record_general_attention(on, asked);
    std::vector<Edit> here;
    if (sentence != nullptr) here = edits_here(settings, asked, edits, *sentence);
    work.without_edits = without_edits(asked, edits, here, on);
    on.set_edits(std::move(here));
    on.forward();
    return Matrix(on.value(output).map());
  };
  Tape tape;
  const Matrix output = record(tape, layer);
  GeneralAttention as_given = layer;
  as_given.order.clear();
  if (of_head) as_given.mask = mask_of(*sentence, head, {});
  Tape given;
  AttentionStudy study;
  study.learned_numbers = learned_numbers(layer);
  study.order_difference = static_cast<double>((record(given, as_given) - output).cwiseAbs().maxCoeff());
  Trace::Words words;
  const std::vector<std::string> names = small ? numbered("x", count) : sentence->typed();
  for (const int place : shuffled_order(count, static_cast<std::uint64_t>(settings.shuffle)))
    words.source.push_back(names[place]);
  words.target = layer.queries ? numbered("q", settings.queries) : names;
  const auto trace = std::make_shared<const Trace>(std::move(tape), std::move(words), input.model);
  work.shown = settings.shares == Weighting::softmax ? "attention_lab.weights"
               : settings.shares == Weighting::sum   ? "attention_lab.shares"
                                                     : "attention_lab.output";
  if (settings.shares != Weighting::softmax) {
    const char* const parts[] = {"shares", "scaled", "scores"};
    const auto mixes = std::find_if(std::begin(parts), std::end(parts), [&](const char* part) {
      return trace->find(std::string("attention_lab.") + part) >= 0;
    });
    const int node = trace->at(std::string("attention_lab.") + *mixes);
    const Reading shares = trace->read(node);
    const std::vector<std::string> keys = trace->labels(trace->label(node).cols, shares.shape().cols);
    for (int row = 0; row < shares.shape().rows; ++row) study.wrong.push_back(wrong_with(keys, shares, row));
  }

  // The model's own head does the same: how far apart are they?
  const bool own = of_head && settings.alignment == Alignment::scaled_dot &&
                   (input.config().positions_in_input() || input.config().positions == Positions::none);
  if (own) {
    const Reading there = sentence->read(head.path("output"));
    const Reading here = trace->read("attention_lab.output");
    study.model_difference = (there.view().map() - here.view().map()).cwiseAbs().maxCoeff();
  }
  work.tables = tables_of(study, *trace);
  work.keep(study);
  LabRecord recorded;
  recorded.runs[0].text = input.run(0).text;
  recorded.set(0, trace);
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
}

std::string alignment_text(Alignment alignment) {
  switch (alignment) {
    case Alignment::additive:
      return say("additive attention");
    case Alignment::dot:
      return say("dot-product attention");
    case Alignment::scaled_dot:
      break;
  }
  return say("scaled dot-product attention");
}

std::string attention_text(const AttentionLab& lab) {
  const NamedValue attention{"attention", alignment_text(lab.alignment)};
  switch (lab.shares) {
    case Weighting::none:
      return say("{attention} without a softmax", {attention});
    case Weighting::sum:
      return say("{attention}, each score divided by the sum of its row", {attention});
    case Weighting::softmax:
      break;
  }
  return alignment_text(lab.alignment);
}

std::string inputs_text(const AttentionLab& lab, const CaptionAsked& asked) {
  if (lab.inputs == AttentionInputs::small)
    return say(
        "{vectors} of {numbers}",
        {{"vectors", say(several(lab.rows, "{n} vector", "{n} vectors"), {{"n", count_text(lab.rows)}})},
         {"numbers",
          say(several(lab.columns, "{n} number", "{n} numbers"), {{"n", count_text(lab.columns)}})}});
  return asked.input.model != nullptr && asked.input.model->anatomy().picture ? say("the cells")
                                                                              : say("the words");
}

std::string weights_text(const AttentionLab& lab, const CaptionAsked& asked) {
  switch (projections_in_force(lab)) {
    case Projections::none:
      return say("without learned matrices");
    case Projections::random:
      return say("with random matrices for keys of {keys} and values of {dimensions} (draw {seed})",
                 {{"keys", count_text(lab.d_k)},
                  {"dimensions",
                   say(several(lab.d_v, "{n} dimension", "{n} dimensions"), {{"n", count_text(lab.d_v)}})},
                  {"seed", std::to_string(lab.seed)}});
    case Projections::head:
      break;
  }
  return say("with the matrices of {head}", {{"head", asked.reading_head(lab.layer, lab.head)}});
}

LabCaption attention_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<AttentionLab>();
  if (lab.page == AttentionPage::one_map)
    return {say("the weights of query and key of {head} as one map, and its singular values",
                {{"head", asked.selected_head()}}),
            {asked.side}};
  const bool random = lab.asking == AttentionAsking::random;
  const std::string says =
      joined({say("{attention} over {inputs}",
                  {{"attention", attention_text(lab)}, {"inputs", inputs_text(lab, asked)}}),
              random ? say(several(lab.queries, "asked by {n} random vector", "asked by {n} random vectors"),
                           {{"n", count_text(lab.queries)}})
                     : "",
              weights_text(lab, asked), lab.shuffle != 0 ? say("the inputs in another order") : ""});
  if (lab.inputs == AttentionInputs::small) return {says, {}, false};
  return {says, {0}};
}

constexpr LabNeed needs_dot_products{
    [](const Anatomy& model) { return !model.given && !model.recurrent() && !model.attentions.empty(); },
    "This page is about heads that multiply queries with keys, but the model on stage has none.",
    "The model on stage has no heads that multiply queries with keys."};

const LabNeed* attention_needs(const std::any& settings) {
  const auto& own = std::any_cast<const AttentionLab&>(settings);
  if (own.page == AttentionPage::one_map) return &needs_dot_products;
  return projections_in_force(own) == Projections::head ? &needs_heads : nullptr;
}

// An earlier version had a switch in the place of three ways.
const char* attention_of_earlier(Json& settings) {
  const auto softmax = settings.find("softmax");
  if (softmax == settings.end() || !softmax->is_boolean()) return nullptr;
  const bool on = *softmax;
  settings.erase(softmax);
  settings["shares"] = on ? "softmax" : "none";
  return nullptr;
}

void leave_out_attention_looks(AttentionLab& lab) { lab.row = 0; }

constexpr std::array attention_drags{LabDrag{
    "attention, the size of keys", [](Labs& labs, int i) { labs.get<AttentionLab>().d_k = 1 + i % 64; }}};

}  // namespace

constinit const Lab AttentionLab::lab_row{.name = "attention",
                                          .title = "Attention",
                                          .question = "What is attention, in general?",
                                          .settings = settings_of<AttentionLab, leave_out_attention_looks>(),
                                          .compute = compute_attention,
                                          .caption = attention_caption,
                                          .drags = attention_drags,
                                          .of_word = true,
                                          .needs = attention_needs,
                                          .without_model =
                                              [](std::any& settings) {
                                                auto& own = std::any_cast<AttentionLab&>(settings);
                                                own.page = AttentionPage::layer;
                                                own.projections = Projections::random;
                                              },
                                          .without_model_says = "Random weights",
                                          .of_earlier = attention_of_earlier};

}  // namespace headlight
