// Ribbons and strips of the flow.
#include <algorithm>
#include <cmath>
#include <map>

#include "app/panels/common/cause_ribbons.h"
#include "app/panels/common/stage.h"
#include "app/panels/flow/flow.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

using RibbonKind = FlowRibbon::Kind;

struct Shares {
  float plain, lit, quiet;
};

Shares shares_of(RibbonKind kind) {
  switch (kind) {
    case RibbonKind::vector:
      return {0.30F, 0.60F, 0.16F};
    case RibbonKind::query:
    case RibbonKind::key:
    case RibbonKind::value:
      return {0.22F, 0.62F, 0.14F};
    case RibbonKind::mean:
      return {0.34F, 0.72F, 0.12F};
    case RibbonKind::mixed:
      return {0.42F, 0.80F, 0.14F};
  }
  return {1, 1, 1};
}

Rgb colour_of(RibbonKind kind, const Palette& c) {
  switch (kind) {
    case RibbonKind::vector:
      return c.plain_ribbon;
    case RibbonKind::query:
      return c.query;
    case RibbonKind::key:
      return c.key;
    case RibbonKind::value:
    case RibbonKind::mixed:
      return c.value;
    case RibbonKind::mean:
      return c.weights;
  }
  return c.plain_ribbon;
}

// What is thinner than a pixel is as pale as it is thin.
void level(Ui& ui, ImVec2 from, float to_x, float width, Rgb colour, float alpha) {
  const float wide = std::max(width, 1.0F);
  ui.fill({from.x, from.y - wide / 2, to_x, from.y + wide / 2}, colour, 0, alpha * std::min(width, 1.0F));
}

void draw(const FlowFrame& frame, const FlowRibbon& ribbon) {
  Ui& ui = frame.context.ui;
  if (ribbon.to.x < ui.clip().left || ribbon.from.x > ui.clip().right) return;
  const Shares shares = shares_of(ribbon.kind);
  // Weights step back behind what was measured.
  const float loud = shows_cause_ribbons(frame.context.session) ? 0.4F : 1;
  const float alpha = loud * frame.share(ribbon, shares.plain, shares.lit, shares.quiet);
  // Nothing of a head that takes no part goes on.
  const bool off = frame.off && ribbon.kind == RibbonKind::mixed;
  const Rgb colour = off ? ui.colours().strong_line : colour_of(ribbon.kind, ui.colours());
  ImVec2 from = ribbon.from;
  if (ribbon.bend > from.x) {
    level(ui, from, ribbon.bend, ribbon.width, colour, alpha);
    from.x = ribbon.bend;
  }
  if (from.y == ribbon.to.y) {
    level(ui, from, ribbon.to.x, ribbon.width, colour, alpha);
  } else {
    ui.ribbon(from, ribbon.to, ribbon.width, ribbon.width, colour, alpha);
  }
}

// How far a point is from the middle of a ribbon; far away outside its ends.
float distance(const FlowRibbon& ribbon, ImVec2 at) {
  if (at.x < ribbon.from.x || at.x > ribbon.to.x) return 1e6F;
  const float bend = std::max(ribbon.bend, ribbon.from.x);
  const float t = std::max(0.0F, (at.x - bend) / std::max(ribbon.to.x - bend, 1.0F));
  const float y = ribbon.from.y + (ribbon.to.y - ribbon.from.y) * t * t * (3 - 2 * t);
  return std::abs(at.y - y);
}

void explain(const FlowFrame& frame, const FlowRibbon& ribbon) {
  const Trace& trace = *frame.context.pictures.trace(frame.side);
  const auto& to = words_of_stream(trace, ribbon.to_target);
  const auto& from = words_of_stream(trace, ribbon.from_target);
  const auto word = [&](const std::vector<std::string>& words, int place, bool target) {
    const int i = frame.layout.shown(target).at(place);
    return i < static_cast<int>(words.size()) ? words[i] : std::to_string(i);
  };
  const bool mixed = ribbon.kind == RibbonKind::mixed;
  const bool itself = ribbon.from_target == ribbon.to_target && ribbon.from_token == ribbon.to_token;
  std::vector<RichText> lines;
  lines.push_back(std::vector<TextRun>{
      {word(to, ribbon.to_token, ribbon.to_target), Role::ink, true},
      {" takes ", Role::text_2},
      {number_alone(ribbon.weight, NumberFormat::weight), mixed ? Role::value : Role::weights, true},
      {" from ", Role::text_2},
      {itself ? "itself" : word(from, ribbon.from_token, ribbon.from_target), Role::ink, true}});
  if (mixed && frame.off) lines.emplace_back("switched off");
  if (!mixed && ribbon.heads > 1) {
    const std::string all = ribbon.mean_of < ribbon.heads ? " that are on" : "";
    lines.push_back(
        RichText(std::vector<TextRun>{{"mean of " + counted(ribbon.mean_of, "head") + all, Role::text_3}}));
  }
  frame.context.ui.tooltip(lines);
}

}  // namespace

namespace {

// Of a long sentence what goes into one projection is drawn as one band: word by word it would be one all the
// same. The paths of the word in focus stand out from it. And of the weights the light ones are only drawn
// for the word in focus, as in Lines.
class Bands {
 public:
  explicit Bands(const FlowFrame& frame) : frame_(frame), some_(has_rows_of_some(frame)) {
    for (const FlowRibbon& ribbon : frame.layout.ribbons) {
      if (takes(ribbon)) add(ribbon);
    }
  }

  bool takes(const FlowRibbon& ribbon) const {
    return some_ && (ribbon.kind == RibbonKind::query || ribbon.kind == RibbonKind::key ||
                     ribbon.kind == RibbonKind::value);
  }

  bool leaves_out(const FlowRibbon& ribbon) const {
    return some_ && ribbon.weight >= 0 && ribbon.weight < least_weight_of_many;
  }

  void draw() const {
    Ui& ui = frame_.context.ui;
    for (const auto& [kind, band] : bands_) {
      const Shares shares = shares_of(kind);
      const float alpha = frame_.now.token >= 0 ? shares.quiet : shares.plain;
      ui.band(band.from, band.to, colour_of(kind, ui.colours()), alpha);
    }
  }

 private:
  struct Band {
    UprightEdge from, to;
  };

  void add(const FlowRibbon& ribbon) {
    const float half = ribbon.width / 2;
    const auto edge = [half](ImVec2 end) { return UprightEdge{end.x, end.y - half, end.y + half}; };
    const auto [band, first] = bands_.try_emplace(ribbon.kind, Band{edge(ribbon.from), edge(ribbon.to)});
    if (first) return;
    band->second.from = joined(band->second.from, edge(ribbon.from));
    band->second.to = joined(band->second.to, edge(ribbon.to));
  }

  static UprightEdge joined(const UprightEdge& a, const UprightEdge& b) {
    return {a.x, std::min(a.top, b.top), std::max(a.bottom, b.bottom)};
  }

  const FlowFrame& frame_;
  bool some_;
  std::map<RibbonKind, Band> bands_;
};

}  // namespace

bool has_rows_of_some(const FlowFrame& frame) {
  const Trace& trace = *frame.context.pictures.trace(frame.side);
  const auto some = [&](bool target) {
    return frame.layout.shown(target).size() < words_of_stream(trace, target).size();
  };
  return some(false) || some(true);
}

void draw_flow_ribbons(const FlowFrame& frame) {
  Ui& ui = frame.context.ui;
  const Bands bands(frame);
  bands.draw();
  const auto is_loud = [&](const FlowRibbon& ribbon) {
    return frame.now.token >= 0 && is_lit(frame.layout, frame.now, ribbon);
  };
  for (const bool loud : {false, true}) {
    for (const FlowRibbon& ribbon : frame.layout.ribbons) {
      if (is_loud(ribbon) != loud) continue;
      if (loud || !(bands.takes(ribbon) || bands.leaves_out(ribbon))) draw(frame, ribbon);
    }
  }
  if (!ui.hovered(ui.clip())) return;
  const FlowRibbon* nearest = nullptr;
  float best = ui.px(3);
  for (const FlowRibbon& ribbon : frame.layout.ribbons) {
    if (ribbon.weight < 0 ||
        (frame.now.token >= 0 ? !is_lit(frame.layout, frame.now, ribbon) : bands.leaves_out(ribbon)))
      continue;
    const float away = std::max(0.0F, distance(ribbon, ui.mouse()) - ribbon.width / 2);
    if (away > best || (away == best && nearest != nullptr && nearest->width <= ribbon.width)) continue;
    best = away;
    nearest = &ribbon;
  }
  if (nearest != nullptr) explain(frame, *nearest);
}

namespace {

struct ShownStrip {
  const FlowStrip& strip;
  HeatmapPtr map;
};

std::vector<ShownStrip> strips_in_sight(const FlowFrame& frame) {
  std::vector<ShownStrip> shown;
  HeatmapPtr map;
  const std::string* path = nullptr;
  for (const FlowStrip& strip : frame.layout.strips) {
    if (path == nullptr || *path != strip.path) {
      map = frame.context.pictures.on_scale(frame.side, strip.path, frame.most);
      path = &strip.path;
    }
    if (map != nullptr && strip.row < map->rows && strip.area.overlaps(frame.context.ui.clip()))
      shown.push_back({strip, map});
  }
  return shown;
}

}  // namespace

void draw_flow_strips(const FlowFrame& frame) {
  Ui& ui = frame.context.ui;
  const Palette& c = ui.colours();
  const std::vector<CellName>& trail = frame.context.session.trail;
  // All cells one after another: they are one command of the graphics card.
  const std::vector<ShownStrip> shown = strips_in_sight(frame);
  for (const auto& [strip, map] : shown) {
    const bool inside = frame.layout.is_open && frame.layout.open.frame.contains(strip.area.min());
    const float hidden = inside ? 1 - frame.opened : 0;
    ui.cells({.map = map,
              .row = strip.row,
              .rows = 1,
              .columns = strip.numbers,
              .area = strip.area,
              .fade = std::max(hidden, frame.share(strip, 0, 0, 0.4F)),
              .paper = inside ? c.panel : c.folded,
              .unit = ui.scale()});
  }
  for (const auto& [strip, map] : shown) {
    Rgb own = c.ink;
    if (strip.kind != FlowStrip::Kind::stream) {
      own = strip.kind == FlowStrip::Kind::query ? c.query
            : strip.kind == FlowStrip::Kind::key ? c.key
                                                 : c.value;
      ui.fill({strip.area.left - ui.px(3), strip.area.top, strip.area.left - ui.px(1), strip.area.bottom},
              own, 0, frame.share(strip, 0.8F, 1, 0.45F));
    }
    if (frame.now.token >= 0 && is_lit(frame.layout, frame.now, strip) && strip.area.height() >= ui.px(5))
      ui.outline(strip.area.outset(ui.px(1)), own, ui.px(1.5F), ui.px(2));
    const Touch touch = ui.item("flow/" + strip.path + "/" + std::to_string(strip.row), strip.area, false);
    if (touch.hovered) {
      const int number = std::clamp(static_cast<int>((ui.mouse().x - strip.area.left) / strip.area.width() *
                                                     static_cast<float>(strip.numbers)),
                                    0, strip.numbers - 1);
      ui.hand();
      ui.tooltip(std::vector<RichText>{
          RichText(std::vector<TextRun>{{map->row_label(strip.row), Role::ink, true},
                                        {"  number " + std::to_string(number) + "  ", Role::text_2},
                                        {value_text(map->value(strip.row, number)), Role::ink, true}}),
          RichText(std::vector<TextRun>{{strip.path, Role::text_3}})});
      if (touch.clicked) ui.emit(SelectCell{{strip.path, strip.row, number}});
    }
    if (!trail.empty() && trail.back().path == strip.path && trail.back().row == strip.row &&
        trail.back().col < strip.numbers) {
      const float each = strip.area.width() / static_cast<float>(strip.numbers);
      const float x = strip.area.left + each * static_cast<float>(trail.back().col);
      ui.outline(Area{x, strip.area.top, x + each, strip.area.bottom}.outset(ui.px(2)),
                 ui.theme() == Theme::dark ? c.focus : c.ink, ui.px(2), ui.px(2));
    }
  }
}

namespace {

// Over the flow, the way that the cause takes: each row as wide as its measured effect, and where a head
// brings it from.

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
    return place < 0 || place >= static_cast<int>(y.size()) ? -1 : y[place];
  }

  void add_piece(ImVec2 from, ImVec2 to, double first, double last, std::string says) {
    if ((is_drawn(first) || is_drawn(last)) && from.y >= 0 && to.y >= 0)
      pieces_.push_back({from, to, first, last, std::move(says)});
  }

  std::string word(bool target, int row) const {
    const std::vector<std::string>& words = words_of_stream(trace_, target);
    return row < static_cast<int>(words.size()) ? "“" + words[row] + "”" : std::to_string(row);
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
                    fixed_text(static_cast<float>(effect(path, row)), 2) + " after it");
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
                    " gets this from " + word(asked, link.key) + ": effect " +
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
