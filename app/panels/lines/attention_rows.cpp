#include "app/panels/lines/lines.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/panels/common/interventions.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/shown_words.h"
#include "app/panels/common/stage.h"
#include "app/panels/words/answer_marks.h"
#include "app/panels/words/word_menu.h"
#include "app/widgets/controls.h"
#include "core/explain/confidence.h"
#include "core/explain/view.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// Adds the rows of both sides, each like `like`: words that stand for one another, as `both` says, share a
// column. Without it the rows of `only` one.
void add_rows(ChipRows& all, const std::array<std::vector<std::string>, 2>& words,
              const std::vector<AlignedWord>* both, int only, const ChipRow& like) {
  std::array<std::vector<int>, 2> columns{};
  std::vector<std::vector<std::string>> by_column;
  if (both != nullptr) {
    for (const AlignedWord& word : *both) {
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
    if (both == nullptr && side != only) continue;
    ChipRow row = like;
    row.side = side;
    row.words = words[side];
    row.column = columns[side];
    all.rows.push_back(std::move(row));
  }
  (like.queries ? all.by_column : all.by_key_column) = std::move(by_column);
}

constexpr float row_gap = 8;  // units between two rows of words

// The largest type in which the widest words of each column fit side by side into `width` pixels.
ChipColumns lay_out_chips(const Ui& ui, const std::vector<std::vector<std::string>>& words_by_column,
                          float left, float width, int largest) {
  ChipColumns columns;
  // A finger needs as much from one to the next.
  const float least_wide = ui.px(Ui::finger_units), least_high = ui.touch() ? least_wide - ui.px(row_gap) : 0;
  const int smallest = *std::min_element(std::begin(chip_sizes), std::end(chip_sizes));
  for (const int size : chip_sizes) {
    if (size > largest) continue;
    const bool small = size < 16;
    const float gap = ui.px(size < 14 ? 3 : small ? 4 : 8);
    const float pad = ui.px(size < 14 ? 4 : small ? 5 : size < 20 ? 8 : 11);
    columns.plain = {Face::medium, size};
    columns.hot = {Face::semibold, size};
    columns.height = std::max(ui.px(static_cast<float>(size) + 18), least_high);
    columns.places.clear();
    float x = 0;
    for (const std::vector<std::string>& words : words_by_column) {
      if (x - gap > width && size != smallest) break;
      float wide = ui.touch() ? std::max(ui.px(24), least_wide - gap - 2 * pad) : ui.px(24);
      for (const std::string& word : words) wide = std::max(wide, ui.width(columns.hot, word));
      columns.places.push_back({x, 0, std::round(x + wide + 2 * pad), 0});
      x = columns.places.back().right + gap;
    }
    columns.width = x - gap;
    if (columns.width <= width) break;
  }
  const float shift = left + std::max(0.0F, std::round((width - columns.width) / 2));
  for (Area& place : columns.places) place = place.moved(shift, 0);
  return columns;
}

bool apart_in(const Ui& ui, float width) { return width < ui.px(560); }
constexpr float row_of_buttons = 36;

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
      focus_(row_in_focus(context)),
      buttons_apart_(apart_in(context.ui, area.width())) {
  if (buttons_apart_) {
    area_.cut_top(ui_.px(row_of_buttons));
    area_.cut_bottom(ui_.px(two_ ? row_of_buttons : 0));
  }
  collect();
  const float left = area_.left + side_room();
  const float wide = area_.width() - 2 * side_room();
  columns_ = lay_out_chips(ui_, rows_.by_column, left, wide, cross_ ? 16 : 20);
  key_columns_ = cross_ ? lay_out_chips(ui_, rows_.by_key_column, left, wide, columns_.plain.size) : columns_;
  scroll();
  place();
}

float AttentionRows::side_room() const { return ui_.px(buttons_apart_ ? 0 : 92); }

void AttentionRows::collect() {
  const auto [queries, keys, both_queries, both_keys] = asking(context_);
  const bool typed = info(context_.session.attention).asks == stage_trace(context_)->anatomy().typed();
  if (!cross_) {
    add_rows(rows_, queries, both_queries, only_, {.queries = true, .keys = true, .editable = typed});
    return;
  }
  add_rows(rows_, queries, both_queries, only_, {.queries = true, .keys = false});
  add_rows(rows_, keys, both_keys, only_, {.queries = false, .keys = true, .editable = true});
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
  at -= ui_.wheel(area_, Ui::Way::across) * 60;
  const int token = context_.session.token;
  const ChipRow* const asks = row_of(context_.session.side, true);
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
  const float gap = ui_.px(row_gap);
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

float AttentionRows::x_of(const ChipRow& row, int place) const {
  return columns_of(row).places[row.column[place]].middle_x();
}

const ChipRow* AttentionRows::row_of(int side, bool queries) const {
  for (const ChipRow& row : rows_.rows) {
    if (row.side == side && (queries ? row.queries : row.keys)) return &row;
  }
  return nullptr;
}

// A place of the session's side on a side: there itself, or what stands in its column; -1 where nothing does.
int AttentionRows::on_side(int side, bool queries, int place) const {
  if (place < 0) return -1;
  const ChipRow* own = row_of(side, queries);
  const ChipRow* other = row_of(context_.session.side, queries);
  if (own == nullptr) return -1;
  if (side == context_.session.side || other == nullptr)
    return place < static_cast<int>(own->words.size()) ? place : -1;
  if (place >= static_cast<int>(other->words.size())) return -1;
  for (int i = 0; i < static_cast<int>(own->words.size()); ++i) {
    if (own->column[i] == other->column[place]) return i;
  }
  return -1;
}

int AttentionRows::focus_of(int side) const { return on_side(side, true, focus_); }

std::vector<int> AttentionRows::chosen_of(int side, bool queries) const {
  std::vector<int> chosen = queries ? rows_in_focus(context_) : context_.session.key_tokens;
  for (int& place : chosen) place = on_side(side, queries, place);
  std::erase(chosen, -1);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

int AttentionRows::counterpart(const ChipRow& row, int place) const {
  const ChipRow* own = row_of(context_.session.side, true);
  if (own == nullptr) return -1;
  for (int i = 0; i < static_cast<int>(own->words.size()); ++i) {
    if (own->column[i] == row.column[place]) return i;
  }
  return -1;
}

bool AttentionRows::differs(const ChipRow& row, int place) const {
  for (const ChipRow& other : rows_.rows) {
    if (&other == &row || other.side == row.side || other.queries != row.queries) continue;
    for (int i = 0; i < static_cast<int>(other.words.size()); ++i) {
      if (other.column[i] == row.column[place]) return other.words[i] != row.words[place];
    }
    return true;
  }
  return false;
}

AttentionRows::Places AttentionRows::in_sight(const ChipRow& row) const {
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

ArcField AttentionRows::field_of(const ChipRow& row) const {
  const bool up = !two_ || row.side == 0;
  float widest = 0;
  for (const Area& place : columns_.places)
    widest = std::max(widest, place.middle_x() - columns_.places[0].middle_x());
  return {up ? row.top : row.top + columns_.height, room_, up, std::max(widest * 0.55F, 1.0F)};
}

namespace {

// A word that asks and is selected, one that is looked at and is, or one in which the sentences differ.
enum class ChipLook { plain, focus, key, first, second };

// A word on its ground; `read`: it is looked at, and underlined in this colour.
Touch draw_chip(Ui& ui, const std::string& id, const Area& area, const ChipColumns& columns,
                const std::string& word, ChipLook look, std::optional<Rgb> read) {
  const Palette& c = ui.colours();
  const float radius = ui.px(6);
  const Touch touch = ui.target(id, area);
  Rgb ground = touch.hovered ? c.rail : c.panel;
  Rgb text = c.ink;
  Rgb line = touch.hovered ? c.strong_line : c.hairline;
  if (look == ChipLook::focus) {
    ground = c.focus;
    text = ui.theme() == Theme::dark ? c.stage : c.ink;
    line = c.ink;
  } else if (look == ChipLook::key) {
    line = ui.theme() == Theme::dark ? c.focus : c.ink;
  } else if (look != ChipLook::plain) {
    ground = look == ChipLook::first ? c.soft_first : c.soft_second;
    text = line = look == ChipLook::first ? c.first_sentence : c.second_sentence;
  }
  ui.fill(area, ground, radius);
  const float thick = ui.px(look == ChipLook::key ? 2.5F : 1.5F);
  ui.outline(area, line, look == ChipLook::plain ? ui.hairline() : thick, radius);
  if (read) {
    const Area stroke{area.left + ui.px(5), area.bottom - ui.px(6), area.right - ui.px(5),
                      area.bottom - ui.px(3)};
    ui.fill(stroke, *read, ui.px(1.5F));
  }
  if (touch.focused) ui.focus_ring(area, radius);
  ui.text(area, Align::centre, read || look != ChipLook::plain ? columns.hot : columns.plain, text, word);
  return touch;
}

class Chips : PanelPart {
 public:
  Chips(const PanelContext& context, const Area& area, const AttentionRows& rows)
      : PanelPart(context, area), rows_(rows), heads_(heads_shown(context)) {}

  void draw() {
    const float room = rows_.side_room();
    ui_.push_clip(
        rows_.scrolls() ? Area{area_.left + room, area_.top, area_.right - room, area_.bottom} : area_,
        rows_.scrolls());
    for (const ChipRow& row : rows_.rows()) draw_row(row);
    if (rows_.scrolls()) {
      for (const ChipRow& row : rows_.rows()) draw_more(row, area_.left + room, area_.right - room);
    }
    ui_.pop_clip();
    for (const ChipRow& row : rows_.rows()) draw_beside(row);
  }

 private:
  // What is selected of a side; where pieces stand together all of each word.
  std::vector<int> in_words(int side, bool queries) const {
    const std::vector<int> chosen = queries ? rows_.queries_of(side) : rows_.keys_of(side);
    const ShownPlaces shown(context_, side, heads_.front().weights);
    std::vector<int> words;
    for (const int place : chosen) {
      const std::vector<int> word = queries ? shown.row_with(place) : shown.column_with(place);
      words.insert(words.end(), word.begin(), word.end());
    }
    std::sort(words.begin(), words.end());
    return words;
  }

  // Where the wheel brings more words into sight, the row fades out under an arrow.
  void draw_more(const ChipRow& row, float left, float right) {
    if (ui_.exporting()) return;
    const std::vector<Area>& places = rows_.columns_of(row).places;
    if (places.empty()) return;
    const Rgb ground = c_.stage;
    const Area shown{left, row.top - ui_.px(2), right, row.top + rows_.chip_height() + ui_.px(2)};
    if (places.front().left < left - ui_.px(1)) more_beyond(ui_, shown, Beyond::left, ground);
    if (places.back().right > right + ui_.px(1)) more_beyond(ui_, shown, Beyond::right, ground);
  }

  // The word in focus, or that the sentences differ in this one.
  ChipLook look(const ChipRow& row, int place) const {
    const auto has = [place](const std::vector<int>& chosen) {
      return std::binary_search(chosen.begin(), chosen.end(), place);
    };
    if (row.queries && has(queries_.at(row.side))) return ChipLook::focus;
    if (row.keys && has(keys_.at(row.side))) return ChipLook::key;
    if (rows_.two() && rows_.differs(row, place)) return row.side == 0 ? ChipLook::first : ChipLook::second;
    return ChipLook::plain;
  }

  // The colour of its lines where a selected word looks at it enough to be named.
  std::optional<Rgb> read(const ChipRow& row, int place) const {
    if (!row.keys) return std::nullopt;
    for (const int query : queries_.at(row.side)) {
      for (const ShownHead& head : heads_) {
        if (shown_weight(context_, row.side, head.weights, query, place).value_or(0) >= least_weight_named &&
            !head_is_off(context_, row.side, head.weights))
          return c_.sentence(row.side);
      }
    }
    return std::nullopt;
  }

  // The pieces of a word that stand together are joined.
  void join_pieces(const ChipRow& row, int first, int end) {
    const ShownPlaces shown(context_, row.side, heads_.front().weights);
    if (!shown.merged()) return;
    const ChipColumns& columns = rows_.columns_of(row);
    const auto word_of = [&](int token) {
      return row.queries ? shown.row_of(token) : shown.column_of(token);
    };
    for (int place = first; place + 1 < end; ++place) {
      if (word_of(place) != word_of(place + 1)) continue;
      const float y = row.top + columns.height / 2;
      const Area &left = columns.places[row.column[place]], &right = columns.places[row.column[place + 1]];
      ui_.fill({left.right - ui_.px(1), y - ui_.px(3), right.left + ui_.px(1), y + ui_.px(3)},
               c_.strong_line);
    }
  }

  void draw_row(const ChipRow& row) {
    const auto [first, end] = rows_.in_sight(row);
    join_pieces(row, first, end);
    for (int place = first; place < end; ++place) {
      const Area& column = rows_.columns_of(row).places[row.column[place]];
      const Area area{column.left, row.top, column.right, row.top + rows_.columns_of(row).height};
      const std::string id =
          "chip/" + std::to_string(row.side) + (row.queries ? "/" : "/key/") + std::to_string(place);
      const Touch touch = draw_chip(ui_, id, area, rows_.columns_of(row), row.words[place], look(row, place),
                                    read(row, place));
      if (touch.hovered && (row.queries || row.editable)) ui_.hand();
      if (touch.hovered) say_tokens(row, place);
      if (row.editable) draw_doubts(area, row, place);
      if (touch.hovered && row.queries) {
        ui_.state<Hover>().token = row.side == context_.session.side ? place : rows_.counterpart(row, place);
        if (rows_.cross()) say_when(row, place);
      }
      if (touch.hovered && row.editable) say_what_was_typed(row, place);
      if (touch.clicked) choose(row, place, area);
    }
  }

  void draw_doubts(const Area& area, const ChipRow& row, int place) {
    if (const Doubt* doubt = doubt_of_word(context_, row.side, place); doubt != nullptr) {
      const Trace::Words& words = context_.pictures.trace(row.side)->words();
      draw_broken_line(area, explained(*doubt, place, context_.pictures.certainty(row.side), words));
    } else if (const std::optional<UnknownWord> slip = slip_at(context_, row.side, place)) {
      draw_broken_line(area, "The model never learned “" + slip->word +
                                 "” as a word, so it reads it in pieces." +
                                 " Click to see what you may have meant: " + slip->instead.front().word);
    }
  }

  // Below a word, as below one that is spelled wrong.
  void draw_broken_line(const Area& area, const std::string& why) {
    const float dash = ui_.px(5), y = area.bottom - ui_.px(3);
    for (float x = area.left + ui_.px(5); x + dash <= area.right - ui_.px(3); x += dash + ui_.px(3))
      ui_.line(x, y, x + dash, y, c_.error, ui_.px(2));
    if (ui_.hovered(area)) ui_.tooltip(why);
  }

  // A row of cross-attention belongs to two words: the one just read and the one written next.
  void say_when(const ChipRow& row, int place) {
    const std::vector<std::string>& read = context_.pictures.trace(row.side)->words().target;
    if (place >= static_cast<int>(read.size())) return;
    ui_.tooltip(std::vector<TextRun>{{"after “" + read[place] + "” it writes ", Role::text_2},
                                     {row.words[place], Role::ink, true}});
  }

  void say_tokens(const ChipRow& row, int place) {
    const AttentionInfo& about = info(context_.session.attention);
    const std::vector<RichText> lines =
        tokens_in_words(context_, row.side, row.queries ? about.asks : about.asked, {place});
    if (!lines.empty()) ui_.tooltip(lines);
  }

  void say_what_was_typed(const ChipRow& row, int place) {
    const std::string typed = typed_at(context_, context_.session.text(row.side), place);
    if (!typed.empty()) ui_.tooltip("typed as “" + shortened(typed) + "”");
  }

  void choose(const ChipRow& row, int place, const Area& area) {
    if (const Picks how = picks(ui_); how != Picks::alone) return choose_too(row, place, how);
    if (row.queries) {
      if (row.side != context_.session.side) ui_.emit(SelectSide{row.side});
      ui_.emit(SelectToken{place});
    }
    if (row.editable) open_words(row.side, place, area);
  }

  // Beside what is selected. What both asks and is asked is a key with Ctrl alone.
  void choose_too(const ChipRow& row, int place, Picks how) {
    const bool key = row.keys && (!row.queries || how == Picks::key_too);
    const ShownPlaces shown(context_, row.side, heads_.front().weights);
    if (row.side != context_.session.side) ui_.emit(SelectSide{row.side});
    ui_.emit(SelectTokensToo{key ? shown.column_with(place) : shown.row_with(place), key});
  }

  void open_words(int side, int place, const Area& area) {
    WidgetState& state = ui_.state();
    state.overlay = Overlay::words;
    state.overlay_opener = area;
    ui_.state<WordMenu>() = {.side = side,
                             .place = place,
                             .chip = area,
                             .typed = context_.session.text(side),
                             .focus_before = context_.session.token,
                             .side_before = context_.session.side};
    state.again = true;
  }

  void draw_beside(const ChipRow& row) {
    const float tall = rows_.chip_height();
    float y = std::round(row.top + tall / 2 - ui_.px(14));
    if (rows_.cross() && row.queries && !rows_.buttons_apart()) {
      ui_.text(area_.left, y + ui_.px(14), type::caption, c_.text_3,
               stage_trace(context_)->anatomy().given ? "rows" : "it writes");
    }
    if (rows_.buttons_apart())
      y = std::round(rows_.two() && row.side == 1 ? area_.bottom - ui_.px(28) : area_.top + ui_.px(2));
    if (!row.editable) return;
    const std::string side = std::to_string(row.side);
    const Area left = Area::at(area_.left, y, ui_.px(82), ui_.px(28));
    // Weights from a file have their words; a second file stands beside them by the command line.
    const bool given = stage_trace(context_)->anatomy().given.has_value();
    if (given && !rows_.two()) return;
    if (!given && button(ui_, "type/" + side, left, "Edit text", ButtonKind::plain))
      open_words(row.side, -1, Area::at(area_.left, row.top, ui_.px(82), tall));
    if (!given && ui_.hovered(left)) ui_.tooltip("Type this sentence, or another one");
    const Area right = Area::at(area_.right - ui_.px(82), y, ui_.px(82), ui_.px(28));
    if (!rows_.two() && !context_.session.two()) {
      if (button(ui_, "compare", right, "Compare", ButtonKind::plain)) ui_.emit(SetCompare{true});
    } else if (row.side == 0) {
      if (button(ui_, "swap", right, "Swap", ButtonKind::plain)) ui_.emit(SwapSentences{});
      if (ui_.hovered(right)) ui_.tooltip("Swaps the two sentences, so the difference changes its sign");
    } else if (button(ui_, "one", right, "Remove", ButtonKind::plain)) {
      ui_.emit(SetCompare{false});
    }
  }

  const AttentionRows& rows_;
  std::vector<ShownHead> heads_;
  std::array<std::vector<int>, 2> queries_{in_words(0, true), in_words(1, true)};
  std::array<std::vector<int>, 2> keys_{in_words(0, false), in_words(1, false)};
};

}  // namespace

void draw_attention_chips(const PanelContext& context, const Area& area, const AttentionRows& rows) {
  Chips(context, area, rows).draw();
}

}  // namespace headlight
