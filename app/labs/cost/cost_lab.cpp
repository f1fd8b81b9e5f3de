// The lab on cost as a row of the labs.
#include "app/labs/cost/cost_lab.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/layers/sites.h"
#include "core/text/say.h"

namespace headlight {
namespace {

CostStudy::OnStage on_stage(const LabInput& input) {
  CostStudy::OnStage stage;
  const TracePtr trace = input.trace_on_stage();
  if (trace == nullptr) return stage;
  const std::vector<AttentionHeads>& all = trace->anatomy().attentions;
  const auto own =
      std::find_if(all.begin(), all.end(), [](const AttentionHeads& each) { return !each.info().crosses(); });
  if (own == all.end()) return stage;
  const Node& query = trace->tape().node(trace->at(own->info().path(0, 0, "query")));
  stage.words = trace->tokens(own->info().asks);
  stage.called =
      own->info().asks == trace->anatomy().typed() ? input.model->tokenizer().tokens_called() : "words";
  const auto n = static_cast<int>(stage.words.size());
  const auto& settings = input.settings<CostLab>();
  stage.from = settings.from < 0 ? n - 1 : std::min(settings.from, n - 1);
  stage.to = settings.to < 0 ? 0 : std::min(settings.to, n - 1);
  stage.d = trace->tape().node(query.inputs.at(0)).shape.cols;
  stage.heads = own->in(0);
  stage.counted = multiply_adds(trace->tape(), own->info().block(0) + ".");
  stage.recurrent = recurrent_multiply_adds(n, stage.d);
  stage.weights_bytes = 4.0 * stage.heads * n * n;
  for (int cross = 0; cross >= 0;) {
    cross = trace->find(head_path("decoder", 0, "cross_attention", stage.cross_heads, "weights"));
    if (cross < 0) continue;
    const Shape shape = trace->tape().node(cross).shape;
    stage.written = shape.rows;
    stage.cross_bytes += 4.0 * static_cast<double>(shape.size());
    ++stage.cross_heads;
  }
  stage.keys_bytes = 4.0 * 2 * n * stage.d;
  stage.state_bytes = 4.0 * stage.d;
  return stage;
}

CostStudy::Picture picture_of(int side) {
  const RealModel& vit = *real_model("ViT-B/16");
  CostStudy::Picture picture;
  picture.side = side;
  picture.cells_wide = std::max(1, side / vit.patch);
  picture.d = vit.d_model;
  picture.resnet = resnet_50_cost(side);
  picture.vit = vit_base_cost(side);
  const double cells = static_cast<double>(picture.cells_wide) * picture.cells_wide;
  picture.convolution = convolution_multiply_adds(cells, picture.d);
  picture.attention = attention_multiply_adds(cells, picture.d);
  picture.to_meet = layers_to_meet(picture.cells_wide);
  return picture;
}

CostStudy::Curve curve_of(const RealModel& model, double tokens, double batch) {
  CostStudy::Curve curve;
  curve.model = &model;
  curve.parameters = parameters_of(model);
  RealModel with_biases = model;
  with_biases.attention_bias = true;
  curve.with_biases = parameters_of(with_biases).total();
  const auto cost = [&](double t) { return cost_of(model, t) * batch; };
  curve.at = cost(tokens);
  if (model.context > 0) curve.trained = cost(model.context);
  for (int i = 0;; ++i) {
    const double t = std::exp2(i / 4.0);
    if (t > CostLab::most_tokens) return curve;
    curve.tokens.push_back(t);
    curve.costs.push_back(cost(t));
  }
}

LabTable table_of_sentence(const CostStudy::OnStage& stage) {
  const auto words = static_cast<double>(stage.words.size());
  const double path = std::abs(stage.from - stage.to);
  return {.name = "layers of the sentence",
          .columns = {"words", "d", "steps one after another", "path between the two words", "multiply-adds",
                      "kept / bytes", "weights / bytes"},
          .rows = {{words, static_cast<double>(stage.d), words, path, stage.recurrent, stage.state_bytes, 0},
                   {words, static_cast<double>(stage.d), 1, std::min(path, 1.0),
                    static_cast<double>(stage.counted), stage.keys_bytes, stage.weights_bytes}},
          .rows_are = "layer",
          .row_names = {"recurrent", "attention"}};
}

// The tables of weights of a layer: queries, keys, heads.
LabTable table_of_weights(const CostStudy::OnStage& stage) {
  const auto words = static_cast<double>(stage.words.size());
  LabTable table{.name = "tables of weights",
                 .columns = {"queries", "keys", "heads", "weights", "bytes"},
                 .rows = {{words, words, double(stage.heads), stage.weights_bytes / 4, stage.weights_bytes}},
                 .rows_are = "attention",
                 .row_names = {"encoder"}};
  if (stage.cross_heads == 0) return table;
  table.rows.push_back(
      {double(stage.written), words, double(stage.cross_heads), stage.cross_bytes / 4, stage.cross_bytes});
  table.row_names.emplace_back("cross");
  return table;
}

const std::vector<std::string>& cost_columns() {
  static const std::vector<std::string> names{"T", "multiply-adds", "cache / bytes", "T x T weights / bytes",
                                              "activations / bytes"};
  return names;
}

std::vector<double> row_of(double tokens, const Cost& cost) {
  return {tokens, cost.multiply_adds, cost.cache, cost.weights, cost.activations};
}

// All at the chosen T, then each against T.
std::vector<LabTable> tables_of_models(const CostStudy& study, const CostLab& settings) {
  std::vector<LabTable> tables;
  LabTable all{.name = "models", .columns = cost_columns(), .rows_are = "model"};
  for (const char* each : {"parameters", "d", "layers", "heads", "B", "parameters with all biases"})
    all.columns.emplace_back(each);
  for (const CostStudy::Curve& curve : study.curves) {
    all.row_names.emplace_back(curve.model->name);
    std::vector<double>& row = all.rows.emplace_back(row_of(settings.tokens, curve.at));
    const RealModel& model = *curve.model;
    for (const std::int64_t each :
         {curve.parameters.total(), std::int64_t{model.d_model}, std::int64_t{model.layers},
          std::int64_t{model.heads}, std::int64_t{settings.batch}, curve.with_biases})
      row.push_back(static_cast<double>(each));
  }
  if (!all.rows.empty()) tables.push_back(std::move(all));
  for (const CostStudy::Curve& curve : study.curves) {
    LabTable& each = tables.emplace_back(LabTable{
        .name = "cost of " + std::string(curve.model->name), .columns = cost_columns(), .rows_are = "model"});
    for (std::size_t i = 0; i < curve.tokens.size(); ++i) {
      each.row_names.emplace_back(curve.model->name);
      each.rows.push_back(row_of(curve.tokens[i], curve.costs[i]));
    }
  }
  return tables;
}

std::vector<LabTable> tables_of_picture(const CostStudy::Picture& picture) {
  return {
      {.name = "models that read pictures",
       .columns = {"side", "parameters", "multiply-adds"},
       .rows = {{double(picture.side), double(picture.resnet.parameters), picture.resnet.multiply_adds},
                {double(picture.side), double(picture.vit.parameters), picture.vit.multiply_adds}},
       .rows_are = "model",
       .row_names = {"ResNet-50", "ViT-B/16"}},
      {.name = "layers that read pictures",
       .columns = {"cells", "d", "multiply-adds", "layers until corners meet"},
       .rows = {{double(picture.cells_wide) * picture.cells_wide, double(picture.d), picture.convolution,
                 double(picture.to_meet)},
                {double(picture.cells_wide) * picture.cells_wide, double(picture.d), picture.attention, 1}},
       .rows_are = "layer",
       .row_names = {"3 x 3 convolution", "attention"}}};
}

LabTable table_of_growth() {
  LabTable growth{
      .name = "parameters by year", .columns = {"year", "parameters", "published"}, .rows_are = "model"};
  for (const RealModel& model : real_models()) {
    growth.row_names.emplace_back(model.name);
    growth.rows.push_back({model.year, static_cast<double>(parameters_of(model).total()),
                           static_cast<double>(model.published)});
  }
  return growth;
}

// The largest models of the list, the line through them, and its factor a year.
LabTable table_of_line(const Growth& line) {
  LabTable table{.name = "largest in the list",
                 .columns = {"year", "parameters", "on the line", "factor a year"},
                 .rows_are = "model"};
  for (const RealModel* model : line.largest) {
    table.row_names.emplace_back(model->name);
    table.rows.push_back({model->year, static_cast<double>(parameters_of(*model).total()),
                          line.parameters(model->year), line.factor()});
  }
  return table;
}

LabTable table_of_kept(double tokens) {
  LabTable table{.name = "kept",
                 .columns = {"bytes a token", "bytes at T", "times less", "layers", "that see all", "heads",
                             "key-value heads", "window"},
                 .rows_are = "model"};
  for (const KeptModel& model : kept_models()) {
    table.row_names.emplace_back(model.name);
    table.rows.push_back({model.bytes(1), model.bytes(tokens), model.saved(tokens), double(model.layers),
                          double(model.layers_that_see_all()), double(model.heads),
                          double(model.key_value_heads), double(model.window)});
  }
  return table;
}

// What the page shows comes first; lessons quote the other pages' tables, too.
std::vector<LabTable> tables_of(const CostStudy& study, const CostLab& settings) {
  std::vector<LabTable> tables;
  const auto add_models = [&] {
    for (LabTable& table : tables_of_models(study, settings)) tables.push_back(std::move(table));
  };
  if (settings.page == CostLab::Page::sentence && !study.sentence.words.empty())
    for (auto table : {table_of_sentence, table_of_weights}) tables.push_back(table(study.sentence));
  if (settings.page == CostLab::Page::pictures) tables = tables_of_picture(study.picture);
  if (settings.page == CostLab::Page::kept) tables = {table_of_kept(settings.tokens)};
  const bool growth_first = settings.page == CostLab::Page::growth;
  if (!growth_first) add_models();
  tables.push_back(table_of_growth());
  tables.push_back(table_of_line(study.growth));
  if (growth_first) add_models();
  return tables;
}

void compute_cost(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<CostLab>();
  CostStudy study;
  study.sentence = on_stage(input);
  study.picture = picture_of(settings.side);
  for (const std::string& name : settings.models) {
    const RealModel* model = real_model(name);
    if (name == own_model_name) {
      study.own = std::make_shared<const RealModel>(own_model(settings.own_d, settings.own_layers));
      model = study.own.get();
    }
    if (model == nullptr || study.curves.size() == CostLab::most_models) continue;
    study.curves.push_back(curve_of(*model, settings.tokens, settings.batch));
  }
  study.growth = growth_since(first_year_of_growth);
  work.tables = tables_of(study, settings);
  work.keep(std::move(study));
}

LabCaption cost_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<CostLab>();
  const auto* study = asked.result<CostStudy>();
  if (lab.page == CostLab::Page::growth) {
    return {
        say("parameters of {models}, at the date of each paper’s first version, and a line fitted to the "
            "largest model of each year since {year}",
            {{"models", say(several(std::ssize(real_models()), "{n} published model", "{n} published models"),
                            {{"n", count_text(std::ssize(real_models()))}})},
             {"year", std::to_string(first_year_of_growth)}}),
        {},
        false};
  }
  if (lab.page == CostLab::Page::kept)
    return {say("bytes that {models} keep of {n} tokens while they write, by how they keep them",
                {{"models", say(several(std::ssize(kept_models()), "{n} model", "{n} models"),
                                {{"n", count_text(std::ssize(kept_models()))}})},
                 {"n", count_text(lab.tokens)}}),
            {},
            false};
  if (lab.page == CostLab::Page::pictures)
    return {say("multiply-adds of ResNet-50 and ViT-B/16 against the side of a picture, {n} pixels marked, "
                "and of one layer of each kind on its patches",
                {{"n", std::to_string(lab.side)}}),
            {},
            false};
  if (lab.page == CostLab::Page::sentence) {
    if (study == nullptr || study->sentence.words.empty())
      return {say("a recurrent layer and a layer of attention"), {asked.side}};
    const CostStudy::OnStage& stage = study->sentence;
    return {
        say("a recurrent layer and a layer of attention on {words}, and the path between {word} and {other}",
            {{"words", counted_of(std::ssize(stage.words), stage.called)},
             {"word", in_curly_quotes(stage.words[stage.from])},
             {"other", in_curly_quotes(stage.words[stage.to])}}),
        {asked.side}};
  }
  static const std::vector<std::string> quantities{"multiply-adds", "key-value cache", "attention weights",
                                                   "activations"};
  std::vector<std::string> names;
  std::string notes;
  if (lab.quantity == CostLab::Quantity::activations)
    notes = "; " + say("activations: {counted}", {{"counted", std::string(activations_are)}});
  if (study != nullptr) {
    for (const CostStudy::Curve& curve : study->curves) {
      names.emplace_back(curve.model->name);
      if (!curve.model->note.empty()) notes += "; " + names.back() + " " + std::string(curve.model->note);
    }
  }
  return {say("{quantity} of {models} against the number of tokens, T = {n} marked",
              {{"quantity", quantities.at(static_cast<std::size_t>(lab.quantity))},
               {"models", names.empty() ? say("published models") : with_and(names)},
               {"n", count_text(lab.tokens)}}) +
              notes,
          {},
          false};
}

constexpr std::array cost_drags{LabDrag{"cost, T", [](Labs& labs, int i) {
                                          labs.get<CostLab>().page = CostLab::Page::models;
                                          labs.get<CostLab>().tokens = 100 + i;
                                        }}};

}  // namespace

constinit const Lab CostLab::lab_row{
    .name = "cost",
    .title = "Cost",
    .question = "What does it cost?",
    .settings = settings_of<CostLab>(),
    .compute = compute_cost,
    .caption = cost_caption,
    .drags = cost_drags,
    .needs =
        [](const std::any& settings) {
          const auto& own = std::any_cast<const CostLab&>(settings);
          return own.page == CostLab::Page::sentence ? &needs_heads : nullptr;
        },
    .without_model =
        [](std::any& settings) { std::any_cast<CostLab&>(settings).page = CostLab::Page::models; },
    .without_model_says = "Real models"};

}  // namespace headlight
