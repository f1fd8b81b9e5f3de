// The text field. Dear ImGui edits it, and draws what the fonts have all letters of; else the line is shaped
// and drawn by the system, and the caret and what is selected follow its letters.
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/widgets/controls.h"
#include "app/widgets/text_area.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

constexpr char32_t first_stand_in = 0xA000, last_stand_in = 0xA48C;

// Those that stand in the fields, each at the place of its stand-in.
std::vector<char32_t>& given() {
  static std::vector<char32_t> all;
  return all;
}

bool needs_one(char32_t letter) {
  return letter > 0xFFFF || (first_stand_in <= letter && letter <= last_stand_in);
}

std::string changed(std::string_view text, auto change) {
  const auto plain = [](char byte) { return static_cast<unsigned char>(byte) < 0x80; };
  if (std::all_of(text.begin(), text.end(), plain)) return std::string(text);
  std::string result;
  for (const char32_t letter : code_points(valid_utf8(text))) append_utf8(result, change(letter));
  return result;
}

}  // namespace

char32_t field_letter(char32_t typed) {
  if (!needs_one(typed)) return typed;
  std::vector<char32_t>& all = given();
  const auto found = std::find(all.begin(), all.end(), typed);
  const auto place = static_cast<char32_t>(found - all.begin());
  if (first_stand_in + place > last_stand_in) return U'\ufffd';
  if (found == all.end()) all.push_back(typed);
  return first_stand_in + place;
}

std::string field_text(std::string_view typed) { return changed(typed, field_letter); }

std::string typed_text(std::string_view field) {
  return changed(field, [](char32_t letter) {
    const std::size_t place = letter - first_stand_in;
    return letter >= first_stand_in && place < given().size() ? given()[place] : letter;
  });
}

namespace {

// While this lives, what is pasted and copied is changed between letters as they stand in the field and as
// they are.
class ClipboardInLetters {
 public:
  ClipboardInLetters() : read_(io().GetClipboardTextFn), write_(io().SetClipboardTextFn) {
    open_ = this;
    io().GetClipboardTextFn = [](void* data) -> const char* {
      const char* const text = open_->read_ != nullptr ? open_->read_(data) : nullptr;
      if (text == nullptr) return nullptr;
      open_->text_ = field_text(text);
      return open_->text_.c_str();
    };
    io().SetClipboardTextFn = [](void* data, const char* text) {
      if (open_->write_ != nullptr) open_->write_(data, typed_text(text).c_str());
    };
  }
  ~ClipboardInLetters() {
    io().GetClipboardTextFn = read_;
    io().SetClipboardTextFn = write_;
  }
  ClipboardInLetters(const ClipboardInLetters&) = delete;
  ClipboardInLetters& operator=(const ClipboardInLetters&) = delete;

 private:
  static ImGuiIO& io() { return ImGui::GetIO(); }

  inline static ClipboardInLetters* open_ = nullptr;
  const char* (*read_)(void*);
  void (*write_)(void*, const char*);
  std::string text_;
};

class ShapedField {
 public:
  ShapedField(Ui& ui, const Area& area, Type type, const std::string& text)
      : ui_(ui), area_(area.inset(ImGui::GetStyle().FramePadding.x, 0)), type_(type), text_(text) {
    // Where each letter that the field counts begins.
    for (std::size_t i = 0; i < text.size(); ++i)
      if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) begins_.push_back(i);
    begins_.push_back(text.size());
    carets_ = ui.fonts().system().carets(ui.fonts().loaded(type), text);
  }

  // `typing`: null without the keyboard. `was_active`: it had the keyboard before this frame.
  void draw(ImGuiInputTextState* typing, bool was_active) {
    const float wide = ui_.width(type_, text_);
    if (typing != nullptr) {
      // The caret stays in sight, in the middle of a line that is longer than the field.
      const float room = area_.width() - ui_.px(2);
      scroll_ = std::clamp(x_of(typing->Stb.cursor) - room / 2, 0.0F, std::max(0.0F, wide - room));
      if (was_active) point(*typing);
    }
    ui_.push_clip(area_.outset(ui_.px(2)).within(ui_.clip()));
    const float left = area_.left - scroll_;
    const float half = ui_.height(type_) / 2;
    if (typing != nullptr && typing->HasSelection()) {
      const float from = x_of(typing->Stb.select_start), to = x_of(typing->Stb.select_end);
      ui_.fill({left + std::min(from, to), area_.middle_y() - half, left + std::max(from, to),
                area_.middle_y() + half},
               ui_.colours().focus, 0, 0.55F);
    }
    ui_.text(left, area_.middle_y(), type_, ui_.colours().ink, text_);
    if (typing != nullptr && blinks_on(*typing)) {
      const float x = std::round(left + x_of(typing->Stb.cursor));
      ui_.line(x, area_.middle_y() - half, x, area_.middle_y() + half, ui_.colours().ink, ui_.hairline());
    }
    ui_.pop_clip();
  }

 private:
  float x_of(int letter) const {
    const auto place = static_cast<std::size_t>(std::max(0, letter));
    return carets_[begins_[std::min(place, begins_.size() - 1)]];
  }

  static bool blinks_on(const ImGuiInputTextState& typing) {
    return !ImGui::GetIO().ConfigInputTextCursorBlink || typing.CursorAnim <= 0 ||
           std::fmod(typing.CursorAnim, 1.2F) <= 0.8F;
  }

  // The mouse points at a letter of the line as it is drawn.
  void point(ImGuiInputTextState& typing) const {
    const ImGuiIO& io = ImGui::GetIO();
    if (!io.MouseDown[0] || io.MouseDoubleClicked[0] || typing.SelectedAllMouseLock ||
        !area_.outset(ui_.px(10)).contains(io.MouseClickedPos[0]))
      return;
    const float x = ui_.mouse().x - area_.left + scroll_;
    int nearest = 0;
    for (int i = 0; i < static_cast<int>(begins_.size()); ++i)
      if (std::fabs(x_of(i) - x) < std::fabs(x_of(nearest) - x)) nearest = i;
    typing.Stb.cursor = typing.Stb.select_end = nearest;
    if (io.MouseClicked[0] && !io.KeyShift) typing.Stb.select_start = nearest;
  }

  Ui& ui_;
  Area area_;
  Type type_;
  const std::string& text_;
  std::vector<std::size_t> begins_;
  std::vector<float> carets_;
  float scroll_ = 0;
};

}  // namespace

Field text_field(Ui& ui, std::string_view id, const Area& area, std::string& text, Type type,
                 std::string_view hint, bool take_focus) {
  if (ui.exporting()) return {};
  const Palette& c = ui.colours();
  // Dear ImGui sees a key only as it is when the frame begins: pressed and let go between two frames, it
  // never was. Every press is in the window's own list.
  const std::string label = "##" + std::string(id);
  const bool had_keyboard = ui.state().typed_before == id;
  const bool enter = had_keyboard && ui.take(Key::enter) > 0;
  const Touch touch = ui.item(id, area);
  ImFont* font = ui.whole_font(type);
  ui.fill(area, c.panel, ui.px(6));
  const float pad = std::round((area.height() - font->FontSize) / 2);
  ImGui::PushFont(font);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(std::min(ui.px(10), std::round(area.width() / 9)), pad));
  ImGui::SetCursorScreenPos(area.min());
  ImGui::SetNextItemWidth(area.width());
  const bool tabbed = touch.focused && ImGui::GetActiveID() == 0;
  if (take_focus || tabbed) ImGui::SetKeyboardFocusHere();
  Field field;
  std::string shown = field_text(text);
  const std::string before = shown;
  // Whether Dear ImGui can draw it: it sets letter beside letter, each from the fonts.
  const bool plain = ui.fonts().has(type, text), hint_plain = ui.fonts().has(type, hint);
  const bool was_active = ImGui::GetActiveID() == ImGui::GetID(label.c_str());
  if (!plain) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(0, 0, 0, 0));
    ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, ImVec4(0, 0, 0, 0));
  }
  {
    const ClipboardInLetters clipboard;
    field.entered =
        ImGui::InputTextWithHint(label.c_str(), hint_plain ? std::string(hint).c_str() : "", &shown,
                                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  }
  if (!plain) ImGui::PopStyleColor(2);
  field.active = ImGui::IsItemActive();
  if (shown != before) text = typed_text(shown);
  if (!plain && !ui.fonts().has(type, text)) {
    ImGuiInputTextState* const typing =
        field.active ? ImGui::GetInputTextState(ImGui::GetID(label.c_str())) : nullptr;
    ShapedField(ui, area, type, text).draw(typing, was_active);
  }
  if (shown.empty() && !hint_plain) {
    const Area line = area.inset(ImGui::GetStyle().FramePadding.x, 0);
    ui.push_clip(line.within(ui.clip()));
    ui.text(line.left, line.middle_y(), type, c.text_3, hint);
    ui.pop_clip();
  }
  if (enter && !field.entered) {
    field.entered = true;
    if (field.active) ImGui::ClearActiveID();
    field.active = false;
  }
  if (field.active || take_focus) ui.state().typing = id;
  // What is typed the moment a field opens waits until it has the keyboard.
  if (take_focus || ImGui::IsItemActivated()) ui.state().again = true;
  field.changed = shown != before;
  // Tab moves on: the field must let go of the keyboard.
  if (field.active && ui.state().focus != id && !take_focus && ui.state().focus_visible)
    ImGui::ClearActiveID();
  if (take_focus) ui.state().focus = id;
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ui.outline(area, field.active || touch.focused ? c.ink : c.strong_line,
             field.active ? ui.px(2) : ui.hairline(), ui.px(6));
  return field;
}

Field text_area(Ui& ui, std::string_view id, const Area& area, std::string& text, Type type) {
  if (ui.exporting()) return {};
  const Palette& c = ui.colours();
  const std::string label = "##" + std::string(id);
  const Touch touch = ui.item(id, area);
  ui.fill(area, c.panel, ui.px(6));
  ImGui::PushFont(ui.whole_font(type));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(10), ui.px(6)));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_ScrollbarBg, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, Ui::ink(c.strong_line));
  ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, ui.px(8));
  ImGui::SetCursorScreenPos(area.min());
  if (touch.focused && ImGui::GetActiveID() == 0) ImGui::SetKeyboardFocusHere();
  Field field;
  std::string shown = field_text(text);
  const std::string before = shown;
  {
    const ClipboardInLetters clipboard;
    ImGui::InputTextMultiline(label.c_str(), &shown, ImVec2(area.width(), area.height()));
  }
  field.active = ImGui::IsItemActive();
  field.changed = shown != before;
  if (field.changed) text = typed_text(shown);
  if (field.active) ui.state().typing = id;
  if (ImGui::IsItemActivated()) ui.state().again = true;
  // Tab moves on, as from a field.
  if (field.active && ui.state().focus != id && ui.state().focus_visible) ImGui::ClearActiveID();
  ImGui::PopStyleColor(3);
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
  ui.outline(area, field.active || touch.focused ? c.ink : c.strong_line,
             field.active ? ui.px(2) : ui.hairline(), ui.px(6));
  return field;
}

}  // namespace headlight
