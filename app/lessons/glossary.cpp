#include "app/lessons/glossary.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "app/lessons/library.h"
#include "app/lessons/markdown.h"
#include "app/session/results.h"
#include "core/files/whole_file.h"
#include "core/platform/paths.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr std::size_t longest_sentence = 600;  // bytes
constexpr std::size_t most_words = 5;          // of one name

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_number(char c) { return c >= '0' && c <= '9'; }

// How many bytes at `at` belong to a word; 0 where none does. Signs of two and three bytes, such as × and “,
// part words as spaces do; the dash of "encoder–decoder" does not.
std::size_t word_bytes(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) {
    const bool inner = text[at] == '^' || text[at] == '_' || text[at] == '-' || text[at] == '&';
    return is_ascii_letter(text[at]) || is_number(text[at]) || inner ? 1 : 0;
  }
  if (byte < 0xC0) return 0;  // the rest of a sign
  const std::size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
  if (text.substr(at, 3) == "–") return 3;
  const bool sign = byte == 0xC2 || byte == 0xE2 || text.substr(at, 2) == "×";
  return sign ? 0 : std::min(size, text.size() - at);
}

struct Word {
  std::size_t begin, end;
};

std::vector<Word> words_in(std::string_view text) {
  std::vector<Word> words;
  bool inside = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = word_bytes(text, at);
    if (bytes == 0) {
      inside = false;
      ++at;
      continue;
    }
    if (!inside) words.push_back({at, at});
    inside = true;
    at += bytes;
    words.back().end = at;
  }
  return words;
}

std::string without_ends(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

std::vector<Inline> runs_of(const MarkdownBlock& block) {
  std::vector<Inline> runs;
  for (const MarkdownInline& run : block.runs) runs.push_back({run.kind, run.text, -1});
  return runs;
}

constexpr std::array<std::pair<const char*, See::Kind>, 6> kinds{{{"view", See::Kind::view},
                                                                  {"lab", See::Kind::lab},
                                                                  {"lesson", See::Kind::lesson},
                                                                  {"step", See::Kind::step},
                                                                  {"trait", See::Kind::trait},
                                                                  {"edits", See::Kind::edits}}};

class GlossaryReader {
 public:
  GlossaryReader(const std::string& file, std::vector<Problem>& problems)
      : file_(file), problems_(problems) {}

  Glossary read(const std::string& text) {
    for (const MarkdownBlock& block : parse_markdown(text, file_, 1, problems_)) {
      if (terms_.size() > most_terms) break;
      add(block);
    }
    if (terms_.size() <= most_terms)
      end_term();
    else
      problem(terms_.back().line,
              say("more than {n} words; leave some out", {{"n", std::to_string(most_terms)}}));
    return Glossary(std::move(terms_));
  }

 private:
  void problem(int line, const std::string& what) { problems_.push_back({file_, line, what}); }

  void add(const MarkdownBlock& block) {
    const std::string text = plain_text(runs_of(block));
    if (block.kind == MarkdownBlock::Kind::heading) {
      end_term();
      open_ = block.level == 3;
      if (block.level == 2) group_ = text;
      if (open_) begin_term(block, text);
    } else if (!open_) {
      return;  // what a file says of itself
    } else if (block.kind == MarkdownBlock::Kind::fence) {
      problem(block.line, "a term has no blocks; write its sentence as text");
    } else if (block.marker.empty()) {
      add_sentence(block, text);
    } else if (text.starts_with("also:")) {
      add_names(block.line, std::string_view(text).substr(5));
    } else if (text.starts_with("said:")) {
      add_said(std::string_view(text).substr(5));
    } else if (text.starts_with("see:")) {
      add_see(block.line, without_ends(std::string_view(text).substr(4)));
    } else {
      problem(block.line, say("unknown list item {item}; there are \"also:\", \"said:\" and \"see:\"",
                              {{"item", in_quotes(text)}}));
    }
  }

  void begin_term(const MarkdownBlock& block, const std::string& name) {
    Term term;
    term.name = name;
    term.title = runs_of(block);
    term.group = group_;
    term.line = block.line;
    heading_ = block.line;
    if (group_.empty())
      problem(block.line, "there is no group; write \"## Its heading\" above the first term");
    take_name(block.line, name);
    terms_.push_back(std::move(term));
  }

  // Two terms of one name could not both be found by it; one may have several spellings.
  void take_name(int line, const std::string& name) {
    if (name.empty() || name.size() > longest_term_name) {
      problem(line, say("a name has 1 to {n} bytes", {{"n", std::to_string(longest_term_name)}}));
    } else if (const auto [at, fresh] = names_.emplace(folded_term(name), heading_);
               !fresh && at->second != heading_) {
      problem(line, say("{name} is already a term, in line {line}",
                        {{"name", in_quotes(name)}, {"line", std::to_string(at->second)}}));
    }
  }

  void add_names(int line, std::string_view list) {
    while (true) {
      const std::size_t comma = list.find(',');
      const std::string name = without_ends(list.substr(0, comma));
      take_name(line, name);
      terms_.back().also.push_back(name);
      if (comma == std::string_view::npos) return;
      list.remove_prefix(comma + 1);
    }
  }

  void add_said(std::string_view list) {
    while (true) {
      const std::size_t comma = list.find(',');
      if (std::string word = without_ends(list.substr(0, comma)); !word.empty())
        terms_.back().said.push_back(std::move(word));
      if (comma == std::string_view::npos) return;
      list.remove_prefix(comma + 1);
    }
  }

  void add_see(int line, const std::string& place) {
    const std::size_t space = place.find(' ');
    const std::string kind = place.substr(0, space);
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return kind == each.first; });
    if (found == kinds.end()) {
      return problem(line, say("\"see: {place}\" is not a place; write view, lab, lesson, step or trait with "
                               "its name, or edits",
                               {{"place", shortened(place)}}));
    }
    See& see = terms_.back().see;
    see = {found->second, space == std::string::npos ? "" : without_ends(place.substr(space)), line};
    const std::size_t step = see.name.find(' ');
    if (see.kind != See::Kind::lesson || step == std::string::npos) return;
    int number = 0;
    const char* const end = see.name.data() + see.name.size();
    const auto [stopped, error] = std::from_chars(see.name.data() + step + 1, end, number);
    if (error != std::errc{} || stopped != end || number < 1)
      return problem(line, say("\"see: {place}\": after a lesson's name stands the number of a step, from 1",
                               {{"place", shortened(place)}}));
    see.step = number - 1;
    see.name.resize(step);
  }

  void add_sentence(const MarkdownBlock& block, const std::string& text) {
    if (!terms_.back().text.empty())
      return problem(block.line, "there is a second paragraph; a term has one sentence");
    if (text.size() > longest_sentence)
      return problem(block.line,
                     say("the sentence has more than {n} bytes", {{"n", std::to_string(longest_sentence)}}));
    terms_.back().text = runs_of(block);
  }

  void end_term() {
    if (open_ && terms_.back().text.empty())
      problem(terms_.back().line, say("{name} has no sentence", {{"name", in_quotes(terms_.back().name)}}));
  }

  const std::string& file_;
  std::vector<Problem>& problems_;
  std::vector<Term> terms_;
  std::map<std::string, int> names_;  // folded, with the line of the term's heading
  int heading_ = 0;
  std::string group_;
  bool open_ = false;  // a term is
};

}  // namespace

std::string folded_term(std::string_view name) {
  std::string folded;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (name.substr(i, 3) == "–") {
      i += 2;
    } else if (c != ' ' && c != '-' && c != '^' && c != '_' && c != '{' && c != '}') {
      folded += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
  }
  return name.size() == 1 ? std::string(name) : folded;
}

Glossary::Glossary(std::vector<Term> terms) : terms_(std::move(terms)) {
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    by_name_.emplace(folded_term(terms_[i].name), i);
    for (const std::string& name : terms_[i].also) by_name_.emplace(folded_term(name), i);
  }
}

const Term* Glossary::find(std::string_view word) const {
  if (word.empty() || word.size() > longest_term_name) return nullptr;
  const auto named = [&](std::string_view name) -> const Term* {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &terms_[found->second];
  };
  std::string name = folded_term(word);
  if (const Term* term = named(name)) return term;
  while (name.size() > 3 && is_number(name.back())) name.pop_back();
  if (const Term* term = name.size() > 2 ? named(name) : nullptr) return term;
  const bool plural = name.size() > 3 && name.back() == 's';
  return plural ? named(std::string_view(name).substr(0, name.size() - 1)) : nullptr;
}

std::vector<TermPlace> Glossary::places_in(std::string_view text) const {
  const std::vector<Word> words = words_in(text);
  std::vector<TermPlace> places;
  for (std::size_t first = 0; first < words.size();) {
    std::size_t next = first + 1;
    for (std::size_t last = std::min(first + most_words, words.size()); last > first; --last) {
      const bool spaced = std::all_of(
          words.begin() + static_cast<std::ptrdiff_t>(first) + 1,
          words.begin() + static_cast<std::ptrdiff_t>(last), [&](const Word& word) {
            return word.begin > 0 && text.substr((&word - 1)->end, word.begin - (&word - 1)->end) == " ";
          });
      if (!spaced) continue;
      const std::size_t begin = words[first].begin;
      const std::size_t end = words[last - 1].end;
      if (const Term* term = find(text.substr(begin, end - begin))) {
        places.push_back({term, begin, end});
        next = last;
        break;
      }
    }
    first = next;
  }
  return places;
}

Glossary parse_glossary(const std::string& text, const std::string& file, std::vector<Problem>& problems) {
  return GlossaryReader(file, problems).read(text);
}

std::string glossary_file() { return (assets_folder() / "glossary.md").string(); }

const Glossary& shipped_glossary() {
  static const Glossary glossary = [] {
    std::vector<Problem> problems;
    try {
      return parse_glossary(read_text(glossary_file(), largest_glossary), glossary_file(), problems);
    } catch (const std::exception&) {
      return Glossary();  // `headlight glossary` says why
    }
  }();
  return glossary;
}

namespace {

// In a table's cell; formulas and names with signs as code, so that nothing in them is Markdown.
std::string markdown_of(const std::vector<Inline>& runs) {
  std::string text;
  for (const Inline& run : runs) {
    const bool code = run.kind == Inline::Kind::formula || run.kind == Inline::Kind::code;
    const std::string mark = code                                 ? "`"
                             : run.kind == Inline::Kind::emphasis ? "*"
                             : run.kind == Inline::Kind::strong   ? "**"
                                                                  : "";
    std::string inner = run.text;
    for (std::size_t at = inner.find('|'); at != std::string::npos; at = inner.find('|', at + 2))
      inner.insert(at, "\\");
    text.append(mark).append(inner).append(mark);
  }
  return text;
}

bool has_sign(const std::string& name) { return name.find_first_of("_^*<|") != std::string::npos; }

}  // namespace

std::string glossary_markdown(const Glossary& glossary) {
  std::string text =
      "# Glossary\n\nThe terms of the field, in a sentence or two, and where Headlight shows what they mean. "
      "The letters are on a\n"
      "[page of their own](letters.md). Written by `headlight glossary --markdown`; to add a term, edit\n"
      "[assets/glossary.md](../assets/glossary.md).\n";
  std::string group;
  for (const Term& term : glossary.terms()) {
    if (term.group != group) {
      group = term.group;
      text += "\n## " + group + "\n\n| term | meaning | see |\n|---|---|---|\n";
    }
    text += "| **" + markdown_of(term.title) + "**";
    for (const std::string& name : term.also) {
      text += ", ";
      text += has_sign(name) ? "`" + name + "`" : name;
    }
    // By its name, so that the page stays right when a lesson gets another title.
    const std::string see =
        term.see.kind == See::Kind::lesson ? "lesson `" + term.see.name + "`" : to_string(term.see);
    text += " | " + markdown_of(term.text) + " | " + see + " |\n";
  }
  return text;
}

// Where the terms of the glossary can be seen.

namespace {

const ViewInfo* seen_view(const std::string& name) {
  const std::span<const ViewInfo> views = all_views();
  const auto found =
      std::find_if(views.begin(), views.end(), [&](const ViewInfo& each) { return name == each.name; });
  return found == views.end() ? nullptr : &*found;
}

std::optional<Trait> seen_trait(const std::string& name) {
  for (int i = 0; i < trait_count; ++i) {
    if (info(static_cast<Trait>(i)).id == name) return static_cast<Trait>(i);
  }
  return std::nullopt;
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

// What shows in the one place what a view was for.
std::string called_in_the_place(const std::string& view) {
  struct Shown {
    std::string_view view, where;
  };
  constexpr std::array all{Shown{"map", "the model"},
                           Shown{"flow", "the model"},
                           Shown{"unrolled", "a recurrent model"},
                           Shown{"heads", "all heads"},
                           Shown{"lines", "a head"},
                           Shown{"steps", "a step"},
                           Shown{"picture", "a picture"},
                           Shown{"causes", "“What decides a word?”"},
                           Shown{"decoding", "“What comes next?”"}};
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Shown& each) { return each.view == view; });
  return found == all.end() ? view : std::string(found->where);
}

}  // namespace

std::string to_string(const See& see) {
  switch (see.kind) {
    case See::Kind::nowhere:
      return "";
    case See::Kind::view:
      return called_in_the_place(see.name);
    case See::Kind::lab:
      return say("{lab} lab", {{"lab", capital(see.name)}});
    case See::Kind::lesson: {
      const LessonPtr lesson = find_lesson(see.name);
      return say("lesson “{lesson}”", {{"lesson", lesson == nullptr ? see.name : lesson->title}});
    }
    case See::Kind::step:
      return say("step {step}", {{"step", see.name}});
    case See::Kind::trait:
      return say("all heads, sorted");
    case See::Kind::edits:
      return say("What if");
  }
  return "";
}

std::vector<Action> actions_to(const See& see, const Results& results) {
  switch (see.kind) {
    case See::Kind::nowhere:
      return {};
    case See::Kind::view:
      if (const ViewInfo* view = seen_view(see.name)) return {SetView{view->kind}};
      return {};
    case See::Kind::lab:
      if (const Lab* lab = lab_named(see.name)) return {OpenLab{lab}};
      return {};
    case See::Kind::lesson:
      if (const LessonPtr lesson = find_lesson(see.name);
          lesson != nullptr && see.step < static_cast<int>(lesson->steps.size()))
        return {OpenLesson{see.name, see.step}};
      return {};
    case See::Kind::step: {
      const TracePtr& trace = results.side(0).trace;
      if (trace == nullptr || trace->find(see.name) < 0) return {};
      // What a difference is made of is not drawn with it.
      return {SetView{ViewKind::steps}, ShowSides{Sides::one}, GoToStep{see.name}};
    }
    case See::Kind::trait:
      if (const auto trait = seen_trait(see.name))
        return {SetView{ViewKind::heads}, ShowHeads{HeadsShown::of_model}, SortHeads{*trait}};
      return {};
    case See::Kind::edits:
      return {OpenEdits{true}};
  }
  return {};
}

}  // namespace headlight
