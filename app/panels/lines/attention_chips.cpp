// The words of the Lines view as chips, and the buttons beside them.
#include <algorithm>
#include <array>

#include "app/panels/hover.h"
#include "app/panels/lines/attention_rows.h"
#include "app/panels/lines/lines_view.h"
#include "app/panels/what_if/interventions.h"
#include "app/panels/words/doubt.h"
#include "app/panels/words/unknown_words.h"
#include "app/panels/words/word_menu.h"
#include "app/widgets/controls.h"
#include "core/explain/doubts.h"
#include "core/text/in_quotes.h"

namespace headlight {
namespace {

class Chips {
 public:
  Chips(const PanelContext& context, const Area& area, const AttentionRows& rows)
      : context_(context), ui_(context.ui), area_(area), rows_(rows), heads_(heads_shown(context)) {}

  void draw() {
    const float room = rows_.side_room();
    ui_.push_clip(
        rows_.scrolls() ? Area{area_.left + room, area_.top, area_.right - room, area_.bottom} : area_,
        rows_.scrolls());
    for (const Row& row : rows_.rows()) draw_row(row);
    if (rows_.scrolls()) {
      for (const Row& row : rows_.rows()) draw_more(row, area_.left + room, area_.right - room);
    }
    ui_.pop_clip();
    for (const Row& row : rows_.rows()) draw_beside(row);
  }

 private:
  // Where the wheel brings more words into sight, the row fades out under an arrow.
  void draw_more(const Row& row, float left, float right) {
    if (ui_.exporting()) return;
    const std::vector<Area>& places = rows_.columns_of(row).places;
    if (places.empty()) return;
    const Rgb ground = ui_.colours().stage;
    const Area shown{left, row.top - ui_.px(2), right, row.top + rows_.chip_height() + ui_.px(2)};
    if (places.front().left < left - ui_.px(1)) more_beyond(ui_, shown, Beyond::left, ground);
    if (places.back().right > right + ui_.px(1)) more_beyond(ui_, shown, Beyond::right, ground);
  }

  // The word in focus, or that the sentences differ in this one.
  ChipLook look(const Row& row, int place) const {
    if (row.queries && place == rows_.focus_of(row.side)) return ChipLook::focus;
    if (rows_.two() && rows_.differs(row, place)) return row.side == 0 ? ChipLook::first : ChipLook::second;
    return ChipLook::plain;
  }

  // The colour of its lines where the word in focus looks at it enough to be named.
  std::optional<Rgb> read(const Row& row, int place) const {
    const int focus = rows_.focus_of(row.side);
    if (focus < 0 || !row.keys) return std::nullopt;
    for (const ShownHead& head : heads_) {
      const MapRows rows = context_.pictures.rows(row.side, head.weights, focus, 1);
      if (rows.has(focus) && place < rows.map->columns &&
          rows.map->value(focus - rows.first, place) >= least_weight_named &&
          !head_is_off(context_, row.side, head.weights))
        return row.side == 0 ? ui_.colours().first_sentence : ui_.colours().second_sentence;
    }
    return std::nullopt;
  }

  void draw_row(const Row& row) {
    const auto [first, end] = rows_.in_sight(row);
    for (int place = first; place < end; ++place) {
      const Area area = chip_area(ui_, rows_.columns_of(row), row.column[place], row.words[place], row.top);
      const std::string id =
          "chip/" + std::to_string(row.side) + (row.queries ? "/" : "/key/") + std::to_string(place);
      const Touch touch =
          chip(ui_, id, rows_.columns_of(row), area,
               {row.words[place], place, look(row, place), read(row, place)}, row.queries || row.editable);
      if (const Doubt* doubt = doubt_of_word(context_, row.side, place); row.editable && doubt != nullptr)
        draw_doubt(area, row, place, *doubt);
      if (touch.hovered && row.queries) {
        ui_.state<Hover>().token = row.side == context_.session.side ? place : rows_.counterpart(row, place);
        if (rows_.cross()) say_when(row, place);
      }
      if (touch.hovered && row.editable) say_what_was_typed(row, place);
      if (touch.clicked) choose(row, place, area);
    }
  }

  // A broken line below, as below a word that is spelled wrong.
  void draw_doubt(const Area& area, const Row& row, int place, const Doubt& doubt) {
    const float dash = ui_.px(5), y = area.bottom - ui_.px(3);
    for (float x = area.left + ui_.px(5); x + dash <= area.right - ui_.px(3); x += dash + ui_.px(3))
      ui_.line(x, y, x + dash, y, ui_.colours().error, ui_.px(2));
    if (!ui_.hovered(area)) return;
    const Trace::Words& words = context_.pictures.trace(row.side)->words();
    ui_.tooltip(explained(doubt, place, context_.pictures.certainty(row.side), words));
  }

  // A row of encoder-decoder attention belongs to two words: the one just read and the one written next.
  void say_when(const Row& row, int place) {
    const std::vector<std::string>& read = context_.pictures.trace(row.side)->words().target;
    if (place >= static_cast<int>(read.size())) return;
    ui_.tooltip(std::vector<TextRun>{{"after “" + read[place] + "” it writes ", Role::text_2},
                                     {row.words[place], Role::ink, true}});
  }

  void say_what_was_typed(const Row& row, int place) {
    const std::string typed = typed_at(context_, sentence_of(context_.session, row.side), place);
    if (!typed.empty()) ui_.tooltip("typed as “" + shortened(typed) + "”");
  }

  void choose(const Row& row, int place, const Area& area) {
    if (row.queries) {
      if (row.side != context_.session.side) ui_.emit(SelectSide{row.side});
      ui_.emit(SelectToken{place});
    }
    if (row.editable) open_words(row.side, place, area);
  }

  void open_words(int side, int place, const Area& area) {
    WidgetState& state = ui_.state();
    state.overlay = Overlay::words;
    state.overlay_opener = area;
    ui_.state<WordMenu>() = {.side = side,
                             .place = place,
                             .chip = area,
                             .typed = sentence_of(context_.session, side),
                             .focus_before = context_.session.token,
                             .side_before = context_.session.side};
    state.again = true;
  }

  void draw_beside(const Row& row) {
    const float tall = rows_.chip_height();
    const float y = std::round(row.top + tall / 2 - ui_.px(14));
    if (rows_.cross() && row.queries) {
      ui_.text(area_.left, y + ui_.px(14), type::caption, ui_.colours().text_3, "it writes");
    }
    if (!row.editable) return;
    const std::string side = std::to_string(row.side);
    const Area left = Area::at(area_.left, y, ui_.px(82), ui_.px(28));
    if (button(ui_, "type/" + side, left, "Edit text", ButtonKind::plain))
      open_words(row.side, -1, Area::at(area_.left, row.top, ui_.px(82), tall));
    if (ui_.hovered(left)) ui_.tooltip("Type this sentence, or another one");
    const Area right = Area::at(area_.right - ui_.px(82), y, ui_.px(82), ui_.px(28));
    if (!rows_.two() && context_.session.compare.empty()) {
      if (button(ui_, "compare", right, "Compare", ButtonKind::plain)) ui_.emit(SetCompare{true});
    } else if (row.side == 0) {
      if (button(ui_, "swap", right, "Swap", ButtonKind::plain)) ui_.emit(SwapSentences{});
      if (ui_.hovered(right))
        ui_.tooltip("Exchanges the sentences, and with them the sign of their difference");
    } else if (button(ui_, "one", right, "Remove", ButtonKind::plain)) {
      ui_.emit(SetCompare{false});
    }
  }

  const PanelContext& context_;
  Ui& ui_;
  Area area_;
  const AttentionRows& rows_;
  std::vector<ShownHead> heads_;
};

}  // namespace

void draw_attention_chips(const PanelContext& context, const Area& area, const AttentionRows& rows) {
  Chips(context, area, rows).draw();
}

}  // namespace headlight
