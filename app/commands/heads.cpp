// `headlight heads`: what every head of a model does over a whole text.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/commands/commands.h"
#include "app/commands/output.h"
#include "core/explain/head_measures.h"
#include "core/explain/text_heads.h"
#include "core/figure/numbers.h"
#include "core/files/json.h"
#include "core/files/tables.h"
#include "core/files/text_columns.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "core/platform/process.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

struct HeadsOptions {
  std::string model = "translator";
  std::string text, column, output;
  bool json = false;
};

constexpr std::array shares{0.1F, 0.25F, 0.5F, 0.75F, 0.9F};

void each_trait(const HeadOverText& head, auto with) {
  for (int trait = 0; trait < trait_count; ++trait) {
    const TraitSpread& spread = head[static_cast<Trait>(trait)];
    if (spread.rows() > 0) with(static_cast<Trait>(trait), spread);
  }
}

// What was measured of the head on tokens drawn by lot, or on sentences of its model's own kind.
std::optional<float> narrow(const MeasuredHeads& measured, const HeadOverText& head, Trait trait) {
  const auto found = measured.find(head.path);
  return found == measured.end() ? std::nullopt : found->second[trait];
}

Json row_json(const TextRow& row, float share) {
  return {{"share", share}, {"part", row.part}, {"row", row.row}, {"value", row.value}};
}

Json head_json(const HeadOverText& head, const MeasuredHeads& measured) {
  Json json{{"path", head.path}, {"name", nullptr}, {"traits", Json::object()}};
  if (const auto name = name_over_text(head)) json["name"] = info(*name).id;
  each_trait(head, [&](Trait kind, const TraitSpread& spread) {
    Json& trait = json["traits"][std::string(info(kind).id)];
    trait = {{"rows", spread.rows()}, {"led", spread.led()}, {"mean", *spread.mean()}};
    if (const auto other = narrow(measured, head, kind)) trait["narrow"] = *other;
    trait["most"] = spread.most();
    trait["counts"] = spread.counts();
    trait["quantiles"] = Json::array();
    trait["examples"] = Json::array();
    for (const float share : shares) {
      trait["quantiles"].push_back({{"share", share}, {"value", *spread.quantile(share)}});
      trait["examples"].push_back(row_json(*spread.example(share), share));
    }
    trait["strongest"] = Json::array();
    for (const TextRow& row : spread.strongest()) trait["strongest"].push_back(row_json(row, 1));
  });
  return json;
}

std::string percent(float share) { return std::to_string(std::lround(100 * share)) + " %"; }

std::vector<CsvRecord> records(const TextMeasures& measures, const MeasuredHeads& measured) {
  std::vector<CsvRecord> all{{"head", "trait", "rows", "rows led", "mean"}};
  for (const float share : shares) all.front().push_back(percent(share));
  all.front().emplace_back("measured apart");
  for (const HeadOverText& head : measures.heads) {
    each_trait(head, [&](Trait kind, const TraitSpread& spread) {
      CsvRecord& record =
          all.emplace_back(CsvRecord{head.path, std::string(info(kind).id), std::to_string(spread.rows()),
                                     std::to_string(spread.led()), csv_number(*spread.mean())});
      for (const float share : shares) record.push_back(csv_number(*spread.quantile(share)));
      const auto other = narrow(measured, head, kind);
      record.push_back(other ? csv_number(*other) : "");
    });
  }
  return all;
}

void print(const TextMeasures& measures) {
  std::size_t wide = 0;
  for (const HeadOverText& head : measures.heads) wide = std::max(wide, head.path.size());
  for (const HeadOverText& head : measures.heads) {
    std::printf("%-*s  ", static_cast<int>(wide), head.path.c_str());
    if (const auto name = name_over_text(head)) {
      const TraitSpread& spread = head[*name];
      std::printf("%s: %s of %s rows\n", std::string(info(*name).name).c_str(),
                  percent(*spread.led_share()).c_str(), count_text(spread.rows()).c_str());
      continue;
    }
    const TraitSpread& entropy = head[Trait::entropy];
    if (entropy.rows() == 0) {
      std::printf("no row of it has a choice\n");
      continue;
    }
    std::printf("no pattern in most of %s rows; the largest weight is %s on average\n",
                count_text(entropy.rows()).c_str(), fixed_text(*head[Trait::peak].mean(), 2).c_str());
  }
}

int heads(const HeadsOptions& options) {
  if (!options.output.empty()) check_output(options.output, {"table", {".csv"}}, {});
  const ColumnOfText text = read_column_of_text(options.text, options.column);
  const ModelPtr model = load_model(model_folder(options.model));
  std::vector<std::string> parts = parts_of_text(*model, text.text);
  if (parts.empty())
    throw std::invalid_argument(options.text + ": has no words; give a file with text in it");
  const std::size_t all = parts.size();
  TextMeasuring measuring(model, std::move(parts));
  const bool told = is_terminal(StandardStream::errors);
  measuring.read_to(static_cast<int>(all), [&] {
    if (told) std::cerr << "\rread " << measuring.measures().read << " of " << all << std::flush;
    return true;
  });
  if (told) std::cerr << "\rread " << all << " of " << all << '\n';
  const TextMeasures& measures = measuring.measures();
  if (measures.refused == measures.read)
    throw std::invalid_argument(options.text + ": nothing of it can be read: " + measures.why_refused);
  const auto measured = measured_heads(*model);
  if (!options.output.empty()) write_csv(options.output, records(measures, *measured));
  if (options.json) {
    Json json{{"model", options.model},    {"text", options.text},        {"parts", measures.read},
              {"tokens", measures.tokens}, {"refused", measures.refused}, {"heads", Json::array()}};
    if (text.column >= 0) json["column"] = text.columns[static_cast<std::size_t>(text.column)];
    for (const HeadOverText& head : measures.heads) json["heads"].push_back(head_json(head, *measured));
    std::cout << json_text(json) << '\n';
    return 0;
  }
  std::cout << count_text(measures.tokens) << " tokens in " << count_text(measures.read - measures.refused)
            << (measures.read - measures.refused == 1 ? " part of " : " parts of ")
            << printable(options.text);
  if (text.column >= 0)
    std::cout << ", column " << printable(text.columns[static_cast<std::size_t>(text.column)]);
  std::cout << '\n';
  if (measures.refused > 0)
    std::cout << count_text(measures.refused)
              << " parts are left out, which the model cannot read; the first: " << measures.why_refused
              << '\n';
  print(measures);
  return 0;
}

}  // namespace

void add_heads(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<HeadsOptions>();
  CLI::App* command = program.add_subcommand(
      "heads", "Measure every head of a model over a whole text: what it looks at, in how many rows");
  command
      ->add_option("--text", options->text,
                   "A file of plain text, in the language that the model reads; or a table, .csv or .tsv")
      ->required();
  command->add_option("--column", options->column,
                      "Of a table the column that holds the text, by its name; else the one with the most");
  command->add_option("--model", options->model, "A model that reads text, by its name or folder");
  command->add_option("-o,--output", options->output,
                      "Also write a table: each trait of each head, with its mean and its quantiles");
  command->add_flag("--json", options->json, "Print all of it, with the rows to look at");
  command->callback([options, &chosen] { chosen = [options] { return heads(*options); }; });
}

}  // namespace headlight
