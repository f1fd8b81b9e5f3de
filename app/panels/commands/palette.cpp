// The palette: every action, place, head and step by a few letters of its name, every word of the glossary
// with its sentence; and what answers a question that is typed as one would ask it.
#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "app/lessons/answers.h"
#include "app/lessons/asked.h"
#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/panels/commands/commands.h"
#include "app/panels/common/head_names.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/step_names.h"
#include "app/panels/glossary/glossary.h"
#include "app/panels/labs/labs.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/panels/place/experiments.h"
#include "app/panels/place/place.h"
#include "app/widgets/finder.h"
#include "core/models/card.h"
#include "core/text/fuzzy_match.h"
#include "core/text/say.h"

namespace headlight {
namespace {

struct Entry {
  std::string title;
  std::vector<std::string> names = {};  // what else it is called, as good as the title
  bool of_earlier = false;              // these names: they may be typed, and say nothing to a question
  std::string words = {};               // searched as well, not shown
  std::string detail = {};
  std::string chord = {};
  bool command = false;
  std::string group = {};
  bool at_once = true;                      // shown before anything is typed
  const Term* term = nullptr;               // that it explains
  const Lesson* lesson = nullptr;           // a question is answered by one of its steps
  int asked = -1;                           // which of the questions people ask it is
  std::string why = {};                     // what is there, in a line
  bool HiddenControls::*belongs = nullptr;  // it is not there where this is hidden from a class
  double weight = 1;                        // among what answers a question; 0: it answers none
  std::function<void(const PanelContext&)> run = {};
  int step = 0;  // of the lesson

  std::string about() const { return term == nullptr ? "" : plain_text(term->text); }
};
using Entries = std::vector<Entry>;

// What the one place shows at an altitude, also by the names that views had.
struct ShownInPlace {
  ViewKind kind;
  const char* title;
};
constexpr std::array shown_in_place{
    ShownInPlace{ViewKind::map, "The whole model"},
    ShownInPlace{ViewKind::unrolled, "The network, word after word"},
    ShownInPlace{ViewKind::lines, "A head: who looks at whom"},
    ShownInPlace{ViewKind::heads, "All heads of a layer"},
    ShownInPlace{ViewKind::steps, "A step: a matrix with its numbers"},
    ShownInPlace{ViewKind::picture, "A head on its picture"},
};
// These lead to where another one is shown.
bool leads_to_shown(ViewKind kind, ViewKind shown_as) {
  return kind == shown_as || (kind == ViewKind::flow && shown_as == ViewKind::map);
}

void add_views(const PanelContext& context, Entries& entries) {
  const std::vector<StageView> there = views_of(context.results);
  for (const ShownInPlace& each : shown_in_place) {
    Entry entry{.title = each.title, .of_earlier = true, .words = "show go to view", .group = "Stage"};
    bool is_there = false;
    for (const StageView& view : there) {
      if (!leads_to_shown(view.kind, each.kind)) continue;
      is_there = is_there || view.kind == each.kind;
      entry.names.emplace_back(view.title());
      entry.names.push_back(std::string(view.title()) + " view");
      entry.words += std::string(" ") + view.words;
    }
    if (!is_there) continue;
    entry.run = [kind = each.kind](const PanelContext& now) { now.ui.emit(SetView{kind}); };
    entries.push_back(std::move(entry));
  }
}

// Of two labs that answer one question the second is found by its names alone.
void add_questions(const PanelContext&, Entries& entries) {
  for (const ExperimentQuestion& question : experiment_questions()) {
    std::string words = std::string("experiment ") + question.shows + " " + question.experts;
    for (std::size_t i = 0; i < question.at.size(); ++i) {
      const Lab* const lab = question.lab(i);
      if (lab == nullptr) continue;
      for (const StageView& view : views()) {
        if (lab->title == std::string_view(view.title())) words = std::string(view.words) + " " + words;
      }
      words += std::string(" ") + lab->title + " " + lab->question + " " + question.at.at(i).name;
      words += std::string(" ") + lab_panel(lab).words;
    }
    for (std::size_t i = 0; i < question.at.size(); ++i) {
      const Lab* const lab = question.lab(i);
      if (lab == nullptr) continue;
      const std::string part = i == 0 ? "" : std::string(" ") + question.at.at(i).name;
      Entry entry{.title = question.asks + part,
                  .names = {lab->title, std::string(lab->title) + " lab", std::string(lab->title) + " view"},
                  .of_earlier = true,
                  .words = i == 0 ? words : "",
                  .detail = "an experiment",
                  .group = "Experiments",
                  .at_once = false,
                  .why = i == 0 ? question.shows : lab->question,
                  .belongs = &HiddenControls::experiments,
                  .weight = i == 0 ? 1.15 : 0};
      entry.run = [lab](const PanelContext& now) {
        if (shows_place(now)) return open_experiment(now, lab);
        now.ui.emit(OpenLab{lab});
      };
      entries.push_back(std::move(entry));
    }
  }
}

void add_terms(const PanelContext& context, Entries& entries) {
  const Glossary* const glossary = glossary_on_shelf(context.ui);
  if (glossary == nullptr) return;
  for (const Term& term : glossary->terms()) {
    const std::string place = to_string(term.see);
    Entry entry{.title = term.name,
                .names = term.also,
                .detail = place.empty() ? "a term of the glossary" : place,
                .group = "Glossary",
                .at_once = false,
                .term = &term,
                .weight = 1.05};
    entry.run = [&term](const PanelContext& now) { show_term(now, term); };
    entries.push_back(std::move(entry));
  }
}

void add_commands(const PanelContext& context, Entries& entries) {
  for (const Command& command : commands()) {
    // What moves the list itself, and the palette, need not be found in it.
    const bool here = command.key == Key::find || command.key == Key::escape;
    if (command.run == nullptr || here || !is_available(command, context)) continue;
    const std::string title = command.title;
    Entry entry{.title = title,
                .names = {title.substr(0, title.find(':'))},
                .words = command.words,
                .chord = chord_of(command),
                .command = true,
                .group = title_of(command.group),
                .weight = 0.9};
    entry.run = [&command](const PanelContext& now) { command.run(now, 1); };
    entries.push_back(std::move(entry));
  }
}

void add_heads(const PanelContext& context, Entries& entries) {
  if (context.results.model == nullptr) return;
  // What each does is measured, and only asked for where it may answer.
  const bool asks = TypedQuestion(context.ui.state<FinderState>().typed).asks();
  for (const AttentionHeads& kind : context.results.model->anatomy().attentions) {
    const AttentionInfo& about = kind.info();
    std::vector<std::string> names{std::string(about.group)};
    if (about.crosses()) names.emplace_back("Encoder-decoder");
    for (int number = 0; number < kind.count(); ++number) {
      const auto [layer, head] = kind.place_of(number);
      HeadName known;
      if (asks)
        known = name_of_head(context.maps, context.results.card, stage_side(context), {kind.id, layer, head});
      std::string does = known.does.empty() ? "" : known.does + ".";
      if (!does.empty()) does[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(does[0])));
      Entry entry{.title = head_title(kind.id, layer, head),
                  .words = "attention",
                  .detail = std::string(about.title),
                  .group = "Heads",
                  .at_once = false,
                  .why = std::move(does),
                  .weight = known.does.empty() ? 0 : 0.9 + 0.2 * static_cast<double>(known.share)};
      const std::string place = from_one(layer) + " head " + from_one(head);
      for (const std::string& name : names) {
        for (const char* before : {" ", " layer "}) {
          std::string called = name;
          called += before;
          called += place;
          entry.names.push_back(std::move(called));
        }
      }
      entry.names.push_back(std::string(about.title) + " layer " + place);
      entry.run = [to = HeadChoice{kind.id, layer, head}](const PanelContext& now) {
        now.ui.emit(GoTo{.altitude = Altitude::head, .head = to});
      };
      entries.push_back(std::move(entry));
    }
  }
}

// A layer begins with its first step.
void add_layers(const PanelContext& context, Entries& entries) {
  const TracePtr& trace = stage_trace(context);
  if (trace == nullptr) return;
  std::string last;
  for (const int node : trace->steps()) {
    const std::string& path = trace->label(node).path;
    const Place place = place_of(path);
    const std::string group = group_of(path);
    if (!place.layer || group == std::exchange(last, group)) continue;
    Entry entry{.title = layer_title(attention_of(place.stack, ""), *place.layer),
                .names = {group},
                .detail = "from its first step",
                .group = "Layers",
                .at_once = false,
                .weight = 0};
    entry.run = [path](const PanelContext& now) { show_step(now, GoToStep{path}); };
    entries.push_back(std::move(entry));
  }
}

void add_steps(const PanelContext& context, Entries& entries) {
  const TracePtr& trace = stage_trace(context);
  if (trace == nullptr) return;
  for (const int node : trace->steps()) {
    const std::string& path = trace->label(node).path;
    const std::string place = place_words(path);
    std::string name = place.empty() ? part_title(path) : place + ": " + part_title(path);
    name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
    Entry entry{.title = name,
                .names = {path, step_title(path), place + " · " + part_title(path)},
                .group = "Steps",
                .at_once = false,
                .why = path,
                .weight = 0};
    entry.run = [path](const PanelContext& now) { show_step(now, GoToStep{path}); };
    entries.push_back(std::move(entry));
  }
}

void add_lessons(const PanelContext& context, Entries& entries) {
  for (const LessonPtr& lesson : lessons_on_shelf(context.ui)) {
    std::string shows = plain_text(lesson->summary);
    std::string words = "lesson " + lesson->name + " " + shows;
    for (const LessonStep& step : lesson->steps) words += " · " + step.title;
    Entry entry{.title = lesson->title,
                .words = std::move(words),
                .detail = lesson->number.empty() ? say("a lesson")
                                                 : say("lesson {number}", {{"number", lesson->number}}),
                .group = "Lessons",
                .at_once = false,
                .lesson = lesson.get(),
                .why = std::move(shows),
                .belongs = &HiddenControls::lessons,
                .weight = 1.1};
    entries.push_back(std::move(entry));
  }
}

// The first sentence of an answer that has no number in it: its numbers are not computed here.
std::string answer_in_short(const LessonStep& step) {
  if (step.text.empty()) return "";
  std::string sentence;
  bool has_number = false;
  for (const Inline& run : step.text.front().runs) {
    has_number = has_number || run.kind == Inline::Kind::number;
    std::string rest = run.text;
    for (std::size_t end = rest.find(". "); end != std::string::npos; end = rest.find(". ")) {
      sentence += rest.substr(0, end + 1);
      if (!has_number) return sentence;
      sentence.clear();
      has_number = false;
      rest.erase(0, end + 2);
    }
    sentence += rest;
  }
  return has_number ? "" : sentence;
}

// What they are asked by besides their heading is not searched for names: it is for whole questions.
void add_asked(const PanelContext& context, Entries& entries) {
  lessons_on_shelf(context.ui);  // waits for it
  const LessonPtr questions = questions_read();
  if (questions == nullptr) return;
  for (std::size_t i = 0; i < questions->steps.size(); ++i) {
    const LessonStep& step = questions->steps[i];
    Entry entry{.title = step.title,
                .detail = say("a question"),
                .group = "Questions",
                .at_once = false,
                .asked = static_cast<int>(i),
                .why = answer_in_short(step),
                .belongs = &HiddenControls::lessons,
                .weight = 0};
    entry.run = [number = static_cast<int>(i)](const PanelContext& now) {
      now.ui.emit(OpenLesson{asked_questions, number});
    };
    entries.push_back(std::move(entry));
  }
}

void add_models(const PanelContext& context, Entries& entries) {
  const std::vector<CatalogueModel>* const catalogue = catalogue_read();
  if (catalogue == nullptr) return wait_for_shelf(context.ui);
  for (const CatalogueModel& model : *catalogue) {
    Entry entry{.title = model.group.empty() ? model.title : model.group + ": " + model.title,
                .names = {model.title, model.name},
                .words = "open model " + model.other_names,
                .detail = "open this model",
                .group = "Models",
                .at_once = false,
                .belongs = &HiddenControls::files};
    entry.run = [name = model.name](const PanelContext& now) { now.ui.ask(OpenModel{name}); };
    entries.push_back(std::move(entry));
  }
}

// Who has something to find, in the order in which equals are listed.
constexpr std::array finders = {add_views, add_commands, add_terms,  add_questions, add_lessons,
                                add_asked, add_models,   add_layers, add_heads,     add_steps};

struct Found {
  Entry* entry;
  FuzzyMatch match;  // in the title
  int score = 0;
  bool fits = true;  // else it is only the nearest of the questions that people ask
};

// What is called by just these words, though by another name, is mostly meant.
constexpr int called_so = 100;

std::optional<Found> found_as_typed(Entry& entry, const std::string& typed) {
  if (auto match = match_names(typed, entry.title, entry.names)) {
    const int score = 2 * match->score;
    return Found{&entry, std::move(*match), score};
  }
  const auto around = match_beginnings(typed, entry.title + " " + entry.words);
  if (!around) return std::nullopt;
  return Found{&entry, {}, around->score + (has_these_words(typed, entry.words) ? called_so : 0)};
}

// What is said of each thing that answers questions: kept as long as there are no others.
struct KeptPassages {
  std::map<std::string, Passage> of;                  // by its group, title and what is there
  std::map<std::string, std::vector<Passage>> steps;  // of a lesson, by its name
  std::optional<AskedQuestions> questions;            // those that people ask
};

// Of a lesson: the step that answers.
void tell_step(Entry& entry) {
  if (entry.lesson == nullptr) return;
  const LessonStep& step = entry.lesson->steps[static_cast<std::size_t>(entry.step)];
  entry.why = say("Step {n}: {title}", {{"n", from_one(entry.step)}, {"title", step.title}});
}

// Which of these, or which lessons, are meant: the best three; whether they fit well.
struct QuestionsFound {
  std::vector<Found> best;
  bool fit = false;
};
QuestionsFound questions_found(const PanelContext& context, KeptPassages& kept, Entries& entries,
                               const std::string& typed) {
  QuestionsFound found;
  const LessonPtr questions = questions_read();
  if (questions == nullptr) return found;
  const std::vector<LessonPtr> lessons = lessons_on_shelf(context.ui);
  const Glossary* const glossary = glossary_on_shelf(context.ui);
  if (!kept.questions || !kept.questions->is_of(questions, lessons, glossary))
    kept.questions.emplace(questions, lessons, glossary);
  for (const AskedMatch& match : kept.questions->best(typed)) {
    found.fit = found.fit || (found.best.empty() && match.fits());
    for (Entry& entry : entries) {
      const bool is_it =
          match.lesson == questions ? entry.asked == match.step : entry.lesson == match.lesson.get();
      if (!is_it) continue;
      tell_step(entry);
      found.best.push_back({&entry, {}, 0});
    }
  }
  for (Found& each : found.best) each.fits = found.fit;
  return found;
}

std::string text_of(const LessonStep& step) {
  std::string text;
  const auto add = [&](const std::vector<Paragraph>& paragraphs) {
    for (const Paragraph& paragraph : paragraphs) text += plain_text(paragraph.runs) + " ";
  };
  add(step.text);
  if (!step.question) return text;
  add(step.question->text);
  add(step.question->choices);
  add(step.question->answer);
  return text;
}

const std::vector<Passage>& steps_said(KeptPassages& kept, const Lesson& lesson) {
  const auto [at, is_new] = kept.steps.try_emplace(lesson.name);
  std::string about = plain_text(lesson.summary);
  for (const std::string& question : lesson.asked) about += " " + question;
  for (std::size_t i = 0; is_new && i < lesson.steps.size(); ++i) {
    const LessonStep& step = lesson.steps[i];
    at->second.emplace_back(lesson.title + " " + step.title, about, text_of(step));
  }
  return at->second;
}

const Passage& said_of(KeptPassages& kept, const Entry& entry) {
  const auto [at, is_new] = kept.of.try_emplace(entry.group + "/" + entry.title + "/" + entry.why);
  if (!is_new) return at->second;
  std::string names = entry.title;
  for (const std::string& name : entry.names) names += entry.of_earlier ? "" : " " + name;
  at->second = Passage(names, entry.words + " " + entry.why, entry.about());
  return at->second;
}

// What answers a question, best first; a lesson with the step that does.
std::vector<Found> found_by_words(KeptPassages& kept, Entries& entries, TypedQuestion question,
                                  const std::vector<std::string>& stems) {
  std::vector<Entry*> able;
  std::vector<std::vector<const Passage*>> said;
  for (Entry& entry : entries) {
    if (entry.weight <= 0) continue;
    std::vector<const Passage*> passages;
    if (entry.lesson != nullptr) {
      for (const Passage& each : steps_said(kept, *entry.lesson)) passages.push_back(&each);
    } else {
      passages.push_back(&said_of(kept, entry));
    }
    able.push_back(&entry);
    said.push_back(std::move(passages));
  }
  question.weigh(said);
  std::vector<Found> found;
  for (std::size_t i = 0; i < able.size(); ++i) {
    Entry& entry = *able[i];
    const double shares = question.shares(said[i], &entry.step);
    // Who asks which head does something is answered by a head.
    constexpr double asked_for = 1.25;
    const bool of_heads =
        entry.group == "Heads" && std::find(stems.begin(), stems.end(), "head") != stems.end();
    const double score = entry.weight * shares * (of_heads ? asked_for : 1);
    if (score > 0) found.push_back({&entry, {}, static_cast<int>(1000 * score)});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Found& a, const Found& b) { return a.score > b.score; });
  // Of heads that do the same, and of words that say the same, some are enough.
  constexpr int most_heads = 2;
  constexpr std::size_t most_answers = 8;
  int heads = 0;
  std::erase_if(found,
                [&](const Found& each) { return each.entry->group == "Heads" && ++heads > most_heads; });
  if (found.size() > most_answers) found.resize(most_answers);
  for (const Found& each : found) tell_step(*each.entry);
  return found;
}

// With fewer rows than these, what answers a part of the question stands below them.
constexpr std::size_t enough = 3;

std::vector<Found> find(const PanelContext& context, Entries& entries, const std::string& typed) {
  auto& kept = context.ui.state<KeptPassages>();
  const Glossary* const glossary = glossary_on_shelf(context.ui);
  std::vector<Found> found;
  std::string asked;
  const std::vector<std::string> words = words_asked(typed);
  for (const std::string& word : words) asked += (asked.empty() ? "" : " ") + word;
  for (Entry& entry : entries) {
    if (typed.empty()) {
      if (entry.at_once) found.push_back({&entry, {}, 0});
      continue;
    }
    std::optional<Found> best = found_as_typed(entry, typed);
    if (!asked.empty()) {
      auto match = found_as_typed(entry, asked);
      if (match && (!best || match->score > best->score)) best = std::move(match);
    }
    if (best) found.push_back(std::move(*best));
  }
  const auto better = [](const Found& a, const Found& b) { return a.score > b.score; };
  std::stable_sort(found.begin(), found.end(), better);
  const TypedQuestion question(typed, glossary);
  const bool says_little = words.size() < 2 && (!found.empty() || typed.find(' ') == std::string::npos);
  if (question.empty() || (!question.asks() && (found.size() >= enough || says_little))) return found;
  const std::vector<std::string> stems = stems_of(asked);
  std::vector<Found> answers = found_by_words(kept, entries, question, stems);
  // What has just this name stands before what answers a question, and so does a command whose name has every
  // word: "open a model" is one.
  constexpr int just_the_name = 700;
  const auto is_named = [&](const Found& each) {
    if (each.score >= just_the_name) return true;
    if (!each.entry->command || stems.empty()) return false;
    const std::vector<std::string> name = stems_of(each.entry->title);
    return std::all_of(stems.begin(), stems.end(), [&](const std::string& stem) {
      return std::find(name.begin(), name.end(), stem) != name.end();
    });
  };
  std::vector<Found> all;
  const auto add = [&](std::vector<Found>& those, bool names_alone) {
    for (Found& each : those) {
      if (names_alone && !is_named(each)) continue;
      const auto there = [&](const Found& other) { return other.entry == each.entry; };
      if (std::any_of(all.begin(), all.end(), there)) continue;
      // A lesson that was asked for by its name begins at its beginning.
      if (const Lesson* lesson = each.entry->lesson; names_alone && lesson != nullptr) {
        each.entry->step = 0;
        each.entry->why = plain_text(lesson->summary);
      }
      all.push_back(each);
    }
  };
  QuestionsFound questions;
  if (question.asks()) questions = questions_found(context, kept, entries, typed);
  add(found, question.asks());
  if (questions.fit) add(questions.best, false);
  add(answers, false);
  add(found, false);
  add(questions.best, false);
  return all;
}

// The title with the letters that were found in it set off.
RichText marked(const std::string& title, const std::vector<int>& positions) {
  std::vector<TextRun> runs;
  std::size_t next = 0;
  for (std::size_t i = 0; i < title.size(); ++i) {
    // Not inside a letter of several bytes.
    const bool plain = static_cast<unsigned char>(title[i]) < 128;
    const bool strong = next < positions.size() && positions[next] == static_cast<int>(i) && plain;
    if (next < positions.size() && positions[next] == static_cast<int>(i)) ++next;
    if (runs.empty() || (plain && runs.back().strong != strong))
      runs.push_back({"", positions.empty() || strong ? Role::ink : Role::text_2, strong});
    runs.back().text += title[i];
  }
  return runs;
}

std::vector<FinderRow> rows_of(const std::vector<Found>& found, bool typed) {
  std::vector<FinderRow> rows;
  std::string group;
  for (const Found& each : found) {
    FinderRow row{.title = marked(each.entry->title, each.match.positions),
                  .detail = each.entry->detail,
                  .chord = each.entry->chord};
    // By how well they match, kinds are mixed: each row says its own, and what is there.
    if (typed) row.under = each.entry->term != nullptr ? each.entry->about() : each.entry->why;
    if (!each.fits) row.under = say("Nothing fits well. This is one of the nearest.");
    if (!typed) {
      if (each.entry->group != group) row.heading = group = each.entry->group;
    } else if (row.detail.empty()) {
      row.detail = each.entry->group;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// How much room the foot of the sheet takes: as the sentence in it, which was there in the frame before.
struct PaletteFoot {
  const Term* of = nullptr;
  float wide = 0, tall = 0;
};

// The sentence of the word that is chosen, at the foot of the sheet.
void draw_sentence(Ui& ui, Area area, const Term& term) {
  const Palette& c = ui.colours();
  ui.line(area.left, area.top, area.right, area.top, c.hairline, ui.hairline());
  area.cut_top(ui.px(9));
  const LessonType look{type::body, c.ink, 19};
  const Area text = area.inset(ui.px(14), 0);
  draw_term(ui, text, term, look);
  PaletteFoot& foot = ui.state<PaletteFoot>();
  if (foot.of == &term && foot.wide == text.width()) return;
  const float wanted = ui.px(9) + term_height(ui, term, text.width(), look);
  if (wanted != foot.tall) ui.state().again = true;
  foot = {&term, text.width(), wanted};
}

// What can be done here, where nothing is explained.
void draw_hints(Ui& ui, Area area) {
  const Palette& c = ui.colours();
  ui.line(area.left, area.top, area.right, area.top, c.hairline, ui.hairline());
  area = area.inset(ui.px(14), ui.px(10));
  Area line = area.cut_top(ui.px(20));
  const std::string keys = "↑ ↓ choose     Enter goes there     Esc closes";
  if (!ui.touch())
    ui.text(line, Align::left, type::label, c.text_2, ui.shortened(type::label, keys, line.width()));
  ui.text(
      area.cut_top(ui.px(20)), Align::left, type::caption, c.text_2,
      ui.shortened(type::caption, "You can ask in whole sentences. Everything is searched on this computer.",
                   area.width()));
}

}  // namespace

void draw_palette(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  FinderState& state = ui.state<FinderState>();
  Entries entries;
  for (const auto add : finders) add(context, entries);
  const HiddenControls hidden = hidden_controls(context.session);
  std::erase_if(entries,
                [&](const Entry& entry) { return entry.belongs != nullptr && hidden.*entry.belongs; });
  std::vector<Found> found;
  const Area sheet = begin_sheet(ui, 680, 590, 66);
  Area list = sheet.inset(ui.px(14));
  const float tall = std::clamp(ui.state<PaletteFoot>().tall, ui.px(68), ui.px(200));
  const Area foot = state.typed.empty() ? Area{} : list.cut_bottom(tall);
  const FinderTouch touch = finder(
      ui, "palette", list, state, "A question, or a word of what you look for",
      [&] {
        found = find(context, entries, state.typed);
        return rows_of(found, !state.typed.empty());
      },
      "Nothing has that name. Try one word of it, a term of the glossary, or the path of a step.");
  const auto chosen = static_cast<std::size_t>(state.chosen);
  const Term* term = chosen < found.size() ? found[chosen].entry->term : nullptr;
  if (term != nullptr && !foot.empty()) draw_sentence(ui, foot, *term);
  if (term == nullptr && !foot.empty()) draw_hints(ui, foot);
  if (touch.taken >= 0) {
    ui.state().overlay = Overlay::none;
    ui.state().again = true;
    const Entry& taken = *found[touch.taken].entry;
    // What is left for another place is one line at its foot.
    if (!taken.command && !context.session.lesson.empty()) ui.emit(SetRail{false});
    if (taken.lesson != nullptr) {
      ui.emit(OpenLesson{taken.lesson->name, taken.step});
    } else {
      taken.run(context);
    }
  }
  if (end_sheet(ui) && touch.taken < 0) ui.state().overlay = Overlay::none;
}

}  // namespace headlight
