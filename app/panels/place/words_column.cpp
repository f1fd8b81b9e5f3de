// At the left of the stage: the words that ask, and which of two sentences.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/panels/common/stage.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/words/word_menu.h"
#include "app/widgets/controls.h"
#include "core/text/say.h"

namespace headlight::place {

void choose_word(const Page& page, int row) {
  if (page.node >= 0) {
    if (const std::optional<GoTo> time = to_another_time(page, row)) return page.go(*time);
    return page.ui.emit(SelectToken{row});
  }
  if (page.is_in_time()) {
    const Stream stream = page.attention.asks;
    const RecurrentLane& chosen = page.lanes[static_cast<std::size_t>(page.lane)];
    const auto own = std::find_if(page.lanes.begin(), page.lanes.end(),
                                  [&](const RecurrentLane& lane) { return lane.stack->stream == stream; });
    if (own != page.lanes.end())
      open_lane(page, chosen.stack->stream == stream ? chosen : *own, row, page.altitude);
    return;
  }
  if (page.attention.asks == info(page.head.attention).asks) return page.ui.emit(SelectToken{row});
  const int last = page.trace.anatomy().layers(page.attention.id) - 1;
  page.go({.altitude = page.altitude, .head = HeadChoice{page.attention.id, last, 0}, .token = row});
}

void draw_beyond(const Page& page, const Rows& rows, const Area& column, Align align) {
  const float line = page.px(page.boxes.presented() ? 28 : 18);
  const auto say_count = [&](int count, float y, const char* sign) {
    if (count > 0)
      page.ui.text({column.left, y, column.right, y + line}, align, page.face(type::caption), page.c.text_3,
                   std::to_string(count) + " " + sign);
  };
  say_count(rows.first, rows.top - line, "↑");
  say_count(rows.count - rows.first - rows.shown, rows.bottom(), "↓");
}

namespace {

// What is written is read again by a decoder, each word one row further down: on the way there its words come
// from the answer, and on the way back they go into it. Where they stand it is painted (draw_answer).
void add_words_read_again(const Page& page, stage::Scene& scene) {
  if (page.attention.asks == Stream::target || page.boxes.phone()) return;
  if (is_hidden(page, LessonStep::Hides::answer)) return;
  const auto read = static_cast<int>(page.trace.words().target.size());
  const Rows& rows = page.written_rows;
  const Type face = page.face(rows.pitch / page.ui.scale() >= 20 ? type::lesson : type::caption);
  for (int i = rows.first; i < std::min(rows.first + rows.shown, read - 1); ++i) {
    const Area& answer = page.boxes.answer;
    const std::string word =
        page.ui.shortened(face, page.written[static_cast<std::size_t>(i)], answer.width());
    const float pad = page.px(word_pad);
    scene.add(
        key_of_word(Stream::target, i + 1),
        rows.row(i, answer.left - pad, answer.left + page.ui.width(face, word) + pad),
        [=, left = answer.left - pad, colour = page.c.text_2](Ui& on, const Area& at) {
          // What only goes up or down with the answer is painted with it.
          if (std::fabs(at.left - left) >= 1)
            on.text({at.left, at.top, at.right - pad, at.bottom}, Align::right, face, colour, word);
        },
        [] {});
  }
}

}  // namespace

void draw_words(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  if (page.answers() == AnswerKind::translation || page.answers() == AnswerKind::caption)
    add_words_read_again(page, scene);
  const bool cells = page.is_of_cells(page.attention.asks);
  if (cells && page.altitude <= Altitude::head) return add_cells_that_ask(page, scene);
  // At a cell that is of the word that it is about.
  const CellName* const cell = page.altitude >= Altitude::cell && page.of_pairs ? page.cell() : nullptr;
  const int most = page.attention.crosses() ? -1 : cell != nullptr ? cell->col : page.most_asked();
  const bool inside = static_cast<int>(page.altitude) >= static_cast<int>(Altitude::layer);
  for (int i = page.rows.first; i < page.rows.first + page.rows.shown; ++i) {
    const Area box = page.rows.row(i, page.boxes.words.left, page.boxes.words.right);
    const bool chosen = i == page.row;
    const bool asked = inside && i == most && !chosen;
    const float size = page.rows.pitch / ui.scale();
    Type plain = page.face(size >= 24 ? type::word : size >= 18 ? type::body : type::caption);
    const Type hot = page.face(size >= 24   ? type::word_hot
                               : size >= 18 ? type::label_hot
                                            : type::caption_hot);
    const Palette& c = page.c;
    const bool light = ui.theme() == Theme::light;
    const bool unwritten = page.is_unwritten(page.attention.asks, i);
    const Rgb colour = chosen      ? (light ? c.ink : c.stage)
                       : asked     ? page.own_of_asked()
                       : unwritten ? c.text_3
                                   : c.text_2;
    if (unwritten) plain = unwritten_type(plain);
    const std::string word =
        ui.shortened(hot, page.asks[static_cast<std::size_t>(i)], box.width() - page.px(12));
    const float pad = page.px(word_pad);
    const float tall = std::min(page.px(page.boxes.presented() ? 40 : 27), page.rows.pitch);
    const Rgb ground = c.focus, line = c.ink;
    const RasterPtr image = cells ? thumbnail_of_cell(page, i) : nullptr;
    scene.add(key_of_word(page.attention.asks, i), box, [=](Ui& on, const Area& at) {
      const Type face = chosen || asked ? hot : plain;
      const float right = at.right - pad, wide = on.width(face, word);
      if (image != nullptr)
        on.image(image, Area::at(at.left + pad, at.top + 1, at.height() - 2, at.height() - 2));
      if (chosen) {
        const Area chip{right - wide - pad, at.middle_y() - tall / 2, right + pad, at.middle_y() + tall / 2};
        on.fill(chip, ground, pad * 0.75F);
        if (light) on.outline(chip, line, on.px(1.5F), pad * 0.75F);
      }
      on.text(right - wide, at.middle_y(), face, colour, word);
    });
  }
  // One thing for the keyboard, which goes up and down in it; the mouse presses the word that it is on.
  const Area list{page.boxes.words.left, page.rows.top, page.boxes.words.right, page.rows.bottom()};
  const Touch touch = ui.surface("place/list of words", list);
  if (touch.focused) ui.focus_ring(page.rows.row(page.row, list.left, list.right), page.px(6));
  if (const int pointed = page.rows.at(ui.mouse().y); touch.hovered && pointed >= 0) {
    ui.hand();
    if (touch.clicked) choose_word(page, pointed);
  }
  draw_beyond(page, page.rows, page.boxes.words, Align::right);
}

// The words in which the two sentences differ, and before them those that lead there.
void draw_sentence_choice(const Page& page) {
  if (page.boxes.presented()) return;
  Ui& ui = page.ui;
  const float left = page.boxes.body.left + page.px(13), wide = page.boxes.words.right - left - page.px(2);
  const float y = page.boxes.rows - page.px(46);
  if (page.context.maps.two()) {
    const ComparisonNames& names = page.context.maps.alignment()->names;
    const std::string own = own_model(page.context, 0);
    std::array<std::string, 2> whole{own.empty() ? names.first : own,
                                     own.empty() ? names.second : own_model(page.context, 1)};
    // What both names begin with is said once.
    std::string lead = own.empty() ? names.lead : "";
    while (!own.empty()) {
      const std::size_t end = whole[0].find(' ');
      if (end == std::string::npos || whole[0].substr(0, end + 1) != whole[1].substr(0, end + 1)) break;
      lead += (lead.empty() ? "" : " ") + whole[0].substr(0, end);
      for (std::string& name : whole) name.erase(0, end + 1);
    }
    constexpr float close = 14;
    std::array<Choice, 2> both;
    for (std::size_t i = 0; i < both.size(); ++i) {
      both[i] = Choice(whole[i]);
      both[i].colour = page.c.sentence(static_cast<int>(i));
      both[i].beside = close;
    }
    // Beside each other where they have room, else one below the other, else by their numbers.
    const float room = page.boxes.stage.left - page.px(2) - left;
    bool beside = choices_width(ui, both) <= room;
    if (!beside && std::any_of(whole.begin(), whole.end(), [&](const std::string& name) {
          return ui.width(type::label_hot, name) > wide - page.px(close + 6);
        })) {
      for (std::size_t i = 0; i < both.size(); ++i) {
        both[i].label = i == 0 ? say("first") : say("second");
        both[i].whole = whole[i];
      }
      beside = true;
    }
    const float both_tall = page.px(beside ? 30 : ui.touch() ? 76 : 60);
    const float top = beside ? y : y + page.px(28) - both_tall;
    if (lead.size() > 4)
      ui.text({left, top - page.px(22), left + wide, top - page.px(4)}, Align::left, type::caption,
              page.c.text_2, ui.shortened(type::caption, lead, wide));
    const Area place = Area::at(left, top, beside ? choices_width(ui, both) : wide, both_tall);
    const int pressed = choices(ui, "side", place, both, page.side, {.one_stop = !ui.touch()});
    if (pressed >= 0) ui.emit(SelectSide{pressed});
  }
  // In the least windows it is in the sheet; further in one changes numbers.
  const float top = page.boxes.page.bottom - page.px(50);
  // Below a picture stand the cell's name and the class token.
  const bool below_picture =
      page.altitude >= Altitude::head && page.is_of_cells(page.attention.asks) &&
      page.boxes.rows + std::min(page.px(100), page.boxes.words.width()) + page.px(78) > top;
  if (ui.exporting() || hidden_controls(page.session).words || page.altitude >= Altitude::step ||
      page.boxes.phone() || page.boxes.rows_tall > top - page.boxes.rows || page.rows.bottom() > top ||
      below_picture)
    return;
  const Area place = Area::at(left - page.px(2), top, wide + page.px(4), page.px(30));
  const Touch touch = ui.press("place/words", place, {.radius = page.px(7)});
  ui.fill(place, page.c.panel, page.px(7));
  ui.outline(place, touch.hovered ? page.c.ink : page.c.strong_line, ui.hairline(), page.px(7));
  ui.text(place, Align::centre, type::label, page.c.ink, change_words_label(page));
  if (touch.focused) ui.focus_ring(place, page.px(7));
  if (touch.clicked) change_words(page, place);
}

std::string change_words_label(const Page& page) {
  if (page.trace.anatomy().picture) return say("Other picture");
  const bool of_words = word_called(page, page.trace.anatomy().typed()) == "word";
  return of_words ? say("Change words") : say("Change text");
}

void change_words(const Page& page, const Area& from) {
  if (page.trace.anatomy().picture) return show_another_picture(page);
  open_sentence_box(page.context, page.side, page.session.text(page.side), from);
}

}  // namespace headlight::place
