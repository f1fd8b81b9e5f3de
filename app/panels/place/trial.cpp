// What if: one change that can be tried where one is, and the way back.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "app/panels/common/interventions.h"
#include "app/panels/place/experiments.h"
#include "app/panels/place/outcome.h"
#include "app/panels/place/telling.h"
#include "app/shared/training_steps.h"
#include "app/widgets/controls.h"
#include "core/explain/matrix_formulas.h"
#include "core/figure/numbers.h"
#include "core/models/given.h"
#include "core/models/trace.h"
#include "core/text/languages.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

struct TypedTrial {
  std::string path, text;
};

class Trial {
 public:
  explicit Trial(const Page& page, const Area& margin) : page_(page), ui_(page.ui), rest_(margin) {}

  // From below, so that what stands above it keeps its place.
  Area draw() {
    const bool any = std::any_of(page_.session.edits.begin(), page_.session.edits.end(),
                                 [](const SessionEdit& edit) { return edit.on; });
    if (!page_.session.edits.empty()) {
      draw_outcome(any);
      if (!any || !is_trial_kept(page_)) return rest_;
    }
    if (!answers_in_words(page_.answers())) {
      draw_transpose();
      return rest_;  // nothing would come of it
    }
    draw_training_steps();
    // Of a whole step nothing is tried.
    if (page_.altitude == Altitude::step && page_.node >= 0) return rest_;
    if (page_.altitude == Altitude::head || page_.altitude == Altitude::step) {
      draw_head_trials();
    } else if (page_.altitude == Altitude::cell) {
      draw_number();
    } else if (page_.altitude == Altitude::product) {
      draw_how_factors_were_made();
    }
    return rest_;
  }

 private:
  Area button_line() { return rest_.cut_bottom(page_.px(34), page_.px(8)); }
  void heading(const std::string& text) {
    ui_.text(rest_.cut_bottom(page_.px(22), page_.px(2)), Align::left, type::label_hot, page_.c.ink, text);
    rest_.cut_bottom(page_.px(12));
    ui_.line(rest_.left, rest_.bottom, rest_.right, rest_.bottom, page_.c.strong_line, ui_.hairline());
    rest_.cut_bottom(page_.px(8));
  }
  void paragraph(const RichText& text, Type plain = type::label, Type strong = type::label_hot) {
    // Measured as plain text, with a line more where the strong words may be wider.
    const float tall = ui_.wrapped_height(strong, text.plain(), rest_.width(), page_.px(20));
    ui_.wrapped_rich(rest_.cut_bottom(tall, page_.px(6)), plain, strong, text, page_.px(20));
  }

  void draw_outcome(bool any) {
    const bool kept = any && is_trial_kept(page_);
    Area line = button_line();
    const float gap = page_.px(8);
    const std::string before = any ? say("See before") : say("See after");
    const float wide = any && !kept ? std::min(button_width(ui_, before), line.width() - 2 * page_.px(54))
                                    : (line.width() - gap) / 2;
    const Area see = line.cut_right(wide, gap);
    const Area undo = any && !kept ? line.cut_left((line.width() - gap) / 2, gap) : line;
    if (button(ui_, "place/undo", undo, say("Undo"), ButtonKind::plain)) ui_.ask(Undo{});
    if (any && !kept && button(ui_, "place/keep", line, say("Keep"), ButtonKind::plain)) keep_trial(page_);
    if (button(ui_, "place/before", see, before, ButtonKind::plain)) ui_.emit(SwitchEdits{!any});
    if (!any) return heading(say("Without your change"));
    if (kept) {
      const auto count = static_cast<std::int64_t>(page_.session.edits.size());
      return paragraph(told(count == 1 ? "Your change is kept." : "Your {n} changes are kept.",
                            {{"n", word_run(std::to_string(count))}}));
    }
    const std::optional<NextTrial> next = next_trial(page_);
    if (!next || !button(ui_, "place/next trial", button_line(),
                         ui_.shortened(type::control_hot, next->label, rest_.width() - page_.px(16)),
                         ButtonKind::primary))
      return;
    for (const Action& action : next->actions) ui_.emit(action);
  }

  // Turns rows and columns of weights round where they seem to be the wrong way, and back.
  void draw_transpose() {
    const auto& given = page_.trace.anatomy().given;
    if (!given || page_.context.maps.two() || !(given->columns_add_up || given->transposed)) return;
    if (button(ui_, "transpose", button_line(), given->transposed ? say("As in the file") : say("Transpose"),
               ButtonKind::plain))
      ui_.ask(OpenModel{transposed_name(page_.session.model)});
  }

  // The same text, and the same head, at another step of the training.
  void draw_training_steps() {
    TrainingSteps& steps = ui_.state<TrainingSteps>();
    if (steps.all.empty() || page_.altitude > Altitude::head) return;
    const int chosen = steps.asked >= 0 ? steps.asked : steps.here;
    const int last = static_cast<int>(steps.all.size()) - 1;
    const std::int64_t step = steps.all[static_cast<std::size_t>(chosen)].step;
    const Area line = rest_.cut_bottom(number_slide_height(ui_), page_.px(12));
    const std::optional<double> to = number_slide(ui_, "slide/training step", line,
                                                  {.label = say("Training step"),
                                                   .value = static_cast<double>(chosen),
                                                   .highest = static_cast<double>(last),
                                                   .usual = static_cast<double>(last),
                                                   .text = thousands(step)});
    const int asked = to ? std::clamp(static_cast<int>(std::lround(*to)), 0, last) : chosen;
    if (asked == chosen) return;
    steps.asked = asked;
    ui_.ask(OpenModel{steps.all[static_cast<std::size_t>(asked)].model.string()});
  }

  void draw_head_trials() {
    const std::string weights = page_.path("weights");
    const Edit off = head_off(page_.path("output"));
    const bool is_off_now = is_off(page_, page_.head);
    const bool all = page_.altitude == Altitude::head;  // at a step only what its numbers are about
    // Of additive attention nothing is kept by that name.
    if (all && page_.trace.find(off.path) >= 0 &&
        button(ui_, "place/head off", button_line(),
               is_off_now ? say("Switch this head on") : say("Switch this head off"), ButtonKind::plain))
      put(page_.context, off, !is_off_now);
    const int most = page_.most_asked();
    if (all && most >= 0 && !is_off_now &&
        button(ui_, "place/take nothing", button_line(), take_nothing_from(asked_word(page_, most)),
               ButtonKind::plain)) {
      Edit none{.path = weights};
      none.kind = Edit::Kind::set;
      none.row = page_.row;
      none.col = most;
      none.values = {0};
      ui_.emit(AddEdit{none, run_for(page_.context, none)});
    }
    const bool in_words = !(all && page_.boxes.low);  // there is no room for a sentence and three buttons
    const LookElsewhere look = look_elsewhere_in_layer(page_.context, weights, page_.row);
    if (look.any()) {
      if (button(ui_, "place/look elsewhere", button_line(), say("Make it look elsewhere"),
                 ButtonKind::primary))
        ui_.emit(look.action());
      LookElsewhere said = look;
      said.word = row_word(page_);
      for (std::string& to : said.to)
        to = page_.is_of_cells(page_.attention.asked) ? cell_said(to) : token_called(to);
      if (in_words)
        paragraph(page_.context.maps.two() ? said.says(std::array{ending_of(page_, 0), ending_of(page_, 1)})
                                           : said.says());
    }
    heading(say("What if?"));
  }

  // In the words that there is room for.
  std::string take_nothing_from(const std::string& word) const {
    const float room = rest_.width() - page_.px(16);
    const std::string whole = say("Take nothing from “{word}”", {{"word", word}});
    if (ui_.width(type::control_hot, whole) <= room) return whole;
    if (page_.is_of_cells(page_.attention.asked)) return say("Take nothing from there");
    return ui_.shortened(type::control_hot, say("Nothing from “{word}”", {{"word", word}}), room);
  }

  // The two factors of the product are cells of steps before.
  void draw_how_factors_were_made() {
    const CellName* const cell = page_.cell();
    const Trace& trace = page_.trace;
    const std::optional<Product> product =
        cell == nullptr ? std::nullopt : product_of(trace, trace.at(cell->path));
    if (!product) return;
    const int number = std::clamp(page_.session.number, 0, product->inner - 1);
    const Cell left = left_cell(*product, cell->row, number), right = right_cell(*product, cell->col, number);
    const PrintedProduct printed = printed_product(trace.cell(left), trace.cell(right));
    const auto way = [&](const char* id, const Cell& of, const std::string& written) {
      const std::string& path = trace.label(of.node).path;
      const std::string step = path.substr(path.rfind('.') + 1);
      if (path != page_.path(step) || trace.tape().node(of.node).kind != Node::Kind::computed) return;
      if (button(ui_, id, button_line(), say("How {number} was made", {{"number", written}}),
                 ButtonKind::plain))
        page_.go({.altitude = Altitude::cell, .part = step, .cell = CellName{path, of.row, of.col}});
    };
    way("place/made/right", right, printed.right);
    way("place/made/left", left, printed.left);
  }

  void draw_number() {
    const CellName* const cell = page_.cell();
    if (cell == nullptr) return;
    const std::optional<float> value = page_.value(cell->path, cell->row, cell->col);
    if (!value) return;
    TypedTrial& typed = ui_.state<TypedTrial>();
    if (typed.path != cell->path) typed = {cell->path, ""};
    Area line = button_line();
    const Area press = line.cut_right(page_.px(68), page_.px(8));
    const Field field =
        text_field(ui_, "what if", line, typed.text, type::score, number_alone(*value, NumberFormat::score));
    const std::optional<float> number = typed_number(typed.text);
    const bool pressed = button(ui_, "place/try", press, say("Try"), ButtonKind::plain, number.has_value());
    if (number && (pressed || field.entered)) {
      Edit edit{.path = cell->path};
      edit.row = cell->row;
      edit.col = cell->col;
      edit.kind = Edit::Kind::set;
      edit.values = {*number};
      ui_.emit(AddEdit{edit, run_for(page_.context, edit)});
      typed.text.clear();
    }
    heading(say("What if it were"));
  }

  const Page& page_;
  Ui& ui_;
  Area rest_;
};

}  // namespace

Area draw_trial(const Page& page, const Area& margin) {
  if (shows_experiments(page)) return draw_experiment_choices(page, margin);
  if (hidden_controls(page.session).changes) return margin;
  return Trial(page, margin).draw();
}

}  // namespace headlight::place
