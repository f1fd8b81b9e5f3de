#include "app/panels/presenter/presenter.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "app/lessons/library.h"
#include "app/lessons/page.h"
#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "app/panels/labs/labs.h"
#include "app/panels/words/answer_marks.h"
#include "app/widgets/controls.h"
#include "core/explain/pronouns.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// The French for the back row: where the two translations part, "il" and "elle", and how each goes on.

// The letters of pills, and of the other words.
constexpr std::pair<int, int> answer_sizes[] = {{38, 30}, {30, 23}, {23, 17}};

AnswerStyle presented_style(const Ui& ui, int pill, int plain) {
  const auto size = static_cast<float>(pill);
  return {.plain = {Face::regular, plain},
          .strong = {Face::bold, pill},
          .on_pill = ui.colours().presenter,
          .pill_pad = ui.px(size * 0.36F),
          .pill_height = ui.px(size * 1.36F),
          .pill_radius = ui.px(8),
          .stroke = ui.px(size * 0.5F),
          .mark = ui.px(size * 0.6F),
          .pill_mark = ui.px(size * 0.74F),
          .mark_height = ui.px(4),
          .brief = true};
}

// Words of an answer, broken where the width ends.
struct AnswerLine {
  std::span<const AnswerWord> words;
  float width = 0;
};

std::vector<AnswerLine> answer_lines(const Ui& ui, std::span<const AnswerWord> words,
                                     const AnswerStyle& style, float most) {
  std::vector<AnswerLine> lines;
  for (std::size_t i = 0; i < words.size();) {
    // What belongs together with an apostrophe stays together.
    std::size_t next = i + 1;
    float wide = answer_word_width(ui, words[i], style);
    for (; next < words.size() && words[next - 1].joined; ++next)
      wide += answer_gap(ui, words[next - 1], style) + answer_word_width(ui, words[next], style);
    const float gap = lines.empty() ? 0 : answer_gap(ui, words[i - 1], style);
    if (lines.empty() || lines.back().width + gap + wide > most) {
      lines.push_back({words.subspan(i, next - i), wide});
    } else {
      AnswerLine& line = lines.back();
      line = {{line.words.data(), line.words.size() + next - i}, line.width + gap + wide};
    }
    i = next;
  }
  return lines;
}

float answer_line_height(const Ui& ui, const AnswerStyle& style) {
  return std::round(ui.px(static_cast<float>(style.strong.size) * 1.5F));
}

void draw_answer_lines(Ui& ui, const Area& area, std::vector<AnswerLine> lines, const AnswerStyle& style,
                       Rgb own) {
  const float step = answer_line_height(ui, style);
  // What is too long in the smallest type, too, ends in the last line that there is room for.
  const auto most = static_cast<std::size_t>(std::max(1.0F, std::floor(area.height() / step)));
  const bool cut = lines.size() > most;
  if (cut) {
    lines.resize(most);
    const float dots = ui.width(style.plain, " …");
    AnswerLine& last = lines.back();
    while (last.words.size() > 1 && last.width + dots > area.width()) {
      last.width -= answer_word_width(ui, last.words.back(), style);
      last.words = last.words.first(last.words.size() - 1);
      last.width -= answer_gap(ui, last.words.back(), style);
    }
  }
  float y = area.middle_y() - step * static_cast<float>(lines.size() - 1) / 2;
  for (const AnswerLine& line : lines) {
    float x = std::round(area.left + std::max(0.0F, (area.width() - line.width) / 2));
    for (const AnswerWord& word : line.words)
      x = draw_answer_word(ui, x, y, word, style, own) + answer_gap(ui, word, style);
    if (cut && &line == &lines.back()) ui.text(x, y, style.plain, ui.colours().ink, "…");
    y += step;
  }
}

// How many words before the first that differs are part of the answer: from the pronoun on, and from the
// first word that the edits changed.
int words_before(const WrittenAnswer& written) {
  int from = written.first;
  for (int i = written.first - 1; i >= 0; --i) {
    const std::string& word = written.words[i];
    const bool changed = !written.instead[i].empty();
    if (changed || (is_pronoun_for_it(word) && from == written.first)) from = i;
  }
  return written.first - from;
}

}  // namespace

void draw_presented_answer(const PanelContext& context, const Area& whole) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const std::array<WrittenAnswer, 2> both = written_of(context);
  Area area = whole;
  const Area doubts = area.cut_top(any_doubt(context) ? ui.px(34) : 0);
  // A single word would be taken for one of the sentence.
  if (const AnswerInfo& about = info(stage_trace(context)->anatomy().answer);
      about.id == AnswerKind::next_token)
    ui.text({area.left, area.top + ui.px(2), area.right, area.top + ui.px(28)}, Align::centre,
            context.session.presenting && context.session.altitude ? Type{Face::regular, 23} : type::lesson,
            c.presenter_text, about.column);
  const bool part = both[0].first >= 0 && both[1].first >= 0;
  const bool stacked = part && area.width() < ui.px(440);  // on a phone
  const int back = part ? std::max(words_before(both[0]), words_before(both[1])) : 0;
  std::array<Area, 2> places{area, area};
  if (stacked) {
    places[0].bottom = places[1].top = std::round(area.middle_y());
  } else if (part) {
    const float middle = std::round(area.middle_x());
    places[0].right = middle - ui.px(20);
    places[1].left = middle + ui.px(20);
    ui.line(middle, area.middle_y() - ui.px(28), middle, area.middle_y() + ui.px(28), c.strong_line,
            ui.px(1.5F));
  }
  // Where they are the same, once is enough.
  struct Part {
    int side;
    std::vector<AnswerWord> words;
    std::vector<AnswerLine> lines = {};
  };
  std::vector<Part> parts;
  const auto add = [&](int side, int from) {
    std::vector<AnswerWord> words = answer_words(context, side, both[side]);
    if (!words.empty() && words.back().text.empty()) words.pop_back();
    words.erase(words.begin(), words.begin() + from);
    parts.push_back({side, std::move(words)});
  };
  if (part) {
    for (const int side : {0, 1}) add(side, std::max(0, both[side].first - back));
  } else {
    const bool only_second =
        !context.maps[0].certainty().is_remarked() && context.maps[1].certainty().is_remarked();
    add(both[0].words.empty() || only_second ? 1 : 0, 0);
  }
  // The largest type in which all of it fits, in lines where one does not do.
  AnswerStyle style;
  for (const auto& [pill, plain] : answer_sizes) {
    style = presented_style(ui, pill, plain);
    bool fits = true;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Part& one = parts[i];
      const float room = places.at(i).width();
      one.lines = answer_lines(ui, one.words, style, room);
      fits = fits &&
             static_cast<float>(one.lines.size()) * answer_line_height(ui, style) <= places.at(i).height() &&
             std::all_of(one.lines.begin(), one.lines.end(),
                         [&](const AnswerLine& line) { return line.width <= room; });
    }
    if (fits) break;
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& one = parts[i];
    draw_presented_doubt(context, one.side,
                         {places.at(i).left, doubts.top, places.at(i).right, doubts.bottom});
    draw_answer_lines(ui, places.at(i), one.lines, style, c.sentence(one.side));
  }
}

namespace {

// The mouse as the back row sees it.
void draw_pointer(Ui& ui, ImVec2 at) {
  const Palette& c = ui.colours();
  const float radius = ui.px(22);
  const Rgb rim = ui.theme() == Theme::light ? c.ink : c.stage;
  ui.circle(at, radius + ui.px(4.5F), rim, ui.px(1.5F));
  ui.circle(at, radius, c.focus, ui.px(8));
  ui.circle(at, radius - ui.px(4.5F), rim, ui.px(1.5F));
}

float spotlight_radius(const Ui& ui) { return ui.px(180); }

void draw_beam(Ui& ui, ImVec2 at) {
  const float radius = spotlight_radius(ui);
  ui.glow(at, 0, radius, ui.colours().focus_band, 1, 0);
}

// What lies outside the beam steps back, and stays readable.
void draw_rim(Ui& ui, const Area& screen, ImVec2 at) {
  const bool light = ui.theme() == Theme::light;
  const Rgb shade = light ? ui.colours().ink : Rgb{};
  const float dark = light ? 0.2F : 0.5F;
  const float radius = spotlight_radius(ui);
  const float soft = radius * 1.5F;
  ui.glow(at, radius, soft, shade, 0, dark);
  ui.glow(at, soft, soft + screen.width() + screen.height(), shade, dark, dark);
}

// The pointer is there while the mouse is used, and gone when a key is.
void follow_mouse(Ui& ui) {
  PresenterState& state = ui.state<PresenterState>();
  const ImVec2 mouse = ui.mouse();
  const bool moved = mouse.x != state.mouse_x || mouse.y != state.mouse_y;
  if (!ui.state().keys.empty()) {
    state.pointer = false;
  } else if (moved && ui.screen().contains(mouse)) {
    state.pointer = true;
  }
  state.mouse_x = mouse.x;
  state.mouse_y = mouse.y;
}

// Whether the step of the lesson after this one would take sentences, edits or a model of one's own off the
// stage.
bool has_own_matter(const Session& session) {
  const Session step = on_stage(session);
  return session.model != step.model || session.runs != step.runs || session.edits != step.edits;
}

bool has_step(const Session& session, int by) {
  const LessonPtr lesson = find_lesson(session.lesson);
  const int step = session.lesson_step + by;
  return lesson != nullptr && step >= 0 && step < static_cast<int>(lesson->steps.size());
}

// Of edits in force the back row is told: what the one does, or how many there are. Without a trace nobody
// knows the words that an edit is at.
std::string edits_said(const PanelContext& context, float room) {
  const std::vector<SessionEdit>& edits = context.session.edits;
  const auto on = std::count_if(edits.begin(), edits.end(), [](const SessionEdit& edit) { return edit.on; });
  if (on == 0) return "";
  if (on == 1 && stage_trace(context) != nullptr) {
    const auto edit =
        std::find_if(edits.begin(), edits.end(), [](const SessionEdit& each) { return each.on; });
    const std::string edit_said = edit_words(*edit, context);
    std::string words = edit->run && context.maps.two()
                            ? say("Edited: {edit} (only sentence {n})",
                                  {{"edit", edit_said}, {"n", std::to_string(*edit->run + 1)}})
                            : say("Edited: {edit}", {{"edit", edit_said}});
    if (context.ui.width(type::presenter_caption, words) <= room) return words;
  }
  return say("Edited: {edits}",
             {{"edits", say(several(on, "{n} edit", "{n} edits"), {{"n", count_text(on)}})}});
}

void draw_edits_said(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const float x = area.left + ui.px(24);
  const ImVec2 dot(area.left + ui.px(7), std::round(area.middle_y()));
  ui.disc(dot, ui.px(7), c.focus);
  ui.circle(dot, ui.px(7), c.ink, ui.hairline());
  ui.text(x, area.middle_y(), type::presenter_caption, c.ink, edits_said(context, area.right - x));
}

// "3.2 Lookup  ·  step 2 of 7: Softly": several steps of a lesson may show the same picture.
std::string called(const Lesson& lesson, int step) {
  return say("{lesson}  ·  step {n} of {all}: {step}",
             {{"lesson", lesson.number.empty() ? lesson.title : lesson.number + " " + lesson.title},
              {"n", std::to_string(step + 1)},
              {"all", std::to_string(lesson.steps.size())},
              {"step", lesson.steps[step].title}});
}

void say_page(const PanelContext& context, int by) {
  PresenterState& state = context.ui.state<PresenterState>();
  const LessonPtr lesson = find_lesson(context.session.lesson);
  if (lesson == nullptr || !context.session.presenting) return;
  state.turned = context.ui.state().now;
  state.page = has_step(context.session, by) ? called(*lesson, context.session.lesson_step + by)
               : by > 0 ? say("This is the last step of “{lesson}”.", {{"lesson", lesson->title}})
                        : say("This is the first step of “{lesson}”.", {{"lesson", lesson->title}});
  context.ui.state().again = true;
}

// A line on a plain ground, at the foot.
void draw_note(Ui& ui, const Area& screen, const std::string& text, Rgb colour, float alpha) {
  const Palette& c = ui.colours();
  const Type face = type::presenter_caption;
  const std::string shown = ui.shortened(face, text, screen.width() - ui.px(80));
  const float wide = ui.width(face, shown) + ui.px(32);
  const float tall = ui.px(34);
  const float y = screen.bottom - tall - ui.px(10);
  const Area place = Area::at(std::round(screen.middle_x() - wide / 2), y, wide, tall);
  ui.fill(place, c.panel, tall / 2, alpha);
  ui.outline(place, mix(c.presenter, c.strong_line, alpha), ui.hairline(), tall / 2);
  ui.text(place, Align::centre, face, mix(c.panel, colour, alpha), shown);
}

constexpr double hint_seconds = 6, hint_fades = 1, page_seconds = 4;
constexpr double haste = 0.6;  // seconds

// A note that goes by itself. Returns whether it is there.
bool draw_passing(Ui& ui, const Area& screen, const std::string& text, double since, double seconds) {
  const WidgetState& state = ui.state();
  const double shown = state.now - since;
  if (since < 0 || shown >= seconds) return false;
  const double left = seconds - shown;
  const bool fades = left < hint_fades && !state.still;
  draw_note(ui, screen, text, ui.colours().text_2, fades ? static_cast<float>(left / hint_fades) : 1.0F);
  ui.state().move_at(fades ? state.now : since + seconds - (state.still ? 0 : hint_fades));
  return true;
}

// Which page was turned to; else how to leave, for who has just begun.
void draw_hint(Ui& ui, const Area& screen) {
  const PresenterState& state = ui.state<PresenterState>();
  if (draw_passing(ui, screen, state.page, state.turned, page_seconds)) return;
  if (ui.touch()) return;
  draw_passing(ui, screen, "Esc leaves the presentation   ·   Page Down and Page Up turn pages", state.since,
               hint_seconds);
}

// For who has no keyboard.
void draw_way_out(const PanelContext& context, const Area& screen, const PresentedPage& page) {
  Ui& ui = context.ui;
  constexpr const char* leave = "Leave";
  const float wide = button_width(ui, leave), tall = ui.px(32);
  const Area place = Area::at(screen.right - ui.px(12) - wide, screen.top + ui.px(10), wide, tall);
  if (!button(ui, "present/leave", place, leave, ButtonKind::plain)) return;
  if (page.leave != nullptr) return page.leave(context);
  ui.emit(SetPresenting{false});
}

}  // namespace

void turn_page(const PanelContext& context, int by) {
  if (context.session.lesson.empty()) {
    if (!shows_lab(context.session)) return show_step(context, MoveStep{by});
    const auto turn = lab_panel(lab_on_stage(context.session)).turn_page;
    return turn != nullptr ? turn(context, by) : move_lab(context, by);
  }
  PresenterState& state = context.ui.state<PresenterState>();
  by = by > 0 ? 1 : -1;
  if (!has_step(context.session, by)) return say_page(context, by);
  // Before a class nothing typed is replaced without a word: the same key pressed again says yes, but not
  // while it is held down, nor when it is pressed twice in haste.
  if (context.session.presenting && has_own_matter(context.session)) {
    const double now = context.ui.state().now;
    const bool says_yes = (state.asks > 0) == (by > 0) && state.asks != 0 && now - state.asked >= haste;
    state.asked = now;
    if (!says_yes) {
      state.asks = by;
      context.ui.state().again = true;
      return;
    }
  }
  state.asks = 0;
  say_page(context, by);
  context.ui.emit(by > 0 ? Action(NextLessonStep{}) : Action(PreviousLessonStep{}));
}

void draw_presenter(const PanelContext& context, const Area& screen) { present_page(context, screen, {}); }

void present_page(const PanelContext& context, const Area& screen, const PresentedPage& page) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  PresenterState& state = ui.state<PresenterState>();
  if (state.black) {
    ui.fill(screen, Rgb{});
    ui.no_cursor();
    // Any key and any click bring the picture back, and do nothing else.
    if (!ui.state().keys.empty() || ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      state.black = false;
      ui.state().keys.clear();
      ui.state().again = true;
    }
    return;
  }
  follow_mouse(ui);
  // Any other key says no.
  const auto turns = [](const KeyPress& press) {
    return press.key == Key::page_down || press.key == Key::page_up || press.key == Key::next_lesson_step ||
           press.key == Key::previous_lesson_step;
  };
  if (std::any_of(ui.state().keys.begin(), ui.state().keys.end(), std::not_fn(turns)) ||
      ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    state.asks = 0;
  const bool has_page = page.draw != nullptr;
  const bool beam = state.spotlight && ui.state().overlay == Overlay::none && screen.contains(ui.mouse());
  ui.push_clip(screen);
  if (has_page) ui.fill(screen, c.presenter);
  Area stage = screen;
  if (!edits_in_force(context.session).empty()) {
    const Area bottom = stage.cut_bottom(ui.px(40));
    draw_edits_said(
        context, Area{bottom.left, bottom.top, bottom.right, bottom.bottom - ui.px(8)}.inset(ui.px(24), 0));
  }
  if (beam) draw_beam(ui, ui.mouse());
  if (context.maps[0].trace() == nullptr && context.maps[1].trace() == nullptr) {
    draw_empty_stage(context, stage);
  } else if (has_page) {
    page.draw(context, stage);
  } else if (shows_lab(context.session)) {
    draw_labs(context, stage);
    ui.state<StageArea>().area = stage;
  }
  if (beam) draw_rim(ui, screen, ui.mouse());
  if (state.asks != 0 && context.session.lesson.empty()) state.asks = 0;
  if (state.asks != 0) {
    draw_note(ui, screen,
              state.asks > 0
                  ? "Press again for the lesson’s next step and its sentences. Ctrl Z brings yours back."
                  : "Press again for the lesson’s previous step and its sentences. Ctrl Z brings yours back.",
              c.ink, 1);
  } else {
    draw_hint(ui, screen);
    if (ui.touch()) draw_way_out(context, screen, page);
  }
  if (ui.state().overlay == Overlay::none) {
    if (state.pointer || beam) ui.no_cursor();
    // In the beam its centre points.
    if (state.pointer && !beam) draw_pointer(ui, ui.mouse());
  }
  ui.pop_clip();
}

}  // namespace headlight
