// Beam search as a tree: a column for each word, the best beginnings of that length on top.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/labs/decoding/decoding_panel.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"
#include "core/text/unicode.h"

namespace headlight {
namespace {

using State = BeamNode::State;

// Of each length, so many of those that did not go on.
constexpr int pruned_shown = 6;

// Where the arrows are in the tree: at a node, 0 is where it begins.
struct BeamKeys {
  int node = 0;
  void let_go() { node = 0; }
};

class BeamTreePicture : public DecodingPart {
 public:
  using DecodingPart::DecodingPart;

  void draw() {
    if (study_.ended) {
      ui_.wrapped(rest_, type::body, c_.text_2, "The text is finished. Go back a word to search on.",
                  ui_.px(19));
      return;
    }
    draw_finished();
    lay_out();
    go_by_keys();
    draw_tree();
  }

 private:
  const BeamNode& node(int at) const { return tree_.nodes[at]; }
  static std::string score(double value) { return fixed_text(static_cast<float>(value), 2); }

  // What the search found, the best first.
  void draw_finished() {
    const Area title = rest_.cut_top(ui_.px(24));
    ui_.text(title, Align::left, type::section, c_.ink, "Found");
    const float row = ui_.px(24);
    const std::size_t room = rest_.height() > ui_.px(420) ? 4 : rest_.height() > ui_.px(300) ? 2 : 1;
    const std::size_t shown = std::min(room, tree_.finished.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const int at = tree_.finished[i];
      const Area line = rest_.cut_top(row);
      const Touch touch = pressable(ui_, "decoding/found/" + std::to_string(i), line);
      if (touch.hovered) hot_ = at;
      ui_.text(line.left + ui_.px(4), line.middle_y(), type::number_hot, i == 0 ? c_.ink : c_.text_2,
               score(node(at).score));
      const Area text{line.left + ui_.px(70), line.top, line.right, line.bottom};
      const Type face = i == 0 ? type::control_hot : type::control;
      const std::string found = words_to(at).empty() ? "nothing more; it ends here" : words_to(at);
      ui_.text(text, Align::left, face, i == 0 ? c_.ink : c_.text_2,
               ui_.shortened(face, found, text.width()));
      if (touch.clicked) take(at);
    }
    rest_.cut_top(ui_.px(10));
    const std::string says = paragraph(
        {settings_.length_penalty > 0 ? say("Score: the sum of log P over length to the power of {n}.",
                                            {{"n", significant_text(settings_.length_penalty, 3)}})
                                      : say("Score: the sum of log P."),
         say("At each length the best {n} are kept; the pale ones were pruned.",
             {{"n", std::to_string(settings_.beams)}}),
         say(several(tree_.asked, "The model ran {n} time.", "The model ran {n} times."),
             {{"n", count_text(tree_.asked)}})});
    const Area line =
        rest_.cut_top(ui_.wrapped(rest_, type::caption, c_.text_2, says, ui_.px(16)) + ui_.px(8));
    if (ui_.hovered(line)) ui_.tooltip(log_probability_note);
  }

  std::string words_to(int at) const { return study_.tree_texts[at]; }

  void lay_out() {
    std::map<int, int> rows;  // by depth, how many are there already
    for (const BeamNode& node : tree_.nodes) {
      row_.push_back(rows[node.depth]++);
      deepest_ = std::max(deepest_, node.depth);
    }
    const float widest = std::max(1.0F, static_cast<float>(deepest_ + 1));
    float word = ui_.px(48);
    for (const std::string& each : study_.tree_words)
      word = std::max(word, ui_.width(type::label_hot, visible(each)));
    const float needed = std::min(word, ui_.px(110)) + ui_.width(type::path, "0.000") + ui_.px(40);
    column_ = std::max(needed, std::min(std::floor(rest_.width() / widest), ui_.px(190)));
    line_ = ui_.px(28);
    content_ = column_ * widest;
    // The wheel moves it, and dragging what lies between the words.
    if (!ui_.exporting()) {
      ground_ = ui_.item("decoding/beam", rest_);
      const float dragged = ground_.held ? ImGui::GetIO().MouseDelta.x / ui_.scale() : 0;
      move_to(scrolled() - ui_.wheel(rest_) * 60 - dragged);
    }
    offset_ = std::min(ui_.px(scrolled()), most_offset());
    rows_shown_ = std::min(static_cast<int>(std::floor((rest_.height() - ui_.px(28)) / line_)),
                           settings_.beams + pruned_shown);
  }

  float scrolled() { return ui_.state().scroll["decoding/beam"]; }
  float most_offset() const { return std::max(0.0F, content_ - rest_.width()); }
  void move_to(float units) {
    ui_.state().scroll["decoding/beam"] = std::clamp(units, 0.0F, most_offset() / ui_.scale());
  }

  // Right to the best word that follows and left to the one before, up and down among those of one length;
  // Enter goes on from there.
  void go_by_keys() {
    if (!ground_.focused) return;
    int& at = ui_.state<BeamKeys>().node;
    if (at >= static_cast<int>(tree_.nodes.size()) || !is_shown(at)) at = 0;
    if (ground_.clicked && at > 0) return take(std::exchange(at, 0));
    for (int steps = ui_.take(Key::right); steps > 0; --steps)
      go_to(at, [&](int to) { return node(to).parent == at; });
    for (int steps = ui_.take(Key::left); steps > 0 && at > 0; --steps) at = node(at).parent;
    const auto beside = [&](int rows) {
      go_to(at, [&](int to) { return node(to).depth == node(at).depth && row_[to] == row_[at] + rows; });
    };
    for (int steps = ui_.take(Key::down); steps > 0; --steps) beside(1);
    for (int steps = ui_.take(Key::up); steps > 0; --steps) beside(-1);
    if (at > 0) hot_ = at;
    const float left = static_cast<float>(node(at).depth) * column_;
    if (left < offset_) move_to(left / ui_.scale());
    if (left + column_ > offset_ + rest_.width()) move_to((left + column_ - rest_.width()) / ui_.scale());
    offset_ = std::min(ui_.px(scrolled()), most_offset());
  }
  // The first node on screen that is so, if there is one.
  void go_to(int& at, auto so) {
    for (int to = 0; to < static_cast<int>(tree_.nodes.size()); ++to) {
      if (to == at || !is_shown(to) || !so(to)) continue;
      at = to;
      return;
    }
  }

  Area place(int at) const {
    const float x = rest_.left + static_cast<float>(node(at).depth) * column_ - offset_;
    const float y = rest_.top + static_cast<float>(row_[at]) * line_;
    return Area::at(std::round(x), std::round(y), column_ - ui_.px(18), line_ - ui_.px(3));
  }
  bool is_shown(int at) const { return row_[at] < rows_shown_; }

  void draw_tree() {
    ui_.push_clip(rest_, true);
    std::vector<int> on;  // the way to what is under the mouse, or to the best
    find_hot();
    for (int at = hot_ > 0                 ? hot_
                  : tree_.finished.empty() ? -1
                                           : tree_.finished.front();
         at >= 0; at = node(at).parent)
      on.push_back(at);
    const auto is_on = [&](int at) { return std::find(on.begin(), on.end(), at) != on.end(); };
    for (int at = 1; at < static_cast<int>(tree_.nodes.size()); ++at) {
      if (!is_shown(at) || !is_shown(node(at).parent)) continue;
      const Area from = place(node(at).parent);
      const Area to = place(at);
      if (to.left > rest_.right || to.right < rest_.left - column_) continue;
      const bool pruned = node(at).state == State::pruned && !is_on(at);
      const float middle = (from.right + to.left) / 2;
      ui_.curve({{from.right, from.middle_y()},
                 {middle, from.middle_y()},
                 {middle, to.middle_y()},
                 {to.left, to.middle_y()}},
                is_on(at) ? c_.weights : c_.strong_line, is_on(at) ? ui_.px(2) : ui_.hairline(),
                pruned ? 0.6F : 1);
    }
    for (int at = 0; at < static_cast<int>(tree_.nodes.size()); ++at) {
      if (is_shown(at)) draw_node(at, is_on(at));
    }
    if (ground_.focused) ui_.focus_ring(place(ui_.state<BeamKeys>().node), ui_.px(5));
    ui_.pop_clip();
    if (content_ > rest_.width() && !ui_.exporting()) {
      int most = 1;
      for (const int row : row_) most = std::max(most, std::min(row + 1, rows_shown_));
      const float y = rest_.top + static_cast<float>(most) * line_ + ui_.px(10);
      const Area bar{rest_.left, y, rest_.right, y + ui_.px(4)};
      const float share = rest_.width() / content_;
      const float left = bar.left + offset_ / content_ * bar.width();
      ui_.fill({left, bar.top, left + share * bar.width(), bar.bottom}, c_.strong_line, ui_.px(2));
    }
  }

  void find_hot() {
    for (int at = 1; at < static_cast<int>(tree_.nodes.size()); ++at) {
      if (is_shown(at) && ui_.hovered(place(at).within(rest_))) hot_ = at;
    }
  }

  void draw_node(int at, bool on) {
    const BeamNode& each = node(at);
    const Area box = place(at);
    if (box.left > rest_.right || box.right < rest_.left) return;
    const bool pruned = each.state == State::pruned;
    const bool finished = each.state == State::ended || each.state == State::cut;
    Touch touch;
    if (at > 0) touch = ui_.item("decoding/beam/" + std::to_string(at), box.within(rest_), false);
    const Rgb ground = on ? mix(c_.stage, c_.weights, 0.22F) : c_.panel;
    if (!pruned) ui_.fill(box, ground, ui_.px(5));
    if (finished) ui_.outline(box, c_.ink, ui_.px(1.5F), ui_.px(5));
    const Rgb ink = pruned ? c_.text_3 : c_.ink;
    const Type face = on ? type::label_hot : type::label;
    if (at == 0) {
      const std::string last = study_.written.empty() ? "start" : study_.written.back().word;
      ui_.text(box, Align::centre, face, ink, ui_.shortened(face, visible(last), box.width() - ui_.px(8)));
      return;
    }
    const std::string number = probability_text(static_cast<float>(each.probability));
    const float wide = ui_.width(type::path, number);
    const Area inner = box.inset(ui_.px(6), 0);
    const float room = inner.width() - wide - ui_.px(6);
    ui_.text({inner.left, box.top, inner.left + room, box.bottom}, Align::left, face, ink,
             ui_.shortened(face, visible(study_.tree_words[at]), room));
    ui_.text(inner, Align::right, type::path, pruned ? c_.text_3 : c_.text_2, number);
    if (touch.hovered) tell(at);
    if (touch.clicked) take(at);
  }

  void tell(int at) {
    const BeamNode& each = node(at);
    ui_.hand();
    std::vector<RichText> lines{
        RichText(words_to(at)),
        RichText(say("probability  {p}", {{"p", significant_text(static_cast<float>(each.probability))}})),
        RichText(say("log P of all  {sum}   score  {score}",
                     {{"sum", score(each.log_probability)}, {"score", score(each.score)}}))};
    if (each.state == State::ended)
      lines.emplace_back(say("ended: {token} is the model’s end token", {{"token", study_.end}}));
    if (each.state == State::cut) lines.emplace_back("the search stops here");
    if (each.beaten_by >= 0) {
      const BeamNode& better = node(each.beaten_by);
      lines.emplace_back(say("pruned; “{words}”, the worst one kept, has {score}",
                             {{"words", words_to(each.beaten_by)}, {"score", score(better.score)}}));
    }
    lines.emplace_back("click to continue from here");
    ui_.tooltip(lines);
  }

  void take(int at) {
    std::vector<std::string> words;
    for (; at > 0; at = node(at).parent) words.push_back(study_.tree_words[at]);
    std::reverse(words.begin(), words.end());
    write_words(context_, study_, words);
  }

  const BeamTree& tree_ = study_.tree;
  Touch ground_;          // what lies between the nodes: the tree as one stop of Tab
  std::vector<int> row_;  // of each node in its column
  int deepest_ = 0;
  int rows_shown_ = 0;
  int hot_ = -1;
  float column_ = 0, line_ = 0, content_ = 0, offset_ = 0;
};

}  // namespace

void draw_beam(const PanelContext& context, Area area) { BeamTreePicture(context, area).draw(); }

}  // namespace headlight
