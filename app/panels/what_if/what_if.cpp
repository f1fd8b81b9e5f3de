// The column What if: the list of edits, what changed, and what makes edits.
#include "app/panels/what_if/what_if.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/interventions.h"
#include "app/panels/common/step_names.h"
#include "app/widgets/controls.h"
#include "core/explain/dependencies.h"
#include "core/explain/view.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"
#include "core/text/cut_words.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Shows where an edit is: in a view of heads when it is in a map of theirs, else among the steps.
void go_to(const PanelContext& context, const Edit& edit) {
  const Site* site = site_of(edit.path);
  const Place place = place_of(edit.path);
  if (site == nullptr) {
    context.ui.emit(SelectCell{{edit.path, edit.row.value_or(0), edit.col.value_or(0)}});
    return;
  }
  const bool map = place.head && info(site->cols).kind == AxisKind::tokens;
  if (map) {
    context.ui.emit(GoToStep{edit.path});
  } else {
    show_step(context, GoToStep{edit.path});
  }
  if (edit.row && place.head) context.ui.emit(SelectToken{*edit.row});
}

// Which sentence it is of: a click goes from both to the first alone, to the second, and back.
void draw_side(const PanelContext& context, const Area& area, int index, const SessionEdit& edit) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::string words = ui.shortened(type::caption, side_words(edit, context), area.width());
  const Area place{area.left - ui.px(5), area.top, area.left + ui.width(type::caption, words) + ui.px(5),
                   area.bottom};
  const Touch touch =
      ui.press("edit/" + std::to_string(index) + "/side", place,
               {.radius = ui.px(5),
                .ground = mix(c.rail, c.hairline, 0.6F),
                .hint = "Click to change: both sentences, only the first, or only the second"});
  const std::optional<int> side = side_of(context, edit);
  const Rgb own = side ? c.sentence(*side) : c.text_2;
  ui.text(area.left, area.middle_y(), type::caption, edit.on ? own : c.text_3, words);
  if (!touch.clicked) return;
  std::optional<int> next = edit.run ? *edit.run + 1 : 0;
  if (next == static_cast<int>(context.session.runs.size())) next.reset();
  ui.emit(SetEditRun{index, next});
}

bool cross(Ui& ui, const std::string& id, const Area& area) {
  const Palette& c = ui.colours();
  const Touch touch =
      ui.press(id, area, {.radius = ui.px(4), .hint = "Remove this edit", .ring = area.inset(ui.px(3))});
  cross_mark(ui, {area.middle_x(), area.middle_y()}, touch.hovered ? c.ink : c.text_3);
  return touch.clicked;
}

// As many lines as it takes, and how many those are.
std::vector<std::string> broken(const Ui& ui, Type type, const std::string& text, float most) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t space = text.find(' ', at);
    const std::size_t end = space == std::string::npos ? text.size() : space + 1;
    const std::string piece = text.substr(at, end - at);
    if (!line.empty() && ui.width(type, line + piece) > most) lines.push_back(std::exchange(line, ""));
    line += piece;
    at = end;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

float draw_edit(const PanelContext& context, const Area& area, int index) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const SessionEdit& edit = context.session.edits[index];
  const std::string id = "edit/" + std::to_string(index);
  const float left = area.left + toggle_width(ui) + ui.px(12);
  const float right = area.right - ui.px(24);
  const std::string words = edit_words(edit, context);
  const std::vector<std::string> lines = broken(ui, type::body, words, right - left - ui.px(6));
  const float line = ui.px(18);
  const float tall = std::max(ui.px(28), line * static_cast<float>(lines.size()) + ui.px(8));
  const Area row = Area::at(area.left, area.top, area.width(), tall);
  const float side = side_words(edit, context).empty() ? 0 : ui.px(18);

  if (toggle(ui, id + "/on", row.left, row.middle_y(), edit.on)) ui.emit(SwitchEdit{index, !edit.on});
  const Area text{left - ui.px(5), row.top, right, row.bottom};
  const Touch touch = ui.item(id, text);
  if (touch.hovered) {
    ui.hand();
    ui.fill(text, mix(c.rail, c.hairline, 0.6F), ui.px(5));
    ui.tooltip({RichText(words), RichText(edit.path)});
  }
  if (touch.focused) ui.focus_ring(text, ui.px(5));
  if (touch.clicked) go_to(context, edit);
  float y = row.middle_y() - line * static_cast<float>(lines.size() - 1) / 2;
  for (const std::string& each : lines) {
    ui.text(left, y, type::body, edit.on ? c.ink : c.text_3, ui.shortened(type::body, each, right - left));
    y += line;
  }
  if (cross(ui, id + "/remove", {right, row.top, area.right, row.bottom})) ui.emit(RemoveEdit{index});
  if (side > 0)
    draw_side(context, Area{left, row.bottom - ui.px(3), right, row.bottom + side - ui.px(3)}, index, edit);
  return tall + side;
}

}  // namespace

float draw_edit_list(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<SessionEdit>& edits = context.session.edits;
  Area rest = area;
  const Area head = rest.cut_top(ui.px(28));
  if (edits.empty()) {
    ui.text(head, Align::left, type::small_section, c.ink, "Nothing is edited");
    rest.cut_top(ui.wrapped(
        rest, type::body, c.text_2,
        "Change a number, a head or where a word looks. Everything after it is computed again.", ui.px(19)));
    return rest.top - area.top;
  }
  ui.text(head, Align::left, type::small_section, c.ink,
          say(several(std::ssize(edits), "{n} edit", "{n} edits"), {{"n", std::to_string(edits.size())}}));
  const bool any_on =
      std::any_of(edits.begin(), edits.end(), [](const SessionEdit& edit) { return edit.on; });
  Area buttons = head;
  const auto quiet = [&](const char* id, const std::string& label) {
    const Area place = buttons.cut_right(ui.width(type::control, label) + ui.px(16));
    return button(ui, id, place, label, ButtonKind::quiet);
  };
  if (quiet("edits/clear", "Clear all")) ui.emit(ClearEdits{});
  if (quiet("edits/all", any_on ? "All off" : "All on")) ui.emit(SwitchEdits{!any_on});
  for (int i = 0; i < static_cast<int>(edits.size()); ++i)
    rest.cut_top(draw_edit(context, rest, i) + ui.px(2));
  return rest.top - area.top;
}

namespace {

// The words that are written differently, "il → elle".
struct Rewritten {
  std::string before, after;
};

std::vector<Rewritten> rewritten(const Run& run) {
  const std::vector<std::string> first = written_words(*run.unedited);
  const std::vector<std::string> second = written_words(*run.trace);
  std::vector<Rewritten> found;
  for (const AlignedWord& word : run.rewritten) {
    Rewritten change{word.first ? first[*word.first] : "–", word.second ? second[*word.second] : "–"};
    if (change.before != change.after) found.push_back(std::move(change));
  }
  return found;
}

// Of the words that are the same as before, the one whose probability changed the most.
struct ChangedProbability {
  std::string word;
  float before = 0, now = 0;
};

std::optional<ChangedProbability> most_changed(const PanelContext& context, const Run& run) {
  constexpr int most_columns = 4096;  // a word is looked for among their names in every frame
  constexpr float least_change = 0.05F;
  const int shown = stage_side(context);
  const Trace* const trace = context.maps[shown].trace().get();
  const int node = trace == nullptr ? -1 : trace->find("probabilities");
  if (node < 0 || trace->tape().node(node).shape.cols > most_columns) return std::nullopt;
  const HeatmapPtr now = context.maps[shown].view("probabilities");
  const HeatmapPtr before = context.maps[shown].before("probabilities");
  if (now == nullptr || before == nullptr || now->column_labels != before->column_labels) return std::nullopt;
  std::optional<ChangedProbability> found;
  const std::vector<std::string> words = written_words(*run.trace);
  for (int place = 0; place < static_cast<int>(words.size()); ++place) {
    const std::string& word = words[place];
    const auto label = std::find(now->column_labels.begin(), now->column_labels.end(), word);
    const int row = row_of_written(*run.trace, place);
    if (label == now->column_labels.end() || row < 0 || row >= std::min(now->rows, before->rows)) continue;
    const auto column = static_cast<int>(label - now->column_labels.begin());
    const ChangedProbability change{word, before->value(row, column), now->value(row, column)};
    const float by = std::fabs(change.now - change.before);
    if (by >= least_change && (!found || by > std::fabs(found->now - found->before))) found = change;
  }
  return found;
}

// The words are the same; how sure the model is of them need not be.
float draw_same_words(const PanelContext& context, const Area& area, const Run& run) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float line = ui.px(20);
  const std::optional<ChangedProbability> change = most_changed(context, run);
  std::string said = "the same as before";
  if (!run.certainty.sure()) {
    said = change && change->now < change->before ? "the same words, but now the model is not sure"
                                                  : "the same words, but the model is not sure";
  } else if (change) {
    said = "the same words";
  }
  Area rest = area;
  rest.cut_top(ui.px(2));
  const std::string column = info(run.trace->anatomy().answer).column;
  rest.cut_top(
      ui.wrapped_rich(rest, type::body, type::body,
                      RichText(std::vector<TextRun>{{column + " ", Role::text_2}, {said, Role::ink}}), line));
  if (change)
    line_of_text(ui, rest.cut_top(line), type::body, c.text_2,
                 say("P({word}): {before} before, {now} now",
                     {{"word", letters_of_piece(change->word)},
                      {"before", number_alone(change->before, NumberFormat::probability)},
                      {"now", number_alone(change->now, NumberFormat::probability)}}));
  rest.cut_top(ui.px(2));
  return rest.top - area.top;
}

float draw_translation(const PanelContext& context, const Area& area, const Run& run) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<Rewritten> words = rewritten(run);
  if (words.empty()) return draw_same_words(context, area, run);
  const float line = ui.px(24);
  float y = area.top + line / 2;
  float x = ui.text(area.left, y, type::body, c.text_2, info(run.trace->anatomy().answer).column) + ui.px(8);
  if (written_words(*run.trace).empty()) {
    ui.text(x, y, type::body, c.ink, "nothing");
    return line;
  }
  for (const Rewritten& word : words) {
    const float wide = ui.width(type::label, word.before) + ui.width(type::label_hot, word.after) + ui.px(32);
    if (x + wide > area.right && x > area.left) {
      if (y > area.top + line) {
        ui.text(x, y, type::body, c.text_3, "…");
        break;
      }
      x = area.left;
      y += line;
    }
    const float struck = ui.text(x, y, type::label, c.text_3, word.before);
    ui.line(x, y, struck, y, c.text_3, ui.hairline());
    x = ui.text(struck + ui.px(6), y, type::body, c.text_3, "→") + ui.px(6);
    x = ui.text(x, y, type::label_hot, c.ink, word.after) + ui.px(16);
  }
  return y + line / 2 - area.top;
}

std::string share_text(float relative) {
  if (std::isinf(relative)) return "from 0, or from a masked cell";
  if (relative <= 0) return "unchanged";
  const float percent = 100 * relative;
  return (percent < 0.1F ? "<0.1" : percent < 10 ? fixed_text(percent, 1) : fixed_text(percent, 0)) + " %";
}

// The height of a bar: the square root lets small changes be seen beside large ones; from 100 % on it is
// full.
float height_of(float relative) { return std::sqrt(std::clamp(relative, 0.0F, 1.0F)); }

void draw_groups(const PanelContext& context, const Area& area, float baseline) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const int side = stage_side(context);
  const float wide = area.width() / static_cast<float>(context.maps[side].step_places().size());
  float free_from = area.left;
  for (const auto& [group, first] : context.maps[side].step_groups()) {
    const float x = std::round(area.left + wide * static_cast<float>(first));
    ui.line(x, baseline, x, baseline + ui.px(4), c.strong_line, ui.hairline());
    const float width = ui.width(type::caption, group);
    if (x < free_from || x + width > area.right) continue;
    ui.text(x, baseline + ui.px(13), type::caption, c.text_3, group);
    free_from = x + width + ui.px(8);
  }
}

float draw_strip(const PanelContext& context, const Area& area, const Run& run) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<int>& steps = run.trace->steps();
  const std::vector<NodeChange>& changes = run.ripple;
  if (changes.empty() || changes.size() != steps.size()) return 0;
  const float line = ui.px(22);
  const Area bars = Area::at(area.left, area.top + line, area.width(), ui.px(46));
  const float wide = bars.width() / static_cast<float>(steps.size());
  const auto x_of = [&](std::size_t i) { return bars.left + wide * static_cast<float>(i); };

  const Touch touch = ui.item("ripple", bars);
  std::size_t pointed = steps.size();
  if (touch.hovered) {
    ui.hand();
    pointed = std::min(static_cast<std::size_t>((ui.mouse().x - bars.left) / wide), steps.size() - 1);
  }
  if (touch.focused) ui.focus_ring(bars, ui.px(4));
  const auto first = static_cast<std::size_t>(
      std::find_if(changes.begin(), changes.end(), [](const NodeChange& each) { return each.changed > 0; }) -
      changes.begin());
  const auto count =
      std::count_if(changes.begin(), changes.end(), [](const NodeChange& each) { return each.changed > 0; });

  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (changes[i].changed == 0) continue;
    const float tall = std::max(ui.px(2), bars.height() * height_of(changes[i].relative));
    ui.fill({x_of(i), bars.bottom - tall, x_of(i) + std::max(1.0F, wide - 1), bars.bottom},
            i == pointed ? c.ink : c.second_sentence);
  }
  ui.line(bars.left, bars.bottom, bars.right, bars.bottom, c.strong_line, ui.hairline());
  if (pointed < steps.size()) {
    const float x = std::round(x_of(pointed) + wide / 2);
    ui.line(x, bars.top, x, bars.bottom, c.ink, ui.hairline(), 0.4F);
    const NodeChange& change = changes[pointed];
    const std::string& path = run.trace->label(steps[pointed]).path;
    ui.tooltip({RichText(std::vector<TextRun>{{step_title(path), Role::ink, true}}), RichText(path),
                RichText(say("changed by {share}; {changed} of {cells} numbers, by {largest} at most",
                             {{"share", share_text(change.relative)},
                              {"changed", count_text(change.changed)},
                              {"cells", count_text(change.cells)},
                              {"largest", significant_text(change.largest, 3)}}))});
  }
  if (touch.clicked) {
    // With the keyboard: to where it begins.
    const std::size_t to = pointed < steps.size() ? pointed : std::min(first, steps.size() - 1);
    show_step(context, GoToStep{run.trace->label(steps[to]).path});
  }
  const std::string changed =
      say("{n} of {all} steps changed", {{"n", count_text(count)}, {"all", count_text(steps.size())}});
  ui.text(area.left, area.top + ui.px(9), type::caption, c.text_2, changed);
  std::string scale = "full height: 100 %";
  if (ui.width(type::caption, changed + scale) + ui.px(12) > area.width()) scale = "to 100 %";
  ui.text(area.right - ui.width(type::caption, scale), area.top + ui.px(9), type::caption, c.text_3, scale);
  draw_groups(context, bars, bars.bottom);
  return line + bars.height() + ui.px(24);
}

}  // namespace

float draw_ripple(const PanelContext& context, const Area& area) {
  const Run& run = context.results.side(stage_side(context));
  if (!run.edited()) return 0;
  Area rest = area;
  rest.cut_top(draw_translation(context, rest, run) + context.ui.px(4));
  rest.cut_top(draw_strip(context, rest, run));
  return rest.top - area.top;
}

namespace {

// How tall the three parts of the column were in the last frame, at scale 1.
struct EditColumn {
  float list = 0, changed = 0, makers = 0;
};
// What they keep, in units, where not all fits. What changed is the reason to be here: it is the last to
// lose room; where even that is cut, it scrolls as the others do.
constexpr float least_list = 94, usual_makers = 160, least_makers = 96;

void section(Ui& ui, Area& rest, const std::string& title, const std::string& place = "") {
  rest.cut_top(ui.px(10));
  ui.line(rest.left, rest.top, rest.right, rest.top, ui.colours().hairline, ui.hairline());
  rest.cut_top(ui.px(6));
  const Area head = rest.cut_top(ui.px(28));
  const float end = ui.text(head.left, head.middle_y(), type::small_section, ui.colours().ink,
                            ui.shortened(type::small_section, title, head.width()));
  const std::string shown = ui.shortened(type::caption, place, head.right - end - ui.px(12));
  if (shown == place) ui.text(head, Align::right, type::caption, ui.colours().text_3, place);
}

// What is shown of `content` pixels in a place that scrolls, kept within what there is in the next frame.
void keep_within(Ui& ui, const Area& area, float content, float& scroll, float offset) {
  const float most = std::max(0.0F, (content - area.height()) / ui.scale());
  const float within = std::clamp(scroll, 0.0F, most);
  if (within != scroll) {
    scroll = within;
    ui.state().again = true;
  }
  if (most <= 0) return;
  ui.line(area.left, area.bottom, area.right, area.bottom, ui.colours().strong_line, ui.hairline());
  scroll_bar(ui, area.moved(ui.px(12), 0), content, offset);
}

// "… tired", where there are two.
std::string of_sentence(const PanelContext& context) {
  return context.maps.two() ? side_name(context, stage_side(context)) : "";
}

enum class ScrollsFrom { top, foot };

// A part of the column that scrolls where it does not fit; `draw` returns how tall it is. Kept for the next
// frame in `tall`. What scrolls from its foot stays where it is on screen when its place gets lower.
void draw_part_of_column(Ui& ui, const std::string& id, const Area& area, float& tall, ScrollsFrom from,
                         auto draw) {
  float& scroll = ui.state().scroll[id];
  const float hidden = std::max(0.0F, ui.px(tall) - area.height());
  scroll -= ui.wheel(area) * (from == ScrollsFrom::top ? 48 : -48);
  const float offset =
      from == ScrollsFrom::top ? ui.px(scroll) : std::clamp(hidden - ui.px(scroll), 0.0F, hidden);
  ui.push_clip(area.inset(-ui.px(10), 0), true);
  const float drawn = draw(area.moved(0, -offset));
  ui.pop_clip();
  if (std::fabs(drawn - ui.px(tall)) > 0.5F) {
    tall = drawn / ui.scale();
    ui.state().again = true;
  }
  if (offset > 0 && from == ScrollsFrom::foot)
    ui.line(area.left, area.top, area.right, area.top, ui.colours().strong_line, ui.hairline());
  keep_within(ui, area, drawn, scroll, offset);
}

float draw_changed(const PanelContext& context, const Area& area) {
  if (!context.results.side(stage_side(context)).edited()) return 0;
  Area rest = area;
  section(context.ui, rest, "What changed", of_sentence(context));
  rest.cut_top(draw_ripple(context, rest));
  return rest.top - area.top;
}

// Which sentences the next edit changes.
void draw_reach(const PanelContext& context, Area& rest) {
  if (!context.maps.two()) return;
  Ui& ui = context.ui;
  const std::optional<int> one = sentence_of_edits(context);
  const std::array<Choice, 3> sentences{
      Choice{to_be_said("Both")}, {to_be_said("Sentence 1")}, {to_be_said("Sentence 2")}};
  const Area place = rest.cut_top(ui.px(30));
  const int pressed = choices(
      ui, "edit side", {place.left, place.top, place.left + choices_width(ui, sentences), place.bottom},
      sentences, one ? *one + 1 : 0);
  if (ui.hovered(place)) ui.tooltip("Which sentences the next edit changes");
  if (pressed < 0) return;
  ui.state<EditSide>().side = pressed == 0 ? std::nullopt : std::optional(pressed - 1);
  if (pressed > 0 && pressed - 1 != context.session.side) ui.emit(SelectSide{pressed - 1});
  ui.state().again = true;
}

// What is left of a column `height` tall after the levers and some lines of what was made, shared by the bars
// of a row: lower before that has to scroll.
float bar_height(const Ui& ui, const Heatmap& map, float height) {
  const float room = height - ui.px(614);
  return std::clamp(std::floor(room / static_cast<float>(bars_of_turned_row(map))), ui.finger(15),
                    ui.finger(20));
}

float draw_makers(const PanelContext& context, const Area& area, float height) {
  Ui& ui = context.ui;
  Area rest = area;
  rest.cut_top(ui.px(10));
  if (stage_trace(context)->anatomy().given) {
    rest.cut_top(ui.wrapped(rest, type::body, ui.colours().text_2, nothing_behind, ui.px(20)));
    return rest.top - area.top;
  }
  draw_reach(context, rest);
  const std::string weights = selected_head_path(context.session, "weights");
  const std::string place = place_words(weights);
  if (stage_trace(context)->find(weights) >= 0) {
    const int row = row_asked(context, weights);
    if (const MapRows read = context.maps[stage_side(context)].rows(weights, row, 1); read.has(row)) {
      section(ui, rest, say("Where {word} looks", {{"word", read.map->row_label(row - read.first)}}),
              of_sentence(context));
      rest.cut_top(draw_turned_row(context, rest, weights, row, bar_height(ui, *read.map, height)));
    } else {
      section(ui, rest, "Where a word looks", place);
      ui.text(rest.cut_top(ui.px(22)), Align::left, type::body, ui.colours().text_2,
              "Click a word to move its weights.");
    }
  }
  section(ui, rest, "The head", place);
  rest.cut_top(draw_head_levers(context, rest));
  return rest.top - area.top;
}

}  // namespace

void draw_what_if_panel(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  EditColumn& column = ui.state<EditColumn>();
  const float changed = std::clamp(ui.px(column.changed), 0.0F,
                                   std::max(0.0F, area.height() - ui.px(least_list + least_makers)));
  const float makers_want = ui.px(column.makers);
  const float list = std::min(
      ui.px(column.list),
      std::max(ui.px(least_list), area.height() - changed - std::min(makers_want, ui.px(usual_makers))));
  // What makes edits stays where it is at the foot while there is room for all.
  const float makers = std::max(0.0F, std::min(makers_want, area.height() - list - changed));
  Area rest = area;
  const Area of_makers = rest.cut_bottom(makers);
  draw_part_of_column(ui, "what if list", rest.cut_top(list), column.list, ScrollsFrom::top,
                      [&](const Area& place) { return draw_edit_list(context, place); });
  draw_part_of_column(ui, "what if changes", rest.cut_top(changed), column.changed, ScrollsFrom::top,
                      [&](const Area& place) { return draw_changed(context, place); });
  draw_part_of_column(ui, "what if panel", of_makers, column.makers, ScrollsFrom::foot,
                      [&](const Area& place) { return draw_makers(context, place, area.height()); });
}

}  // namespace headlight
