// The lab on lookup as a row of the labs.
#include "app/labs/lookup/lookup_lab.h"

#include <algorithm>
#include <array>

#include "app/lab/lab.h"
#include "app/lab/lab_settings.h"
#include "app/lab/lab_work.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight {
namespace {

std::shared_ptr<const std::vector<std::string>> alphabet() {
  auto letters = std::make_shared<std::vector<std::string>>();
  for (char c = 'A'; c <= 'Z'; ++c) letters->emplace_back(1, c);
  return letters;
}

TracePtr of_letters(const LookupLab& settings) {
  LookupTask task{letters_of(settings.letters, LookupLab::most_letters), {}, alphabet()};
  for (const int letter : task.tokens) task.words.emplace_back(1, static_cast<char>('A' + letter));
  const Matrix table = random_table(26, settings.dimensions, static_cast<std::uint64_t>(settings.seed));
  return record_lookup(task, view(table));
}

TracePtr of_sentence(const LabInput& input) {
  const TracePtr sentence = input.first_sentence();
  const Model& model = *input.model;
  const StackInfo& stack = model.anatomy().stacks.front();
  const Vocabulary& words = stack.stream == Stream::source ? model.source() : model.target();
  const std::string embedding = std::string(stack.input) + ".embedding";
  return record_lookup({tokens_read(*sentence), sentence->typed(), words.shared_words()},
                       view(model.weights()[embedding]), input.model, embedding, input.run(0).edits);
}

std::vector<int> shown_rows(const Trace& trace) {
  const int all = trace.read("lookup_lab.one_hot").shape().cols;
  std::vector<int> rows;
  if (all <= 26) {
    for (int i = 0; i < all; ++i) rows.push_back(i);
    return rows;
  }
  const Reading tokens = trace.read("lookup_lab.tokens");
  for (int t = 0; t < tokens.shape().rows; ++t) rows.push_back(static_cast<int>(tokens(t, 0)));
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

std::vector<LabTable> tables_of(const LookupStudy& study, const std::string& product) {
  LabTable shown{.name = "rows shown", .columns = {"row"}, .rows_are = "word", .row_names = study.names};
  for (const int row : study.rows) shown.rows.push_back({static_cast<double>(row)});
  const LookupCost& cost = study.cost;
  return {{.name = "product", .path = product},
          {.name = "one-hot", .maps = {"one_hot"}},
          {.name = "table", .maps = {"table"}},
          std::move(shown),
          {"cost",
           {"product multiply-adds", "lookup multiply-adds", "product reads", "lookup reads",
            "largest difference"},
           {{static_cast<double>(cost.product_terms), static_cast<double>(cost.lookup_terms),
             static_cast<double>(cost.product_reads), static_cast<double>(cost.lookup_reads),
             study.difference}}}};
}

std::vector<std::string> texts(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

void compute_soft_lookup(const LookupLab& settings, LabWork& work) {
  SoftLookupStudy study;
  study.catalogue = settings.of == LookupOf::films ? &film_catalogue() : &paint_catalogue();
  std::vector<float> query = settings.wish;
  query.resize(study.catalogue->attributes.size(), 0);
  const TracePtr trace = record_soft_lookup(*study.catalogue, query, settings.temperature);
  const Reading exact = trace->read("lookup_lab.exact");
  study.found = exact.view().map().sum() > 0;

  LabTable ways{.name = "entries",
                .columns = {"score", "dictionary", "nearest", "soft"},
                .rows_are = std::string(study.catalogue->entry),
                .row_names = texts(study.catalogue->entries)};
  const Reading scores = trace->read("lookup_lab.scores"), nearest = trace->read("lookup_lab.nearest"),
                weights = trace->read("lookup_lab.weights");
  for (int entry = 0; entry < scores.shape().cols; ++entry) {
    std::vector<double>& row = ways.rows.emplace_back();
    for (const Reading* of : {&scores, &exact, &nearest, &weights})
      row.push_back(static_cast<double>((*of)(0, entry)));
  }
  LabTable values{.name = "values found",
                  .columns = texts(study.catalogue->amounts),
                  .rows_are = "lookup",
                  .row_names = {"dictionary", "nearest", "soft"}};
  for (const char* part : {"exact_value", "nearest_value", "mixed"}) {
    const Reading found = trace->read(std::string("lookup_lab.") + part);
    std::vector<double>& row = values.rows.emplace_back();
    for (int amount = 0; amount < found.shape().cols; ++amount)
      row.push_back(static_cast<double>(found(0, amount)));
  }
  LabRecord recorded;
  recorded.set(0, trace);
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  work.shown = "lookup_lab.weights";
  work.tables = {std::move(ways),
                 std::move(values),
                 {.name = "weights", .path = work.shown},
                 {.name = "keys", .path = "lookup_lab.key"},
                 {.name = "values", .path = "lookup_lab.value"}};
  work.keep(study);
}

// Keeps one of the two. Nothing without letters. Maps: "one_hot", "table", "product" and "looked_up".
void compute_lookup(const LabInput& input, LabWork& work) {
  const auto& settings = input.settings<LookupLab>();
  if (settings.of == LookupOf::films || settings.of == LookupOf::paint)
    return compute_soft_lookup(settings, work);
  const bool letters = settings.of == LookupOf::letters;
  if (letters && letters_of(settings.letters, LookupLab::most_letters).empty()) return;
  const TracePtr trace = letters ? of_letters(settings) : of_sentence(input);

  LabRecord recorded;
  recorded.set(0, trace);
  recorded.runs[0].text = input.run(0).text;
  work.recorded = std::make_shared<const LabRecord>(std::move(recorded));
  work.shown = "lookup_lab.product";

  LookupStudy study;
  study.rows = shown_rows(*trace);
  Heatmap one_hot = with_columns(view_of(*trace, "lookup_lab.one_hot"), study.rows);
  one_hot.format = NumberFormat::weight;
  one_hot.scale = {Ramp::sequential, 0, 1, "one-hot", {}, {}};
  study.table = trace->label(trace->tape().node(trace->at("lookup_lab.product")).inputs.at(1)).path;
  Heatmap found = with_rows(view_of(*trace, study.table), study.rows);
  found.scale = view_of(*trace, "lookup_lab.product").scale;
  for (const float value : found.values) {
    found.scale.high = std::max(found.scale.high, std::abs(value));
    found.scale.low = -found.scale.high;
  }
  const auto on_one_scale = [&](const char* path) {
    Heatmap map = view_of(*trace, path);
    map.scale = found.scale;
    return std::make_shared<const Heatmap>(std::move(map));
  };
  work.maps["one_hot"] = std::make_shared<const Heatmap>(std::move(one_hot));
  work.maps["product"] = on_one_scale("lookup_lab.product");
  work.maps["looked_up"] = on_one_scale("lookup_lab.looked_up");
  work.maps["table"] = std::make_shared<const Heatmap>(std::move(found));

  study.names = work.maps.at("table")->row_labels;
  study.cost = lookup_cost(*trace);
  study.difference = trace->read("lookup_lab.difference").view().map().cwiseAbs().maxCoeff();
  work.tables = tables_of(study, work.shown);
  work.keep(std::move(study));
}

LabCaption lookup_caption(const CaptionAsked& asked) {
  const auto& lab = asked.settings<LookupLab>();
  if (lab.of == LookupOf::sentence)
    return {"each word as a one-hot row times the model’s table of embeddings", {0}};
  if (lab.of == LookupOf::films || lab.of == LookupOf::paint)
    return {say(lab.of == LookupOf::films ? to_be_said("a catalogue of films asked as a dictionary, by the "
                                                       "nearest key, and by a softmax at T = {t}")
                                          : to_be_said("the tins of a paint shop asked as a dictionary, by "
                                                       "the nearest key, and by a softmax at T = {t}"),
                {{"t", significant_text(lab.temperature, 3)}}),
            {},
            false};
  const std::string letters = letters_text(letters_of(lab.letters, LookupLab::most_letters));
  if (letters.empty()) return {"a table for the letters of the alphabet", {}, false};
  return {drawn(say("the letters {letters} as one-hot rows times a random table of {dimensions}",
                    {{"letters", in_curly_quotes(letters)},
                     {"dimensions", say(several(lab.dimensions, "{n} dimension", "{n} dimensions"),
                                        {{"n", count_text(lab.dimensions)}})}}),
                lab.seed),
          {},
          false};
}

void leave_out_lookup_looks(LookupLab& lab) { lab.place = 0; }

constexpr std::array lookup_drags{
    LabDrag{"lookup, the dimensions of the letters’ table",
            [](Labs& labs, int i) { labs.get<LookupLab>().dimensions = 1 + i % 8; }},
    LabDrag{"lookup, a word of the sentence",
            [](Labs& labs, int i) {
              labs.get<LookupLab>().of = LookupOf::sentence;
              labs.get<LookupLab>().place = i % 11;
            }},
    LabDrag{"lookup, the temperature of a soft one", [](Labs& labs, int i) {
              labs.get<LookupLab>().of = LookupOf::paint;
              labs.get<LookupLab>().temperature = 0.1F + 0.01F * static_cast<float>(i);
            }}};

}  // namespace

constinit const Lab LookupLab::lab_row{
    .name = "lookup",
    .title = "Lookup",
    .question = "How is something looked up?",
    .settings = settings_of<LookupLab, leave_out_lookup_looks>(),
    .compute = compute_lookup,
    .caption = lookup_caption,
    .drags = lookup_drags,
    .needs =
        [](const std::any& settings) {
          // Letters have a table as words do.
          static constexpr LabNeed table{[](const Anatomy& model) { return !model.picture; },
                                         needs_words.page, needs_words.model};
          return std::any_cast<const LookupLab&>(settings).of == LookupOf::sentence ? &table : nullptr;
        },
    .without_model = [](std::any& settings) { std::any_cast<LookupLab&>(settings).of = LookupOf::letters; },
    .without_model_says = "Letters"};

}  // namespace headlight
