#include "app/panels/words/typed_burst.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/panels/step_names.h"
#include "app/panels/words/word_menu.h"

namespace headlight {
namespace {

// Slower letters are commands, one by one. Commands are rarely given faster, and then mostly the same again.
constexpr double longest_gap = 0.5;

bool is_letter(unsigned code) {
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
  const Tokenizer* const tokenizer = context.document.tokenizer();
  return state.overlay == Overlay::none && state.typed_before.empty() && !context.session.presenting &&
         tokenizer != nullptr && tokenizer->are_typed();
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
      if (!is_letter(code) || !can_begin(context)) continue;
      burst.before = context.session;
    }
    burst.letters += utf8(code);
    burst.last = ui.state().now;
  }
  if (!burst.caught && !is_writing(burst.letters)) return;
  if (!burst.caught) open_box(context, burst);
  typed.clear();
}

}  // namespace headlight
