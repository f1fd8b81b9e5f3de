// How often the small models are right.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/positions/kind_words.h"
#include "app/panels/labs/positions/trained_charts.h"
#include "app/widgets/controls.h"
#include "core/figure/amounts.h"
#include "core/learn/positions_evaluate.h"
#include "core/learn/positions_variants.h"

namespace headlight {
namespace {

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

std::string within_name() { return counted(within_length, "letter"); }
std::string beyond_name() {
  return "letters " + std::to_string(first_scored(beyond_length) + 1) + " to " +
         std::to_string(beyond_length);
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
    std::string marks = "Marks: least, median and most of " + seeds() + "; bar: the one shown";
    // The same penalty on both sides does not tell the one from the other.
    for (const Row& row : rows_) {
      const double ahead = row.rate->ahead;
      if (row.key() == chosen_ && row.key() == name_of(Positions::alibi) && !std::isnan(ahead))
        return marks + ". Beyond, " + per_cent(ahead) + " of the answers are the letter two ahead";
    }
    return marks;
  }

  // Of most rows: one row alone may have fewer.
  std::string seeds() const {
    int most = 0;
    for (const Row& row : rows_) {
      if (!is_guess(row.key())) most = std::max(most, row.rate->far.runs);
    }
    return counted(most, "seed");
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
    ui_.text(place.left + ui_.px(row.inside ? 16 : 0), place.middle_y(), hot ? type::label_hot : type::label,
             guess ? c.text_2 : c.ink, row.name);
    for (const bool beyond : {false, true}) {
      const double rate = beyond ? row.rate->beyond : row.rate->within;
      const float x = place.left + names_ + (beyond ? column_ : 0);
      if (std::isnan(rate)) {
        ui_.text(Area{x, place.top, x + column_, place.bottom}, Align::left, type::caption, c.text_2,
                 ui_.fitted(type::caption, "not measured", column_));
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
    if (far.runs < 1) return "not measured";
    return counted(far.runs, "seed") + ": " + per_cent(near.least) + " to " + per_cent(near.most) + " with " +
           within_name() + ", " + per_cent(far.least) + " to " + per_cent(far.most) + " beyond";
  }

  void choose(const std::string& key) {
    const bool variants = shown_.lab.variant != PositionsVariantAt::none;
    change_labs(shown_.context, [&](Labs& labs) {
      PositionsLab& lab = labs.get<PositionsLab>();
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

}  // namespace

void draw_rates(const PositionsShown& shown, Area area, const TrainedStudy& study) {
  Ui& ui = shown.context.ui;
  const Area head = area.cut_top(ui.px(32));
  area.cut_top(ui.px(6));
  const std::array<Choice, 2> lists{Choice{"kinds"}, {"variants"}};
  const bool variants = shown.lab.variant != PositionsVariantAt::none;
  Area title = head;
  const float wide = choices_width(ui, lists);
  const int pressed = choices(ui, "positions/list", title.cut_right(wide), lists, variants ? 1 : 0);
  ui.text(title, Align::left, type::label_hot, ui.colours().ink,
          ui.fitted(type::label_hot, "How often they are right", title.width()));
  const std::vector<Row> all = variants_of(study);
  if (pressed >= 0)
    change_labs(shown.context, [&](Labs& labs) {
      labs.get<PositionsLab>().variant =
          pressed == 1 ? variant_at(all.front().key()) : PositionsVariantAt::none;
    });
  RatesList(shown, area, variants ? all : kinds_of(study)).draw();
}

}  // namespace headlight
