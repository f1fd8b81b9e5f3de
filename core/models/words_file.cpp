#include "core/models/words_file.h"

#include "core/files/json.h"
#include "core/files/read_file.h"
#include "core/files/write_file.h"
#include "core/text/printable.h"

namespace headlight {

namespace {

Vocabulary vocabulary(const Json& json, const char* name) {
  std::vector<std::string> words;
  read_list(
      member(json, "", name), name, words,
      [](const Json& one, const std::string& place, std::string& word) {
        read(one, place, word);
        if (word.empty()) fail_field(place, "is an empty word");
        // The end of a line is a character that a model may write.
        if (word != "\n" && printable(word) != word)
          fail_field(place, "holds what no word does: " + in_quotes(word));
      },
      10'000'000);
  try {
    return Vocabulary(std::move(words));
  } catch (const std::invalid_argument& error) {
    fail_field(name, error.what());
  }
}

}  // namespace

WordsFile read_words(const std::filesystem::path& file) {
  try {
    return read_json(read_text(file), [](const Json& json) {
      return WordsFile{vocabulary(json, "source"), vocabulary(json, "target")};
    });
  } catch (const std::invalid_argument& error) {
    throw FormatError(file, error.what(), "copy the model's folder again");
  }
}

void write_words(const std::filesystem::path& file, const WordsFile& words) {
  Json json;
  json["source"] = words.source.words();
  json["target"] = words.target.words();
  replace_file(file, std::span<const char>(json.dump(0) + "\n"));
}

}  // namespace headlight
