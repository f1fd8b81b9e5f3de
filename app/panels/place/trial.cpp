// What if: one change that can be tried where one is, what came of it in the answer, and the way back.
#include <algorithm>
#include <string>

#include "app/panels/common/interventions.h"
#include "app/panels/common/stage.h"
#include "app/panels/place/experiments.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/words/answer_marks.h"
#include "app/widgets/controls.h"
#include "core/figure/numbers.h"
#include "core/models/given.h"
#include "core/models/trace.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

struct TypedTrial {
  std::string path, text;
};

// Before and now, of the word at which the translations part or of the first one that is another now.
struct Outcome {
  int side = 0;
  std::string before, after;
  std::optional<float> chance_before, chance_after;  // of the word that was written before
};

std::vector<Outcome> outcomes_of(const Page& page) {
  std::vector<Outcome> outcomes;
  const std::array<Written, 2> both = written_of(page.context);
  const std::optional<Parting> parts = parting(page.context, both);
  for (const int side : {0, 1}) {
    const TracePtr& before = page.context.pictures.unedited(side);
    const TracePtr& now = page.context.pictures.trace(side);
    if (before == nullptr || now == nullptr) continue;
    const std::vector<std::string> was = written_words(*before), is = written_words(*now);
    std::size_t place = 0;
    while (place < std::min(was.size(), is.size()) && was[place] == is[place]) ++place;
    if (parts) place = static_cast<std::size_t>(parts->places.at(static_cast<std::size_t>(side)));
    if (place >= was.size() || place >= is.size()) continue;
    const int row = row_of_written(*now, static_cast<int>(place));
    outcomes.push_back({side, was[place], is[place], chance_before(page.context, side, row, was[place]),
                        chance_of(page.context, side, row, was[place])});
  }
  return outcomes;
}

RichText told_outcome(const Page& page, const Outcome& outcome) {
  const bool two = page.context.pictures.two();
  const Role own = !two ? Role::weights : outcome.side == 0 ? Role::first_sentence : Role::second_sentence;
  const auto number = [](std::optional<float> chance) {
    return word_run(chance ? number_alone(*chance, NumberFormat::probability) : "?");
  };
  const std::string ending = two ? ending_of(page, outcome.side) : say("Now");
  if (outcome.before == outcome.after)
    return told("{ending}: still {word}, from {before} to {after}.",
                {{"ending", word_run(ending, own)},
                 {"word", word_run(outcome.before, own)},
                 {"before", number(outcome.chance_before)},
                 {"after", number(outcome.chance_after)}});
  if (!outcome.chance_before || !outcome.chance_after)
    return told("{ending}: {before} became {after}.", {{"ending", word_run(ending, own)},
                                                       {"before", word_run(outcome.before, own)},
                                                       {"after", word_run(outcome.after, own)}});
  return told("{ending}: {before} became {after}. {word} went from {was} to {is}.",
              {{"ending", word_run(ending, own)},
               {"before", word_run(outcome.before, own)},
               {"after", word_run(outcome.after, own)},
               {"word", word_run(outcome.before, own)},
               {"was", number(outcome.chance_before)},
               {"is", number(outcome.chance_after)}});
}

// What was changed, with layers and heads as they are counted here.
std::string change_called(const Page& page, const SessionEdit& edit) {
  const Place place = place_of(edit.path);
  if (!place.layer || !place.head) return edit_words(edit, page.context);
  const HeadChoice of{attention_of(place.stack, place.attention), *place.layer, *place.head};
  const std::string head = say("Layer {layer}, {head}",
                               {{"layer", std::to_string(of.layer + 1)}, {"head", head_called(page, of)}});
  if (is_head_off(edit)) return say("{head}: switched off", {{"head", head}});
  if (!edit.row || !edit.col) return edit_words(edit, page.context);
  const Label& label = page.trace.label(page.trace.at(edit.path));
  const std::string word = page.trace.label(label.rows, *edit.row);
  if (edit.kind == Edit::Kind::swap)
    return say("{head}: in the row of “{word}” the weights of {from} and {to} changed places",
               {{"head", head},
                {"word", word},
                {"from", page.trace.label(label.cols, *edit.col)},
                {"to", page.trace.label(label.cols, edit.other)}});
  if (edit.kind == Edit::Kind::set && edit.values.size() == 1)
    return say("{head}: {word} → {other} was set to {value}",
               {{"head", head},
                {"word", word},
                {"other", page.trace.label(label.cols, *edit.col)},
                {"value", significant_text(edit.values[0], 4)}});
  return edit_words(edit, page.context);
}

class Trial {
 public:
  explicit Trial(const Page& page, const Area& margin) : page_(page), ui_(page.ui), rest_(margin) {}

  // From below, so that what stands above it keeps its place.
  Area draw() {
    if (!page_.session.edits.empty()) {
      draw_outcome();
    } else if (page_.answers() == AnswerKind::none) {
      draw_transpose();
      return rest_;  // nothing would come of it
    } else if (page_.altitude == Altitude::step && page_.node >= 0) {
      return rest_;  // of a whole step nothing is tried
    } else if (page_.altitude == Altitude::head || page_.altitude == Altitude::step) {
      draw_head_trials();
    } else if (page_.altitude == Altitude::cell) {
      draw_number();
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

  void draw_outcome() {
    const auto on = std::count_if(page_.session.edits.begin(), page_.session.edits.end(),
                                  [](const SessionEdit& edit) { return edit.on; });
    Area line = button_line();
    const float half = (line.width() - page_.px(8)) / 2;
    if (button(ui_, "place/undo", line.cut_left(half, page_.px(8)), say("Undo"), ButtonKind::plain))
      ui_.ask(Undo{});
    const bool any = on > 0;
    if (button(ui_, "place/before", line, any ? say("See before") : say("See after"), ButtonKind::plain))
      ui_.emit(SwitchEdits{!any});
    const std::vector<Outcome> outcomes = any ? outcomes_of(page_) : std::vector<Outcome>();
    for (auto each = outcomes.rbegin(); each != outcomes.rend(); ++each)
      paragraph(told_outcome(page_, *each));
    const std::size_t count = page_.session.edits.size();
    paragraph(change_called(page_, page_.session.edits.back()));
    heading(!any         ? say("Without your change")
            : count == 1 ? say("After your change")
                         : say("After your changes"));
  }

  // Turns rows and columns of weights round where they seem to be the wrong way, and back.
  void draw_transpose() {
    const auto& given = page_.trace.anatomy().given;
    if (!given || page_.context.pictures.two() || !(given->columns_add_up || given->transposed)) return;
    if (button(ui_, "transpose", button_line(), given->transposed ? say("As in the file") : say("Transpose"),
               ButtonKind::plain))
      ui_.ask(OpenModel{transposed_name(page_.session.model)});
  }

  void draw_head_trials() {
    const std::string weights = page_.path("weights");
    const Edit off = head_off(page_.path("output"));
    // Of additive attention nothing is kept by that name.
    const bool can_be_off = page_.trace.find(off.path) >= 0;
    if (can_be_off &&
        button(ui_, "place/head off", button_line(), say("Switch this head off"), ButtonKind::plain))
      ui_.emit(AddEdit{off});
    const LookElsewhere look = look_elsewhere_in_layer(page_.context, weights, page_.row);
    if (look.any()) {
      if (button(ui_, "place/look elsewhere", button_line(), say("Make it look elsewhere"),
                 ButtonKind::primary))
        ui_.emit(look.action());
      LookElsewhere said = look;
      said.word = token_called(said.word);
      for (std::string& to : said.to) {
        if (page_.is_of_cells(page_.attention.asked)) to = cell_said(to);
      }
      paragraph(said.says(page_.context.pictures.two()));
    }
    heading(say("What if?"));
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
  return Trial(page, margin).draw();
}

}  // namespace headlight::place
