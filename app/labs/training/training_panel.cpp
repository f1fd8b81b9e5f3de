// The lab on training: its pages, and what is taught.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "app/labs/training/training_lab.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/lab_board.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

using TrainingView = LabView<TrainingLab, TrainingStudy>;

// A heading of a part of the page; returns what is left below it.
Area training_section(const TrainingView& view, Area area, const std::string& title) {
  line_of_text(view.ui, area.cut_top(view.ui.px(26)), type::section, view.c.ink, title);
  return area;
}

// Some steps of gradient descent on the sentence: its loss, held-out sentences, one weight.

std::string loss_text(double nats) { return measured_text(nats, 3); }

std::string whole_step(double value) {
  return value == std::round(value) ? count_text(std::lround(value)) : std::string();
}

// What the steps did, in words.
std::string verdict(const TrainingDescent& descent) {
  const TrainingDescent::Step& first = descent.steps.front();
  const TrainingDescent::Step& last = descent.steps.back();
  if (descent.diverged) return say("The steps are too large: the loss is no longer a number.");
  if (descent.steps.size() < 2) return say("No step yet. Move “steps”.");
  const bool fell = last.loss < first.loss;
  if (last.held_out.words == 0)
    return fell ? say("The loss on this sentence fell. This model has too few words for held-out sentences.")
                : say("The loss on this sentence rose because the steps are too large. This model has too "
                      "few words for held-out sentences.");
  if (last.held_out.nats > first.held_out.nats)
    return fell ? say("The loss on this sentence fell, but on held-out sentences it rose: the model has "
                      "forgotten some of what it could do.")
                : say("The loss on this sentence rose because the steps are too large, and so did the loss "
                      "on held-out sentences.");
  return fell ? say("The loss on this sentence fell; on held-out sentences it did not rise.")
              : say("The loss on this sentence rose because the steps are too large; on held-out sentences "
                    "it did not rise.");
}

void draw_losses(const TrainingView& view, Area area) {
  Ui& ui = view.ui;
  const Palette& c = view.c;
  const TrainingDescent& descent = *view.study.descent;
  const TrainingDescent::Step& first = descent.steps.front();
  const TrainingDescent::Step& last = descent.steps.back();
  std::vector<KeyFigure> figures{
      {"this sentence, nats a word", loss_text(first.loss) + " → " + loss_text(last.loss)}};
  if (first.held_out.words > 0) {
    figures.push_back({say(several(descent.sentences(), "{n} held-out sentence", "{n} held-out sentences"),
                           {{"n", count_text(descent.sentences())}}),
                       loss_text(first.held_out.nats) + " → " + loss_text(last.held_out.nats)});
    figures.push_back(
        {"their words right", share_alone(first.held_out.right) + " → " + share_alone(last.held_out.right)});
  }
  area.cut_top(figures_row(ui, area, figures) + ui.px(6));
  const std::string says = verdict(descent);
  const float line = ui.px(18);
  const float tall = ui.wrapped_height(type::body, says, area.width(), line);
  ui.wrapped(area.cut_top(tall, ui.px(8)), type::body, c.ink, says, line);
  if (!descent.wrote.empty()) {
    Area foot = area.cut_bottom(ui.px(44));
    const bool same = descent.wrote == descent.writes;
    line_of_text(ui, foot.cut_top(ui.px(20)), type::label, c.text_2,
                 say("it wrote: {words}", {{"words", descent.wrote}}));
    line_of_text(ui, foot.cut_top(ui.px(20)), same ? type::label : type::label_hot, c.ink,
                 same ? say("and writes the same now")
                      : say("now it writes: {words}",
                            {{"words", descent.writes.empty() ? say("nothing") : descent.writes}}));
  }
  PlotSeries own{.name = "this sentence", .colour = c.weights};
  PlotSeries others{.name = "held-out", .colour = c.second_sentence};
  others.kind = PlotSeries::Kind::dashed;
  for (const TrainingDescent::Step& step : descent.steps) {
    if (std::isfinite(step.loss)) own.points.push_back({static_cast<double>(step.step), step.loss});
    if (step.held_out.words > 0 && std::isfinite(step.held_out.nats))
      others.points.push_back({static_cast<double>(step.step), step.held_out.nats});
  }
  std::vector<PlotSeries> series{own};
  if (!others.points.empty()) series.push_back(others);
  PlotAxis y = fitted_axis({.title = "loss / nats a word"}, series);
  y.from = 0;
  const double end = std::max(1, static_cast<int>(descent.steps.size()) - 1);
  const PlotTouch touch = plot(ui, "training/steps", area,
                               {.title = "steps", .from = 0, .to = end, .label = whole_step}, y, series);
  (void)touch;
}

// The tensor that is followed, one on or back in the order of their gradients.
void choose_tensor(const TrainingView& view, const Area& row) {
  std::vector<std::string> names;
  for (const auto& each : view.study.reading->tensors) names.push_back(each.name);
  const std::string text =
      view.ui.shortened(type::label_hot, view.study.tensor, row.width() - view.ui.px(70));
  step_among(
      view.context, row, text, names, &TrainingLab::tensor, [](TrainingLab& lab) { lab.row = lab.col = -1; },
      view.study.tensor);
}

// Of the map's rows that of the weight that is followed.
int chosen_row(const TrainingStudy& study) {
  return static_cast<int>(std::find(study.rows.begin(), study.rows.end(), study.row) - study.rows.begin());
}

void draw_weight(const TrainingView& view, Area area) {
  Ui& ui = view.ui;
  const Palette& c = view.c;
  const TrainingStudy& study = view.study;
  if (!ui.exporting()) choose_tensor(view, area.cut_top(ui.px(32)));
  area.cut_top(ui.px(8));
  const double after = static_cast<double>(study.weight) -
                       static_cast<double>(view.lab.rate) * static_cast<double>(study.gradient);
  const std::string name =
      "w[" + study.map->row_label(chosen_row(study)) + ", " + std::to_string(study.col) + "]";
  const std::array figures{KeyFigure{name, value_text(study.weight)},
                           KeyFigure{"its gradient ∂L/∂w", significant_text(study.gradient, 3)},
                           KeyFigure{"measured: ΔL / Δw", measured_text(study.slope(), 3)},
                           KeyFigure{"after one step", fixed_text(static_cast<float>(after), 4)}};
  area.cut_top(figures_row(ui, area, figures) + ui.px(4));
  const std::string says =
      say("measured by moving this one weight by ±{step} and computing the loss again: {one} and {other}. "
          "Click a cell of the map to choose another.",
          {{"step", significant_text(training_nudge, 2)},
           {"one", measured_text(study.down, 5)},
           {"other", measured_text(study.up, 5)}});
  const float line = ui.px(17);
  ui.wrapped(area.cut_top(ui.wrapped_height(type::caption, says, area.width(), line)), type::caption,
             c.text_2, says, line);
  area.cut_top(ui.px(12));
  stage::Cells cells{.map = study.map, .under = {"∂L/∂w"}};
  cells.look.row_labels = true;
  cells.followed = true;
  cells.row = chosen_row(study);  // it has its name wherever there is no room for all
  cells.touched = [&](const HeatmapTouch& touch, const Area&) {
    if (!touch.clicked) return;
    view.change([&](TrainingLab& lab) {
      lab.tensor = study.tensor;
      lab.row = study.rows.at(touch.clicked->row);
      lab.col = study.columns.at(touch.clicked->column);
    });
  };
  stage::show_matrix(ui, area, {.id = "training/gradient", .look = std::move(cells)},
                     {.most_wide = area.width() / ui.scale(), .most_tall = 24});
}

void draw_training_steps(const TrainingView& view, Area area) {
  if (view.study.descent == nullptr || view.study.map == nullptr) return;
  const auto [left, right] = two_parts(view.ui, area, 0.5F);
  draw_losses(view, training_section(view, left,
                                     say(several(std::ssize(view.study.descent->steps) - 1,
                                                 "{n} step on this sentence", "{n} steps on this sentence"),
                                         {{"n", count_text(view.study.descent->steps.size() - 1)}})));
  draw_weight(view, training_section(view, right, "One weight and its gradient"));
}

// The loss of every word of the sentence, and the gradient of one word's logits.

std::string nats_text(double nats) { return fixed_text(static_cast<float>(nats), 3); }

// A probability whose logarithm is taken: `digits` significant ones where three decimals would leave nothing.
std::string logarithm_of(double p, int digits) {
  constexpr double least = 0.001;
  if (p <= 0 || p >= least) return fixed_text(static_cast<float>(p), 3);
  const int decimals = digits - 1 - static_cast<int>(std::floor(std::log10(p)));
  constexpr int most = 7;  // what needs more is written with powers of ten
  return decimals > most ? significant_text(static_cast<float>(p), digits)
                         : fixed_text(static_cast<float>(p), decimals);
}

// A row for each word asked: what it is given, what comes next, how likely that was, what it costs.
class LossRows {
 public:
  LossRows(const TrainingView& view, const Area& area)
      : view_(view), ui_(view.ui), c_(view.c), words_(view.study.reading->words), area_(area) {
    const float wide = area.width();
    columns_ = {area.left, area.left + std::round(wide * 0.24F), area.left + std::round(wide * 0.48F),
                area.right - ui_.px(144), area.right - ui_.px(62)};
  }

  void draw() {
    const Area head = area_.cut_top(ui_.px(22));
    name(head, 0, 1, "given");
    name(head, 1, 2, "comes next");
    name(head, 2, 3, "its probability p");
    ui_.text({columns_[4], head.top, area_.right, head.bottom}, Align::right, type::caption, c_.text_2,
             "−ln\u00a0p, nats");
    const Area foot = area_.cut_bottom(std::max(
        ui_.px(46), ui_.px(8) + ui_.wrapped_height(type::body, total(0), area_.width(), ui_.px(18))));
    // As many rows as there is room for, around the one that is followed.
    const float least = ui_.px(22);
    const auto all = static_cast<int>(words_.size());
    if (const float turned = ui_.wheel(area_); turned != 0) {
      const int to = std::clamp(static_cast<int>(view_.study.followed) + (turned < 0 ? 1 : -1), 0, all - 1);
      view_.change([&](TrainingLab& lab) { lab.place = words_[to].place; });
    }
    const int room = std::max(1, static_cast<int>(area_.height() / least));
    const int shown = std::min(all, room);
    const int first = std::clamp(static_cast<int>(view_.study.followed) - shown / 2, 0, all - shown);
    const float tall = std::min(ui_.px(30), std::floor(area_.height() / static_cast<float>(shown)));
    for (int i = first; i < first + shown; ++i) row(area_.cut_top(tall), static_cast<std::size_t>(i));
    ui_.wrapped({foot.left, foot.top + ui_.px(8), foot.right, foot.bottom}, type::body, c_.ink, total(shown),
                ui_.px(18));
  }

 private:
  void name(const Area& head, std::size_t from, std::size_t to, const char* text) {
    ui_.text({columns_[from], head.top, columns_[to], head.bottom}, Align::left, type::caption, c_.text_2,
             text);
  }

  void row(const Area& area, std::size_t i) {
    const WordLoss& word = words_[i];
    const bool followed = i == view_.study.followed;
    const Touch touch = ui_.item("training/word/" + std::to_string(i), area);
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip(RichText(say(
          "most likely here: “{word}”, {p}",
          {{"word", best_word(word)}, {"p", probability_text(static_cast<float>(word.best_probability))}})));
    }
    if (touch.focused) ui_.focus_ring(area.inset(ui_.px(1)), ui_.px(3));
    if (followed) ui_.fill(area, c_.focus_band, ui_.px(3));
    if (touch.clicked) view_.change([&](TrainingLab& lab) { lab.place = word.place; });
    const Ui::Pieces told(ui_,
                          ToldNumber{view_.study.next_word(word),
                                     say("{nats} nats, probability {p}",
                                         {{"nats", nats_text(word.nats)},
                                          {"p", probability_text(static_cast<float>(word.probability))}}),
                                     static_cast<float>(word.nats), area});
    const auto text = [&](std::size_t from, std::size_t to, Type type, Rgb colour, const std::string& what) {
      const Area at{columns_[from] + ui_.px(4), area.top, columns_[to] - ui_.px(8), area.bottom};
      ui_.text(at, Align::left, type, colour, ui_.shortened(type, what, at.width()));
    };
    text(0, 1, type::label, c_.text_2, view_.study.given_word(word));
    text(1, 2, followed ? type::label_hot : type::label, c_.ink, view_.study.next_word(word));
    const Area bar{columns_[2], std::round(area.middle_y() - ui_.px(4)), columns_[3] - ui_.px(8),
                   std::round(area.middle_y() + ui_.px(4))};
    share_bar(ui_, bar, static_cast<float>(word.probability), c_.weights);
    ui_.text({columns_[3], area.top, columns_[4] - ui_.px(6), area.bottom}, Align::right, type::number,
             c_.ink, logarithm_of(word.probability, 2));
    ui_.text({columns_[4], area.top, area_.right - ui_.px(4), area.bottom}, Align::right,
             followed ? type::number_hot : type::number, c_.ink, nats_text(word.nats));
  }

  std::string best_word(const WordLoss& word) const {
    return (*view_.study.reading->trace->words().target_vocabulary)[word.best];
  }

  // The loss of all words, and that there are more than are shown.
  std::string total(int shown) const {
    double sum = 0;
    for (const WordLoss& word : words_) sum += word.nats;
    const auto count = static_cast<std::int64_t>(words_.size());
    const NamedValue sentence{"sentence", view_.study.part()}, all{"sum", nats_text(sum)};
    const NamedValue words{"words", say(several(count, "{n} word", "{n} words"), {{"n", count_text(count)}})},
        mean{"mean", nats_text(sum / static_cast<double>(count))};
    return paragraph(
        {view_.lab.smoothing > 0
             ? say("Loss of the {sentence}: the sum is {sum} nats over {words}, or {mean} a word; with label "
                   "smoothing {smoothed} a word.",
                   {sentence, all, words, mean, {"smoothed", nats_text(view_.study.reading->loss)}})
             : say("Loss of the {sentence}: the sum is {sum} nats over {words}, or {mean} a word.",
                   {sentence, all, words, mean}),
         shown < std::ssize(words_) ? say("Scroll for the other words.") : ""});
  }

  const TrainingView& view_;
  Ui& ui_;
  const Palette& c_;
  const std::vector<WordLoss>& words_;
  Area area_;
  std::array<float, 5> columns_{};
};

// p, y and p - y of the right word and of the most likely others.
void draw_logit_gradient(const TrainingView& view, Area area) {
  Ui& ui = view.ui;
  const Palette& c = view.c;
  const WordLoss& word = view.study.followed_word();
  const std::string formula =
      say("−ln {p} = {nats} nats = {bits} bits", {{"p", logarithm_of(word.probability, 3)},
                                                  {"nats", nats_text(word.nats)},
                                                  {"bits", nats_text(word.nats / std::numbers::ln2)}});
  const Type face = ui.width(type::score, formula) <= area.width() ? type::score : type::number_hot;
  ui.text(area.cut_top(ui.px(30)), Align::left, face, c.ink, formula);
  // Where there is little room, the bars and the gaps make way for the words.
  float longest = 0;
  for (const TrainingStudy::Share& share : view.study.shares)
    longest = std::max(longest, ui.width(type::label_hot, share.word));
  const float number = ui.px(area.width() < ui.px(440) ? 58 : 70);
  const float bars = std::clamp(area.width() - 3 * number - longest - ui.px(8), ui.px(48), ui.px(110));
  const std::array<float, 4> at{area.left, area.right - bars - 3 * number, area.right - bars - 2 * number,
                                area.right - bars - number};
  const Area head = area.cut_top(ui.px(22));
  const auto heading = [&](float right, const char* text) {
    ui.text({right - number, head.top, right, head.bottom}, Align::right, type::caption, c.text_2, text);
  };
  ui.text(head, Align::left, type::caption, c.text_2, "word");
  heading(at[1] + number, "p");
  heading(at[2] + number, ui.width(type::caption, "target y") + ui.px(6) < number ? "target y" : "y");
  heading(at[3] + number, "p − y");
  constexpr std::string_view says =
      "p − y is the gradient of this loss with respect to the logits. A step goes against it: the right "
      "word’s logit rises and all others fall, most of all those that were too likely.";
  const Area foot = area.cut_bottom(ui.wrapped_height(type::body, says, area.width(), ui.px(18)) + ui.px(12));
  const auto rows = static_cast<float>(view.study.shares.size() + 1);
  const float tall = std::min(ui.px(30), std::floor(area.height() / rows));
  const auto draw = [&](const TrainingStudy::Share& share, const std::string& name, bool right) {
    const Area row = area.cut_top(tall);
    const Type type = right ? type::label_hot : type::label;
    ui.text({row.left, row.top, at[1], row.bottom}, Align::left, type, c.ink,
            ui.shortened(type, name, at[1] - row.left));
    const auto value = [&](float left, double of, bool hot) {
      ui.text({left, row.top, left + number, row.bottom}, Align::right, hot ? type::number_hot : type::number,
              c.ink, fixed_text(static_cast<float>(of), 3));
    };
    ui.text({at[1], row.top, at[1] + number, row.bottom}, Align::right, type::number, c.ink,
            probability_text(static_cast<float>(share.probability)));
    value(at[2], share.wanted, false);
    value(at[3], share.gradient, true);
    // Minus to the left, plus to the right, of a line in the middle.
    const float half = std::round((bars - ui.px(14)) / 2);
    const float middle = row.right - half;
    const auto length = static_cast<float>(std::clamp(share.gradient, -1.0, 1.0)) * (half - ui.px(2));
    ui.fill({std::min(middle, middle + length), row.middle_y() - ui.px(5), std::max(middle, middle + length),
             row.middle_y() + ui.px(5)},
            length < 0 ? c.first_sentence : c.second_sentence);
    ui.line(middle, row.top, middle, row.bottom, c.strong_line, ui.hairline());
  };
  for (std::size_t i = 0; i < view.study.shares.size(); ++i)
    draw(view.study.shares[i], view.study.shares[i].word, i == 0);
  const std::string others = say("other {n}", {{"n", count_text(view.study.other_words)}});
  draw(view.study.others, ui.width(type::label, others) > at[1] - area.left ? "others" : others, false);
  ui.wrapped({foot.left, foot.top + ui.px(8), foot.right, foot.bottom}, type::body, c.ink, says, ui.px(18));
}

void draw_training_word(const TrainingView& view, Area area) {
  Ui& ui = view.ui;
  const auto [left, right] = two_parts(ui, area, 0.52F);
  LossRows(view, training_section(view, left, "Every word, given the right words before it")).draw();
  const WordLoss& word = view.study.followed_word();
  area = training_section(view, right,
                          say("“{word}” after “{before}”", {{"word", view.study.next_word(word)},
                                                            {"before", view.study.given_word(word)}}));
  draw_logit_gradient(view, area);
}

constexpr std::array training_says{
    "In training the model is given the right words so far (teacher forcing) and asked for the next one. The "
    "loss is −ln\u00a0p of the word that does come next.",
    "Gradient descent moves every weight against its gradient: w ← w − η · ∂L/∂w. Only this copy of the "
    "model learns; the one on stage does not change."};

// The text in the field while it is typed.
struct TypedExample {
  std::string text, from;
};

std::string source_of_answer(const TrainingStudy& study) {
  const TrainingReading& reading = *study.reading;
  switch (reading.source) {
    case TrainingReading::Source::known:
      return "taught: a known translation, ";
    case TrainingReading::Source::own:
      return "taught: the model’s own, since no translation is known, ";
    case TrainingReading::Source::typed:
      return "taught: your own, ";
    case TrainingReading::Source::sentence:
      break;
  }
  if (reading.left_out == 0) return say("taught: to write each word of the sentence after those before it");
  return say(
      "taught: to write each word of the {sentence} after those before it. The other {words} would take too "
      "much memory",
      {{"sentence", study.part()},
       {"words",
        say(several(reading.left_out, "{n} word", "{n} words"), {{"n", count_text(reading.left_out)}})}});
}

void draw_training_controls(const TrainingView& view, Area& rest) {
  Ui& ui = view.ui;
  SettingRows<TrainingLab> row(view.context, rest, 10, 24);
  if (view.lab.page == TrainingPage::step) {
    row.slide(ui.px(190), &TrainingLab::rate, {.label = "η, learning rate"});
    row.slide(ui.px(150), &TrainingLab::steps, {.label = "steps"});
  }
  row.slide(ui.px(150), &TrainingLab::smoothing, {.label = "label smoothing"});
  const TrainingReading& reading = *view.study.reading;
  const bool translates = !reading.answer.empty();
  if (translates && !ui.exporting()) {
    auto& typed = ui.state<TypedExample>();
    if (typed.from != view.lab.taught) typed = {view.lab.taught, view.lab.taught};
    constexpr const char* hint = "teach another translation, then Enter";
    const float least = ui.width(type::control, hint) + ui.px(24);
    const float wide = std::clamp(row.room() - ui.px(24), least, std::max(least, ui.px(320)));
    const Area field = row.place(wide);
    const Field entry = text_field(ui, "training/taught", field, typed.text, type::control, hint);
    if (entry.entered) {
      typed.from = typed.text;
      view.change([&](TrainingLab& lab) { lab.taught = typed.text; });
    }
  }
  const Area line = rest.cut_top(ui.px(22));
  line_of_text(ui, line, type::label, view.c.text_2, source_of_answer(view.study) + reading.answer);
  rest.cut_top(ui.px(10));
}

void draw_training_lab(const PanelContext& context, const Area& area) {
  Area rest = area;
  const auto& lab = context.session.labs.get<TrainingLab>();
  const std::array pages{Choice{to_be_said("One word")}, Choice{to_be_said("Some steps")}};
  choose_page(context, rest, training_says.at(static_cast<std::size_t>(lab.page)), pages, &TrainingLab::page);
  const auto* study = result_of<TrainingStudy>(context);
  // While another page is computed, what there is belongs to the one before.
  if (study == nullptr || study->settings.page != lab.page) return;
  const TrainingView view{context, lab, *study};
  draw_training_controls(view, rest);
  if (lab.page == TrainingPage::word)
    draw_training_word(view, rest);
  else
    draw_training_steps(view, rest);
}

// --- before a class

ClassPicture steps_for_class(const Palette& c, const TrainingDescent& descent) {
  PlotSeries own{.name = say("this sentence"), .colour = c.weights},
      others{.name = say("others"), .colour = c.text_2};
  for (const TrainingDescent::Step& step : descent.steps) {
    own.points.push_back({static_cast<double>(step.step), step.loss});
    if (step.held_out.words > 0)
      others.points.push_back({static_cast<double>(step.step), step.held_out.nats});
  }
  ClassCurves curves{{.title = say("steps"),
                      .from = 0,
                      .to = std::max(1.0, static_cast<double>(descent.steps.size()) - 1),
                      .label = whole_step},
                     {.title = say("loss of a word")},
                     {own, others}};
  curves.y = fitted_axis(curves.y, curves.series, 0.1);
  curves.y.from = 0;
  return {.shows = curves, .says = verdict(descent)};
}

std::optional<ClassPicture> training_for_class(const PanelContext& context) {
  const auto* const study = result_of<TrainingStudy>(context);
  if (study == nullptr || study->reading == nullptr || study->reading->words.empty()) return {};
  const Palette& c = context.ui.colours();
  if (study->settings.page == TrainingPage::step)
    return study->descent == nullptr ? std::nullopt : std::optional(steps_for_class(c, *study->descent));
  std::vector<std::string> words;
  std::vector<float> losses;
  for (const WordLoss& word : study->reading->words) {
    words.push_back(study->next_word(word));
    losses.push_back(static_cast<float>(word.nats));
  }
  const WordLoss& word = study->followed_word();
  return ClassPicture{
      .about = say("what each word costs in training:"),
      .shows = class_scores(words, losses, c),
      .says = say("The model gave “{word}” {share}. The less it gave, the more it costs: {loss}.",
                  {{"word", study->next_word(word)},
                   {"share", probability_text(static_cast<float>(word.probability))},
                   {"loss", number_alone(static_cast<float>(word.nats), NumberFormat::score)}})};
}

constexpr std::array<LabPanel::ForClass::Set, 2> training_steps{[](const PanelContext&, Labs&) {},
                                                                [](const PanelContext&, Labs& labs) {
                                                                  labs.get<TrainingLab>().page =
                                                                      TrainingPage::step;
                                                                  labs.get<TrainingLab>().steps = 10;
                                                                }};

}  // namespace

constinit const LabPanel TrainingLab::panel_row{
    .lab = &lab_row,
    .draw = draw_training_lab,
    .help =
        "What a word costs in training, its gradient, and some training steps on this sentence. Choose a "
        "word, a weight, a number of steps.",
    .words =
        "learn learning train loss cross-entropy cross entropy gradient descent backpropagation optimizer "
        "learning rate epoch overfitting fine-tuning",
    .tall = 560,
    .upright = 1200,
    .margin = {"Pay for each word", "Click a word to see what it costs and where its gradient points.",
               "Take ten steps",
               [](const PanelContext&, Labs& labs) {
                 labs.get<TrainingLab>().page = TrainingPage::step;
                 labs.get<TrainingLab>().steps = 10;
               }},
    .for_class = {training_for_class, training_steps},
};

}  // namespace headlight
