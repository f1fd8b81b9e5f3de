// Over the flow, the way that the cause takes: each row as wide as its measured effect, and where a head
// brings it from.
#include <algorithm>
#include <cmath>
#include <map>

#include "app/panels/common/attention.h"
#include "app/panels/common/cause_ribbons.h"
#include "app/panels/common/step_names.h"
#include "app/panels/flow/flow.h"
#include "core/figure/numbers.h"
#include "core/models/read_trace.h"

namespace headlight {
namespace {

using Kind = FlowColumn::Kind;

struct CausePiece {
  ImVec2 from = {}, to = {};
  double first = 0, last = 0;  // effects at its ends
  std::string says;
};

class FlowCauses {
 public:
  FlowCauses(const FlowFrame& frame, const CauseWays& ways)
      : frame_(frame), ways_(ways), trace_(*frame.context.pictures.trace(frame.side)) {
    for (const CauseWays::Row& row : ways.rows) effects_[row.path][row.row] = row.effect;
  }

  void draw() {
    for (const FlowColumn& column : frame_.layout.columns) add(column);
    Ui& ui = frame_.context.ui;
    for (const CausePiece& piece : pieces_) {
      const double effect = std::fabs(piece.first) >= std::fabs(piece.last) ? piece.first : piece.last;
      ui.ribbon(piece.from, piece.to, cause_thickness(ui, piece.first), cause_thickness(ui, piece.last),
                cause_colour(ui, effect), cause_alpha);
    }
    explain();
  }

 private:
  bool is_drawn(double effect) const { return std::fabs(effect) >= CauseWays::least; }

  double effect(const std::string& path, int row) const {
    const auto rows = effects_.find(path);
    if (rows == effects_.end()) return 0;
    const auto found = rows->second.find(row);
    return found == rows->second.end() ? 0 : found->second;
  }

  // Where the vectors of a node begin and end; a row for each word of its stream.
  bool has_station(const std::string& path, float& left, float& right) const {
    const auto strip = std::find_if(
        frame_.layout.strips.begin(), frame_.layout.strips.end(),
        [&](const FlowStrip& each) { return each.kind == FlowStrip::Kind::stream && each.path == path; });
    if (strip == frame_.layout.strips.end()) return false;
    left = strip->area.left;
    right = strip->area.right;
    return true;
  }

  float row_y(bool target, int row) const {
    const int place = frame_.layout.place_of(target, row);
    const std::vector<float>& y = target ? frame_.layout.target_y : frame_.layout.source_y;
    return place < 0 || place >= static_cast<int>(y.size()) ? -1 : y[static_cast<std::size_t>(place)];
  }

  void add_piece(ImVec2 from, ImVec2 to, double first, double last, std::string says) {
    if ((is_drawn(first) || is_drawn(last)) && from.y >= 0 && to.y >= 0)
      pieces_.push_back({from, to, first, last, std::move(says)});
  }

  std::string word(bool target, int row) const {
    const std::vector<std::string>& words = words_of_stream(trace_, target);
    return row < static_cast<int>(words.size()) ? "“" + words[static_cast<std::size_t>(row)] + "”"
                                                : std::to_string(row);
  }

  std::string row_says(const std::string& path, bool target, int row) const {
    const Site* const site = site_of(path);
    return word(target, row) + (site == nullptr ? "" : ", " + std::string(site->noun)) + " (" + path +
           "): effect " + fixed_text(static_cast<float>(effect(path, row)), 2);
  }

  // The stream goes on level from where it was left off to `x`.
  void level(float x) {
    if (path_.empty() || x <= x_) return;
    const auto rows = effects_.find(path_);
    if (rows == effects_.end()) return;
    for (const auto& [row, value] : rows->second) {
      const float y = row_y(target_, row);
      add_piece({x_, y}, {x, y}, value, value, row_says(path_, target_, row));
    }
  }

  void add(const FlowColumn& column) {
    if (column.kind == Kind::words || column.kind == Kind::other || column.stack == nullptr) return;
    if (column.kind == Kind::answer) return add_answer(column);
    const std::string path = column.kind == Kind::input
                                 ? input_of(trace_, *column.stack)
                                 : end_of_layer(trace_, *column.stack, column.last_layer);
    float left = 0, right = 0;
    if (!has_station(path, left, right)) return;
    if (column.kind != Kind::input) {
      level(column.area.left);
      if (target_ == column.target) add_stream(column.area.left, left, path);
      if (column.kind != Kind::group) add_links(column, left);
    }
    path_ = path;
    target_ = column.target;
    x_ = right;
  }

  // Through a layer each row from the effect before it to the one behind it.
  void add_stream(float from, float to, const std::string& path) {
    std::map<int, double> both;
    for (const std::string& of : {path_, path}) {
      const auto rows = effects_.find(of);
      if (rows != effects_.end()) both.insert(rows->second.begin(), rows->second.end());
    }
    for (const auto& [row, value] : both) {
      const float y = row_y(target_, row);
      add_piece({from, y}, {to, y}, effect(path_, row), effect(path, row),
                row_says(path_, target_, row) + " before the layer, " +
                    fixed_text(static_cast<float>(effect(path, row)), 2) + " behind it");
    }
  }

  void add_links(const FlowColumn& column, float to) {
    for (const CauseWays::Link& link : ways_.links) {
      if (link.head.stack != column.stack->name || link.head.layer != column.layer) continue;
      const AttentionInfo& about = info(attention_of(link.head.stack, link.head.attention));
      const bool asks = about.asks == Stream::target, asked = about.asked == Stream::target;
      // The row of the word itself is the stream's.
      if (asks == asked && link.query == link.key) continue;
      add_piece({column.area.left, row_y(asked, link.key)}, {to, row_y(asks, link.query)}, link.effect,
                link.effect,
                head_title(about.id, link.head.layer, link.head.head) + ": " + word(asks, link.query) +
                    " has it from " + word(asked, link.key) + ": effect " +
                    fixed_text(static_cast<float>(link.effect), 2));
    }
  }

  void add_answer(const FlowColumn& column) { level(column.area.left); }

  void explain() const {
    Ui& ui = frame_.context.ui;
    if (!ui.hovered(ui.clip())) return;
    const ImVec2 mouse = ui.mouse();
    for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
      if (mouse.x < piece->from.x || mouse.x > piece->to.x) continue;
      const float t = (mouse.x - piece->from.x) / std::max(piece->to.x - piece->from.x, 1.0F);
      const float y = piece->from.y + (piece->to.y - piece->from.y) * t * t * (3 - 2 * t);
      const float thick =
          std::max(cause_thickness(ui, piece->first), cause_thickness(ui, piece->last)) / 2 + ui.px(1);
      if (std::fabs(mouse.y - y) > thick) continue;
      ui.tooltip(piece->says);
      return;
    }
  }

  const FlowFrame& frame_;
  const CauseWays& ways_;
  const Trace& trace_;
  std::map<std::string, std::map<int, double>> effects_;
  std::vector<CausePiece> pieces_;
  std::string path_;  // of the station that was left last
  bool target_ = false;
  float x_ = 0;
};

}  // namespace

void draw_flow_causes(const FlowFrame& frame) {
  if (const CauseWays* ways = shown_cause_ways(frame.context)) FlowCauses(frame, *ways).draw();
}

}  // namespace headlight
