// The view of decoding: its pages, and what goes on with the words so far.
#include "app/labs/decoding/decoding_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/lessons/page.h"
#include "app/panels/common/stage.h"
#include "app/panels/labs/class_picture.h"
#include "app/panels/labs/setting_controls.h"
#include "app/widgets/controls.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

// How the next word is chosen: the strategy, and its settings beside it.

class StrategyControls : public DecodingPart {
 public:
  using DecodingPart::DecodingPart;

  float draw() {
    const std::array kinds{Choice{to_be_said("Greedy")}, Choice{to_be_said("Sampling")},
                           Choice{to_be_said("Beam search")}};
    const Area place = next(choices_width(ui_, kinds));
    choose_setting(context_, centred(place), kinds, &DecodingLab::strategy);
    if (settings_.strategy == DecodingLab::Strategy::sampling) sampling();
    if (settings_.strategy == DecodingLab::Strategy::beam) beam();
    return y_ + high() + ui_.px(12) - area_.top;
  }

 private:
  float high() const { return number_slide_height(ui_); }

  // A place of this width: in the row, or in the next one.
  Area next(float wide) {
    if (x_ > area_.left && x_ + wide > area_.right) {
      x_ = area_.left;
      y_ += high() + ui_.px(8);
    }
    const Area place = Area::at(x_, y_, wide, high());
    x_ += wide + ui_.px(22);
    return place;
  }
  Area centred(const Area& place) const {
    return Area::at(place.left, std::round(place.middle_y() - ui_.px(17)), place.width(), ui_.px(34));
  }

  void slide(auto DecodingLab::*field, const char* label, float wide = 150, const std::string& text = "",
             Also<DecodingLab> also = nullptr) {
    if (!has_control(context_, field)) return;
    slide_setting(context_, next(ui_.px(wide)), field, {.label = label, .text = text}, also);
  }

  void sampling() {
    slide(&DecodingLab::temperature, "temperature T", 150, "", [](DecodingLab& lab) {
      // The model's own probabilities are easy to find again.
      if (std::fabs(std::log(lab.temperature)) < 0.05F) lab.temperature = 1;
    });
    slide(&DecodingLab::top_k, "top-k", 150, settings_.top_k == 0 ? "all" : "");
    slide(&DecodingLab::top_p, "top-p");
    step(&DecodingLab::seed, say("seed {n}", {{"n", std::to_string(settings_.seed)}}));
  }

  void beam() {
    step(&DecodingLab::beams,
         say(several(settings_.beams, "{n} beam", "{n} beams"), {{"n", std::to_string(settings_.beams)}}));
    slide(&DecodingLab::length_penalty, "length penalty", 190);
  }

  void step(int DecodingLab::*field, const std::string& text) {
    const Area place = next(std::max(stepper_width(ui_, text), ui_.px(130)));
    step_setting(context_, centred(place), field, {text});
  }

  float x_ = area_.left, y_ = area_.top;
};

}  // namespace

float draw_strategy(const PanelContext& context, const Area& area) {
  return StrategyControls(context, area).draw();
}

namespace {

// What is being typed behind the words so far.
struct TypedAnswer {
  std::string text;
};

const DecodingStudy* study_of(const PanelContext& context) {
  return is_decoding(context) ? result_of<DecodingStudy>(context) : nullptr;
}

// Where the strategy leads; null where it leads nowhere.
std::vector<std::string> way_on(const DecodingLab& lab, const DecodingStudy& study) {
  if (study.ended) return {};
  if (lab.page == DecodingLab::Page::words && lab.strategy == DecodingLab::Strategy::sampling &&
      !study.draws.empty())
    return words_of_way(study.draws.front());
  if (lab.page == DecodingLab::Page::words && !study.tree.finished.empty()) {
    std::vector<std::string> words;
    for (int node = study.tree.finished.front(); node > 0; node = study.tree.nodes[node].parent)
      words.push_back(study.tree_words[node]);
    std::reverse(words.begin(), words.end());
    return words;
  }
  return words_of_way(study.onwards);
}

class DecodingPanel : public DecodingPart {
 public:
  using DecodingPart::DecodingPart;

  void draw() {
    head();
    if (settings_.page == DecodingLab::Page::words) rest_.cut_top(draw_strategy(context_, rest_));
    const Area answer = rest_.cut_top(draw_decoded(context_, rest_));
    if (!ui_.exporting() && hidden_on_stage(context_.session) == LessonStep::Hides::answer)
      draw_cover(context_, answer);
    if (!ui_.exporting()) buttons();
    switch (settings_.page) {
      case DecodingLab::Page::words:
        return draw_words();
      case DecodingLab::Page::cache:
        return draw_cache(context_, rest_);
      case DecodingLab::Page::layers:
        return draw_layers(context_, rest_);
    }
  }

 private:
  void head() {
    constexpr std::array says{
        "One word at a time: from the words so far, the model gives every word a probability of coming next. "
        "Click a word to take it, or a written word to go back to it.",
        "Once a word is read, its keys and values never change. With a cache they are computed once; without "
        "it, every step computes them again.",
        "What the model would write if each layer were its last: the output matrix is applied to the layer’s "
        "vectors."};
    const std::array pages{Choice{to_be_said("Word by word")}, Choice{to_be_said("Cache")},
                           Choice{to_be_said("Layers")}};
    choose_page(context_, rest_, says[static_cast<std::size_t>(settings_.page)], pages, &DecodingLab::page);
  }

  std::string next_label(const std::vector<std::string>& way) const {
    if (way.empty()) return "No word follows";
    const bool drawn =
        settings_.page == DecodingLab::Page::words && settings_.strategy == DecodingLab::Strategy::sampling;
    return (drawn ? "Draw “" : "Take “") + ui_.shortened(type::control, visible(way.front()), ui_.px(120)) +
           "”";
  }

  void buttons() {
    ControlRows row(ui_, rest_, ui_.px(34), ui_.px(14));
    const std::vector<std::string> way = way_on(settings_, study_);
    const auto place = [&](const std::string& label) {
      return row.next(button_width(ui_, label), ui_.px(10));
    };
    const std::string next = next_label(way);
    if (button(ui_, "decoding/take", place(next), next, ButtonKind::primary, !way.empty()))
      write_next_word(context_);
    if (button(ui_, "decoding/all", place("To the end"), "To the end", ButtonKind::plain, !way.empty()))
      write_to_the_end(context_);
    const bool some = !study_.written.empty();
    if (button(ui_, "decoding/back", place("Back"), "Back", ButtonKind::plain, some))
      take_back_word(context_);
    if (button(ui_, "decoding/none", place("From the start"), "From the start", ButtonKind::plain, some))
      take_back_all(context_);
    if (context_.maps.two()) sides(row);
    typed(row.next(ui_.px(row.room() < ui_.px(330) ? 150 : 320), ui_.px(10)));
  }

  // Which of two sentences is gone on with.
  void sides(ControlRows& row) {
    const std::array list{Choice{to_be_said("1st sentence")}, Choice{to_be_said("2nd")}};
    const int pressed = choices(ui_, "decoding/side", row.next(choices_width(ui_, list), ui_.px(10)), list,
                                stage_side(context_));
    if (pressed >= 0) ui_.emit(SelectSide{pressed});
  }

  void typed(const Area& row) {
    TypedAnswer& state = ui_.state<TypedAnswer>();
    const char* const hint = "or type what comes next";
    const bool fits = ui_.width(type::control, hint) + ui_.px(24) <= row.width();
    const Field field =
        text_field(ui_, "decoding/typed", row, state.text, type::control, fits ? hint : "or type it");
    if (!field.entered || state.text.empty()) return;
    write_words(context_, study_, {std::exchange(state.text, {})});
  }

  void draw_words() {
    if (settings_.strategy == DecodingLab::Strategy::beam) return draw_beam(context_, rest_);
    const auto [left, right] = two_parts(ui_, rest_, 0.46F);
    draw_next_words(context_, left);
    if (settings_.strategy == DecodingLab::Strategy::sampling) return draw_draws(context_, right);
    draw_alignment(context_, right);
  }
};

}  // namespace

Touch pressable(Ui& ui, const std::string& id, const Area& area, bool by_tab) {
  const Touch touch = ui.item(id, area, by_tab);
  if (touch.hovered || touch.focused) ui.fill(area, ui.colours().panel, ui.px(5));
  if (touch.focused) ui.focus_ring(area, ui.px(5));
  if (touch.hovered) ui.hand();
  return touch;
}

void write_words(const PanelContext& context, const DecodingStudy& study,
                 const std::vector<std::string>& more) {
  change_decoding(context, [&](DecodingLab& lab) {
    lab.written.clear();
    for (const DecodingStudy::Word& each : study.written) lab.written.push_back(each.word);
    lab.written.insert(lab.written.end(), more.begin(), more.end());
  });
}

void keep_words(const PanelContext& context, const DecodingStudy& study, std::size_t first,
                const std::vector<std::string>& then) {
  change_decoding(context, [&](DecodingLab& lab) {
    lab.written.clear();
    for (std::size_t i = 0; i < std::min(first, study.written.size()); ++i)
      lab.written.push_back(study.written[i].word);
    lab.written.insert(lab.written.end(), then.begin(), then.end());
  });
}

std::vector<std::string> words_of_way(const DecodingStudy::Way& way) {
  std::vector<std::string> words;
  for (const DecodingStudy::Word& each : way.words) words.push_back(each.word);
  return words;
}

bool is_decoding(const PanelContext& context) { return context.session.view == ViewKind::decoding; }

void write_next_word(const PanelContext& context) {
  const DecodingStudy* study = study_of(context);
  if (study == nullptr) return;
  const std::vector<std::string> way = way_on(context.session.labs.get<DecodingLab>(), *study);
  if (!way.empty()) write_words(context, *study, {way.front()});
}

void write_to_the_end(const PanelContext& context) {
  const DecodingStudy* study = study_of(context);
  if (study == nullptr) return;
  const std::vector<std::string> way = way_on(context.session.labs.get<DecodingLab>(), *study);
  if (!way.empty()) write_words(context, *study, way);
}

void take_back_word(const PanelContext& context) {
  const DecodingStudy* study = study_of(context);
  if (study != nullptr && !study->written.empty()) keep_words(context, *study, study->written.size() - 1);
}

void take_back_all(const PanelContext& context) {
  const DecodingStudy* study = study_of(context);
  if (study != nullptr && !study->written.empty()) keep_words(context, *study, 0);
}

namespace {

void draw_decoding_lab(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  draw_lab<DecodingPanel>(context, area);
  if (result_of<DecodingStudy>(context) == nullptr || ui.state().overlay != Overlay::none) return;
  // The arrows are the words' here, unless a slider has them.
  if (ui.take(Key::right) > 0) write_next_word(context);
  if (ui.take(Key::left) > 0) take_back_word(context);
  if (ui.take(Key::end) > 0) write_to_the_end(context);
  if (ui.take(Key::home) > 0) take_back_all(context);
}

constexpr std::array decoding_commands{
    Command{CommandGroup::go, "Take the next word",
            "decoding write generate most likely draw go on continue predict complete autocomplete",
            Key::none, "", [](const PanelContext& c, int) { write_next_word(c); }, is_decoding},
    Command{CommandGroup::go, "Write to the end", "decoding generate all words finish sentence", Key::none,
            "", [](const PanelContext& c, int) { write_to_the_end(c); }, is_decoding},
    Command{CommandGroup::go, "Remove the last word", "decoding undo remove delete", Key::backspace,
            "Backspace", [](const PanelContext& c, int) { take_back_word(c); }, is_decoding, true},
};

void turn_word(const PanelContext& context, int by) {
  by > 0 ? write_next_word(context) : take_back_word(context);
}

// --- before a class

bool is_word_by_word(const Labs& labs) { return labs.get<DecodingLab>().page == DecodingLab::Page::words; }

std::optional<ClassPicture> decoding_for_class(const PanelContext& context) {
  const DecodingStudy* const study = study_of(context);
  if (study == nullptr) return {};
  ClassLines::Line written{say("so far"), {}};
  // Not the mark of the beginning.
  for (const std::string& each : study->given)
    if (!each.starts_with('<')) written.words.push_back(each);
  for (const DecodingStudy::Word& each : study->written) written.words.push_back(each.word);
  if (study->ended || study->next.empty())
    return ClassPicture{.shows = ClassLines{{written}}, .says = say("No word follows: the text has ended.")};
  constexpr std::size_t most = 4;
  ClassBars bars;
  double rest = 1;
  for (std::size_t i = 0; i < std::min(most, study->next.size()); ++i) {
    rest -= study->next[i].probability;
    bars.bars.push_back({visible(study->next_words[i]),
                         probability_text(static_cast<float>(study->next[i].probability)),
                         study->next[i].probability});
  }
  if (study->next.size() > most || study->others > 0)
    bars.bars.push_back(
        {say("all the others"), probability_text(static_cast<float>(std::max(0.0, rest))), rest});
  std::string text;
  constexpr std::size_t last = 5;  // words that are read again
  const std::size_t count = written.words.size();
  for (std::size_t i = count > last ? count - last : 0; i < count; ++i) text += written.words[i] + " ";
  return ClassPicture{
      .about = text.empty() ? say("the first word:") : say("{text}… and then:", {{"text", text}}),
      .shows = bars,
      .says = say("Every word gets a probability, and all together have 1. One of them is written.")};
}

}  // namespace

constinit const LabPanel DecodingLab::panel_row{
    .lab = &lab_row,
    .draw = draw_decoding_lab,
    .help =
        "How a model goes on word by word: greedily, by sampling, or by beam search. What a cache saves, and "
        "what each layer would write. → takes the next word, ← goes back one.",
    .words = "generate",
    .commands = decoding_commands,
    .turn_page = turn_word,
    .tall = 590,
    .margin = {"Take the next word", "Click a word to write it. The arrow keys go on and back.",
               "Throw dice for it",
               [](const PanelContext&, Labs& labs) {
                 labs.get<DecodingLab>().strategy = DecodingLab::Strategy::sampling;
               }},
    .for_class = {decoding_for_class, {}, is_word_by_word},
};

}  // namespace headlight
