// At the right of the stage: what comes out.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "app/panels/common/stage.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/place/vector_answer.h"
#include "app/panels/words/answer_marks.h"
#include "app/stage/board.h"
#include "app/widgets/controls.h"
#include "core/explain/pronouns.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

// Words and how likely each is, under what they are likely for; in a low window without that, and the bars
// have lines of their own.
void show_chances(const Page& page, Area& rest, const std::string& title, stage::Bars bars) {
  bars.below = page.boxes.low;
  stage::Board board(page.ui);
  board.column({}, [&] {
    if (!title.empty() && !page.boxes.low) {
      stage::Piece& over = board.words(title, type::label_hot);
      over.below = 4;
    }
    board.add({.look = std::move(bars)});
  });
  board.show(rest.cut_top(board.height(rest.width())));
}

using Likeliest = std::vector<std::pair<std::string, float>>;
struct KeptLikeliest : KeptOfTrace<int, Likeliest> {};

// The likeliest of a row of the probabilities.
const Likeliest& likeliest_words(const Page& page, int row) {
  constexpr std::size_t most = 6;
  return page.ui.state<KeptLikeliest>().get(page.context.maps[page.side].trace(), row, [&] {
    Likeliest found;
    const MapRows rows = page.context.maps[page.side].rows("probabilities", row, 1);
    const auto& words = page.trace.words().target_vocabulary;
    if (!rows.has(row) || words == nullptr) return found;
    std::vector<int> order(
        static_cast<std::size_t>(std::min(rows.map->columns, static_cast<int>(words->size()))));
    std::iota(order.begin(), order.end(), 0);
    const auto chance = [&](int word) { return rows.map->value(row - rows.first, word); };
    const std::size_t count = std::min(most, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](int a, int b) { return chance(a) > chance(b); });
    for (std::size_t i = 0; i < count; ++i)
      found.emplace_back(token_called(words->at(static_cast<std::size_t>(order[i]))), chance(order[i]));
    return found;
  });
}

// What the likeliest words are likeliest for.
std::string likeliest_for(const Page& page) {
  const std::string word = page.asks[static_cast<std::size_t>(page.row)];
  switch (page.answers()) {
    case AnswerKind::one_label:
      return say("Its answer");
    case AnswerKind::labels:
      return say("Label of “{word}”", {{"word", word}});
    case AnswerKind::hidden_words:
      return say("In the place of “{word}”", {{"word", word}});
    case AnswerKind::translation:
    case AnswerKind::caption: {
      // The row of a written word is the row of its question.
      const std::vector<std::string>& read = page.trace.words().target;
      const auto row = static_cast<std::size_t>(page.row_of_answer());
      return row == 0 || row >= read.size() ? say("First word")
                                            : say("After “{word}”", {{"word", read[row]}});
    }
    case AnswerKind::next_token:
    case AnswerKind::vector:
    case AnswerKind::none:
      break;
  }
  return say("After “{word}”", {{"word", word}});
}

void draw_likeliest(const Page& page, Area& rest) {
  const int row = page.row_of_answer();
  if (row < 0) return;
  const auto& words = likeliest_words(page, row);
  const std::size_t count = std::min(page.boxes.low ? std::size_t{2} : std::size_t{6}, words.size());
  stage::Bars bars{.rows = {}, .names = page.boxes.low ? 96.0F : 34.0F};
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [word, chance] = words[i];
    bars.rows.push_back({word, number_alone(chance, NumberFormat::probability), chance, page.own(), i == 0});
    if (!page.boxes.low)
      bars.names = std::clamp(page.ui.width(type::label_hot, word) / page.ui.scale() + 8, bars.names, 78.0F);
  }
  if (!words.empty()) show_chances(page, rest, likeliest_for(page), std::move(bars));
}

// Where the two translations part, or il and elle of one: how likely both words are in each sentence.
void draw_chances(const Page& page, Area& rest) {
  Ui& ui = page.ui;
  if (page.answers() != AnswerKind::translation) return draw_likeliest(page, rest);
  const std::array<WrittenAnswer, 2> both = written_of(page.context);
  const std::optional<Parting> parts = parting(page.context, both);
  std::array<std::string, 2> words{std::string(pronouns_for_it[0]), std::string(pronouns_for_it[1])};
  std::array<int, 2> places{-1, -1};
  const bool two = page.context.maps.two();
  if (two && parts) {
    words = parts->words;
    places = parts->places;
  } else {
    for (std::size_t side = 0; side < both.size(); ++side) {
      const TracePtr& read = page.context.maps[static_cast<int>(side)].trace();
      if (read != nullptr) places.at(side) = place_of_it(read->words().source, both.at(side).words);
    }
  }
  if (places[0] < 0 && places[1] < 0) return draw_likeliest(page, rest);
  if (!page.boxes.low)
    ui.text(rest.cut_top(page.px(24), page.px(4)), Align::left, type::label_hot, page.c.ink,
            say("{first} or {second}?", {{"first", words[0]}, {"second", words[1]}}));
  for (const int of : {0, 1}) {
    const auto i = static_cast<std::size_t>(of);
    if (places.at(i) < 0 || page.context.maps[of].trace() == nullptr) continue;
    const Trace& trace = *page.context.maps[of].trace();
    const Rgb own = two ? page.c.sentence(of) : page.c.weights;
    if (two && !page.boxes.low)
      ui.text(rest.cut_top(page.px(20)), Align::left, type::label_hot, own, ending_of(page, of));
    stage::Bars bars{.rows = {}, .names = page.boxes.low ? 96.0F : 34.0F};
    for (const std::string& word : words) {
      const bool writes = both.at(i).words.at(static_cast<std::size_t>(places.at(i))) == word;
      const int row = row_of_written(trace, places.at(i));
      const std::optional<float> chance = chance_of(page.context, of, row, word);
      if ((page.boxes.low && !writes) || !chance) continue;
      if (!page.boxes.low && word.size() > 4) bars.names = 62;
      bars.rows.push_back({two && page.boxes.low ? ending_of(page, of) + "  " + word : word,
                           number_alone(*chance, NumberFormat::probability), *chance, own, writes,
                           chance_before(page.context, of, row, word)});
    }
    show_chances(page, rest, "", std::move(bars));
    rest.cut_top(page.px(5));
  }
}

// Where a model has no answer: that it has none, and why.
void draw_no_answer(const Page& page) {
  const Area& area = page.boxes.answer;
  if (page.boxes.presented()) return;
  page.ui.wrapped(
      {area.left, page.boxes.rows, area.right, area.bottom}, type::label, page.c.text_2,
      page.trace.anatomy().given
          ? say("Only these weights were in the file. So there are no queries, keys and values, "
                "and no answer.")
          : say("This model ends with a row of numbers for each {unit}. It makes no answer of them.",
                {{"unit", word_called(page, page.attention.asks)}}),
      page.px(20));
}

}  // namespace

void draw_answer_line(const Page& page) {
  Ui& ui = page.ui;
  const Palette& c = page.c;
  Area line = page.boxes.answer;
  ui.line(line.left + page.px(16), line.top, line.right - page.px(16), line.top, c.hairline, ui.hairline());
  line = line.inset(page.px(20), 0);
  if (is_hidden(page, LessonStep::Hides::answer)) return draw_cover(page.context, line);
  const Type plain = page.face(type::label);
  const int row = page.row_of_answer();
  const Likeliest none;
  const Likeliest& likeliest =
      !answers_in_words(page.answers()) || row < 0 ? none : likeliest_words(page, row);
  if (likeliest.empty()) {
    std::string all;
    for (const std::string& word : page.written) all += (all.empty() ? "" : " ") + word;
    if (!answers_in_words(page.answers()))
      all = page.answers() == AnswerKind::vector ? vector_said(page.context)
                                                 : say("It ends with a row of numbers for each {unit}.",
                                                       {{"unit", word_called(page, page.attention.asks)}});
    return ui.text(line, Align::left, plain, c.text_2, ui.shortened(plain, all, line.width()));
  }
  // From the right: the second likeliest, where there is room for it; then the likeliest; then what comes
  // before it.
  const Type hot = type::section;
  const float gap = page.px(10), number = ui.width(type::number_hot, "0.000"), pad = page.px(9);
  const std::string word = ui.shortened(hot, likeliest[0].first, line.width() / 2);
  const float pill = ui.width(hot, word) + 2 * pad;
  std::string before;
  if (page.written_row > 0 && page.answers() != AnswerKind::one_label && page.answers() != AnswerKind::labels)
    before = "… " + page.written[static_cast<std::size_t>(page.written_row) - 1];
  const std::string second = likeliest.size() < 2 ? "" : likeliest[1].first;
  const float second_wide = second.empty() ? 0 : ui.width(plain, second) + gap + number;
  const float left = std::min(page.px(90), ui.width(plain, before));
  float x = line.left;
  const float y = line.middle_y();
  if (left + gap + pill + gap + number <= line.width() && !before.empty())
    x = ui.text(x, y, plain, c.text_2, ui.shortened(plain, before, left)) + gap;
  const Area chip{x, y - page.px(15), x + pill, y + page.px(15)};
  ui.fill(chip, page.own(), page.px(5));
  ui.text(chip, Align::centre, hot, c.stage, word);
  x = ui.text(chip.right + gap, y, type::number_hot, c.ink,
              number_alone(likeliest[0].second, NumberFormat::probability));
  if (second.empty() || x + page.px(20) + second_wide > line.right) return;
  x = ui.text(x + page.px(20), y, plain, c.text_2, second) + gap;
  ui.text(x, y, type::number, c.text_2, number_alone(likeliest[1].second, NumberFormat::probability));
}

namespace {

// The word at the left that leads to one of those that are written; -1 without one. Where what was typed
// asks, it is the one that is read most for it.
int asks_for_written(const Page& page, int written) {
  const auto count = static_cast<int>(page.asks.size());
  if (page.attention.asks == Stream::target || page.trace.anatomy().find(Attention::cross) == nullptr)
    return written < count ? written : -1;
  // The pronoun belongs to "it".
  for (int row = 0; row < count; ++row) {
    const std::string& word = page.written[static_cast<std::size_t>(written)];
    if (is_pronoun_for_it(word) && page.asks[static_cast<std::size_t>(row)] == "it") return row;
  }
  const HeadChoice reads{Attention::cross, page.trace.anatomy().layers(Attention::cross) - 1, 0};
  return page.largest_in_row(reads.path("weights"), written);
}

// What is written as one thing to press: a word of it chooses the one that leads to it. Returns the one that
// is pointed at.
int press_answer(const Page& page) {
  if (page.boxes.presented() || page.ui.exporting() || page.answers() == AnswerKind::one_label) return -1;
  const Rows& rows = page.written_rows;
  const Area list{page.boxes.answer.left - page.px(8), rows.top, page.boxes.answer.right, rows.bottom()};
  Ui& ui = page.ui;
  const Touch touch = ui.surface("place/list of the answer", list);
  if (touch.focused) {
    const int by = ui.take(Key::down) - ui.take(Key::up);
    const int to = std::clamp(std::max(page.written_row, 0) + by, 0, rows.count - 1);
    if (const int row = by == 0 ? -1 : asks_for_written(page, to); row >= 0) choose_word(page, row);
    ui.focus_ring(rows.row(std::clamp(page.written_row, rows.first, rows.first + rows.shown - 1), list.left,
                           list.right),
                  page.px(5));
  }
  const int pointed = touch.hovered ? rows.at(ui.mouse().y) : -1;
  if (pointed < 0) return -1;
  ui.hand();
  const int row = asks_for_written(page, pointed);
  if (touch.clicked && row >= 0) choose_word(page, row);
  return pointed;
}

// How likely a written word was, where that is to be known: everywhere of a model that goes on with a text,
// else where the model was not sure.
std::optional<float> chance_beside(const Page& page, int written) {
  const auto place = static_cast<std::size_t>(written);
  const std::vector<std::string>& next = page.trace.words().next;
  if (page.answers() == AnswerKind::next_token)
    return place < next.size() ? chance_of(page.context, page.side, written, next[place]) : std::nullopt;
  const Certainty& certainty = page.context.maps[page.side].certainty();
  if (!certainty.is_remarked() || place >= certainty.signs.likely.size()) return {};
  const bool doubted = std::any_of(certainty.doubts.begin(), certainty.doubts.end(), [&](const Doubt& doubt) {
    return doubt.kind == Doubt::Kind::unlikely &&
           std::find(doubt.places.begin(), doubt.places.end(), written) != doubt.places.end();
  });
  const float likely = certainty.signs.likely[place];
  const bool parts = certainty.two_ways() && certainty.parts == written;
  return doubted || parts || likely < certainty.least ? std::optional(likely) : std::nullopt;
}

// Why the answer is not sure, under the bars, where there is room for all of it.
void draw_reasons(const Page& page, const Area& room) {
  const Type face = type::caption;
  const float line = page.px(16);
  std::string why = doubt_reasons(page.context, page.side);
  // As many of them as fit, each whole.
  const auto tall_of = [&] { return page.ui.wrapped_height(face, why, room.width(), line); };
  for (std::size_t last = why.rfind("; "); tall_of() > room.height() && last != std::string::npos;
       last = why.rfind("; "))
    why.resize(last);
  if (tall_of() > room.height())
    why = page.ui.shortened(face, why, room.width() * std::floor(room.height() / line) * 0.8F);
  const float tall = tall_of();
  if (why.empty() || tall > room.height()) return;
  page.ui.wrapped({room.left, room.bottom - tall, room.right, room.bottom}, face, page.c.text_2, why, line);
}

}  // namespace

void draw_answer(const Page& page) {
  if (page.boxes.phone()) return draw_answer_line(page);
  Ui& ui = page.ui;
  const Area area = page.boxes.answer;
  if (is_hidden(page, LessonStep::Hides::answer))
    return draw_cover(page.context, {area.left, area.top, area.right - page.px(8), page.boxes.page.bottom});
  if (page.answers() == AnswerKind::vector) return draw_vector_answer(page);
  const float head = page.boxes.rows - page.px(24);
  Area above{area.left, area.top, area.right, head - page.px(14)};
  if (!page.boxes.presented()) draw_chances(page, above);
  const float title = page.boxes.presented() ? area.left
                                             : ui.text(area.left, head - page.px(2), type::label_hot,
                                                       page.c.ink, info(page.trace.anatomy().answer).column);
  if (!page.boxes.presented() && page.context.maps[page.side].certainty().is_remarked()) {
    const float wide = doubt_mark_width(page.context, page.side, type::caption);
    const bool beside = title + page.px(10) + wide <= area.right;
    draw_doubt_mark(page.context, page.side,
                    beside ? title + page.px(10) : std::min(area.left, area.right - wide),
                    head - page.px(beside ? 2 : 24), type::caption);
    draw_reasons(page, {area.left, above.top + page.px(4), area.right, head - page.px(beside ? 16 : 38)});
  }
  if (!answers_in_words(page.answers())) return draw_no_answer(page);
  const Rows& rows = page.written_rows;
  const int pointed = press_answer(page);
  const std::array<WrittenAnswer, 2> both = written_of(page.context);
  const std::vector<bool>& differs = both.at(static_cast<std::size_t>(page.side)).differs;
  for (int i = rows.first; i < rows.first + rows.shown; ++i) {
    const Area box = rows.row(i, area.left, area.right);
    const bool chosen = i == page.written_row;
    if (i == pointed && !chosen) ui.fill(box.inset(-page.px(8), 0), page.c.rail, page.px(5));
    const bool hidden = page.answers() == AnswerKind::hidden_words && is_mask(page.asks.at(i));
    const bool own =
        hidden || (i < static_cast<int>(differs.size()) && differs[static_cast<std::size_t>(i)] &&
                   page.answers() != AnswerKind::hidden_words && page.answers() != AnswerKind::next_token);
    const std::string& word = page.written[static_cast<std::size_t>(i)];
    const Type face = page.face(rows.pitch / ui.scale() >= 20 ? type::lesson : type::caption);
    const Type hot = page.face(rows.pitch / ui.scale() >= 20 ? type::lesson_hot : type::caption_hot);
    const std::optional<float> chance = page.boxes.presented() || rows.pitch < ui.height(type::number)
                                            ? std::nullopt
                                            : chance_beside(page, i);
    const std::string number = chance ? number_alone(*chance, NumberFormat::weight) : "";
    const float beside = chance ? ui.width(type::number, number) + page.px(10) : 0;
    if (chance)
      ui.text(box, Align::right, chosen ? type::number_hot : type::number,
              page.answers() != AnswerKind::next_token ? page.c.error
              : chosen                                 ? page.c.ink
                                                       : page.c.text_2,
              number);
    const std::string shown = ui.shortened(hot, word, area.width() - page.px(4) - beside);
    if (chosen) {
      const float tall = std::min(page.px(page.boxes.presented() ? 38 : 23), rows.pitch);
      const Area chip{box.left - page.px(8), box.middle_y() - tall / 2,
                      box.left + ui.width(hot, shown) + page.px(8), box.middle_y() + tall / 2};
      ui.fill(chip, own || !page.context.maps.two() ? page.own() : page.c.text_2, page.px(5));
      ui.text(box, Align::left, hot, page.c.stage, shown);
    } else {
      ui.text(box, Align::left, own ? hot : face, own ? page.own() : page.c.text_2,
              ui.shortened(face, word, box.width() - beside));
    }
  }
  if (page.boxes.presented()) draw_beyond(page, rows, area, Align::left);
}

std::string ending_of(const Page& page, int side) {
  if (std::string model = own_model(page.context, side); !model.empty()) return model;
  const ComparisonNames& names = page.context.maps.alignment()->names;
  return side == 0 ? names.first : names.second;
}

}  // namespace headlight::place
