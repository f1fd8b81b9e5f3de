// Attention weights that somebody computed elsewhere, as a file: drawn like a model's own, with nothing
// behind them. Such a file is opened like a model's folder, and a model's name says it: "att.npy", or with
// the files that its words are in, "att.npy + words.txt", of rows and columns "att.npy + rows.txt +
// columns.txt". Where none is named, words stand in the file, or beside it in att.tokens.txt or .json; else
// tokens are numbered.
//
// One array [T, T], [heads, T, T] or [layers, heads, T, T], with a batch of one before the heads too; or one
// of each layer, their names numbered. Of [T_q, T_k] with other words for rows and columns, rows ask; of a
// file that has it the other way round the name ends in " (transposed)". One query and many keys without
// words of its own is the self-attention of the last word, as a model that writes with a cache computes it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/files/whole_file.h"
#include "core/layers/weights.h"
#include "core/models/families.h"

namespace headlight {

struct GivenConfig {
  Attention attention = Attention::encoder;  // cross where rows and columns have other words
  std::vector<int> heads;                    // in each layer
  std::vector<std::string> rows, columns;    // their words
  GivenWeights about;

  int layers() const { return static_cast<int>(heads.size()); }
};

struct GivenFile {
  GivenConfig config;
  Weights weights;  // by the paths of the nodes they become
};

// Whether a model's name is that of a file of weights, by its ending.
bool names_given(const std::filesystem::path& name);
// "(.npy, .npz, .csv ...)"
std::string given_endings();
// What a model is called whose weights and words are in these files.
std::string given_name(const std::filesystem::path& weights, const std::vector<std::string>& words,
                       bool transposed = false);
bool is_transposed(const std::filesystem::path& name);
// The same files with rows and columns exchanged; of a name that says so, as they are in the file.
std::string transposed_name(const std::string& name);
// All files that are read for it, those that are not there among them.
std::vector<std::filesystem::path> given_files(const std::filesystem::path& name);
// Of these the files of words that are there.
std::vector<std::string> word_files(const std::filesystem::path& name);
// given_files() where a name is of such files; none where it is a folder's. For what is kept until a file
// changes.
std::vector<std::filesystem::path> files_instead(const std::filesystem::path& name);
// The words fit once rows and columns change places.
class TurnedWords : public FormatError {
  using FormatError::FormatError;
};

// Throws AccessError or FormatError, TurnedWords among them: file, what is wrong, what to try.
GivenFile read_given(const std::filesystem::path& name);
// What is opened where this file is: itself, or of words the weights beside them. Throws AccessError.
std::filesystem::path weights_beside(const std::filesystem::path& file);
// Whether a JSON file begins as one of weights, not as a session.
bool holds_given_json(const std::filesystem::path& file);

// Its words, by their numbers.
WordsFile words_file_of(const GivenConfig& config);

// In no table of families: it is neither made nor trained, and no config.json names it.
const ModelFamily& given_family();

}  // namespace headlight
