// The menu of a word: others that could stand there, or a whole sentence of one's own.
#include "app/panels/panels.h"
#include "app/session/sentence.h"
#include "app/widgets/controls.h"
#include "core/learn/words.h"

namespace headlight {
namespace {

constexpr int columns = 3;
constexpr int most_words = 45;

void close(Ui& ui) {
  ui.state().overlay = Overlay::none;
  ui.state().again = true;
}

// The words of the same kind that this model knows.
std::vector<std::string> offered(const PanelContext& context, const std::string& word) {
  std::vector<std::string> words;
  for (std::string& other : words_of_same_kind(word)) {
    const bool known =
        context.document.model == nullptr || context.document.model->source().id(other).has_value();
    if (known && other != word && static_cast<int>(words.size()) < most_words)
      words.push_back(std::move(other));
  }
  return words;
}

void word_grid(const PanelContext& context, Area area, const std::vector<std::string>& words) {
  Ui& ui = context.ui;
  const WordMenu menu = ui.state().words;
  const float wide = std::floor(area.width() / columns);
  const float line = ui.px(30);
  for (int i = 0; i < static_cast<int>(words.size()); ++i) {
    const Area cell =
        Area::at(area.left + wide * static_cast<float>(i % columns),
                 area.top + line * static_cast<float>(i / columns), wide - ui.px(4), line - ui.px(2));
    const Touch touch = ui.item("word/" + words[i], cell);
    if (touch.hovered) {
      ui.fill(cell, ui.colours().rail, ui.px(6));
      ui.hand();
    }
    if (touch.focused) ui.focus_ring(cell.inset(ui.px(3)), ui.px(4));
    ui.text(cell.left + ui.px(10), cell.middle_y(), type::control, ui.colours().ink,
            ui.fitted(type::control, words[i], cell.width() - ui.px(14)));
    if (touch.clicked) {
      ui.emit(ReplaceWord{menu.side, menu.place, words[i]});
      close(ui);
    }
  }
}

}  // namespace

void draw_word_menu(const PanelContext& context, const Area& screen) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  WordMenu& menu = ui.state().words;
  const std::vector<std::string> sentence = words_of(sentence_of(context.session, menu.side));
  const std::string word =
      menu.place >= 0 && menu.place < static_cast<int>(sentence.size()) ? sentence[menu.place] : "";
  const std::vector<std::string> words = offered(context, word);
  const int lines = (static_cast<int>(words.size()) + columns - 1) / columns;

  const float pad = ui.px(16);
  const float wide = ui.px(480);
  const float tall = pad + (words.empty() ? ui.px(28) : ui.px(28) + ui.px(30) * static_cast<float>(lines)) +
                     ui.px(14) + ui.px(24) + ui.px(38) + pad;
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
  const Area head = rest.cut_top(ui.px(28));
  if (word.empty()) {
    ui.text(head.left, head.middle_y(), type::label, ui.colours().text_2, "A new sentence");
  } else if (words.empty()) {
    ui.rich(head.left, head.middle_y(), type::label, type::label_hot,
            std::vector<TextRun>{{"No other word of this kind for ", Role::text_2}, {word, Role::ink, true}});
  } else {
    ui.rich(head.left, head.middle_y(), type::label, type::label_hot,
            std::vector<TextRun>{{"Instead of ", Role::text_2}, {word, Role::ink, true}});
    word_grid(context, rest.cut_top(ui.px(30) * static_cast<float>(lines)), words);
  }
  rest.cut_top(ui.px(6));
  ui.line(rest.left, rest.top, rest.right, rest.top, c.hairline, ui.hairline());
  rest.cut_top(ui.px(8));
  const Area caption = rest.cut_top(ui.px(24));
  ui.text(caption.left, caption.middle_y(), type::label, c.text_2, "Or a sentence of your own, then Enter");
  const Field field = text_field(ui, "word menu/sentence", rest.cut_top(ui.px(38)), menu.typed, type::lesson,
                                 "The animal ...", menu.fresh);
  menu.fresh = false;
  if (field.entered) {
    ui.emit(SetSentence{menu.side, menu.typed});
    close(ui);
  }
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !box.contains(ui.mouse())) close(ui);
  ui.pop_clip();
  ui.end_layer();
}

}  // namespace headlight
