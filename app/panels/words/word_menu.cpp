// The menu of a word: others that could stand there, or a whole sentence of one's own.
#include "app/panels/words/word_menu.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "app/lessons/page.h"
#include "app/panels/common/stage.h"
#include "app/session/sentence.h"
#include "app/widgets/controls.h"
#include "app/widgets/scroll.h"
#include "app/widgets/token_chips.h"
#include "core/explain/view.h"
#include "core/grammar/typed_words.h"
#include "core/models/model.h"
#include "core/models/trace.h"
#include "core/text/cut_words.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {

namespace {

// Slower letters are commands, one by one. Commands are rarely given faster, and then mostly the same again.
constexpr double longest_gap = 0.5;

bool begins_a_word(unsigned code) {
  return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || code == '\'' || code >= 0xC0;
}

std::string utf8(unsigned code) {
  std::array<char, 5> text{};
  ImTextCharToUtf8(text.data(), code);
  return text.data();
}

// The same letter again and again is a command that is repeated.
bool is_writing(const std::string& typed) {
  return typed.size() > 1 &&
         std::any_of(typed.begin(), typed.end(), [&](char each) { return each != typed.front(); });
}

bool can_begin(const PanelContext& context) {
  const WidgetState& state = context.ui.state();
  const Tokenizer* const tokenizer = context.results.tokenizer();
  return !hidden_controls(context.session).words && state.overlay == Overlay::none &&
         state.typed_before.empty() && !context.session.presenting && tokenizer != nullptr &&
         (tokenizer->are_typed() ||
          (context.results.model != nullptr && !context.results.model->anatomy().picture));
}

void open_box(const PanelContext& context, TypedBurst& burst) {
  Ui& ui = context.ui;
  burst.caught = true;
  open_sentence_box(context, stage_side(context), "");
  ui.state().keys.clear();
  if (context.session == burst.before) return;
  if (same_matter(context.session, burst.before)) {
    ui.emit(OpenSession{burst.before});
  } else {
    ui.ask(Undo{});
  }
}

}  // namespace

void catch_typing(const PanelContext& context) {
  Ui& ui = context.ui;
  TypedBurst& burst = ui.state<TypedBurst>();
  ImVector<ImWchar>& typed = ImGui::GetIO().InputQueueCharacters;
  // The box has the keyboard: what was typed until now comes first.
  const bool has_keyboard = ui.state().typed_before == sentence_box && ImGui::IsAnyItemActive();
  if (burst.caught && (has_keyboard || ui.state().overlay != Overlay::words)) {
    const std::string letters = std::exchange(burst, {}).letters;
    if (ui.state().overlay != Overlay::words) return;
    const std::vector<ImWchar> later(typed.begin(), typed.end());
    typed.clear();
    ImGui::GetIO().AddInputCharactersUTF8(letters.c_str());
    for (const ImWchar code : later) typed.push_back(code);
    return;
  }
  if (burst.caught) ui.state().again = true;
  if (typed.empty()) {
    // Any other key, and the mouse, ends it.
    if (!burst.caught && (!ui.state().keys.empty() || ImGui::IsMouseClicked(ImGuiMouseButton_Left)))
      burst = {};
    return;
  }
  for (const ImWchar code : typed) {
    const bool goes_on =
        burst.caught || (!burst.letters.empty() && ui.state().now - burst.last <= longest_gap);
    if (!goes_on) {
      burst = {};
      if (!begins_a_word(code) || !can_begin(context)) continue;
      burst.before = context.session;
    }
    burst.letters += utf8(code);
    burst.last = ui.state().now;
  }
  if (!burst.caught && !is_writing(burst.letters)) return;
  if (!burst.caught) open_box(context, burst);
  typed.clear();
}

namespace {

int columns_in(const Ui& ui, float width) { return width < ui.px(380) ? 2 : 3; }
float word_line(const Ui& ui) { return ui.finger(30); }
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
std::vector<std::string> words_offered(const PanelContext& context, const std::string& word) {
  std::vector<std::string> words;
  for (std::string& other : grammar::words_of_same_kind(word)) {
    const bool known =
        context.results.model == nullptr || context.results.tokenizer()->vocabulary().id(other).has_value();
    if (known && other != word && static_cast<int>(words.size()) < most_words)
      words.push_back(std::move(other));
  }
  return words;
}

// The place of own[place] in the other sentence, where that has the same word for it; nothing else.
std::optional<int> same_word_in(const std::vector<std::string>& own, const std::vector<std::string>& other,
                                int place) {
  for (const AlignedWord& word : align(own, other)) {
    if (word.first != place) continue;
    const bool same = word.second && other[*word.second] == own[place];
    return same ? word.second : std::nullopt;
  }
  return std::nullopt;
}

// What is known of the word that the menu is of, kept while it is the same word of the same sentences.
struct MenuWord {
  // What it depends on: for each side its text, the model of its run, and whether that has read the text.
  struct Asked {
    ModelPtr model = nullptr;
    int side = -1, place = -1;
    std::array<std::string, 2> texts = {};
    std::array<ModelPtr, 2> models = {};
    std::array<bool, 2> read = {};

    bool operator==(const Asked&) const = default;
  };
  Asked asked = {};
  std::string word = {};  // empty where none is at that place, or the tokens are no words
  std::vector<std::string> offered = {};
  std::optional<int> in_other = {};  // its place in the other sentence, where that has it too
};

const MenuWord& menu_word(const PanelContext& context) {
  const WordMenu& menu = context.ui.state<WordMenu>();
  MenuWord& known = context.ui.state<MenuWord>();
  MenuWord::Asked asked{.model = context.results.model, .side = menu.side, .place = menu.place};
  for (int side = 0; side < 2; ++side) {
    const Run& run = context.results.side(side);
    asked.texts.at(side) = context.session.text(side);
    asked.models.at(side) = run.model;
    asked.read.at(side) = run.text == context.session.text(side);
  }
  if (known.asked == asked) return known;
  known = {.asked = std::move(asked)};
  const std::vector<std::string> own = context.results.words_of(context.session, menu.side);
  if (menu.place < 0 || menu.place >= static_cast<int>(own.size())) return known;
  const Tokenizer* const tokenizer = context.results.tokenizer();
  if (tokenizer == nullptr || tokenizer->are_typed()) {
    known.word = own[menu.place];
    known.offered = words_offered(context, known.word);
  }
  known.in_other = same_word_in(own, context.results.words_of(context.session, 1 - menu.side), menu.place);
  return known;
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
  std::optional<int> also_at = menu_word(context).in_other;
  if (!ui.state<ChangeInBoth>().on) also_at.reset();
  ui.emit(ReplaceWord{menu.side, menu.place, word, also_at});
  if (menu.focus_before >= 0) {
    ui.emit(SelectSide{menu.side_before});
    ui.emit(SelectToken{menu.focus_before});
  }
  if (!menu.whole) close(ui);
}

void word_grid(const PanelContext& context, Area area, const std::vector<std::string>& words) {
  Ui& ui = context.ui;
  const WordMenu menu = ui.state<WordMenu>();
  const int columns = columns_in(ui, area.width());
  const float wide = std::floor(area.width() / static_cast<float>(columns));
  const float line = word_line(ui);
  for (int i = 0; i < static_cast<int>(words.size()); ++i) {
    const int row = i / columns;
    const Area cell = Area::at(area.left + wide * static_cast<float>(i % columns),
                               area.top + line * static_cast<float>(row), wide - ui.px(4), line - ui.px(2));
    const Touch touch = ui.target("word/" + words[i], cell);
    if (touch.hovered) {
      ui.fill(cell, ui.colours().rail, ui.px(6));
      ui.hand();
    }
    if (touch.focused) ui.focus_ring(cell.inset(ui.px(3)), ui.px(4));
    ui.text(cell.left + ui.px(10), cell.middle_y(), type::control, ui.colours().ink,
            ui.shortened(type::control, words[i], cell.width() - ui.px(14)));
    if (touch.clicked) choose(context, menu, words[i]);
  }
}

// What hides a word from a model that guesses hidden ones; null for others, and where it is hidden already.
const char* mask_for(const PanelContext& context, const std::string& word) {
  const auto& model = context.results.model;
  if (model == nullptr || model->anatomy().answer != AnswerKind::hidden_words || is_mask(word))
    return nullptr;
  for (const char* mask : {"[MASK]", "<mask>"}) {
    if (model->tokenizer().vocabulary().id(mask)) return mask;
  }
  return nullptr;
}

void draw_hide(const PanelContext& context, const Area& row, const char* mask) {
  Ui& ui = context.ui;
  const char* const label = "Hide this word";
  const Area place = Area::at(row.left, row.top, button_width(ui, label), ui.px(30));
  if (button(ui, "word menu/hide", place, label, ButtonKind::plain))
    choose(context, ui.state<WordMenu>(), mask);
  const std::string says = say("The model reads {mask} instead, and guesses the word", {{"mask", mask}});
  const Area beside{place.right + ui.px(10), place.top, row.right, place.bottom};
  ui.text(beside, Align::left, type::caption, ui.colours().text_2,
          ui.shortened(type::caption, says, beside.width()));
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
  if (!words.empty() && menu_word(context).in_other) draw_in_both(context, head);
  const Area line = rest.cut_bottom(ui.px(14));
  word_grid(context, rest, words);
  ui.line(line.left, line.top + ui.px(6), line.right, line.top + ui.px(6), ui.colours().hairline,
          ui.hairline());
}

// The words of the sentence, to be replaced one by one, and what can be done with two sentences.

struct PlacedWord {
  std::string word;
  Area area;
};

// From line to line, as text flows.
std::vector<PlacedWord> words_placed(const PanelContext& context, const Area& area) {
  constexpr std::size_t most = 60;
  Ui& ui = context.ui;
  std::vector<PlacedWord> placed;
  const Tokenizer* const tokenizer = context.results.tokenizer();
  if (tokenizer != nullptr && !tokenizer->are_typed()) return placed;
  const float tall = ui.finger(30), gap = ui.px(5);
  float x = area.left, y = area.top;
  for (const std::string& word : context.results.words_of(context.session, ui.state<WordMenu>().side)) {
    const float wide = std::min(std::max(ui.width(type::label, word) + ui.px(18), tall), area.width());
    if (x + wide > area.right) {
      x = area.left;
      y += tall + gap;
    }
    placed.push_back({word, Area::at(x, y, wide, tall)});
    x += wide + gap;
    if (placed.size() > most) return {};
  }
  return placed;
}

float height_of(const std::vector<PlacedWord>& words) {
  return words.empty() ? 0 : words.back().area.bottom - words.front().area.top;
}

void draw_words_of_sentence(const PanelContext& context, const std::vector<PlacedWord>& words) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  WordMenu& menu = ui.state<WordMenu>();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto place = static_cast<int>(i);
    const bool chosen = place == menu.place;
    const Touch touch = ui.press("word menu/word/" + std::to_string(i), words[i].area,
                                 {.radius = ui.px(6), .ground = c.rail});
    ui.outline(words[i].area, chosen ? c.ink : c.strong_line, chosen ? ui.px(2) : ui.hairline(), ui.px(6));
    ui.text(words[i].area, Align::centre, chosen ? type::label_hot : type::label, c.ink, words[i].word);
    if (!touch.clicked) continue;
    menu.place = chosen ? -1 : place;
    ui.state().again = true;
  }
}

void draw_both_sentences(const PanelContext& context, Area row) {
  Ui& ui = context.ui;
  const auto pressed = [&](const char* id, const char* label) {
    return button(ui, id, row.cut_left(button_width(ui, label), ui.px(8)), label, ButtonKind::plain);
  };
  if (!context.session.two()) {
    if (pressed("word menu/second", "Add a second sentence")) ui.emit(SetCompare{true});
    return;
  }
  if (pressed("word menu/swap", "Swap the two")) ui.emit(SwapSentences{});
  if (pressed("word menu/one", "Only one sentence")) ui.emit(SetCompare{false});
}

// Why the model cannot read it; empty when it can.
std::string refusal(const PanelContext& context, const std::string& sentence) {
  if (sentence.find_first_not_of(" \t\n") == std::string::npos)
    return "The sentence is empty. Type some words.";
  if (context.results.model == nullptr) return "";
  if (const std::vector<UnknownWord> unknown = unknown_words_of(context, sentence); !unknown.empty())
    return is_french(context, sentence) ? looks_french
                                        : "The model does not know every word of this sentence.";
  try {
    context.results.model->read(sentence);
    return "";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

// The pairs that the model's card offers, a row each: "... because it was too fast / old".
constexpr float pair_row_units = 30;

const std::vector<SentencePair>& pairs_of(const PanelContext& context) { return context.results.card.pairs; }

float pairs_height(const PanelContext& context) {
  const std::size_t rows = pairs_of(context).size();
  return rows == 0 ? 0 : context.ui.px(14 + 26 + pair_row_units * static_cast<float>(rows));
}

std::vector<TextRun> pair_in_words(const SentencePair& pair) {
  const auto parts =
      std::mismatch(pair.first.begin(), pair.first.end(), pair.second.begin(), pair.second.end());
  const std::size_t space = pair.first.rfind(' ', static_cast<std::size_t>(parts.first - pair.first.begin()));
  const std::size_t from = space == std::string::npos ? 0 : space + 1;
  const auto last_words = [&](const std::string& sentence) {
    return sentence.substr(from, sentence.find_last_not_of(".?!") + 1 - from);
  };
  return {{pair.first.substr(0, from), Role::text_2},
          {last_words(pair.first), Role::ink, true},
          {" / ", Role::text_2},
          {last_words(pair.second), Role::ink, true}};
}

void draw_pairs(const PanelContext& context, Area rest) {
  Ui& ui = context.ui;
  rest.cut_top(ui.px(14));
  line_of_text(ui, rest.cut_top(ui.px(26)), type::label, ui.colours().text_2,
               "Or two sentences: their end changes what “it” means");
  int number = 0;
  for (const SentencePair& pair : pairs_of(context)) {
    const Area text = rest.cut_top(ui.px(pair_row_units));
    const Area row{text.left - ui.px(8), text.top, text.right + ui.px(8), text.bottom};
    const Touch touch = ui.target("word menu/pair/" + std::to_string(++number), row);
    if (touch.hovered) {
      ui.fill(row, ui.colours().rail, ui.px(6));
      ui.hand();
    }
    if (touch.focused) ui.focus_ring(row.inset(ui.px(3)), ui.px(4));
    ui.rich(text.left, text.middle_y(), type::control, type::control_hot, pair_in_words(pair));
    if (!touch.clicked) continue;
    ui.emit(SetSentence{0, pair.first});
    ui.emit(SetCompare{true});
    ui.emit(SetSentence{1, pair.second});
    close(ui);
  }
}

constexpr int most_rows_of_pieces = 4;

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

void open_sentence_box(const PanelContext& context, int side, const std::string& typed,
                       const std::optional<Area>& button) {
  Ui& ui = context.ui;
  ui.state().overlay = Overlay::words;
  ui.state().again = true;
  const float y = std::round(ui.screen().height() / 3);
  const Area middle =
      Area::at(ui.screen().middle_x() - ui.px(240), one_column(ui) ? ui.px(60) : y, ui.px(480), 0);
  const Area chip = button.value_or(middle);
  ui.state<WordMenu>() = {.side = side,
                          .place = -1,
                          .chip = chip,
                          .typed = typed,
                          .whole = button.has_value() && typed == context.session.text(side),
                          .before = typed};
  ui.state().overlay_opener = chip;
}

void draw_word_menu(const PanelContext& context, const Area& screen) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  WordMenu& menu = ui.state<WordMenu>();
  // A word was replaced.
  if (const std::string& text = context.session.text(menu.side); menu.whole && text != menu.before)
    menu.typed = menu.before = text;
  const std::string word = menu_word(context).word;
  const std::vector<std::string> words = menu_word(context).offered;
  const float pad = ui.px(16);
  // Wide and low where all words are in it: the lines and the answer above it stay in sight.
  const float wide = std::min(ui.px(menu.whole ? 848 : 480), screen.width() - ui.px(24));
  const float whole_tall = menu.whole ? height_of(words_placed(context, {0, 0, wide - 2 * pad, 0})) : 0;
  const float words_tall = whole_tall > 0 ? ui.px(28) + whole_tall + ui.px(12) : 0;
  const float sentences_tall = menu.whole ? ui.px(10 + 32) : 0;
  const int columns = columns_in(ui, wide - 2 * pad);
  const int lines = (static_cast<int>(words.size()) + columns - 1) / columns;

  const char* const mask = word.empty() ? nullptr : mask_for(context, word);
  const float hide_tall = mask == nullptr ? 0 : ui.px(30 + 10);

  const std::optional<UnknownWord> slip = slip_at(context, menu.side, menu.place);
  const float slip_tall = slip ? unknown_words_height(ui, {&*slip, 1}) + ui.px(6) : 0;

  // Of no word there is nothing to offer: the field alone.
  const float head_tall = word.empty() ? 0 : ui.px(28 + 14) + word_line(ui) * static_cast<float>(lines);
  const std::vector<UnknownWord> unknown =
      menu.refused.empty() ? std::vector<UnknownWord>{} : unknown_words_of(context, menu.typed);
  const float refused_tall =
      menu.refused.empty()
          ? 0
          : ui.px(8) + ui.wrapped_height(type::label, menu.refused, wide - 2 * pad, ui.px(20)) +
                unknown_words_height(ui, unknown);
  const std::string reading =
      menu.typed == context.session.text(menu.side) ? "" : read_as(context, menu.typed);
  const float reading_tall = reading.empty() ? 0 : ui.px(8 + 20);
  const std::vector<CutToken> pieces = pieces_typed(context, menu.typed);
  const float pieces_tall =
      pieces.empty() ? 0 : ui.px(10) + token_chips_height(ui, wide - 2 * pad, pieces, most_rows_of_pieces);
  const bool offers_pairs = word.empty() && menu.refused.empty() && !pairs_of(context).empty();
  const float pairs_tall = offers_pairs ? pairs_height(context) : 0;
  const float tall = pad + words_tall + sentences_tall + slip_tall + hide_tall + head_tall + ui.px(24) +
                     ui.px(38) + pieces_tall + reading_tall + refused_tall + pairs_tall + pad;
  const float x = std::clamp(menu.chip.left, ui.px(12), screen.right - wide - ui.px(12));
  float y = menu.chip.bottom + ui.px(6);
  if (y + tall > screen.bottom - ui.px(8)) y = std::max(ui.px(8), menu.chip.top - ui.px(6) - tall);
  if (y + tall > screen.bottom - ui.px(8) || y < ui.px(8))
    y = std::max(ui.px(8), screen.bottom - ui.px(8) - tall);
  const Area box =
      Area::at(std::round(x), std::round(y), wide, std::min(tall, screen.bottom - ui.px(8) - std::round(y)));

  ui.begin_layer();
  ui.push_clip(screen);
  ui.fill(box, c.panel, ui.px(10));
  ui.outline(box, c.strong_line, ui.hairline(), ui.px(10));
  ui.state().overlay_area = box;
  Area rest = begin_scroll(ui, "word menu", box, 0, tall).inset(pad);
  if (words_tall > 0) {
    line_of_text(ui, rest.cut_top(ui.px(28)), type::label, c.text_2, "Press a word to replace it");
    draw_words_of_sentence(context, words_placed(context, rest.cut_top(whole_tall, ui.px(12))));
  }
  if (slip) {
    const Area row = rest.cut_top(slip_tall);
    if (const auto meant = draw_unknown_words(ui, "word menu/slip", row, std::span(&*slip, 1))) {
      ui.emit(ReplaceWord{menu.side, meant->place, meant->word});
      close(ui);
    }
  }
  if (mask != nullptr) draw_hide(context, rest.cut_top(hide_tall), mask);
  if (!word.empty()) draw_others(context, rest.cut_top(head_tall), word, words);
  const Area caption = rest.cut_top(ui.px(24));
  ui.text(caption.left, caption.middle_y(), type::label, c.text_2,
          word.empty() ? "A sentence of your own, then Enter" : "Or a sentence of your own, then Enter");
  const Field field = text_field(ui, sentence_box, rest.cut_top(ui.px(38)), menu.typed, type::lesson,
                                 "The animal ...", menu.fresh);
  menu.fresh = false;
  if (field.changed && unknown.empty()) menu.refused.clear();
  if (field.entered) enter(context);
  if (pieces_tall > 0) {
    rest.cut_top(ui.px(10));
    token_chips(ui, rest.cut_top(pieces_tall - ui.px(10)), pieces);
  }
  if (!reading.empty()) {
    rest.cut_top(ui.px(8));
    line_of_text(ui, rest.cut_top(ui.px(20)), type::label, c.text_2, reading);
  }
  if (!menu.refused.empty()) {
    rest.cut_top(ui.px(8));
    rest.cut_top(ui.wrapped(rest, type::label, c.error, menu.refused, ui.px(20)));
    if (const auto instead = draw_unknown_words(ui, "word menu/instead", rest, unknown)) {
      menu.typed = with_word(menu.typed, instead->place, instead->word, context.results.tokenizer());
      menu.fresh = true;
      if (unknown_words_of(context, menu.typed).empty()) enter(context);
    }
  }
  if (menu.whole && menu.refused.empty()) {
    rest.cut_top(ui.px(10));
    draw_both_sentences(context, rest.cut_top(ui.px(32)));
  }
  if (offers_pairs) draw_pairs(context, rest);
  end_scroll(ui);
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !box.contains(ui.mouse())) close(ui);
  ui.pop_clip();
  ui.end_layer();
}

}  // namespace headlight
