// `headlight generate`: a model goes on, word by word, in each of the ways there are.
#include <cstdio>
#include <iostream>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/session/results.h"
#include "core/files/json.h"
#include "core/models/card.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

struct GenerateOptions {
  std::string model = "translator";
  std::string sentence;
  std::string how = "greedy";
  Sampling sampling;
  std::uint64_t seed = 0;
  Beam beam;
  std::optional<int> words;
  int candidates = 0;
  bool json = false;
};

class Generated {
 public:
  Generated(const GenerateOptions& options, const Model& model, Writing writing)
      : options_(options), answer_(model.anatomy().answer), writing_(std::move(writing)) {
    if (options.words) writing_.end.most = std::min(writing_.end.most, *options.words);
  }

  Json run() {
    Json json{{"model", options_.model}, {"sentence", options_.sentence}, {"how", options_.how}};
    if (options_.how == "beam") {
      const BeamTree tree = beam_search(writing_.next, options_.beam, writing_.end);
      json["written"] = Json::array();
      for (const int node : tree.finished)
        json["written"].push_back(text_json(tree.path(node), tree.nodes[node].score));
      json["tree"] = tree_json(tree);
      return json;
    }
    const std::vector<AddedWord> added =
        options_.how == "sample" ? sample(writing_.next, options_.sampling, options_.seed, writing_.end)
                                 : greedy(writing_.next, writing_.end);
    json["written"] = Json::array({text_json(added, {})});
    if (options_.candidates > 0) json["candidates"] = candidates_json(added);
    return json;
  }

 private:
  // As a person writes it, without the end.
  std::string text_of(const std::vector<AddedWord>& added) const {
    std::vector<std::string> words;
    for (const AddedWord& each : added) {
      if (each.word != writing_.end.word) words.push_back(writing_.words->text(each.word));
    }
    return headlight::text_of(words, answer_, writing_.between);
  }

  Json text_json(const std::vector<AddedWord>& added, std::optional<double> score) const {
    Json json{{"text", text_of(added)}};
    if (score) json["score"] = *score;
    json["ended"] = !added.empty() && added.back().word == writing_.end.word;
    json["words"] = Json::array();
    for (const AddedWord& each : added)
      json["words"].push_back({{"word", writing_.words->text(each.word)}, {"probability", each.probability}});
    return json;
  }

  Json tree_json(const BeamTree& tree) const {
    constexpr const char* states[] = {"open", "ended", "cut", "pruned"};
    Json nodes = Json::array();
    for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
      const BeamNode& node = tree.nodes[i];
      nodes.push_back({{"node", i},
                       {"parent", node.parent},
                       {"word", writing_.words->text(node.word)},
                       {"probability", node.probability},
                       {"score", node.score},
                       {"state", states[static_cast<int>(node.state)]}});
    }
    return nodes;
  }

  // What each word was chosen from.
  Json candidates_json(const std::vector<AddedWord>& added) const {
    Json steps = Json::array();
    std::vector<int> words;
    for (const AddedWord& each : added) {
      const std::vector<float> p = writing_.next(words);
      const std::vector<Candidate> all =
          candidates(p, options_.how == "sample" ? options_.sampling : Sampling{});
      Json step = Json::array();
      for (std::size_t i = 0; i < std::min(all.size(), static_cast<std::size_t>(options_.candidates)); ++i) {
        Json one{{"word", writing_.words->text(all[i].word)}, {"probability", all[i].probability}};
        if (options_.how == "sample") one["drawn"] = all[i].drawn;
        step.push_back(std::move(one));
      }
      steps.push_back(std::move(step));
      words.push_back(each.word);
    }
    return steps;
  }

  const GenerateOptions& options_;
  AnswerKind answer_;
  Writing writing_;
};

void print(const Json& json) {
  for (const Json& written : json["written"]) {
    if (written.contains("score")) std::printf("%8.3f  ", written["score"].get<double>());
    std::cout << printable(written["text"].get<std::string>()) << (written["ended"] ? "" : " …") << '\n';
  }
  if (!json.contains("candidates")) return;
  std::size_t at = 0;
  for (const Json& step : json["candidates"]) {
    std::cout << "  " << json["written"][0]["words"][at++]["word"].get<std::string>() << ":";
    for (const Json& one : step)
      std::printf("  %s %.3f", one["word"].get<std::string>().c_str(), one["probability"].get<double>());
    std::printf("\n");
  }
}

int generate(GenerateOptions options) {
  // As everywhere else: nothing is left to chance.
  if (options.how != "beam" && options.sampling.temperature == 0) {
    options.how = "greedy";
    options.sampling = {};
  }
  options.sampling.check();
  options.beam.check();
  const ModelPtr model = load_model(model_folder(options.model));
  std::optional<Writing> writing = model->writing(options.sentence);
  if (!writing) {
    throw std::invalid_argument(in_quotes(options.model) +
                                " writes nothing; choose a model that translates or predicts the next word");
  }
  const Json json = Generated(options, *model, std::move(*writing)).run();
  if (options.json) {
    std::cout << json_text(json) << '\n';
  } else {
    print(json);
  }
  return 0;
}

// An option of another way would change nothing.
void check_ways(const CLI::App& command, const GenerateOptions& options) {
  const std::string& how = options.how;
  const bool greedy_anyway = how == "greedy" && options.sampling.temperature == 0;
  constexpr std::pair<const char*, const char*> ways[] = {
      {"--temperature", "sample"}, {"--top-k", "sample"}, {"--top-p", "sample"},
      {"--seed", "sample"},        {"--beams", "beam"},   {"--length-penalty", "beam"}};
  for (const auto& [option, way] : ways) {
    if (command.count(option) > 0 && how != way && !(greedy_anyway && std::string_view(way) == "sample"))
      throw CLI::ValidationError(option, std::string("changes nothing here; it is for --how ") + way);
  }
  if (command.count("--candidates") > 0 && how == "beam")
    throw CLI::ValidationError("--candidates", "changes nothing here; --json prints the whole tree");
}

}  // namespace

void add_generate(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<GenerateOptions>();
  CLI::App* command = program.add_subcommand(
      "generate", "Let a model write word by word: greedy, by sampling, or by beam search");
  command->add_option("SENTENCE", options->sentence, "What it translates or continues")->required();
  command->add_option("--model", options->model, "A model that writes, by its name or folder");
  command->add_option("--how", options->how, "greedy, sample or beam")
      ->transform([](const std::string& how) { return how == "sampling" ? std::string("sample") : how; })
      ->check(CLI::IsMember({"greedy", "sample", "beam"}));
  command->add_option("--temperature", options->sampling.temperature,
                      "sample: divides the logits; 1 draws by the model's own probabilities, 0 is greedy");
  command->add_option("--top-k", options->sampling.top_k,
                      "sample: only from this many of the most probable words");
  command->add_option("--top-p", options->sampling.top_p,
                      "sample: only from the fewest most probable words whose probabilities add up to this");
  command->add_option("--seed", options->seed, "sample: the same seed draws the same words");
  command->add_option("--beams", options->beam.width, "beam: how many texts are kept");
  command->add_option("--length-penalty", options->beam.length_penalty,
                      "beam: scores are divided by the length to this power; 0 for none");
  command->add_option("--words", options->words, "At most this many words")->check(at_least(1));
  command->add_option("--candidates", options->candidates, "Print this many of the candidates for each word")
      ->check(at_least(0));
  command->add_flag("--json", options->json, "Print one object, with the whole tree of a beam search");
  command->callback([options, command, &chosen] {
    check_ways(*command, *options);
    chosen = [options] { return generate(*options); };
  });
}

}  // namespace headlight
