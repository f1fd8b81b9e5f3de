// The words of the field, each with one sentence and a place in Headlight where it can be seen: one file,
// assets/glossary.md, for what is shown under the mouse, the page of all words, Find, the command line and
// docs/glossary.md. How an entry is written is told at the top of that file.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/session/action.h"

namespace headlight {

// Where a term can be seen.
struct See {
  enum class Kind { nowhere, view, lab, lesson, step, trait, edits };
  Kind kind = Kind::nowhere;
  std::string name = {};  // "lines", "masks", a lesson's name, a step's path, "previous"
  int line = 0;           // in the file
  int step = 0;           // of the lesson, from 0
};
// What it is called: "a head", "lesson “Many heads”"; empty for nowhere.
std::string to_string(const See& see);
// What has to be done to go there; nothing when there is no such place, or the results have no such step.
std::vector<Action> actions_to(const See& see, const Results& results);

struct Term {
  std::string name;               // "causal mask", "W^O"
  std::vector<Inline> title;      // the same, as it is set
  std::string group;              // the heading it stands under
  std::vector<std::string> also;  // other names and spellings
  std::vector<std::string> said;  // everyday words by which it is asked for, though they are no names of it
  std::vector<Inline> text;       // one sentence, with its formulas
  See see;
  int line = 0;
};

// A term's place in a text, in bytes.
struct TermPlace {
  const Term* term = nullptr;
  std::size_t begin = 0, end = 0;
};

class Glossary {
 public:
  Glossary() = default;
  explicit Glossary(std::vector<Term> terms);
  Glossary(Glossary&&) = default;
  Glossary& operator=(Glossary&&) = default;

  const std::vector<Term>& terms() const { return terms_; }
  // By its name or another spelling; capitals, hyphens, ^ and _ do not count, except that a single letter has
  // to be the very one. Also the plural, and a name with a number behind it: "weights", "residual_1".
  const Term* find(std::string_view word) const;
  // All terms in a text, from left to right; where one contains another, the longer.
  std::vector<TermPlace> places_in(std::string_view text) const;

 private:
  std::vector<Term> terms_;
  std::map<std::string, std::size_t, std::less<>> by_name_;  // folded
};

inline constexpr std::size_t most_terms = 1000;
inline constexpr std::size_t longest_term_name = 80;         // bytes
inline constexpr std::uintmax_t largest_glossary = 1 << 20;  // bytes of the file

// Reads a glossary; what is wrong is added to `problems`, and what can be read is there nevertheless.
Glossary parse_glossary(const std::string& text, const std::string& file, std::vector<Problem>& problems);

// The shipped one, read once. Any thread may ask. Without a readable file it is empty.
const Glossary& shipped_glossary();
// Its file.
std::string glossary_file();

// What is compared of a name: small letters without hyphens, spaces, ^ and _.
std::string folded_term(std::string_view name);

// The page docs/glossary.md: a heading for each group, below it a table.
std::string glossary_markdown(const Glossary& glossary);

}  // namespace headlight
