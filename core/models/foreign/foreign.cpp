#include "core/models/foreign.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "core/files/whole_file.h"
#include "core/layers/config_json.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::array foreign_table{
    &foreign::bert,        &foreign::distilbert,  &foreign::roberta,
    &foreign::camembert,   &foreign::xlm_roberta, &foreign::mpnet,
    &foreign::modern_bert, &foreign::gpt2,        &foreign::gpt_neo,
    &foreign::gpt_neox,    &foreign::llama,       &foreign::qwen2,
    &foreign::qwen3,       &foreign::mistral,     &foreign::gemma,
    &foreign::gemma2,      &foreign::gemma3,      &foreign::gemma3_with_pictures,
    &foreign::marian,      &foreign::t5,          &foreign::mt5,
    &foreign::vit,         &foreign::clip};

// What says that a config.json was written by Hugging Face's libraries.
constexpr std::array foreign_marks{"model_type", "architectures", "transformers_version",
                                   "attention_probs_dropout_prob"};

}  // namespace

const Json* ForeignConfig::find(const char* key) const {
  const auto found = json_.find(key);
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

int ForeignConfig::whole(const char* key, int otherwise) const {
  if (const Json* const found = find(key)) {
    read(*found, key, otherwise);
    if (otherwise < 0 || otherwise > 10'000'000)
      fail_field(key, say("must be from 0 to 10000000, not {value}", {{"value", shown(*found)}}));
  }
  return otherwise;
}

double ForeignConfig::real(const char* key, double otherwise) const {
  if (const Json* const found = find(key)) read_finite(*found, key, otherwise);
  return otherwise;
}

bool ForeignConfig::flag(const char* key, bool otherwise) const {
  if (const Json* const found = find(key)) read(*found, key, otherwise);
  return otherwise;
}

std::string ForeignConfig::text(const char* key, const std::string& otherwise) const {
  std::string value = otherwise;
  if (const Json* const found = find(key)) read(*found, key, value);
  return value;
}

std::optional<int> ForeignConfig::id(const char* key) const {
  const Json* found = find(key);
  if (found != nullptr && found->is_array()) found = found->empty() ? nullptr : &found->front();
  if (found == nullptr) return std::nullopt;
  int value = 0;
  read(*found, key, value);
  return value;
}

FeedForward ForeignConfig::activation(const char* key, const std::string& otherwise) const {
  const std::string name = text(key, otherwise);
  constexpr std::array<std::pair<std::string_view, FeedForward>, 10> names{
      {{"relu", FeedForward::relu},
       {"gelu", FeedForward::gelu},
       {"gelu_python", FeedForward::gelu},
       {"gelu_new", FeedForward::gelu_tanh},
       {"gelu_pytorch_tanh", FeedForward::gelu_tanh},
       {"gelu_fast", FeedForward::gelu_tanh},
       {"quick_gelu", FeedForward::gelu_sigmoid},
       {"silu", FeedForward::silu},
       {"swish", FeedForward::silu},
       {"swiglu", FeedForward::swiglu}}};
  for (const auto& [each, kind] : names) {
    if (each == name) return kind;
  }
  fail_field(key, say("is {name}, an activation that Headlight does not know", {{"name", in_quotes(name)}}));
}

void ForeignConfig::refuse(const char* key, const std::string& why) const {
  const Json* const found = find(key);
  if (found != nullptr && *found != Json(false)) fail_field(key, why);
}

int ForeignConfig::label_count() const {
  if (const Json* const labels = find("id2label"))
    return static_cast<int>(read_object(*labels, "id2label").size());
  return whole("num_labels", 2);
}

std::vector<int> ForeignConfig::whole_layers(int layers) const {
  const Json* const found = find("layer_types");
  if (found == nullptr) return {};
  std::vector<std::string> kinds;
  read(*found, "layer_types", kinds);
  if (static_cast<int>(kinds.size()) != layers)
    fail_field("layer_types",
               say("names {kinds} layers; there are {layers}",
                   {{"kinds", std::to_string(kinds.size())}, {"layers", std::to_string(layers)}}));
  std::vector<int> whole;
  for (int layer = 0; layer < layers; ++layer) {
    if (kinds[layer] == "full_attention") {
      whole.push_back(layer);
    } else if (kinds[layer] != "sliding_attention") {
      fail_field("layer_types", say("has the kind {kind}, which Headlight cannot compute",
                                    {{"kind", in_quotes(kinds[layer])}}));
    }
  }
  return whole;
}

// With "regression" a label's number is no probability of anything.
bool ForeignConfig::separate_labels() const {
  const std::string kind = text("problem_type", "");
  if (kind == "regression")
    fail_field("problem_type",
               "is \"regression\": it answers with a number, not a label, and Headlight shows labels");
  return kind == "multi_label_classification" || label_count() == 1;
}

std::string ForeignConfig::architecture() const {
  const Json* const found = find("architectures");
  if (found == nullptr || !found->is_array() || found->empty() || !found->front().is_string()) return "";
  return found->front().get<std::string>();
}

namespace foreign {

void read_turns(const ForeignConfig& turns, const char* name, TransformerConfig& config) {
  config.position_base = turns.real("rope_theta", config.position_base);
  const std::string kind = turns.text("rope_type", turns.text("type", "default"));
  if (kind == "default" || kind == "dynamic") return;  // dynamic: the same up to the usual length
  if (kind != "linear" && kind != "llama3")
    fail_field(name,
               say("is of the kind {kind}, which Headlight cannot compute; it computes linear and llama3",
                   {{"kind", in_quotes(kind)}}));
  config.position_factor = turns.real("factor", 1);
  if (kind == "linear") return;
  config.position_slow_turns = turns.real("low_freq_factor", 1);
  config.position_fast_turns = turns.real("high_freq_factor", 4);
  config.position_trained = turns.whole("original_max_position_embeddings", 8192);
}

}  // namespace foreign

Vocabulary labels_of(const ForeignConfig& config, int count) {
  std::vector<std::string> labels;
  for (int id = 0; id < count; ++id) labels.push_back("LABEL_" + std::to_string(id));
  if (const Json* const named = config.find("id2label")) {
    for (const auto& [key, name] : named->items()) {
      const bool digits =
          !key.empty() && key.size() < 8 && key.find_first_not_of("0123456789") == std::string::npos;
      const int id = digits ? std::stoi(key) : -1;
      if (id < 0 || id >= count)
        fail_field("id2label", say("has the key {key}; keys must be 0 to {last}",
                                   {{"key", in_quotes(key)}, {"last", std::to_string(count - 1)}}));
      read(name, "id2label." + key, labels[id]);
    }
  }
  std::set<std::string> known;
  for (std::size_t id = 0; id < labels.size(); ++id) {
    if (!known.insert(labels[id]).second) labels[id] += " (" + std::to_string(id) + ")";
    known.insert(labels[id]);
  }
  return Vocabulary(std::move(labels));
}

const ForeignFamily* foreign_family(const std::string& text) {
  return read_json(text, [](const Json& json) -> const ForeignFamily* {
    const auto has = [&](const char* key) { return json.contains(key); };
    if (!json.is_object() || has(family_field) ||
        std::none_of(foreign_marks.begin(), foreign_marks.end(), has))
      return nullptr;
    // Before 2019 a config said nothing of its kind: all were BERTs.
    const std::string type = ForeignConfig(json).text("model_type", has("architectures") ? "" : "bert");
    const std::string first_architecture =
        has("architectures") && json["architectures"].is_array() && !json["architectures"].empty()
            ? shown(json["architectures"].front())
            : "";
    std::string known;
    for (const ForeignFamily* const each : foreign_table) {
      if (each->type == type || (type.empty() && first_architecture.starts_with("\"Bert"))) return each;
      known += (known.empty() ? "" : ", ") + std::string(each->type);
    }
    fail_field(has("model_type") ? "model_type" : "architectures",
               say("is {kind}, a kind of model that Headlight does not know; it knows {known}",
                   {{"kind", (type.empty() ? first_architecture : in_quotes(type))}, {"known", known}}));
  });
}

std::any foreign_config(const ForeignFamily& family, const std::string& text,
                        const std::filesystem::path& folder) {
  std::any own = read_json(text, [&](const Json& json) {
    const ForeignConfig config(json, has_sentence_steps(folder));
    config.refuse("quantization_config", "says that the weights are quantized; use the original weights");
    return family.config(config);
  });
  if (auto* const encoder = std::any_cast<TransformerConfig>(&own);
      encoder != nullptr && encoder->pooling != Pooling::none)
    sentence_pooling(folder, *encoder);
  const std::filesystem::path file = folder / "preprocessor_config.json";
  if (family.preprocess == nullptr || !std::filesystem::exists(file)) return own;
  try {
    read_json(read_text(file), [&](const Json& json) {
      family.preprocess(ForeignConfig(read_object(json, "")), own);
      return 0;
    });
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "use the file that belongs to config.json");
  }
  return own;
}

AroundText foreign_around(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "tokenizer_config.json";
  if (!std::filesystem::exists(file)) return {};
  try {
    return read_json(read_text(file), [](const Json& json) {
      const ForeignConfig config(read_object(json, ""));
      AroundText around;
      // Nothing is added where it is said that there is no such token.
      const auto take = [&](const char* added, const char* token, std::optional<bool>& adds,
                            std::string& text) {
        const Json* const found = config.find(token);
        if (config.find(added) != nullptr)
          adds = config.flag(added, false) && (found != nullptr || !json.contains(token));
        if (found != nullptr)
          text = found->is_object() ? ForeignConfig(*found).text("content", text) : config.text(token, text);
      };
      take("add_bos_token", "bos_token", around.begins, around.begin);
      take("add_eos_token", "eos_token", around.ends, around.end);
      return around;
    });
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "download it again");
  }
}

bool names_gguf(const std::filesystem::path& name) { return ending_of(name) == ".gguf"; }

bool names_torch(const std::filesystem::path& name) {
  const std::string ending = ending_of(name);
  return ending == ".pt" || ending == ".pth" || ending == ".bin";
}

bool names_model_file(const std::filesystem::path& name) {
  std::error_code ignored;
  return (names_gguf(name) || names_torch(name)) && !std::filesystem::is_directory(name, ignored);
}

std::filesystem::path home_of_model(const std::filesystem::path& name) {
  if (!names_model_file(name)) return name;
  return name.has_parent_path() ? name.parent_path() : std::filesystem::path(".");
}

std::filesystem::path config_file_of(const std::filesystem::path& name) {
  return names_model_file(name) && names_gguf(name) ? name : home_of_model(name) / "config.json";
}

std::optional<Vocabulary> foreign_labels(const ForeignFamily& family, const std::string& text) {
  if (family.labels == nullptr) return std::nullopt;
  return read_json(text, [&](const Json& json) { return family.labels(ForeignConfig(json)); });
}

Ends foreign_ends(const ForeignFamily& family, const std::string& text) {
  return read_json(text, [&](const Json& json) {
    const ForeignConfig config(json);
    const std::any own = family.config(config);
    const auto* const transformer = std::any_cast<TransformerConfig>(&own);
    return transformer == nullptr ? Ends() : family.ends(config, *transformer);
  });
}

}  // namespace headlight
