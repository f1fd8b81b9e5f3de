#include <fstream>
#include <nlohmann/json.hpp>

#include "app/commands/bench/bench.h"
#include "core/files/temporary_folder.h"
#include "core/learn/trainer.h"

namespace headlight {

namespace {

// The batch as PyTorch reads it: the same sentences, the same sizes.
void write_batch(const std::filesystem::path& file, const Recipe& recipe, const Corpus& corpus) {
  const std::vector<Pair> pairs = encode_pairs(corpus.train, corpus.source, corpus.target);
  Batches batches(corpus.train, {}, recipe.batch, recipe.seed);
  nlohmann::json json;
  json["source_words"] = corpus.source.size();
  json["target_words"] = corpus.target.size();
  json["batches"] = nlohmann::json::array();
  for (int i = 0; i < 30; ++i) {
    nlohmann::json batch = nlohmann::json::array();
    for (const int place : batches.next()) {
      batch.push_back(
          {{"source", pairs[place].source}, {"target", pairs[place].target}, {"next", pairs[place].next}});
    }
    json["batches"].push_back(batch);
  }
  std::ofstream(file) << json;
}

}  // namespace

std::vector<Measure> bench_training() {
  const std::string row = "training_step_over_pytorch";
  if (!first_line_of("/usr/bin/python3 -c 'import torch'")) {
    leave_out(row, "needs Debian's python3-torch");
    return {};
  }
  Recipe recipe = translator_recipe();
  recipe.corpus.train = 60000;  // nearly all words
  recipe.corpus.held_out = 100;
  Trainer trainer(recipe);
  const TemporaryFolder folder;
  const std::string file = folder / "batch.json";
  write_batch(file, trainer.recipe(), trainer.corpus());
  // The same 30 batches: the first ones of the same seed.
  for (int i = 0; i < 5; ++i) trainer.advance();
  const double ours = median_ms(24, [&] { trainer.advance(); });
  const auto line = first_line_of("/usr/bin/python3 " + bench_script("torch_step.py") + " " + quoted(file));
  if (!line) {
    leave_out(row, "tests/bench/torch_step.py failed");
    return {};
  }
  const auto said = nlohmann::json::parse(*line);
  const double theirs = said.at("ms");
  std::vector<Measure> measures{{"training_step_ms", ours, "ms", ""},
                                {"training_step_pytorch_ms", theirs, "ms", ""}};
  // Over an opponent that is not at its best there is nothing to boast of.
  if (const std::string handicap = said.at("handicap"); !handicap.empty()) {
    leave_out(row, handicap);
  } else {
    measures.insert(measures.begin(), {row, ours / theirs, "", "<= 1"});
  }
  return measures;
}

}  // namespace headlight
