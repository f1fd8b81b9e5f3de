// Beside the map of causes: the sum that the difference of the two logits is, as bars.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "app/labs/causes/causes_panel.h"
#include "app/panels/common/cause_ribbons.h"
#include "app/panels/labs/lab_widgets.h"
#include "core/figure/numbers.h"

namespace headlight {
namespace {

class CausesSum : public CausesPart {
 public:
  using CausesPart::CausesPart;

  void draw() { draw_in(rest_); }

 private:
  void draw_in(Area area) {
    const std::string title = study_.alone
                                  ? "The sum behind “" + study_.word + "” against “" + study_.other + "”"
                                  : "The sum behind “" + study_.other + "” against “" + study_.word + "”";
    line_of_text(ui_, area.cut_top(ui_.px(26)), type::section, c_.ink, title);
    if (!study_.parts) {
      ui_.wrapped(area, type::caption, c_.text_2, study_.no_parts, ui_.px(16));
      return;
    }
    const std::string text =
        "What each block adds to the difference of the two logits in " + sentence(study_.into) +
        "; the normalizations held as they were. Exact: " + cause_effect_text(study_.parts->sum()) + ".";
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
      made.emplace_back(counted(static_cast<std::int64_t>(parts.size() - order.size()), "other part"), rest);
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
      ui_.text({line.left, line.top, line.left + labels - ui_.px(8), line.bottom}, Align::left, type::label,
               c_.text_2, ui_.fitted_within(type::label, name, labels - ui_.px(8)));
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
    std::string words = "of it";
    for (const std::size_t key : order) {
      const std::string token = key < tokens.size() ? tokens[key] : std::to_string(key);
      words +=
          (key == order.front() ? " " : ", ") + cause_with_sign(part->words[key]) + " by “" + token + "”";
    }
    lines.push_back(RichText(words + ": weight times value."));
    return lines;
  }
};

}  // namespace

void draw_cause_sum(const PanelContext& context, const Area& area) { CausesSum(context, area).draw(); }

}  // namespace headlight
