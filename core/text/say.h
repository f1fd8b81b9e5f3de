// Sentences with values in them, each a whole literal with named places: what is looked up in another
// language is the sentence as it stands in the source, and its values may change their order there.
//
//   say("{word} gets {weight} of {query}", {{"word", word}, {"weight", share}, {"query", asks}})
//   say(several(n, "{n} weight to learn", "{n} weights to learn"), {{"n", count_text(n)}})
//
// `scripts/sentences.py` collects them with GNU gettext's xgettext and checks them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace headlight {

// Gives what a sentence of the source is in the language of the screen: UTF-8, the same pointer each time it
// is asked for the same sentence, from any thread.
using Language = const char* (*)(const char* sentence);
// Null: the English of the source. Whoever sets it has everything on screen made anew.
void set_language(Language language);
const char* translated(const char* sentence);
// A sentence that stands in a table, to be collected there and said later.
constexpr const char* to_be_said(const char* sentence) { return sentence; }

struct NamedValue {
  std::string_view name;
  std::string value;
};

// A sentence in the language of the screen, its places still empty.
struct Unfilled {
  const char* text;
};
// The one for so many: of English the first for 1, else the second.
Unfilled several(std::int64_t count, const char* one, const char* many);

// A place without a value stays as it is.
std::string say(const char* sentence, std::initializer_list<NamedValue> values = {});
std::string say(Unfilled pattern, std::initializer_list<NamedValue> values = {});

// Layers, heads and the numbers of a vector are counted from 1 where people read of them: "1" of the first.
// In paths, code, sessions and exported tables it is 0.
std::string from_one(int place);

// Clauses of one sentence, in their order; those that are empty are left out.
std::string joined(std::initializer_list<std::string> clauses);
// "cat", "cat and dog", "cat, dog and bird"; with "or" the other.
std::string with_and(std::span<const std::string> things);
std::string with_or(std::span<const std::string> things);
// Sentences one after the other; those that are empty are left out.
std::string paragraph(std::initializer_list<std::string> sentences);

}  // namespace headlight
