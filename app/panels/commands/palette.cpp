// The palette: every action, view, head and step by a few letters of its name, and every word of the glossary
// with its sentence.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "app/panels/commands/commands.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/step_names.h"
#include "app/panels/glossary/glossary.h"
#include "app/panels/labs/labs.h"
#include "app/panels/lesson/lesson_rail.h"
#include "app/panels/place/experiments.h"
#include "app/panels/place/place.h"
#include "app/widgets/finder.h"
#include "core/models/card.h"

namespace headlight {
namespace {

struct Entry {
  std::string title;
  std::vector<std::string> names = {};  // what else it is called, as good as the title
  std::string words = {};               // searched as well, not shown
  std::string detail = {};
  std::string chord = {};
  std::string group = {};
  bool at_once = true;         // shown before anything is typed
  const Term* term = nullptr;  // that it explains
  std::function<void(const PanelContext&)> run = {};

  std::string about() const { return term == nullptr ? "" : plain_text(term->text); }
};
using Entries = std::vector<Entry>;

void add_views(const PanelContext& context, Entries& entries) {
  for (const StageView& view : views_of(context.results)) {
    Entry entry{.title = std::string(view.title()) + " view",
                .names = {view.title()},
                .words = std::string("show go to tab ") + view.words,
                .group = "Views"};
    entry.run = [kind = view.kind](const PanelContext& now) { now.ui.emit(SetView{kind}); };
    entries.push_back(std::move(entry));
  }
}

void add_labs(const PanelContext&, Entries& entries) {
  for (const LabPanel* panel : lab_panels()) {
    const Lab* lab = panel->lab;
    if (lab->own_view) continue;
    Entry entry{.title = called(lab),
                .names = {lab->title},
                .words = std::string(lab->question) + " " + panel->words,
                .group = "Labs",
                .at_once = false};
    entry.run = [lab](const PanelContext& context) { context.ui.emit(OpenLab{lab}); };
    entries.push_back(std::move(entry));
  }
}

void add_questions(const PanelContext& context, Entries& entries) {
  if (!shows_place(context)) return;
  for (const ExperimentQuestion& question : experiment_questions()) {
    Entry entry{.title = question.asks,
                .words = std::string("experiment ") + question.shows + " " + question.experts,
                .detail = question.shows,
                .group = "Experiments",
                .at_once = false};
    entry.run = [lab = question.lab()](const PanelContext& now) { open_experiment(now, lab); };
    entries.push_back(std::move(entry));
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
                .term = &term};
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
                .group = title_of(command.group)};
    entry.run = [&command](const PanelContext& now) { command.run(now, 1); };
    entries.push_back(std::move(entry));
  }
}

void add_heads(const PanelContext& context, Entries& entries) {
  if (context.results.model == nullptr) return;
  for (const AttentionHeads& kind : context.results.model->anatomy().attentions) {
    const AttentionInfo& about = kind.info();
    std::vector<std::string> names{std::string(about.group)};
    if (about.crosses()) names.emplace_back("Encoder-decoder");
    for (int number = 0; number < kind.count(); ++number) {
      const auto [layer, head] = kind.place_of(number);
      Entry entry{.title = head_title(kind.id, layer, head),
                  .words = "attention",
                  .detail = std::string(about.title),
                  .group = "Heads",
                  .at_once = false};
      const std::string place = std::to_string(layer) + " head " + std::to_string(head);
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
                .at_once = false};
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
    Entry entry{.title = path,
                .names = {step_title(path), place + " · " + part_title(path)},
                .group = "Steps",
                .at_once = false};
    entry.run = [path](const PanelContext& now) { show_step(now, GoToStep{path}); };
    entries.push_back(std::move(entry));
  }
}

void add_lessons(const PanelContext& context, Entries& entries) {
  for (const LessonPtr& lesson : lessons_on_shelf(context.ui)) {
    std::string words = "lesson " + lesson->name + " " + plain_text(lesson->summary);
    for (const LessonStep& step : lesson->steps) words += " · " + step.title;
    Entry entry{.title = lesson->title,
                .words = std::move(words),
                .detail = "lesson",
                .group = "Lessons",
                .at_once = false};
    entry.run = [name = lesson->name](const PanelContext& now) { now.ui.emit(OpenLesson{name}); };
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
                .at_once = false};
    entry.run = [name = model.name](const PanelContext& now) { now.ui.ask(OpenModel{name}); };
    entries.push_back(std::move(entry));
  }
}

// Who has something to find, in the order in which equals are listed.
constexpr std::array finders = {add_views,   add_commands, add_terms,  add_questions, add_labs,
                                add_lessons, add_models,   add_layers, add_heads,     add_steps};

struct Found {
  const Entry* entry;
  FuzzyMatch match;  // in the title
  int score = 0;
};

// What is called by just these words, though by another name, is mostly meant.
constexpr int called_so = 100;

std::optional<Found> found_as_typed(const Entry& entry, const std::string& typed) {
  if (auto match = match_names(typed, entry.title, entry.names)) {
    const int score = 2 * match->score;
    return Found{&entry, std::move(*match), score};
  }
  const auto around = match_beginnings(typed, entry.title + " " + entry.words);
  if (!around) return std::nullopt;
  return Found{&entry, {}, around->score + (has_these_words(typed, entry.words) ? called_so : 0)};
}

// For a question that no entry answers with all its words: those that tell most, each counted by how few
// entries have it, and twice in a name. What has less than half of all that the words tell is not listed. A
// bare number tells nothing: half of all names have one.
std::vector<Found> found_by_some(const Entries& entries, std::vector<std::string> words) {
  std::erase_if(words, [](const std::string& word) {
    return word.find_first_not_of("0123456789") == std::string::npos;
  });
  struct Holds {
    bool name = false, text = false;
  };
  std::vector<std::vector<Holds>> held(words.size(), std::vector<Holds>(entries.size()));
  std::vector<double> tells(words.size());
  double all = 0;
  for (std::size_t w = 0; w < words.size(); ++w) {
    int having = 0;
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const Entry& entry = entries[e];
      std::string names = entry.title;
      for (const std::string& name : entry.names) names += " · " + name;
      held[w][e].name = match_beginnings(words[w], names).has_value();
      held[w][e].text = match_beginnings(words[w], entry.words + " " + entry.about()).has_value();
      having += held[w][e].name || held[w][e].text ? 1 : 0;
    }
    if (having > 0) tells[w] = std::log1p(static_cast<double>(entries.size()) / having);
    all += tells[w];
  }
  std::vector<Found> found;
  for (std::size_t e = 0; all > 0 && e < entries.size(); ++e) {
    double told = 0, sum = 0;
    for (std::size_t w = 0; w < words.size(); ++w) {
      if (held[w][e].name || held[w][e].text) told += tells[w];
      sum += tells[w] * ((held[w][e].name ? 2 : 0) + (held[w][e].text ? 1 : 0));
    }
    if (2 * told >= all) found.push_back({&entries[e], {}, static_cast<int>(std::lround(100 * sum / all))});
  }
  return found;
}

// With fewer rows than these, what answers a part of the question stands below them.
constexpr std::size_t enough = 3;

std::vector<Found> find(const Entries& entries, const std::string& typed) {
  std::vector<Found> found;
  const std::vector<std::string> words = words_asked(typed);
  std::string asked;
  for (const std::string& word : words) asked += (asked.empty() ? "" : " ") + word;
  for (const Entry& entry : entries) {
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
  if (found.size() >= enough || words.size() < 2) return found;
  std::vector<Found> more = found_by_some(entries, words);
  std::stable_sort(more.begin(), more.end(), better);
  for (Found& each : more) {
    const auto there = [&](const Found& other) { return other.entry == each.entry; };
    if (std::none_of(found.begin(), found.end(), there)) found.push_back(std::move(each));
  }
  return found;
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
    // By how well they match, kinds are mixed: each row says its own.
    if (!typed) {
      if (each.entry->group != group) row.heading = group = each.entry->group;
    } else if (row.detail.empty()) {
      row.detail = each.entry->group;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// The sentence of the word that is chosen, at the foot of the sheet.
void draw_sentence(Ui& ui, Area area, const Term& term) {
  const Palette& c = ui.colours();
  ui.line(area.left, area.top, area.right, area.top, c.hairline, ui.hairline());
  area.cut_top(ui.px(9));
  draw_term(ui, area.inset(ui.px(14), 0), term, {type::body, c.ink, 19});
}

}  // namespace

void draw_palette(const PanelContext& context, const Area&) {
  Ui& ui = context.ui;
  FinderState& state = ui.state<FinderState>();
  Entries entries;
  for (const auto add : finders) add(context, entries);
  std::vector<Found> found;
  const Area sheet = begin_sheet(ui, 640, 560, 96);
  Area list = sheet.inset(ui.px(14));
  const Area foot = state.typed.empty() ? Area{} : list.cut_bottom(ui.px(68));
  const FinderTouch touch = finder(
      ui, "palette", list, state, "A word, a question, an action, a view, a head or a step",
      [&] {
        found = find(entries, state.typed);
        return rows_of(found, !state.typed.empty());
      },
      "Nothing has that name. Try one word of it, a term of the glossary, or the path of a step.");
  const auto chosen = static_cast<std::size_t>(state.chosen);
  const Term* term = chosen < found.size() ? found[chosen].entry->term : nullptr;
  if (term != nullptr && !foot.empty()) draw_sentence(ui, foot, *term);
  if (touch.taken >= 0) {
    ui.state().overlay = Overlay::none;
    ui.state().again = true;
    found[touch.taken].entry->run(context);
  }
  if (end_sheet(ui) && touch.taken < 0) ui.state().overlay = Overlay::none;
}

}  // namespace headlight
