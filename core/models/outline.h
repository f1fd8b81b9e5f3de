// What is known of a model by its folder, without its weights. Each file is read once, when it is first asked
// for, by whoever asks: lessons, the window, commands, and what loads the model.
#pragma once

#include <any>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/files/folder_cache.h"
#include "core/layers/weights.h"
#include "core/models/anatomy.h"
#include "core/models/card.h"
#include "core/models/families.h"
#include "core/text/tokenizer.h"

namespace headlight {

struct ForeignFamily;
struct GivenFile;

// All it hands out lives as long as it does. Throws AccessError or FormatError: file, what is wrong, what to
// try. From any thread.
class Outline {
 public:
  explicit Outline(std::filesystem::path folder);
  ~Outline();

  const std::filesystem::path& folder() const { return folder_; }
  // Of config.json: its text, the family of models that it names, and what the model has.
  const std::string& config() const;
  const std::string& family() const;
  // The config as that family reads it.
  const std::any& family_config() const;
  const Anatomy& anatomy() const;
  // Of words.json, or of the tokenizer of others: what the model reads and writes.
  const WordsFile& words() const;
  // How it takes apart what is typed.
  const Tokenizer& tokenizer() const { return *shared_tokenizer(); }
  const std::shared_ptr<const Tokenizer>& shared_tokenizer() const;
  // How an answer that is written word by word begins and ends.
  Ends ends() const;
  // Null where Headlight wrote it.
  const ForeignFamily* foreign() const;
  // Whether it is no folder but a file of attention weights (given.h).
  bool given() const { return given_; }
  // The weights, read anew each time they are asked for once more.
  Weights weights(const Loading& loading = {}) const;
  // The files that all of this is read from, those that are there.
  std::vector<std::filesystem::path> files() const;
  // Of card.json, which a model of one's own need not have.
  bool has_card() const;
  const Card& card() const;
  // Where the weights come from: what its card says, or for a shipped one without its own the card that it
  // shares; "yours" where no card says.
  std::string origin() const;

 private:
  const std::any& given_config() const;

  std::filesystem::path folder_;
  bool given_ = false, gguf_ = false;
  std::filesystem::path home_;  // of config.json and what lies beside it
  // What the config was read with, until somebody takes it.
  mutable std::mutex given_mutex_;
  mutable std::unique_ptr<GivenFile> given_file_;
  Lazy<std::string> config_;
  Lazy<std::string> family_;
  Lazy<std::any> family_config_;
  Lazy<Anatomy> anatomy_;
  Lazy<WordsFile> words_;
  Lazy<std::shared_ptr<const Tokenizer>> tokenizer_;
  Lazy<const ForeignFamily*> foreign_;
  Lazy<Card> card_;
};

using OutlinePtr = std::shared_ptr<const Outline>;

// The files that a name is of where it is no folder's; none where it is one. For what is kept until a file
// changes.
std::vector<std::filesystem::path> files_named(const std::filesystem::path& name);

// That of a folder, shared by all who ask until one of its files is written anew. Throws nothing: what cannot
// be read is said by whatever is asked of it. From any thread.
OutlinePtr outline_of(const std::filesystem::path& folder);

}  // namespace headlight
