// A training with its controls: curves at the left, the model at one of its kept steps at the right.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/learn/learn_lab.h"
#include "app/lessons/page.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/compared.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/platform/paths.h"
#include "core/text/say.h"

namespace headlight {
namespace {

using LiveState = LiveShown::State;

std::string whole_number(double value) {
  return value == std::round(value) ? count_text(std::lround(value)) : std::string();
}

// Below half a thousandth its digits tell a reader nothing.
std::string held_out_loss_text(double nats) {
  constexpr double least = 0.0005;
  return nats > 0 && nats < least ? "<.001" : measured_text(nats, 3);
}

// The kept steps one after another. It begins by itself where nobody has chosen a step: a lab about learning
// that opens at its end shows nothing that moves.
struct StepsOfLearning {
  bool begun = false;     // once a program
  bool runs = false;      // goes on by itself
  std::optional<int> at;  // the step that is shown instead of the session's
  double due = 0;         // the next one
  void let_go() {
    runs = false;
    at.reset();
  }
};
constexpr double seconds_a_kept_step = 0.7;

class LearnPanel : public LabPart<LearnLab, LearnStudy> {
 public:
  LearnPanel(const PanelContext& context, const Area& area)
      : LabPart(context, area),
        live_(ui_.state<LiveOnScreen>().shown),
        kind_(kind_of(settings_)),
        changes_(settings_.changes()) {}

  void draw() {
    const std::array runs{Choice{to_be_said("As it was shipped")}, Choice{to_be_said("Your own training")},
                          Choice{to_be_said("Your own text")}};
    choose_page(context_, rest_,
                yours() ? kind_.learns
                        : "A small translator, saved about twenty times while it was learning. First the "
                          "loss falls; later a head appears in which “it” looks at its noun.",
                runs, &LearnLab::run, [](LearnLab& lab) {
                  lab.seed = lab.trained().usual_seed;
                  lab.step = lab.head = lab.other_seed = -1;
                });
    play_on();
    if (text()) return draw_text_page();
    if (yours()) draw_controls();
    draw_state();
    const auto [left, right] = two_parts(ui_, rest_, 0.5F);
    draw_curves(left);
    draw_step(right);
  }

 private:
  static const LiveKind& kind_of(const LearnLab& lab) {
    return lab.run == LearnRun::shipped ? live_kinds().front() : lab.trained();
  }
  bool yours() const { return settings_.run != LearnRun::shipped; }
  bool text() const { return settings_.run == LearnRun::text; }
  // While another run is computed, what there is belongs to the one before.
  bool is_of_settings() const {
    return study_.settings.run == settings_.run &&
           (!yours() || (study_.settings.kind == settings_.kind && study_.settings.seed == settings_.seed &&
                         study_.settings.changes() == changes_));
  }
  // What runs in the window is this run.
  bool is_live() const {
    return yours() && live_ != nullptr && live_->run.kind == kind_.name &&
           live_->run.seed == settings_.seed && live_->run.changes == changes_;
  }
  // The newest that is known of it.
  const LiveRun& run() const {
    static const LiveRun none;
    if (is_live() && live_->run.points.size() > 0) return live_->run;
    return is_of_settings() ? study_.run : none;
  }
  bool works() const { return is_live() && live_->state != LiveState::paused; }

  // --- played

  StepsOfLearning& played() { return ui_.state<StepsOfLearning>(); }

  // A lesson says itself which step it is about.
  bool is_lesson_here() const {
    return !context_.session.lesson.empty() && shows_lab(on_stage(context_.session)) &&
           lab_on_stage(on_stage(context_.session)) == &LearnLab::lab_row;
  }

  void play_from(int step, bool runs) {
    StepsOfLearning& playing = played();
    playing.begun = true;
    playing.runs = runs;
    playing.at = step;
    playing.due = ui_.state().now + seconds_a_kept_step;
    ui_.state().again = true;
  }

  void play_on() {
    StepsOfLearning& playing = played();
    const auto last = static_cast<int>(study_.steps.size()) - 1;
    if (ui_.exporting() || !is_of_settings() || last < 1) return;
    if (!playing.begun && !yours() && settings_.step < 0 && !is_lesson_here())
      play_from(0, !context_.session.reduced_motion);
    if (!playing.runs || !playing.at) return;
    if (ui_.state().now >= playing.due) {
      if (*playing.at >= last) return choose_step(last);
      playing.at = *playing.at + 1;
      playing.due = ui_.state().now + seconds_a_kept_step;
      ui_.state().again = true;
    }
    ui_.state().move_at(playing.due);
  }

  void play_or_stop() {
    const StepsOfLearning& playing = played();
    const LearnStep* now = shown();
    if (now == nullptr) return;
    if (playing.runs) return choose_step(static_cast<int>(now - study_.steps.data()));
    const bool at_end = now == &study_.steps.back();
    play_from(at_end ? 0 : static_cast<int>(now - study_.steps.data()), true);
  }

  // --- what is trained, and whether

  void draw_controls() {
    std::vector<Choice> kinds;
    // The last one has a page of its own.
    for (const LiveKind& kind : live_kinds().first(live_kinds().size() - 1)) kinds.push_back({kind.title});
    // Where they do not fit side by side they have rows of their own.
    const float wide = choices_width(ui_, kinds), seen = seen_width(ui_, rest_);
    Area all;
    if (wide > seen) {
      all = rest_.cut_top(choices_height(ui_, kinds, seen, ui_.px(32)), ui_.px(8));
      all.right = std::min(all.right, all.left + seen);
    }
    ControlRows row(ui_, rest_, ui_.finger(34), ui_.px(8));
    if (wide <= seen) all = button_place(ui_, row.next(wide, 0));
    choose_setting(context_, all, kinds, &LearnLab::kind, [](LearnLab& lab) {
      lab.seed = lab.trained().usual_seed;
      lab.other_seed = lab.step = lab.head = -1;
    });
    const std::array starts{Choice{to_be_said("heads differ")}, Choice{to_be_said("two equal")},
                            Choice{to_be_said("equal but for W_O")}};
    choose_setting(context_,
                   button_place(ui_, row.next(choices_width(ui_, starts), wide <= seen ? ui_.px(20) : 0)),
                   starts, &LearnLab::equal_heads, [](LearnLab& lab) { lab.step = lab.head = -1; });
    draw_seed(row, &LearnLab::seed, "seed ", [before = settings_.seed](LearnLab& lab) {
      // What was looked at stays beside it.
      lab.other_seed = before;
      lab.step = lab.head = -1;
    });
    draw_start(row);
  }

  RunTraining asked(int steps = 0, bool again = false) const {
    RunTraining request{kind_.name, settings_.seed, changes_.equal_heads, steps, nullptr, again};
    if (text()) request.own = std::make_shared<const OwnText>(changes_.own);
    return request;
  }

  void draw_start(ControlRows& row) {
    if (ui_.exporting()) return;
    const bool done = run().done() && run().steps > 0;
    const std::string label = works() ? "Pause" : run().step > 0 && !done ? "Go on" : "Start";
    const Area start = button_place(ui_, row.next(button_width(ui_, "Go on"), ui_.px(20)));
    const bool can = !text() || !is_of_settings() || study_.vocabulary > 0;
    if (button(ui_, "learn/start", start, label, ButtonKind::primary, works() || (!done && can))) {
      if (works())
        ask(PauseTraining{});
      else
        ask(asked());
    }
    if (text()) {
      const std::string again = say("Begin again");
      if (button(ui_, "learn/again", button_place(ui_, row.next(button_width(ui_, again), ui_.px(8))), again,
                 ButtonKind::plain, run().step > 0))
        ask(asked(0, true));
      return;
    }
    for (const int steps : {1, 25}) {
      const std::string says = steps == 1 ? say("One step") : say("{n} steps", {{"n", count_text(steps)}});
      const Area place = button_place(ui_, row.next(button_width(ui_, says), ui_.px(8)));
      if (button(ui_, "learn/steps/" + std::to_string(steps), place, says, ButtonKind::plain,
                 !works() && !done))
        ask(asked(steps));
    }
  }

  void draw_seed(ControlRows& row, int LearnLab::*seed, const std::string& name,
                 const Also<LearnLab>& also = nullptr) {
    const Area place =
        button_place(ui_, row.next(stepper_width(ui_, name + std::to_string(most_learn_seed)), ui_.px(16)));
    step_setting(context_, place, seed, {name + std::to_string(settings_.*seed)}, also);
  }

  void ask(const Request& request) { context_.ui.state<WidgetState>().requests.push_back(request); }

  // How far it is, or what is wrong.
  void draw_state() {
    const float seen = seen_width(ui_, rest_);
    const std::string error = yours() && live_ != nullptr && !live_->error.empty() ? live_->error
                              : is_of_settings()                                   ? study_.error
                                                                                   : std::string();
    if (!error.empty()) {
      rest_.cut_top(ui_.wrapped(rest_, type::label_hot, c_.error, error, ui_.px(18)) + ui_.px(6));
      return;
    }
    const float tall = std::max(ui_.px(22), ui_.wrapped_height(type::label, state_text(), seen, ui_.px(20)));
    Area line = rest_.cut_top(tall, ui_.px(6));
    line.right = line.left + seen;
    ui_.wrapped(line, type::label, c_.text_2, state_text(), ui_.px(20));
  }

  std::string state_text() const {
    if (is_live() && live_->state == LiveState::preparing)
      return say("Making the examples and the random first weights ...");
    const LiveRun& of = run();
    if (of.steps == 0) return yours() ? say("Nothing has been trained with this seed. Press Start.") : "";
    const NamedValue seed{"seed", std::to_string(of.seed)}, n{"n", count_text(of.step)},
        all{"all", count_text(of.steps)};
    const NamedValue happens{"happens", kind_.counts}, share{"share", share_alone(head_appears_at)};
    const std::optional<int> step = of.head_appeared();
    if (text())
      return works() && live_->steps_a_second > 0
                 ? say("Seed {seed}, {n} of {all} steps, {pace} steps a second.",
                       {seed,
                        n,
                        all,
                        {"pace", significant_text(static_cast<float>(live_->steps_a_second), 2)}})
                 : say("Seed {seed}, {n} of {all} steps.", {seed, n, all});
    const std::string two = two_heads_text();
    if (!two.empty()) return paragraph({say("Seed {seed}, {n} of {all} steps.", {seed, n, all}), two});
    return paragraph(
        {works() && live_->steps_a_second > 0
             ? say("Seed {seed}, {n} of {all} steps, {pace} steps a second.",
                   {seed, n, all, {"pace", significant_text(static_cast<float>(live_->steps_a_second), 2)}})
             : say("Seed {seed}, {n} of {all} steps.", {seed, n, all}),
         step ? say("By step {step} there is a head in which {happens} in {share} of the examples or more.",
                    {{"step", count_text(*step)}, happens, share})
              : say("There is no head yet in which {happens} in {share} of the examples or more.",
                    {happens, share})});
  }

  bool equal() const { return changes_.equal_heads != EqualHeads::none; }

  // --- a text of one's own

  void draw_text_page() {
    {
      ControlRows row(ui_, rest_, ui_.finger(34), ui_.px(6));
      text_settings(context_, row);
      draw_seed(row, &LearnLab::seed, "seed ", [](LearnLab& lab) { lab.step = lab.head = -1; });
      draw_start(row);
    }
    draw_state();
    auto [left, right] = two_parts(ui_, rest_, 0.46F);
    const LiveRun& of = run();
    const bool trains = !of.points.empty();
    text_to_learn(context_, trains ? left.cut_top(std::round(left.height() * 0.36F), ui_.px(10)) : left,
                  study_);
    if (trains) draw_loss(left, of);
    const LearnStep* at = shown();
    if (at == nullptr) return;
    draw_slider(right, *at);
    // The newest it wrote stand there while it learns, kept or not.
    const bool newest = at == &study_.steps.back();
    Area written = right.cut_top(std::round(right.height() * 0.46F), ui_.px(8));
    lines_written(context_, written, of, newest ? of.step : at->step);
    draw_heads(right, *at, study_.head());
    draw_row(right, *at);
  }

  // What is learned and what is held out part where it learns by heart.
  void draw_loss(Area area, const LiveRun& of) {
    cut_without(ui_, study_.without, area);
    std::vector<PlotSeries> losses{series(of, kind_.training, c_.text_2, &LivePoint::training_loss),
                                   series(of, "held-out", c_.second_sentence, &LivePoint::held_out_loss)};
    const double end = std::max(1, of.steps);
    if (study_.vocabulary > 0 && is_of_settings()) {
      PlotSeries guess{.name = "a guess", .colour = c_.text_3, .kind = PlotSeries::Kind::dashed};
      guess.thickness = 1;
      for (const double x : {0.0, end}) guess.points.push_back({x, std::log(study_.vocabulary)});
      losses.push_back(std::move(guess));
    }
    const PlotAxis across{.title = "training step", .from = 0, .to = end, .label = whole_number};
    PlotAxis loss =
        fitted_axis({.title = say("loss / nats a {word}", {{"word", std::string(kind_.loss_of)}})}, losses);
    loss.from = 0;
    const LearnStep* at = shown();
    const auto mark =
        at == nullptr ? std::nullopt : std::optional(PlotMark{static_cast<double>(at->step), ""});
    follow(plot(ui_, "learn/loss", area, across, loss, losses, mark,
                plot_margins(ui_, area.height(), across, loss, losses)));
  }

  // How far the two that began equal have come apart, at the step that is shown.
  std::string two_heads_text() const {
    const LearnStep* at = shown();
    const auto layer = static_cast<std::size_t>(study_.layer());
    if (!equal() || at == nullptr || layer >= at->apart.size()) return "";
    const NamedValue steps{"steps",
                           say(several(at->step, "{n} step", "{n} steps"), {{"n", count_text(at->step)}})};
    const NamedValue amount{"amount", fixed_text(static_cast<float>(at->apart[layer]), 6)};
    constexpr double rounding = 1e-3;
    return at->apart[layer] < rounding
               ? say("After {steps} the two heads give the same weights, but for rounding: {amount} apart at "
                     "most.",
                     {steps, amount})
               : say("After {steps} the weights of the two heads are up to {amount} apart.",
                     {steps, {"amount", fixed_text(static_cast<float>(at->apart[layer]), 2)}});
  }

  // --- the curves

  static PlotSeries series(const LiveRun& run, const char* name, Rgb colour, double LivePoint::*value) {
    PlotSeries series{.name = name, .colour = colour};
    for (const LivePoint& point : run.points)
      if (std::isfinite(point.*value))
        series.points.push_back({static_cast<double>(point.step), point.*value});
    return series;
  }

  // Of the second run: the same, thin.
  void add_other(std::vector<PlotSeries>& to, Rgb colour, double LivePoint::*value) const {
    if (!other()) return;
    PlotSeries line = series(*other(), "", colour, value);
    line.kind = PlotSeries::Kind::dashed;
    line.thickness = 1;
    line.named_at_end = false;
    line.name = say("seed {n}", {{"n", std::to_string(other()->seed)}});
    to.push_back(std::move(line));
  }
  const std::optional<LiveRun>& other() const {
    static const std::optional<LiveRun> none;
    return is_of_settings() ? study_.other : none;
  }

  // One wide and one dashed upon it: while they are equal, both are seen.
  void add_two_heads(std::vector<PlotSeries>& to, const LiveRun& run) const {
    const auto first = static_cast<std::size_t>(study_.layer() * study_.heads_a_layer);
    for (std::size_t head = first; head < first + 2; ++head) {
      PlotSeries line{.name = study_.head_name(static_cast<int>(head)), .colour = c_.ink};
      for (const LivePoint& point : run.points)
        if (head < point.heads_right.size())
          line.points.push_back({static_cast<double>(point.step), point.heads_right[head]});
      line.thickness = head == first ? 6 : 2;
      if (head == first) line.colour = c_.second_sentence;
      if (head > first) line.kind = PlotSeries::Kind::dashed;
      to.push_back(std::move(line));
    }
  }

  // Where the head has appeared.
  static void add_appeared(std::vector<PlotSeries>& to, const LiveRun& run, Rgb colour) {
    const std::optional<int> step = run.head_appeared();
    if (!step) return;
    PlotSeries dot{
        .name = "the head appears", .colour = colour, .kind = PlotSeries::Kind::dots, .thickness = 6};
    dot.points.push_back({static_cast<double>(*step), run.at(*step)->head_right});
    dot.named_at_end = false;
    dot.labels = {say("step {n}", {{"n", count_text(*step)}})};
    to.push_back(std::move(dot));
  }

  void draw_curves(Area area) {
    cut_without(ui_, study_.without, area);
    draw_second_run(area);
    const LiveRun& of = run();
    if (of.points.empty()) return;
    std::vector<PlotSeries> losses{series(of, kind_.training, c_.text_2, &LivePoint::training_loss),
                                   series(of, "held-out", c_.second_sentence, &LivePoint::held_out_loss)};
    std::vector<PlotSeries> shares{series(of, kind_.right, c_.first_sentence, &LivePoint::right)};
    if (equal())
      add_two_heads(shares, of);
    else
      shares.push_back(series(of, kind_.head_does, c_.weights, &LivePoint::head_right));
    add_other(losses, c_.second_sentence, &LivePoint::held_out_loss);
    add_other(shares, c_.first_sentence, &LivePoint::right);
    if (!equal()) add_other(shares, c_.weights, &LivePoint::head_right);
    if (!equal()) add_appeared(shares, of, c_.weights);
    if (other() && !equal()) add_appeared(shares, *other(), c_.weights);
    const double end = std::max(1, of.steps);
    const PlotAxis upper{.name = "step", .from = 0, .to = end, .label = whole_number};
    const PlotAxis lower{.title = "training step", .from = 0, .to = end, .label = whole_number};
    PlotAxis loss =
        fitted_axis({.title = say("loss / nats a {word}", {{"word", std::string(kind_.loss_of)}})}, losses);
    loss.from = 0;
    const PlotAxis share{.title = "share of held-out examples", .from = 0, .to = 1.05};
    const float half = std::round(area.height() * 0.45F);
    const PlotMargins margins = plot_margins(ui_, half, upper, loss, losses) |
                                plot_margins(ui_, area.height() - half, lower, share, shares);
    const LearnStep* at = shown();
    const auto mark =
        at == nullptr ? std::nullopt : std::optional(PlotMark{static_cast<double>(at->step), ""});
    follow(plot(ui_, "learn/loss", area.cut_top(half), upper, loss, losses, mark, margins));
    follow(plot(ui_, "learn/share", area, lower, share, shares, mark, margins));
  }

  // Beside it the curves of another seed.
  void draw_second_run(Area& area) {
    if (ui_.exporting()) return;
    ControlRows row(ui_, area, ui_.px(30), ui_.px(6));
    const bool on = settings_.other_seed >= 0;
    const bool can = yours() || *kind_.second != '\0';
    if (!can) return;
    const Area place = row.next(toggle_width(ui_), 0);
    const int seed = settings_.seed;
    turn_setting(context_, place, &LearnLab::other_seed, !yours() ? 0 : seed > 0 ? seed - 1 : seed + 1, -1);
    if (!on || !yours()) {
      const Area text = row.next(row.room() - ui_.px(10), ui_.px(10));
      return line_of_text(
          ui_, text, type::label, c_.text_2,
          on && other()
              ? joined({say("for comparison, dashed: seed {seed}", {{"seed", std::to_string(other()->seed)}}),
                        other_appeared()})
              : say("compare another seed"));
    }
    draw_seed(row, &LearnLab::other_seed, "for comparison, dashed: seed ");
    line_of_text(ui_, row.next(std::max(0.0F, row.room() - ui_.px(10)), ui_.px(10)), type::label, c_.text_2,
                 !other() ? say("not trained yet") : other_appeared());
  }

  // When the head of the second run appeared.
  std::string other_appeared() const {
    const std::optional<int> step = other()->head_appeared();
    return step ? say("head by step {n}", {{"n", count_text(*step)}}) : say("no head yet");
  }

  // The kept step that is nearest to where the mouse went.
  void follow(const PlotTouch& touch) {
    if (!touch.clicked_x || !is_of_settings() || study_.steps.empty()) return;
    const auto nearest =
        std::min_element(study_.steps.begin(), study_.steps.end(), [&](const auto& a, const auto& b) {
          return std::fabs(a.step - *touch.clicked_x) < std::fabs(b.step - *touch.clicked_x);
        });
    choose_step(static_cast<int>(nearest - study_.steps.begin()));
  }
  void stop() {
    played().runs = false;
    played().at.reset();
  }
  void choose_step(int step) {
    stop();
    if (step != settings_.step) change([&](LearnLab& lab) { lab.step = step; });
  }

  // --- one step

  const LearnStep* shown() const {
    if (!is_of_settings()) return nullptr;
    const std::optional<int> at = ui_.exporting() ? std::nullopt : ui_.state<StepsOfLearning>().at;
    const bool there = at && *at >= 0 && *at < static_cast<int>(study_.steps.size());
    return there ? &study_.steps[static_cast<std::size_t>(*at)] : study_.shown();
  }

  void draw_step(Area area) {
    const LearnStep* at = shown();
    if (at == nullptr) return;
    const int head = study_.head();
    draw_slider(area, *at);
    draw_heads(area, *at, head);
    const LivePoint* point = run().at(at->step);
    if (point != nullptr) {
      const std::array figures{KeyFigure{"held-out loss, nats", held_out_loss_text(point->held_out_loss)},
                               KeyFigure{kind_.right, share_alone(point->right)},
                               KeyFigure{kind_.head_does, share_alone(point->head_right)}};
      area.cut_top(figures_row(ui_, area, figures) + ui_.px(6));
    }
    const std::string writes = say("it writes “{words}”", {{"words", at->writes}});
    const float lines =
        std::min(ui_.px(44), ui_.wrapped_height(type::label, writes, area.width(), ui_.px(20)) + ui_.px(4));
    if (area.height() > 4 * lines) {
      ui_.wrapped(area.cut_bottom(lines), type::label, c_.text_2, writes, ui_.px(20));
    } else {
      line_of_text(ui_, area.cut_bottom(ui_.px(24)), type::label, c_.text_2, writes);
    }
    if (!study_.instead_of.empty()) {
      const std::string says =
          say("This small model does not know all words of “{words}”, so it reads “{others}”.",
              {{"words", study_.instead_of}, {"others", study_.text}});
      area.cut_top(ui_.wrapped(area, type::caption, c_.text_2, says, ui_.px(16)) + ui_.px(4));
    }
    draw_row(area, *at);
  }

  // The row of weights that is followed.
  void draw_row(Area area, const LearnStep& step) {
    const LearnStep* const at = &step;
    const int head = study_.head();
    if (area.height() < ui_.px(60)) return;
    const std::string word = study_.words.at(study_.row);
    line_of_text(
        ui_, area.cut_top(ui_.px(24)), type::section, c_.ink,
        say("“{word}” in {head}, after {steps}",
            {{"word", word},
             {"head", study_.head_name(head)},
             {"steps", say(several(at->step, "{n} step", "{n} steps"), {{"n", count_text(at->step)}})}}));
    ShareBars bars{.labels = study_.words, .series = {}, .hot = study_.row};
    bars.series.push_back({"weight", c_.weights, at->rows.at(head)});
    share_bars(ui_, "learn/row", area, bars);
  }

  // The kept steps, and the model of this one on the stage: alone, or beside the first.
  void draw_slider(Area& area, const LearnStep& at) {
    ControlRows row(ui_, area, number_slide_height(ui_), ui_.px(8));
    const auto last = static_cast<int>(study_.steps.size()) - 1;
    if (!ui_.exporting() && last > 0) {
      const Area place = button_place(ui_, row.next(button_width(ui_, "Pause"), 0));
      if (button(ui_, "learn/play", place, played().runs ? "Pause" : "Play", ButtonKind::primary))
        play_or_stop();
    }
    const std::string alone = "Show on the stage", both = "Before and after";
    const std::string keep = "Keep";
    const bool keeps = yours();
    const float buttons = button_width(ui_, alone) + button_width(ui_, both) + ui_.px(8 + 20) +
                          (keeps ? button_width(ui_, keep) + ui_.px(8) : 0);
    const float apart = ui_.exporting() || last == 0 ? 0 : ui_.px(16);
    const float room = row.room() - apart - (ui_.exporting() ? 0 : buttons);
    // A key stops it, at the first step too, where one to the left leads nowhere.
    if (played().runs && ui_.nudges("slide/" + setting_id(settings_, &LearnLab::step)) < 0 &&
        &at == &study_.steps.front())
      choose_step(0);
    const Area track = row.next(room < ui_.px(150) ? row.room() - apart : room, apart);
    slide_setting(context_, track, &LearnLab::step,
                  {.label = "saved step",
                   .text = count_text(at.step),
                   .highest = last,
                   .in_force = static_cast<double>(&at - study_.steps.data()),
                   .usual = last},
                  [this](LearnLab&) { stop(); });
    if (ui_.exporting()) return;
    if (button(ui_, "learn/stage", button_place(ui_, row.next(button_width(ui_, alone), ui_.px(20))), alone,
               ButtonKind::plain))
      show_on_stage(at, nullptr);
    const LearnStep& first = study_.steps.front();
    if (button(ui_, "learn/both", button_place(ui_, row.next(button_width(ui_, both), ui_.px(8))), both,
               ButtonKind::plain, at.step != first.step))
      show_on_stage(at, &first);
    if (keeps && button(ui_, "learn/keep", button_place(ui_, row.next(button_width(ui_, keep), ui_.px(8))),
                        keep, ButtonKind::plain))
      ask(KeepModelFolder{at.folder.string(), std::string(kind_.name) + "-seed-" +
                                                  std::to_string(settings_.seed) + "-" +
                                                  live_step_name(at.step)});
  }

  void draw_heads(Area& area, const LearnStep& at, int chosen) {
    Area row = area.cut_top(ui_.px(84), ui_.px(8));
    const float side = ui_.px(60);
    for (std::size_t i = 0; i < at.heads.size(); ++i) {
      const std::string name = study_.head_name(static_cast<int>(i));
      const float wide = std::max(side, ui_.width(type::caption_hot, name)) + ui_.px(6);
      if (row.width() < wide) break;
      const Area place = row.cut_left(wide, ui_.px(10));
      const bool hot = static_cast<int>(i) == chosen;
      if (ui_.press("learn/head/" + std::to_string(i), place, {.radius = ui_.px(4)}).clicked)
        change([&](LearnLab& lab) { lab.head = static_cast<int>(i); });
      const Area picture =
          Area::at(std::round(place.middle_x() - side / 2), place.top + ui_.px(2), side, side);
      thumbnail(ui_, at.heads[i], picture);
      if (hot) ui_.outline(picture.outset(ui_.px(2)), c_.ink, ui_.px(2), ui_.px(2));
      ui_.text({place.left, picture.bottom + ui_.px(2), place.right, place.bottom}, Align::centre,
               hot ? type::caption_hot : type::caption, hot ? c_.ink : c_.text_2, name);
    }
  }

  // A folder among the shipped models is known by its name there.
  static std::string model_name(const std::filesystem::path& folder) {
    const std::filesystem::path shipped = assets_folder() / "models";
    const auto name = folder.lexically_relative(shipped).generic_string();
    return name.empty() || name.starts_with("..") ? folder.string() : name;
  }

  void show_on_stage(const LearnStep& at, const LearnStep* before) {
    Session session = context_.session;
    session.model = model_name(at.folder);
    session.runs = {{study_.text}, {}};
    if (before != nullptr) session.runs = {{study_.text, model_name(before->folder)}, {study_.text}};
    session.pair = {};
    session.edits.clear();
    session.altitude.reset();
    session.view = kind_.row[0] == '\0' && before == nullptr ? ViewKind::heads : ViewKind::lines;
    session.attention = study_.reads;
    session.layer = study_.head() / study_.heads_a_layer;
    session.head = study_.head() % study_.heads_a_layer;
    session.heads_shown = HeadsShown::one;
    session.part = "weights";
    session.step.clear();
    session.trail.clear();
    select_only(session, study_.row);
    session.side = 0;
    session.sides = before != nullptr ? Sides::difference : Sides::one;
    ui_.emit(OpenSession{std::move(session)});
  }

  const LiveShownPtr& live_;
  const LiveKind& kind_;
  const LiveChanges changes_;  // of a training of one's own
};

void draw_learn(const PanelContext& context, const Area& area) { draw_lab<LearnPanel>(context, area); }

// --- before a class

std::string in_percent(double share) { return fixed_text(static_cast<float>(100 * share), 0) + " %"; }

std::optional<ClassPicture> learn_for_class(const PanelContext& context) {
  const auto* const study = result_of<LearnStudy>(context);
  if (study == nullptr || study->kind == nullptr || study->run.points.empty()) return {};
  const Palette& c = context.ui.colours();
  const LiveKind& kind = *study->kind;
  PlotSeries right{.name = say("the answer"), .colour = c.first_sentence};
  PlotSeries head{.name = say("the head"), .colour = c.weights};
  for (const LivePoint& point : study->run.points) {
    right.points.push_back({static_cast<double>(point.step), point.right});
    head.points.push_back({static_cast<double>(point.step), point.head_right});
  }
  const LearnStep* const step = study->shown();
  const LivePoint& at = step == nullptr || study->run.at(step->step) == nullptr ? study->run.points.back()
                                                                                : *study->run.at(step->step);
  return ClassPicture{
      .shows = ClassCurves{{.title = say("training steps"),
                            .from = 0,
                            .to = static_cast<double>(std::max(1, study->run.steps))},
                           {.title = say("share that is right"), .from = 0, .to = 1},
                           {right, head},
                           at.step},
      .says = say("After {step} steps: {of} {right}, {does} {head}.", {{"step", count_text(at.step)},
                                                                       {"of", kind.right},
                                                                       {"right", in_percent(at.right)},
                                                                       {"does", kind.head_does},
                                                                       {"head", in_percent(at.head_right)}})};
}

constexpr std::array<LabPanel::ForClass::Set, 3> learn_steps{
    [](const PanelContext&, Labs& labs) { labs.get<LearnLab>().step = 0; },
    [](const PanelContext&, Labs& labs) { labs.get<LearnLab>().step = 3; },
    [](const PanelContext&, Labs&) {}};

std::optional<LabPanel::Said> said_of_own_text(const Labs& labs) {
  if (labs.get<LearnLab>().run != LearnRun::text) return {};
  return LabPanel::Said{"Your own words",
                        "Choose a text or paste one, and press Start. Then read what the model writes, and "
                        "what of it stands in the text."};
}

}  // namespace

constinit const LabPanel LearnLab::panel_row{
    .lab = &lab_row,
    .draw = draw_learn,
    .help =
        "A small model while it learns: its loss, how much it gets right, and when a head appears. Choose a "
        "step, or train your own with another seed.",
    .words =
        "training train watch learn live seed checkpoint loss curve held-out emergence induction head phase "
        "change before after",
    .tall = 504,
    .upright = 1100,
    .margin = {"Watch it learn", "Click a step on the curves, or play them from the first one.",
               "Go to the first step", [](const PanelContext&, Labs& labs) { labs.get<LearnLab>().step = 0; },
               said_of_own_text},
    .for_class = {learn_for_class, learn_steps},
};

}  // namespace headlight
