#include "app/widgets/ui.h"

#include <algorithm>
#include <cmath>

#include "app/lessons/glossary.h"

namespace headlight {

Ui::Ui(const Fonts& fonts, Theme theme, CellPainter& cells, States& states, std::vector<Action>& actions)
    : fonts_(fonts),
      theme_(theme),
      palette_(&palette(theme)),
      cells_(cells),
      states_(states),
      state_(states.of<WidgetState>()),
      actions_(actions) {}

void Ui::begin() {
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(io.DisplaySize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("Headlight", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(2);
  list_ = ImGui::GetWindowDrawList();
  clips_.assign(1, screen());
  scrolls_.assign(1, false);
  frames_.assign(1, screen());
  state_.scrolled.clear();
  if (Listening& listening = states_.of<Listening>(); listening.on) {
    listening.now = {};
    told_ = &listening.now;
  }
  yield_to_click();
  top_layer_ = state_.overlay == Overlay::none ? 0 : 1;
  zoom_ = ImGui::GetIO().KeyCtrl ? ImGui::GetIO().MouseWheel : 0;
  // A field that is no longer drawn has nothing to type into: the next key is a command again.
  state_.typed_before = std::exchange(state_.typing, {});
  follow_finger();
  look_for_target();
  move_focus();
}

namespace {

// Tab goes as one reads: what was drawn from below, so that all above it keeps its place, is gone through
// from above all the same.
void order_as_read(std::vector<std::string>& order, const std::vector<Placed>& placed) {
  std::map<std::string_view, const Placed*> by_id;
  for (const Placed& each : placed)
    if (each.kind == Placed::Kind::item) by_id.emplace(each.name, &each);
  const auto is_above = [&](const std::string& one, const std::string& other) {
    const auto a = by_id.find(one), b = by_id.find(other);
    if (a == by_id.end() || b == by_id.end() || a->second->layer != b->second->layer) return false;
    const Area &above = a->second->area, &below = b->second->area;
    return above.bottom <= below.top && above.left < below.right && below.left < above.right;
  };
  for (std::size_t i = 1; i < order.size(); ++i)
    for (std::size_t k = i; k > 0 && is_above(order[k], order[k - 1]); --k) std::swap(order[k], order[k - 1]);
}

}  // namespace

void Ui::end() {
  draw_tooltip();
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    state_.pressed.clear();
    state_.finger_scrolls = false;
  }
  state_.targets = std::move(targets_);
  order_as_read(focus_order_, placed_);
  state_.focus_order = std::move(focus_order_);
  state_.keys.clear();
  if (const float turns = take_zoom(); turns != 0) {
    state_.keys.push_back({turns > 0 ? Key::larger : Key::smaller});
    state_.again = true;
  }
  ImGui::End();
}

void Ui::yield_to_click() {
  const bool menu = state_.overlay == Overlay::words || state_.overlay == Overlay::more;
  if (!menu || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  // What opened it closes it.
  const bool on_opener = state_.overlay_opener.contains(mouse());
  if (!state_.overlay_area.contains(mouse()) && !on_opener) state_.overlay = Overlay::none;
}

Area Ui::screen() const {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  return {0, 0, size.x, size.y};
}

void Ui::move_focus() {
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    state_.focus_visible = false;
    // Its arrows are given back, unless it is pressed again.
    if (state_.focus.starts_with("slide/")) state_.focus.clear();
  }
  const std::vector<std::string>& order = state_.focus_order;
  for (auto press = state_.keys.begin(); press != state_.keys.end();) {
    if (press->key != Key::tab) {
      ++press;
      continue;
    }
    const bool back = press->shift;
    press = state_.keys.erase(press);
    if (order.empty()) continue;
    const auto at = std::find(order.begin(), order.end(), state_.focus);
    const auto count = static_cast<std::ptrdiff_t>(order.size());
    std::ptrdiff_t next = back ? count - 1 : 0;
    if (at != order.end()) next = (at - order.begin() + (back ? count - 1 : 1)) % count;
    state_.focus = order[next];
    state_.focus_visible = true;
  }
  // A slider's arrows are its own: nobody else sees them. One that was pressed with the mouse has them while
  // it is there, and its ring once they are used.
  if (!state_.focus.starts_with("slide/")) return;
  const bool there = std::find(order.begin(), order.end(), state_.focus) != order.end();
  if (!state_.focus_visible && !there) return;
  nudges_ = take(Key::right) - take(Key::left);
  if (nudges_ != 0) state_.focus_visible = true;
}

const FingerTarget* under_finger(const WidgetState& state, ImVec2 at, float reach) {
  const int top = state.overlay == Overlay::none ? 0 : 1;
  const auto in_reach = [&](const FingerTarget& each) {
    return each.layer == top || (each.note && top == 0);
  };
  const FingerTarget* on = nullptr;  // of those that lie over each other the last
  for (const FingerTarget& each : state.targets)
    if (in_reach(each) && each.area.contains(at)) on = &each;
  const FingerTarget* found = on;
  float nearest = reach;
  for (const FingerTarget& each : state.targets) {
    if (!each.grows || !in_reach(each) || each.area.contains(at)) continue;
    // What lies over another is part of it, and keeps a place of its own there.
    const bool part =
        on != nullptr && on < &each && on->area.contains({each.area.middle_x(), each.area.middle_y()});
    if (on != nullptr && !part) continue;
    const float more_x = std::max(0.0F, (reach - each.area.width()) / 2);
    const float more_y = std::max(0.0F, (reach - each.area.height()) / 2);
    if (!each.area.inset(-more_x, -more_y).contains(at)) continue;
    const float away = std::max(
        {each.area.left - at.x, at.x - each.area.right, each.area.top - at.y, at.y - each.area.bottom, 0.0F});
    if (away >= nearest) continue;
    nearest = away;
    found = &each;
  }
  return found;
}

void Ui::look_for_target() {
  if (!touch()) return;
  const FingerTarget* const found = under_finger(state_, mouse(), px(finger_units));
  if (found != nullptr && !found->area.contains(mouse())) beside_ = found->id;
}

Touch Ui::item(std::string_view id, const Area& area, bool reachable) {
  return touched(id, area, reachable, Kind::item);
}

Touch Ui::target(std::string_view id, const Area& area, bool reachable) {
  return touched(id, area, reachable, Kind::target);
}

Touch Ui::surface(std::string_view id, const Area& area, bool reachable) {
  return touched(id, area, reachable, Kind::surface);
}

Touch Ui::touched(std::string_view id, const Area& area, bool reachable, Kind kind) {
  note(Placed::Kind::item, id, area);
  Touch touch;
  const bool shown = area.overlaps(clip());
  const bool grows = kind == Kind::target;
  if (this->touch() && shown) {
    const bool drags = kind == Kind::item || id.starts_with("slide/") || id == "track";
    targets_.push_back({std::string(id), area.within(clip()), layer_, on_note_, grows, drags});
  }
  if (reachable && shown && reachable_by_mouse()) focus_order_.emplace_back(id);
  if (is_heard()) told_->items.push_back({std::string(id), {}, {}, {}, area, layer_, reachable, shown});
  // While something is dragged nothing else takes notice of the mouse.
  const bool elsewhere = !state_.pressed.empty() && state_.pressed != id &&
                         ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
                         !ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  const bool beside =
      grows && shown && !beside_.empty() && beside_ == id && reachable_by_mouse() && !under_note();
  touch.hovered = (hovered(area) || beside) && !elsewhere;
  if (touch.hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    state_.pressed = id;
    state_.focus = id;
  }
  touch.held = state_.pressed == id && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (state_.pressed == id && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
    touch.clicked = touch.hovered;
    state_.pressed.clear();
  }
  touch.focused = reachable && state_.focus_visible && state_.focus == id && reachable_by_mouse();
  if (touch.focused && (take(Key::enter) > 0 || take(Key::space) > 0)) touch.clicked = true;
  return touch;
}

bool Ui::hovered(const Area& area) const {
  return reachable_by_mouse() && !under_note() && area.contains(mouse()) && clip().contains(mouse());
}

ImVec2 Ui::mouse() const { return ImGui::GetIO().MousePos; }

bool Ui::clicked(const Area& area) const {
  return hovered(area) && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

void Ui::follow_finger() {
  if (!touch() || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  const ImVec2 at = mouse();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    state_.finger_from = state_.finger_at = at;
    state_.finger_scrolls = false;
    return;
  }
  if (!state_.finger_scrolls) {
    const auto dragged = [&](const FingerTarget& each) { return each.drags && each.id == state_.pressed; };
    const bool trembles = std::hypot(at.x - state_.finger_from.x, at.y - state_.finger_from.y) < px(8);
    if (trembles || std::any_of(state_.targets.begin(), state_.targets.end(), dragged)) return;
    state_.finger_scrolls = true;
    state_.pressed.clear();
  }
  finger_step_ = {at.x - state_.finger_at.x, at.y - state_.finger_at.y};
  state_.finger_at = at;
}

float Ui::finger_moved(const Area& area, Way way) {
  const ImVec2 from = state_.finger_from;
  if (!state_.finger_scrolls || !reachable_by_mouse() || !area.contains(from) || !clip().contains(from))
    return 0;
  finger_taken_[static_cast<int>(way)] = true;
  // As many turns as move a list by that much.
  constexpr float units_of_turn = 60;
  const float moved = way == Way::down ? finger_step_.y : finger_step_.x;
  if (moved != 0) state_.again = true;
  return moved / (units_of_turn * scale());
}

float Ui::wheel(const Area& area, Way way) {
  const ImGuiIO& io = ImGui::GetIO();
  const float turned = hovered(area) && !io.KeyCtrl ? io.MouseWheel + io.MouseWheelH : 0.0F;
  wheel_taken_ = wheel_taken_ || turned != 0;
  return turned + finger_moved(area, way);
}

float Ui::wheel_left(const Area& area, Way way, bool turned) {
  const ImGuiIO& io = ImGui::GetIO();
  float moved = 0;
  if (turned && !wheel_taken_ && !io.KeyCtrl && hovered(area)) moved = io.MouseWheel + io.MouseWheelH;
  wheel_taken_ = wheel_taken_ || moved != 0;
  return finger_taken_[static_cast<int>(way)] ? moved : moved + finger_moved(area, way);
}

int Ui::take(Key key) {
  return static_cast<int>(
      std::erase_if(state_.keys, [&](const KeyPress& press) { return press.key == key; }));
}

void Ui::focus_ring(const Area& area, float radius) {
  outline(area.outset(px(3)), colours().ink, px(2), radius + px(3));
}

Touch Ui::press(std::string_view id, const Area& area, const PressLook& look) {
  const Touch touch = target(id, area);
  if (is_heard()) told_->items.back().hint = look.hint.plain();
  const Area& ring = look.ring.empty() ? area : look.ring;
  if (touch.hovered) {
    hand();
    if (look.ground) fill(ring, *look.ground, look.radius);
    if (!look.hint.empty()) tooltip(look.hint);
  }
  if (touch.focused) focus_ring(ring, look.radius);
  return touch;
}

void Ui::hand() { ImGui::SetMouseCursor(ImGuiMouseCursor_Hand); }

void Ui::no_cursor() { ImGui::SetMouseCursor(ImGuiMouseCursor_None); }

void Ui::tooltip(RichText text) { tooltip(std::vector<RichText>{std::move(text)}); }
void Ui::tooltip(const std::vector<RichText>& lines) {
  tooltip_.clear();
  const float most = std::min(px(440), screen().width() - px(40));
  for (const RichText& line : lines) {
    for (RichText& each : broken(line, type::body, type::label_hot, most))
      tooltip_.push_back(std::move(each));
  }
}

Area Ui::beside_mouse(float wide, float tall) const {
  float x = mouse().x + px(14);
  float y = mouse().y + px(16);
  if (x + wide > screen().right - px(4)) x = mouse().x - px(10) - wide;
  if (y + tall > screen().bottom - px(4)) y = mouse().y - px(10) - tall;
  x = std::clamp(x, px(4), std::max(px(4), screen().right - px(4) - wide));
  y = std::clamp(y, px(4), std::max(px(4), screen().bottom - px(4) - tall));
  return Area::at(std::round(x), std::round(y), wide, tall);
}

void Ui::draw_tooltip() {
  // What was just pressed is known: its tooltip would cover what came of it.
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state_.clicked_at = mouse();
  if (state_.clicked_at &&
      std::hypot(mouse().x - state_.clicked_at->x, mouse().y - state_.clicked_at->y) < px(6))
    return;
  state_.clicked_at.reset();
  if (tooltip_.empty()) return;
  const Pieces untold(*this);
  const float step = px(19);
  float wide = 0;
  for (const RichText& line : tooltip_) wide = std::max(wide, width(type::body, type::label_hot, line));
  const Area box = beside_mouse(wide + px(24), step * static_cast<float>(tooltip_.size()) + px(12));
  begin_layer();
  push_clip(screen());
  fill(box, colours().panel, px(7));
  outline(box, colours().strong_line, hairline(), px(7));
  float y = box.top + px(6) + step / 2;
  for (const RichText& line : tooltip_) {
    rich(box.left + px(12), y, type::body, type::label_hot, line);
    y += step;
  }
  pop_clip();
  end_layer();
}

void Ui::push_clip(const Area& area, bool scrolls, const Area& all) {
  // What begins a layer is cut off by nothing below it.
  const bool lowest = !layer_clips_.empty() && layer_clips_.back() == clips_.size();
  const bool within = !lowest && scrolls_.back();
  clips_.push_back(area.within(lowest ? screen() : clips_.back()));
  constexpr float far = 1e7F;
  if (scrolls) {
    frames_.push_back(all.empty() ? Area{-far, -far, far, far} : all);
  } else {
    frames_.push_back(within ? area.within(frames_.back()) : clips_.back());
  }
  scrolls_.push_back(scrolls || within);
  list_->PushClipRect(clips_.back().min(), clips_.back().max(), false);
  keep(ClipBegin{units(clips_.back())});
}

void Ui::pop_clip() {
  clips_.pop_back();
  scrolls_.pop_back();
  frames_.pop_back();
  list_->PopClipRect();
  keep(ClipEnd{});
}

void Ui::begin_layer() {
  ++layer_;
  layer_clips_.push_back(clips_.size());
}
void Ui::end_layer() {
  --layer_;
  layer_clips_.pop_back();
}

void Ui::begin_note() {
  begin_layer();
  on_note_ = true;
}
void Ui::end_note() {
  on_note_ = false;
  end_layer();
}

Box Ui::units(const Area& area) const {
  return {units(area.left), units(area.top), units(area.width()), units(area.height())};
}

void Ui::keep(DrawnItem item) {
  if (state_.shapes_placed) place_shape(item);
  if (drawing_ != nullptr && layer_ == 0) drawing_->items.push_back(std::move(item));
}

void Ui::note(Placed::Kind kind, std::string_view name, const Area& area) {
  const bool in_reach = reachable_by_mouse() && area.overlaps(clip());
  placed_.push_back(
      {kind, std::string(name), area, clip(), layer_, scrolls_.back(), frames_.back(), in_reach});
}

void Ui::tell(std::string_view words, const Area& area) {
  if (is_heard() && !words.empty() && area.overlaps(clip()))
    told_->texts.push_back({std::string(words), area, layer_});
}

void Ui::tell_item(std::string_view name, std::string_view state) {
  if (!is_heard() || told_->items.empty()) return;
  if (!name.empty()) told_->items.back().name = name;
  if (!state.empty()) told_->items.back().state = state;
}

void Ui::tell(ToldNumber number) {
  if (!is_heard() || number.number.empty() || !number.area.overlaps(clip())) return;
  number.layer = layer_;
  number.texts_before = told_->texts.size();
  told_->numbers.push_back(std::move(number));
}

void Ui::tell(ToldMap map) {
  map.layer = layer_;
  if (is_heard()) told_->maps.push_back(std::move(map));
}

void Ui::tell(ToldChart chart) {
  chart.layer = layer_;
  if (is_heard()) told_->charts.push_back(std::move(chart));
}

// The words of the glossary in what a frame shows.

namespace {

// A single letter is a symbol where it is set as one; elsewhere it may be a word of a sentence.
bool is_meant(std::string_view word, Type type) { return word.size() > 1 || type.face == Face::italic; }

}  // namespace

void Ui::term(std::string_view word, const Area& area) {
  if (word.size() < 2 || exporting() || !hovered(area)) return;
  if (const Term* found = shipped_glossary().find(word)) term_ = found;
}

void Ui::look_for_terms(const Area& area, Type type, std::string_view text) {
  if (exporting() || !hovered(area)) return;
  for (const TermPlace& place : shipped_glossary().places_in(text)) {
    const float left = area.left + width(type, text.substr(0, place.begin));
    const std::string_view word = text.substr(place.begin, place.end - place.begin);
    if (!is_meant(word, type) || !hovered({left, area.top, left + width(type, word), area.bottom})) continue;
    term_ = place.term;
  }
}

float motion(Ui& ui, double start, float ms) {
  const double share = (ui.time() - start) * 1000 / ms;
  if (ui.state().still || start < 0 || share >= 1) return 1;
  ui.state().again = true;
  // Fast, then slower.
  const double left = 1 - std::max(share, 0.0);
  return static_cast<float>(1 - left * left * left);
}

}  // namespace headlight
