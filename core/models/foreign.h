// Models of others, from the folders that Hugging Face's libraries write: which of our families computes
// them, what their config.json and their tensors are called there, and how their tokenizers cut a text. A
// family of others is a file here and a row of the table in foreign.cpp.
#pragma once

#include <any>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/json.h"
#include "core/files/safetensors.h"
#include "core/layers/weights.h"
#include "core/models/families.h"
#include "core/text/tokenizers/piece_models.h"

namespace headlight {

// A config.json with what is assumed where a key is missing or null. Throws FieldError where one is of the
// wrong kind.
class ForeignConfig {
 public:
  // `body_alone`: whether what lies beside it makes something of the body's rows, whatever head is named.
  explicit ForeignConfig(const Json& json, bool body_alone = false) : json_(json), body_alone_(body_alone) {}

  // Null where the key is missing or null.
  const Json* find(const char* key) const;
  int whole(const char* key, int otherwise) const;
  double real(const char* key, double otherwise) const;
  bool flag(const char* key, bool otherwise) const;
  std::string text(const char* key, const std::string& otherwise) const;
  // Of one id, or of the first of a list of ids.
  std::optional<int> id(const char* key) const;
  FeedForward activation(const char* key, const std::string& otherwise) const;
  // Which of the layers have no window, as "layer_types" says of each; none where it is missing.
  std::vector<int> whole_layers(int layers) const;
  // Throws FieldError where a switch is on that no family here computes.
  void refuse(const char* key, const std::string& why) const;
  // Whether labels exclude nothing: "problem_type" says so, or there is only one.
  bool separate_labels() const;
  // How many labels there are: those of "id2label", else "num_labels", else 2.
  int label_count() const;
  // The first name under "architectures"; empty where there is none.
  std::string architecture() const;
  bool body_alone() const { return body_alone_; }

 private:
  const Json& json_;
  bool body_alone_;
};

// How a tensor of theirs becomes one of ours.
enum class Layout {
  same,            // a table, or a vector
  linear,          // a weight [out, in] and its bias; ours is [in, out]
  linear_in_out,   // a weight [in, out] and its bias
  norm,            // weight and bias: ours are gain and bias
  norm_from_one,   // the same; what is stored is how much the gain is more than 1
  distances_both,  // a table [32 distances, heads] as in T5: near ones have a row each, far ones one together
  distances_back,  // the same, where nothing looks ahead
  patches,         // a weight [out, 3, k, k] and its bias; ours is [k k 3, out], a patch pixel by pixel
  zeros            // not in the file: all 0
};
struct TensorRule {
  std::string_view ours;    // "decoder.#.self_attention.query": # is the number of a layer
  std::string_view theirs;  // "h.#.attn.c_attn"
  Layout layout = Layout::same;
  int part = 0, parts = 1;  // of several that lie side by side
  bool by_head = false;     // they do so within each head
  int skipped = 0;          // so many rows of a table come before ours
};
// A file holds one tensor under either name, or under both.
struct SameTensor {
  std::string_view name, other;
};

struct ForeignFamily {
  std::string_view type;    // "model_type" in config.json
  std::string_view title;   // "GPT-2"
  std::string_view family;  // ours
  std::string_view prefix;  // that the names of tensors may begin with
  std::any (*config)(const ForeignConfig& config);
  Ends (*ends)(const ForeignConfig& config, const TransformerConfig& own);
  std::span<const TensorRule> tensors;
  std::span<const SameTensor> same = {};
  std::span<const SameTensor> renamed = {};  // parts of names, and what files of some kinds write instead
  std::span<const std::string_view> ignored = {};  // what names begin with that no answer needs
  // What an answer is made of, where that is not the words of a tokenizer: labels. Nothing where it is.
  std::optional<Vocabulary> (*labels)(const ForeignConfig& config) = nullptr;
  // Of one that reads pictures: takes preprocessor_config.json into our config. It has no tokenizer, unless
  // it reads texts too.
  void (*preprocess)(const ForeignConfig& preprocessor, std::any& own) = nullptr;
  bool texts = false;
};

// Each in its own file.
namespace foreign {
extern const ForeignFamily bert, distilbert, roberta, camembert, xlm_roberta, mpnet, modern_bert, gpt2,
    gpt_neo, gpt_neox, llama, qwen2, qwen3, mistral, gemma, gemma2, gemma3, gemma3_with_pictures, marian, t5,
    mt5, vit, clip;

// How fast queries and keys turn, as an object of config.json says it (`name`: its key), into our config.
// Throws FieldError for a kind that is not computed here.
void read_turns(const ForeignConfig& turns, const char* name, TransformerConfig& config);
}  // namespace foreign

// What to try where a model cannot be computed here, and downloading it again changes nothing.
inline constexpr const char* weights_instead =
    "save its attention weights in Python and open these: README, Weights of your own";

// Throws FormatError, which says what a folder without config.json holds instead, where that is known: an
// adapter, a checkpoint of a training, weights in another format.
void refuse_known_folder(const std::filesystem::path& folder);

// Null for a config.json that is one of ours. Throws std::invalid_argument, with the families that are known,
// for one of another kind of model.
const ForeignFamily* foreign_family(const std::string& config);
// Throws std::invalid_argument naming the line and the key. Of a family that reads pictures with what the
// folder says of them, if anything; throws FormatError for that.
std::any foreign_config(const ForeignFamily& family, const std::string& config,
                        const std::filesystem::path& folder);
// Throws std::invalid_argument naming the line and the key.
std::optional<Vocabulary> foreign_labels(const ForeignFamily& family, const std::string& config);
// The labels of "id2label", 0 to count - 1; of two that are alike the second with its number. Without them
// "LABEL_0" and so on.
Vocabulary labels_of(const ForeignConfig& config, int count);
Ends foreign_ends(const ForeignFamily& family, const std::string& config);

// The tensors of `specs` from a folder, or from the file that is named: model.safetensors or its shards, else
// the only file of torch.save(). Every tensor is used, or on the list of those that are ignored. Throws
// AccessError or FormatError: what lies there instead, which tensor is missing, left over, or of another
// shape.
Weights foreign_weights(const std::filesystem::path& folder, const ForeignFamily& family,
                        std::vector<TensorSpec> specs, const Loading& loading = {});

// What becomes of the rows of an encoder without a head, as the files of sentence-transformers beside it say:
// modules.json and its Pooling (Reimers and Gurevych 2019, section 3). Without them their mean. Throws
// FormatError.
void sentence_pooling(const std::filesystem::path& folder, TransformerConfig& config);
// Whether a folder is one of sentence-transformers.
bool has_sentence_steps(const std::filesystem::path& folder);

// What tokenizer_config.json says of the tokens around a text; nothing where it does not say it.
struct AroundText {
  std::optional<bool> begins, ends;  // with these
  std::string begin = "<s>", end = "</s>";
};
// Throws FormatError.
AroundText foreign_around(const std::filesystem::path& folder);

// A model whose name is that of a file: GGUF holds all of it (foreign/gguf.cpp), a file of torch.save() its
// weights, and what else it needs lies beside it as in a folder.

// By their endings: ".gguf"; ".pt", ".pth" and ".bin".
bool names_gguf(const std::filesystem::path& name);
bool names_torch(const std::filesystem::path& name);
// Whether a name is of such a file, not of a folder.
bool names_model_file(const std::filesystem::path& name);
// The folder with config.json and the tokenizer: the model's own, or that of its file.
std::filesystem::path home_of_model(const std::filesystem::path& name);
// What its config is read from.
std::filesystem::path config_file_of(const std::filesystem::path& name);

// The config.json of the folder that it was made from. Throws AccessError or FormatError, as the others do.
std::string gguf_config(const std::filesystem::path& file);
// The family with the names that its tensors have there, and as they lie there.
const ForeignFamily& gguf_family(const ForeignFamily& family);
SafetensorsHeader gguf_tensors(const std::filesystem::path& file);
// Its words: of byte pairs as a tokenizer.json, else as SentencePiece has them.
struct GgufWords {
  Json tokenizer = {};
  std::shared_ptr<const SentencePieces> pieces = nullptr;
  AroundText around = {};
};
GgufWords gguf_words(const std::filesystem::path& file);

// The files of a folder that foreign_weights() and foreign_tokenizer() read; none of a tokenizer where none
// is there.
std::vector<std::filesystem::path> foreign_weights_files(const std::filesystem::path& folder);
std::vector<std::filesystem::path> foreign_tokenizer_files(const std::filesystem::path& folder);

// From tokenizer.json, or the older files. Its vocabulary has `words` words: the embedding may have more than
// the tokenizer. Throws AccessError or FormatError.
std::shared_ptr<const Tokenizer> foreign_tokenizer(const std::filesystem::path& folder, int words);

}  // namespace headlight
