// Small models trained with each kind: the letters they read, and what they answer.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "app/labs/positions/positions_lab.h"
#include "app/labs/positions/positions_panel.h"
#include "app/panels/common/colours.h"
#include "app/widgets/controls.h"
#include "app/widgets/plot.h"
#include "core/figure/numbers.h"
#include "core/layers/sites.h"
#include "core/learn/letters_training.h"
#include "core/learn/positions_task.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// How often the small models are right.

struct Row {
  const TrainedRate* rate;
  const char* name;     // on screen
  bool inside = false;  // below the kind that it departs from

  const std::string& key() const { return rate->key; }
};

bool is_guess(const std::string& key) { return key.rfind("bag", 0) == 0; }

std::vector<Row> kinds_of(const TrainedStudy& study) {
  std::vector<Row> rows;
  for (const TrainedRate& kind : study.kinds) rows.push_back({&kind, words_of_kind(kind.key).name});
  return rows;
}

// Each kind that has variants, with these below it; then the guesses.
std::vector<Row> variants_of(const TrainedStudy& study) {
  std::vector<Row> rows;
  for (const Row& kind : kinds_of(study)) {
    bool first = true;
    for (const TrainedRate& variant : study.variants) {
      if (is_guess(variant.key) || name_of(positions_variant(variant.key).positions) != kind.key()) continue;
      if (first) rows.push_back(kind);
      first = false;
      rows.push_back({&variant, words_of_kind(variant.key).among, true});
    }
    if (is_guess(kind.key())) rows.push_back(kind);
  }
  for (const TrainedRate& variant : study.variants) {
    if (is_guess(variant.key)) rows.push_back({&variant, words_of_kind(variant.key).name});
  }
  return rows;
}

std::string within_name() {
  return say(several(within_length, "{n} letter", "{n} letters"), {{"n", count_text(within_length)}});
}
std::string beyond_name() {
  return say("letters {first} to {last}",
             {{"first", count_text(first_scored(beyond_length) + 1)}, {"last", count_text(beyond_length)}});
}

class RatesList {
 public:
  RatesList(const PositionsShown& shown, const Area& area, std::vector<Row> rows)
      : shown_(shown),
        ui_(shown.context.ui),
        area_(area),
        rows_(std::move(rows)),
        chosen_(trained_name(shown.lab)) {
    for (const Row& row : rows_)
      names_ = std::max(names_, ui_.width(type::label_hot, row.name) + ui_.px(row.inside ? 30 : 14));
    column_ = (area.width() - names_) / 2;
    number_ = ui_.width(type::number_hot, "100 %") + ui_.px(8);
  }

  void draw() {
    const Palette& c = ui_.colours();
    const Area head = area_.cut_top(ui_.px(22));
    for (const int i : {0, 1})
      ui_.text(area_.left + names_ + column_ * static_cast<float>(i), head.middle_y(), type::caption,
               c.text_2, i == 0 ? within_name() : beyond_name());
    const Area note = area_.cut_bottom(ui_.px(36));
    const float line = std::min(ui_.px(30), std::floor(area_.height() / static_cast<float>(rows_.size())));
    for (std::size_t i = 0; i < rows_.size(); ++i)
      draw_row(rows_[i], Area::at(area_.left, area_.top + line * static_cast<float>(i), area_.width(), line));
    const float below = area_.top + line * static_cast<float>(rows_.size()) + ui_.px(5);
    ui_.wrapped({note.left, std::min(below, note.top), note.right, note.bottom}, type::caption, c.text_2,
                note_text(), ui_.px(16));
  }

 private:
  std::string note_text() const {
    const std::string marks =
        say("Marks: lowest, median and highest of {seeds}; bar: the one shown", {{"seeds", seeds()}});
    // The same penalty on both sides does not tell the one from the other.
    for (const Row& row : rows_) {
      const double ahead = row.rate->ahead;
      if (row.key() == chosen_ && row.key() == name_of(Positions::alibi) && !std::isnan(ahead))
        return marks + ". " +
               say("At longer lengths {share} of the answers are the letter two ahead",
                   {{"share", per_cent(ahead)}});
    }
    return marks;
  }

  // Of most rows: one row alone may have fewer.
  std::string seeds() const {
    int most = 0;
    for (const Row& row : rows_) {
      if (!is_guess(row.key())) most = std::max(most, row.rate->far.runs);
    }
    return say(several(most, "{n} seed", "{n} seeds"), {{"n", count_text(most)}});
  }

  void draw_row(const Row& row, const Area& place) {
    const Palette& c = ui_.colours();
    const bool guess = is_guess(row.key()), hot = row.key() == chosen_;
    const Touch touch = ui_.item("rate/" + row.key(), place, !guess);
    if (guess) {
      if (touch.hovered) ui_.tooltip(about_model(row.key()));
    } else {
      if (touch.hovered) ui_.hand();
      if (hot || touch.hovered)
        ui_.fill(Area{place.left - ui_.px(6), place.top + ui_.px(1), place.right, place.bottom - ui_.px(1)},
                 hot ? c.focus_band : c.rail, ui_.px(5));
      if (touch.focused) ui_.focus_ring(place, ui_.px(5));
      if (touch.clicked) choose(row.key());
      if (touch.hovered) ui_.tooltip(tooltip(row));
    }
    const auto said = [](double rate) { return std::isnan(rate) ? say("not measured") : per_cent(rate); };
    const Ui::Pieces told(
        ui_, ToldNumber{row.name,
                        say("{within} with {letters}, {beyond} beyond", {{"within", said(row.rate->within)},
                                                                         {"letters", within_name()},
                                                                         {"beyond", said(row.rate->beyond)}}),
                        static_cast<float>(row.rate->within), place});
    ui_.text(place.left + ui_.px(row.inside ? 16 : 0), place.middle_y(), hot ? type::label_hot : type::label,
             guess ? c.text_2 : c.ink, row.name);
    for (const bool beyond : {false, true}) {
      const double rate = beyond ? row.rate->beyond : row.rate->within;
      const float x = place.left + names_ + (beyond ? column_ : 0);
      if (std::isnan(rate)) {
        ui_.text(Area{x, place.top, x + column_, place.bottom}, Align::left, type::caption, c.text_2,
                 ui_.shortened(type::caption, "not measured", column_));
        continue;
      }
      ui_.text({x, place.top, x + number_ - ui_.px(8), place.bottom}, Align::right,
               hot ? type::number_hot : type::number, guess ? c.text_2 : c.ink, per_cent(rate));
      const Area bar{x + number_, place.middle_y() - ui_.px(3), x + column_ - ui_.px(14),
                     place.middle_y() + ui_.px(3)};
      if (bar.width() <= ui_.px(16)) continue;
      share_bar(ui_, bar, static_cast<float>(rate), guess ? c.text_3 : c.weights);
      if (guess) continue;
      const Spread& runs = beyond ? row.rate->far : row.rate->near;
      for (const double share : {runs.least, runs.median, runs.most}) {
        if (std::isnan(share)) continue;
        const float at = std::round(bar.left + bar.width() * static_cast<float>(share));
        const float tall = std::min(ui_.px(7), place.height() / 2 - ui_.px(2));
        ui_.fill({at - ui_.px(1), bar.middle_y() - tall, at + ui_.px(1), bar.middle_y() + tall}, c.ink);
      }
    }
  }

  std::string tooltip(const Row& row) const {
    const Spread &near = row.rate->near, &far = row.rate->far;
    if (far.runs < 1) return say("not measured");
    return say(
        several(far.runs, "{n} seed: {least} to {most} with {letters}, {far_least} to {far_most} beyond",
                "{n} seeds: {least} to {most} with {letters}, {far_least} to {far_most} beyond"),
        {{"n", count_text(far.runs)},
         {"least", per_cent(near.least)},
         {"most", per_cent(near.most)},
         {"letters", within_name()},
         {"far_least", per_cent(far.least)},
         {"far_most", per_cent(far.most)}});
  }

  void choose(const std::string& key) {
    const bool variants = shown_.lab.variant != PositionsVariantAt::none;
    change_lab<PositionsLab>(shown_.context, [&](PositionsLab& lab) {
      const PositionsVariant& variant = positions_variant(key);
      if (variants) {
        lab.variant = variant_at(key);
        return;
      }
      lab.kind = variant.positions == Positions::appended ? Positions::sinusoidal : variant.positions;
      lab.appended = variant.positions == Positions::appended;
      lab.one_sided = variant.one_sided;
    });
  }

  const PositionsShown& shown_;
  Ui& ui_;
  Area area_;
  std::vector<Row> rows_;
  std::string chosen_;
  float names_ = 0, column_ = 0, number_ = 0;
};

// How often each kind, or each variant beside its kind, is right, with a mark for every seed.
void draw_rates(const PositionsShown& shown, Area area, const TrainedStudy& study) {
  Ui& ui = shown.context.ui;
  const Area head = area.cut_top(ui.px(32), ui.px(6));
  const std::array<Choice, 2> lists{Choice{to_be_said("kinds")}, {to_be_said("variants")}};
  const bool variants = shown.lab.variant != PositionsVariantAt::none;
  Area title = head;
  const float wide = choices_width(ui, lists);
  const std::vector<Row> all = variants_of(study);
  const std::array either{PositionsVariantAt::none,
                          variants ? shown.lab.variant : variant_at(all.front().key())};
  choose_among(shown.context, title.cut_right(wide), lists, either, &PositionsLab::variant);
  ui.text(title, Align::left, type::label_hot, ui.colours().ink,
          ui.shortened(type::label_hot, "How often they are right", title.width()));
  RatesList(shown, area, variants ? all : kinds_of(study)).draw();
}

// The head of a small model that looks at the right places: as a map, or by distance.

// Whether the positions repeat: the fastest pair of dimensions turns once in 2 pi places.
bool has_dials(Positions kind) {
  return kind == Positions::sinusoidal || kind == Positions::appended || kind == Positions::rotary;
}

// Where the fastest dial stands as it does at the right place: whole turns away from it.
PlotSeries turns_from(const PlotSeries& looks, double right, Rgb colour) {
  PlotSeries dots{.name = "whole turns of the fastest dial away",
                  .colour = colour,
                  .points = {},
                  .kind = PlotSeries::Kind::dots,
                  .thickness = 3.5F,
                  .named_at_end = false};
  double most = 0;
  for (const Point& point : looks.points) most = std::max(most, point.y);
  constexpr double named = 0.1;  // of the largest: lower ones would stand in each other's way
  for (const Point& point : looks.points) {
    const double turns = (point.x - right) / (2 * std::numbers::pi);
    const double whole = std::round(turns);
    if (whole == 0 || std::fabs(point.x - std::round(right + whole * 2 * std::numbers::pi)) > 0.1) continue;
    dots.points.push_back(point);
    const int count = static_cast<int>(std::fabs(whole));
    dots.labels.push_back(point.y < named * most
                              ? ""
                              : say(several(count, "{n} turn", "{n} turns"), {{"n", std::to_string(count)}}));
  }
  return dots;
}

void draw_looks(const PositionsShown& shown, const Area& area, const TrainedStudy& study) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const OrderTask task = trained_task(shown.lab);
  const bool by_distance = task == OrderTask::two_back;
  const double right = by_distance ? right_place(task, 0) : right_place(task, shown.lab.length - 1);
  std::vector<PlotSeries> series{{.name = "mean weight", .colour = c.weights, .named_at_end = false}};
  for (const TrainedStudy::Look& look : study.looks)
    series[0].points.push_back({static_cast<double>(look.at), look.weight});
  if (series[0].points.size() < 2) return;
  const Positions kind = positions_variant(trained_name(shown.lab)).positions;
  // RoPE turns by distance: against a place its turns say nothing.
  const bool dials = has_dials(kind) && (by_distance || kind != Positions::rotary);
  if (dials) series.push_back(turns_from(series[0], right, c.first_sentence));
  plot(ui, "positions/looks", area,
       {.title = by_distance ? "j − i, letters" : "position j of the letter looked at",
        .from = series[0].points.front().x,
        .to = series[0].points.back().x},
       fitted_axis(
           {.title = dials ? "mean weight; dots: whole turns of the fastest dial away" : "mean weight"},
           series),
       series, PlotMark{right, by_distance ? "two back" : "third letter"});
}

// The head with most weight on the right places: as a map, or by distance (for "third letter": by place).
void draw_best_head(const PositionsShown& shown, Area area, const TrainedStudy& study) {
  Ui& ui = shown.context.ui;
  const auto& [layer, index, weight, peak] = study.head;
  Area top = area.cut_top(ui.px(32), ui.px(6));
  const bool by_distance = trained_task(shown.lab) == OrderTask::two_back;
  const std::array<Choice, 2> ways{Choice{to_be_said("map")},
                                   {by_distance ? to_be_said("by distance") : to_be_said("by position")}};
  choose_setting(shown.context, top.cut_right(choices_width(ui, ways)), ways, &PositionsLab::by_distance);
  top.cut_right(ui.px(12));

  const bool layers = positions_variant(trained_name(shown.lab)).layers > 1;
  std::vector<TextRun> title{
      {layers ? say("Layer {layer}, head {head}", {{"layer", from_one(layer)}, {"head", from_one(index)}})
              : say("Head {head}", {{"head", from_one(index)}}),
       Role::heads, true}};
  const int first = first_scored(static_cast<int>(study.answers.size()));
  // Where the card scores: beyond the lengths trained on, the places from there on.
  const std::string says =
      std::isnan(weight)
          ? say("too few letters to count")
          : joined({say("{weight} of the weight, {largest} of the largest weights are on the right position",
                        {{"weight", per_cent(weight)}, {"largest", per_cent(peak)}}),
                    first >= within_length ? say("from position {n} on", {{"n", std::to_string(first + 1)}})
                                           : ""});
  // Beside the head's name, or below it.
  const bool beside =
      ui.width(type::label_hot, title[0].text) + ui.width(type::label, ": " + says) <= top.width();
  if (beside) title.push_back({": " + says, Role::text_2});
  ui.rich(top.left, top.middle_y(), type::label, type::label_hot, title);
  if (!beside)
    ui.text(area.cut_top(ui.px(20)), Align::left, type::label, ui.colours().text_2,
            ui.shortened(type::label, says, area.width()));

  if (shown.lab.by_distance) return draw_looks(shown, area, study);
  const std::string path = head_path("encoder", layer, "self_attention", index, "weights");
  const HeatmapPtr map = shown.cells.maps[0].view(path);
  if (map == nullptr) return;
  offer_colours(shown.context, "positions/colours", map, area);
  stage::Piece piece = position_cells(shown, map, "positions/best", path);
  std::get<stage::Cells>(piece.look).look.colouring = colouring_of(shown.context, map);
  stage::show_matrix(ui, area, std::move(piece), {.most_wide = 30, .most_tall = 30});
}

std::string letter(int number) {
  return number >= 0 && number < letter_count ? std::string(1, static_cast<char>('A' + number)) : "";
}

// As the models read them: capitals, and no more than they were measured on.
std::string only_letters(const std::string& typed) {
  constexpr std::size_t most = beyond_length;
  std::string letters;
  for (const char each : typed) {
    const char capital = each >= 'a' && each <= 'z' ? static_cast<char>(each - 'a' + 'A') : each;
    if (capital >= 'A' && capital <= 'Z' && letters.size() < most) letters += capital;
  }
  return letters;
}

// What is read, what is answered, and what would have been right where that is something else.
void draw_answers(const PositionsShown& shown, Area area, const TrainedStudy& study) {
  Ui& ui = shown.context.ui;
  const Palette& c = ui.colours();
  const std::vector<TrainedStudy::Answer>& answers = study.answers;
  const float names_width = ui.px(64);
  const auto count = static_cast<float>(answers.size());
  const float cell = std::min(ui.px(30), std::floor((area.width() - names_width) / count));
  const std::vector<std::string>& letters = study.letters;
  const float line = ui.px(22);
  bool any_asked = false, any_wrong = false;
  constexpr std::array rows{"letters", "answers", "expected"};
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const float y = area.top + line * (static_cast<float>(row) + 0.5F);
    ui.text(area.left, y, type::caption, c.text_2, rows[row]);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto [expected, answered] = answers[i];
      const bool asked = answers[i].asked(), wrong = asked && expected != answered;
      any_asked |= asked;
      any_wrong |= wrong;
      const Area place =
          Area::at(area.left + names_width + cell * static_cast<float>(i), y - line / 2, cell, line);
      if (row == 0) ui.text(place, Align::centre, type::number, c.ink, i < letters.size() ? letters[i] : "");
      if (row == 1 && asked) {
        if (wrong) ui.fill(place.inset(ui.hairline(), ui.px(1)), c.soft_first, ui.px(3));
        ui.text(place, Align::centre, wrong ? type::number : type::number_hot,
                wrong ? c.first_sentence : c.second_sentence, letter(answered));
      }
      if (row == 2 && wrong) ui.text(place, Align::centre, type::number, c.text_2, letter(expected));
    }
  }
  if (any_asked && !any_wrong)
    ui.text(area.left + names_width + ui.px(8), area.top + line * 2.5F, type::caption, c.text_2,
            "the same: every answer is right");
  // So far the models were trained.
  constexpr std::size_t trained = within_length;
  if (answers.size() <= trained) return;
  const float x = std::round(area.left + names_width + cell * trained);
  ui.line(x, area.top, x, area.top + 3 * line, c.strong_line, ui.hairline());
  const std::string note = "longer than trained →";
  if (x + ui.px(8) + ui.width(type::caption, note) <= area.right)
    ui.text(x + ui.px(8), area.top + 3 * line + ui.px(8), type::caption, c.text_2, note);
}

void draw_letters_controls(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const PositionsLab& lab = shown.context.session.labs.get<PositionsLab>();
  Area rest = area;
  const Area another = rest.cut_right(button_width(ui, "Other letters"), ui.px(16));
  if (button(ui, "positions/draw", Area::at(another.left, another.top + ui.px(4), another.width(), ui.px(32)),
             "Other letters", ButtonKind::plain))
    change_lab<PositionsLab>(shown.context, [](PositionsLab& changed) {
      changed.letters.clear();
      changed.seed = changed.seed % 999 + 1;
    });
  const Area field =
      Area::at(rest.left, rest.top + ui.px(4), std::min(ui.px(300), rest.width() * 0.5F), ui.px(32));
  std::string typed = lab.letters;
  if (text_field(ui, "positions/letters", field, typed, type::number, "or type letters").changed)
    change_lab<PositionsLab>(shown.context,
                             [&](PositionsLab& changed) { changed.letters = only_letters(typed); });
  rest.left = field.right + ui.px(24);
  slide_setting(
      shown.context, rest, &PositionsLab::length,
      {.label = "letters drawn",
       .text = say(several(lab.length, "{n} letter", "{n} letters"), {{"n", std::to_string(lab.length)}})},
      [](PositionsLab& changed) { changed.letters.clear(); });
}

}  // namespace

void draw_trained_positions(const PositionsShown& shown, const Area& area) {
  Ui& ui = shown.context.ui;
  const std::optional<TrainedStudy>& study = shown.study.trained;
  if (!study || shown.cells.maps[0].trace() == nullptr) {
    ui.wrapped(area, type::body, ui.colours().text_2, shown.work.note, ui.px(19));
    return;
  }
  Area rest = area;
  draw_letters_controls(shown, rest.cut_top(ui.px(46), ui.px(8)));
  draw_answers(shown, rest.cut_top(ui.px(86)), *study);
  const Area right = rest.cut_right(std::round(std::min(ui.px(480), rest.width() * 0.47F)), ui.px(32));
  draw_rates(shown, right, *study);
  draw_best_head(shown, rest, *study);
}

}  // namespace headlight
