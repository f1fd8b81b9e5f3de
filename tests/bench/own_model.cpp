// A model of one's own: the shape of GPT-2 small with random weights, as Hugging Face's libraries write it.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "app/session/opening.h"
#include "app/session/results.h"
#include "core/files/safetensors.h"
#include "core/files/whole_file.h"
#include "core/matrix/random.h"
#include "core/models/model.h"
#include "core/models/run.h"
#include "tests/bench/bench.h"

namespace headlight {
namespace {

struct Gpt2Small {
  static constexpr int width = 768, hidden = 3072, layers = 12, words = 50257, places = 1024;
};

std::vector<NamedShape> tensors_of_gpt2() {
  std::vector<NamedShape> all{{"wte.weight", {Gpt2Small::words, Gpt2Small::width}},
                              {"wpe.weight", {Gpt2Small::places, Gpt2Small::width}}};
  const auto linear = [&](const std::string& name, int in, int out) {
    all.push_back({name + ".weight", {in, out}});
    all.push_back({name + ".bias", {out}});
  };
  const auto norm = [&](const std::string& name) {
    all.push_back({name + ".weight", {Gpt2Small::width}});
    all.push_back({name + ".bias", {Gpt2Small::width}});
  };
  for (int l = 0; l < Gpt2Small::layers; ++l) {
    const std::string layer = "h." + std::to_string(l);
    norm(layer + ".ln_1");
    linear(layer + ".attn.c_attn", Gpt2Small::width, 3 * Gpt2Small::width);
    linear(layer + ".attn.c_proj", Gpt2Small::width, Gpt2Small::width);
    norm(layer + ".ln_2");
    linear(layer + ".mlp.c_fc", Gpt2Small::width, Gpt2Small::hidden);
    linear(layer + ".mlp.c_proj", Gpt2Small::hidden, Gpt2Small::width);
  }
  norm("ln_f");
  return all;
}

// As many tokens as GPT-2 has: the letters that bytes are written with, then words of two, three
// and four letters, each joined from two that were there before.
void write_tokens(const std::filesystem::path& folder) {
  std::vector<std::string> entries;
  for (int code = 33; code < 33 + 94; ++code) entries.emplace_back(1, static_cast<char>(code));
  const auto two_bytes = [&](int code) {
    entries.push_back({static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 63))});
  };
  for (int code = 161; code <= 172; ++code) two_bytes(code);
  for (int code = 174; code < 174 + 82 + 68; ++code) two_bytes(code);
  constexpr int merges = 50000;
  std::vector<std::pair<std::string, std::string>> joined;
  std::vector<std::string> alphabet;
  for (char c = 'a'; c <= 'z'; ++c) alphabet.emplace_back(1, c);
  std::vector<std::string> twos;
  const auto join = [&](const std::vector<std::string>& first, const std::vector<std::string>& second) {
    for (const std::string& a : first) {
      for (const std::string& b : second) {
        if (std::ssize(joined) < merges) joined.emplace_back(a, b);
      }
    }
  };
  join(alphabet, alphabet);
  for (const auto& [a, b] : joined) twos.push_back(a + b);
  join(twos, alphabet);
  join(twos, twos);
  std::ofstream list(folder / "merges.txt");
  list << "#version: 0.2\n";
  for (const auto& [a, b] : joined) {
    list << a << ' ' << b << '\n';
    entries.push_back(a + b);
  }
  entries.emplace_back("<|endoftext|>");
  nlohmann::json vocabulary;
  for (int id = 0; id < std::ssize(entries); ++id) vocabulary[entries[id]] = id;
  std::ofstream(folder / "vocab.json") << vocabulary;
}

void write_model(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "config.json") << nlohmann::json{{"model_type", "gpt2"},
                                                          {"n_embd", Gpt2Small::width},
                                                          {"n_layer", Gpt2Small::layers},
                                                          {"n_head", 12},
                                                          {"n_positions", Gpt2Small::places},
                                                          {"vocab_size", Gpt2Small::words},
                                                          {"eos_token_id", Gpt2Small::words - 1}};
  write_tokens(folder);
  const std::vector<NamedShape> shapes = tensors_of_gpt2();
  std::int64_t most = 0;
  for (const NamedShape& each : shapes)
    most = std::max(most, each.shape.front() * (each.shape.size() > 1 ? each.shape[1] : 1));
  Random random(1);
  std::vector<float> numbers(static_cast<std::size_t>(most));
  for (float& number : numbers) number = static_cast<float>(0.02 * random.uniform(-1, 1));
  const std::vector<float> ones(Gpt2Small::hidden, 1.0F);
  write_safetensors(folder / "model.safetensors", shapes, [&](std::size_t i) -> std::span<const float> {
    const NamedShape& each = shapes[i];
    const auto count =
        static_cast<std::size_t>(each.shape.front() * (each.shape.size() > 1 ? each.shape[1] : 1));
    const bool gain = each.shape.size() == 1 && each.name.find("ln_") != std::string::npos &&
                      each.name.ends_with(".weight");
    return std::span(gain ? ones : numbers).first(count);
  });
}

std::vector<int> some_words(int count) {
  std::vector<int> ids;
  for (int t = 0; t < count; ++t) ids.push_back(1000 + t * 7919 % 40000);
  return ids;
}

// A word behind 128 others, with keys and values kept.
double token_ms(const Model& model) {
  constexpr int before = 128, written = 24;
  std::vector<int> ids = some_words(before);
  ModelRun run(model, ids, {.cache = true});
  run.next(ids, before - 1);
  return median_ms(written, [&] {
    ids.push_back(1234);
    run.next(ids, static_cast<int>(ids.size()) - 1);
  });
}

std::vector<Measure> token_over_pytorch(const Model& model) {
  const std::string row = "cached_token_over_pytorch";
  const double ours = token_ms(model);
  std::vector<Measure> measures{{"cached_token_ms", ours, "ms", ""}};
  if (!first_line_of("/usr/bin/python3 -c 'import torch'")) {
    leave_out(row, "needs Debian's python3-torch");
    return measures;
  }
  const auto line = first_line_of("/usr/bin/python3 " + bench_script("torch_token.py"));
  if (!line) {
    leave_out(row, "tests/bench/torch_token.py failed");
    return measures;
  }
  const auto said = nlohmann::json::parse(*line);
  const double theirs = said.at("ms");
  measures.push_back({"cached_token_pytorch_ms", theirs, "ms", ""});
  if (const std::string handicap = said.at("handicap"); !handicap.empty()) {
    leave_out(row, handicap);
  } else {
    measures.push_back({row, ours / theirs, "", "<= 1"});
  }
  return measures;
}

}  // namespace

Session own_model_session(const std::filesystem::path& folder) {
  write_model(folder);
  Session session = opening_session(folder.string());
  session.text(0).clear();
  // A space and four letters are three tokens, or two: nearly as many as there are places.
  Random random(1);
  constexpr int typed = 349;
  for (int i = 0; i < typed; ++i) {
    std::string word;
    for (int letter = 0; letter < 4; ++letter) word += static_cast<char>('a' + random.below(26));
    session.text(0) += (i == 0 ? "" : " ") + word;
  }
  return session;
}

std::vector<Measure> bench_own_model() {
  const TemporaryFolder place;
  const std::filesystem::path folder = place.path() / "gpt2-small";
  Session session = own_model_session(folder);
  std::vector<Measure> measures;
  {
    // What was just written is in the system's cache, as it is for who opens a model twice.
    std::vector<double> opened;
    const std::vector<int> words_read = some_words(128);
    const double open = median_ms(5, [&] { load_model(folder); });
    const ModelPtr model = load_model(folder);
    const double pass = median_ms(5, [&] { model->trace({.input = words_read}); });
    measures.push_back({"own_model_open_ms", open, "ms", ""});
    measures.push_back({"own_model_first_pass_ms", pass, "ms", ""});
    measures.push_back({"open_over_first_pass", (open + pass) / pass, "", "<= 1.3"});
    for (Measure& each : token_over_pytorch(*model)) measures.push_back(std::move(each));
  }
  forget_peak();
  const double before = resident_mib();
  ResultsPtr results;
  const double view = taken_ms([&] { results = compute(session, nullptr); });
  if (results->trace(0) == nullptr) throw std::runtime_error("bench: " + results->side(0).error);
  const double weights =
      static_cast<double>(results->model->weights().parameters()) * sizeof(float) / bytes_in_mib;
  measures.push_back(
      {"own_model_tokens", static_cast<double>(results->trace(0)->words().target.size()), "", ""});
  measures.push_back({"own_model_long_view_ms", view, "ms", "<= 10000"});
  measures.push_back({"peak_over_weights_mib", peak_mib() - before - weights, "MiB", "<= 800"});
  return measures;
}

}  // namespace headlight
