// The questions of the one place, and the frame around the lab that answers one.
#include "app/panels/place/experiments.h"

#include <algorithm>

#include "app/lessons/page.h"
#include "app/panels/labs/labs.h"
#include "app/panels/place/otherwise.h"
#include "app/session/open_lab.h"
#include "app/widgets/controls.h"
#include "core/text/say.h"

namespace headlight {
namespace {

constexpr std::array experiment_groups{"What does attention do?", "Does word order matter?",
                                       "How does a model learn?", "What else can you ask?"};

using Asked = ExperimentQuestion;
constexpr std::array question_table{
    Asked{0,
          "How is something looked up?",
          "A word picks one row of a table.",
          "embeddings, one-hot vectors",
          {{{"lookup"}}}},
    Asked{0,
          "What is attention, in general?",
          "Every row takes a share of all others.",
          "scaled dot products, additive attention",
          {{{"attention"}}}},
    Asked{0,
          "How sharp is a choice?",
          "One takes all, or all are alike.",
          "temperature of a softmax, scaling",
          {{{"temperature", "Change T"}, {"scaling", "Why √d"}}}},
    Asked{0,
          "Who may look at whom?",
          "Hide words, and read the answer.",
          "attention masks, causal and padding",
          {{{"masks"}}}},
    Asked{0,
          "What else is in a layer?",
          "Norms, sums, and a second network.",
          "layer norm, residual stream, linear attention",
          {{{"block", "In a layer"}, {"beyond", "No softmax"}}}},
    Asked{1,
          "What if the words change places?",
          "The same words in another order.",
          "permutation, position encodings",
          {{{"order", "Move words"}, {"positions", "Tell places"}}}},
    Asked{2,
          "How does a head appear?",
          "A small model while it learns.",
          "training curves, gradient descent",
          {{{"learn", "Training"}, {"training", "One step"}}}},
    Asked{2,
          "Can you build a head yourself?",
          "Paint numbers until all is right.",
          "hand-set weights, induction heads",
          {{{"handmade"}}}},
    Asked{3,
          "What comes next?",
          "A model writes, word by word.",
          "decoding: greedy, sampling, beam search",
          {{{"decoding"}}}},
    Asked{3,
          "What decides a word?",
          "Exchange a row, and the answer turns.",
          "activation patching, causal tracing",
          {{{"causes"}}}},
    Asked{3,
          "What does a head do over a whole text?",
          "Not one sentence: every row, counted.",
          "head statistics, distributions",
          {{{"text_heads"}}}},
    Asked{3,
          "Does a word have one vector?",
          "One word in many sentences.",
          "contextual embeddings, PCA",
          {{{"vectors"}}}},
    Asked{3,
          "What does a model read?",
          "Texts are cut into pieces.",
          "tokens, byte pair encoding",
          {{{"tokens"}}}},
    Asked{3,
          "What did attention change?",
          "The same task without it.",
          "recurrent networks, image captioners",
          {{{"recurrence", "Sentences"}, {"captioners", "Pictures"}}}},
    Asked{
        3, "What does it cost?", "Multiplications and memory.", "complexity, key-value cache", {{{"cost"}}}},
};

}  // namespace

std::span<const ExperimentQuestion> experiment_questions() { return question_table; }

const Lab* ExperimentQuestion::lab(std::size_t place) const {
  return place < at.size() ? lab_named(at.at(place).lab) : nullptr;
}

const ExperimentQuestion& question_of(const Lab* lab) {
  const auto found = std::find_if(question_table.begin(), question_table.end(), [lab](const Asked& question) {
    return question.lab(0) == lab || question.lab(1) == lab;
  });
  if (found == question_table.end())
    throw std::logic_error("the table of questions in experiments.cpp has none for the lab " +
                           std::string(lab->name));
  return *found;
}

void open_experiment(const PanelContext& context, const Lab* lab) {
  context.ui.emit(OpenLab{lab});
  if (context.session.token >= 0) return;
  const place::Page page(context, place::boxes_of(context));
  if (page.attention.id == page.head.attention && !page.is_in_time()) context.ui.emit(SelectToken{page.row});
}

namespace place {

std::string entered_from(const Page& page) {
  switch (page.altitude) {
    case Altitude::sentence:
      return page.trace.anatomy().picture ? say("picture") : page.english ? say("sentence") : say("text");
    case Altitude::model:
      return say("model");
    case Altitude::layer:
      return chosen_layer_called(page);
    case Altitude::head:
      if (shown_otherwise(page) == Otherwise::all_heads) return say("all heads");
      return shows_all_heads(page) ? say("heads 1 to {n}", {{"n", std::to_string(page.heads)}})
                                   : head_called(page, page.head);
    case Altitude::step:
      return step_called(page.part);
    case Altitude::cell:
      return say("cell");
    case Altitude::product:
      return say("product");
  }
  return "";
}

namespace {

std::string back_called(const Page& page) {
  switch (page.altitude) {
    case Altitude::layer:
      return say("Back to layer {n}", {{"n", std::to_string(page.head.layer + 1)}});
    case Altitude::head:
      return say("Back to head {n}", {{"n", std::to_string(page.head.head + 1)}});
    case Altitude::step:
      return say("Back to {step}", {{"step", step_called(page.part)}});
    case Altitude::sentence:
    case Altitude::model:
    case Altitude::cell:
    case Altitude::product:
      return say("Back to the {place}", {{"place", entered_from(page)}});
  }
  return "";
}

// --- whose sentence is read

// The sentences of the open lesson, else those that Headlight opens with.
std::array<std::string, 2> texts_of_lesson(const Page& page) {
  const Session shown = page.session.lesson.empty() ? Session() : on_stage(page.session);
  return {shown.text(0), shown.text(1)};
}

// One switch, where there are two to choose from: both stay among the runs.
std::array<Choice, 2> sentence_switch() {
  return {Choice{to_be_said("yours")}, {to_be_said("the lesson’s")}};
}

struct WhoseSentence {
  bool lessons = false;  // is read
  bool choice = false;   // there is another one
};
WhoseSentence whose_sentence(const Page& page) {
  if (!page.english) return {};
  const bool lessons = texts_of_lesson(page) == std::array{page.session.text(0), page.session.text(1)};
  return {lessons, !lessons || !page.session.own_runs.empty()};
}

void draw_whose(const Page& page, const Area& area, bool lessons) {
  const int pressed = choices(page.ui, "whose", area, sentence_switch(), lessons ? 1 : 0);
  if (pressed >= 0 && (pressed == 1) != lessons) page.ui.emit(ReadTexts{pressed == 0});
}

// --- the page of questions

constexpr float question_gap = 4;

int questions_in(int group) {
  return static_cast<int>(std::count_if(question_table.begin(), question_table.end(),
                                        [group](const Asked& each) { return each.group == group; }));
}

void draw_question(const Page& page, const Asked& question, const Area& row) {
  Ui& ui = page.ui;
  const Lab& lab = *question.lab();
  const bool fits = fits_model(page.context, lab);
  // A view of its own is not there for every model; other labs say what they need.
  const bool opens = fits || !lab.own_view;
  const float radius = page.px(8);
  ui.fill(row, page.c.rail, radius);
  const std::string id = std::string("question/") + lab.name;
  const std::string hint =
      fits ? say("Experts call it: {name}", {{"name", question.experts}}) : say("Not of the model on stage");
  const Touch touch =
      opens ? ui.press(id, row, {.radius = radius, .ground = page.c.folded, .hint = RichText(hint)})
            : Touch();
  Area text = row.inset(page.px(14), 0);
  const Rgb colour = fits ? page.c.ink : page.c.text_3;
  ui.text(text.cut_right(page.px(10), page.px(10)), Align::right, type::control, colour, "›");
  const float apart = std::min(page.px(10), row.height() / 4);
  ui.text(text.left, text.middle_y() - apart, type::lesson_hot, colour, question.asks);
  ui.text(text.left, text.middle_y() + apart, type::label, fits ? page.c.text_2 : page.c.text_3,
          question.shows);
  if (touch.clicked) open_experiment(page.context, &lab);
}

void draw_questions(const Page& page) {
  Ui& ui = page.ui;
  const bool low = page.boxes.low;
  // A lesson stands beside them.
  const bool lesson = page.session.rail && !page.boxes.margin.empty();
  if (lesson) draw_margin(page);
  Area rest =
      (lesson ? page.boxes.body : page.boxes.page).inset(page.px(lesson ? 24 : 40), page.px(low ? 8 : 18));
  Area head = rest.cut_top(page.px(36), page.px(low ? 6 : 14));
  const float title = ui.text(head.left, head.middle_y(), type::title, page.c.ink, say("Experiments"));
  ui.text(title + page.px(20), head.middle_y() + page.px(2), type::lesson, page.c.text_2,
          say("Change something, and see what follows."));
  if (const WhoseSentence whose = whose_sentence(page); whose.choice && !ui.exporting()) {
    const float wide = choices_width(ui, sentence_switch());
    Area place = head.cut_right(wide, page.px(10));
    draw_whose(page, Area::at(place.left, place.middle_y() - page.px(16), wide, page.px(32)), whose.lessons);
    ui.text(head, Align::right, type::label, page.c.text_2, say("whose sentence:"));
  }
  // Both columns have seven rows.
  const float between = page.px(low ? 8 : 14), pad = page.px(low ? 8 : 16), name = page.px(low ? 24 : 36);
  const float half = std::floor((rest.width() - page.px(16)) / 2);
  const float room = rest.height() - between - 2 * (2 * pad + name);
  const float pitch =
      std::min(page.px(64), std::floor(room / (static_cast<float>(question_table.size()) / 2)));
  std::array columns{Area{rest.left, rest.top, rest.left + half, rest.bottom},
                     Area{rest.right - half, rest.top, rest.right, rest.bottom}};
  for (int group = 0; group < static_cast<int>(experiment_groups.size()); ++group) {
    const float tall =
        2 * pad + name + pitch * static_cast<float>(questions_in(group)) - page.px(question_gap);
    const Area box = columns.at(static_cast<std::size_t>(group % 2)).cut_top(tall, between);
    ui.fill(box, page.c.panel, page.px(10));
    ui.outline(box, page.c.hairline, ui.hairline(), page.px(10));
    Area inside = box.inset(page.px(low ? 14 : 24), pad);
    ui.text(inside.cut_top(name), Align::left, low ? type::section : type::written_hot, page.c.ink,
            experiment_groups.at(static_cast<std::size_t>(group)));
    for (const Asked& question : question_table) {
      if (question.group != group) continue;
      Area row = inside.cut_top(pitch);
      row.bottom -= page.px(question_gap);
      draw_question(page, question, row);
    }
  }
}

// --- a question

// A cell of the lab that is open stands in the margin, as do the edits where somebody asked for them.
bool inspects_lab(const Session& session) { return !session.trail.empty() || session.edits_open; }

void draw_cell_of_lab(const Page& page) {
  Ui& ui = page.ui;
  const PanelContext cells = page.session.edits_open ? page.context : context_of_cells(page.context);
  ui.push_clip(page.boxes.margin);
  draw_inspector({ui, page.session, cells.results, cells.maps},
                 {page.boxes.margin.left - page.px(6), page.boxes.margin.top, page.boxes.margin.right,
                  page.boxes.margin.bottom});
  ui.line(page.boxes.margin.right, page.boxes.margin.top, page.boxes.margin.right, page.boxes.margin.bottom,
          page.c.hairline, ui.hairline());
  ui.pop_clip();
}

}  // namespace

bool shows_experiments(const Page& page) {
  return shows_questions(page.session) || shows_experiment(page.session);
}

std::vector<Crumb> experiment_crumbs(const Page& page) {
  std::vector<Crumb> crumbs{{entered_from(page), "crumb/back", GoTo{.altitude = page.altitude}},
                            {say("experiments"), "crumb/experiments", OpenQuestions{}}};
  if (shows_experiment(page.session))
    crumbs.push_back({question_of(lab_on_stage(page.session)).asks, "crumb/question", OpenQuestions{}});
  return crumbs;
}

void draw_way_out(const Page& page, const Area& place) {
  Ui& ui = page.ui;
  const Area box{place.left, place.middle_y() - page.px(18), place.right, place.middle_y() + page.px(18)};
  const std::string label = ui.shortened(type::label_hot, back_called(page), box.width() - page.px(12));
  const Touch touch = ui.press("place/back", box, {.radius = page.px(7)});
  ui.fill(box, page.c.panel, page.px(7));
  ui.outline(box, touch.hovered ? page.c.ink : page.c.strong_line, ui.hairline(), page.px(7));
  ui.text(box, Align::centre, type::label_hot, page.c.ink, label);
  if (touch.clicked) shows_lessons(page) ? ui.emit(SetRail{false}) : page.go({.altitude = page.altitude});
}

void draw_experiments(const Page& page) {
  if (shows_questions(page.session)) return draw_questions(page);
  Ui& ui = page.ui;
  ui.state<LabText>().text.clear();
  ui.state<LabMargin>().there = !page.boxes.margin.empty();
  ui.push_clip(page.boxes.body);
  const auto draw_in_rows = lab_panel(lab_on_stage(page.session)).draw_in_rows;
  if (draw_in_rows == nullptr || !draw_in_rows(page.context)) {
    draw_labs(page.context, page.boxes.body);
  }
  ui.state<StageArea>().area = page.boxes.body;
  ui.pop_clip();
  ui.state<LabMargin>().there = false;
  if (page.boxes.margin.empty()) return;
  if (inspects_lab(page.session)) return draw_cell_of_lab(page);
  draw_margin(page);
}

void follow_experiment_keys(const Page& page) {
  Ui& ui = page.ui;
  if (ui.state().overlay != Overlay::none || !ui.state().typing.empty()) return;
  // Keys that the lab has for itself are its own.
  const auto is_of_lab = [&](Key key) {
    if (shows_questions(page.session)) return false;
    const auto& own = lab_panel(lab_on_stage(page.session)).commands;
    return std::any_of(own.begin(), own.end(), [key](const Command& each) { return each.key == key; });
  };
  if (!is_of_lab(Key::home) && ui.take(Key::home) > 0) return page.go({.altitude = Altitude::sentence});
  const int out = ui.take(Key::escape) + (is_of_lab(Key::backspace) ? 0 : ui.take(Key::backspace));
  if (out == 0) return;
  if (shows_questions(page.session)) return page.go({.altitude = page.altitude});
  if (page.session.edits_open) return ui.emit(OpenEdits{false});
  if (!page.session.trail.empty()) return ui.emit(GoBack{static_cast<int>(page.session.trail.size()) - 1});
  ui.emit(OpenQuestions{});
}

Telling telling_of_experiment(const Page& page) {
  const Lab* const lab = lab_on_stage(page.session);
  const LabPanel::Margin& margin = lab_panel(lab).margin;
  LabPanel::Said said{margin.title, margin.says};
  if (margin.of_page != nullptr) said = margin.of_page(page.session.labs).value_or(said);
  Telling telling{.title = said.title};
  telling.paragraphs.push_back(told(said.says));
  if (const std::string& text = page.ui.state<LabText>().text; !text.empty())
    telling.paragraphs.push_back({{{text, Role::text_2}}});
  telling.next = say("Experts call it: {name}.", {{"name", question_of(lab).experts}});
  return telling;
}

Area draw_experiment_choices(const Page& page, const Area& margin) {
  Ui& ui = page.ui;
  Area rest = margin;
  const Lab* const lab = lab_on_stage(page.session);
  const LabPanel::Margin& says = lab_panel(lab).margin;
  SetLabs set{page.session.labs};
  says.set(page.context, set.value);
  const bool is_set = lab->settings.same(set.value.of(lab), page.session.labs.of(lab));
  if (button(ui, "place/case", rest.cut_bottom(page.px(36), page.px(10)),
             is_set ? say("As it was at first") : says.button, ButtonKind::plain)) {
    if (is_set) set.value.of(lab) = lab->settings.usual();
    ui.emit(std::move(set));
  }
  const auto choice = [&](const auto& list, const auto& draw) {
    const float tall = choices_height(ui, list, rest.width(), page.px(32));
    draw(rest.cut_bottom(tall, page.px(10)));
  };
  const Asked& question = question_of(lab);
  if (question.lab(1) != nullptr) {
    const std::array<Choice, 2> both{Choice{question.at[0].name}, {question.at[1].name}};
    choice(both, [&](const Area& area) {
      const int pressed = choices(ui, "question/place", area, both, question.lab(0) == lab ? 0 : 1);
      if (pressed >= 0) ui.emit(OpenLab{question.lab(static_cast<std::size_t>(pressed))});
    });
  }
  const WhoseSentence whose = whose_sentence(page);
  if (whose.choice && !lab_caption(page.session, page.context.results).sides.empty())
    choice(sentence_switch(), [&](const Area& area) { draw_whose(page, area, whose.lessons); });
  return rest;
}

}  // namespace place
}  // namespace headlight
