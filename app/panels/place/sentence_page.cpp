// The first altitude: one sentence with its two endings, where the word in question looks, and what follows.
#include <algorithm>
#include <string>

#include "app/panels/common/stage.h"
#include "app/panels/picture/picture.h"
#include "app/panels/place/place_parts.h"
#include "app/panels/place/vector_answer.h"
#include "app/panels/presenter/presenter.h"
#include "app/panels/words/pronouns.h"
#include "app/panels/words/word_menu.h"
#include "app/widgets/controls.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

constexpr float page_wide = 752;  // of the sentences, the field and the button

// A field that opens the box in which a sentence is typed, with what it offers and refuses.
void draw_field(const Page& page, const Area& area) {
  Ui& ui = page.ui;
  const Touch touch = ui.press("bar/sentence", area, {.radius = page.px(8)});
  ui.fill(area, page.c.panel, page.px(8));
  ui.outline(area, touch.hovered ? page.c.ink : page.c.strong_line, page.px(1.5F), page.px(8));
  if (touch.focused) ui.focus_ring(area, page.px(8));
  const bool own = page.session.runs != Session().runs;
  const std::string text =
      own || !page.english ? page.session.text(page.side) : say("Type your own sentence");
  const Type plain = page.boxes.narrow() ? type::lesson : type::word;
  ui.text(area.inset(page.px(20), 0), Align::left, plain, own ? page.c.ink : page.c.text_2,
          ui.shortened(plain, text, area.width() - page.px(40)));
  if (touch.clicked) open_sentence_box(page.context, page.side, page.session.text(page.side), area);
}

// What one does next: type a sentence, or go in.
void draw_doors_in(const Page& page, Area doors) {
  const std::string look = page.english ? say("How does it know? Look inside") : say("Look inside");
  const bool phone = page.boxes.phone(), alone = hidden_controls(page.session).words;
  if (alone && !phone) doors = doors.inset((doors.width() - std::min(page.px(336), doors.width())) / 2, 0);
  // One below the other on a phone.
  const Area place = phone   ? doors.cut_bottom(page.px(56), page.px(12))
                     : alone ? doors
                             : doors.cut_right(std::min(page.px(336), doors.width() * 0.46F), page.px(16));
  if (alone) {
    // There is nothing else to press.
  } else if (!page.trace.anatomy().picture) {
    draw_field(page, doors);
  } else if (button(page.ui, "place/another picture", doors, say("Another picture"), ButtonKind::plain)) {
    show_another_picture(page);
  }
  if (button(page.ui, "place/look inside", place, look, ButtonKind::primary))
    page.go({.altitude = Altitude::model});
}

// Back to the pair that Headlight opens with.
void draw_way_back(const Page& page, const Area& line) {
  Ui& ui = page.ui;
  if (page.session.runs == Session().runs || hidden_controls(page.session).words) return;
  const std::string label = say("‹ The animal and the street");
  const float wide = ui.width(type::label, label) + page.px(16);
  const Area place = Area::at(line.middle_x() - wide / 2, line.top, wide, line.height());
  const Touch touch = ui.press("place/start", place, {.radius = page.px(6), .ground = page.c.rail});
  ui.text(place, Align::centre, type::label, page.c.text_2, label);
  if (!touch.clicked) return;
  Session start = page.session;
  static_cast<Matter&>(start).runs = Session().runs;
  if (!page.english) start.model = Session().model;
  start.pair = {};
  start.side = 0;
  start.edits.clear();
  start.token = -1;
  start.trail.clear();
  ui.emit(OpenSession{start});
}

}  // namespace

Session session_of_sentence(const Page& page) {
  Session shown = page.session;
  shown.token = page.row;
  const Anatomy& has = page.trace.anatomy();
  const std::optional<HeadPlace>& known = page.context.results.card.reference_head;
  const Attention attention = known ? attention_of(known->stack, known->attention) : page.attention.id;
  if (known && attention == page.attention.id && has.heads(attention, known->layer) > known->head) {
    shown.attention = attention;
    shown.layer = known->layer;
    shown.head = known->head;
  } else if (shown.attention != page.attention.id) {
    shown.attention = page.attention.id;
    shown.layer = std::max(has.layers(page.attention.id) - 1, 0);
    shown.head = 0;
  }
  return shown;
}

namespace {

// Where the parts of the page stand, from the sentences to what explains them; what is pressed is drawn.
struct SentencePlaces {
  Area sentences = {}, answer = {}, why = {};
  Type why_type{Face::regular, 18};
  int why_lines = 1;
};

SentencePlaces places_before_a_class(const Page& page) {
  Area rest = page.boxes.body.inset(page.px(40), 0);
  rest.top = page.boxes.page.top + page.px(10);
  SentencePlaces places{.why_type = page.face(type::label), .why_lines = 2};
  places.why = rest.cut_bottom(page.px(72));
  places.answer = rest.cut_bottom(page.px(118), page.px(4));
  places.sentences = rest;
  return places;
}

SentencePlaces places_on_phone(const Page& page) {
  Area rest = page.boxes.page.inset(page.px(20), 0);
  const bool high = rest.height() >= page.px(620);
  rest.cut_top(page.px(6));
  if (!page.ui.exporting()) {
    rest.cut_bottom(page.px(high ? 12 : 6));
    if (page.session.runs != Session().runs) draw_way_back(page, rest.cut_bottom(page.px(36), page.px(4)));
    draw_doors_in(page, rest.cut_bottom(page.px(120), page.px(high ? 36 : 10)));
  }
  SentencePlaces places{.why_type = type::lesson, .why_lines = high ? 3 : 2};
  places.why = rest.cut_bottom(page.px(high ? 66 : 46), page.px(4));
  places.answer = rest.cut_bottom(page.px(high ? 124 : 92), page.px(4));
  places.sentences = rest;
  return places;
}

SentencePlaces places_on_screen(const Page& page) {
  Ui& ui = page.ui;
  Area all = page.boxes.page;
  const auto wide_in = [&] { return std::min(page.px(page_wide), all.width() - page.px(48)); };
  // Beside a lesson, where the page is no wider than both.
  if (const Area& margin = page.boxes.margin;
      page.session.rail && !margin.empty() && all.middle_x() - wide_in() / 2 < margin.right + page.px(8))
    all.left = margin.right;
  const float wide = wide_in();
  Area rest = Area::at(std::round(all.middle_x() - wide / 2), all.top, wide, all.height());
  const bool low = page.boxes.low, flat = all.height() < page.px(340);
  rest.cut_top(page.px(flat ? 4 : low ? 12 : 34));
  const auto& it = page.context.maps[page.side].antecedent();
  const bool own = page.session.runs != Session().runs;
  const bool is_of_lesson = !page.session.lesson.empty() && page.session.runs != page.session.own_runs;
  if (!flat)
    ui.text(rest.cut_top(page.px(34), page.px(low ? 4 : 14)), Align::centre, type::title, page.c.text_2,
            page.answers() == AnswerKind::next_token ? say("What comes next?")
            : !own && it                             ? say("What does “it” mean?")
            : page.trace.anatomy().picture           ? say("A picture")
            : is_of_lesson                           ? say("The lesson’s sentence")
            : page.english                           ? say("Your sentence")
                                                     : say("Your text"));
  if (!ui.exporting()) {
    if (!flat || own) draw_way_back(page, rest.cut_bottom(page.px(low ? 26 : 42)));
    draw_doors_in(page, rest.cut_bottom(page.px(flat  ? 40
                                                : low ? 46
                                                      : 56),
                                        page.px(flat  ? 4
                                                : low ? 10
                                                      : 30)));
  }
  SentencePlaces places;
  if (flat) places.why_type = type::lesson;
  const bool next = page.answers() == AnswerKind::next_token;  // nothing explains it
  if (!flat || !next) places.why = rest.cut_bottom(page.px(flat ? 22 : 28), page.px(flat ? 2 : low ? 4 : 14));
  places.answer = rest.cut_bottom(page.px(flat  ? (next ? 70 : 48)
                                          : low ? 76
                                                : 96),
                                  page.px(flat  ? 0
                                          : low ? 2
                                                : 12));
  // Curves may go below the words, and there what is written is called so.
  if (next) rest.cut_bottom(page.px(flat ? 20 : low ? 28 : 40));
  places.sentences = {all.left + page.px(page.boxes.narrow() ? 20 : 40), rest.top,
                      all.right - page.px(page.boxes.narrow() ? 20 : 40), rest.bottom};
  return places;
}

}  // namespace

void add_sentence(const Page& page, stage::Scene& scene) {
  Ui& ui = page.ui;
  const SentencePlaces places = page.boxes.presented() ? places_before_a_class(page)
                                : page.boxes.phone()   ? places_on_phone(page)
                                                       : places_on_screen(page);
  const Area &answer = places.answer, &sentences = places.sentences;
  const bool lines = places.why_lines > 1;
  const float room = lines ? places.why.width() * (static_cast<float>(places.why_lines) - 0.4F)
                           : places.why.width() + page.px(24);
  const bool hidden = is_hidden(page, LessonStep::Hides::answer);
  std::string why = pronouns_explained(page.context, places.why_type, lines ? places.why.width() : room);
  if (why.empty() || why.ends_with("…")) why = pronouns_explained(page.context, places.why_type, room);
  if (hidden) why.clear();
  if (lines && ui.width(places.why_type, why) > places.why.width()) {
    ui.wrapped(places.why, places.why_type, page.c.text_2, why,
               page.px(static_cast<float>(places.why_type.size) * 1.4F));
  } else if (!why.empty()) {
    ui.text(places.why, page.boxes.phone() && !page.trace.anatomy().picture ? Align::left : Align::centre,
            places.why_type, page.c.text_2, why);
  }

  if (page.trace.anatomy().picture) {
    Area picture = sentences;
    if (page.trace.anatomy().texts && !page.boxes.presented() && !ui.exporting()) {
      Area field = picture.cut_bottom(page.px(36), page.px(8));
      const float across = std::min(field.width(), page.px(page_wide));
      draw_texts_field(page, Area::at(field.middle_x() - across / 2, field.top, across, field.height()));
    }
    if (!page.boxes.presented() && picture.height() >= page.px(220)) {
      const float wide = std::min(picture.width(), page.px(page_wide));
      const float tall = scene_tools_height(page.context, wide);
      const Area tools = picture.cut_bottom(tall, page.px(6));
      draw_scene_tools(page.context, Area::at(tools.middle_x() - wide / 2, tools.top, wide, tall), page.side);
    }
    add_whole_picture(page, scene, picture);
    if (hidden) {
      draw_cover(page.context, answer);
    } else if (page.trace.anatomy().texts) {
      draw_texts_compared(page, answer);
    } else {
      draw_presented_answer(page.context, answer);
    }
    return;
  }

  // The words of the sentence in front are the same things as the column of words further in.
  const Session shown = session_of_sentence(page);
  const PanelContext context{page.ui, shown, page.context.results, page.context.maps, page.context.page};
  for (const IdeaWord& word : idea_words(context, sentences)) {
    const int place = word.place.at(static_cast<std::size_t>(page.side));
    if (place < 0 || !word.asks) continue;
    const bool chosen = place == page.row;
    if (chosen)
      ui.glow({word.area.middle_x(), word.area.middle_y()}, 0, page.px(190), page.c.focus,
              ui.theme() == Theme::light ? 0.3F : 0.12F, 0);
    scene.add(
        key_of_word(page.attention.asks, place), word.area,
        [text = word.text, chosen](Ui& on, const Area& at) {
          const Type face = at.height() > on.px(30) ? type::written_hot
                            : chosen                ? type::word_hot
                                                    : type::word;
          on.text(at, Align::centre, face, chosen ? on.colours().ink : on.colours().text_2, text);
        },
        [] {});
  }
  if (hidden) {
    draw_cover(page.context, answer);
  } else if (page.answers() == AnswerKind::vector) {
    draw_vector_line(page.context, answer);
  } else {
    draw_presented_answer(page.context, answer);
  }
  scene.add(key("sentences"), sentences, {}, [&page, sentences] {
    const Session with_row = session_of_sentence(page);
    draw_idea_words({page.ui, with_row, page.context.results, page.context.maps, page.context.page},
                    sentences);
  });
}

}  // namespace headlight::place
