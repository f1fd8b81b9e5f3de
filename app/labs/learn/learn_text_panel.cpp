// A text of one's own: its controls, the text, and what the model writes, with what it copied marked.
#include <algorithm>
#include <array>

#include "app/labs/learn/learn_lab.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/text_area.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {

void text_settings(const PanelContext& context, ControlRows& row) {
  const Ui& ui = context.ui;
  const auto& lab = context.session.labs.get<LearnLab>();
  const auto begins = [](LearnLab& changed) { changed.step = changed.head = -1; };
  const std::array texts{Choice{to_be_said("First names")}, Choice{to_be_said("Rhymes")},
                         Choice{to_be_said("Sentences")}, Choice{to_be_said("Your own")}};
  const std::array tokens{Choice{to_be_said("letters")}, Choice{to_be_said("pieces")}};
  choose_setting(context, button_place(ui, row.next(choices_width(ui, texts), 0)), texts, &LearnLab::text_of,
                 begins);
  choose_setting(context, button_place(ui, row.next(choices_width(ui, tokens), ui.px(16))), tokens,
                 &LearnLab::tokens, begins);
  const auto step = [&](int LearnLab::*field, std::span<const int> values, const std::string& says,
                        const std::string& widest) {
    const Area place = button_place(ui, row.next(stepper_width(ui, widest), ui.px(8)));
    step_among<LearnLab, int>(context, place, says, values, field, begins);
  };
  static constexpr std::array layers{1, 2};
  static constexpr std::array heads{1, 2, 4};
  static constexpr std::array widths{16, 32, 48, 64};
  static constexpr std::array contexts{24, 48, 96};
  static constexpr std::array steps{250, 500, 1000, 2000, 5000};
  const OwnText own = lab.own();
  step(&LearnLab::layers, layers,
       say(several(own.layers, "{n} layer", "{n} layers"), {{"n", count_text(own.layers)}}), "2 layers");
  step(&LearnLab::heads, heads,
       say(several(own.heads, "{n} head", "{n} heads"), {{"n", count_text(own.heads)}}), "4 heads");
  step(&LearnLab::width, widths, say("{n} wide", {{"n", count_text(own.width)}}), "64 wide");
  step(&LearnLab::context, contexts, say("looks back over {n}", {{"n", count_text(own.context)}}),
       "looks back over 96");
  step(&LearnLab::steps, steps, say("{n} steps", {{"n", count_text(own.steps)}}), "5,000 steps");
}

void text_to_learn(const PanelContext& context, Area area, const LearnStudy& study) {
  Ui& ui = context.ui;
  const auto& lab = context.session.labs.get<LearnLab>();
  const Palette& c = ui.colours();
  const std::string about = study.error.empty() ? study.about : std::string();
  const float tall = about.empty() ? 0 : ui.wrapped_height(type::caption, about, area.width(), ui.px(16));
  if (!about.empty()) ui.wrapped(area.cut_bottom(tall), type::caption, c.text_2, about, ui.px(16));
  if (area.height() < ui.px(40)) return;
  area.cut_bottom(ui.px(4));
  const bool own = lab.text_of == LearnText::own;
  std::string text = own ? lab.text : shipped_text(lab.text_of);
  if (ui.exporting()) {
    ui.push_clip(area.within(ui.clip()));
    ui.wrapped(area, type::label, c.ink, shortened(text, 300), ui.px(18));
    ui.pop_clip();
    return;
  }
  if (!text_area(ui, "learn/text", area, text, type::label).changed) return;
  change_lab<LearnLab>(context, [&](LearnLab& changed) {
    changed.text = kept_text(text);
    changed.text_of = LearnText::own;
    changed.step = changed.head = -1;
  });
}

namespace {

struct ShownLine {
  int step = 0;
  const WrittenLine* line = nullptr;
};

// Of the newest point all, of each before it the first.
std::vector<ShownLine> lines_to_show(const LiveRun& run, int step) {
  std::vector<ShownLine> shown;
  bool newest = true;
  for (auto point = run.points.rbegin(); point != run.points.rend(); ++point) {
    if (point->step > step || point->written.empty()) continue;
    for (const WrittenLine& line : point->written) {
      shown.push_back({point->step, &line});
      if (!newest) break;
    }
    newest = false;
  }
  return shown;
}

std::string kind_of_line(const WrittenLine& line) {
  switch (line.is) {
    case WrittenLine::Is::copied:
      return say("copied");
    case WrittenLine::Is::held_out:
      return say("new to it");
    case WrittenLine::Is::fresh:
      return say("new");
  }
  return "";
}

void draw_own_line(Ui& ui, Area row, const ShownLine& shown, float steps_wide, float is_wide) {
  const Palette& c = ui.colours();
  const WrittenLine& line = *shown.line;
  ui.text(row.cut_left(steps_wide), Align::right, type::number, c.text_3, count_text(shown.step));
  row.cut_left(ui.px(12));
  const bool copied = line.is == WrittenLine::Is::copied;
  ui.text(row.cut_right(is_wide), Align::left, copied ? type::caption_hot : type::caption,
          copied ? c.ink : c.text_2, kind_of_line(line));
  row.cut_right(ui.px(8));
  const std::string text = line.text.empty() ? say("(an empty line)") : line.text;
  const auto begin = static_cast<std::size_t>(std::clamp(line.begin, 0, static_cast<int>(line.text.size())));
  const auto end =
      static_cast<std::size_t>(std::clamp(line.end, line.begin, static_cast<int>(line.text.size())));
  const float from = row.left + ui.width(type::lesson, line.text.substr(0, begin));
  const float to = row.left + ui.width(type::lesson, line.text.substr(0, end));
  ui.push_clip(row.within(ui.clip()));
  if (to > from) {
    const float half = std::round(ui.height(type::lesson) / 2) + ui.px(1);
    const Area run{from, row.middle_y() - half, to, row.middle_y() + half};
    ui.fill(run, c.focus_band, ui.px(2));
    ui.line(run.left, run.bottom, run.right, run.bottom, c.ink, ui.hairline());
  }
  ui.text(row.left, row.middle_y(), type::lesson, line.text.empty() ? c.text_3 : c.ink, text);
  ui.pop_clip();
}

}  // namespace

void lines_written(const PanelContext& context, Area area, const LiveRun& run, int step) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::vector<ShownLine> shown = lines_to_show(run, step);
  if (shown.empty()) return;
  line_of_text(ui, area.cut_top(ui.px(22)), type::section, c.ink, say("What it writes by itself"));
  const std::string says = say("Underlined: the longest run of letters that stands in what it learned.");
  if (area.height() > ui.px(110))
    ui.wrapped(area.cut_bottom(ui.wrapped_height(type::caption, says, area.width(), ui.px(16))),
               type::caption, c.text_2, says, ui.px(16));
  const float tall = std::round(std::max(ui.px(22), ui.height(type::lesson) + ui.px(4)));
  const float steps = ui.width(type::number, count_text(OwnText::most_steps));
  const float is =
      std::max(ui.width(type::caption_hot, say("copied")), ui.width(type::caption, say("new to it")));
  for (const ShownLine& each : shown) {
    if (area.height() < tall) break;
    draw_own_line(ui, area.cut_top(tall), each, steps, is);
  }
}

}  // namespace headlight
