// The lab on scaling as a row of the labs.
#include "app/labs/scaling/scaling_lab.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/lab/lab.h"
#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/labs/general_attention.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Drawing is what takes long: the last draw serves as long as nothing else is asked for, and more pairs are
// added to those there are.
void sample(ScalingStudy& study, const LabInput& input) {
  constexpr int pairs_in_piece = 500;
  const auto* before = LabWork::result_in<ScalingStudy>(input.last);
  const ScalingLab& settings = study.settings;
  const auto seed = static_cast<std::uint64_t>(settings.draw);
  const bool drawn = before != nullptr && before->drawn != nullptr && before->settings.draw == settings.draw;
  if (drawn && before->settings.samples == settings.samples) {
    study.drawn = before->drawn;
    study.variances = before->variances;
  } else {
    if (before != nullptr) study.drawn = before->drawn;
    for (int pairs = 0; pairs < settings.samples;) {
      pairs = std::min(pairs + pairs_in_piece, settings.samples);
      study.drawn = input.piece("pairs/" + std::to_string(pairs),
                                [&] { return SampledProducts(pairs, seed, study.drawn.get()); });
    }
    for (const int d_k : doubling_dimensions(most_dimensions)) {
      study.variances.push_back(
          {d_k, sample_variance(study.drawn->at(d_k)), variance_error(d_k, settings.samples)});
    }
  }
  if (drawn && before->settings.keys == settings.keys) {
    study.asked = before->asked;
    study.vectors = before->vectors;
    study.softmaxes = before->softmaxes;
  } else {
    study.asked = input.piece("scores", [&] {
      return SampledScores(sampled_queries, settings.keys, seed,
                           before != nullptr ? before->asked.get() : nullptr);
    });
    study.vectors = std::make_shared<QueriesAndKeys>(study.asked->first());
    study.softmaxes = study.asked->softmaxes();
  }
  if (settings.page == ScalingLab::Page::lengths) {
    const bool same = drawn && before->settings.keys == settings.keys && before->all != nullptr;
    study.all =
        same ? before->all : input.piece("vectors of all queries", [&] { return study.asked->vectors(); });
  }
  for (int key = 0; key < settings.keys; ++key) study.keys.push_back(std::to_string(key));
  study.queries = {"0"};
  study.products = study.drawn->at(settings.dimensions);
  study.chosen = {settings.dimensions, sample_variance(study.products),
                  variance_error(settings.dimensions, settings.samples)};
}

// q.k over the first d_k dimensions, of every pair that is not masked.
std::vector<double> products_of(const SoftmaxStudy& softmax) {
  std::vector<double> values;
  for (Eigen::Index i = 0; i < softmax.scores.size(); ++i) {
    if (std::isfinite(softmax.scores.data()[i]))
      values.push_back(static_cast<double>(softmax.scores.data()[i]));
  }
  return values;
}

void read_model(ScalingStudy& study, const LabInput& input) {
  const TracePtr trace = input.sentence_on_stage();
  const auto part = [&](const char* name) { return input.head.path(name); };
  const Reading query = trace->read(part("query"));
  const Reading key = trace->read(part("key"));
  auto vectors = std::make_shared<QueriesAndKeys>();
  vectors->queries = query.view().map();
  vectors->keys = key.view().map();
  if (const int masked = trace->find(part("masked")); masked >= 0) {
    const Reading values = trace->read(masked);
    vectors->mask = values.view().map().unaryExpr(
        [](float x) { return x == -std::numeric_limits<float>::infinity() ? x : 0.0F; });
  }
  const int node = trace->at(part("weights"));
  const Label& weights = trace->label(node);
  const std::vector<std::string> words = trace->labels(weights.rows, query.shape().rows);
  study.keys = trace->labels(weights.cols, key.shape().rows);
  study.row = row_in_question(input.token, *trace, node);
  study.query = words.at(study.row);
  study.queries = words;
  study.title =
      say(input.head.attention == Attention::encoder ? to_be_said("Encoder layer {layer}, head {head}")
                                                     : to_be_said("Decoder layer {layer}, head {head}"),
          {{"layer", from_one(input.head.layer)}, {"head", from_one(input.head.head)}});
  study.most = query.shape().cols;
  study.vectors = std::move(vectors);
}

// Queries, keys and the mask are read as they are edited; what comes between them is the lab's own.
std::string without_edits(const LabInput& input) {
  const auto part = [&](const char* name) { return input.head.path(name); };
  const std::string edits =
      input.edits_on_stage({part("scores"), part("scaled"), part("biased"), part("weights")});
  return edits.empty()
             ? ""
             : say("Without your {edits} of this head’s scores and weights: the lab computes them itself.",
                   {{"edits", edits}});
}

// The vectors on a tape of their own, so that each product can be taken apart: queries ask keys.
TracePtr record_vectors(const ScalingStudy& study, int d_k) {
  GeneralAttention layer;
  const float length = study.settings.page == ScalingLab::Page::lengths ? study.settings.length : 1;
  layer.inputs = length * study.vectors->keys.leftCols(d_k);
  layer.queries = length * study.vectors->queries.leftCols(d_k);
  layer.mask = study.vectors->mask;
  layer.projections = Projections::none;
  Tape tape;
  record_general_attention(tape, layer);
  Trace::Words words;
  words.source = study.keys;
  words.target = study.queries;
  return std::make_shared<const Trace>(std::move(tape), std::move(words), nullptr);
}

void make_longer(ScalingStudy& study, const LabInput& input, int d_k) {
  const std::span<const QueriesAndKeys> all =
      study.all != nullptr ? std::span(*study.all) : std::span(study.vectors.get(), 1);
  const auto* before = LabWork::result_in<ScalingStudy>(input.last);
  const bool same = before != nullptr && study.all != nullptr && before->all == study.all &&
                    !before->lengths.empty() && before->softmax.d_k == d_k;
  if (same) {
    study.lengths = before->lengths;
  } else {
    constexpr int halves = 6;  // of powers of two: 1, 1.41, 2 ... most_length
    for (int half = 0; half <= halves; ++half) {
      const float length = std::exp2(static_cast<float>(half) / 2);
      study.lengths.push_back(
          *input.piece("length " + std::to_string(length), [&] { return study_length(all, d_k, length); }));
    }
  }
  study.length = study_length(std::span(study.vectors.get(), 1), d_k, study.settings.length);
}

LabTable products_table(const ScalingStudy& study) {
  LabTable table{.name = "products", .columns = {"q.k at d_k = " + std::to_string(study.chosen.d_k)}};
  for (const double value : study.products) table.rows.push_back({value});
  return table;
}

LabTable longer_weights_table(const ScalingStudy& study) {
  LabTable table{.name = "weights of one longer query",
                 .columns = {"place", "weight", "weight with QK-norm"},
                 .rows_are = "key",
                 .row_names = study.keys};
  for (Eigen::Index key = 0; key < study.length.divided.weights.cols(); ++key)
    table.rows.push_back({static_cast<double>(key),
                          static_cast<double>(study.length.divided.weights(study.row, key)),
                          static_cast<double>(study.length.normed.weights(study.row, key))});
  return table;
}

LabTable lengths_table(const ScalingStudy& study) {
  LabTable table{
      "softmax against length",
      {"length", "largest weight", "entropy / bits", "median gradient norm", "largest weight with QK-norm",
       "entropy / bits with QK-norm", "median gradient norm with QK-norm"},
      {}};
  for (const LengthStudy& each : study.lengths)
    table.rows.push_back({each.length, each.divided.mean.largest, each.divided.mean.entropy,
                          each.divided.median.gradient, each.normed.mean.largest, each.normed.mean.entropy,
                          each.normed.median.gradient});
  return table;
}

std::vector<LabTable> tables_of(const ScalingStudy& study) {
  LabTable variances{"variance of q.k", {"d_k", "variance", "standard error", "theory"}, {}};
  for (const auto& each : study.variances)
    variances.rows.push_back(
        {static_cast<double>(each.d_k), each.variance, each.error, static_cast<double>(each.d_k)});
  // A head's queries ask the same keys: no independent draws.
  const bool sampled = study.settings.source == ScalingLab::Source::sampled;
  LabTable curves{
      "softmax against d_k",
      {"d_k", "largest weight", "entropy / bits", "gradient norm", "largest weight, scaled",
       "entropy / bits, scaled", "gradient norm, scaled", "standard error of gradient norm",
       "standard error of gradient norm, scaled", "median gradient norm", "median gradient norm, scaled",
       "gradient norm by q.k, scaled", "median gradient norm by q.k, scaled",
       "rows with gradient norm below 0.01", "rows with gradient norm below 0.01, scaled"},
      {}};
  const auto still = [](const SoftmaxRows& of) {
    return static_cast<double>(std::count_if(of.rows.begin(), of.rows.end(),
                                             [](const Sharpness& row) { return row.gradient < 0.01; }));
  };
  for (const SoftmaxStudy& each : study.softmaxes) {
    const Sharpness& plain = each.plain.mean;
    const Sharpness& scaled = each.scaled.mean;
    curves.rows.push_back({static_cast<double>(each.d_k), plain.largest, plain.entropy, plain.gradient,
                           scaled.largest, scaled.entropy, scaled.gradient,
                           sampled ? each.plain.error.gradient : 0, sampled ? each.scaled.error.gradient : 0,
                           each.plain.median.gradient, each.scaled.median.gradient, scaled.by_product,
                           each.scaled.median.by_product, still(each.plain), still(each.scaled)});
  }
  LabTable weights{.name = "weights of one query",
                   .columns = {"place", "q.k", "weight", "weight, scaled"},
                   .rows_are = "key",
                   .row_names = study.keys};
  for (Eigen::Index key = 0; key < study.softmax.scores.cols(); ++key) {
    weights.rows.push_back({static_cast<double>(key),
                            static_cast<double>(study.softmax.scores(study.row, key)),
                            static_cast<double>(study.softmax.plain.weights(study.row, key)),
                            static_cast<double>(study.softmax.scaled.weights(study.row, key))});
  }
  if (study.settings.page == ScalingLab::Page::lengths)
    return {longer_weights_table(study), lengths_table(study)};
  std::vector<LabTable> tables{products_table(study), std::move(variances), std::move(weights),
                               std::move(curves)};
  if (study.settings.page == ScalingLab::Page::softmax)
    std::rotate(tables.begin(), tables.begin() + 2, tables.end());
  return tables;
}

// Records the vectors, too: "attention_lab.queries" and "inputs", "scores" and "scaled", over d_k dimensions.
void compute_scaling(const LabInput& input, LabWork& work) {
  ScalingStudy study;
  study.settings = input.settings<ScalingLab>();
  const bool sampled = study.settings.source == ScalingLab::Source::sampled;
  if (sampled) {
    sample(study, input);
  } else {
    read_model(study, input);
    work.without_edits = without_edits(input);
  }
  const int d_k = std::min(study.settings.dimensions, study.most);
  study.softmax = study_softmax(*study.vectors, d_k);
  if (study.softmaxes.empty()) {
    for (const int each : doubling_dimensions(study.most))
      study.softmaxes.push_back(study_softmax(*study.vectors, each));
  }
  if (study.settings.page == ScalingLab::Page::lengths) make_longer(study, input, d_k);
  LabRecord recorded;
  recorded.set(input.side, record_vectors(study, d_k));
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  if (!sampled) {
    study.products = products_of(study.softmax);
    study.chosen = {d_k, sample_variance(study.products), 0};
    for (const SoftmaxStudy& each : study.softmaxes)
      study.variances.push_back({each.d_k, sample_variance(products_of(each)), 0});
  }
  work.tables = tables_of(study);
  work.keep(std::move(study));
}

LabCaption scaling_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<ScalingLab>();
  const bool sampled = lab.source == ScalingLab::Source::sampled;
  const bool products = lab.page == ScalingLab::Page::products;
  const auto* study = asked.result<ScalingStudy>();
  const bool lengths = lab.page == ScalingLab::Page::lengths;
  const NamedValue times{"times", measured_text(static_cast<double>(lab.length), 3)};
  const std::string d_k =
      std::to_string(std::min(lab.dimensions, study != nullptr ? study->most : most_dimensions));
  if (sampled) {
    const std::string says =
        lengths ? say("softmax of a random query’s products with {keys}, divided by √dₖ, dₖ = {d_k}, all "
                      "vectors {times} times as long; with and without RMSNorm of q and k; against that "
                      "length, means and a median gradient of {n} such queries",
                      {{"keys", say(several(lab.keys, "{n} random key", "{n} random keys"),
                                    {{"n", count_text(lab.keys)}})},
                       {"d_k", d_k},
                       times,
                       {"n", std::to_string(sampled_queries)}})
        : products
            ? say(several(lab.samples, "products q · k of {n} random pair of a query and a key, dₖ = {d_k}",
                          "products q · k of {n} random pairs of a query and a key, dₖ = {d_k}"),
                  {{"n", count_text(lab.samples)}, {"d_k", d_k}})
            : say("softmax of the products of a random query with {keys}, dₖ = {d_k}, with and without the "
                  "division by √dₖ; against dₖ, means and a median gradient of {n} such queries",
                  {{"keys", say(several(lab.keys, "{n} random key", "{n} random keys"),
                                {{"n", count_text(lab.keys)}})},
                   {"d_k", d_k},
                   {"n", std::to_string(sampled_queries)}});
    return {drawn(says, lab.draw), {}, false};
  }
  const NamedValue head{"head", asked.selected_head()}, n{"n", d_k};
  if (products)
    return {say("products q · k of all words in {head}, the first {n} dimensions", {head, n}), {asked.side}};
  const std::string query =
      study != nullptr && !study->query.empty() ? in_curly_quotes(study->query) : say("a word");
  if (lengths)
    return {say("softmax of the products of {query} with all words in {head}, divided by √dₖ, the first {n} "
                "dimensions, all vectors {times} times as long; with and without RMSNorm of q and k",
                {{"query", query}, head, n, times}),
            {asked.side}};
  return {say("softmax of the products of {query} with all words in {head}, with and without the division by "
              "√dₖ, the first {n} dimensions",
              {{"query", query}, head, n}),
          {asked.side}};
}

const LabNeed* scaling_needs(const std::any& settings) {
  const auto& own = std::any_cast<const ScalingLab&>(settings);
  return own.source == ScalingLab::Source::model ? &needs_heads : nullptr;
}

constexpr std::array scaling_drags{
    LabDrag{"scaling, d_k", [](Labs& labs, int i) { labs.get<ScalingLab>().dimensions = 1 + 37 * i % 1024; }},
    LabDrag{"scaling, the pairs drawn",
            [](Labs& labs, int i) { labs.get<ScalingLab>().samples = 2000 + 100 * i; }},
    LabDrag{"scaling, the keys asked", [](Labs& labs, int i) {
              labs.get<ScalingLab>().page = ScalingLab::Page::softmax;
              labs.get<ScalingLab>().keys = 33 + i % 32;
            }}};

}  // namespace

constinit const Lab ScalingLab::lab_row{
    .name = "scaling",
    .title = "Scaling",
    .question = "Why divide by √dₖ?",
    .settings = settings_of<ScalingLab>(),
    .compute = compute_scaling,
    .caption = scaling_caption,
    .drags = scaling_drags,
    .of_word = true,
    .needs = scaling_needs,
    .without_model =
        [](std::any& settings) { std::any_cast<ScalingLab&>(settings).source = ScalingLab::Source::sampled; },
    .without_model_says = "Random vectors"};

}  // namespace headlight
