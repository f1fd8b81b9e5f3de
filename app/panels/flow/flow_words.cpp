// The words at both ends of the flow, the heading above it and the legend below.
#include <algorithm>
#include <array>

#include "app/panels/common/cause_ribbons.h"
#include "app/panels/common/panels.h"
#include "app/panels/common/stage.h"
#include "app/panels/flow/flow.h"
#include "app/panels/words/answer_marks.h"
#include "app/widgets/controls.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/models/trace.h"

namespace headlight {
namespace {

using Kind = FlowColumn::Kind;

struct WordLook {
  Type plain, hot;
  float tall;
};

WordLook look_for(const FlowFrame& frame, float pitch) {
  const Ui& ui = frame.context.ui;
  if (frame.large && pitch >= ui.px(34)) return {type::written, type::written_hot, ui.px(34)};
  if (pitch >= ui.px(26)) return {type::lesson, type::small_section, ui.px(26)};
  if (pitch >= ui.px(18)) return {type::body, type::label_hot, ui.px(18)};
  return {type::caption, type::caption_hot, pitch};
}

float pitch_of(const std::vector<float>& y, float otherwise) {
  return y.size() > 1 ? y[1] - y[0] : otherwise;
}

// A word of a stream at the left of its vector; of a long sentence with its number.
void draw_word(const FlowFrame& frame, const std::string& name, float left, float right, float y, float pitch,
               int place, bool target, bool asks) {
  Ui& ui = frame.context.ui;
  const Palette& c = ui.colours();
  const std::vector<std::string>& words = words_of_stream(*frame.context.pictures.trace(frame.side), target);
  const WordLook look = look_for(frame, pitch);
  const Area area{left, std::round(y - look.tall / 2), right, std::round(y + look.tall / 2)};
  const int token = frame.layout.shown(target)[place];
  const Touch touch = ui.target(name + std::to_string(token), area, asks);
  const bool focus = asks && frame.now.token == place;
  const std::vector<bool>& lit = target ? frame.now.target_lit : frame.now.source_lit;
  const bool is_lit = place < static_cast<int>(lit.size()) && lit[place];
  const bool some = frame.layout.shown(target).size() < words.size();
  const std::string number = some ? std::to_string(token) + "  " : "";
  const std::string word = ui.shortened(look.plain, number + words[token], right - left - ui.px(8));
  const float wide = ui.width(focus ? look.hot : look.plain, word) + ui.px(16);
  const Area ground{std::max(left, right - wide), area.top, right, area.bottom};
  if (focus) {
    ui.fill(ground, c.focus, ui.px(5));
  } else if (frame.layout.is_open && frame.layout.open.frame.contains(ground.min())) {
    ui.fill(ground, c.panel, ui.px(5), 0.8F);  // ribbons pass below it
  }
  const Rgb ink = focus ? palette(Theme::light).ink : frame.now.token < 0 || is_lit ? c.ink : c.text_3;
  ui.text({left, area.top, right - ui.px(8), area.bottom}, Align::right, focus ? look.hot : look.plain, ink,
          word);
  if (touch.focused) ui.focus_ring(area, ui.px(5));
  if (!asks) return;
  if (touch.hovered) {
    ui.hand();
    ui.state<Hover>().token = token;
  }
  if (touch.clicked) ui.emit(SelectToken{frame.context.session.token == token ? -1 : token});
}

const std::vector<float>& rows_of(const FlowFrame& frame, const FlowColumn& column) {
  return column.target ? frame.layout.target_y : frame.layout.source_y;
}

void draw_answer_word(const FlowFrame& frame, const FlowColumn& column, int place, float pitch) {
  const PanelContext& context = frame.context;
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Trace& trace = *context.pictures.trace(frame.side);
  const float y = rows_of(frame, column)[place];
  const WordLook look = look_for(frame, pitch);
  const Area area{column.area.left, std::round(y - look.tall / 2), column.area.right,
                  std::round(y + look.tall / 2)};
  const int token = frame.layout.shown(column.target)[place];
  const Touch touch = ui.target("flow/answer/" + std::to_string(token), area);
  const std::vector<bool>& lit = column.target ? frame.now.target_lit : frame.now.source_lit;
  const bool hot = place < static_cast<int>(lit.size()) && lit[place];
  if (hot) ui.fill(area, frame.side == 0 ? c.soft_first : c.soft_second, ui.px(5));
  const Rgb own = c.sentence(frame.side);
  const Rgb ink = hot ? own : frame.now.token < 0 ? c.ink : c.text_3;
  const int chances = trace.find("probabilities");
  std::string number;
  if (chances >= 0 && token < trace.tape().node(chances).shape.rows) {
    // Of many thousand words a row is long to compute.
    const auto [largest, fresh] =
        context.pictures.kept_rows(frame.side)["probabilities"].try_emplace(token, 1, 1);
    if (fresh) largest->second(0, 0) = trace.rows(chances, token, 1).view().map().maxCoeff();
    number = number_alone(largest->second(0, 0), NumberFormat::probability);
  }
  const float digits = ui.width(frame.large ? type::score : type::number, number);
  const std::string word =
      token < static_cast<int>(trace.words().next.size()) ? trace.words().next[token] : "";
  const Type face = hot ? look.hot : look.plain;
  ui.text(area.left + ui.px(8), y, face, ink, ui.shortened(face, word, area.width() - digits - ui.px(20)));
  const bool low = look.tall < ui.px(16);
  const Type numbers = low ? type::path : frame.large ? type::score : hot ? type::number_hot : type::number;
  // In the sentences' colours a number would be one below or above zero.
  ui.text(area.right - ui.px(6) - ui.width(numbers, number), y, numbers, hot ? c.ink : ink, number);
  if (touch.focused) ui.focus_ring(area, ui.px(5));
  if (touch.hovered) ui.hand();
  const bool asks = column.target == (info(context.session.attention).asks == Stream::target);
  if (touch.hovered && asks) ui.state<Hover>().token = token;
  if (touch.hovered && !asks) ui.tooltip("See which words this one was read from");
  if (!touch.clicked) return;
  if (asks) {
    ui.emit(SelectToken{context.session.token == token ? -1 : token});
  } else {
    ui.emit(SelectAttention{Attention::cross});
    ui.emit(SelectHead{0, 0});
    ui.emit(SelectToken{token});
    ui.state<FlowState>().closed = false;
  }
}

}  // namespace

void draw_flow_words(const FlowFrame& frame) {
  Ui& ui = frame.context.ui;
  const bool target_asks = info(frame.context.session.attention).asks == Stream::target;
  const FlowLayout& layout = frame.layout;
  for (const FlowColumn& column : layout.columns) {
    if (column.kind == Kind::words) {
      const std::vector<float>& y = rows_of(frame, column);
      for (int i = 0; i < static_cast<int>(y.size()); ++i) {
        draw_word(frame, "flow/word/", column.area.left, column.area.right, y[i], pitch_of(y, ui.px(40)), i,
                  column.target, column.target == target_asks);
      }
    }
    if (column.kind == Kind::answer) {
      const std::vector<float>& y = rows_of(frame, column);
      for (int i = 0; i < static_cast<int>(y.size()); ++i)
        draw_answer_word(frame, column, i, pitch_of(y, ui.px(40)));
    }
  }
  if (!layout.is_open || layout.open.so_far_x < 0) return;
  for (int i = 0; i < static_cast<int>(layout.target_y.size()); ++i) {
    draw_word(frame, "flow/so far/", layout.open.so_far_x, layout.open.so_far_right, layout.target_y[i],
              pitch_of(layout.target_y, ui.px(40)), i, true, target_asks);
  }
}

void draw_flow_heading(const PanelContext& context, const Area& area, bool closed, const std::string& some) {
  Ui& ui = context.ui;
  const Palette& c = ui.colours();
  const Session& session = context.session;
  Area row = area;
  row.cut_left(draw_side_choice(context, {row.left - ui.px(24), row.top, row.right, row.bottom}));
  const Anatomy& has = context.results.model->anatomy();
  const std::string hint = some.empty() ? "Point at a word to follow it. Click a block to open it." : some;
  const float hint_wide = ui.width(type::caption, hint);
  float x = row.left;
  if (!closed) {
    const std::string where =
        std::string(info(session.attention).title) + ", layer " + std::to_string(session.layer);
    x = ui.text(x, row.middle_y(), type::label_hot, c.ink, where) + ui.px(14);
    const int heads = has.heads(session.attention, session.layer);
    std::vector<Choice> list;
    list.reserve(heads);
    const std::set<std::string>& off = context.pictures.off(stage_side(context));
    for (int head = 0; head < heads; ++head)
      list.push_back(
          {(heads <= 4 ? "head " : "") + std::to_string(head) +
           (off.contains(info(session.attention).path(session.layer, head, "output")) ? " off" : "")});
    const float wide = choices_width(ui, list);
    if (x + wide <= row.right) {
      const int pressed =
          choices(ui, "flow/head", Area::at(x, std::round(row.middle_y() - ui.px(15)), wide, ui.px(30)), list,
                  session.head);
      if (pressed >= 0) ui.emit(SelectHead{session.layer, pressed});
      x += wide;
    }
    // The two attentions of a decoder layer stand for one another.
    if (info(session.attention).asks == Stream::target && has.find(Attention::cross) != nullptr) {
      const bool cross = info(session.attention).crosses();
      const std::string other = cross ? "Self-attention" : "Cross-attention";
      const float room = button_width(ui, other);
      x += ui.px(12);
      if (x + room <= row.right) {
        const Area place = Area::at(x, std::round(row.middle_y() - ui.px(15)), room, ui.px(30));
        if (button(ui, "flow/other", place, other, ButtonKind::plain)) {
          ui.emit(SelectAttention{cross ? Attention::decoder : Attention::cross});
        }
        x += room;
      }
    }
  }
  if (const float left = draw_cause_switch(context, x, row.right, row.middle_y()); left < row.right)
    row.right = left - ui.px(16);
  if (context.pictures.certainty(stage_side(context)).is_remarked()) {
    draw_doubt_at_end(context, stage_side(context), {x + ui.px(24), row.top, row.right, row.bottom});
  } else if (x + ui.px(24) + hint_wide <= row.right)
    ui.text(row.right - hint_wide, row.middle_y(), type::caption, c.text_3, hint);
}

void draw_flow_legend(const FlowFrame& frame, const Area& area) {
  Ui& ui = frame.context.ui;
  const Palette& c = ui.colours();
  if (shows_cause_ribbons(frame.context.session)) return draw_cause_legend(frame.context, area);
  const float y = std::round(area.middle_y());
  const float gap = ui.px(30);
  float x = area.left;
  const int all = stream_size(*frame.context.pictures.trace(frame.side));
  int shown = all;
  for (const FlowStrip& strip : frame.layout.strips) {
    if (strip.kind == FlowStrip::Kind::stream) shown = std::min(shown, strip.numbers);
  }
  std::string more = shown < all ? count_text(shown) + " of " + count_text(all) + " numbers" : "";
  if (frame.beyond) more += std::string(more.empty() ? "" : "; ") + "some are beyond the scale";
  const std::string vectors = "A strip is a vector" + (more.empty() ? ":" : " (" + more + "):");
  const Scale scale{Ramp::diverging, -frame.most, frame.most, "", {}, {}};
  level_colour_bar(ui, x, y, vectors, scale);
  x += level_colour_bar_width(ui, vectors, scale) + gap;

  const std::string ribbons = "A ribbon is as wide as its weight:";
  std::string unit = "1 = " + significant_text(frame.layout.per_weight / ui.scale(), 3) + " px";
  const std::array<float, 3> samples = {0.1F, 0.5F, 1.0F};
  const auto wide = [&](const std::string& says) {
    return ui.width(type::caption, ribbons) + ui.px(20) + 3 * ui.px(66) + ui.width(type::caption, says);
  };
  if (has_rows_of_some(frame)) {
    const std::string least = significant_text(least_weight_of_many, 2);
    const std::string whole = unit + "; below " + least + ", only for the word in focus";
    unit = x + wide(whole) <= area.right ? whole : unit + "; " + least + " or more";
  }
  if (x + wide(unit) > area.right) return;
  x = ui.text(x, y, type::caption, c.text_3, ribbons) + ui.px(12);
  for (const float weight : samples) {
    const float tall = weight * frame.layout.per_weight;
    ui.fill({x, y - tall / 2, x + ui.px(30), y + tall / 2}, c.weights, 0, 0.7F);
    x = ui.text(x + ui.px(36), y, type::path, c.text_2, significant_text(weight, 2)) + ui.px(12);
  }
  x = ui.text(x, y, type::caption, c.text_3, "(" + unit + ")") + gap;

  const Scale weights{Ramp::sequential, 0, 1, "", {}, {}};
  if (x + level_colour_bar_width(ui, "Weights:", weights) > area.right) return;
  level_colour_bar(ui, x, y, "Weights:", weights);
  x += level_colour_bar_width(ui, "Weights:", weights) + gap;
  if (x + ui.px(110) > area.right) return;
  ui.circle({x + ui.px(6), y}, ui.px(5.5F), c.text_2, ui.px(1.5F));
  ui.line(x + ui.px(3), y, x + ui.px(9), y, c.text_2, ui.px(1.5F));
  ui.line(x + ui.px(6), y - ui.px(3), x + ui.px(6), y + ui.px(3), c.text_2, ui.px(1.5F));
  ui.text(x + ui.px(18), y, type::caption, c.text_3, "add & norm");
}

}  // namespace headlight
