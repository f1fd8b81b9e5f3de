// The heads' parts of a logit by the words that they look at, and beside them the whole sum.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "app/labs/causes/causes_panel.h"
#include "app/panels/common/cause_ribbons.h"
#include "app/panels/labs/lab_widgets.h"
#include "app/widgets/heatmap_view.h"
#include "core/figure/numbers.h"
#include "core/text/say.h"

namespace headlight {
namespace {

// Beside the map of causes: the sum that the difference of the two logits is, as bars.

class CausesSum : public CausesPart {
 public:
  using CausesPart::CausesPart;

  void draw() { draw_in(rest_); }

 private:
  void draw_in(Area area) {
    const std::string title = study_.alone ? say("Why “{word}” and not “{other}”: the sum",
                                                 {{"word", study_.word}, {"other", study_.other}})
                                           : say("Why “{other}” and not “{word}”: the sum",
                                                 {{"other", study_.other}, {"word", study_.word}});
    line_of_text(ui_, area.cut_top(ui_.px(26)), type::section, c_.ink, title);
    if (!study_.parts) {
      ui_.wrapped(area, type::caption, c_.text_2, study_.no_parts, ui_.px(16));
      return;
    }
    const std::string text =
        say("What each block adds to the difference of the two logits in {sentence}, with the norms kept "
            "fixed. The sum is exact: {sum}.",
            {{"sentence", sentence(study_.into)}, {"sum", cause_effect_text(study_.parts->sum())}});
    area.cut_top(ui_.wrapped(area, type::caption, c_.text_2, text, ui_.px(16)) + ui_.px(8));
    draw_bars(area);
  }

  // Those with the largest amounts, in the order of the computation, and what all others add.
  std::vector<std::pair<std::string, double>> bars(std::size_t most,
                                                   std::vector<const AttributedPart*>& shown) const {
    const std::vector<AttributedPart>& parts = study_.parts->parts;
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::fabs(parts[a].amount) > std::fabs(parts[b].amount);
    });
    const bool all = parts.size() <= most;
    if (!all) order.resize(std::max<std::size_t>(most, 2) - 1);
    std::sort(order.begin(), order.end());
    std::vector<std::pair<std::string, double>> made;
    double rest = study_.parts->sum();
    for (const std::size_t i : order) {
      made.emplace_back(part_name(study_.to->anatomy(), parts[i]), parts[i].amount);
      shown.push_back(&parts[i]);
      rest -= parts[i].amount;
    }
    if (!all) {
      made.emplace_back(say(several(static_cast<std::int64_t>(parts.size() - order.size()), "{n} other part",
                                    "{n} other parts"),
                            {{"n", count_text(static_cast<std::int64_t>(parts.size() - order.size()))}}),
                        rest);
      shown.push_back(nullptr);
    }
    return made;
  }

  void draw_bars(const Area& area) {
    const float tall = ui_.px(22);
    std::vector<const AttributedPart*> shown;
    const auto list = bars(static_cast<std::size_t>(std::max(2.0F, std::floor(area.height() / tall))), shown);
    float most = 0, labels = 0;
    for (const auto& [name, amount] : list) {
      most = std::max(most, static_cast<float>(std::fabs(amount)));
      labels = std::max(labels, ui_.width(type::label, name));
    }
    const float number = ui_.width(type::label, "−00.00") + ui_.px(6);
    labels = std::min(labels + ui_.px(10), std::max(ui_.px(40), area.width() - number - ui_.px(50)));
    const float half = std::max(ui_.px(8), (area.width() - labels - number) / 2);
    const float zero = area.left + labels + half;
    float y = area.top;
    for (std::size_t i = 0; i < list.size(); ++i, y += tall) {
      const auto& [name, amount] = list[i];
      const Area line{area.left, y, area.right, y + tall};
      const Ui::Pieces told(ui_, ToldNumber{name, cause_with_sign(amount), static_cast<float>(amount), line});
      ui_.text({line.left, line.top, line.left + labels - ui_.px(8), line.bottom}, Align::left, type::label,
               c_.text_2, ui_.shortened_in_middle(type::label, name, labels - ui_.px(8)));
      const float long_ = most > 0 ? half * static_cast<float>(std::fabs(amount)) / most : 0;
      const Area bar = amount >= 0 ? Area{zero, y + ui_.px(4), zero + long_, y + tall - ui_.px(4)}
                                   : Area{zero - long_, y + ui_.px(4), zero, y + tall - ui_.px(4)};
      ui_.fill(bar, cause_colour(ui_, amount), 0);
      ui_.text(line, Align::right, type::label, c_.ink, cause_with_sign(amount));
      if (ui_.hovered(line)) ui_.tooltip(part_says(shown[i], name, amount));
    }
    ui_.line(zero, area.top, zero, y, c_.strong_line, ui_.hairline());
  }

  std::vector<RichText> part_says(const AttributedPart* part, const std::string& name, double amount) const {
    std::vector<RichText> lines;
    lines.push_back(
        std::vector<TextRun>{{name, Role::ink, true}, {"   " + cause_with_sign(amount), Role::ink}});
    if (part == nullptr || part->words.empty()) return lines;
    const Trace& trace = *context_.results.side(study_.into).trace;
    const int node = trace.find(part->path);
    if (node < 0) return lines;
    const Place place = place_of(part->path);
    const AttentionInfo& about = info(attention_of(place.stack, place.attention));
    const std::vector<std::string>& tokens = trace.tokens(about.asked);
    std::vector<std::size_t> order(part->words.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return std::fabs(part->words[a]) > std::fabs(part->words[b]);
    });
    order.resize(std::min<std::size_t>(order.size(), 4));
    std::string words;
    for (const std::size_t key : order) {
      const std::string token = key < tokens.size() ? tokens[key] : std::to_string(key);
      words = joined({words, say("{amount} from “{word}”",
                                 {{"amount", cause_with_sign(part->words[key])}, {"word", token}})});
    }
    lines.push_back(RichText(say("Of this, {amounts}, weight times value.", {{"amounts", words}})));
    return lines;
  }
};

}  // namespace

void draw_cause_sum(const PanelContext& context, const Area& area) { CausesSum(context, area).draw(); }

namespace {

class CausesLogit : public CausesMaps {
 public:
  using CausesMaps::CausesMaps;

  void draw() {
    if (!study_.parts) {
      ui_.wrapped(rest_, type::body, c_.text_2, study_.no_parts, ui_.px(19));
      return;
    }
    if (study_.logit_words.empty()) {
      ui_.wrapped(rest_, type::body, c_.text_2,
                  "No head adds to this logit through the words it looks at, because an edit sets the heads’ "
                  "outputs.",
                  ui_.px(19));
      return;
    }
    rest_.cut_top(ui_.wrapped(rest_, type::label_hot, c_.ink, study_.logit_says, ui_.px(18)) + ui_.px(2));
    rest_.cut_top(ui_.wrapped(rest_, type::caption, c_.text_2, what_a_cell_is(), ui_.px(16)) + ui_.px(10));
    const auto [left, right] = two_parts(ui_, rest_, 0.66F, 0.6F);
    std::vector<HeatmapPtr> maps;
    std::vector<std::string> names;
    for (const LogitWords& words : study_.logit_words) {
      maps.push_back(words.map);
      names.emplace_back(about(words.heads.front()).group);
    }
    draw_maps(left, maps, names,
              {.left_out = "Smaller parts are left out. Make the window taller to see them.",
               .always = 1,
               .bar_above = true},
              [&](std::size_t which, const Area& cells, float labels) { draw_map(which, cells, labels); });
    draw_cause_sum(context_, right);
  }

 private:
  static const AttentionInfo& about(const HeadPlace& head) {
    return info(attention_of(head.stack, head.attention));
  }

  std::string what_a_cell_is() const {
    return "Each cell is a weight in that head, times what the word’s value adds to the difference of the "
           "two logits. A row adds up to the head’s bar at the right. Norms are kept fixed. Click a cell to "
           "see why the head looks there.";
  }

  void draw_map(std::size_t which, const Area& cells, float labels) {
    const HeatmapPtr& map = shown_[which];
    const std::string id = "causes/logit/" + std::to_string(which);
    HeatmapLook look;
    look.row_label_width = labels;
    look.numbers_from = 14;
    look.selected = keyboard_cell(ui_, id, map->rows, map->columns);
    const HeatmapTouch touch = heatmap(ui_, id, map, cells, look);
    // The sums stand apart.
    const float x = std::round(cells.right - cells.width() / static_cast<float>(map->columns));
    const float y = std::round(cells.bottom - cells.height() / static_cast<float>(map->rows));
    ui_.line(x, cells.top, x, cells.bottom, c_.ink, ui_.px(1.5F));
    if (study_.logit_words[which].heads.size() > 1)
      ui_.line(cells.left, y, cells.right, y, c_.ink, ui_.px(1.5F));
    if (touch.hovered) {
      ui_.tooltip(cell_says(which, *touch.hovered));
      if (head_at(which, touch.hovered->row) != nullptr) ui_.hand();
    }
    if (touch.clicked) go_to_score(which, *touch.clicked);
  }

  // Null below the last head.
  const HeadPlace* head_at(std::size_t which, int row) const {
    const auto of_map = static_cast<std::size_t>(rows_[which][row]);
    const std::vector<HeadPlace>& heads = study_.logit_words[which].heads;
    return of_map < heads.size() ? &heads[of_map] : nullptr;
  }
  // Nothing where the column is of several words.
  std::optional<int> key_at(std::size_t which, int column) const {
    const std::vector<int>& columns = study_.logit_words[which].columns;
    if (column >= static_cast<int>(columns.size())) return std::nullopt;
    const int key = columns[column];
    return key < 0 ? std::nullopt : std::optional(key);
  }

  void go_to_score(std::size_t which, CellAt at) {
    const HeadPlace* head = head_at(which, at.row);
    if (head == nullptr) return;
    ui_.emit(SelectHead{head->layer, head->head, attention_of(head->stack, head->attention)});
    ui_.emit(SelectToken{study_.question.place});
    change([&](CausesLab& lab) {
      lab.page = CausesLab::Page::score;
      lab.key = key_at(which, at.column).value_or(-1);
    });
  }

  std::vector<RichText> cell_says(std::size_t which, CellAt at) const {
    const Heatmap& map = *shown_[which];
    const double part = static_cast<double>(map.value(at.row, at.column));
    const HeadPlace* head = head_at(which, at.row);
    const std::optional<int> key = key_at(which, at.column);
    std::vector<RichText> lines;
    lines.push_back(std::vector<TextRun>{{map.row_label(at.row), Role::ink, true},
                                         {key ? "  from  " : "  ", Role::text_3},
                                         {map.column_label(at.column), Role::ink, true},
                                         {"   " + cause_with_sign(part), Role::ink}});
    if (head == nullptr) return lines;
    if (const std::optional<double> weight = key ? weight_of(*head, *key) : std::nullopt; weight > 0)
      lines.push_back(
          RichText(say("= weight {weight} times {amount}, what its value would add with a weight of 1",
                       {{"weight", weight_alone(static_cast<float>(*weight))},
                        {"amount", cause_with_sign(part / *weight)}})));
    lines.push_back(std::vector<TextRun>{{"Click to see why that head looks there.", Role::text_3}});
    return lines;
  }

  std::optional<double> weight_of(const HeadPlace& head, int key) const {
    const Trace& trace = *context_.results.side(study_.into).trace;
    const int node = trace.find(head_path(head.stack, head.layer, head.attention, head.head, "weights"));
    if (node < 0) return std::nullopt;
    const Shape shape = trace.tape().node(node).shape;
    if (study_.question.place >= shape.rows || key >= shape.cols) return std::nullopt;
    return static_cast<double>(trace.cell({node, study_.question.place, key}));
  }
};

}  // namespace

void draw_logit_words(const PanelContext& context, const Area& area) { CausesLogit(context, area).draw(); }

}  // namespace headlight
