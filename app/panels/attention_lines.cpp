// Sentences as chips, attention as lines between them. Two sentences mirror each other: the first one's lines go up,
// the second one's down. Where one stream asks another the two stand in two rows with the lines between them.
#include <array>

#include "app/panels/lines_parts.h"
#include "app/panels/step_names.h"
#include "app/widgets/arcs.h"
#include "app/widgets/chips.h"
#include "app/widgets/controls.h"
#include "core/explain/align.h"

namespace headlight {
namespace {

constexpr float least_weight_named = 0.2F;

// One row of chips on screen.
struct Row {
  int side = 0;
  bool queries = true;   // they ask; else they are asked only
  bool keys = true;
  bool editable = false; // the sentence that was typed
  std::vector<std::string> words = {};
  std::vector<int> column = {};  // of each word
  float top = 0;
};

struct Rows {
  std::vector<Row> rows;
  std::vector<std::vector<std::string>> by_column, by_key_column;  // keys of another stream have columns of their own
};

// The words of both sides on common columns.
void add_rows(Rows& all, const std::array<std::vector<std::string>, 2>& words, bool two, int only, Row like) {
  std::array<std::vector<int>, 2> columns{};
  std::vector<std::vector<std::string>> by_column;
  if (two) {
    for (const AlignedWord& word : align(words[0], words[1])) {
      std::vector<std::string> here;
      const int column = static_cast<int>(by_column.size());
      if (word.first) {
        here.push_back(words[0][*word.first]);
        columns[0].push_back(column);
      }
      if (word.second) {
        here.push_back(words[1][*word.second]);
        columns[1].push_back(column);
      }
      by_column.push_back(std::move(here));
    }
  } else {
    for (const std::string& word : words[only]) {
      columns[only].push_back(static_cast<int>(by_column.size()));
      by_column.push_back({word});
    }
  }
  for (int side = 0; side < 2; ++side) {
    if (!two && side != only) continue;
    Row row = like;
    row.side = side;
    row.words = words[side];
    row.column = columns[side];
    all.rows.push_back(std::move(row));
  }
  (like.queries ? all.by_column : all.by_key_column) = std::move(by_column);
}

class Lines {
 public:
  Lines(const PanelContext& context, const Area& area)
      : context_(context), ui_(context.ui), area_(area), cross_(context.session.attention == Attention::cross),
        two_(context.pictures.two()), only_(context.pictures.trace(0) != nullptr ? 0 : 1), focus_(row_in_focus(context)) {}

  void draw() {
    collect();
    const float side_room = ui_.px(92);
    const int largest = cross_ ? 16 : 20;
    columns_ = lay_out_chips(ui_, rows_.by_column, area_.left + side_room, area_.width() - 2 * side_room, largest);
    key_columns_ = columns_;
    if (cross_) key_columns_ = lay_out_chips(ui_, rows_.by_key_column, area_.left + side_room, area_.width() - 2 * side_room, columns_.plain.size);
    scroll(side_room);
    place_rows();
    ui_.push_clip(scrolls_ ? Area{area_.left + side_room, area_.top, area_.right - side_room, area_.bottom} : area_);
    draw_curves(true);
    draw_curves(false);
    for (const Row& row : rows_.rows) draw_chips(row);
    draw_pills();
    ui_.pop_clip();
    draw_side_buttons();
  }

 private:
  std::string weights_path() const { return selected_head_path(context_.session, "weights"); }

  void collect() {
    std::array<std::vector<std::string>, 2> queries;
    std::array<std::vector<std::string>, 2> keys;
    for (int side = 0; side < 2; ++side) {
      if (context_.pictures.trace(side) == nullptr) continue;
      Asking words = asking(*context_.pictures.trace(side), context_.session.attention);
      queries[side] = std::move(words.queries);
      keys[side] = std::move(words.keys);
    }
    const bool english = context_.session.attention == Attention::encoder;
    if (!cross_) {
      add_rows(rows_, queries, two_, only_, {.queries = true, .keys = true, .editable = english});
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

  // A sentence too long for the smallest type is moved with the wheel.
  void scroll(float side_room) {
    const float room = area_.width() - 2 * side_room;
    const float widest = std::max(columns_.width, key_columns_.width);
    scrolls_ = widest > room;
    if (!scrolls_) return;
    float& at = ui_.state().scroll["lines"];
    at -= ui_.wheel(area_) * 60;
    at = std::clamp(at, 0.0F, (widest - room) / ui_.scale());
    for (Area& place : columns_.places) place = place.moved(-ui_.px(at), 0);
    for (Area& place : key_columns_.places) place = place.moved(-ui_.px(at), 0);
  }

  void place_rows() {
    const float tall = columns_.height;
    const auto count = static_cast<float>(rows_.rows.size());
    if (cross_) {
      const float pairs = two_ ? 2 : 1;
      const float gap = ui_.px(8);
      room_ = std::clamp((area_.height() - count * tall - (pairs - 1) * gap - ui_.px(12)) / pairs, ui_.px(14), ui_.px(80));
      float y = std::round(area_.middle_y() - (count * tall + pairs * room_ + (pairs - 1) * gap) / 2);
      for (std::size_t i = 0; i < rows_.rows.size(); ++i) {
        rows_.rows[i].top = std::round(y);
        y += tall + (i % 2 == 0 ? room_ : gap);
      }
      return;
    }
    const float gap = ui_.px(8);
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

  const ChipColumns& columns_of(const Row& row) const { return row.queries ? columns_ : key_columns_; }
  float x_of(const Row& row, int place) const { return columns_of(row).places[row.column[place]].middle_x(); }

  const Row* row_of(int side, bool queries) const {
    for (const Row& row : rows_.rows) {
      if (row.side == side && (queries ? row.queries : row.keys)) return &row;
    }
    return nullptr;
  }

  Rgb colour_of_side(int side) const {
    return side == 0 ? ui_.colours().first_sentence : ui_.colours().second_sentence;
  }

  // Calls `visit` with the two rows, the query, the key and the weight, for every line of a side.
  template <typename Visit>
  void each_line(int side, Visit visit) const {
    const HeatmapPtr map = context_.pictures.view(side, weights_path());
    const Row* from = row_of(side, true);
    const Row* to = row_of(side, false);
    if (map == nullptr || from == nullptr || to == nullptr) return;
    for (int query = 0; query < map->rows; ++query) {
      for (int key = 0; key < map->columns; ++key) {
        if (map->state(query, key) == CellState::value) visit(*from, *to, query, key, map->value(query, key));
      }
    }
  }

  // The focus is a row of the session's side; in the other sentence the word that stands for it.
  int focus_of(int side) const {
    if (focus_ < 0) return -1;
    const Row* own = row_of(side, true);
    const Row* other = row_of(context_.session.side, true);
    if (own == nullptr) return -1;
    if (side == context_.session.side || other == nullptr) return focus_ < static_cast<int>(own->words.size()) ? focus_ : -1;
    if (focus_ >= static_cast<int>(other->words.size())) return -1;
    for (int i = 0; i < static_cast<int>(own->words.size()); ++i) {
      if (own->column[i] == other->column[focus_]) return i;
    }
    return -1;
  }

  ArcField field_of(const Row& row) const {
    const bool up = !two_ || row.side == 0;
    float widest = 0;
    for (const Area& place : columns_.places) widest = std::max(widest, place.middle_x() - columns_.places[0].middle_x());
    return {up ? row.top : row.top + columns_.height, room_, up, std::max(widest * 0.55F, 1.0F)};
  }

  void draw_curves(bool quiet) {
    for (int side = 0; side < 2; ++side) {
      const int focus = focus_of(side);
      each_line(side, [&](const Row& from, const Row& to, int query, int key, float weight) {
        const bool is_quiet = focus >= 0 && query != focus;
        // With a word in focus the others' lines would only be in its way.
        if (is_quiet || (quiet != (focus < 0))) return;
        if (focus < 0 && weight < 0.05F) return;
        if (cross_) {
          const bool down = from.top < to.top;
          draw_link(ui_, {x_of(from, query), down ? from.top + columns_.height : from.top},
                    {x_of(to, key), down ? to.top : to.top + columns_.height}, weight, focus < 0, colour_of_side(side));
        } else {
          draw_arc(ui_, field_of(from), {x_of(from, query), x_of(to, key), weight, focus < 0}, colour_of_side(side));
        }
      });
    }
  }

  void draw_pills() {
    for (int side = 0; side < 2; ++side) {
      const int focus = focus_of(side);
      if (focus < 0) continue;
      each_line(side, [&](const Row& from, const Row& to, int query, int key, float weight) {
        if (query != focus || weight < least_weight_named) return;
        ImVec2 at;
        if (cross_) {
          at = {(x_of(from, query) + x_of(to, key)) / 2, (from.top + to.top + columns_.height) / 2};
        } else {
          at = apex(field_of(from), {x_of(from, query), x_of(to, key), weight});
        }
        weight_pill(ui_, at, number_alone(weight, NumberFormat::weight), colour_of_side(side));
      });
    }
  }

  // The word's weight from the word in focus, where it is worth a colour; or that the sentences differ in it.
  ChipLook look(const Row& row, int place) const {
    const int focus = focus_of(row.side);
    if (row.queries && place == focus) return ChipLook::focus;
    const ChipLook own = row.side == 0 ? ChipLook::first : ChipLook::second;
    if (two_ && differs(row, place)) return own;
    if (focus < 0 || !row.keys) return ChipLook::plain;
    const HeatmapPtr map = context_.pictures.view(row.side, weights_path());
    const bool read = map != nullptr && focus < map->rows && place < map->columns && map->value(focus, place) >= least_weight_named;
    return read ? own : ChipLook::plain;
  }

  bool differs(const Row& row, int place) const {
    for (const Row& other : rows_.rows) {
      if (&other == &row || other.side == row.side || other.queries != row.queries) continue;
      for (int i = 0; i < static_cast<int>(other.words.size()); ++i) {
        if (other.column[i] == row.column[place]) return other.words[i] != row.words[place];
      }
      return true;
    }
    return false;
  }

  void draw_chips(const Row& row) {
    for (int place = 0; place < static_cast<int>(row.words.size()); ++place) {
      const Area area = chip_area(ui_, columns_of(row), row.column[place], row.words[place], row.top);
      const std::string id = "chip/" + std::to_string(row.side) + (row.queries ? "/" : "/key/") + std::to_string(place);
      const Touch touch = chip(ui_, id, columns_of(row), area, {row.words[place], place, look(row, place)}, row.queries || row.editable);
      if (touch.hovered && row.queries && row.side == context_.session.side) ui_.state().hovered_token = place;
      if (touch.hovered && row.queries && row.side != context_.session.side) ui_.state().hovered_token = counterpart(row, place);
      if (!touch.clicked) continue;
      if (row.queries) {
        if (row.side != context_.session.side) ui_.emit(SelectSide{row.side});
        ui_.emit(SelectToken{place});
      }
      if (row.editable) {
        UiState& state = ui_.state();
        state.overlay = Overlay::words;
        state.words = {row.side, place, area, sentence_of(context_.session, row.side), true};
        state.again = true;
      }
    }
  }

  // A word of the other sentence, as a place of the session's side.
  int counterpart(const Row& row, int place) const {
    const Row* own = row_of(context_.session.side, true);
    if (own == nullptr) return -1;
    for (int i = 0; i < static_cast<int>(own->words.size()); ++i) {
      if (own->column[i] == row.column[place]) return i;
    }
    return -1;
  }

  void draw_side_buttons() {
    for (const Row& row : rows_.rows) {
      if (!row.editable) continue;
      const float y = std::round(row.top + columns_.height / 2 - ui_.px(14));
      const std::string side = std::to_string(row.side);
      if (button(ui_, "type/" + side, Area::at(area_.left, y, ui_.px(58), ui_.px(28)), "Type", ButtonKind::plain)) {
        UiState& state = ui_.state();
        state.overlay = Overlay::words;
        state.words = {row.side, -1, Area::at(area_.left, row.top, ui_.px(58), columns_.height), sentence_of(context_.session, row.side), true};
        state.again = true;
      }
      const float right = area_.right - ui_.px(82);
      if (!two_ && context_.session.compare.empty()) {
        if (button(ui_, "compare", Area::at(right, y, ui_.px(82), ui_.px(28)), "Compare", ButtonKind::plain)) ui_.emit(SetCompare{true});
      } else if (row.side == 0) {
        if (button(ui_, "swap", Area::at(right, y, ui_.px(82), ui_.px(28)), "Swap", ButtonKind::plain)) ui_.emit(SwapSentences{});
      } else if (button(ui_, "one", Area::at(right, y, ui_.px(82), ui_.px(28)), "Remove", ButtonKind::plain)) {
        ui_.emit(SetCompare{false});
      }
    }
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  bool cross_;
  bool two_;
  int only_;
  int focus_;
  Rows rows_;
  ChipColumns columns_, key_columns_;
  float room_ = 0;
  bool scrolls_ = false;
};

}  // namespace

void draw_attention_lines(const PanelContext& context, const Area& area) { Lines(context, area).draw(); }

}  // namespace headlight
