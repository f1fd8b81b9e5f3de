// The whole model with causes in the place of weights: as thick as the answer changes when one row is taken
// from the other sentence, at the places of the model's own lines.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/common/cause_ribbons.h"
#include "app/panels/place/cause_ways.h"
#include "app/panels/place/model_parts.h"
#include "app/panels/place/model_steps.h"
#include "app/panels/place/otherwise.h"
#include "app/widgets/arcs.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight::place {
namespace {

constexpr double least_effect_named = 0.2;

std::string effect_number(double effect) {
  return number_alone(static_cast<float>(effect), NumberFormat::weight);
}

// Of a layer the node behind it, and of the first one what goes into its stack: of those that were measured.
class EffectsOfStates {
 public:
  EffectsOfStates(const Page& page, const CauseWays& ways) : page_(page), ways_(ways) {
    for (const CauseWays::Row& row : ways.rows) by_row_[row.path][row.row] = row.effect;
  }

  std::string before(const LayerColumn& column) const {
    if (column.layer > 0) return after({column.attention, column.layer - 1, {}});
    const Stream stream = page_.trace.anatomy().stack(info(column.attention).stack)->stream;
    for (const CauseWays::Row& row : ways_.rows) {
      const int node = page_.trace.find(row.path);
      if (!place_of(row.path).layer && node >= 0 && stream_of_node(page_.trace, node) == stream)
        return row.path;
    }
    return "";
  }
  std::string after(const LayerColumn& column) const {
    std::string found;
    for (const CauseWays::Row& row : ways_.rows) {
      const Place place = place_of(row.path);
      if (place.layer == column.layer && place.stack == info(column.attention).stack && !place.head)
        found = row.path;
    }
    return found;
  }
  double at(const std::string& path, int row) const {
    const auto of = by_row_.find(path);
    if (of == by_row_.end()) return 0;
    const auto found = of->second.find(row);
    return found == of->second.end() ? 0 : found->second;
  }

 private:
  const Page& page_;
  const CauseWays& ways_;
  std::map<std::string, std::map<int, double>> by_row_;
};

float plus_of_column(const Page& page, const LayerColumn& column) {
  return column.area.right - std::min(page.px(26), column.area.width() * 0.3F);
}

struct CauseBand {
  ImVec2 from, to;
  double effect = 0;
  std::string says = {};  // on a pill in its middle
};

struct NamedHead {
  Area at;
  Align align = Align::left;
  Type face;
  Rgb colour;
  std::string text;
};

void paint_bands(Ui& ui, const std::vector<CauseBand>& bands) {
  for (const CauseBand& band : bands) {
    const float thick = cause_thickness(ui, band.effect);
    ui.ribbon(band.from, band.to, thick, thick, cause_colour(ui, band.effect), 0.85F);
  }
}

class CausesPicture {
 public:
  CausesPicture(const Page& page, stage::Scene& scene, const CauseWays* ways, const CauseLook& look)
      : page_(page), ui_(page.ui), c_(page.c), scene_(scene), ways_(ways), look_(look) {}

  void add() {
    columns_ = layer_columns(page_, page_.boxes.narrow() ? 36 : page_.boxes.presented() ? 44 : 26);
    std::erase_if(columns_, [](const LayerColumn& each) { return each.area.empty(); });
    if (columns_.empty()) return;
    encodes_ = page_.attention.asks == Stream::source;
    source_ = encodes_ ? page_.rows : Rows{};
    add_ground();
    if (ways_ == nullptr) return;
    add_bands();
    const Area box{page_.boxes.words.right, page_.boxes.rows, page_.boxes.lines_end,
                   std::max(source_.bottom(), page_.written_rows.bottom())};
    scene_.add(
        key("causes"), box, [bands = bands_](Ui& on, const Area&) { paint_bands(on, bands); },
        [this_ = *this] { this_.draw_bands(); });
  }

 private:
  bool is_encoder(const LayerColumn& column) const { return column.attention == Attention::encoder; }
  const Rows& rows_of(const LayerColumn& column) const {
    return is_encoder(column) ? source_ : page_.written_rows;
  }
  float plus_of(const LayerColumn& column) const { return plus_of_column(page_, column); }

  // The boxes of the layers, and the lines of the words through them.
  void add_ground() {
    std::vector<float> source_pluses, target_pluses;
    bool decodes = false;
    target_begin_ = encodes_ ? page_.boxes.stage.right : page_.boxes.words.right;
    for (const LayerColumn& column : columns_) {
      (is_encoder(column) ? source_pluses : target_pluses).push_back(plus_of(column));
      if (is_encoder(column)) source_end_ = column.area.right + page_.px(18);
      decodes |= !is_encoder(column);
      if (!is_encoder(column)) target_begin_ = std::min(target_begin_, column.area.left + page_.px(14));
    }
    if (!decodes && answers_in_words(page_.answers())) source_end_ = page_.boxes.lines_end;
    add_beam(page_, scene_, page_.row, encodes_ ? source_end_ : page_.boxes.stage.right);
    for (const LayerColumn& column : columns_) {
      Area box = column.area;
      box.top = page_.boxes.rows - look_.over;
      box.bottom = std::max(source_.bottom(), rows_of(column).bottom()) + page_.px(12);
      add_layer_box(page_, scene_, column, box, is_chosen_layer(page_, column.attention, column.layer));
      if (look_.opens && page_.ui
                             .press("place/layer/" + std::string(info(column.attention).stack) +
                                        std::to_string(column.layer),
                                    box, {.radius = page_.px(9), .hint = "Open this layer"})
                             .clicked)
        page_.go(opened(page_, column));
      if (ways_ != nullptr) draw_heads_of_layer(column, box);
    }
    const Area names{page_.boxes.stage.left, page_.boxes.rows - look_.over, page_.boxes.stage.right,
                     page_.boxes.rows};
    scene_.add(key("heads that carry"), names, [texts = texts_](Ui& on, const Area&) {
      for (const NamedHead& each : texts) on.text(each.at, each.align, each.face, each.colour, each.text);
    });
    if (encodes_)
      add_streams(scene_, "source stream", source_, -1, page_.boxes.words.right, source_end_, source_pluses);
    if (decodes)
      add_streams(scene_, "target stream", page_.written_rows, -1, target_begin_, page_.boxes.lines_end,
                  target_pluses);
  }

  // Which of its heads carry it, the largest effect of a row first.
  void draw_heads_of_layer(const LayerColumn& column, const Area& box) {
    std::vector<std::pair<double, std::string>> carry;
    for (const HeadChoice& head : heads_of_layer(page_, column.attention, column.layer)) {
      double most = 0;
      for (const CauseWays::Row& row : ways_->rows) {
        if (row.path == head.path("output") && std::fabs(row.effect) > std::fabs(most)) most = row.effect;
      }
      const bool reads =
          info(head.attention).crosses() && page_.trace.anatomy().heads(head.attention, head.layer) == 1;
      if (std::fabs(most) >= CauseWays::least)
        carry.emplace_back(most,
                           reads ? say("reads") : say("head {n}", {{"n", std::to_string(head.head + 1)}}));
    }
    std::stable_sort(carry.begin(), carry.end(),
                     [](const auto& a, const auto& b) { return std::fabs(a.first) > std::fabs(b.first); });
    const float line = page_.px(page_.boxes.presented() ? 30 : 20);
    Area rest = box.inset(page_.px(12), 0);
    rest.top = box.top + page_.px(page_.boxes.presented() ? 40 : 36);
    rest.bottom = page_.boxes.rows - page_.px(8);
    const Type face = page_.face(type::label), hot = page_.face(type::label_hot),
               number = page_.face(type::number_hot);
    if (carry.empty() && rest.height() >= line && ui_.width(face, say("no head")) <= rest.width())
      texts_.push_back({rest.cut_top(line), Align::left, face, c_.text_2, say("no head")});
    for (const auto& [effect, name] : carry) {
      if (rest.height() < line) break;
      Area at = rest.cut_top(line);
      const std::string text = effect_number(effect);
      const float wide = ui_.width(number, text);
      if (wide > at.width()) break;
      texts_.push_back({at.cut_right(wide, page_.px(6)), Align::right, number, c_.ink, text});
      if (ui_.width(hot, name) <= at.width()) texts_.push_back({at, Align::left, hot, c_.ink, name});
    }
  }

  void add_band(ImVec2 from, ImVec2 to, double effect, std::string says = "") {
    if (cause_thickness(ui_, effect) == 0 || to.x <= from.x) return;
    const bool named = std::fabs(effect) >= least_effect_named;
    const std::string number = effect_number(effect);
    const Type face = page_.boxes.presented() ? type::presenter_number : type::number_hot;
    const auto fits = [&](const std::string& text) {
      return ui_.width(face, text) + page_.px(page_.boxes.presented() ? 34 : 14) <= to.x - from.x;
    };
    if (!fits(says + "  " + number)) says.clear();
    bands_.push_back({from, to, effect, named && fits(number) ? says + number : ""});
  }

  // What stands at a row of the other sentence.
  std::string other_word(const std::string& path, Stream stream, int row) const {
    const TraceAlignment* const both = page_.context.maps.alignment();
    const int node = page_.trace.find(path);
    if (both == nullptr || node < 0) return "";
    const int other = 1 - page_.side;
    const std::optional<int> there = both->counterpart(page_.trace.label(node).rows, page_.side, row);
    const TracePtr& trace = page_.context.maps[other].trace();
    if (!there || trace == nullptr) return "";
    const std::vector<std::string>& words = trace->tokens(stream);
    const auto at = static_cast<std::size_t>(*there);
    if (at >= words.size() || words[at] == page_.asks.at(static_cast<std::size_t>(row))) return "";
    return words[at] + "  ";
  }

  void add_bands() {
    const EffectsOfStates effects(page_, *ways_);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const LayerColumn& column = columns_[i];
      const Rows& rows = rows_of(column);
      const bool first = i == 0 || is_encoder(columns_[i - 1]) != is_encoder(column);
      const bool last = i + 1 == columns_.size() || is_encoder(columns_[i + 1]) != is_encoder(column);
      const float begin = !first                            ? plus_of(columns_[i - 1])
                          : is_encoder(column) || !encodes_ ? page_.boxes.words.right
                                                            : target_begin_;
      const float end = is_encoder(column) && encodes_ && last ? source_end_ : page_.boxes.lines_end;
      const std::string before = effects.before(column), after = effects.after(column);
      for (int row = rows.first; row < rows.first + rows.shown; ++row) {
        const float y = rows.middle(row);
        add_band({begin, y}, {plus_of(column), y}, effects.at(before, row),
                 first && i == 0 ? other_word(before, page_.attention.asks, row) : "");
        if (last) add_band({plus_of(column), y}, {end, y}, effects.at(after, row));
      }
    }
    for (const CauseWays::Link& link : ways_->links) {
      const Attention attention = attention_of(link.head.stack, link.head.attention);
      const auto column = std::find_if(columns_.begin(), columns_.end(), [&](const LayerColumn& each) {
        return info(each.attention).stack == info(attention).stack && each.layer == link.head.layer;
      });
      if (column == columns_.end()) continue;
      const bool crosses = info(attention).crosses() && encodes_;
      const Rows &asks = rows_of(*column), &asked = crosses ? source_ : asks;
      if (!asks.has(link.query) || !asked.has(link.key)) continue;
      const float from = crosses ? source_end_ : column->area.left + page_.px(8);
      const bool stays = !crosses && link.key == link.query;
      add_band({from, asked.middle(link.key)}, {plus_of(*column), asks.middle(link.query)},
               stays ? 0 : link.effect);
    }
  }

  void draw_bands() const {
    paint_bands(ui_, bands_);
    std::vector<WeightPill> pills;
    for (const CauseBand& band : bands_) {
      if (band.says.empty()) continue;
      WeightPill pill;
      pill.weight = static_cast<float>(std::fabs(band.effect));
      pill.text = band.says;
      pill.colour = cause_colour(ui_, band.effect);
      for (const float along : {0.5F, 0.4F, 0.6F, 0.3F, 0.7F}) {
        const float t = along * along * (3 - 2 * along);
        pill.centres.push_back(
            {band.from.x + along * (band.to.x - band.from.x), band.from.y + t * (band.to.y - band.from.y)});
      }
      pills.push_back(std::move(pill));
    }
    if (!page_.boxes.presented()) return draw_weight_pills(ui_, std::move(pills));
    const Type face = type::presenter_number;
    draw_weight_pills(ui_, std::move(pills), {}, {face, 26, static_cast<float>(face.size) * 1.6F, 2.5F});
  }

  const Page& page_;
  Ui& ui_;
  const Palette& c_;
  stage::Scene& scene_;
  const CauseWays* ways_;
  CauseLook look_;
  std::vector<LayerColumn> columns_;
  std::vector<CauseBand> bands_;
  std::vector<NamedHead> texts_;
  bool encodes_ = false;
  Rows source_;
  float source_end_ = 0, target_begin_ = 0;
};

}  // namespace

void add_cause_ways(const Page& page, stage::Scene& scene, const CauseWays* ways, const CauseLook& look) {
  CausesPicture(page, scene, ways, look).add();
}

std::vector<CausePlace> cause_places(const Page& page, const CauseWays& ways) {
  std::vector<CausePlace> places;
  const bool encodes = page.attention.asks == Stream::source;
  const EffectsOfStates effects(page, ways);
  for (const LayerColumn& column : layer_columns(page, page.boxes.narrow() ? 36 : 26)) {
    const std::string path = column.area.empty() ? "" : effects.after(column);
    if (path.empty()) continue;
    const Rows& rows = column.attention == Attention::encoder && encodes ? page.rows : page.written_rows;
    const float x = plus_of_column(page, column), half = std::min(page.px(12), column.area.width() / 3);
    places.push_back({{x - half, rows.top, x + half, rows.bottom()},
                      rows,
                      path,
                      say("after {layer}", {{"layer", layer_called(page, column.attention, column.layer)}})});
  }
  return places;
}

std::vector<RichText> told_of_causes(const Page& page, const CauseWays* ways) {
  std::vector<RichText> said;
  if (ways == nullptr) return said;
  said.push_back(
      told("One row at one place is taken from the other sentence, and all behind it is computed again. 1 "
           "means that the answer goes all the way from {from} to {to}.",
           {{"from", word_run(ways->other, Role::first_sentence)},
            {"to", word_run(ways->word, Role::second_sentence)}}));
  const CauseWays::Link* most = nullptr;
  for (const CauseWays::Link& link : ways->links) {
    const bool moves = link.head.attention == info(Attention::cross).name || link.key != link.query;
    if (moves && (most == nullptr || link.effect > most->effect)) most = &link;
  }
  if (most == nullptr || most->effect < CauseWays::least) return said;
  const Attention attention = attention_of(most->head.stack, most->head.attention);
  const auto word = [&](Stream stream, int at) {
    return word_run(token_called(page.trace.tokens(stream).at(static_cast<std::size_t>(at))));
  };
  said.push_back(
      told("Most goes from one word to another in the {layer}, {head}: from {from} to {to}, {effect}.",
           {{"layer", word_run(layer_called(page, attention, most->head.layer))},
            {"head", word_run(head_called(page, {attention, most->head.layer, most->head.head}))},
            {"from", word(info(attention).asked, most->key)},
            {"to", word(info(attention).asks, most->query)},
            {"effect", word_run(effect_number(most->effect))}}));
  return said;
}

void add_causes(const Page& page, stage::Scene& scene) {
  add_cause_ways(page, scene, shown_cause_ways(page.context),
                 {.over = page.px(page.boxes.presented() ? 130
                                  : page.boxes.low       ? 74
                                                         : box_over_rows)});
  if (page.boxes.presented() || page.boxes.phone()) return;
  const std::vector<LayerColumn> columns = layer_columns(page, page.boxes.narrow() ? 36 : 26);
  const auto group = [&](Attention attention, const std::string& name) {
    Area all;
    for (const LayerColumn& each : columns) {
      if (each.attention != attention || each.area.empty()) continue;
      all = all.empty() ? each.area : Area{all.left, all.top, each.area.right, all.bottom};
    }
    if (!all.empty()) add_group(page, scene, all.left, all.right, name, "");
  };
  group(Attention::encoder, say("Encoder"));
  group(Attention::decoder, say("Decoder"));
  Area foot{page.boxes.stage.left, page.boxes.page.bottom - page.px(44), page.boxes.stage.right,
            page.boxes.page.bottom - page.px(14)};
  const float left = draw_cause_switch(page.context, foot.left, foot.right, foot.middle_y());
  draw_cause_legend(page.context, {foot.left, foot.top, left - page.px(12), foot.bottom});
}

Telling telling_of_causes(const Page& page) {
  Telling telling{.title = say("Where does the answer come from?")};
  telling.paragraphs = told_of_causes(page, shown_cause_ways(page.context));
  if (telling.paragraphs.empty())
    telling.paragraphs.push_back(
        told("One row after another is taken from the other sentence, to see how far the answer changes."));
  telling.paragraphs.push_back(told("Looking is not causing: many heads look at a word and change nothing."));
  telling.next = say("Click a layer to open it.");
  return telling;
}

}  // namespace headlight::place
