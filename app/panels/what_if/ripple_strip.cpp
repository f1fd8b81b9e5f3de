#include <algorithm>
#include <cmath>

#include "app/panels/step_names.h"
#include "app/panels/what_if/what_if.h"
#include "app/panels/words/written.h"
#include "app/widgets/controls.h"
#include "core/explain/align.h"
#include "core/explain/ripple.h"
#include "core/figure/numbers.h"
#include "core/models/written.h"

namespace headlight {
namespace {

// The words that are written differently, "il → elle".
struct Rewritten {
  std::string before, after;
};

std::vector<Rewritten> rewritten(const Trace& before, const Trace& after) {
  const std::vector<std::string> first = written_words(before);
  const std::vector<std::string> second = written_words(after);
  std::vector<Rewritten> found;
  for (const AlignedWord& word : align(first, second)) {
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

std::optional<ChangedProbability> most_changed(const PanelContext& context, const Side& side) {
  constexpr int most_columns = 4096;  // a word is looked for among their names in every frame
  constexpr float least_change = 0.05F;
  const int shown = stage_side(context);
  const HeatmapPtr now = context.pictures.view(shown, "probabilities");
  const HeatmapPtr before = context.pictures.before(shown, "probabilities");
  if (now == nullptr || before == nullptr || now->columns > most_columns ||
      now->column_labels != before->column_labels)
    return std::nullopt;
  std::optional<ChangedProbability> found;
  const std::vector<std::string> words = written_words(*side.trace);
  for (int place = 0; place < static_cast<int>(words.size()); ++place) {
    const std::string& word = words[static_cast<std::size_t>(place)];
    const auto label = std::find(now->column_labels.begin(), now->column_labels.end(), word);
    const int row = row_of_written(*side.trace, place);
    if (label == now->column_labels.end() || row < 0 || row >= std::min(now->rows, before->rows)) continue;
    const auto column = static_cast<int>(label - now->column_labels.begin());
    const ChangedProbability change{word, before->value(row, column), now->value(row, column)};
    const float by = std::fabs(change.now - change.before);
    if (by >= least_change && (!found || by > std::fabs(found->now - found->before))) found = change;
  }
  return found;
}

// The words are the same; how sure the model is of them need not be.
float draw_same_words(const PanelContext& context, const Area& area, const Side& side) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float line = ui.px(20);
  const std::optional<ChangedProbability> change = most_changed(context, side);
  std::string said = "the same as before";
  if (!side.certainty.sure()) {
    said = change && change->now < change->before ? "the same words, but now the model is not sure"
                                                  : "the same words, but the model is not sure";
  } else if (change) {
    said = "the same words";
  }
  Area rest = area;
  rest.cut_top(ui.px(2));
  const std::string column = info(side.trace->anatomy().answer).column;
  rest.cut_top(
      ui.wrapped_rich(rest, type::body, type::body,
                      RichText(std::vector<TextRun>{{column + " ", Role::text_2}, {said, Role::ink}}), line));
  if (change)
    line_of_text(ui, rest.cut_top(line), type::body, c.text_2,
                 "P(" + letters_of(change->word) +
                     "): " + number_alone(change->before, NumberFormat::probability) + " before, " +
                     number_alone(change->now, NumberFormat::probability) + " now");
  rest.cut_top(ui.px(2));
  return rest.top - area.top;
}

float draw_translation(const PanelContext& context, const Area& area, const Side& side) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<Rewritten> words = rewritten(*side.unedited, *side.trace);
  if (words.empty()) return draw_same_words(context, area, side);
  const float line = ui.px(24);
  float y = area.top + line / 2;
  float x = ui.text(area.left, y, type::body, c.text_2, info(side.trace->anatomy().answer).column) + ui.px(8);
  if (written_words(*side.trace).empty()) {
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
  const float wide = area.width() / static_cast<float>(context.pictures.step_places(side).size());
  float free_from = area.left;
  for (const auto& [group, first] : context.pictures.step_groups(side)) {
    const float x = std::round(area.left + wide * static_cast<float>(first));
    ui.line(x, baseline, x, baseline + ui.px(4), c.strong_line, ui.hairline());
    const float width = ui.width(type::caption, group);
    if (x < free_from || x + width > area.right) continue;
    ui.text(x, baseline + ui.px(13), type::caption, c.text_3, group);
    free_from = x + width + ui.px(8);
  }
}

float draw_strip(const PanelContext& context, const Area& area, const Side& side) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<int>& steps = side.trace->steps();
  const std::vector<NodeChange>& changes = side.ripple;
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
    const std::string& path = side.trace->label(steps[pointed]).path;
    ui.tooltip({RichText(std::vector<TextRun>{{step_title(path), Role::ink, true}}), RichText(path),
                RichText("changed by " + share_text(change.relative) + "; " + std::to_string(change.changed) +
                         " of " + std::to_string(change.cells) + " numbers, by " +
                         significant_text(change.largest, 3) + " at most")});
  }
  if (touch.clicked) {
    // With the keyboard: to where it begins.
    const std::size_t to = pointed < steps.size() ? pointed : std::min(first, steps.size() - 1);
    show_step(context, GoToStep{side.trace->label(steps[to]).path});
  }
  ui.text(area.left, area.top + ui.px(9), type::caption, c.text_2,
          std::to_string(count) + " of " + std::to_string(steps.size()) + " steps changed");
  const std::string scale = "full height: 100 %";
  ui.text(area.right - ui.width(type::caption, scale), area.top + ui.px(9), type::caption, c.text_3, scale);
  draw_groups(context, bars, bars.bottom);
  return line + bars.height() + ui.px(24);
}

}  // namespace

float draw_ripple(const PanelContext& context, const Area& area) {
  const Side& side = context.document.sides.at(stage_side(context));
  if (!side.edited()) return 0;
  Area rest = area;
  rest.cut_top(draw_translation(context, rest, side) + context.ui.px(4));
  rest.cut_top(draw_strip(context, rest, side));
  return rest.top - area.top;
}

}  // namespace headlight
