#include "train/learn/write_pairs.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/files/whole_file.h"
#include "core/layers/config_json.h"
#include "core/models/folder.h"
#include "core/text/encode.h"
#include "train/learn/corpus.h"

namespace headlight {

namespace {

// Of each kind of sentences about everyday things that are measured on.
constexpr int meant_measured = 400;

class PairsWriter {
 public:
  PairsWriter(const Corpus& corpus, std::map<std::string, int>& kinds) : corpus_(corpus), kinds_(kinds) {}

  void add(const std::vector<Example>& examples) {
    constexpr int none = 65535;
    for (const Example& example : examples) {
      const int kind = kinds_.try_emplace(example.kind, static_cast<int>(kinds_.size())).first->second;
      const std::vector<int> source = encode(corpus_.source, example.source);
      const std::vector<int> target = encode(corpus_.target, example.target);
      const std::optional<Reference>& said = example.reference;
      put(heads_, kind);
      put(heads_, static_cast<int>(source.size()));
      put(heads_, static_cast<int>(target.size()));
      for (const int place :
           {said ? said->it : none, said ? said->antecedent : none, said ? said->other : none})
        put(heads_, place);
      for (const auto* ids : {&source, &target})
        for (const int id : *ids) put(tokens_, id);
    }
  }
  void write(const std::filesystem::path& folder, const std::string& name) const {
    replace_file(folder / (name + ".heads.u16"), heads_);
    replace_file(folder / (name + ".tokens.u16"), tokens_);
  }

 private:
  static void put(std::string& bytes, int number) {
    bytes += static_cast<char>(number & 0xff);
    bytes += static_cast<char>(number >> 8);
  }

  const Corpus& corpus_;
  std::map<std::string, int>& kinds_;
  std::string heads_, tokens_;
};

}  // namespace

void write_pairs(const std::filesystem::path& folder, const Corpus& corpus, const TransformerConfig& config) {
  std::map<std::string, int> kinds;
  PairsWriter train(corpus, kinds);
  train.add(corpus.train);
  train.add(corpus.real);
  PairsWriter held(corpus, kinds);
  held.add(corpus.held_out);
  held.add(examples_of(corpus.aside, "real", corpus.source, corpus.target));
  held.add(examples_of(corpus.own_aside, "own", corpus.source, corpus.target));
  held.add(sample_meant(corpus.source, corpus.target, meant_measured, 0));
  train.write(folder, "train");
  held.write(folder, "held");
  std::vector<std::string> names(kinds.size());
  for (const auto& [name, number] : kinds) names[static_cast<std::size_t>(number)] = name;
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "[\"" : ", \"") + name + "\"";
  replace_file(folder / "kinds.json", text + "]\n");
  replace_file(folder / "config.json", to_json(config));
  write_words(folder / "words.json", {corpus.source, corpus.target});
}

}  // namespace headlight
