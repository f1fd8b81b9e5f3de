#include "app/lessons/blocks.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "app/lessons/counting.h"
#include "app/lessons/expression.h"
#include "app/session/action.h"
#include "app/session/opening.h"
#include "app/session/results.h"
#include "app/session/sentence.h"
#include "core/files/json.h"
#include "core/grammar/typed_words.h"
#include "core/models/card.h"
#include "core/models/outline.h"
#include "core/models/picture_models.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

int line_of(const std::string& json, const std::string& what, int first) {
  const std::size_t at = json.find(what);
  if (at == std::string::npos) return first;
  return first +
         static_cast<int>(std::count(json.begin(), json.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

// What a word does in a sentence about "it": "cue" is the word that decides, which is the last one of the
// sentences that are shown.
std::optional<int> place_of_role(const std::string& role, const std::vector<std::string>& words) {
  const std::optional<Antecedent> meant = find_antecedent(words);
  if (!meant) return std::nullopt;
  if (role == "cue") return static_cast<int>(words.size()) - 1;
  if (role == "antecedent") return meant->noun;
  if (role != "other") return std::nullopt;
  for (int place = 0; place < meant->it; ++place) {
    if (place != meant->noun && grammar::is_noun(words[static_cast<std::size_t>(place)])) return place;
  }
  return std::nullopt;
}

// A word, where a place is asked for, becomes its place.
void place_word(Json& value, const std::vector<std::string>& words) {
  if (!value.is_string()) return;
  const auto word = value.get<std::string>();
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) {
    if (const std::optional<int> place = place_of_role(word, words)) {
      value = *place;
      return;
    }
    std::string all;
    for (const std::string& each : words) all += " " + each;
    throw std::invalid_argument(in_quotes(word) +
                                " is not a word of the sentence; it has:" + shortened(all, 400));
  }
  if (std::find(found + 1, words.end(), word) != words.end()) {
    throw std::invalid_argument(in_quotes(word) +
                                " occurs twice in the sentence; write its place, counted from 0: " +
                                std::to_string(found - words.begin()) + " is the first");
  }
  value = static_cast<int>(found - words.begin());
}

// One edit for each path that "*" stands for.
void write_out_paths(Json& json, const std::string& model) {
  if (!json.contains("edits") || !json["edits"].is_array()) return;
  Json all = Json::array();
  for (const Json& edit : json["edits"]) {
    const bool has_path = edit.is_object() && edit.contains("path") && edit["path"].is_string();
    const std::string path = has_path ? edit["path"].get<std::string>() : "";
    if (path.find('*') == std::string::npos) {
      all.push_back(edit);
      continue;
    }
    const std::vector<std::string> paths = paths_of(path, outline_of(model_folder(model))->anatomy());
    if (paths.empty()) throw std::invalid_argument("this model has no path " + in_quotes(path));
    for (const std::string& each : paths) {
      all.push_back(edit);
      all.back()["path"] = each;
    }
  }
  json["edits"] = std::move(all);
}

// `other` are those of the sentence that the session does not follow.
void place_words(Json& json, int side, const std::vector<std::string>& words,
                 const std::vector<std::string>& other) {
  if (json.contains("token")) place_word(json["token"], words);
  for (const char* list : {"also_tokens", "key_tokens"}) {
    if (!json.contains(list) || !json[list].is_array()) continue;
    for (Json& each : json[list]) place_word(each, words);
  }
  for (const char* list : {"edits", "trail"}) {
    if (!json.contains(list) || !json[list].is_array()) continue;
    for (Json& each : json[list]) {
      const bool of_other = each.is_object() && each.contains("side") && each["side"] == 1 - side;
      for (const char* field : {"row", "col", "other"}) {
        if (each.is_object() && each.contains(field)) place_word(each[field], of_other ? other : words);
      }
      // What is copied stands in the sentence that the edit is not of.
      if (each.is_object() && each.contains("from")) place_word(each["from"], of_other ? words : other);
    }
  }
}

// What an author leaves out, where leaving it as it was would be a surprise.
Session prepared(const Json& json, const Session& start) {
  Session session = start;
  if (json.contains("model") && json["model"].is_string() && json["model"] != start.model)
    session = opening_session(json["model"].get<std::string>());
  if (json.contains("sentence")) {
    session.text(1).clear();
    select_only(session,
                json["sentence"].is_string() ? word_in_focus(json["sentence"].get<std::string>()) : -1);
    session.side = 0;
  }
  if (json.contains("attention") && json["attention"] != "encoder") select_only(session, -1);
  if (json.contains("token")) session.also_tokens.clear();
  return session;
}

// The cells of the pictures that a model reads; nothing where it reads words.
std::vector<std::string> cells_read_by(const std::string& model) {
  try {
    const OutlinePtr outline = outline_of(model_folder(model));
    const std::optional<PictureInfo>& picture = outline->anatomy().picture;
    return picture ? cell_labels(*picture) : std::vector<std::string>{};
  } catch (const std::exception&) {
    return {};  // that there is no such model is said when it is opened
  }
}

std::vector<std::string> words(const Json& json, const Session& start, int side) {
  if (std::vector<std::string> cells = cells_read_by(start.model); !cells.empty()) return cells;
  const auto text = [&](const char* field, const std::string& otherwise) {
    return json.contains(field) && json[field].is_string() ? json[field].get<std::string>() : otherwise;
  };
  try {
    return words_of(side == 1 ? text("compare", start.text(1)) : text("sentence", start.text(0)), nullptr);
  } catch (const std::exception&) {
    return {};
  }
}

// Of what `said` names, in files a session's numbers are brought into their bounds without a word: a lesson's
// have to be within them. `asked` and `fit` are all of it, before and after.
void refuse_out_of_bounds(const Json& said, const Json& asked, const Json& fit, const std::string& field) {
  if (said.is_object() && asked.is_object() && fit.is_object()) {
    for (const auto& [key, each] : said.items()) {
      if (asked.contains(key) && fit.contains(key)) refuse_out_of_bounds(each, asked[key], fit[key], key);
    }
  } else if (asked.is_array() && fit.is_array() && fit.size() < asked.size()) {
    throw std::invalid_argument(in_quotes(field) + " has " + std::to_string(asked.size()) +
                                " entries; at most " + std::to_string(fit.size()) + " are possible");
  } else if (asked.is_array() && fit.is_array()) {
    for (std::size_t i = 0; i < asked.size(); ++i) refuse_out_of_bounds(asked[i], asked[i], fit[i], field);
  } else if (asked.is_number() && fit.is_number() && asked != fit) {
    const bool large = asked.get<double>() > fit.get<double>();
    throw std::invalid_argument(in_quotes(field) + ": " + asked.dump() + " is too " +
                                (large ? "large; at most " : "small; at least ") + fit.dump() +
                                " is possible");
  }
}

void refuse_out_of_bounds(const Json& said, const Session& session) {
  // Lists of places are put in order too, and what there are depends on the model: the check asks for them.
  Json bounded = said;
  for (const char* list : {"also_tokens", "key_tokens", "trail", "pair"}) bounded.erase(list);
  refuse_out_of_bounds(bounded, parse_json(to_json(session)),
                       parse_json(to_json(clamped(session, {Results()}))), "session");
}

}  // namespace

SessionBlock read_session_block(const std::string& text, const Session& start, SessionOf of,
                                const std::string& file, int line, std::vector<Problem>& problems) {
  SessionBlock block{start};
  Json json;
  try {
    json = parse_json(text);
  } catch (const JsonError& error) {
    problems.push_back(
        {file, line + error.line - 1,
         error.syntax ? "the session is not JSON from here on; look for a missing comma, quote or bracket"
                      : "session: " + error.said});
    return block;
  }
  if (!json.is_object()) {
    problems.push_back({file, line, "the session must be an object, {...}"});
    return block;
  }
  for (const std::string& field : names_of_fields<LessonPlace, Appearance, Room>()) {
    if (!json.contains(field) || (field == "dial" && of == SessionOf::step)) continue;
    problems.push_back({file, line_of(text, "\"" + field + "\"", line),
                        say("\"{field}\" is for the reader to choose; leave it out", {{"field", field}})});
    return block;
  }
  if (json.contains("any_model")) {
    if (of != SessionOf::lesson || !json["any_model"].is_boolean()) {
      problems.push_back({file, line_of(text, "\"any_model\"", line),
                          "\"any_model\": true belongs in the session before the first step"});
      return block;
    }
    block.any_model = json["any_model"].get<bool>();
    json.erase("any_model");
  }
  try {
    const Session from = prepared(json, start);
    const int side = json.value("side", Json(from.side)) == 1 ? 1 : 0;
    place_words(json, side, words(json, from, side), words(json, from, 1 - side));
    write_out_paths(json, from.model);
    const Session session = session_from_json(json.dump(), from);
    refuse_out_of_bounds(json, session);
    block.session = session;
    if (json.contains("dial")) block.dial = session.dial;
  } catch (const std::exception& error) {
    // The message names a field or a word in quotes: that is where it stands.
    std::string what = error.what();
    // The lesson's own line stands before it.
    constexpr std::string_view in_one_line = "session: line 1: ";
    if (what.starts_with(in_one_line)) what.replace(0, in_one_line.size(), "session: ");
    const std::size_t open = what.find('"');
    const std::size_t close = what.find('"', open + 1);
    std::string name = open == std::string::npos ? "" : what.substr(open + 1, close - open - 1);
    name = name.substr(0, name.find('['));
    problems.push_back({file, line_of(text, "\"" + name + "\"", line), what});
  }
  return block;
}

namespace {

// What stands in a formula is nested no deeper than it is long, and drawn by functions that call themselves.
constexpr std::size_t longest_formula = 300;

// A part of the block, with the line it begins on.
struct Part {
  std::string text;
  int line = 0;
};

struct Parts {
  Part question, answer, show, hide;
  std::vector<Part> choices;
  int right = -1;
  bool two_right = false;
};

std::string_view without_spaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

// Puts one line into the part it belongs to; `part` is the one that lines go on with.
void add_line(Parts& parts, Part*& part, std::string_view line, int number) {
  const std::string_view text = without_spaces(line);
  const auto begin = [&](Part& next, std::size_t skip) {
    part = &next;
    next.line = number;
    next.text = std::string(text.substr(skip)) + "\n";
  };
  const bool right = text.starts_with("- [x]") || text.starts_with("- [X]");
  const bool inside_json = part == &parts.show;
  if (!inside_json && (right || text.starts_with("- [ ]"))) {
    parts.two_right = parts.two_right || (right && parts.right >= 0);
    if (right) parts.right = static_cast<int>(parts.choices.size());
    parts.choices.emplace_back();
    begin(parts.choices.back(), 5);
  } else if (!inside_json && text.starts_with("answer:")) {
    begin(parts.answer, 7);
  } else if (!inside_json && text.starts_with("show:")) {
    begin(parts.show, 5);
  } else if (text.starts_with("hide:")) {
    begin(parts.hide, 5);
  } else {
    if (part->line == 0) part->line = number;
    part->text += std::string(line) + "\n";
  }
}

Parts split(const MarkdownBlock& block) {
  Parts parts;
  parts.choices.reserve(static_cast<std::size_t>(std::count(block.text.begin(), block.text.end(), '\n')) + 1);
  Part* part = &parts.question;
  int number = block.line;
  std::string_view rest = block.text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    add_line(parts, part, rest.substr(0, end), number++);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return parts;
}

std::vector<Paragraph> paragraphs(const Part& part, LessonStep& step, bool in_answer, const std::string& file,
                                  std::vector<Problem>& problems, const OwnSentencesPtr& sentences) {
  std::vector<Paragraph> found;
  for (const MarkdownBlock& block : parse_markdown(part.text, file, part.line, problems)) {
    if (block.kind != MarkdownBlock::Kind::paragraph) {
      problems.push_back({file, block.line, "only paragraphs and lists can be here; remove the heading"});
      continue;
    }
    found.push_back(paragraph_of(block, step, in_answer, file, problems, sentences));
  }
  return found;
}

void add_number(Paragraph& paragraph, const std::string& source, int line, LessonStep& step, bool in_answer,
                const std::string& file, std::vector<Problem>& problems, const OwnSentencesPtr& sentences) {
  if (step.numbers.size() >= most_numbers) {
    problems.push_back({file, line,
                        say("a step has at most {n} numbers; begin another step with ##",
                            {{"n", std::to_string(most_numbers)}})});
    return;
  }
  try {
    step.numbers.push_back({LessonExpression::parse(source, sentences), in_answer, line});
    paragraph.runs.push_back({Inline::Kind::number, source, static_cast<int>(step.numbers.size()) - 1, line});
  } catch (const ExpressionError& error) {
    problems.push_back({file, line, "{{" + shortened(source) + "}}: " + error.what()});
  }
}

// Whether what the model writes is what the question asks for.
bool asks_for_the_answer(const LessonStep& step) {
  constexpr std::array written{"translation", "pronoun"};
  const auto reads_it = [&](bool in_answer) {
    return std::any_of(step.numbers.begin(), step.numbers.end(), [&](const LessonNumber& number) {
      const ExpressionNode& root = number.expression->root();
      return number.in_answer == in_answer && root.kind == ExpressionNode::Kind::values && !root.before &&
             !root.lab && std::find(written.begin(), written.end(), root.name) != written.end();
    });
  };
  return step.session == step.answered && reads_it(true) && !reads_it(false);
}

void hide(const Part& part, LessonStep& step, const std::string& file, std::vector<Problem>& problems) {
  const std::string_view what = without_blanks(part.text);
  if (part.line == 0) {
    step.hides = asks_for_the_answer(step) ? LessonStep::Hides::answer : LessonStep::Hides::nothing;
  } else if (what == "answer") {
    step.hides = LessonStep::Hides::answer;
  } else if (what == "stage") {
    step.hides = LessonStep::Hides::stage;
  } else if (what != "nothing") {
    problems.push_back({file, part.line,
                        say("hide: {what} is not known; choose answer, stage or nothing",
                            {{"what", shortened(std::string(what))}})});
  }
}

}  // namespace

Paragraph paragraph_of(const MarkdownBlock& block, LessonStep& step, bool in_answer, const std::string& file,
                       std::vector<Problem>& problems, const OwnSentencesPtr& sentences) {
  Paragraph paragraph{{}, block.marker, block.level};
  for (const MarkdownInline& run : block.runs) {
    if (run.kind == Inline::Kind::formula && run.text.size() > longest_formula) {
      problems.push_back(
          {file, run.line_at(0),
           say("a formula of {n} characters; at most {most} are set",
               {{"n", std::to_string(run.text.size())}, {"most", std::to_string(longest_formula)}})});
      continue;
    }
    const bool may_have_numbers = run.kind != Inline::Kind::code && run.kind != Inline::Kind::formula;
    std::size_t at = 0;
    while (at < run.text.size()) {
      const std::size_t open = may_have_numbers ? run.text.find("{{", at) : std::string::npos;
      const std::size_t end = std::min(open, run.text.size());
      if (end > at) paragraph.runs.push_back({run.kind, run.text.substr(at, end - at), -1, run.line_at(at)});
      if (open == std::string::npos) break;
      const std::size_t close = run.text.find("}}", open);
      if (close == std::string::npos) {
        problems.push_back({file, run.line_at(open), "{{ is not closed; add }} after the number"});
        break;
      }
      add_number(paragraph, run.text.substr(open + 2, close - open - 2), run.line_at(open), step, in_answer,
                 file, problems, sentences);
      at = close + 2;
    }
  }
  return paragraph;
}

void read_question(const MarkdownBlock& block, LessonStep& step, const std::string& file,
                   std::vector<Problem>& problems, const OwnSentencesPtr& sentences) {
  const Parts parts = split(block);
  const auto problem = [&](const std::string& what) { problems.push_back({file, block.line, what}); };
  Question question;
  question.line = block.line;
  question.right = parts.right;
  question.text = paragraphs(parts.question, step, false, file, problems, sentences);
  for (const Part& choice : parts.choices) {
    std::vector<Paragraph> text = paragraphs(choice, step, false, file, problems, sentences);
    if (text.size() != 1) {
      problems.push_back({file, choice.line, "a choice is one line of text; write it after \"- [ ]\""});
    } else {
      question.choices.push_back(std::move(text[0]));
    }
  }
  question.answer = paragraphs(parts.answer, step, true, file, problems, sentences);
  if (question.text.empty()) problem("the question has no text; write it before the choices");
  if (parts.choices.size() == 1)
    problem("a single choice leaves nothing to choose; add another one, or remove it for a free answer");
  if (parts.two_right) problem("two choices are right; mark one with [x]");
  if (question.answer.empty()) problem("the question has no answer; write \"answer:\" and the text");
  if (parts.show.line != 0) {
    step.answered =
        read_session_block(parts.show.text, step.session, SessionOf::answer, file, parts.show.line, problems)
            .session;
    step.answered_line = parts.show.line;
  }
  step.question = std::move(question);
  hide(parts.hide, step, file, problems);
}

void read_note(const MarkdownBlock& block, LessonStep& step, const std::string& file,
               std::vector<Problem>& problems, const OwnSentencesPtr& sentences) {
  std::vector<Paragraph> note = paragraphs({block.text, block.line}, step, false, file, problems, sentences);
  if (note.empty()) problems.push_back({file, block.line, "the note for the teacher is empty"});
  step.note.insert(step.note.end(), note.begin(), note.end());
}

OwnSentencesPtr read_sentences(const MarkdownBlock& block, const std::string& file,
                               std::vector<Problem>& problems) {
  std::vector<OwnSentence> found;
  int number = block.line;
  std::string_view rest = block.text;
  for (; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = without_blanks(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty()) continue;
    const std::size_t arrow = std::min(line.find("=>"), line.size());
    const std::string_view expected = arrow == line.size() ? std::string_view{} : line.substr(arrow + 2);
    found.push_back(
        {std::string(without_blanks(line.substr(0, arrow))), std::string(without_blanks(expected))});
    if (found.back().text.empty()) problems.push_back({file, number, "there is no sentence before \"=>\""});
  }
  if (found.empty() || found.size() > most_sentences) {
    problems.push_back({file, block.line,
                        say("write one sentence per line in ```sentences, 1 to {n} of them",
                            {{"n", std::to_string(most_sentences)}})});
    return nullptr;
  }
  return std::make_shared<const std::vector<OwnSentence>>(std::move(found));
}

}  // namespace headlight
