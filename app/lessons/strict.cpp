// What a lesson says beyond what its checks hold, found by the words alone.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/lessons/library.h"
#include "core/models/card.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

using Node = ExpressionNode;
using Kind = Node::Kind;

// A word of a text, in small letters, with what stands before and after it in its sentence.
struct SaidSentence {
  std::vector<std::string> words;  // "" for what is quoted, a formula or a number
  std::string text;                // as it is written
  std::string typed;               // of it what is plain text, and no number that is computed
  int line = 0;
  bool asks = false;
};

bool ends_sentence(const std::string& text, std::size_t at) {
  if (text[at] != '.' && text[at] != '?' && text[at] != '!') return false;
  const std::size_t next = text.find_first_not_of("*”\")", at + 1);
  return next == std::string::npos || text[next] == ' ';
}

// The sentences of paragraphs. A word that is set in italics is one of the model's sentences, and no claim.
class SaidSentences {
 public:
  std::vector<SaidSentence> of(const std::vector<Paragraph>& paragraphs) {
    for (const Paragraph& paragraph : paragraphs) {
      for (const Inline& run : paragraph.runs) add(run);
      end();
    }
    return std::move(found_);
  }

 private:
  void add(const Inline& run) {
    if (open_.line == 0) open_.line = run.line;
    if (run.kind != Inline::Kind::plain && run.kind != Inline::Kind::strong) {
      word();
      open_.words.emplace_back();
      open_.text += run.text;
      open_.typed += '"';
      return;
    }
    for (std::size_t at = 0; at < run.text.size(); ++at) {
      if (open_.line == 0) open_.line = run.line;
      const char letter = run.text[at];
      open_.text += letter;
      open_.typed += letter;
      const bool in_word = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '\'' ||
                           (static_cast<unsigned char>(letter) & 0x80U) != 0;
      if (in_word) {
        word_ += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        continue;
      }
      word();
      if (!ends_sentence(run.text, at)) continue;
      open_.asks = letter == '?';
      end();
    }
  }
  void word() {
    if (!word_.empty()) open_.words.push_back(std::move(word_));
    word_.clear();
  }
  void end() {
    word();
    if (!open_.words.empty()) found_.push_back(std::move(open_));
    open_ = {};
  }

  SaidSentence open_;
  std::string word_;
  std::vector<SaidSentence> found_;
};

std::vector<SaidSentence> said_in(const std::vector<Paragraph>& paragraphs) {
  return SaidSentences().of(paragraphs);
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const std::string& word_at(const std::vector<std::string>& words, std::ptrdiff_t place) {
  static const std::string none;
  return place < 0 || place >= std::ssize(words) ? none : words[static_cast<std::size_t>(place)];
}

// A word that makes a sentence a rule: what it says is true of many.
bool says_a_rule(const std::vector<std::string>& words, std::ptrdiff_t place) {
  const std::string& word = word_at(words, place);
  const std::string& before = word_at(words, place - 1);
  const std::string& after = word_at(words, place + 1);
  if (is_one_of(before, {"not", "hardly"})) return false;
  if (is_one_of(word, {"every", "always", "never", "everywhere"})) return true;
  if (word == "only") return !is_one_of(after, {"once", "then", "if", "when", "after"});
  if (word == "all") return is_one_of(before, {"nearly", "almost"});
  if (word != "most") return false;
  // "the most probable word" compares, and "most words" counts.
  if (is_one_of(before, {"the", "its", "their", "at", "adds", "a", "two", "whose"})) return false;
  return after == "of" || after.ends_with("s");
}

// "204 of 400", "208 of the 208", as the writer typed it; "" where there is none.
std::string typed_count(const std::string& text) {
  static const std::regex count(R"(\b\d[\d,.]* (out )?of (the |these |those )?\d[\d,]*)");
  std::smatch found;
  return std::regex_search(text, found, count) ? found.str() : "";
}

// And one that makes it a cause.
bool says_a_cause(const std::string& word) {
  return is_one_of(word, {"because", "needs", "needed", "decides", "decided", "causes", "proves"});
}

bool calls_any(const Node& node, const std::vector<std::string_view>& names) {
  if (node.kind == Kind::call && std::find(names.begin(), names.end(), node.name) != names.end()) return true;
  return std::any_of(node.parts.begin(), node.parts.end(),
                     [&](const Node& part) { return calls_any(part, names); });
}
// Whether it goes over all cells of a node: that is every row.
bool over_a_node(const Node& node) {
  if (node.kind == Kind::call && is_one_of(node.name, {"sum", "mean", "largest", "smallest", "difference"}) &&
      std::any_of(node.parts.begin(), node.parts.end(),
                  [](const Node& part) { return part.kind == Kind::values && part.row.empty(); }))
    return true;
  return std::any_of(node.parts.begin(), node.parts.end(), over_a_node);
}
bool before_the_edits(const Node& node) {
  return node.before || std::any_of(node.parts.begin(), node.parts.end(), before_the_edits);
}

const std::vector<std::string_view> counting_functions{"held_out",     "sentences", "pairs",   "scenes",
                                                       "translations", "heads",     "average", "best",
                                                       "each",         "table",     "card"};

bool counts_many(const Node& node) { return calls_any(node, counting_functions) || over_a_node(node); }

// Of a card: a share of many, written without saying of how many.
bool is_share(const std::string& model, const std::string& measure) {
  static const std::set<std::string> no_share{"loss", "perplexity", "weight", "cosine", "chrf", "effect"};
  const std::string last = measure.substr(measure.rfind('_') + 1);
  if (no_share.contains(last) || measure.find("_effect_") != std::string::npos) return false;
  try {
    for (const Measure& each : load_card(model_folder(model)).measures) {
      if (each.name == measure) return each.unit.empty() && each.value >= 0 && each.value <= 1;
    }
  } catch (const std::exception&) {
    // The check says that there is no such model or card.
  }
  return false;
}
void cards_in(const Node& node, std::vector<std::string>& names) {
  if (node.kind == Kind::call && node.name == "card" && !node.parts.empty())
    names.push_back(node.parts[0].name);
  for (const Node& part : node.parts) cards_in(part, names);
}

// "300 pictures", "two hundred sentences"; "of 100" is a per cent in other words.
bool says_how_many(const std::vector<std::string>& words) {
  for (std::ptrdiff_t place = 0; place < std::ssize(words); ++place) {
    const std::string& word = word_at(words, place);
    if (is_one_of(word, {"hundred", "thousand", "hundreds", "thousands"}) && word_at(words, place - 1) != "a")
      return true;
    const bool digits =
        word.size() > 1 && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    // "2,100" is read as two words.
    const bool more_before =
        place > 0 && word_at(words, place - 1).find_first_not_of("0123456789") == std::string::npos;
    if (!digits || (word == "100" && !more_before)) continue;
    // A year of a paper: "Xu et al. 2015".
    if (word.size() == 4 && (word.starts_with("19") || word.starts_with("20"))) continue;
    return true;
  }
  return false;
}

// Words that carry what is said.
std::string stem_of(std::string word) {
  for (const std::string_view ending : {"ing", "es", "ed", "s"}) {
    if (word.size() > ending.size() + 3 && word.ends_with(ending)) {
      word.resize(word.size() - ending.size());
      break;
    }
  }
  return word;
}
std::set<std::string> content_words(const std::vector<std::string>& words) {
  static const std::set<std::string> empty_words{
      "about", "after", "again",  "also",  "been", "before", "both",   "does",   "each",    "else",
      "every", "from",  "goes",   "have",  "here", "hardly", "into",   "itself", "just",    "less",
      "like",  "makes", "many",   "more",  "most", "much",   "nearly", "none",   "nothing", "once",
      "only",  "other", "others", "over",  "same", "some",   "such",   "than",   "that",    "their",
      "them",  "then",  "there",  "these", "they", "this",   "those",  "very",   "were",    "what",
      "when",  "where", "which",  "while", "will", "with",   "word",   "words",  "would",   "your"};
  std::set<std::string> found;
  for (const std::string& word : words) {
    if (word.size() >= 4 && !empty_words.contains(word)) found.insert(stem_of(word));
  }
  return found;
}
std::vector<std::string> words_of_text(const std::vector<Paragraph>& paragraphs) {
  std::vector<Paragraph> plain = paragraphs;
  for (Paragraph& paragraph : plain) {
    for (Inline& run : paragraph.runs) {
      if (run.kind == Inline::Kind::emphasis) run.kind = Inline::Kind::plain;
    }
  }
  std::vector<std::string> words;
  for (const SaidSentence& sentence : said_in(plain))
    words.insert(words.end(), sentence.words.begin(), sentence.words.end());
  return words;
}
std::vector<std::string> content_line(const std::string& text) {
  return words_of_text({Paragraph{{{Inline::Kind::plain, text}}, "", 0}});
}
bool has_all(const std::set<std::string>& all, const std::set<std::string>& of) {
  return std::includes(all.begin(), all.end(), of.begin(), of.end());
}

// Whether both read the same sentences with the same model, under the same edits.
bool shows_the_same(const Session& a, const Session& b) {
  return a.model == b.model && a.text(0) == b.text(0) && a.text(1) == b.text(1) && a.edits == b.edits &&
         a.lab == b.lab && a.labs == b.labs && a.view == b.view;
}

class Strict {
 public:
  Strict(const Lesson& lesson, const std::vector<LessonPtr>& before) : lesson_(lesson) {
    for (const LessonPtr& each : before) {
      for (const LessonStep& step : each->steps) remember(step, each->title);
    }
  }

  std::vector<Problem> problems() {
    for (std::size_t number = 0; number < lesson_.steps.size(); ++number) {
      const LessonStep& step = lesson_.steps[number];
      end_ = number + 1 < lesson_.steps.size() ? lesson_.steps[number + 1].line : last_line;
      part(step, step.text, false);
      if (step.question) {
        part(step, step.question->answer, true);
        question(step);
      }
      remember(step, lesson_.title);
    }
    excuses();
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Problem& a, const Problem& b) { return a.line < b.line; });
    return std::move(found_);
  }

 private:
  static constexpr int last_line = 1 << 30;

  // What was said before, and where: words, or a number with what it was read from.
  struct Told {
    std::set<std::string> words;
    std::string where;
  };
  struct Shown {
    ExpressionPtr number;
    const Session* of;
    std::string where;
  };

  // Unless an excuse for `word` stands in that part of the step.
  void find(const LessonStep& step, bool in_answer, int line, const std::string& word,
            const std::string& what) {
    const int question = step.question ? step.question->line : end_;
    const int from = in_answer ? question : step.line;
    const int to = in_answer ? end_ : question;
    bool excused = false;
    for (std::size_t i = 0; i < lesson_.excuses.size(); ++i) {
      const LessonExcuse& excuse = lesson_.excuses[i];
      if (excuse.word != word || excuse.line < from || excuse.line >= to) continue;
      excused = true;
      used_.insert(i);
      if (excuse.reason.starts_with("of this sentence") && step.claims.empty())
        problem(excuse.line, "\"of this sentence\" needs a check in this step, but there is none");
    }
    if (!excused) problem(line, what);
  }
  void problem(int line, const std::string& what) { found_.push_back({lesson_.file, line, what}); }

  void part(const LessonStep& step, const std::vector<Paragraph>& text, bool in_answer) {
    const bool counted = std::any_of(step.claims.begin(), step.claims.end(), [](const LessonClaim& claim) {
      return counts_many(claim.expression->root());
    });
    const bool tried =
        counted || std::any_of(step.claims.begin(), step.claims.end(), [&](const auto& claim) {
          const Node& root = claim.expression->root();
          return calls_any(root, {"when"}) || before_the_edits(root) || !step.session.edits.empty();
        });
    bool how_many = false;
    for (const SaidSentence& sentence : said_in(text)) {
      how_many = how_many || says_how_many(sentence.words);
      if (sentence.asks) continue;
      if (const std::string count = typed_count(sentence.typed); !count.empty())
        find(step, in_answer, sentence.line, "typed",
             in_quotes(count) +
                 " is typed, and no check holds it: let the step count it, as {{of(...)}}, or "
                 "write <!-- typed: measured once --> and in the text where it was measured");
      for (std::ptrdiff_t place = 0; place < std::ssize(sentence.words); ++place) {
        const std::string& word = word_at(sentence.words, place);
        if (!counted && says_a_rule(sentence.words, place)) {
          find(step, in_answer, sentence.line, word,
               say("{word} states a rule, but no check in the step counts: {sentence}",
                   {{"word", in_quotes(word)}, {"sentence", in_quotes(sentence.text, 90)}}));
        } else if (!tried && says_a_cause(word)) {
          find(step, in_answer, sentence.line, word,
               say("{word} states a cause, but no check in the step changes anything: {sentence}",
                   {{"word", in_quotes(word)}, {"sentence", in_quotes(sentence.text, 90)}}));
        }
      }
    }
    for (const LessonNumber& number : step.numbers)
      how_many = how_many ||
                 (number.in_answer == in_answer &&
                  calls_any(number.expression->root(), {"held_out", "sentences", "pairs", "scenes", "n"}));
    if (!how_many) shares(step, in_answer);
  }

  void shares(const LessonStep& step, bool in_answer) {
    for (const LessonNumber& number : step.numbers) {
      if (number.in_answer != in_answer) continue;
      std::vector<std::string> names;
      cards_in(number.expression->root(), names);
      for (const std::string& name : names) {
        if (!is_share(step.session.model, name)) continue;
        find(step, in_answer, number.line, "card",
             say("card({name}) is a share of how many? Write that number next to it", {{"name", name}}));
      }
    }
  }

  void question(const LessonStep& step) {
    const Question& asked = *step.question;
    if (std::none_of(step.claims.begin(), step.claims.end(),
                     [](const LessonClaim& claim) { return claim.in_answer; }))
      find(step, true, asked.line, "answer", "nothing checks the answer; add a ```check answer block");
    const auto given = [&](const std::string& where) {
      find(step, true, asked.line, "given", say("the answer may already be {where}", {{"where", where}}));
    };
    const auto answer = std::find_if(step.numbers.begin(), step.numbers.end(),
                                     [](const LessonNumber& number) { return number.in_answer; });
    if (answer != step.numbers.end()) {
      for (const Shown& shown : shown_) {
        if (shown.number->root() == answer->expression->root() && shows_the_same(*shown.of, step.answered))
          return given(say("in {step}, as its first number", {{"step", shown.where}}));
      }
    }
    if (asked.right < 0) return;
    std::set<std::string> right =
        content_words(words_of_text({asked.choices[static_cast<std::size_t>(asked.right)]}));
    const std::set<std::string> question = content_words(words_of_text(asked.text));
    // What tells the right choice from the others and is not in the question.
    for (std::size_t i = 0; i < asked.choices.size(); ++i) {
      if (static_cast<int>(i) == asked.right) continue;
      for (const std::string& word : content_words(words_of_text({asked.choices[i]}))) right.erase(word);
    }
    for (const std::string& word : question) right.erase(word);
    if (right.empty()) return;
    if (has_all(content_words(content_line(step.title)), right)) return given("in the heading of the step");
    if (has_all(content_words(content_line(lesson_.title)), right))
      return given("in the title of the lesson");
    for (const Told& told : told_) {
      if (!has_all(told.words, right)) continue;
      const auto shared = std::count_if(question.begin(), question.end(),
                                        [&](const std::string& word) { return told.words.contains(word); });
      // One word proves nothing: what is asked has to be there as well.
      if (2 * shared < std::ssize(question) || shared + std::ssize(right) < 3) continue;
      return given(say("in {step}", {{"step", told.where}}));
    }
  }

  void remember(const LessonStep& step, const std::string& lesson) {
    const auto add = [&](const std::vector<Paragraph>& paragraphs) {
      for (const Paragraph& paragraph : paragraphs) {
        std::vector<Paragraph> plain{paragraph};
        for (Inline& run : plain[0].runs) {
          if (run.kind == Inline::Kind::emphasis) run.kind = Inline::Kind::plain;
        }
        for (const SaidSentence& sentence : said_in(plain)) {
          if (!sentence.asks)
            told_.push_back({content_words(sentence.words), "“" + lesson + "”, “" + step.title + "”"});
        }
      }
    };
    add(step.text);
    if (step.question) add(step.question->answer);
    for (const LessonNumber& number : step.numbers) {
      shown_.push_back({number.expression, number.in_answer ? &step.answered : &step.session,
                        "“" + lesson + "”, “" + step.title + "”"});
    }
  }

  void excuses() {
    for (std::size_t i = 0; i < lesson_.excuses.size(); ++i) {
      const LessonExcuse& excuse = lesson_.excuses[i];
      if (!used_.contains(i)) {
        problem(excuse.line, say("nothing found here needs this comment about {word}; remove it",
                                 {{"word", in_quotes(excuse.word)}}));
      } else if (excuse.reason.starts_with(tested_in)) {
        const std::string name(trimmed(std::string_view(excuse.reason).substr(tested_in.size())));
        if (find_lesson(name) == nullptr && name != lesson_.name)
          problem(excuse.line,
                  say("there is no lesson {name} in which it could be tested", {{"name", in_quotes(name)}}));
      } else if (std::none_of(reasons.begin(), reasons.end(),
                              [&](std::string_view reason) { return excuse.reason.starts_with(reason); })) {
        std::string all;
        for (const std::string_view reason : reasons) all = joined({all, in_quotes(reason)});
        problem(excuse.line, say("{reason} is not a reason; the reasons are {reasons}",
                                 {{"reason", in_quotes(excuse.reason)},
                                  {"reasons", joined({all, in_quotes("tested in LESSON")})}}));
      }
    }
  }

  static constexpr std::string_view tested_in = "tested in ";
  static constexpr std::array<std::string_view, 8> reasons{
      "by definition", "from the architecture", "from the training", "quoted", "of this sentence",
      "advice",        "of the screen",         "measured once"};

  const Lesson& lesson_;
  std::vector<Told> told_;
  std::vector<Shown> shown_;
  std::set<std::size_t> used_;
  int end_ = last_line;
  std::vector<Problem> found_;
};

}  // namespace

std::vector<Problem> strict_problems(const Lesson& lesson, const std::vector<LessonPtr>& before) {
  return Strict(lesson, before).problems();
}

std::vector<Problem> uncited_measures(const std::vector<LessonPtr>& lessons) {
  std::map<std::string, std::set<std::string>> cited;
  for (const LessonPtr& lesson : lessons) {
    for (const LessonStep& step : lesson->steps) {
      std::vector<std::string> names;
      for (const LessonNumber& number : step.numbers) cards_in(number.expression->root(), names);
      for (const LessonClaim& claim : step.claims) cards_in(claim.expression->root(), names);
      for (const Session* session : {&step.session, &step.answered})
        cited[session->model].insert(names.begin(), names.end());
    }
  }
  std::vector<Problem> found;
  for (const auto& [model, names] : cited) {
    std::string none;
    try {
      for (const Measure& measure : load_card(model_folder(model)).measures) {
        if (!names.contains(measure.name)) none += (none.empty() ? "" : ", ") + measure.name;
      }
      if (!none.empty())
        found.push_back({(model_folder(model) / "card.json").string(), 1,
                         say("no lesson cites {numbers}", {{"numbers", none}})});
    } catch (const std::exception&) {
      // The check says that there is no such model or card.
    }
  }
  return found;
}

}  // namespace headlight
