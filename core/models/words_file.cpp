#include "core/models/words_file.h"

#include <nlohmann/json.hpp>

#include "core/files/file_error.h"
#include "core/files/replace_file.h"
#include "core/files/text.h"

namespace headlight {

namespace {

Vocabulary vocabulary(const nlohmann::ordered_json& json, const char* name,
                      const std::filesystem::path& file) {
  const std::string what = std::string("\"") + name + "\"";
  if (!json.is_object() || !json.contains(name) || !json[name].is_array()) {
    throw FormatError(file, what + " should be a list of words");
  }
  std::vector<std::string> words;
  for (const auto& word : json[name]) {
    if (!word.is_string()) throw FormatError(file, what + " holds something that is no word: " + word.dump());
    words.push_back(word);
  }
  try {
    return Vocabulary(std::move(words));
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, what + ": " + error.what());
  }
}

}  // namespace

WordsFile read_words(const std::filesystem::path& file) {
  const auto json = nlohmann::ordered_json::parse(read_text(file), nullptr, false);
  if (json.is_discarded()) throw FormatError(file, "is not JSON", "copy the model's folder again");
  return {vocabulary(json, "source", file), vocabulary(json, "target", file)};
}

void write_words(const std::filesystem::path& file, const WordsFile& words) {
  nlohmann::ordered_json json;
  json["source"] = words.source.words();
  json["target"] = words.target.words();
  replace_file(file, std::span<const char>(json.dump(0) + "\n"));
}

}  // namespace headlight
