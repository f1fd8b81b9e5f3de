#include "app/panels/lines/attention_rows.h"

#include <algorithm>
#include <utility>

#include "app/panels/lines/lines_view.h"
#include "app/panels/step_names.h"

namespace headlight {
namespace {

struct LinesScroll {
  int followed = -1;  // the word in focus that the lines last scrolled to
};

}  // namespace

AttentionRows::AttentionRows(const PanelContext& context, const Area& area)
    : context_(context),
      ui_(context.ui),
      area_(area),
      cross_(info(context.session.attention).crosses()),
      two_(context.pictures.two()),
      only_(context.pictures.trace(0) != nullptr ? 0 : 1),
      focus_(row_in_focus(context)) {
  collect();
  const float left = area_.left + side_room();
  const float wide = area_.width() - 2 * side_room();
  columns_ = lay_out_chips(ui_, rows_.by_column, left, wide, cross_ ? 16 : 20);
  key_columns_ = cross_ ? lay_out_chips(ui_, rows_.by_key_column, left, wide, columns_.plain.size) : columns_;
  scroll();
  place();
}

float AttentionRows::side_room() const { return ui_.px(92); }

void AttentionRows::collect() {
  const auto [queries, keys] = asking(context_);
  const bool typed = info(context_.session.attention).asks == stage_trace(context_)->anatomy().typed();
  if (!cross_) {
    add_rows(rows_, queries, two_, only_, {.queries = true, .keys = true, .editable = typed});
    return;
  }
  add_rows(rows_, queries, two_, only_, {.queries = true, .keys = false});
  add_rows(rows_, keys, two_, only_, {.queries = false, .keys = true, .editable = true});
  // From the middle outwards: what is asked inside, what asks outside.
  if (two_) {
    std::swap(rows_.rows[1], rows_.rows[2]);  // queries 0, keys 0, queries 1, keys 1
    std::swap(rows_.rows[2], rows_.rows[3]);  // queries 0, keys 0, keys 1, queries 1
  }
}

// A sentence too long for the smallest type is moved with the wheel, and to a word that comes into focus out
// of sight.
void AttentionRows::scroll() {
  const float room = area_.width() - 2 * side_room();
  const float widest = std::max(columns_.width, key_columns_.width);
  scrolls_ = widest > room;
  if (!scrolls_) return;
  float& at = ui_.state().scroll["lines"];
  at -= ui_.wheel(area_) * 60;
  const int token = context_.session.token;
  const Row* const asks = row_of(context_.session.side, true);
  if (std::exchange(ui_.state<LinesScroll>().followed, token) != token && token >= 0 && asks != nullptr &&
      token < static_cast<int>(asks->words.size())) {
    const Area& place = columns_of(*asks).places[asks->column[token]];
    const float from = area_.left + side_room() + ui_.px(at);
    if (place.left < from || place.right > from + room)
      at = (place.middle_x() - area_.left - side_room() - room / 2) / ui_.scale();
  }
  at = std::clamp(at, 0.0F, (widest - room) / ui_.scale());
  for (Area& place : columns_.places) place = place.moved(-ui_.px(at), 0);
  for (Area& place : key_columns_.places) place = place.moved(-ui_.px(at), 0);
}

void AttentionRows::place() {
  const float tall = columns_.height;
  const float gap = ui_.px(8);
  if (cross_) {
    const auto count = static_cast<float>(rows_.rows.size());
    const float pairs = two_ ? 2 : 1;
    room_ = std::clamp((area_.height() - count * tall - (pairs - 1) * gap - ui_.px(12)) / pairs, ui_.px(14),
                       ui_.px(80));
    float y = std::round(area_.middle_y() - (count * tall + pairs * room_ + (pairs - 1) * gap) / 2);
    for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
      rows_.rows[i].top = std::round(y);
      y += tall + (i % 2 == 0 ? room_ : gap);
    }
    return;
  }
  const float pill = ui_.px(14);
  if (two_) {
    room_ = std::max(ui_.px(20), (area_.height() - 2 * tall - gap) / 2 - pill);
    const float y = std::round(area_.middle_y() - tall - gap / 2);
    rows_.rows[0].top = y;
    rows_.rows[1].top = y + tall + gap;
  } else {
    room_ = std::max(ui_.px(20), std::min(ui_.px(120), area_.height() - tall - 2 * pill));
    rows_.rows[0].top = std::round(area_.middle_y() + room_ / 2 - tall / 2);
  }
}

float AttentionRows::x_of(const Row& row, int place) const {
  return columns_of(row).places[row.column[place]].middle_x();
}

const Row* AttentionRows::row_of(int side, bool queries) const {
  for (const Row& row : rows_.rows) {
    if (row.side == side && (queries ? row.queries : row.keys)) return &row;
  }
  return nullptr;
}

int AttentionRows::focus_of(int side) const {
  if (focus_ < 0) return -1;
  const Row* own = row_of(side, true);
  const Row* other = row_of(context_.session.side, true);
  if (own == nullptr) return -1;
  if (side == context_.session.side || other == nullptr)
    return focus_ < static_cast<int>(own->words.size()) ? focus_ : -1;
  if (focus_ >= static_cast<int>(other->words.size())) return -1;
  for (int i = 0; i < static_cast<int>(own->words.size()); ++i) {
    if (own->column[i] == other->column[focus_]) return i;
  }
  return -1;
}

int AttentionRows::counterpart(const Row& row, int place) const {
  const Row* own = row_of(context_.session.side, true);
  if (own == nullptr) return -1;
  for (int i = 0; i < static_cast<int>(own->words.size()); ++i) {
    if (own->column[i] == row.column[place]) return i;
  }
  return -1;
}

bool AttentionRows::differs(const Row& row, int place) const {
  for (const Row& other : rows_.rows) {
    if (&other == &row || other.side == row.side || other.queries != row.queries) continue;
    for (int i = 0; i < static_cast<int>(other.words.size()); ++i) {
      if (other.column[i] == row.column[place]) return other.words[i] != row.words[place];
    }
    return true;
  }
  return false;
}

AttentionRows::Places AttentionRows::in_sight(const Row& row) const {
  const auto count = static_cast<int>(row.words.size());
  if (!scrolls_) return {0, count};
  const Area shown{area_.left + side_room(), area_.top, area_.right - side_room(), area_.bottom};
  const auto place_at = [&](int place) -> const Area& { return columns_of(row).places[row.column[place]]; };
  Places places{0, count};
  while (places.first < count && place_at(places.first).right < shown.left) ++places.first;
  places.end = places.first;
  while (places.end < count && place_at(places.end).left <= shown.right) ++places.end;
  return places;
}

ArcField AttentionRows::field_of(const Row& row) const {
  const bool up = !two_ || row.side == 0;
  float widest = 0;
  for (const Area& place : columns_.places)
    widest = std::max(widest, place.middle_x() - columns_.places[0].middle_x());
  return {up ? row.top : row.top + columns_.height, room_, up, std::max(widest * 0.55F, 1.0F)};
}

}  // namespace headlight
