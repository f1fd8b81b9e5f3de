// Models of others in one file (core/files/gguf.h). What its keys say is written as the config.json of the
// same model's folder, and its words as that folder's tokenizer.json, so that all that reads a folder reads
// this, too; a table says what the folder's tensors are called here. As llama.cpp's scripts leave them
// (github.com/ggml-org/llama.cpp, conversion/): all linear layers are stored [out, in]; norms have their
// gain, not what it is more than 1; queries, keys and values that lie in one tensor follow each other whole;
// and of a Llama what turns together lies side by side.
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <numbers>
#include <span>
#include <string>
#include <utility>

#include "core/files/gguf.h"
#include "core/files/whole_file.h"
#include "core/models/foreign.h"
#include "core/platform/background.h"
#include "core/text/say.h"
#include "core/text/tokenizers/piece_models.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

namespace fs = std::filesystem;

constexpr const char* with_folder = "use the folder that it was made from, with model.safetensors";

struct GgufName {
  std::string_view folder, here;  // a key behind that of the architecture, or a tensor
};

constexpr std::array llama_keys{
    GgufName{"hidden_size", "embedding_length"}, GgufName{"intermediate_size", "feed_forward_length"},
    GgufName{"num_hidden_layers", "block_count"}, GgufName{"num_attention_heads", "attention.head_count"},
    GgufName{"num_key_value_heads", "attention.head_count_kv"}, GgufName{"head_dim", "attention.key_length"},
    GgufName{"max_position_embeddings", "context_length"},
    GgufName{"rms_norm_eps", "attention.layer_norm_rms_epsilon"}, GgufName{"rope_theta", "rope.freq_base"},
    GgufName{"sliding_window", "attention.sliding_window"},
    // Gemma's.
    GgufName{"attn_logit_softcapping", "attn_logit_softcapping"},
    GgufName{"final_logit_softcapping", "final_logit_softcapping"},
    GgufName{"sliding_window_pattern", "attention.sliding_window_pattern"},
    GgufName{"rope_local_base_freq", "rope.freq_base_swa"}};
constexpr std::array gpt2_keys{GgufName{"n_embd", "embedding_length"},
                               GgufName{"n_inner", "feed_forward_length"},
                               GgufName{"n_layer", "block_count"},
                               GgufName{"n_head", "attention.head_count"},
                               GgufName{"n_positions", "context_length"},
                               GgufName{"layer_norm_epsilon", "attention.layer_norm_epsilon"}};
constexpr std::array gpt_neox_keys{GgufName{"hidden_size", "embedding_length"},
                                   GgufName{"intermediate_size", "feed_forward_length"},
                                   GgufName{"num_hidden_layers", "block_count"},
                                   GgufName{"num_attention_heads", "attention.head_count"},
                                   GgufName{"max_position_embeddings", "context_length"},
                                   GgufName{"layer_norm_eps", "attention.layer_norm_epsilon"},
                                   GgufName{"use_parallel_residual", "use_parallel_residual"},
                                   GgufName{"rotary_emb_base", "rope.freq_base"}};

constexpr std::array bert_keys{GgufName{"hidden_size", "embedding_length"},
                               GgufName{"intermediate_size", "feed_forward_length"},
                               GgufName{"num_hidden_layers", "block_count"},
                               GgufName{"num_attention_heads", "attention.head_count"},
                               GgufName{"max_position_embeddings", "context_length"},
                               GgufName{"layer_norm_eps", "attention.layer_norm_epsilon"}};

constexpr std::array llama_names{GgufName{"embed_tokens.weight", "token_embd.weight"},
                                 GgufName{"layers.#.input_layernorm", "blk.#.attn_norm"},
                                 GgufName{"layers.#.self_attn.q_proj", "blk.#.attn_q"},
                                 GgufName{"layers.#.self_attn.k_proj", "blk.#.attn_k"},
                                 GgufName{"layers.#.self_attn.v_proj", "blk.#.attn_v"},
                                 GgufName{"layers.#.self_attn.q_norm", "blk.#.attn_q_norm"},
                                 GgufName{"layers.#.self_attn.k_norm", "blk.#.attn_k_norm"},
                                 GgufName{"layers.#.self_attn.o_proj", "blk.#.attn_output"},
                                 GgufName{"layers.#.post_attention_layernorm", "blk.#.ffn_norm"},
                                 GgufName{"layers.#.mlp.gate_proj", "blk.#.ffn_gate"},
                                 GgufName{"layers.#.mlp.up_proj", "blk.#.ffn_up"},
                                 GgufName{"layers.#.mlp.down_proj", "blk.#.ffn_down"},
                                 GgufName{"norm", "output_norm"},
                                 GgufName{"lm_head", "output"}};
// Where they differ from Llama's.
constexpr std::array gemma_names{GgufName{"layers.#.post_attention_layernorm", "blk.#.post_attention_norm"},
                                 GgufName{"layers.#.pre_feedforward_layernorm", "blk.#.ffn_norm"},
                                 GgufName{"layers.#.post_feedforward_layernorm", "blk.#.post_ffw_norm"}};
constexpr std::array gpt2_names{GgufName{"wte.weight", "token_embd.weight"},
                                GgufName{"wpe.weight", "position_embd.weight"},
                                GgufName{"h.#.ln_1", "blk.#.attn_norm"},
                                GgufName{"h.#.attn.c_attn", "blk.#.attn_qkv"},
                                GgufName{"h.#.attn.c_proj", "blk.#.attn_output"},
                                GgufName{"h.#.ln_2", "blk.#.ffn_norm"},
                                GgufName{"h.#.mlp.c_fc", "blk.#.ffn_up"},
                                GgufName{"h.#.mlp.c_proj", "blk.#.ffn_down"},
                                GgufName{"ln_f", "output_norm"},
                                GgufName{"lm_head", "output"}};
constexpr std::array gpt_neox_names{GgufName{"embed_in.weight", "token_embd.weight"},
                                    GgufName{"layers.#.input_layernorm", "blk.#.attn_norm"},
                                    GgufName{"layers.#.attention.query_key_value", "blk.#.attn_qkv"},
                                    GgufName{"layers.#.attention.dense", "blk.#.attn_output"},
                                    GgufName{"layers.#.post_attention_layernorm", "blk.#.ffn_norm"},
                                    GgufName{"layers.#.mlp.dense_h_to_4h", "blk.#.ffn_up"},
                                    GgufName{"layers.#.mlp.dense_4h_to_h", "blk.#.ffn_down"},
                                    GgufName{"final_layer_norm", "output_norm"},
                                    GgufName{"embed_out", "output"}};

constexpr std::array bert_names{
    GgufName{"embeddings.word_embeddings.weight", "token_embd.weight"},
    GgufName{"embeddings.token_type_embeddings.weight", "token_types.weight"},
    GgufName{"embeddings.position_embeddings.weight", "position_embd.weight"},
    GgufName{"embeddings.LayerNorm", "token_embd_norm"},
    GgufName{"encoder.layer.#.attention.self.query", "blk.#.attn_q"},
    GgufName{"encoder.layer.#.attention.self.key", "blk.#.attn_k"},
    GgufName{"encoder.layer.#.attention.self.value", "blk.#.attn_v"},
    GgufName{"encoder.layer.#.attention.output.dense", "blk.#.attn_output"},
    GgufName{"encoder.layer.#.attention.output.LayerNorm", "blk.#.attn_output_norm"},
    GgufName{"encoder.layer.#.intermediate.dense", "blk.#.ffn_up"},
    GgufName{"encoder.layer.#.output.dense", "blk.#.ffn_down"},
    GgufName{"encoder.layer.#.output.LayerNorm", "blk.#.layer_output_norm"}};

// What is known of a file while its config is written.
struct GgufConfig {
  const fs::path& file;
  const GgufFile& gguf;
  std::string architecture;
  Json config = Json::object();

  // Null where the key is missing.
  const Json* find(const std::string& key) const {
    const auto found = gguf.metadata.find(key);
    return found == gguf.metadata.end() ? nullptr : &*found;
  }
  const Json* own(std::string_view key) const { return find(architecture + "." + std::string(key)); }
  int whole(std::string_view key, int otherwise) const {
    const std::string whole_key = architecture + "." + std::string(key);
    return ForeignConfig(gguf.metadata).whole(whole_key.c_str(), otherwise);
  }
  double real(std::string_view key, double otherwise) const {
    const std::string whole_key = architecture + "." + std::string(key);
    return ForeignConfig(gguf.metadata).real(whole_key.c_str(), otherwise);
  }
  const HeaderEntry* tensor(std::string_view name) const {
    const std::vector<HeaderEntry>& all = gguf.header.entries;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const HeaderEntry& each) { return each.name == name; });
    return found == all.end() ? nullptr : &*found;
  }
};

// Llama 3.1 slows down how its slow dimensions turn; the file has by how much for each of them, and not the
// four numbers that they are made of. They are found again, or the file is refused.
void find_slower_turns(GgufConfig& from) {
  const HeaderEntry* const entry = from.tensor("rope_freqs.weight");
  if (entry == nullptr) return;
  SafetensorsFile open(from.file, from.gguf.header);
  if (entry->count > 4096) fail_field("rope_freqs.weight", "has more numbers than a head has dimensions");
  std::vector<float> slower(entry->count);
  open.read(*entry, slower.data());
  const double factor = slower.empty() ? 1 : *std::max_element(slower.begin(), slower.end());
  if (factor == 1 && std::all_of(slower.begin(), slower.end(), [](float by) { return by == 1; })) return;
  constexpr double least_turns = 1, most_turns = 4;
  const int trained = from.whole("rope.scaling.original_context_length", 8192);
  const double base = from.real("rope.freq_base", 10000), count = static_cast<double>(slower.size());
  for (std::size_t i = 0; i < slower.size(); ++i) {
    const double turns = trained / (2 * std::numbers::pi) * std::pow(base, -static_cast<double>(i) / count);
    const double share = std::clamp((turns - least_turns) / (most_turns - least_turns), 0.0, 1.0);
    const double by = 1 / ((1 - share) / factor + share);
    if (!(std::abs(by - slower[i]) <= 1e-3 * by))
      fail_field("rope_freqs.weight", "slows the turns down in a way that Headlight does not know");
  }
  from.config["rope_scaling"] = {{"rope_type", "llama3"},
                                 {"factor", factor},
                                 {"low_freq_factor", least_turns},
                                 {"high_freq_factor", most_turns},
                                 {"original_max_position_embeddings", trained}};
}

void more_of_llama(GgufConfig& from) {
  if (from.whole("expert_count", 0) > 0)
    fail_field("llama.expert_count", "says that the model has experts, which Headlight cannot compute");
  from.config["attention_bias"] = from.tensor("blk.0.attn_q.bias") != nullptr;
  from.config["mlp_bias"] = from.tensor("blk.0.ffn_up.bias") != nullptr;
  if (from.own("attention.sliding_window") != nullptr) from.config["model_type"] = "mistral";
  find_slower_turns(from);
}

// By what scores are divided is in no key: as llama.cpp has it, by the size of a head, but in the largest
// model, which is known by its number of layers.
void more_of_gemma(GgufConfig& from, int largest) {
  const int heads = std::max(1, from.whole("attention.head_count", 1));
  from.config["query_pre_attn_scalar"] = from.whole("block_count", 0) == largest
                                             ? from.whole("embedding_length", 0) / heads
                                             : from.whole("attention.key_length", 256);
}
void more_of_gemma2(GgufConfig& from) { more_of_gemma(from, 46); }
void more_of_gemma3(GgufConfig& from) {
  more_of_gemma(from, 62);
  if (from.own("attention.sliding_window") == nullptr) from.config["sliding_window_pattern"] = 1;
}

void more_of_gpt_neox(GgufConfig& from) {
  const int size = from.whole("embedding_length", 0) / std::max(1, from.whole("attention.head_count", 1));
  const int turning = from.whole("rope.dimension_count", size);
  if (size < 1 || turning < 1 || turning > size)
    fail_field("gptneox.rope.dimension_count", "must be from 1 to the size of a head");
  // Half a dimension more, so that no rounding loses one.
  from.config["rotary_pct"] = turning == size ? 1.0 : (turning + 0.5) / size;
}

// Its body alone, and which of its rows a text is known by.
void more_of_bert(GgufConfig& from) {
  enum class PoolingType { none, mean, first };
  from.config["architectures"] = Json::array({"BertModel"});
  if (ForeignConfig(from.gguf.metadata).flag("bert.attention.causal", false))
    fail_field("bert.attention.causal", "is on, which Headlight does not compute in this kind");
  const int pooling = from.whole("pooling_type", static_cast<int>(PoolingType::mean));
  if (pooling > static_cast<int>(PoolingType::first))
    fail_field("bert.pooling_type",
               "is another than 1 and 2: Headlight takes the mean of all rows, or the first one");
  from.config["pooling_mode_cls_token"] = pooling == static_cast<int>(PoolingType::first);
  const HeaderEntry* const types = from.tensor("token_types.weight");
  from.config["type_vocab_size"] = types == nullptr || types->shape.size() < 2 ? 0 : types->shape.front();
}

struct Architecture {
  std::string_view name;                                 // "general.architecture"
  std::initializer_list<const ForeignFamily*> families;  // the first is written into the config
  std::span<const GgufName> keys, names;
  std::span<const GgufName> other_names = {};  // instead of those
  void (*more)(GgufConfig& from) = nullptr;
  bool in_pairs = false;
};

const Architecture architectures[] = {
    {.name = "llama",
     .families = {&foreign::llama, &foreign::mistral},
     .keys = llama_keys,
     .names = llama_names,
     .more = more_of_llama,
     .in_pairs = true},
    {.name = "qwen2", .families = {&foreign::qwen2}, .keys = llama_keys, .names = llama_names},
    {.name = "qwen3", .families = {&foreign::qwen3}, .keys = llama_keys, .names = llama_names},
    {.name = "gemma", .families = {&foreign::gemma}, .keys = llama_keys, .names = llama_names},
    {.name = "gemma2",
     .families = {&foreign::gemma2},
     .keys = llama_keys,
     .names = llama_names,
     .other_names = gemma_names,
     .more = more_of_gemma2},
    {.name = "gemma3",
     .families = {&foreign::gemma3},
     .keys = llama_keys,
     .names = llama_names,
     .other_names = gemma_names,
     .more = more_of_gemma3},
    {.name = "bert",
     .families = {&foreign::bert},
     .keys = bert_keys,
     .names = bert_names,
     .more = more_of_bert},
    {.name = "gpt2", .families = {&foreign::gpt2}, .keys = gpt2_keys, .names = gpt2_names},
    {.name = "gptneox",
     .families = {&foreign::gpt_neox},
     .keys = gpt_neox_keys,
     .names = gpt_neox_names,
     .more = more_of_gpt_neox}};

const Architecture& architecture_of(const std::string& name) {
  std::string known;
  for (const Architecture& each : architectures) {
    if (each.name == name) return each;
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  }
  fail_field("general.architecture",
             say("is {kind}, a kind of model that Headlight does not read from this format; it reads {known}",
                 {{"kind", in_quotes(name)}, {"known", known}}));
}

bool is_needed(std::string_view key) {
  return key == "embedding_length" || key == "feed_forward_length" || key == "block_count" ||
         key == "attention.head_count";
}

std::string architecture_in(const Json& metadata) {
  const ForeignConfig config(metadata);
  const std::string type = config.text("general.type", "model");
  if (type != "model")
    fail_field("general.type", say("is {kind}: it is no whole model", {{"kind", in_quotes(type)}}));
  const int parts = config.whole("split.count", 1);
  if (parts > 1)
    fail_field("split.count",
               say("says that this is one of {n} files; put them together first: llama-gguf-split "
                   "--merge FIRST.gguf WHOLE.gguf",
                   {{"n", std::to_string(parts)}}));
  return config.text("general.architecture", "");
}

// What `make` makes; what it says of a key is said of the file.
template <typename Make>
auto told_of(const fs::path& file, Make make) {
  try {
    return make();
  } catch (const FieldError& error) {
    throw FormatError(file, in_quotes(error.field) + " " + error.what, with_folder);
  }
}

// The rules for a folder's tensors with the names and the places that they have here.
std::vector<TensorRule> rules_of(const Architecture& architecture, const ForeignFamily& family) {
  std::vector<TensorRule> rules;
  for (TensorRule rule : family.tensors) {
    for (const std::span<const GgufName> names : {architecture.other_names, architecture.names}) {
      const auto found = std::find_if(names.begin(), names.end(),
                                      [&](const GgufName& each) { return each.folder == rule.theirs; });
      if (found == names.end()) continue;
      rule.theirs = found->here;
      break;
    }
    if (rule.layout == Layout::linear_in_out) rule.layout = Layout::linear;
    if (rule.layout == Layout::norm_from_one) rule.layout = Layout::norm;
    rule.by_head = false;
    rules.push_back(rule);
  }
  return rules;
}

constexpr std::array<std::string_view, 1> gguf_ignored{"rope_freqs."};

// How byte pairs cut a text into words first, by the name that llama.cpp gives to it.
struct WordsBefore {
  std::initializer_list<std::string_view> names;
  const char* pattern = nullptr;  // null: as GPT-2
  bool digits = false;            // each stands alone
  bool composed = false;          // letters and their marks are put together first
  bool whole_first = false, begins = false;
};
const WordsBefore words_before[] = {
    {.names = {"gpt-2", "mpt", "olmo", "jais", "phi-2", "trillion"}},
    {.names = {"llama-bpe", "llama3", "llama-v3", "falcon3"},
     .pattern = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| "
                "?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|"
                "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     .whole_first = true,
     .begins = true},
    {.names = {"qwen2", "deepseek-r1-qwen"},
     .pattern =
         "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|"
         "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     .composed = true},
    {.names = {"smollm", "starcoder", "refact", "command-r", "codeshell"}, .digits = true}};

const WordsBefore& words_before_of(const std::string& name, const std::string& architecture) {
  for (const WordsBefore& each : words_before) {
    if (std::find(each.names.begin(), each.names.end(), name) != each.names.end()) return each;
  }
  const bool as_gpt2 =
      (name.empty() || name == "default") && (architecture == "gpt2" || architecture == "gptneox");
  if (as_gpt2) return words_before[0];
  fail_field("tokenizer.ggml.pre",
             name.empty()
                 ? std::string("is missing: how a text is cut into words is not said; convert the folder "
                               "with today's llama.cpp")
                 : say("is {kind}, a way to cut a text into words that Headlight does not know",
                       {{"kind", in_quotes(name)}}));
}

enum class TokenKind { normal = 1, unknown, control, user_defined, unused, byte };

class GgufTokens {
 public:
  explicit GgufTokens(const Json& metadata) : config_(metadata) {
    const Json& list = list_of("tokenizer.ggml.tokens");
    tokens_.reserve(list.size());
    for (const Json& each : list) {
      if (!each.is_string()) fail_field("tokenizer.ggml.tokens", "has a member that is no text");
      tokens_.push_back(each.get_ref<const std::string&>());
    }
    kinds_.assign(tokens_.size(), TokenKind::normal);
    if (config_.find("tokenizer.ggml.token_type") == nullptr) return;
    const Json& kinds = list_of("tokenizer.ggml.token_type");
    require_as_many("tokenizer.ggml.token_type", kinds);
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      int kind = 0;
      read(kinds[i], "tokenizer.ggml.token_type", kind);
      if (kind < static_cast<int>(TokenKind::normal) || kind > static_cast<int>(TokenKind::byte))
        fail_field("tokenizer.ggml.token_type", "has an unknown kind of token");
      kinds_[i] = static_cast<TokenKind>(kind);
    }
  }

  GgufWords words(const std::string& architecture) const {
    const std::string model = config_.text("tokenizer.ggml.model", "");
    if (model == "gpt2") return byte_pairs_of(architecture);
    if (model == "llama") return pieces_of();
    if (model == "bert") return word_pieces_of();
    fail_field(
        "tokenizer.ggml.model",
        say("is {kind}, a kind of tokenizer that Headlight does not read from this format; it reads gpt2, "
            "llama and bert",
            {{"kind", in_quotes(model)}}));
  }

 private:
  const Json& list_of(const char* key) const {
    const Json* const found = config_.find(key);
    if (found == nullptr) fail_field(key, "is missing");
    if (!found->is_array()) fail_field(key, "must be a list");
    return *found;
  }
  void require_as_many(const char* key, const Json& list) const {
    if (list.size() != tokens_.size()) fail_field(key, "has not as many members as there are tokens");
  }
  AroundText around(bool begins) const {
    AroundText around;
    around.begins = config_.flag("tokenizer.ggml.add_bos_token", begins);
    around.ends = config_.flag("tokenizer.ggml.add_eos_token", false);
    const auto take = [&](const char* key, std::optional<bool>& adds, std::string& text) {
      const std::optional<int> id = config_.id(key);
      if (!id) {
        adds = false;
      } else if (*id < 0 || *id >= static_cast<int>(tokens_.size())) {
        fail_field(key, "is not the number of a token");
      } else {
        text = tokens_[static_cast<std::size_t>(*id)];
      }
    };
    take("tokenizer.ggml.bos_token_id", around.begins, around.begin);
    take("tokenizer.ggml.eos_token_id", around.ends, around.end);
    return around;
  }

  GgufWords byte_pairs_of(const std::string& architecture) const {
    const WordsBefore& before = words_before_of(config_.text("tokenizer.ggml.pre", ""), architecture);
    Json vocabulary = Json::object(), added = Json::array();
    auto& pieces = vocabulary.get_ref<Json::object_t&>();
    for (std::size_t id = 0; id < tokens_.size(); ++id) {
      stop_if_asked(8);
      // Put behind the others as it is: an ordered object looks through all of them.
      pieces.emplace_back(tokens_[id], id);
      const bool control = kinds_[id] == TokenKind::control;
      if (!control && kinds_[id] != TokenKind::user_defined) continue;
      added.push_back({{"id", id}, {"content", tokens_[id]}, {"special", control}, {"normalized", false}});
    }
    Json steps = Json::array();
    if (before.digits) steps.push_back({{"type", "Digits"}, {"individual_digits", true}});
    if (before.pattern != nullptr)
      steps.push_back(
          {{"type", "Split"}, {"pattern", {{"Regex", before.pattern}}}, {"behavior", "Isolated"}});
    steps.push_back(
        {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", before.pattern == nullptr}});
    GgufWords words;
    words.tokenizer = {{"added_tokens", std::move(added)},
                       {"pre_tokenizer", {{"type", "Sequence"}, {"pretokenizers", std::move(steps)}}},
                       {"model",
                        {{"type", "BPE"},
                         {"vocab", std::move(vocabulary)},
                         {"merges", list_of("tokenizer.ggml.merges")},
                         {"ignore_merges", before.whole_first}}}};
    if (before.composed) words.tokenizer["normalizer"] = {{"type", "NFC"}};
    words.around = around(before.begins);
    return words;
  }

  // WordPiece, whose pieces within a word have no mark here, and whose words have that of SentencePiece.
  GgufWords word_pieces_of() const {
    constexpr std::string_view word = "\u2581";
    Json vocabulary = Json::object(), added = Json::array();
    auto& pieces = vocabulary.get_ref<Json::object_t&>();
    std::map<std::string, std::size_t> special;
    bool small = true;
    for (std::size_t id = 0; id < tokens_.size(); ++id) {
      stop_if_asked(8);
      const std::string& token = tokens_[id];
      const bool control =
          kinds_[id] == TokenKind::control || (token.starts_with('[') && token.ends_with(']'));
      pieces.emplace_back(control                   ? token
                          : token.starts_with(word) ? token.substr(word.size())
                                                    : "##" + token,
                          id);
      if (control) {
        special.emplace(token, id);
        added.push_back({{"id", id}, {"content", token}, {"special", true}, {"normalized", false}});
      } else {
        small = small && std::none_of(token.begin(), token.end(),
                                      [](char letter) { return letter >= 'A' && letter <= 'Z'; });
      }
    }
    for (const char* const needed : {"[UNK]", "[CLS]", "[SEP]"}) {
      if (!special.contains(needed))
        fail_field("tokenizer.ggml.tokens", say("does not have {token}", {{"token", needed}}));
    }
    GgufWords words;
    words.tokenizer = {{"added_tokens", std::move(added)},
                       {"normalizer", {{"type", "BertNormalizer"}, {"lowercase", small}}},
                       {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
                       {"post_processor",
                        {{"type", "BertProcessing"},
                         {"cls", Json::array({"[CLS]", special["[CLS]"]})},
                         {"sep", Json::array({"[SEP]", special["[SEP]"]})}}},
                       {"model", {{"type", "WordPiece"}, {"vocab", std::move(vocabulary)}}}};
    return words;
  }

  // SentencePiece's pairs: the pair is joined first whose piece has the highest score.
  GgufWords pieces_of() const {
    const Json& scores = list_of("tokenizer.ggml.scores");
    require_as_many("tokenizer.ggml.scores", scores);
    SentencePieces all;
    all.pairs = true;
    all.space_before = config_.flag("tokenizer.ggml.add_space_prefix", true);
    all.squeeze_spaces = config_.flag("tokenizer.ggml.remove_extra_whitespaces", false);
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      stop_if_asked(8);
      double score = 0;
      read_finite(scores[i], "tokenizer.ggml.scores", score);
      all.pieces.push_back(
          {.text = tokens_[i], .score = score, .kind = static_cast<SentencePieces::Kind>(kinds_[i])});
      all.byte_fallback = all.byte_fallback || kinds_[i] == TokenKind::byte;
    }
    GgufWords words;
    words.around = around(true);
    words.pieces = std::make_shared<const SentencePieces>(std::move(all));
    return words;
  }

  ForeignConfig config_;
  std::vector<std::string> tokens_;
  std::vector<TokenKind> kinds_;
};

}  // namespace

std::string gguf_config(const fs::path& file) {
  const GgufFile gguf = read_gguf(file);
  return told_of(file, [&] {
    GgufConfig from{file, gguf, architecture_in(gguf.metadata)};
    const Architecture& architecture = architecture_of(from.architecture);
    from.config["model_type"] = (*architecture.families.begin())->type;
    for (const auto& [ours, theirs] : architecture.keys) {
      const Json* const found = from.own(theirs);
      const std::string key = from.architecture + "." + std::string(theirs);
      if (found == nullptr && is_needed(theirs)) fail_field(key, "is missing: a key that every model has");
      if (found == nullptr) continue;
      if (found->is_array() || found->is_null())
        fail_field(key, "differs from layer to layer, which Headlight cannot compute");
      if (found->is_number_float() && !std::isfinite(found->get<double>())) fail_field(key, "is no number");
      from.config[std::string(ours)] = *found;
    }
    const HeaderEntry* const embedding = from.tensor("token_embd.weight");
    if (embedding == nullptr) fail_field("token_embd.weight", "is missing: a tensor that every model has");
    from.config["vocab_size"] = embedding->shape.front();
    from.config["tie_word_embeddings"] = from.tensor("output.weight") == nullptr;
    if (const std::optional<int> end = ForeignConfig(gguf.metadata).id("tokenizer.ggml.eos_token_id"))
      from.config["eos_token_id"] = *end;
    if (const Json* const kind = from.own("rope.scaling.type"); kind != nullptr && *kind != "none")
      from.config["rope_scaling"] = {{"rope_type", *kind}, {"factor", from.real("rope.scaling.factor", 1)}};
    if (architecture.more != nullptr) architecture.more(from);
    return from.config.dump();
  });
}

const ForeignFamily& gguf_family(const ForeignFamily& family) {
  struct Renamed {
    const ForeignFamily* of;
    std::vector<TensorRule> rules;
    ForeignFamily family;
  };
  static const std::deque<Renamed> all = [] {
    std::deque<Renamed> made;
    for (const Architecture& architecture : architectures) {
      for (const ForeignFamily* const each : architecture.families) {
        Renamed& renamed = made.emplace_back(Renamed{each, rules_of(architecture, *each), *each});
        renamed.family.prefix = "";
        renamed.family.tensors = renamed.rules;
        renamed.family.same = {};
        renamed.family.renamed = {};
        renamed.family.ignored = gguf_ignored;
      }
    }
    return made;
  }();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Renamed& each) { return each.of == &family; });
  return found == all.end() ? family : found->family;
}

SafetensorsHeader gguf_tensors(const fs::path& file) {
  GgufFile gguf = read_gguf(file);
  return told_of(file, [&] {
    const GgufConfig from{file, gguf, architecture_in(gguf.metadata)};
    if (!architecture_of(from.architecture).in_pairs) return gguf.header;
    const int heads = from.whole("attention.head_count", 1),
              keys = from.whole("attention.head_count_kv", heads);
    SafetensorsHeader header = gguf.header;
    for (HeaderEntry& entry : header.entries) {
      const auto is = [&](std::string_view part) { return entry.name.find(part) != std::string::npos; };
      if (is(".attn_q.")) entry.heads_in_pairs = heads;
      if (is(".attn_k.")) entry.heads_in_pairs = keys;
    }
    return header;
  });
}

GgufWords gguf_words(const fs::path& file) {
  const GgufFile gguf = read_gguf(file, LongLists::kept);
  return told_of(file, [&] { return GgufTokens(gguf.metadata).words(architecture_in(gguf.metadata)); });
}

}  // namespace headlight
