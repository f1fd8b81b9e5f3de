// What libFuzzer feeds, and the replay test feeds again: a function for each kind of input that Headlight
// takes. Anything but a return is a finding.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/files/whole_file.h"
#include "core/text/unicode.h"

namespace headlight {

void fuzz_card(std::string_view input);
void fuzz_config(std::string_view input);
void fuzz_gguf(std::string_view input);
void fuzz_given(std::string_view input);
void fuzz_lesson(std::string_view input);
void fuzz_link(std::string_view input);
void fuzz_model_folder(std::string_view input);
void fuzz_picture_file(std::string_view input);
void fuzz_picture_text(std::string_view input);
void fuzz_quote(std::string_view input);
void fuzz_recipes(std::string_view input);
void fuzz_safetensors(std::string_view input);
void fuzz_sentence(std::string_view input);
void fuzz_session(std::string_view input);
void fuzz_torch_file(std::string_view input);
void fuzz_words(std::string_view input);

struct FuzzTarget {
  const char* name;
  void (*run)(std::string_view input);
};
inline constexpr std::array fuzz_targets{FuzzTarget{"card", fuzz_card},
                                         FuzzTarget{"config", fuzz_config},
                                         FuzzTarget{"gguf", fuzz_gguf},
                                         FuzzTarget{"given", fuzz_given},
                                         FuzzTarget{"lesson", fuzz_lesson},
                                         FuzzTarget{"link", fuzz_link},
                                         FuzzTarget{"model_folder", fuzz_model_folder},
                                         FuzzTarget{"picture_file", fuzz_picture_file},
                                         FuzzTarget{"picture_text", fuzz_picture_text},
                                         FuzzTarget{"quote", fuzz_quote},
                                         FuzzTarget{"recipes", fuzz_recipes},
                                         FuzzTarget{"safetensors", fuzz_safetensors},
                                         FuzzTarget{"sentence", fuzz_sentence},
                                         FuzzTarget{"session", fuzz_session},
                                         FuzzTarget{"torch_file", fuzz_torch_file},
                                         FuzzTarget{"words", fuzz_words}};

inline void require(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error(what);
}

// An error is one line that can be read: not endless, of several words, and nothing that a terminal obeys.
inline void require_readable(const std::string& error) {
  require(error.size() < 1000, "a long error: " + error);
  require(error.find(' ') != std::string::npos, "no sentence: " + error);
  require(error == printable(error), "no plain text: " + printable(error));
}

// Input may be refused, in a sentence. Any other exception is a finding.
template <typename Read>
void take(Read read) {
  try {
    read();
  } catch (const std::invalid_argument& error) {
    require_readable(error.what());
  } catch (const FileError& error) {
    require_readable(error.what());
  }
}

}  // namespace headlight
