// The block that is open: its titles, the lines to its weights, the residual path and the feed-forward.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/common/panels.h"
#include "app/panels/flow/flow.h"
#include "app/widgets/arcs.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

// The weights of the open head between its queries and its keys, the row in focus lit; a click opens a cell.

class OpenWeights : PanelPart {
 public:
  OpenWeights(const FlowFrame& frame, HeatmapPtr map)
      : PanelPart(frame.context),
        frame_(frame),
        open_(frame.layout.open),
        map_(std::move(map)),
        asks_target_(info(frame.context.session.attention).asks == Stream::target),
        asked_target_(info(frame.context.session.attention).asked == Stream::target),
        wide_(open_.map.width() / static_cast<float>(map_->columns)),
        tall_(open_.map.height() / static_cast<float>(map_->rows)) {}

  void draw() {
    draw_cells();
    const Touch touch = ui_.item("flow/weights", open_.map, false);
    const std::vector<CellName>& trail = context_.session.trail;
    const int row = trail.empty() ? -1 : frame_.layout.place_of(asks_target_, trail.back().row);
    const int column = trail.empty() ? -1 : frame_.layout.place_of(asked_target_, trail.back().col);
    if (row >= 0 && column >= 0 && trail.back().path == open_.weights)
      ui_.outline(cell(row, column).outset(ui_.px(2)), ui_.theme() == Theme::dark ? c_.focus : c_.ink,
                  ui_.px(2.5F), ui_.px(2));
    if (touch.hovered) follow_mouse(touch.clicked);
  }

 private:
  Area cell(int row, int column) const {
    return Area::at(open_.map.left + wide_ * static_cast<float>(column),
                    open_.map.top + tall_ * static_cast<float>(row), wide_, tall_);
  }

  void draw_cells() {
    CellPaint paint{.map = map_,
                    .rows = map_->rows,
                    .columns = map_->columns,
                    .area = open_.map,
                    .gap = cell_gap(ui_, std::min(wide_, tall_)),
                    .paper = c_.panel,
                    .unit = ui_.scale()};
    if (frame_.off) {
      paint.fade = off_fade;
      ui_.fill(open_.map, c_.panel);
      ui_.cells(paint);
      return off_mark(ui_, open_.map);
    }
    const int token = frame_.now.token < map_->rows ? frame_.now.token : -1;
    const float quiet = 0.35F;
    paint.fade =
        quiet * ((token >= 0 ? frame_.focused : 0) + (frame_.before.token >= 0 ? 1 - frame_.focused : 0));
    ui_.fill(open_.map, c_.panel);
    ui_.cells(paint);
    if (token < 0) return;
    const Area row{open_.map.left, open_.map.top + tall_ * static_cast<float>(token), open_.map.right,
                   open_.map.top + tall_ * static_cast<float>(token + 1)};
    paint.row = token;
    paint.rows = 1;
    paint.area = row;
    paint.fade = 0;
    ui_.cells(paint);
    ui_.outline(row.outset(ui_.px(2)), c_.ink, ui_.px(1.5F), ui_.px(2));
  }

  void follow_mouse(bool clicked) {
    const int row = std::clamp(static_cast<int>((ui_.mouse().y - open_.map.top) / tall_), 0, map_->rows - 1);
    const int column =
        std::clamp(static_cast<int>((ui_.mouse().x - open_.map.left) / wide_), 0, map_->columns - 1);
    const int query = frame_.layout.shown(asks_target_)[row];
    const int key = frame_.layout.shown(asked_target_)[column];
    ui_.state<Hover>().token = query;
    ui_.hand();
    ui_.outline(cell(row, column).outset(ui_.px(1)), c_.text_3, ui_.px(1.5F), ui_.px(2));
    if (map_->state(row, column) == CellState::masked) {
      ui_.tooltip(cell_tooltip(*map_, {row, column}));
    } else {
      ui_.tooltip(RichText(std::vector<TextRun>{
          {map_->row_label(row), Role::ink, true},
          {" takes ", Role::text_2},
          {number_alone(map_->value(row, column), NumberFormat::weight), Role::weights, true},
          {" from ", Role::text_2},
          {map_->column_label(column), Role::ink, true}}));
    }
    if (clicked) ui_.emit(SelectCell{{open_.weights, query, key}});
  }

  const FlowFrame& frame_;
  const FlowOpen& open_;
  const HeatmapPtr map_;  // of the words shown
  const bool asks_target_, asked_target_;
  const float wide_, tall_;  // of a cell
};

}  // namespace

void draw_flow_weights(const FlowFrame& frame) {
  const AttentionInfo& about = info(frame.context.session.attention);
  const HeatmapPtr map = frame.context.pictures.between(frame.side, frame.layout.open.weights,
                                                        frame.layout.shown(about.asks == Stream::target),
                                                        frame.layout.shown(about.asked == Stream::target));
  if (map == nullptr || frame.layout.open.map.empty()) return;
  OpenWeights(frame, map).draw();
}

namespace {

class Open : PanelPart {
 public:
  explicit Open(const FlowFrame& frame) : PanelPart(frame.context), frame_(frame), open_(frame.layout.open) {}

  void draw() {
    if (frame_.opened < 0.5F) return;
    draw_titles();
    draw_residual();
    draw_links();
    draw_flow_weights(frame_);
    draw_forward();
    draw_own_numbers();
    draw_pills();
    if (!open_.other.empty()) draw_other();
  }

 private:
  bool target_asks() const { return info(context_.session.attention).asks == Stream::target; }
  const std::vector<float>& rows() const {
    return target_asks() ? frame_.layout.target_y : frame_.layout.source_y;
  }

  void draw_titles() {
    const float x = open_.strips_x;
    ui_.text(x, open_.query_title_y, type::small_section, c_.query, "Query");
    ui_.text(x, open_.key_title_y, type::small_section, c_.key, "Key");
    ui_.text(x, open_.value_title_y, type::small_section, c_.value, "Value");
    const float y = open_.frame.top + ui_.px(36);
    const float y_2 = open_.frame.top + ui_.px(54);
    const float map_room = open_.mixed_x - open_.map.left - ui_.px(8);
    const float title = ui_.width(type::small_section, "Weights");
    ui_.text(std::min(open_.map.left, open_.mixed_x - ui_.px(8) - title), y, type::small_section, c_.weights,
             "Weights");
    const std::string formula = "softmax(Q Kᵀ / √" + std::to_string(head_size()) + ")";
    if (ui_.width(type::caption, formula) <= map_room)
      ui_.text(open_.map.left, y_2, type::caption, c_.text_3, formula);
    ui_.text(open_.mixed_x, y, type::small_section, c_.ink, "Mixed");
    // A narrow vector has no room for it before the residual path comes down.
    if (open_.mixed_x + ui_.width(type::caption, "all heads") <= open_.sum_x - ui_.px(3))
      ui_.text(open_.mixed_x, y_2, type::caption, c_.text_3, "all heads");
    // Beside the residual path's end, in one line or two.
    const float left = open_.sum_x + ui_.px(9);
    const float room = open_.frame.right - ui_.px(3) - left;
    const bool narrow = ui_.width(type::small_section, "forward") > room;
    const Type face = narrow ? type::caption_hot : type::small_section;
    if (ui_.width(face, "Feed-forward") <= room) {
      ui_.text(left, y, face, c_.ink, "Feed-forward");
    } else if (ui_.width(face, "forward") <= room) {
      ui_.text(left, y, face, c_.ink, "Feed-");
      ui_.text(left, y_2, face, c_.ink, "forward");
    }
    if (open_.so_far_right >= 0) {
      const float wide = ui_.width(type::caption, "written so far");
      ui_.text(open_.so_far_right - wide, y_2, type::caption, c_.text_3, "written so far");
    }
  }

  int head_size() const {
    const Trace& trace = *context_.pictures.trace(frame_.side);
    const int node = trace.find(selected_head_path(context_.session, "key"));
    return node < 0 ? 0 : trace.tape().node(node).shape.cols;
  }

  // How many times as many numbers the feed-forward has inside.
  float widening() const {
    const Session& session = context_.session;
    const Trace& trace = *context_.pictures.trace(frame_.side);
    const int all = stream_size(trace);
    const std::string layer =
        std::string(info(session.attention).stack) + "." + std::to_string(session.layer);
    return static_cast<float>(columns_of(trace, layer + ".feed_forward.hidden", all)) /
           static_cast<float>(all);
  }

  // What went in goes past everything to where it is added. Only the first row's circle is pointed at.
  void draw_residual() {
    if (rows().empty()) return;
    const float top = open_.frame.top + ui_.px(14);
    const float y = rows().front() - ui_.px(8);
    const float left = open_.residual_x;
    const std::string name = "residual";
    const float wide = ui_.width(type::caption, name) + ui_.px(16);
    const float middle = std::round((left + open_.sum_x) / 2 - wide / 2);
    const float thick = ui_.px(1.5F);
    ui_.line(left, y - ui_.px(2), left, top, c_.plain_ribbon, thick);
    ui_.line(left, top, middle, top, c_.plain_ribbon, thick);
    ui_.text(middle + ui_.px(8), top, type::caption, c_.text_3, name);
    ui_.line(middle + wide, top, open_.sum_x, top, c_.plain_ribbon, thick);
    ui_.line(open_.sum_x, top, open_.sum_x, y - ui_.px(3), c_.plain_ribbon, thick);
    ui_.polygon(std::array<ImVec2, 3>{{{open_.sum_x - ui_.px(4), y - ui_.px(6)},
                                       {open_.sum_x + ui_.px(4), y - ui_.px(6)},
                                       {open_.sum_x, y}}},
                c_.plain_ribbon);
  }

  // From each query to its row, from each key to its column; from the row in focus to its mix.
  void draw_links() {
    const auto columns = static_cast<float>(std::max<Eigen::Index>(open_.values.cols(), 1));
    const float cell = open_.map.width() / columns;
    for (const FlowStrip& strip : frame_.layout.strips) {
      const float y = std::round(strip.area.middle_y());
      const bool lit = frame_.now.token >= 0 && is_lit(frame_.layout, frame_.now, strip);
      if (strip.kind == FlowStrip::Kind::query) {
        ui_.line(strip.area.right + ui_.px(2), y, open_.map.left - ui_.px(2), y, c_.query,
                 lit ? ui_.px(2.5F) : ui_.px(1), frame_.share(strip, 0.35F, 0.9F, 0.24F));
      } else if (strip.kind == FlowStrip::Kind::key) {
        const float x = open_.map.left + cell * (static_cast<float>(strip.place) + 0.5F);
        ui_.curve({{strip.area.right + ui_.px(2), y}, {x, y}, {x, y}, {x, open_.map.bottom + ui_.px(3)}},
                  c_.key, lit ? ui_.px(2.5F) : ui_.px(1), frame_.share(strip, 0.35F, 0.9F, 0.24F));
      }
    }
    const int token = frame_.now.token;
    if (token < 0 || token >= open_.values.rows() || token >= static_cast<int>(rows().size())) return;
    const float tall = open_.map.height() / static_cast<float>(open_.values.rows());
    const float from_y = open_.map.top + tall * (static_cast<float>(token) + 0.5F);
    dotted({open_.map.right + ui_.px(4), from_y}, {open_.mixed_x - ui_.px(3), rows()[token]});
  }

  void dotted(ImVec2 from, ImVec2 to) {
    const float length = std::hypot(to.x - from.x, to.y - from.y) * 1.15F;
    const int dots = std::max(2, static_cast<int>(length / ui_.px(6)));
    for (int i = 0; i <= dots; ++i) {
      const float t = static_cast<float>(i) / static_cast<float>(dots);
      ui_.disc({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t * t * (3 - 2 * t)}, ui_.px(1.2F),
               frame_.off ? c_.strong_line : c_.weights);
    }
  }

  // Which of the mixed numbers come from the open head.
  void draw_own_numbers() {
    const FlowStrip* first = nullptr;
    for (const FlowStrip& strip : frame_.layout.strips) {
      if (strip.kind == FlowStrip::Kind::stream && strip.area.left == open_.mixed_x && first == nullptr)
        first = &strip;
    }
    const int size = head_size();
    const int begin = context_.session.head * size;
    if (first == nullptr || begin + size > first->numbers) return;
    const float each = first->area.width() / static_cast<float>(first->numbers);
    const Area own = Area::at(first->area.left + each * static_cast<float>(begin),
                              first->area.top - ui_.px(5), each * static_cast<float>(size), ui_.px(2));
    ui_.fill(own, frame_.off ? c_.strong_line : c_.value);
  }

  // The numbers of the widest ribbons of the word in focus; the heaviest first, none over another.
  void draw_pills() {
    if (frame_.now.token < 0 || frame_.opened < 1) return;
    std::vector<WeightPill> pills;
    for (const FlowRibbon& ribbon : frame_.layout.ribbons) {
      if (ribbon.kind != FlowRibbon::Kind::mixed || ribbon.to_token != frame_.now.token ||
          ribbon.weight < lit_weight)
        continue;
      const std::string number = frame_.off ? "off" : number_alone(ribbon.weight, NumberFormat::weight);
      // Beside the vector where there is no room on the level part.
      const float half = weight_pill_area(ui_, {}, number).width() / 2;
      const float x = std::max((ribbon.from.x + ribbon.bend) / 2, ribbon.from.x + half + ui_.px(4));
      pills.push_back({ribbon.weight, number, frame_.off ? c_.text_2 : c_.value, {{x, ribbon.from.y}}});
    }
    draw_weight_pills(ui_, std::move(pills));
  }

  // Each word alone: added, widened and narrowed, added again.
  void draw_forward() {
    const float ratio = std::min(3.0F, widening());
    const float wide = frame_.layout.per_weight;
    const float pitch = rows().size() > 1 ? rows()[1] - rows()[0] : ui_.px(40);
    const float most = std::min(wide * ratio, pitch * 0.94F);
    const float middle = (open_.forward_x + open_.forward_right) / 2;
    for (int i = 0; i < static_cast<int>(rows().size()); ++i) {
      const float y = rows()[i];
      FlowRibbon ribbon;
      ribbon.from_token = ribbon.to_token = i;
      ribbon.from_target = ribbon.to_target = target_asks();
      const float alpha = frame_.share(ribbon, 0.30F, 0.60F, 0.16F);
      ui_.ribbon({open_.forward_x, y}, {middle, y}, wide, most, c_.plain_ribbon, alpha);
      ui_.ribbon({middle, y}, {open_.forward_right, y}, most, wide, c_.plain_ribbon, alpha);
      if (pitch < ui_.px(15)) continue;
      const bool lit = frame_.now.token == i;
      sum({open_.sum_x, y}, lit);
      sum({open_.last_sum_x, y}, lit);
    }
  }

  // Between a decoder's two additions its other attention, folded.
  void draw_other() {
    const Touch touch = ui_.item("flow/cross", open_.other);
    ui_.fill(open_.other, touch.hovered ? c_.rail : c_.folded, ui_.px(8));
    ui_.outline(open_.other, touch.hovered ? c_.strong_line : c_.hairline, ui_.hairline(), ui_.px(8));
    const std::string title = "Cross-attention, folded";
    ui_.turned(open_.other.middle_x(), open_.other.middle_y() + ui_.width(type::caption, title) / 2, 90,
               type::caption, c_.text_2, title);
    if (touch.focused) ui_.focus_ring(open_.other, ui_.px(8));
    if (touch.hovered) {
      ui_.hand();
      ui_.tooltip("Open cross-attention");
    }
    if (touch.clicked) ui_.emit(SelectAttention{Attention::cross});
  }

  void sum(ImVec2 centre, bool lit) {
    const float r = ui_.px(5);
    const Rgb line = lit ? c_.ink : c_.plain_ribbon;
    ui_.disc(centre, r, c_.panel);
    ui_.circle(centre, r, line, ui_.px(1));
    ui_.line(centre.x - ui_.px(3), centre.y, centre.x + ui_.px(3), centre.y, line, ui_.px(1));
    ui_.line(centre.x, centre.y - ui_.px(3), centre.x, centre.y + ui_.px(3), line, ui_.px(1));
  }

  const FlowFrame& frame_;
  const FlowOpen& open_;
};

}  // namespace

void draw_flow_open(const FlowFrame& frame) { Open(frame).draw(); }

}  // namespace headlight
