// Translations that are known to be right: those of a class's sentences, and of the lessons.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "core/models/trace.h"
#include "core/text/tokenizer.h"

namespace headlight {

// Sentences as a class types them, written by people before the model was trained and without its grammar,
// with every translation that a fair teacher of French accepts: lists beside a translator.

struct ClassSentence {
  std::string habit;                  // who types so: pupil, teacher, joker
  std::string kind;                   // "question", "plural" ...
  std::string english;                // as it was typed
  std::vector<std::string> accepted;  // French translations, the most usual first
};

// Reads habit, kind, english and french (translations between " | ") from a table. Throws FileError.
std::vector<ClassSentence> read_class_set(const std::filesystem::path& file);

// Each as NAME.tsv: the first was written before this grammar, the second when it had grown, the third later
// still, by people who had seen neither it nor the other lists. From where on a translation is
// sure is chosen on the second, and measured on the others.
inline constexpr const char* chosen_on = "class_later";
inline constexpr std::array<const char*, 3> class_lists{"class", "class_later", "class_fresh"};

// French in lower case, punctuation as blanks, one blank between words; "soeur" is "sœur".
std::string plain_french(const std::string& french);
// Whether two French sentences are the same but for punctuation, capitals and blanks.
bool same_french(const std::string& one, const std::string& other);

// Translations that are known to be right: of the sentences of the lessons, and of the lists that people
// wrote beside a translator (read_class_set). Of any other sentence nobody here knows one.

// Those of a sentence as it is typed, but for capitals, punctuation and blanks, the most usual first; none
// where none is known. `lists` is the folder with the lists; one that is not there is left out.
std::vector<std::string> known_translations(const std::string& typed, const std::filesystem::path& lists);

// A translation as a person writes it, in the words of a model. What ends in an apostrophe is a word of its
// own, "qu'" "il", and so is a sign at the end. Throws std::runtime_error, in one line for the stage, for a
// word that the model has not.
std::vector<int> encoded_answer(const std::string& text, const Vocabulary& vocabulary);

// What a translator is taught to write for a sentence: the first known translation that it has the words of,
// or else what it wrote itself, taken for right.
struct RightAnswer {
  std::string text;
  bool known = false;
  std::vector<int> words;
};
RightAnswer right_answer(const std::string& typed, const Trace& trace, const Vocabulary& writes);

}  // namespace headlight
