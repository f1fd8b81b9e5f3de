// The menu of a word: others that could stand there, or a whole sentence of one's own.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/panels/panels.h"
#include "app/panels/words/unknown_words.h"
#include "app/panels/words/word_menu.h"
#include "app/session/sentence.h"
#include "app/widgets/controls.h"
#include "app/widgets/levers.h"
#include "core/explain/align.h"
#include "core/grammar/same_kind.h"
#include "core/models/translator.h"

namespace headlight {
namespace {

constexpr int columns = 3;
constexpr int most_words = 45;

// Whether a word that both sentences have at its place is changed in both.
struct ChangeInBoth {
  bool on = true;
};

void close(Ui& ui) {
  ui.state().overlay = Overlay::none;
  ui.state().again = true;
}

// The words of the same kind that this model knows.
std::vector<std::string> offered(const PanelContext& context, const std::string& word) {
  std::vector<std::string> words;
  for (std::string& other : grammar::words_of_same_kind(word)) {
    const bool known =
        context.document.model == nullptr || context.document.tokenizer()->vocabulary().id(other).has_value();
    if (known && other != word && static_cast<int>(words.size()) < most_words)
      words.push_back(std::move(other));
  }
  return words;
}

// The place of the word in the other sentence, where that has the same one for it; nothing else.
std::optional<int> same_word_of_other(const PanelContext& context, const WordMenu& menu) {
  const std::vector<std::string> own =
      words_of(sentence_of(context.session, menu.side), context.document.tokenizer());
  const std::vector<std::string> other =
      words_of(sentence_of(context.session, 1 - menu.side), context.document.tokenizer());
  if (menu.place < 0 || menu.place >= static_cast<int>(own.size())) return std::nullopt;
  for (const AlignedWord& word : align(own, other)) {
    if (word.first != menu.place) continue;
    const bool same = word.second && other[static_cast<std::size_t>(*word.second)] ==
                                         own[static_cast<std::size_t>(menu.place)];
    return same ? word.second : std::nullopt;
  }
  return std::nullopt;
}

// At the right of the menu's head.
void draw_in_both(const PanelContext& context, const Area& area) {
  Ui& ui = context.ui;
  bool& on = ui.state<ChangeInBoth>().on;
  const std::string label = "in both sentences";
  const float x = area.right - toggle_width(ui) - ui.px(3);
  ui.text(x - ui.px(8) - ui.width(type::label, label), area.middle_y(), type::label,
          on ? ui.colours().ink : ui.colours().text_2, label);
  if (!toggle(ui, "word menu/both", x, area.middle_y(), on)) return;
  on = !on;
  ui.state().again = true;
}

// The word in focus stays in focus: a click on the chip of another one was to change that.
void choose(const PanelContext& context, const WordMenu& menu, const std::string& word) {
  Ui& ui = context.ui;
  std::optional<int> also_at = same_word_of_other(context, menu);
  if (!ui.state<ChangeInBoth>().on) also_at.reset();
  ui.emit(ReplaceWord{menu.side, menu.place, word, also_at});
  if (menu.focus_before >= 0) {
    ui.emit(SelectSide{menu.side_before});
    ui.emit(SelectToken{menu.focus_before});
  }
  close(ui);
}

void word_grid(const PanelContext& context, Area area, const std::vector<std::string>& words) {
  Ui& ui = context.ui;
  const WordMenu menu = ui.state<WordMenu>();
  const float wide = std::floor(area.width() / columns);
  const float line = ui.px(30);
  for (int i = 0; i < static_cast<int>(words.size()); ++i) {
    const int row = i / columns;
    const Area cell = Area::at(area.left + wide * static_cast<float>(i % columns),
                               area.top + line * static_cast<float>(row), wide - ui.px(4), line - ui.px(2));
    const Touch touch = ui.item("word/" + words[i], cell);
    if (touch.hovered) {
      ui.fill(cell, ui.colours().rail, ui.px(6));
      ui.hand();
    }
    if (touch.focused) ui.focus_ring(cell.inset(ui.px(3)), ui.px(4));
    ui.text(cell.left + ui.px(10), cell.middle_y(), type::control, ui.colours().ink,
            ui.fitted(type::control, words[i], cell.width() - ui.px(14)));
    if (touch.clicked) choose(context, menu, words[i]);
  }
}

// What the menu offers for a word.
void draw_others(const PanelContext& context, Area rest, const std::string& word,
                 const std::vector<std::string>& words) {
  Ui& ui = context.ui;
  const Area head = rest.cut_top(ui.px(28));
  std::vector<TextRun> title{{words.empty() ? "No other word of this kind for " : "Replace ", Role::text_2},
                             {word, Role::ink, true}};
  if (!words.empty()) title.push_back({" with", Role::text_2});
  ui.rich(head.left, head.middle_y(), type::label, type::label_hot, title);
  if (!words.empty() && same_word_of_other(context, ui.state<WordMenu>())) draw_in_both(context, head);
  const Area line = rest.cut_bottom(ui.px(14));
  word_grid(context, rest, words);
  ui.line(line.left, line.top + ui.px(6), line.right, line.top + ui.px(6), ui.colours().hairline,
          ui.hairline());
}

// Two words or more that a translator writes and does not read.
bool is_french(const PanelContext& context, const std::vector<UnknownWord>& unknown) {
  const Translator* const translator = context.document.model->translator();
  if (translator == nullptr) return false;
  return std::count_if(unknown.begin(), unknown.end(), [&](const UnknownWord& each) {
           return translator->target().id(each.word).has_value();
         }) > 1;
}

// Why the model cannot read it; empty when it can.
std::string refusal(const PanelContext& context, const std::string& sentence) {
  if (sentence.find_first_not_of(" \t\n") == std::string::npos)
    return "An empty sentence has nothing to read: type some words.";
  if (context.document.model == nullptr) return "";
  if (const std::vector<UnknownWord> unknown = unknown_words_of(context, sentence); !unknown.empty())
    return is_french(context, unknown)
               ? "This looks like French. The model reads English: type the sentence in English."
               : "The model does not know every word of this sentence.";
  try {
    context.document.model->read(sentence);
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

// The sentence that was typed goes on stage; one that cannot be read stays here, with the keyboard in it.
void enter(const PanelContext& context) {
  Ui& ui = context.ui;
  WordMenu& menu = ui.state<WordMenu>();
  menu.refused = refusal(context, menu.typed);
  ui.state().again = true;
  if (!menu.refused.empty()) {
    menu.fresh = true;
    return;
  }
  ui.emit(SetSentence{menu.side, menu.typed});
  close(ui);
}

}  // namespace

void open_sentence_box(const PanelContext& context, int side, const std::string& typed) {
  Ui& ui = context.ui;
  ui.state().overlay = Overlay::words;
  ui.state().again = true;
  const float y = std::round(ui.screen().height() / 3);
  const Area chip = Area::at(ui.screen().middle_x() - ui.px(240), y, ui.px(480), 0);
  ui.state<WordMenu>() = {side, -1, chip, typed, true};
  ui.state().overlay_opener = chip;
}

void draw_word_menu(const PanelContext& context, const Area& screen) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  WordMenu& menu = ui.state<WordMenu>();
  const Tokenizer* const tokenizer = context.document.tokenizer();
  const std::vector<std::string> sentence = words_of(sentence_of(context.session, menu.side), tokenizer);
  const bool there = menu.place >= 0 && menu.place < static_cast<int>(sentence.size());
  const std::string word =
      there && (tokenizer == nullptr || tokenizer->are_typed()) ? sentence[menu.place] : "";
  const std::vector<std::string> words = offered(context, word);
  const int lines = (static_cast<int>(words.size()) + columns - 1) / columns;

  const float pad = ui.px(16);
  const float wide = ui.px(480);
  // Of no word there is nothing to offer: the field alone.
  const float head_tall = word.empty() ? 0 : ui.px(28 + 14) + ui.px(30) * static_cast<float>(lines);
  const std::vector<UnknownWord> unknown =
      menu.refused.empty() ? std::vector<UnknownWord>{} : unknown_words_of(context, menu.typed);
  const float refused_tall =
      menu.refused.empty()
          ? 0
          : ui.px(8) + ui.wrapped_height(type::label, menu.refused, wide - 2 * pad, ui.px(20)) +
                unknown_words_height(ui, unknown);
  const std::string reading =
      menu.typed == sentence_of(context.session, menu.side) ? "" : read_as(context, menu.typed);
  const float reading_tall = reading.empty() ? 0 : ui.px(8 + 20);
  const float tall = pad + head_tall + ui.px(24) + ui.px(38) + reading_tall + refused_tall + pad;
  float x = std::clamp(menu.chip.left, ui.px(12), screen.right - wide - ui.px(12));
  float y = menu.chip.bottom + ui.px(6);
  if (y + tall > screen.bottom - ui.px(8)) y = std::max(ui.px(8), menu.chip.top - ui.px(6) - tall);
  if (y + tall > screen.bottom - ui.px(8) || y < ui.px(8))
    y = std::max(ui.px(8), screen.bottom - ui.px(8) - tall);
  const Area box = Area::at(std::round(x), std::round(y), wide, tall);

  ui.begin_layer();
  ui.push_clip(screen);
  ui.fill(box, c.panel, ui.px(10));
  ui.outline(box, c.strong_line, ui.hairline(), ui.px(10));
  ui.state().overlay_area = box;
  Area rest = box.inset(pad);
  if (!word.empty()) draw_others(context, rest.cut_top(head_tall), word, words);
  const Area caption = rest.cut_top(ui.px(24));
  ui.text(caption.left, caption.middle_y(), type::label, c.text_2,
          word.empty() ? "A sentence of your own, then Enter" : "Or a sentence of your own, then Enter");
  const Field field = text_field(ui, sentence_box, rest.cut_top(ui.px(38)), menu.typed, type::lesson,
                                 "The animal ...", menu.fresh);
  menu.fresh = false;
  if (field.changed && unknown.empty()) menu.refused.clear();
  if (field.entered) enter(context);
  if (!reading.empty()) {
    rest.cut_top(ui.px(8));
    line_of_text(ui, rest.cut_top(ui.px(20)), type::label, c.text_2, reading);
  }
  if (!menu.refused.empty()) {
    rest.cut_top(ui.px(8));
    rest.cut_top(ui.wrapped(rest, type::label, c.error, menu.refused, ui.px(20)));
    if (const auto instead = draw_unknown_words(ui, "word menu/instead", rest, unknown)) {
      menu.typed = with_word(menu.typed, instead->place, instead->word, context.document.tokenizer());
      menu.fresh = true;
      if (unknown_words_of(context, menu.typed).empty()) enter(context);
    }
  }
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !box.contains(ui.mouse())) close(ui);
  ui.pop_clip();
  ui.end_layer();
}

}  // namespace headlight
